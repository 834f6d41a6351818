//! The document as it stood after one save: objects resolved, streams decoded, pages walked.

use std::ops::Deref;
use std::rc::Rc;

use crate::document::Document;
use crate::error::LimitExceeded;
use crate::limits;
use crate::place::ObjectId;
use crate::syntax::object::{Dictionary, Object, Stream};
use crate::syntax::parser::Indirect;

/// One state of a document. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct View<'d> {
    document: &'d Document<'d>,
    revision: usize,
}

/// A value reached directly or through a reference.
#[derive(Debug, Clone)]
pub enum Value<'o> {
    Direct(&'o Object),
    Indirect(Rc<Indirect>),
}

impl Deref for Value<'_> {
    type Target = Object;

    fn deref(&self) -> &Object {
        match self {
            Self::Direct(object) => object,
            Self::Indirect(indirect) => &indirect.object,
        }
    }
}

impl Value<'_> {
    /// The id of the indirect object that holds the value, if one does.
    pub fn id(&self) -> Option<ObjectId> {
        match self {
            Self::Direct(_) => None,
            Self::Indirect(indirect) => Some(indirect.id),
        }
    }
}

impl<'d> View<'d> {
    pub(crate) fn new(document: &'d Document<'d>, revision: usize) -> Self {
        Self { document, revision }
    }

    pub fn document(&self) -> &'d Document<'d> {
        self.document
    }

    /// Index of the save after which this is the state.
    pub fn revision(&self) -> usize {
        self.revision
    }

    /// The trailer of this state's newest section.
    pub fn trailer(&self) -> &'d Dictionary {
        static EMPTY: std::sync::LazyLock<Dictionary> =
            std::sync::LazyLock::new(Dictionary::default);
        self.document
            .revisions()
            .get(self.revision)
            .map_or(&EMPTY, |save| save.trailer())
    }

    /// The indirect object with its span; `None` where there is none.
    pub fn indirect(&self, id: ObjectId) -> Option<Rc<Indirect>> {
        self.document.fetch(id, self.revision)
    }

    /// Follows a reference to its value; whatever cannot be reached is null (7.3.10).
    pub fn resolve<'o>(&self, object: &'o Object) -> Value<'o> {
        let Object::Reference(first) = object else {
            return Value::Direct(object);
        };
        let mut id = *first;
        for _ in 0..limits::REFERENCE_HOPS {
            match self.indirect(id) {
                Some(indirect) => match indirect.object {
                    Object::Reference(next) => id = next,
                    _ => return Value::Indirect(indirect),
                },
                None => break,
            }
        }
        Value::Direct(&Object::NULL)
    }

    /// The resolved value of `key`; null when absent.
    pub fn get<'o>(&self, dictionary: &'o Dictionary, key: &[u8]) -> Value<'o> {
        dictionary
            .get(key)
            .map_or(Value::Direct(&Object::NULL), |object| self.resolve(object))
    }

    /// The value of a key of a form field, its own or the nearest parent's (12.7.4.1).
    pub fn inherited(&self, field: &Dictionary, key: &[u8]) -> Object {
        let own = self.get(field, key);
        if !own.is_null() {
            return self.copied(&own);
        }
        let mut parent = self.get(field, b"Parent");
        for _ in 0..limits::REFERENCE_HOPS {
            let Some(node) = parent.as_dictionary() else {
                break;
            };
            let value = self.get(node, key);
            if !value.is_null() {
                return self.copied(&value);
            }
            let Some(next) = node.get(b"Parent").map(|next| next.as_reference()) else {
                break;
            };
            let next = next.and_then(|id| self.indirect(id));
            parent = next.map_or(Value::Direct(&Object::NULL), Value::Indirect);
        }
        Object::Null
    }

    /// A copy. Many fields may inherit one long list: what is over shows in the budget.
    fn copied(&self, value: &Object) -> Object {
        let entries = value.as_array().map_or(0, <[Object]>::len);
        let entries = entries + value.as_dictionary().map_or(0, Dictionary::len);
        let spent = self.document.budget().spend_operators(entries as u64 / 8);
        spent.map_or(Object::Null, |()| value.clone())
    }

    /// A dictionary whose direct values are resolved, and those of dictionaries in it, three levels deep.
    pub(crate) fn resolve_deep(&self, dictionary: &Dictionary) -> Dictionary {
        self.resolve_levels(dictionary, 3)
    }

    fn resolve_levels(&self, dictionary: &Dictionary, levels: usize) -> Dictionary {
        let resolved = |value: &Object| match &*self.resolve(value) {
            Object::Dictionary(inner) if levels > 0 => {
                Object::Dictionary(self.resolve_levels(inner, levels - 1))
            }
            other => other.clone(),
        };
        let entries = dictionary.iter();
        entries
            .map(|(key, value)| (key.clone(), resolved(value)))
            .collect()
    }

    /// The decoded data of a stream; picture codecs stay encoded.
    pub fn decode(&self, stream: &Stream) -> Result<Vec<u8>, LimitExceeded> {
        self.document
            .decode(stream, &|object| Object::clone(&self.resolve(object)))
    }

    /// The decoded data of a picture within contents.
    pub fn decode_inline(
        &self,
        dictionary: &Dictionary,
        packed: &[u8],
    ) -> Result<Vec<u8>, LimitExceeded> {
        let resolve = |object: &Object| Object::clone(&self.resolve(object));
        self.document.decode_inline(dictionary, packed, &resolve)
    }

    /// The catalog; `None` where the trailer leads to none.
    pub fn catalog(&self) -> Option<Rc<Indirect>> {
        let root = self.trailer().get(b"Root")?.as_reference()?;
        self.indirect(root)
            .filter(|indirect| indirect.object.as_dictionary().is_some())
    }

    pub(crate) fn has_pages(&self) -> bool {
        let Some(catalog) = self.catalog() else {
            return false;
        };
        let Some(dictionary) = catalog.object.as_dictionary() else {
            return false;
        };
        self.get(dictionary, b"Pages").as_dictionary().is_some()
    }

    /// Whether a catalog leads to a page tree, or pages stand in the file without one.
    pub(crate) fn shows_pages(&self) -> bool {
        self.has_pages() || !self.pages().is_empty()
    }

    /// The information dictionary (14.3.3).
    pub fn info(&self) -> Option<Rc<Indirect>> {
        let info = self.trailer().get(b"Info")?.as_reference()?;
        self.indirect(info)
            .filter(|indirect| indirect.object.as_dictionary().is_some())
    }
}
