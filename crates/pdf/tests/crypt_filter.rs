//! A stream of an encrypted file that names a crypt filter of its own (7.4.10, 7.6.6).

#![expect(clippy::unwrap_used, reason = "a test may")]

use assay_pdf::{Document, ObjectId};

const ENCRYPTED: &[u8] =
    include_bytes!("../../../fixtures/utility-pdfbox/encrypted-empty-password.pdf");

/// The file with a stream that another save adds.
fn with_stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(ENCRYPTED);
    let last = text.rsplit("startxref").next().unwrap();
    let previous: usize = last.split_whitespace().next().unwrap().parse().unwrap();
    let ids = text.rsplit("/ID").next().unwrap();
    let ids = ids.get(..=ids.find(']').unwrap()).unwrap();
    let mut bytes = ENCRYPTED.to_vec();
    let at = bytes.len();
    let length = data.len();
    bytes.extend(format!("900 0 obj\n<</Length {length}{entries}>>\nstream\n").bytes());
    bytes.extend(data);
    bytes.extend(b"\nendstream\nendobj\n");
    let table = bytes.len();
    let trailer = format!("/Size 901/Root 1 0 R/Encrypt 25 0 R/ID{ids}/Prev {previous}");
    let section = format!(
        "xref\n900 1\n{at:010} 00000 n \ntrailer\n<<{trailer}>>\nstartxref\n{table}\n%%EOF\n"
    );
    bytes.extend(section.bytes());
    bytes
}

fn read(entries: &str, data: &[u8]) -> Option<Vec<u8>> {
    let bytes = with_stream(entries, data);
    let document = Document::open(&bytes).unwrap();
    assert!(document.is_encrypted() && document.revisions().len() > 1);
    let view = document.latest();
    let object = view.indirect(ObjectId::new(900, 0)).unwrap();
    let data = view.decode(object.object.as_stream().unwrap());
    data.ok().map(|data| data.to_vec())
}

#[test]
fn a_stream_that_names_identity_stands_as_it_is() {
    let plain = b"a stream that is not encrypted";
    for entries in [
        "/Filter/Crypt",
        "/Filter/Crypt/DecodeParms<</Type/CryptFilterDecodeParms/Name/Identity>>",
        "/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]",
    ] {
        assert_eq!(
            read(entries, plain).as_deref(),
            Some(&plain[..]),
            "{entries}"
        );
    }
    let hex = "/Filter[/Crypt/ASCIIHexDecode]/DecodeParms[<</Name/Identity>> null]";
    assert_eq!(read(hex, b"616263>").as_deref(), Some(&b"abc"[..]));
}

#[test]
fn other_streams_and_filters_of_the_file_are_decrypted() {
    let plain = b"a stream that is not encrypted, of more than two blocks of the cipher";
    // What the filter names is what the file uses for all its streams.
    let named = read("/Filter/Crypt/DecodeParms<</Name/StdCF>>", plain);
    assert!(named.is_some());
    assert_eq!(named, read("", plain));
    for entries in ["", "/Filter/Crypt/DecodeParms<</Name/StdCF>>"] {
        assert_ne!(
            read(entries, plain).as_deref(),
            Some(&plain[..]),
            "{entries}"
        );
    }
}
