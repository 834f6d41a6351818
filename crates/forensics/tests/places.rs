//! Signals about places of a page, each on a page written here that raises it and on one that nearly does.

mod placing;

use std::fmt::Write as _;

use assay_forensics::Report;
use placing::{amount, ids, report, table, text, width};

#[test]
fn an_amount_that_grew_in_its_place_ends_beside_its_column() {
    let values = ["12.50", "1,250.00", "8.10", "310.00", "95.40", "7.00"].map(Some);
    let honest = table(&values);
    assert!(!ids(&report(std::slice::from_ref(&honest))).contains(&"value_beside_its_column"));
    let edited = honest.replace("(310.00)", "(9310.00)");
    let found = report(&[edited]);
    let signal = found
        .signals
        .iter()
        .find(|signal| signal.id == "value_beside_its_column");
    assert_eq!(
        signal.and_then(|signal| signal.new_value.as_deref()),
        Some("9310.00")
    );
}

#[test]
fn amounts_that_grew_in_their_places_share_an_edge() {
    let values = [
        "12.50", "892.01", "421.09", "813.59", "845.68", "7.00", "95.40",
    ]
    .map(Some);
    let edited = table(&values)
        .replace("(813.59)", "(1,281.01)")
        .replace("(845.68)", "(1,313.10)");
    let told = |report: &Report| -> Vec<String> {
        let found = report.signals.iter();
        found
            .filter(|signal| signal.id == "value_beside_its_column")
            .filter_map(|signal| signal.new_value.clone())
            .collect()
    };
    assert_eq!(
        told(&report(std::slice::from_ref(&edited))),
        ["1,281.01", "1,313.10"]
    );
    // A column of its own holds shorter numbers too.
    let edge = 500.0 + 5.56 + 2.78;
    let column = edited + &text(edge - width("64.00"), 540.0, "64.00");
    assert!(told(&report(&[column])).is_empty());
}

#[test]
fn amounts_with_a_mark_behind_them_are_another_column() {
    let mut contents = table(&["12.50", "1,250.00", "8.10", "310.00"].map(Some));
    contents += &text(483.3 - width("45.00"), 620.0, "45.00");
    contents += &text(486.0, 620.0, "CR");
    assert!(!ids(&report(&[contents])).contains(&"value_beside_its_column"));
}

#[test]
fn a_row_taken_out_leaves_its_gap() {
    let mut values = [
        "1.50", "2.50", "3.50", "4.50", "5.50", "6.50", "7.50", "8.50",
    ]
    .map(Some);
    assert!(!ids(&report(&[table(&values)])).contains(&"row_missing"));
    values[4] = None;
    assert!(ids(&report(&[table(&values)])).contains(&"row_missing"));
    // Two gaps part groups of rows.
    values[2] = None;
    assert!(!ids(&report(&[table(&values)])).contains(&"row_missing"));
}

#[test]
fn page_numbers_that_leap_over_a_page_are_seen_and_a_missing_end_is_not() {
    let page = |number: u32| {
        table(&["1.50", "2.50"].map(Some)) + &text(60.0, 40.0, &format!("Page {number} of 4"))
    };
    let leap = report(&[page(1), page(2), page(4)]);
    assert!(ids(&leap).contains(&"page_missing"));
    let cut = report(&[page(1), page(2), page(3)]);
    assert!(!ids(&cut).contains(&"page_missing"));
}

/// A letter as a shape: enough to be one for the eye of the engine.
fn shape(x: f64, y: f64) -> String {
    format!(
        "{x} {y} m {} {y} l {} {} l h f\n",
        x + 5.0,
        x + 2.5,
        y + 7.0
    )
}

#[test]
fn letters_drawn_on_a_white_box_over_a_value_are_told_from_a_mark_beside_it() {
    let values = table(&["12.50", "1,250.00", "8.10"].map(Some));
    let cover = "1 g 450 676 60 13 re f 0 g\n";
    let drawn = format!(
        "{values}{cover}{}{}",
        shape(460.0, 679.0),
        shape(470.0, 679.0)
    );
    let found = report(&[drawn]);
    let signal = found
        .signals
        .iter()
        .find(|signal| signal.id == "covered_and_redrawn");
    assert_eq!(
        signal.and_then(|signal| signal.old_value.as_deref()),
        Some("1,250.00")
    );
    let beside = format!("{values}{}{}", shape(520.0, 679.0), shape(530.0, 679.0));
    assert!(ids(&report(&[beside])).is_empty());
}

