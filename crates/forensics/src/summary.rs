//! One paragraph that a clerk understands: what was found, what it means, what it does not mean.

use assay_pdf::Area;
use assay_signatures::policy::Permission;
use assay_signatures::report::Kind;

use crate::facts::Facts;
use crate::report::{Basis, DocumentClass, Verdict, counts};
use crate::signal::{Declaration, Excuse, Place, Signal};
use crate::signals::{
    AMOUNT_IN_WORDS_DIFFERS, PRINT_DIFFERS_FROM_CODE, PRINT_DIFFERS_FROM_DATA,
    SIGNATURE_COVERS_FILE, SIGNATURE_COVERS_SAVE, SIGNER_NOT_TRUSTED, SIGNER_TRUSTED,
    SUM_BROKEN_IN_PICTURE, SUM_UNLIKELY_IN_PICTURE, SUMS,
};
use crate::verdict::Judgement;

/// The paragraph of a report.
pub fn summary(
    facts: &Facts<'_>,
    judgement: &Judgement,
    class: DocumentClass,
    signals: &[Signal],
) -> String {
    let pages = match facts.pages.len() {
        1 => "The one page".to_owned(),
        count => format!("All {count} pages"),
    };
    let counted: Vec<&Signal> = signals.iter().filter(|signal| scored(signal)).collect();
    let count = counted.len();
    let mut findings = told_once(&counted);
    findings.truncate(3);
    let more = match count - findings.len() {
        0 => String::new(),
        1 => " 1 further finding is listed below.".to_owned(),
        more => format!(" {more} further findings are listed below."),
    };
    let weak = format!(
        "What was found is too weak to say that the file was edited: {}{more}",
        findings.join(" ")
    );
    match (judgement.verdict, judgement.basis) {
        (Verdict::Tampered, _) => format!("There is strong evidence that this file was edited after it was produced. {}{more}{}", findings.join(" "), signed_since(signals)),
        (Verdict::Suspicious, Basis::ImageContainer) if count == 0 => {
            "The pages are pictures (a scan, photo or screenshot), so their structure cannot be checked. No edit was found; a person should look at them.".to_owned()
        }
        (Verdict::Suspicious, Basis::ImageContainer) => format!("The pages are pictures (a scan, photo or screenshot), so their structure cannot be checked. {weak} A person should look at them."),
        (Verdict::Suspicious, _) => format!("Some findings point to editing, short of proof. {}{more}{}", findings.join(" "), signed_since(signals)),
        (Verdict::Authentic, _) => authentic(facts, signals),
        (Verdict::Unsupported, _) => "The file holds no text and no picture of a page that could be checked.".to_owned(),
        (Verdict::Inconclusive, Basis::ImageContainer) if count == 0 => {
            "The pages are scans with a recognised text layer. No edit was found, and nothing proves the scanned paper genuine.".to_owned()
        }
        (Verdict::Inconclusive, Basis::ImageContainer) => {
            format!("The pages are scans with a recognised text layer. {weak} Nothing proves the scanned paper genuine.")
        }
        (Verdict::Inconclusive, _) => inconclusive(&pages, class, signals, &weak),
    }
}

fn scored(signal: &Signal) -> bool {
    counts(signal) && signal.declared.severity.is_some()
}

/// Several signals may see one thing: it is told once, by the first that knows what became of a value, else by the first.
fn told_once(signals: &[&Signal]) -> Vec<String> {
    let mut things: Vec<Vec<&Signal>> = Vec::new();
    for signal in signals {
        let same = |other: &&Signal| {
            same_place(&signal.place, &other.place)
                || change(signal).is_some_and(|own| change(other) == Some(own))
                || same_kind(signal, other)
        };
        match things.iter_mut().find(|thing| thing.iter().any(same)) {
            Some(thing) => thing.push(signal),
            None => things.push(vec![signal]),
        }
    }
    let best = things.iter().filter_map(|thing| {
        let knows = thing.iter().find(|signal| change(signal).is_some());
        knows.or(thing.first())
    });
    best.map(|signal| finding(signal)).collect()
}

/// Whether two findings say the same of one page: of many such places the first is named.
fn same_kind(one: &Signal, other: &Signal) -> bool {
    let page = |signal: &Signal| match signal.place {
        Place::Page { page, .. } => Some(page),
        _ => None,
    };
    one.is(other.declared)
        && page(one) == page(other)
        && change(one).is_none()
        && change(other).is_none()
}

/// Whether two findings are of one value: the smaller of their areas lies for the most part in the other.
fn same_place(one: &Place, other: &Place) -> bool {
    let area = |place: &Place| match place {
        Place::Page { page, area } => area.map(|area| (*page, area)),
        _ => None,
    };
    let (Some((page, one)), Some((other_page, other))) = (area(one), area(other)) else {
        return false;
    };
    let size = |area: &Area| area.width() * area.height();
    let shared = one.intersection(&other).map_or(0.0, |shared| size(&shared));
    page == other_page && shared > 0.0 && 2.0 * shared >= size(&one).min(size(&other))
}

fn finding(signal: &Signal) -> String {
    let place = match signal.place {
        Place::Page { page, .. } => format!("Page {page}: "),
        _ => String::new(),
    };
    let field = signal
        .field
        .as_ref()
        .map(|field| format!(" ({field})"))
        .unwrap_or_default();
    match (&signal.old_value, &signal.new_value) {
        (Some(old), Some(new)) => {
            let (old, new) = (short(old), short(new));
            match witness(signal) {
                Some(witness) => {
                    format!("{place}“{new}” is printed{field}, but {witness} “{old}”.")
                }
                None => format!("{place}“{old}” now reads “{new}”{field}."),
            }
        }
        (old, new) => {
            let value = new.as_ref().or(old.as_ref()).map(|value| short(value));
            let place = match (&signal.place, value) {
                (Place::Page { page, .. }, Some(value)) => format!("Page {page}, “{value}”: "),
                _ => place,
            };
            format!("{place}{}", signal.declared.meaning)
        }
    }
}

