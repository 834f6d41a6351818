//! What later saves lay over signed text, bring into view, take away or say otherwise; and the same where it harms
//! nobody.

use assay_signatures::policy::OverlayKind;

use crate::increment::{Increment, file};
use crate::later_saves::{FIELD, FORM, PAGE, annotation, first};

/// Over "Amount due: 100 EUR", as large as the looks that are laid there.
const AMOUNT: &str = "/Subtype /Stamp /Rect [58 650 358 690]";
const AWAY: &str = "/Subtype /Stamp /Rect [58 152 358 192]";
const TEXT: &str = "BT /F1 18 Tf 104 10 Td (900 EUR) Tj ET";

/// Kind, hidden and shown text of each overlay of the first signature.
fn overlays(document: &[u8]) -> Vec<(OverlayKind, String, String)> {
    let report = first(document);
    let overlays = report.iter().flat_map(|report| report.later.all_overlays());
    let told = overlays.map(|one| (one.kind.clone(), one.hidden.clone(), one.shown.clone()));
    told.collect()
}

fn laid(body: &str, drawn: &str) -> Vec<u8> {
    annotation(body, drawn).append_to(&file("certified-3"))
}

#[test]
fn ink_of_every_kind_over_signed_text_is_told_and_beside_it_is_not() {
    let strips: String = (0..20)
        .map(|y| format!("0 {} 300 1.95 re f ", y * 2))
        .collect();
    for drawn in [
        TEXT,
        "38 w 1 G 0 20 m 300 20 l S",
        "38 w 1 G 0 20 m 300 20.05 l S",
        &format!("1 g {strips}"),
        "q 300 0 0 40 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \u{1} EI Q",
    ] {
        let over = overlays(&laid(&format!("{AMOUNT} /F 4"), drawn));
        assert!(
            over.iter().any(|(_, hidden, _)| hidden.contains("100")),
            "{drawn}: {over:?}"
        );
        let away = overlays(&laid(&format!("{AWAY} /F 4"), drawn));
        assert_eq!(away, [], "{drawn}");
    }
}

#[test]
fn flags_do_not_hide_a_cover_from_paper_or_the_pointer() {
    for flags in [0, 4, 36, 292] {
        let over = overlays(&laid(&format!("{AMOUNT} /F {flags}"), TEXT));
        assert!(!over.is_empty(), "{flags}");
    }
    for flags in [2, 6] {
        let document = laid(&format!("{AMOUNT} /F {flags}"), TEXT);
        assert_eq!(overlays(&document), [], "{flags}");
        let shown = Increment::default()
            .object(
                41,
                &format!("<</Type /Annot {AMOUNT} /F 4 /AP <</N 42 0 R>>>>"),
            )
            .append_to(&document);
        assert!(!overlays(&shown).is_empty(), "{flags}");
    }
}

#[test]
fn a_cover_that_goes_away_uncovers() {
    let covered = laid(&format!("{AMOUNT} /F 4"), "1 g 0 0 300 40 re f");
    let gone = Increment::default()
        .object(5, &format!("<<{PAGE} /Annots [7 0 R 9 0 R]>>"))
        .append_to(&covered);
    let told = overlays(&gone);
    let light = told
        .iter()
        .find(|(kind, _, _)| *kind == OverlayKind::Uncovered);
    assert!(
        light.is_some_and(|(_, _, shown)| shown.contains("100")),
        "{told:?}"
    );
}

#[test]
fn a_note_that_says_something_else_is_told() {
    let note = "BT /F1 18 Tf 2 8 Td (not paid) Tj ET";
    let document = laid(&format!("{AWAY} /F 4"), note);
    let dictionary =
        "/Type /XObject /Subtype /Form /BBox [0 0 300 40] /Resources <</Font <</F1 3 0 R>>>>";
    let other = Increment::default()
        .stream(42, dictionary, "BT /F1 18 Tf 2 8 Td (paid in full) Tj ET")
        .append_to(&document);
    let told = overlays(&other);
    let words = told
        .first()
        .map(|(_, hidden, shown)| (hidden.as_str(), shown.as_str()));
    assert_eq!(words, Some(("not paid", "paid in full")));
    let same = Increment::default()
        .stream(42, dictionary, note)
        .append_to(&document);
    assert_eq!(overlays(&same), []);
}

#[test]
fn free_text_without_a_look_is_read_where_readers_draw_it() {
    let note = |rect: &str| {
        let body = format!(
            "/Subtype /FreeText /Rect [{rect}] /F 4 /DA (/Helv 18 Tf 0 g) /Contents (900 EUR)"
        );
        Increment::default()
            .object(5, &format!("<<{PAGE} /Annots [7 0 R 9 0 R 41 0 R]>>"))
            .object(41, &format!("<</Type /Annot {body}>>"))
            .append_to(&file("certified-3"))
    };
    assert!(!overlays(&note("150 652 240 680")).is_empty());
    assert_eq!(overlays(&note("350 152 440 180")), []);
}

#[test]
fn new_signature_fields_set_nothing_off() {
    let script = "<</S /JavaScript /JS (app.alert\\(1\\))>>";
    for keys in [
        format!("/A {script}"),
        "/A 45 0 R".to_string(),
        format!("/AA <</PO {script}>>"),
        format!("/AA <</Fo <</S /URI /URI (https://example.org/)>> /X {script}>>"),
    ] {
        for name in ["approval", "certified-1", "certified-2", "certified-3"] {
            let field = format!(
                "<</Type /Annot /Subtype /Widget /FT /Sig /T (Acts) /P 5 0 R /Rect [0 0 0 0] {keys}>>"
            );
            let save = Increment::default()
                .object(5, &format!("<<{PAGE} /Annots [7 0 R 9 0 R 41 0 R]>>"))
                .object(8, &format!("<</Fields [7 0 R 9 0 R 41 0 R] {FORM}>>"))
                .object(41, &field)
                .object(45, script);
            let report = first(&save.append_to(&file(name)));
            let told = report
                .as_ref()
                .map(crate::later_saves::alterations)
                .unwrap_or_default();
            let acts = |what: &_| {
                matches!(
                    what,
                    assay_signatures::policy::Alteration::ActionAdded { .. }
                )
            };
            assert!(told.iter().any(acts), "{name} {keys}: {told:?}");
        }
    }
}

#[test]
fn words_that_change_under_a_value_that_stays_are_told() {
    let dictionary =
        "/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources <</Font <</F1 3 0 R>>>>";
    let drawn = |words: &str| format!("/Tx BMC BT /F1 12 Tf 2 5 Td ({words}) Tj ET EMC");
    let filled = |value: &str, words: &str| {
        Increment::default()
            .object(7, &format!("<<{FIELD} /V ({value}) /AP <</N 40 0 R>>>>"))
            .stream(40, dictionary, &drawn(words))
            .append_to(&file("certified-2"))
    };
    let contradictions = |document: &[u8]| {
        let report = first(document);
        report.map_or(0, |report| report.later.contradictions().count())
    };
    assert_eq!(contradictions(&filled("not paid", "not paid")), 0);
    assert_eq!(contradictions(&filled("not paid", "paid in full")), 1);
    let look_alone = Increment::default()
        .stream(40, dictionary, &drawn("paid in full"))
        .append_to(&filled("not paid", "not paid"));
    assert!(contradictions(&look_alone) > 0);
}
