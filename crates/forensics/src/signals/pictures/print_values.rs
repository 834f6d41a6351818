//! Values of scanned pages that contradict each other, as their pictures print them.

use std::ops::Range;

use crate::facts::Facts;
use crate::facts::scans::Print;
use crate::facts::scans::reading::{Line, Word};
use crate::facts::values::corners;
use assay_values::{self as values, Disagreement, Examination, Kind, Repair, Strength};

use crate::signal::{Place, Signal};

declare! {
    SUM_BROKEN_IN_PICTURE = "sum_broken_in_picture" {
        rank: 300, module: "pictures", severity: High, scored: true, proves: Content, cause: "values",
        meaning: "Sums that the picture of a page shows do not add up, and one value would mend them.",
        matters: "A forger changes one number, and the numbers that depend on it stay, in pixels as in text.",
        benign: "Scans that are misread; samples with made-up amounts.",
    }

    SUM_UNLIKELY_IN_PICTURE = "sum_unlikely_in_picture" {
        rank: 310, module: "pictures", severity: Medium, scored: true, proves: Content, cause: "values",
        meaning: "A sum that the picture of a page shows does not add up, and its reading is likely but not certain.",
        matters: "A forger changes one number, and the numbers that depend on it stay, in pixels as in text.",
        benign: "Scans that are misread; deposits and discounts that the document does not print.",
    }
}

/// Nats by which the picture must speak for a value as it was read, and against what the sums ask for.
const SURE: f32 = 10.0;
/// Nats below which a digit may be another one.
const DOUBT: f32 = 6.0;
/// Digits of a value that may accuse: a quantity of one digit stands among the words of its line.
const FEWEST: usize = 3;
/// Digits that a forger changes in a value where one sum alone tells.
const CHANGED: usize = 2;
/// Doubtful digits of a document that is read well enough for its sums to be checked.
const DOUBTS: usize = 40;
/// Values that are read anew at most.
const READINGS: usize = 12;

/// Where a word was read.
struct Spot<'f> {
    print: &'f Print,
    line: &'f Line,
    word: &'f Word,
}

/// The words of all pages without text.
#[derive(Default)]
struct Sheets<'f> {
    words: Vec<values::Word>,
    spots: Vec<Spot<'f>>,
    /// Whether these are all pages of the document.
    whole: bool,
}

/// *Sees* sums and balances of scanned pages that one value breaks.
/// *Honest files*: whatever is misread. A value that may read as the sums ask for is read so, and what a single doubtful
/// digit would mend is silent.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut sheets = Sheets::of(facts);
    if sheets.words.is_empty() {
        return;
    }
    let examined = sheets.examined();
    let found: Vec<&Disagreement> = examined
        .disagreements
        .iter()
        .filter(|found| found.strength > Strength::Weak && sheets.shows(found))
        .collect();
    if found.is_empty() {
        return;
    }
    let Some(others) = sheets.rereadings() else {
        return;
    };
    let stays = |found: &&Disagreement| {
        !others.iter().any(|other| {
            let again = other.disagreements.iter().any(|one| same(one, found));
            !again && other.sums_failed < examined.sums_failed
        })
    };
    signals.extend(
        found
            .into_iter()
            .filter(stays)
            .filter_map(|found| sheets.signal(found)),
    );
}

/// The words of all pages that were read from their pictures.
pub fn read_words(facts: &Facts<'_>) -> Vec<values::Word> {
    Sheets::of(facts).words
}

/// Whether two readings of the words disagree in one thing.
fn same(a: &Disagreement, b: &Disagreement) -> bool {
    (a.kind, a.page, a.area) == (b.kind, b.page, b.area)
}

impl<'f> Sheets<'f> {
    fn of(facts: &'f Facts<'_>) -> Self {
        let mut sheets = Self::default();
        for print in &facts.pictures.read {
            for line in &print.lines {
                for word in &line.words {
                    sheets.words.push(values::Word {
                        page: print.page,
                        area: corners(&print.area(word.deskewed)),
                        text: word.text.clone(),
                    });
                    sheets.spots.push(Spot { print, line, word });
                }
            }
        }
        sheets.whole = facts.pictures.read.len() == facts.pages.len();
        sheets
    }

    /// What the values come to when each is read as the others ask for, wherever the picture allows it.
    fn examined(&mut self) -> Examination {
        let mut examined = values::examine(&self.words);
        for _ in 0..READINGS {
            let repairs = examined
                .disagreements
                .iter()
                .filter_map(|found| found.repair.as_ref());
            let misread = repairs.filter_map(|repair| self.misread(repair)).next();
            let Some((words, text)) = misread else {
                break;
            };
            self.put(words, &text);
            examined = values::examine(&self.words);
        }
        examined
    }

    /// The words of a value that the picture may show as the sums ask for, and that text.
    fn misread(&self, repair: &Repair) -> Option<(Range<usize>, String)> {
        let words = self.at(repair.page, &repair.area)?;
        let against = self.against(words.clone(), repair)?;
        (against < SURE).then(|| (words, notation(&repair.should_read)))
    }

    /// Puts a text in the place of some words.
    fn put(&mut self, words: Range<usize>, text: &str) {
        for (n, word) in self
            .words
            .get_mut(words)
            .unwrap_or_default()
            .iter_mut()
            .enumerate()
        {
            word.text = if n == 0 {
                text.to_string()
            } else {
                String::new()
            };
        }
    }

