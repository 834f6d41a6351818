//! Finding objects without the tables: a scan of the whole file, stepping over streams so that what is embedded stays inside.

use memchr::memmem;

use crate::limits;
use crate::place::{ObjectId, Span};

use super::cursor::is_white_space;
use super::object::{Dictionary, Object};
use super::parser::Parser;

/// An object that stands in the file, whether or not a table points at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    pub id: ObjectId,
    pub span: Span,
}

/// Every indirect object between `start` and `end`, in file order. `length` resolves an indirect `/Length`, so that an
/// `endstream` within the data of a stream does not end it.
pub fn objects(
    data: &[u8],
    start: usize,
    end: usize,
    length: &dyn Fn(ObjectId) -> Option<u64>,
) -> Vec<Found> {
    let mut found = Vec::new();
    let end = end.min(data.len());
    let mut at = start;
    let finder = memmem::Finder::new(b"obj");
    let mut parser = Parser::new(data, start);
    while let Some(hit) = data.get(at..end).and_then(|rest| finder.find(rest)) {
        let keyword = at + hit;
        at = keyword + 3;
        let Some(header) = header_before(data, keyword, start) else {
            continue;
        };
        parser.cursor.seek(header);
        parser.noted.clear();
        let Some(indirect) = parser.indirect(length) else {
            continue;
        };
        at = at.max(indirect.span.end);
        found.push(Found {
            id: indirect.id,
            span: indirect.span,
        });
        // One more than allowed, so that too many can be told.
        if found.len() > limits::OBJECTS {
            break;
        }
    }
    found
}

/// Where `N G ` begins that stands before `obj` at `keyword`.
pub(super) fn header_before(data: &[u8], keyword: usize, floor: usize) -> Option<usize> {
    let back = |from: usize, wanted: fn(u8) -> bool| -> usize {
        let mut at = from;
        while at > floor && data.get(at - 1).is_some_and(|&byte| wanted(byte)) {
            at -= 1;
        }
        at
    };
    let digit: fn(u8) -> bool = |byte| byte.is_ascii_digit();
    let generation_end = back(keyword, is_white_space);
    let generation = back(generation_end, digit);
    let number_end = back(generation, is_white_space);
    let number = back(number_end, digit);
    (number < number_end && number_end < generation && generation < generation_end)
        .then_some(number)
}

/// Every `trailer` dictionary, in file order.
pub fn trailers(data: &[u8]) -> Vec<(usize, Dictionary)> {
    memmem::find_iter(data, b"trailer")
        .filter_map(
            |at| match Parser::new(data, at + b"trailer".len()).object() {
                Some(Object::Dictionary(dictionary)) => Some((at, dictionary)),
                _ => None,
            },
        )
        .take(limits::XREF_SECTIONS)
        .collect()
}
