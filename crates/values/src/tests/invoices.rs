//! Invoices and payslips of several countries, genuine and with one value changed.

use super::layout::{check, words};
use crate::finding::{Disagreement, Kind, Strength};

fn altered(text: &str, old: &str, new: &str) -> Vec<Disagreement> {
    assert!(text.contains(old), "the document prints {old}");
    assert!(
        check(&words(text)).is_empty(),
        "genuine: {:#?}",
        check(&words(text))
    );
    // The last print: heads and lines come before the foot.
    let at = text.rfind(old).unwrap_or_default();
    check(&words(&format!(
        "{}{new}{}",
        &text[..at],
        &text[at + old.len()..]
    )))
}

#[track_caller]
fn one(found: Vec<Disagreement>, kind: Kind, shown: &str, expected: &str, strength: Strength) {
    let [finding] = found.as_slice() else {
        panic!("one finding, not {found:#?}");
    };
    assert_eq!(
        (
            finding.kind,
            finding.found.as_str(),
            finding.expected.as_deref(),
            finding.strength
        ),
        (kind, shown, Some(expected), strength),
        "{finding:#?}"
    );
}

const GERMAN: &str = "
 Pos   Bezeichnung                 Menge   Einzelpreis        Gesamt
 1     Amboss 250 kg                   2      1.000,00      2.000,00
 2     Kette                          30         10,00        300,00
 3     Transport                       1        120,00        120,00
                                           Summe netto      2.420,00
                                      Umsatzsteuer 19%        459,80
                                       Rechnungsbetrag      2.879,80
";

#[test]
fn a_german_invoice() {
    one(
        altered(GERMAN, "2.420,00", "2.920,00"),
        Kind::Total,
        "2.920,00",
        "2.420,00",
        Strength::Proven,
    );
    one(
        altered(GERMAN, "459,80", "159,80"),
        Kind::TaxSum,
        "159,80",
        "459,80",
        Strength::Proven,
    );
    one(
        altered(GERMAN, "2.879,80", "2.379,80"),
        Kind::TaxSum,
        "2.379,80",
        "2.879,80",
        Strength::Likely,
    );
    one(
        altered(GERMAN, "300,00", "900,00"),
        Kind::Total,
        "900,00",
        "300,00",
        Strength::Proven,
    );
}

const AMERICAN: &str = "
 INVOICE #101138                                 Amount Due   $1,296.00
 Item                     Rate      Quantity          Price
 Consultation          $150.00             4        $600.00
 Review                 $75.00             8        $600.00
                                    Subtotal      $1,200.00
                             Sales tax 8.00%         $96.00
                                       Total      $1,296.00
                                 Balance Due      $1,296.00
";

#[test]
fn an_american_invoice_with_its_total_in_three_places() {
    one(
        altered(AMERICAN, "$1,200.00", "$1,100.00"),
        Kind::Total,
        "$1,100.00",
        "$1,200.00",
        Strength::Proven,
    );
    one(
        altered(AMERICAN, "$96.00", "$76.00"),
        Kind::TaxSum,
        "$76.00",
        "$96.00",
        Strength::Proven,
    );
    // All three changed alike: only the sum tells.
    let text = AMERICAN.replace("$1,296.00", "$1,996.00");
    let found = check(&words(&text));
    one(
        found,
        Kind::TaxSum,
        "$1,996.00",
        "$1,296.00",
        Strength::Likely,
    );
}

const FRENCH: &str = "
 Désignation                      Quantité    Prix unitaire     Montant HT
 Nougat de l'Abbaye                     20           4,55 €        91,00 €
 Biscuits aux raisins                   15           3,20 €        48,00 €
 Huile d'olive                         125          19,80 €     2 475,00 €
                                                   Total HT     2 614,00 €
                                                   TVA 20 %       522,80 €
                                                  Total TTC     3 136,80 €
                                              Acompte versé     1 000,00 €
                                              Reste à payer     2 136,80 €
";

#[test]
fn a_french_invoice_with_a_deposit() {
    one(
        altered(FRENCH, "3 136,80 €", "8 136,80 €"),
        Kind::TaxSum,
        "8 136,80",
        "3 136,80",
        Strength::Proven,
    );
    one(
        altered(FRENCH, "2 475,00 €", "2 975,00 €"),
        Kind::Total,
        "2 975,00",
        "2 475,00",
        Strength::Proven,
    );
    one(
        altered(FRENCH, "2 614,00 €", "2 014,00 €"),
        Kind::Total,
        "2 014,00",
        "2 614,00",
        Strength::Proven,
    );
}

const SWEDISH: &str = "
 Beskrivning                  Antal         à-pris        Belopp
 Konsulttimmar                   16       1 250,00     20 000,00
 Resa                             2         860,00      1 720,00
                                            Netto     21 720,00
                                       Moms 25 %       5 430,00
                                   Totalt inkl. moms  27 150,00
                                     Att betala       27 150,00
";

#[test]
fn a_swedish_invoice() {
    one(
        altered(SWEDISH, "5 430,00", "6 430,00"),
        Kind::TaxSum,
        "6 430,00",
        "5 430,00",
        Strength::Proven,
    );
    one(
        altered(SWEDISH, "20 000,00", "90 000,00"),
        Kind::Total,
        "90 000,00",
        "20 000,00",
        Strength::Proven,
    );
}

