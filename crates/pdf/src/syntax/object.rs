//! The object types of a PDF (ISO 32000-2, 7.3), owned, keeping what a writer chose: key order, duplicates, string form.

use smallvec::SmallVec;

use crate::place::{ObjectId, Span};

/// A name without its slash, `#xx` escapes resolved.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Name(SmallVec<[u8; 16]>);

impl Name {
    pub fn new(bytes: &[u8]) -> Self {
        Self(SmallVec::from_slice(bytes))
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// As text; bytes that are no UTF-8 are replaced.
    pub fn to_text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }

    pub(crate) fn push(&mut self, byte: u8) {
        self.0.push(byte);
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "/{}", String::from_utf8_lossy(&self.0))
    }
}

impl PartialEq<[u8]> for Name {
    fn eq(&self, other: &[u8]) -> bool {
        self.as_bytes() == other
    }
}

impl<const N: usize> PartialEq<&[u8; N]> for Name {
    fn eq(&self, other: &&[u8; N]) -> bool {
        self.as_bytes() == other.as_slice()
    }
}

/// How a string was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StringForm {
    /// `( … )`
    Literal,
    /// `< … >`
    Hexadecimal,
}

/// A string object, escapes resolved and decrypted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PdfString {
    pub bytes: Box<[u8]>,
    pub form: StringForm,
}

/// Entries in the order in which they were written, duplicates kept.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Dictionary(Vec<(Name, Object)>);

impl Dictionary {
    /// The value of `key`; of duplicates the last, as most readers take it.
    pub fn get(&self, key: &[u8]) -> Option<&Object> {
        self.0
            .iter()
            .rev()
            .find(|(name, _)| name.as_bytes() == key)
            .map(|(_, value)| value)
    }

    pub fn contains(&self, key: &[u8]) -> bool {
        self.get(key).is_some()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Name, &Object)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn push(&mut self, key: Name, value: Object) {
        self.0.push((key, value));
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Object> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

/// A stream object: its dictionary and where its raw bytes stand in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Stream {
    pub id: ObjectId,
    pub dictionary: Dictionary,
    /// The raw (encoded, encrypted) bytes.
    pub data: Span,
}

/// Any object.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Object {
    #[default]
    Null,
    Boolean(bool),
    Integer(i64),
    Real(f64),
    Name(Name),
    String(PdfString),
    Array(Vec<Object>),
    Dictionary(Dictionary),
    Stream(Box<Stream>),
    Reference(ObjectId),
}

impl Object {
    pub const NULL: Self = Self::Null;

    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    /// An integer; a real without a fraction counts, as writers mix them.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            Self::Real(value) if value.fract() == 0.0 && value.abs() < 9e15 => Some(*value as i64),
            _ => None,
        }
    }

    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Real(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_name(&self) -> Option<&[u8]> {
        match self {
            Self::Name(name) => Some(name.as_bytes()),
            _ => None,
        }
    }

    pub fn is_name(&self, name: &[u8]) -> bool {
        self.as_name() == Some(name)
    }

    pub fn as_string(&self) -> Option<&[u8]> {
        match self {
            Self::String(string) => Some(&string.bytes),
            _ => None,
        }
    }

    pub fn as_array(&self) -> Option<&[Object]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The dictionary, also that of a stream.
    pub fn as_dictionary(&self) -> Option<&Dictionary> {
        match self {
            Self::Dictionary(dictionary) => Some(dictionary),
            Self::Stream(stream) => Some(&stream.dictionary),
            _ => None,
        }
    }

    pub fn as_stream(&self) -> Option<&Stream> {
        match self {
            Self::Stream(stream) => Some(stream),
            _ => None,
        }
    }

    pub fn as_reference(&self) -> Option<ObjectId> {
        match self {
            Self::Reference(id) => Some(*id),
            _ => None,
        }
    }
}
