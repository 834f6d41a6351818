//! Words made comparable across languages: lower case, accents off, everything but letters and digits a space.

use std::borrow::Cow;

/// ` gesamtbetrag inkl mwst ` for `Gesamtbetrag (inkl. MwSt.):` — with a space at each end, so that a phrase is found
/// as a whole by looking for it between spaces.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len() + 2);
    folded.push(' ');
    for c in text.chars().flat_map(char::to_lowercase) {
        match unaccented(c) {
            Some(letters) => folded.push_str(letters),
            None if c.is_alphanumeric() => folded.push(c),
            // The dot above that lower-casing splits off a Turkish I, and other combining marks.
            None if ('\u{300}'..='\u{36f}').contains(&c) => {}
            None if c == '%' => folded.push_str(if folded.ends_with(' ') { "% " } else { " % " }),
            None if !folded.ends_with(' ') => folded.push(' '),
            None => {}
        }
    }
    if !folded.ends_with(' ') {
        folded.push(' ');
    }
    folded
}

/// Two letters at least: words, not a sign or a number.
pub fn has_letters(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()
}

/// Whether a folded text holds a folded phrase as whole words.
pub fn has_phrase(folded: &str, phrase: &str) -> bool {
    // Asked of every label for every phrase of every language: bytes first, as few as can be.
    let (text, wanted) = (folded.as_bytes(), phrase.as_bytes());
    let Some(&first) = wanted.first() else {
        return true;
    };
    let Some(starts) = text.len().checked_sub(wanted.len()) else {
        return false;
    };
    let mut before = b' ';
    text.iter().enumerate().take(starts + 1).any(|(at, &byte)| {
        let begins = before == b' ' && byte == first;
        before = byte;
        begins && {
            let rest = text.get(at..).unwrap_or_default();
            rest.strip_prefix(wanted)
                .is_some_and(|after| matches!(after.first(), None | Some(b' ')))
        }
    })
}

fn unaccented(c: char) -> Option<&'static str> {
    Some(match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'č' | 'ĉ' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' | 'ė' => "e",
        'ğ' | 'ģ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' | 'į' => "i",
        'ķ' => "k",
        'ł' | 'ľ' | 'ļ' => "l",
        'ñ' | 'ń' | 'ň' | 'ņ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => "o",
        'ŕ' | 'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ť' | 'ţ' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' | 'ų' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        _ => return ligature(c),
    })
}

/// The letters of a ligature that fonts name and programs write as one character.
fn ligature(c: char) -> Option<&'static str> {
    Some(match c {
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        _ => return None,
    })
}

/// A text with its ligatures set as letters: what is shown is the same, only the font's way of showing it differs.
pub fn without_ligatures(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| ligature(c).is_none()) {
        return Cow::Borrowed(text);
    }
    let mut letters = String::with_capacity(text.len());
    for c in text.chars() {
        match ligature(c) {
            Some(parts) => letters.push_str(parts),
            None => letters.push(c),
        }
    }
    Cow::Owned(letters)
}

#[cfg(test)]
mod tests {
    use super::{fold, has_phrase, without_ligatures};

    #[test]
    fn a_ligature_is_its_letters() {
        assert_eq!(fold("Bruttoproﬁt"), " bruttoprofit ");
        assert_eq!(without_ligatures("oﬃce@proﬂex.de"), "office@proflex.de");
        assert_eq!(without_ligatures("straße"), "straße");
    }

    #[test]
    fn accents_case_and_punctuation_do_not_matter() {
        assert_eq!(
            fold("Gesamtbetrag (inkl. MwSt.):"),
            " gesamtbetrag inkl mwst "
        );
        assert_eq!(fold("Saldo początkowe"), " saldo poczatkowe ");
        assert_eq!(fold("TVA 20%"), " tva 20 % ");
        assert_eq!(fold(""), " ");
    }

    #[test]
    fn phrases_are_whole_words() {
        assert!(has_phrase(&fold("Total tax:"), "tax"));
        assert!(!has_phrase(&fold("Taxi 12"), "tax"));
        assert!(has_phrase(&fold("Sub-total"), "sub total"));
        assert!(!has_phrase(&fold("Etotal"), "total"));
    }
}