#[test]
fn a_value_that_grew_on_its_cover_is_not_the_same_text_drawn_again() {
    let values = table(&["12.50", "1,250.00", "8.10"].map(Some));
    let cover = "1 g 450 676 60 13 re f 0 g\n";
    let again = format!("{values}{cover}{}", amount(680.0, "1,250.00"));
    assert!(!ids(&report(&[again])).contains(&"covered_and_retyped"));
    let grew = format!("{values}{cover}{}", amount(680.0, "91,250.00"));
    assert!(ids(&report(&[grew])).contains(&"covered_and_retyped"));
}

#[test]
fn a_value_painted_last_stands_out_where_the_rest_goes_downwards() {
    let values = ["12.50", "1,250.00", "8.10", "310.00", "95.40"].map(Some);
    let honest = table(&values) + &text(60.0, 40.0, "Thank you for your business");
    assert!(ids(&report(std::slice::from_ref(&honest))).is_empty());
    let value = amount(640.0, "310.00");
    let moved = honest.replace(&value, "") + &amount(640.0, "910.00");
    assert!(ids(&report(&[moved])).contains(&"value_out_of_order"));
    // A block painted last brings its labels with it.
    let block = honest + &text(350.0, 760.0, "Invoice 4711 of 12.03.2026");
    assert!(!ids(&report(&[block])).contains(&"value_out_of_order"));
}

fn new_value<'r>(report: &'r Report, id: &str) -> Option<&'r str> {
    let mut found = report.signals.iter().filter(|signal| signal.id == id);
    found.next()?.new_value.as_deref()
}

#[test]
fn a_value_in_another_hand_is_seen_in_its_turn_and_a_look_of_its_own_is_not() {
    let values = [
        "12.50", "250.00", "8.10", "310.00", "95.40", "7.00", "1.50", "2.50", "3.50", "4.50",
        "6.50",
    ]
    .map(Some);
    let honest = table(&values);
    let own = amount(640.0, "310.00");
    assert!(honest.contains(&own));
    // The same place, size and colour, by other operators.
    let x = 500.0 - width("910.00");
    let hand = format!("q 0 0 0 rg BT /F1 10.02 Tf {x:.4} 640.0312 Td <3931302E3030> Tj ET Q\n");
    let edited = report(&[honest.replace(&own, &hand)]);
    assert_eq!(
        new_value(&edited, "value_typesetting_differs"),
        Some("910.00")
    );
    // What a design sets apart: red, and larger.
    let red = format!("1 0 0 rg\n{}0 g\n", own.replace("10 Tf", "12 Tf"));
    let look = report(&[honest.replace(&own, &red)]);
    assert!(!ids(&look).contains(&"value_typesetting_differs"));
    // Stamped where nothing else stands.
    let stamp = report(&[honest + &hand.replace("640.0312", "800.0312")]);
    assert!(!ids(&stamp).contains(&"value_typesetting_differs"));
}

#[test]
fn a_count_copied_among_amounts_keeps_its_notation() {
    let values = ["127.01", "250.00", "318.10", "310.00", "95.40"];
    let honest = table(&values.map(Some));
    assert!(!ids(&report(std::slice::from_ref(&honest))).contains(&"value_in_other_notation"));
    let copied = report(&[honest.replace("(318.10)", "(54,133)")]);
    assert_eq!(
        new_value(&copied, "value_in_other_notation"),
        Some("54,133")
    );
    // Counts among amounts are a habit of the list where there are two.
    let list = honest
        .replace("(318.10)", "(54,133)")
        .replace("(250.00)", "(61,901)");
    assert!(!ids(&report(&[list])).contains(&"value_in_other_notation"));
}

