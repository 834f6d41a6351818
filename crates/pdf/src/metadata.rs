//! What a document says of itself: the information dictionary (ISO 32000-2, 14.3.3) and the XMP packet (14.3.2).
//! What is absent stays absent: no default for a part of a date or a zone.

use time::{Month, UtcDateTime};

use crate::place::{ObjectId, Span};
use crate::syntax::object::Object;
use crate::view::View;

const UNIX_EPOCH: time::Date = UtcDateTime::UNIX_EPOCH.date();
/// XMP packets larger than this are not read: genuine ones stay below 100 kB, previews aside.
const XMP_BYTES: usize = 4 << 20;
/// Elements of one packet that are looked at.
const XMP_NODES: u32 = 200_000;

/// The information dictionary.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Info {
    pub id: Option<ObjectId>,
    pub span: Option<Span>,
    /// Keys in the order in which they were written, text decoded.
    pub entries: Vec<(String, String)>,
}

impl Info {
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    pub fn producer(&self) -> Option<&str> {
        self.get("Producer").filter(|text| !text.trim().is_empty())
    }

    pub fn creator(&self) -> Option<&str> {
        self.get("Creator").filter(|text| !text.trim().is_empty())
    }

    pub fn created(&self) -> Option<Date> {
        self.get("CreationDate").and_then(Date::parse)
    }

    pub fn modified(&self) -> Option<Date> {
        self.get("ModDate").and_then(Date::parse)
    }
}

/// The properties of an XMP packet that tell of writers and edits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Xmp {
    pub toolkit: Option<String>,
    pub producer: Option<String>,
    pub creator_tool: Option<String>,
    pub create_date: Option<String>,
    pub modify_date: Option<String>,
    pub metadata_date: Option<String>,
    pub document_id: Option<String>,
    pub instance_id: Option<String>,
    pub original_document_id: Option<String>,
    /// `dc:title` and `dc:description`, the first language of each.
    pub title: Option<String>,
    pub description: Option<String>,
    /// `xmpMM:History`, oldest first.
    pub history: Vec<HistoryEvent>,
}

/// One event of `xmpMM:History`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HistoryEvent {
    pub action: Option<String>,
    pub when: Option<String>,
    pub software: Option<String>,
    pub changed: Option<String>,
}

/// A date as far as it is written (7.9.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    pub year: i32,
    pub month: Option<u8>,
    pub day: Option<u8>,
    pub hour: Option<u8>,
    pub minute: Option<u8>,
    pub second: Option<u8>,
    /// Minutes east of UTC; absent when no zone is written.
    pub offset: Option<i32>,
}

impl Date {
    /// `D:YYYYMMDDHHmmSSOHH'mm'`, every part after the year optional, or ISO 8601 as XMP writes it.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = text.strip_prefix("D:").unwrap_or(text);
        let mut rest = digits.as_bytes();
        let mut take = |count: usize| -> Option<u32> {
            while let Some((b'-' | b':' | b'T' | b' ', tail)) = rest.split_first() {
                // A sign in front of two digits at the end is the zone, not a separator.
                if count == 2
                    && rest.first() == Some(&b'-')
                    && tail.len() <= 6
                    && !digits.contains('T')
                {
                    return None;
                }
                rest = tail;
            }
            let part = rest.get(..count)?;
            let value = part.iter().try_fold(0u32, |value, byte| {
                byte.is_ascii_digit()
                    .then(|| value * 10 + u32::from(byte - b'0'))
            })?;
            rest = rest.get(count..)?;
            Some(value)
        };
        let year = take(4)? as i32;
        let mut part = |max: u32| {
            take(2)
                .filter(|&value| value <= max)
                .map(|value| value as u8)
        };
        let month = part(12);
        let day = month.and_then(|_| part(31));
        let hour = day.and_then(|_| part(23));
        let minute = hour.and_then(|_| part(59));
        let second = minute.and_then(|_| part(60));
        Some(Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
            offset: offset(rest),
        })
    }

    /// Seconds since 1970 as the clock on the wall shows, without regard to the zone; `None` unless written to the minute.
    pub fn wall_seconds(&self) -> Option<i64> {
        let month = Month::try_from(self.month?).ok()?;
        let day = time::Date::from_calendar_date(self.year, month, self.day?).ok()?;
        let days = i64::from(day.to_julian_day() - UNIX_EPOCH.to_julian_day());
        let (hour, minute) = (i64::from(self.hour?), i64::from(self.minute?));
        Some(days * 86_400 + hour * 3600 + minute * 60 + i64::from(self.second.unwrap_or(0)))
    }

    /// Seconds since 1970, UTC; `None` without a zone.
    pub fn seconds(&self) -> Option<i64> {
        Some(self.wall_seconds()? - i64::from(self.offset?) * 60)
    }
}

