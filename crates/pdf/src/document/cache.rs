//! Objects once read. Whoever goes through a file once needs few of them again, whoever examines it needs them all.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::syntax::parser::Indirect;

use super::Location;

/// Small objects that are held, each where the end of its number says: in no more memory than is near the processor.
const RECENT: usize = 512;
/// Bytes of the file that are sooner read again than looked for in far memory.
const SMALL: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct Cache {
    kept: Shelf,
    recent: Vec<Option<(Location, Rc<Indirect>)>>,
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
}

impl Cache {
    pub(super) fn get(&self, number: u32, location: &Location) -> Option<Option<Rc<Indirect>>> {
        match self.recent.get(number as usize % RECENT) {
            Some(Some((at, object))) if at == location => Some(Some(object.clone())),
            _ => self.kept.get(location),
        }
    }

    /// Takes what was read at a place, and of how many bytes where it may be read again: what broke a rule may not, as
    /// that would be noted again.
    pub(super) fn put(
        &mut self,
        number: u32,
        location: Location,
        read: Option<Rc<Indirect>>,
        length: Option<usize>,
    ) {
        let small = length.is_some_and(|length| length <= SMALL);
        match read {
            Some(object) if small && !self.all => self.hold(number, location, object),
            read => self.kept.put(location, read),
        }
    }

    fn hold(&mut self, number: u32, location: Location, object: Rc<Indirect>) {
        let at = number as usize % RECENT;
        if at >= self.recent.len() {
            self.recent.resize(at + 1, None);
        }
        if let Some(place) = self.recent.get_mut(at) {
            *place = Some((location, object));
        }
    }

    pub(super) fn keep_all(&mut self) {
        self.all = true;
    }

    pub(super) fn keeps_all(&self) -> bool {
        self.all
    }

    /// Forgets what was read.
    pub(super) fn clear(&mut self) {
        self.kept = Shelf::default();
        self.recent.clear();
    }
}
