//! What a label says its amount is: opening balance, net, tax, total … in the languages of business documents.

mod invoice;
mod pay;
mod role;
mod statement;

pub use role::Role;

use crate::words::Phrases;

/// The role a folded label names; `None` when it names none, or what it names takes part in no sum.
pub fn role(label: &str) -> Option<Role> {
    if NO_SUM.is_in(label) {
        return None;
    }
    statement::role(label)
        .or_else(|| pay::role(label))
        .or_else(|| invoice::role(label))
}

/// Whether the label is of a line that sums up others, whatever it sums.
pub fn sums_up(label: &str) -> bool {
    (invoice::is_total(label) && !ENTRY.is_in(label)) || role(label).is_some()
}

/// Entries that have the word for a total in their name: “Retraite de base totale” is one on the whole pay.
static ENTRY: Phrases = Phrases::of(&["retraite", "prevoyance", "incapacite", "invalidite"]);

/// Totals of things other than money, rates, numbers that identify.
#[rustfmt::skip]
static NO_SUM: Phrases = Phrases::of(&[
    "hours", "stunden", "heures", "horas", "ore", "uren", "items", "pages", "seiten", "points", "tax id",
    "tax number", "vat number", "vat no", "vat id", "vat reg", "tva intra", "steuernummer", "ust id", "ust idnr",
    "btw nummer", "btw nr", "partita iva", "tax rate", "vat rate", "steuersatz", "rate of tax", "tax code",
    "credit limit", "available", "verfugbar", "minimum payment", "kreditrahmen", "year to date", "ytd", "weight",
    "gewicht", "quantity", "menge", "iva n", "tax year", "tax period", "savings", "you saved", "average",
    "interest rate", "salario base", "salaire de base", "salaire base", "retraite", "base salary", "base pay", "paga base", "retribuzione base",
    "vencimento base", "stipendio base", "sueldo base", "td", "to date", "kumuliert", "kumulativ", "cumul", "cumule", "cumulatief",
    "cumulato", "acumulado", "ackumulerat", "ack", "narastajaco", "progressivo", "jahreswerte", "arsbelopp",
    "if paid", "if you pay", "if payment",
]);

#[cfg(test)]
mod tests {
    use super::{Role, role};
    use crate::words::fold;

    #[test]
    fn labels_are_understood_in_many_languages() {
        for (label, expected) in [
            ("Opening balance on 1 March:", Role::Opening),
            ("Alter Kontostand vom 01.03.", Role::Opening),
            ("Ancien solde au 01/03", Role::Opening),
            ("Saldo końcowe", Role::Closing),
            ("Eindsaldo", Role::Closing),
            ("Balance brought forward", Role::Opening),
            ("Übertrag", Role::Forward),
            ("Suma y sigue", Role::Forward),
            ("Total paid in", Role::CreditTotal),
            ("Summe Lastschriften", Role::DebitTotal),
            ("Rechnungssumme ohne USt.", Role::Net),
            ("Total HT", Role::Net),
            ("Sub-total", Role::Net),
            ("USt. (19 %)", Role::Tax),
            ("Total VAT", Role::Tax),
            ("Total TTC", Role::Gross),
            ("Bruttosumme", Role::Gross),
            ("Amount incl. VAT", Role::Gross),
            ("Total", Role::Gross),
            ("Totaal", Role::Gross),
            ("Balance Due", Role::Due),
            ("Net à payer", Role::NetPay),
            ("Zahlbetrag", Role::Due),
            ("Anzahlung", Role::Paid),
            ("Remise 10 %", Role::Discount),
            ("Shipping & handling", Role::Charge),
            ("Rundungsdifferenz", Role::Rounding),
            ("Gross pay", Role::GrossPay),
            ("Total deductions", Role::Deductions),
        ] {
            assert_eq!(role(&fold(label)), Some(expected), "{label}");
        }
    }

    #[test]
    fn totals_of_other_things_are_no_sums_of_money() {
        for label in [
            "Total hours",
            "VAT number",
            "Steuersatz",
            "Available balance",
            "Thank you",
            "Year to date",
        ] {
            assert_eq!(role(&fold(label)), None, "{label}");
        }
    }
}
