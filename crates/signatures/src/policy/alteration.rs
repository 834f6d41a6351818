//! What a later save did, in terms of the document: the names a person needs to understand why a change is allowed or
//! not.

use std::fmt;

use assay_pdf::ObjectId;

use super::uses::Use;
use crate::form::{FieldKind, FormProblem};

/// How far a change goes; the order is that of gravity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Nothing changed: an object was written again as it was.
    None,
    /// Certificates, revocation data, document timestamps (allowed under DocMDP 1).
    LongTermValidation,
    /// What honest programs do besides: dates, metadata, structure of what they added, unused objects.
    BenignHabit,
    /// Fields filled, signatures added (DocMDP 2).
    FormFilling,
    /// Annotations added, changed or removed (DocMDP 3).
    Annotations,
    /// Anything that no permission covers.
    Forbidden,
    /// Bytes that belong to no well-formed save.
    Unexplained,
}

/// What happened to a member of a dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberChange {
    Added,
    Changed,
    Removed,
}

/// One thing that was altered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alteration {
    /// A member of a dictionary with this use.
    Member {
        of: Use,
        key: String,
        change: MemberChange,
    },
    /// The value itself.
    Value {
        of: Use,
    },
    /// The object was added for this use.
    Added {
        of: Use,
    },
    FieldAdded {
        name: String,
        kind: FieldKind,
    },
    FieldRemoved {
        name: String,
    },
    FieldTreeChanged {
        name: String,
    },
    FieldValue {
        name: String,
        old: Option<String>,
        new: Option<String>,
    },
    FieldProperty {
        name: String,
        key: String,
    },
    SignatureAdded {
        name: String,
    },
    DocumentTimestampAdded {
        name: String,
    },
    SignatureFieldAdded {
        name: String,
        visible: bool,
    },
    SignatureRemoved {
        name: String,
    },
    SignatureReplaced {
        name: String,
    },
    /// The value of a newly signed field is an object that was there before.
    SignatureRecycled {
        name: String,
        object: ObjectId,
    },
    /// A field that is signed already was changed.
    SignedFieldChanged {
        name: String,
        key: String,
    },
    FormBroken(FormProblem),
    AnnotationAdded {
        subtype: String,
    },
    AnnotationChanged {
        key: String,
    },
    AnnotationRemoved {
        subtype: String,
    },
    /// Annotations stand in another order: others lie on top.
    AnnotationsReordered,
    WidgetAdded {
        field: Option<String>,
    },
    WidgetRemoved {
        field: Option<String>,
    },
    /// An action a reader performs: its kind, /JavaScript for example.
    ActionAdded {
        kind: String,
    },
    SecurityStoreGrown,
    SecurityStoreShrunk {
        key: String,
    },
    SecurityStoreMalformed(&'static str),
    MetadataRewritten,
    MetadataNotXmp(&'static str),
    ContentsRepacked,
    CatalogReplaced {
        old: ObjectId,
        new: ObjectId,
    },
    EncryptionChanged,
    FontRedefined,
    ObjectFreed {
        used: bool,
    },
    /// The entry of an object in use leads to nothing that could be the object.
    ObjectLost,
    /// An object stream was overwritten, and with it every object it held.
    ContainerReplaced,
    /// The entry of an object points into bytes of an earlier save where another object stands.
    EntryPointsBack {
        offset: usize,
    },
    /// A reference leads to an object that stood unused in the signed file.
    PlantedObjectUsed {
        object: ObjectId,
    },
    /// A different kind of object took the place of the old one.
    KindChanged,
    /// Nothing leads to the object.
    Unreferenced,
    /// Too much to compare.
    NotExamined,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::None => "nothing",
            Level::LongTermValidation => "long-term validation data",
            Level::BenignHabit => "harmless bookkeeping",
            Level::FormFilling => "form filling or signing",
            Level::Annotations => "annotations",
            Level::Forbidden => "changes that no permission allows",
            Level::Unexplained => "bytes that belong to no well-formed save",
        })
    }
}

