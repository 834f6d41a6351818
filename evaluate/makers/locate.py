"""Finds a value on the pages of a finished file, as a reader would: by its text and what stands beside it."""

from dataclasses import dataclass

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


def find(path, text: str) -> list[Place]:
    """All places where exactly this text stands, in the order of the file."""
    wanted, places = bare(text), []
    with pymupdf.open(path) as file:
        for page in file:
            chars = letters(page)
            flat = "".join(c for c, *_ in chars)
            height, start = page.mediabox.height, flat.find(wanted)
            while start >= 0:
                run = chars[start : start + len(wanted)]
                whole = not (start and _joined(chars[start - 1], run[0])) and not (
                    start + len(wanted) < len(chars) and _joined(run[-1], chars[start + len(wanted)])
                )
                one_line = max(c[2][1] for c in run) - min(c[2][1] for c in run) < 1
                if whole and one_line:
                    span, ascent = run[0][3], run[0][2][1]
                    size = span["size"]
                    area = (
                        min(c[1][0] for c in run),
                        height - ascent - 0.22 * size,
                        max(c[1][2] for c in run),
                        height - ascent + 0.78 * size,
                    )
                    places.append(
                        Place(
                            page.number + 1,
                            tuple(round(v, 2) for v in area),
                            run[0][2][0],
                            height - run[0][2][1],
                            size,
                            span["font"],
                            f"#{span['color'] & 0xFFFFFF:06x}",
                            len(places),
                        )
                    )
                start = flat.find(wanted, start + 1)
    return places
