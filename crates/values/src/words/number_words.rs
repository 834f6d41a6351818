//! Numbers written out, in nine languages. Words are folded (lower case, no accents).

use super::number_tables::{DUTCH, ITALIAN, POLISH, PORTUGUESE, Part, SWEDISH};

/// A language whose number words are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    German,
    French,
    Spanish,
    Italian,
    Dutch,
    Swedish,
    Portuguese,
    Polish,
}

pub const LANGUAGES: [Language; 9] = [
    Language::English,
    Language::German,
    Language::French,
    Language::Spanish,
    Language::Italian,
    Language::Dutch,
    Language::Swedish,
    Language::Portuguese,
    Language::Polish,
];

/// The longest number that starts with the first word: its value and how many words it takes.
pub fn parse(words: &[&str], language: Language) -> Option<(i64, usize)> {
    let mut count = Count::default();
    let mut best = None;
    for (index, word) in words.iter().enumerate() {
        let Some(parts) = parts(word, language) else {
            break;
        };
        if !parts.iter().all(|part| count.take(*part, language)) {
            break;
        }
        if parts.iter().any(|part| *part != Part::Joint) {
            best = Some((count.value(), index + 1));
        }
        // A number does not begin with "and".
        best?;
    }
    best
}

/// A number while its words come in.
#[derive(Debug, Default)]
struct Count {
    total: i64,
    current: i64,
    lowest_scale: Option<i64>,
}

impl Count {
    fn value(&self) -> i64 {
        self.total.saturating_add(self.current)
    }

    /// `false` when the word cannot follow.
    fn take(&mut self, part: Part, language: Language) -> bool {
        match part {
            Part::Joint => self.value() > 0,
            Part::Add(number) => self.add(number, language),
            Part::Hundred => {
                let ones = self.current % 100;
                let fits = self.current < 100 && ones < 100;
                self.current = self.current.max(1) * 100;
                fits
            }
            Part::Scale(scale) => {
                let falls = self.lowest_scale.is_none_or(|lowest| scale < lowest);
                self.total += self.current.max(1).saturating_mul(scale);
                self.current = 0;
                self.lowest_scale = Some(scale);
                falls
            }
        }
    }

    fn add(&mut self, number: i64, language: Language) -> bool {
        let rest = self.current % 100;
        // quatre-vingt: four twenties.
        if language == Language::French && number == 20 && rest == 4 {
            self.current += 76;
            return true;
        }
        let fits = match number {
            0 => self.value() == 0,
            1..=9 => rest == 0 || (rest >= 20 && rest % 10 == 0),
            10..=19 if language == Language::French => matches!(rest, 0 | 60 | 80),
            10..=19 => rest == 0,
            20..=99 if matches!(language, Language::German | Language::Dutch) => rest < 10,
            20..=99 => rest == 0,
            _ => self.current == 0,
        };
        self.current += number;
        fits
    }
}

fn parts(word: &str, language: Language) -> Option<Vec<Part>> {
    let table = match language {
        Language::German => return compound(word, GERMAN),
        Language::Italian => return compound(word, ITALIAN),
        Language::Dutch => return compound(word, DUTCH),
        Language::Swedish => return compound(word, SWEDISH),
        Language::English => ENGLISH,
        Language::French => FRENCH,
        Language::Spanish => SPANISH,
        Language::Portuguese => PORTUGUESE,
        Language::Polish => POLISH,
    };
    let mut alike = table.iter().filter(|(name, _)| begins_alike(name, word));
    let (_, part) = alike.find(|(name, _)| *name == word)?;
    Some(vec![*part])
}

/// Some languages write a number as one word: taken apart from the left, longest stem first.
fn compound(word: &str, table: &[(&str, Part)]) -> Option<Vec<Part>> {
    let mut rest = word;
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (stem, part) = table
            .iter()
            .filter(|(stem, _)| begins_alike(stem, rest) && rest.starts_with(stem))
            .max_by_key(|(stem, _)| stem.len())?;
        parts.push(*part);
        rest = rest.get(stem.len()..)?;
        if parts.len() > 40 {
            return None;
        }
    }
    Some(parts)
}

/// Asked of every word of a document for every number word: one byte settles most.
fn begins_alike(a: &str, b: &str) -> bool {
    a.as_bytes().first() == b.as_bytes().first()
}

