"""Scans with changed pixels: opened as a picture editor opens them, painted or cloned in, and saved again."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy
import pymupdf
from PIL import Image

from .. import scan
from ..locate import find, letters
from ..manifest import Edit
from ..scan import Scan
from ..scanners import Saving
from . import in_place
from .pages import Result
from .picture import patch
from .work import Change, Unsuitable, Work

SEAM = "seam in the noise and compression of the picture"
TWICE = "the same pixels twice in one picture"


def saved_by_an_editor(own: Saving, rng: Random) -> Saving:
    """As JPEG of the scan's own quality or of another, or without loss; what has one bit a sample keeps it."""
    if own.way == "bits":
        return own
    other = Saving("jpeg", rng.randint(60, 95))
    return rng.choice([own, other, Saving("lossless")])


def opened(work: Work, touched: set) -> list[Scan]:
    """The scanned pages, those to be painted in (and often the rest with them) opened and to be saved by an editor."""
    pages = scan.pages(work.source, work.rng, work.scanner)
    # Where the scanner is chosen, so is the editor: files that are kept have to be small.
    saving = Saving("jpeg", 74) if work.scanner else saved_by_an_editor(pages[0].saving, work.rng)
    all_saved = work.rng.random() < 0.5
    return [
        replace(page.opened(), saving=saving, before=page.saving) if all_saved or n in touched else page
        for n, page in enumerate(pages, 1)
    ]


def seams(page: Scan) -> list[str]:
    """What a patch of other make leaves: paper without noise or without the first compression, if the scan had either."""
    return [SEAM] if page.noisy or page.before.way == "jpeg" else []


def copies(page: Scan) -> list[str]:
    """What a copied piece leaves: its twin where nothing was lost, and blocks that were compressed elsewhere."""
    twice = [TWICE] if page.saving.way != "jpeg" and (page.noisy or page.saving.way == "bits") else []
    return twice + ([SEAM] if page.before.way == "jpeg" else [])


def painted_in(work: Work, paint: Callable) -> list[Scan]:
    """The pages with every change painted in; each change's area is then the one on the scan."""
    pages = opened(work, {change.place.page for change in work.changes})
    for change in work.changes:
        page = pages[change.place.page - 1]
        before, area = page.image.copy(), page.pixels(page.moved(change.place.area))
        paint(page, change)
        must_differ(before.crop(area), page.image.crop(area))
        change.place.area = page.moved(change.place.area)
    return pages


def must_differ(before: Image.Image, after: Image.Image):
    """An edit that nobody sees is none."""
    off = numpy.abs(numpy.asarray(before.convert("L"), int) - numpy.asarray(after.convert("L"), int))
    if (off > 60).sum() < 12:
        raise Unsuitable("nothing to be seen of the edit")


