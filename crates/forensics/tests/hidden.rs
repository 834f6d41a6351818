//! What a file holds beside what it shows, each with a file that does nearly the same and is honest. `UPDATE=1` writes
//! them anew as fixtures.

mod writing;

use writing::{signals, stream};

/// Objects 1 to 4 of every file: catalog, page tree, page, font.
fn file(catalog: &str, page: &str, more: &[(u32, String)]) -> Vec<u8> {
    file_with("", catalog, page, more)
}

/// The same with more fonts.
fn file_with(fonts: &str, catalog: &str, page: &str, more: &[(u32, String)]) -> Vec<u8> {
    let mut objects = vec![
        (1, format!("<</Type/Catalog/Pages 2 0 R{catalog}>>")),
        (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>".into()),
        (
            3,
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Resources<</Font<</F 4 0 R{fonts}>>>>{page}>>"
            ),
        ),
        (
            4,
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".into(),
        ),
    ];
    objects.extend_from_slice(more);
    writing::pdf(&objects)
}

/// A page of some lines, the last of which reads `last`.
fn contents(last: &str) -> String {
    let mut data = String::from("BT /F 11 Tf 14 TL 40 260 Td ");
    for line in [
        "Letter of employment of the example works",
        "This is to confirm that Jane Doe is employed with us",
        "as an engineer since the first of May",
        "and that her yearly salary amounts to",
    ] {
        data += &format!("({line}) Tj T* ");
    }
    data += &format!("({last}) Tj ET");
    data
}

/// A form with one text field that holds `value` and draws `shown`.
fn form(value: &str, shown: &str, field: &str, form: &str) -> Vec<u8> {
    let appearance = stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 120 16]/Resources<</Font<</F 4 0 R>>>>",
        &format!("/Tx BMC BT /F 11 Tf 2 4 Td ({shown}) Tj ET EMC"),
    );
    let widget = format!(
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(Total)/V({value})/Rect[40 100 160 116]/F 4/P 3 0 R/AP<</N 7 0 R>>/DA(/F 11 Tf){field}>>"
    );
    file(
        &format!("/AcroForm<</Fields[6 0 R]/DA(/F 11 Tf){form}>>"),
        "/Contents 5 0 R/Annots[6 0 R]",
        &[
            (5, stream("", &contents("see below"))),
            (6, widget),
            (7, appearance),
        ],
    )
}

/// A tagged page whose last line is one element with `text` as its replacement.
fn tagged(shown: &str, key: &str, text: &str) -> Vec<u8> {
    let data = format!(
        "{} /Span <</MCID 0>> BDC BT /F 11 Tf 40 100 Td ({shown}) Tj ET EMC",
        contents("the sum of")
    );
    file(
        "/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>",
        "/Contents 5 0 R/StructParents 0",
        &[
            (5, stream("", &data)),
            (6, "<</Type/StructTreeRoot/K 7 0 R>>".into()),
            (
                7,
                format!("<</Type/StructElem/S/Span/P 6 0 R/Pg 3 0 R/K 0/{key}({text})>>"),
            ),
        ],
    )
}

/// Contents written twice under one number, of which the tables know the second.
fn twice(first: &str, second: &str) -> Vec<u8> {
    file(
        "",
        "/Contents 5 0 R",
        &[
            (5, stream("", &contents(first))),
            (5, stream("", &contents(second))),
        ],
    )
}

/// Whether the file raises a signal.
fn raises(name: &str, bytes: &[u8], id: &str) -> bool {
    writing::raises(&format!("hidden/{name}"), bytes, id)
}

#[test]
fn a_field_that_shows_another_value_is_told() {
    let id = "field_appearance_differs";
    let edited = form("1250.00", "9250.00", "", "");
    assert!(raises("field-shows-other-value", &edited, id));
    let words = form("Jane Doe", "Max Roe", "", "");
    let supporting = "field_shows_other_value";
    assert!(raises("field-shows-other-words", &words, supporting));
    let signals = signals(&edited);
    // One finding for one field.
    assert!(!signals.iter().any(|signal| signal.id == supporting));
    let signal = signals.iter().find(|signal| signal.id == id);
    let told = signal.map(|s| {
        (
            s.page,
            s.field.clone(),
            s.old_value.clone(),
            s.new_value.clone(),
        )
    });
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        told,
        Some((Some(1), text("Total"), text("1250.00"), text("9250.00")))
    );
}