#[test]
fn a_whole_row_typed_again_at_the_end_is_seen_and_a_last_line_is_not() {
    let values = [
        "12.50", "250.00", "8.10", "310.00", "95.40", "7.00", "1.50", "2.50",
    ];
    let own = |row: u32, y: f64, value: &str| {
        text(60.0, y, &format!("{row:02}.03.2026"))
            + &text(150.0, y, "Payment received with thanks")
            + &amount(y, value)
    };
    let retyped = |y: f64| {
        let row = text(60.0, y, "04.03.2026")
            + &text(150.0, y, "Payment received with thanks")
            + &text(464.0, y, "910.00");
        row.replace("/F1", "/F4")
    };
    let honest = table(&values.map(Some)) + &text(60.0, 40.0, "Thank you for your business");
    let row = own(4, 640.0, "310.00");
    assert!(honest.contains(&row));
    let found = report(&[honest.replace(&row, "") + &retyped(640.0)]);
    let late = |signal: &&assay_forensics::Signal| signal.id == "value_in_late_font";
    assert!(
        found
            .signals
            .iter()
            .filter(late)
            .any(|signal| signal.new_value.as_deref() == Some("910.00"))
    );
    // In its turn, and below all others.
    for other in [
        honest.replace(&row, &retyped(640.0)),
        honest + &retyped(540.0),
    ] {
        assert!(!ids(&report(&[other])).contains(&"value_in_late_font"));
    }
}

/// Rows of a statement: what stands in the columns of amounts and of balances.
const STATEMENT: [(&str, &str); 8] = [
    ("-12.50", "987.50"),
    ("-7.10", "980.40"),
    ("2450.00", "3430.40"),
    ("-31.25", "3399.15"),
    ("-18.00", "3381.15"),
    ("-64.90", "3316.25"),
    ("-5.05", "3311.20"),
    ("-40.20", "3271.00"),
];

/// The statement painted row by row, but for the numbers that `late` picks by row and column: those follow in Courier.
fn statement(late: impl Fn(usize, usize) -> bool) -> String {
    let mut contents = text(60.0, 760.0, "Statement of account for the month of March");
    let mut end = String::new();
    for (row, (amount, balance)) in STATEMENT.iter().enumerate() {
        let y = 700.0 - 20.0 * row as f64;
        contents += &text(60.0, y, &format!("{:02}.03.2026", row + 1));
        contents += &text(150.0, y, "Card payment at a shop");
        for (column, (edge, value)) in [(400.0, amount), (500.0, balance)].iter().enumerate() {
            if late(row, column) {
                let x = edge - 6.0 * value.len() as f64;
                end += &text(x, y, value).replace("/F1", "/F2");
            } else {
                let minus = if value.starts_with('-') { 0.55 } else { 0.0 };
                contents += &text(edge - width(value) - minus, y, value);
            }
        }
    }
    contents + &text(60.0, 60.0, "All amounts are in euro.") + &end
}

#[test]
fn numbers_retyped_through_a_table_are_told_one_by_one() {
    let id = "column_retyped";
    // A salary and all the balances behind it.
    let report = report(&[statement(|row, column| {
        row == 2 || (row > 2 && column == 1)
    })]);
    let found = report.signals.iter().filter(|signal| signal.id == id);
    let values: Vec<_> = found
        .filter_map(|signal| signal.new_value.as_deref())
        .collect();
    assert_eq!(values.len(), 7, "{values:?}");
    assert!(values.contains(&"2450.00") && values.contains(&"3271.00"));
}

#[test]
fn numbers_that_a_writer_paints_last_are_not_retyped() {
    let whole_column = statement(|_, column| column == 1);
    let all_numbers = statement(|_, _| true);
    let rows_of_sums = statement(|row, _| row % 3 == 2);
    let half_a_column = statement(|row, column| row > 3 && column == 1);
    for (honest, told) in [
        (whole_column, "a column"),
        (all_numbers, "a filled form"),
        (rows_of_sums, "sums in a font of their own"),
        (half_a_column, "the end of a column"),
    ] {
        assert!(
            !ids(&report(&[honest])).contains(&"column_retyped"),
            "{told}"
        );
    }
}

