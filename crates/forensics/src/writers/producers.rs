//! Programs that write PDF files: how they name themselves and the mark they leave in the second line. One row each.

use assay_pdf::{Header, Info};

/// What kind of program it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trade {
    /// Makes documents.
    Generator,
    /// Changes finished files: what it wrote was another file before.
    Editor,
    /// Rewrites whole files as they are: linearises, merges, repairs.
    Rewriter,
}

/// One program or library.
#[derive(Debug, Clone, Copy)]
pub struct Writer {
    pub name: &'static str,
    /// Bytes of the second-line comment; empty where it leaves none of its own.
    pub marker: &'static [u8],
    /// What its `/Producer` contains, in lower case.
    pub names: &'static [&'static str],
    pub trade: Trade,
}

macro_rules! writer {
    ($name:literal, $marker:expr, [$($names:literal),*], $trade:ident) => {
        Writer { name: $name, marker: $marker, names: &[$($names),*], trade: Trade::$trade }
    };
}

/// Marks measured on files whose writer is known; `E2 E3 CF D3` is shared by many and tells nothing.
pub static WRITERS: &[Writer] = &[
    writer!(
        "qpdf",
        b"\xbf\xf7\xa2\xfe",
        ["qpdf", "pikepdf", "img2pdf", "ocrmypdf"],
        Rewriter
    ),
    writer!("MuPDF", b"\xc2\xb5\xc2\xb6", ["mupdf", "pymupdf"], Editor),
    writer!(
        "Ghostscript",
        b"\xc7\xec\x8f\xa2",
        ["ghostscript"],
        Rewriter
    ),
    writer!("pdf-lib", b"\x81\x81\x81\x81", ["pdf-lib"], Editor),
    writer!("SAMBox", b"\xa7\xe3\xf1\xf1", ["sambox", "sejda"], Editor),
    writer!("PDFBox", b"\xf6\xe4\xfc\xdf", ["pdfbox"], Rewriter),
    writer!("PDFium", b"\xa1\xb3\xc5\xd7", ["pdfium"], Rewriter),
    writer!(
        "LibreOffice",
        b"\xc3\xa4\xc3\xbc\xc3\xb6\xc3\x9f",
        ["libreoffice", "openoffice"],
        Generator
    ),
    writer!(
        "cairo",
        b"\xb5\xed\xae\xfb",
        ["cairo", "inkscape"],
        Generator
    ),
    writer!("Skia", b"\xd3\xeb\xe9\xe1", ["skia"], Generator),
    writer!(
        "Quartz",
        b"\xc4\xe5\xf2\xe5\xeb\xa7\xf3\xa0\xd0\xc4\xc6",
        ["quartz"],
        Generator
    ),
    writer!(
        "Microsoft Office",
        b"\xb5\xb5\xb5\xb5",
        ["microsoft"],
        Generator
    ),
    writer!("ReportLab", b"\x93\x8c\x8b\x9e", ["reportlab"], Generator),
    writer!(
        "TeX",
        b"\xd0\xd4\xc5\xd8",
        ["pdftex", "xetex", "luatex", "xdvipdfmx", "dvipdfmx"],
        Generator
    ),
    writer!(
        "WeasyPrint",
        b"\xf0\x9f\x96\xa4",
        ["weasyprint", "pydyf"],
        Generator
    ),
    writer!("jsPDF", b"\xba\xdf\xac\xe0", ["jspdf"], Generator),
    writer!("FOP", b"\xaa\xab\xac\xad", ["apache fop"], Generator),
    writer!(
        "fpdf2",
        b"\xe9\xeb\xf1\xbf",
        ["fpdf2", "py-pdf/fpdf"],
        Generator
    ),
    writer!("Aspose", b"\xc8\xc8\xc8\xc8", ["aspose"], Generator),
    writer!(
        "pdfkit",
        b"\xff\xff\xff\xff",
        ["pdfkit", "pdfmake", "prawn"],
        Generator
    ),
    writer!("Qt", b"\xc3\xa2\xc3\xa3", ["qt "], Generator),
    writer!("PDFsharp", b"\xd3\xf4\xcc\xe1", ["pdfsharp"], Generator),
];

