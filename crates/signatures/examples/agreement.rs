//! Measures the verdict on every signature of a labelled collection against its label: `agreement FOLDER [-v] [NAME..]`,
//! where FOLDER holds INDEX.tsv with the columns file and label. Prints one line a file and the table of agreement.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use assay_pdf::Document;
use assay_signatures::policy::Level;
use assay_signatures::report::{Coverage, Integrity, Kind, PermissionCheck, SignatureReport};
use assay_signatures::{Trust, examine};

/// What a reader of the whole file should be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Clean,
    Oddities,
    Disallowed,
    Broken,
    Unsupported,
    NoSignature,
    Locked,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first() else {
        eprintln!("agreement FOLDER [-v] [NAME..]");
        return;
    };
    let verbose = arguments.iter().any(|argument| argument == "-v");
    let wanted: Vec<&String> = arguments.iter().skip(1).filter(|a| *a != "-v").collect();
    let folder = Path::new(folder);
    let Ok(index) = std::fs::read(folder.join("INDEX.tsv")) else {
        eprintln!("no INDEX.tsv in {}", folder.display());
        return;
    };
    let index = String::from_utf8_lossy(&index).into_owned();
    let mut lines = index.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| header.iter().position(|cell| *cell == name).unwrap_or(0);
    let (file, label, path) = (column("file"), column("label"), column("path_in_repo"));
    let mut table: BTreeMap<(String, Seen), usize> = BTreeMap::new();
    let mut times = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let name = cell(file);
        if !wanted.is_empty() && !wanted.iter().any(|part| name.starts_with(part.as_str())) {
            continue;
        }
        let Ok(bytes) = std::fs::read(folder.join(name)) else {
            continue;
        };
        let start = Instant::now();
        let (seen, reports) = look(&bytes);
        let time = start.elapsed().as_secs_f64() * 1000.0;
        times.push(time);
        let base = cell(path).rsplit('/').next().unwrap_or_default();
        println!(
            "{:12} {:26} {:12} {time:7.2} ms  {base}",
            &name[..name.len().min(12)],
            cell(label),
            format!("{seen:?}")
        );
        if verbose {
            reports.iter().for_each(describe);
        }
        *table.entry((cell(label).to_string(), seen)).or_default() += 1;
    }
    println!();
    for ((label, seen), count) in &table {
        println!("{count:4}  {label:28} {seen:?}");
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        times
            .get((times.len() as f64 * share) as usize)
            .copied()
            .unwrap_or(0.0)
    };
    println!(
        "median {:.2} ms, p95 {:.2} ms, max {:.2} ms",
        at(0.5),
        at(0.95),
        at(0.9999)
    );
}

fn look(bytes: &[u8]) -> (Seen, Vec<SignatureReport>) {
    let Ok(document) = Document::open(bytes) else {
        return (Seen::Locked, Vec::new());
    };
    let reports = examine(&document, &Trust::default());
    let seen = reports
        .iter()
        .filter(|report| report.kind != Kind::UsageRights)
        .map(seen)
        .max_by_key(|seen| match seen {
            Seen::Unsupported => 2,
            Seen::Disallowed => 3,
            Seen::Broken => 4,
            other => *other as usize,
        })
        .unwrap_or(Seen::NoSignature);
    (seen, reports)
}

fn seen(report: &SignatureReport) -> Seen {
    let deceptive = report.later.overlays().next().is_some();
    match report.integrity {
        Integrity::Broken(_) => Seen::Broken,
        Integrity::Unsupported(_) => Seen::Unsupported,
        Integrity::Intact => match () {
            () if report.later.level() >= Level::Forbidden || deceptive => Seen::Disallowed,
            () if matches!(report.permission, PermissionCheck::Violated(_)) => Seen::Disallowed,
            () if !report.shown => Seen::Disallowed,
            () if !report.violations.is_empty() => Seen::Oddities,
            () => Seen::Clean,
        },
    }
}

fn describe(report: &SignatureReport) {
    println!(
        "   {:?} field={:?} {} {} page={:?} shown={} save={}",
        report.kind,
        report.field,
        report.sub_filter.name(),
        report.integrity,
        report.page,
        report.shown,
        report.revision
    );
    for violation in &report.violations {
        println!("      range: {violation}");
    }
    let coverage = match report.coverage {
        Coverage::WholeSave { after } => format!("whole save, {after} bytes after"),
        other => format!("{other:?}"),
    };
    println!(
        "      {coverage}; later: {}; {:?}; time {:?}; {:?}",
        report.later.level(),
        report.identity.chain,
        report.time.status,
        report.strength
    );
    if let Some(Ok(outcome)) = &report.value {
        println!(
            "      signer {:?}; {:?}",
            report.signer_name(),
            outcome.signature
        );
        for note in &outcome.notes {
            println!("      note: {note}");
        }
    }
    if let Some(fault) = &report.later.fault {
        println!("      fault: {fault}");
    }
    for fault in &report.later.unexplained {
        println!("      unexplained: {fault:?}");
    }
    for save in &report.later.saves {
        println!(
            "      save {} {} [{}]",
            save.revision, save.span, save.level
        );
        for change in &save.changes {
            for finding in change.findings.iter().filter(|f| brief(f)) {
                println!(
                    "        {:?} {:?} {:?} [{}] {} page={:?}",
                    change.object,
                    change.kind,
                    change.uses,
                    finding.level,
                    finding.what,
                    finding.page
                );
            }
        }
        for overlay in &save.overlays {
            println!("        overlay: {overlay:?}");
        }
    }
    if let PermissionCheck::Violated(violations) = &report.permission {
        for violation in violations.iter().take(5) {
            println!("      not allowed: {}", violation.finding.what);
        }
    }
}

/// New objects are many and say little.
fn brief(finding: &assay_signatures::policy::Finding) -> bool {
    !matches!(
        finding.what,
        assay_signatures::policy::Alteration::Added { .. }
    ) || finding.level >= Level::FormFilling
}
