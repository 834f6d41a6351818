//! The table of what may change where. A rule names the level of a change to one member of a dictionary with one use,
//! or says that the change is to be looked at from nearer. What no rule names is forbidden.

use super::alteration::{Level, MemberChange};
use super::uses::Use;

/// What to do about a changed member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Not a change of the document.
    Ignore,
    At(Level),
    /// Compare the two values, the absent one as empty.
    Follow(Use),
}

use Level::{Annotations, BenignHabit, Forbidden, FormFilling, LongTermValidation};
use MemberChange::{Added, Removed};
use Rule::{At, Follow, Ignore};

/// The rule for a member of a dictionary. Fields, lists and the security store have rules of their own.
pub fn rule(of: Use, key: &[u8], change: MemberChange, inner: Option<Use>) -> Rule {
    match of {
        Use::Trailer => trailer(key),
        Use::Catalog => catalog(key, change, inner),
        Use::Form => form(key, change),
        Use::Permissions if change == Added => At(FormFilling),
        Use::Permissions => At(Forbidden),
        Use::Page => page(key, change, inner),
        Use::PageTree => match key {
            b"Kids" => Follow(Use::PageTree),
            b"Resources" if change == MemberChange::Changed => Follow(Use::PageResource),
            // What pages inherit (7.7.3.4), and the tree itself; no reader looks at others.
            b"Type" | b"Parent" | b"Count" | b"Resources" | b"MediaBox" | b"CropBox"
            | b"Rotate" => At(Forbidden),
            _ => At(BenignHabit),
        },
        Use::Names => names(key, change, inner),
        Use::Structure => structure(key, change),
        Use::Annotation | Use::AnnotationPart => annotation(key, inner),
        // A font that no field names draws nothing.
        Use::FormResource if change == Added => At(BenignHabit),
        Use::Appearance | Use::AppearanceStream | Use::AppearanceResource | Use::FormResource => {
            match change {
                MemberChange::Changed => Follow(inner.unwrap_or(of)),
                _ => At(FormFilling),
            }
        }
        Use::Info | Use::PrivateData | Use::Extensions => At(BenignHabit),
        other => match inner {
            Some(inner) if change == MemberChange::Changed => Follow(inner),
            _ => At(whole(other)),
        },
    }
}

/// The level of a change to a value as a whole, by its use.
pub fn whole(of: Use) -> Level {
    match of {
        Use::SecurityStore
        | Use::ValidationEntries
        | Use::ValidationEntry
        | Use::SecurityData
        | Use::Metadata => LongTermValidation,
        Use::Info | Use::Extensions | Use::PrivateData | Use::Structure => BenignHabit,
        Use::FieldValue
        | Use::Appearance
        | Use::AppearanceStream
        | Use::AppearanceResource
        | Use::FormResource => FormFilling,
        Use::Annotation | Use::AnnotationPart => Annotations,
        _ => Forbidden,
    }
}

/// The level at which a new object of this use is listed. Where such objects may be added, the place that refers to them
/// decides how far the change goes, and the object itself adds nothing to that.
pub fn added(of: Use) -> Level {
    match of {
        Use::SecurityStore
        | Use::ValidationEntries
        | Use::ValidationEntry
        | Use::OutputIntent
        | Use::Names
        | Use::Form
        | Use::FieldList
        | Use::FieldKids
        | Use::Field
        | Use::FieldValue
        | Use::SignatureValue
        | Use::Lock
        | Use::SeedValue
        | Use::Permissions
        | Use::FormResource
        | Use::Appearance
        | Use::AppearanceStream
        | Use::AppearanceResource
        | Use::AnnotationList
        | Use::PagePart => LongTermValidation,
        other => whole(other),
    }
}

fn trailer(key: &[u8]) -> Rule {
    match key {
        b"Root" => Follow(Use::Catalog),
        b"Info" => At(BenignHabit),
        b"Encrypt" => At(Forbidden),
        // Size, Prev, ID, the keys of a cross-reference stream and a writer's own: how the save is kept.
        _ => Ignore,
    }
}