/// A letter in which a line is written by `line`, and what comes at its end.
fn letter(line: &str, end: &str) -> String {
    let mut contents = String::new();
    for row in 0..8 {
        let y = 760.0 - 20.0 * f64::from(row);
        contents += &text(
            60.0,
            y,
            "We confirm what is said of the salary in this letter.",
        );
    }
    contents + line + &text(60.0, 560.0, "Yours sincerely, the example works") + end
}

/// A line at 580 by one operation.
fn shown(items: &str) -> String {
    format!("BT /F1 10 Tf 1 0 0 1 60 580 Tm [{items}] TJ ET\n")
}

#[test]
fn room_of_an_emptied_string_that_is_filled_again_is_told() {
    let id = "emptied_string_refilled";
    let value = text(300.0, 580.0, "2450.00").replace("/F1", "/F2");
    let label = text(60.0, 580.0, "Salary of the month");
    let emptied = "BT /F1 10 Tf 1 0 0 1 300 580 Tm [() -3614 ()] TJ ET\n";
    let edited = letter(&(label.clone() + emptied), &value);
    assert!(ids(&report(&[edited])).contains(&id));
    let sentence = "(Jane Doe works for us since May 2018 as ) -8500 ( )";
    // The words before are 188 points wide, with a blank.
    let name = text(248.5, 580.0, "head of sales").replace("/F1", "/F2");
    let edited = letter(&shown(sentence), &name);
    let report_of_edited = report(&[edited]);
    let signal = report_of_edited
        .signals
        .iter()
        .find(|signal| signal.id == id);
    assert_eq!(
        signal.and_then(|signal| signal.new_value.as_deref()),
        Some("head of sales")
    );
}

#[test]
fn room_that_a_design_leaves_is_not() {
    let id = "emptied_string_refilled";
    let value = |x: f64| text(x, 580.0, "2450.00").replace("/F1", "/F2");
    let name = text(248.5, 580.0, "head of sales").replace("/F1", "/F2");
    let rule = "248 578 m 330 578 l S\n";
    let sentence = shown("(Jane Doe works for us since May 2018 as ) -8500 ( )");
    for (what, line, end) in [
        (
            "left empty",
            "BT /F1 10 Tf 1 0 0 1 300 580 Tm [() -3614 ()] TJ ET\n".to_owned(),
            String::new(),
        ),
        (
            "a blank with its label",
            shown("(Name) -8000 (Date) -8000 (Place)"),
            value(86.0),
        ),
        (
            "columns of a line",
            shown("(Salary) -9000 (net)") + &value(100.0),
            String::new(),
        ),
        (
            "a blank with its rule",
            sentence.clone() + rule,
            name.clone(),
        ),
        ("written in its turn", sentence + &name, String::new()),
    ] {
        assert!(
            !ids(&report(&[letter(&line, &end)])).contains(&id),
            "{what}"
        );
    }
}

/// Digits as paths: as wide and high as those of Helvetica, ending at 500.
fn drawn_value(y: f64, digits: usize) -> String {
    let mut contents = String::new();
    for digit in 0..digits {
        let x = 500.0 - 5.56 * (digits - digit) as f64 + 0.4;
        contents += &format!(
            "{x} {y} m {} {y} l {} {} l {x} {} l {} {} l f\n",
            x + 4.6,
            x + 4.0,
            y + 7.1,
            y + 6.5,
            x + 1.0,
            y + 3.0
        );
    }
    contents
}

#[test]
fn an_amount_drawn_as_shapes_among_amounts_that_are_text_is_told() {
    let id = "value_drawn_as_shapes";
    let values = ["12.50", "1,250.00", "8.10", "310.00", "95.40"].map(Some);
    let honest = table(&values);
    let edited = honest.replace("(310.00)", "()") + &drawn_value(640.0, 6);
    let found = report(&[edited]);
    let signal = found.signals.iter().find(|signal| signal.id == id);
    assert!(
        signal.is_some_and(|signal| signal.bbox.is_some()),
        "{:?}",
        ids(&found)
    );
    // A tick, digits beside the column, shapes beside a value that is there.
    let tick = honest.replace("(310.00)", "()") + &drawn_value(640.0, 1);
    let apart = format!("{honest}q 1 0 0 1 30 0 cm\n{}Q\n", drawn_value(640.0, 6));
    let beside = honest + &drawn_value(640.0, 6);
    for page in [tick, apart, beside] {
        assert!(!ids(&report(&[page])).contains(&id));
    }
}

