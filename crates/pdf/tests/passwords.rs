//! Files that open only with a password, by each revision of the standard handler (7.6.4): payslip-reportlab's original,
//! encrypted by qpdf with the passwords `user` (of AES-256: `Straße`) and `owner`.

use assay_pdf::{Document, Object, OpenError};

const LOCKED: [(&str, &[u8], &str); 4] = [
    ("R2", include_bytes!("locked/rc4-40.pdf"), "user"),
    ("R3", include_bytes!("locked/rc4-128.pdf"), "user"),
    ("R4", include_bytes!("locked/aes-128.pdf"), "user"),
    ("R6", include_bytes!("locked/aes-256.pdf"), "Straße"),
];
const UNLOCKED: &[u8] = include_bytes!("../../../fixtures/payslip-reportlab/original.pdf");

/// What the first page's contents are, decrypted and unpacked.
fn contents(document: &Document<'_>) -> Option<Vec<u8>> {
    let view = document.latest();
    let page = view.pages().into_iter().next()?;
    match &*view.get(&page.dictionary, b"Contents") {
        Object::Stream(stream) => view.decode(stream).ok(),
        _ => None,
    }
}

#[test]
fn the_passwords_of_user_and_owner_both_open_it() -> Result<(), OpenError> {
    let unlocked = contents(&Document::open(UNLOCKED)?);
    assert!(unlocked.as_ref().is_some_and(|bytes| bytes.len() > 100));
    for (revision, bytes, user) in LOCKED {
        for password in [user, "owner"] {
            let document = Document::open_with(bytes, password)?;
            assert!(document.is_encrypted(), "{revision}");
            assert_eq!(contents(&document), unlocked, "{revision} by {password}");
        }
    }
    Ok(())
}

#[test]
fn without_the_password_or_with_a_wrong_one_it_stays_shut() {
    for (revision, bytes, user) in LOCKED {
        let error = |password| Document::open_with(bytes, password).err();
        assert_eq!(error(""), Some(OpenError::PasswordRequired), "{revision}");
        for wrong in ["User", &format!("{user} "), "ow"] {
            assert_eq!(error(wrong), Some(OpenError::PasswordWrong), "{revision}");
        }
    }
}

#[test]
fn a_password_that_nothing_asks_for_is_no_hindrance() -> Result<(), OpenError> {
    let by_empty: &[u8] =
        include_bytes!("../../../fixtures/utility-pdfbox/encrypted-empty-password.pdf");
    assert!(Document::open_with(by_empty, "user")?.is_encrypted());
    assert!(!Document::open_with(UNLOCKED, "user")?.is_encrypted());
    Ok(())
}
