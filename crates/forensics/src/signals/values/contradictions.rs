//! Values that contradict each other, with the one that would make everything agree again.

use assay_pdf::Area;

use crate::facts::Facts;
use crate::values::{self, Disagreement, Invoice, Kind, MachineCode, Strength, Word};

use super::{Place, Signal};

/// Findings listed: the gravest come first.
const LISTED: usize = 12;
/// Words next below and above that may lie over a word: those of its own line and the lines beside it.
const NEIGHBOURS: usize = 60;
/// Pairs of words compared in one file.
const COMPARISONS: usize = 20_000_000;
/// Share of a word from which on another one painted over it takes its place.
const COVERED: f64 = 0.4;

/// *Sees* sums, balances, check digits, words and dates that do not agree.
/// *Matters* because a forger changes one number, and the numbers that depend on it stay.
/// *Honest files*: samples with made-up amounts, roundings, deposits; what can be read in two ways is not reported.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let examined = values::examine_with(&words(facts), &invoices(facts), &codes(facts));
    for found in examined.disagreements.iter().take(LISTED) {
        signals.push(signal(facts, found));
    }
}

/// The invoices that the file carries as data.
pub fn invoices(facts: &Facts<'_>) -> Vec<Invoice> {
    let attachments = facts.attachments.iter();
    attachments
        .filter_map(|file| Invoice::read(&file.data))
        .collect()
}

/// The codes on the pages.
pub fn codes(facts: &Facts<'_>) -> Vec<MachineCode> {
    let codes = facts.codes.iter();
    codes
        .filter_map(|code| {
            Some(MachineCode {
                page: code.page,
                area: facts.page(code.page)?.bbox(&code.area),
                text: code.text.clone(),
            })
        })
        .collect()
}

/// The words that a person reads upright, on all pages; of two painted in one place the one on top.
pub fn words(facts: &Facts<'_>) -> Vec<Word> {
    let mut words = Vec::new();
    let mut left = COMPARISONS;
    for page in &facts.pages {
        let read = page.lines.iter().flat_map(|line| &line.words);
        let mut upright: Vec<_> = read.filter(|word| word.angle == page.upright()).collect();
        upright.sort_by(|a, b| a.area.y0.total_cmp(&b.area.y0));
        for (at, word) in upright.iter().enumerate() {
            let below = upright.iter().take(at).rev().take(NEIGHBOURS);
            let above = upright.iter().skip(at + 1).take(NEIGHBOURS);
            let near = below.chain(above);
            let covered = left > 0
                && near.clone().any(|other| {
                    other.order.0 > word.order.1 && word.area.covered_by(&other.area) > COVERED
                });
            left = left.saturating_sub(NEIGHBOURS * 2);
            if !covered {
                words.push(Word {
                    page: page.page.number,
                    area: page.bbox(&word.area),
                    text: word.text.clone(),
                });
            }
        }
    }
    words
}

fn id(found: &Disagreement) -> &'static str {
    match (found.strength, found.kind) {
        (Strength::Weak, _) => "values_unclear",
        (
            _,
            Kind::DateOrder
            | Kind::DateOutsidePeriod
            | Kind::ImpossibleDate
            | Kind::WeekdayName
            | Kind::NumberFormat,
        ) => "dates_or_formats_disagree",
        (
            _,
            Kind::IbanCheck
            | Kind::CardCheck
            | Kind::AbaCheck
            | Kind::CreditorReference
            | Kind::VatId
            | Kind::NationalId,
        ) => "check_digits_wrong",
        (_, Kind::EmbeddedData) => "print_differs_from_data",
        (_, Kind::MachineCode) => "print_differs_from_code",
        (_, Kind::AmountInWords) => "amount_in_words_differs",
        (Strength::Likely, _) => "sum_unlikely",
        (
            Strength::Proven,
            Kind::RunningBalance | Kind::OpeningPlusMovements | Kind::PeriodTotals,
        ) => "balance_broken",
        (Strength::Proven, _) => "sum_broken",
    }
}

fn signal(facts: &Facts<'_>, found: &Disagreement) -> Signal {
    // The value to change is the finding; without one, the value that does not fit.
    let (page, area, printed, expected) = match &found.repair {
        Some(repair) => (
            repair.page,
            repair.area,
            &repair.printed,
            Some(&repair.should_read),
        ),
        None => (
            found.page,
            found.area,
            &found.found,
            found.expected.as_ref(),
        ),
    };
    let corner = facts.page(page).map_or((0.0, 0.0), |page| {
        (page.page.crop_box.x0, page.page.crop_box.y0)
    });
    let area = Area::between(
        area[0] + corner.0,
        area[1] + corner.1,
        area[2] + corner.0,
        area[3] + corner.1,
    );
    Signal {
        field: (!found.field.is_empty()).then(|| found.field.clone()),
        old_value: expected.cloned(),
        new_value: (!printed.is_empty()).then(|| printed.clone()),
        ..Signal::new(
            id(found),
            Place::Page {
                page,
                area: Some(area),
            },
            found.evidence.clone(),
        )
    }
}
