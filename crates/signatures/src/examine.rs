//! Every signature of a document, examined in the order of the bytes they cover.

use std::cell::RefCell;
use std::rc::Rc;

use assay_pdf::{Dictionary, Document, Object, ObjectId, Span, View};
use rustc_hash::FxHashMap;

use crate::byte_range::{ByteRange, RangeViolation, check_save, check_site};
use crate::cases::{Case, cases, contents, cross_check};
use crate::chain::Trust;
use crate::cms::{self, CmsError, Outcome, Signed, SubFilter, Trailing};
use crate::judge;
use crate::policy::{History, Level, Restrictions, TailFault, against_signed, unexplained};
use crate::report::{
    Coverage, HistoryFault, Kind, LaterChanges, PermissionCheck, SignatureReport, Stated, Violation,
};
use crate::signature::{Anchor, PermissionKey, Place, Sighting, in_view};
use crate::store::Store;

/// Most later saves compared for one signature.
const MAX_LATER_SAVES: usize = 512;

/// Examines every signature. `trust` names the roots that count.
pub fn examine(document: &Document<'_>, trust: &Trust) -> Vec<SignatureReport> {
    let mut cases = cases(document);
    cross_check(&mut cases);
    let store = Store::read(&document.latest());
    let history = History::new(document);
    let prefixes = Prefixes::new(document);
    let shown = in_view(&document.latest());
    let mut reports: Vec<SignatureReport> = Vec::new();
    for case in cases {
        reports.push(case.examine(document, &history, &prefixes, &store, &shown));
    }
    judge::judge(&mut reports, &store.certificates, &store.evidence, trust);
    reports
}

/// Documents opened from nothing but the first bytes of the file.
struct Prefixes<'d, 'a> {
    document: &'d Document<'a>,
    opened: RefCell<FxHashMap<usize, Option<Rc<Document<'a>>>>>,
}

impl<'d, 'a> Prefixes<'d, 'a> {
    fn new(document: &'d Document<'a>) -> Prefixes<'d, 'a> {
        Prefixes {
            document,
            opened: RefCell::default(),
        }
    }

    fn open(&self, end: usize) -> Option<Rc<Document<'a>>> {
        if let Some(known) = self.opened.borrow().get(&end) {
            return known.clone();
        }
        let opened = self.document.open_prefix(end).ok().map(Rc::new);
        self.opened.borrow_mut().insert(end, opened.clone());
        opened
    }
}

impl Case {
    fn examine(
        self,
        document: &Document<'_>,
        history: &History<'_>,
        prefixes: &Prefixes<'_, '_>,
        store: &Store,
        shown: &[Sighting],
    ) -> SignatureReport {
        let mut violations = self.violations.clone();
        let original = self.original().clone();
        self.check_place(document, &original, &mut violations);
        let own = self.range.and_then(|range| prefixes.open(range.end()));
        let own_view = own.as_ref().map(|own| own.latest());
        let signed = signed_save(document, own.as_deref());
        if let Some(range) = &self.range {
            let shown = signed.is_ok_and(|signed| self.is_seen_by(signed));
            check_own(own.as_deref(), range, &original, shown, &mut violations);
        }
        let current = self.current(shown);
        self.check_fields(signed.ok(), &mut violations);
        self.check_current(document, &original, current, &mut violations);
        let sub_filter = sub_filter(&original.dictionary);
        let value = self.value(document, &original, &sub_filter, store);
        if let Some(Ok(outcome)) = &value
            && let Trailing::Data { first, count } = outcome.trailing
        {
            // Two digits an octet, behind the opening bracket.
            let begin = self.range.map_or(0, |range| range.gap().start + 1);
            let first = begin.saturating_add(first.saturating_mul(2));
            violations.push(RangeViolation::UnsignedPadding { first, count });
        }
        let view = own_view.unwrap_or_else(|| document.at(original.revision));
        let field = original.field_dictionary.as_ref();
        let mut restrictions = Restrictions::read(&view, &original.dictionary, field);
        let by_catalog = Anchor::Permissions(PermissionKey::DocMdp);
        restrictions.named_by_catalog = self.sightings().any(|one| one.anchor == by_catalog);
        let mut later = self.later(document, history, own.as_deref(), signed);
        later.unlisted = unlisted(document, &later.unexplained);
        let unused_pages = match signed {
            Ok(signed) => history.unused_pages(signed),
            Err(_) => Vec::new(),
        };
        let permission = check_permission(&restrictions, &later);
        let stated = Stated::read(&view, &original.dictionary);
        SignatureReport {
            kind: kind(&original, &sub_filter, &restrictions),
            coverage: self.coverage(document, &violations),
            field: original.field,
            anchor: original.anchor,
            page: original.page,
            area: original.area,
            visible: original.visible,
            object: original.object,
            span: original.place.object(),
            revision: original.revision,
            shown: current.is_some(),
            sub_filter,
            stated,
            range: self.range,
            violations,
            value,
            later,
            unused_pages,
            permission,
            restrictions,
            ..judge::blank()
        }
    }

