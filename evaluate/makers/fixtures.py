"""The small set that is committed under `fixtures/`: which documents, and what is done to each."""

import json
import re
import shutil
import sys
from functools import partial
from pathlib import Path
from random import Random

import pikepdf
from reportlab.pdfgen.canvas import Canvas

from . import coded, making, signing
from .benign import TREATMENTS
from .designs import compose
from .edits import METHODS
from .edits.work import Unsuitable
from .places import HERE
from .producers import PRODUCERS

FIXTURES = HERE.parent / "fixtures"
LARGEST, LARGEST_SUM = 84 * 1024, 8 * 1024 * 1024

# Folder: (producer, design, locale, seed), edits as {name: (method, value or None, sums kept)}, treatments as {name: treatment}.
RECIPES = {
    "statement-libreoffice": (
        ("libreoffice", "statement", "de-DE", 8),
        {
            "amount-changed-in-stream-pikepdf": ("digits-pikepdf", "row.6.amount", False),
            "amount-changed-sums-kept-pikepdf": ("digits-pikepdf", None, True),
            "balance-changed-incremental-pypdf": ("incremental-pypdf", "row.9.balance", False),
            "closing-balance-changed-incremental": ("incremental-by-hand", "closing", False),
            "amount-changed-redrawn-libreoffice-draw": ("libreoffice-draw", "row.4.amount", False),
            "row-removed-pymupdf": ("row-removed", None, False),
            "row-added-pymupdf": ("row-added", None, False),
        },
        {
            "linearized-qpdf": "qpdf-linearize",
            "saved-by-qpdf": "qpdf-save",
            "redrawn-unchanged-libreoffice-draw": "draw-unchanged",
            "metadata-appended-exiftool": "exiftool-metadata",
            "printed-ghostscript": "ghostscript-print",
        },
    ),
    "payslip-chromium": (
        ("chromium", "payslip", "en-GB", 1),
        {
            "net-pay-covered-and-retyped-pymupdf": ("cover-pymupdf", "net", False),
            "net-pay-covered-and-retyped-pdf-lib": ("cover-pdf-lib", "net", False),
            "net-pay-covered-then-ghostscript": ("cover-pymupdf-then-ghostscript", "net", False),
            "gross-pay-redacted-and-retyped-pymupdf": ("redact-retype-same-face", "gross", False),
            "net-pay-redacted-with-replacement-pymupdf": ("redact-replacement-pymupdf", "net", False),
            "net-pay-picture-patch": ("picture-patch", "net", False),
        },
        {
            "highlighted-incremental-pymupdf": "highlight-incremental",
            "note-incremental-pymupdf": "note-incremental",
            "printed-to-pdfa-ghostscript": "ghostscript-pdfa",
            "sent-as-postscript-and-back": "postscript-and-back",
        },
    ),
    "invoice-openpdf": (
        ("openpdf", "invoice", "fr-FR", 1),
        {
            "total-overlaid-pypdf": ("overlay-reportlab-pypdf", "total", False),
            "total-overlaid-qpdf": ("overlay-reportlab-qpdf", "total", False),
            "customer-overlaid-pdftk": ("overlay-reportlab-pdftk", "customer", False),
            "due-date-covered-incremental-openpdf": ("incremental-cover-openpdf", "due", False),
            "account-changed-in-stream-pikepdf": ("digits-pikepdf", "account", False),
            "total-changed-incremental-pymupdf": ("incremental-pymupdf", "total", False),
        },
        {
            "xml-attached": "e-invoice",
            "xml-attached-incremental-pypdf": "e-invoice-incremental",
            "marked-on-every-page-itext5": "issuer-mark-itext5",
            "taken-over-page-by-page-pdftk": "pdftk-cat",
        },
    ),
    "letter-reportlab": (
        ("reportlab-base14", "letter", "en-US", 2),
        {
            "start-date-changed-leaves-nothing": ("digits-offsets-repaired", "began", False),
            "salary-changed-in-stream-padded": ("digits-padded-stream", "salary", False),
            "salary-changed-in-text-editor-qdf": ("digits-qdf-text-editor", "salary", False),
            "salary-changed-sums-kept-pikepdf": ("digits-pikepdf", None, True),
            "salary-under-free-text-pymupdf": ("free-text-pymupdf", "salary", False),
            "salary-under-widget-pymupdf": ("widget-over-value", "salary", False),
            "salary-shown-otherwise-than-extracted": ("unicode-shown-changed", "salary", False),
            "salary-extracted-otherwise-than-shown": ("unicode-extraction-changed", "salary", False),
            "employee-redacted-and-retyped-pymupdf": ("redact-retype-pymupdf", "employee", False),
            "salary-changed-then-mutool": ("digits-pikepdf-then-mutool", "salary", False),
            "salary-covered-and-retyped-pdf-lib": ("cover-pdf-lib", "salary", False),
            "salary-in-a-layer-pymupdf": ("layer", "salary", False),
            "start-date-changed-metadata-gone": ("digits-pikepdf-then-metadata-gone", "began", False),
        },
        {
            "saved-by-pikepdf": "pikepdf-save",
            "thumbnails-pikepdf": "thumbnails",
            "saved-by-pymupdf": "pymupdf-save",
            "metadata-incremental-pypdf": "pypdf-metadata-incremental",
            "office-hybrid-tail": "office-hybrid-tail",
            "bytes-after-the-end": "bytes-after-the-end",
            "watermarked-qpdf": "watermark-qpdf",
            "cleaned-mutool": "mutool-clean",
            "pdf-attached-uncompressed": "pdf-attached",
        },
    ),
    "receipt-pdf-lib": (
        ("pdf-lib", "receipt", "es-ES", 1),
        {
            "date-changed-in-stream-pypdf": ("digits-pypdf", "day", False),
            "price-invisible-and-retyped": ("invisible-old-value", "line.0.price", False),
            "price-under-form-xobject": ("form-xobject-overlay", "line.1.price", False),
            "price-changed-then-pdftocairo": ("digits-pikepdf-then-pdftocairo", "line.0.price", False),
        },
        {
            "saved-by-pdf-lib": "pdf-lib-save",
            "watermarked-pdf-lib": "watermark-pdf-lib",
            "saved-by-pypdf": "pypdf-clone",
        },
    ),
    "utility-pdfbox": (
        ("pdfbox", "utility", "en-GB", 2),
        {
            "customer-covered-pdfbox": ("cover-pdfbox", "customer", False),
            "total-covered-incremental-pdfbox": ("incremental-cover-pdfbox", "total", False),
            "total-covered-and-retyped-openpdf": ("cover-openpdf", "total", False),
            "total-cut-and-retyped": ("cut-retype-pikepdf-pymupdf", "total", False),
            "meter-changed-then-qpdf": ("incremental-by-hand-then-qpdf", "meter", False),
        },
        {
            "encrypted-empty-password": "encrypted-empty-password",
            "encrypted-rc4-empty-password": "encrypted-rc4-empty-password",
            "password-needed": "password-needed",
            "unlocked-qpdf": "unlocked",
            "merged-pdfbox": "merged-pdfbox",
            "rotated-qpdf": "rotated",
        },
    ),
    "statement-pdfkit": (
        ("pdfkit", "statement", "fr-FR", 4),
        {
            "page-removed-qpdf": ("page-removed", None, False),
            "page-exchanged-qpdf": ("page-exchanged", None, False),
            "amount-changed-pdftk-text-editor": ("digits-pdftk-text-editor", "row.40.amount", False),
            "holder-covered-and-retyped-itext5": ("cover-itext5", "holder", False),
        },
        {
            "first-page-only-qpdf": "first-page-only",
            "linearized-qpdf": "qpdf-linearize",
            "printed-pdftocairo": "pdftocairo-print",
        },
    ),
    "invoice-weasyprint-signed": (
        ("weasyprint", "invoice", "de-DE", 1),
        {
            "total-changed-incremental-after-signing": ("signed-then-incremental", "total", False),
            "subtotal-covered-incremental-after-signing": ("signed-then-covered-incremental", "subtotal", False),
            "free-text-over-subtotal-after-signing": ("signed-then-free-text", "subtotal", False),
            "bytes-changed-after-signing": ("signed-then-bytes-changed", "total", False),
            "saved-whole-after-signing": ("signed-then-saved-whole", "subtotal", False),
            "signature-taken-out": ("signed-then-stripped", "total", False),
            "covered-and-retyped-then-signed": ("covered-then-signed", "subtotal", False),
        },
        {
            "signed": "signed",
            "signed-visible": "signed-visible",
            "signed-self-made-certificate": "signed-self-made",
            "certified": "certified",
            "signed-twice": "signed-twice",
            "signed-long-term": "signed-long-term",
        },
    ),
    "receipt-scanned": (
        ("reportlab-base14", "receipt", "de-CH", 4),
        {
            "price-painted-over": ("scan-painted", "line.0.price", False),
            "price-painted-over-old-text-layer": ("scan-painted-old-text-layer", "line.0.price", False),
            "price-typed-over": ("scan-typed-over", "line.0.price", False),
            "digit-copied": ("scan-digit-copied", "line.1.price", False),
            "covered-then-picture": ("covered-then-picture", "line.0.price", False),
        },
        {
            "scanned-img2pdf": "scanned-img2pdf",
            "scanned-blacked-out": "scanned-blacked-out",
            "scanned-reportlab": "scanned-reportlab",
            "scanned-with-text-layer": "scanned-with-text-layer",
        },
    ),
    "payslip-scanned": (
        ("cairo", "payslip", "en-GB", 236),
        {
            "net-painted-over": ("scan-painted", "net", False),
            "health-painted-over-old-text-layer": ("scan-painted-old-text-layer", "health", False),
            "pension-painted-over-old-text-layer": ("scan-painted-old-text-layer", "pension", False),
        },
        {"scanned-with-text-layer": "scanned-with-text-layer"},
    ),
    "form-pdfbox": (
        ("pdfbox", "form", "en-GB", 1),
        {},
        {
            "filled-pypdf-incremental": "form-filled-pypdf-incremental",
            "filled-pymupdf-incremental": "form-filled-pymupdf-incremental",
            "filled-pdf-lib": "form-filled-pdf-lib",
            "flattened-pdfbox": "form-flattened-pdfbox",
            "saved-in-browser": "form-saved-in-browser",
            "certified-then-filled": "form-certified-then-filled",
        },
    ),
    "payslip-pdftex": (
        ("pdftex", "payslip", "en-GB", 6),
        {
            "net-pay-line-retyped-pymupdf": ("line-retyped-pymupdf", "net", False),
            "gross-pay-typed-in-page-font": ("typed-in-page-font-pikepdf", "gross", False),
            "base-pay-changed-in-stream-pypdf": ("digits-pypdf", "base", False),
            "tax-changed-sums-kept-pymupdf": ("digits-pymupdf", None, True),
        },
        {"numbered-and-barred": "bates-and-marks", "signature-picture": "signature-picture"},
    ),
    "statement-openpdf": (
        ("openpdf", "statement", "en-US", 142),
        {
            "row-removed-balances-put-right": ("row-removed-balances-put-right", None, False),
            "amount-changed-sums-kept-pikepdf": ("digits-pikepdf", None, True),
            "amount-copied-from-elsewhere": ("glyphs-copied-pikepdf", None, False),
            "closing-balance-cut-and-retyped": ("cut-retype-pikepdf-pymupdf", "closing", False),
        },
        {
            "number-blacked-out": "privacy-redacted",
            "mail-banner-incremental": "mail-banner-incremental",
            "cropped": "cropped",
        },
    ),
    "invoice-itext5": (
        ("itext5", "invoice", "en-US", 2),
        {
            "total-covered-in-order": ("cover-in-order-pikepdf", "total", False),
            "subtotal-covered-in-order-then-qpdf": ("cover-in-order-pikepdf-then-qpdf", "subtotal", False),
            "total-typed-in-page-font-then-mutool": ("typed-in-page-font-pikepdf-then-mutool", "total", False),
            "account-redacted-and-retyped-same-face": ("redact-retype-same-face", "account", False),
        },
        {"sealed-by-signing-platform": "e-sign-platform", "scanned-page-added": "scanned-page-added"},
    ),
    "letter-openpdf": (
        ("openpdf", "letter", "fr-FR", 2),
        {
            "salary-line-retyped-then-ghostscript": ("line-retyped-pymupdf-then-ghostscript", "salary", False),
            "through-a-word-processor": ("word-and-back", None, False),
            "web-page-changed-and-printed": ("html-changed-printed-by-chromium", None, False),
            "web-page-sums-kept-leaves-nothing": ("html-sums-kept-printed-by-chromium", None, False),
            "rebuilt-by-same-producer-leaves-nothing": ("rebuilt-by-same-producer", None, False),
        },
        {"signature-picture": "signature-picture"},
    ),
    "payslip-reportlab": (
        ("reportlab-base14", "payslip", "de-CH", 2),
        {
            "net-pay-digit-added": ("digit-added-pikepdf", "net", False),
            "net-pay-covered-by-outlines": ("cover-outlines-pikepdf", "net", False),
            "employee-redacted-then-pdftocairo": ("redact-retype-same-face-then-pdftocairo", "employee", False),
        },
        {"printed-smaller-ghostscript": "ghostscript-compressed", "metadata-pikepdf": "pikepdf-metadata"},
    ),
    # Shapes for text in the font of the page, and links that carry what is printed.
    "utility-reportlab": (
        ("reportlab", "utility", "es-ES", 2),
        {
            "meter-drawn-as-outlines": ("value-drawn-as-paths", "meter", False),
            "due-date-changed-link-left": ("link-target-changed", "due", False),
        },
        {"slogan-drawn-as-outlines": "logo-as-paths", "linked": "linked"},
    ),
    # Codes counted in the order of use, of which the owner's black box took some away.
    "receipt-wkhtmltopdf": (
        ("wkhtmltopdf", "receipt", "fr-FR", 266),
        {},
        {"number-blacked-out": "privacy-redacted"},
    ),
    # One honest document and one edit for each further producer.
    **{
        f"{design}-{producer}": ((producer, design, locale, seed), {name: edit}, {})
        for producer, design, locale, seed, name, edit in (
            ("wkhtmltopdf", "invoice", "en-GB", 4, "total-changed-in-stream-pikepdf", ("digits-pikepdf", "total", False)),
            ("fop", "payslip", "de-DE", 2, "net-pay-changed-in-stream-pikepdf", ("digits-pikepdf", "net", False)),
            ("itext2", "receipt", "fr-FR", 3, "price-covered-and-retyped-pymupdf", ("cover-pymupdf", "line.0.price", False)),
            ("itext5", "letter", "de-CH", 1, "salary-changed-incremental-pypdf", ("incremental-pypdf", "salary", False)),
            ("openhtmltopdf", "utility", "de-DE", 3, "total-changed-in-stream-pymupdf", ("digits-pymupdf", "total", False)),
            ("fpdf2", "payslip", "es-ES", 3, "net-pay-changed-offsets-repaired", ("digits-offsets-repaired", "net", False)),
            ("cairo", "letter", "en-GB", 3, "salary-redrawn-inkscape", ("inkscape", "salary", False)),
            (
                "ghostscript",
                "utility",
                "en-US",
                1,
                "total-changed-then-ghostscript",
                ("digits-pikepdf-then-ghostscript", "total", False),
            ),
            (
                "pdfmake",
                "invoice",
                "es-ES",
                3,
                "total-changed-then-metadata-gone",
                ("digits-pikepdf-then-metadata-gone", "total", False),
            ),
            ("jspdf", "receipt", "en-US", 3, "price-changed-in-stream-pypdf", ("digits-pypdf", "line.0.price", False)),
            (
                "tcpdf",
                "letter",
                "de-DE",
                4,
                "salary-redacted-then-ghostscript",
                ("redact-retype-pymupdf-then-ghostscript", "salary", False),
            ),
            ("prawn", "payslip", "fr-FR", 5, "net-pay-covered-then-qpdf", ("cover-pymupdf-then-qpdf", "net", False)),
            (
                "pdf-api2",
                "receipt",
                "de-DE",
                3,
                "price-covered-then-mutool",
                ("cover-pymupdf-then-mutool", "line.0.price", False),
            ),
            (
                "go-fpdf",
                "utility",
                "es-ES",
                3,
                "total-covered-then-pdftocairo",
                ("cover-pymupdf-then-pdftocairo", "total", False),
            ),
            ("gopdf", "invoice", "de-CH", 3, "total-covered-same-face-pymupdf", ("cover-pymupdf-same-face", "total", False)),
            (
                "platypus",
                "statement",
                "en-US",
                4,
                "closing-balance-changed-incremental",
                ("incremental-by-hand", "closing", False),
            ),
        )
    },
}