use Part::{Add, Hundred, Joint, Scale};

const ENGLISH: &[(&str, Part)] = &[
    ("zero", Add(0)),
    ("one", Add(1)),
    ("two", Add(2)),
    ("three", Add(3)),
    ("four", Add(4)),
    ("five", Add(5)),
    ("six", Add(6)),
    ("seven", Add(7)),
    ("eight", Add(8)),
    ("nine", Add(9)),
    ("ten", Add(10)),
    ("eleven", Add(11)),
    ("twelve", Add(12)),
    ("thirteen", Add(13)),
    ("fourteen", Add(14)),
    ("fifteen", Add(15)),
    ("sixteen", Add(16)),
    ("seventeen", Add(17)),
    ("eighteen", Add(18)),
    ("nineteen", Add(19)),
    ("twenty", Add(20)),
    ("thirty", Add(30)),
    ("forty", Add(40)),
    ("fourty", Add(40)),
    ("fifty", Add(50)),
    ("sixty", Add(60)),
    ("seventy", Add(70)),
    ("eighty", Add(80)),
    ("ninety", Add(90)),
    ("hundred", Hundred),
    ("thousand", Scale(1_000)),
    ("lakh", Scale(100_000)),
    ("lakhs", Scale(100_000)),
    ("lac", Scale(100_000)),
    ("million", Scale(1_000_000)),
    ("crore", Scale(10_000_000)),
    ("crores", Scale(10_000_000)),
    ("billion", Scale(1_000_000_000)),
    ("and", Joint),
];

const GERMAN: &[(&str, Part)] = &[
    ("null", Add(0)),
    ("ein", Add(1)),
    ("eins", Add(1)),
    ("eine", Add(1)),
    ("zwei", Add(2)),
    ("zwo", Add(2)),
    ("drei", Add(3)),
    ("vier", Add(4)),
    ("funf", Add(5)),
    ("fuenf", Add(5)),
    ("sechs", Add(6)),
    ("sieben", Add(7)),
    ("acht", Add(8)),
    ("neun", Add(9)),
    ("zehn", Add(10)),
    ("elf", Add(11)),
    ("zwolf", Add(12)),
    ("zwoelf", Add(12)),
    ("dreizehn", Add(13)),
    ("vierzehn", Add(14)),
    ("funfzehn", Add(15)),
    ("fuenfzehn", Add(15)),
    ("sechzehn", Add(16)),
    ("siebzehn", Add(17)),
    ("achtzehn", Add(18)),
    ("neunzehn", Add(19)),
    ("zwanzig", Add(20)),
    ("dreissig", Add(30)),
    ("vierzig", Add(40)),
    ("funfzig", Add(50)),
    ("fuenfzig", Add(50)),
    ("sechzig", Add(60)),
    ("siebzig", Add(70)),
    ("achtzig", Add(80)),
    ("neunzig", Add(90)),
    ("hundert", Hundred),
    ("tausend", Scale(1_000)),
    ("million", Scale(1_000_000)),
    ("millionen", Scale(1_000_000)),
    ("und", Joint),
];

const FRENCH: &[(&str, Part)] = &[
    ("zero", Add(0)),
    ("un", Add(1)),
    ("une", Add(1)),
    ("deux", Add(2)),
    ("trois", Add(3)),
    ("quatre", Add(4)),
    ("cinq", Add(5)),
    ("six", Add(6)),
    ("sept", Add(7)),
    ("huit", Add(8)),
    ("neuf", Add(9)),
    ("dix", Add(10)),
    ("onze", Add(11)),
    ("douze", Add(12)),
    ("treize", Add(13)),
    ("quatorze", Add(14)),
    ("quinze", Add(15)),
    ("seize", Add(16)),
    ("vingt", Add(20)),
    ("vingts", Add(20)),
    ("trente", Add(30)),
    ("quarante", Add(40)),
    ("cinquante", Add(50)),
    ("soixante", Add(60)),
    ("septante", Add(70)),
    ("huitante", Add(80)),
    ("octante", Add(80)),
    ("nonante", Add(90)),
    ("cent", Hundred),
    ("cents", Hundred),
    ("mille", Scale(1_000)),
    ("million", Scale(1_000_000)),
    ("millions", Scale(1_000_000)),
    ("et", Joint),
];