/// How a writer begins the contents of each page, where no other one does so.
#[derive(Debug)]
pub struct Hand {
    pub writer: &'static str,
    /// What the `/Producer` of files in this hand contains, in lower case.
    pub names: &'static [&'static str],
    /// `#` stands for a number.
    pub beginning: &'static str,
}

macro_rules! hand {
    ($writer:literal, [$($names:literal),*], $beginning:literal) => {
        Hand { writer: $writer, names: &[$($names),*], beginning: $beginning }
    };
}

/// Hands measured on files whose writer is known.
pub static HANDS: &[Hand] = &[
    hand!(
        "ReportLab",
        ["reportlab", "xhtml2pdf"],
        "1 0 0 1 0 0 cm  BT /F1 12 Tf 14.4 TL ET"
    ),
    hand!("FPDF", ["fpdf"], "2 J\n0.57 w\n"),
    hand!(
        "LibreOffice",
        ["libreoffice", "openoffice", "neooffice", "staroffice"],
        "0.1 w\nq 0 0.# # # re\nW* n"
    ),
    hand!("Skia", ["skia"], ".23999999 0 0 -.23999999 0 # cm"),
    hand!("Skia", ["skia"], ".24 0 0 -.24 0 # cm"),
    hand!(
        "WeasyPrint",
        ["weasyprint", "pydyf"],
        "1 0 0 -1 0 # cm\nq\n0.75 0 0 0.75 0 0 cm"
    ),
    hand!("Ghostscript", ["ghostscript"], "q 0.1 0 0 0.1 0 0 cm\n"),
    hand!("Qt", ["qt "], "/GSa gs /CSp cs /CSp CS\n# 0 0 -# # # cm"),
];

/// The longest beginning, with its numbers, bytes.
pub const BEGINNING: usize = 96;

/// The hand that the contents of a page begin in.
pub fn hand(contents: &[u8]) -> Option<&'static Hand> {
    HANDS
        .iter()
        .find(|hand| begins(contents, hand.beginning.as_bytes()))
}

fn begins(mut contents: &[u8], beginning: &[u8]) -> bool {
    for &wanted in beginning {
        let number = contents
            .iter()
            .take_while(|byte| byte.is_ascii_digit() || **byte == b'.');
        let count = match wanted {
            b'#' => number.count(),
            _ => usize::from(contents.first() == Some(&wanted)),
        };
        if count == 0 {
            return false;
        }
        contents = contents.get(count..).unwrap_or_default();
    }
    true
}

/// Makers of documents, as producer strings name them, that put pages of other files in as they are.
const KEEP_PAGES: [&str; 6] = [
    "quartz",
    "reportlab",
    "prawn",
    "aspose",
    "pdfsharp",
    "modified",
];

/// The maker of documents that a producer string names, if all pages it writes are in its own hand.
pub fn writes_every_page(producer: &str) -> Option<&'static Writer> {
    let producer = producer.to_lowercase();
    let writer = by_name(&producer).filter(|writer| writer.trade == Trade::Generator)?;
    let keeps = KEEP_PAGES.iter().any(|name| producer.contains(name));
    (!keeps && editor_named(&producer).is_none()).then_some(writer)
}

/// Names of programs by which people edit a finished PDF; in lower case, as `/Producer`, `/Creator` or XMP show them.
pub static EDITORS: &[&str] = &[
    "acrobat pro",
    "adobe acrobat 1",
    "adobe acrobat 2",
    "adobe acrobat pro",
    "foxit phantom",
    "foxit pdf editor",
    "foxit editor",
    "nitro",
    "pdf-xchange",
    "pdfescape",
    "sejda",
    "smallpdf",
    "ilovepdf",
    "pdffiller",
    "pdf24",
    "master pdf editor",
    "pdfelement",
    "wondershare",
    "inkscape",
    "photoshop",
    "illustrator",
    "gimp",
    "canva",
    "coreldraw",
    "libreoffice draw",
    "pdf candy",
    "soda pdf",
    "dochub",
    "xodo",
    "movavi",
    "ashampoo pdf",
    "infix",
    "pdfgear",
    "pdf expert",
    "icecream pdf",
];

