//! What is appended to a signed document, and how far it is said to go: honest saves are left in peace, every published
//! way to change what a signed document shows is caught and named.

use assay_pdf::Document;
use assay_signatures::policy::{Alteration, Level, OverlayKind};
use assay_signatures::report::{Integrity, PermissionCheck};
use assay_signatures::{SignatureReport, Trust, examine};

use crate::increment::{Increment, file, find};

/// What the catalog of the test documents holds besides what a test adds.
pub const CATALOG: &str = "/Type /Catalog /Pages 2 0 R /AcroForm 8 0 R /Version /2.0 /Extensions << /ISO_ [ << \
    /Type /DeveloperExtensions /BaseVersion /2.0 /ExtensionLevel 32002 \
    /URL (https://www.iso.org/standard/45875.html) /ExtensionRevision (:2022) >> ] >> /Metadata 16 0 R";
pub const PAGE: &str = "/Type /Page /MediaBox [0 0 595 842] /Resources <</Font <</F1 3 0 R>>>> /Contents 4 0 R \
    /Parent 2 0 R";
pub const FIELD: &str = "/Type /Annot /Subtype /Widget /FT /Tx /T (Reference) /P 5 0 R /F 4 /DA (/F1 12 Tf 0 g) \
    /Rect [60 500 260 520]";
const SIGNED: &str = "/FT /Sig /T (Approval) /Type /Annot /Subtype /Widget /F 132 /Rect [60 300 260 360] /P 5 0 R \
    /AP <</N 14 0 R>>";
pub const FORM: &str = "/DR <</Font <</F1 3 0 R>>>> /DA (/F1 12 Tf 0 g) /SigFlags 3";

pub fn reports(bytes: &[u8]) -> Vec<SignatureReport> {
    match Document::open(bytes) {
        Ok(document) => examine(&document, &Trust::default()),
        Err(_) => Vec::new(),
    }
}

/// The report of the first signature, which must still verify.
pub fn first(bytes: &[u8]) -> Option<SignatureReport> {
    let report = reports(bytes).into_iter().next()?;
    assert_eq!(report.integrity, Integrity::Intact);
    Some(report)
}

pub fn alterations(report: &SignatureReport) -> Vec<Alteration> {
    let saves = report.later.saves.iter();
    let changes = saves.flat_map(|save| &save.changes);
    let findings = changes.flat_map(|change| &change.findings);
    findings.map(|finding| finding.what.clone()).collect()
}

/// Whether an alteration is the one expected.
type Expected = fn(&Alteration) -> bool;

/// Appends a save to `approval.pdf` and asks for the level and for one alteration among those told.
fn check(save: Increment, level: Level, expected: fn(&Alteration) -> bool) {
    check_on("approval", save, level, expected);
}

fn check_on(name: &str, save: Increment, level: Level, expected: fn(&Alteration) -> bool) {
    let report = first(&save.append_to(&file(name)));
    let told = report.as_ref().map(alterations).unwrap_or_default();
    let seen = report.map(|report| report.later.level());
    assert_eq!(seen, Some(level), "{told:?}");
    assert!(
        level == Level::None || told.iter().any(expected),
        "{told:?}"
    );
}

fn fill(text: &str) -> Increment {
    let field = format!("<<{FIELD} /V ({text}) /AP <</N 40 0 R>>>>");
    let dictionary =
        "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</F1 3 0 R>>>>";
    let drawn = format!("/Tx BMC BT /F1 12 Tf 2 5 Td ({text}) Tj ET EMC");
    Increment::default()
        .object(7, &field)
        .stream(40, dictionary, &drawn)
}

pub fn annotation(body: &str, appearance: &str) -> Increment {
    let dictionary =
        "/Type /XObject /Subtype /Form /BBox [0 0 300 40] /Resources <</Font <</F1 3 0 R>>>>";
    Increment::default()
        .object(5, &format!("<<{PAGE} /Annots [7 0 R 9 0 R 41 0 R]>>"))
        .object(41, &format!("<</Type /Annot {body} /AP <</N 42 0 R>>>>"))
        .stream(42, dictionary, appearance)
}

const WHITE_BOX: &str =
    "1 1 1 rg 0 0 300 40 re f 0 g BT /F1 18 Tf 2 12 Td (Amount due: 900 EUR) Tj ET";

// --- Honest saves ---------------------------------------------------------------------------------------------------

