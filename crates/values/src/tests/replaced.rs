//! Values replaced altogether, boxes that sum up, totals beside their columns, discounts, and what letters tell twice.

use super::layout::{check, words};
use crate::finding::{Disagreement, Kind, Strength};

#[track_caller]
fn silent(text: &str) {
    let mut found = check(&words(text));
    found.retain(|one| one.strength > Strength::Weak);
    assert!(found.is_empty(), "{found:#?}");
}

#[track_caller]
fn told(text: &str) -> Vec<Disagreement> {
    let mut found = check(&words(text));
    found.retain(|one| one.strength > Strength::Weak);
    assert!(!found.is_empty(), "nothing found");
    found
}

/// What the first finding says should be read in place of what.
#[track_caller]
fn repaired(text: &str) -> (Kind, String, String) {
    let first = told(text).remove(0);
    (first.kind, first.found, first.expected.unwrap_or_default())
}

const BILL: &str = "
 Servizio               Quantità    Prezzo    Importo
 Linea aggiuntiva              2      3,30       6,60
 Router                        2      5,30      10,60
 Opzione estero                2      4,00       8,00
 Canone fibra                  2     25,50      51,00
 Totale imponibile                              76,20
 IVA 22%                                        16,76
 Totale fattura                                 92,96
";

#[test]
fn a_price_replaced_altogether_among_rows_that_hold() {
    silent(BILL);
    assert_eq!(
        repaired(&BILL.replace("25,50", "58,90")),
        (Kind::LineProduct, "58,90".into(), "25,50".into())
    );
    // A price of which a part was charged: half a month, 15 %.
    silent(&BILL.replace("25,50", "51,00"));
    silent(&BILL.replace("25,50", "30,00"));
}

const TAX: &str = "
 Council tax for the year               Amount
 Fire authority                          83.44
 Police                                 261.12
 Parish                                  44.10
 County council                       1,199.99
 Total for band D                     1,588.65
 Single person discount                -397.16
 Amount due                           1,191.49
";

#[test]
fn an_entry_replaced_altogether_under_a_total_that_holds_below() {
    silent(TAX);
    let found = told(&TAX.replace("1,199.99", "  612.70"));
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|one| one.kind == Kind::Total));
    // A line that is part of another one.
    silent(&TAX.replace(
        " Total for band D",
        " of which adult care                    83.44\n Total for band D",
    ));
}

const SLIP: &str = "
 Description                 Units      Rate      Amount    Year to date
 Basic pay                  165.25     19.71    3,257.08       29,307.46
 Overtime                     4.50     25.46      114.57        1,007.97
 Shift allowance                                   43.86          366.13
 Total gross pay                                3,415.51       30,681.56
 Income tax                                       433.77        3,907.05
 National Insurance                               208.69        1,875.49
 Workplace pension                                170.78        1,536.69
 Union subscription                                24.53          222.62
 Total deductions                                 837.77        7,541.85

 NET PAY             Total gross pay        Total deductions
 £2,577.74           £3,415.51              £837.77
";

#[test]
fn a_box_of_labels_over_values_bears_out_the_totals() {
    silent(SLIP);
    assert_eq!(
        repaired(&SLIP.replace(" 170.78", " 179.78")),
        (Kind::Total, "179.78".into(), "170.78".into())
    );
    let (kind, found, expected) = repaired(&SLIP.replacen(" 837.77", " 959.94", 1));
    assert_eq!(
        (kind, found.as_str(), expected.as_str()),
        (Kind::Total, "959.94", "837.77")
    );
    assert_eq!(
        repaired(&SLIP.replace("£2,577.74", "£3,577.74")).1,
        "£3,577.74"
    );
}

#[test]
fn a_box_over_a_statement_is_held_against_its_rows() {
    let statement = "
 Opening balance       Total money in        Total money out       Closing balance
 1,200.00              2,000.00              340.50                2,859.50

 Date          Details                       Out          In         Balance
 01/03/2026    Opening balance                                      1,200.00
 02/03/2026    Rent                       240.50                      959.50
 03/03/2026    Salary                               2,000.00        2,959.50
 04/03/2026    Grocer                      60.00                    2,899.50
 05/03/2026    Baker                       40.00                    2,859.50
 31/03/2026    Closing balance            340.50    2,000.00        2,859.50
";
    silent(statement);
    let (_, found, expected) = repaired(&statement.replacen(" 2,000.00 ", " 3,000.00 ", 1));
    assert_eq!(
        (found.as_str(), expected.as_str()),
        ("3,000.00", "2,000.00")
    );
}

