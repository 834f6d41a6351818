//! Pictures of pages: places painted into them, things laid over them.

use assay_pdf::Area;
use assay_pdf::content::{Image, Paint, Word};

use crate::facts::page::{opaque, opaque_picture, page_picture};
use crate::facts::scans::{Alike, Trace};
use crate::facts::{Facts, PageFacts};

use crate::signal::words::boxed;
use crate::signal::{Place, Signal};

declare! {
    TYPED_OVER_PICTURE = "typed_over_picture" {
        rank: 250, module: "pictures", severity: High, scored: true, proves: Content, cause: "picture",
        meaning: "Text is typed on an opaque box of paper colour that lies over the picture of a page.",
        matters: "That is how a value of a scan is replaced without touching its pixels.",
        benign: "Forms filled over a scan, where a program sets a ground under its fields.",
    }

    PAINTED_INTO_PICTURE = "painted_into_picture" {
        rank: 260, module: "pictures", severity: High, scored: true, proves: Content, cause: "picture",
        meaning: "A value in the picture of a page was set there after all around it had been compressed.",
        matters: "A value painted into a scan that is then saved again leaves just that.",
        benign: "Marks and signatures that an app sets into a scan, where they are as small as a value.",
    }

    COPY_MOVE_IN_PICTURE = "copy_move_in_picture" {
        rank: 270, module: "pictures", severity: High, scored: true, proves: Content, cause: "picture",
        meaning: "A part of the picture of a page stands in it twice, with the same noise.",
        matters: "No sensor gives the same noise twice and no ink runs the same way twice: a digit or a strip of blank paper was copied there.",
        benign: "None known: drawn pages, which have no noise, are told apart.",
    }

    OCR_TEXT_DIFFERS_FROM_PICTURE = "ocr_text_differs_from_picture" {
        rank: 420, module: "pictures", severity: Medium, scored: false, proves: Content, cause: "recognised text",
        meaning: "Digits of the recognised text look like others in the picture.",
        matters: "Text is recognised in the picture: a value changed in one of the two alone leaves them at odds.",
        benign: "Bad recognition, which misreads digits of honest scans too.",
    }

    COPY_MOVE_OF_PRINT_IN_PICTURE = "copy_move_of_print_in_picture" {
        rank: 450, module: "pictures", severity: Medium, scored: true, proves: Content, cause: "picture",
        meaning: "Two characters in the picture of a page are one print: one was copied from the other.",
        matters: "No sensor gives the same noise twice and no ink runs the same way twice: a digit or a strip of blank paper was copied there.",
        benign: "None known: drawn pages, whose characters are all alike, are told apart.",
    }

    NOISE_MISSING_IN_PICTURE = "noise_missing_in_picture" {
        rank: 590, module: "pictures", severity: Medium, scored: true, proves: Content, cause: "picture",
        meaning: "A value in the picture of a page stands on ground without the noise that the paper around it has.",
        matters: "A program paints with one level; no scanner and no camera does.",
        benign: "Labels and notes that a program set into a scan.",
    }

    SHARPNESS_DIFFERS_IN_PICTURE = "sharpness_differs_in_picture" {
        rank: 600, module: "pictures", severity: Medium, scored: true, proves: Content, cause: "picture",
        meaning: "A word in the picture of a page is darker and sharper than all other print of its size.",
        matters: "What a program draws into a scan did not go through the lens and the sensor that all the rest did.",
        benign: "Single words that another machine printed or that a program set into a scan.",
    }

    PAGE_OF_ANOTHER_SCANNER = "page_of_another_scanner" {
        rank: 780, module: "pictures", severity: Low, scored: false, proves: Content, cause: "picture",
        meaning: "One page of a scan was taken by another device than all others.",
        matters: "A page was scanned by itself and put among the others.",
        benign: "Papers of two sources put together.",
    }

    OCR_DIGIT_DIFFERS = "ocr_digit_differs" {
        rank: 870, module: "pictures", severity: Medium, scored: false, proves: Content, cause: "picture",
        meaning: "A digit of the recognised text looks like another one in the picture.",
        matters: "Text is recognised in the picture: a value changed in one of the two alone leaves them at odds.",
        benign: "A slip of text recognition.",
    }

    PICTURE_EDITOR_NAMED = "picture_editor_named" {
        rank: 880, module: "pictures", severity: Low, scored: false, proves: Structure, cause: "picture program",
        meaning: "The picture of a page was saved by a program for changing pictures.",
        matters: "Scanners and scanning apps do not write it.",
        benign: "A scan cut, turned or brightened in such a program.",
    }

    PATCH_OVER_PICTURE = "patch_over_picture" {
        rank: 890, module: "pictures", severity: Medium, scored: true, proves: Content, cause: "picture",
        meaning: "An opaque picture as high as a value lies over the picture of a page.",
        matters: "That is how a value of a scan is replaced without touching its pixels.",
        benign: "Small labels and logos that somebody set on a scan.",
    }

    PICTURE_ON_PAGE_PICTURE = "picture_on_page_picture" {
        rank: 895, module: "pictures", severity: Low, scored: false, proves: Content, cause: "picture",
        meaning: "An opaque picture higher than a value lies over the picture of a page.",
        matters: "A part of a scan can be replaced so without touching its pixels.",
        benign: "Logos, stamps and signatures that an app sets on a scan.",
    }

    DOUBLE_COMPRESSION_MISSING_IN_PART = "double_compression_missing_in_part" {
        rank: 900, module: "pictures", severity: Low, scored: false, proves: Content, cause: "picture",
        meaning: "A part of the picture of a page seems to have been compressed less often than the rest.",
        matters: "A value painted into a scan that is then saved again leaves just that.",
        benign: "Bold text on white whose pixels were cut off between two compressions; signatures, stamps and marks set into a scan before it was saved again.",
    }
}