#[test]
fn a_field_formatted_scripted_or_pending_is_honest() {
    let raises = |name: &str, bytes: &[u8], id| {
        raises(name, bytes, id) || raises(name, bytes, "field_appearance_differs")
    };
    let id = "field_shows_other_value";
    let formatted = form("1234.5", "$1,234.50", "", "");
    assert!(!raises("field-shows-value-formatted", &formatted, id));
    let scripted = form("0.19", "21 %", "/AA<</F<</S/JavaScript/JS(x)>>>>", "");
    assert!(!raises("field-formatted-by-script", &scripted, id));
    let pending = form("300", "200", "", "/NeedAppearances true");
    assert!(!raises("field-appearance-pending", &pending, id));
    let password = form("1234", "99", "/Ff 8192", "");
    assert!(!raises("field-with-password", &password, id));
}

#[test]
fn a_tag_that_kept_another_number_is_told() {
    let id = "tag_text_differs";
    let edited = tagged("EUR 9,250.00", "ActualText", "EUR 1,250.00");
    assert!(raises("tag-kept-the-earlier-amount", &edited, id));
    let same = tagged("EUR 9,250.00", "ActualText", "EUR 9,250.00");
    assert!(!raises("tag-agrees", &same, id));
    let spoken = tagged("EUR 9,250.00", "Alt", "9250 euro, 0 cents");
    assert!(!raises("tag-speaks-the-amount", &spoken, id));
}

#[test]
fn contents_written_twice_in_one_save_are_compared() {
    let edited = twice("EUR 1,250.00 a year", "EUR 9,250.00 a year");
    let name = "contents-shadowed-in-one-save";
    assert!(raises(name, &edited, "earlier_text_left_in_file"));
    assert!(raises(name, &edited, "object_shadowed"));
    let repeated = twice("EUR 1,250.00 a year", "EUR 1,250.00 a year");
    let name = "contents-repeated-in-one-save";
    assert!(!raises(name, &repeated, "earlier_text_left_in_file"));
    assert!(!raises(name, &repeated, "object_shadowed"));
}

#[test]
fn bytes_between_objects_are_told() {
    let plain = file("", "/Contents 5 0 R", &[(5, stream("", &contents("one")))]);
    let cut = |with: &str| {
        let text = String::from_utf8_lossy(&plain).into_owned();
        // In front of the last object's number, so that no offset but the table's own moves.
        let mut bytes = plain.clone();
        let at = text.find("xref\n").map(|_| {
            plain
                .windows(5)
                .position(|window| window == b"xref\n")
                .unwrap_or_default()
        });
        let at = at.unwrap_or_default();
        bytes.splice(at..at, with.bytes());
        let moved = String::from_utf8_lossy(&bytes).into_owned();
        let named = format!("startxref\n{at}\n");
        let tail = moved.rfind(&named).map(|_| named.len()).unwrap_or_default();
        let end = bytes.len() - tail - b"%%EOF\n".len();
        bytes.truncate(end);
        bytes.extend_from_slice(format!("startxref\n{}\n%%EOF\n", at + with.len()).as_bytes());
        bytes
    };
    let id = "bytes_between_objects";
    let left = cut("(EUR 1,250.00) Tj ET endstream endobj\n");
    assert!(raises("bytes-between-objects", &left, id));
    let noted = cut("% written by an example\n");
    assert!(!raises("comment-between-objects", &noted, id));
}

/// A page whose last line carries a text of its own in the contents.
fn inline(shown: &str, key: &str, text: &str) -> Vec<u8> {
    let data = format!(
        "{} /Span <</{key}({text})>> BDC BT /F 11 Tf 40 100 Td ({shown}) Tj ET EMC",
        contents("the sum of")
    );
    file("", "/Contents 5 0 R", &[(5, stream("", &data))])
}

