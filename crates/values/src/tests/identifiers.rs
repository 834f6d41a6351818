//! Identifiers with check digits, and dates against the calendar and each other.

use super::layout::{check, words};
use crate::finding::{Disagreement, Kind, Strength};

fn only(text: &str) -> Disagreement {
    let mut found = check(&words(text));
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

#[test]
fn an_iban_altered_in_one_of_two_places_is_read_back_from_the_other() {
    let found = only(
        "
 Please pay to IBAN: DE89 3704 0044 0532 0190 00
 IBAN DE89370400440532013000
",
    );
    assert_eq!(
        (found.kind, found.strength),
        (Kind::IbanCheck, Strength::Proven)
    );
    assert_eq!(
        found.expected.as_deref(),
        Some("DE89 3704 0044 0532 0130 00")
    );
}

#[test]
fn national_check_digits_name_the_digit() {
    let found = only("IBAN BE68 5390 0754 7044");
    assert_eq!(found.expected.as_deref(), Some("BE68 5390 0754 7034"));
    assert_eq!(found.strength, Strength::Likely);
}

#[test]
fn made_up_accounts_of_countries_with_two_rules_are_weak_evidence() {
    let found = only("IBAN NO93 8601 1117 847");
    assert_eq!(found.expected.as_deref(), Some("NO93 8601 1117 947"));
    assert_eq!(found.strength, Strength::Likely);
    let found = only("IBAN FI37 4920 4718 3044 15");
    assert_eq!(
        (found.kind, found.strength),
        (Kind::IbanCheck, Strength::Weak)
    );
}

#[test]
fn tax_numbers_of_spain_britain_and_switzerland() {
    for (right, wrong, kind) in [
        ("IVA ESA58818501", "IVA ESA58818502", Kind::VatId),
        (
            "VAT Reg No GB 980 7806 84",
            "VAT Reg No GB 980 7806 85",
            Kind::NationalId,
        ),
        (
            "MWST-Nr. CHE-109.322.551",
            "MWST-Nr. CHE-109.322.552",
            Kind::NationalId,
        ),
    ] {
        assert!(check(&words(right)).is_empty(), "{right}");
        let found = only(wrong);
        assert_eq!((found.kind, found.strength), (kind, Strength::Weak));
    }
    // Without the country, nine digits are another's.
    assert!(check(&words("VAT Reg No 980 7806 85")).is_empty());
}

#[test]
fn the_account_number_printed_elsewhere_confirms_the_repair() {
    let found = only(
        "
 Account number 31926819      Sort code 60-16-13
 IBAN: GB29 NWBK 6016 1331 9268 79
",
    );
    assert_eq!(
        found.expected.as_deref(),
        Some("GB29 NWBK 6016 1331 9268 19")
    );
}

#[test]
fn made_up_ibans_are_weak_evidence() {
    let found = only("IBAN FR76 1254 2547 2569 8542 5874 698");
    assert_eq!(
        (found.kind, found.strength),
        (Kind::IbanCheck, Strength::Weak)
    );
}

#[test]
fn an_account_of_a_bank_that_is_named_needs_no_name() {
    // Right would be 79 and 22.
    let second =
        |number: &str| format!("IBAN DE89 3704 0044 0532 0130 00\n\n Savings\n\n {number}");
    let found = only(&second("DE79 3704 0044 0532 0140 12"));
    assert_eq!(found.kind, Kind::IbanCheck);
    for honest in ["DE79 3704 0044 0532 0190 00", "DE79 5001 0517 0532 0140 12"] {
        assert!(check(&words(&second(honest))).is_empty(), "{honest}");
    }
}

#[test]
fn labelled_numbers_are_checked_and_others_left_alone() {
    assert_eq!(
        only("Card number: 4539 1488 0343 6468").kind,
        Kind::CardCheck
    );
    assert_eq!(only("ABA routing number 021000088").kind, Kind::AbaCheck);
    assert_eq!(
        only("Reference RF18 5390 0754 7035").kind,
        Kind::CreditorReference
    );
    assert_eq!(
        only("Referenz 21 00000 00003 13947 14300 09018").kind,
        Kind::CreditorReference
    );
    assert_eq!(
        only("Mededeling +++090/9337/55494+++").kind,
        Kind::CreditorReference
    );
    assert_eq!(only("USt-IdNr. DE812871813").kind, Kind::VatId);
    assert!(
        check(&words(
            "Tracking 4539 1488 0343 6468  Part 021000088  Code DE812871813"
        ))
        .is_empty()
    );
}

const ROWS: [&str; 10] = [
    "01/03/2024   Opening balance                       1,000.00",
    "04/03/2024   Card                      -20.00        980.00",
    "06/03/2024   Card                      -30.50        949.50",
    "08/03/2024   Salary                  2,000.00      2,949.50",
    "13/03/2024   Rent                     -800.00      2,149.50",
    "14/03/2024   Gym                       -25.00      2,124.50",
    "18/03/2024   Card                      -11.20      2,113.30",
    "22/03/2024   Card                      -99.99      2,013.31",
    "25/03/2024   Transfer                  -50.00      1,963.31",
    "29/03/2024   Card                       -7.45      1,955.86",
];

fn statement(old: &str, new: &str) -> Vec<Disagreement> {
    let text = format!(
        "Statement period 01/03/2024 to 31/03/2024\n{}",
        ROWS.join("\n")
    );
    assert!(
        check(&words(&text)).is_empty(),
        "{:#?}",
        check(&words(&text))
    );
    check(&words(&text.replacen(old, new, 1)))
}

#[test]
fn a_row_out_of_order_or_period() {
    let found = statement("13/03/2024", "23/03/2024");
    assert!(
        matches!(found.as_slice(), [f] if f.kind == Kind::DateOrder && f.found == "23/03/2024"),
        "{found:#?}"
    );
    let found = statement("18/03/2024", "18/05/2024");
    assert!(
        found.iter().any(|f| f.kind == Kind::DateOutsidePeriod),
        "{found:#?}"
    );
    // Value dates honestly lag a few days.
    assert!(statement("13/03/2024", "15/03/2024").is_empty());
}

#[test]
fn days_and_weekdays_that_never_were() {
    let found = only("Issued 15.04.2024, due 31.04.2024");
    assert_eq!(
        (found.kind, found.found.as_str()),
        (Kind::ImpossibleDate, "31.04.2024")
    );
    let found = only("Dienstag, 13. März 2024");
    assert_eq!(
        (found.kind, found.expected.as_deref()),
        (Kind::WeekdayName, Some("Mittwoch"))
    );
    assert!(
        check(&words(
            "Mittwoch, den 13. März 2024 · Wednesday, 13 March 2024 · le mercredi 13 mars 2024"
        ))
        .is_empty()
    );
}

#[test]
fn entries_are_counted() {
    let text = format!("Number of transactions: 12\n{}", ROWS.join("\n"));
    let found = only(&text);
    assert_eq!(
        (found.kind, found.expected.as_deref()),
        (Kind::Count, Some("9"))
    );
    let text = format!("Number of transactions: 9\n{}", ROWS.join("\n"));
    assert!(check(&words(&text)).is_empty());
}

#[test]
fn one_number_in_another_notation() {
    let rows: Vec<String> = (1..12)
        .map(|n| format!("Item {n:<20}{:>12}", format!("{}.{:02}", n * 137, n * 7)))
        .collect();
    let text = rows.join("\n");
    assert!(check(&words(&text)).is_empty());
    let found = only(&text.replacen("685.35", "985,35", 1));
    assert_eq!(
        (found.kind, found.found.as_str()),
        (Kind::NumberFormat, "985,35")
    );
}
