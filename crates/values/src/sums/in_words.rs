//! Amounts written in words against the figures they repeat.

use super::equations::{Equation, Ground, Shape};
use crate::finding::Kind;
use crate::layout::Sheet;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::words::roles::Role;
use crate::words::{LANGUAGES, Language, fold, parse};

/// Lines of one wrapped sentence.
const WRAPPED: usize = 3;
/// Sentences looked at.
const MOST: usize = 40;

/// An amount in words.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Spelled {
    line: usize,
    value: Decimal,
    /// The words say nothing of cents.
    whole: bool,
    labelled: bool,
    /// Only a figure right before them makes these words an amount.
    bare: bool,
    /// What stands before the words on their line.
    before: String,
}

/// One equation for every amount in words whose figure is known.
pub fn find(book: &Reading) -> Vec<Equation> {
    let lines = 0..book.sheet.lines.len();
    let spelled = lines
        .filter_map(|line| spelled_on(&book.sheet, line))
        .take(MOST);
    spelled.filter_map(|words| equation(book, &words)).collect()
}

fn equation(book: &Reading, words: &Spelled) -> Option<Equation> {
    let figure = match right_before(book, words) {
        None if !words.bare => beside(book, words).or_else(|| labelled_total(book, words)),
        figure => figure,
    }?;
    let printed = book.value(figure).abs();
    let cents = printed - whole_part(printed);
    let value = if words.whole {
        words.value + cents
    } else {
        words.value
    };
    let negative = book.value(figure).is_negative();
    Some(Equation {
        kind: Kind::AmountInWords,
        shape: Shape::Sum {
            terms: vec![(figure, 1)],
            constant: if negative { value } else { -value },
        },
        tolerance: Decimal::ZERO,
        ground: Ground::Label,
    })
}

fn whole_part(value: Decimal) -> Decimal {
    let (whole, _) = value.digits(6);
    Decimal::from_digits(&whole, "").unwrap_or_default()
}

/// The figure that ends where the words begin: £26,520.00 (twenty-six thousand …
fn right_before(book: &Reading, words: &Spelled) -> Option<usize> {
    let own_line = |index: &usize| {
        let line = book.amounts.get(*index).map(|a| a.line);
        line == Some(words.line) || (words.before.is_empty() && line == words.line.checked_sub(1))
    };
    let figures = (0..book.amounts.len()).filter(own_line).filter(|&index| {
        let amount = book.amounts.get(index);
        amount.is_some_and(|a| a.nature == Nature::Money)
    });
    let figures: Vec<usize> = figures.collect();
    if words.before.is_empty() {
        // A figure at the end of the line above.
        let last = *figures.iter().rfind(|&&index| {
            let line = book.amounts.get(index).map(|a| a.line);
            line == words.line.checked_sub(1)
        })?;
        let end = book.amounts.get(last)?.tokens.end;
        let line_end = book.sheet.lines.get(words.line.checked_sub(1)?)?.tokens.end;
        return (end + 1 >= line_end).then_some(last);
    }
    figures.into_iter().find(|&index| {
        let text = book.amounts.get(index).map(|a| fold(&a.text));
        text.is_some_and(|text| words.before.ends_with(text.trim()))
    })
}

/// A lone figure of money on the same line.
fn beside(book: &Reading, words: &Spelled) -> Option<usize> {
    let start = book.amounts.partition_point(|a| a.line < words.line);
    let here = book
        .amounts
        .iter()
        .enumerate()
        .skip(start)
        .take_while(|(_, a)| a.line == words.line);
    let mut money = here
        .filter(|(_, a)| a.nature == Nature::Money)
        .map(|(index, _)| index);
    let only = money.next()?;
    money.next().is_none().then_some(only)
}

