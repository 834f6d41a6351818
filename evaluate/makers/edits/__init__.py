"""Every edit method: what it does, what it is bound to leave in the file, and what kind of change it can make."""

from . import (
    annotation,
    cover,
    hidden,
    in_place,
    incremental,
    inkscape,
    libreoffice_draw,
    pages,
    picture,
    rebuilt,
    retyped,
    signed,
    unicode,
)
from .method import Method

REVISION = "earlier revision kept in the file"
COVER = "old text under a box"
TYPED = "value typed in another font resource, out of paint order"
LIE = "shown and extracted text differ"
OUTSIDE = "changed after signing"
IN_PIXELS = ("seam in the noise and compression of the picture",)

PLAIN = [
    Method("digits-pikepdf", in_place.with_pikepdf),
    Method("digit-added-pikepdf", in_place.with_pikepdf, "longer"),
    Method("cover-outlines-pikepdf", cover.outlined, "any", (COVER, "value drawn as outlines, not text")),
    Method("digits-pypdf", in_place.with_pypdf),
    Method("digits-pymupdf", in_place.with_pymupdf),
    Method("digits-qdf-text-editor", in_place.with_qdf),
    Method("digits-padded-stream", in_place.padded, traces=("filling after the end of the Flate data",)),
    Method("digits-offsets-repaired", in_place.surgeon),
    Method("incremental-by-hand", incremental.by_hand, traces=(REVISION,)),
    Method("incremental-pymupdf", incremental.with_pymupdf, traces=(REVISION,)),
    Method("incremental-pypdf", incremental.with_pypdf, traces=(REVISION,)),
    Method("incremental-cover-pdfbox", incremental.cover_with_pdfbox, "any", (REVISION, COVER, TYPED)),
    Method("incremental-cover-openpdf", incremental.cover_with_openpdf, "any", (REVISION, COVER, TYPED)),
    Method("incremental-cover-pymupdf", incremental.cover_with_pymupdf, "any", (REVISION, COVER, TYPED)),
    Method("cover-pymupdf", cover.pymupdf_box, "any", (COVER, TYPED)),
    Method("cover-pymupdf-same-face", cover.pymupdf_box_same_face, "any", (COVER, TYPED)),
    Method("redact-retype-pymupdf", cover.pymupdf_redact, "any", (TYPED,)),
    Method("redact-replacement-pymupdf", cover.pymupdf_redact_replacement, "any", (TYPED,)),
    Method("redact-retype-same-face", cover.pymupdf_redact_same_face, "any", (TYPED,)),
    Method("cut-retype-pikepdf-pymupdf", cover.retype, "any", (TYPED,)),
    Method("cover-pdf-lib", cover.pdf_lib, "any", (COVER, TYPED)),
    Method("cover-pdfbox", cover.pdfbox, "any", (COVER, TYPED)),
    Method("cover-openpdf", cover.openpdf, "any", (COVER, TYPED)),
    Method("cover-itext5", cover.itext5, "any", (COVER, TYPED)),
    Method("overlay-reportlab-pypdf", cover.overlay_pypdf, "any", (COVER, TYPED)),
    Method("overlay-reportlab-qpdf", cover.overlay_qpdf, "any", (COVER, TYPED)),
    Method("overlay-reportlab-pdftk", cover.overlay_pdftk, "any", (COVER, TYPED)),
    Method("free-text-pymupdf", annotation.pymupdf_free_text, "any", ("annotation over a value",)),
    Method("free-text-pypdf", annotation.pypdf_free_text, "any", ("annotation over a value",)),
    Method("widget-over-value", annotation.widget, "any", ("form field over a value",)),
    Method("libreoffice-draw", libreoffice_draw.round_trip, "any"),
    Method("inkscape", inkscape.round_trip),
    Method("digits-pdftk-text-editor", in_place.with_pdftk),
    Method("unicode-extraction-changed", unicode.extraction_changed, traces=(LIE,), seen=False),
    Method("unicode-shown-changed", unicode.shown_changed, traces=(LIE,)),
    Method("picture-patch", picture.png_patch, "any", ("picture over text",)),
    Method("scan-painted", picture.scan_painted, "any", IN_PIXELS, image=True),
    Method(
        "scan-painted-old-text-layer",
        picture.scan_painted_with_old_text_layer,
        "any",
        ("recognised text says the old value", *IN_PIXELS),
        image=True,
    ),
    Method("scan-typed-over", picture.scan_typed_over, "any", ("value typed on a box over the picture",), image=True),
    Method("scan-digit-copied", picture.scan_digits_copied, traces=IN_PIXELS, image=True),
    Method("covered-then-picture", picture.flattened, "any", image=True),
    Method("layer", hidden.layer, "any", (COVER, TYPED)),
    Method("invisible-old-value", hidden.invisible, "any", ("old value still in the page, invisible", TYPED)),
    Method("form-xobject-overlay", hidden.form_overlay, "any", (COVER, TYPED)),
    Method("page-removed", pages.page_removed, "whole"),
    Method("page-exchanged", pages.page_exchanged, "whole"),
    Method("page-from-other-producer", pages.page_from_other, "whole"),
    Method("row-removed", pages.row_removed, "whole"),
    Method("row-added", pages.row_added, "whole"),
    Method("row-removed-balances-put-right", pages.row_removed_balances_put_right, "whole"),
    Method("line-retyped-pymupdf", retyped.whole_line, "any", (TYPED,)),
    Method("typed-in-page-font-pikepdf", retyped.in_page_font, traces=("value typed out of paint order",)),
    Method("cover-in-order-pikepdf", retyped.covered_in_order, traces=(COVER,)),
    Method("rewritten-in-order-pikepdf", retyped.rewritten_in_order),
    Method("glyphs-copied-pikepdf", in_place.with_pikepdf, "copied"),
    Method("word-and-back", rebuilt.word_and_back, "whole"),
    Method("html-changed-printed-by-chromium", rebuilt.printed_by_chromium, "whole"),
    Method("html-sums-kept-printed-by-chromium", rebuilt.printed_by_chromium_sums_kept, "whole"),
    Method("rebuilt-by-same-producer", rebuilt.same_producer_sums_kept, "whole"),
    Method("signed-then-incremental", signed.then_incremental, traces=(REVISION, OUTSIDE)),
    Method("signed-then-covered-incremental", signed.then_covered_incremental, "any", (REVISION, OUTSIDE, COVER, TYPED)),
    Method("signed-then-free-text", signed.then_free_text, "any", (OUTSIDE, "annotation over a value")),
    Method("signed-then-bytes-changed", signed.then_bytes, traces=("signature's digest does not fit",)),
    Method("signed-then-saved-whole", signed.then_saved_whole, "any", ("signature's digest does not fit", COVER, TYPED)),
    Method("signed-then-stripped", signed.then_stripped, traces=("empty signature field left behind",)),
]
_BY_NAME = {method.name: method for method in PLAIN}


