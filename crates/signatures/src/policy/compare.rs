//! One save against the state before it, value by value. Only objects that the save wrote can differ, so each of them is
//! compared on its own, once for every use it has; what it refers to by the same reference is compared when its own turn
//! comes.

use assay_pdf::{Dictionary, Object, ObjectId, Value, View};
use rustc_hash::FxHashSet;

use super::alteration::{Alteration, Level, MemberChange};
use super::rules::{self, Rule};
use super::uses::{Use, UseAt, Uses, element_use, member_use};
use super::{annotations, fields, security_store, xmp};
use crate::form::Form;

/// Most pairs of values compared for one save.
const MAX_STEPS: usize = 500_000;
/// Most alterations told of one object.
const MAX_FINDINGS: usize = 200;
/// Deepest nesting compared; the reader cuts direct nesting off at 96.
const MAX_DEPTH: usize = 128;

/// Two neighbouring states and what is known about them.
pub struct Comparison<'c, 'd> {
    pub old: View<'d>,
    pub new: View<'d>,
    pub old_form: &'c Form,
    pub new_form: &'c Form,
    pub old_uses: &'c Uses,
    pub new_uses: &'c Uses,
    findings: Vec<Finding>,
    steps: usize,
    /// Objects of the new state that say what another object in their place said before.
    copies: FxHashSet<u32>,
}

/// One alteration with its gravity and place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub level: Level,
    pub what: Alteration,
    pub page: Option<u32>,
    pub field: Option<String>,
    /// The annotation or widget it is about.
    pub annotation: Option<ObjectId>,
}

static EMPTY: std::sync::LazyLock<Dictionary> = std::sync::LazyLock::new(Dictionary::default);

impl<'c, 'd> Comparison<'c, 'd> {
    pub fn new(
        old: (View<'d>, &'c Form, &'c Uses),
        new: (View<'d>, &'c Form, &'c Uses),
    ) -> Comparison<'c, 'd> {
        Comparison {
            old: old.0,
            new: new.0,
            old_form: old.1,
            new_form: new.1,
            old_uses: old.2,
            new_uses: new.2,
            findings: Vec::new(),
            steps: 0,
            copies: FxHashSet::default(),
        }
    }

    /// Whether a new object is an equal copy of what stood in its place.
    pub fn is_copy(&self, number: u32) -> bool {
        self.copies.contains(&number)
    }

    pub fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings)
    }

    /// Makes room by keeping the gravest: an object with more alterations than a person reads is told by its worst.
    fn crowd_out(&mut self, finding: Finding) {
        let least = self.findings.iter_mut().min_by_key(|known| known.level);
        if let Some(least) = least
            && least.level < finding.level
        {
            *least = finding;
        }
    }

    pub fn find(&mut self, at: &UseAt, level: Level, what: Alteration) {
        self.find_at(at, level, what, None);
    }

    pub fn find_at(
        &mut self,
        at: &UseAt,
        level: Level,
        what: Alteration,
        annotation: Option<ObjectId>,
    ) {
        let finding = Finding {
            level,
            what,
            page: at.page,
            field: at.field.as_deref().map(str::to_string),
            annotation,
        };
        if self.findings.len() >= MAX_FINDINGS {
            self.crowd_out(finding);
        } else if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// Compares the contents of an object both states have under one number.
    pub fn object(&mut self, at: &UseAt, id: ObjectId, old: &Object, new: &Object) {
        if self.same(old, new, 0) {
            return;
        }
        if self.is_font(at.of, old) {
            return self.find(at, Level::Forbidden, Alteration::FontRedefined);
        }
        self.differing(at, Some(id), old, new, 0);
    }

    /// Compares two values; references are followed unless they are the same.
    pub fn values(&mut self, at: &UseAt, old: &Object, new: &Object, depth: usize) {
        if let (Some(a), Some(b)) = (old.as_reference(), new.as_reference())
            && a.number == b.number
        {
            return;
        }
        // Values that lead to each other twice over have more paths than can be walked.
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return self.find(at, Level::Forbidden, Alteration::NotExamined);
        }
        if self.same(old, new, depth) {
            return;
        }
        self.check_planted(at, old, new);
        let (old, new) = (self.old.resolve(old), self.new.resolve(new));
        if depth > MAX_DEPTH {
            self.find(at, Level::Forbidden, Alteration::NotExamined);
        } else {
            let (before, id) = (old.id(), new.id());
            // A filled field's new look may bring a font of its own; the old font still is what it was.
            let brought = at.of == Use::AppearanceResource && before != id;
            if !brought && self.is_font(at.of, &old) {
                return self.find(at, Level::Forbidden, Alteration::FontRedefined);
            }
            self.differing(at, id, &old, &new, depth);
        }
    }

