//! A document made of a few objects, for the tests of this folder.

pub(super) mod programs;

use crate::document::Document;
use crate::place::ObjectId;
use crate::syntax::object::Object;
use crate::view::View;

/// Opens a file that holds `object` as its object 4 and hands that over.
pub(super) fn with_object(object: &str, look: impl FnOnce(&View<'_>, &Object)) {
    with_file(format!("4 0 obj {object} endobj").as_bytes(), look);
}

/// Opens a file with `objects` behind a minimal page tree and hands over its object 4.
pub(super) fn with_file(objects: &[u8], look: impl FnOnce(&View<'_>, &Object)) {
    let mut file = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n"
        .to_vec();
    file.extend_from_slice(objects);
    file.extend_from_slice(b"\ntrailer<</Root 1 0 R>>");
    match Document::open(&file) {
        Ok(document) => {
            let view = document.latest();
            match view.indirect(ObjectId::new(4, 0)) {
                Some(indirect) => look(&view, &indirect.object),
                None => panic!("object 4 is there"),
            }
        }
        Err(error) => panic!("the file opens: {error}"),
    }
}
