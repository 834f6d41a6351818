"""Printed and scanned: nothing of the issuer's file is left but its picture."""

import io
from dataclasses import replace
from random import Random

import pymupdf
from PIL import Image, ImageDraw

from .. import scan, scanners
from ..edits.work import Work
from ..scanners import Saving


def img2pdf(work: Work):
    scan.bound_img2pdf(scan.pages(work.source, work.rng, work.scanner), work.out)


def blacked_out(work: Work):
    """A line made unreadable with black, and a note of receipt typed at the top."""
    held = work.folder / "scan.pdf"
    img2pdf(work.on(work.source, held))
    with pymupdf.open(held) as file:
        file[0].draw_rect((60, 300, 180, 312), color=None, fill=(0, 0, 0))
        file[0].insert_text((64, 200), "Eingang 12. Mai, Nr. 4471", fontsize=9)
        file.save(work.out)


def reportlab(work: Work):
    scan.bound_reportlab(scan.pages(work.source, work.rng, work.scanner), work.out)


def with_text_layer(work: Work):
    scan.bound_reportlab(scan.pages(work.source, work.rng, work.scanner), work.out, work.source)


def mailed(work: Work):
    """A mail gateway packs the pictures again, smaller."""
    saving = Saving("jpeg", work.rng.randint(55, 85))
    pages = scan.pages(work.source, work.rng, work.scanner)
    scan.bound_img2pdf([replace(page.opened(), saving=saving) for page in pages], work.out)


def stamped(work: Work):
    """A stamp of receipt set across the paper, and the last page signed with a pen, before it was scanned."""
    held = work.folder / "stamped.pdf"
    with pymupdf.open(work.source) as file:
        first, last = file[0], file[len(file) - 1]
        x, y = work.rng.uniform(250, 400), work.rng.uniform(80, 400)
        first.insert_image(pymupdf.Rect(x, y, x + 140, y + 60), stream=_stamp(work.rng))
        feet = [block[3] for block in last.get_text("blocks") if block[3] < last.rect.height - 90]
        foot = max(feet, default=300)
        last.insert_image(pymupdf.Rect(80, foot - 10, 220, foot + 40), stream=_signature(work.rng))
        file.save(held)
    scan.bound_img2pdf(scan.pages(held, work.rng, work.scanner), work.out)


def _stamp(rng: Random) -> bytes:
    """A frame and a date, crooked, as a rubber stamp leaves them."""
    picture = Image.new("RGBA", (560, 240), (255, 255, 255, 0))
    ink = rng.choice([(170, 30, 40, 200), (30, 40, 140, 200), (20, 20, 20, 190)])
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((40, 50, 520, 190), 16, outline=ink, width=7)
    pen.text((280, 120), f"{rng.randint(1, 28):02} MAY 2026", fill=ink, font_size=58, anchor="mm")
    return _png(picture.rotate(rng.uniform(-9, 9), Image.Resampling.BICUBIC))


def _signature(rng: Random) -> bytes:
    picture = Image.new("RGBA", (560, 200), (255, 255, 255, 0))
    stroke = [(20 + 22 * n, 100 + rng.randint(-70, 70)) for n in range(24)]
    ImageDraw.Draw(picture).line(stroke, fill=(25, 25, 110, 255), width=6, joint="curve")
    return _png(picture)


def _png(picture: Image.Image) -> bytes:
    held = io.BytesIO()
    picture.save(held, "PNG")
    return held.getvalue()


def by_two_scanners(work: Work):
    """Every second page, or an enclosure behind the only one, comes from another scanner."""
    first, second = (scanners.drawn(work.rng, work.scanner) for _ in range(2))
    with pymupdf.open(work.source) as file:
        pages = [scan.page(file, n, work.rng, second if n % 2 else first) for n in range(len(file))]
    if len(pages) == 1 and work.others:
        with pymupdf.open(work.rng.choice(work.others)) as other:
            pages.append(scan.page(other, 0, work.rng, second))
    scan.bound_img2pdf(pages, work.out)
