"""The old value hidden under a box or cut out, and a new one typed in its place."""

import zlib

import pikepdf
import pymupdf
import pypdf
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont as FontFile
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from .. import content
from ..producers.java import run_java
from ..producers.node import run_node
from ..producers.programs import run
from . import in_place
from .work import Work, background, box, boxes, look_alike, rgb, start_of


def _flipped(page, area):
    height = page.mediabox.height
    return pymupdf.Rect(area[0], height - area[3], area[2], height - area[1])


def _type(page, work: Work, change, face=None):
    """Types the new value with PyMuPDF; without a face, in the Helvetica every PDF viewer has."""
    place = change.place
    if face is None and any(ord(c) > 255 for c in change.new):
        face = look_alike(work, place)[0]
    name = "helv" if face is None else f"f{zlib.crc32(face.encode()) % 1000}"
    file = face or look_alike(work, place)[0]
    page.insert_text(
        (start_of(change, file), page.mediabox.height - place.y),
        change.new,
        fontsize=place.size,
        fontname=name,
        fontfile=face,
        color=rgb(place.color),
    )


def draw_with_pymupdf(file, work: Work, face=None):
    for change in work.changes:
        page, ground = file[change.place.page - 1], rgb(background(work.source, change.place))
        page.draw_rect(_flipped(page, box(change.place)), color=ground, fill=ground, width=0)
        _type(page, work, change, face)


def pymupdf_box(work: Work):
    with pymupdf.open(work.source) as file:
        draw_with_pymupdf(file, work)
        file.save(work.out)


def pymupdf_box_same_face(work: Work):
    """Typed in the same typeface as the page's, subset and compressed as a careful script would."""
    with pymupdf.open(work.source) as file:
        draw_with_pymupdf(file, work, look_alike(work, work.changes[0].place)[0])
        file.subset_fonts()
        file.save(work.out, garbage=3, deflate=True)


def pymupdf_redact(work: Work):
    """The old text removed by PyMuPDF's redaction, the new one typed."""
    with pymupdf.open(work.source) as file:
        for change in work.changes:
            page = file[change.place.page - 1]
            x0, y0, x1, y1 = change.place.area
            page.add_redact_annot(_flipped(page, (x0, y0 + 1.5, x1, y1 - 1.5)), fill=rgb(background(work.source, change.place)))
            page.apply_redactions()
            _type(page, work, change)
        file.save(work.out, garbage=1)


def pymupdf_redact_replacement(work: Work):
    """The new value given to the redaction itself, which shrinks it until it fits the box of the old one."""
    with pymupdf.open(work.source) as file:
        for change in work.changes:
            page = file[change.place.page - 1]
            ground = rgb(background(work.source, change.place))
            page.add_redact_annot(
                _flipped(page, change.place.area), text=change.new, fontname="helv", fontsize=change.place.size, align=2, fill=ground
            )
            page.apply_redactions()
        file.save(work.out, garbage=4, deflate=True)


def pymupdf_redact_same_face(work: Work):
    """Redacted without a fill and retyped in the same typeface: nothing beneath, nothing painted over."""
    face = look_alike(work, work.changes[0].place)[0]
    with pymupdf.open(work.source) as file:
        for change in work.changes:
            page = file[change.place.page - 1]
            x0, y0, x1, y1 = change.place.area
            page.add_redact_annot(_flipped(page, (x0, y0 + 1.5, x1, y1 - 1.5)), fill=False)
            page.apply_redactions(graphics=0)
            _type(page, work, change, face)
        file.subset_fonts()
        file.save(work.out, garbage=3, deflate=True)


def pdf_lib(work: Work):
    """drawRectangle and drawText in the browser's favourite library; metadata untouched."""
    run_node("edit.mjs", [{"action": "cover", "in": str(work.source), "out": str(work.out), "edits": boxes(work)}])


def pdfbox(work: Work):
    run_java(
        "pdfbox", [{"action": "cover", "in": str(work.source), "out": str(work.out), "incremental": False, "edits": boxes(work)}]
    )


def openpdf(work: Work):
    run_java(
        "openpdf", [{"action": "cover", "in": str(work.source), "out": str(work.out), "incremental": False, "edits": boxes(work)}]
    )


def itext5(work: Work):
    run_java(
        "itext5", [{"action": "cover", "in": str(work.source), "out": str(work.out), "incremental": False, "edits": boxes(work)}]
    )


