//! Lines at the foot of an invoice or receipt: net, taxes, charges, total, what was paid and what is due.

use super::role::Role;
use crate::words::Phrases;

pub fn role(label: &str) -> Option<Role> {
    let including = INCLUDING.is_in(label);
    let excluding = EXCLUDING.is_in(label);
    if ROUNDING.is_in(label) {
        Some(Role::Rounding)
    } else if DUE.is_in(label) {
        Some(Role::Due)
    } else if PAID.is_in(label) {
        Some(Role::Paid)
    } else if DISCOUNT.is_in(label) {
        (!AFTER.is_in(label)).then_some(Role::Discount)
    } else if CHARGE.is_in(label) {
        // A total of charges is what they and their taxes come to.
        let total = TOTAL_OF
            .iter()
            .any(|word| label.trim_start().starts_with(word));
        Some(if total { Role::Gross } else { Role::Charge })
    } else if TAX.is_in(label) && !including && !excluding {
        Some(Role::Tax)
    } else if excluding {
        Some(Role::Net)
    } else if including || TOTAL.is_in(label) {
        Some(Role::Gross)
    } else {
        None
    }
}

pub fn is_total(label: &str) -> bool {
    TOTAL.is_in(label)
}

#[rustfmt::skip]
static ROUNDING: Phrases = Phrases::of(&[
    "rounding", "round off", "rounded", "rundung", "rundungsdifferenz", "arrondi", "redondeo", "arrotondamento",
    "arredondamento", "afronding", "zaokraglenie", "avrundning", "oresavrundning", "oreavrunding", "afrunding",
    "pyoristys", "zaokrouhleni",
]);
#[rustfmt::skip]
static DUE: Phrases = Phrases::of(&[
    "due", "payable", "amount to pay", "to pay", "please pay", "outstanding", "residual", "balance owing", "owed",
    "zahlbetrag", "zu zahlen", "zu zahlender", "offen", "offener", "restbetrag", "restforderung", "fallig",
    "falliger", "a payer", "reste", "reste a payer", "solde a payer", "restant du", "a pagar", "pendiente",
    "da pagare", "da versare", "saldo dovuto", "te betalen", "openstaand", "te voldoen", "do zaplaty", "pozostaje",
    "fizetendo", "fizetendo osszeg", "att betala", "at betale", "til betaling", "a betale", "k uhrade", "de plata", "maksettavaa", "ご請求金額", "請求金額",
    "ご請求額", "請求額",
]);
#[rustfmt::skip]
static PAID: Phrases = Phrases::of(&[
    "paid", "payment received", "payments received", "payment", "payments", "deposit", "advance", "advance payment",
    "prepaid", "prepayment", "less deposit", "credit applied", "credits", "anzahlung", "anzahlungen", "bezahlt",
    "gezahlt", "abschlagszahlung", "vorauszahlung", "acompte", "acomptes", "avance", "deja paye", "deja regle",
    "paye", "regle", "anticipo", "pagado", "pagos", "senal", "acconto", "pagato", "anticipi", "aanbetaling",
    "betaald", "voorschot", "zaplacono", "zaliczka", "betalt", "betald", "forskott", "cash", "bar", "tendered",
    "change", "ruckgeld", "especes", "efectivo", "contante", "card", "visa", "mastercard", "ec karte",
]);
#[rustfmt::skip]
static DISCOUNT: Phrases = Phrases::of(&[
    "discount", "discounts", "rebate", "rabatt", "skonto", "nachlass", "abschlag", "abschlage", "gutschein",
    "voucher", "coupon", "remise", "remises", "escompte", "rabais", "descuento", "descuentos", "dto", "sconto",
    "sconti", "abbuono", "korting", "rabat", "desconto", "値引", "値引き", "折扣", "promotion", "promo", "allowance", "allowances",
]);
static AFTER: Phrases = Phrases::of(&[
    "after", "less", "nach", "apres", "despues", "dopo", "na", "po", "efter",
]);
#[rustfmt::skip]
static CHARGE: Phrases = Phrases::of(&[
    "shipping", "freight", "delivery", "postage", "handling", "carriage", "versand", "versandkosten", "fracht",
    "porto", "lieferung", "frais de port", "frais", "port", "livraison", "expedition", "envio", "gastos de envio",
    "portes", "spedizione", "trasporto", "spese", "verzendkosten", "verzending", "wysylka", "dostawa", "frakt",
    "fragt", "zuschlag", "zuschlage", "surcharge", "fee", "fees", "tip", "gratuity", "service charge", "trinkgeld",
    "pourboire", "propina", "送料", "手数料", "charges", "gebuhr", "gebuhren", "pfand", "consigne", "insurance", "recargo", "ecotax",
    "eco participation", "retention", "irpf", "retencion", "ritenuta", "interest", "zinsen",
]);
static TOTAL_OF: &[&str] = &["total ", "totale ", "totaal ", "summe ", "somme ", "suma "];
#[rustfmt::skip]
static TAX: Phrases = Phrases::of(&[
    "tax", "vat", "gst", "hst", "pst", "qst", "cgst", "sgst", "igst", "sales tax", "taxes", "mwst", "ust",
    "umsatzsteuer", "mehrwertsteuer", "steuer", "steuern", "steuerbetrag", "versicherungsteuer",
    "versicherungssteuer", "steuerbetrage", "tva", "taxe", "iva", "btw", "moms", "mva", "dph", "消費税", "税額", "增值税", "税金", "podatek",
    "podatek vat", "kwota vat", "alv", "afa", "igic", "impuesto", "impuestos", "imposta", "imposto", "pdv", "iva total",
]);
#[rustfmt::skip]
static INCLUDING: Phrases = Phrases::of(&[
    "incl", "including", "inclusive", "included", "inkl", "inklusive", "einschliesslich", "ttc", "t t c",
    "toutes taxes comprises", "iva incluido", "incluido", "iva inclusa", "ivato", "inclusief", "brutto",
    "bruttobetrag", "bruttosumme", "gross", "gesamt brutto", "z vat", "grand total", "with tax", "after tax",
]);
#[rustfmt::skip]
static EXCLUDING: Phrases = Phrases::of(&[
    "excl", "excluding", "exclusive", "ex vat", "ex tax", "ex gst", "before tax", "before vat", "pre tax",
    "without tax", "without vat", "w o vat", "w o tax", "net", "netto", "nettobetrag", "nettosumme", "nettobetrage",
    "nettowert", "warenwert", "ohne", "zzgl", "subtotal", "sub total", "substotal", "zwischensumme", "zwischentotal", "total hors tva", "total hors taxes", "positionssumme",
    "summe der positionen", "hors taxe", "hors taxes", "hors tva", "h t", "ht", "sous total", "base",
    "base imponible", "base ht", "sin iva", "neto", "importe neto", "imponibile", "totale imponibile", "senza iva",
    "subtotale", "小計", "小计", "税抜金額", "不含税金额", "exclusief", "exclusief btw", "subtotaal", "tussentotaal", "bez vat", "wartosc netto", "delsumma",
    "delsum", "exkl", "exkl moms", "taxable", "taxable amount", "basisbetrag", "bemessungsgrundlage", "liquido",
    "mezisoucet", "reszosszeg", "netto osszeg", "valisumma", "prime nette", "prima neta",
]);
#[rustfmt::skip]
static TOTAL: Phrases = Phrases::of(&[
    "total", "totals", "totaal", "totalen", "totali", "totales", "totais", "totale", "totaux", "totalt", "total amount", "invoice total", "amount", "sum",
    "summe", "gesamt", "gesamtbetrag", "gesamtbeitrag", "gesamtsumme", "endbetrag", "endsumme", "rechnungsbetrag",
    "rechnungssumme", "gesamtpreis", "betrag", "suma", "razem", "ogolem", "lacznie", "summa", "i alt", "celkem",
    "yhteensa", "montant", "montant total", "importe", "importe total", "importo", "bedrag", "kwota", "belop",
    "osszesen", "vegosszeg", "totalbelop", "ukupno", "合計", "合计", "総計", "お支払金額合計", "gesamtmiete", "warmmiete", "gesamtkosten",
    "totale complessivo", "valor total", "value at end", "value at the end",
]);
