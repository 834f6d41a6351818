"""A value replaced by a picture of another one, on a page of text or in the pixels of a scan."""

import io

import pymupdf
from PIL import Image, ImageDraw, ImageFont

from .. import scan
from .cover import _flipped, pymupdf_box
from .work import Change, Unsuitable, Work, background, box, look_alike, rgb, start_of


def _patch(work: Work, change: Change, scale=3, ground=None) -> tuple[Image.Image, tuple]:
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
        (ground,) * 3 if ground else colour(background(work.source, place)),
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
            image, area = _patch(work, change)
            held = io.BytesIO()
            image.save(held, "PNG")
            page = file[change.place.page - 1]
            page.insert_image(_flipped(page, area), stream=held.getvalue())
        file.save(work.out)


def _scanned_with_change(work: Work) -> list[bytes]:
    """The pages scanned, and then the value painted over in the pixels, as a picture editor does."""
    pages = scan.pages(work.source, work.rng)
    for change in work.changes:
        page = pages[change.place.page - 1]
        change.place.area = page.moved(change.place.area)
        patch, area = _patch(work, change, scan.DPI / 72, page.ground(change.place.area))
        page.image = Image.open(io.BytesIO(scan.jpeg(page.image)))
        page.image.load()
        # The patch was set around the value's place on the straight page.
        left, top, right, bottom = page.pixels(page.moved(area))
        page.image.paste(patch.convert("L"), (left, top))
    return [scan.jpeg(page.image, 74) for page in pages]


def scan_painted(work: Work):
    scan.bound_img2pdf(_scanned_with_change(work), work.out)


def scan_painted_with_old_text_layer(work: Work):
    """The recognised text under the picture still says the old value."""
    scan.bound_reportlab(_scanned_with_change(work), work.out, work.source)


def scan_typed_over(work: Work):
    """A box of the paper's colour and the new value as text over the untouched picture of the page."""
    pages = scan.pages(work.source, work.rng)
    held = work.folder / "scan.pdf"
    scan.bound_img2pdf([scan.jpeg(page.image) for page in pages], held)
    with pymupdf.open(held) as file:
        for change in work.changes:
            page = pages[change.place.page - 1]
            grey = page.ground(page.moved(change.place.area)) / 255
            x0, y0, x1, y1 = change.place.area = page.moved(change.place.area)
            on = file[change.place.page - 1]
            height = on.rect.height
            on.draw_rect((x0 - 1, height - y1, x1 + 1, height - y0), color=None, fill=(grey,) * 3)
            on.insert_text((x0, height - y0 - 0.2 * (y1 - y0)), change.new, fontsize=change.place.size)
        file.save(work.out)


def scan_digits_copied(work: Work):
    """A digit elsewhere on the scan copied over a digit of the value: same ink, same noise."""
    change = work.changes[0]
    differing = [n for n, (a, b) in enumerate(zip(change.old, change.new)) if a != b]
    if len(change.old) != len(change.new) or len(differing) != 1:
        raise Unsuitable("more than one digit")
    wanted = change.new[differing[0]]
    with pymupdf.open(work.source) as file:
        page = file[change.place.page - 1]
        spots = [
            char
            for block in page.get_text("rawdict")["blocks"]
            for line in block.get("lines", [])
            for span in line["spans"]
            if abs(span["size"] - change.place.size) < 0.1 and span["font"] == change.place.font
            for char in span["chars"]
        ]
        height = page.mediabox.height
        x0, y0, x1, y1 = change.place.area
        own = [
            c
            for c in spots
            if x0 - 1 < (c["bbox"][0] + c["bbox"][2]) / 2 < x1 + 1 and abs(height - c["origin"][1] - change.place.y) < 1
        ]
        donors = [c for c in spots if c["c"] == wanted and c not in own]
    if not donors or differing[0] >= len(own) or own[differing[0]]["c"] != change.old[differing[0]]:
        raise Unsuitable("no digit to copy")
    pages = scan.pages(work.source, work.rng)
    page = pages[change.place.page - 1]
    change.place.area = page.moved(change.place.area)
    image = Image.open(io.BytesIO(scan.jpeg(page.image)))
    image.load()

    def cut(char):
        left, top, right, bottom = char["bbox"]
        middle = (left + right) / 2
        half = (own[differing[0]]["bbox"][2] - own[differing[0]]["bbox"][0]) / 2
        base = char["origin"][1]
        size = change.place.size
        return page.pixels(page.moved((middle - half, height - base - 0.12 * size, middle + half, height - base + 0.8 * size)))

    source, target = cut(work.rng.choice(donors)), cut(own[differing[0]])
    image.paste(
        image.crop((source[0], source[1], source[0] + target[2] - target[0], source[1] + target[3] - target[1])),
        tuple(target[:2]),
    )
    page.image = image
    scan.bound_img2pdf([scan.jpeg(one.image, 74) for one in pages], work.out)


def flattened(work: Work):
    """The value covered and retyped, then every page made a picture."""
    held = work.folder / "covered.pdf"
    pymupdf_box(work.on(work.source, held))
    scan.bound_img2pdf([scan.jpeg(_clean(held, n), 72) for n in range(_count(held))], work.out)


def _count(path) -> int:
    with pymupdf.open(path) as file:
        return file.page_count


def _clean(path, page) -> Image.Image:
    with pymupdf.open(path) as file:
        pixels = file[page].get_pixmap(dpi=scan.DPI)
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples)
