//! Honest documents whose numbers only seem to disagree. None of them may raise anything.

use super::layout::{check, words};

#[track_caller]
fn silent(text: &str) {
    let found = check(&words(text));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn lines_rounded_one_by_one() {
    // Eight lines of 41.1765 and 0.8403 rounded to cents add up to 87.40; the net was rounded once.
    silent(
        "
 Pos   Produkt                     Menge        Preis        Netto
 1     EQ4 #57811                      1    41,1765 €      41,18 €
 2     zusätzliche IP                  1     0,8403 €       0,84 €
 3     zusätzliche IP                  1     0,8403 €       0,84 €
 4     zusätzliche IP                  1     0,8403 €       0,84 €
 5     EX40 #253154                    1    41,1765 €      41,18 €
 6     zusätzliche IP                  1     0,8403 €       0,84 €
 7     zusätzliche IP                  1     0,8403 €       0,84 €
 8     zusätzliche IP                  1     0,8403 €       0,84 €
                                                Netto      87,39 €
                                          USt. (19 %)      16,61 €
                                               Brutto     104,00 €
",
    );
    silent(
        "
 Description             Hours      Rate       Amount
 Kitting                    28    10.5000       288.75
 Copies                  1,210     0.0100        12.10
 Power                   1,000     0.0520        52.00
 Bags                    3,500     0.0105        36.75
 Levy                    1,000     0.0205        20.50
                                  Subtotal       410.10
",
    );
}

#[test]
fn payments_deposits_and_raised_cents() {
    silent(
        "
 Subtotal                     350.00
 VAT 20 %                      70.00
 Total                        420.00
 Deposit paid 2 May           100.00
 Balance due                  320.00
",
    );
    // The deposit is told elsewhere.
    silent(
        "
 A deposit of 100.00 was received on 2 May.
 Subtotal                     350.00
 VAT 20 %                      70.00
 Total                        420.00
 Balance due                  320.00
",
    );
    silent(
        "
 Zwischensumme             CHF     97.20
 MwSt. 8.1 %               CHF      7.87
 Rundung                   CHF     -0.02
 Gesamtbetrag              CHF    105.05
",
    );
    silent(
        "
 Zwischensumme             CHF     97.20
 MwSt. 8.1 %               CHF      7.87
 Gesamtbetrag              CHF    105.05
",
    );
    silent(
        "
 Subtotal                      99.00
 Shipping                       7.50
 Gift wrap                      3.00
 Tax                            8.76
 Total                        118.26
",
    );
    // A charge the labels do not name.
    silent(
        "
 Subtotal                     500.00
 Kranpauschale                 45.00
 VAT 20 %                     100.00
 Total                        645.00
",
    );
}

#[test]
fn prices_with_the_tax_inside() {
    silent(
        "
 Artikel                  Aantal     Prijs per stuk       BTW     Prijs incl. BTW
 Sleeve                        2            € 99,99       21%            € 199,98
 MacBook Pro                   1         € 2.321,00       21%          € 2.321,00
 Office                        1           € 124,99       21%            € 124,99
                                                    Subtotaal          € 2.645,97
                                                   Totaal BTW            € 459,22
                                                       Totaal          € 2.645,97
",
    );
    silent(
        "
 Total                      €119.00
 of which VAT 19 %           €19.00
 Net                        €100.00
",
    );
}

#[test]
fn discounts_inside_lines() {
    silent(
        "
 Description                 Quantity      Unit Price    Disc.     Amount
 Nougat 250g                        8          4.55 €      10%     32.76 €
 Biscuits 300g                     20          3.20 €              64.00 €
 Huile d'olive                    100         19.80 €           1,980.00 €
 Miel                               3         12.00 €              36.00 €
 Savon                             12          2.50 €              30.00 €
                                              Net total         2,142.76 €
                                              Tax Total             0.00 €
                                                  Total         2,142.76 €
",
    );
    silent(
        "
 Description                 Quantity      Unit Price       Amount
 Chairs                             4          50.00        190.00
 Tables                             2         120.00        240.00
 Lamps                              3          20.00         60.00
                                            Subtotal        490.00
                                               Total        490.00
",
    );
}

#[test]
fn subtotals_and_other_totals_inside_tables() {
    silent(
        "
 Region              Units       Revenue
 North                  12      1,200.00
 South                   9        890.00
 Subtotal               21      2,090.00
 East                    4        410.00
 West                    7        730.50
 Subtotal               11      1,140.50
 Grand total            32      3,230.50
",
    );
    // The last column is an average: its total is no sum.
    silent(
        "
 Item             Quantity       Amount      Average
 A                      10       100.00        10.00
 B                      20       300.00        15.00
 C                      30       330.00        11.00
 Total                  60       730.00        12.17
",
    );
    // Rounded percentages add up to 99.9.
    silent(
        "
 Share             %        Amount
 A             33.3 %       100.00
 B             33.3 %       100.00
 C             33.3 %       100.00
 Total        100.0 %       300.00
",
    );
    silent(
        "
 Technicians              Parts
 A. Rivera         4h     Intake filter (set)      $45.00
 J. Lee            3h     Drive belt               $32.00
 Total hours       7h     Sealant                   $9.00
                          Parts total              $86.00
",
    );
}

#[test]
fn credit_notes_and_quantities_with_decimals() {
    silent(
        "
 Article           Menge        Preis         Betrag
 Rückgabe A         -2,5        12,40         -31,00
 Rückgabe B           -4         9,99         -39,96
 Rückgabe C       -0,750        80,00         -60,00
                        Nettobetrag         -130,96
                        USt. 19 %            -24,88
                        Gutschriftsbetrag brutto -155,84
",
    );
}

#[test]
fn statements_of_two_accounts() {
    silent(
        "
 Account 1
 Date         Details                   Amount       Balance
 01/03/2024   Opening balance                       1,000.00
 02/03/2024   Card                      -20.00        980.00
 03/03/2024   Card                      -30.00        950.00
 13/03/2024   Salary                  2,000.00      2,950.00
 14/03/2024   Rent                     -800.00      2,150.00
 Account 2
 Date         Details                   Amount       Balance
 01/03/2024   Opening balance                       7,000.00
 05/03/2024   Interest                   12.50      7,012.50
 15/03/2024   Transfer                 -500.00      6,512.50
 25/03/2024   Transfer                 -250.00      6,262.50
 29/03/2024   Interest                    3.10      6,265.60
",
    );
}

#[test]
fn pending_rows_and_information_lines() {
    silent(
        "
 Date         Details                             Amount       Balance
 Pending      Card payment Amazon                 -45.00
 Pending      Card payment Uber                   -12.80
 29/03/2024   Gas                                 -72.31      2,111.56
 22/03/2024   Refund IKEA                          89.00      2,183.87
 18/03/2024   IKEA                               -310.00      2,094.87
 15/03/2024   Hotel Paris EUR 120.00 rate 1.17   -102.56      2,404.87
 12/03/2024   Cash                               -120.00      2,507.43
 11/03/2024   Transfer                           -100.00      2,627.43
",
    );
}

#[test]
fn rows_nobody_can_read_excuse_the_row() {
    // Recognised text: O for 0 in the amount that is missing from the sum.
    silent(
        "
 Date         Details                   Amount       Balance
 01/03/2024   Opening balance                       1,000.00
 02/03/2024   Card                      -20.00        980.00
 03/03/2024   Card                      -3O.00        950.00
 13/03/2024   Salary                  2,000.00      2,950.00
 14/03/2024   Rent                     -800.00      2,150.00
 15/03/2024   Gym                       -25.00      2,125.00
 16/03/2024   Gym                       -35.00      2,090.00
",
    );
}

#[test]
fn masked_and_example_identifiers() {
    silent(
        "
 IBAN: DE54 5004 **** **** **** 00      Card number: **** **** **** 4471
 IBAN: DE89 3704 0044 0532 0130 00      Card number 4111 1111 1111 1111
 IBAN: XX12 3456 7890 1234 5678 90      IBAN DE00 1234 5678 9012 3456 78
 USt-IdNr. DE123456789                  Routing number 123456789
 Invoice 4111111111111112               Order RF12 ABCD
",
    );
}

#[test]
fn words_and_figures_that_agree() {
    silent(
        "
 Total                             1,234.56
 Amount in words: one thousand two hundred and thirty-four pounds and fifty-six pence only
",
    );
    silent(
        "
 Gesamtbetrag                      2.300,00 EUR
 In Worten: zweitausenddreihundert Euro
",
    );
    // Cents are left out in the words.
    silent(
        "
 Grand Total                   Rs. 12,500.75
 Rupees Twelve Thousand Five Hundred Only
",
    );
}

#[test]
fn thousands_of_unrelated_numbers() {
    let mut dice = super::maker::Dice::new(3);
    let mut text = String::from("Key figures        Q1        Q2        Q3        Q4\n");
    for row in 0..300 {
        text += &format!(" Indicator {row:<4}");
        for _ in 0..4 {
            text += &format!("{:>10}.{:02}", dice.below(9_000), dice.below(100));
        }
        text += if row % 60 == 59 { "\n\u{c}" } else { "\n" };
    }
    silent(&text);
}

#[test]
fn two_currencies() {
    silent(
        "
 Subtotal                     EUR 100.00
 VAT 19 %                     EUR  19.00
 Total                        EUR 119.00
 Total                        USD 129.71
 Exchange rate                    1.0900
",
    );
}

#[test]
fn gross_pay_and_net_pay_with_something_between() {
    silent(
        "
 Basic salary                 3,000.00
 Bonus                          400.00
 Gross pay                    3,400.00
 Income tax                     510.00
 Pension                        120.00
 Total deductions               630.00
 Expenses refunded               85.20
 Net pay                      2,855.20
",
    );
}