    /// A reference that is new and leads to an object which stood in the file before without any use: the prepared
    /// half of a hide-and-replace attack.
    fn check_planted(&mut self, at: &UseAt, old: &Object, new: &Object) {
        if let Some(target) = new.as_reference()
            && old.as_reference() != Some(target)
            && self.old.indirect(target).is_some()
            && !self.old_uses.is_used(target.number)
            && !self.old_uses.cut
        {
            let what = Alteration::PlantedObjectUsed { object: target };
            self.find(at, Level::Forbidden, what);
        }
    }

    fn differing(
        &mut self,
        at: &UseAt,
        id: Option<ObjectId>,
        old: &Object,
        new: &Object,
        depth: usize,
    ) {
        match at.of {
            Use::Metadata => return self.metadata(at, new),
            Use::FieldList => return fields::lists(self, at, old, new),
            Use::FieldKids => return fields::kids(self, at, old, new),
            Use::AnnotationList => return annotations::lists(self, at, old, new),
            Use::Contents if self.same_contents(old, new) => {
                return self.find(at, Level::BenignHabit, Alteration::ContentsRepacked);
            }
            Use::SignatureValue => {
                let name = at.field.as_deref().unwrap_or_default().to_string();
                return self.find(at, Level::Forbidden, Alteration::SignatureReplaced { name });
            }
            _ => {}
        }
        match (old, new) {
            (Object::Array(a), Object::Array(b)) => self.arrays(at, a, b, depth),
            (Object::Stream(a), Object::Stream(b)) => {
                self.members(at, id, &a.dictionary, &b.dictionary, true, depth);
                let same = a.data.of(self.old.document().bytes())
                    == b.data.of(self.new.document().bytes())
                    || matches!((self.old.decode(a), self.new.decode(b)), (Ok(a), Ok(b)) if a == b);
                if !same {
                    self.whole(at);
                }
            }
            _ => match (dictionary(old), dictionary(new)) {
                (Some(a), Some(b)) => self.members(at, id, a, b, false, depth),
                _ => self.whole(at),
            },
        }
    }

    /// A font or a part of one that is already in use.
    fn is_font(&self, of: Use, old: &Object) -> bool {
        if !matches!(of, Use::FormResource | Use::AppearanceResource) {
            return false;
        }
        let Some(dictionary) = old.as_dictionary() else {
            return false;
        };
        let kind = self.old.get(dictionary, b"Type");
        let is_program = |key: &[u8]| dictionary.contains(key) && old.as_stream().is_some();
        matches!(
            kind.as_name(),
            Some(b"Font" | b"FontDescriptor" | b"Encoding" | b"CMap")
        ) || is_program(b"Length1")
    }

    fn whole(&mut self, at: &UseAt) {
        self.find(at, rules::whole(at.of), Alteration::Value { of: at.of });
    }

    fn arrays(&mut self, at: &UseAt, old: &[Object], new: &[Object], depth: usize) {
        if old.len() != new.len() {
            return self.whole(at);
        }
        for (a, b) in old.iter().zip(new) {
            let of = element_use(&self.new, at.of, b);
            let inner = UseAt { of, ..at.clone() };
            self.values(&inner, a, b, depth + 1);
        }
    }

    fn members(
        &mut self,
        at: &UseAt,
        id: Option<ObjectId>,
        old: &Dictionary,
        new: &Dictionary,
        stream: bool,
        depth: usize,
    ) {
        match at.of {
            Use::SecurityStore => return self.security_store(at, old, new),
            Use::ValidationEntries | Use::ValidationEntry => {
                return self.validation_entries(at, old, new);
            }
            _ => {}
        }
        if at.of == Use::Field {
            return fields::members(self, at, id, old, new, depth);
        }
        for key in changed_keys(old, new) {
            if stream && is_packing(key) {
                continue;
            }
            self.member(at, id, old, new, key, depth);
        }
    }

