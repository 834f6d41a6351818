//! Month and weekday names of European languages, folded (lower case, no accents).

use crate::words::fold;

/// English, German, French, Spanish, Italian, Portuguese, Dutch, Polish (both cases), Swedish, Danish, Norwegian,
/// Finnish, Czech, Romanian. Short forms of four letters and less are matched whole, longer names by whole word too.
const MONTHS: [&[&str]; 12] = [
    &[
        "january",
        "jan",
        "januar",
        "janner",
        "janvier",
        "janv",
        "enero",
        "ene",
        "gennaio",
        "gen",
        "janeiro",
        "januari",
        "styczen",
        "stycznia",
        "sty",
        "tammikuuta",
        "tammikuu",
        "ledna",
        "leden",
        "ianuarie",
    ],
    &[
        "february",
        "feb",
        "februar",
        "feber",
        "fevrier",
        "fevr",
        "fev",
        "febrero",
        "febbraio",
        "fevereiro",
        "februari",
        "luty",
        "lutego",
        "lut",
        "helmikuuta",
        "helmikuu",
        "unora",
        "unor",
        "februarie",
    ],
    &[
        "march",
        "mar",
        "marz",
        "mrz",
        "maerz",
        "mars",
        "marzo",
        "marco",
        "maart",
        "mrt",
        "marzec",
        "marca",
        "marts",
        "maaliskuuta",
        "maaliskuu",
        "brezna",
        "brezen",
        "martie",
    ],
    &[
        "april",
        "apr",
        "avril",
        "avr",
        "abril",
        "abr",
        "aprile",
        "kwiecien",
        "kwietnia",
        "kwi",
        "huhtikuuta",
        "huhtikuu",
        "dubna",
        "duben",
        "aprilie",
    ],
    &[
        "may",
        "mai",
        "mayo",
        "maggio",
        "mag",
        "maio",
        "mei",
        "maj",
        "maja",
        "toukokuuta",
        "toukokuu",
        "kvetna",
        "kveten",
    ],
    &[
        "june",
        "jun",
        "juni",
        "juin",
        "junio",
        "giugno",
        "giu",
        "junho",
        "czerwiec",
        "czerwca",
        "cze",
        "kesakuuta",
        "kesakuu",
        "cervna",
        "cerven",
        "iunie",
    ],
    &[
        "july",
        "jul",
        "juli",
        "juillet",
        "juil",
        "julio",
        "luglio",
        "lug",
        "julho",
        "lipiec",
        "lipca",
        "lip",
        "heinakuuta",
        "heinakuu",
        "cervence",
        "cervenec",
        "iulie",
    ],
    &[
        "august", "aug", "aout", "agosto", "ago", "augustus", "sierpien", "sierpnia", "sie",
        "augusti", "elokuuta", "elokuu", "srpna", "srpen",
    ],
    &[
        "september",
        "sep",
        "sept",
        "septembre",
        "septiembre",
        "settembre",
        "set",
        "setembro",
        "wrzesien",
        "wrzesnia",
        "wrz",
        "syyskuuta",
        "syyskuu",
        "zari",
        "septembrie",
    ],
    &[
        "october",
        "oct",
        "oktober",
        "okt",
        "octobre",
        "octubre",
        "ottobre",
        "ott",
        "outubro",
        "out",
        "pazdziernik",
        "pazdziernika",
        "paz",
        "lokakuuta",
        "lokakuu",
        "rijna",
        "rijen",
        "octombrie",
    ],
    &[
        "november",
        "nov",
        "novembre",
        "noviembre",
        "novembro",
        "listopad",
        "listopada",
        "lis",
        "marraskuuta",
        "marraskuu",
        "noiembrie",
    ],
    &[
        "december",
        "dec",
        "dezember",
        "dez",
        "decembre",
        "diciembre",
        "dic",
        "dicembre",
        "dezembro",
        "grudzien",
        "grudnia",
        "gru",
        "desember",
        "des",
        "joulukuuta",
        "joulukuu",
        "prosince",
        "prosinec",
        "decembrie",
    ],
];

/// Monday first, one row a language, as printed.
const WEEKDAYS: [[&str; 7]; 12] = [
    [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ],
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    [
        "Montag",
        "Dienstag",
        "Mittwoch",
        "Donnerstag",
        "Freitag",
        "Samstag",
        "Sonntag",
    ],
    [
        "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
    ],
    [
        "lunes",
        "martes",
        "miércoles",
        "jueves",
        "viernes",
        "sábado",
        "domingo",
    ],
    [
        "lunedì",
        "martedì",
        "mercoledì",
        "giovedì",
        "venerdì",
        "sabato",
        "domenica",
    ],
    [
        "segunda-feira",
        "terça-feira",
        "quarta-feira",
        "quinta-feira",
        "sexta-feira",
        "sábado",
        "domingo",
    ],
    [
        "maandag",
        "dinsdag",
        "woensdag",
        "donderdag",
        "vrijdag",
        "zaterdag",
        "zondag",
    ],
    [
        "poniedziałek",
        "wtorek",
        "środa",
        "czwartek",
        "piątek",
        "sobota",
        "niedziela",
    ],
    [
        "måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag",
    ],
    [
        "mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag",
    ],
    [
        "pondělí",
        "úterý",
        "středa",
        "čtvrtek",
        "pátek",
        "sobota",
        "neděle",
    ],
];

/// 1 to 12 for a folded word that names a month.
pub fn month(word: &str) -> Option<u8> {
    let found = MONTHS.iter().position(|names| names.contains(&word))?;
    u8::try_from(found + 1).ok()
}

/// 0 (Monday) to 6 for a printed weekday.
pub fn weekday(printed: &str) -> Option<usize> {
    let folded = fold(printed);
    WEEKDAYS
        .iter()
        .find_map(|names| names.iter().position(|name| fold(name) == folded))
}

/// What another weekday is called in the language of a printed one, with its capital or without.
pub fn weekday_like(printed: &str, weekday: usize) -> Option<String> {
    let folded = fold(printed);
    let names = WEEKDAYS
        .iter()
        .find(|names| names.iter().any(|name| fold(name) == folded))?;
    let name = names.get(weekday)?;
    let first = printed.chars().next()?;
    let mut letters = name.chars();
    let initial = letters.next()?;
    let initial: String = if first.is_uppercase() {
        initial.to_uppercase().collect()
    } else {
        initial.to_lowercase().collect()
    };
    Some(initial + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::{month, weekday, weekday_like};

    #[test]
    fn names_are_known_in_many_languages() {
        for (name, number) in [
            ("march", 3),
            ("marz", 3),
            ("aout", 8),
            ("grudnia", 12),
            ("okt", 10),
        ] {
            assert_eq!(month(name), Some(number), "{name}");
        }
        assert_eq!(month("total"), None);
        assert_eq!(weekday("MITTWOCH,"), Some(2));
        assert_eq!(weekday("sábado"), Some(5));
    }

    #[test]
    fn a_weekday_is_answered_in_its_language() {
        assert_eq!(weekday_like("Dienstag", 3).as_deref(), Some("Donnerstag"));
        assert_eq!(weekday_like("mardi", 6).as_deref(), Some("dimanche"));
    }
}
