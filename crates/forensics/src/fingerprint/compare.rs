//! Two files side by side: in which structural details they differ.

use super::detail::{Aspect, Fingerprint, Values};

/// One structural detail that two files do not share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub aspect: Aspect,
    /// What of the file it is about.
    pub subject: String,
    /// What only the genuine file shows there, with the first page that does.
    pub genuine: Vec<(String, Option<u32>)>,
    /// What only the questioned file shows there.
    pub questioned: Vec<(String, Option<u32>)>,
}

/// What came of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// In the order of the aspects.
    pub differences: Vec<Difference>,
    /// Subjects of which both files show the same.
    pub shared: usize,
    /// Those of them that hang on the program.
    pub shared_of_program: usize,
}

impl Comparison {
    /// Whether nothing says that another program, or the same one set otherwise, wrote one of the files.
    pub fn same_program(&self) -> bool {
        let mut differences = self.differences.iter();
        !differences.any(|difference| difference.aspect.tells_program())
    }

    /// The share of what hangs on the program that the files have in common.
    pub fn likeness_of_program(&self) -> f64 {
        let differences = self.differences.iter();
        let apart = differences.filter(|difference| difference.aspect.tells_program());
        share(self.shared_of_program, apart.count())
    }

    /// The share of all details that the files have in common.
    pub fn likeness(&self) -> f64 {
        share(self.shared, self.differences.len())
    }
}

/// The share that is shared, of what could be.
pub(super) fn share(shared: usize, apart: usize) -> f64 {
    shared as f64 / (shared + apart).max(1) as f64
}

/// Compares two files, of which one is known to be genuine. Subjects that come and go with the contents count only
/// where both files have them.
pub fn compare(genuine: &Fingerprint, questioned: &Fingerprint) -> Comparison {
    let mut differences = Vec::new();
    let (mut shared, mut shared_of_program) = (0, 0);
    let none = Values::new();
    for (aspect, subject, values) in genuine.iter() {
        match questioned.get(aspect, subject) {
            Some(others) if agree(aspect, values, others) => {
                shared += 1;
                shared_of_program += usize::from(aspect.tells_program());
            }
            Some(others) => differences.push(difference(aspect, subject, values, others)),
            None if aspect.always_there() => {
                differences.push(difference(aspect, subject, values, &none));
            }
            None => {}
        }
    }
    for (aspect, subject, values) in questioned
        .iter()
        .filter(|(aspect, ..)| aspect.always_there())
    {
        if genuine.get(aspect, subject).is_none() {
            differences.push(difference(aspect, subject, &none, values));
        }
    }
    differences.sort_by(|a, b| (a.aspect, &a.subject).cmp(&(b.aspect, &b.subject)));
    Comparison {
        differences,
        shared,
        shared_of_program,
    }
}

/// Whether what two files show of one subject is what one program and design shows. Text may be placed in several
/// places, and the contents decide in how many.
fn agree(aspect: Aspect, one: &Values, other: &Values) -> bool {
    match aspect {
        Aspect::Label => one.keys().any(|value| other.contains_key(value)),
        _ => one.keys().eq(other.keys()),
    }
}

fn difference(aspect: Aspect, subject: &str, genuine: &Values, questioned: &Values) -> Difference {
    let only = |one: &Values, other: &Values| {
        let values = one.iter().filter(|(value, _)| !other.contains_key(*value));
        values.map(|(value, page)| (value.clone(), *page)).collect()
    };
    Difference {
        aspect,
        subject: subject.to_string(),
        genuine: only(genuine, questioned),
        questioned: only(questioned, genuine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(details: &[(Aspect, &str, &str)]) -> Fingerprint {
        let mut file = Fingerprint::default();
        for (aspect, subject, value) in details {
            file.note_on(1, *aspect, subject, value);
        }
        file
    }

    #[test]
    fn a_file_does_not_differ_from_itself() {
        let one = file(&[
            (Aspect::Writer, "version", "1.4"),
            (Aspect::Label, "Total", "56.7 pt"),
        ]);
        let same = compare(&one, &one);
        assert!(same.differences.is_empty() && same.same_program());
        assert_eq!((same.shared, same.shared_of_program), (2, 1));
        assert_eq!((same.likeness(), same.likeness_of_program()), (1.0, 1.0));
    }

    #[test]
    fn what_comes_with_the_contents_counts_where_both_have_it() {
        let genuine = file(&[
            (Aspect::Metadata, "/Title", "there"),
            (Aspect::Font, "font Arial", "embedded"),
            (Aspect::Label, "Total", "56.7 pt"),
        ]);
        let questioned = file(&[
            (Aspect::Font, "font Times", "embedded"),
            (Aspect::Label, "Total", "58.2 pt"),
            (Aspect::Label, "Sum", "56.7 pt"),
        ]);
        let told = compare(&genuine, &questioned);
        let subjects: Vec<&str> = told
            .differences
            .iter()
            .map(|one| one.subject.as_str())
            .collect();
        assert_eq!(subjects, ["/Title", "Total"]);
        assert!(!told.same_program());
        let moved = told.differences.last();
        let moved = moved.map(|one| (one.genuine.clone(), one.questioned.clone()));
        let at = |edge: &str| vec![(edge.to_string(), Some(1))];
        assert_eq!(moved, Some((at("56.7 pt"), at("58.2 pt"))));
    }

    #[test]
    fn a_text_that_stands_in_several_places_agrees_in_one() {
        let one = file(&[
            (Aspect::Label, "Page", "40.0 pt"),
            (Aspect::Label, "Page", "50.0 pt"),
        ]);
        let other = file(&[(Aspect::Label, "Page", "50.0 pt")]);
        assert!(compare(&one, &other).differences.is_empty());
    }
}