/// A letter whose address has its lines at a pitch of 14, one of them left out.
fn addressed(end: &str) -> String {
    let mut contents = String::new();
    for (at, line) in ["Marram Ltd", "", "12 Old Quay Lane", "Wexcombe WX9 9TT"]
        .iter()
        .enumerate()
    {
        if !line.is_empty() {
            contents += &text(60.0, 780.0 - 14.0 * at as f64, line);
        }
    }
    for row in 0..4u32 {
        let y = 680.0 - 14.0 * f64::from(row);
        contents += &text(60.0, y, "a sentence as long as letters have them");
    }
    contents + &text(60.0, 40.0, "Page one of one") + end
}

/// In a font that another program wrote down.
fn typed(x: f64, y: f64, words: &str) -> String {
    format!("BT /F4 10 Tf 1 0 0 1 {x} {y} Tm ({words}) Tj ET\n")
}

#[test]
fn a_line_of_an_address_painted_last_in_a_font_of_its_own_is_told() {
    let late = report(&[addressed(&typed(60.0, 766.0, "Hester Dunsaver"))]);
    assert_eq!(
        new_value(&late, "words_in_late_font"),
        Some("Hester Dunsaver")
    );
}

#[test]
fn a_stamp_off_the_pitch_and_a_name_on_a_rule_are_no_retyped_lines() {
    let stamp = report(&[addressed(&typed(60.0, 730.0, "Received"))]);
    assert!(!ids(&stamp).contains(&"words_in_late_font"));
    let rule = "60 763 200 0.5 re f\n";
    let form = report(&[rule.to_owned() + &addressed("") + &typed(60.0, 766.0, "Hester Dunsaver")]);
    assert!(!ids(&form).contains(&"words_in_late_font"));
}

#[test]
fn invisible_text_under_another_number_is_told_and_under_its_own_is_not() {
    let hidden = |value: &str| format!("3 Tr {} 0 Tr\n", text(60.0, 500.0, value));
    let page = |under: &str| addressed("") + &hidden(under) + &text(60.0, 500.0, "1,850.00");
    let found = report(&[page("1,350.00")]);
    assert_eq!(new_value(&found, "other_value_invisible"), Some("1,850.00"));
    let honest = report(&[page("1850.00")]);
    assert!(!ids(&honest).contains(&"other_value_invisible"));
}

/// A table of two columns of amounts; those that `kept` does not pick are painted at the end, in another font of one face.
fn refilled_table(kept: impl Fn(usize, usize) -> bool) -> String {
    let mut contents = text(60.0, 760.0, "Statement of earnings for the month of March");
    let mut end = String::new();
    for row in 0..7usize {
        let y = 700.0 - 20.0 * row as f64;
        contents += &text(60.0, y, "One line of the statement");
        contents += &text(300.0, y, "9.30");
        for (column, edge) in [400.0, 500.0].into_iter().enumerate() {
            let value = format!("{}.{}7", 417 * (row + 1) * (column + 2), row + 1);
            let shown = text(edge - width(&value), y, &value);
            if kept(row, column) {
                contents += &shown;
            } else {
                end += &shown.replace("/F1", "/F3");
            }
        }
    }
    contents + &text(60.0, 60.0, "All amounts are in euro.") + &end
}

#[test]
fn a_row_kept_among_numbers_painted_last_is_told_from_a_constant_of_a_form() {
    let found = report(&[refilled_table(|row, _| row == 3)]);
    assert!(ids(&found).contains(&"column_retyped"));
    let form = report(&[refilled_table(|row, column| row == 3 && column == 0)]);
    assert!(!ids(&form).contains(&"column_retyped"));
}

