"""Printed and scanned: nothing of the issuer's file is left but its picture."""

from .. import scan
from ..edits.work import Work


def img2pdf(work: Work):
    scan.bound_img2pdf([scan.jpeg(one.image) for one in scan.pages(work.source, work.rng)], work.out)


def reportlab(work: Work):
    scan.bound_reportlab([scan.jpeg(one.image, 60) for one in scan.pages(work.source, work.rng)], work.out)


def with_text_layer(work: Work):
    scan.bound_reportlab([scan.jpeg(one.image) for one in scan.pages(work.source, work.rng)], work.out, work.source)
