//! The sheet: sizes, rows, left edges, texts and where they stand, forms of numbers and dates, colours and pictures.

use assay_pdf::content::{Color, Line, Word};
use assay_pdf::{Area, Document, Object, Stream};
use rustc_hash::FxHashMap;

use super::detail::{Aspect, Fingerprint};
use super::masks::{date, number};
use crate::facts::PageFacts;
use crate::facts::page::seen;

/// Words, lines, runs and paints of one page that are looked at.
const PIECES: usize = 20_000;
/// Words closer than so many em are one text.
const GAP: f64 = 0.9;
/// The same distance between rows so often is the pitch of a table, not chance.
const ROWS: usize = 3;
/// Rows further apart are no rows of one table, points.
const FURTHEST: f64 = 60.0;

pub fn note(document: &Document<'_>, page: &PageFacts, fingerprint: &mut Fingerprint) {
    let number = page.page.number;
    let mut geometry =
        |subject: &str, value: &str| fingerprint.note_on(number, Aspect::Geometry, subject, value);
    geometry("page size", &size(&page.page.media_box));
    geometry("visible size", &size(&page.page.crop_box));
    geometry("turned by", &page.page.rotate.to_string());
    for pitch in pitches(&page.lines) {
        geometry("row pitch", &pitch);
    }
    names(document, page, fingerprint);
    texts(page, fingerprint);
    colours(page, fingerprint);
    pictures(document, page, fingerprint);
}

fn size(area: &Area) -> String {
    format!("{:.2} × {:.2} pt", area.width(), area.height())
}

/// Distances that neighbouring lines keep again and again.
fn pitches(lines: &[Line]) -> Vec<String> {
    let firsts = lines
        .iter()
        .take(PIECES)
        .filter_map(|line| line.words.first());
    let upright: Vec<&Word> = firsts.filter(|word| word.angle == 0).collect();
    let mut counts: FxHashMap<i64, usize> = FxHashMap::default();
    for pair in upright.windows(2) {
        let [above, below] = pair else { continue };
        let distance = above.area.y0 - below.area.y0;
        let same_size = (above.size - below.size).abs() < 0.1;
        if same_size && distance > 1.0 && distance < FURTHEST {
            *counts.entry((distance * 10.0).round() as i64).or_default() += 1;
        }
    }
    let often = counts.into_iter().filter(|(_, count)| *count >= ROWS);
    let mut often: Vec<i64> = often.map(|(tenths, _)| tenths).collect();
    often.sort_unstable();
    let shown = |tenths| format!("{:.1} pt", tenths as f64 / 10.0);
    often.into_iter().map(shown).collect()
}

/// Names of resources, `#` for their numbers.
fn names(document: &Document<'_>, page: &PageFacts, fingerprint: &mut Fingerprint) {
    let view = document.latest();
    for (kind, entries) in page.page.resources.iter().take(PIECES) {
        let entries = view.resolve(entries);
        let entries = entries.as_dictionary().into_iter();
        for (name, _) in entries.flat_map(|entries| entries.iter()).take(PIECES) {
            let subject = format!("names under /{}", kind.to_text());
            let named = counted(&name.to_text());
            fingerprint.note_on(page.page.number, Aspect::Resources, &subject, &named);
        }
    }
}

fn counted(name: &str) -> String {
    let mut shown = String::new();
    for c in name.chars() {
        match c {
            '0'..='9' if shown.ends_with('#') => {}
            '0'..='9' => shown.push('#'),
            c => shown.push(c),
        }
    }
    shown
}

/// Texts without digits and where they begin, and the forms of numbers.
fn texts(page: &PageFacts, fingerprint: &mut Fingerprint) {
    let on = page.page.number;
    for line in page.lines.iter().take(PIECES) {
        for text in line
            .words
            .chunk_by(|a, b| b.area.x0 - a.area.x1 < GAP * a.size)
        {
            let read: Vec<&str> = text.iter().map(|word| word.text.as_str()).collect();
            let read = read.join(" ");
            let letters = read.chars().filter(|c| c.is_alphabetic()).count();
            let digits = read.chars().any(char::is_numeric);
            let Some(first) = text.first().filter(|_| letters >= 2 && !digits) else {
                continue;
            };
            let edge = format!("{:.1} pt", first.area.x0 - page.page.crop_box.x0);
            fingerprint.note_on(on, Aspect::Label, &read, &edge);
        }
        for word in line.words.iter().take(PIECES) {
            if let Some(form) = date(&word.text) {
                fingerprint.note_on(on, Aspect::Format, "dates", &form);
            } else if let Some(form) = number(&word.text) {
                fingerprint.note_on(on, Aspect::Format, "numbers", &form);
            }
        }
    }
}

fn colours(page: &PageFacts, fingerprint: &mut Fingerprint) {
    let on = page.page.number;
    let mut colour = |subject: &str, colour: &Color| {
        fingerprint.note_on(on, Aspect::Colour, subject, &painted(colour));
    };
    for run in page
        .content
        .runs
        .iter()
        .filter(|run| seen(run))
        .take(PIECES)
    {
        colour("of text", &run.color);
    }
    for paint in page
        .content
        .paints
        .iter()
        .filter(|paint| !paint.hidden)
        .take(PIECES)
    {
        if let Some(fill) = &paint.filled {
            colour("of surfaces", fill);
        }
        if let Some(stroke) = &paint.stroked {
            colour("of lines", stroke);
        }
    }
}

/// The space is the program's choice, the colour the design's.
fn painted(colour: &Color) -> String {
    match colour.rgb {
        Some([red, green, blue]) => {
            let part = |share: f32| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
            let (red, green, blue) = (part(red), part(green), part(blue));
            format!("#{red:02X}{green:02X}{blue:02X}, {:?}", colour.space)
        }
        None => format!("{:?}", colour.space),
    }
}

fn pictures(document: &Document<'_>, page: &PageFacts, fingerprint: &mut Fingerprint) {
    let view = document.latest();
    let on = page.page.number;
    for image in page
        .content
        .images
        .iter()
        .filter(|image| !image.hidden)
        .take(PIECES)
    {
        let stored = image.id.and_then(|id| view.indirect(id));
        let stored = stored.as_ref().and_then(|stored| stored.object.as_stream());
        let subject = format!("{} × {} samples", image.width, image.height);
        let filter = stored.map_or("within the contents".into(), filter);
        fingerprint.note_on(on, Aspect::Picture, &subject, &filter);
        let size = format!("{subject}, size on the page");
        fingerprint.note_on(on, Aspect::Picture, &size, &self::size(&image.area));
    }
}

fn filter(stream: &Stream) -> String {
    let name = |object: &Object| {
        let name = object.as_name().unwrap_or_default();
        String::from_utf8_lossy(name).into_owned()
    };
    match stream.dictionary.get(b"Filter") {
        Some(Object::Array(all)) => all.iter().map(name).collect::<Vec<_>>().join(" "),
        Some(one) => name(one),
        None => "not packed".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_without_their_numbers() {
        assert_eq!(counted("F12"), "F#");
        assert_eq!(counted("Im1x20"), "Im#x#");
        assert_eq!(counted("GSa"), "GSa");
    }
}