/// Who says what should be printed, where the file does not hold what was printed before.
fn witness(signal: &Signal) -> Option<&'static str> {
    let one_of = |known: &[&Declaration]| known.iter().any(|known| signal.is(known));
    if one_of(&[&PRINT_DIFFERS_FROM_CODE]) {
        Some("the code on the page says")
    } else if one_of(&[&PRINT_DIFFERS_FROM_DATA]) {
        Some("the invoice data in the file say")
    } else if one_of(&[&AMOUNT_IN_WORDS_DIFFERS]) {
        Some("the amount in words says")
    } else if one_of(&SUMS) || one_of(&[&SUM_BROKEN_IN_PICTURE, &SUM_UNLIKELY_IN_PICTURE]) {
        Some("the other numbers give")
    } else {
        None
    }
}

/// The page, the value and what became of it.
fn change(signal: &Signal) -> Option<(Option<u32>, &str, &str)> {
    let page = match signal.place {
        Place::Page { page, .. } => Some(page),
        _ => None,
    };
    Some((
        page,
        signal.old_value.as_deref()?,
        signal.new_value.as_deref()?,
    ))
}

fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", text.get(..cut).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn authentic(facts: &Facts<'_>, signals: &[Signal]) -> String {
    let evidence = signals
        .iter()
        .find(|signal| signal.is(&SIGNATURE_COVERS_FILE))
        .map(|signal| signal.evidence.clone())
        .unwrap_or_default();
    let trusted = signals.iter().any(|signal| signal.is(&SIGNER_TRUSTED));
    let identity = if trusted {
        "The signer's certificate leads to a root of the configured trust list."
    } else {
        "Who signed is not verified: no trust list is configured, and anybody can make a certificate."
    };
    format!(
        "An intact digital signature covers the whole file: nothing was changed since it was signed. {evidence}{} {identity}{}",
        certified(facts),
        answered_for(signals)
    )
}

/// What else was noticed in a file that a trusted signer signed.
fn answered_for(signals: &[Signal]) -> &'static str {
    let inside = |signal: &Signal| signal.excused == Some(Excuse::Signed);
    if signals.iter().any(inside) {
        " Findings listed below would point to editing in an unsigned file: they were there when it was signed, and the signer answers for them."
    } else {
        ""
    }
}

/// What an intact signature means for a file that is accused all the same.
fn signed_since(signals: &[Signal]) -> &'static str {
    let raised = |one: &Declaration| signals.iter().any(|signal| signal.is(one));
    if !raised(&SIGNATURE_COVERS_FILE) || raised(&SIGNER_TRUSTED) {
        ""
    } else if raised(&SIGNER_NOT_TRUSTED) {
        " The file was signed after that, by a signer who is not on the configured trust list: the signature proves that nothing changed since, not that what was signed is genuine."
    } else {
        " The file was signed after that, by a signer whose identity is not verified: the signature proves that nothing changed since, not that what was signed is genuine."
    }
}

/// Who certified the document and what that allows, where somebody else signed it last.
fn certified(facts: &Facts<'_>) -> String {
    let certification = facts
        .signatures
        .iter()
        .find_map(|report| match report.kind {
            Kind::Certification(permission) if report.is_intact() => Some((report, permission)),
            _ => None,
        });
    let Some((report, permission)) = certification else {
        return String::new();
    };
    let allows = match permission {
        Permission::NoChanges => "no changes",
        Permission::FormFilling => "filling forms and signing",
        Permission::Annotations => "filling forms, signing and comments",
    };
    let who = report.signer_name().unwrap_or_else(|| "Its author".into());
    format!(" {who} certified the document and allowed {allows} after that.")
}

/// What was noticed in a file that is accused of nothing. `weak` tells the findings that count.
fn noticed(signals: &[Signal], weak: &str) -> String {
    if signals.iter().any(scored) {
        weak.to_owned()
    } else if signals
        .iter()
        .any(|signal| signal.declared.severity.is_some())
    {
        "What was noticed is common in honest files too and does not point to editing by itself."
            .to_owned()
    } else {
        "No sign of editing was found.".to_owned()
    }
}

fn inconclusive(pages: &str, class: DocumentClass, signals: &[Signal], weak: &str) -> String {
    let noticed = noticed(signals, weak);
    let looked = match (class, pages.starts_with("All")) {
        (DocumentClass::BornDigital, true) => "were examined; their text was written by software",
        (DocumentClass::BornDigital, false) => "was examined; its text was written by software",
        (_, true) => "were examined as they stand",
        (_, false) => "was examined as it stands",
    };
    let not_trusted = signals.iter().find(|signal| signal.is(&SIGNER_NOT_TRUSTED));
    if let Some(signal) = not_trusted {
        return format!(
            "The file carries an intact signature, but its signer is not on the configured trust list. {} {noticed}",
            signal.evidence
        );
    }
    if signals
        .iter()
        .any(|signal| signal.is(&SIGNATURE_COVERS_SAVE))
    {
        return format!(
            "A digital signature is intact for the state it signed, and only allowed changes follow. It does not cover \
             the file as it stands, so nothing proves the whole genuine. {noticed}"
        );
    }
    format!(
        "{pages} {looked}. {noticed} Nothing in the file proves that it is genuine either: it carries no signature that covers it, and no reference of its issuer is on record."
    )
}
