//! What honest programs write besides, at every permission: rounded numbers, equal copies, validation data in all the
//! shapes that real tools give it.

use assay_signatures::SignatureReport;
use assay_signatures::policy::Level;
use assay_signatures::report::PermissionCheck;

use crate::increment::{Increment, file};
use crate::later_saves::{CATALOG, FIELD, FORM, PAGE, alterations, first, reports};

/// Nothing graver than bookkeeping, on an approval and on a certification that allows no changes.
fn in_peace(save: &Increment) {
    for name in ["approval", "certified-1"] {
        let all = reports(&save.append_to(&file(name)));
        let report = all.into_iter().find(SignatureReport::is_intact);
        let told = report.as_ref().map(alterations).unwrap_or_default();
        let level = report.as_ref().map(|report| report.later.level());
        assert!(
            level.is_some() && level <= Some(Level::BenignHabit),
            "{name}: {told:?}"
        );
        let permission = report.map(|report| report.permission);
        assert!(
            !matches!(permission, Some(PermissionCheck::Violated(_))),
            "{name}: {told:?}"
        );
    }
}

#[test]
fn numbers_that_were_rounded_are_the_same() {
    let field = FIELD.replace("[60 500 260 520]", "[60.0000001 500.004 259.9999999 520]");
    in_peace(&Increment::default().object(7, &format!("<<{field} /AP <</N 6 0 R>>>>")));
}

#[test]
fn a_field_that_moved_by_a_point_is_not_the_same() {
    let field = FIELD.replace("[60 500 260 520]", "[61 500 260 520]");
    let save = Increment::default().object(7, &format!("<<{field} /AP <</N 6 0 R>>>>"));
    let level = first(&save.append_to(&file("approval"))).map(|report| report.later.level());
    assert_eq!(level, Some(Level::Forbidden));
}

#[test]
fn an_equal_copy_of_the_resources_is_the_same() {
    let page = PAGE.replace("<</Font <</F1 3 0 R>>>>", "55 0 R");
    let save = |resources: &str| {
        Increment::default()
            .object(5, &format!("<<{page} /Annots [7 0 R 9 0 R]>>"))
            .object(55, resources)
    };
    in_peace(&save("<</Font <</F1 3 0 R>>>>"));
    let other = save("<</Font <</F1 56 0 R>>>>")
        .object(56, "<</Type /Font /Subtype /Type1 /BaseFont /Courier>>");
    let level = first(&other.append_to(&file("approval"))).map(|report| report.later.level());
    assert_eq!(level, Some(Level::Forbidden));
}

#[test]
fn validation_data_grows_is_renewed_and_dropped_in_every_shape() {
    let key = "A".repeat(40);
    let perms = "/Perms <</DocMDP 15 0 R>>";
    for (name, perms) in [("approval", ""), ("certified-1", perms)] {
        let made = Increment::default()
            .object(1, &format!("<<{CATALOG} {perms} /DSS 50 0 R>>"))
            .object(50, "<</Type /DSS /VRI 51 0 R /Certs 52 0 R>>")
            .object(51, &format!("<</{key} 53 0 R>>"))
            .object(52, "[54 0 R]")
            .object(53, "<</Type /VRI /Cert [54 0 R]>>")
            .stream(54, "", "certificate")
            .append_to(&file(name));
        let saves = [
            Increment::default()
                .object(52, "[54 0 R 55 0 R]")
                .stream(55, "", "another"),
            Increment::default().object(
                51,
                &format!("<</{key} 53 0 R /{} <</Cert [54 0 R]>>>>", "B".repeat(40)),
            ),
            Increment::default()
                .object(53, "<</Type /VRI /Cert [54 0 R] /TU (D:20260401120000Z)>>"),
            Increment::default().object(51, "<<>>"),
        ];
        for save in saves {
            let report = first(&save.append_to(&made));
            let told = report.as_ref().map(alterations).unwrap_or_default();
            let level = report.as_ref().map(|report| report.later.level());
            assert!(level <= Some(Level::BenignHabit), "{name}: {told:?}");
        }
        let malformed = Increment::default().object(53, "<</Cert [54 0 R] /Other (text)>>");
        let level = first(&malformed.append_to(&made)).map(|report| report.later.level());
        assert_eq!(level, Some(Level::Forbidden));
    }
}

#[test]
fn what_a_time_stamp_needs_of_the_form_is_bookkeeping() {
    let form = FORM.replace("/SigFlags 3", "/SigFlags 3 /Q 0");
    let field = "<</Type /Annot /Subtype /Widget /FT /Sig /T (Time) /P 5 0 R /F 132 /Rect [0 0 0 0] /V 48 0 R>>";
    let save = Increment::default()
        .object(5, &format!("<<{PAGE} /Annots [7 0 R 9 0 R 47 0 R]>>"))
        .object(8, &format!("<</Fields [7 0 R 9 0 R 47 0 R] {form}>>"))
        .object(47, field)
        .object(48, "<</Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /Contents <30> /ByteRange [0 8000 9000 10]>>");
    in_peace(&save);
}

#[test]
fn keys_that_no_reader_looks_at_are_bookkeeping() {
    let tree = "<</Type /Pages /Count 1 /Kids [5 0 R] /ITXT (8.0.4) /Own (mark)>>";
    in_peace(&Increment::default().object(2, tree));
    let level = first(
        &Increment::default()
            .object(2, "<</Type /Pages /Count 1 /Kids [5 0 R] /Rotate 180>>")
            .append_to(&file("approval")),
    )
    .map(|report| report.later.level());
    assert_eq!(level, Some(Level::Forbidden));
}
