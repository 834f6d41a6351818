"""Values and whole lines written anew inside the page's own fonts and order: what a forger does who knows the format."""

import re

import pikepdf
import pymupdf

from .. import content
from ..locate import letters
from . import in_place
from .cover import _flipped
from .work import Change, Unsuitable, Work, background, box, look_alike, rgb

# Text of a table's row moves along with its neighbours; in a paragraph a line is what stands between two line ends.
ROW_HEIGHT = 0.3


def whole_line(work: Work):
    """Every character of the line redacted, and the line typed again word by word in a look-alike face."""
    if len(work.changes) != 1:
        raise Unsuitable("one line only")
    change = work.changes[0]
    place = change.place
    with pymupdf.open(work.source) as file:
        page = file[place.page - 1]
        height = page.mediabox.height

        line = _chunks(page, place, height)
        told = [chunk for chunk in line if _bare(change.old) in _bare(chunk[0])]
        if len(told) != 1:
            raise Unsuitable("the line cannot be told apart")
        x0, x1 = min(chunk[1] for chunk in line), max(chunk[2] for chunk in line)
        page.add_redact_annot(_flipped(page, (x0, place.area[1] + 1.5, x1, place.area[3] - 1.5)), fill=False)
        page.apply_redactions(graphics=0)
        face = look_alike(work, place)[0]
        font = pymupdf.Font(fontfile=face)
        for text, left, right in line:
            new = text
            if (text, left, right) == told[0]:
                new = _replaced(text, change)
            x = right - font.text_length(new, place.size) if change.right and new != text else left
            page.insert_text(
                (x, height - place.y), new, fontsize=place.size, fontname="own", fontfile=face, color=rgb(place.color)
            )
        file.subset_fonts()
        file.save(work.out, garbage=3, deflate=True)


def _bare(text: str) -> str:
    return re.sub(r"\s", "", text)


def _replaced(text: str, change: Change) -> str:
    pattern = r"\s*".join(re.escape(c) for c in _bare(change.old))
    return re.sub(pattern, lambda _: change.new, text, count=1)


def _chunks(page, place, height) -> list[tuple]:
    """(text, left, right) of what stands on the value's line, divided where there is more than a space."""
    on_line = sorted(
        (c for c in letters(page) if abs(height - c[2][1] - place.y) < place.size * ROW_HEIGHT), key=lambda c: c[1][0]
    )
    chunks = []
    for char, area, _, _ in on_line:
        gap = area[0] - chunks[-1][2] if chunks else None
        if gap is None or gap > place.size * 0.8:
            chunks.append([char, area[0], area[2]])
        else:
            chunks[-1][0] += (" " if gap > place.size * 0.15 else "") + char
            chunks[-1][2] = area[2]
    return [tuple(chunk) for chunk in chunks]


def in_page_font(work: Work):
    """The old characters taken out; the new value shown at the end of the page, in the very font resource of the old."""
    with pikepdf.open(work.source) as pdf:
        for change in work.changes:
            page = pdf.pages[change.place.page - 1]
            fonts = content.faces(page)
            stream, data, run = in_place.spelled(page, fonts, change)
            shown = _shown_again(change, run, fonts)
            for glyph in reversed(run):
                data = data[: glyph.start] + data[glyph.end :]
            stream.write(data)
            page.contents_add(b"q", prepend=True)
            page.contents_add(b"Q " + shown)
        pdf.save(work.out)


def covered_in_order(work: Work):
    """A box and the new value, in the page's own font, put right behind the old value: nothing is painted late."""

    def cover(change):
        x0, y0, x1, y1 = box(change.place)
        ground = rgb(background(work.source, change.place))
        return f"\nq {ground[0]:.3f} {ground[1]:.3f} {ground[2]:.3f} rg {x0:.2f} {y0:.2f} {x1 - x0:.2f} {y1 - y0:.2f} re f Q"

    _in_order(work, cover)


def rewritten_in_order(work: Work):
    """The old characters taken out, and the new value shown there and then in the page's own font: only by other operators."""
    _in_order(work)


def _in_order(work: Work, cover=None):
    with pikepdf.open(work.source) as pdf:
        for change in work.changes:
            page = pdf.pages[change.place.page - 1]
            fonts = content.faces(page)
            stream, data, run = in_place.spelled(page, fonts, change)
            ends = [e for kind, s, e in content.tokens(data) if kind == "word" and data[s:e] == b"ET" and s > run[-1].end]
            if not ends or _moved_before(data, ends[0]):
                raise Unsuitable("the page's own coordinates are not those of the paper")
            shown = (cover(change).encode() if cover else b"") + b"\n" + _shown_again(change, run, fonts) + b"\n"
            data = data[: ends[0]] + shown + data[ends[0] :]
            for glyph in [] if cover else reversed(run):
                data = data[: glyph.start] + data[glyph.end :]
            stream.write(data)
        pdf.save(work.out)


def _moved_before(data: bytes, end: int) -> bool:
    """Whether a transformation is in force there, as far as saving and restoring tell."""
    stack, moved = [], False
    for kind, s, e in content.tokens(data[:end]):
        word = data[s:e] if kind == "word" else b""
        if word == b"q":
            stack.append(moved)
        elif word == b"Q":
            moved = stack.pop() if stack else False
        elif word == b"cm":
            moved = True
    return moved


def _shown_again(change: Change, run: list, fonts: dict) -> bytes:
    """The new value in the fonts its old characters had, at the place of the old one."""
    if len({glyph.font for glyph in run}) != 1:
        raise Unsuitable("several fonts in one value")
    name = run[0].font
    face = fonts[name]
    try:
        codes = b"".join(content.written(face.code[c], face, True) for c in content.bare(change.new))
    except KeyError as error:
        raise Unsuitable(f"the font lacks {error}") from error
    red, green, blue = rgb(change.place.color)
    place = change.place
    head = f"q {red:.3f} {green:.3f} {blue:.3f} rg BT {name} {place.size:.2f} Tf {place.x:.2f} {place.y:.2f} Td <"
    return head.encode("latin-1") + codes + b"> Tj ET Q"
