//! Links (ISO 32000-2, 12.5.6.5) whose printed text is an address, or a value that the link carries: where they lead, beside
//! what they say.

mod carried;

use assay_pdf::content::Word;
use assay_pdf::{Area, View};
use assay_values::without_ligatures;

use crate::facts::page::PageFacts;

/// Links of one page that are looked at.
const LINKS: usize = 2000;
/// Share of a word that lies within the link's rectangle.
const WITHIN: f64 = 0.6;
/// Digits by which two telephone numbers are compared: country and trunk prefixes differ.
const DIGITS: usize = 6;
/// Words put beside a link that count as one step of work.
const WORDS_PER_STEP: usize = 64;
/// An address is no longer.
const LENGTH: usize = 200;

/// What an address is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Mail,
    Telephone,
    Host,
    /// A date, an amount or a number that the link carries.
    Value,
}

/// One link that is printed as an address or as a value that it carries.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// 1-based.
    pub page: u32,
    /// Of the printed text.
    pub area: Area,
    pub kind: Kind,
    pub printed: String,
    /// The address that it leads to, without scheme and parameters; of a host its name alone; of a value that which it carries.
    pub target: String,
    pub agrees: bool,
}

impl Link {
    /// Whether both addresses are of one registered host.
    pub fn same_host(&self) -> bool {
        let of = |address: &str| {
            let host = address.rsplit('@').next().unwrap_or_default();
            registered(host).to_lowercase()
        };
        of(&self.printed) == of(&self.target)
    }
}

/// Every link that is printed as an address or a value, in order of the pages' annotations.
pub fn find(view: &View<'_>, pages: &[PageFacts]) -> Vec<Link> {
    pages.iter().flat_map(|page| of_page(view, page)).collect()
}

fn of_page(view: &View<'_>, page: &PageFacts) -> Vec<Link> {
    let annotations = view.get(&page.page.dictionary, b"Annots");
    let all = page
        .lines
        .iter()
        .map(|line| line.words.len())
        .sum::<usize>();
    let mut links = Vec::new();
    for annotation in annotations
        .as_array()
        .unwrap_or_default()
        .iter()
        .take(LINKS)
    {
        let annotation = view.resolve(annotation);
        let Some(dictionary) = annotation.as_dictionary() else {
            continue;
        };
        let action = view.get(dictionary, b"A");
        let uri = action
            .as_dictionary()
            .map(|action| view.get(action, b"URI"));
        let uri = uri.as_ref().and_then(|uri| uri.as_string());
        let rect = dictionary.get(b"Rect").and_then(|rect| view.area(rect));
        let (Some(uri), Some(area)) = (uri, rect) else {
            continue;
        };
        let work = all / WORDS_PER_STEP + 1;
        if view
            .document()
            .budget()
            .spend_operators(work as u64)
            .is_err()
        {
            break;
        }
        let words = page.lines.iter().flat_map(|line| &line.words);
        let under: Vec<&Word> = words
            .filter(|word| word.area.covered_by(&area) > WITHIN)
            .collect();
        links.extend(link(
            page.page.number,
            &under,
            &String::from_utf8_lossy(uri),
        ));
    }
    links
}

fn link(page: u32, words: &[&Word], uri: &str) -> Option<Link> {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let printed = texts.join(" ");
    let (kind, target, agrees) = compare(&printed, uri)?;
    let areas = words.iter().map(|word| word.area);
    Some(Link {
        page,
        area: areas.reduce(|all, area| all.union(&area))?,
        kind,
        printed: bare(&printed).to_owned(),
        target,
        agrees,
    })
}

/// What a link leads to, and whether that is what is printed; `None` where the print is no address of that kind. An
/// address broken over two lines is a part of its target.
fn compare(printed: &str, uri: &str) -> Option<(Kind, String, bool)> {
    let printed = without_ligatures(bare(printed)).to_lowercase();
    let uri = unescaped(uri.trim()).to_lowercase();
    if printed.len() > LENGTH {
        return None;
    }
    let scheme = |name: &str| uri.strip_prefix(name).map(str::trim);
    if let Some(target) = scheme("mailto:") {
        let target = target.split('?').next().unwrap_or_default();
        let same = target.contains(&printed);
        return is_mail(&printed).then(|| (Kind::Mail, target.to_owned(), same));
    }
    if let Some(target) = scheme("tel:") {
        let (old, new) = (digits(target), digits(&printed));
        let told = is_telephone(&printed) && old.len() >= DIGITS;
        return told.then(|| (Kind::Telephone, target.to_owned(), last(&old) == last(&new)));
    }
    let address = uri
        .strip_prefix("https://")
        .or(uri.strip_prefix("http://"))?;
    if let Some((value, same)) = carried::value(&printed, address) {
        return Some((Kind::Value, value, same));
    }
    let target = host(address);
    let named = printed.split("://").last().unwrap_or_default();
    let named = host(named);
    let same = uri.contains(named) || registered(named) == registered(target);
    (is_host(named) && is_host(target)).then(|| (Kind::Host, target.to_owned(), same))
}

