//! Every rule the file as a whole breaks, each with its place. What reading the file met is in
//! [`Document::anomalies`]; this looks at what reading passes over.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::anomaly::{Anomaly, AnomalyKind};
use crate::document::{Document, Location};
use crate::limits;
use crate::place::{ObjectId, Span};
use crate::revisions::Revision;
use crate::syntax::cursor::Cursor;
use crate::syntax::object::{Dictionary, Object};
use crate::syntax::parser::Parser;
use crate::syntax::xref::{Entry, Section, SectionKind};

use super::style::Style;

/// Broken rules found, at most as many as a document keeps.
struct Audit<'a, 'd> {
    document: &'a Document<'d>,
    found: Vec<Anomaly>,
}

/// Looks at every section, object and page tree node once.
pub fn audit(document: &Document<'_>) -> Vec<Anomaly> {
    let mut audit = Audit {
        document,
        found: Vec::new(),
    };
    for save in document.revisions() {
        for section in &save.sections {
            audit.section(save, section);
        }
        audit.trailer(save);
    }
    audit.free_and_in_use();
    audit.objects();
    audit.object_streams();
    audit.page_tree();
    audit.linearised();
    audit.found
}

impl Audit<'_, '_> {
    fn note(&mut self, kind: AnomalyKind, span: Span) {
        if self.found.len() < limits::ANOMALIES {
            self.found.push(Anomaly { kind, span });
        }
    }

    fn section(&mut self, save: &Revision, section: &Section) {
        if section.kind == SectionKind::Rebuilt {
            return;
        }
        let mut seen = FxHashSet::default();
        for (number, _) in &section.entries {
            if !seen.insert(*number) {
                self.note(AnomalyKind::ListedTwice { number: *number }, section.span);
            }
        }
        if section.kind == SectionKind::Table {
            self.table_lines(section);
        }
        for (number, entry) in &section.entries {
            self.entry(*number, *entry);
        }
        if let Some((hidden, span)) = &section.hybrid {
            let shown: FxHashMap<u32, Entry> = section.entries.iter().copied().collect();
            for (number, entry) in hidden {
                // A hybrid hides objects from old readers as free; in use both ways, the two views differ (7.5.8.4).
                let differs = shown
                    .get(number)
                    .is_some_and(|table| !matches!(table, Entry::Free { .. }) && table != entry);
                if differs {
                    self.note(AnomalyKind::HybridDiffers { number: *number }, *span);
                }
            }
        }
        let highest = seen.iter().copied().max().map(i64::from);
        let size = section.trailer.get(b"Size").and_then(Object::as_integer);
        // In a linearised file and an update the section names less than there is.
        let wrong = match (size, highest) {
            (None, _) => true,
            (Some(size), Some(highest)) => {
                size <= highest || save.index == 0 && !save.linearised && size > highest + 1
            }
            _ => false,
        };
        if wrong {
            let kind = AnomalyKind::SizeWrong {
                declared: size,
                highest: highest.unwrap_or(0),
            };
            self.note(kind, section.span);
        }
    }

    /// Entries of 20 bytes with a two-byte EOL (7.5.4).
    fn table_lines(&mut self, section: &Section) {
        let bytes = self.document.bytes();
        let mut cursor = Cursor::new(bytes, section.span.start);
        cursor.skip_white_space();
        cursor.eat(b"xref");
        loop {
            cursor.skip_space();
            let Some(_) = cursor.take_unsigned() else {
                return;
            };
            cursor.skip_space();
            let Some(count) = cursor.take_unsigned() else {
                return;
            };
            while matches!(cursor.peek(), Some(b' ')) {
                cursor.advance(1);
            }
            cursor.skip_eol();
            for _ in 0..count {
                let start = cursor.position();
                let line = bytes.get(start..start + 20).unwrap_or_default();
                let ends = line.get(18..).is_some_and(|end| {
                    matches!(end, [b' ', b'\r'] | [b' ', b'\n'] | [b'\r', b'\n'])
                });
                let kind = line.get(17).copied();
                if !ends || !matches!(kind, Some(b'n' | b'f')) {
                    let span = Span::new(start, (start + 20).min(bytes.len()));
                    self.note(AnomalyKind::XrefEntryMalformed, span);
                    return;
                }
                cursor.advance(20);
            }
        }
    }

    fn entry(&mut self, number: u32, entry: Entry) {
        let Entry::InUse { offset, generation } = entry else {
            return;
        };
        let mut parser = Parser::new(self.document.bytes(), offset);
        let place = Span::new(offset, offset);
        match parser.object_header() {
            Some((id, _)) if id.number == number => {
                if id.generation != generation {
                    let listed = generation;
                    self.note(AnomalyKind::GenerationWrong { id, listed }, place);
                }
            }
            _ => {
                let id = ObjectId::new(number, generation);
                let offset = offset as u64;
                self.note(AnomalyKind::XrefEntryPointsElsewhere { id, offset }, place);
            }
        }
    }

