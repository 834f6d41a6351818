//! What can be fuzzed, by name. Each target gives its bytes the shortest way to the code it is for.

use assay_values::Word;
use assay_forensics::{Options, analyze};
use assay_pdf::syntax::filters::{self, Predictor};
use assay_pdf::{Document, Parser};
use assay_render::{PageOf, draw};
use assay_signatures::certificate::Certificate;
use assay_signatures::{Trust, cms};

use crate::assemble::assemble;
use crate::{parts, walk};

type Target = fn(&[u8]);

const TARGETS: &[(&str, Target)] = &[
    ("parser", parser),
    ("open", open),
    ("saves", saves),
    ("filters", filters),
    ("crypt", crypt),
    ("fonts", fonts),
    ("cmap", cmap),
    ("content", content),
    ("pictures", pictures),
    ("render", render),
    ("values", words),
    ("cms", signature_value),
    ("examine", examine),
    ("analyze", whole),
    ("assembled", assembled),
];

pub fn named(name: &str) -> Option<Target> {
    // Not a target: libFuzzer is only what hands over the files.
    if name == "seed" {
        return Some(crate::seed::cut);
    }
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    found.map(|(_, target)| *target)
}

pub fn names() -> String {
    let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    names.join(" ")
}

/// Tokens of files and of content streams.
fn parser(data: &[u8]) {
    let mut file = Parser::new(data, 0);
    let _ = file.entry_spans();
    let mut file = Parser::new(data, 0);
    let _ = file.indirect(&|id| Some(u64::from(id.number)));
    let mut content = Parser::for_content(data);
    for _ in 0..data.len() {
        if content.object().is_none() {
            content.skip_token();
        }
    }
}

/// Tables, scans and objects of a file as it is.
fn open(data: &[u8]) {
    if let Ok(document) = Document::open(data) {
        walk::everything(&document);
    }
}

/// The same for files of several saves whose offsets are right.
fn saves(data: &[u8]) {
    let file = assemble(b"", data);
    open(&file);
}

/// One byte picks the filter, four the predictor, the rest is its input.
fn filters(data: &[u8]) {
    const LIMIT: usize = 4 << 20;
    let Some((head, input)) = data.split_at_checked(5) else {
        return;
    };
    let decoded = match head[0] % 5 {
        0 => filters::flate(input, LIMIT),
        1 => filters::lzw(input, head[0] & 8 == 0, LIMIT),
        2 => filters::ascii_hex(input),
        3 => filters::ascii_85(input),
        _ => filters::run_length(input, LIMIT),
    };
    assert!(decoded.bytes.len() <= LIMIT.max(input.len() * 4));
    assert!(decoded.consumed <= input.len());
    let parameters = Predictor {
        predictor: i64::from(head[1] % 17),
        colors: 1 + usize::from(head[2]),
        bits: 1 << (head[3] % 6),
        columns: 1 + usize::from(head[4]) * usize::from(head[4]),
        ..Predictor::default()
    };
    let _ = filters::unpredict(decoded.bytes, &parameters);
}

/// An encryption dictionary and data under it.
fn crypt(data: &[u8]) {
    open(&parts::encrypted(data));
}

/// A font dictionary with its program and maps.
fn fonts(data: &[u8]) {
    let file = parts::font(data);
    if let Ok(document) = Document::open(&file) {
        let view = document.latest();
        if let Some(font) = view.indirect(assay_pdf::ObjectId::new(4, 0)) {
            walk::font(&view, &font.object);
        }
        walk::contents(&document);
    }
}

/// The same bytes as a `/ToUnicode` and as an encoding CMap.
fn cmap(data: &[u8]) {
    let file = parts::cmap(data);
    if let Ok(document) = Document::open(&file) {
        walk::contents(&document);
    }
}

/// A content stream over resources of every kind.
fn content(data: &[u8]) {
    let file = parts::content(data);
    if let Ok(document) = Document::open(&file) {
        walk::contents(&document);
    }
}

