//! Pages drawn: what is on them, what is marked, which state, and that nothing gets out but a picture or a reason.

#[path = "../../../fixtures/pdfs.rs"]
mod pdfs;

use std::path::Path;

use assay_render::{Mark, PageOf, Picture, RenderError, beside, draw, draw_with, sheets};
use pdfs::pdfs_below;

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures")
        .join(name);
    std::fs::read(path).unwrap_or_default()
}

fn page(revision: Option<usize>) -> PageOf {
    PageOf {
        revision,
        page: 1,
        dpi: 72.0,
        marks: Vec::new(),
    }
}

/// Share of the pixels of an area, in points of an unturned page, for which `is` holds.
fn share(picture: &Picture, [x0, y0, x1, y1]: [f64; 4], is: impl Fn([u8; 3]) -> bool) -> f64 {
    let height = f64::from(picture.height());
    let (mut all, mut found) = (0, 0);
    for y in (height - y1) as u32..(height - y0) as u32 {
        for x in x0 as u32..x1 as u32 {
            all += 1;
            found += u32::from(picture.pixel(x, y).is_some_and(&is));
        }
    }
    f64::from(found) / f64::from(all.max(1))
}

/// The total of this fixture, which its second save covered and typed anew.
const EDITED: &str = "utility-pdfbox/total-covered-incremental-pdfbox.pdf";
const TOTAL: [f64; 4] = [501.0, 484.0, 537.0, 495.0];

#[test]
fn a_state_shows_what_it_showed() -> Result<(), RenderError> {
    let bytes = fixture(EDITED);
    let (before, after) = (draw(&bytes, &page(Some(0)))?, draw(&bytes, &page(Some(1)))?);
    assert_eq!(draw(&bytes, &page(None))?, after);
    assert_ne!(before, after);
    assert_eq!(
        draw(&fixture("utility-pdfbox/original.pdf"), &page(None))?,
        before
    );
    let dark = |[r, g, b]: [u8; 3]| u16::from(r) + u16::from(g) + u16::from(b) < 300;
    assert!(share(&before, TOTAL, dark) > 0.05);
    assert!(share(&after, TOTAL, dark) > 0.05);
    // Elsewhere nothing changed.
    let differ = (0..before.height())
        .filter(|y| (0..before.width()).any(|x| before.pixel(x, *y) != after.pixel(x, *y)));
    let rows: Vec<u32> = differ.collect();
    let top = (f64::from(before.height()) - TOTAL[3]) as u32;
    assert!(
        rows.iter().all(|row| (top - 3..top + 16).contains(row)),
        "{rows:?}"
    );
    Ok(())
}

#[test]
fn a_mark_tints_its_area_and_nothing_else() -> Result<(), RenderError> {
    let bytes = fixture("utility-pdfbox/original.pdf");
    let marked = PageOf {
        marks: vec![Mark::new(TOTAL, [255, 0, 0])],
        ..page(None)
    };
    let (plain, marked) = (draw(&bytes, &page(None))?, draw(&bytes, &marked)?);
    let reddish = |[r, g, _]: [u8; 3]| r > g && r - g > 20;
    assert!(share(&marked, TOTAL, reddish) > 0.7);
    assert_eq!(share(&plain, TOTAL, reddish), 0.0);
    let around = [TOTAL[0] - 30.0, TOTAL[1], TOTAL[0] - 5.0, TOTAL[3]];
    assert_eq!(share(&marked, around, reddish), 0.0);
    Ok(())
}

#[test]
fn a_turned_page_is_marked_where_its_text_is() -> Result<(), RenderError> {
    let bytes = fixture("utility-pdfbox/rotated-qpdf.pdf");
    let plain = draw(&bytes, &page(None))?;
    let upright = draw(&fixture("utility-pdfbox/original.pdf"), &page(None))?;
    let marked = PageOf {
        marks: vec![Mark::new(TOTAL, [255, 0, 0])],
        ..page(None)
    };
    let marked = draw(&bytes, &marked)?;
    // As many dark pixels lie under the mark as in the area of the page that is not turned.
    let dark = |[r, g, b]: [u8; 3]| u16::from(r) + u16::from(g) + u16::from(b) < 300;
    let expected = share(&upright, TOTAL, dark) * (TOTAL[2] - TOTAL[0]) * (TOTAL[3] - TOTAL[1]);
    let mut beneath = 0;
    for y in 0..plain.height() {
        for x in 0..plain.width() {
            let (was, is) = (plain.pixel(x, y), marked.pixel(x, y));
            beneath += u32::from(was != is && was.is_some_and(dark));
        }
    }
    assert!(
        (f64::from(beneath) - expected).abs() <= expected * 0.5 + 4.0,
        "{beneath} dark pixels under the mark, {expected} in the area"
    );
    Ok(())
}

#[test]
fn files_that_open_with_the_empty_password_are_drawn() -> Result<(), RenderError> {
    let plain = draw(&fixture("utility-pdfbox/original.pdf"), &page(None))?;
    for name in ["encrypted-empty-password", "encrypted-rc4-empty-password"] {
        let drawn = draw(&fixture(&format!("utility-pdfbox/{name}.pdf")), &page(None))?;
        assert_eq!(drawn, plain, "{name}");
    }
    let locked = draw(&fixture("utility-pdfbox/password-needed.pdf"), &page(None));
    assert!(matches!(locked, Err(RenderError::Unreadable(_))));
    Ok(())
}

