"""A value replaced by a picture of another one, and a changed page made a picture."""

import io

import numpy
import pymupdf
from PIL import Image, ImageDraw, ImageFont

from .. import scan
from ..scanners import Saving
from .cover import _flipped, pymupdf_box
from .work import Change, Work, background, box, look_alike, rgb, start_of


def patch(work: Work, change: Change, scale=3.0, ground=None) -> tuple[Image.Image, tuple]:
    """A picture of the new value on its ground, and the area it has to cover."""
    place, (face, _) = change.place, look_alike(work, change.place)
    x0, y0, x1, y1 = box(place)
    begin = start_of(change, face)
    length = pymupdf.Font(fontfile=face).text_length(change.new, place.size)
    area = (min(x0, begin - 1), y0, max(x1, begin + length + 1), y1)

    def colour(name):
        return tuple(int(255 * c) for c in rgb(name))

    image = Image.new(
        "RGB",
        (round((area[2] - area[0]) * scale), round((y1 - y0) * scale)),
        ground or colour(background(work.source, place)),
    )
    pen = ImageDraw.Draw(image)
    pen.text(
        ((begin - area[0]) * scale, (y1 - place.y) * scale),
        change.new,
        fill=colour(place.color),
        font=ImageFont.truetype(face, place.size * scale),
        anchor="ls",
    )
    return image, area


def png_patch(work: Work):
    """A small picture laid over the value with PyMuPDF."""
    with pymupdf.open(work.source) as file:
        for change in work.changes:
            image, area = patch(work, change)
            held = io.BytesIO()
            image.save(held, "PNG")
            page = file[change.place.page - 1]
            page.insert_image(_flipped(page, area), stream=held.getvalue())
        file.save(work.out)


def flattened(work: Work):
    """The value covered and retyped, then every page made a picture."""
    held = work.folder / "covered.pdf"
    pymupdf_box(work.on(work.source, held))
    dpi, saving = work.rng.choice([110, 150, 200]), Saving("jpeg", work.rng.choice([72, 80, 90]))
    with pymupdf.open(held) as file:
        shown = [scan.clean(file, n, dpi) for n in range(file.page_count)]
    scan.bound_img2pdf([scan.Scan(image, dpi, numpy.eye(3), saving, False) for image in shown], work.out)