    /// Whether save `signed`, or one before it, shows the signature where it stands.
    fn is_seen_by(&self, signed: usize) -> bool {
        let place = &self.original().place;
        self.sightings()
            .any(|sighting| sighting.revision <= signed && sighting.place == *place)
    }

    /// R2 and R3 at the place where the dictionary stands.
    fn check_place(
        &self,
        document: &Document<'_>,
        original: &Sighting,
        violations: &mut Vec<RangeViolation>,
    ) {
        match (&original.place, &self.range) {
            (Place::Compressed(_), _) => violations.push(RangeViolation::Compressed),
            (Place::Hidden(object), _) => {
                violations.push(RangeViolation::NotLocated { object: *object });
            }
            (Place::Found(site), Some(range)) => {
                check_site(document.bytes(), range, site, violations);
            }
            (Place::Found(site), None) => {
                if !site.entries.iter().any(|entry| entry.key == b"Contents") {
                    violations.push(RangeViolation::ContentsMissing);
                }
            }
        }
    }

    /// The sighting of this signature in the file as it stands.
    fn current<'s>(&self, shown: &'s [Sighting]) -> Option<&'s Sighting> {
        let original = self.original();
        shown.iter().find(|sighting| {
            sighting.anchor == original.anchor
                && (self.sightings().any(|own| own.place == sighting.place)
                    || contents(&sighting.dictionary) == contents(&original.dictionary))
        })
    }

    /// R6 within the case. `signed`: the save whose state the signed bytes are.
    fn check_fields(&self, signed: Option<usize>, violations: &mut Vec<RangeViolation>) {
        let fields = || self.sightings().filter(|sighting| sighting.field.is_some());
        let mut names: Vec<&str> = fields()
            .filter_map(|sighting| sighting.field.as_deref())
            .collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < 2 {
            return;
        }
        let names = names.join(", ");
        let is_signed = |sighting: &Sighting| signed.is_some_and(|save| sighting.revision <= save);
        violations.push(match fields().all(is_signed) {
            true => RangeViolation::SignedInSeveralFields { names },
            false => RangeViolation::SeveralFields { names },
        });
    }

    /// R7: what the file shows now must be what was signed.
    fn check_current(
        &self,
        document: &Document<'_>,
        original: &Sighting,
        current: Option<&Sighting>,
        violations: &mut Vec<RangeViolation>,
    ) {
        let others = self.sightings().chain(current);
        let mut keys: Vec<String> = others
            .filter(|other| other.place != original.place)
            .flat_map(|other| differing_keys(document, original, other))
            .collect();
        keys.sort();
        keys.dedup();
        if !keys.is_empty() {
            let keys = keys.join(", ");
            violations.push(RangeViolation::Overridden { keys });
        }
    }

    fn value(
        &self,
        document: &Document<'_>,
        original: &Sighting,
        sub_filter: &SubFilter,
        store: &Store,
    ) -> Option<Result<Outcome, CmsError>> {
        let contents = contents(&original.dictionary)?;
        let range = self.range.as_ref()?;
        let view = document.at(original.revision);
        let certificates = match &*view.get(&original.dictionary, b"Cert") {
            Object::String(one) => vec![one.bytes.to_vec()],
            Object::Array(several) => several
                .iter()
                .take(16)
                .filter_map(|one| Some(view.resolve(one).as_string()?.to_vec()))
                .collect(),
            _ => Vec::new(),
        };
        Some(cms::examine(&Signed {
            contents,
            sub_filter: sub_filter.clone(),
            ranges: &range.parts(document.bytes()),
            certificate_entry: &certificates,
            pool: &store.certificates,
        }))
    }

    fn coverage(&self, document: &Document<'_>, violations: &[RangeViolation]) -> Coverage {
        let Some(range) = &self.range else {
            return Coverage::Nothing;
        };
        if violations.iter().any(RangeViolation::is_fatal) {
            return Coverage::Partial;
        }
        let bytes = document.bytes();
        let rest = Span::new(range.end(), bytes.len()).of(bytes);
        let line_ends = rest.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
        match rest.len() {
            0..=4 if line_ends => Coverage::WholeFile,
            after => Coverage::WholeSave { after },
        }
    }

    /// What came after, save by save (R5).
    fn later(
        &self,
        document: &Document<'_>,
        history: &History<'_>,
        own: Option<&Document<'_>>,
        signed: Result<usize, HistoryFault>,
    ) -> LaterChanges {
        let mut later = LaterChanges::default();
        let Some(range) = &self.range else {
            return later;
        };
        let from = range.end();
        let signed = match signed {
            Ok(signed) => signed,
            Err(fault) => {
                self.later_unknown(document, own, fault, &mut later);
                return later;
            }
        };
        later.unexplained = unexplained(document, from, signed);
        let saves = signed + 1..document.revisions().len();
        if saves.len() > MAX_LATER_SAVES {
            later.fault = Some(HistoryFault::TooManySaves);
        }
        for revision in saves.take(MAX_LATER_SAVES) {
            later.saves.push(history.save(revision));
        }
        let worst = later.saves.iter().map(|save| save.level).max();
        later.level = match () {
            () if later.fault.is_some() || later.unexplained.iter().any(TailFault::is_read) => {
                Some(Level::Unexplained)
            }
            () => worst,
        };
        later
    }
}

