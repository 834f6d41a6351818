"""What an edit left behind, told as it is: an edit that truly leaves nothing is labelled so."""

import re

import pikepdf
import pymupdf

from . import content
from .edits import Method
from .edits.work import Change
from .locate import bare

NEW_SUBSETS = ("ghostscript", "pdftocairo")


def verdicts(traceable: bool, image: bool = False) -> list[str]:
    """A scan is `suspicious` for being one, whatever was done to it."""
    if image:
        return ["tampered", "suspicious", "inconclusive"]
    return ["tampered", "suspicious"] if traceable else ["inconclusive", "suspicious", "tampered"]


def traces(method: Method, source, out, changes: list[Change], sums_kept: bool) -> list[str]:
    found = list(method.traces)
    # A picture shows the same sums as its text did.
    if not sums_kept:
        found += [f"sum broken: {check}" for change in changes for check in change.value.checks if check != "check digits"]
    for change in changes:
        if "check digits" in change.value.checks and _iban_broken(change.new):
            found.append("check digits wrong")
    if method.takes == "longer" and any(change.right for change in changes):
        found.append("value ends beyond its column")
    if method.takes in ("digits", "longer", "copied", "squeezed") and not method.image and method.launder not in NEW_SUBSETS:
        found += _font_traces(source, out)
    return sorted(set(found), key=found.index)


def _iban_broken(text: str) -> bool:
    match = re.match(r"([A-Z]{2}\d{2})([A-Z0-9]+)$", bare(text))
    return bool(match) and int("".join(str(int(c, 36)) for c in match[2] + match[1])) % 97 != 1


def _used(path) -> dict:
    """The codes each embedded subset shows, in order of first use, by font name."""
    used = {}
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            faces, fonts = content.faces(page), page.resources.get("/Font", {})
            for font in fonts.values():
                used.setdefault(str(font.get("/BaseFont", "")), [])
            for stream in content.streams(page):
                for glyph in content.glyphs(stream.read_bytes(), faces):
                    name = str(fonts[glyph.font].get("/BaseFont", glyph.font))
                    order = used.setdefault(name, [])
                    if glyph.code not in order:
                        order.append(glyph.code)
    return used


def _font_traces(source, out) -> list[str]:
    before, after, found = _used(source), _used(out), []
    for name, codes in before.items():
        # A subset of another name was made anew, of what the page showed then.
        if not re.match(r"/[A-Z]{6}\+", name) or name not in after:
            continue
        now = after[name]
        if set(codes) - set(now):
            found.append("subset still holds a character that is shown no more")
        if len(codes) > 5 and codes == sorted(codes) and now != sorted(now):
            found.append("codes no longer numbered in order of first use")
    return found


def visibly_changed(source, out, changes: list[Change]) -> bool:
    """Whether the picture of every area is another one than before: an edit nobody can see is none."""
    with pymupdf.open(source) as old, pymupdf.open(out) as new:
        for change in changes:
            if new.page_count < change.place.page:
                return False
            x0, y0, x1, y1 = change.place.area
            page = old[change.place.page - 1]
            height = page.mediabox.height
            clip = pymupdf.Rect(x0, height - y1, x1, height - y0)
            first, second = (file[change.place.page - 1].get_pixmap(clip=clip, dpi=96).samples for file in (old, new))
            if len(first) != len(second) or sum(abs(a - b) > 60 for a, b in zip(first, second)) < 12:
                return False
    return True


def reason(found: list[str], method: Method) -> str:
    if found:
        return "; ".join(found)
    if method.image:
        return "only the picture of a finished page is left"
    return "the edit leaves nothing but what an honest new save leaves"