def _typed(work: Work):
    """Paints a clean patch of the new value."""

    def paint(page: Scan, change: Change):
        image, area = patch(work, change, page.dpi / 72, page.ground(page.moved(change.place.area)))
        left, top, right, bottom = page.pixels(page.moved(area))
        at = ((left + right - image.width) // 2, (top + bottom - image.height) // 2)
        page.image.paste(image.convert(page.image.mode), at)

    return paint


def painted(work: Work) -> list:
    pages = painted_in(work, _typed(work))
    scan.bound_img2pdf(pages, work.out)
    return seams(pages[work.changes[0].place.page - 1])


def painted_with_old_text_layer(work: Work) -> list:
    """The recognised text under the picture still says the old value."""
    pages = painted_in(work, _typed(work))
    scan.bound_reportlab(pages, work.out, work.source)
    return seams(pages[work.changes[0].place.page - 1])


def typed_over(work: Work):
    """A box of the paper's colour and the new value as text over the untouched picture of the page."""
    pages = scan.pages(work.source, work.rng, work.scanner)
    held = work.folder / "scan.pdf"
    scan.bound_img2pdf(pages, held)
    with pymupdf.open(held) as file:
        for change in work.changes:
            page = pages[change.place.page - 1]
            change.place.area = page.moved(change.place.area)
            ground = tuple(level / 255 for level in page.ground(change.place.area))
            x0, y0, x1, y1 = change.place.area
            on = file[change.place.page - 1]
            height = on.rect.height
            on.draw_rect((x0 - 1, height - y1, x1 + 1, height - y0), color=None, fill=ground)
            on.insert_text((x0, height - y0 - 0.2 * (y1 - y0)), change.new, fontsize=change.place.size)
        file.save(work.out)


def digits_copied(work: Work) -> list:
    """A digit elsewhere on the scan copied over a digit of the value: same ink, same noise."""
    change = work.changes[0]
    donors, target = _digits(work, change)
    donor = work.rng.choice(donors)

    def paint(page: Scan, change: Change):
        half = (target["bbox"][2] - target["bbox"][0]) / 2
        from_, to = (page.pixels(page.moved(_cell(char, half, page, change))) for char in (donor, target))
        width, height = to[2] - to[0], to[3] - to[1]
        page.image.paste(page.image.crop((from_[0], from_[1], from_[0] + width, from_[1] + height)), to[:2])

    pages = painted_in(work, paint)
    scan.bound_img2pdf(pages, work.out)
    return copies(pages[change.place.page - 1])


def _digits(work: Work, change: Change) -> tuple[list, dict]:
    """Characters of the page that are the digit wanted, and the one that it is to be copied over."""
    differing = [n for n, (a, b) in enumerate(zip(change.old, change.new)) if a != b]
    if len(change.old) != len(change.new) or len(differing) != 1:
        raise Unsuitable("more than one digit")
    at = differing[0]
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
    x0, _, x1, _ = change.place.area
    own = [
        c
        for c in spots
        if x0 - 1 < (c["bbox"][0] + c["bbox"][2]) / 2 < x1 + 1 and abs(height - c["origin"][1] - change.place.y) < 1
    ]
    donors = [c for c in spots if c["c"] == change.new[at] and c not in own]
    if not donors or at >= len(own) or own[at]["c"] != change.old[at]:
        raise Unsuitable("no digit to copy")
    return donors, own[at]


def _cell(char: dict, half: float, page: Scan, change: Change) -> tuple:
    """The room of a character, points from the bottom-left."""
    left, _, right, _ = char["bbox"]
    middle, base = (left + right) / 2, page.image.height * 72 / page.dpi - char["origin"][1]
    size = change.place.size
    return (middle - half, base - 0.12 * size, middle + half, base + 0.8 * size)


def page_exchanged(work: Work):
    """One page printed anew with another value and scanned by another scanner; the others are the first scan's.

    A scan mended with a page from another scanner is honest too, so nothing is claimed.
    """
    touched = {change.place.page for change in work.changes}
    with pymupdf.open(work.source) as file:
        if len(touched) == len(file):
            raise Unsuitable("no page is left as it was")
    edited = work.folder / "edited.pdf"
    in_place.with_pikepdf(work.on(work.source, edited))
    pages = scan.pages(work.source, work.rng, work.scanner)
    others = scan.pages(edited, work.rng, work.scanner)
    bound = [others[n - 1] if n in touched else page for n, page in enumerate(pages, 1)]
    for change in work.changes:
        change.place.area = bound[change.place.page - 1].moved(change.place.area)
    scan.bound_img2pdf(bound, work.out)


def row_blanked(work: Work) -> Result:
    """A row of a table replaced by paper cloned from elsewhere on the page."""
    values = _row(work)
    number = values[0][1].page
    line = _whole_line(work, values[0][1])
    pages = opened(work, {number})
    page = pages[number - 1]
    area = page.moved(line)
    before = page.image.crop(page.pixels(area))
    for piece in _pieces(line):
        left, top, right, bottom = box = page.pixels(page.moved(piece))
        paper = blank(page, right - left, bottom - top, work.rng, like=box)
        page.image.paste(page.image.crop(paper), (left, top))
    must_differ(before, page.image.crop(page.pixels(area)))
    scan.bound_img2pdf(pages, work.out)
    # A row is named by its longest text.
    value = max((value for value, _ in values), key=lambda value: len(value.text))
    # White paper is the same everywhere: its copy tells nothing.
    traces = copies(page) if page.noisy else []
    return Result(traces, [Edit(number, list(area), value.id, "row", value.text, None).__dict__])


def _pieces(line: tuple) -> list[tuple]:
    """A line of a page that lies askew is followed piece by piece, so that the lines beside it stay whole."""
    x0, y0, x1, y1 = line
    count = max(1, round((x1 - x0) / 50))
    edges = [x0 + (x1 - x0) * n / count for n in range(count + 1)]
    return [(left, y0, right, y1) for left, right in zip(edges, edges[1:])]


def _whole_line(work: Work, place) -> tuple:
    """The area of all that stands on the line of a place."""
    with pymupdf.open(work.source) as file:
        page = file[place.page - 1]
        height = page.mediabox.height
        boxes = [box for _, box, origin, _ in letters(page) if abs(height - origin[1] - place.y) < 1]
    return (min(box[0] for box in boxes) - 2, place.area[1], max(box[2] for box in boxes) + 2, place.area[3])


def _row(work: Work) -> list:
    """(value, place) of all that a table's row holds, of one row chosen by chance whose every value can be told apart."""
    rows = {}
    for id, value in work.document.values.items():
        if id.count(".") == 2 and id.split(".")[0] in ("row", "line"):
            rows.setdefault(tuple(id.split(".")[:2]), []).append(value)
    for row in work.rng.sample(list(rows.values()), len(rows)):
        found = [(value, find(work.source, value.text)) for value in row]
        told = [(value, places[0]) for value, places in found if len(places) == 1]
        if len(told) > 1 and len({(place.page, round(place.y)) for _, place in told}) == 1:
            return told
    raise Unsuitable("no row can be told apart")


def blank(page: Scan, width: int, height: int, rng: Random, like=None) -> tuple:
    """A piece of bare paper of that size, of the lightness around the box `like`."""
    grey = numpy.asarray(page.image.convert("L"), dtype=numpy.float32)
    rows, columns = grey.shape
    edge = round(columns * 0.04)
    wanted = numpy.median(grey)
    if like:
        left, top, right, bottom = like
        around = grey[max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2]
        wanted = numpy.percentile(around, 75)
    found = []
    for _ in range(1500):
        if width >= columns - 2 * edge or height >= rows - 2 * edge:
            break
        x, y = rng.randrange(edge, columns - edge - width), rng.randrange(edge, rows - edge - height)
        cut = grey[y : y + height, x : x + width]
        beside = like is None or x + width <= like[0] or x >= like[2] or y + height <= like[1] or y >= like[3]
        if beside and cut.min() > wanted - 40 and abs(cut.mean() - wanted) < 8:
            found.append((float(cut.std()), x, y))
        if len(found) == 20:
            break
    if not found:
        raise Unsuitable("no bare paper")
    _, x, y = min(found)
    return (x, y, x + width, y + height)
