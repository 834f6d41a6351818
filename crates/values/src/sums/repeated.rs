//! A pay or a rent that a letter tells twice: the same amount again in another place, or a year's as twelve months'.

use super::equations::{Equation, Ground};
use crate::finding::Kind;
use crate::layout::gap;
use crate::numbers::{Amount, Decimal, Nature};
use crate::reading::Reading;
use crate::words::{Phrases, fold};

/// Amounts of money in a letter; what has more is a table.
const MOST_AMOUNTS: usize = 12;
/// Words before and behind an amount that say what it is.
const BEFORE: usize = 14;
const BEHIND: usize = 6;

/// What is paid, for how long, and whether before taxes or after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Meaning {
    rent: bool,
    yearly: bool,
    gross: bool,
    net: bool,
}

/// Every two prints of one thing, and a year against its months.
pub fn find(book: &Reading) -> Vec<Equation> {
    let money: Vec<usize> = (0..book.amounts.len())
        .filter(|&index| {
            let amount = book.amounts.get(index);
            amount.is_some_and(|a| a.nature == Nature::Money || a.currency.is_some())
        })
        .collect();
    if money.len() > MOST_AMOUNTS {
        return Vec::new();
    }
    let told: Vec<(usize, Meaning)> = money
        .iter()
        .copied()
        .filter_map(|index| Some((index, meaning(book, index)?)))
        .collect();
    let mut equations = Vec::new();
    for (at, (first, meant)) in told.iter().enumerate() {
        let later = told.iter().skip(at + 1);
        for (second, _) in later.clone().filter(|(_, other)| other == meant) {
            let terms = vec![(*second, 1), (*first, -1)];
            equations.push(Equation::sum(Kind::ToldTwice, terms, Ground::Label));
        }
    }
    equations.extend(months_of_a_year(book, &told));
    equations.extend(total_pay(book, &money));
    equations
}

/// A year's pay and a bonus that a sentence adds up. A digit or two off is a claim, more may be another total.
fn total_pay(book: &Reading, money: &[usize]) -> Option<Equation> {
    let words = |index: &usize| words_around(book, *index).unwrap_or_default();
    let is = |phrases: &'static Phrases| move |index: &usize| phrases.is_in(&words(index));
    let total = *money.iter().rev().find(|index| is(&TOTAL)(index))?;
    let before = money.iter().take_while(|index| **index < total);
    let yearly = |index: &&usize| is(&PAY)(index) && is(&YEAR)(index);
    let base = *before.clone().find(yearly)?;
    let extras = before.filter(|index| **index > base && is(&EXTRA)(index));
    let parts: Vec<usize> = std::iter::once(base).chain(extras.copied()).collect();
    let sum: Decimal = parts.iter().map(|&part| book.value(part)).sum();
    let off = book.value(total) - sum;
    let digit = |index: usize, by: Decimal| {
        let amount = book.amounts.get(index);
        amount.is_some_and(|a| a.is_near(a.value + by))
    };
    let near = digit(total, Decimal::ZERO - off) || parts.iter().any(|&part| digit(part, off));
    let mut terms = vec![(total, 1)];
    terms.extend(parts.iter().map(|&part| (part, -1)));
    (parts.len() > 1 && (off.is_zero() || near))
        .then(|| Equation::sum(Kind::ToldTwice, terms, Ground::Label))
}

/// The only yearly amount and the only monthly one of the same pay.
fn months_of_a_year(book: &Reading, told: &[(usize, Meaning)]) -> Option<Equation> {
    let only = |yearly: bool| {
        let mut those = told.iter().filter(|(_, meant)| meant.yearly == yearly);
        those.next().filter(|_| those.next().is_none())
    };
    let ((year, a), (month, b)) = only(true).zip(only(false))?;
    let same = (a.rent, a.gross, a.net) == (b.rent, b.gross, b.net);
    let places = book.amounts.get(*month).map_or(2, |a| a.places);
    let rounding = Decimal::last_place(places).scaled(6);
    let extra = [13, 14]
        .into_iter()
        .any(|months| book.value(*month).scaled(months) == book.value(*year));
    (same && !extra).then(|| {
        let terms = vec![(*year, 1), (*month, -12)];
        Equation::sum(Kind::Instalments, terms, Ground::Label).within(rounding)
    })
}

