"""What offices, portals and owners put on a finished file or take from its sight, without changing what it says."""

import re
from io import BytesIO
from random import Random

import pikepdf
import pymupdf
from PIL import Image, ImageDraw

from .. import signing
from ..edits.work import Unsuitable, Work
from ..locate import find, letters
from .marked import free_corner


def e_sign_platform(work: Work):
    """An envelope id on every page, a page of evidence at the end, then the platform's seal over all of it."""
    held = work.folder / "envelope.pdf"
    with pymupdf.open(work.source) as file:
        id = f"Envelope ID: {work.rng.getrandbits(64):016X}"
        for page in file:
            page.insert_text((18, 12), id, fontsize=7)
        width, height = file[0].rect.width, file[0].rect.height
        last = file.new_page(width=width, height=height)
        for n, line in enumerate(("Certificate of completion", id, "Signer: Mara Example", "Status: completed")):
            last.insert_text((60, 80 + 20 * n), line, fontsize=11)
        file.save(held)
    signing.sign(held, work.out)


def bates_and_marks(work: Work):
    """A print vendor's number at the foot and its bars at the edge of every page."""
    with pymupdf.open(work.source) as file:
        for page in file:
            if any(char[1][0] < 14 for char in letters(page)):
                raise Unsuitable("something stands at the edge")
            for n in range(4):
                page.draw_line((6, 200 + 9 * n), (12, 200 + 9 * n), width=1.2)
            page.insert_text((page.rect.width - 90, page.rect.height - 10), f"PV{page.number + 1:07d}", fontsize=7)
        file.save(work.out, garbage=1)


def mail_banner(work: Work):
    """A gateway's line at the head of the first page, added in a revision."""
    work.out.write_bytes(work.source.read_bytes())
    with pymupdf.open(work.out) as file:
        page = file[0]
        if any(char[1][1] < 22 for char in letters(page)):
            raise Unsuitable("no room at the head")
        page.insert_text((40, 16), "[EXTERNAL] This attachment was received from outside the organisation.", fontsize=8)
        file.saveIncr()


def privacy_redacted(work: Work):
    """The owner blacks out the account number, the way viewers do: the text is gone, a black box stands there."""
    value = next((work.document.values[id] for id in ("account", "customer_no", "number") if id in work.document.values), None)
    places = find(work.source, value.text) if value else []
    if not places:
        raise Unsuitable("no number to black out")
    with pymupdf.open(work.source) as file:
        for place in places:
            page = file[place.page - 1]
            height, (x0, y0, x1, y1) = page.mediabox.height, place.area
            page.add_redact_annot(pymupdf.Rect(x0, height - y1 + 1.5, x1, height - y0 - 1.5), fill=(0, 0, 0))
            page.apply_redactions()
        file.save(work.out, garbage=1)


def signature_picture(work: Work):
    """A scanned handwritten signature put where nothing stands, as an assistant does before sending."""
    rng = Random(work.document.seed)
    picture = Image.new("RGBA", (240, 80), (255, 255, 255, 0))
    stroke = [(10 + 9 * n, 40 + rng.randint(-28, 28)) for n in range(24)]
    ImageDraw.Draw(picture).line(stroke, fill=(20, 20, 110, 255), width=3, joint="curve")
    held = BytesIO()
    picture.save(held, "PNG")
    with pymupdf.open(work.source) as file:
        page = file[len(file) - 1]
        page.insert_image(free_corner(page), stream=held.getvalue())
        file.save(work.out, garbage=1, deflate=True)


def cropped(work: Work):
    """Margins cut off for the screen."""
    with pikepdf.open(work.source) as pdf:
        for page in pdf.pages:
            x0, y0, x1, y1 = (float(v) for v in page.mediabox)
            page.obj.CropBox = pikepdf.Array([x0 + 20, y0 + 20, x1 - 20, y1 - 20])
        pdf.save(work.out)


def dates_in_another_zone(work: Work):
    """An archive notes the same instant with the offset of another zone."""
    with pikepdf.open(work.source) as pdf:
        made = str(pdf.docinfo.get("/CreationDate", ""))
        match = re.match(r"D:(\d{8})(\d{2})(\d{4})(Z|\+00'00'?)", made)
        if match is None or int(match[2]) > 21:
            raise Unsuitable("no creation date in UTC")
        pdf.docinfo["/ModDate"] = f"D:{match[1]}{int(match[2]) + 2:02d}{match[3]}+02'00'"
        pdf.save(work.out)


def page_from_scanner_added(work: Work):
    """A scanned enclosure joined behind the document."""
    picture = Image.effect_noise((310, 439), 12).convert("L")
    draw = ImageDraw.Draw(picture)
    for n in range(12):
        draw.line([(30, 40 + 20 * n), (280, 40 + 20 * n)], fill=60)
    held = BytesIO()
    picture.save(held, "JPEG", quality=30)
    with pymupdf.open(work.source) as file:
        page = file.new_page(width=file[0].rect.width, height=file[0].rect.height)
        page.insert_image(page.rect, stream=held.getvalue())
        file.save(work.out, garbage=1, deflate=True)
