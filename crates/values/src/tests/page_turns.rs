//! Statements whose pages do not belong together, and honest ones that look the same.

use super::layout::{check, words};
use crate::finding::{Kind, Strength};

const FIRST: &str = "
 Example Bank                              Account 4471 9026
 Opening balance 1,000.00                  Closing balance 2,114.90
 Date         Description            Money out    Money in     Balance
 01 Sep 2026  Opening balance                                 1,000.00
 02 Sep 2026  Tesco                     23.40                   976.60
 03 Sep 2026  Water plc                 41.00                   935.60
 05 Sep 2026  ACME salary                         1,410.55    2,346.15
 06 Sep 2026  Rent                      50.00                 2,296.15
 09 Sep 2026  Shell                     61.15                 2,235.00
              Balance carried forward                         2,235.00

              Example Bank 1 / 2
";
const SECOND: &str = "
 Example Bank
 Date         Description            Money out    Money in     Balance
              Balance brought forward                         2,235.00
 10 Sep 2026  Costa                      4.25                 2,230.75
 12 Sep 2026  Cash machine              20.00                 2,210.75
 15 Sep 2026  Boots                      9.99                 2,200.76
 18 Sep 2026  IKEA                      85.86                 2,114.90

              Example Bank 2 / 2
";

/// The second page as it is in another statement of the same account.
fn other(second: &str) -> String {
    let mut page = second.to_owned();
    for (old, new) in [
        ("2,235.00", "1,735.00"),
        ("2,230.75", "1,730.75"),
        ("2,210.75", "1,710.75"),
        ("2,200.76", "1,700.76"),
        ("2,114.90", "1,614.90"),
    ] {
        page = page.replace(old, new);
    }
    page
}

fn found(first: &str, second: &str) -> Vec<(Kind, u32, String, Option<String>, Strength)> {
    let found = check(&words(&format!("{first}\u{c}{second}")));
    let told = |one: crate::finding::Disagreement| {
        (one.kind, one.page, one.found, one.expected, one.strength)
    };
    found.into_iter().map(told).collect()
}

#[test]
fn a_page_of_another_statement_brings_another_balance_forward() {
    assert_eq!(found(FIRST, SECOND), []);
    let text = |text: &str| text.to_owned();
    let carried = (
        Kind::RunningBalance,
        2,
        text("1,735.00"),
        Some(text("2,235.00")),
    );
    let (kind, page, printed, expected) = carried.clone();
    let proven = (kind, page, printed, expected, Strength::Proven);
    assert_eq!(found(FIRST, &other(SECOND)), [proven]);
    // The page brings the end of its own statement along.
    let ended = other(SECOND).replace(
        "\n\n              Example Bank 2 / 2",
        "\n              Closing balance                                 1,614.90\n\n              Example Bank 2 / 2",
    );
    let strengths: Vec<Strength> = found(FIRST, &ended).iter().map(|one| one.4).collect();
    assert_eq!(strengths, [Strength::Proven]);
    // Where the stated end was altered too, the pages still do not meet.
    let (kind, page, printed, expected) = carried;
    let likely = (kind, page, printed, expected, Strength::Likely);
    let first = FIRST.replace("2,114.90", "1,614.90");
    assert_eq!(found(&first, &other(SECOND)), [likely]);
}

#[test]
fn a_page_of_another_statement_is_told_beside_another_list() {
    let savings = "
 Date        Savings                                                                Paid in      Balance
 02 Sep 2026 Transfer                                                                 25.00       525.00
 05 Sep 2026 Transfer                                                                 40.00       565.00
 08 Sep 2026 Transfer                                                                 12.50       577.50
 11 Sep 2026 Transfer                                                                 33.00       610.50
 14 Sep 2026 Interest                                                                  1.75       612.25

              Example Bank 2 / 2";
    let with = |page: &str| page.replace("\n\n              Example Bank 2 / 2", savings);
    assert_ne!(with(SECOND), SECOND);
    assert_eq!(found(FIRST, &with(SECOND)), []);
    let told: Vec<_> = found(FIRST, &with(&other(SECOND)))
        .into_iter()
        .map(|one| (one.2, one.3, one.4))
        .collect();
    let carried = ("1,735.00".to_owned(), Some("2,235.00".to_owned()));
    assert_eq!(told, [(carried.0, carried.1, Strength::Likely)]);
    // The account ends with its page.
    let first = FIRST.replace("2,114.90", "2,235.00");
    assert_eq!(found(&first, &with(&other(SECOND))), []);
}

#[test]
fn a_list_that_breaks_between_pages_and_misses_its_end_is_told() {
    let bare = |page: &str| -> String {
        let lines = page.lines().filter(|line| !line.contains("forward"));
        lines.map(|line| format!("{line}\n")).collect()
    };
    assert_eq!(found(&bare(FIRST), &bare(SECOND)), []);
    let broken = found(&bare(FIRST), &bare(&other(SECOND)));
    let told: Vec<_> = broken
        .iter()
        .map(|one| (one.1, one.2.as_str(), one.4))
        .collect();
    assert_eq!(told, [(2, "1,730.75", Strength::Likely)]);
    // Where nothing else fails, rows may be lost.
    let first = FIRST.replace("2,114.90", "1,614.90");
    assert_eq!(found(&bare(&first), &bare(&other(SECOND))), []);
}

#[test]
fn pages_that_do_not_claim_to_belong_together_accuse_nobody() {
    let second = other(SECOND);
    for (what, first, second) in [
        (
            "a page between was taken out",
            FIRST.replace("1 / 2", "1 / 3"),
            second.replace("2 / 2", "3 / 3"),
        ),
        (
            "two statements",
            FIRST.replace("1 / 2", "1 / 1"),
            second.replace("2 / 2", "1 / 1"),
        ),
        (
            "no page is numbered",
            FIRST.replace("Example Bank 1 / 2", ""),
            second.replace("Example Bank 2 / 2", ""),
        ),
        (
            "another account",
            FIRST.to_owned(),
            second.replacen("Example Bank", "Account 5520 7781", 1),
        ),
        (
            "a balance told on the first page",
            FIRST.replace("4471 9026", "4471 9026 and savings 1,735.00"),
            second.clone(),
        ),
        (
            "an account that ends with its page",
            FIRST.replace("2,114.90", "2,235.00"),
            second.clone(),
        ),
        (
            "an earlier month",
            FIRST.to_owned(),
            second.replace("Sep 2026", "Aug 2026"),
        ),
    ] {
        assert_eq!(found(&first, &second), [], "{what}");
    }
}