#[test]
fn a_text_given_in_the_contents_is_compared() {
    let id = "tag_text_differs";
    let edited = inline("EUR 19,250.00", "Alt", "EUR 1,250.00");
    assert!(raises("inline-text-kept-the-earlier-amount", &edited, id));
    let date = inline("paid on 5.3.2026", "Alt", "paid on 15.2.2026");
    assert!(raises("inline-text-kept-the-earlier-date", &date, id));
    for (name, shown, text) in [
        ("inline-text-is-a-ligature", "of\\256ce 12", "office 12"),
        ("inline-text-is-a-leader", "......... 12", " 12"),
        ("inline-text-is-spelt", "5.3.2026", "5 March 2026"),
        ("inline-text-agrees", "EUR 1.250,00", "EUR 1,250.00"),
    ] {
        assert!(
            !raises(name, &inline(shown, "ActualText", text), id),
            "{name}"
        );
    }
}

#[test]
fn an_amount_given_with_another_amount_accuses() {
    let id = "tag_amount_differs";
    let edited = inline("3,793.60", "ActualText", "5,793.60");
    assert!(raises("inline-text-is-another-amount", &edited, id));
    let spaced = inline("2 630,31 EUR", "ActualText", "1 680,31 EUR");
    assert!(raises("inline-text-is-another-spaced-amount", &spaced, id));
    let year = inline("since 1 May 2017", "ActualText", "since 1 May 2012");
    assert!(raises("inline-text-is-another-year", &year, id));
    for (name, shown, text) in [
        ("inline-text-is-the-amount-spaced", "1 680,31", "1680.31 "),
        ("inline-text-is-a-date", "5.3.26", "15.2.26"),
        ("inline-text-is-a-count", "page 12", "page 13"),
        ("inline-text-is-encoded", "20 17 33 48", "31 28 44 59"),
        ("inline-text-is-spoken", "1.5.2017", "1 May 2012"),
    ] {
        assert!(
            !raises(name, &inline(shown, "ActualText", text), id),
            "{name}"
        );
    }
    // What was read from a scan is corrected so.
    let corrected = format!(
        "{} /Span <</ActualText(1,250.00)>> BDC BT 3 Tr /F 11 Tf 40 100 Td (7,250.00) Tj ET EMC",
        contents("the sum of")
    );
    let corrected = file("", "/Contents 5 0 R", &[(5, stream("", &corrected))]);
    assert!(!raises("inline-text-corrects-a-scan", &corrected, id));
    // A template's structure tree may be stale.
    let tagged = tagged("EUR 9,250.00", "ActualText", "EUR 1,250.00");
    assert!(!raises("tag-of-an-element-is-another-amount", &tagged, id));
}

#[test]
fn an_earlier_version_of_a_field_is_told() {
    let id = "field_held_other_value";
    let now = form("9250.00", "9250.00", "", "");
    let with = |more: &[(u32, String)]| {
        let appearance = |shown: &str| {
            let entries =
                "/Type/XObject/Subtype/Form/BBox[0 0 120 16]/Resources<</Font<</F 4 0 R>>>>";
            stream(
                entries,
                &format!("/Tx BMC BT /F 11 Tf 2 4 Td ({shown}) Tj ET EMC"),
            )
        };
        let widget = |value: &str| {
            format!(
                "<</Type/Annot/Subtype/Widget/FT/Tx/T(Total)/V({value})/Rect[40 100 160 116]/F 4/P 3 0 R/AP<</N 7 0 R>>/DA(/F 11 Tf)>>"
            )
        };
        let mut objects = vec![(5, stream("", &contents("see below")))];
        for (number, text) in more {
            let body = match text.strip_prefix('=') {
                Some(value) => widget(value),
                None => appearance(text),
            };
            objects.push((*number, body));
        }
        file(
            "/AcroForm<</Fields[6 0 R]/DA(/F 11 Tf)>>",
            "/Contents 5 0 R/Annots[6 0 R]",
            &objects,
        )
    };
    let (old, new) = ("=1250.00".to_owned(), "=9250.00".to_owned());
    let looks = ("1250.00".to_owned(), "9250.00".to_owned());
    let shadowed = with(&[
        (6, old.clone()),
        (6, new.clone()),
        (7, looks.0.clone()),
        (7, looks.1.clone()),
    ]);
    assert!(raises("field-shadowed-in-one-save", &shadowed, id));
    let orphan = with(&[(6, new.clone()), (7, looks.1.clone()), (8, looks.0.clone())]);
    assert!(raises("field-appearance-left-over", &orphan, id));
    let told = signals(&orphan);
    let told = told.iter().find(|signal| signal.id == id);
    let told = told.map(|signal| (signal.field.clone(), signal.old_value.clone()));
    assert_eq!(told, Some((Some("Total".into()), Some("1250.00".into()))));
    let repeated = with(&[
        (6, new.clone()),
        (6, new),
        (7, looks.1.clone()),
        (8, looks.1),
    ]);
    assert!(!raises("field-repeated-in-one-save", &repeated, id));
    assert!(!signals(&now).iter().any(|signal| signal.id == id));
}

