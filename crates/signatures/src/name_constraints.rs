//! Name constraints of an authority (RFC 5280, 4.2.1.10): the names of everybody below it must lie in one of its
//! permitted trees and in none of the excluded ones. Directory names and mail addresses of subjects are judged; signers
//! have no others.

use crate::asn1::{Asn1Error, Oid, SEQUENCE, Tlv, context};
use crate::name::{Name, NamePart};

const MAIL: Oid = Oid::new(&[1, 2, 840, 113549, 1, 9, 1]);
/// Most trees that are read of one certificate.
const MAX_TREES: usize = 256;

/// What an authority may vouch for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameConstraints {
    pub permitted: Vec<Tree>,
    pub excluded: Vec<Tree>,
}

/// One tree of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree {
    Directory(Name),
    /// An address, a host, or a domain that begins with a period.
    Mail(String),
    /// Names that no subject of a signer has: hosts, addresses of the net.
    Other,
}

impl NameConstraints {
    pub fn read(content: &[u8]) -> Result<NameConstraints, Asn1Error> {
        let mut fields = Tlv::first(content)?.expect(SEQUENCE)?.reader();
        let mut constraints = NameConstraints::default();
        if let Some(trees) = fields.optional(context(0, true))? {
            constraints.permitted = read_trees(&trees)?;
        }
        if let Some(trees) = fields.optional(context(1, true))? {
            constraints.excluded = read_trees(&trees)?;
        }
        Ok(constraints)
    }

    /// Whether a subject lies where the authority may vouch.
    pub fn allow(&self, subject: &Name) -> bool {
        if self
            .excluded
            .iter()
            .any(|tree| tree.holds(subject) == Some(true))
        {
            return false;
        }
        // Of each kind of name that is permitted at all, one tree must hold the subject.
        let of = |is: fn(&Tree) -> bool| {
            let judged = self.permitted.iter().filter(move |tree| is(tree));
            let mut judged = judged.filter_map(|tree| tree.holds(subject)).peekable();
            judged.peek().is_none() || judged.any(|holds| holds)
        };
        of(|tree| matches!(tree, Tree::Directory(_))) && of(|tree| matches!(tree, Tree::Mail(_)))
    }
}

fn read_trees(trees: &Tlv<'_>) -> Result<Vec<Tree>, Asn1Error> {
    let mut read = Vec::new();
    for tree in trees.reader().all()?.into_iter().take(MAX_TREES) {
        let Some(base) = tree.expect(SEQUENCE)?.reader().next_value()? else {
            continue;
        };
        read.push(if base.identifier == context(4, true) {
            Tree::Directory(Name::read(&base.inner()?)?)
        } else if base.identifier == context(1, false) {
            Tree::Mail(String::from_utf8_lossy(base.body).to_lowercase())
        } else {
            Tree::Other
        });
    }
    Ok(read)
}

impl Tree {
    /// `None`: the subject has no name of this kind.
    fn holds(&self, subject: &Name) -> Option<bool> {
        match self {
            Tree::Directory(_) if subject.parts.is_empty() => None,
            Tree::Directory(base) => Some(subject.lies_below(base)),
            Tree::Mail(base) => {
                let mail = |part: &&NamePart| part.kind == MAIL;
                let mut addresses = subject.parts.iter().filter(mail).peekable();
                addresses.peek()?;
                Some(addresses.all(|part| is_mail_of(&part.value.to_lowercase(), base)))
            }
            Tree::Other => None,
        }
    }
}

fn is_mail_of(address: &str, base: &str) -> bool {
    let host = address.rsplit_once('@').map_or(address, |(_, host)| host);
    match base {
        base if base.contains('@') => address == base,
        base if base.starts_with('.') => host.ends_with(base),
        base => host == base,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(parts: &[(&[u32], &str)]) -> Name {
        let parts = parts.iter().map(|(kind, value)| NamePart {
            kind: Oid::new(kind),
            value: (*value).to_string(),
        });
        Name {
            encoded: Vec::new(),
            parts: parts.collect(),
        }
    }

    const COUNTRY: &[u32] = &[2, 5, 4, 6];
    const ORGANIZATION: &[u32] = &[2, 5, 4, 10];
    const ADDRESS: &[u32] = &[1, 2, 840, 113549, 1, 9, 1];

    #[test]
    fn a_subject_lies_in_a_permitted_tree_and_in_no_excluded_one() {
        let base = name(&[(COUNTRY, "DE"), (ORGANIZATION, "Example")]);
        let inside = name(&[
            (COUNTRY, "de"),
            (ORGANIZATION, "example"),
            (ADDRESS, "a@example.org"),
        ]);
        let outside = name(&[(COUNTRY, "DE"), (ORGANIZATION, "Other")]);
        let permitted = NameConstraints {
            permitted: vec![Tree::Directory(base.clone())],
            excluded: Vec::new(),
        };
        assert!(permitted.allow(&inside));
        assert!(!permitted.allow(&outside));
        let excluded = NameConstraints {
            permitted: Vec::new(),
            excluded: vec![Tree::Directory(base)],
        };
        assert!(!excluded.allow(&inside));
        assert!(excluded.allow(&outside));
    }

    #[test]
    fn addresses_are_judged_where_a_subject_has_one() {
        let of = |base: &str| NameConstraints {
            permitted: vec![Tree::Mail(base.into())],
            excluded: Vec::new(),
        };
        let with = |address| name(&[(COUNTRY, "DE"), (ADDRESS, address)]);
        assert!(of("example.org").allow(&with("a@example.org")));
        assert!(!of("example.org").allow(&with("a@sub.example.org")));
        assert!(of(".example.org").allow(&with("a@sub.example.org")));
        assert!(of("a@example.org").allow(&with("A@example.org")));
        assert!(of("example.org").allow(&name(&[(COUNTRY, "DE")])));
    }
}
