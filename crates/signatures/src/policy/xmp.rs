//! Whether rewritten metadata is an XMP packet and nothing else (ISO 16684-1): no document type, no entities, the root
//! element XMP has.

use assay_pdf::{Object, View};

/// Largest packet that is looked at.
const MAX_PACKET: usize = 4 << 20;
/// Elements and attributes of one packet.
const MAX_NODES: u32 = 200_000;

const XMP: &str = "adobe:ns:meta/";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// Why `metadata` is no XMP; `None` when it is.
pub fn fault(view: &View<'_>, metadata: &Object) -> Option<&'static str> {
    let Some(stream) = metadata.as_stream() else {
        return Some("it is no stream");
    };
    let Ok(data) = view.decode(stream) else {
        return Some("it cannot be decoded");
    };
    if data.len() > MAX_PACKET {
        return Some("it is too large");
    }
    let Some(text) = text_of(&data) else {
        return Some("it is no text");
    };
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: MAX_NODES,
        ..Default::default()
    };
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{feff}');
    match roxmltree::Document::parse_with_options(text, options) {
        Err(roxmltree::Error::DtdDetected) => Some("it has a document type"),
        Err(_) => Some("it is not well-formed"),
        Ok(document) => {
            let root = document.root_element().tag_name();
            let fits = match root.namespace() {
                Some(XMP) => matches!(root.name(), "xmpmeta" | "xapmeta"),
                Some(RDF) => root.name() == "RDF",
                _ => false,
            };
            (!fits).then_some("its root element is another one")
        }
    }
}

fn text_of(data: &[u8]) -> Option<String> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, _) = bytes.as_chunks();
        let units = units.iter().map(|pair| unit(*pair));
        char::decode_utf16(units)
            .collect::<Result<String, _>>()
            .ok()
    };
    match data {
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        _ => String::from_utf8(data.to_vec()).ok(),
    }
}
