//! What the segments of a page's JPEG say of the programs it went through: Exif, XMP, Photoshop resources, comments.

/// Programs made to change pictures, as they name themselves. Viewers and scanners are none.
const EDITORS: [&str; 14] = [
    "Photoshop",
    "GIMP",
    "paint.net",
    "Affinity",
    "Pixelmator",
    "Photopea",
    "PicsArt",
    "Picsart",
    "Canva",
    "krita",
    "PHOTO-PAINT",
    "PaintShop",
    "Snapseed",
    "PhotoScape",
];
/// Markers of comments and application data.
const COMMENT: u8 = 0xfe;
const APP1: u8 = 0xe1;
const APP13: u8 = 0xed;
/// Tag of the program's name (TIFF 6.0), entries of a directory, bytes of a name.
const SOFTWARE: u16 = 0x0131;
const ENTRIES: usize = 128;
const NAME: usize = 80;

/// The editor of pictures that the notes of a JPEG name, by marker, and where they do.
pub fn editor(notes: &[(u8, &[u8])]) -> Option<(String, &'static str)> {
    notes.iter().find_map(|&(marker, data)| match marker {
        COMMENT => named(data).map(|name| (name, "a comment")),
        APP1 => match data.strip_prefix(b"Exif\0\0") {
            Some(tiff) => software(tiff)
                .and_then(named)
                .map(|name| (name, "its Exif data")),
            None => xmp(data).map(|name| (name, "its XMP data")),
        },
        APP13 => data
            .starts_with(b"Photoshop 3.0\0")
            .then(|| ("Photoshop".into(), "resources of that program (8BIM)")),
        _ => None,
    })
}

/// The text as far as it is printable, where it holds the name of an editor.
fn named(text: &[u8]) -> Option<String> {
    let text: String = text
        .iter()
        .take(NAME)
        .map_while(|&byte| (byte == b' ' || byte.is_ascii_graphic()).then_some(char::from(byte)))
        .collect();
    let known = EDITORS.iter().any(|editor| text.contains(editor));
    known.then_some(text)
}

/// The program's name in the first directory of Exif data.
fn software(tiff: &[u8]) -> Option<&[u8]> {
    let little = tiff.starts_with(b"II");
    let bytes = |at: usize, count: usize| -> Option<u32> {
        let own = tiff.get(at..at.checked_add(count)?)?;
        let add = |sum: u32, byte: &u8| sum << 8 | u32::from(*byte);
        Some(match little {
            true => own.iter().rev().fold(0, add),
            false => own.iter().fold(0, add),
        })
    };
    let directory = bytes(4, 4)? as usize;
    let count = (bytes(directory, 2)? as usize).min(ENTRIES);
    (0..count).find_map(|n| {
        let entry = directory + 2 + 12 * n;
        if bytes(entry, 2)? != u32::from(SOFTWARE) {
            return None;
        }
        let length = bytes(entry + 4, 4)? as usize;
        let start = if length > 4 {
            bytes(entry + 8, 4)? as usize
        } else {
            entry + 8
        };
        tiff.get(start..start.checked_add(length.min(NAME))?)
    })
}

/// The first editor that XMP names as a tool or in its history.
fn xmp(data: &[u8]) -> Option<String> {
    [&b"CreatorTool"[..], b"softwareAgent"]
        .iter()
        .find_map(|key| {
            let places = data
                .windows(key.len())
                .enumerate()
                .filter(|(_, window)| window == key);
            places.take(ENTRIES).find_map(|(at, _)| {
                let rest = data.get(at + key.len()..)?;
                // `="…"` as an attribute, `>…<` as an element.
                let rest = rest
                    .strip_prefix(b"=\"")
                    .or_else(|| rest.strip_prefix(b">"))?;
                let end = rest
                    .iter()
                    .take(NAME)
                    .position(|byte| matches!(byte, b'"' | b'<'))?;
                named(rest.get(..end)?)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(marker: u8, data: &[u8]) -> Option<(String, &'static str)> {
        editor(&[(marker, data)])
    }

    #[test]
    fn the_editor_is_read_from_exif_xmp_resources_and_comments() {
        let mut exif =
            b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x31\0\x02\0\0\0\x0b\0\0\0\x1a\0\0\0\0".to_vec();
        exif.extend(b"GIMP 2.10.8");
        let found = with(APP1, &exif);
        assert_eq!(found.map(|(name, _)| name).as_deref(), Some("GIMP 2.10.8"));
        let xmp = b"http://ns.adobe.com/xap/1.0/\0<rdf xmp:CreatorTool=\"Adobe Photoshop 25.1\"/>";
        let found = with(APP1, xmp);
        assert_eq!(
            found.map(|(name, _)| name).as_deref(),
            Some("Adobe Photoshop 25.1")
        );
        assert!(with(APP13, b"Photoshop 3.0\x008BIM").is_some());
        assert!(with(COMMENT, b"Created with GIMP").is_some());
    }

    #[test]
    fn scanners_viewers_and_broken_data_name_none() {
        assert_eq!(with(COMMENT, b"CREATOR: gd-jpeg v1.0"), None);
        assert_eq!(
            with(
                APP1,
                b"http://ns.adobe.com/xap/1.0/\0 xmp:CreatorTool=\"EPSON Scan\""
            ),
            None
        );
        for end in 0..40 {
            let data =
                b"Exif\0\0II\x2a\0\x08\0\0\0\xff\xff\x31\x01\x02\0\xff\xff\xff\xff\xff\xff\xff\xff";
            assert_eq!(
                with(APP1, data.get(..end.min(data.len())).unwrap_or_default()),
                None
            );
        }
    }
}