/// Heights of a patch that hides one value or one line, points.
const PATCH_HEIGHT: std::ops::Range<f64> = 5.0..36.0;
/// A value in a scan, with the blocks that it reaches into, is no higher; a signature set by an app is.
const PAINTED_HEIGHT: f64 = 24.0;
/// A value is no wider.
const PATCH_WIDTH: std::ops::Range<f64> = 6.0..260.0;
/// A digit painted into the picture is at least so wide.
const DIGIT_WIDTH: f64 = 3.0;
/// More of them on one page are its layers or its design.
const PATCHES: usize = 6;
/// So many may be, where a figure is typed on each: who changes one amount changes the sums it is part of.
const FIGURES: usize = 40;
/// Boxes of one page that are looked at.
const BOXES: usize = 400;
/// Paper of a photo taken in dim light is no darker.
const PAPER: f32 = 0.6;
/// Numbers, stamps of receipt and bar codes stand in the margins, points.
const MARGIN: f64 = 40.0;
const MARGIN_AT_SIDE: f64 = 20.0;
/// No margin is a larger share of its page's height or width: a receipt is 200 points wide, and its values stand at the edge.
const MARGIN_SHARE: f64 = 0.05;
const MARGIN_SHARE_AT_SIDE: f64 = 0.035;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    painted_into_picture(facts, signals);
    copy_move_in_picture(facts, signals);
    noise_missing_in_picture(facts, signals);
    sharpness_differs_in_picture(facts, signals);
    ocr_text_differs_from_picture(facts, signals);
    picture_editor_named(facts, signals);
    taken_by_another_device(facts, signals);
    for page in &facts.pages {
        patch_on_picture(page, signals);
    }
}