/// `None` when the words around the amount name no pay and no rent, no period, or something that may differ.
fn meaning(book: &Reading, index: usize) -> Option<Meaning> {
    let words = words_around(book, index)?;
    if OTHER.is_in(&words) {
        return None;
    }
    let (pay, rent) = (PAY.is_in(&words), RENT.is_in(&words));
    let (month, year) = (MONTH.is_in(&words), YEAR.is_in(&words));
    (pay != rent && month != year).then(|| Meaning {
        rent,
        yearly: year,
        gross: GROSS.is_in(&words),
        net: NET.is_in(&words),
    })
}

/// The words of an amount's own sentence or label, folded: not beyond a full stop or another amount.
fn words_around(book: &Reading, index: usize) -> Option<String> {
    let amount = book.amounts.get(index)?;
    let line = book.sheet.lines.get(amount.line)?.tokens.clone();
    let neighbour = |other: Option<usize>| other.and_then(|other| book.amounts.get(other));
    let floor = neighbour(index.checked_sub(1)).map_or(0, |before| before.tokens.end);
    let ceiling = neighbour(Some(index + 1)).map_or(usize::MAX, |next| next.tokens.start);
    let mut from = floor.max(amount.tokens.start.saturating_sub(BEFORE));
    let mut to = ceiling.min(amount.tokens.end + BEHIND);
    // A label and its value are a line of their own; a sentence goes on over its lines.
    if amount.tokens.end >= line.end || is_set_apart(book, amount) {
        (from, to) = (from.max(line.start), to.min(line.end));
    }
    let ends = |at: &usize| {
        let token = book.sheet.tokens.get(*at);
        token.is_none_or(|t| t.page != amount.page || t.text.ends_with(['.', '!', '?']))
    };
    let start = (from..amount.tokens.start).rev().find(ends);
    let end = (amount.tokens.end..to).find(ends);
    let words = start.map_or(from, |at| at + 1)..end.map_or(to, |at| at + 1);
    Some(fold(
        &book.sheet.text(words.start..words.end.max(words.start)),
    ))
}

/// A value in a column of its own beside its label.
fn is_set_apart(book: &Reading, amount: &Amount) -> bool {
    let at = amount.tokens.start;
    let pair = at
        .checked_sub(1)
        .and_then(|left| Some((book.sheet.tokens.get(left)?, book.sheet.tokens.get(at)?)));
    pair.is_some_and(|(left, own)| gap(left, own) > own.height() * 1.5)
}