const SPANISH: &[(&str, Part)] = &[
    ("cero", Add(0)),
    ("un", Add(1)),
    ("uno", Add(1)),
    ("una", Add(1)),
    ("dos", Add(2)),
    ("tres", Add(3)),
    ("cuatro", Add(4)),
    ("cinco", Add(5)),
    ("seis", Add(6)),
    ("siete", Add(7)),
    ("ocho", Add(8)),
    ("nueve", Add(9)),
    ("diez", Add(10)),
    ("once", Add(11)),
    ("doce", Add(12)),
    ("trece", Add(13)),
    ("catorce", Add(14)),
    ("quince", Add(15)),
    ("dieciseis", Add(16)),
    ("diecisiete", Add(17)),
    ("dieciocho", Add(18)),
    ("diecinueve", Add(19)),
    ("veinte", Add(20)),
    ("veintiun", Add(21)),
    ("veintiuno", Add(21)),
    ("veintiuna", Add(21)),
    ("veintidos", Add(22)),
    ("veintitres", Add(23)),
    ("veinticuatro", Add(24)),
    ("veinticinco", Add(25)),
    ("veintiseis", Add(26)),
    ("veintisiete", Add(27)),
    ("veintiocho", Add(28)),
    ("veintinueve", Add(29)),
    ("treinta", Add(30)),
    ("cuarenta", Add(40)),
    ("cincuenta", Add(50)),
    ("sesenta", Add(60)),
    ("setenta", Add(70)),
    ("ochenta", Add(80)),
    ("noventa", Add(90)),
    ("cien", Add(100)),
    ("ciento", Add(100)),
    ("doscientos", Add(200)),
    ("doscientas", Add(200)),
    ("trescientos", Add(300)),
    ("trescientas", Add(300)),
    ("cuatrocientos", Add(400)),
    ("cuatrocientas", Add(400)),
    ("quinientos", Add(500)),
    ("quinientas", Add(500)),
    ("seiscientos", Add(600)),
    ("seiscientas", Add(600)),
    ("setecientos", Add(700)),
    ("setecientas", Add(700)),
    ("ochocientos", Add(800)),
    ("ochocientas", Add(800)),
    ("novecientos", Add(900)),
    ("novecientas", Add(900)),
    ("mil", Scale(1_000)),
    ("millon", Scale(1_000_000)),
    ("millones", Scale(1_000_000)),
    ("y", Joint),
];

#[cfg(test)]
mod tests {
    use super::super::folding::fold;
    use super::{LANGUAGES, parse};

    fn value(text: &str) -> Option<i64> {
        let folded = fold(text);
        let words: Vec<&str> = folded.split_whitespace().collect();
        LANGUAGES
            .iter()
            .filter_map(|language| parse(&words, *language))
            .max_by_key(|(_, length)| *length)
            .filter(|(_, length)| *length == words.len())
            .map(|(value, _)| value)
    }

    #[test]
    fn numbers_are_read_in_many_languages() {
        for (text, expected) in [
            ("one thousand two hundred and thirty-four", 1_234),
            (
                "Twelve lakh thirty four thousand five hundred sixty seven",
                1_234_567,
            ),
            ("two million", 2_000_000),
            ("zweitausenddreihundertfünfundvierzig", 2_345),
            ("eintausendeinhundertelf", 1_111),
            ("sechshundertsiebzehntausend", 617_000),
            ("mille deux cent trente-quatre", 1_234),
            ("quatre-vingt-dix-sept", 97),
            ("soixante et onze", 71),
            ("deux cents", 200),
            ("quatre-vingts", 80),
            ("mil doscientos treinta y cuatro", 1_234),
            ("ciento veintiún mil", 121_000),
            ("quarantottomiladuecentotrentuno", 48_231),
            ("zevenendertigduizend vierhonderdtweeënzestig", 37_462),
            ("trettioåttatusen femhundratjugo", 38_520),
            ("vinte e sete mil quatrocentos e noventa", 27_490),
            ("osiemnaście tysięcy sto dwadzieścia sześć", 18_126),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn loose_words_are_no_number() {
        for text in [
            "twenty twenty four",
            "five twenty",
            "and",
            "one two three",
            "undankbar",
            "cent mille mille",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
