//! JPEG 2000 (7.4.9), by a library: size, channels and depth as its own data says. The library builds whatever tiles and
//! blocks the data names, so that these are counted before.

mod boxes;
mod codestream;

use hayro_jpeg2000::{ComponentData, DecodeSettings, DecoderContext, Image};

use super::space::Space;
use super::{Header, Pixels};
use crate::limits::{Budget, SAMPLES_OF_JPX};

/// The pixels of a picture, without what is see-through of it; `None` also where the work cannot be told beforehand.
pub fn pixels(data: &[u8], header: &Header, budget: &Budget) -> Option<Pixels> {
    let palette = match &header.space {
        Space::Palette { channels, colours } => Some((*channels, colours.as_slice())),
        _ => None,
    };
    let contents = boxes::read(data)?;
    let frame = codestream::read(contents.codestream)?;
    let planes = frame.components.checked_add(contents.mapped)?;
    let samples = frame.pixels.checked_mul(u64::from(planes))?;
    let shown = palette.map_or(1, |(channels, _)| u64::from(channels));
    let work = samples.checked_mul(SAMPLES_OF_JPX)?.checked_add(shown)?;
    if !budget.spend_picture(samples.checked_mul(shown)?, work) {
        return None;
    }
    let settings = DecodeSettings {
        // Of a picture whose dictionary has a space, the data's own palette does not count.
        resolve_palette_indices: header.space == Space::Own,
        ..DecodeSettings::default()
    };
    let image = Image::new(data, &settings).ok()?;
    let (width, height) = (image.width(), image.height());
    let mut context = DecoderContext::default();
    let decoded = image.decode(&mut context).ok()?;
    let components = decoded.components();
    let colours = components.len() - usize::from(image.has_alpha() && components.len() > 1);
    let components = components.get(..colours)?;
    let count = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
    if components.iter().any(|one| one.samples().len() < count) {
        return None;
    }
    let (channels, samples) = match (palette, components) {
        (Some((channels, colours)), [indices]) => {
            (channels, looked_up(indices, count, channels, colours))
        }
        _ => (
            u8::try_from(components.len()).ok()?,
            interleaved(components, count),
        ),
    };
    Some(Pixels {
        width,
        height,
        channels,
        samples,
    })
}

/// Channels of a pixel together, in 8 bits.
fn interleaved(components: &[ComponentData], count: usize) -> Vec<u8> {
    let mut samples = vec![0; count * components.len()];
    for (channel, component) in components.iter().enumerate() {
        let most = (1u64 << component.bit_depth().clamp(1, 16)) - 1;
        let scale = 255.0 / most as f32;
        let own = samples.iter_mut().skip(channel).step_by(components.len());
        for (to, from) in own.zip(component.samples()) {
            // A conversion cuts off and saturates; `round` is a call for each sample.
            *to = (from * scale + 0.5) as u8;
        }
    }
    samples
}

fn looked_up(indices: &ComponentData, count: usize, channels: u8, colours: &[u8]) -> Vec<u8> {
    let wide = usize::from(channels);
    let mut samples = Vec::with_capacity(count * wide);
    for index in indices.samples().iter().take(count) {
        let start = index.round().clamp(0.0, 65_535.0) as usize * wide;
        match colours.get(start..start + wide) {
            Some(colour) => samples.extend_from_slice(colour),
            None => samples.extend(std::iter::repeat_n(0, wide)),
        }
    }
    samples
}
