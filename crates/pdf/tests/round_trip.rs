//! What is written is read back: objects of every kind, nested, and streams through every filter.

mod writer;

use std::io::Write;

use assay_pdf::{Dictionary, Document, Name, Object, ObjectId, Parser, PdfString, StringForm};
use proptest::prelude::*;

fn name() -> impl Strategy<Value = Name> {
    proptest::collection::vec(any::<u8>(), 0..12).prop_map(|bytes| Name::new(&bytes))
}

fn string() -> impl Strategy<Value = PdfString> {
    let form = prop_oneof![Just(StringForm::Literal), Just(StringForm::Hexadecimal)];
    (proptest::collection::vec(any::<u8>(), 0..40), form).prop_map(|(bytes, form)| PdfString {
        bytes: bytes.into(),
        form,
    })
}

fn object() -> impl Strategy<Value = Object> {
    let leaf = prop_oneof![
        Just(Object::Null),
        any::<bool>().prop_map(Object::Boolean),
        (i64::MIN + 1..=i64::MAX).prop_map(Object::Integer),
        (-1e12..1e12f64).prop_map(Object::Real),
        (-1.0..1.0f64).prop_map(Object::Real),
        name().prop_map(Object::Name),
        string().prop_map(Object::String),
        (any::<u32>(), any::<u16>()).prop_map(|(n, g)| Object::Reference(ObjectId::new(n, g))),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        let entries = proptest::collection::vec((name(), inner.clone()), 0..8);
        prop_oneof![
            proptest::collection::vec(inner, 0..8).prop_map(|items| Object::Array(items.into())),
            entries.prop_map(|entries| Object::Dictionary(Dictionary::from_iter(entries))),
        ]
    })
}

/// Equal but for the last digits of real numbers.
fn alike(a: &Object, b: &Object) -> bool {
    match (a, b) {
        (Object::Real(a), Object::Real(b)) => (a - b).abs() <= 1e-12 * a.abs().max(1.0),
        (Object::Array(a), Object::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
        }
        (Object::Dictionary(a), Object::Dictionary(b)) => {
            let mut pairs = a.iter().zip(b.iter());
            a.len() == b.len() && pairs.all(|(a, b)| a.0 == b.0 && alike(a.1, b.1))
        }
        _ => a == b,
    }
}

/// One step of packing, under the name of the filter that undoes it.
#[derive(Debug, Clone, Copy)]
enum Packing {
    Flate,
    Lzw,
    AsciiHex,
    Ascii85,
    RunLength,
}

impl Packing {
    fn filter(self) -> &'static str {
        match self {
            Self::Flate => "/FlateDecode",
            Self::Lzw => "/LZWDecode",
            Self::AsciiHex => "/ASCIIHexDecode",
            Self::Ascii85 => "/ASCII85Decode",
            Self::RunLength => "/RunLengthDecode",
        }
    }

    fn pack(self, data: &[u8]) -> Vec<u8> {
        match self {
            Self::Flate => deflate(data),
            Self::Lzw => weezl::encode::Encoder::with_tiff_size_switch(weezl::BitOrder::Msb, 8)
                .encode(data)
                .unwrap_or_default(),
            Self::AsciiHex => {
                let digits: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
                (digits + ">").into_bytes()
            }
            Self::Ascii85 => ascii_85(data),
            Self::RunLength => {
                let mut out = Vec::new();
                for part in data.chunks(128) {
                    out.push(part.len() as u8 - 1);
                    out.extend_from_slice(part);
                }
                out.push(128);
                out
            }
        }
    }
}

fn deflate(data: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    let _ = packer.write_all(data);
    packer.finish().unwrap_or_default()
}

fn ascii_85(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for part in data.chunks(4) {
        let mut word = [0u8; 4];
        word[..part.len()].copy_from_slice(part);
        let value = u32::from_be_bytes(word);
        let digits =
            [52_200_625, 614_125, 7_225, 85, 1].map(|unit| (value / unit % 85) as u8 + b'!');
        match (part.len(), value) {
            (4, 0) => out.push(b'z'),
            (length, _) => out.extend_from_slice(&digits[..length + 1]),
        }
    }
    out.extend_from_slice(b"~>");
    out
}

