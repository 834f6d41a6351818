//! The bytes a signature covers (ISO 32000-2, 12.8.1), checked byte by byte against the dictionary as it stands in the
//! save that wrote it. Later bytes are never read for it: what was signed is parsed from the signed bytes alone.

use assay_pdf::{Document, EntrySpan, Object, Parser, Span};

/// The two signed parts and the gap between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ByteRange {
    pub first: Span,
    pub second: Span,
}

impl ByteRange {
    pub fn gap(&self) -> Span {
        Span::new(self.first.end, self.second.start)
    }

    pub fn end(&self) -> usize {
        self.second.end
    }

    /// Whether every byte of a span is signed.
    pub fn covers(&self, span: Span) -> bool {
        let within = |part: Span| part.start <= span.start && span.end <= part.end;
        within(self.first) || within(self.second)
    }

    fn meets_gap(&self, span: Span) -> bool {
        span.start < self.second.start && self.first.end < span.end
    }

    /// The signed bytes, in order.
    pub fn parts<'a>(&self, bytes: &'a [u8]) -> [&'a [u8]; 2] {
        [self.first.of(bytes), self.second.of(bytes)]
    }
}

/// Where a signature dictionary stands in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Site {
    /// The indirect object that holds it.
    pub object: Span,
    /// Its entries, with the places of their tokens.
    pub entries: Vec<EntrySpan>,
}

/// One broken rule, with the bytes it is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RangeViolation {
    #[error("there is no /ByteRange")]
    Missing,
    #[error("/ByteRange is not an array of four integers")]
    NotFourIntegers,
    #[error("/ByteRange holds a negative number")]
    Negative,
    #[error("/ByteRange is kept in another object")]
    Indirect,
    #[error("the signed bytes begin at {start}, not at 0")]
    DoesNotStartAtZero { start: u64 },
    #[error("the second part begins at {second}, before the first ends at {first_end}")]
    PartsOverlap { first_end: u64, second: u64 },
    #[error("the signed bytes end at {end}; the file has {length}")]
    BeyondEnd { end: u64, length: usize },
    #[error("/{key} stands {count} times in the signature")]
    RepeatedKey { key: String, count: usize },
    #[error("there is no /Contents")]
    ContentsMissing,
    #[error("/Contents is not a string of hexadecimal digits ({span})")]
    ContentsNotHexadecimal { span: Span },
    #[error("the unsigned gap {gap} holds more than the value of /Contents ({contents})")]
    GapHoldsOtherBytes { gap: Span, contents: Span },
    /// The gap is smaller than the value: some of it is signed, which harms nobody.
    #[error("the unsigned gap {gap} lies inside the value of /Contents ({contents})")]
    GapInsideContents { gap: Span, contents: Span },
    #[error("white space stands between /Contents and the signed bytes ({gap})")]
    GapWithWhiteSpace { gap: Span, contents: Span },
    #[error("the digits of /Contents are interrupted at {at}")]
    DigitsInterrupted { at: usize },
    #[error("/Contents has an odd number of digits")]
    OddDigits,
    #[error("the signature dictionary is kept in a compressed object stream")]
    Compressed,
    #[error("the signature dictionary cannot be found as plain text of its object {object}")]
    NotLocated { object: Span },
    #[error("the signature dictionary ({object}) does not stand in the signed bytes")]
    DictionaryNotSigned { object: Span },
    #[error("a cross-reference section ({section}) stands in the gap")]
    SectionInGap { section: Span },
    #[error("the signed bytes are no readable document")]
    NotADocument,
    #[error("the signed bytes can only be read by repairing them")]
    NeedsRepair,
    #[error("in the signed bytes nothing leads to the signature")]
    NotReachable,
    #[error("the signed bytes end at {end}, which is not where a save ends")]
    EndsInsideSave { end: usize, save_end: Option<usize> },
    #[error("the signed bytes go {extra} bytes beyond the end mark of their save")]
    EndsBeyondSave { extra: usize },
    #[error("another signature has the same byte range: {other}")]
    SameRange { other: String },
    #[error("another signature has the same value: {other}")]
    SameContents { other: String },
    #[error("the gap overlaps the byte range of {other} in a way no second signing leaves")]
    Entangled { other: String },
    #[error("a later save replaced the signature dictionary; {keys} differ")]
    Overridden { keys: String },
    #[error("{count} octets other than zero follow the value in /Contents, unsigned, from {first}")]
    UnsignedPadding { first: usize, count: usize },
    #[error("several fields show this signature: {names}")]
    SeveralFields { names: String },
    /// They did so when it was signed: the signer's own doing.
    #[error("several fields showed this signature when it was signed: {names}")]
    SignedInSeveralFields { names: String },
}

