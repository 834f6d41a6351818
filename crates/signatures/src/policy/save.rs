//! One later save: what it wrote, what that is for, how far it goes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use assay_pdf::syntax::xref::Entry;
use assay_pdf::{Document, Location, Object, ObjectId, Span, View};
use rustc_hash::FxHashMap;

use super::alteration::{Alteration, Level};
use super::annotations::{action_kinds, action_level};
use super::compare::{Comparison, Finding};
use super::filled::Contradiction;
use super::overlay::{self, Overlay};
use super::rules;
use super::uses::{Use, UseAt, Uses};
use crate::form::Form;

/// Most objects of one save that are listed; all are graded.
const MAX_LISTED: usize = 500;

/// One save, graded against the state before it.
#[derive(Debug, Clone, PartialEq)]
pub struct LaterSave {
    /// Index of the save.
    pub revision: usize,
    /// The bytes it appended.
    pub span: Span,
    pub level: Level,
    /// What it wrote or freed, gravest first; objects written again as they were are left out.
    pub changes: Vec<Change>,
    /// What it laid over text of the page.
    pub overlays: Vec<Overlay>,
    /// Fields it filled with one value and another appearance.
    pub contradictions: Vec<Contradiction>,
}

impl LaterSave {
    /// A save that there was no more work left to look at.
    fn not_examined(revision: usize, span: Span) -> LaterSave {
        let finding = Finding {
            level: Level::Unexplained,
            what: Alteration::NotExamined,
            page: None,
            field: None,
            annotation: None,
        };
        LaterSave {
            revision,
            span,
            level: Level::Unexplained,
            changes: vec![Change {
                object: None,
                kind: ChangeKind::Replaced,
                span: Some(span),
                before: None,
                uses: Vec::new(),
                level: Level::Unexplained,
                findings: vec![finding],
            }],
            overlays: Vec::new(),
            contradictions: Vec::new(),
        }
    }
}

/// One object of a save.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// `None`: the trailer, or the save as a whole.
    pub object: Option<ObjectId>,
    pub kind: ChangeKind,
    /// Where the new version stands, and where the old one.
    pub span: Option<Span>,
    pub before: Option<Span>,
    pub uses: Vec<Use>,
    pub level: Level,
    pub findings: Vec<Finding>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    Added,
    Replaced,
    Freed,
}

/// Steps of all walks over the states of one file: some dozens of saves of the largest documents, hundreds of usual ones,
/// and an end to a file made of saves.
const MAX_STEPS: usize = 1_500_000;

/// The states of a document, each read once.
#[derive(Debug)]
pub struct History<'d> {
    document: &'d Document<'d>,
    steps: Cell<usize>,
    /// Pages that may still be looked at for what was laid over them.
    pages: Cell<usize>,
    /// Only neighbours are kept: a state of a large document is large.
    states: RefCell<FxHashMap<usize, Rc<State>>>,
    unused: RefCell<FxHashMap<usize, Vec<ObjectId>>>,
    saves: RefCell<FxHashMap<usize, Rc<LaterSave>>>,
}

#[derive(Debug)]
struct State {
    form: Form,
    uses: Uses,
}

