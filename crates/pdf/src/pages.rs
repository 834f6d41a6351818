//! The page tree (ISO 32000-2, 7.7.3): pages in order, with what they inherit. What `/Count` says is not believed.

use rustc_hash::FxHashSet;

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
    /// Resolved and inherited.
    pub resources: Dictionary,
    pub media_box: Area,
    /// What viewers show: the crop box within the media box.
    pub crop_box: Area,
    /// Degrees clockwise, a multiple of 90.
    pub rotate: i32,
}

/// What a node hands down to its kids (7.7.3.4).
#[derive(Debug, Clone, Default)]
struct Inherited {
    resources: Option<Object>,
    media_box: Option<Object>,
    crop_box: Option<Object>,
    rotate: Option<Object>,
}

impl<'d> View<'d> {
    /// The pages in order, at most one more than the engine analyses, so that "too many" can be told.
    pub fn pages(&self) -> Vec<Page> {
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
        let mut pages = Vec::new();
        let mut seen = FxHashSet::default();
        let mut visits = 0usize;
        let mut stack = vec![(root.clone(), Inherited::default())];
        while let Some((node, inherited)) = stack.pop() {
            visits += 1;
            if pages.len() > limits::PAGES || visits > limits::PAGE_TREE_NODES {
                break;
            }
            if let Some(id) = node.as_reference()
                && !seen.insert(id)
            {
                self.document()
                    .note(AnomalyKind::PageTreeLoop { id }, Span::new(0, 0));
                continue;
            }
            self.visit(&node, inherited, &mut stack, &mut pages);
        }
        pages
    }

    fn visit(
        &self,
        node: &Object,
        mut inherited: Inherited,
        stack: &mut Vec<(Object, Inherited)>,
        pages: &mut Vec<Page>,
    ) {
        let value = self.resolve(node);
        let Some(dictionary) = value.as_dictionary() else {
            return;
        };
        inherit(&mut inherited.resources, dictionary, b"Resources");
        inherit(&mut inherited.media_box, dictionary, b"MediaBox");
        inherit(&mut inherited.crop_box, dictionary, b"CropBox");
        inherit(&mut inherited.rotate, dictionary, b"Rotate");
        let kids = self.get(dictionary, b"Kids");
        let is_page = dictionary
            .get(b"Type")
            .is_some_and(|kind| self.resolve(kind).is_name(b"Page"));
        match kids.as_array() {
            Some(kids) if !is_page => stack.extend(
                kids.iter()
                    .rev()
                    .map(|kid| (kid.clone(), inherited.clone())),
            ),
            _ => pages.push(self.page(pages.len() as u32 + 1, value.id(), dictionary, &inherited)),
        }
    }

    fn page(
        &self,
        number: u32,
        id: Option<ObjectId>,
        dictionary: &Dictionary,
        inherited: &Inherited,
    ) -> Page {
        let rectangle =
            |object: &Option<Object>| object.as_ref().and_then(|object| self.area(object));
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
        let resources = inherited
            .resources
            .as_ref()
            .and_then(|object| self.resolve(object).as_dictionary().cloned())
            .unwrap_or_default();
        Page {
            number,
            id,
            dictionary: dictionary.clone(),
            resources,
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
            .filter_map(|corner| self.resolve(corner).as_number())
            .collect();
        match corners.as_slice() {
            &[ax, ay, bx, by, ..] => Some(Area::between(ax, ay, bx, by)),
            _ => None,
        }
    }
}

fn inherit(slot: &mut Option<Object>, dictionary: &Dictionary, key: &[u8]) {
    if let Some(value) = dictionary.get(key).filter(|value| !value.is_null()) {
        *slot = Some(value.clone());
    }
}
