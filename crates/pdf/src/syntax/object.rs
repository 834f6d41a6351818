//! The object types of a PDF (ISO 32000-2, 7.3), owned, keeping what a writer chose: key order, duplicates, string form.

use super::bytes::Bytes;
use crate::place::{ObjectId, Span};

/// A name without its slash, `#xx` escapes resolved.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Name(Bytes);

impl Name {
    pub fn new(bytes: &[u8]) -> Self {
        Self(Bytes::from(bytes))
    }

    /// The first `length` bytes of what begins with a name.
    #[inline]
    pub(super) fn first(length: usize, from: &[u8]) -> Self {
        Self(Bytes::first(length, from))
    }

    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// As text; bytes that are no UTF-8 are replaced.
    pub fn to_text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
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
    pub bytes: Bytes,
    pub form: StringForm,
}

type Entry = (Name, Object);

/// Entries in the order in which they were written, duplicates kept.
#[derive(Clone, Default)]
pub struct Dictionary(Entries);

#[derive(Clone)]
enum Entries {
    Few(Box<[Entry]>),
    Many(Box<Sorted>),
}

/// Entries that are found by their keys: a page may draw thousands of forms, each looked up among all.
#[derive(Clone)]
struct Sorted {
    entries: Box<[Entry]>,
    /// Their places, by key; of equal keys the last is last.
    order: Box<[u32]>,
}

impl Default for Entries {
    fn default() -> Self {
        Self::Few(Box::default())
    }
}

impl Dictionary {
    /// Fewer entries than this are looked through one by one.
    const MANY: usize = 48;

    pub(super) fn of(entries: Box<[Entry]>) -> Self {
        match entries.len() {
            0..Self::MANY => Self(Entries::Few(entries)),
            _ => Self(Sorted::of(entries)),
        }
    }

    fn entries(&self) -> &[Entry] {
        match &self.0 {
            Entries::Few(entries) => entries,
            Entries::Many(sorted) => &sorted.entries,
        }
    }

    /// The value of `key`; of duplicates the last, as most readers take it.
    pub fn get(&self, key: &[u8]) -> Option<&Object> {
        let found = match &self.0 {
            Entries::Few(entries) => entries.iter().rfind(|(name, _)| name.as_bytes() == key),
            Entries::Many(sorted) => sorted.find(key),
        };
        found.map(|(_, value)| value)
    }

    /// How many entries looking for a key may meet.
    pub(crate) fn steps(&self) -> usize {
        match &self.0 {
            Entries::Few(entries) => entries.len(),
            Entries::Many(sorted) => sorted.order.len().ilog2() as usize + 1,
        }
    }

    pub fn contains(&self, key: &[u8]) -> bool {
        self.get(key).is_some()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Name, &Object)> {
        self.entries().iter().map(|(name, value)| (name, value))
    }

    pub fn len(&self) -> usize {
        self.entries().len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Adds one entry. All are moved: for many there is `collect`.
    pub(crate) fn push(&mut self, key: Name, value: Object) {
        let entries = match std::mem::take(&mut self.0) {
            Entries::Few(entries) => entries,
            Entries::Many(sorted) => sorted.entries,
        };
        *self = entries.into_iter().chain([(key, value)]).collect();
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Object> {
        let entries = match &mut self.0 {
            Entries::Few(entries) => entries,
            Entries::Many(sorted) => &mut sorted.entries,
        };
        entries.iter_mut().map(|(_, value)| value)
    }
}

impl Sorted {
    fn of(entries: Box<[Entry]>) -> Entries {
        let Ok(count) = u32::try_from(entries.len()) else {
            return Entries::Few(entries);
        };
        let key = |at: u32| entries.get(at as usize).map(|(name, _)| name.as_bytes());
        // Stable: of equal keys the last stays last.
        let mut order: Box<[u32]> = (0..count).collect();
        order.sort_by_key(|&at| key(at));
        Entries::Many(Box::new(Self { entries, order }))
    }

    fn find(&self, key: &[u8]) -> Option<&Entry> {
        let entry = |at: u32| self.entries.get(at as usize);
        let end = self
            .order
            .partition_point(|&at| entry(at).is_some_and(|(name, _)| name.as_bytes() <= key));
        let last = entry(*self.order.get(end.checked_sub(1)?)?)?;
        (last.0.as_bytes() == key).then_some(last)
    }
}

impl PartialEq for Dictionary {
    fn eq(&self, other: &Self) -> bool {
        self.entries() == other.entries()
    }
}

impl std::fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Dictionary").field(&self.entries()).finish()
    }
}

impl FromIterator<Entry> for Dictionary {
    fn from_iter<T: IntoIterator<Item = Entry>>(entries: T) -> Self {
        Self::of(entries.into_iter().collect())
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
    Array(Box<[Object]>),
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
        let keys = (0..200).rev().chain([7, 0]);
        let name = |number: i32| Name::new(format!("K{number}").as_bytes());
        let entries = keys
            .zip(0..)
            .map(|(key, at)| (name(key), Object::Integer(at)));
        let plain = Dictionary(Entries::Few(entries.clone().collect()));
        let mut dictionary: Dictionary = entries.collect();
        assert!(matches!(dictionary.0, Entries::Many(_)));
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

    #[test]
    fn objects_are_small() {
        assert_eq!(size_of::<Object>(), 24);
        assert_eq!(size_of::<Entry>(), 40);
    }
}