impl Case {
    /// What came after cannot be told save by save: everything behind is unexplained, and what a repairing reader shows
    /// is compared with what was signed.
    fn later_unknown(
        &self,
        document: &Document<'_>,
        own: Option<&Document<'_>>,
        fault: HistoryFault,
        later: &mut LaterChanges,
    ) {
        let from = self.range.map_or(0, |range| range.end());
        let rest = Span::new(from, document.bytes().len());
        let is_space = |byte: &u8| matches!(byte, 0 | 9 | 10 | 12 | 13 | 32);
        if rest.of(document.bytes()).iter().all(is_space) {
            return;
        }
        later.fault = Some(fault);
        later.level = Some(Level::Unexplained);
        later.unexplained.push(TailFault::Unlisted(rest));
        if let Some(own) = own {
            later.saves.push(Rc::new(against_signed(own, document)));
        }
    }
}

/// Checks the signed bytes as a document, and that the signature is part of it (R3, R4, R9). `shown`: the signed bytes
/// are a save of the file, and that save shows the signature.
fn check_own(
    own: Option<&Document<'_>>,
    range: &ByteRange,
    original: &Sighting,
    shown: bool,
    violations: &mut Vec<RangeViolation>,
) {
    let Some(own) = own else {
        violations.push(RangeViolation::NotADocument);
        return;
    };
    check_save(own, range, violations);
    if shown || own.is_rebuilt() || original.anchor == Anchor::Loose {
        return;
    }
    let mut inside = in_view(&own.latest()).into_iter();
    if !inside.any(|sighting| sighting.place == original.place) {
        violations.push(RangeViolation::NotReachable);
    }
}

/// The objects that stand in unexplained bytes.
fn unlisted(document: &Document<'_>, faults: &[TailFault]) -> Vec<ObjectId> {
    if faults.is_empty() {
        return Vec::new();
    }
    let within = |span: Span| {
        let mut faults = faults.iter().map(TailFault::span);
        faults.any(|fault| fault.start <= span.start && span.end <= fault.end)
    };
    let scanned = document.scanned_objects().iter();
    let found = scanned.filter(|found| within(found.span));
    found.map(|found| found.id).take(64).collect()
}

