//! Files that a document carries (7.11.4, 14.13): what an invoice says of itself in XML beside its pages.

use assay_pdf::{Dictionary, LimitExceeded, Object, View};

/// Files looked at.
const MOST: usize = 32;
/// Nodes of the name tree walked, and how deep.
const NODES: usize = 400;
const DEPTH: usize = 12;
/// An electronic invoice of thousands of lines is smaller.
const LARGEST: usize = 4 << 20;

/// One file that looks like XML.
#[derive(Debug, Clone)]
pub struct Attachment {
    pub data: Vec<u8>,
}

/// All embedded XML files, in the order of the name tree, then of `/AF`.
pub fn find(view: &View<'_>) -> Result<Vec<Attachment>, LimitExceeded> {
    let mut specifications = Vec::new();
    let Some(catalog) = view.catalog() else {
        return Ok(Vec::new());
    };
    let Some(root) = catalog.object.as_dictionary() else {
        return Ok(Vec::new());
    };
    if let Some(names) = view.get(root, b"Names").as_dictionary() {
        let tree = view.get(names, b"EmbeddedFiles");
        let mut nodes = NODES;
        if let Some(tree) = tree.as_dictionary() {
            from_tree(view, tree, DEPTH, &mut nodes, &mut specifications);
        }
    }
    if let Some(associated) = view.get(root, b"AF").as_array() {
        for entry in associated.iter().take(MOST) {
            specifications.extend(view.resolve(entry).as_dictionary().cloned());
        }
    }
    let mut files: Vec<Attachment> = Vec::new();
    for specification in specifications.iter().take(MOST * 2) {
        if let Some(data) = xml_of(view, specification)?
            && !files.iter().any(|known| known.data == data)
        {
            files.push(Attachment { data });
        }
    }
    Ok(files)
}

fn from_tree(
    view: &View<'_>,
    node: &Dictionary,
    depth: usize,
    nodes: &mut usize,
    found: &mut Vec<Dictionary>,
) {
    if *nodes == 0 || depth == 0 || found.len() >= MOST {
        return;
    }
    *nodes -= 1;
    if let Some(names) = view.get(node, b"Names").as_array() {
        for value in names.iter().skip(1).step_by(2).take(MOST) {
            found.extend(view.resolve(value).as_dictionary().cloned());
        }
    }
    if let Some(kids) = view.get(node, b"Kids").as_array() {
        for kid in kids.iter().take(NODES) {
            if let Some(kid) = view.resolve(kid).as_dictionary() {
                from_tree(view, kid, depth - 1, nodes, found);
            }
        }
    }
}

/// The file's data if it begins as XML does.
fn xml_of(view: &View<'_>, specification: &Dictionary) -> Result<Option<Vec<u8>>, LimitExceeded> {
    let files = view.get(specification, b"EF");
    let Some(files) = files.as_dictionary() else {
        return Ok(None);
    };
    let file = match view.get(files, b"UF") {
        value if matches!(&*value, Object::Stream(_)) => value,
        _ => view.get(files, b"F"),
    };
    let Object::Stream(stream) = &*file else {
        return Ok(None);
    };
    let data = view.decode(stream)?;
    let start = data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&data);
    let xml = start.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<');
    Ok((xml && data.len() <= LARGEST).then_some(data))
}