/// The zone behind a time: `Z`, `+02'00'`, `-05:00`.
fn offset(rest: &[u8]) -> Option<i32> {
    // Fractions of a second stand before the zone in XMP.
    let rest = match rest.split_first() {
        Some((b'.', tail)) => {
            tail.get(tail.iter().take_while(|byte| byte.is_ascii_digit()).count()..)?
        }
        _ => rest,
    };
    let (sign, rest) = match rest.split_first()? {
        (b'Z' | b'z', _) => return Some(0),
        (b'+', rest) => (1, rest),
        (b'-', rest) => (-1, rest),
        _ => return None,
    };
    let digits: Vec<i32> = rest
        .iter()
        .filter(|byte| byte.is_ascii_digit())
        .map(|byte| i32::from(byte - b'0'))
        .collect();
    let hours = digits.first()? * 10 + digits.get(1)?;
    let minutes = digits.get(2).copied().unwrap_or(0) * 10 + digits.get(3).copied().unwrap_or(0);
    Some(sign * (hours * 60 + minutes))
}

impl View<'_> {
    /// The information dictionary as text.
    pub fn information(&self) -> Info {
        let Some(indirect) = self.info() else {
            return Info::default();
        };
        let entries = indirect.object.as_dictionary().map(|dictionary| {
            dictionary
                .iter()
                .filter_map(|(key, value)| {
                    Some((key.to_text(), text(self.resolve(value).as_string()?)))
                })
                .collect()
        });
        Info {
            id: Some(indirect.id),
            span: Some(indirect.span),
            entries: entries.unwrap_or_default(),
        }
    }

    /// The document's XMP packet, if there is one that can be read.
    pub fn xmp(&self) -> Option<Xmp> {
        let catalog = self.catalog()?;
        let metadata = self.get(catalog.object.as_dictionary()?, b"Metadata");
        let data = self.decode(metadata.as_stream()?).ok()?;
        if data.len() > XMP_BYTES {
            return None;
        }
        parse_xmp(&String::from_utf8_lossy(&data))
    }

    /// A text string of a dictionary (7.9.2.2).
    pub fn text(&self, object: &Object) -> Option<String> {
        self.resolve(object).as_string().map(text)
    }
}

/// A text string: UTF-16 or UTF-8 by its mark, else PDFDocEncoding.
pub fn text(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|&byte| pdf_doc(byte)).collect(),
    }
}

