//! What the words of a document say, and whether they agree: its amounts, dates and identifiers, read from words with
//! their places, against each other, against the data of an e-invoice and against the codes beside them. Knows no PDF.
//!
//! An equation counts only when the document itself shows that it is meant, and a finding names the one value whose
//! change makes everything agree again. Silence is the answer to everything that can be read in two ways. The same words
//! always give the same answer, and the work done for a document is bounded (`limits`).
//!
//! ```
//! use assay_values::{Word, examine};
//!
//! let lines = [
//!     "2024-03-01 Opening balance          1,000.00",
//!     "2024-03-02 Salary      2,500.00     3,500.00",
//!     "2024-03-05 Rent         -900.00     2,600.00",
//!     "2024-03-09 Groceries     -84.35     2,515.65",
//!     "2024-03-12 Books         -31.40     2,484.25",
//!     "2024-03-17 Electricity  -120.10     2,634.15",
//!     "2024-03-21 Insurance     -64.05     2,300.10",
//!     "2024-03-28 Refund         15.00     2,315.10",
//! ];
//! let words: Vec<Word> = lines
//!     .iter()
//!     .enumerate()
//!     .flat_map(|(row, line)| {
//!         let y = 800.0 - 12.0 * row as f64;
//!         line.split_whitespace().map(move |text| {
//!             let x = 5.0 * line.find(text).unwrap_or(0) as f64;
//!             let area = [x, y, x + 5.0 * text.len() as f64, y + 10.0];
//!             Word { page: 1, area, text: text.into() }
//!         })
//!     })
//!     .collect();
//!
//! let found = examine(&words).disagreements;
//! let repair = found[0].repair.as_ref().expect("one balance explains both steps");
//! assert_eq!(repair.printed, "2,634.15");
//! assert_eq!(repair.should_read, "2,364.15");
//! ```

mod codes;
mod dates;
mod e_invoice;
mod examination;
mod finding;
mod foreign_numbers;
mod identifiers;
mod layout;
mod limits;
mod numbers;
mod reading;
mod sums;
mod timeline;
mod words;

#[cfg(test)]
mod tests;

pub use codes::MachineCode;
pub use e_invoice::Invoice;
pub use examination::{Examination, claimed, examine, examine_with};
pub use finding::{Disagreement, Kind, Repair, Strength};
pub use layout::{Word, counted};
pub use reading::last_sentence;
pub use words::without_ligatures;