#[rustfmt::skip]
static PAY: Phrases = Phrases::of(&[
    "salary", "pay", "wage", "wages", "remuneration", "income", "gehalt", "lohn", "vergutung", "entgelt", "bruttogehalt", "nettogehalt",
    "monatsgehalt", "jahresgehalt", "bruttomonatsgehalt", "bruttojahresgehalt", "salaire", "remuneration brute", "salario", "sueldo",
    "retribucion", "stipendio", "retribuzione", "ordenado", "vencimento", "remuneracao", "salaris", "loon", "bruto salaris",
    "wynagrodzenie", "wynagrodzenia", "pensja", "lon", "manadslon", "manedslonn", "lonn", "mzda", "plat",
]);
#[rustfmt::skip]
static RENT: Phrases = Phrases::of(&[
    "rent", "rental", "miete", "kaltmiete", "warmmiete", "monatsmiete", "loyer", "alquiler", "renta mensual", "affitto", "canone",
    "canone di locazione", "renda", "aluguel", "aluguer", "huur", "huurprijs", "czynsz", "hyra", "husleie", "leie", "najem", "najemne",
]);
#[rustfmt::skip]
static MONTH: Phrases = Phrases::of(&[
    "monthly", "per month", "a month", "per calendar month", "each month", "pcm", "monatlich", "monatliche", "monatliches", "monatlichen",
    "pro monat", "im monat", "monatsgehalt", "bruttomonatsgehalt", "monatsmiete", "mtl", "mensuel", "mensuelle", "par mois", "mensual",
    "mensuales", "al mes", "por mes", "mensile", "mensili", "al mese", "mensal", "mensais", "por mes", "maandelijks", "maandelijkse", "per maand",
    "miesieczne", "miesiecznie", "miesiecznego", "miesieczny", "manadslon", "per manad", "i manaden", "manedslonn", "per maned", "mesicne", "mesicni",
]);
#[rustfmt::skip]
static YEAR: Phrases = Phrases::of(&[
    "annual", "annually", "per annum", "p a", "per year", "a year", "yearly", "jahrlich", "jahrliche", "jahrliches", "jahrlichen",
    "pro jahr", "im jahr", "jahresgehalt", "bruttojahresgehalt", "annuel", "annuelle", "par an", "anual", "anuales", "al ano", "por ano",
    "annuo", "annua", "annui", "all anno", "anuais", "jaarlijks", "jaarlijkse", "per jaar", "roczne", "rocznie", "rocznego",
    "arslon", "per ar", "om aret", "arslonn", "rocne", "rocni",
]);
#[rustfmt::skip]
static GROSS: Phrases = Phrases::of(&[
    "gross", "brutto", "bruttogehalt", "bruttomonatsgehalt", "bruttojahresgehalt", "brut", "brute", "bruto", "bruta", "lordo", "lorda",
    "iliquido", "before tax", "hruba", "hrubeho",
]);
#[rustfmt::skip]
static NET: Phrases = Phrases::of(&[
    "net", "netto", "nettogehalt", "nette", "neto", "neta", "netta", "liquido", "liquida", "after tax", "cista", "take home",
]);
#[rustfmt::skip]
static TOTAL: Phrases = Phrases::of(&[
    "total", "in total", "insgesamt", "gesamtvergutung", "gesamteinkommen", "gesamtbezuge", "au total", "totale", "in totaal", "totaal",
    "lacznie", "sammanlagt", "totalt", "celkem", "no total",
]);
#[rustfmt::skip]
static EXTRA: Phrases = Phrases::of(&[
    "bonus", "bonuses", "variable", "commission", "pramie", "sonderzahlung", "bonuszahlung", "provision", "gratifikation", "prime", "primes",
    "bono", "incentivo", "premio", "gratificacao", "bonificacao", "premia", "premie", "toeslag", "tillagg", "odmena",
]);
/// What makes it another pay or rent: another time, a part of it, something on top.
#[rustfmt::skip]
static OTHER: Phrases = Phrases::of(&[
    "new", "old", "former", "previous", "previously", "current", "increase", "increased", "increases", "raise", "rise", "from", "until", "deposit",
    "arrears", "bonus", "variable", "overtime", "allowance", "commission", "minimum", "maximum", "up to", "average", "additional", "plus",
    "including", "excluding", "basic", "base", "total", "first", "initial", "probation", "target", "part", "charge", "charges", "parking", "garage",
    "neu", "neue", "neuen", "alt", "alte", "bisher", "bisherige", "bisherigen", "ab", "seit", "bis", "kaution", "erhoht", "erhohung", "pramie", "zulage",
    "variabel", "variable", "variables", "durchschnittlich", "mindestens", "hochstens", "zuzuglich", "inklusive", "inkl", "exkl", "nebenkosten",
    "grundgehalt", "probezeit", "stellplatz", "fixum",
    "nouveau", "nouvelle", "ancien", "ancienne", "depot", "caution", "garantie", "prime", "moyen", "moyenne", "augmente", "augmentation", "depuis",
    "jusqu", "base", "charges comprises", "hors charges", "fixe",
    "nuevo", "nueva", "anterior", "fianza", "aumento", "media", "medio", "desde", "hasta", "plus", "bono", "complemento",
    "nuovo", "nuova", "precedente", "cauzionale", "deposito", "premio", "indennita", "dal", "fino", "spese", "medio",
    "novo", "nova", "caucao", "subsidio", "ate", "nieuw", "nieuwe", "oud", "oude", "borg", "vanaf", "tot", "toeslag", "gemiddeld", "servicekosten",
    "vakantiegeld", "nowe", "nowy", "poprzednie", "kaucja", "premia", "dodatek", "srednie", "od", "do", "zasadnicze", "ny", "nya", "tidigare", "fran", "bonus",
]);
