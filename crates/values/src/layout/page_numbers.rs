//! What a page prints of its own number: “Page 2 of 3”, “Seite 2/3”, or “2 / 3” at the end of a line of its head or foot.

use super::lines::Sheet;

/// A document with more pages says so otherwise.
const PAGES: u32 = 999;
/// Lines of a page's head and foot that may end in a bare number.
const HEAD: usize = 2;
const FOOT: usize = 3;

const PAGE: [&str; 12] = [
    "page", "seite", "página", "pagina", "pag", "pág", "blatt", "side", "sida", "strona", "sivu",
    "p",
];
const OF: [&str; 10] = ["of", "von", "de", "sur", "di", "van", "av", "af", "z", "/"];

/// The number and the count that the lines of a page print; `None` where they print none, or several that differ.
pub fn counted(lines: &[String]) -> Option<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = lines.iter().filter_map(|line| called(line)).collect();
    if found.is_empty() {
        let within = |at: &usize| *at < HEAD || at + FOOT >= lines.len();
        let margins = lines.iter().enumerate().filter(|(at, _)| within(at));
        found = margins.filter_map(|(_, line)| bare(line)).collect();
    }
    found.dedup();
    match found.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Whether the second page's own number is the one after the first page's.
pub fn count_on(sheet: &Sheet, first: u32, second: u32) -> bool {
    let (a, b) = (lines_of(sheet, first), lines_of(sheet, second));
    match (counted(&a), counted(&b)) {
        (Some((a, whole)), Some((b, count))) => whole == count && b == a + 1,
        (None, None) => {
            let last = |lines: &[String]| -> Vec<(String, u32)> {
                lines
                    .iter()
                    .rev()
                    .take(FOOT)
                    .filter_map(|line| ending(line))
                    .collect()
            };
            let (a, b) = (last(&a), last(&b));
            let joins = |(text, number): &(String, u32)| b.contains(&(text.clone(), number + 1));
            a.iter().any(joins)
        }
        _ => false,
    }
}

fn lines_of(sheet: &Sheet, page: u32) -> Vec<String> {
    let lines = sheet.lines.iter().filter(|line| line.page == page);
    lines.map(|line| sheet.text(line.tokens.clone())).collect()
}

fn tokens(line: &str) -> Vec<String> {
    let text = line.replace('/', " / ").to_lowercase();
    text.split_whitespace()
        .map(|token| token.trim_matches(|c: char| !c.is_alphanumeric() && c != '/'))
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A number and a count behind a word for a page.
pub fn called(line: &str) -> Option<(u32, u32)> {
    let tokens = tokens(line);
    tokens.windows(4).find_map(|window| match window {
        [page, rest @ ..] if PAGE.contains(&page.as_str()) => pair(rest),
        _ => None,
    })
}

/// A number and a count that end a line.
fn bare(line: &str) -> Option<(u32, u32)> {
    let tokens = tokens(line);
    let start = tokens.len().checked_sub(3)?;
    // Behind a figure or another slash it is a date or a sum.
    let before = start.checked_sub(1).and_then(|at| tokens.get(at));
    let joined = before.is_some_and(|word| word == "/" || word.chars().any(|c| c.is_ascii_digit()));
    pair(tokens.get(start..)?).filter(|_| !joined)
}

fn pair(tokens: &[String]) -> Option<(u32, u32)> {
    let [number, of, count] = tokens else {
        return None;
    };
    if !OF.contains(&of.as_str()) {
        return None;
    }
    let (number, count) = (number.parse::<u32>().ok()?, count.parse::<u32>().ok()?);
    (number >= 1 && number <= count && count <= PAGES).then_some((number, count))
}

/// A lone number at the end of a line, and what stands before it.
fn ending(line: &str) -> Option<(String, u32)> {
    let (text, number) = line.trim().rsplit_once(' ').unwrap_or(("", line.trim()));
    let number = number.parse::<u32>().ok()?;
    ((1..=PAGES).contains(&number)).then(|| (text.to_owned(), number))
}

#[cfg(test)]
mod tests {
    use super::counted;

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn pages_are_counted_with_a_word_or_at_the_foot() {
        assert_eq!(counted(&lines(&["Invoice", "Page 2 of 3"])), Some((2, 3)));
        assert_eq!(counted(&lines(&["Example Bank – 1 / 2"])), Some((1, 2)));
        assert_eq!(counted(&lines(&["Seite 1/2", "1/2"])), Some((1, 2)));
    }

    #[test]
    fn other_pairs_of_numbers_are_no_count() {
        for line in ["Statement of 3/2026", "12/03/24", "due 1 / 2 / 2026", "4/2"] {
            assert_eq!(counted(&lines(&[line])), None, "{line}");
        }
        let text = ["head", "head", "share 1/2", "foot", "foot", "foot"];
        assert_eq!(counted(&lines(&text)), None);
        assert_eq!(counted(&lines(&["page 1 of 3", "page 2 of 3"])), None);
    }
}
