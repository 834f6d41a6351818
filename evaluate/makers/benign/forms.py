"""Forms filled in by their recipients; the page's own content stays."""

import pikepdf
import pymupdf
import pypdf

from ..edits.incremental import append
from ..edits.work import Unsuitable, Work
from ..producers.java import run_java
from ..producers.node import run_node

VALUES = {"name": "Mara Example", "new_address": "12 Lantern Row", "since": "01/12/2026"}


def pypdf_whole(work: Work):
    writer = pypdf.PdfWriter(clone_from=str(work.source))
    writer.update_page_form_field_values(writer.pages[0], VALUES)
    writer.write(str(work.out))


def pypdf_incremental(work: Work):
    writer = pypdf.PdfWriter(str(work.source), incremental=True)
    writer.update_page_form_field_values(writer.pages[0], VALUES, auto_regenerate=False)
    writer.write(str(work.out))


def pymupdf_incremental(work: Work):
    work.out.write_bytes(work.source.read_bytes())
    with pymupdf.open(work.out) as file:
        for widget in file[0].widgets():
            widget.field_value = VALUES.get(widget.field_name, "")
            widget.update()
        file.saveIncr()


def pdf_lib(work: Work):
    run_node("edit.mjs", [{"action": "fill", "in": str(work.source), "out": str(work.out), "values": VALUES}])


def pdfbox(work: Work):
    run_java("pdfbox", [{"action": "fill", "in": str(work.source), "out": str(work.out), "values": VALUES, "flatten": False}])


def pdfbox_flattened(work: Work):
    """Filled, then the fields made part of the page."""
    run_java("pdfbox", [{"action": "fill", "in": str(work.source), "out": str(work.out), "values": VALUES, "flatten": True}])


def browser_save(work: Work):
    """The way Firefox saves a filled form: new widget and appearance objects appended under a table of their own."""
    objects = {}
    with pikepdf.open(work.source) as pdf:
        size = int(pdf.trailer.Size)
        root = pdf.Root.objgen
        info = pdf.trailer.Info.objgen if "/Info" in pdf.trailer else None
        for widget in pdf.pages[0].obj.get("/Annots", []):
            value = VALUES.get(str(widget.get("/T", "")))
            if value is None or not widget.is_indirect:
                continue
            x0, y0, x1, y1 = (float(v) for v in widget.Rect)
            shown = f"/Tx BMC q BT /Helv 10 Tf 0 g 2 5 Td ({value}) Tj ET Q EMC".encode()
            objects[size, 0] = (
                b"<< /Subtype /Form /Resources << /Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >>"
                b" /BBox [0 0 %.2f %.2f] /Length %d>> stream\n" % (x1 - x0, y1 - y0, len(shown)) + shown + b"\nendstream"
            )
            copy = pikepdf.Dictionary(widget)
            copy.V = pikepdf.String(value)
            copy.M = pikepdf.String("D:20261120101500")
            if "/AP" in copy:
                del copy["/AP"]
            body = copy.unparse()
            objects[widget.objgen] = body[: body.rindex(b">>")] + b" /AP << /N %d 0 R >> >>" % size
            size += 1
    if not objects:
        raise Unsuitable("no fields")
    work.out.write_bytes(append(work.source.read_bytes(), objects, root, info, size))