#[test]
fn a_field_may_be_filled() {
    check(
        fill("A-17"),
        Level::FormFilling,
        |what| matches!(what, Alteration::FieldValue { name, new: Some(new), .. } if name == "Reference" && new == "A-17"),
    );
}

#[test]
fn a_field_may_be_filled_and_its_name_be_written_in_another_encoding() {
    let name = "<FEFF005200650066006500720065006E00630065>";
    let field = FIELD.replace("(Reference)", name);
    let save = Increment::default().object(7, &format!("<<{field} /V (A-17) /AP <</N 6 0 R>>>>"));
    check(save, Level::FormFilling, |_| true);
}

#[test]
fn a_filled_field_may_bring_a_font_of_its_own() {
    let direct = "/F1 <</Type /Font /Subtype /Type1 /BaseFont /Courier>>";
    let dictionary = format!(
        "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <<{direct}>>>>"
    );
    let drawn = "/Tx BMC BT /F1 12 Tf 2 5 Td (A-17) Tj ET EMC";
    let field = format!("<<{FIELD} /V (A-17) /AP <</N 40 0 R>>>>");
    let save = Increment::default()
        .object(7, &field)
        .stream(40, &dictionary, drawn);
    check(save, Level::FormFilling, |_| true);
}

#[test]
fn the_fonts_of_the_form_may_not_be_exchanged() {
    let form = FORM.replace("/F1 3 0 R", "/F1 46 0 R");
    let save = Increment::default()
        .object(8, &format!("<</Fields [7 0 R 9 0 R] {form}>>"))
        .object(46, "<</Type /Font /Subtype /Type1 /BaseFont /Courier>>");
    check(save, Level::Forbidden, |what| {
        *what == Alteration::FontRedefined
    });
}

#[test]
fn validation_data_may_be_added() {
    let save = Increment::default()
        .object(1, &format!("<<{CATALOG} /DSS <</Certs [50 0 R]>>>>"))
        .stream(50, "", "certificate");
    check(save, Level::LongTermValidation, |what| {
        *what == Alteration::SecurityStoreGrown
    });
}

#[test]
fn dates_and_metadata_are_bookkeeping() {
    let save =
        Increment::default().object(11, "<</ModDate (D:20300101000000Z) /Producer (Other)>>");
    check(save, Level::BenignHabit, |_| true);
    let packet = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>";
    let save = Increment::default().stream(16, "/Type /Metadata /Subtype /XML", packet);
    check(save, Level::LongTermValidation, |what| {
        *what == Alteration::MetadataRewritten
    });
}

#[test]
fn objects_written_again_as_they_were_are_no_change() {
    let save = Increment::default()
        .object(5, &format!("<<{PAGE} /Annots [7 0 R 9 0 R]>>"))
        .stream(
            4,
            "",
            "q BT /F1 18 Tf 60 700 Td (Invoice 4711) Tj 0 -40 Td (Amount due: 100 EUR) Tj ET Q",
        );
    check(save, Level::None, |_| true);
}

#[test]
fn a_comment_beside_the_text_covers_nothing() {
    let save = annotation(
        "/Subtype /FreeText /Rect [300 100 500 140] /F 4 /Contents (Paid)",
        "1 1 0 rg 0 0 300 40 re f",
    );
    let report = first(&save.append_to(&file("approval")));
    assert_eq!(
        report.as_ref().map(|r| r.later.level()),
        Some(Level::Annotations)
    );
    assert_eq!(report.map(|r| r.later.overlays().count()), Some(0));
}

#[test]
fn a_highlight_over_the_text_hides_nothing() {
    let save = annotation(
        "/Subtype /Highlight /Rect [58 650 358 690] /F 4 /QuadPoints [58 690 358 690 58 650 358 650]",
        "1 1 0 rg 0 0 300 40 re f",
    );
    let report = first(&save.append_to(&file("approval")));
    assert_eq!(report.map(|r| r.later.overlays().count()), Some(0));
}

#[test]
fn a_second_signature_leaves_the_first_in_peace() {
    for name in ["two-signatures", "visible-second"] {
        let reports = reports(&file(name));
        assert_eq!(reports.len(), 2, "{name}");
        for report in &reports {
            assert_eq!(report.integrity, Integrity::Intact, "{name}");
            assert!(report.later.level() <= Level::FormFilling, "{name}");
            assert!(
                report.violations.is_empty(),
                "{name}: {:?}",
                report.violations
            );
            assert_eq!(report.later.all_overlays().count(), 0, "{name}");
        }
    }
}

// --- Changes that nothing allows ------------------------------------------------------------------------------------

