//! Account statements as banks of different countries print them, genuine and with one value changed.

use super::layout::{check, words};
use crate::finding::{Disagreement, Kind, Strength};

fn altered(text: &str, old: &str, new: &str) -> Vec<Disagreement> {
    assert!(text.contains(old), "the document prints {old}");
    assert!(
        check(&words(text)).is_empty(),
        "genuine: {:#?}",
        check(&words(text))
    );
    check(&words(&text.replacen(old, new, 1)))
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

const BRITISH: &str = "
 Your account statement                                     1 March 2024 to 31 March 2024
 Date       Description                            Money out      Money in      Balance
 01 Mar     Start balance                                                      1,204.11
 02 Mar     Card payment to Tesco 4471                 23.40
 02 Mar     Direct debit to Water plc                  41.00                   1,139.71
 05 Mar     Received from ACME Ltd                                2,410.55     3,550.26
 06 Mar     Standing order rent                       950.00                   2,600.26
 09 Mar     Card payment to Shell                      61.15
 09 Mar     Card payment to Boots                       9.99
 09 Mar     Card payment to Costa                       4.25                   2,524.87
 12 Mar     Cash machine                              120.00                   2,404.87
 15 Mar     Balance carried forward                                            2,404.87
\u{c} Date       Description                            Money out      Money in      Balance
 15 Mar     Balance brought forward                                            2,404.87
 18 Mar     Card payment to IKEA                      310.00                   2,094.87
 22 Mar     Refund from IKEA                                         89.00     2,183.87
 29 Mar     Direct debit to Gas co                     72.31                   2,111.56
 31 Mar     End balance                                                        2,111.56
            Total payments/receipts                 1,592.10      2,499.55
";

#[test]
fn a_british_statement_with_balances_by_day() {
    one(
        altered(BRITISH, "2,410.55", "2,910.55"),
        Kind::RunningBalance,
        "2,910.55",
        "2,410.55",
        Strength::Proven,
    );
    one(
        altered(BRITISH, "2,600.26", "2,800.26"),
        Kind::RunningBalance,
        "2,800.26",
        "2,600.26",
        Strength::Proven,
    );
    one(
        altered(BRITISH, "310.00", "110.00"),
        Kind::RunningBalance,
        "110.00",
        "310.00",
        Strength::Proven,
    );
}

const GERMAN: &str = "
 Kontoauszug 3/2024                                     IBAN DE89 3704 0044 0532 0130 00
 Buchung    Wert       Verwendungszweck                       Umsatz             Saldo
                       Alter Kontostand vom 29.02.2024                        2.310,40
 01.03.     01.03.     Miete Meier                            850,00-         1.460,40
 04.03.     04.03.     REWE SAGT DANKE 12.03                   35,17-         1.425,23
 05.03.     06.03.     Gehalt Muster GmbH                   2.915,60+         4.340,83
 08.03.     08.03.     Stadtwerke Abschlag                    112,00-         4.228,83
 11.03.     11.03.     Bargeld 11.03. 14:02 Uhr               200,00-         4.028,83
 12.03.     12.03.     Versicherung 4711 0815                  61,44-         3.967,39
                       Neuer Kontostand vom 31.03.2024                        3.967,39
";

#[test]
fn a_german_statement_with_trailing_signs() {
    one(
        altered(GERMAN, "2.915,60+", "3.915,60+"),
        Kind::RunningBalance,
        "3.915,60+",
        "2.915,60+",
        Strength::Likely,
    );
    one(
        altered(GERMAN, "4.228,83", "9.228,83"),
        Kind::RunningBalance,
        "9.228,83",
        "4.228,83",
        Strength::Proven,
    );
}

const FRENCH: &str = "
 RELEVE DE COMPTE                                    du 01/03/2024 au 31/03/2024
 Date      Nature de l'operation                       Débit          Crédit
           SOLDE CREDITEUR AU 29/02/2024                            1 310,22
 02/03     PRLV EDF                                    84,12
 04/03     CARTE CARREFOUR 03/03                       56,90
 05/03     VIR SALAIRE SARL DUPONT                                  2 145,00
 11/03     CHEQUE 1234567                             320,00
 19/03     VIR M MARTIN                                               150,00
 28/03     COTISATION CARTE                             3,75
           TOTAL DES OPERATIONS                       464,77        2 295,00
           SOLDE CREDITEUR AU 31/03/2024                            3 140,45
";

#[test]
fn a_french_statement_without_running_balance() {
    one(
        altered(FRENCH, "2 145,00", "2 945,00"),
        Kind::OpeningPlusMovements,
        "2 945,00",
        "2 145,00",
        Strength::Proven,
    );
    one(
        altered(FRENCH, "320,00", "120,00"),
        Kind::OpeningPlusMovements,
        "120,00",
        "320,00",
        Strength::Likely,
    );
}

const INDIAN: &str = "
 Date        Narration               Chq./Ref.No.       Withdrawal Amt.  Deposit Amt.    Closing Balance
 01-04-2024  UPI/9912/SWIGGY         0000409112345678            450.00                  1,23,456.00 Cr
 02-04-2024  NEFT CR SALARY          0000409212345678                     1,10,000.00    2,33,456.00 Cr
 03-04-2024  ATM WDL MUMBAI          0000409312345678         20,000.00                  2,13,456.00 Cr
 05-04-2024  EMI HDFC HOME LOAN      0000409512345678         45,210.00                  1,68,246.00 Cr
 07-04-2024  UPI/8812/ZOMATO         0000409712345678            612.50                  1,67,633.50 Cr
 09-04-2024  INT. PD                 0000000000000000                         1,020.00    1,68,653.50 Cr
";

#[test]
fn an_indian_passbook_in_lakhs() {
    one(
        altered(INDIAN, "2,33,456.00", "9,33,456.00"),
        Kind::RunningBalance,
        "9,33,456.00 Cr",
        "2,33,456.00 Cr",
        Strength::Proven,
    );
    one(
        altered(INDIAN, "1,10,000.00", "1,90,000.00"),
        Kind::RunningBalance,
        "1,90,000.00",
        "1,10,000.00",
        Strength::Weak,
    );
}

const SWISS: &str = "
 Kontoauszug 01.03.2024 - 31.03.2024                                    CHF
 Datum        Buchungstext              Belastung     Gutschrift     Valuta          Saldo
 31.03.2024   Zinsabschluss                                 0.35     31.03.24     8'120.60
 28.03.2024   TWINT Lastschrift             14.50                    28.03.24     8'120.25
 25.03.2024   Lohn Muster AG                            6'240.15     25.03.24     8'134.75
 20.03.2024   Miete                      1'950.00                    20.03.24     1'894.60
 12.03.2024   Bancomat                     300.00                    12.03.24     3'844.60
 04.03.2024   Coop 2231                     88.05                    04.03.24     4'144.60
 01.03.2024   Saldovortrag                                                        4'232.65
";

#[test]
fn a_swiss_statement_newest_first() {
    one(
        altered(SWISS, "6'240.15", "9'240.15"),
        Kind::RunningBalance,
        "9'240.15",
        "6'240.15",
        Strength::Likely,
    );
    one(
        altered(SWISS, "3'844.60", "3'944.60"),
        Kind::RunningBalance,
        "3'944.60",
        "3'844.60",
        Strength::Proven,
    );
}

const AMERICAN: &str = "
 CHECKING SUMMARY
 Beginning Balance                                 $4,101.20
 Deposits and Other Credits                         6,250.00
 Withdrawals and Other Debits                      -3,918.44
 Ending Balance                                    $6,432.76

 TRANSACTION DETAIL
 DATE     DESCRIPTION                             AMOUNT        BALANCE
          Beginning Balance                                   $4,101.20
 03/01    Payroll Acme Inc                      3,125.00       7,226.20
 03/04    Rent                                 -1,850.00       5,376.20
 03/08    Grocery Outlet #221                    -143.17       5,233.03
 03/15    Payroll Acme Inc                      3,125.00       8,358.03
 03/18    Car payment                            -612.40       7,745.63
 03/22    Transfer to savings                  -1,250.00       6,495.63
 03/29    Utility co                              -62.87       6,432.76
          Ending Balance                                      $6,432.76
";

#[test]
fn an_american_statement_with_a_summary() {
    one(
        altered(AMERICAN, "-1,850.00", "-1,250.00"),
        Kind::RunningBalance,
        "-1,250.00",
        "-1,850.00",
        Strength::Proven,
    );
    one(
        altered(AMERICAN, "6,250.00", "8,250.00"),
        Kind::OpeningPlusMovements,
        "8,250.00",
        "6,250.00",
        Strength::Proven,
    );
}

#[test]
fn a_changed_amount_and_its_changed_balance_still_break_the_next_row() {
    let text = SWISS
        .replacen("6'240.15", "8'240.15", 1)
        .replacen("8'134.75", "10'134.75", 1);
    let found = check(&words(&text));
    assert!(!found.is_empty());
    assert!(
        found.iter().all(|f| f.kind == Kind::RunningBalance),
        "{found:#?}"
    );
}

/// A list of signed movements with the balance after each, and nothing else that the opening balance takes part in.
const LIST: &str = "
 Account activity
 Date         Details                       Amount      Balance
              Opening balance                          1,615.18
 03/01/2026   T Wood                        494.96     2,110.14
 03/02/2026   Fitness Loft                  -19.19     2,090.95
 03/03/2026   L Bury                         28.28     2,119.23
 03/04/2026   Peel Street Cafe             -166.09     1,953.14
 03/05/2026   City Transit                 -194.69     1,758.45
 03/06/2026   City Transit                  -68.96     1,689.49
 03/07/2026   P Saver                       384.93     2,074.42
 03/08/2026   Old Quay Books                -82.46     1,991.96
 03/09/2026   Bramble Grocers              -119.03     1,872.93
 03/10/2026   Ferry Tickets                -118.75     1,754.18
 03/11/2026   City Transit                 -147.12     1,607.06
 03/12/2026   Old Quay Books                -60.53     1,546.53
";

#[test]
fn an_opening_balance_one_digit_off() {
    one(
        altered(LIST, "1,615.18", "5,615.18"),
        Kind::RunningBalance,
        "5,615.18",
        "1,615.18",
        Strength::Likely,
    );
}

#[test]
fn an_opening_balance_of_another_day_accuses_nobody() {
    let found = altered(LIST, "1,615.18", "2,038.77");
    assert!(found.iter().all(|one| one.strength == Strength::Weak));
}

/// One salary is all that a month has of credits: the total, which the balances confirm, says what it was.
const ONE_CREDIT: &str = "
 Kontoauszug Nr. 10/2026
 Datum     Buchungstext                                      Umsatz EUR
 02.10.    ARAL AG Tankstelle                                  197,53 S
 03.10.    LIDL DIENSTLEISTUNG                                  61,84 S
 05.10.    Stadtwerke Abschlag                                  56,26 S
 07.10.    GEHALT 10/26                                      3.052,74 H
 09.10.    REWE SAGT DANKE                                     184,21 S
 12.10.    PayPal Europe Sarl                                  241,38 S
 14.10.    Stadtwerke Abschlag                                 220,84 S
           Alter Kontostand                                  3.533,81 H
           Summe Soll                                          962,06 S
           Summe Haben                                       3.052,74 H
           Neuer Kontostand                                  5.624,49 H
";

#[test]
fn the_only_credit_of_a_period_is_its_total() {
    one(
        altered(ONE_CREDIT, "3.052,74", "4.052,74"),
        Kind::PeriodTotals,
        "4.052,74",
        "3.052,74",
        Strength::Likely,
    );
}