/// *Sees* a place of a JPEG whose coefficients were quantised once where those of the rest were quantised twice, or of a
/// losslessly packed picture that never was in the JPEG that all the rest comes out of.
/// *Honest files*: print in colour and bold text on white, whose pixels were cut off between two compressions: told apart.
/// A signature set into a scan by an app is larger than a line: supporting only.
fn painted_into_picture(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for painted in &facts.pictures.painted {
        let Some(page) = facts.page(painted.page) else {
            continue;
        };
        let area = painted.area;
        let value_like = !painted.coloured
            && area.height() < PAINTED_HEIGHT
            && area.width() < PATCH_WIDTH.end
            && !in_margin(page, &area);
        let id = match value_like {
            true => &PAINTED_INTO_PICTURE,
            false => &DOUBLE_COMPRESSION_MISSING_IN_PART,
        };
        let how = match painted.trace {
            Trace::CompressedOnce { quality } => format!(
                "The page's picture shows the traces of two JPEG compressions, the first at quality {quality}, but this part of it shows one: it was put in after the first"
            ),
            Trace::NeverCompressed { frequencies } => format!(
                "The page's picture was a JPEG before ({frequencies} frequencies of its 8 × 8 grid say so), but this part of it was not: it was put in later"
            ),
        };
        let evidence = format!(
            "{how} (log-likelihood {:.0} from {} coefficients).",
            painted.nats, painted.of
        );
        let place = Place::Page {
            page: painted.page,
            area: Some(area),
        };
        signals.push(Signal {
            field: page.label(&area),
            ..Signal::new(id, place, evidence)
        });
    }
}

/// *Sees* a part of a noisy picture that stands in it twice, sample by sample, or characters that are far more alike than
/// any others of the picture.
/// *Honest files*: drawn pages, whose paper has no noise and whose characters are alike without a step; programs that fill
/// the rim of a turned scan with its own paper (in the margin).
fn copy_move_in_picture(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for copied in &facts.pictures.copied {
        let Some(page) = facts.page(copied.page) else {
            continue;
        };
        if copied.areas.iter().any(|area| in_margin(page, area)) {
            continue;
        }
        for (area, other) in [(0, 1), (1, 0)] {
            let (Some(area), Some(other)) = (copied.areas.get(area), copied.areas.get(other))
            else {
                continue;
            };
            let there = boxed(page, other);
            let (id, how) = match copied.alike {
                Alike::Samples { samples, noise } => (
                    &COPY_MOVE_IN_PICTURE,
                    format!(
                        "This part of the page's picture stands in it a second time, at {there}, with the same noise in all its {samples} samples (paper varies by {noise:.1} levels)"
                    ),
                ),
                Alike::Print { times } => (
                    &COPY_MOVE_OF_PRINT_IN_PICTURE,
                    format!(
                        "This print stands in the page's picture a second time, at {there}, {times:.0} times more alike than any other two characters"
                    ),
                ),
            };
            let evidence = format!("{how}: one of the two is a copy of the other.");
            let place = Place::Page {
                page: copied.page,
                area: Some(*area),
            };
            signals.push(Signal {
                field: page.label(area),
                ..Signal::new(id, place, evidence)
            });
        }
    }
}

/// *Sees* a value on ground without noise in a picture whose paper is noisy all over.
/// *Honest files*: whitened paper and drawn pages are flat in many places; boxes whitened or blacked out hold no ink; stamps
/// that apps set into a scan stand in the margin or are larger.
fn noise_missing_in_picture(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for flat in &facts.pictures.noise_missing {
        let Some(page) = facts.page(flat.page) else {
            continue;
        };
        if !is_value_high(page, &flat.area) || flat.area.height() < PATCH_HEIGHT.start {
            continue;
        }
        let evidence = format!(
            "The ground behind this value has no noise at all ({} samples), while the paper around it varies by {:.1} grey levels: it was probably painted after scanning.",
            flat.windows, flat.noise
        );
        let place = Place::Page {
            page: flat.page,
            area: Some(flat.area),
        };
        signals.push(Signal {
            field: page.label(&flat.area),
            ..Signal::new(&NOISE_MISSING_IN_PICTURE, place, evidence)
        });
    }
}

