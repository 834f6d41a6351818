//! Words no honest reader would hand over: the answer may be anything, but it comes. A reading whose work is not bounded
//! does not end within a test run.

use super::layout::check;
use super::maker::Dice;
use crate::Word;

fn grid(columns: usize, rows: usize, text: impl Fn(usize, usize) -> String) -> Vec<Word> {
    let cell = |column: usize, row: usize| {
        let (x, y) = (
            20.0 + 40.0 * column as f64,
            800.0 - 10.0 * (row % 75) as f64,
        );
        Word {
            page: (row / 75) as u32 + 1,
            area: [x, y, x + 30.0, y + 8.0],
            text: text(column, row),
        }
    };
    (0..rows)
        .flat_map(|row| {
            (0..columns)
                .map(move |column| cell(column, row))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn answers(words: &[Word]) {
    let found = check(words);
    assert!(found.len() <= crate::limits::MAX_FINDINGS);
}

#[test]
fn pages_full_of_numbers_take_bounded_work() {
    answers(&grid(13, 1_600, |column, row| {
        format!("{},{:02}", column * 31 + row * 7, (row * column) % 100)
    }));
    answers(&grid(14, 1_500, |_, _| "1,00".into()));
    answers(&grid(3, 7_000, |column, row| {
        format!("{}.{:02}", if column == 2 { row * 10 } else { 10 }, 0)
    }));
    answers(&grid(2, 10_000, |column, _| {
        if column == 0 {
            "Total".into()
        } else {
            "5.00".into()
        }
    }));
    answers(&grid(4, 5_000, |_, row| {
        if row % 2 == 0 {
            "one hundred".into()
        } else {
            "IBAN DE12".into()
        }
    }));
    answers(&grid(1, 20_000, |_, _| "12.03.2024".into()));
}

#[test]
fn areas_and_texts_may_be_anything() {
    let mut dice = Dice::new(9);
    let alphabet: Vec<char> =
        "0123456789.,-'()€%/ \u{a0}\u{202f}ÄİßDEIBANRFtotalTVA\u{0}\u{301}１٣½"
            .chars()
            .collect();
    let edges = [
        0.0,
        -1.0,
        1e9,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        100.0,
        100.1,
        612.0,
    ];
    for _ in 0..400 {
        let count = dice.below(60) as usize;
        let words: Vec<Word> = (0..count)
            .map(|_| {
                let length = dice.below(30) as usize;
                let text = (0..length)
                    .map(|_| alphabet[dice.below(alphabet.len() as u64) as usize])
                    .collect();
                let area = [0; 4].map(|_| edges[dice.below(edges.len() as u64) as usize]);
                let proper = [50.0, 700.0 - dice.below(40) as f64 * 9.0, 90.0, 708.0];
                let x = dice.below(500) as f64;
                let y = 800.0 - dice.below(60) as f64 * 12.0;
                Word {
                    page: dice.below(3) as u32,
                    area: match dice.below(4) {
                        0 => area,
                        1 => proper,
                        _ => [x, y, x + length as f64 * 5.0, y + 10.0],
                    },
                    text,
                }
            })
            .collect();
        check(&words);
    }
}

#[test]
fn nothing_to_read_is_nothing_to_report() {
    assert!(check(&[]).is_empty());
    let long = Word {
        page: 1,
        area: [0.0, 0.0, 10.0, 10.0],
        text: "9".repeat(100_000),
    };
    assert!(check(&[long]).is_empty());
}
