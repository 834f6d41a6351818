//! Visits everything that an open document can be asked for, and holds every place it names to lie inside the file.

use assay_pdf::content::{Contents, lines};
use assay_pdf::fonts::Font;
use assay_pdf::revisions::changes;
use assay_pdf::{Document, Object, Parser, Span, View};

/// Objects, saves, metadata and pages of every state of the document.
pub fn everything(document: &Document<'_>) {
    let length = document.bytes().len();
    let inside = |span: Span| assert!(span.start <= span.end && span.end <= length, "{span}");
    assert!(!document.revisions().is_empty());
    for revision in document.revisions().iter().take(8) {
        assert!(revision.end <= length, "save ends behind the file");
        revision
            .sections
            .iter()
            .for_each(|section| inside(section.span));
        revision.tail.into_iter().for_each(inside);
        let view = document.at(revision.index);
        objects(document, &view, &inside);
        let _ = (view.pages(), view.information(), view.xmp());
        let _ = document.written_in(revision.index);
        let _ = changes::changes(document, revision.index);
    }
    document
        .scanned_objects()
        .iter()
        .for_each(|found| inside(found.span));
    document
        .anomalies()
        .iter()
        .for_each(|anomaly| inside(anomaly.span));
}

fn objects(document: &Document<'_>, view: &View<'_>, inside: &dyn Fn(Span)) {
    for number in document.numbers_at(view.revision()) {
        let Some(indirect) = view.indirect(assay_pdf::ObjectId::new(number, 0)) else {
            continue;
        };
        inside(indirect.span);
        let _ = Parser::new(document.bytes(), indirect.span.start).entry_spans();
        if let Object::Stream(stream) = &indirect.object {
            inside(stream.data);
            let _ = view.decode(stream);
        }
        if indirect
            .object
            .as_dictionary()
            .is_some_and(|d| d.get(b"Type").is_some_and(|t| t.is_name(b"Font")))
        {
            font(view, &indirect.object);
        }
    }
}

/// A font with its program, and what it says of codes.
pub fn font(view: &View<'_>, object: &Object) {
    let Some(dictionary) = object.as_dictionary() else {
        return;
    };
    let font = Font::read(view, dictionary);
    let _ = font.inventory(view);
    for code in (0..=255).chain([256, 0x2020, 0xffff, 0x10_0000, u32::MAX]) {
        let _ = (
            font.glyph(code).width,
            font.cid(code),
            font.glyph_name(code).map(<[u8]>::len),
        );
    }
    let _ = font.codes(b"\0\x01A\xff\xfe\x81\x40abc").take(64).count();
    let _ = (
        font.ascent(),
        font.descent(),
        font.vertical(),
        font.subset_tag().map(str::len),
    );
    if let Some(program) = font.program(view) {
        let _ = (
            program.glyphs().len(),
            program.characters().len(),
            program.glyph_count(),
        );
        let _ = font.program_glyphs(view, program).len();
    }
}

/// What the pages draw, in lines.
pub fn contents(document: &Document<'_>) {
    let view = document.latest();
    let contents = Contents::new(view);
    for page in view.pages().iter().take(assay_pdf::limits::PAGES) {
        let content = contents.page(page);
        for run in &content.runs {
            let _ = (content.run_text(run).len(), content.run_area(run));
            assert!(run.span.0 <= run.span.1);
            assert!(usize::from(run.source) < content.sources.len());
        }
        let read = lines(&content, |run| !run.hidden);
        assert!(read.iter().all(|line| !line.words.is_empty()));
    }
}
