//! What people read in the goldens of the fixtures: plain English, without traces of the program that wrote it.

#[path = "../../../fixtures/pdfs.rs"]
mod pdfs;

use pdfs::pdfs_below;

/// Lines of a golden that are sentences of the engine: the summary and the evidence. Fields and values are the file's words.
fn sentences(golden: &str) -> impl Iterator<Item = &str> {
    golden.lines().skip(1).filter(|line| {
        let value = ["  field: ", "  old: ", "  new: "];
        let evidence = line.starts_with("  ") && !value.iter().any(|name| line.starts_with(name));
        evidence || (line.ends_with('.') && !line.starts_with(' '))
    })
}

/// The sentence with an opening quotation mark in place of each quote from the file.
fn without_quotes(sentence: &str) -> String {
    let mut out = String::new();
    let mut depth = 0usize;
    for character in sentence.chars() {
        match character {
            '“' => {
                depth += 1;
                out.push('“');
            }
            '”' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(character),
            _ => {}
        }
    }
    out
}

/// What is wrong with a sentence, if anything is.
fn fault(sentence: &str) -> Option<&'static str> {
    let own = without_quotes(sentence);
    let words: Vec<&str> = own.split_whitespace().collect();
    let one_are = |pair: &[&str]| matches!(pair, ["1", noun, "are" | "stand" | "were" | "have", ..] if noun.ends_with('s'));
    let doubled = |pair: &[&str]| match pair {
        [a, b] => a.eq_ignore_ascii_case(b) && a.len() > 1 && a.chars().all(char::is_alphabetic),
        _ => false,
    };
    let dated = |word: &&str| {
        let digits = word.split_once("D:").map(|(_, digits)| digits);
        digits.is_some_and(|digits| digits.starts_with("19") || digits.starts_with("20"))
    };
    let faults = [
        (
            own.contains("Some(") || own.contains("None"),
            "a value as the program holds it",
        ),
        (
            own.contains("+ +") || own.contains("- -") || own.contains("− −"),
            "two signs in a row",
        ),
        (own.contains("(s)"), "a plural left open"),
        (
            own.contains(" ,") || own.contains(" .") || own.contains(",,") || own.contains(".."),
            "stray punctuation",
        ),
        (
            own.contains("instead of ;") || own.contains("instead of ."),
            "nothing where a value belongs",
        ),
        (
            own.contains("otherwise than"),
            "“otherwise than” for “differently from”",
        ),
        (words.windows(3).any(one_are), "one thing told as many"),
        (words.windows(2).any(doubled), "a word twice in a row"),
        (words.iter().any(dated), "a date as the file writes it"),
    ];
    faults
        .iter()
        .find(|(wrong, _)| *wrong)
        .map(|(_, what)| *what)
}

#[test]
fn what_is_said_of_the_fixtures_is_plain_english() {
    let mut wrong = Vec::new();
    let mut read = 0;
    for pdf in pdfs_below("fixtures") {
        let Ok(golden) = std::fs::read_to_string(pdf.with_extension("report.txt")) else {
            continue;
        };
        for sentence in sentences(&golden) {
            read += 1;
            if let Some(what) = fault(sentence) {
                wrong.push(format!("{}: {what}: {sentence}", pdf.display()));
            }
        }
    }
    assert!(read > 300, "only {read} sentences were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn faults_are_seen_and_quotes_are_the_files_own() {
    for bad in [
        "  It reads Some(3).",
        "  3,00 + + 4,00 = 7,00, but 8,00 is printed.",
        "  Created D:20240607090000Z.",
        "  2 object(s) stand here.",
        "  1 objects are left over.",
        "  The the balance breaks.",
        "  filled: “x” instead of ; more.",
    ] {
        assert!(fault(bad).is_some(), "{bad}");
    }
    for good in [
        "  “Some( + + D:2024 the the” is painted over “x”.",
        "  1 byte stands behind the end of the file, at bytes 2134.",
    ] {
        assert_eq!(fault(good), None, "{good}");
    }
}