/// Without what stands around an address in a sentence.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ".,;:()<>[]\"'“”„".contains(c))
}

/// `%40` as `@`.
fn unescaped(uri: &str) -> String {
    let mut out = Vec::with_capacity(uri.len());
    let mut bytes = uri.bytes();
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let pair = (byte == b'%').then(|| (ahead.next(), ahead.next()));
        let hex = |digit: Option<u8>| char::from(digit?).to_digit(16);
        match pair.and_then(|(high, low)| Some(hex(high)? * 16 + hex(low)?)) {
            Some(value) => {
                out.push(value as u8);
                bytes = ahead;
            }
            None => out.push(byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn last(digits: &str) -> &str {
    digits
        .get(digits.len().saturating_sub(DIGITS)..)
        .unwrap_or_default()
}

fn is_telephone(text: &str) -> bool {
    digits(text).len() >= DIGITS
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || "+()-./–".contains(c))
}

fn is_mail(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && !name.contains(char::is_whitespace) && is_host(host)
    })
}

/// The host of an address without its scheme: no user, port, path or parameters.
fn host(address: &str) -> &str {
    let end = address.find(['/', '?', '#', ' ']).unwrap_or(address.len());
    let host = address.get(..end).unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    host.split(':').next().unwrap_or_default()
}

/// Labels of letters, digits and hyphens, the last one a name. File names look alike: those of web pages are told apart.
fn is_host(text: &str) -> bool {
    let labels: Vec<&str> = text.split('.').collect();
    let label =
        |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let top = labels.last().copied().unwrap_or_default();
    labels.len() > 1
        && labels.iter().all(label)
        && top.len() > 1
        && top.chars().all(char::is_alphabetic)
        && !matches!(
            top,
            "html" | "htm" | "php" | "asp" | "aspx" | "pdf" | "jsp" | "xml" | "doc" | "docx"
        )
}

/// The part of a host that is registered: its last two labels, three below what a country keeps for all (`co.uk`).
fn registered(host: &str) -> &str {
    let mut dots = host.rmatch_indices('.').map(|(at, _)| at);
    let (Some(last), Some(second)) = (dots.next(), dots.next()) else {
        return host;
    };
    let kept = host.get(second + 1..last).is_some_and(|label| {
        [
            "co", "com", "org", "net", "gov", "gob", "ac", "edu", "or", "ne",
        ]
        .contains(&label)
    });
    let start = match kept && host.len() - last == 3 {
        true => dots.next().map_or(0, |dot| dot + 1),
        false => second + 1,
    };
    host.get(start..).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(printed: &str, uri: &str) -> Option<bool> {
        compare(printed, uri).map(|(_, _, agrees)| agrees)
    }

    #[test]
    fn an_address_is_put_beside_where_it_leads() {
        for (printed, uri, wanted) in [
            (
                "pay@example.com",
                "mailto:pay@example.com?subject=x",
                Some(true),
            ),
            ("pay@example.com", "mailto:Pay%40Example.com", Some(true)),
            ("pay@exampel.com", "mailto:pay@example.com", Some(false)),
            ("oﬃce@conﬂux.com", "mailto:office@conflux.com", Some(true)),
            ("oﬃce@conﬁux.com", "mailto:office@conflux.com", Some(false)),
            ("www.conﬂux.com", "https://www.conflux.com/", Some(true)),
            ("write to us", "mailto:pay@example.com", None),
            ("+49 (0)30 123 456", "tel:+4930123456", Some(true)),
            ("030 123457", "tel:+4930123456", Some(false)),
            ("TTY: 030 123457", "tel:+4930123456", None),
            (
                "www.example.co.uk/help",
                "https://help.example.co.uk/",
                Some(true),
            ),
            (
                "www.exampel.co.uk",
                "https://www.example.co.uk/",
                Some(false),
            ),
            (
                "example.com",
                "https://track.mail.net/?to=example.com",
                Some(true),
            ),
            (
                "application.html",
                "https://example.com/online-application.html",
                None,
            ),
            (
                "http://www.example.",
                "http://www.example.com/index.html",
                Some(true),
            ),
            ("Pay now", "https://example.com", None),
        ] {
            assert_eq!(agrees(printed, uri), wanted, "{printed} {uri}");
        }
    }

    #[test]
    fn the_registered_part_has_two_labels_or_three() {
        assert_eq!(registered("a.b.example.com"), "example.com");
        assert_eq!(registered("www.example.co.uk"), "example.co.uk");
        assert_eq!(registered("example.de"), "example.de");
        assert_eq!(registered("x.abc.de"), "abc.de");
    }
}
