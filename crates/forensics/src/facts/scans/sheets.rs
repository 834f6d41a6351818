//! How the pictures of a document's pages were taken: one that another device took than all others.

use assay_pdf::content::Image;

use super::grey::Tones;
use super::picture::Picture;

/// Resolutions of one device agree to this share: a page is cut and turned before it is saved.
const RESOLUTION: f64 = 0.04;
/// Noise of one device agrees to this factor, and is told from this many levels on.
const NOISE: f64 = 2.0;
const NOISY: f64 = 0.5;
/// Traits in which a page must differ: scanners choose colour, packing or quality page by page, not two of them.
const TRAITS: usize = 2;

/// The picture of one page as a device left it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    pub page: u32,
    /// Samples to the inch.
    pub resolution: f64,
    pub colour: bool,
    /// Steps of a JPEG's luminance; `None` of a picture packed without loss.
    pub steps: Option<[u16; 64]>,
    /// Deviation of the paper, levels.
    pub noise: f64,
}

impl Sheet {
    pub fn of(page: u32, image: &Image, picture: &Picture, tones: &Tones) -> Self {
        let [a, b, ..] = image.matrix;
        Self {
            page,
            resolution: f64::from(picture.size.0) * 72.0 / a.hypot(b).max(1.0),
            colour: picture.colour,
            steps: picture.jpeg.as_ref().map(|(_, steps)| *steps),
            noise: tones.noise,
        }
    }

    /// In what two pictures differ.
    fn differs(&self, other: &Self) -> Vec<&'static str> {
        let (low, high) = match self.noise < other.noise {
            true => (self.noise, other.noise),
            false => (other.noise, self.noise),
        };
        let all = [
            (
                (self.resolution / other.resolution - 1.0).abs() > RESOLUTION,
                "resolution",
            ),
            (self.colour != other.colour, "colour"),
            (self.steps != other.steps, "packing"),
            (high > NOISY && high > NOISE * low, "noise"),
        ];
        let differing = all.into_iter().filter(|(differs, _)| *differs);
        differing.map(|(_, name)| name).collect()
    }
}

/// A page whose picture another device took, and how it differs from those of all other pages.
#[derive(Debug, Clone, PartialEq)]
pub struct Stranger {
    pub page: u32,
    pub traits: Vec<&'static str>,
    /// Pages that agree with each other.
    pub of: usize,
}

/// The one page that differs from all others, which agree; of two pages, the second.
pub fn stranger(sheets: &[Sheet]) -> Option<Stranger> {
    let apart = |one: &Sheet, other: &Sheet| one.differs(other).len() >= TRAITS;
    let told = |at: usize| {
        let one = sheets.get(at)?;
        let mut others: Vec<&Sheet> = sheets.iter().filter(|other| *other != one).collect();
        let first = others.pop()?;
        let agree = others.iter().all(|other| !apart(first, other));
        let alone = agree && apart(one, first) && others.iter().all(|other| apart(one, other));
        alone.then(|| Stranger {
            page: one.page,
            traits: one.differs(first),
            of: others.len() + 1,
        })
    };
    (0..sheets.len()).rev().find_map(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(page: u32, resolution: f64, noise: f64, quality: u16) -> Sheet {
        Sheet {
            page,
            resolution,
            colour: false,
            steps: Some([quality; 64]),
            noise,
        }
    }

    #[test]
    fn the_page_of_another_device_is_named_with_its_traits() {
        let sheets = [
            sheet(1, 200.0, 1.8, 8),
            sheet(2, 150.0, 0.4, 8),
            sheet(3, 201.0, 1.6, 9),
        ];
        let told = stranger(&sheets);
        assert_eq!(told.as_ref().map(|one| (one.page, one.of)), Some((2, 2)));
        assert_eq!(
            told.map(|one| one.traits),
            Some(vec!["resolution", "packing", "noise"])
        );
    }

    #[test]
    fn one_device_that_packs_pages_otherwise_and_mixed_bundles_tell_nothing() {
        let one_device = [sheet(1, 200.0, 1.8, 8), sheet(2, 200.0, 1.5, 20)];
        assert_eq!(stranger(&one_device), None);
        let bundle = [
            sheet(1, 200.0, 1.8, 8),
            sheet(2, 150.0, 0.4, 9),
            sheet(3, 300.0, 4.0, 3),
        ];
        assert_eq!(stranger(&bundle), None);
        assert_eq!(stranger(&[]), None);
    }
}