/// *Sees* a word of a page's picture that is darker and sharper than all others of its size.
/// *Honest files*: forms filled by another machine and notes that were set into a scan (many words), numbers and stamps of
/// receipt (in the margin), headings (compared with print of their size and weight alone).
fn sharpness_differs_in_picture(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for word in &facts.pictures.sharper {
        let Some(page) = facts.page(word.page) else {
            continue;
        };
        if !is_value_high(page, &word.area) {
            continue;
        }
        let evidence = format!(
            "This word is darker than {} other words of its size (by {:.1} standard deviations) and its edges are sharper (by {:.1}): it was probably added after scanning.",
            word.of, word.darker, word.steeper
        );
        let place = Place::Page {
            page: word.page,
            area: Some(word.area),
        };
        signals.push(Signal {
            field: page.label(&word.area),
            ..Signal::new(&SHARPNESS_DIFFERS_IN_PICTURE, place, evidence)
        });
    }
}

/// *Sees* a digit of the recognised text that looks like those the text calls otherwise, and like none of its own name.
/// *Honest files*: bad recognition, which errs in many words and where the print is bad: supporting only.
fn ocr_text_differs_from_picture(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for misread in &facts.pictures.misread {
        let id = match misread.differing {
            0 | 1 => &OCR_DIGIT_DIFFERS,
            _ => &OCR_TEXT_DIFFERS_FROM_PICTURE,
        };
        let evidence = format!(
            "The recognised text (OCR) reads “{}”, the picture shows “{}”: {} of its digits look like other digits of the page ({} compared).",
            misread.layer, misread.picture, misread.differing, misread.of
        );
        let place = Place::Page {
            page: misread.page,
            area: Some(misread.area),
        };
        signals.push(Signal {
            old_value: Some(misread.layer.clone()),
            new_value: Some(misread.picture.clone()),
            ..Signal::new(id, place, evidence)
        });
    }
}

/// *Sees* the name of an editor of pictures in the data of a page's picture.
/// *Honest files*: a scan cut or brightened in such a program.
fn picture_editor_named(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for edited in &facts.pictures.edited {
        let evidence = format!(
            "The picture of the page was saved by “{}”, as {} says.",
            edited.program, edited.named_in
        );
        let place = Place::Page {
            page: edited.page,
            area: None,
        };
        signals.push(Signal::new(&PICTURE_EDITOR_NAMED, place, evidence));
    }
}

/// *Sees* one page whose picture differs from those of all other pages in two of resolution, colour, packing and noise.
/// *Honest files*: papers of two sources put together, appendices: supporting only.
fn taken_by_another_device(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let Some(stranger) = &facts.pictures.stranger else {
        return;
    };
    let others = match stranger.of {
        1 => "that of the other page".to_owned(),
        of => format!("those of {of} other pages, which agree"),
    };
    let evidence = format!(
        "The picture of this page differs in {} from {others}.",
        stranger.traits.join(", ")
    );
    let place = Place::Page {
        page: stranger.page,
        area: None,
    };
    signals.push(Signal::new(&PAGE_OF_ANOTHER_SCANNER, place, evidence));
}

/// *Sees* an opaque box of paper colour or a small opaque picture laid over the picture of a page, with text on the box.
/// *Honest files*: layered scans (many pictures), stamps and signatures (transparent, larger), numbers and bar codes
/// (in the margin), black redaction.
fn patch_on_picture(page: &PageFacts, signals: &mut Vec<Signal>) {
    let Some(picture) = page_picture(&page.page, &page.content) else {
        return;
    };
    let boxes: Vec<(Area, Vec<&Word>)> = page
        .content
        .paints
        .iter()
        .filter(|paint| paint.order > picture.order && is_patch(page, paint))
        .take(BOXES)
        .map(|paint| (paint.area, words_on(page, paint)))
        .filter(|(_, words)| !words.is_empty())
        .collect();
    let figures = || {
        let mut words = boxes.iter().map(|(_, words)| words.iter());
        words.all(|mut on| on.any(|word| word.text.contains(|c: char| c.is_ascii_digit())))
    };
    if boxes.len() <= PATCHES || (boxes.len() <= FIGURES && figures()) {
        signals.extend(boxes.iter().filter_map(|(_, words)| typed(page, words)));
    }
    let pictures: Vec<&Image> = page
        .content
        .images
        .iter()
        .filter(|image| image.order > picture.order && is_opaque_patch(page, image))
        .collect();
    let all = page.content.images.iter().filter(|image| !image.hidden);
    // Other pictures beside them: a scan in layers or strips.
    if !pictures.is_empty() && pictures.len() <= PATCHES && all.count() == pictures.len() + 1 {
        signals.extend(pictures.iter().map(|image| laid(page, picture, image)));
    }
}

