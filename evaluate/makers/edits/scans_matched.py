"""Scans whose painted values are made to look scanned: blur, ink, noise and ground like the rest of the page."""

import math

import numpy
import pymupdf
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from .. import scan
from ..locate import find
from ..scan import Scan
from .scans import blank, copies, painted_in
from .work import Change, Unsuitable, Work, look_alike, start_of

FINER = 4  # letters are drawn this much larger, so that turning them costs no edge


def painted(work: Work) -> list:
    """The new value in the ink of the old, blurred and turned like the page, on noise taken from bare paper."""

    def paint(page: Scan, change: Change):
        area, ink = _letters(work, page, change)
        left, top, right, bottom = area
        old = numpy.asarray(page.image.crop(page.pixels(page.moved(change.place.area))), dtype=numpy.float32)
        darkest = numpy.percentile(old.reshape(-1, *old.shape[2:]), 4, axis=0)
        x0, y0, x1, y1 = blank(page, right - left, bottom - top, work.rng, like=area)
        paper = numpy.asarray(page.image.crop((x0, y0, x1, y1)), dtype=numpy.float32)
        ground = numpy.array(page.ground(page.moved(change.place.area)), dtype=numpy.float32)
        ground = ground if paper.ndim == 3 else ground[0]
        grain = paper - numpy.median(paper.reshape(-1, *paper.shape[2:]), axis=0)
        cover = ink[..., None] if paper.ndim == 3 else ink
        made = ground + grain * (1 - 0.4 * cover) + (darkest - ground) * cover
        page.image.paste(Image.fromarray(made.round().clip(0, 255).astype(numpy.uint8)), (left, top))

    pages = painted_in(work, paint)
    page = pages[work.changes[0].place.page - 1]
    if page.saving.way == "bits":
        raise Unsuitable("black and white have neither blur nor noise")
    scan.bound_img2pdf(pages, work.out)
    # Paper with ink on it is no longer the same samples, but most of the piece is bare.
    return copies(page)


def _letters(work: Work, page: Scan, change: Change) -> tuple[tuple, numpy.ndarray]:
    """The box to be painted, in pixels of the scan, and how much ink (0 to 1) the new value lays on each of them."""
    place, (face, _) = change.place, look_alike(work, change.place)
    begin = start_of(change, face)
    end = begin + pymupdf.Font(fontfile=face).text_length(change.new, place.size)
    x0, y0, x1, y1 = place.area
    area = page.pixels(page.moved((min(x0, begin) - 1, y0 - 0.5, max(x1, end) + 1, y1 + 0.5)))
    left, top, right, bottom = area
    (ax, ay), (bx, by) = page.spot(begin, place.y), page.spot(end, place.y)
    scale, height = page.dpi / 72, page.image.height * 72 / page.dpi
    sheet = Image.new("L", ((right - left) * FINER, (bottom - top) * FINER), 0)
    at = ((ax * scale - left) * FINER, ((height - ay) * scale - top) * FINER)
    font = ImageFont.truetype(face, place.size * scale * FINER)
    ImageDraw.Draw(sheet).text(at, change.new, fill=255, font=font, anchor="ls")
    turned = sheet.rotate(math.degrees(math.atan2(by - ay, bx - ax)), Image.Resampling.BICUBIC, center=at)
    small = turned.resize((right - left, bottom - top), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(page.dpi / 280))
    return area, numpy.asarray(small, dtype=numpy.float32) / 255


def value_copied(work: Work) -> list:
    """Another value of the page copied over this one, on a strip of bare paper cloned over the old."""
    change = work.changes[0]
    donors = [place for place in find(work.source, change.new) if place.page == change.place.page]
    donors = [place for place in donors if abs(place.size - change.place.size) < 0.1]
    if not donors:
        raise Unsuitable("the other value stands on another page")
    donor = work.rng.choice(donors)

    def paint(page: Scan, change: Change):
        x0, y0, x1, y1 = change.place.area
        left, top, right, bottom = old = page.pixels(page.moved((x0 - 0.5, y0, x1 + 0.5, y1)))
        paper = blank(page, right - left, bottom - top, work.rng, like=old)
        value = page.image.crop(page.pixels(page.moved(donor.area)))
        page.image.paste(page.image.crop(paper), (left, top))
        to = page.pixels(page.moved(change.place.area))
        page.image.paste(value, (to[2] - value.width if change.right else to[0], to[3] - value.height))

    pages = painted_in(work, paint)
    scan.bound_img2pdf(pages, work.out)
    page = pages[change.place.page - 1]
    return copies(page)