const BESIDE: &str = "
 Rubrique                            Base        Taux         Gain     Retenue
 Salaire de base                   151,67                 2 692,00
 Prime d'ancienneté                                         150,00
 Vieillesse plafonnée            2 842,00      6,90 %                   196,10
 Vieillesse déplafonnée          2 842,00      0,40 %                    11,37
 Retraite complémentaire         2 842,00      3,15 %                    89,52
                                            Salaire brut              2 842,00
                                            Total des retenues          296,99
                                            Net à payer               2 545,01
";

#[test]
fn a_total_in_another_column_than_its_entries() {
    silent(BESIDE);
    for wrong in ["3 692,00", "3 980,00"] {
        assert_eq!(
            repaired(&BESIDE.replace("2 692,00", wrong)),
            (Kind::Total, wrong.into(), "2 692,00".into())
        );
    }
}

#[test]
fn a_total_of_the_section_below_its_head() {
    let card = "
 Date          Description                      Amount
 Payments
 14/08/2026    Payment, thank you            -1,137.05
 Purchases
 06/08/2026    Airline                           59.79
 07/08/2026    Taxi                              95.85
 08/08/2026    Hardware                         218.59
 09/08/2026    Grocer                           177.79
               Total purchases                  552.02
";
    silent(card);
    let found = told(&card.replace("552.02", "852.02"));
    assert!(found.iter().all(|one| one.kind == Kind::Total));
}

#[test]
fn an_earlier_total_carried_into_the_next() {
    let assessment = "
 Rendimiento íntegro                 48.485
 Gastos deducibles                   -1.910
 Rendimiento neto                    46.575
 Reducción                           -5.145
 Mínimo personal                        -36
 Base liquidable                     41.394
 Cuota resultante                  8.816,00
";
    silent(assessment);
    assert_eq!(
        repaired(&assessment.replace("41.394", "71.394")),
        (Kind::Total, "71.394".into(), "41.394".into())
    );
}

#[test]
fn rows_with_a_discount_are_rows_of_the_same_relation() {
    let invoice = "
 Omschrijving          Aantal      Prijs    Korting       Bedrag
 Verzendkosten           2,50      34,60                   86,50
 Posters                   12      24,77        5%        282,38
 Jaarboek                   3     149,40                  448,20
 Spoedtoeslag               1      94,99        5%         90,24
 Visitekaartjes          7,75      70,80                  548,70
                             Subtotaal excl. btw        1.456,02
                             Btw 21% (1.007,82)           211,64
                             Btw 9% (448,20)               40,34
                             Totaal te voldoen          1.708,00
";
    silent(invoice);
    for (right, wrong) in [("70,80", "90,30"), ("24,77", "94,77")] {
        assert_eq!(
            repaired(&invoice.replace(right, wrong)),
            (Kind::LineProduct, wrong.into(), right.into())
        );
    }
    // The base that a tax is of.
    let (kind, found, _) = repaired(&invoice.replace("(1.007,82)", "(1.807,82)"));
    assert_eq!((kind, found.as_str()), (Kind::TaxSum, "(1.807,82)"));
}

#[test]
fn the_only_column_of_a_page_number_moves_no_balance() {
    silent(
        "
 Date           Details                 Out           In       Balance
 01/03/2026     Opening balance                               1,200.00
 02/03/2026     Rent                 240.50                     959.50
 03/03/2026     Salary                          2,000.00      2,959.50
 04/03/2026     Grocer                60.00                   2,899.50
 05/03/2026     Baker                 40.00                   2,859.50
                Closing balance      340.50     2,000.00      2,859.50

                             Page         2     of     2
",
    );
}

#[test]
fn a_rent_that_a_letter_tells_twice() {
    let letter = |label: &str, sentence: &str| {
        format!(
            "
 Monthly rent           {label}

 The rent is {sentence} per calendar month and was always paid on time.
"
        )
    };
    silent(&letter("£1,225.00", "£1,225.00"));
    let found = told(&letter("£2,225.00", "£1,225.00"));
    assert_eq!((found.len(), found[0].kind), (2, Kind::ToldTwice));
    silent(
        "
 Monthly rent           £1,225.00

 From 1 May the new monthly rent will be £1,300.00 as agreed.
",
    );
}