/// The one total of the document, when the words are announced as the amount in words.
fn labelled_total(book: &Reading, words: &Spelled) -> Option<usize> {
    if !words.labelled {
        return None;
    }
    for role in [Role::Due, Role::NetPay, Role::Gross] {
        let of_role: Vec<usize> = (0..book.amounts.len())
            .filter(|&index| book.role(index) == Some(role))
            .filter(|&index| {
                book.amounts
                    .get(index)
                    .is_some_and(|a| a.nature == Nature::Money)
            })
            .collect();
        let Some(&first) = of_role.first() else {
            continue;
        };
        let agree = of_role
            .iter()
            .all(|&index| book.value(index) == book.value(first));
        return agree.then_some(first);
    }
    None
}

fn spelled_on(sheet: &Sheet, line: usize) -> Option<Spelled> {
    let first = fold(&sheet.line_text(line));
    // Most lines hold no number word at all.
    let words: Vec<&str> = first.split_whitespace().collect();
    let starts = |at: usize| {
        LANGUAGES
            .iter()
            .any(|language| parse(words.get(at..).unwrap_or_default(), *language).is_some())
    };
    let starts: Vec<usize> = (0..words.len()).filter(|&at| starts(at)).collect();
    let page = sheet.lines.get(line)?.page;
    let mut text = first.clone();
    for next in line + 1..line + WRAPPED {
        if sheet.lines.get(next).is_some_and(|l| l.page == page) {
            text.push_str(&fold(&sheet.line_text(next)));
        }
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    starts.into_iter().find_map(|at| {
        let readings = LANGUAGES.iter();
        let (_, value, whole, announced, bare) = readings
            .filter_map(|language| sentence(&words, at, *language))
            .max_by_key(|(length, ..)| *length)?;
        Some(Spelled {
            line,
            value,
            whole,
            labelled: announced,
            bare,
            before: words.get(..at).unwrap_or_default().join(" "),
        })
    })
}

/// A number, a currency, perhaps cents. Returns the words taken, the value, whether cents are missing, whether the
/// sentence announces itself as an amount in words.
fn sentence(
    words: &[&str],
    at: usize,
    language: Language,
) -> Option<(usize, Decimal, bool, bool, bool)> {
    let rest = words.get(at..)?;
    let (units, mut taken) = parse(rest, language)?;
    let before = words.get(..at)?.join(" ");
    let announced = LABELS
        .iter()
        .any(|label| format!(" {before} ").contains(&format!(" {label} ")));
    let figure_before = before.ends_with(|c: char| c.is_ascii_digit());
    let currency_before = words
        .get(at.wrapping_sub(1))
        .is_some_and(|word| CURRENCIES.contains(word));
    let currency_after = rest
        .get(taken)
        .is_some_and(|word| CURRENCIES.contains(word));
    taken += usize::from(currency_after);
    while rest.get(taken).is_some_and(|word| JOINTS.contains(word)) {
        taken += 1;
    }
    let (cents, used) = cents(rest.get(taken..).unwrap_or_default(), language);
    taken += used;
    let closes = rest.get(taken).is_some_and(|word| CLOSES.contains(word));
    let money = currency_before || currency_after || used > 0;
    // A lone "one" or a street called Seventeen is no amount.
    let repeats = (figure_before || at == 0) && units >= 1_000;
    // € 40.000,00 (euro quarantamila/00): one word may be the whole number.
    let behind_figure = words
        .get(at.wrapping_sub(2))
        .is_some_and(|word| word.ends_with(|c: char| c.is_ascii_digit()));
    let one_word = currency_before && behind_figure && units >= 1_000;
    let plain = money && (taken > 2 || closes || announced || one_word) || (announced && taken > 1);
    if !plain && !repeats {
        return None;
    }
    let value = Decimal::whole(units)
        + Decimal::whole(cents.unwrap_or(0)).divided_by(Decimal::whole(100))?;
    Some((
        taken,
        value,
        cents.is_none(),
        announced || closes || used > 0,
        !plain,
    ))
}

/// `56 100`, `fifty six cents`, `paise fifty six`: the cents and the words they take.
fn cents(words: &[&str], language: Language) -> (Option<i64>, usize) {
    if let [figure, "100", ..] = words
        && let Ok(cents) = figure.parse::<i64>()
        && (0..100).contains(&cents)
    {
        return (Some(cents), 2);
    }
    let lead = usize::from(words.first().is_some_and(|word| CENTS.contains(word)));
    let Some((value, length)) = parse(words.get(lead..).unwrap_or_default(), language) else {
        return (None, 0);
    };
    let named = lead == 1 || words.get(length).is_some_and(|word| CENTS.contains(word));
    if named && value < 100 {
        (Some(value), length + 1)
    } else {
        (None, 0)
    }
}

const CURRENCIES: &[&str] = &[
    "euro",
    "euros",
    "eur",
    "dollar",
    "dollars",
    "usd",
    "pound",
    "pounds",
    "gbp",
    "rupee",
    "rupees",
    "inr",
    "rs",
    "franc",
    "francs",
    "franken",
    "chf",
    "peso",
    "pesos",
    "dirham",
    "dirhams",
    "dinar",
    "dinars",
    "naira",
    "shilling",
    "shillings",
    "rand",
    "yen",
    "real",
    "reais",
    "zl",
    "zloty",
    "zlote",
    "zlotych",
    "pln",
    "krona",
    "kronor",
];
const CENTS: &[&str] = &[
    "cent",
    "cents",
    "centime",
    "centimes",
    "centimo",
    "centimos",
    "centavo",
    "centavos",
    "pence",
    "penny",
    "paise",
    "paisa",
    "rappen",
    "fils",
    "kobo",
    "centesimi",
    "centavo",
    "ore",
    "grosz",
    "grosze",
    "groszy",
];
const JOINTS: &[&str] = &["and", "und", "et", "con", "y", "e", "en", "i", "och"];
const CLOSES: &[&str] = &["only", "nur", "seulement", "solamente", "exactly"];
const LABELS: &[&str] = &[
    "in words",
    "amount in words",
    "words",
    "sum of",
    "in worten",
    "betrag in worten",
    "en lettres",
    "toutes lettres",
    "la somme de",
    "somme de",
    "en letras",
    "la cantidad de",
    "importe en letra",
    "importe en letras",
    "son",
    "pay",
    "zahlen sie",
    "rupees",
    "total in words",
    "in lettere",
    "por extenso",
    "a quantia de",
    "quantia de",
    "slownie",
    "in letters",
    "in woorden",
    "zegge",
];

#[cfg(test)]
mod tests {
    use super::spelled_on;
    use crate::layout::Sheet;
    use crate::tests::layout::words;

    fn spelled(text: &str) -> Option<(String, bool)> {
        let found = spelled_on(&Sheet::new(&words(text)), 0)?;
        let (whole, cents) = found.value.digits(2);
        Some((format!("{whole}.{cents}"), found.whole))
    }

    #[test]
    fn sentences_are_amounts() {
        for (text, value, whole) in [
            (
                "Amount in words: One thousand two hundred thirty-four dollars and 56/100",
                "1234.56",
                false,
            ),
            ("Rupees Twelve Thousand Five Hundred Only", "12500.00", true),
            ("In Worten: zweitausenddreihundert Euro", "2300.00", true),
            (
                "Arrêtée à la somme de mille deux cents euros et cinquante centimes",
                "1200.50",
                false,
            ),
            (
                "Son: mil doscientos treinta y cuatro euros con diez céntimos",
                "1234.10",
                false,
            ),
            ("Nine hundred pounds and five pence only", "900.05", false),
        ] {
            assert_eq!(spelled(text), Some((value.into(), whole)), "{text}");
        }
        assert_eq!(
            spelled("Amount in words: One thousand\ntwo hundred euros"),
            Some(("1200.00".into(), true))
        );
    }

    #[test]
    fn prose_is_not() {
        for text in [
            "Seventeen Acacia Avenue",
            "one of two pages",
            "within thirty days",
            "und so weiter",
            "un euro",
        ] {
            assert_eq!(spelled(text), None, "{text}");
        }
    }
}