/// Rows under PNG predictors, each row with its own (ISO 32000-2, 7.4.4.4; PNG, 9).
fn predicted(data: &[u8], columns: usize, kinds: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut above = vec![0u8; columns];
    for (at, row) in data.chunks_exact(columns).enumerate() {
        let kind = kinds.get(at % kinds.len().max(1)).copied().unwrap_or(0) % 5;
        out.push(kind);
        for (column, &byte) in row.iter().enumerate() {
            let left = column.checked_sub(1).map_or(0, |left| row[left]);
            let corner = column.checked_sub(1).map_or(0, |left| above[left]);
            let guess = match kind {
                0 => 0,
                1 => left,
                2 => above[column],
                3 => ((u16::from(left) + u16::from(above[column])) / 2) as u8,
                _ => paeth(left, above[column], corner),
            };
            out.push(byte.wrapping_sub(guess));
        }
        above.copy_from_slice(row);
    }
    out
}

fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, above, corner].map(i16::from);
    let estimate = a + b - c;
    let distance = |value: i16| (estimate - value).abs();
    if distance(a) <= distance(b) && distance(a) <= distance(c) {
        left
    } else if distance(b) <= distance(c) {
        above
    } else {
        corner
    }
}

fn packing() -> impl Strategy<Value = Packing> {
    prop_oneof![
        Just(Packing::Flate),
        Just(Packing::Lzw),
        Just(Packing::AsciiHex),
        Just(Packing::Ascii85),
        Just(Packing::RunLength),
    ]
}

/// What the stream of a file reads that holds `data` under these entries.
fn decoded(entries: &str, data: &[u8]) -> Option<Vec<u8>> {
    let mut file =
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[]>>endobj\n".to_vec();
    file.extend_from_slice(
        format!("3 0 obj<<{entries}/Length {}>>stream\n", data.len()).as_bytes(),
    );
    file.extend_from_slice(data);
    file.extend_from_slice(b"\nendstream endobj trailer<</Root 1 0 R>>");
    let document = Document::open(&file).ok()?;
    let view = document.latest();
    let indirect = view.indirect(ObjectId::new(3, 0))?;
    view.decode(indirect.object.as_stream()?).ok()
}

proptest! {
    #[test]
    fn objects_are_read_as_they_were_written(value in object()) {
        let text = writer::object(&value);
        let mut parser = Parser::new(&text, 0);
        let read = parser.object();
        prop_assert!(read.as_ref().is_some_and(|read| alike(&value, read)), "{read:?}");
        prop_assert_eq!(parser.cursor.position(), text.len());
        prop_assert!(parser.noted.is_empty());
    }

    #[test]
    fn entries_stand_where_they_are_said_to_stand(value in object()) {
        let text = [b"<</Key ".as_slice(), &writer::object(&value), b">>"].concat();
        let entries = Parser::new(&text, 0).entry_spans();
        prop_assert_eq!(entries.len(), 1);
        prop_assert_eq!(entries[0].key_span.of(&text), b"/Key");
        let part = Parser::new(entries[0].value_span.of(&text), 0).object();
        prop_assert_eq!(part.as_ref(), Some(&entries[0].value));
    }

    #[test]
    fn streams_come_back_through_their_filters(
        data in proptest::collection::vec(any::<u8>(), 0..3000),
        chain in proptest::collection::vec(packing(), 0..4),
    ) {
        let packed = chain.iter().rev().fold(data.clone(), |data, step| step.pack(&data));
        let names: String = chain.iter().map(|step| step.filter()).collect();
        prop_assert_eq!(decoded(&format!("/Filter[{names}]"), &packed), Some(data));
    }

    #[test]
    fn rows_come_back_through_their_predictors(
        columns in 1usize..40,
        rows in 0usize..20,
        kinds in proptest::collection::vec(any::<u8>(), 1..6),
        seed in any::<u8>(),
    ) {
        let data: Vec<u8> = (0..columns * rows).map(|at| (at as u8).wrapping_mul(seed | 1) ^ seed).collect();
        let packed = deflate(&predicted(&data, columns, &kinds));
        let entries = format!("/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns {columns}>>");
        prop_assert_eq!(decoded(&entries, &packed), Some(data));
    }

    /// Whatever the bytes are, what is read stands inside them, and reading ends.
    #[test]
    fn any_bytes_are_read_within_their_bounds(data in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut parser = Parser::new(&data, 0);
        let _ = parser.object();
        prop_assert!(parser.cursor.position() <= data.len());
        for entry in Parser::new(&data, 0).entry_spans() {
            prop_assert!(entry.key_span.end <= entry.value_span.start);
            prop_assert!(entry.value_span.end <= data.len());
        }
    }
}