fn utf16(bytes: &[u8], read: fn([u8; 2]) -> u16) -> String {
    let units = bytes
        .chunks_exact(2)
        .filter_map(|pair| <[u8; 2]>::try_from(pair).ok())
        .map(read);
    char::decode_utf16(units)
        .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// PDFDocEncoding (Annex D.3).
fn pdf_doc(byte: u8) -> char {
    const HIGH: [char; 33] = [
        '\u{2022}', '\u{2020}', '\u{2021}', '\u{2026}', '\u{2014}', '\u{2013}', '\u{192}',
        '\u{2044}', '\u{2039}', '\u{203a}', '\u{2212}', '\u{2030}', '\u{201e}', '\u{201c}',
        '\u{201d}', '\u{2018}', '\u{2019}', '\u{201a}', '\u{2122}', '\u{fb01}', '\u{fb02}',
        '\u{141}', '\u{152}', '\u{160}', '\u{178}', '\u{17d}', '\u{131}', '\u{142}', '\u{153}',
        '\u{161}', '\u{17e}', '\u{fffd}', '\u{20ac}',
    ];
    const LOW: [char; 8] = [
        '\u{2d8}', '\u{2c7}', '\u{2c6}', '\u{2d9}', '\u{2dd}', '\u{2db}', '\u{2da}', '\u{2dc}',
    ];
    match byte {
        0x18..=0x1f => LOW.get(usize::from(byte - 0x18)).copied().unwrap_or(' '),
        0x80..=0xa0 => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or(' '),
        _ => char::from(byte),
    }
}

fn parse_xmp(packet: &str) -> Option<Xmp> {
    let start = packet
        .find("<x:xmpmeta")
        .or_else(|| packet.find("<rdf:RDF"))?;
    let end = packet
        .rfind("</x:xmpmeta>")
        .map(|at| at + "</x:xmpmeta>".len());
    let end = end.or_else(|| packet.rfind("</rdf:RDF>").map(|at| at + "</rdf:RDF>".len()))?;
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: XMP_NODES,
        ..Default::default()
    };
    let tree = roxmltree::Document::parse_with_options(packet.get(start..end)?, options).ok()?;
    let mut xmp = Xmp {
        toolkit: tree
            .root_element()
            .attributes()
            .find(|a| a.name() == "xmptk")
            .map(|a| a.value().to_owned()),
        ..Xmp::default()
    };
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        for attribute in node.attributes() {
            take_property(&mut xmp, attribute.name(), attribute.value());
        }
        if node.tag_name().name() == "History" {
            xmp.history = node
                .descendants()
                .filter(|n| n.tag_name().name() == "li")
                .map(history_event)
                .collect();
        } else if matches!(node.tag_name().name(), "title" | "description") {
            let mut texts = node.descendants().filter(roxmltree::Node::is_element);
            let text = texts.find_map(|one| one.text().filter(|text| !text.trim().is_empty()));
            take_property(&mut xmp, node.tag_name().name(), text.unwrap_or_default());
        } else if let Some(value) = node.text() {
            take_property(&mut xmp, node.tag_name().name(), value);
        }
    }
    Some(xmp)
}

fn take_property(xmp: &mut Xmp, name: &str, value: &str) {
    let slot = match name {
        "Producer" => &mut xmp.producer,
        "CreatorTool" => &mut xmp.creator_tool,
        "CreateDate" => &mut xmp.create_date,
        "ModifyDate" => &mut xmp.modify_date,
        "MetadataDate" => &mut xmp.metadata_date,
        "DocumentID" => &mut xmp.document_id,
        "InstanceID" => &mut xmp.instance_id,
        "OriginalDocumentID" => &mut xmp.original_document_id,
        "title" => &mut xmp.title,
        "description" => &mut xmp.description,
        _ => return,
    };
    // The first one counts: ingredients further down carry properties of the same names.
    if slot.is_none() && !value.trim().is_empty() {
        *slot = Some(value.trim().to_owned());
    }
}

fn history_event(node: roxmltree::Node<'_, '_>) -> HistoryEvent {
    let property = |name: &str| {
        let attribute = node
            .attributes()
            .find(|attribute| attribute.name() == name)
            .map(|attribute| attribute.value().to_owned());
        attribute.or_else(|| {
            node.descendants()
                .find(|n| n.tag_name().name() == name)
                .and_then(|n| n.text())
                .map(str::to_owned)
        })
    };
    HistoryEvent {
        action: property("action"),
        when: property("when"),
        software: property("softwareAgent"),
        changed: property("changed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_keeps_what_is_absent_absent() {
        let date = Date::parse("D:2024").map(|d| (d.year, d.month, d.offset));
        assert_eq!(date, Some((2024, None, None)));
        let local = Date::parse("D:20240229120000").and_then(|d| d.seconds());
        assert_eq!(local, None);
    }

    #[test]
    fn zones_are_counted() {
        let pdf = Date::parse("D:20240229120000+02'00'").and_then(|d| d.seconds());
        let xmp = Date::parse("2024-02-29T05:00:00.250-05:00").and_then(|d| d.seconds());
        assert_eq!(pdf, Some(1_709_200_800));
        assert_eq!(pdf, xmp);
    }

    #[test]
    fn text_strings_by_their_mark() {
        assert_eq!(
            text(b"\xfe\xff\x20\xac1"),
            "\u{20ac}\u{fffd}".chars().take(1).collect::<String>()
        );
        assert_eq!(text(b"\xa0 5"), "\u{20ac} 5");
    }
}
