//! Values that contradict each other, with the one that would make everything agree again.

use assay_pdf::Area;

use crate::facts::Facts;
use crate::values::{Disagreement, Kind, Strength};

use super::{Place, Signal};

/// Findings listed: the gravest come first.
const LISTED: usize = 12;
/// Digits that one change of a value concerns.
const SLIP: usize = 2;

/// *Sees* sums, balances, check digits, words and dates that do not agree.
/// *Matters* because a forger changes one number, and the numbers that depend on it stay.
/// *Honest files*: samples with made-up amounts, roundings, deposits; what can be read in two ways is not reported.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for found in facts.values.disagreements.iter().take(LISTED) {
        signals.push(signal(facts, found));
    }
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
        (Strength::Likely, _) if is_a_slip_of_digits(found) => "sum_unlikely",
        (Strength::Likely, _) => "sum_far_off",
        (
            Strength::Proven,
            Kind::RunningBalance | Kind::OpeningPlusMovements | Kind::PeriodTotals,
        ) => "balance_broken",
        (Strength::Proven, _) => "sum_broken",
    }
}

/// Whether one or two digits in their places make up the difference. Numbers that have nothing to do with each other differ
/// in any number of them: of 13 such sums that people looked at in real files, one was altered.
fn is_a_slip_of_digits(found: &Disagreement) -> bool {
    let (printed, expected) = match &found.repair {
        Some(repair) => (&repair.printed, Some(&repair.should_read)),
        None => (&found.found, found.expected.as_ref()),
    };
    let digits = |text: &str| -> Vec<char> { text.chars().filter(char::is_ascii_digit).collect() };
    expected.is_some_and(|expected| {
        let (printed, expected) = (digits(printed), digits(expected));
        let differ = printed.iter().zip(&expected).filter(|(a, b)| a != b);
        printed.len() == expected.len() && (1..=SLIP).contains(&differ.count())
    })
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