def _laundered(name: str, way: str, left: tuple) -> Method:
    method = _BY_NAME[name]
    return Method(f"{name}-then-{way}", method.apply, method.takes, left, way)


METHODS = {
    method.name: method
    for method in [
        *PLAIN,
        _laundered("digits-pikepdf", "ghostscript", ()),
        _laundered("digits-pikepdf", "mutool", ()),
        _laundered("digits-pikepdf", "pdftocairo", ()),
        _laundered("digits-pikepdf", "metadata-gone", ()),
        _laundered("incremental-by-hand", "qpdf", ()),
        _laundered("cover-pymupdf", "ghostscript", (COVER, TYPED)),
        _laundered("cover-pymupdf", "mutool", (COVER, TYPED)),
        _laundered("cover-pymupdf", "qpdf", (COVER, TYPED)),
        _laundered("cover-pymupdf", "pdftocairo", (COVER, TYPED)),
        _laundered("cover-pdf-lib", "ghostscript", (COVER, TYPED)),
        _laundered("redact-retype-pymupdf", "ghostscript", (TYPED,)),
        _laundered("redact-retype-same-face", "qpdf", (TYPED,)),
        _laundered("redact-retype-same-face", "pdftocairo", (TYPED,)),
        _laundered("line-retyped-pymupdf", "ghostscript", (TYPED,)),
        _laundered("typed-in-page-font-pikepdf", "mutool", ("value typed out of paint order",)),
        _laundered("cover-in-order-pikepdf", "qpdf", (COVER,)),
    ]
}
