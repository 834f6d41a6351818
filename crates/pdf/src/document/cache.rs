//! Objects once read. Whoever goes through a file once needs few of them again, whoever examines it needs them all.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::syntax::parser::Indirect;

use super::Location;

/// Small objects that are held: in no more memory than is near the processor.
const RECENT: usize = 1024;
/// Bytes of the file that are sooner read again than looked for in far memory.
const SMALL: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct Cache {
    kept: Shelf,
    recent: Shelf,
    /// Nothing is let go.
    all: bool,
}

#[derive(Debug, Default)]
struct Shelf {
    places: FxHashMap<Location, u32>,
    /// In the order in which they were read: freed in that of a hash table they take longer than to be read.
    objects: Vec<Option<Rc<Indirect>>>,
}

impl Shelf {
    fn get(&self, location: &Location) -> Option<Option<Rc<Indirect>>> {
        let at = self.places.get(location)?;
        self.objects.get(*at as usize).cloned()
    }

    fn put(&mut self, location: Location, object: Option<Rc<Indirect>>) {
        self.places.insert(location, self.objects.len() as u32);
        self.objects.push(object);
    }

    fn clear(&mut self) {
        self.places.clear();
        self.objects.clear();
    }
}

impl Cache {
    pub(super) fn get(&self, location: &Location) -> Option<Option<Rc<Indirect>>> {
        let recent = self.recent.get(location);
        recent.or_else(|| self.kept.get(location))
    }

    /// Takes what was read at a place, and of how many bytes where it may be read again: what broke a rule may not, as
    /// that would be noted again.
    pub(super) fn put(
        &mut self,
        location: Location,
        read: Option<Rc<Indirect>>,
        length: Option<usize>,
    ) {
        if self.all || length.is_none_or(|length| length > SMALL) {
            return self.kept.put(location, read);
        }
        if self.recent.objects.len() >= RECENT {
            self.recent.clear();
        }
        self.recent.put(location, read);
    }

    pub(super) fn keep_all(&mut self) {
        self.all = true;
    }

    pub(super) fn keeps_all(&self) -> bool {
        self.all
    }

    /// Forgets what was read.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
        self.recent.clear();
    }
}
