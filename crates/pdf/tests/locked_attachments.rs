//! Files whose attachments alone are encrypted (7.6.6, `/EFF`): the document opens without a password.

#![expect(clippy::unwrap_used, reason = "a test may")]

use assay_pdf::{Document, ObjectId, OpenError};

const PLAIN: &[u8] = include_bytes!("../../../fixtures/utility-pdfbox/original.pdf");

/// The file with an attachment that another save adds, which also names what is encrypted.
fn with_attachment(methods: &str, entries: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(PLAIN);
    let last = text.rsplit("startxref").next().unwrap();
    let previous: usize = last.split_whitespace().next().unwrap().parse().unwrap();
    let mut bytes = PLAIN.to_vec();
    let at = bytes.len();
    let attachment = "<</Type/EmbeddedFile/Filter/FlateDecode/Length 32ENTRIES>>\nstream\n";
    let attachment = attachment.replace("ENTRIES", entries);
    bytes.extend(format!("900 0 obj\n{attachment}").bytes());
    bytes.extend([0x5a; 32]);
    bytes.extend(b"\nendstream\nendobj\n");
    let table = bytes.len();
    let (owner, user) = ("11".repeat(32), "22".repeat(32));
    let filters = "/CF<</StdCF<</CFM/AESV2/AuthEvent/EFOpen/Length 16>>>>";
    let handler = format!("/Filter/Standard/V 4/R 4/Length 128/P -4/O<{owner}>/U<{user}>");
    let section = format!(
        "xref\n900 1\n{at:010} 00000 n \ntrailer\n<</Size 901/Root 1 0 R/Encrypt<<{handler}{filters}{methods}>>\
         /ID[<00><00>]/Prev {previous}>>\nstartxref\n{table}\n%%EOF\n"
    );
    bytes.extend(section.bytes());
    bytes
}

const ATTACHMENTS: &str = "/StmF/Identity/StrF/Identity/EFF/StdCF";

#[test]
fn the_document_opens_and_the_attachment_is_neither_read_nor_damaged() {
    for entries in ["", "/Params<</Size 20>>"] {
        let bytes = with_attachment(ATTACHMENTS, entries);
        let document = Document::open(&bytes).unwrap();
        let view = document.latest();
        assert_eq!(view.pages().len(), 1);
        let object = view.indirect(ObjectId::new(900, 0)).unwrap();
        let data = view.decode(object.object.as_stream().unwrap()).unwrap();
        assert!(data.is_empty());
        assert!(
            document.anomalies().is_empty(),
            "{:?}",
            document.anomalies()
        );
    }
}

#[test]
fn what_is_encrypted_beside_attachments_asks_for_the_password() {
    for methods in [
        "/StmF/StdCF/StrF/Identity/EFF/StdCF",
        "/StmF/Identity/StrF/StdCF/EFF/StdCF",
        "/StmF/StdCF/StrF/StdCF",
    ] {
        let bytes = with_attachment(methods, "");
        let asked = matches!(Document::open(&bytes), Err(OpenError::PasswordRequired));
        assert!(asked, "{methods}");
    }
}
