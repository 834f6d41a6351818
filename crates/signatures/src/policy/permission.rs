//! What a signature allows to happen after it: DocMDP of a certification, FieldMDP, and the lock of its field
//! (ISO 32000-2, 12.8.2.2, 12.8.2.4, 12.7.5.5).

use assay_pdf::{Dictionary, ObjectId, View};

use super::alteration::{Alteration, Level};
use super::compare::Finding;
use super::save::LaterSave;

/// The /P of DocMDP or of a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permission {
    /// 1: nothing but validation data.
    NoChanges,
    /// 2: filling forms and signing.
    FormFilling,
    /// 3: annotations too.
    Annotations,
}

/// Where a permission is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PermissionSource {
    /// A DocMDP reference of the signature.
    Certification,
    /// /P in the lock of its field.
    Lock,
}

/// Fields that may not change any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldLock {
    pub fields: LockedFields,
    /// Stated by a FieldMDP reference; else by the field's /Lock alone.
    pub in_signature: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LockedFields {
    All,
    Only(Vec<String>),
    AllBut(Vec<String>),
}

/// Everything one signature restricts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Restrictions {
    pub permission: Option<(Permission, PermissionSource)>,
    pub locks: Vec<FieldLock>,
    /// The catalog's /Perms names this signature as the certification.
    pub named_by_catalog: bool,
    /// The signature has a DocMDP reference.
    pub certifies: bool,
}

impl Permission {
    fn from_number(number: i64) -> Permission {
        match number {
            1 => Permission::NoChanges,
            3 => Permission::Annotations,
            _ => Permission::FormFilling,
        }
    }

    /// The gravest change it covers.
    pub fn allows(self) -> Level {
        match self {
            Permission::NoChanges => Level::BenignHabit,
            Permission::FormFilling => Level::FormFilling,
            Permission::Annotations => Level::Annotations,
        }
    }
}

impl Restrictions {
    /// From a signature dictionary and its field, in the state the signature is of.
    pub fn read(
        view: &View<'_>,
        signature: &Dictionary,
        field: Option<&Dictionary>,
    ) -> Restrictions {
        let mut restrictions = Restrictions::default();
        let references = view.get(signature, b"Reference");
        for reference in references.as_array().unwrap_or_default().iter().take(16) {
            let reference = view.resolve(reference);
            if let Some(reference) = reference.as_dictionary() {
                restrictions.read_reference(view, reference);
            }
        }
        if let Some(field) = field {
            let lock = view.get(field, b"Lock");
            if let Some(lock) = lock.as_dictionary() {
                restrictions.read_lock(view, lock);
            }
        }
        restrictions
    }

    fn read_reference(&mut self, view: &View<'_>, reference: &Dictionary) {
        let parameters = view.get(reference, b"TransformParams");
        let empty = Dictionary::default();
        let parameters = parameters.as_dictionary().unwrap_or(&empty);
        match view.get(reference, b"TransformMethod").as_name() {
            Some(b"DocMDP") => {
                let number = view.get(parameters, b"P").as_integer().unwrap_or(2);
                self.certifies = true;
                self.permission = Some((
                    Permission::from_number(number),
                    PermissionSource::Certification,
                ));
            }
            Some(b"FieldMDP") => {
                self.locks.extend(FieldLock::read(view, parameters, true));
            }
            _ => {}
        }
    }

    fn read_lock(&mut self, view: &View<'_>, lock: &Dictionary) {
        let already = self.locks.iter().any(|lock| lock.in_signature);
        if !already {
            self.locks.extend(FieldLock::read(view, lock, false));
        }
        if let Some(number) = view.get(lock, b"P").as_integer() {
            let stated = Permission::from_number(number);
            let stricter = self.permission.is_none_or(|(known, _)| stated < known);
            if stricter {
                self.permission = Some((stated, PermissionSource::Lock));
            }
        }
    }

    /// The gravest change that is allowed: what is stated, else what Acrobat allows after an approval signature.
    pub fn allowed(&self) -> Level {
        self.permission
            .map_or(Level::Annotations, |(permission, _)| permission.allows())
    }

    /// Whether the signature restricts anything at all.
    pub fn states_any(&self) -> bool {
        self.permission.is_some() || !self.locks.is_empty()
    }

    /// What in a later save these restrictions do not allow, with the object that did it.
    pub fn violations<'s>(&self, save: &'s LaterSave) -> Vec<(Option<ObjectId>, &'s Finding)> {
        let allowed = self.allowed();
        let findings = save.changes.iter().flat_map(|change| {
            let findings = change.findings.iter();
            findings.map(|finding| (change.object, finding))
        });
        findings
            .filter(|(_, finding)| finding.level > allowed || self.touches_locked(finding))
            .collect()
    }

    fn touches_locked(&self, finding: &Finding) -> bool {
        if finding.level < Level::FormFilling {
            return false;
        }
        let name = match &finding.what {
            Alteration::FieldValue { name, .. } | Alteration::FieldProperty { name, .. } => name,
            Alteration::Value { .. } | Alteration::Member { .. } => match &finding.field {
                Some(name) => name,
                None => return false,
            },
            _ => return false,
        };
        self.locks.iter().any(|lock| lock.fields.holds(name))
    }
}

impl FieldLock {
    fn read(view: &View<'_>, parameters: &Dictionary, in_signature: bool) -> Option<FieldLock> {
        let names = view.get(parameters, b"Fields");
        let names = names.as_array().unwrap_or_default().iter();
        let names: Vec<String> = names
            .filter_map(|name| {
                let name = view.resolve(name);
                name.as_string().map(assay_pdf::metadata::text)
            })
            .collect();
        let fields = match view.get(parameters, b"Action").as_name()? {
            b"All" => LockedFields::All,
            b"Include" => LockedFields::Only(names),
            b"Exclude" => LockedFields::AllBut(names),
            _ => return None,
        };
        Some(FieldLock {
            fields,
            in_signature,
        })
    }
}

impl LockedFields {
    /// Whether a field is locked; a name stands for all fields below it.
    pub fn holds(&self, name: &str) -> bool {
        let listed = |names: &[String]| {
            names.iter().any(|listed| {
                name.strip_prefix(listed.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        };
        match self {
            LockedFields::All => true,
            LockedFields::Only(names) => listed(names),
            LockedFields::AllBut(names) => !listed(names),
        }
    }
}
