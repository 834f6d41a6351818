//! Every signature of a document, examined in the order of the bytes they cover.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use assay_pdf::{Dictionary, Document, Object, Span, View};
use rustc_hash::FxHashMap;

use crate::byte_range::{self, ByteRange, RangeViolation, check_save, check_site};
use crate::certificate::Certificate;
use crate::chain::{Evidence, Trust};
use crate::cms::{self, CmsError, Outcome, Signed, SubFilter, Trailing};
use crate::judge;
use crate::policy::{History, Level, Restrictions, unexplained};
use crate::report::{
    Coverage, HistoryFault, Kind, LaterChanges, PermissionCheck, SignatureReport, Stated, Violation,
};
use crate::signature::{
    Anchor, MAX_SIGNATURES, PermissionKey, Place, Sighting, in_view, sightings,
};

/// Most later saves compared for one signature.
const MAX_LATER_SAVES: usize = 512;
/// Most pieces of validation data read from the security store.
const MAX_STORE: usize = 256;

/// Examines every signature. `trust` names the roots that count.
pub fn examine(document: &Document<'_>, trust: &Trust) -> Vec<SignatureReport> {
    let mut cases = cases(document);
    cross_check(&mut cases);
    let store = Store::read(&document.latest());
    let history = History::new(document);
    let prefixes = Prefixes::new(document.bytes());
    let shown = in_view(&document.latest());
    let mut reports: Vec<SignatureReport> = Vec::new();
    for case in cases {
        reports.push(case.examine(document, &history, &prefixes, &store, &shown));
    }
    judge::judge(&mut reports, &store.certificates, &store.evidence, trust);
    reports
}

/// One signature: all places where one value with one range is shown.
struct Case {
    range: Option<ByteRange>,
    violations: Vec<RangeViolation>,
    sightings: Vec<Sighting>,
}

impl Case {
    /// The dictionary that stands inside its own signed bytes, else the first that was met.
    fn original(&self) -> &Sighting {
        let inside = |sighting: &&Sighting| {
            let range = self.range.as_ref();
            range.is_some_and(|range| sighting.place.object().end <= range.end())
        };
        let fields = |sighting: &&Sighting| sighting.anchor == Anchor::Field && inside(sighting);
        let mut all = self.sightings.iter();
        let found = all.find(fields).or(self.sightings.iter().find(inside));
        // A case is made from a sighting, so that there is a first one.
        found.unwrap_or(&self.sightings[0])
    }

    fn name(&self) -> String {
        let original = self.original();
        match (&original.field, original.object) {
            (Some(field), _) => format!("\"{field}\""),
            (None, Some(id)) => format!("object {id}"),
            (None, None) => "a signature without a field".into(),
        }
    }
}

fn contents(dictionary: &Dictionary) -> Option<&[u8]> {
    dictionary.get(b"Contents").and_then(Object::as_string)
}

/// Groups sightings: one value over one range is one signature, wherever it is shown.
fn cases(document: &Document<'_>) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for sighting in sightings(document) {
        let mut violations = Vec::new();
        let value = sighting.dictionary.get(b"ByteRange");
        let range = byte_range::read(value, document.bytes().len(), &mut violations);
        let same = |case: &Case| {
            let first = &case.sightings[0];
            case.range == range
                && match range {
                    Some(_) => contents(&first.dictionary) == contents(&sighting.dictionary),
                    None => first.place == sighting.place,
                }
        };
        if let Some(at) = cases.iter().position(same) {
            if let Some(case) = cases.get_mut(at) {
                case.sightings.push(sighting);
            }
        } else if cases.len() < MAX_SIGNATURES {
            cases.push(Case {
                range,
                violations,
                sightings: vec![sighting],
            });
        }
    }
    cases.sort_by_key(|case| case.range.map_or(usize::MAX, |range| range.end()));
    cases
}

/// Signatures against each other (R6): each earlier one must lie whole in the first part of each later one.
fn cross_check(cases: &mut [Case]) {
    let names: Vec<String> = cases.iter().map(Case::name).collect();
    let is_right =
        |case: &Case| case.original().anchor == Anchor::Permissions(PermissionKey::UsageRights);
    for i in 0..cases.len() {
        for j in 0..i {
            let (Some(one), Some(other)) = (cases.get(j), cases.get(i)) else {
                continue;
            };
            if is_right(one) || is_right(other) {
                continue;
            }
            let (Some(a), Some(b)) = (one.range, other.range) else {
                continue;
            };
            let value = |case: &Case| contents(&case.original().dictionary).map(<[u8]>::to_vec);
            let violation: fn(String) -> RangeViolation = if a == b {
                |other| RangeViolation::SameRange { other }
            } else if value(one).is_some_and(|v| v.iter().any(|b| *b != 0))
                && value(one) == value(other)
            {
                |other| RangeViolation::SameContents { other }
            } else if a.end() > b.first.end {
                |other| RangeViolation::Entangled { other }
            } else {
                continue;
            };
            for (at, with) in [(i, j), (j, i)] {
                let with = names.get(with).cloned().unwrap_or_default();
                if let Some(case) = cases.get_mut(at) {
                    case.violations.push(violation(with));
                }
            }
        }
    }
}

/// Documents opened from nothing but the first bytes of the file.
struct Prefixes<'a> {
    bytes: &'a [u8],
    opened: RefCell<FxHashMap<usize, Option<Rc<Document<'a>>>>>,
}