#[test]
fn a_pay_by_the_year_and_by_the_month_and_with_its_bonus() {
    let letter = |month: &str, bonus: &str| {
        format!(
            "
 The annual salary is $38,700.00, paid in 26 biweekly
 installments of $1,488.46 before taxes. A monthly salary of {month} results.
 Last year a bonus of {bonus} was paid, for total compensation of $40,700.00.
"
        )
    };
    silent(&letter("$3,225.00", "$2,000.00"));
    assert_eq!(
        told(&letter("$4,225.00", "$2,000.00"))[0].kind,
        Kind::Instalments
    );
    assert_eq!(
        told(&letter("$3,225.00", "$3,000.00"))[0].kind,
        Kind::ToldTwice
    );
}

#[test]
fn a_pension_replaced_above_the_percentages_of_the_old_one() {
    let letter = |gross: &str, care: &str| {
        format!(
            "
 Bestandteil                               Betrag in EUR
 Monatliche Bruttorente                         {gross}
 Beitrag Krankenversicherung 7,30 %              -104,15
 Zusatzbeitrag 0,85 %                             -12,12
 Pflegeversicherung 3,60 %                        {care}
 Auszuzahlender Betrag                          1.259,13
"
        )
    };
    silent(&letter("1.426,76", "-51,36"));
    assert_eq!(told(&letter("2.184,40", "-51,36"))[0].kind, Kind::Total);
    // The base is printed, and a part of a sum that does not list it.
    silent(
        "
 TOTAL DEVENGADO                                     3.018,60
 TOTAL A DEDUCIR                                       620,32

 Aportación de la empresa
 Contingencias comunes empresa 23,60%                  712,39
 Accidentes de trabajo 1,50%                            45,28
 TOTAL DEVENGADO + aportación de la empresa          3.776,27
",
    );
    // A part that no line names: the printed pension is the base of its percentages.
    silent(
        "
 Bestandteil                               Betrag in EUR
 Monatliche Bruttorente                         1.426,76
 Beitrag Krankenversicherung 7,30 %              -104,15
 Pflegeversicherung 3,60 %                        -51,36
 Auszuzahlender Betrag                          1.217,13
",
    );
}

#[test]
fn a_rate_replaced_beside_the_rate_of_extra_hours() {
    let stub = |rate: &str, extra: &str| {
        format!(
            "
 Earnings            Rate       Hours      This period      Year to date
 Regular            {rate}      80.00         2,268.00         36,288.00
 Overtime           {extra}
                     Gross pay                2,549.90
"
        )
    };
    let hours = "42.52       6.63           281.90          4,510.40";
    silent(&stub("28.35", hours));
    assert_eq!(told(&stub("44.85", hours))[0].kind, Kind::LineProduct);
    // Nothing says what the rate was.
    silent(&stub(
        "44.85",
        "56.38       5.00           281.90          4,510.40",
    ));
}

#[test]
fn a_salary_raised_among_two_that_could_both_be_at_fault() {
    let statement = |salary: &str, out: &str| {
        format!(
            "
 Alter Kontostand                         592,13 H
 Neuer Kontostand                       6.124,00 H
 Datum    Buchungstext                  Umsatz EUR
 01.10.   Miete                           187,00 S
 05.10.   Drogerie                         30,84 S
 07.10.   Gehalt                        {salary} H
 09.10.   Markt                            92,34 S
 10.10.   Tankstelle                       47,87 S
 12.10.   Kiosk                             9,63 S
 14.10.   Strom                           {out} S
 03.11.   Gehalt                        3.057,14 H
 Summe Gutschriften                     6.114,28 H
 Summe Belastungen                        582,41 S
"
        )
    };
    silent(&statement("3.057,14", "214,73"));
    let found = told(&statement("4.057,14", "214,73"));
    assert_eq!(found[0].kind, Kind::PeriodTotals);
    // Neither side adds up: the list is not whole.
    silent(&statement("4.057,14", "298,73"));
}

#[test]
fn a_currency_whose_sign_the_font_does_not_name_ends_its_cell() {
    let receipt = |price: &str| {
        format!(
            "
 Artículo                              Importe
 Silla de oficina                       114,60
 Bandeja                                109,34
 Lámpara de mesa                        {price}
 Total factura                        328,02 ¬
 Efectivo                               350,00
 Cambio                                  21,98
"
        )
    };
    silent(&receipt("104,08"));
    assert_eq!(
        repaired(&receipt("904,08")),
        (Kind::Total, "904,08".into(), "104,08".into())
    );
}
