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
#[derive(Clone, Default)]
pub struct Dictionary {
    entries: Vec<(Name, Object)>,
    /// The entries by their keys, where there are many: a page may draw thousands of forms, each looked up among all.
    #[expect(
        clippy::box_collection,
        reason = "every object is as large as the largest"
    )]
    order: Option<Box<Vec<u32>>>,
}

impl Dictionary {
    /// Fewer entries than this are looked through one by one.
    const MANY: usize = 48;

    /// The value of `key`; of duplicates the last, as most readers take it.
    pub fn get(&self, key: &[u8]) -> Option<&Object> {
        let found = match &self.order {
            Some(order) => {
                let end = order.partition_point(|&at| self.key(at) <= Some(key));
                let last = *order.get(end.checked_sub(1)?)?;
                self.entries.get(last as usize)
            }
            None => self
                .entries
                .iter()
                .rev()
                .find(|(name, _)| name.as_bytes() == key),
        };
        found
            .filter(|(name, _)| name.as_bytes() == key)
            .map(|(_, value)| value)
    }

    /// How many entries looking for a key may meet.
    pub(crate) fn steps(&self) -> usize {
        match &self.order {
            Some(order) => order.len().ilog2() as usize + 1,
            None => self.entries.len(),
        }
    }

    fn key(&self, at: u32) -> Option<&[u8]> {
        self.entries
            .get(at as usize)
            .map(|(name, _)| name.as_bytes())
    }

    /// Makes look-ups fast once all entries are there.
    pub(crate) fn seal(&mut self) {
        if self.entries.len() < Self::MANY {
            return;
        }
        let Ok(count) = u32::try_from(self.entries.len()) else {
            return;
        };
        // Stable: of equal keys the last stays last.
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_by_key(|&at| self.key(at));
        self.order = Some(Box::new(order));
    }

    pub fn contains(&self, key: &[u8]) -> bool {
        self.get(key).is_some()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Name, &Object)> {
        self.entries.iter().map(|(name, value)| (name, value))
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn push(&mut self, key: Name, value: Object) {
        self.order = None;
        self.entries.push((key, value));
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Object> {
        self.entries.iter_mut().map(|(_, value)| value)
    }
}

impl PartialEq for Dictionary {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl std::fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Dictionary").field(&self.entries).finish()
    }
}

impl FromIterator<(Name, Object)> for Dictionary {
    fn from_iter<T: IntoIterator<Item = (Name, Object)>>(entries: T) -> Self {
        let mut dictionary = Self {
            entries: entries.into_iter().collect(),
            order: None,
        };
        dictionary.seal();
        dictionary
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_entries_are_found_as_few_are() {
        let mut dictionary = Dictionary::default();
        for number in (0..200).rev().chain([7, 0]) {
            let key = Name::new(format!("K{number}").as_bytes());
            dictionary.push(key, Object::Integer(dictionary.len() as i64));
        }
        let plain = dictionary.clone();
        dictionary.seal();
        assert!(dictionary.order.is_some());
        for number in 0..210 {
            let key = format!("K{number}");
            assert_eq!(dictionary.get(key.as_bytes()), plain.get(key.as_bytes()));
        }
        assert_eq!(dictionary.get(b"K7"), Some(&Object::Integer(200)));
        assert_eq!(dictionary.get(b""), None);
        assert_eq!(dictionary, plain);
        dictionary.push(Name::new(b"K7"), Object::Null);
        assert_eq!(dictionary.get(b"K7"), Some(&Object::Null));
    }
}
