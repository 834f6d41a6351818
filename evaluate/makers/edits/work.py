"""What an edit method is given, and the facts about the page it needs to do its work like a forger would."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pymupdf

from ..document import Document, Value
from ..locate import Place
from ..typefaces import path as face_path


class Unsuitable(Exception):
    """The method cannot do this to this file; another file is taken instead."""


@dataclass
class Change:
    """One value to be replaced, and where it stands in the genuine file."""

    value: Value
    new: str
    place: Place
    right: bool = False  # stands at the right edge of a column
    twin: int = 0  # how many equal texts stand before it on its page

    @property
    def old(self) -> str:
        return self.value.text


@dataclass
class Work:
    document: Document
    source: Path
    out: Path
    folder: Path  # for what is needed on the way; removed afterwards
    changes: list[Change]
    rng: Random
    producer: str = ""
    others: list[Path] = field(default_factory=list)  # other genuine files, for what joins or exchanges pages
    scanner: str = ""  # the kind that pages are scanned with, where it is not left to chance

    def on(self, source: Path, out: Path) -> "Work":
        """The same work on another file that shows the same pages."""
        return replace(self, source=source, out=out)


def background(source: Path, place: Place) -> str:
    """The colour the value stands on, so that a cover does not show."""
    with pymupdf.open(source) as file:
        page = file[place.page - 1]
        height, (x0, y0, x1, y1) = page.mediabox.height, place.area
        clip = pymupdf.Rect(x0 - 1, height - y1 - 1, x1 + 1, height - y0 + 1)
        picture = page.get_pixmap(clip=clip, dpi=72)
        colours = {}
        for x in range(picture.width):
            for y in range(picture.height):
                colours[picture.pixel(x, y)] = colours.get(picture.pixel(x, y), 0) + 1
    red, green, blue = max(colours, key=colours.get)[:3]
    return f"#{red:02x}{green:02x}{blue:02x}"


def rgb(color: str) -> tuple:
    """Channels from 0 to 1."""
    return tuple(int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))


def look_alike(work: Work, place: Place) -> tuple[str, bool]:
    """A font file that resembles the value's, as an editor would pick it: (path, bold)."""
    bold = "bold" in place.font.lower()
    return face_path(work.document.style["font"], bold), bold


def box(place: Place, grow=0.5) -> tuple:
    x0, y0, x1, y1 = place.area
    return (x0 - grow, y0 - grow, x1 + grow, y1 + grow)


def start_of(change: Change, font_file: str) -> float:
    """Where the new text begins: amounts in a table keep their right edge."""
    if not change.right:
        return change.place.x
    font = pymupdf.Font(fontfile=font_file)
    return change.place.area[2] - font.text_length(change.new, change.place.size)


def extent(work: Work, change: Change, from_left: bool) -> tuple:
    """The area of the old value and of the new one typed in its place together."""
    face, _ = look_alike(work, change.place)
    begin = change.place.x if from_left else start_of(change, face)
    end = begin + pymupdf.Font(fontfile=face).text_length(change.new, change.place.size)
    x0, y0, x1, y1 = change.place.area
    return (round(min(x0, begin), 2), y0, round(max(x1, end), 2), y1)


def boxes(work: Work) -> list[dict]:
    """The changes as plain data for editors in other languages."""
    made = []
    for change in work.changes:
        place = change.place
        face, _ = look_alike(work, place)
        made.append(
            {
                "page": place.page,
                "area": box(place),
                "text": change.new,
                "x": start_of(change, face),
                "y": place.y,
                "size": place.size,
                "face": face,
                "color": place.color,
                "background": background(work.source, place),
            }
        )
    return made
