//! Properties over random documents: a genuine one raises nothing, one changed digit is found, placed and undone.

use super::layout::{check, words};
use super::maker::{Dice, LOCALES, Locale, Style, invoice, payslip, statement};
use crate::Word;
use crate::finding::{Disagreement, Strength};

/// What came of altering one digit in each of many documents.
#[derive(Debug, Default)]
struct Score {
    tried: usize,
    found: usize,
    located: usize,
    repaired: usize,
    proven: usize,
    /// A repair names another value than the altered one.
    misplaced: usize,
    /// The same, and claims to be proven.
    wrongly_proven: usize,
}

impl Score {
    fn rate(&self, count: usize) -> f64 {
        count as f64 / self.tried.max(1) as f64
    }
}

/// Changes one digit of one word; the first digit never becomes a zero.
fn alter(words: &[Word], index: usize, dice: &mut Dice) -> Option<Vec<Word>> {
    let mut altered = words.to_vec();
    let word = altered.get_mut(index)?;
    let digits: Vec<usize> = word
        .text
        .char_indices()
        .filter(|(_, c)| c.is_ascii_digit())
        .map(|(at, _)| at)
        .collect();
    let place = dice.below(digits.len() as u64) as usize;
    let at = *digits.get(place)?;
    let old = word.text.get(at..at + 1)?.parse::<u64>().ok()?;
    let new = (old + 1 + dice.below(9)) % 10;
    if place == 0 && new == 0 {
        return None;
    }
    word.text.replace_range(at..at + 1, &new.to_string());
    Some(altered)
}

/// Words that are amounts with decimals: the target of whoever alters a document.
fn targets(words: &[Word], locale: &Locale) -> Vec<usize> {
    let money = |word: &&Word| {
        let text = word.text.trim_matches('-');
        text.len() > 3
            && text.chars().rev().nth(2) == Some(locale.decimal)
            && text.chars().next().is_some_and(|c| c.is_ascii_digit())
            && text.chars().rev().take(2).all(|c| c.is_ascii_digit())
            && !text.contains('/')
            && text.matches('.').count() + text.matches(',').count() < 4
    };
    let dated =
        |word: &Word| word.text.matches(['.', '-', '/']).count() == 2 && word.text.len() == 10;
    (0..words.len())
        .filter(|&i| words.get(i).is_some_and(|w| money(&w) && !dated(w)))
        .collect()
}

fn judge(score: &mut Score, original: &Word, findings: &[Disagreement]) {
    score.tried += 1;
    score.found += usize::from(!findings.is_empty());
    let inside = |found: &&Disagreement| {
        found.page == original.page
            && found.area[0] <= original.area[0] + 0.1
            && found.area[2] >= original.area[2] - 0.1
            && found.area[1] <= original.area[1] + 0.1
            && found.area[3] >= original.area[3] - 0.1
    };
    let elsewhere = |found: &&Disagreement| found.repair.is_some() && !inside(found);
    score.misplaced += usize::from(findings.iter().any(|f| elsewhere(&f)));
    score.wrongly_proven += usize::from(
        findings
            .iter()
            .any(|f| elsewhere(&f) && f.strength == Strength::Proven),
    );
    let Some(here) = findings.iter().find(inside) else {
        return;
    };
    score.located += 1;
    score.proven += usize::from(here.strength == Strength::Proven);
    let right = here
        .expected
        .as_deref()
        .is_some_and(|e| e.ends_with(original.text.as_str()));
    score.repaired += usize::from(right);
}

fn run(
    documents: impl Iterator<Item = (String, String, &'static Locale)>,
    per_document: usize,
) -> Score {
    let mut score = Score::default();
    for (number, (name, text, locale)) in documents.enumerate() {
        let genuine = words(&text);
        let findings = check(&genuine);
        assert!(findings.is_empty(), "{name}: {findings:#?}\n{text}");
        let mut dice = Dice::new(number as u64 + 77);
        let targets = targets(&genuine, locale);
        for _ in 0..per_document {
            let index = targets[dice.below(targets.len() as u64) as usize];
            let Some(altered) = alter(&genuine, index, &mut dice) else {
                continue;
            };
            let findings = check(&altered);
            let before = score.misplaced;
            judge(&mut score, &genuine[index], &findings);
            if std::env::var("SHOW_MISPLACED").is_ok() && score.misplaced > before {
                println!(
                    "misplaced in {name}: {} -> {}\n{text}\n{findings:#?}",
                    genuine[index].text, altered[index].text
                );
            }
            if std::env::var("SHOW_MISSES").is_ok() && findings.is_empty() {
                println!(
                    "missed in {name}: {} -> {}\n{text}",
                    genuine[index].text, altered[index].text
                );
            }
        }
    }
    println!("{score:?}");
    score
}

#[test]
fn statements() {
    let documents = (0..240_u64).map(|seed| {
        let mut dice = Dice::new(seed + 1);
        let locale = &LOCALES[seed as usize % LOCALES.len()];
        let style = Style {
            two_columns: dice.flip(),
            newest_first: dice.flip(),
            per_day: dice.below(4) == 0,
            summary: dice.flip(),
            carried: false,
            pages: 1 + dice.below(3) as usize,
        };
        let style = Style {
            carried: !style.newest_first && dice.flip(),
            ..style
        };
        let rows = dice.between(12, 60) as usize;
        (
            format!("statement {seed} {}", locale.name),
            statement(locale, style, rows, &mut dice),
            locale,
        )
    });
    let score = run(documents, 5);
    assert!(score.rate(score.found) >= 0.95, "{score:?}");
    assert_eq!(score.wrongly_proven, 0, "{score:?}");
    assert!(score.rate(score.repaired) >= 0.86, "{score:?}");
}

#[test]
fn invoices() {
    let documents = (0..210_u64).map(|seed| {
        let mut dice = Dice::new(seed + 1001);
        let locale = &LOCALES[seed as usize % LOCALES.len()];
        let lines = dice.between(1, 12) as usize;
        (
            format!("invoice {seed} {}", locale.name),
            invoice(locale, lines, &mut dice),
            locale,
        )
    });
    let score = run(documents, 5);
    assert!(score.rate(score.found) >= 0.75, "{score:?}");
}

#[test]
fn payslips() {
    let documents = (0..140_u64).map(|seed| {
        let mut dice = Dice::new(seed + 5001);
        let locale = &LOCALES[seed as usize % LOCALES.len()];
        (
            format!("payslip {seed} {}", locale.name),
            payslip(locale, &mut dice),
            locale,
        )
    });
    let score = run(documents, 5);
    assert!(score.rate(score.found) >= 0.4, "{score:?}");
}