impl RangeViolation {
    /// Whether it lets somebody change what a reader shows without breaking the mathematics. The others are oddities of
    /// honest writers, told all the same.
    pub fn is_fatal(&self) -> bool {
        use RangeViolation as R;
        !matches!(
            self,
            R::GapInsideContents { .. }
                | R::GapWithWhiteSpace { .. }
                | R::DigitsInterrupted { .. }
                | R::OddDigits
                | R::EndsBeyondSave { .. }
                // What is repaired is signed: readers may differ in how they repair it, nobody can change it.
                | R::NeedsRepair
                | R::UnsignedPadding { .. }
                | R::SignedInSeveralFields { .. }
        )
    }
}

/// The rules of signed bytes, in the order in which they are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RangeRule {
    /// R1: four direct, ordered integers inside the file, the first of them 0.
    Form,
    /// R2: the gap is the value of /Contents, from `<` to `>`.
    Gap,
    /// R3: the dictionary, and every cross-reference section, is signed.
    Dictionary,
    /// R4: the signed bytes end where a save ends.
    End,
    /// R6: no two signatures share or entangle their ranges and values.
    Shared,
    /// R7: what the file shows now is the dictionary that was signed.
    Unchanged,
    /// R8: nothing but zeros follows the value.
    Padding,
    /// R9: the signed bytes are a document by themselves and show the signature.
    Alone,
}

impl RangeViolation {
    /// The rule that is broken. R5, bytes behind the range, is a matter of later changes.
    pub fn rule(&self) -> RangeRule {
        use RangeViolation as R;
        match self {
            R::Missing
            | R::NotFourIntegers
            | R::Negative
            | R::Indirect
            | R::DoesNotStartAtZero { .. }
            | R::PartsOverlap { .. }
            | R::BeyondEnd { .. } => RangeRule::Form,
            R::RepeatedKey { .. }
            | R::ContentsMissing
            | R::ContentsNotHexadecimal { .. }
            | R::GapHoldsOtherBytes { .. }
            | R::GapInsideContents { .. }
            | R::GapWithWhiteSpace { .. }
            | R::DigitsInterrupted { .. }
            | R::OddDigits => RangeRule::Gap,
            R::Compressed
            | R::NotLocated { .. }
            | R::DictionaryNotSigned { .. }
            | R::SectionInGap { .. } => RangeRule::Dictionary,
            R::EndsInsideSave { .. } | R::EndsBeyondSave { .. } => RangeRule::End,
            R::SameRange { .. }
            | R::SameContents { .. }
            | R::Entangled { .. }
            | R::SeveralFields { .. }
            | R::SignedInSeveralFields { .. } => RangeRule::Shared,
            R::Overridden { .. } => RangeRule::Unchanged,
            R::UnsignedPadding { .. } => RangeRule::Padding,
            R::NotADocument | R::NeedsRepair | R::NotReachable => RangeRule::Alone,
        }
    }

