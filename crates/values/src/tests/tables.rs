//! Tables as other designs set them: values before their words, sections without labels, lines for columns.

use super::layout::{check, words};
use crate::examine;
use crate::finding::{Disagreement, Kind, Strength};

fn found(text: &str) -> Vec<Disagreement> {
    let mut found = check(&words(text));
    found.retain(|one| one.strength > Strength::Weak);
    found
}

#[track_caller]
fn silent(text: &str) {
    let found = found(text);
    assert!(found.is_empty(), "{found:#?}");
}

#[track_caller]
fn repaired(text: &str) -> (Kind, String, String) {
    let mut all = found(text);
    assert!(!all.is_empty(), "nothing found");
    let first = all.remove(0);
    (first.kind, first.found, first.expected.unwrap_or_default())
}

const CARDS: &str = "
 New charges  1,886.11

   Charge $   Merchant             Date
     236.26   Ferry Tickets        04/01
      22.20   Delta Diner          06/01
     120.58   Delta Diner          12/01
     277.57   Hotel Cascadia       12/01
     656.61   Σ ····

   Charge $   Merchant             Date
      60.62   Pinecone Books       07/01
     141.78   Parking Lot C        08/01
     258.77   Vet Clinic           11/01
     368.33   Gasco                28/01
     400.00   Ferry Tickets        29/01
   1,229.50   Σ ····
";

#[test]
fn totals_of_cards_that_have_no_words() {
    silent(CARDS);
    assert_eq!(
        repaired(&CARDS.replace("141.78", "841.78")),
        (Kind::Total, "841.78".into(), "141.78".into())
    );
    // A row blanked: no digit explains it.
    let blanked = CARDS.replace("      60.62   Pinecone Books       07/01\n", "");
    assert!(!found(&blanked).is_empty());
}

#[test]
fn numbers_below_a_list_that_no_sum_shows_to_be_totals() {
    let limits = CARDS
        .replace("1,886.11", "1,900.00")
        .replace("656.61", "800.00")
        .replace("1,229.50", "1,300.00");
    silent(&limits);
}

const METERS: &str = "
                      Punta     Llano     Valle
 Lectura anterior     11942     13980     11490
 Lectura actual       12026     14216     11710
 Consumo kWh             84       236       220
 €/kWh               0,2453    0,1738    0,1042
 Importe €            20,61     41,02     22,92
";

#[test]
fn meter_readings_side_by_side() {
    silent(METERS);
    let (_, found, expected) = repaired(&METERS.replace(" 220\n", " 280\n"));
    assert_eq!((found.as_str(), expected.as_str()), ("280", "220"));
    assert_eq!(
        repaired(&METERS.replace("   11710", "  711710")),
        (Kind::RowSum, "711710".into(), "11710".into())
    );
    assert!(!self::found(&METERS.replace("14216", "12216")).is_empty());
}

#[test]
fn a_column_of_changes_is_no_tariff() {
    silent(
        "
                       2024      2023    Change
 Units sold             840       760        80
 Price                 2,50      2,25      0,25
 Revenue           2.100,00  1.710,00    390,00
 Costs             1.100,00    900,00    200,00
 Margin            1.000,00    810,00    190,00
",
    );
}

const HOLDINGS: &str = "
                    Kurswert   Anzahl     Kurs    Einstand      Erfolg
 Alpenstrom AG     16'453.80      110   149.58   18'428.26   -1'974.46
 Boreal Timber     48'280.68      196   246.33   38'624.54    9'656.14
 Delphi Optics     22'816.32       96   237.67   20'991.01    1'825.31
 Estuary Foods     15'953.85      121   131.85   14'358.47    1'595.38
 Fjord Data         2'915.36       14   208.24    2'536.36      379.00
";

#[test]
fn a_value_may_be_a_product_and_a_part_of_a_sum() {
    silent(HOLDINGS);
    assert_eq!(
        repaired(&HOLDINGS.replace("246.33", "746.33")),
        (Kind::LineProduct, "746.33".into(), "246.33".into())
    );
    // A price of another day: half of it was paid.
    silent(&HOLDINGS.replace("246.33", "492.66"));
}

#[test]
fn a_tax_that_its_rate_and_its_gross_contradict() {
    let bill = "
 Satz       Netto     Steuer     Betrag
 19 %    2.787,62     529,65   3.317,27
 7 %        90,92       6,36      97,28
";
    silent(bill);
    assert_eq!(
        repaired(&bill.replace("529,65", "549,65")),
        (Kind::LineProduct, "549,65".into(), "529,65".into())
    );
    // Taxes in another money than net and gross.
    silent(&bill.replace("529,65", "2.273,26").replace(" 6,36", "27,31"));
}

const WEEKS: &str = "
 Anfangssaldo  Summe Eingänge  Summe Ausgänge   Endsaldo
 1.571,74      112,17          -1.064,51          619,40

 Tag           Stand EUR   Betrag EUR   Vorgang
 01.01.         1.534,29       -37,45   Apotheke am Markt
 02.01.           824,63      -709,66   Miete Lindenhof
 03.01.           796,24       -28,39   Bäckerei Hansen
                              -775,50   Zwischensumme Woche 1
 06.01.           730,27       -65,97   Tankstelle Star
 07.01.           692,23       -38,04   Supermarkt Famila
 08.01.           718,25        26,02   Rückerstattung Bahn
                               -77,99   Zwischensumme Woche 2
 13.01.           633,73       -84,52   Supermarkt Famila
 14.01.           552,78       -80,95   Drogerie Budni
 15.01.           638,93        86,15   Rückerstattung Bahn
 16.01.           619,40       -19,53   Bargeld Automat
                               -98,85   Zwischensumme Woche 3
";

#[test]
fn weeks_summed_up_behind_their_numbers() {
    silent(WEEKS);
    // The week's own total shows that it is the movement, not the balance.
    assert_eq!(
        repaired(&WEEKS.replace("-19,53", "-79,53")),
        (Kind::RunningBalance, "-79,53".into(), "-19,53".into())
    );
    let (_, found, expected) = repaired(&WEEKS.replace("112,17", "412,17"));
    assert_eq!((found.as_str(), expected.as_str()), ("412,17", "112,17"));
    // A shop called so among dated movements.
    silent(&WEEKS.replace("Bäckerei Hansen", "Total 4471"));
}

#[test]
fn boxes_above_a_box_of_its_own() {
    let boxes = |closing: &str| {
        format!(
            "
 Opening balance   Total paid in   Total paid out   Closing balance
 1,571.74          412.17          -864.51          {closing}
 Amount due: 25.00
"
        )
    };
    let sums = |closing: &str| {
        let seen = examine(&words(&boxes(closing)));
        (seen.sums_held, seen.sums_failed)
    };
    assert_eq!(sums("1,119.40"), (1, 0));
    assert_eq!(sums("1,719.40"), (0, 1));
}