/// Rows of labels, and their amounts each on a white box of its own at the end.
fn boxed(values: [&str; 6]) -> String {
    let (mut contents, mut end) = (text(60.0, 760.0, "Statement"), String::new());
    for (row, value) in (0u32..).zip(values) {
        let y = 700.0 - 20.0 * f64::from(row);
        contents += &text(60.0, y, "One line of the statement");
        let (x, wide) = (500.0 - width(value), width(value));
        let _ = write!(
            end,
            "1 g {x} {} {wide} 12 re f 0 g {}",
            y - 2.0,
            amount(y, value)
        );
    }
    contents + &text(60.0, 60.0, "All amounts are in euro.") + &end
}

#[test]
fn boxes_cut_to_the_numbers_of_a_table_are_told_from_cells_of_one_width() {
    let cut = boxed(["1,250.00", "9.30", "17.45", "803.10", "2,408.55", "4.00"]);
    assert!(ids(&report(&[cut])).contains(&"value_on_erased_ground"));
    let cells = boxed(["19.30", "17.45", "83.10", "48.55", "14.00", "27.60"]);
    assert!(!ids(&report(&[cells])).contains(&"value_on_erased_ground"));
}

#[test]
fn a_digit_put_in_where_every_character_has_its_place_is_told() {
    let id = "text_overprinted";
    let placed = |parts: &[(f64, &str)]| {
        let shown = parts.iter().fold(String::new(), |mut shown, (x, part)| {
            let _ = write!(shown, "1 0 0 1 {x} 620 Tm ({part}) Tj ");
            shown
        });
        table(&["12.50", "1,250.00", "8.10"].map(Some)) + &format!("BT /F1 10 Tf {shown}ET\n")
    };
    let found = report(&[placed(&[(300.0, "73"), (305.56, ".925,68")])]);
    assert_eq!(new_value(&found, id), Some("73.925,68"));
    for (told, honest) in [
        ("as written", placed(&[(300.0, "3"), (305.56, ".925,68")])),
        (
            "bold",
            placed(&[(300.0, "3"), (300.2, "3"), (305.56, ".925,68")]),
        ),
        (
            "wrong widths",
            placed(&[
                (300.0, "73"),
                (305.4, "81"),
                (310.8, "22"),
                (316.3, "94"),
                (321.7, "5"),
            ]),
        ),
    ] {
        assert!(!ids(&report(&[honest])).contains(&id), "{told}");
    }
}

#[test]
fn a_value_over_the_blanks_of_the_one_before_is_told() {
    let id = "emptied_string_refilled";
    let with = |blanks: &str, value: &str| {
        text(60.0, 780.0, "Marram Logistics Ltd")
            + &text(300.0, 780.0, blanks)
            + &table(&["12.50", "1,250.00", "8.10"].map(Some))
            + &text(300.0, 780.0, value)
    };
    let found = report(&[with("  ", "17 May 2026")]);
    assert_eq!(new_value(&found, id), Some("17 May 2026"));
    assert!(ids(&report(&[with("  ", "17May2026")])).contains(&id));
    let in_turn = text(300.0, 780.0, "  ") + &text(300.0, 780.0, "17 May 2026");
    for (told, honest) in [
        ("a form's room", with("            ", "17 May 2026")),
        ("a lone blank", with(" ", "Monday afternoon")),
        (
            "painted in its turn",
            in_turn + &table(&["12.50", "8.10"].map(Some)),
        ),
    ] {
        assert!(!ids(&report(&[honest])).contains(&id), "{told}");
    }
}

#[test]
fn a_bare_page_number_that_leaps_is_told() {
    let id = "page_missing";
    let pages = |numbers: &[u32]| -> Vec<String> {
        let page = |number: &u32| {
            table(&["12.50", "8.10"].map(Some)) + &text(500.0, 40.0, &format!("Page {number}"))
        };
        numbers.iter().map(page).collect()
    };
    assert!(ids(&report(&pages(&[1, 3]))).contains(&id));
    assert!(ids(&report(&pages(&[1, 2, 4, 5]))).contains(&id));
    for whole in [&[1, 2, 3][..], &[1], &[4, 6], &[1, 3, 5], &[1, 5]] {
        assert!(!ids(&report(&pages(whole))).contains(&id), "{whole:?}");
    }
}