def _make_folder(name, recipe, expected):
    (producer, design, locale, seed), edits, treatments = recipe
    folder, told = FIXTURES / name, {"producer": producer, "design": design, "locale": locale}
    document, inputs = compose(design, locale, seed)
    original = folder / "original.pdf"
    folder.mkdir(parents=True)
    PRODUCERS[producer].make_all([(document, original)])
    others = sorted(set(FIXTURES.glob("*/original.pdf")) - {original})
    # Of all scans, the plain ones are small enough.
    genuine = making.Genuine(document, inputs, producer, original, others, "plain")
    expected[f"{name}/original.pdf"] = {"label": "genuine", **told, "allowed": ["inconclusive"]}
    for file, (method, value, sums_kept) in edits.items():
        try:
            fields = making.edit(genuine, folder / f"{file}.pdf", METHODS[method], Random(f"{name}/{file}"), sums_kept, value)
        except Unsuitable as error:
            raise RuntimeError(
                f"{file}: {error}; values: {', '.join(f'{v.id} {v.text}' for v in document.values.values())}"
            ) from error
        expected[f"{name}/{file}.pdf"] = {**told, **fields}
    for file, treatment in treatments.items():
        fields = making.treat(genuine, folder / f"{file}.pdf", TREATMENTS[treatment], Random(f"{name}/{file}"))
        expected[f"{name}/{file}.pdf"] = {**told, **fields}