#[test]
fn a_title_that_kept_another_number_is_told() {
    let id = "title_differs";
    let with = |title: &str, shown: &str| {
        file(
            "/Outlines 6 0 R",
            "/Contents 5 0 R",
            &[
                (5, stream("", &contents(shown))),
                (
                    6,
                    "<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>".into(),
                ),
                (
                    7,
                    format!("<</Title({title})/Parent 6 0 R/Dest[3 0 R/Fit]>>"),
                ),
            ],
        )
    };
    let edited = with("EUR 1,250.00 a year", "EUR 9,250.00 a year");
    assert!(raises("outline-kept-the-earlier-amount", &edited, id));
    let same = with("EUR 9,250.00 a year", "EUR 9,250.00 a year");
    assert!(!raises("outline-agrees", &same, id));
    let other = with("Contract 4711", "EUR 9,250.00 a year");
    assert!(!raises("outline-names-something-else", &other, id));
}

#[test]
fn a_value_behind_a_layer_that_is_off_is_told() {
    let id = "layer_holds_other_value";
    let with = |hidden: &str, shown: &str| {
        let data = format!(
            "{} BT /F 11 Tf 40 100 Td ({shown}) Tj ET /OC /L BDC BT /F 11 Tf 40 100 Td ({hidden}) Tj ET EMC",
            contents("the sum of")
        );
        file(
            "/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>",
            "/Contents 5 0 R/Resources<</Font<</F 4 0 R>>/Properties<</L 6 0 R>>>>",
            &[
                (5, stream("", &data)),
                (6, "<</Type/OCG/Name(layer)>>".into()),
            ],
        )
    };
    let edited = with("EUR 1,250.00", "EUR 9,250.00");
    assert!(raises("layer-off-holds-other-amount", &edited, id));
    let same = with("EUR 9,250.00", "EUR 9,250.00");
    assert!(!raises("layer-off-holds-same-amount", &same, id));
    let words = with("Bearbeiter", "Clerk");
    assert!(!raises("layer-off-holds-other-language", &words, id));
}

#[test]
fn a_value_that_only_prints_is_told() {
    let id = "prints_other_value";
    let with = |flags: [u32; 2], printed: &str| {
        let note = |number: u32, shown: &str, flags: u32| {
            let appearance = stream(
                "/Type/XObject/Subtype/Form/BBox[0 0 120 16]/Resources<</Font<</F 4 0 R>>>>",
                &format!("BT /F 11 Tf 2 4 Td ({shown}) Tj ET"),
            );
            let stamp = format!(
                "<</Type/Annot/Subtype/Stamp/Rect[40 100 160 116]/F {flags}/AP<</N {} 0 R>>>>",
                number + 1
            );
            [(number, stamp), (number + 1, appearance)]
        };
        let [seen, paper] = flags;
        let mut objects = vec![(5, stream("", &contents("see below")))];
        objects.extend(note(6, "EUR 9,250.00", seen));
        objects.extend(note(8, printed, paper));
        file("", "/Contents 5 0 R/Annots[6 0 R 8 0 R]", &objects)
    };
    let edited = with([0, 36], "EUR 1,250.00");
    assert!(raises("prints-another-amount", &edited, id));
    let same = with([0, 36], "EUR 9,250.00");
    assert!(!raises("prints-the-same-amount", &same, id));
}

