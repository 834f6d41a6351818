//! Pictures as pixels (ISO 32000-2, 8.9): the samples of an image XObject whatever codec packed them, and how two
//! pictures differ. One file a codec; a picture that its codec does not read is compared by its bytes.

mod ccitt;
mod compare;
mod dct;
mod jbig2;
pub mod jpeg;
mod jpx;
mod raw;
mod space;

pub use compare::{PictureDifference, difference};

use crate::error::LimitExceeded;
use crate::syntax::object::{Dictionary, Object, Stream};
use crate::view::View;

use space::Space;

/// A picture's samples, 8 bits each, rows from the top, channels of a pixel together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    /// 1 grey, 3 red-green-blue, 4 cyan-magenta-yellow-black, else those of the picture's own colour space.
    pub channels: u8,
    pub samples: Vec<u8>,
}

/// What an image dictionary says of its samples (8.9.5).
#[derive(Debug, Clone)]
struct Header {
    width: u32,
    height: u32,
    bits: u8,
    space: Space,
    /// `/Decode`, as pairs.
    decode: Vec<f64>,
}

/// What packed the samples, and what it was told (7.4.6 to 7.4.9).
enum Codec {
    /// None but filters that give bytes.
    Raw,
    Dct,
    Ccitt(Dictionary),
    /// The segments that the picture shares with others.
    Jbig2(Option<Vec<u8>>),
    Jpx,
}

/// The pixels of an image XObject; `None` where its codec does not read it, its data is broken, or it is larger than what
/// one analysis spends on pictures.
pub fn pixels(view: &View<'_>, stream: &Stream) -> Result<Option<Pixels>, LimitExceeded> {
    let data = || view.decode(stream);
    read(view, &stream.dictionary, data)
}

/// The same of data that is decoded already.
pub fn decoded_pixels(
    view: &View<'_>,
    stream: &Stream,
    data: Vec<u8>,
) -> Result<Option<Pixels>, LimitExceeded> {
    read(view, &stream.dictionary, || Ok(data))
}

/// The pixels of a picture within the contents (8.9.7), whose dictionary has the full names of its keys.
pub fn inline_pixels(
    view: &View<'_>,
    dictionary: &Dictionary,
    packed: &[u8],
) -> Result<Option<Pixels>, LimitExceeded> {
    read(view, dictionary, || view.decode_inline(dictionary, packed))
}

fn read(
    view: &View<'_>,
    dictionary: &Dictionary,
    data: impl FnOnce() -> Result<Vec<u8>, LimitExceeded>,
) -> Result<Option<Pixels>, LimitExceeded> {
    let codec = codec(view, dictionary)?;
    let Some(header) = header(view, dictionary, &codec) else {
        return Ok(None);
    };
    let data = data()?;
    let budget = view.document().budget();
    let limit = budget.decodable();
    let pixels = match &codec {
        Codec::Raw => raw::pixels(data, &header, limit),
        Codec::Dct => dct::pixels(&data, limit),
        Codec::Ccitt(parameters) => return Ok(ccitt::pixels(&data, parameters, &header, budget)),
        Codec::Jbig2(shared) => {
            return Ok(jbig2::pixels(&data, shared.as_deref(), &header, budget));
        }
        Codec::Jpx => return Ok(jpx::pixels(&data, &header, budget)),
    };
    let Some(pixels) = pixels else {
        return Ok(None);
    };
    budget.spend_decoded(pixels.samples.len())?;
    Ok(Some(pixels))
}

/// The codec of the last filter: those before it are no picture codecs in any file that was met.
fn codec(view: &View<'_>, dictionary: &Dictionary) -> Result<Codec, LimitExceeded> {
    let last = |key: &[u8]| match &*view.get(dictionary, key) {
        Object::Array(items) => items
            .last()
            .map(|item| Object::clone(&view.resolve(item)))
            .unwrap_or_default(),
        other => other.clone(),
    };
    let filter = last(b"Filter");
    let parameters = || match last(b"DecodeParms") {
        Object::Dictionary(parameters) => parameters,
        _ => Dictionary::default(),
    };
    Ok(match filter.as_name().unwrap_or_default() {
        b"DCTDecode" | b"DCT" => Codec::Dct,
        b"CCITTFaxDecode" | b"CCF" => Codec::Ccitt(view.resolve_deep(&parameters())),
        b"JBIG2Decode" => {
            let parameters = parameters();
            let shared = view.get(&parameters, b"JBIG2Globals");
            let shared = shared.as_stream().map(|stream| view.decode(stream));
            Codec::Jbig2(shared.transpose()?)
        }
        b"JPXDecode" => Codec::Jpx,
        _ => Codec::Raw,
    })
}

/// The header of samples that a codec of one bit gave.
fn packed(header: &Header) -> Header {
    Header {
        bits: 1,
        ..header.clone()
    }
}

fn header(view: &View<'_>, dictionary: &Dictionary, codec: &Codec) -> Option<Header> {
    let number = |key: &[u8]| {
        view.get(dictionary, key)
            .as_integer()
            .and_then(|value| u32::try_from(value).ok())
    };
    let mask = view.get(dictionary, b"ImageMask").as_bool() == Some(true);
    let decode = view
        .get(dictionary, b"Decode")
        .as_array()
        .map(|bounds| {
            let bounds = bounds.iter().take(2 * usize::from(space::CHANNELS));
            bounds
                .filter_map(|bound| view.resolve(bound).as_number())
                .collect()
        })
        .unwrap_or_default();
    let (bits, space) = match mask {
        true => (1, Space::Gray),
        false => (
            number(b"BitsPerComponent").unwrap_or(8),
            match (dictionary.get(b"ColorSpace"), codec) {
                (Some(space), _) => Space::read(view, space),
                // JPEG 2000 brings its own (7.4.9).
                (None, Codec::Jpx) => Space::Own,
                (None, _) => return None,
            },
        ),
    };
    Some(Header {
        width: number(b"Width").filter(|&width| width > 0)?,
        height: number(b"Height").filter(|&height| height > 0)?,
        bits: u8::try_from(bits)
            .ok()
            .filter(|bits| matches!(bits, 1 | 2 | 4 | 8 | 16))?,
        space,
        decode,
    })
}
