//! Layouts of other countries: no running balance, totals at the head, descriptions last, words in their languages.

use super::layout::{check, words};
use crate::examine;
use crate::finding::Strength;

/// The genuine text raises nothing; with `old` made `new` somebody is accused.
#[track_caller]
fn caught(text: &str, old: &str, new: &str) {
    assert!(text.contains(old), "the document prints {old}");
    let genuine = check(&words(text));
    assert!(genuine.is_empty(), "genuine: {genuine:#?}");
    let found = check(&words(&text.replacen(old, new, 1)));
    assert!(
        found.iter().any(|one| one.strength >= Strength::Likely),
        "{old} made {new}: {found:#?}"
    );
}

#[test]
fn totals_at_the_head_of_a_dutch_statement() {
    let text = "
 Beginsaldo            2.575,87
 Totaal af               498,41
 Totaal bij            2.639,53
 Eindsaldo             4.716,99

 Datum        Omschrijving                       Af           Bij
 01-09-2025   Gemeente Utrecht                31,22
 02-09-2025   Reizigers                       55,80
 03-09-2025   Tikkie J. Bakker                              19,41
 04-09-2025   Ziggo Services                 111,75
 05-09-2025   Salaris Van Dam                            2.511,94
 07-09-2025   Tikkie J. Bakker                             108,18
 08-09-2025   Vattenfall                     148,20
 09-09-2025   Energie                        151,44
";
    caught(text, "2.511,94", "2.911,94");
    caught(text, "111,75", "411,75");
}

#[test]
fn an_italian_statement_with_its_descriptions_last() {
    let text = "
 Data        Valuta           Dare        Avere     Descrizione operazione
 01/07/25                              7.961,05     SALDO INIZIALE
 07/07/25    07/07/25       158,29                  F24 TELEMATICO
 08/07/25    08/07/25       272,30                  CANONE MENSILE
 08/07/25    08/07/25                  2.275,78     BONIFICO A VOSTRO FAVORE
 12/07/25    12/07/25        93,08                  PRELIEVO
 14/07/25    14/07/25                  1.243,22     STIPENDIO
                            523,67     3.519,00     TOTALE MOVIMENTI
 31/07/25                             10.956,38     SALDO FINALE

 Saldo iniziale       7.961,05
 Totale entrate       3.519,00
 Totale uscite          523,67
 Saldo finale        10.956,38
";
    caught(text, "272,30", "972,30");
}

#[test]
fn totals_below_the_movements_of_a_running_balance_are_none_of_them() {
    let text = "
 Date       Texte                       Débit       Crédit    Valeur        Solde
 01.06.25   Solde reporté                                               12'105.40
 02.06.25   Achat Migros                48.10                 02.06.25  12'057.30
 04.06.25   Salaire Nestal                        5'210.00    04.06.25  17'267.30
 05.06.25   Facture Swisscom            92.00                 05.06.25  17'175.30
 09.06.25   Retrait bancomat           300.00                 09.06.25  16'875.30
 12.06.25   Twint crédit                             35.50    12.06.25  16'910.80
 20.06.25   Loyer                    1'950.00                 20.06.25  14'960.80
            Total des mouvements     2'390.10     5'245.50
 30.06.25   Solde en votre faveur                                       14'960.80
";
    caught(text, "92.00", "42.00");
}

#[test]
fn an_overdraft_marked_by_a_letter_accuses_nobody() {
    let found = check(&words(
        "
 Start balance           £395.04
 Money in                  £0.00
 Money out               £991.26
 End balance            £-596.22

 Date     Details                    Money out    Money in     Balance
 03 Feb   Start balance                                         395.04
 06 Feb   DD Council tax                286.93
          SO Savings                    197.10                   88.99 D
 08 Feb   DD Council tax                 85.14                  174.13 D
 10 Feb   BP J Okafor                   290.61                  464.74 D
 14 Feb   DD Council tax                100.76                  565.50 D
 17 Feb   BP rent                        22.91                  588.41 D
 20 Feb   BP coffee                       7.81                  596.22 D
",
    ));
    assert!(
        found.iter().all(|one| one.strength < Strength::Likely),
        "{found:#?}"
    );
}

#[test]
fn a_card_statement_from_one_balance_to_the_next() {
    let text = "
 Previous Balance              $867.59
 Payments and Credits         -$340.65
 Purchases                  +$1,004.62
 Fees Charged                  +$29.00
 Interest Charged              +$10.97
 New Balance                 $1,571.53

 03/09   03/09   AMZN Mktp                    210.52
 03/13   03/13   CHIPOTLE                      99.85
 03/14   03/14   TRADER JOES                  343.83
 03/16   03/16   NETFLIX                      350.42
                 TOTAL PURCHASES           $1,004.62
";
    let genuine = examine(&words(text));
    assert!(genuine.disagreements.is_empty() && genuine.sums_held == 2);
    let altered = examine(&words(&text.replace("$1,571.53", "$1,171.53")));
    assert_eq!(altered.sums_failed, 1, "the sum of the balances fails");
}

#[test]
fn a_dutch_payslip_of_two_columns() {
    caught(
        "
 Omschrijving             Uitbetaling     Inhouding    Cumulatief
 Salaris                     2.508,64                   12.543,20
 Pensioenpremie                              153,03        765,15
 Loonheffing                                 476,64      2.383,20
 Reiskosten onbelast            87,50                      437,50
 Totaal                      2.596,14        629,67
 Netto uit te betalen        1.966,47                    9.832,35
",
        "1.966,47",
        "1.986,47",
    );
}

#[test]
fn amounts_in_the_words_of_other_languages() {
    caught(
        "
 La retribuzione annua lorda è pari a € 41.000,00 (euro quarantunomila/00).
",
        "41.000,00",
        "47.000,00",
    );
    caught(
        "
 Do zapłaty: 18 126,13 PLN
 Słownie: osiemnaście tysięcy sto dwadzieścia sześć zł 13/100
",
        "18 126,13",
        "88 126,13",
    );
}