    /// Applies the rule for one member that may have changed.
    pub fn member(
        &mut self,
        at: &UseAt,
        id: Option<ObjectId>,
        old: &Dictionary,
        new: &Dictionary,
        key: &[u8],
        depth: usize,
    ) {
        let (before, after) = (present(old, key), present(new, key));
        let (a, b) = (
            before.unwrap_or(&Object::NULL),
            after.unwrap_or(&Object::NULL),
        );
        let change = match (before, after) {
            (None, None) => return,
            (None, Some(_)) => MemberChange::Added,
            (Some(_), None) => MemberChange::Removed,
            (Some(_), Some(_)) => MemberChange::Changed,
        };
        if change == MemberChange::Changed && self.same_member(key, a, b, depth) {
            return;
        }
        let holder = if after.is_some() { new } else { old };
        let view = if after.is_some() {
            &self.new
        } else {
            &self.old
        };
        let value = after.or(before).unwrap_or(&Object::NULL);
        let inner = member_use(view, at.of, holder, key, value);
        match rules::rule(at.of, key, change, inner) {
            Rule::Ignore => {}
            Rule::At(level) => {
                self.check_planted(at, a, b);
                let what = if at.of == Use::Annotation {
                    Alteration::AnnotationChanged { key: text(key) }
                } else {
                    Alteration::Member {
                        of: at.of,
                        key: text(key),
                        change,
                    }
                };
                let annotation = id.filter(|_| at.of == Use::Annotation);
                self.find_at(at, level, what, annotation);
            }
            Rule::Follow(of) => {
                if of == Use::Action {
                    return self.action(at, value, change);
                }
                let inner = UseAt { of, ..at.clone() };
                if of == Use::Catalog
                    && let (Some(a), Some(b)) = (a.as_reference(), b.as_reference())
                    && !self.same(&Object::Reference(a), &Object::Reference(b), 0)
                {
                    let what = Alteration::CatalogReplaced { old: a, new: b };
                    self.find(at, Level::Forbidden, what);
                }
                self.values(&inner, a, b, depth + 1);
            }
        }
    }

    /// Equal, or the same reference: then the object it leads to has its own turn. A writer may put the name of a field
    /// into another encoding (7.9.2.2).
    pub fn same_member(&mut self, key: &[u8], a: &Object, b: &Object, depth: usize) -> bool {
        match (a, b) {
            (Object::Reference(a), Object::Reference(b)) => a.number == b.number,
            (Object::String(a), Object::String(b)) if is_text_string(key) => {
                assay_pdf::metadata::text(&a.bytes) == assay_pdf::metadata::text(&b.bytes)
            }
            _ if is_measure(key) && within(a, b, key) => true,
            _ => self.same(a, b, depth),
        }
    }

    fn action(&mut self, at: &UseAt, value: &Object, change: MemberChange) {
        if change == MemberChange::Removed {
            let what = Alteration::Member {
                of: at.of,
                key: "A".into(),
                change,
            };
            return self.find(at, rules::whole(at.of), what);
        }
        for kind in annotations::action_kinds(&self.new, value) {
            let level = annotations::action_level(&kind);
            self.find(at, level, Alteration::ActionAdded { kind });
        }
    }

    fn metadata(&mut self, at: &UseAt, new: &Object) {
        match xmp::fault(&self.new, new) {
            None => self.find(at, Level::LongTermValidation, Alteration::MetadataRewritten),
            Some(why) => self.find(at, Level::Forbidden, Alteration::MetadataNotXmp(why)),
        }
    }

    fn security_store(&mut self, at: &UseAt, old: &Dictionary, new: &Dictionary) {
        let wrong = security_store::check((&self.old, old), (&self.new, new));
        self.tell_security(at, wrong);
    }

    fn tell_security(&mut self, at: &UseAt, wrong: Vec<Alteration>) {
        if wrong.is_empty() {
            self.find(
                at,
                Level::LongTermValidation,
                Alteration::SecurityStoreGrown,
            );
        }
        for what in wrong {
            let level = match what {
                // Validation data proves what it proves; who leaves some out changes nothing of the document.
                Alteration::SecurityStoreShrunk { .. } => Level::BenignHabit,
                _ => Level::Forbidden,
            };
            self.find(at, level, what);
        }
    }

    /// /VRI or an entry of it that is an object of its own.
    fn validation_entries(&mut self, at: &UseAt, old: &Dictionary, new: &Dictionary) {
        let wrong = match at.of {
            Use::ValidationEntry => security_store::entry(&self.new, new),
            _ => security_store::entries((&self.old, old), (&self.new, new)),
        };
        self.tell_security(at, wrong);
    }

