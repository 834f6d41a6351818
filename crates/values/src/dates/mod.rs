//! Days, the names of months and weekdays, and the dates that a document prints.

mod calendar;
mod month_names;
mod printed;

pub use calendar::Day;
pub use month_names::{weekday, weekday_like};
pub use printed::{Dates, PrintedDate};