    /// Whether the picture shows a value as it was read, and not what it should read.
    fn shows(&self, found: &Disagreement) -> bool {
        // What was not read may hold the rest of a sum.
        if !self.whole && !of_rows(found.kind) {
            return false;
        }
        let Some(repair) = &found.repair else {
            return self.whole && sums(found.kind);
        };
        let words = self.at(repair.page, &repair.area);
        let against = words.and_then(|words| self.against(words, repair));
        let short = figures(&repair.printed).len() < FEWEST;
        against.is_some_and(|nats| nats >= SURE) && !short && !Self::may_miss(repair)
    }

    /// Whether a sum of a few numbers may well have missed one of them: nothing but that sum asks for another value, and
    /// for one that looks nothing like it.
    fn may_miss(repair: &Repair) -> bool {
        let (printed, should) = (figures(&repair.printed), figures(&repair.should_read));
        let changed = printed.iter().zip(&should).filter(|(a, b)| a != b).count();
        let other = match printed.len() == should.len() {
            true => changed > CHANGED,
            // A tick of the pen before an amount looks like another digit.
            false => {
                let ticked = notation(&repair.printed).chars().nth(1) == Some(' ');
                ticked || printed.get(1..).is_none_or(|rest| rest != should)
            }
        };
        other && repair.sums_then_hold < 2
    }

    /// The words of a value, all of one stretch.
    fn at(&self, page: u32, area: &[f64; 4]) -> Option<Range<usize>> {
        let inside = |word: &values::Word| word.page == page && within(&word.area, area);
        let first = self.words.iter().position(inside)?;
        let last = self.words.iter().rposition(inside)?;
        let line = self.spots.get(first)?.line;
        let one = self
            .spots
            .get(first..=last)?
            .iter()
            .all(|spot| std::ptr::eq(spot.line, line));
        one.then_some(first..last + 1)
    }

    /// By how many nats the picture speaks for a value as it was read, and against what it should read; `None` where a
    /// part of it may have been missed.
    fn against(&self, words: Range<usize>, repair: &Repair) -> Option<f32> {
        let line = self.spots.get(words.start)?.line;
        let printed = printed(line, &repair.printed)?;
        let should = notation(&repair.should_read);
        if figures(&should).len() > figures(line.text.get(printed.clone())?).len() {
            return None;
        }
        let mut other = line.text.clone();
        other.replace_range(printed, &should);
        line.against(&other)
    }

    /// What is found when each digit in doubt is read as the other one that it may be; `None` where there are too many.
    fn rereadings(&self) -> Option<Vec<Examination>> {
        let mut words = self.words.clone();
        let doubts: Vec<(usize, String)> = self
            .spots
            .iter()
            .enumerate()
            .flat_map(|(at, spot)| {
                let doubts = spot.line.doubts(spot.word, DOUBT);
                doubts.into_iter().map(move |other| (at, other))
            })
            .collect();
        if doubts.len() > DOUBTS {
            return None;
        }
        let mut found = Vec::new();
        for (at, other) in doubts {
            let word = words.get_mut(at)?;
            let read = std::mem::replace(&mut word.text, other);
            found.push(values::examine(&words));
            words.get_mut(at)?.text = read;
        }
        Some(found)
    }

    fn signal(&self, found: &Disagreement) -> Option<Signal> {
        // The value to change is the finding; without one, the place where the sum stands.
        let (page, area) = match &found.repair {
            Some(repair) => (repair.page, &repair.area),
            None => (found.page, &found.area),
        };
        let inside = self
            .words
            .iter()
            .zip(&self.spots)
            .filter(|(word, _)| word.page == page && within(&word.area, area));
        let areas = inside.map(|(_, spot)| spot.print.area(spot.word.part));
        let id = match (found.strength, &found.repair) {
            (Strength::Proven, Some(_)) => &SUM_BROKEN_IN_PICTURE,
            _ => &SUM_UNLIKELY_IN_PICTURE,
        };
        Some(Signal {
            field: (!found.field.is_empty()).then(|| found.field.clone()),
            old_value: found
                .repair
                .as_ref()
                .map(|repair| repair.should_read.clone()),
            new_value: found.repair.as_ref().map(|repair| repair.printed.clone()),
            ..Signal::new(
                id,
                Place::Page {
                    page,
                    area: Some(areas.reduce(|a, b| a.union(&b))?),
                },
                found.evidence.clone(),
            )
        })
    }
}

/// Whether a disagreement is one of a few numbers that stand together.
fn of_rows(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::RunningBalance | Kind::LineProduct | Kind::RowSum | Kind::TaxSum | Kind::AmountDue
    )
}

/// Whether a disagreement is one of amounts: what identifiers and dates say hangs on single letters.
fn sums(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::RunningBalance
            | Kind::OpeningPlusMovements
            | Kind::PeriodTotals
            | Kind::Total
            | Kind::LineProduct
            | Kind::RowSum
            | Kind::TaxSum
            | Kind::AmountDue
            | Kind::NetPay
            | Kind::YearToDate
            | Kind::Instalments
            | Kind::ToldTwice
    )
}

fn within(word: &[f64; 4], area: &[f64; 4]) -> bool {
    let (x, y) = ((word[0] + word[2]) / 2.0, (word[1] + word[3]) / 2.0);
    (area[0]..=area[2]).contains(&x) && (area[1]..=area[3]).contains(&y)
}

/// The digits of a value.
fn figures(text: &str) -> Vec<char> {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// A value as the net spells it.
fn notation(value: &str) -> String {
    let plain = value.chars().map(|c| match c {
        '\u{a0}' | '\u{202f}' => ' ',
        '\u{2019}' => '\'',
        '\u{2212}' | '\u{2013}' => '-',
        _ => c,
    });
    plain.collect()
}

/// The bytes of a line where it prints a value.
fn printed(line: &Line, value: &str) -> Option<Range<usize>> {
    let value = notation(value);
    let from = line.text.find(&value)?;
    Some(from..from + value.len())
}