/// The entries of a picture, its data, and what it shares with others.
fn pictures(data: &[u8]) {
    let file = parts::picture(data);
    if let Ok(document) = Document::open(&file) {
        let view = document.latest();
        let picture = view.indirect(assay_pdf::ObjectId::new(4, 0));
        if let Some(stream) = picture
            .as_ref()
            .and_then(|picture| picture.object.as_stream())
        {
            let _ = assay_pdf::images::pixels(&view, stream);
            let _ = assay_pdf::images::difference(&view, stream, &view, stream);
        }
    }
}

/// A page drawn from its contents. A panic of the rasteriser is caught by who calls it, so that only time, memory and
/// stack are finds here.
fn render(data: &[u8]) {
    static QUIET: std::sync::Once = std::sync::Once::new();
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    let wanted = PageOf {
        revision: None,
        page: 1,
        dpi: 36.0,
        marks: Vec::new(),
    };
    if let Ok(picture) = draw(&parts::content(data), &wanted) {
        let pixels = f64::from(picture.width()) * f64::from(picture.height());
        if pixels > assay_render::PIXELS {
            std::process::abort();
        }
    }
}

/// Lines of text, set where a typewriter would set them.
fn words(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut words = Vec::new();
    for (page, lines) in text.split('\x0c').enumerate().take(8) {
        for (row, line) in lines.split('\n').enumerate() {
            let y = 800.0 - row as f64 * 12.0;
            let mut column = 0.0;
            for word in line.split(' ') {
                let width = word.chars().count() as f64 * 5.0;
                if !word.is_empty() {
                    words.push(Word {
                        page: page as u32 + 1,
                        area: [column, y, column + width, y + 9.0],
                        text: word.to_owned(),
                    });
                }
                column += width + 5.0;
            }
        }
    }
    let _ = assay_values::examine(&words);
}

/// The value of a signature. Its first byte says of which kind.
fn signature_value(data: &[u8]) {
    let Some((&kind, contents)) = data.split_first() else {
        return;
    };
    let sub_filter = match kind % 8 {
        0 => cms::SubFilter::Pkcs7Sha1,
        1 => cms::SubFilter::X509RsaSha1,
        2 => cms::SubFilter::Rfc3161,
        3 => cms::SubFilter::CadesDetached,
        _ => cms::SubFilter::Pkcs7Detached,
    };
    let _ = Certificate::read(contents);
    let entry = [contents.to_vec()];
    let outcome = cms::examine(&cms::Signed {
        contents,
        sub_filter,
        ranges: &[b"%PDF-1.7", b"%%EOF"],
        certificate_entry: &entry,
        pool: &[],
    });
    if let Ok(outcome) = outcome {
        assert!(contents.len() >= 2);
        for certificate in &outcome.certificates {
            let _ = outcome
                .certificates
                .iter()
                .map(|issuer| certificate.signed_by(issuer))
                .count();
        }
    }
}

/// Saves behind a signed file. The first byte picks the file, or none.
fn examine(data: &[u8]) {
    let Some((&base, text)) = data.split_first() else {
        return;
    };
    let base = parts::SIGNED
        .get(usize::from(base))
        .copied()
        .unwrap_or_default();
    let file = assemble(base, text);
    if let Ok(document) = Document::open(&file) {
        for report in assay_signatures::examine(&document, &Trust::default()) {
            let _ = format!("{report:?}").len();
        }
    }
}

/// A whole file, judged.
fn whole(data: &[u8]) {
    judge(data);
}

/// A whole file whose offsets, lengths and packing are right.
fn assembled(data: &[u8]) {
    judge(&assemble(b"", data));
}

fn judge(file: &[u8]) {
    let first = analyze(file, &Options::default());
    if let Ok(report) = &first {
        assert!(report.score.is_none_or(|score| score <= 100));
    }
    let _ = assay_forensics::history(file);
}
