"""Every honest treatment of a finished file: what it leaves, and what may be said of the result."""

from collections.abc import Callable
from dataclasses import dataclass, field

from . import forms, handled, marked, saved_again, scanned, signed, tagged, whole_file


@dataclass(frozen=True)
class Treatment:
    """`allowed` are the verdicts that are right; `expect` names further fields of the answer that must hold."""

    name: str
    apply: Callable
    leaves: str
    allowed: tuple = ("inconclusive",)
    expect: dict = field(default_factory=dict)
    design: str | None = None  # the only design it is for


SIGNED = ("authentic", "inconclusive")
RE_PRINTED = ("inconclusive",)
SCAN = {"basis": "image_container", "document_class": "raster"}
SCAN_WITH_TEXT = {"basis": "image_container", "document_class": "scanned_with_text_layer"}

TREATMENTS = {
    one.name: one
    for one in [
        Treatment("qpdf-linearize", saved_again.qpdf_linearize, "two cross-reference sections, first page first"),
        Treatment("qpdf-save", saved_again.qpdf_save, "written whole by qpdf"),
        Treatment("pikepdf-save", saved_again.pikepdf_save, "written whole by pikepdf"),
        Treatment("mutool-clean", saved_again.mutool_clean, "written whole by MuPDF"),
        Treatment("pymupdf-save", saved_again.pymupdf_save, "written whole by PyMuPDF"),
        Treatment("ghostscript-print", saved_again.ghostscript_print, "printed to a new file by Ghostscript"),
        Treatment("postscript-and-back", saved_again.postscript_and_back, "fonts without a map to Unicode, their text a guess"),
        Treatment("pdftocairo-print", saved_again.pdftocairo_print, "printed to a new file by Poppler"),
        Treatment("pdftk-cat", saved_again.pdftk_cat, "pages taken over by pdftk"),
        Treatment("pypdf-clone", saved_again.pypdf_clone, "written whole by pypdf"),
        Treatment("pdf-lib-save", saved_again.pdf_lib_save, "written whole by pdf-lib"),
        Treatment("exiftool-metadata", saved_again.exiftool_metadata, "revision with Info and XMP only"),
        Treatment("pypdf-metadata-incremental", saved_again.pypdf_metadata_incremental, "revision with Info only"),
        Treatment("pikepdf-metadata", saved_again.pikepdf_metadata, "written whole, XMP added"),
        Treatment("draw-unchanged", whole_file.draw_unchanged, "printed anew by LibreOffice Draw"),
        Treatment("word-unchanged", whole_file.word_unchanged, "turned into a word processor's document and back"),
        Treatment("ghostscript-pdfa", whole_file.pdf_a, "printed to PDF/A by Ghostscript"),
        Treatment("ghostscript-compressed", whole_file.smaller, "printed smaller by Ghostscript"),
        Treatment("encrypted-empty-password", whole_file.encrypted, "AES-256, opens without a password"),
        Treatment("encrypted-rc4-empty-password", whole_file.encrypted_rc4, "RC4, opens without a password"),
        Treatment("unlocked", whole_file.unlocked, "encrypted by the issuer, decrypted by its reader"),
        Treatment("password-needed", whole_file.password_needed, "cannot be read", (), {"error": "password_required"}),
        Treatment("first-page-only", whole_file.first_page, "one page of several, taken by qpdf"),
        Treatment("merged-qpdf", whole_file.merged_qpdf, "two genuine files in one"),
        Treatment("merged-pdfunite", whole_file.merged_pdfunite, "two genuine files in one"),
        Treatment("merged-pdfbox", whole_file.merged_pdfbox, "two genuine files in one"),
        Treatment("merged-pymupdf", whole_file.merged_pymupdf, "two genuine files in one"),
        Treatment("merged-with-its-copy", whole_file.merged_with_its_copy, "every page twice, the same"),
        Treatment("rotated", whole_file.rotated, "pages turned, written whole by qpdf"),
        Treatment("thumbnails", whole_file.thumbnails, "a small picture of each page, written whole by pikepdf"),
        Treatment("bytes-after-the-end", whole_file.gateway_tail, "a proxy's remark after the last %%EOF"),
        Treatment("office-hybrid-tail", whole_file.office_hybrid_tail, "a second cross-reference section without objects"),
        Treatment("highlight", marked.highlight, "a highlight annotation"),
        Treatment("highlight-incremental", marked.highlight_incremental, "a revision with a highlight annotation"),
        Treatment("note-incremental", marked.note_incremental, "a revision with notes beside the text"),
        Treatment("issuer-mark-itext5", marked.issuer_mark_itext5, "the issuer's mark on every page, same string"),
        Treatment("issuer-mark-openpdf", marked.issuer_mark_openpdf, "the issuer's mark on every page, same string"),
        Treatment("watermark-pdf-lib", marked.watermark_pdf_lib, "an id at the head of every page"),
        Treatment("watermark-qpdf", marked.watermark_qpdf, "a translucent word on every page"),
        Treatment("logo-as-paths", marked.logo_as_paths, "a slogan with a number drawn as outlines beside an amount"),
        Treatment("linked", marked.linked, "links over values and an address, which lead where they say"),
        Treatment("actual-text-tagged", tagged.actual_text, "every text in a span with the text it shows"),
        Treatment("touch-up-mark", tagged.touch_up_mark, "an editor's mark and a new date, nothing changed"),
        Treatment("e-invoice", marked.e_invoice, "invoice XML attached", design="invoice"),
        Treatment("e-invoice-incremental", marked.e_invoice_incremental, "a revision with the invoice XML", design="invoice"),
        Treatment("pdf-attached", marked.pdf_attached, "a PDF attached uncompressed"),
        Treatment(
            "e-sign-platform",
            handled.e_sign_platform,
            "an id on every page, a page of evidence, the platform's signature",
            SIGNED,
            {"signature": "intact"},
        ),
        Treatment("bates-and-marks", handled.bates_and_marks, "a number and a print vendor's bars on every page"),
        Treatment("mail-banner-incremental", handled.mail_banner, "a revision with a gateway's line on the first page"),
        Treatment("privacy-redacted", handled.privacy_redacted, "a number blacked out by the owner, its text gone"),
        Treatment("signature-picture", handled.signature_picture, "a picture of a signature where nothing stood"),
        Treatment("cropped", handled.cropped, "a crop box on every page"),
        Treatment("dates-in-another-zone", handled.dates_in_another_zone, "both dates the same instant in two zones"),
        Treatment("scanned-page-added", handled.page_from_scanner_added, "a scanned page behind pages of text"),
        Treatment("signed", signed.plain, "an intact signature over the whole file", SIGNED, {"signature": "intact"}),
        Treatment("signed-visible", signed.visible, "an intact signature with an appearance", SIGNED, {"signature": "intact"}),
        Treatment(
            "signed-self-made",
            signed.self_made,
            "intact, under a certificate of the signer's own making",
            SIGNED,
            {"signature": "intact"},
        ),
        Treatment("certified", signed.certified, "certified, no changes permitted", SIGNED, {"signature": "intact"}),
        Treatment("signed-twice", signed.twice, "two intact signatures", SIGNED, {"signature": "intact"}),
        Treatment(
            "signed-long-term",
            signed.long_term,
            "signature, validation data, document timestamp",
            SIGNED,
            {"signature": "intact"},
        ),
        Treatment("scanned-img2pdf", scanned.img2pdf, "pictures of pages", ("suspicious",), SCAN),
        Treatment("scanned-blacked-out", scanned.blacked_out, "a black box and a typed note on a picture", ("suspicious",), SCAN),
        Treatment("scanned-reportlab", scanned.reportlab, "pictures of pages", ("suspicious",), SCAN),
        Treatment("scanned-mailed", scanned.mailed, "pictures of pages, compressed twice", ("suspicious",), SCAN),
        Treatment("scanned-stamped", scanned.stamped, "pictures of pages with a stamp and a signature", ("suspicious",), SCAN),
        Treatment("scanned-by-two", scanned.by_two_scanners, "pictures of pages from two scanners", ("suspicious",), SCAN),
        Treatment(
            "scanned-with-text-layer",
            scanned.with_text_layer,
            "pictures of pages under recognised text",
            ("inconclusive",),
            SCAN_WITH_TEXT,
        ),
        Treatment("form-filled-pypdf", forms.pypdf_whole, "fields filled", design="form"),
        Treatment("form-filled-pypdf-incremental", forms.pypdf_incremental, "a revision with filled fields", design="form"),
        Treatment("form-filled-pymupdf-incremental", forms.pymupdf_incremental, "a revision with filled fields", design="form"),
        Treatment("form-filled-pdf-lib", forms.pdf_lib, "fields filled", design="form"),
        Treatment("form-filled-pdfbox", forms.pdfbox, "fields filled", design="form"),
        Treatment("form-flattened-pdfbox", forms.pdfbox_flattened, "fields filled and made part of the page", design="form"),
        Treatment("form-saved-in-browser", forms.browser_save, "a revision with filled fields", design="form"),
        Treatment(
            "form-certified-then-filled",
            signed.certified_then_filled,
            "certified for filling, then filled",
            SIGNED,
            {"signature": "intact"},
            "form",
        ),
    ]
}