fn catalog(key: &[u8], change: MemberChange, inner: Option<Use>) -> Rule {
    match key {
        b"AcroForm" | b"DSS" | b"Metadata" if change == Removed => At(Forbidden),
        b"AcroForm" => Follow(Use::Form),
        b"DSS" => Follow(Use::SecurityStore),
        b"Metadata" => Follow(Use::Metadata),
        // Developer extensions announce PAdES and PDF 2.0 features (7.12).
        b"Extensions" if change == Removed => At(BenignHabit),
        b"Extensions" => At(LongTermValidation),
        b"Version" | b"MarkInfo" | b"Lang" | b"PieceInfo" | b"LastModified" | b"ITXT" => {
            At(BenignHabit)
        }
        b"Perms" if change == Removed => At(Forbidden),
        b"Perms" => Follow(Use::Permissions),
        b"StructTreeRoot" if change == Added => At(BenignHabit),
        b"OutputIntents" if change == Added => At(BenignHabit),
        b"Names" if change != Removed => Follow(Use::Names),
        _ => match inner {
            Some(inner) if change == MemberChange::Changed => Follow(inner),
            _ => At(Forbidden),
        },
    }
}

fn form(key: &[u8], change: MemberChange) -> Rule {
    match key {
        b"Fields" => Follow(Use::FieldList),
        b"DR" if change == MemberChange::Changed => Follow(Use::FormResource),
        // Programs add what a field could need before they sign or take a time stamp.
        b"DR" | b"DA" | b"Q" if change == Added => At(BenignHabit),
        b"SigFlags" if change != Removed => At(BenignHabit),
        b"DR" | b"DA" | b"Q" | b"NeedAppearances" | b"SigFlags" => At(FormFilling),
        // XFA draws the form anew; the order of calculation makes scripts compute other values.
        b"XFA" | b"CO" => At(Forbidden),
        // No reader looks at others (some writers put /Resources or /Type here).
        _ => At(BenignHabit),
    }
}

fn page(key: &[u8], change: MemberChange, inner: Option<Use>) -> Rule {
    match key {
        b"Annots" => Follow(Use::AnnotationList),
        b"LastModified" | b"PieceInfo" | b"Tabs" | b"StructParents" | b"Metadata" | b"Thumb"
        | b"ID" | b"ITXT" => At(BenignHabit),
        _ => match inner {
            Some(inner) if change == MemberChange::Changed => Follow(inner),
            _ => At(Forbidden),
        },
    }
}

fn names(key: &[u8], change: MemberChange, inner: Option<Use>) -> Rule {
    match (key, change) {
        (b"JavaScript" | b"EmbeddedFiles", _) | (_, Removed) => At(Forbidden),
        // Looks that only a script could use, and scripts are told by themselves.
        (b"AP", Added) => At(BenignHabit),
        (_, MemberChange::Changed) => inner.map_or(At(Forbidden), Follow),
        // An empty tree, made in passing (DSS counts the creation of /Names as filling).
        (_, Added) => At(Forbidden),
    }
}

/// New elements for what was added are bookkeeping; what replaces the text of existing ones is not.
fn structure(key: &[u8], change: MemberChange) -> Rule {
    match key {
        b"ActualText" | b"Alt" | b"E" | b"S" | b"RoleMap" | b"ClassMap" if change != Added => {
            At(Forbidden)
        }
        b"ActualText" => At(Forbidden),
        _ => At(BenignHabit),
    }
}

fn annotation(key: &[u8], inner: Option<Use>) -> Rule {
    match key {
        b"A" | b"AA" | b"PA" => Follow(inner.unwrap_or(Use::Action)),
        b"Subtype" => At(Forbidden),
        _ => At(Annotations),
    }
}