    /// The bytes it is about, where it is about some more closely than the dictionary.
    pub fn span(&self) -> Option<Span> {
        use RangeViolation as R;
        match self {
            R::ContentsNotHexadecimal { span } => Some(*span),
            R::GapHoldsOtherBytes { gap, .. }
            | R::GapInsideContents { gap, .. }
            | R::GapWithWhiteSpace { gap, .. } => Some(*gap),
            R::DigitsInterrupted { at } => Some(Span::new(*at, at.saturating_add(1))),
            R::NotLocated { object } | R::DictionaryNotSigned { object } => Some(*object),
            R::SectionInGap { section } => Some(*section),
            R::EndsInsideSave { end, save_end } => {
                Some(Span::new(save_end.unwrap_or(*end).min(*end), *end))
            }
            R::UnsignedPadding { first, count } => Some(Span::new(
                *first,
                first.saturating_add(count.saturating_mul(2)),
            )),
            _ => None,
        }
    }
}

/// Line ends and spaces tolerated around the end of a save.
const MAX_EOL: usize = 4;

/// Reads /ByteRange (R1).
pub fn read(
    value: Option<&Object>,
    length: usize,
    violations: &mut Vec<RangeViolation>,
) -> Option<ByteRange> {
    let array = match value {
        None | Some(Object::Null) => {
            violations.push(RangeViolation::Missing);
            return None;
        }
        Some(Object::Array(array)) => array,
        Some(Object::Reference(_)) => {
            violations.push(RangeViolation::Indirect);
            return None;
        }
        Some(_) => {
            violations.push(RangeViolation::NotFourIntegers);
            return None;
        }
    };
    let [
        Object::Integer(a),
        Object::Integer(b),
        Object::Integer(c),
        Object::Integer(d),
    ] = array.as_ref()
    else {
        violations.push(RangeViolation::NotFourIntegers);
        return None;
    };
    let numbers = [*a, *b, *c, *d].map(u64::try_from);
    let [Ok(start), Ok(size), Ok(second), Ok(rest)] = numbers else {
        violations.push(RangeViolation::Negative);
        return None;
    };
    if start != 0 {
        violations.push(RangeViolation::DoesNotStartAtZero { start });
    }
    let first_end = start.saturating_add(size);
    if first_end > second {
        violations.push(RangeViolation::PartsOverlap { first_end, second });
        return None;
    }
    let end = second.saturating_add(rest);
    if end > length as u64 {
        violations.push(RangeViolation::BeyondEnd { end, length });
        return None;
    }
    // All four are below the length of the file now.
    Some(ByteRange {
        first: Span::new(start as usize, first_end as usize),
        second: Span::new(second as usize, end as usize),
    })
}

/// Finds the tokens of a signature dictionary in the indirect object that holds it: the object itself, or the value of
/// one of `keys` in it, one inside the other.
pub fn locate(bytes: &[u8], object: Span, keys: &[&[u8]]) -> Option<Site> {
    let mut parser = Parser::new(bytes, object.start);
    parser.object_header()?;
    let mut entries = parser.entry_spans();
    for key in keys {
        let at = entries.iter().rfind(|entry| entry.key == **key)?;
        entries = Parser::new(bytes, at.value_span.start).entry_spans();
    }
    if entries.is_empty() {
        return None;
    }
    Some(Site { object, entries })
}

/// Checks the gap against the tokens of the dictionary (R2) and the place of the dictionary (R3).
pub fn check_site(
    bytes: &[u8],
    range: &ByteRange,
    site: &Site,
    violations: &mut Vec<RangeViolation>,
) {
    for key in ["ByteRange", "Contents"] {
        let named = |entry: &&EntrySpan| entry.key.as_bytes() == key.as_bytes();
        let count = site.entries.iter().filter(named).count();
        if count > 1 {
            let key = key.to_string();
            violations.push(RangeViolation::RepeatedKey { key, count });
        }
    }
    let contents = site.entries.iter().rfind(|entry| entry.key == b"Contents");
    let Some(contents) = contents else {
        violations.push(RangeViolation::ContentsMissing);
        return;
    };
    check_gap(bytes, range, contents.value_span, violations);
    let signed = [
        Span::new(site.object.start, contents.value_span.start),
        Span::new(contents.value_span.end, site.object.end),
    ];
    let outside = |span: &Span| !range.covers(*span) && !is_gap_edge(bytes, range, *span);
    if signed.iter().any(outside) {
        violations.push(RangeViolation::DictionaryNotSigned {
            object: site.object,
        });
    }
}