fn is_patch(page: &PageFacts, paint: &Paint) -> bool {
    let light = paint
        .filled
        .and_then(|color| color.rgb)
        .is_some_and(|rgb| rgb.iter().all(|&value| value > PAPER));
    light && paint.rectangle && opaque(paint) && is_small(page, &paint.area)
}

fn is_opaque_patch(page: &PageFacts, image: &Image) -> bool {
    opaque_picture(image) && is_small(page, &image.area)
}

fn is_small(page: &PageFacts, area: &Area) -> bool {
    PATCH_HEIGHT.contains(&area.height())
        && PATCH_WIDTH.contains(&area.width())
        && !in_margin(page, area)
}

/// Whether an area of a page's picture may be a value's or a digit's.
fn is_value_high(page: &PageFacts, area: &Area) -> bool {
    area.height() < PATCH_HEIGHT.end
        && (DIGIT_WIDTH..PATCH_WIDTH.end).contains(&area.width())
        && !in_margin(page, area)
}

fn in_margin(page: &PageFacts, area: &Area) -> bool {
    let shown = &page.page.crop_box;
    let side = MARGIN_AT_SIDE.min(MARGIN_SHARE_AT_SIDE * shown.width());
    let end = MARGIN.min(MARGIN_SHARE * shown.height());
    area.x0 < shown.x0 + side
        || area.x1 > shown.x1 - side
        || area.y0 < shown.y0 + end
        || area.y1 > shown.y1 - end
}

/// Visible words painted on a box later than the box, that it is as high as.
fn words_on<'p>(page: &'p PageFacts, paint: &Paint) -> Vec<&'p Word> {
    let words = page.lines.iter().flat_map(|line| &line.words);
    let on = words.filter(|word| {
        word.order.0 > paint.order
            && word.area.covered_by(&paint.area) > 0.6
            && paint.area.height() < 3.0 * word.size
            && word.text.chars().any(char::is_alphanumeric)
    });
    on.collect()
}

fn typed(page: &PageFacts, words: &[&Word]) -> Option<Signal> {
    let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let value = text.join(" ");
    let areas = words.iter().map(|word| word.area);
    let area = areas.reduce(|a, b| a.union(&b))?;
    let evidence = format!(
        "“{value}” is typed on an opaque box of paper colour that lies over the picture of the page."
    );
    let place = Place::Page {
        page: page.page.number,
        area: Some(area),
    };
    Some(Signal {
        new_value: Some(value),
        ..Signal::new(&TYPED_OVER_PICTURE, place, evidence)
    })
}

fn laid(page: &PageFacts, picture: &Image, image: &Image) -> Signal {
    let dots = |image: &Image| f64::from(image.width) * 72.0 / image.area.width().max(1.0);
    let evidence = format!(
        "An opaque picture of {} by {} samples ({:.0} to the inch) lies over the picture of the page ({:.0} to the inch) at {}.",
        image.width,
        image.height,
        dots(image),
        dots(picture),
        boxed(page, &image.area)
    );
    let declared = match image.area.height() < PAINTED_HEIGHT {
        true => &PATCH_OVER_PICTURE,
        false => &PICTURE_ON_PAGE_PICTURE,
    };
    let place = Place::Page {
        page: page.page.number,
        area: Some(image.area),
    };
    Signal {
        field: page.label(&image.area),
        ..Signal::new(declared, place, evidence)
    }
}