/// The writer that leaves this mark.
pub fn by_marker(marker: &[u8]) -> Option<&'static Writer> {
    WRITERS
        .iter()
        .find(|writer| !writer.marker.is_empty() && marker.starts_with(writer.marker))
}

/// Whether a producer string names this writer.
pub fn names(writer: &Writer, producer: &str) -> bool {
    any_named(writer.names, producer)
}

/// Whether a producer string contains one of these names, which are in lower case.
pub fn any_named(names: &[&str], producer: &str) -> bool {
    let producer = producer.to_lowercase();
    names.iter().any(|name| producer.contains(name))
}

/// Makers of documents that can take pages of other files in.
const TAKE_PAGES_IN: [&str; 5] = ["TeX", "Quartz", "ReportLab", "Aspose", "PDFsharp"];

/// The program that made the document, where the bytes are still as it wrote them and it takes no pages of other files.
pub fn generator(header: &Header, info: &Info) -> Option<&'static str> {
    let writer = by_marker(&header.marker).filter(|writer| writer.trade == Trade::Generator)?;
    let named = |text: Option<&str>| text.is_some_and(|text| names(writer, text));
    let alone = !TAKE_PAGES_IN.contains(&writer.name);
    (alone && (named(info.producer()) || named(info.creator()))).then_some(writer.name)
}

/// The writer a producer string names.
pub fn by_name(producer: &str) -> Option<&'static Writer> {
    WRITERS.iter().find(|writer| names(writer, producer))
}

/// The editor that a string of the metadata names.
pub fn editor_named(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    EDITORS
        .iter()
        .find(|editor| text.contains(*editor))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_told_by_how_contents_begin() {
        let writer = |contents: &str| hand(contents.as_bytes()).map(|hand| hand.writer);
        assert_eq!(
            writer("1 0 0 1 0 0 cm  BT /F1 12 Tf 14.4 TL ET\nq"),
            Some("ReportLab")
        );
        assert_eq!(
            writer("0.1 w\nq 0 0.028 595.275 841.861 re\nW* n\n"),
            Some("LibreOffice")
        );
        assert_eq!(
            writer("1 0 0 -1 0 841.89 cm\nq\n0.75 0 0 0.75 0 0 cm"),
            Some("WeasyPrint")
        );
        assert_eq!(writer("1 0 0 -1 0 841.89 cm\nq\n0.133333 0.329412"), None);
        assert_eq!(writer("q\n"), None);
    }

    #[test]
    fn each_hand_is_that_of_its_writers_files() {
        let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        for (folder, writer) in [
            ("letter-reportlab", "ReportLab"),
            ("payslip-fpdf2", "FPDF"),
            ("statement-libreoffice", "LibreOffice"),
            ("payslip-chromium", "Skia"),
            ("invoice-weasyprint-signed", "WeasyPrint"),
            ("invoice-wkhtmltopdf", "Qt"),
            ("utility-ghostscript", "Ghostscript"),
        ] {
            let bytes = std::fs::read(fixtures.join(folder).join("original.pdf"));
            let bytes = bytes.unwrap_or_default();
            let document = assay_pdf::Document::open(&bytes);
            let told = document.map(|document| {
                let contents = assay_pdf::content::Contents::new(document.latest());
                let pages = document.latest().pages();
                let first = contents.beginning(pages.first()?, BEGINNING)?;
                hand(&first).map(|hand| hand.writer)
            });
            assert_eq!(told.ok().flatten(), Some(writer), "{folder}");
        }
    }

    #[test]
    fn makers_that_keep_pages_of_others_tell_nothing() {
        let maker = |producer| writes_every_page(producer).map(|writer| writer.name);
        assert_eq!(maker("jsPDF 2.5.1"), Some("jsPDF"));
        assert_eq!(maker("LibreOffice 7.4"), Some("LibreOffice"));
        assert_eq!(maker("Prawn"), None);
        assert_eq!(maker("macOS Version 14 Quartz PDFContext"), None);
        assert_eq!(maker("pypdf"), None);
        assert_eq!(maker("OpenOffice 4.1.1; modified using iText 5.1.3"), None);
    }
}
