//! The page tree (ISO 32000-2, 7.7.3): pages in order, with what they inherit. What `/Count` says is not believed.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::anomaly::AnomalyKind;
use crate::limits;
use crate::place::{Area, ObjectId, Span};
use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

/// One page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// 1-based.
    pub number: u32,
    pub id: Option<ObjectId>,
    pub dictionary: Dictionary,
    /// Resolved and inherited; pages that name the same ones share them.
    pub resources: Rc<Dictionary>,
    pub media_box: Area,
    /// What viewers show: the crop box within the media box.
    pub crop_box: Area,
    /// Degrees clockwise, a multiple of 90.
    pub rotate: i32,
}

/// What a node hands down to its kids (7.7.3.4), shared by all of them.
#[derive(Debug, Clone, Default)]
struct Inherited {
    resources: Option<Rc<Dictionary>>,
    media_box: Option<Rc<Object>>,
    crop_box: Option<Rc<Object>>,
    rotate: Option<Rc<Object>>,
}

impl Inherited {
    fn take(&mut self, view: &View<'_>, node: &Dictionary, walk: &mut Walk) {
        if let Some(own) = walk.resources(view, node) {
            self.resources = Some(own);
        }
        inherit(&mut self.media_box, node, b"MediaBox");
        inherit(&mut self.crop_box, node, b"CropBox");
        inherit(&mut self.rotate, node, b"Rotate");
    }
}

impl<'d> View<'d> {
    /// The pages in order, at most one more than the engine analyses, so that "too many" can be told.
    pub fn pages(&self) -> Vec<Page> {
        let pages = self.pages_of_tree();
        if pages.is_empty() {
            self.loose_pages()
        } else {
            pages
        }
    }

    /// Every page dictionary of this state in the order of their numbers, for a file whose tree leads to none.
    fn loose_pages(&self) -> Vec<Page> {
        let mut walk = Walk::default();
        for number in self.document().numbers_at(self.revision()) {
            if walk.pages.len() > limits::PAGES {
                break;
            }
            let Some(indirect) = self.indirect(ObjectId::new(number, 0)) else {
                continue;
            };
            let Object::Dictionary(dictionary) = &indirect.object else {
                continue;
            };
            let kind = dictionary.get(b"Type").map(|kind| self.resolve(kind));
            if kind.is_some_and(|kind| kind.is_name(b"Page")) {
                let inherited = self.handed_down(dictionary, &mut walk);
                let number = walk.pages.len() as u32 + 1;
                let page = self.page(number, Some(indirect.id), dictionary, inherited);
                walk.pages.push(page);
            }
        }
        let pages = walk.pages.len();
        if pages > 0 {
            let kind = AnomalyKind::PagesFoundByScan { pages };
            self.document().note(kind, Span::new(0, 0));
        }
        walk.pages
    }

    /// What a page takes from its parents, looked up from below.
    fn handed_down(&self, page: &Dictionary, walk: &mut Walk) -> Inherited {
        let mut chain = vec![page.clone()];
        while let Some(parent) = chain.last().and_then(|node| node.get(b"Parent")) {
            let parent = self.resolve(parent);
            match parent.as_dictionary() {
                Some(dictionary) if chain.len() < limits::REFERENCE_HOPS => {
                    chain.push(dictionary.clone());
                }
                _ => break,
            }
        }
        let mut inherited = Inherited::default();
        for node in chain.iter().rev() {
            inherited.take(self, node, walk);
        }
        inherited
    }

    fn pages_of_tree(&self) -> Vec<Page> {
        let Some(catalog) = self.catalog() else {
            return Vec::new();
        };
        let Some(root) = catalog
            .object
            .as_dictionary()
            .and_then(|dictionary| dictionary.get(b"Pages"))
        else {
            return Vec::new();
        };
        let mut walk = Walk::default();
        let mut seen = FxHashSet::default();
        let mut visits = 0usize;
        walk.stack.push((root.clone(), Inherited::default()));
        while let Some((node, inherited)) = walk.stack.pop() {
            visits += 1;
            if walk.pages.len() > limits::PAGES || visits > limits::PAGE_TREE_NODES {
                break;
            }
            if let Some(id) = node.as_reference()
                && !seen.insert(id)
            {
                self.document()
                    .note(AnomalyKind::PageTreeLoop { id }, Span::new(0, 0));
                continue;
            }
            self.visit(&node, inherited, visits, &mut walk);
        }
        walk.pages
    }