    /// Whether two values of a page's /Contents draw by the same operators.
    fn same_contents(&self, old: &Object, new: &Object) -> bool {
        let joined = |view: &View<'_>, value: &Object| -> Option<Vec<u8>> {
            let streams: Vec<Value<'_>> = match value {
                Object::Array(items) => items.iter().map(|item| view.resolve(item)).collect(),
                other => vec![Value::Direct(other)],
            };
            let mut data = Vec::new();
            for stream in &streams {
                data.extend(view.decode(stream.as_stream()?).ok()?);
                data.push(b'\n');
            }
            Some(data)
        };
        let (old, new) = (joined(&self.old, old), joined(&self.new, new));
        old.is_some() && old == new
    }

    /// Whether two values say the same. References with one number count as the same.
    pub fn same(&mut self, a: &Object, b: &Object, depth: usize) -> bool {
        self.steps += 1;
        if depth > MAX_DEPTH || self.steps > MAX_STEPS {
            return false;
        }
        match (a, b) {
            (Object::Reference(x), Object::Reference(y)) if x.number == y.number => true,
            (Object::Reference(_), _) | (_, Object::Reference(_)) => {
                let (before, after) = (self.old.resolve(a), self.new.resolve(b));
                let same = self.same(&before, &after, depth + 8);
                if let (true, Some(copy)) = (same, b.as_reference()) {
                    self.copies.insert(copy.number);
                }
                same
            }
            (Object::Array(x), Object::Array(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.same(x, y, depth + 1))
            }
            (Object::Dictionary(x), Object::Dictionary(y)) => {
                self.same_dictionary(x, y, false, depth)
            }
            (Object::Stream(x), Object::Stream(y)) => {
                self.same_dictionary(&x.dictionary, &y.dictionary, true, depth)
                    && (x.data.of(self.old.document().bytes())
                        == y.data.of(self.new.document().bytes())
                        || matches!((self.old.decode(x), self.new.decode(y)), (Ok(x), Ok(y)) if x == y))
            }
            (Object::String(x), Object::String(y)) => x.bytes == y.bytes,
            _ => match (a.as_number(), b.as_number()) {
                (Some(x), Some(y)) => x == y,
                _ => a == b,
            },
        }
    }

    fn same_dictionary(
        &mut self,
        a: &Dictionary,
        b: &Dictionary,
        stream: bool,
        depth: usize,
    ) -> bool {
        let keys = changed_keys(a, b);
        keys.into_iter().all(|key| {
            stream && is_packing(key)
                || match (present(a, key), present(b, key)) {
                    (Some(x), Some(y)) => {
                        is_measure(key) && within(x, y, key) || self.same(x, y, depth + 1)
                    }
                    (None, None) => true,
                    _ => false,
                }
        })
    }
}

/// A member that is there; null counts as absent (7.3.7).
pub fn present<'o>(dictionary: &'o Dictionary, key: &[u8]) -> Option<&'o Object> {
    dictionary.get(key).filter(|value| !value.is_null())
}

/// The keys of both dictionaries, each once.
pub fn changed_keys<'o>(old: &'o Dictionary, new: &'o Dictionary) -> Vec<&'o [u8]> {
    let mut seen = FxHashSet::default();
    let all = old.iter().chain(new.iter());
    all.map(|(key, _)| key.as_bytes())
        .filter(|key| seen.insert(*key))
        .collect()
}

pub fn text(key: &[u8]) -> String {
    String::from_utf8_lossy(key).into_owned()
}

/// A dictionary, or nothing where there is none.
fn dictionary(object: &Object) -> Option<&Dictionary> {
    match object {
        Object::Dictionary(dictionary) => Some(dictionary),
        Object::Null => Some(&EMPTY),
        _ => None,
    }
}

/// Keys of fields and annotations whose values are text strings (12.5.2, 12.7.4.1).
fn is_text_string(key: &[u8]) -> bool {
    matches!(key, b"T" | b"TU" | b"TM" | b"NM")
}

/// Keys of places and sizes: some writers put them down with fewer digits than they read.
fn is_measure(key: &[u8]) -> bool {
    matches!(key, b"Rect" | b"BBox" | b"Matrix")
}

/// Whether two lists of numbers are one, to a hundredth of a point; factors of a matrix work on hundreds of points.
fn within(a: &Object, b: &Object, key: &[u8]) -> bool {
    let (Some(a), Some(b)) = (a.as_array(), b.as_array()) else {
        return false;
    };
    let most = |index: usize| match key {
        b"Matrix" if index < 4 => 0.000_02,
        _ => 0.01,
    };
    let near = |(index, (a, b)): (usize, (&Object, &Object))| match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => (a - b).abs() <= most(index),
        _ => false,
    };
    a.len() == b.len() && a.iter().zip(b).enumerate().all(near)
}

/// Keys that tell how a stream is packed, not what it holds.
fn is_packing(key: &[u8]) -> bool {
    matches!(key, b"Length" | b"Filter" | b"DecodeParms" | b"DL")
}
