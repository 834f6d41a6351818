//! Dates against each other and against the calendar: order of the rows, the stated period, weekdays, impossible days.

use crate::dates::{Day, PrintedDate, weekday, weekday_like};
use crate::finding::{Disagreement, Kind, Strength};
use crate::reading::{Reading, tidy};
use crate::sums::balance::Chain;
use crate::words::{fold, has_phrase};

/// Rows that must stand in order before one that does not is out of it.
const LEAST_ROWS: usize = 8;
/// Days by which postings honestly precede or follow (value dates, weekends).
const LEEWAY: i64 = 7;

pub fn check(book: &Reading, chains: &[Chain]) -> Vec<Disagreement> {
    let mut findings = impossible_days(book);
    findings.extend(weekdays(book));
    for chain in chains {
        let rows = dated_rows(book, chain);
        findings.extend(out_of_order(book, &rows));
        findings.extend(out_of_period(book, &rows));
    }
    findings
}

fn finding(
    book: &Reading,
    kind: Kind,
    date: &PrintedDate,
    strength: Strength,
    evidence: String,
) -> Disagreement {
    Disagreement {
        kind,
        page: book.sheet.lines.get(date.line).map_or(0, |line| line.page),
        area: book.sheet.area_of(date.tokens.clone()),
        field: tidy(&label_before(book, date)),
        found: date.text.clone(),
        expected: None,
        repair: None,
        strength,
        evidence,
    }
}

fn label_before(book: &Reading, date: &PrintedDate) -> String {
    let start = book
        .sheet
        .lines
        .get(date.line)
        .map_or(0, |line| line.tokens.start);
    book.sheet
        .text(date.tokens.start.saturating_sub(4).max(start)..date.tokens.start)
}

fn impossible_days(book: &Reading) -> Vec<Disagreement> {
    let impossible = book.dates.printed.iter().filter(|date| date.impossible);
    impossible
        .map(|date| {
            let evidence = format!("{} is in no calendar: that month is shorter.", date.text);
            finding(book, Kind::ImpossibleDate, date, Strength::Likely, evidence)
        })
        .collect()
}

/// A weekday printed right before its date, as in "Monday, 12 March 2024".
fn weekdays(book: &Reading) -> Vec<Disagreement> {
    let mut right = 0;
    let mut wrong = Vec::new();
    for date in &book.dates.printed {
        let Some((day, at, printed)) = weekday_before(book, date) else {
            continue;
        };
        let actual = day.weekday();
        if weekday(&printed) == Some(actual) {
            right += 1;
            continue;
        }
        let expected = weekday_like(&printed, actual);
        let was = expected.clone().unwrap_or_default();
        let evidence = format!("{} was a {was}, not a {}.", date.text, tidy(&printed));
        let mut found = finding(book, Kind::WeekdayName, date, Strength::Weak, evidence);
        found.area = book.sheet.area_of(at..at + 1);
        found.found = tidy(&printed);
        found.expected = expected;
        wrong.push(found);
    }
    // Software gets every weekday right; two right ones show that software wrote them.
    if right >= 2 && wrong.len() * 2 <= right {
        wrong
            .iter_mut()
            .for_each(|found| found.strength = Strength::Likely);
    }
    wrong
}

fn weekday_before(book: &Reading, date: &PrintedDate) -> Option<(Day, usize, String)> {
    let day = date.day?;
    let start = book.sheet.lines.get(date.line)?.tokens.start;
    for back in 1..=2 {
        let at = date
            .tokens
            .start
            .checked_sub(back)
            .filter(|&at| at >= start)?;
        let text = &book.sheet.tokens.get(at)?.text;
        if weekday(text).is_some() {
            return Some((day, at, text.clone()));
        }
        let joins = matches!(
            fold(text).trim(),
            "den" | "the" | "le" | "el" | "il" | "de" | ""
        );
        if !joins {
            return None;
        }
    }
    None
}

/// The first date of every entry of a running balance.
fn dated_rows<'a>(book: &'a Reading, chain: &Chain) -> Vec<&'a PrintedDate> {
    let lines = chain
        .rows
        .iter()
        .filter_map(|&row| book.grid.rows.get(row))
        .map(|row| row.line);
    lines
        .filter_map(|line| {
            let at = book.dates.printed.partition_point(|date| date.line < line);
            book.dates
                .printed
                .get(at)
                .filter(|date| date.line == line && date.day.is_some())
        })
        .collect()
}

