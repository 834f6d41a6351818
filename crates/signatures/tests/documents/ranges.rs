//! Byte ranges and what surrounds them: every way to make a reader believe that more is signed than is, and the oddities
//! of honest writers that must not be mistaken for it.

use assay_pdf::Document;
use assay_signatures::byte_range::RangeViolation;
use assay_signatures::policy::{Level, TailFault};
use assay_signatures::report::{Coverage, Integrity};
use assay_signatures::{SignatureReport, Trust, examine};

use crate::increment::{Increment, file, find, replaced};

fn reports(bytes: &[u8]) -> Vec<SignatureReport> {
    match Document::open(bytes) {
        Ok(document) => examine(&document, &Trust::default()),
        Err(_) => Vec::new(),
    }
}

/// The text of /ByteRange and the padding behind it.
fn byte_range(document: &[u8]) -> Vec<u8> {
    let start = find(document, b"/ByteRange").unwrap_or_default();
    let rest = document.get(start..).unwrap_or_default();
    let end = find(rest, b"\n").unwrap_or_default();
    rest.get(..end).unwrap_or_default().to_vec()
}

fn with_range(new: &str) -> Vec<u8> {
    let document = file("approval");
    let old = byte_range(&document);
    let mut new = new.as_bytes().to_vec();
    new.resize(old.len(), b' ');
    replaced(&document, &old, &new)
}

fn violations(document: &[u8]) -> Vec<RangeViolation> {
    let all = reports(document);
    assert!(!all.is_empty(), "a broken signature is still a signature");
    all.into_iter()
        .flat_map(|report| report.violations)
        .collect()
}

#[test]
fn every_signed_file_covers_itself_and_nothing_is_odd() {
    for name in [
        "approval",
        "approval-streams",
        "certified-1",
        "locked-field",
        "timestamped",
    ] {
        let all = reports(&file(name));
        assert_eq!(all.len(), 1, "{name}");
        for report in all {
            assert_eq!(report.integrity, Integrity::Intact, "{name}");
            assert_eq!(report.coverage, Coverage::WholeFile, "{name}");
            assert_eq!(report.violations, [], "{name}");
            assert_eq!(report.later.level(), Level::None, "{name}");
        }
    }
}

#[test]
fn a_range_that_is_missing_or_no_range_is_broken_and_never_skipped() {
    let cases = [
        ("", RangeViolation::Missing),
        ("/ByteRange null", RangeViolation::Missing),
        ("/ByteRange []", RangeViolation::NotFourIntegers),
        ("/ByteRange [0 1 2]", RangeViolation::NotFourIntegers),
        ("/ByteRange [0 1 2 3 4 5]", RangeViolation::NotFourIntegers),
        ("/ByteRange [0 1.5 2 3]", RangeViolation::NotFourIntegers),
        ("/ByteRange (0 1 2 3)", RangeViolation::NotFourIntegers),
        ("/ByteRange [0 -1 2 3]", RangeViolation::Negative),
        ("/ByteRange 7 0 R", RangeViolation::Indirect),
        (
            "/ByteRange [9 1 20 3]",
            RangeViolation::DoesNotStartAtZero { start: 9 },
        ),
        (
            "/ByteRange [0 50 20 3]",
            RangeViolation::PartsOverlap {
                first_end: 50,
                second: 20,
            },
        ),
        (
            "/ByteRange [0 5 9 18446744073709551615]",
            RangeViolation::NotFourIntegers,
        ),
        (
            "/ByteRange [0 5 9 9223372036854775807]",
            RangeViolation::BeyondEnd {
                end: 9223372036854775816,
                length: file("approval").len(),
            },
        ),
    ];
    for (range, expected) in cases {
        let document = with_range(range);
        let found = violations(&document);
        assert!(found.contains(&expected), "{range}: {found:?}");
        assert!(
            reports(&document).iter().all(|report| !report.is_intact()),
            "{range}"
        );
    }
}

#[test]
fn a_value_that_is_missing_empty_or_no_value_is_broken() {
    let document = file("approval");
    let start = find(&document, b"/Contents <").unwrap_or_default();
    let rest = document.get(start..).unwrap_or_default();
    let end = find(rest, b">").unwrap_or_default() + 1;
    let value = rest.get(..end).unwrap_or_default().to_vec();
    let padded = |text: &str| {
        let mut new = text.as_bytes().to_vec();
        new.resize(value.len(), b' ');
        replaced(&document, &value, &new)
    };
    let zeros = format!(
        "/Contents <{}>",
        "0".repeat(value.len() - "/Contents <>".len())
    );
    for text in [
        "",
        "/Contents null",
        "/Contents ()",
        "/Contents <>",
        "/Contents <00>",
        &zeros,
    ] {
        let all = reports(&padded(text));
        assert!(
            !all.is_empty() && all.iter().all(|report| !report.is_intact()),
            "{text}"
        );
    }
}

#[test]
fn a_gap_with_room_for_more_is_broken() {
    let document = file("approval");
    let text = String::from_utf8_lossy(&byte_range(&document)).into_owned();
    let numbers: Vec<usize> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|part| part.parse().ok())
        .collect();
    let (&[a, b, c, d], 4) = (numbers.as_slice(), numbers.len()) else {
        return assert_eq!(numbers.len(), 4);
    };
    let range = |b: usize, c: usize, d: usize| with_range(&format!("/ByteRange [{a} {b} {c} {d}]"));
    let other_bytes = |document: &[u8]| {
        violations(document)
            .iter()
            .any(|violation| matches!(violation, RangeViolation::GapHoldsOtherBytes { .. }))
    };
    assert!(other_bytes(&range(b - 20, c, d)));
    assert!(other_bytes(&range(b, c + 20, d - 20)));
    let inside = violations(&range(b + 1, c - 1, d + 1));
    assert!(
        matches!(
            inside.as_slice(),
            [RangeViolation::GapInsideContents { .. }]
        ),
        "{inside:?}"
    );
    let short = violations(&range(b, c, d - 30));
    assert!(
        short
            .iter()
            .any(|violation| matches!(violation, RangeViolation::EndsInsideSave { .. })),
        "{short:?}"
    );
}