/// A tagged page; `last` stands behind the tagged lines.
fn with_tags(last: &str, named: &str) -> Vec<u8> {
    let data = format!("/P <</MCID 0>> BDC {} EMC {last}", contents("the sum of"));
    file(
        "/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>",
        "/Contents 5 0 R/StructParents 0",
        &[
            (5, stream("", &data)),
            (6, "<</Type/StructTreeRoot/K 7 0 R>>".into()),
            (
                7,
                format!("<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K[{named}]>>"),
            ),
        ],
    )
}

#[test]
fn text_without_a_tag_on_a_tagged_page_is_told() {
    let id = "text_without_tag";
    let line = "BT /F 11 Tf 40 100 Td (EUR 9,250.00) Tj ET";
    let edited = with_tags(line, "0");
    assert!(raises("text-without-tag", &edited, id));
    let tagged = with_tags(&format!("/P <</MCID 1>> BDC {line} EMC"), "0 1");
    assert!(!raises("text-with-tag", &tagged, id));
    let artifact = with_tags(&format!("/Artifact BMC {line} EMC"), "0");
    assert!(!raises("text-as-artifact", &artifact, id));
}

/// Lines of a letter, and a thumbnail of a quarter of the size that shows some of them as Acrobat does: a bar a line.
fn with_thumbnail(lines: &[&str], drawn: &[usize], size: (usize, usize)) -> Vec<u8> {
    let mut data = String::from("BT /F 11 Tf 40 260 Td ");
    for line in lines {
        data += &format!("({line}) Tj 0 -24 Td ");
    }
    data += "ET";
    let (width, height) = size;
    let mut samples = "ff".repeat(width).repeat(height);
    for row in drawn {
        // Baselines stand at 260, 236 and so on: letters reach two pixels above them.
        let at = 2 * ((9 + 6 * row) * width + 10);
        samples.replace_range(at..at + 60, &"60".repeat(30));
    }
    let entries = format!(
        "/Width {width}/Height {height}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode"
    );
    file(
        "",
        "/Contents 5 0 R/Thumb 6 0 R",
        &[(5, stream("", &data)), (6, stream(&entries, &samples))],
    )
}

#[test]
fn a_thumbnail_of_another_page_is_told() {
    let id = "thumbnail_differs";
    let lines = [
        "Letter of employment of the example works",
        "This is to confirm that Jane Doe is employed with us",
        "as an engineer since the first of May",
        "with a bonus of EUR 9,000.00 on top of",
        "a yearly salary of EUR 41,250.00",
        "Yours faithfully, the example works",
    ];
    let size = (100, 75);
    let same = with_thumbnail(&lines, &[0, 1, 2, 3, 4, 5], size);
    assert!(!raises("thumbnail-agrees", &same, id));
    let added = with_thumbnail(&lines, &[0, 1, 2, 4, 5], size);
    assert!(raises("thumbnail-lacks-a-line", &added, id));
    let told = signals(&added);
    let told = told.iter().find(|signal| signal.id == id);
    let text = told.and_then(|signal| signal.new_value.as_deref());
    assert_eq!(text, Some(lines[3]));
    let area = told.and_then(|signal| signal.bbox);
    assert!(area.is_some_and(|[_, y0, _, y1]| y0 < 188.0 && y1 > 188.0 && y1 - y0 < 20.0));
    let kept = [&lines[..3], &["", lines[4], lines[5]]].concat();
    let removed = with_thumbnail(&kept, &[0, 1, 2, 3, 4, 5], size);
    assert!(raises("thumbnail-shows-a-removed-line", &removed, id));
    // A line below all others is what archives and gateways add.
    let stamped = with_thumbnail(&lines, &[0, 1, 2, 3, 4], size);
    assert!(!raises("thumbnail-lacks-a-stamp", &stamped, id));
    // A picture that stands in for the page has a shape of its own.
    let icon = with_thumbnail(&lines, &[0, 1, 2, 4], (100, 100));
    assert!(!raises("thumbnail-is-an-icon", &icon, id));
}

