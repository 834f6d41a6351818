//! JPEG (7.4.8), by a library: grey, colour or four inks as the data itself says.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::Pixels;

/// Longest side: what the format can say.
const SIDE: usize = 65_535;
/// Progressive pictures of real encoders have ten scans or so; each costs a pass over all of it.
const SCANS: usize = 64;

pub fn pixels(data: &[u8], limit: usize) -> Option<Pixels> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(SIDE)
        .set_max_height(SIDE)
        .jpeg_set_max_scans(SCANS);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(data), options);
    decoder.decode_headers().ok()?;
    let info = decoder.info()?;
    let (space, channels) = match info.components {
        1 => (ColorSpace::Luma, 1u8),
        3 => (ColorSpace::RGB, 3),
        4 => (ColorSpace::CMYK, 4),
        _ => return None,
    };
    let total = usize::from(info.width)
        .checked_mul(usize::from(info.height))?
        .checked_mul(usize::from(channels))?;
    if total == 0 || total > limit {
        return None;
    }
    decoder.set_options(options.jpeg_set_out_colorspace(space));
    let samples = decoder.decode().ok()?;
    (samples.len() == total).then(|| Pixels {
        width: u32::from(info.width),
        height: u32::from(info.height),
        channels,
        samples,
    })
}