def _one_byte(source: Path, target: Path):
    """One byte of the signed range: a digit of the producer's version, which nobody sees on the page."""
    raw = bytearray(source.read_bytes())
    digit = re.compile(rb"/Producer \(\D*(\d)").search(raw)
    raw[digit.start(1)] = ord("9") if digit[1] != b"9" else ord("8")
    target.write_bytes(raw)


def _many_pages(path: Path, count: int):
    canvas = Canvas(str(path.with_suffix(".plain")), pageCompression=1)
    for n in range(1, count + 1):
        canvas.drawString(72, 720, f"Page {n} of {count}")
        canvas.showPage()
    canvas.save()
    with pikepdf.open(path.with_suffix(".plain")) as pdf:
        pdf.save(path, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    path.with_suffix(".plain").unlink()


def _signed_invoice(expected):
    """The signed invoice, and its signature broken by one byte."""
    name = "invoice-weasyprint-signed"
    _make_folder(name, RECIPES[name], expected)
    _one_byte(FIXTURES / name / "signed.pdf", FIXTURES / name / "one-byte-changed-after-signing.pdf")
    told = {key: expected[f"{name}/signed.pdf"][key] for key in ("producer", "design", "locale")}
    expected[f"{name}/one-byte-changed-after-signing.pdf"] = {
        **told,
        "label": "edited",
        "method": "one byte of the producer",
        "traceable": True,
        "traces": ["signature's digest does not fit"],
        "why": "signature's digest does not fit",
        "edits": [],
        "allowed": ["tampered", "suspicious"],
    }


def _page_limits(expected):
    """As many pages as are taken, and one more."""
    pages = FIXTURES / "many-pages"
    pages.mkdir()
    for count, name in ((100, "one-hundred"), (101, "one-hundred-and-one")):
        _many_pages(pages / f"{name}.pdf", count)
    limits = {"producer": "reportlab", "design": "none", "locale": "en-GB", "label": "benign"}
    expected["many-pages/one-hundred.pdf"] = {**limits, "why": "as many pages as are taken", "allowed": ["inconclusive"]}
    expected["many-pages/one-hundred-and-one.pdf"] = {
        **limits,
        "why": "one page too many",
        "allowed": [],
        "expect": {"error": "too_many_pages"},
    }


def _damaged(expected):
    """Broken on the way, not by a forger."""
    damaged = FIXTURES / "damaged"
    damaged.mkdir()
    whole = (FIXTURES / "letter-reportlab" / "original.pdf").read_bytes()
    cut = {
        "truncated": (whole[: len(whole) * 2 // 3], "the last third is missing, and the cross-reference table with it", {}),
        "startxref-points-elsewhere": (
            whole.replace(b"startxref\n", b"startxref\n7", 1),
            "the table is only found by a scan",
            {},
        ),
        "line-ends-converted": (
            whole.replace(b"\n", b"\r\n"),
            "sent as text: every offset lies, compressed streams are spoilt",
            {},
        ),
        "header-only": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "claims to be a PDF and holds nothing", {"error": "not_a_pdf"}),
        "bytes-before-the-header": (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n" + whole,
            "a dumped answer of a web server",
            {},
        ),
    }
    for name, (raw, why, expect) in cut.items():
        (damaged / f"{name}.pdf").write_bytes(raw)
        # What a damaged file ends as depends on how much the reader recovers; it must only never be called edited.
        expected[f"damaged/{name}.pdf"] = {
            "label": "benign",
            "producer": "reportlab-base14",
            "design": "letter",
            "locale": "en-US",
            "why": why,
            "allowed": [] if expect else ["inconclusive", "unsupported"],
            "expect": expect or {"may_fail": "not_a_pdf"},
        }


def _coded(expected):
    coded.make(FIXTURES / coded.FOLDER, expected)


SPECIAL = {
    "invoice-weasyprint-signed": _signed_invoice,
    "many-pages": _page_limits,
    "damaged": _damaged,
    coded.FOLDER: _coded,
}


def main():
    """All of them, or only the folders that the arguments name."""
    signing.make_keys()
    chosen = sys.argv[1:] or [*RECIPES, "many-pages", "damaged", coded.FOLDER]
    told = FIXTURES / "expected.json"
    known = json.loads(told.read_text())
    # Those of the engine's own tests and of the attacks are not made here.
    kept = ("hidden/", "signed-and-attacked/")
    expected = {file: label for file, label in known.items() if sys.argv[1:] or file.startswith(kept)}
    for name in chosen:
        shutil.rmtree(FIXTURES / name, ignore_errors=True)
        expected = {file: label for file, label in expected.items() if not file.startswith(f"{name}/")}
        try:
            make = SPECIAL.get(name) or partial(_make_folder, name, RECIPES[name])
            make(expected)
        except Exception as error:
            sys.exit(f"{name}: {type(error).__name__}: {error}")
        print(name, flush=True)
    sizes = {path: path.stat().st_size for path in FIXTURES.rglob("*.pdf")}
    # What the engine's own tests made has no label.
    labels = ((expected.get(str(path.relative_to(FIXTURES))), size) for path, size in sizes.items())
    for label, size in labels:
        if label is not None:
            label["bytes"] = size
    told.write_text(json.dumps(dict(sorted(expected.items())), ensure_ascii=False, indent=1) + "\n")
    for path, size in sizes.items():
        if size > LARGEST:
            sys.exit(f"{path}: {size} bytes is more than {LARGEST}")
    if sum(sizes.values()) > LARGEST_SUM:
        sys.exit(f"{sum(sizes.values())} bytes in all is more than {LARGEST_SUM}")
    print(f"{len(sizes)} files, {sum(sizes.values())} bytes")


if __name__ == "__main__":
    main()
