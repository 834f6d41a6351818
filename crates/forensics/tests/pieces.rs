//! Values that are shown in pieces, where a document shows its values whole.

mod placing;

use placing::{ids, report, table, width};

#[test]
fn a_value_shown_in_pieces_is_another_hand_unless_all_are() {
    let id = "value_typesetting_differs_slightly";
    let values = [
        "12.50", "250.00", "8.10", "310.00", "95.40", "7.00", "1.50", "2.50", "3.50", "4.50",
        "6.50",
    ]
    .map(Some);
    let pieces = |value: &str| -> String {
        let shows = value.chars().map(|c| format!("({c}) Tj "));
        shows.collect()
    };
    let broken = |text: String, value: &str| text.replace(&format!("({value}) Tj"), &pieces(value));
    let honest = table(&values);
    // Placed more finely, too: one way by itself happens.
    let finer = format!("{:.4} 640.0312 Tm", 500.0 - width("310.00"));
    let placed = format!("{} 640 Tm", 500.0 - width("310.00"));
    assert!(honest.contains(&placed));
    let edited = report(&[broken(honest.replace(&placed, &finer), "310.00")]);
    let found = edited.signals.iter().find(|signal| signal.id == id);
    assert!(
        found.is_some_and(|signal| signal.evidence.contains("shown in 6 pieces")),
        "{found:?}"
    );
    // A program that places each character does so with all of them.
    let all = values
        .iter()
        .flatten()
        .fold(honest, |text, value| broken(text, value));
    assert!(!ids(&report(&[all])).contains(&id));
}