const ITALIAN: &str = "
 Aliquota IVA        Imponibile       Imposta         Totale
      22 %             1.150,00        253,00       1.403,00
      10 %               340,00         34,00         374,00
       4 %               900,00         36,00         936,00
      22 %                50,00         11,00          61,00
    Totale             2.440,00        334,00       2.774,00
";

#[test]
fn a_table_of_taxes_by_rate() {
    one(
        altered(ITALIAN, "340,00", "840,00"),
        Kind::Total,
        "840,00",
        "340,00",
        Strength::Proven,
    );
    one(
        altered(ITALIAN, "936,00", "336,00"),
        Kind::Total,
        "336,00",
        "936,00",
        Strength::Proven,
    );
    one(
        altered(ITALIAN, "2.774,00", "9.774,00"),
        Kind::Total,
        "9.774,00",
        "2.774,00",
        Strength::Proven,
    );
}

const WORDS: &str = "
 Description                      Qty        Rate          Amount
 Cotton shirts                     40      450.00       18,000.00
 Wool scarves                      25      310.00        7,750.00
                                        Sub Total       25,750.00
                                         GST 18 %        4,635.00
                                      Grand Total       30,385.00
 Amount in words: Rupees Thirty Thousand Three Hundred Eighty Five Only
";

#[test]
fn an_amount_in_words() {
    one(
        altered(WORDS, "30,385.00", "80,385.00"),
        Kind::TaxSum,
        "80,385.00",
        "30,385.00",
        Strength::Proven,
    );
    let receipt = "
 Received with thanks the sum of two thousand five hundred dollars only
 Total                             2,500.00
";
    one(
        altered(receipt, "2,500.00", "7,500.00"),
        Kind::AmountInWords,
        "7,500.00",
        "2,500.00",
        Strength::Likely,
    );
}

const PAYSLIP: &str = "
 Pay slip March 2024                  This period      Year to date
 Basic salary                            3,250.00          9,750.00
 Overtime                                  184.50            402.75
 Travel allowance                          120.00            360.00
 Gross pay                               3,554.50         10,512.75

 Income tax                                571.20          1,690.33
 National insurance                        226.14            668.90
 Pension                                   162.50            487.50
 Total deductions                          959.84          2,846.73

 Net pay                                 2,594.66          7,666.02
";

#[test]
fn a_payslip() {
    one(
        altered(PAYSLIP, "3,554.50", "8,554.50"),
        Kind::Total,
        "8,554.50",
        "3,554.50",
        Strength::Proven,
    );
    one(
        altered(PAYSLIP, "2,594.66", "5,594.66"),
        Kind::NetPay,
        "5,594.66",
        "2,594.66",
        Strength::Likely,
    );
    one(
        altered(PAYSLIP, "959.84", "459.84"),
        Kind::Total,
        "459.84",
        "959.84",
        Strength::Proven,
    );
    // Which of three entries was changed the sums do not tell; that one was, they do.
    let found = altered(PAYSLIP, "184.50", "984.50");
    assert!(
        matches!(found.as_slice(), [f] if f.kind == Kind::Total && f.strength <= Strength::Likely),
        "{found:#?}"
    );
}

#[test]
fn hours_times_rate_over_many_days() {
    let sheet = "
 Date          Hours        Rate        Amount
 04/03/2024     7.50       24.00        180.00
 05/03/2024     8.00       24.00        192.00
 06/03/2024     6.25       24.00        150.00
 07/03/2024     7.75       26.50        205.38
 08/03/2024     4.00       24.00         96.00
 11/03/2024     9.00       26.50        238.50
 18/03/2024     7.00       24.00        168.00
 Total         49.50                  1,229.88
";
    one(
        altered(sheet, "150.00", "750.00"),
        Kind::Total,
        "750.00",
        "150.00",
        Strength::Proven,
    );
}

const POLICY: &str = "
 Cover             Sum insured      Premium
 Building          $350,000.00       274.07
 Contents          $120,000.00       299.04
 Liability         $950,000.00       269.97
 Total                              $843.08
";

#[test]
fn a_lone_total_one_digit_off() {
    // Any of the four may be the altered one.
    let found = altered(POLICY, "$843.08", "$943.08");
    let kinds: Vec<_> = found.iter().map(|it| (it.kind, it.strength)).collect();
    assert_eq!(kinds, [(Kind::Total, Strength::Likely); 4]);
    assert!(found.iter().all(|it| it.expected.is_none()), "{found:#?}");
    // A fee that no line names, a rebate, another list altogether.
    for total in ["$853.08", "$833.08", "$913.58"] {
        assert!(altered(POLICY, "$843.08", total).is_empty(), "{total}");
    }
}

/// Rows named taxes are what deductions add up from; the net pay confirms their total.
const DEDUCTIONS: &str = "
 Earnings                   Amount      Deductions              Amount
 Basic Pay               62,500.00      Provident Fund        7,500.00
 House Rent              25,000.00      Professional Tax        200.00
 Special Pay             12,300.00      Income Tax (TDS)      9,140.00
 Gross Earnings          99,800.00      Total Deductions     16,840.00
 Net Pay                 82,960.00
";

#[test]
fn a_tax_among_deductions_is_an_entry_like_others() {
    for (old, new) in [("9,140.00", "2,140.00"), ("9,140.00", "9,640.00")] {
        let found = altered(DEDUCTIONS, old, new);
        let told = |it: &Disagreement| it.kind == Kind::Total && it.strength == Strength::Likely;
        assert!(found.iter().any(told), "{found:#?}");
    }
}
