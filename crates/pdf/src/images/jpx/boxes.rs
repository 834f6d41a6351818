//! The boxes around a JPEG 2000 codestream (ISO/IEC 15444-1, Annex I), as far as they multiply its channels.

/// Channels a palette may give: those of a colour and one more.
const CHANNELS: usize = 5;
/// Bits of a palette's entries less one.
const DEPTH: u8 = 15;
/// Boxes of one file: real ones have a dozen.
const BOXES: usize = 256;

/// What stands in the boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contents<'a> {
    pub codestream: &'a [u8],
    /// Channels that a palette makes beside those of the codestream.
    pub mapped: u32,
}

/// From a file, or from a codestream alone.
pub fn read(data: &[u8]) -> Option<Contents<'_>> {
    if data.starts_with(b"\xff\x4f\xff\x51") {
        return Some(Contents {
            codestream: data,
            mapped: 0,
        });
    }
    let mut codestreams = Vec::new();
    let mut mapped = 0;
    for (name, own) in list(data)? {
        match name {
            b"jp2h" => {
                for (name, own) in list(own)? {
                    mapped += channels(name, own)?;
                }
            }
            b"jp2c" => codestreams.push(own),
            _ => {}
        }
    }
    match codestreams.as_slice() {
        &[codestream] => Some(Contents { codestream, mapped }),
        _ => None,
    }
}

/// Boxes one behind the other: their names and contents.
fn list(mut data: &[u8]) -> Option<Vec<(&[u8; 4], &[u8])>> {
    let mut boxes = Vec::new();
    while let Some((length, rest)) = data.split_first_chunk::<4>() {
        let (name, rest) = rest.split_first_chunk::<4>()?;
        let (length, rest) = match u32::from_be_bytes(*length) {
            0 => (rest.len(), rest),
            1 => {
                let (long, rest) = rest.split_first_chunk::<8>()?;
                let long = usize::try_from(u64::from_be_bytes(*long)).ok()?;
                (long.checked_sub(16)?, rest)
            }
            short => (usize::try_from(short).ok()?.checked_sub(8)?, rest),
        };
        // Of a box that goes on behind the data, there is what there is.
        let (own, rest) = rest.split_at(length.min(rest.len()));
        boxes.push((name, own));
        data = rest;
        if boxes.len() > BOXES {
            return None;
        }
    }
    Some(boxes)
}

/// How many channels a box adds; `None` where these are not sound.
fn channels(name: &[u8; 4], data: &[u8]) -> Option<u32> {
    match name {
        // I.5.3.4: entries, columns, the depth of each.
        b"pclr" => {
            let (&[_, _, columns], rest) = data.split_first_chunk::<3>()?;
            let depths = rest.get(..usize::from(columns))?;
            let sound = (1..=CHANNELS).contains(&depths.len())
                && depths.iter().all(|&depth| depth <= DEPTH);
            sound.then_some(u32::from(columns))
        }
        // I.5.3.5: four bytes a channel.
        b"cmap" => {
            let count = data.len() / 4;
            let sound = data.len().is_multiple_of(4) && (1..=CHANNELS).contains(&count);
            sound.then_some(count as u32)
        }
        _ => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let length = (data.len() as u32 + 8).to_be_bytes();
        [&length, name.as_slice(), data].concat()
    }

    #[test]
    fn the_codestream_and_the_channels_of_a_palette_are_found() {
        let palette = one(b"pclr", &[0, 2, 3, 7, 7, 7, 1, 2, 3, 4, 5, 6]);
        let header = one(b"jp2h", &palette);
        let file = [header, one(b"jp2c", b"stream")].concat();
        let found = read(&file).map(|found| (found.codestream, found.mapped));
        assert_eq!(found, Some((b"stream".as_slice(), 3)));
    }

    #[test]
    fn channels_without_number_and_two_codestreams_are_not_read() {
        let many = one(b"jp2h", &one(b"cmap", &[0; 4000]));
        assert_eq!(read(&[many, one(b"jp2c", b"s")].concat()), None);
        let deep = one(b"jp2h", &one(b"pclr", &[0, 1, 1, 63, 0]));
        assert_eq!(read(&[deep, one(b"jp2c", b"s")].concat()), None);
        assert_eq!(
            read(&[one(b"jp2c", b"s"), one(b"jp2c", b"s")].concat()),
            None
        );
        assert_eq!(read(&one(b"jp2c", b"")[..6]), None);
    }
}