#[test]
fn page_contents_may_not_change() {
    let save =
        Increment::default().stream(4, "", "BT /F1 18 Tf 60 660 Td (Amount due: 900 EUR) Tj ET");
    check(save, Level::Forbidden, |what| {
        matches!(what, Alteration::Value { .. })
    });
    let save = Increment::default()
        .object(
            5,
            &format!(
                "<<{} /Annots [7 0 R 9 0 R]>>",
                PAGE.replace("4 0 R", "[4 0 R 43 0 R]")
            ),
        )
        .stream(43, "", "1 g 0 0 500 800 re f");
    check(save, Level::Forbidden, |what| {
        matches!(what, Alteration::Value { .. })
    });
}

#[test]
fn changing_and_changing_back_is_seen() {
    let changed = Increment::default()
        .stream(4, "", "BT /F1 18 Tf 60 660 Td (Amount due: 900 EUR) Tj ET")
        .append_to(&file("approval"));
    let back = Increment::default()
        .stream(
            4,
            "",
            "q BT /F1 18 Tf 60 700 Td (Invoice 4711) Tj 0 -40 Td (Amount due: 100 EUR) Tj ET Q",
        )
        .append_to(&changed);
    let report = first(&back);
    assert_eq!(
        report.map(|report| report.later.level()),
        Some(Level::Forbidden)
    );
}

#[test]
fn what_pages_are_made_of_may_not_change() {
    let font = "<</Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding>>";
    let other = "<</Type /Page /MediaBox [0 0 595 842] /Parent 2 0 R /Contents 43 0 R>>";
    let pages = |kids: &str| format!("<</Type /Pages /Count 1 /Kids [{kids}]>>");
    let cases = [
        Increment::default().object(3, font),
        Increment::default()
            .object(2, &pages("44 0 R"))
            .object(44, other),
        Increment::default().object(5, &format!("<<{PAGE} /Annots [7 0 R 9 0 R] /Rotate 180>>")),
        Increment::default().object(
            5,
            &format!("<<{} /Annots [7 0 R 9 0 R]>>", PAGE.replace("842", "100")),
        ),
        Increment::default().free(4),
    ];
    for save in cases {
        check(save, Level::Forbidden, |_| true);
    }
}

#[test]
fn nothing_may_start_to_act() {
    let script = "<</S /JavaScript /JS (app.alert\\(1\\))>>";
    let cases = [
        Increment::default().object(1, &format!("<<{CATALOG} /OpenAction {script}>>")),
        Increment::default().object(
            1,
            &format!("<<{CATALOG} /Names <</JavaScript <</Names [(a) {script}]>>>>>>"),
        ),
        Increment::default().object(
            7,
            &format!("<<{FIELD} /AP <</N 6 0 R>> /AA <</K {script}>>>>"),
        ),
        Increment::default().object(1, &format!("<<{CATALOG} /AA <</WC {script}>>>>")),
        annotation(&format!("/Subtype /Link /Rect [0 0 9 9] /A {script}"), ""),
        annotation("/Subtype /Screen /Rect [0 0 9 9] /A 45 0 R", "")
            .object(45, "<</S /Launch /F (x.exe)>>"),
    ];
    for save in cases {
        check(save, Level::Forbidden, |_| true);
    }
}

#[test]
fn the_form_may_not_be_rebuilt() {
    let form = |fields: &str| format!("<</Fields [{fields}] {FORM}>>");
    let added = "<</Type /Annot /Subtype /Widget /FT /Tx /T (New) /Rect [0 0 9 9]>>";
    let cases: [(Increment, Expected); 6] = [
        (
            Increment::default().object(8, &form("9 0 R")),
            |what| matches!(what, Alteration::FieldRemoved { name } if name == "Reference"),
        ),
        (
            Increment::default()
                .object(8, &form("7 0 R 9 0 R 46 0 R"))
                .object(46, added),
            |what| matches!(what, Alteration::FieldAdded { name, .. } if name == "New"),
        ),
        (
            Increment::default().object(
                7,
                &format!(
                    "<<{} /AP <</N 6 0 R>>>>",
                    FIELD.replace("500 260 520", "640 260 700")
                ),
            ),
            |what| matches!(what, Alteration::FieldProperty { key, .. } if key == "Rect"),
        ),
        (
            Increment::default().object(
                7,
                &format!(
                    "<<{} /AP <</N 6 0 R>>>>",
                    FIELD.replace("Reference", "Other")
                ),
            ),
            |what| matches!(what, Alteration::FieldProperty { key, .. } if key == "T"),
        ),
        (
            Increment::default().object(
                7,
                &format!(
                    "<<{} /AP <</N 6 0 R>>>>",
                    FIELD.replace("Reference", "Approval")
                ),
            ),
            |what| matches!(what, Alteration::FormBroken(_)),
        ),
        (
            Increment::default().object(
                1,
                &format!("<<{}>>", CATALOG.replace("/AcroForm 8 0 R", "")),
            ),
            |what| matches!(what, Alteration::Member { key, .. } if key == "AcroForm"),
        ),
    ];
    for (save, expected) in cases {
        let report = reports(&save.append_to(&file("approval")))
            .into_iter()
            .next();
        let told = report.as_ref().map(alterations).unwrap_or_default();
        assert_eq!(
            report.map(|r| r.later.level()),
            Some(Level::Forbidden),
            "{told:?}"
        );
        assert!(told.iter().any(expected), "{told:?}");
    }
}

