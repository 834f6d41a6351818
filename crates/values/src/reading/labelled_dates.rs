//! Dates that a page labels as one thing, against that date as data of the document give it.

use super::Reading;
use crate::dates::{Day, PrintedDate};
use crate::words::{fold, has_phrase};

/// The date of issue that the page prints, where it is another than `day`.
pub fn of_issue(book: &Reading, day: Day) -> Option<&PrintedDate> {
    other_than(book, day, ISSUE_DATE, 3)
}

/// The one date with a label of these in the `reach` words before it, where it is another than `day` and that day is
/// printed nowhere.
pub fn other_than<'b>(
    book: &'b Reading,
    day: Day,
    labels: &[&str],
    reach: usize,
) -> Option<&'b PrintedDate> {
    let dates = &book.dates.printed;
    // Undecided dates may be the one that is looked for.
    if dates
        .iter()
        .any(|date| date.day.is_none() || date.day == Some(day))
    {
        return None;
    }
    let mut labelled = dates.iter().filter(|date| {
        let line = book.sheet.lines.get(date.line);
        let start = line.map_or(0, |line| line.tokens.start);
        let from = date.tokens.start.saturating_sub(reach).max(start);
        let label = fold(&book.sheet.text(from..date.tokens.start));
        labels.iter().any(|name| has_phrase(&label, name))
    });
    labelled.next().filter(|_| labelled.next().is_none())
}

#[rustfmt::skip]
const ISSUE_DATE: &[&str] = &[
    "invoice date", "date of invoice", "date of issue", "issue date", "rechnungsdatum", "date de facture", "date facture", "date d emission",
    "fecha de factura", "fecha factura", "data fattura", "factuurdatum", "data wystawienia", "fakturadatum", "fakturadato",
];
