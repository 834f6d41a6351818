//! Lines of a payslip: gross, deductions and net.

use super::role::{Role, longest};
use crate::words::Phrases;

pub fn role(label: &str) -> Option<Role> {
    let tables = [
        (&GROSS_PAY, Role::GrossPay),
        (&DEDUCTIONS, Role::Deductions),
        (&NET_PAY, Role::NetPay),
    ];
    longest(label, &tables)
}

#[rustfmt::skip]
static GROSS_PAY: Phrases = Phrases::of(&[
    "gross pay", "gross salary", "gross wage", "gross wages", "total earnings", "gross earnings", "total gross",
    "total gross pay", "gesamtbrutto", "bruttolohn", "bruttogehalt", "bruttoverdienst", "bruttobezuge",
    "gesamt brutto", "summe bruttobezuge", "summe bezuge", "salaire brut", "total brut", "remuneration brute",
    "brut mensuel", "total devengado", "total devengos", "salario bruto", "retribuzione lorda", "totale competenze",
    "totale lordo", "brutoloon", "brutosalaris", "bruto salaris", "bruto loon", "bruttolon", "wynagrodzenie brutto",
    "total vencimentos", "total de vencimentos", "total de proventos", "total abonos brutos", "bruttolohn gesamt",
    "summe brutto", "bruttolohn total", "total percepciones", "total haberes", "sum brutto", "bruttolonn", "palkka yhteensa",
    "brutto ber", "総支給額", "支給合計", "支給額合計",
]);
#[rustfmt::skip]
static DEDUCTIONS: Phrases = Phrases::of(&[
    "total deductions", "deductions total", "total deduction", "gesamtabzuge", "summe abzuge", "summe der abzuge",
    "abzuge gesamt", "gesamte abzuge", "total des retenues", "total retenues", "total cotisations",
    "total des cotisations", "total deducciones", "total a deducir", "total de deducciones", "totale trattenute",
    "totale ritenute", "totaal inhoudingen", "totale inhoudingen", "total descontos", "total de descontos",
    "steuerrechtliche abzuge", "sv rechtliche abzuge", "gesetzliche abzuge", "summe steuern", "total abzuge", "summe abzug", "abzuge total", "totaal inhouding", "inhoudingen totaal", "sum deductions", "deductions this period",
    "razem skladki zus", "suma skladek", "razem potracenia", "sum fradrag", "vahennykset yhteensa", "total deductions this period",
    "suma potracen", "summa avdrag", "totala avdrag", "sum trekk", "preliminarskatt", "levonasok osszesen", "控除合計", "控除額合計",
]);
#[rustfmt::skip]
static NET_PAY: Phrases = Phrases::of(&[
    "net pay", "netpay", "net salary", "net wage", "net wages", "take home pay", "net payment", "total net pay",
    "net earnings", "nett pay", "net amount payable", "net take home", "netto verdienst", "netto lohn", "netto bezug", "netto bezuge",
    "netto loon", "netto salaris", "netto uit te betalen", "netto lon", "nettolonn", "nettopalkka", "netto do wyplaty", "netto a percepire",
    "importo netto", "sueldo neto", "net salary payable", "net pay this period", "netto betaling", "total net", "total neto", "nettolohn", "nettogehalt", "nettoverdienst", "nettobezug", "nettobezuge", "auszahlungsbetrag",
    "auszahlung", "gesamtnetto", "net a payer", "salaire net", "net paye", "net a payer avant impot",
    "liquido a percibir", "neto a percibir", "salario neto", "liquido total a percibir", "netto in busta",
    "netto a pagare", "netto del mese", "nettoloon", "netto salaris", "nettosalaris", "uit te betalen", "nettolon",
    "netto utbetalt", "liquido a receber", "valor liquido", "salario liquido", "netto ber", "netto kifizetes", "kifizetendo", "do wyplaty", "kwota do wyplaty", "差引支給額",
]);