#[test]
fn a_signature_may_not_be_taken_away_or_shown_twice() {
    let removed = Increment::default()
        .object(9, &format!("<<{SIGNED}>>"))
        .append_to(&file("approval"));
    let report = first(&removed);
    assert_eq!(report.as_ref().map(|r| r.shown), Some(false));
    let told = report.as_ref().map(alterations).unwrap_or_default();
    assert!(
        told.iter()
            .any(|what| matches!(what, Alteration::SignatureRemoved { .. })),
        "{told:?}"
    );
    let twice = Increment::default()
        .object(8, &format!("<</Fields [7 0 R 9 0 R 47 0 R] {FORM}>>"))
        .object(47, "<</FT /Sig /T (Boss) /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P 5 0 R /V 15 0 R>>");
    let reports = reports(&twice.append_to(&file("approval")));
    let report = reports.first();
    assert!(
        report.is_some_and(|report| !report.is_intact()),
        "{report:?}"
    );
    let told = report.map(alterations).unwrap_or_default();
    assert!(
        told.iter()
            .any(|what| matches!(what, Alteration::SignatureRecycled { .. })),
        "{told:?}"
    );
}

#[test]
fn an_entry_may_not_lead_back_to_what_stood_there_before() {
    let document = file("earlier-amount");
    let earlier = find(&document, b"999 EUR").unwrap_or_default();
    let object = document
        .get(..earlier)
        .and_then(|head| head.windows(7).rposition(|window| window == b"4 0 obj"))
        .unwrap_or_default();
    let save = Increment::default().entry(4, object);
    check_on("earlier-amount", save, Level::Forbidden, |what| {
        matches!(what, Alteration::EntryPointsBack { .. })
    });
}

#[test]
fn an_entry_may_not_lead_to_another_object() {
    let document = file("approval");
    let font = find(&document, b"\n3 0 obj").unwrap_or_default() + 1;
    check(
        Increment::default().entry(4, font),
        Level::Forbidden,
        |what| {
            matches!(
                what,
                Alteration::EntryPointsBack { .. } | Alteration::ObjectLost
            )
        },
    );
}

#[test]
fn a_look_may_not_change_under_a_value_that_stays() {
    let look = |text: &str| format!("/Tx BMC BT /F1 12 Tf 2 5 Td ({text}) Tj ET EMC");
    let dictionary =
        "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</F1 3 0 R>>>>";
    let filled = fill("1250").append_to(&file("certified-2"));
    let again = Increment::default().stream(40, dictionary, &look("9250"));
    assert_eq!(contradictions(first(&again.append_to(&filled))), 1);
    let same = Increment::default().stream(40, dictionary, &look("1250.00"));
    assert_eq!(contradictions(first(&same.append_to(&filled))), 0);
}

#[test]
fn values_that_lead_to_each_other_twice_over_come_to_an_end() {
    let chain = |from: u32, end: &str| {
        let page = format!("<<{PAGE} /Resources <</XObject {from} 0 R>> >>");
        let mut save = Increment::default().object(5, &page);
        for number in from..from + 60 {
            let next = number + 1;
            save = save.object(number, &format!("<</A {next} 0 R /B {next} 0 R>>"));
        }
        save.object(from + 60, end)
    };
    let first = chain(100, "(one)").append_to(&file("approval"));
    let second = chain(200, "(two)").append_to(&first);
    let level = reports(&second)
        .first()
        .and_then(|report| report.later.level);
    assert_eq!(level, Some(Level::Forbidden));
}