    fn visit(&self, node: &Object, mut inherited: Inherited, visits: usize, walk: &mut Walk) {
        let value = self.resolve(node);
        let Some(dictionary) = value.as_dictionary() else {
            return;
        };
        inherited.take(self, dictionary, walk);
        let kids = self.get(dictionary, b"Kids");
        let is_page = dictionary
            .get(b"Type")
            .is_some_and(|kind| self.resolve(kind).is_name(b"Page"));
        match kids.as_array() {
            // Kids that could never be visited are not remembered: many nodes may share one long list of them.
            Some(kids) if !is_page => {
                let room = limits::PAGE_TREE_NODES.saturating_sub(visits + walk.stack.len());
                let kids = kids.get(..room).unwrap_or(kids).iter().rev();
                walk.stack
                    .extend(kids.map(|kid| (kid.clone(), inherited.clone())));
            }
            _ => {
                let number = walk.pages.len() as u32 + 1;
                walk.pages
                    .push(self.page(number, value.id(), dictionary, inherited));
            }
        }
    }

    fn page(
        &self,
        number: u32,
        id: Option<ObjectId>,
        dictionary: &Dictionary,
        inherited: Inherited,
    ) -> Page {
        let rectangle =
            |object: &Option<Rc<Object>>| object.as_ref().and_then(|object| self.area(object));
        let letter = Area {
            x0: 0.0,
            y0: 0.0,
            x1: 612.0,
            y1: 792.0,
        };
        let media_box = rectangle(&inherited.media_box)
            .filter(|area| area.size() > 0.0)
            .unwrap_or(letter);
        let crop_box = rectangle(&inherited.crop_box)
            .and_then(|crop| crop.intersection(&media_box))
            .unwrap_or(media_box);
        let rotate = inherited
            .rotate
            .as_ref()
            .and_then(|object| self.resolve(object).as_integer())
            .unwrap_or(0);
        Page {
            number,
            id,
            dictionary: dictionary.clone(),
            resources: inherited.resources.unwrap_or_default(),
            media_box,
            crop_box,
            rotate: (rotate.rem_euclid(360) / 90 * 90) as i32,
        }
    }

    /// A rectangle (7.9.5).
    pub fn area(&self, object: &Object) -> Option<Area> {
        let value = self.resolve(object);
        let corners: Vec<f64> = value
            .as_array()?
            .iter()
            .take(8)
            .filter_map(|corner| self.resolve(corner).as_number())
            .collect();
        match corners.as_slice() {
            &[ax, ay, bx, by, ..] => Some(Area::between(ax, ay, bx, by)),
            _ => None,
        }
    }
}

/// What stays to be visited and what was found.
#[derive(Default)]
struct Walk {
    stack: Vec<(Object, Inherited)>,
    pages: Vec<Page>,
    shared: FxHashMap<ObjectId, Rc<Dictionary>>,
}

impl Walk {
    /// The resources that a node names itself.
    fn resources(&mut self, view: &View<'_>, node: &Dictionary) -> Option<Rc<Dictionary>> {
        let named = node.get(b"Resources").filter(|value| !value.is_null())?;
        if let Some(known) = named.as_reference().and_then(|id| self.shared.get(&id)) {
            return Some(known.clone());
        }
        let read = view.resolve(named).as_dictionary().cloned();
        let resources = Rc::new(read.unwrap_or_default());
        if let Some(id) = named.as_reference() {
            self.shared.insert(id, resources.clone());
        }
        Some(resources)
    }
}

fn inherit(slot: &mut Option<Rc<Object>>, dictionary: &Dictionary, key: &[u8]) {
    if let Some(value) = dictionary.get(key).filter(|value| !value.is_null()) {
        *slot = Some(Rc::new(value.clone()));
    }
}