/// Whether what is unsigned of a span is white space beside the gap.
fn is_gap_edge(bytes: &[u8], range: &ByteRange, span: Span) -> bool {
    let gap = range.gap();
    let unsigned = Span::new(span.start.max(gap.start), span.end.min(gap.end));
    let inside_file = span.end <= range.end();
    inside_file && unsigned.of(bytes).iter().all(|byte| is_space(*byte))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | 9 | 10 | 12 | 13 | 32)
}

/// The gap must be the value of /Contents, from `<` to `>`.
fn check_gap(
    bytes: &[u8],
    range: &ByteRange,
    contents: Span,
    violations: &mut Vec<RangeViolation>,
) {
    let token = contents.of(bytes);
    let digits = token
        .strip_prefix(b"<")
        .and_then(|token| token.strip_suffix(b">"));
    let Some(digits) = digits else {
        violations.push(RangeViolation::ContentsNotHexadecimal { span: contents });
        return;
    };
    let mut count = 0usize;
    let mut interrupted = None;
    for (index, byte) in digits.iter().enumerate() {
        if byte.is_ascii_hexdigit() {
            count += 1;
        } else if is_space(*byte) {
            interrupted.get_or_insert(contents.start + 1 + index);
        } else {
            violations.push(RangeViolation::ContentsNotHexadecimal { span: contents });
            return;
        }
    }
    if let Some(at) = interrupted {
        violations.push(RangeViolation::DigitsInterrupted { at });
    }
    if count % 2 == 1 {
        violations.push(RangeViolation::OddDigits);
    }
    let gap = range.gap();
    if gap == contents {
        return;
    }
    let around = [
        Span::new(gap.start, contents.start.min(gap.end)),
        Span::new(contents.end.max(gap.start), gap.end),
    ];
    let beyond = |span: &Span| span.start < span.end;
    let blank = |span: &Span| span.of(bytes).iter().all(|byte| is_space(*byte));
    violations.push(match () {
        () if !around.iter().any(beyond) => RangeViolation::GapInsideContents { gap, contents },
        () if around.iter().all(blank) => RangeViolation::GapWithWhiteSpace { gap, contents },
        () => RangeViolation::GapHoldsOtherBytes { gap, contents },
    });
}

/// Checks the signed bytes as a document of their own (R3, R4): `own` was opened from nothing else.
pub fn check_save(own: &Document<'_>, range: &ByteRange, violations: &mut Vec<RangeViolation>) {
    if own.is_rebuilt() {
        violations.push(RangeViolation::NeedsRepair);
        return;
    }
    for save in own.revisions() {
        for section in &save.sections {
            if range.meets_gap(section.span) {
                let section = section.span;
                violations.push(RangeViolation::SectionInGap { section });
            }
        }
    }
    let end = range.end();
    let Some(mark) = end_mark(own.bytes()) else {
        let save_end = None;
        violations.push(RangeViolation::EndsInsideSave { end, save_end });
        return;
    };
    let after = Span::new(mark, end).of(own.bytes());
    if !after.iter().all(|byte| is_space(*byte)) {
        let save_end = Some(mark);
        violations.push(RangeViolation::EndsInsideSave { end, save_end });
    } else if after.len() > MAX_EOL {
        let extra = after.len();
        violations.push(RangeViolation::EndsBeyondSave { extra });
    }
}

/// Where the last `startxref N %%EOF` ends. Comments may stand before it (iText writes its name there).
fn end_mark(bytes: &[u8]) -> Option<usize> {
    let at = memchr::memmem::rfind(bytes, b"startxref")?;
    let mut cursor = Parser::new(bytes, at + b"startxref".len()).cursor;
    cursor.skip_white_space();
    cursor.take_unsigned()?;
    cursor.skip_white_space();
    cursor.eat(b"%%EOF").then(|| cursor.position())
}
