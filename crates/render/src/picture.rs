//! Pixels in memory: marking areas, putting two pictures side by side, packing as PNG.

use crate::RenderError;

/// Between two pictures that stand side by side, and what is there.
const GAP: u32 = 12;
const GAP_COLOUR: [u8; 3] = [0x80, 0x80, 0x80];
/// How far a mark reaches beyond its area, points: the outline must not lie on the glyphs.
const MARGIN: f64 = 1.5;

/// An area to be marked.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// `[x0, y0, x1, y1]` in points from the bottom-left corner of what viewers show of the page.
    pub area: [f64; 4],
    pub outline: [u8; 3],
    pub fill: [u8; 3],
    /// 0: nothing, 255: opaque.
    pub fill_alpha: u8,
}

impl Mark {
    /// An outline with a light fill of the same colour.
    pub fn new(area: [f64; 4], colour: [u8; 3]) -> Self {
        Self {
            area,
            outline: colour,
            fill: colour,
            fill_alpha: 48,
        }
    }
}

/// Opaque RGB pixels, rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Picture {
    /// From RGBA pixels that were painted on white and are opaque.
    pub(crate) fn of(width: u32, height: u32, rgba: &[u8]) -> Self {
        let rgb = rgba
            .chunks_exact(4)
            .flat_map(|pixel| pixel.iter().take(3).copied())
            .collect();
        Self { width, height, rgb }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    /// The colour of one pixel; `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        let at = self.position(x, y)?;
        self.rgb.get(at..at + 3)?.try_into().ok()
    }

    fn position(&self, x: u32, y: u32) -> Option<usize> {
        (x < self.width && y < self.height)
            .then(|| (y as usize * self.width as usize + x as usize) * 3)
    }

    fn blend(&mut self, x: u32, y: u32, colour: [u8; 3], alpha: u8) {
        let Some(pixel) = self
            .position(x, y)
            .and_then(|at| self.rgb.get_mut(at..at + 3))
        else {
            return;
        };
        let alpha = u16::from(alpha);
        for (below, above) in pixel.iter_mut().zip(colour) {
            let mixed = u16::from(*below) * (255 - alpha) + u16::from(above) * alpha;
            *below = (mixed / 255) as u8;
        }
    }

    /// Marks the pixels from `[x0, y0]` to `[x1, y1]`, corners counted from the top left.
    pub(crate) fn mark(&mut self, [x0, y0, x1, y1]: [f64; 4], mark: &Mark, scale: f64) {
        if ![x0, y0, x1, y1].iter().all(|corner| corner.is_finite()) {
            return;
        }
        let margin = MARGIN * scale;
        let clamp = |value: f64, most: u32| value.clamp(0.0, f64::from(most)) as u32;
        let columns =
            clamp((x0 - margin).floor(), self.width)..clamp((x1 + margin).ceil(), self.width);
        let rows =
            clamp((y0 - margin).floor(), self.height)..clamp((y1 + margin).ceil(), self.height);
        let thick = (scale * 0.75).round().clamp(1.0, 6.0) as u32;
        for y in rows.clone() {
            for x in columns.clone() {
                let edge = x < columns.start + thick
                    || x + thick >= columns.end
                    || y < rows.start + thick
                    || y + thick >= rows.end;
                if edge {
                    self.blend(x, y, mark.outline, 255);
                } else {
                    self.blend(x, y, mark.fill, mark.fill_alpha);
                }
            }
        }
    }

    /// Packed as PNG.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header().map_err(|_| RenderError::Packing)?;
        writer
            .write_image_data(&self.rgb)
            .map_err(|_| RenderError::Packing)?;
        writer.finish().map_err(|_| RenderError::Packing)?;
        Ok(out)
    }
}

/// Two pictures side by side, both from the top, with a strip between them.
pub fn beside(left: &Picture, right: &Picture) -> Picture {
    let width = left.width + GAP + right.width;
    let height = left.height.max(right.height);
    let strip = GAP_COLOUR.repeat(GAP as usize);
    let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
    for y in 0..height {
        row(&mut rgb, left, y);
        rgb.extend_from_slice(&strip);
        row(&mut rgb, right, y);
    }
    Picture { width, height, rgb }
}

/// One row of a picture; below its end there is nothing but the strip's colour.
fn row(out: &mut Vec<u8>, picture: &Picture, y: u32) {
    let length = picture.width as usize * 3;
    let start = y as usize * length;
    match picture.rgb.get(start..start + length) {
        Some(pixels) => out.extend_from_slice(pixels),
        None => out.extend(GAP_COLOUR.repeat(picture.width as usize)),
    }
}