/// All rows in order but one.
fn out_of_order(book: &Reading, rows: &[&PrintedDate]) -> Option<Disagreement> {
    let days: Vec<i64> = rows
        .iter()
        .filter_map(|date| date.day.map(Day::number))
        .collect();
    if days.len() < LEAST_ROWS {
        return None;
    }
    let rises = days.last() > days.first();
    let ordered = |skip: Option<usize>| {
        let kept: Vec<i64> = days
            .iter()
            .enumerate()
            .filter(|(i, _)| Some(*i) != skip)
            .map(|(_, d)| *d)
            .collect();
        kept.windows(2).all(|pair| {
            if rises {
                pair.first() <= pair.last()
            } else {
                pair.first() >= pair.last()
            }
        })
    };
    if ordered(None) || days.first() == days.last() {
        return None;
    }
    // Only rows beside a break can be the one: two candidates, whatever the length.
    let breaks = (1..days.len()).find(|&i| {
        let (before, after) = (days.get(i - 1), days.get(i));
        if rises {
            before > after
        } else {
            before < after
        }
    })?;
    let mut outliers = [breaks - 1, breaks]
        .into_iter()
        .filter(|&i| ordered(Some(i)));
    let (outlier, None) = (outliers.next()?, outliers.next()) else {
        return None;
    };
    let inside = outlier > 0 && outlier + 1 < days.len();
    let own = *days.get(outlier)?;
    let apart = (days.get(outlier.checked_sub(1)?)? - own)
        .abs()
        .min((days.get(outlier + 1)? - own).abs());
    let date = rows.get(outlier)?;
    (inside && apart > LEEWAY).then(|| {
        let evidence = format!(
            "The row dated {} stands between rows dated {} and {}; all other {} rows are in order.",
            date.text,
            rows.get(outlier - 1).map_or("", |d| d.text.as_str()),
            rows.get(outlier + 1).map_or("", |d| d.text.as_str()),
            days.len() - 1,
        );
        finding(book, Kind::DateOrder, date, Strength::Weak, evidence)
    })
}

/// One or two rows outside the one period the document states.
fn out_of_period(book: &Reading, rows: &[&PrintedDate]) -> Vec<Disagreement> {
    let Some((from, to)) = stated_period(book) else {
        return Vec::new();
    };
    let outside: Vec<&&PrintedDate> = rows
        .iter()
        .filter(|date| {
            date.day
                .map(Day::number)
                .is_some_and(|n| n < from.number() - LEEWAY || n > to.number() + LEEWAY)
        })
        .collect();
    if outside.len() > 2 || rows.len() < LEAST_ROWS || outside.len() * 5 > rows.len() {
        return Vec::new();
    }
    outside
        .into_iter()
        .map(|date| {
            let evidence = format!(
                "The row dated {} lies outside the stated period; all other {} rows lie within.",
                date.text,
                rows.len() - 1,
            );
            finding(
                book,
                Kind::DateOutsidePeriod,
                date,
                Strength::Weak,
                evidence,
            )
        })
        .collect()
}

/// The only line that names a period and prints two dates.
fn stated_period(book: &Reading) -> Option<(Day, Day)> {
    let mut periods: Vec<(Day, Day)> = Vec::new();
    for pair in book.dates.printed.windows(2) {
        let [first, second] = pair else {
            continue;
        };
        let (Some(from), Some(to)) = (first.day, second.day) else {
            continue;
        };
        let words = fold(&book.sheet.line_text(first.line));
        let named = PERIOD.iter().any(|phrase| has_phrase(&words, phrase));
        if first.line == second.line && named && from < to && !periods.contains(&(from, to)) {
            periods.push((from, to));
        }
    }
    let [period] = periods.as_slice() else {
        return None;
    };
    Some(*period)
}

const PERIOD: &[&str] = &[
    "period",
    "statement period",
    "from",
    "between",
    "zeitraum",
    "vom",
    "von",
    "periode",
    "du",
    "periodo",
    "desde",
    "dal",
    "del",
    "okres",
    "za okres",
    "period covered",
    "statement for",
    "van",
    "fran",
];
