//! Codes that are pictures: image XObjects, masks, pictures within contents (8.9).

use assay_pdf::content::{Image, PageContent};
use assay_pdf::images::{self, Pixels};
use assay_pdf::{Area, LimitExceeded, ObjectId, Stream, View};
use rustc_hash::FxHashMap;

use super::bitmap::{Allowance, Bitmap};
use super::reading::read;

/// Sides of a picture that may be a code, in samples.
const SIDE: std::ops::RangeInclusive<u32> = 21..=2_400;
/// Width to height, the more caption the further from square.
const SQUARE: std::ops::RangeInclusive<f64> = 0.6..=1.67;
/// Sides on the page, points: smaller than 6 mm is read by no camera, larger is a page.
const PRINTED: std::ops::RangeInclusive<f64> = 17.0..=420.0;
/// Pictures looked at on one page.
const MOST: usize = 24;
/// Bytes of a picture that may be packed badly, and how badly a larger one: codes are flat areas.
const SMALL: usize = 8 << 10;
const PACKED: f64 = 0.12;
/// Pixels of a JPEG that may be a code.
const JPEG: usize = 640 * 640;
/// Pixels by which a picture is told to be of two tones.
const TOLD_BY: usize = 4_000;
/// Differences of grey that are no print, 0 to 255.
const CONTRAST: u8 = 80;

/// What was read from a picture, as shares of it from its bottom-left corner.
type Read = Option<(Area, String)>;

/// Pictures that were looked at already: logos stand on every page.
#[derive(Debug, Default)]
pub struct Known(FxHashMap<ObjectId, Read>);

/// Codes among the pictures of a page.
pub fn find(
    view: &View<'_>,
    content: &PageContent,
    known: &mut Known,
    allowance: &mut Allowance,
) -> Result<Vec<(Area, String)>, LimitExceeded> {
    let mut found = Vec::new();
    let candidates = content.images.iter().filter(|image| may_be_code(image));
    for image in candidates.take(MOST) {
        let code = match image.id {
            Some(id) => match known.0.get(&id) {
                Some(read) => read.clone(),
                None => {
                    let read = from_object(view, image, id, allowance)?;
                    known.0.insert(id, read.clone());
                    read
                }
            },
            None => within_contents(view, content, image, allowance)?,
        };
        found.extend(code.map(|(part, text)| (image.placed(&part), text)));
    }
    Ok(found)
}

fn may_be_code(image: &Image) -> bool {
    let sides = [image.width, image.height];
    let printed = [image.area.width(), image.area.height()];
    let square = |a: f64, b: f64| b > 0.0 && SQUARE.contains(&(a / b));
    !image.hidden
        && image.alpha > 0.5
        && sides.iter().all(|side| SIDE.contains(side))
        && printed.iter().all(|side| PRINTED.contains(side))
        && square(f64::from(image.width), f64::from(image.height))
        && square(image.area.width(), image.area.height())
}

fn from_object(
    view: &View<'_>,
    image: &Image,
    id: ObjectId,
    allowance: &mut Allowance,
) -> Result<Read, LimitExceeded> {
    let Some(object) = view.indirect(id) else {
        return Ok(None);
    };
    let Some(stream) = object.object.as_stream() else {
        return Ok(None);
    };
    let size = image.width as usize * image.height as usize;
    if !is_flat(view, stream, size) || !allowance.take(size) {
        return Ok(None);
    }
    let Some(pixels) = images::pixels(view, stream)? else {
        return Ok(None);
    };
    let mask = view.get(&stream.dictionary, b"SMask");
    let mask = match mask.as_stream() {
        // The code may be all in what shows through.
        Some(mask) => images::pixels(view, mask)?.filter(|mask| {
            mask.channels == 1 && (mask.width, mask.height) == (pixels.width, pixels.height)
        }),
        None => None,
    };
    Ok(read_pixels(&pixels, mask.as_ref()))
}

/// A code packs well: a photograph of its size is not worth unpacking. JPEG packs everything.
fn is_flat(view: &View<'_>, stream: &Stream, pixels: usize) -> bool {
    let data = stream.data.len();
    let filter = view.get(&stream.dictionary, b"Filter");
    let jpeg = filter.is_name(b"DCTDecode") || filter.as_array().is_some();
    match jpeg {
        true => pixels <= JPEG,
        false => data <= SMALL || (data as f64) < pixels as f64 * PACKED,
    }
}

fn within_contents(
    view: &View<'_>,
    content: &PageContent,
    image: &Image,
    allowance: &mut Allowance,
) -> Result<Read, LimitExceeded> {
    let data = content.inline.iter().find(|data| data.order == image.order);
    let size = image.width as usize * image.height as usize;
    let Some(data) = data.filter(|_| allowance.take(size)) else {
        return Ok(None);
    };
    let pixels = images::inline_pixels(view, &data.dictionary, &data.data)?;
    Ok(pixels.and_then(|pixels| read_pixels(&pixels, None)))
}

/// The grey value of a pixel, 0 is dark.
fn grey(pixel: &[u8]) -> u8 {
    match pixel {
        [grey] => *grey,
        // The black of four inks speaks for itself.
        [_, _, _, _] => 255 - pixel.iter().copied().max().unwrap_or(0),
        [red, green, blue] => ((u16::from(*red) + u16::from(*green) + u16::from(*blue)) / 3) as u8,
        _ => pixel.first().copied().unwrap_or(0),
    }
}

/// What shows through a mask over white paper.
fn masked(grey: u8, alpha: u8) -> u8 {
    let shown = u16::from(255 - grey) * u16::from(alpha) / 255;
    255 - u8::try_from(shown).unwrap_or(u8::MAX)
}

fn read_pixels(pixels: &Pixels, mask: Option<&Pixels>) -> Read {
    let channels = usize::from(pixels.channels).max(1);
    let plain = pixels.samples.chunks_exact(channels).map(grey);
    let values: Vec<u8> = match mask {
        Some(mask) => plain
            .zip(&mask.samples)
            .map(|(grey, &alpha)| masked(grey, alpha))
            .collect(),
        None => plain.collect(),
    };
    let (darkest, lightest) = (*values.iter().min()?, *values.iter().max()?);
    if lightest - darkest < CONTRAST || !is_two_toned(&values, darkest, lightest) {
        return None;
    }
    let middle = darkest / 2 + lightest / 2;
    let bitmap = Bitmap {
        width: pixels.width as usize,
        height: pixels.height as usize,
        dark: values.iter().map(|&value| value < middle).collect(),
    };
    let (square, text) = read(&bitmap)?;
    let [left, top, right, bottom] = square.bounds();
    let (width, height) = (f64::from(pixels.width), f64::from(pixels.height));
    let share = |value: f64, all: f64| (value / all).clamp(0.0, 1.0);
    let part = Area::between(
        share(left, width),
        1.0 - share(bottom, height),
        share(right, width),
        1.0 - share(top, height),
    );
    Some((part, text))
}

/// Whether most pixels are as dark as the darkest or as light as the lightest, told by some of them.
fn is_two_toned(values: &[u8], darkest: u8, lightest: u8) -> bool {
    let step = (values.len() / TOLD_BY).max(1) | 1;
    let near = (lightest - darkest) / 4;
    let (mut plain, mut all) = (0, 0);
    for &value in values.iter().step_by(step) {
        all += 1;
        plain += usize::from(value - darkest <= near || lightest - value <= near);
    }
    plain * 10 >= all * 8
}