#[test]
fn what_is_not_there_is_said() {
    let bytes = fixture(EDITED);
    let other = |revision, number| PageOf {
        page: number,
        ..page(revision)
    };
    assert_eq!(
        draw(&bytes, &other(Some(2), 1)),
        Err(RenderError::NoSuchSave)
    );
    assert_eq!(
        draw(&bytes, &other(None, 0)),
        Err(RenderError::NoSuchPage(0))
    );
    assert_eq!(
        draw(&bytes, &other(None, 9)),
        Err(RenderError::NoSuchPage(9))
    );
}

#[test]
fn a_page_as_large_as_the_format_allows_is_drawn_smaller() -> Result<(), RenderError> {
    let pdf = |size: &str| {
        format!(
            "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 {size}]>>endobj trailer<</Root 1 0 R>>"
        )
    };
    for (size, dpi) in [
        ("14400 14400", 600.0),
        ("1000000 3", 72.0),
        ("1 1", f64::NAN),
    ] {
        let drawn = draw(pdf(size).as_bytes(), &PageOf { dpi, ..page(None) })?;
        let pixels = u64::from(drawn.width()) * u64::from(drawn.height());
        assert!(pixels <= 16_100_000, "{size}: {pixels}");
        assert!(drawn.width() <= 16_000 && drawn.height() <= 16_000);
    }
    Ok(())
}

#[test]
fn every_fixture_is_drawn_and_packed() {
    let mut drawn = 0;
    for path in pdfs_below("fixtures") {
        let bytes = std::fs::read(&path).unwrap_or_default();
        let small = PageOf {
            dpi: 20.0,
            ..page(None)
        };
        match draw(&bytes, &small).map(|picture| picture.png()) {
            Ok(png) => {
                drawn += 1;
                assert!(png.is_ok_and(|png| png.starts_with(b"\x89PNG")));
            }
            Err(RenderError::Unreadable(_)) => {}
            Err(RenderError::Endless) => assert!(path.ends_with(ENDLESS), "{}", path.display()),
            Err(error) => {
                // Damaged files may be mended in two ways.
                let damaged = path.components().any(|part| part.as_os_str() == "damaged");
                assert!(damaged, "{}: {error}", path.display());
            }
        }
    }
    assert!(drawn > 80, "{drawn} drawn");
}

/// Forms that draw each other, ten at a time, thirteen levels deep.
const ENDLESS: &str = "pages/forms-without-end.pdf";

#[test]
fn a_page_that_draws_without_end_is_not_begun() {
    assert_eq!(
        draw(&fixture(ENDLESS), &page(None)),
        Err(RenderError::Endless)
    );
    assert!(draw(&fixture("pages/forms-in-forms.pdf"), &page(None)).is_ok());
}

#[test]
fn spoilt_files_give_a_picture_or_a_reason() {
    for path in pdfs_below("fixtures").iter().step_by(12) {
        let bytes = std::fs::read(path).unwrap_or_default();
        let mut flipped = bytes.clone();
        for at in (11..flipped.len()).step_by(61) {
            if let Some(byte) = flipped.get_mut(at) {
                *byte ^= 0x41;
            }
        }
        let small = PageOf {
            dpi: 12.0,
            ..page(None)
        };
        let _ = draw(&flipped, &small);
        let _ = draw(bytes.get(..bytes.len() / 2).unwrap_or_default(), &small);
    }
}

#[test]
fn two_pictures_stand_side_by_side() -> Result<(), RenderError> {
    let bytes = fixture(EDITED);
    let (left, right) = (draw(&bytes, &page(Some(0)))?, draw(&bytes, &page(Some(1)))?);
    let both = beside(&left, &right);
    assert_eq!(both.width(), left.width() + right.width() + 12);
    assert_eq!(both.pixel(5, 40), left.pixel(5, 40));
    let last = right.width() - 1;
    assert_eq!(both.pixel(both.width() - 1, 40), right.pixel(last, 40));
    Ok(())
}

#[test]
fn a_file_that_a_password_opens_is_measured_and_drawn() -> Result<(), RenderError> {
    let locked = include_bytes!("../../pdf/tests/locked/aes-256.pdf");
    let opened = fixture("payslip-reportlab/original.pdf");
    assert!(draw(locked, &page(None)).is_err());
    assert_eq!(
        draw_with(locked, "Straße", &page(None))?,
        draw(&opened, &page(None))?
    );
    // A password that nothing asks for is no hindrance.
    assert!(draw_with(&opened, "Straße", &page(None)).is_ok());
    assert_eq!(
        sheets(locked, "Straße", None)?,
        sheets(&opened, "", Some(0))?
    );
    Ok(())
}

#[test]
fn sheets_are_what_pictures_show_turned_or_not() -> Result<(), RenderError> {
    for file in pdfs_below("fixtures/pages") {
        let bytes = std::fs::read(file).unwrap_or_default();
        for (index, sheet) in sheets(&bytes, "", None)?.iter().enumerate() {
            let wanted = PageOf {
                page: index as u32 + 1,
                ..page(None)
            };
            let Ok(picture) = draw(&bytes, &wanted) else {
                continue;
            };
            let (width, height) = match sheet.turn {
                90 | 270 => (sheet.height, sheet.width),
                _ => (sheet.width, sheet.height),
            };
            assert!((f64::from(picture.width()) - width).abs() <= 2.0);
            assert!((f64::from(picture.height()) - height).abs() <= 2.0);
        }
    }
    assert_eq!(
        sheets(&fixture(EDITED), "", Some(9)),
        Err(RenderError::NoSuchSave)
    );
    Ok(())
}