#[test]
fn a_picture_drawn_close_around_a_value_hides_it() {
    let id = "picture_in_place_of_text";
    let with = |y: f64, height: f64| {
        let picture =
            format!("q 44 0 0 {height} 65.8 {y} cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID ff> EI Q");
        let data = format!("{} {picture}", contents("EUR 1,250.00"));
        file("", "/Contents 5 0 R", &[(5, stream("", &data))])
    };
    assert!(raises("picture-over-ink-of-value", &with(203.9, 7.1), id));
    assert!(!raises(
        "picture-under-line-of-value",
        &with(202.0, 2.5),
        id
    ));
}

#[test]
fn a_value_set_into_a_sentence_that_was_left_is_told() {
    let written = |rest: &str| {
        // As another program writes a font down.
        let times = "<</BaseFont/Times-Roman/Encoding/WinAnsiEncoding/Subtype/Type1/Type/Font>>";
        let data = format!("{} {rest}", contents("Payable by "));
        let objects = [(5, stream("", &data)), (6, times.into())];
        let bytes = file_with("/G 6 0 R", "", "/Contents 5 0 R", &objects);
        signals(&bytes)
            .iter()
            .any(|signal| signal.id == "value_in_late_font")
    };
    let date = "BT /G 11 Tf 98.5 204 Td (14 Nov 2023) Tj ET";
    let behind = "BT /F 11 Tf 158 204 Td (at the latest, in one sum) Tj ET";
    assert!(written(&format!("{behind} {date}")));
    assert!(!written(&format!("{date} {behind}")));
    assert!(!written(date));
}

/// A page whose last line reads `printed` and leads to `uri`, under one that leads where it says.
fn linked(printed: &str, uri: &str, other: &str) -> Vec<u8> {
    let data = format!(
        "{} BT /F 11 Tf 40 100 Td ({printed}) Tj 0 -40 Td (www.example.com/help) Tj ET",
        contents("for questions write to")
    );
    let link = |y: u32, uri: &str| {
        format!(
            "<</Type/Annot/Subtype/Link/Rect[36 {} 300 {}]/Border[0 0 0]/A<</S/URI/URI({uri})>>>>",
            y - 4,
            y + 12
        )
    };
    let objects = [
        (5, stream("", &data)),
        (6, link(100, uri)),
        (7, link(60, other)),
    ];
    file("", "/Contents 5 0 R/Annots[6 0 R 7 0 R]", &objects)
}

#[test]
fn a_link_that_leads_elsewhere_than_it_says_is_told() {
    let id = "link_leads_elsewhere";
    let site = "https://www.example.com/help";
    let (mail, kept) = ("mail_leads_elsewhere", "link-kept-the-earlier-address");
    let moved = linked("pay@exampel.org", "mailto:pay@example.com", site);
    assert!(raises(kept, &moved, mail));
    let renamed = linked("pay@example.com", "mailto:billing@mail.example.com", site);
    assert!(!raises("link-to-the-same-host", &renamed, mail));
    assert!(raises("link-to-the-same-host", &renamed, id));
    for (name, printed, uri) in [
        (
            "link-kept-the-earlier-number",
            "+44 20 7946 0812",
            "tel:+442079460958",
        ),
        (
            "link-kept-the-earlier-host",
            "www.exampel.com",
            "https://www.example.com/",
        ),
    ] {
        assert!(raises(name, &linked(printed, uri, site), id), "{name}");
    }
    let counted = "https://click.counter.net/3f81";
    for (name, printed, uri, other) in [
        (
            "link-with-subject",
            "pay@example.com",
            "mailto:Pay@example.com?subject=Invoice",
            site,
        ),
        (
            "link-counted-as-all-are",
            "www.example.org",
            "https://click.counter.net/9ac2",
            counted,
        ),
        (
            "link-of-a-sentence",
            "the help pages",
            "https://www.example.org/",
            site,
        ),
        (
            "link-without-trunk-prefix",
            "020 7946 0958",
            "tel:+442079460958",
            site,
        ),
    ] {
        assert!(!raises(name, &linked(printed, uri, other), id), "{name}");
    }
}
