//! The vocabulary of a fingerprint: aspects, the subjects under each, and what a file shows of them.

use std::collections::BTreeMap;

/// Subjects of one file; more tell nothing new.
const SUBJECTS: usize = 4000;
/// What one file shows of one subject.
const VALUES: usize = 200;
/// Characters of a subject or value that are kept.
const CHARACTERS: usize = 160;

/// What kind of habit a detail is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    Writer,
    History,
    Grammar,
    Compressor,
    Metadata,
    Resources,
    Font,
    Typesetting,
    Geometry,
    Label,
    Format,
    Colour,
    Picture,
}

impl Aspect {
    pub const ALL: [Self; 13] = [
        Self::Writer,
        Self::History,
        Self::Grammar,
        Self::Compressor,
        Self::Metadata,
        Self::Resources,
        Self::Font,
        Self::Typesetting,
        Self::Geometry,
        Self::Label,
        Self::Format,
        Self::Colour,
        Self::Picture,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Self::Writer => "writer",
            Self::History => "history",
            Self::Grammar => "grammar",
            Self::Compressor => "compressor",
            Self::Metadata => "metadata",
            Self::Resources => "resources",
            Self::Font => "font",
            Self::Typesetting => "typesetting",
            Self::Geometry => "geometry",
            Self::Label => "label",
            Self::Format => "format",
            Self::Colour => "colour",
            Self::Picture => "picture",
        }
    }

    /// The aspect of this word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|aspect| aspect.word() == word)
    }

    /// What it means when two files of one issuer differ in it.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Writer => {
                "The files were written by different programs, or by different versions of one."
            }
            Self::History => {
                "One file was saved in another way or more often: by an update, a repair or a rewrite."
            }
            Self::Grammar => {
                "Objects are spelled differently: another program, version or setting wrote them."
            }
            Self::Compressor => {
                "Streams were packed by another compressor or at another level than the program's own."
            }
            Self::Metadata => {
                "The properties of the file were set by another program, or changed later."
            }
            Self::Resources => {
                "Fonts and pictures are named differently: another program made the pages."
            }
            Self::Font => {
                "Another font, or the same one embedded in another way: text was set on another machine or program."
            }
            Self::Typesetting => {
                "Text is placed and shown by other operators: another program set it."
            }
            Self::Geometry => {
                "Pages, rows or columns are laid out otherwise: another design, or another version of it."
            }
            Self::Label => "A text that both documents have stands in another place.",
            Self::Format => {
                "Numbers or dates are written otherwise: another setting, or another hand."
            }
            Self::Colour => {
                "Another colour is used; where the design is the same, it was set by somebody else."
            }
            Self::Picture => "Another picture is shown, or the same one stored in another way.",
        }
    }

    /// Whether it hangs on the program that wrote the file and not on what the document says.
    pub fn tells_program(self) -> bool {
        matches!(
            self,
            Self::Writer
                | Self::History
                | Self::Grammar
                | Self::Compressor
                | Self::Metadata
                | Self::Resources
                | Self::Typesetting
        )
    }

    /// Whether a subject that only one of two files has is a difference: other subjects come and go with the contents.
    pub fn always_there(self) -> bool {
        matches!(self, Self::Writer | Self::History | Self::Metadata)
    }
}

/// What a file shows of one subject, each with the first page that shows it.
pub type Values = BTreeMap<String, Option<u32>>;

/// The structural details of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fingerprint {
    details: BTreeMap<(Aspect, String), Values>,
}

impl Fingerprint {
    /// The details in the order of their aspects.
    pub fn iter(&self) -> impl Iterator<Item = (Aspect, &str, &Values)> {
        let details = self.details.iter();
        details.map(|((aspect, subject), values)| (*aspect, subject.as_str(), values))
    }

    /// What the file shows of a subject.
    pub fn get(&self, aspect: Aspect, subject: &str) -> Option<&Values> {
        self.details.get(&(aspect, subject.to_string()))
    }

    pub(super) fn note(&mut self, aspect: Aspect, subject: &str, value: &str) {
        self.put(aspect, subject, value, None);
    }

    pub(super) fn note_on(&mut self, page: u32, aspect: Aspect, subject: &str, value: &str) {
        self.put(aspect, subject, value, Some(page));
    }

    fn put(&mut self, aspect: Aspect, subject: &str, value: &str, page: Option<u32>) {
        let key = (aspect, cut(subject));
        if self.details.len() >= SUBJECTS && !self.details.contains_key(&key) {
            return;
        }
        let values = self.details.entry(key).or_default();
        if values.len() < VALUES {
            values.entry(cut(value)).or_insert(page);
        }
    }
}

/// A fingerprint that was drawn before, put together again.
impl FromIterator<(Aspect, String, Values)> for Fingerprint {
    fn from_iter<I: IntoIterator<Item = (Aspect, String, Values)>>(details: I) -> Self {
        let mut fingerprint = Self::default();
        for (aspect, subject, values) in details {
            for (value, page) in values {
                fingerprint.put(aspect, &subject, &value, page);
            }
        }
        fingerprint
    }
}

fn cut(text: &str) -> String {
    text.chars().take(CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_aspect_has_a_word_of_its_own() {
        for aspect in Aspect::ALL {
            assert_eq!(Aspect::of_word(aspect.word()), Some(aspect));
        }
        assert_eq!(Aspect::of_word("smell"), None);
    }

    #[test]
    fn a_fingerprint_is_put_together_as_it_was() {
        let mut drawn = Fingerprint::default();
        drawn.note(Aspect::Writer, "version", "1.4");
        drawn.note_on(2, Aspect::Label, "Total", "56.7 pt");
        let details = drawn.iter();
        let details =
            details.map(|(aspect, subject, values)| (aspect, subject.to_string(), values.clone()));
        assert_eq!(details.collect::<Fingerprint>(), drawn);
    }

    #[test]
    fn a_file_without_end_has_a_fingerprint_with_one() {
        let mut drawn = Fingerprint::default();
        for number in 0..2 * SUBJECTS {
            drawn.note(Aspect::Grammar, "one subject", &number.to_string());
            drawn.note(Aspect::Label, &number.to_string(), &"x".repeat(1000));
        }
        assert_eq!(drawn.iter().count(), SUBJECTS);
        for (_, _, values) in drawn.iter() {
            assert!(values.len() <= VALUES);
            assert!(values.keys().all(|value| value.len() <= CHARACTERS));
        }
    }
}
