//! How the ink of annotations meets a glyph of signed text: it hides the glyph, changes how it reads, or stands so near
//! in its line that both are read as one.

use assay_pdf::Area;

use super::ink::{Ink, InkKind, OPAQUE};

/// Share of a glyph's area that must lie below paint to count as hidden.
const COVERED: f64 = 0.6;
/// Share of a glyph's body that paint must take to change how it reads.
const CUT: f64 = 0.2;
/// Points across a glyph at which paint is added up.
const ACROSS: usize = 8;

/// How far ink goes; the order is that of gravity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meeting {
    None,
    /// Ink meets it, and it may be read still.
    Met,
    Hidden,
}

/// What all this ink together does to a glyph.
pub fn meeting<'i>(glyph: &Area, inks: impl Iterator<Item = &'i Ink>) -> Meeting {
    let over: Vec<&Ink> = inks
        .filter(|ink| ink.area.intersection(glyph).is_some())
        .collect();
    let layers: Vec<&Ink> = over
        .iter()
        .copied()
        .filter(|ink| matches!(ink.kind, InkKind::Layer | InkKind::Colour))
        .collect();
    if hidden_share(glyph, &layers) >= COVERED {
        return Meeting::Hidden;
    }
    let body = body(glyph);
    match over.iter().any(|ink| meets(&body, ink)) {
        true => Meeting::Met,
        false => Meeting::None,
    }
}

/// Share of the glyph under paint that lets nothing through, all layers together.
fn hidden_share(glyph: &Area, layers: &[&Ink]) -> f64 {
    if layers.is_empty() {
        return 0.0;
    }
    let step = 1.0 / ACROSS as f64;
    let mut hidden = 0;
    for row in 0..ACROSS {
        for column in 0..ACROSS {
            let x = glyph.x0 + glyph.width() * step * (column as f64 + 0.5);
            let y = glyph.y0 + glyph.height() * step * (row as f64 + 0.5);
            let over = layers.iter().filter(|ink| holds(&ink.area, x, y));
            let through: f32 = over.map(|ink| 1.0 - ink.alpha.clamp(0.0, 1.0)).product();
            hidden += usize::from(1.0 - through >= OPAQUE);
        }
    }
    hidden as f64 / (ACROSS * ACROSS) as f64
}

fn holds(area: &Area, x: f64, y: f64) -> bool {
    (area.x0..=area.x1).contains(&x) && (area.y0..=area.y1).contains(&y)
}

/// Where a glyph's ink is for certain: lines set tightly overlap in their ascents and descents.
fn body(glyph: &Area) -> Area {
    let height = glyph.height();
    Area::between(
        glyph.x0,
        glyph.y0 + height * 0.25,
        glyph.x1,
        glyph.y0 + height * 0.75,
    )
}

fn meets(glyph: &Area, ink: &Ink) -> bool {
    if ink.alpha < 0.1 {
        return false;
    }
    match ink.kind {
        InkKind::Letter(_) => {
            let other = body(&ink.area);
            let wide = glyph.width().min(other.width()).max(f64::EPSILON);
            let high = glyph.height().min(other.height()).max(f64::EPSILON);
            glyph
                .intersection(&other)
                .is_some_and(|common| common.width() / wide >= 0.2 && common.height() / high >= 0.3)
        }
        InkKind::Layer | InkKind::Colour => {
            ink.alpha >= OPAQUE && glyph.covered_by(&ink.area) >= CUT
        }
        InkKind::Trace => glyph.covered_by(&ink.area) >= CUT,
    }
}

/// Whether a letter stands before or behind a glyph of the same line, so near that both are read as one.
pub fn adjoins(glyph: &Area, letter: &Area) -> bool {
    let (one, other) = (body(glyph), body(letter));
    let high = one.height().min(other.height());
    let common = one.y1.min(other.y1) - one.y0.max(other.y0);
    let gap = (letter.x0 - glyph.x1).max(glyph.x0 - letter.x1);
    // Ascent to descent is about an em.
    common >= 0.5 * high && gap <= glyph.height()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLYPH: Area = Area {
        x0: 10.0,
        y0: 10.0,
        x1: 18.0,
        y1: 22.0,
    };

    fn layer(x0: f64, y0: f64, x1: f64, y1: f64, alpha: f32) -> Ink {
        let area = Area::between(x0, y0, x1, y1);
        Ink {
            area,
            alpha,
            kind: InkKind::Layer,
        }
    }

    fn all(inks: &[Ink]) -> Meeting {
        meeting(&GLYPH, inks.iter())
    }

    #[test]
    fn strips_hide_together_what_none_of_them_hides() {
        let strips: Vec<Ink> = (0..6)
            .map(|n| f64::from(n) * 2.0 + 10.0)
            .map(|y| layer(0.0, y, 40.0, y + 1.9, 1.0))
            .collect();
        assert_eq!(all(&strips), Meeting::Hidden);
        assert_eq!(all(strips.get(..2).unwrap_or_default()), Meeting::None);
        assert_eq!(all(strips.get(2..4).unwrap_or_default()), Meeting::Met);
    }

    #[test]
    fn thin_layers_add_up() {
        let one = layer(0.0, 0.0, 40.0, 40.0, 0.3);
        assert_eq!(all(&[one]), Meeting::None);
        assert_eq!(all(&[one, one, one]), Meeting::Hidden);
    }

    #[test]
    fn a_letter_meets_a_glyph_of_its_line_and_not_of_the_next() {
        let letter = |y: f64| Ink {
            kind: InkKind::Letter('9'),
            ..layer(12.0, y, 20.0, y + 12.0, 1.0)
        };
        assert_eq!(all(&[letter(10.0)]), Meeting::Met);
        assert_eq!(all(&[letter(20.0)]), Meeting::None);
    }

    #[test]
    fn a_digit_before_a_number_adjoins_it() {
        assert!(adjoins(&GLYPH, &Area::between(2.0, 11.0, 9.0, 23.0)));
        assert!(adjoins(&GLYPH, &Area::between(19.0, 11.0, 27.0, 23.0)));
        assert!(!adjoins(&GLYPH, &Area::between(40.0, 11.0, 48.0, 23.0)));
        assert!(!adjoins(&GLYPH, &Area::between(2.0, 24.0, 9.0, 36.0)));
    }
}
