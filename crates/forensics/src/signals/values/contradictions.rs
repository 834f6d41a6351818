//! Values that contradict each other, with the one that would make everything agree again.

use assay_pdf::Area;

use crate::facts::Facts;
use assay_values::{Disagreement, Kind, Strength};

use crate::signal::{Declaration, Place, Signal};

declare! {
    BALANCE_BROKEN = "balance_broken" {
        rank: 280, module: "values", severity: High, scored: true, proves: Content, cause: "values",
        meaning: "A running balance or the totals of a period do not add up, and one value would mend it.",
        matters: "A forger changes one number, and the numbers that depend on it stay.",
        benign: "Samples with made-up amounts.",
    }

    SUM_BROKEN = "sum_broken" {
        rank: 290, module: "values", severity: High, scored: true, proves: Content, cause: "values",
        meaning: "Sums of the document do not add up, and one value would mend them.",
        matters: "A forger changes one number, and the numbers that depend on it stay.",
        benign: "Samples with made-up amounts.",
    }

    PRINT_DIFFERS_FROM_DATA = "print_differs_from_data" {
        rank: 320, module: "values", severity: High, scored: true, proves: Content, cause: "values",
        meaning: "The invoice data embedded in the file give another value than the page prints.",
        matters: "Who changes the print leaves the data that the file carries as they were.",
        benign: "Data of another invoice attached by mistake; samples put together by hand.",
    }

    PRINT_DIFFERS_FROM_CODE = "print_differs_from_code" {
        rank: 330, module: "values", severity: High, scored: true, proves: Content, cause: "values",
        meaning: "A QR code on the page says another amount, account, reference or date than the print beside it.",
        matters: "Who changes the print leaves the code beside it as it was.",
        benign: "Codes that ask for a part of the total, or lead to the account of a collector.",
    }

    AMOUNT_IN_WORDS_DIFFERS = "amount_in_words_differs" {
        rank: 340, module: "values", severity: High, scored: true, proves: Content, cause: "values",
        meaning: "An amount in words is another one than in figures.",
        matters: "Who changes the figures leaves the words as they were.",
        benign: "Misprints of a person who wrote both by hand.",
    }

    CHECK_DIGITS_WRONG = "check_digits_wrong" {
        rank: 350, module: "values", severity: Medium, scored: true, proves: Content, cause: "identifiers",
        meaning: "An identifier fails its own check digits.",
        matters: "The check digits follow from all other digits: who changes one of them breaks the rule.",
        benign: "Samples with invented numbers; misprints of a person who typed it.",
    }

    SUM_UNLIKELY = "sum_unlikely" {
        rank: 360, module: "values", severity: Medium, scored: true, proves: Content, cause: "values",
        meaning: "A sum of the document does not add up, and its reading is likely but not certain.",
        matters: "A forger changes one number, and the numbers that depend on it stay.",
        benign: "Deposits, discounts and roundings that the document does not print.",
    }

    SUM_FAR_OFF = "sum_far_off" {
        rank: 365, module: "values", severity: Low, scored: true, proves: Content, cause: "values",
        meaning: "A sum of the document does not add up, and no slip of one or two digits explains it.",
        matters: "A forger who replaces a number altogether breaks the sums that it stands in.",
        benign: "Numbers that belong to other sums; deposits, discounts and roundings that the document does not print.",
    }

    DATES_OR_FORMATS_DISAGREE = "dates_or_formats_disagree" {
        rank: 370, module: "values", severity: Low, scored: false, proves: Content, cause: "values",
        meaning: "A date or the notation of a number does not fit the others.",
        matters: "A forger changes one number, and the numbers that depend on it stay.",
        benign: "Value dates, late postings, letters typed by hand.",
    }

    VALUES_UNCLEAR = "values_unclear" {
        rank: 380, module: "values", severity: Low, scored: false, proves: Content, cause: "values",
        meaning: "Values do not agree in one way of reading them.",
        matters: "A forger changes one number, and the numbers that depend on it stay.",
        benign: "Whatever the document does not print.",
    }
}

/// Findings listed: the gravest come first.
const LISTED: usize = 12;
/// What the other numbers of the page speak against.
pub(crate) static SUMS: [&Declaration; 4] =
    [&BALANCE_BROKEN, &SUM_BROKEN, &SUM_UNLIKELY, &SUM_FAR_OFF];

/// Digits that one change of a value concerns.
const SLIP: usize = 2;

/// *Sees* sums, balances, check digits, words and dates that do not agree.
/// *Honest files*: samples with made-up amounts, roundings, deposits; what can be read in two ways is not reported.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for found in facts.values.disagreements.iter().take(LISTED) {
        signals.push(signal(found));
    }
}

fn declared(found: &Disagreement) -> &'static Declaration {
    match (found.strength, found.kind) {
        (Strength::Weak, _) => &VALUES_UNCLEAR,
        (
            _,
            Kind::DateOrder
            | Kind::DateOutsidePeriod
            | Kind::ImpossibleDate
            | Kind::WeekdayName
            | Kind::NumberFormat,
        ) => &DATES_OR_FORMATS_DISAGREE,
        (
            _,
            Kind::IbanCheck
            | Kind::CardCheck
            | Kind::AbaCheck
            | Kind::CreditorReference
            | Kind::VatId
            | Kind::NationalId,
        ) => &CHECK_DIGITS_WRONG,
        (_, Kind::EmbeddedData) => &PRINT_DIFFERS_FROM_DATA,
        (_, Kind::MachineCode) => &PRINT_DIFFERS_FROM_CODE,
        (_, Kind::AmountInWords) => &AMOUNT_IN_WORDS_DIFFERS,
        (Strength::Likely, _) if is_a_slip_of_digits(found) => &SUM_UNLIKELY,
        (Strength::Likely, _) => &SUM_FAR_OFF,
        (
            Strength::Proven,
            Kind::RunningBalance | Kind::OpeningPlusMovements | Kind::PeriodTotals,
        ) => &BALANCE_BROKEN,
        (Strength::Proven, _) => &SUM_BROKEN,
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

fn signal(found: &Disagreement) -> Signal {
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
    let area = Area::between(area[0], area[1], area[2], area[3]);
    Signal {
        field: (!found.field.is_empty()).then(|| found.field.clone()),
        old_value: expected.cloned(),
        new_value: (!printed.is_empty()).then(|| printed.clone()),
        ..Signal::new(
            declared(found),
            Place::Page {
                page,
                area: Some(area),
            },
            found.evidence.clone(),
        )
    }
}