def overlay(work: Work):
    """A page of ReportLab that holds only boxes and new values; the other tools lay it over the original."""
    pages = {}
    for one in boxes(work):
        pages.setdefault(one["page"], []).append(one)
    with pymupdf.open(work.source) as file:
        sizes = [(page.rect.width, page.rect.height) for page in file]
    sheet = work.folder / "overlay.pdf"
    canvas = Canvas(str(sheet))
    for number, size in enumerate(sizes, 1):
        canvas.setPageSize(size)
        for one in pages.get(number, []):
            if one["face"] not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(one["face"], one["face"]))
            x0, y0, x1, y1 = one["area"]
            canvas.setFillColor(HexColor(one["background"]))
            canvas.rect(x0, y0, x1 - x0, y1 - y0, stroke=0, fill=1)
            canvas.setFillColor(HexColor(one["color"]))
            canvas.setFont(one["face"], one["size"])
            canvas.drawString(one["x"], one["y"], one["text"])
        canvas.showPage()
    canvas.save()
    return sheet


def overlay_pypdf(work: Work):
    sheet = pypdf.PdfReader(str(overlay(work)))
    writer = pypdf.PdfWriter(clone_from=str(work.source))
    for page, top in zip(writer.pages, sheet.pages):
        page.merge_page(top)
    writer.write(str(work.out))


def overlay_qpdf(work: Work):
    run("qpdf", work.source, "--overlay", overlay(work), "--", work.out)


def overlay_pdftk(work: Work):
    run("pdftk", work.source, "multistamp", overlay(work), "output", work.out)


def retype(work: Work):
    """The old characters taken out of the content stream, new ones appended to the page: no box, nothing beneath."""
    with pikepdf.open(work.source) as pdf:
        for change in work.changes:
            page = pdf.pages[change.place.page - 1]
            stream, data, run_of_glyphs = in_place.spelled(page, content.faces(page), change)
            for glyph in reversed(run_of_glyphs):
                data = data[: glyph.start] + data[glyph.end :]
            stream.write(data)
        cut = work.folder / "cut.pdf"
        pdf.save(cut)
    with pymupdf.open(cut) as file:
        for change in work.changes:
            _type(file[change.place.page - 1], work, change, look_alike(work, change.place)[0])
        file.subset_fonts()
        file.save(work.out, garbage=1, deflate=True)


def outlined(work: Work):
    """A box, and the new value drawn as bare outlines of its letters: nothing of it is text."""
    with pikepdf.open(work.source) as pdf:
        for one in boxes(work):
            page = pdf.pages[one["page"] - 1]
            x0, y0, x1, y1 = one["area"]
            drawn = [_fill(one["background"]), f"{x0:.2f} {y0:.2f} {x1 - x0:.2f} {y1 - y0:.2f} re f", _fill(one["color"])]
            drawn += outlines(one["text"], one["face"], one["size"], one["x"], one["y"])
            page.contents_add(b"q", prepend=True)
            page.contents_add(("Q q " + "\n".join(drawn) + " Q").encode())
        pdf.save(work.out)


def drawn_as_paths(work: Work):
    """The old characters taken out, and the new value drawn there as outlines of the same face: no box, no text."""
    with pikepdf.open(work.source) as pdf:
        for change, one in zip(work.changes, boxes(work)):
            page = pdf.pages[change.place.page - 1]
            stream, data, run_of_glyphs = in_place.spelled(page, content.faces(page), change)
            for glyph in reversed(run_of_glyphs):
                data = data[: glyph.start] + data[glyph.end :]
            stream.write(data)
            drawn = [_fill(one["color"]), *outlines(one["text"], one["face"], one["size"], one["x"], one["y"])]
            page.contents_add(b"q", prepend=True)
            page.contents_add(("Q q " + "\n".join(drawn) + " Q").encode())
        pdf.save(work.out)


def _fill(color: str) -> str:
    return " ".join(f"{c:.3f}" for c in rgb(color)) + " rg"


def outlines(text, face, size, x, y):
    font = FontFile(face)
    glyphs, letters = font.getGlyphSet(), font.getBestCmap()
    scale = size / font["head"].unitsPerEm
    for character in text:
        glyph = glyphs[letters[ord(character)]]
        whole, pen = DecomposingRecordingPen(glyphs), RecordingPen()
        glyph.draw(whole)
        # Quadratic curves of TrueType become the cubic ones of a page.
        whole.replay(TransformPen(Qu2CuPen(pen, 0.5, all_cubic=True), (scale, 0, 0, scale, x, y)))
        for name, points in pen.value:
            numbers = " ".join(f"{v:.3f}" for point in points for v in point)
            yield numbers + {"moveTo": " m", "lineTo": " l", "curveTo": " c", "closePath": " h", "endPath": ""}[name]
        yield "f"
        x += glyph.width * scale
