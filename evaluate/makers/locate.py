"""Finds a value on the pages of a finished file, as a reader would: by its text and what stands beside it."""

import os
from dataclasses import dataclass
from functools import lru_cache

import pymupdf

SPACES = str.maketrans("", "", " \u00a0\u202f\u2009\u00ad")


@dataclass
class Place:
    """Where a text stands. Areas are PDF points from the bottom-left corner of the page."""

    page: int
    area: tuple
    x: float
    y: float
    size: float
    font: str
    color: str
    order: int  # how many equal texts stand before it in the file


def bare(text: str) -> str:
    return text.translate(SPACES).replace("\u2212", "-").replace("\u2010", "-").replace("\u2011", "-")


def letters(page) -> list:
    """Every visible character of the page in the file's own order: (character, box, origin, span)."""
    found = []
    flags = pymupdf.TEXT_PRESERVE_LIGATURES | pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    for block in page.get_text("rawdict", flags=flags)["blocks"]:
        for line in block.get("lines", []):
            for span in line["spans"]:
                for char in span["chars"]:
                    for c in bare(char["c"]):
                        if not c.isspace():
                            found.append((c, char["bbox"], char["origin"], span))
    return found


def _joined(before, after) -> bool:
    """Whether two neighbouring characters belong to one word, so that a match ending between them is only a part."""
    size = after[3]["size"]
    same_line = abs(before[2][1] - after[2][1]) < size * 0.3
    return same_line and abs(after[1][0] - before[1][2]) < size * 0.12 and before[0].isalnum() and after[0].isalnum()


@lru_cache(maxsize=4)
def _pages(path, changed) -> list:
    """(number, height, characters) of every page; read once for the many values looked for in one file."""
    with pymupdf.open(path) as file:
        return [(page.number + 1, page.mediabox.height, letters(page)) for page in file]


def find(path, text: str) -> list[Place]:
    """All places where exactly this text stands, in the order of the file."""
    wanted, places = bare(text), []
    for number, height, chars in _pages(str(path), os.stat(path).st_mtime_ns):
        flat = "".join(c for c, *_ in chars)
        start = flat.find(wanted)
        while start >= 0:
            end = start + len(wanted)
            run = chars[start:end]
            part = (start and _joined(chars[start - 1], run[0])) or (end < len(chars) and _joined(run[-1], chars[end]))
            one_line = max(c[2][1] for c in run) - min(c[2][1] for c in run) < 1
            if one_line and not part:
                places.append(_place(number, height, run, len(places)))
            start = flat.find(wanted, start + 1)
    return places


def _place(number: int, height: float, run: list, order: int) -> Place:
    _, _, (x, baseline), span = run[0]
    size, y = span["size"], height - baseline
    area = (min(c[1][0] for c in run), y - 0.22 * size, max(c[1][2] for c in run), y + 0.78 * size)
    color = f"#{span['color'] & 0xFFFFFF:06x}"
    return Place(number, tuple(round(v, 2) for v in area), x, y, size, span["font"], color, order)