impl<'d> History<'d> {
    pub fn new(document: &'d Document<'d>) -> History<'d> {
        History {
            document,
            steps: Cell::new(MAX_STEPS),
            pages: Cell::new(overlay::MAX_PAGES),
            states: RefCell::default(),
            unused: RefCell::default(),
            saves: RefCell::default(),
        }
    }

    fn state(&self, revision: usize) -> Rc<State> {
        if let Some(known) = self.states.borrow().get(&revision) {
            return Rc::clone(known);
        }
        let view = self.document.at(revision);
        let form = Form::read(&view);
        let uses = Uses::read(&view, &form, self.steps.get());
        let spent = uses.steps + form.visits;
        self.steps.set(self.steps.get().saturating_sub(spent));
        let unused = self.read_unused(revision, &uses);
        self.unused.borrow_mut().insert(revision, unused);
        let state = Rc::new(State { form, uses });
        let mut states = self.states.borrow_mut();
        states.retain(|known, _| known.abs_diff(revision) <= 1);
        states.insert(revision, Rc::clone(&state));
        state
    }

    /// Catalogs, page trees and pages that stand unused in the state after save `revision`: a second document behind the
    /// one that is shown, or what deleting pages left.
    pub fn unused_pages(&self, revision: usize) -> Vec<ObjectId> {
        let known = self.unused.borrow().get(&revision).cloned();
        known.unwrap_or_else(|| {
            self.state(revision);
            let unused = self.unused.borrow();
            unused.get(&revision).cloned().unwrap_or_default()
        })
    }

    fn read_unused(&self, revision: usize, uses: &Uses) -> Vec<ObjectId> {
        if uses.cut {
            return Vec::new();
        }
        let view = self.document.at(revision);
        let numbers = self.document.numbers_at(revision).into_iter();
        numbers
            .filter(|number| !uses.is_used(*number))
            .filter_map(|number| {
                let indirect = view.indirect(ObjectId::new(number, 0))?;
                let kind = view.get(indirect.object.as_dictionary()?, b"Type");
                let kind = kind.as_name().unwrap_or_default();
                matches!(kind, b"Catalog" | b"Pages" | b"Page").then_some(indirect.id)
            })
            .take(MAX_LISTED)
            .collect()
    }

    /// Grades save `revision` against the one before it.
    pub fn save(&self, revision: usize) -> Rc<LaterSave> {
        if let Some(known) = self.saves.borrow().get(&revision) {
            return Rc::clone(known);
        }
        let graded = Rc::new(self.grade(revision));
        self.saves.borrow_mut().insert(revision, Rc::clone(&graded));
        graded
    }

    fn grade(&self, revision: usize) -> LaterSave {
        let previous = revision.saturating_sub(1);
        let (old, new) = (self.document.at(previous), self.document.at(revision));
        let end_of = |index: usize| {
            let save = self.document.revisions().get(index);
            save.map_or(self.document.bytes().len(), |save| save.end)
        };
        let span = Span::new(end_of(previous), end_of(revision));
        if self.steps.get() == 0 {
            return LaterSave::not_examined(revision, span);
        }
        let (before, after) = (self.state(previous), self.state(revision));
        let mut written = Vec::new();
        for (number, entry) in self.document.written_in(revision) {
            written.push((number, matches!(entry, Entry::Free { .. })));
        }
        let comparison = Comparison::new(
            (old, &before.form, &before.uses),
            (new, &after.form, &after.uses),
        );
        grade(comparison, &written, revision, span, &self.pages)
    }
}

/// Grades a whole file against a signed state that is none of its saves: what a reader that repairs the file shows,
/// against what was signed.
pub fn against_signed(own: &Document<'_>, document: &Document<'_>) -> LaterSave {
    let (old, new) = (own.latest(), document.latest());
    let (old_form, new_form) = (Form::read(&old), Form::read(&new));
    let old_uses = Uses::read(&old, &old_form, MAX_STEPS);
    let new_uses = Uses::read(&new, &new_form, MAX_STEPS);
    let numbers = |document: &Document<'_>| document.numbers_at(usize::MAX);
    let mut written: Vec<(u32, bool)> = Vec::new();
    let now = numbers(document);
    written.extend(now.iter().map(|number| (*number, false)));
    let gone = numbers(own).into_iter();
    written.extend(
        gone.filter(|number| now.binary_search(number).is_err())
            .map(|n| (n, true)),
    );
    let comparison = Comparison::new((old, &old_form, &old_uses), (new, &new_form, &new_uses));
    let span = Span::new(own.bytes().len(), document.bytes().len());
    let last = document.revisions().len().saturating_sub(1);
    let pages = Cell::new(overlay::MAX_PAGES);
    let mut save = grade(comparison, &written, last, span, &pages);
    save.level = Level::Unexplained;
    save
}

/// `written`: object numbers, and whether each was freed.
fn grade(
    comparison: Comparison<'_, '_>,
    written: &[(u32, bool)],
    revision: usize,
    span: Span,
    pages: &Cell<usize>,
) -> LaterSave {
    let (old, new) = (comparison.old, comparison.new);
    let mut grading = Grading {
        signed_end: span.start,
        comparison,
        changes: Vec::new(),
    };
    grading.trailer();
    grading.objects(written);
    grading.form_problems();
    grading.cut();
    let (old_form, new_form) = (grading.comparison.old_form, grading.comparison.new_form);
    let mut changes = grading.changes;
    let sight = overlay::find((&old, old_form), (&new, new_form), &changes, pages);
    changes.sort_by_key(|change| std::cmp::Reverse(change.level));
    let level = changes.iter().map(|change| change.level).max();
    changes.truncate(MAX_LISTED);
    LaterSave {
        revision,
        span,
        level: level.unwrap_or(Level::None),
        changes,
        overlays: sight.overlays,
        contradictions: sight.contradictions,
    }
}

