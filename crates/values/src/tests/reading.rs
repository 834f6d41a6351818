//! Amounts as they are printed in different countries.

use super::layout::words;
use crate::Word;
use crate::dates::Dates;
use crate::layout::Sheet;
use crate::numbers::{Amount, Decimal, Nature, Notation, amounts};

fn read(text: &str) -> (Vec<Amount>, Notation) {
    let sheet = Sheet::new(&words(text));
    let dates = Dates::find(&sheet);
    amounts::find(&sheet, &dates)
}

fn values(text: &str) -> Vec<String> {
    read(text).0.iter().map(plain).collect()
}

fn plain(amount: &Amount) -> String {
    let (whole, fraction) = amount.value.digits(2);
    let sign = if amount.value.is_negative() { "-" } else { "" };
    format!("{sign}{whole}.{fraction}")
}

#[test]
fn thousands_split_by_spaces_are_one_number() {
    assert_eq!(
        values("Saldo 12 345,67 €\nUmsatz 1 000,00 €"),
        ["12345.67", "1000.00"]
    );
    assert_eq!(values("Saldo 1 234 567,89"), ["1234567.89"]);
    // Quantity and price stand apart.
    assert_eq!(
        values("2      500,00   1 000,00\n1    1 200,00   1 200,00"),
        ["2.00", "500.00", "1000.00", "1.00", "1200.00", "1200.00"]
    );
    // Forint have no decimals; a year beside a number of something is no sum of money.
    assert_eq!(
        values("Nettó 12 345 Ft\nÁFA 3 333 Ft\n4 500"),
        ["12345.00", "3333.00", "4500.00"]
    );
    assert_eq!(values("4 500"), ["4.00", "500.00"]);
    // Where thousands are grouped by dots, a space ends a number.
    assert_eq!(
        values("7 500,00  1.234,56  2.345,67"),
        ["7.00", "500.00", "1234.56", "2345.67"]
    );
}

#[test]
fn the_blank_of_a_monospaced_font_joins_thousands() {
    let word = |x: f64, text: &str| Word {
        page: 1,
        area: [x, 100.0, x + 5.4 * text.len() as f64, 107.1],
        text: text.into(),
    };
    let line = [word(50.0, "22"), word(66.2, "572,80"), word(120.0, "95,10")];
    let sheet = Sheet::new(&line);
    let found = amounts::find(&sheet, &Dates::find(&sheet)).0;
    let found: Vec<String> = found.iter().map(plain).collect();
    assert_eq!(found, ["22572.80", "95.10"]);
}

#[test]
fn signs_stand_on_either_side() {
    assert_eq!(
        values("- 12,50   12,50-   12,50 -   (12,50)   −12,50   +12,50"),
        ["-12.50", "-12.50", "-12.50", "-12.50", "-12.50", "12.50"]
    );
    assert_eq!(values("5 - 20"), ["5.00", "20.00"]);
    assert_eq!(
        values("100.00 Cr\n20.00 Dr\n30.00CR"),
        ["100.00", "-20.00", "30.00"]
    );
    assert_eq!(
        values("100.00\n20.00 CR\n80.00"),
        ["100.00", "-20.00", "80.00"]
    );
    assert_eq!(
        values("100,00 H\n20,00 S\n80,00 H"),
        ["100.00", "-20.00", "80.00"]
    );
    assert_eq!(
        values("100,00 S\n20,00\n80,00"),
        ["100.00", "20.00", "80.00"]
    );
}

#[test]
fn currencies_percents_and_dates_are_told_apart() {
    let (amounts, _) = read("12.03.2024  Rent  € 1.234,56  19 %  7%  5 Stk  3,00 EUR");
    let natures: Vec<Nature> = amounts.iter().map(|a| a.nature).collect();
    assert_eq!(
        natures,
        [
            Nature::Money,
            Nature::Percent,
            Nature::Percent,
            Nature::Plain,
            Nature::Money
        ]
    );
    assert_eq!(amounts.first().and_then(|a| a.currency), Some("EUR"));
}

#[test]
fn other_values_are_printed_alike() {
    for (text, value, expected) in [
        ("1.234,56", "1434.56", "1.434,56"),
        ("€1,234.56", "999.90", "€999.90"),
        ("1'234.50 9'000.00", "1034.5", "1'034.50"),
        ("₹1,23,456.00", "223456", "₹2,23,456.00"),
        ("1 234,56", "12345.6", "12 345,60"),
        ("950,00 1.000,00", "1950", "1.950,00"),
        ("1234.56", "7234.56", "7234.56"),
        ("(12.50)", "-13.5", "(13.50)"),
        ("12.50-", "11", "11.00"),
        ("-12.50", "-99", "-99.00"),
        ("12.50 Cr 1.00 Dr", "-12.5", "12.50 Dr"),
    ] {
        let (amounts, notation) = read(text);
        let (whole, fraction) = value
            .trim_start_matches('-')
            .split_once('.')
            .unwrap_or((value.trim_start_matches('-'), ""));
        let number = Decimal::from_digits(whole, fraction).unwrap_or_default();
        let number = if value.starts_with('-') {
            -number
        } else {
            number
        };
        let printed = amounts.first().map(|a| a.print(number, &notation));
        assert_eq!(printed.as_deref(), Some(expected), "{text}");
    }
}
