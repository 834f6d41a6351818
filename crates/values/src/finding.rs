//! What leaves the values: one disagreement between printed values, placed, with what should have been printed.

use crate::layout::Area;

/// What kind of statement the document makes about itself that does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A balance is not the one before it plus what moved in between.
    RunningBalance,
    /// Opening balance, movements and closing balance do not add up.
    OpeningPlusMovements,
    /// The printed totals of money in or out of a period are not the sum of its rows.
    PeriodTotals,
    /// A total is not the sum of the rows it stands under.
    Total,
    /// Quantity times price, hours times rate or base times percentage is another amount than printed.
    LineProduct,
    /// Numbers of one row that add up in every other row do not in this one.
    RowSum,
    /// Net and tax do not make the gross, or the tax is not its rate of the net.
    TaxSum,
    /// Gross less what was paid is not what is due.
    AmountDue,
    /// Gross less deductions is not the net pay.
    NetPay,
    /// A year-to-date figure is not the one before it plus the period's.
    YearToDate,
    /// A printed number of entries is not the number of entries.
    Count,
    /// So many equal parts are not the whole.
    Instalments,
    /// An amount written in words is another one than in figures.
    AmountInWords,
    /// A pay or a rent is told in two ways.
    ToldTwice,
    IbanCheck,
    CardCheck,
    AbaCheck,
    CreditorReference,
    VatId,
    /// A number of a person, company, payment or article fails the rule of its kind.
    NationalId,
    /// A row's date stands out of the order of all others.
    DateOrder,
    /// A row's date lies outside the period the document states.
    DateOutsidePeriod,
    /// A printed day that is in no calendar.
    ImpossibleDate,
    /// A printed weekday is not that of its date.
    WeekdayName,
    /// The data embedded in the file say otherwise than the page.
    EmbeddedData,
    /// A code on the pages says otherwise than the print beside it.
    MachineCode,
    /// One number is written in another notation than all others of its column.
    NumberFormat,
}

/// How far a disagreement goes by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Has honest causes that cannot be ruled out from the text.
    Weak,
    /// Honest causes are rare.
    Likely,
    /// One value makes two or more independent sums agree again, or breaks a long chain that holds everywhere else.
    Proven,
}

/// The one value whose change makes everything agree again.
#[derive(Debug, Clone, PartialEq)]
pub struct Repair {
    pub page: u32,
    pub area: Area,
    /// As printed.
    pub printed: String,
    /// In the same notation.
    pub should_read: String,
    /// Equations the value takes part in that hold once it is changed.
    pub sums_then_hold: usize,
    /// Of these, how many fail as printed.
    pub sums_failed: usize,
}

/// Printed values that contradict each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    pub kind: Kind,
    /// 1-based.
    pub page: u32,
    /// The value at fault, or its whole row when the row does not tell which.
    pub area: Area,
    /// The words that say what the value is.
    pub field: String,
    pub found: String,
    /// In the notation of the printed value; `None` when the document does not tell.
    pub expected: Option<String>,
    pub repair: Option<Repair>,
    pub strength: Strength,
    /// One sentence in English.
    pub evidence: String,
}