#[test]
fn an_object_planted_before_signing_may_not_come_to_life() {
    let page = PAGE.replace("4 0 R", "14 0 R");
    let save = Increment::default().object(5, &format!("<<{page} /Annots [7 0 R 9 0 R]>>"));
    check_on("earlier-amount", save, Level::Forbidden, |what| {
        matches!(what, Alteration::PlantedObjectUsed { .. })
    });
}

#[test]
fn what_covers_the_signed_text_is_told_with_both_texts() {
    let subtypes = [
        "FreeText",
        "Stamp",
        "Redact",
        "Square",
        "FreeTextX",
        "Highlight",
    ];
    for subtype in subtypes {
        let save = annotation(
            &format!("/Subtype /{subtype} /Rect [58 650 358 690] /F 4"),
            WHITE_BOX,
        );
        let report = first(&save.append_to(&file("certified-3")));
        let overlay = report
            .as_ref()
            .and_then(|report| report.later.overlays().next());
        let told = overlay.map(|overlay| {
            (
                overlay.hidden.as_str(),
                overlay.shown.as_str(),
                overlay.page,
            )
        });
        assert_eq!(
            told,
            Some(("Amount due: 100 EUR", "Amount due: 900 EUR", 1)),
            "{subtype}"
        );
    }
}

#[test]
fn a_signature_field_nobody_signed_may_not_cover_text() {
    let save = annotation(
        "/Subtype /Widget /FT /Sig /T (Seal) /P 5 0 R /Rect [58 650 358 690] /F 4",
        WHITE_BOX,
    )
    .object(8, &format!("<</Fields [7 0 R 9 0 R 41 0 R] {FORM}>>"));
    let report = first(&save.append_to(&file("certified-2")));
    let kind = report.and_then(|report| {
        report
            .later
            .overlays()
            .next()
            .map(|overlay| overlay.kind.clone())
    });
    assert_eq!(kind, Some(OverlayKind::UnsignedField("Seal".into())));
}

// --- Permissions ----------------------------------------------------------------------------------------------------

#[test]
fn each_certification_allows_what_it_says() {
    let comment = || annotation("/Subtype /Text /Rect [300 100 320 120] /F 4", "");
    let validation = || {
        Increment::default()
            .object(
                1,
                &format!("<<{CATALOG} /Perms <</DocMDP 15 0 R>> /DSS <</Certs [50 0 R]>>>>"),
            )
            .stream(50, "", "certificate")
    };
    let cases: [(&str, Increment, bool); 9] = [
        ("certified-1", validation(), true),
        ("certified-1", fill("x"), false),
        ("certified-1", comment(), false),
        ("certified-2", validation(), true),
        ("certified-2", fill("x"), true),
        ("certified-2", comment(), false),
        ("certified-3", validation(), true),
        ("certified-3", fill("x"), true),
        ("certified-3", comment(), true),
    ];
    for (name, save, allowed) in cases {
        let report = first(&save.append_to(&file(name)));
        let permission = report.map(|report| report.permission);
        match permission {
            Some(PermissionCheck::Respected) => assert!(allowed, "{name}"),
            Some(PermissionCheck::Violated(what)) => assert!(!allowed, "{name}: {what:?}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_locked_field_may_not_be_filled() {
    let report = first(&fill("x").append_to(&file("locked-field")));
    let permission = report.map(|report| report.permission);
    assert!(
        matches!(permission, Some(PermissionCheck::Violated(_))),
        "{permission:?}"
    );
    let untouched = first(&file("locked-field")).map(|report| report.permission);
    assert_eq!(untouched, Some(PermissionCheck::Respected));
}

#[test]
fn a_field_that_shows_another_value_than_it_holds_is_told() {
    let honest = fill("900 EUR").append_to(&file("certified-2"));
    assert_eq!(contradictions(first(&honest)), 0);
    let field = format!("<<{FIELD} /V (900 EUR) /AP <</N 40 0 R>>>>");
    let dictionary =
        "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</F1 3 0 R>>>>";
    let drawn = "/Tx BMC BT /F1 12 Tf 2 5 Td (100 EUR) Tj ET EMC";
    let save = Increment::default()
        .object(7, &field)
        .stream(40, dictionary, drawn);
    assert_eq!(
        contradictions(first(&save.append_to(&file("certified-2")))),
        1
    );
}

fn contradictions(report: Option<SignatureReport>) -> usize {
    let saves = report.map(|report| report.later.saves).unwrap_or_default();
    saves.iter().map(|save| save.contradictions.len()).sum()
}