struct Grading<'c, 'd> {
    /// Where the bytes of the state before end.
    signed_end: usize,
    comparison: Comparison<'c, 'd>,
    changes: Vec<Change>,
}

impl Grading<'_, '_> {
    fn trailer(&mut self) {
        let at = UseAt {
            of: Use::Trailer,
            page: None,
            field: None,
        };
        let old = Object::Dictionary(self.comparison.old.trailer().clone());
        let new = Object::Dictionary(self.comparison.new.trailer().clone());
        self.comparison.values(&at, &old, &new, 0);
        self.close(None, ChangeKind::Replaced, None, None, vec![Use::Trailer]);
    }

    fn form_problems(&mut self) {
        let at = UseAt {
            of: Use::Form,
            page: None,
            field: None,
        };
        let known = &self.comparison.old_form.problems;
        let new = self.comparison.new_form.problems.iter();
        let new: Vec<_> = new
            .filter(|problem| !known.contains(problem))
            .cloned()
            .collect();
        for problem in new {
            let what = Alteration::FormBroken(problem);
            self.comparison.find(&at, Level::Forbidden, what);
        }
        self.close(None, ChangeKind::Replaced, None, None, vec![Use::Form]);
    }

    /// Says so when a state was too large to be walked to its end.
    fn cut(&mut self) {
        if self.comparison.old_uses.cut || self.comparison.new_uses.cut {
            let at = UseAt {
                of: Use::Other,
                page: None,
                field: None,
            };
            self.comparison
                .find(&at, Level::Unexplained, Alteration::NotExamined);
            self.close(None, ChangeKind::Replaced, None, None, Vec::new());
        }
    }

    fn objects(&mut self, written: &[(u32, bool)]) {
        let place =
            |view: &View<'_>, number: u32| view.document().location(number, view.revision());
        // New objects come last: some are equal copies of what stood in their place, which is known once the objects
        // that lead to them were compared.
        let id = |number: u32| ObjectId::new(number, 0);
        let is_new = |number: &u32| self.comparison.old.indirect(id(*number)).is_none();
        let (added, replaced): (Vec<_>, Vec<_>) =
            written.iter().partition(|(number, _)| is_new(number));
        for (number, freed) in replaced.into_iter().chain(added) {
            let was = place(&self.comparison.old, number);
            let is = place(&self.comparison.new, number);
            // Some writers list every object again, where it stands.
            if number == 0 || was == is {
                continue;
            }
            match freed {
                true => self.freed(number),
                false => self.written(number, is),
            }
        }
    }

    fn freed(&mut self, number: u32) {
        let id = ObjectId::new(number, 0);
        let Some(before) = self.comparison.old.indirect(id) else {
            return;
        };
        let used = self.comparison.new_uses.is_dangling(number);
        let level = match used {
            true => Level::Forbidden,
            false => Level::BenignHabit,
        };
        let at = self.first_use(number);
        let what = Alteration::ObjectFreed { used };
        self.comparison.find(&at, level, what);
        let uses = kinds(self.comparison.old_uses.of(number));
        self.close(
            Some(before.id),
            ChangeKind::Freed,
            None,
            Some(before.span),
            uses,
        );
    }

    /// The entry leads to nothing, or to another object: readers show nothing, or repair the file each in its own way.
    fn lost(&mut self, number: u32, before: Option<(ObjectId, Span)>, location: Option<Location>) {
        self.points_back(location);
        if before.is_some() && self.comparison.new_uses.is_dangling(number) {
            let at = self.first_use(number);
            self.comparison
                .find(&at, Level::Forbidden, Alteration::ObjectLost);
        }
        let uses = kinds(self.comparison.old_uses.of(number));
        let (id, span) = before.unzip();
        let id = id.unwrap_or(ObjectId::new(number, 0));
        self.close(Some(id), ChangeKind::Replaced, None, span, uses);
    }

    fn first_use(&self, number: u32) -> UseAt {
        let old = self.comparison.old_uses.of(number).iter();
        let mut all = old.chain(self.comparison.new_uses.of(number));
        all.next().cloned().unwrap_or(UseAt {
            of: Use::Other,
            page: None,
            field: None,
        })
    }