impl<'a> Prefixes<'a> {
    fn new(bytes: &'a [u8]) -> Prefixes<'a> {
        Prefixes {
            bytes,
            opened: RefCell::default(),
        }
    }

    fn open(&self, end: usize) -> Option<Rc<Document<'a>>> {
        if let Some(known) = self.opened.borrow().get(&end) {
            return known.clone();
        }
        let bytes = self.bytes.get(..end).unwrap_or(self.bytes);
        let opened = Document::open(bytes).ok().map(Rc::new);
        self.opened.borrow_mut().insert(end, opened.clone());
        opened
    }
}

impl Case {
    fn examine(
        self,
        document: &Document<'_>,
        history: &History<'_>,
        prefixes: &Prefixes<'_>,
        store: &Store,
        shown: &[Sighting],
    ) -> SignatureReport {
        let mut violations = self.violations.clone();
        let original = self.original().clone();
        self.check_place(document, &original, &mut violations);
        let own = self.range.and_then(|range| prefixes.open(range.end()));
        let own_view = own.as_ref().map(|own| own.latest());
        if let Some(range) = &self.range {
            check_own(own.as_deref(), range, &original, &mut violations);
        }
        let current = self.current(shown);
        self.check_current(document, &original, current, &mut violations);
        let sub_filter = sub_filter(&original.dictionary);
        let value = self.value(document, &original, &sub_filter, store);
        if let Some(Ok(outcome)) = &value
            && let Trailing::Data { first, count } = outcome.trailing
        {
            violations.push(RangeViolation::UnsignedPadding { first, count });
        }
        let view = own_view.unwrap_or_else(|| document.at(original.revision));
        let field = original.field_dictionary.as_ref();
        let mut restrictions = Restrictions::read(&view, &original.dictionary, field);
        let by_catalog = Anchor::Permissions(PermissionKey::DocMdp);
        restrictions.named_by_catalog = self.sightings.iter().any(|one| one.anchor == by_catalog);
        let later = self.later(document, history, own.as_deref());
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
            permission,
            restrictions,
            ..judge::blank()
        }
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
                && (self.sightings.iter().any(|own| own.place == sighting.place)
                    || contents(&sighting.dictionary) == contents(&original.dictionary))
        })
    }

    /// R6 within the case, and R7: what the file shows now must be what was signed.
    fn check_current(
        &self,
        document: &Document<'_>,
        original: &Sighting,
        current: Option<&Sighting>,
        violations: &mut Vec<RangeViolation>,
    ) {
        let mut names: Vec<&str> = self
            .sightings
            .iter()
            .filter_map(|sighting| sighting.field.as_deref())
            .collect();
        names.sort_unstable();
        names.dedup();
        if names.len() > 1 {
            let names = names.join(", ");
            violations.push(RangeViolation::SeveralFields { names });
        }
        let others = self.sightings.iter().chain(current);
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
    ) -> LaterChanges {
        let mut later = LaterChanges::default();
        let Some(range) = &self.range else {
            return later;
        };
        let from = range.end();
        let signed = match signed_save(document, own) {
            Ok(signed) => signed,
            Err(fault) => {
                let rest = Span::new(from, document.bytes().len()).of(document.bytes());
                if rest.len() > 4 || !rest.iter().all(|byte| matches!(byte, b'\r' | b'\n')) {
                    later.fault = Some(fault);
                    later.level = Some(Level::Unexplained);
                }
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
            () if later.fault.is_some() || !later.unexplained.is_empty() => {
                Some(Level::Unexplained)
            }
            () => worst,
        };
        later
    }
}

/// Checks the signed bytes as a document, and that the signature is part of it (R3, R4, R9).
fn check_own(
    own: Option<&Document<'_>>,
    range: &ByteRange,
    original: &Sighting,
    violations: &mut Vec<RangeViolation>,
) {
    let Some(own) = own else {
        violations.push(RangeViolation::NotADocument);
        return;
    };
    check_save(own, range, violations);
    if own.is_rebuilt() || original.anchor == Anchor::Loose {
        return;
    }
    let mut inside = in_view(&own.latest()).into_iter();
    if !inside.any(|sighting| sighting.place == original.place) {
        violations.push(RangeViolation::NotReachable);
    }
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
    let last = own.revisions().len() - 1;
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

/// Validation data of the document's security store (12.8.4.3).
struct Store {
    certificates: Vec<Arc<Certificate>>,
    evidence: Evidence,
}

impl Store {
    fn read(view: &View<'_>) -> Store {
        let mut store = Store {
            certificates: Vec::new(),
            evidence: Evidence::default(),
        };
        let catalog = view.catalog();
        let root = catalog
            .as_ref()
            .and_then(|root| root.object.as_dictionary());
        let Some(root) = root else {
            return store;
        };
        let security = view.get(root, b"DSS");
        let Some(security) = security.as_dictionary() else {
            return store;
        };
        for encoded in streams(view, security, b"Certs") {
            if let Ok(certificate) = Certificate::read(&encoded) {
                store.certificates.push(Arc::new(certificate));
            }
        }
        store.evidence.crls = streams(view, security, b"CRLs");
        store.evidence.ocsp = streams(view, security, b"OCSPs");
        store
    }
}

fn streams(view: &View<'_>, dictionary: &Dictionary, key: &[u8]) -> Vec<Vec<u8>> {
    let list = view.get(dictionary, key);
    let items = list.as_array().unwrap_or_default().iter().take(MAX_STORE);
    items
        .filter_map(|item| view.decode(view.resolve(item).as_stream()?).ok())
        .collect()
}
