"""Printed and scanned: nothing of the issuer's file is left but its picture."""

import pymupdf

from .. import scan
from ..edits.work import Work


def img2pdf(work: Work):
    scan.bound_img2pdf([scan.jpeg(one.image) for one in scan.pages(work.source, work.rng)], work.out)


def blacked_out(work: Work):
    """A line made unreadable with black, and a note of receipt typed at the top."""
    held = work.folder / "scan.pdf"
    img2pdf(work.on(work.source, held))
    with pymupdf.open(held) as file:
        file[0].draw_rect((60, 300, 180, 312), color=None, fill=(0, 0, 0))
        file[0].insert_text((64, 200), "Eingang 12. Mai, Nr. 4471", fontsize=9)
        file.save(work.out)


def reportlab(work: Work):
    scan.bound_reportlab([scan.jpeg(one.image, 60) for one in scan.pages(work.source, work.rng)], work.out)


def with_text_layer(work: Work):
    scan.bound_reportlab([scan.jpeg(one.image) for one in scan.pages(work.source, work.rng)], work.out, work.source)