    fn written(&mut self, number: u32, location: Option<Location>) {
        let id = ObjectId::new(number, 0);
        let (before, after) = (
            self.comparison.old.indirect(id),
            self.comparison.new.indirect(id),
        );
        let Some(after) = after else {
            return self.lost(
                number,
                before.map(|before| (before.id, before.span)),
                location,
            );
        };
        let container = |object: &Object| {
            let kind = object.as_dictionary().and_then(|d| d.get(b"Type"));
            let is = |name: &[u8]| kind.is_some_and(|kind| kind.is_name(name));
            object.as_stream().is_some() && (is(b"ObjStm") || is(b"XRef"))
        };
        let before_was_container = before
            .as_ref()
            .is_some_and(|before| container(&before.object));
        if container(&after.object) && before.is_none() {
            return;
        }
        if before_was_container {
            let at = self.first_use(number);
            self.comparison
                .find(&at, Level::Forbidden, Alteration::ContainerReplaced);
        }
        let mut ways: Vec<UseAt> = self.comparison.new_uses.of(number).to_vec();
        match &before {
            Some(before) => {
                for at in self.comparison.old_uses.of(number) {
                    if !ways.contains(at) {
                        ways.push(at.clone());
                    }
                }
                for at in &ways {
                    self.comparison
                        .object(at, after.id, &before.object, &after.object);
                }
            }
            None => {
                for at in &ways {
                    self.added(at, after.id, &after.object);
                }
            }
        }
        let same = before
            .as_ref()
            .is_some_and(|before| self.comparison.same(&before.object, &after.object, 0));
        if !same {
            self.points_back(location);
            if ways.is_empty() {
                let at = self.first_use(number);
                self.comparison
                    .find(&at, Level::BenignHabit, Alteration::Unreferenced);
            }
        }
        self.leads_elsewhere(number, location);
        let kind = match before {
            Some(_) => ChangeKind::Replaced,
            None => ChangeKind::Added,
        };
        let span = before.as_ref().map(|before| before.span);
        self.close(Some(after.id), kind, Some(after.span), span, kinds(&ways));
    }

    fn added(&mut self, at: &UseAt, id: ObjectId, object: &Object) {
        if self.comparison.is_copy(id.number) {
            return;
        }
        if at.of == Use::Action {
            for kind in action_kinds(&self.comparison.new, object) {
                let level = action_level(&kind);
                let what = Alteration::ActionAdded { kind };
                self.comparison.find_at(at, level, what, Some(id));
            }
            return;
        }
        let what = Alteration::Added { of: at.of };
        self.comparison.find(at, rules::added(at.of), what);
    }

    /// An entry of this save under which another object stands: some readers show that one, others mend the entry.
    fn leads_elsewhere(&mut self, number: u32, location: Option<Location>) {
        let Some(Location::Offset(offset)) = location else {
            return;
        };
        let new = self.comparison.new;
        let there = new.document().parse_indirect(offset, new.revision());
        if there.is_some_and(|there| there.id.number != number) {
            let at = self.first_use(number);
            self.comparison.find(
                &at,
                Level::Forbidden,
                Alteration::EntryPointsBack { offset },
            );
        }
    }

    /// An entry of this save that leads to bytes of an earlier one: what stands there was signed as something else, or
    /// was prepared and never listed.
    fn points_back(&mut self, location: Option<Location>) {
        let offset = match location {
            Some(Location::Offset(offset)) => offset,
            Some(Location::InObjectStream { container, .. }) => container,
            None => return,
        };
        if offset < self.signed_end {
            let at = UseAt {
                of: Use::Other,
                page: None,
                field: None,
            };
            let what = Alteration::EntryPointsBack { offset };
            self.comparison.find(&at, Level::Forbidden, what);
        }
    }

    /// Turns the findings since the last call into one change.
    fn close(
        &mut self,
        object: Option<ObjectId>,
        kind: ChangeKind,
        span: Option<Span>,
        before: Option<Span>,
        uses: Vec<Use>,
    ) {
        let findings = self.comparison.take_findings();
        let Some(level) = findings.iter().map(|finding| finding.level).max() else {
            return;
        };
        self.changes.push(Change {
            object,
            kind,
            span,
            before,
            uses,
            level,
            findings,
        });
    }
}

fn kinds(ways: &[UseAt]) -> Vec<Use> {
    let mut kinds: Vec<Use> = ways.iter().map(|at| at.of).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}
