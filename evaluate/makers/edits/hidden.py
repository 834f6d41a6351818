"""The old value left in the page but made unseen: by a layer, a render mode, a colour, a form over it."""

import pikepdf
import pymupdf

from .. import content
from . import in_place
from .cover import _flipped, _type
from .work import Unsuitable, Work, background, box, boxes, look_alike, rgb, start_of


def layer(work: Work):
    """Box and new value stand in an optional-content group that is on."""
    with pymupdf.open(work.source) as file:
        group = file.add_ocg("Layer 1", on=True)
        for change in work.changes:
            page = file[change.place.page - 1]
            ground = rgb(background(work.source, change.place))
            page.draw_rect(_flipped(page, box(change.place)), color=ground, fill=ground, width=0, oc=group)
            face = look_alike(work, change.place)[0]
            page.insert_text(
                (start_of(change, face), page.mediabox.height - change.place.y),
                change.new,
                fontsize=change.place.size,
                fontname="own",
                fontfile=face,
                color=rgb(change.place.color),
                oc=group,
            )
        file.subset_fonts()
        file.save(work.out)


def _wrapped(work: Work, before: bytes, after: bytes):
    """The operator that shows the old value put between two others; the new value typed with PyMuPDF."""
    with pikepdf.open(work.source) as pdf:
        for change in work.changes:
            page = pdf.pages[change.place.page - 1]
            fonts = content.faces(page)
            stream, data, run = in_place.spelled(page, fonts, change)
            first, last = run[0].start, run[-1].end
            words = [
                (s, e)
                for kind, s, e in content.tokens(data)
                if kind == "word" and not data[s:e].lstrip(b"+-").replace(b".", b"").isdigit()
            ]
            opening = max((e for s, e in words if e <= first), default=None)
            closing = next((e for s, e in words if s >= last), None)
            if opening is None or closing is None:
                raise Unsuitable("no operator of its own")
            shown = [g for g in content.glyphs(data, fonts) if opening <= g.start < closing]
            if len(shown) != len(run):
                raise Unsuitable("the operator shows more than the value")
            stream.write(data[:opening] + b"\n" + before + data[opening:closing] + b"\n" + after + data[closing:])
        held = work.folder / "hidden.pdf"
        pdf.save(held)
    with pymupdf.open(held) as file:
        for change in work.changes:
            _type(file[change.place.page - 1], work, change, look_alike(work, change.place)[0])
        file.subset_fonts()
        file.save(work.out, garbage=1, deflate=True)


def invisible(work: Work):
    """Text render mode 3 for the old value."""
    _wrapped(work, b"3 Tr", b"0 Tr")


def form_overlay(work: Work):
    """Box and new value drawn by one Form XObject, added last."""
    with pikepdf.open(work.source) as pdf:
        for n, one in enumerate(boxes(work)):
            page = pdf.pages[one["page"] - 1]
            x0, y0, x1, y1 = one["area"]
            ground, ink = rgb(one["background"]), rgb(one["color"])
            if any(ord(c) > 255 for c in one["text"]):
                raise Unsuitable("Helvetica lacks a character")
            text = one["text"].encode("cp1252").replace(b"(", b"\\(").replace(b")", b"\\)")
            drawn = (
                (
                    f"{ground[0]:.3f} {ground[1]:.3f} {ground[2]:.3f} rg {x0:.2f} {y0:.2f} {x1 - x0:.2f} {y1 - y0:.2f} re f BT "
                    f"{ink[0]:.3f} {ink[1]:.3f} {ink[2]:.3f} rg /Helv {one['size']:.2f} Tf {one['x']:.2f} {one['y']:.2f} Td ("
                ).encode()
                + text
                + b") Tj ET"
            )
            helvetica = pikepdf.Dictionary(
                Type=pikepdf.Name.Font,
                Subtype=pikepdf.Name.Type1,
                BaseFont=pikepdf.Name.Helvetica,
                Encoding=pikepdf.Name.WinAnsiEncoding,
            )
            form = pdf.make_stream(
                drawn,
                Type=pikepdf.Name.XObject,
                Subtype=pikepdf.Name.Form,
                BBox=pikepdf.Array(page.mediabox),
                Resources=pikepdf.Dictionary(Font=pikepdf.Dictionary(Helv=helvetica)),
            )
            name = page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name(f"/Fm{90 + n}"))
            page.contents_add(b"q", prepend=True)
            page.contents_add(f"Q q {name} Do Q".encode())
        pdf.save(work.out)