/// The index of the save of `document` whose state the signed bytes are.
fn signed_save(document: &Document<'_>, own: Option<&Document<'_>>) -> Result<usize, HistoryFault> {
    let own = own.ok_or(HistoryFault::SignedBytesUnreadable)?;
    match (own.is_rebuilt(), document.is_rebuilt()) {
        (true, _) => return Err(HistoryFault::SignedBytesUnreadable),
        (false, true) => return Err(HistoryFault::FileNeedsRepair),
        (false, false) => {}
    }
    let sections = |document: &Document<'_>, index: usize| -> Option<Vec<Span>> {
        let save = document.revisions().get(index)?;
        Some(save.sections.iter().map(|section| section.span).collect())
    };
    let last = own.revisions().len().saturating_sub(1);
    let same = (0..=last).all(|index| sections(own, index) == sections(document, index));
    match same {
        true => Ok(last),
        false => Err(HistoryFault::SignedStateLost),
    }
}

/// Keys whose values differ between two places of one signature.
fn differing_keys(document: &Document<'_>, one: &Sighting, other: &Sighting) -> Vec<String> {
    let (a, b) = (document.at(one.revision), document.at(other.revision));
    let mut keys: Vec<&[u8]> = one
        .dictionary
        .iter()
        .chain(other.dictionary.iter())
        .map(|(key, _)| key.as_bytes())
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys.into_iter()
        .filter(|key| !same_value(&a.get(&one.dictionary, key), &b.get(&other.dictionary, key)))
        .map(|key| format!("/{}", String::from_utf8_lossy(key)))
        .collect()
}

/// Equal as values: how a string is written does not count.
fn same_value(a: &Object, b: &Object) -> bool {
    match (a, b) {
        (Object::String(a), Object::String(b)) => a.bytes == b.bytes,
        (Object::Array(a), Object::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        (Object::Dictionary(a), Object::Dictionary(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, value)| {
                    b.get(key.as_bytes())
                        .is_some_and(|other| same_value(value, other))
                })
        }
        _ => a == b,
    }
}

fn sub_filter(dictionary: &Dictionary) -> SubFilter {
    match dictionary.get(b"SubFilter").and_then(Object::as_name) {
        Some(name) => SubFilter::from_name(name),
        None => SubFilter::Absent,
    }
}

fn kind(original: &Sighting, sub_filter: &SubFilter, restrictions: &Restrictions) -> Kind {
    let typed = original.dictionary.get(b"Type").and_then(Object::as_name);
    match (original.anchor, restrictions.permission) {
        (Anchor::Permissions(PermissionKey::UsageRights), _) => Kind::UsageRights,
        _ if *sub_filter == SubFilter::Rfc3161 || typed == Some(b"DocTimeStamp") => {
            Kind::DocumentTimestamp
        }
        (_, Some((permission, _))) if restrictions.certifies => Kind::Certification(permission),
        _ => Kind::Approval,
    }
}

fn check_permission(restrictions: &Restrictions, later: &LaterChanges) -> PermissionCheck {
    let mut violations = Vec::new();
    for save in &later.saves {
        for (object, finding) in restrictions.violations(save) {
            violations.push(Violation {
                revision: save.revision,
                object,
                finding: finding.clone(),
            });
        }
    }
    match (violations.is_empty(), restrictions.states_any()) {
        (false, _) => PermissionCheck::Violated(violations),
        (true, true) => PermissionCheck::Respected,
        (true, false) => PermissionCheck::NoneStated,
    }
}

impl Stated {
    fn read(view: &View<'_>, dictionary: &Dictionary) -> Stated {
        let text = |key: &[u8]| {
            let value = view.get(dictionary, key);
            value.as_string().map(assay_pdf::metadata::text)
        };
        Stated {
            name: text(b"Name"),
            reason: text(b"Reason"),
            location: text(b"Location"),
            date: text(b"M"),
        }
    }
}
