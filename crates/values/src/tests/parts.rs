//! Parts and wholes, tenders and change, multiples and shares, units, and invoices that a file carries as data.

use super::layout::{check, words};
use crate::e_invoice::Invoice;
use crate::examine_with;
use crate::finding::{Disagreement, Kind, Strength};

#[track_caller]
fn silent(text: &str) {
    let found = check(&words(text));
    assert!(found.is_empty(), "{found:#?}");
}

/// The one finding beyond weak ones.
#[track_caller]
fn only(text: &str) -> Disagreement {
    let mut found = check(&words(text));
    found.retain(|one| one.strength > Strength::Weak);
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

fn repair(found: &Disagreement) -> (Option<&str>, &str) {
    (found.expected.as_deref(), found.found.as_str())
}

#[test]
fn a_salary_in_twelve_parts() {
    let letter = |salary: &str, monthly: &str| {
        format!(
            "
 The annual gross salary amounts to {salary}, paid in
 twelve equal parts of {monthly} at the end of each month.
"
        )
    };
    silent(&letter("$35,880.00", "$2,990.00"));
    // Parts that do not come out even.
    silent(&letter("$50,000.00", "$4,166.67"));
    let found = only(&letter("$75,880.00", "$2,990.00"));
    assert_eq!(found.kind, Kind::Instalments);
    assert_eq!(
        found.expected.as_deref().map(|e| e.trim_end_matches(',')),
        Some("$35,880.00")
    );
    // Either could be the altered one: none is named.
    let tied = only(&letter("$949,080.00", "$4,090.00"));
    assert_eq!(tied.kind, Kind::Instalments);
    silent(
        "
 The salary of €45.360,00 a year is paid with a thirteenth month of €3.489,23.
",
    );
}

#[test]
fn an_amount_in_words_behind_its_figure() {
    let letter = |figure: &str| {
        format!(
            " The annual gross salary amounts to £{figure} (twenty-six thousand, five hundred and twenty), as agreed.\n"
        )
    };
    silent(&letter("26,520.00"));
    let found = only(&letter("56,520.00"));
    assert_eq!(
        (found.kind, repair(&found)),
        (Kind::AmountInWords, (Some("£26,520.00"), "£56,520.00"))
    );
}

const RECEIPT: &str = "
 Item                                Amount
 Printer paper                        26.62
 Wall clock                          109.02
 Notebook, A5                          5.94
 Total                              $141.58
 Cash                                150.00
 Change                                8.42
 %                  Net       Tax     Gross
 8 %             131.09     10.49    141.58
";

#[test]
fn a_receipt_paid_in_cash() {
    silent(RECEIPT);
    // Only one line has a digit that could have been raised so far.
    let line = only(&RECEIPT.replace("109.02", "709.02"));
    assert_eq!(
        (line.kind, repair(&line)),
        (Kind::Total, (Some("109.02"), "709.02"))
    );
    let total = only(&RECEIPT.replace("$141.58", "$941.58"));
    assert_eq!(
        (total.strength, repair(&total)),
        (Strength::Proven, (Some("$141.58"), "$941.58"))
    );
    let change = only(&RECEIPT.replace("8.42", "58.42"));
    assert_eq!(
        (change.kind, repair(&change)),
        (Kind::AmountDue, (Some("8.42"), "58.42"))
    );
    let net = only(&RECEIPT.replace("131.09", "431.09"));
    assert_eq!(
        (net.strength, repair(&net)),
        (Strength::Proven, (Some("131.09"), "431.09"))
    );
}

#[test]
fn two_lines_that_tie_are_both_shown() {
    let text = RECEIPT
        .replace("26.62", "86.62")
        .replace("109.02", "169.02")
        .replace("$141.58", "$201.58")
        .replace("150.00", "210.00")
        .replace("131.09     10.49    141.58", "186.65     14.93    201.58");
    let tied = check(&words(&text));
    assert_eq!(tied.len(), 2);
    for one in &tied {
        assert_eq!((&one.expected, &one.repair), (&None, &None));
        assert!(one.strength > Strength::Weak);
        let open = one.evidence.contains("the page does not tell which");
        assert!(open, "{}", one.evidence);
    }
    assert_ne!(tied[0].area, tied[1].area);
}

#[test]
fn receipts_that_only_seem_wrong() {
    // A tip goes onto the card, not onto the total.
    silent(
        &RECEIPT
            .replace("Cash ", "Card ")
            .replace("Change ", "Tip    "),
    );
    // Cash is rounded to five centimes.
    silent(&RECEIPT.replace("Cash                                150.00\n Change                                8.42", "Rounding                              0.02\n Cash                                150.00\n Change                                8.40"));
    // A voucher that no line names.
    silent(&RECEIPT.replace("109.02", "119.02").replace(
        "%                  Net       Tax     Gross\n 8 %             131.09     10.49    141.58",
        "",
    ));
}

const BY_CARD: &str = "
 Corner Shop
 Tea                                  12.40
 Bread                                 8.35
 Cheese                               41.20
 TOTAL                                61.95
 VISA                                 61.95
";

#[test]
fn a_receipt_paid_by_card_tells_its_total_twice() {
    silent(BY_CARD);
    let total = only(&BY_CARD.replacen("61.95", "65.95", 1));
    assert_eq!(
        (total.strength, repair(&total)),
        (Strength::Proven, (Some("61.95"), "65.95"))
    );
    let card = |line: &str| BY_CARD.replace(" VISA                                 61.95", line);
    // A tip or money back that no line names, a part paid with another card.
    silent(&card(" VISA                                 66.95"));
    silent(&card(" VISA                                 81.95"));
    silent(&card(
        " VISA                                 41.95\n MASTERCARD                           20.00",
    ));
    // Entries that do not bear out either.
    silent(
        &BY_CARD
            .replacen("61.95", "64.95", 1)
            .replace(" 8.35", " 9.35"),
    );
}

const PAYSLIP: &str = "
 Earnings              Hours      Rate      This period     Year to date
 Basic pay                                     2,931.86        11,727.44
 Bonus                                           580.00         2,320.00
 Gross pay                                     3,511.86        14,047.44
 Income tax                     16.00 %         -561.90        -2,247.60
 Pension                         9.30 %         -326.60        -1,306.40
 Health insurance                7.85 %         -275.68        -1,102.72
 Total deductions                             -1,164.18        -4,656.72
 Net pay                                       2,347.68         9,390.72
";

#[test]
fn a_payslip_with_its_year_so_far() {
    silent(PAYSLIP);
    for (was, is) in [
        ("2,931.86", "5,931.86"),
        ("-561.90", "-861.90"),
        ("3,511.86", "4,511.86"),
        ("2,347.68", "2,947.68"),
    ] {
        let found = only(&PAYSLIP.replacen(was, is, 1));
        assert_eq!(
            (found.strength, repair(&found)),
            (Strength::Proven, (Some(was), is))
        );
    }
}

#[test]
fn payslips_that_only_seem_wrong() {
    // A bonus paid once: its year so far is its period, and so are the sums over it.
    silent(
        &PAYSLIP
            .replace(" 2,320.00", "   580.00")
            .replace("14,047.44", "12,307.44")
            .replace("9,390.72", "7,650.72"),
    );
    // A contribution that stops at a ceiling.
    silent(
        &PAYSLIP
            .replace("-326.60        -1,306.40", "-300.00        -1,200.00")
            .replace("-1,164.18        -4,656.72", "-1,137.58        -4,550.32")
            .replace("2,347.68         9,390.72", "2,374.28         9,497.12"),
    );
}

#[test]
fn units_behind_quantities() {
    let bill = "
 Item                  Quantity     Unit price       Total
 Energy                 593 kWh         0.2729      161.83
 Standing charge             28           0.50       14.00
 Subtotal                                           175.83
 VAT 20%                                             35.17
 Total due                                         £211.00
";
    silent(bill);
    let found = only(&bill.replace("161.83", "761.83"));
    assert_eq!(
        (found.strength, repair(&found)),
        (Strength::Proven, (Some("161.83"), "761.83"))
    );
}

#[test]
fn a_price_with_a_discount_of_its_own() {
    let invoice = |price: &str| {
        format!(
            "
 Description             Qty      Price       Amount
 Chairs                    4      50.00       200.00
 Tables                    2     120.35       240.70
 Lamps                     3      21.15        63.45
 Desks                     5      {price}       205.00
 Shelves                   2      31.45        62.90
                               Subtotal       772.05
                              VAT 20 %        154.41
                                  Total       926.46
"
        )
    };
    silent(&invoice("41.00"));
    // 18 % off is 41.00.
    let found = check(&words(&invoice("50.00")));
    assert!(
        found.iter().all(|one| one.strength == Strength::Weak),
        "{found:#?}"
    );
    let found = only(&invoice("91.00"));
    assert_eq!(repair(&found), (Some("41.00"), "91.00"));
}

fn data(gross: &str, due: &str, iban: &str) -> Vec<Invoice> {
    let xml = format!(
        "<Invoice><ID>2024-0815</ID><IssueDate>2024-03-12</IssueDate><PaymentMeans><PayeeFinancialAccount><ID>{iban}</ID></PayeeFinancialAccount></PaymentMeans>
         <TaxTotal><TaxAmount>19.00</TaxAmount></TaxTotal><LegalMonetaryTotal><TaxExclusiveAmount>100.00</TaxExclusiveAmount>
         <TaxInclusiveAmount>{gross}</TaxInclusiveAmount><PayableAmount>{due}</PayableAmount></LegalMonetaryTotal></Invoice>"
    );
    Invoice::read(xml.as_bytes()).into_iter().collect()
}

fn against(text: &str, data: &[Invoice]) -> Vec<Disagreement> {
    let mut found = examine_with(&words(text), data, &[]).disagreements;
    found.retain(|one| one.kind == Kind::EmbeddedData);
    found
}

const INVOICE: &str = "
 Rechnung 2024-0815            Rechnungsdatum 12.03.2024
 Netto                                   100,00 €
 USt. 19 %                                19,00 €
 Rechnungsbetrag                         119,00 €
 IBAN DE89 3704 0044 0532 0130 00
";
const IBAN: &str = "DE89370400440532013000";

#[test]
fn pages_that_print_other_than_their_data() {
    let invoice = data("119.00", "119.00", IBAN);
    assert_eq!(against(INVOICE, &invoice), []);
    let total = against(&INVOICE.replace("119,00", "719,00"), &invoice);
    assert_eq!(
        total.iter().map(repair).collect::<Vec<_>>(),
        [(Some("119,00"), "719,00")]
    );
    assert_eq!(
        total.first().map(|one| one.strength),
        Some(Strength::Proven)
    );
    let account = against(
        &INVOICE.replace("DE89 3704 0044 0532 0130 00", "GB82 WEST 1234 5698 7654 32"),
        &invoice,
    );
    assert_eq!(account.len(), 1, "{account:#?}");
    let date = against(&INVOICE.replace("12.03.2024", "22.03.2024"), &invoice);
    assert_eq!(date.len(), 1, "{date:#?}");
}

#[test]
fn data_that_honestly_say_more_than_the_pages() {
    // The pages print no amount due of their own.
    assert_eq!(against(INVOICE, &data("119.00", "19.00", IBAN)), []);
    // A second account on the pages.
    let two = format!("{INVOICE} IBAN GB82 WEST 1234 5698 7654 32\n");
    assert_eq!(against(&two, &data("119.00", "119.00", IBAN)), []);
    // Data of several invoices.
    let both: Vec<Invoice> = [
        data("119.00", "119.00", IBAN),
        data("238.00", "238.00", IBAN),
    ]
    .concat();
    assert_eq!(against(INVOICE, &both), []);
    // Another invoice altogether.
    let other = against(
        &INVOICE
            .replace("2024-0815", "2024-0816")
            .replace("100,00", "47,10")
            .replace("19,00", "8,95")
            .replace("119,00", "56,05"),
        &data("119.00", "119.00", IBAN),
    );
    assert!(
        other.iter().all(|one| one.strength < Strength::Proven),
        "{other:#?}"
    );
}