#[test]
fn a_later_copy_of_the_dictionary_that_says_something_else_is_told() {
    let document = file("approval");
    let start = find(&document, b"15 0 obj").unwrap_or_default();
    let rest = document.get(start..).unwrap_or_default();
    let end = find(rest, b"endobj").unwrap_or_default();
    let body = String::from_utf8_lossy(rest.get(8..end).unwrap_or_default()).into_owned();
    let copy = |body: &str| {
        Increment::default()
            .object(15, body.trim())
            .append_to(&document)
    };
    let same = violations(&copy(&body));
    assert!(same.is_empty(), "written again as it was: {same:?}");
    let changed = body.replace("/Type /Sig", "/Type /Sig /Reason (I agree to pay)");
    let told = violations(&copy(&changed));
    assert!(
        told.iter().any(|violation| matches!(violation, RangeViolation::Overridden { keys } if keys == "/Reason")),
        "{told:?}"
    );
}

#[test]
fn bytes_behind_the_end_are_told_for_what_they_are() {
    let document = file("approval");
    let with = |tail: &[u8]| [document.as_slice(), tail].concat();
    for tail in [b"".as_slice(), b"\n", b"\r\n", b"\r\n\r\n"] {
        let report = reports(&with(tail)).into_iter().next();
        assert_eq!(
            report.as_ref().map(|r| r.coverage),
            Some(Coverage::WholeFile),
            "{tail:?}"
        );
        assert_eq!(
            report.map(|r| r.later.level()),
            Some(Level::None),
            "{tail:?}"
        );
    }
    let object = b"4 0 obj <</Length 9>> stream\n0 0 9 9 re\nendstream endobj\n";
    let eof = [object.as_slice(), b"%%EOF\n"].concat();
    let trailer = [
        object.as_slice(),
        b"trailer <</Root 1 0 R /Size 60>>\nstartxref\n1\n%%EOF\n",
    ]
    .concat();
    for tail in [
        b"        ".as_slice(),
        b"\n\n\n\n\n\n",
        b"\0\0\0\0\0\0\0\0",
        b"% a remark that nobody signed",
    ] {
        let report = reports(&with(tail)).into_iter().next();
        let told = report.map(|report| (report.later.level(), report.later.unexplained.len()));
        assert_eq!(told, Some((Level::None, 1)), "{tail:?}");
    }
    for tail in [b"hidden".as_slice(), object, &eof, &trailer] {
        let report = reports(&with(tail)).into_iter().next();
        let level = report.as_ref().map(|report| report.later.level());
        assert_eq!(
            level,
            Some(Level::Unexplained),
            "{}",
            String::from_utf8_lossy(tail)
        );
        let spans = report.map(|report| {
            report
                .later
                .unexplained
                .iter()
                .map(TailFault::span)
                .collect::<Vec<_>>()
        });
        let within = spans.is_some_and(|spans| {
            !spans.is_empty() && spans.iter().all(|span| span.start >= document.len())
        });
        assert!(within, "{}", String::from_utf8_lossy(tail));
    }
}

#[test]
fn a_save_without_its_end_mark_is_told() {
    let whole = Increment::default()
        .object(11, "<</Producer (x)>>")
        .append_to(&file("approval"));
    let cut = whole.len() - b"%%EOF\n".len();
    let report = reports(whole.get(..cut).unwrap_or_default())
        .into_iter()
        .next();
    let faults = report.map(|report| report.later.unexplained);
    assert!(
        matches!(faults.as_deref(), Some([TailFault::EndMarkMissing(_)])),
        "{faults:?}"
    );
}

#[test]
fn no_changed_bit_of_the_signed_bytes_goes_unnoticed() {
    for name in ["approval", "certified-2", "approval-streams"] {
        let document = file(name);
        let reports_before = reports(&document);
        let range = reports_before.first().and_then(|report| report.range);
        let Some(range) = range else {
            return assert!(range.is_some());
        };
        for at in (0..document.len()).step_by(37) {
            let mut changed = document.clone();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 1 << (at % 8);
            }
            let signed = at < range.first.end || at >= range.second.start;
            let still = reports(&changed).iter().any(SignatureReport::is_intact);
            assert!(
                !(signed && still),
                "{name}: byte {at} changed and still intact"
            );
        }
    }
}

#[test]
fn truncated_and_doubled_files_never_panic() {
    for name in ["two-signatures", "document-timestamp", "earlier-amount"] {
        let document = file(name);
        for length in (0..document.len()).step_by(101) {
            reports(document.get(..length).unwrap_or_default());
        }
        reports(&[document.as_slice(), document.as_slice()].concat());
    }
}

#[test]
fn a_file_made_of_saves_is_examined_to_an_end() {
    let mut document = file("approval");
    for number in 0..600 {
        let info = format!("<</Producer (save {number})>>");
        document = Increment::default().object(11, &info).append_to(&document);
    }
    let report = reports(&document).into_iter().next();
    assert!(report.as_ref().is_some_and(SignatureReport::is_intact));
    assert!(report.is_some_and(|report| report.later.fault.is_some()));
}