    fn trailer(&mut self, save: &Revision) {
        let span = save
            .sections
            .first()
            .map_or(Span::new(0, 0), |section| section.span);
        if !save.trailer().contains(b"Root") {
            self.note(AnomalyKind::RootMissing, span);
        }
    }

    /// Number 0 heads the list of free entries with generation 65535; nothing else is free and in use at once (7.5.4).
    fn free_and_in_use(&mut self) {
        let Some(first) = self.document.revisions().first() else {
            return;
        };
        let head = self.document.entry_at(0, first.index);
        // A stream of one byte for generations cannot say so, and none needs to.
        let table = |section: &Section| section.kind == SectionKind::Table;
        let listed = first.sections.iter().all(table);
        let whole = matches!(head, Some(Entry::Free { generation: 65_535 }));
        if listed && !whole {
            let span = first
                .sections
                .first()
                .map_or(Span::new(0, 0), |section| section.span);
            self.note(AnomalyKind::FreeListBroken, span);
        }
    }

    fn objects(&mut self) {
        let bytes = self.document.bytes();
        for found in self.document.scanned_objects() {
            let length = |id| self.document.plain_number(id, usize::MAX);
            let mut parser = Parser::new(bytes, found.span.start);
            let Some(indirect) = parser.indirect(&length) else {
                continue;
            };
            for (kind, span) in parser.noted {
                self.note(kind, span);
            }
            let style = Style::of(bytes, &indirect);
            if style.invalid_escapes > 0 {
                self.note(AnomalyKind::EscapeInvalid { id: found.id }, found.span);
            }
            self.duplicate_keys(found.id, found.span, &indirect.object);
            let stands = self.document.location(found.id.number, usize::MAX);
            if stands == Some(Location::Offset(found.span.start)) {
                self.stale_references(found.span, &indirect.object);
            }
        }
    }

    fn stale_references(&mut self, span: Span, object: &Object) {
        let mut stack = vec![object];
        while let Some(object) = stack.pop() {
            match object {
                Object::Array(items) => stack.extend(items),
                Object::Reference(id) => {
                    let listed = match self.document.entry_at(id.number, usize::MAX) {
                        Some(Entry::InUse { generation, .. }) => generation,
                        Some(Entry::Compressed { .. }) => 0,
                        Some(Entry::Free { .. }) | None => continue,
                    };
                    if listed != id.generation {
                        self.note(AnomalyKind::ReferenceStale { id: *id }, span);
                    }
                }
                other => {
                    let dictionary = other.as_dictionary().into_iter();
                    stack.extend(
                        dictionary
                            .flat_map(|one| one.iter())
                            .map(|(_, value)| value),
                    );
                }
            }
        }
    }

    fn duplicate_keys(&mut self, id: ObjectId, span: Span, object: &Object) {
        let mut stack = vec![object];
        while let Some(object) = stack.pop() {
            if let Object::Array(items) = object {
                stack.extend(items);
            }
            let Some(dictionary) = object.as_dictionary() else {
                continue;
            };
            let mut keys = FxHashSet::default();
            for (key, value) in dictionary.iter() {
                if !keys.insert(key.as_bytes()) {
                    let key = key.as_bytes().into();
                    self.note(AnomalyKind::DuplicateKey { id, key }, span);
                }
                stack.push(value);
            }
        }
    }

    /// `/Extends` names another object stream and comes to an end (7.5.7).
    fn object_streams(&mut self) {
        let view = self.document.latest();
        let kind = |dictionary: &Dictionary| {
            dictionary
                .get(b"Type")
                .is_some_and(|kind| kind.is_name(b"ObjStm"))
        };
        for number in self.document.numbers_at(view.revision()) {
            let Some(indirect) = view.indirect(ObjectId::new(number, 0)) else {
                continue;
            };
            let Some(start) = indirect.object.as_dictionary().filter(|d| kind(d)) else {
                continue;
            };
            let mut next = start.get(b"Extends").and_then(Object::as_reference);
            for hop in 0..=limits::REFERENCE_HOPS {
                let Some(id) = next else { break };
                let extended = view.indirect(id);
                let dictionary = extended.as_ref().and_then(|e| e.object.as_dictionary());
                let Some(dictionary) = dictionary.filter(|d| kind(d) && id.number != number) else {
                    self.note(AnomalyKind::ExtendsWrong { id: indirect.id }, indirect.span);
                    break;
                };
                next = dictionary.get(b"Extends").and_then(Object::as_reference);
                if hop == limits::REFERENCE_HOPS && next.is_some() {
                    self.note(AnomalyKind::ExtendsWrong { id: indirect.id }, indirect.span);
                }
            }
        }
    }