impl fmt::Display for Alteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Alteration as A;
        let shown = |value: &Option<String>| match value.as_deref().map(str::trim) {
            None | Some("") => "nothing".to_owned(),
            Some(value) => format!("“{value}”"),
        };
        match self {
            A::Member { of, key, change } => {
                let change = match change {
                    MemberChange::Added => "added to",
                    MemberChange::Changed => "changed in",
                    MemberChange::Removed => "removed from",
                };
                write!(f, "/{key} {change} {of}")
            }
            A::Value { of } => write!(f, "{of} changed"),
            A::Added { of } => write!(f, "an object was added for {of}"),
            A::FieldAdded { name, kind } => write!(f, "{kind} field “{name}” added"),
            A::FieldRemoved { name } => write!(f, "field “{name}” removed"),
            A::FieldTreeChanged { name } => write!(f, "fields below “{name}” changed"),
            A::FieldValue { name, old, new } => write!(
                f,
                "field “{name}” filled: {} instead of {}",
                shown(new),
                shown(old)
            ),
            A::FieldProperty { name, key } => write!(f, "/{key} of field “{name}” changed"),
            A::SignatureAdded { name } => write!(f, "signed in field “{name}”"),
            A::DocumentTimestampAdded { name } => {
                write!(f, "document timestamp in field “{name}”")
            }
            A::SignatureFieldAdded { name, visible } => write!(
                f,
                "{} signature field “{name}” added",
                if *visible { "visible" } else { "invisible" }
            ),
            A::SignatureRemoved { name } => write!(f, "signature in field “{name}” removed"),
            A::SignatureReplaced { name } => write!(f, "signature in field “{name}” replaced"),
            A::SignatureRecycled { name, object } => write!(
                f,
                "field “{name}” shows object {object}, which was there before, as its signature"
            ),
            A::SignedFieldChanged { name, key } => {
                write!(f, "/{key} of the signed field “{name}” changed")
            }
            A::FormBroken(problem) => write!(f, "the form became faulty: {problem}"),
            A::AnnotationAdded { subtype } => write!(f, "{subtype} annotation added"),
            A::AnnotationChanged { key } => write!(f, "/{key} of an annotation changed"),
            A::AnnotationRemoved { subtype } => write!(f, "{subtype} annotation removed"),
            A::AnnotationsReordered => f.write_str("annotations put in another order"),
            A::WidgetAdded { field } => write!(f, "widget of field {} added", shown(field)),
            A::WidgetRemoved { field } => write!(f, "widget of field {} removed", shown(field)),
            A::ActionAdded { kind } => write!(f, "{kind} action added"),
            A::SecurityStoreGrown => f.write_str("validation data added"),
            A::SecurityStoreShrunk { key } => write!(f, "validation data {key} removed"),
            A::SecurityStoreMalformed(what) => write!(f, "security store malformed: {what}"),
            A::MetadataRewritten => f.write_str("metadata rewritten"),
            A::MetadataNotXmp(what) => write!(f, "metadata that is no XMP: {what}"),
            A::ContentsRepacked => f.write_str("page contents packed anew, the same"),
            A::CatalogReplaced { old, new } => {
                write!(f, "catalog {old} replaced by object {new}")
            }
            A::EncryptionChanged => f.write_str("encryption changed"),
            A::FontRedefined => f.write_str("a font was redefined"),
            A::ObjectFreed { used: true } => f.write_str("an object in use was freed"),
            A::ObjectFreed { used: false } => f.write_str("an unused object was freed"),
            A::ObjectLost => f.write_str("the entry of an object in use leads to no such object"),
            A::ContainerReplaced => f.write_str("an object stream was overwritten"),
            A::EntryPointsBack { offset } => {
                write!(
                    f,
                    "its entry points to byte {offset}, where another object or an earlier save stands"
                )
            }
            A::PlantedObjectUsed { object } => {
                write!(f, "object {object}, unused when signed, is used now")
            }
            A::KindChanged => f.write_str("another kind of object took its place"),
            A::Unreferenced => f.write_str("nothing leads to it"),
            A::NotExamined => f.write_str("too much to compare"),
        }
    }
}

impl fmt::Display for FieldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FieldKind::Text => "text",
            FieldKind::Button => "button",
            FieldKind::Choice => "choice",
            FieldKind::Signature => "signature",
            FieldKind::Unknown => "untyped",
        })
    }
}

impl fmt::Display for FormProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormProblem::RepeatedName(name) => write!(f, "two fields are named “{name}”"),
            FormProblem::PeriodInName(name) => write!(f, "a period in the name “{name}”"),
            FormProblem::NameNotText => f.write_str("a field name that is no text"),
            FormProblem::NotADictionary => f.write_str("a field that is no dictionary"),
            FormProblem::Loop(id) => write!(f, "field {id} stands twice in the tree"),
            FormProblem::TooLarge => f.write_str("too many fields"),
        }
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Use::Trailer => "the trailer",
            Use::Catalog => "the catalog",
            Use::Info => "the information dictionary",
            Use::Metadata => "the metadata",
            Use::Extensions => "the extensions",
            Use::SecurityStore => "the security store",
            Use::ValidationEntries | Use::ValidationEntry => "the validation entries",
            Use::SecurityData => "validation data",
            Use::Permissions => "the permissions",
            Use::Form => "the form",
            Use::FieldList => "the list of fields",
            Use::FieldKids => "the fields below a field",
            Use::Field => "a field",
            Use::FieldValue => "a field's value",
            Use::SignatureValue => "a signature",
            Use::Lock => "a signature lock",
            Use::SeedValue => "a seed value",
            Use::FormResource => "the form's resources",
            Use::Appearance | Use::AppearanceStream => "a field's appearance",
            Use::AppearanceResource => "resources of a field's appearance",
            Use::PageTree => "the page tree",
            Use::Page => "a page",
            Use::Contents => "a page's contents",
            Use::PageResource => "a page's resources",
            Use::PagePart => "part of a page",
            Use::AnnotationList => "a page's annotations",
            Use::Annotation | Use::AnnotationPart => "an annotation",
            Use::Structure => "the structure tree",
            Use::Names => "the name trees",
            Use::Attachment => "an attachment",
            Use::Outline => "the outline",
            Use::Action => "an action",
            Use::OptionalContent => "the layers",
            Use::OutputIntent => "the output intents",
            Use::PrivateData => "a program's private data",
            Use::Other => "another part of the document",
        })
    }
}