    fn page_tree(&mut self) {
        let view = self.document.latest();
        let Some(catalog) = view.catalog() else {
            return;
        };
        let Some(dictionary) = catalog.object.as_dictionary() else {
            return;
        };
        let typed = |dictionary: &Dictionary, name: &[u8]| {
            view.get(dictionary, b"Type").as_name() == Some(name)
        };
        if !typed(dictionary, b"Catalog") {
            self.note(AnomalyKind::TypeMissing { id: catalog.id }, catalog.span);
        }
        let tree = view.get(dictionary, b"Pages");
        let Some(root) = tree.as_dictionary() else {
            return;
        };
        let id = tree.id().unwrap_or(catalog.id);
        if !typed(root, b"Pages") {
            self.note(AnomalyKind::TypeMissing { id }, catalog.span);
        }
        let declared = view.get(root, b"Count").as_integer();
        let pages = view.pages();
        let actual = pages.len();
        if actual <= limits::PAGES && declared != i64::try_from(actual).ok() {
            let kind = AnomalyKind::CountWrong {
                id,
                declared,
                actual,
            };
            self.note(kind, catalog.span);
        }
        for page in pages {
            if let Some(id) = page.id.filter(|_| !typed(&page.dictionary, b"Page")) {
                self.note(AnomalyKind::TypeMissing { id }, Span::new(0, 0));
            }
        }
    }

    /// `/L` is the length of the file as it was linearised (Annex F, table F.1).
    fn linearised(&mut self) {
        let Some(first) = self.document.scanned_objects().first() else {
            return;
        };
        let object = Parser::new(self.document.bytes(), first.span.start)
            .indirect(&|_| None)
            .map(|indirect| indirect.object);
        let Some(dictionary) = object.as_ref().and_then(Object::as_dictionary) else {
            return;
        };
        if !dictionary.contains(b"Linearized") {
            return;
        }
        let declared = dictionary.get(b"L").and_then(Object::as_integer);
        let saved = self.document.revisions().first().map_or(0, |save| save.end);
        let fits = declared
            .and_then(|length| usize::try_from(length).ok())
            .is_some_and(|length| length.abs_diff(saved) <= 2);
        if !fits {
            let actual = saved;
            let kind = AnomalyKind::LinearisedLengthWrong { declared, actual };
            self.note(kind, first.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(file: &str) -> Vec<AnomalyKind> {
        Document::open(file.as_bytes()).map_or_else(
            |_| Vec::new(),
            |document| audit(&document).into_iter().map(|a| a.kind).collect(),
        )
    }

    fn file(table: &str, size: u32) -> String {
        let body = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n";
        let offset = |object: &str| format!("{:010}", body.find(object).unwrap_or_default());
        let table = table
            .replace("ONE", &offset("1 0 obj"))
            .replace("TWO", &offset("2 0 obj"))
            .replace("THREE", &offset("3 0 obj"));
        let at = body.len();
        format!("{body}{table}trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF\n")
    }

    const TABLE: &str =
        "xref\n0 4\n0000000000 65535 f \nONE 00000 n \nTWO 00000 n \nTHREE 00000 n \n";

    #[test]
    fn a_sound_file_breaks_no_rule() {
        assert_eq!(kinds(&file(TABLE, 4)), Vec::new());
    }

    #[test]
    fn each_broken_rule_is_named() {
        use AnomalyKind as Kind;
        let size = kinds(&file(TABLE, 3));
        assert!(size.contains(&Kind::SizeWrong {
            declared: Some(3),
            highest: 3
        }));
        let short = kinds(&file(&TABLE.replace(" n \n", " n\n"), 4));
        assert!(short.contains(&Kind::XrefEntryMalformed));
        let head = kinds(&file(&TABLE.replace("65535", "00000"), 4));
        assert!(head.contains(&Kind::FreeListBroken));
        let generation = kinds(&file(&TABLE.replace("THREE 00000", "THREE 00002"), 4));
        let id = ObjectId::new(3, 0);
        assert!(generation.contains(&Kind::GenerationWrong { id, listed: 2 }));
        let stale = file(TABLE, 4).replace("/Kids[3 0 R]", "/Kids[3 1 R]");
        let id = ObjectId::new(3, 1);
        assert!(kinds(&stale).contains(&Kind::ReferenceStale { id }));
        let count = file(TABLE, 4).replace("/Count 1", "/Count 7");
        let (declared, actual) = (Some(7), 1);
        let id = ObjectId::new(2, 0);
        assert!(kinds(&count).contains(&Kind::CountWrong {
            id,
            declared,
            actual
        }));
        let doubled = file(TABLE, 4).replace("/Parent 2 0 R", "/A 1/A 2/B (");
        assert!(!kinds(&doubled).is_empty());
    }
}
