"""A digit more in the room of the old value: by advances of its own, by stretching, by a smaller size."""

import pikepdf
import pymupdf

from .. import content
from . import in_place
from .unicode import shown_in, size_set, the_font, the_operator
from .work import Change, Unsuitable, Work, look_alike


def _share(work: Work, change: Change) -> float:
    """How much narrower the new value must be set to end where the old one did."""
    font = pymupdf.Font(fontfile=look_alike(work, change.place)[0])
    return font.text_length(change.old, 1) / font.text_length(change.new, 1)


def _alone(work: Work, pdf, change: Change):
    """The stream whose one operator shows the old value and nothing else: (page, fonts, stream, data, run)."""
    page = pdf.pages[change.place.page - 1]
    fonts = content.faces(page)
    stream, data, run = in_place.spelled(page, fonts, change)
    start, end = the_operator(data, run)
    if sum(start <= glyph.start < end for glyph in content.glyphs(data, fonts)) != len(run):
        raise Unsuitable("the operator shows more than the value")
    return page, fonts, stream, data, run


def widths_patched(work: Work):
    """The value shown in a copy of its font that declares narrower advances than the font's program has."""
    with pikepdf.open(work.source) as pdf:
        for change in work.changes:
            page, fonts, stream, data, run = _alone(work, pdf, change)
            name = the_font(run)
            try:
                data = content.lengthen(data, run, change.new, fonts)
            except (KeyError, ValueError) as error:
                raise Unsuitable(str(error)) from error
            codes = {fonts[name].code[c] for c in content.bare(change.new)}
            font = _narrower(pdf, page.resources.Font[name], codes, _share(work, change))
            run = content.occurrences(content.glyphs(data, fonts), change.new)
            if len(run) != 1:
                raise Unsuitable("the new value stands there already")
            stream.write(shown_in(pdf, page, data, run[0], font))
        pdf.save(work.out)


def _narrower(pdf, font, codes: set, share: float):
    """A copy of the font with some of its widths made smaller."""
    copy = pikepdf.Dictionary(font)
    if "/DescendantFonts" in font:
        held = pikepdf.Dictionary(font.DescendantFonts[0])
        if font.get("/Encoding") != "/Identity-H" or "/W" not in held:
            raise Unsuitable("no widths by code")
        known = _by_cid(held.W)
        held.W = pikepdf.Array()
        for cid, width in sorted(known.items()):
            held.W.extend([cid, pikepdf.Array([round(width * share) if cid in codes else width])])
        copy.DescendantFonts = pikepdf.Array([pdf.make_indirect(held)])
        return copy
    if "/Widths" not in font or "/FontDescriptor" not in font:
        raise Unsuitable("a standard font without widths")
    first = int(font.FirstChar)
    copy.Widths = pikepdf.Array(
        [round(float(width) * share) if first + n in codes else width for n, width in enumerate(font.Widths)]
    )
    return copy


def _by_cid(packed) -> dict:
    """Widths by CID (ISO 32000-2, 9.7.4.3)."""
    known, left = {}, list(packed)
    while left:
        first, second = int(left.pop(0)), left.pop(0)
        if isinstance(second, pikepdf.Array):
            known |= {first + n: float(width) for n, width in enumerate(second)}
        else:
            width = float(left.pop(0))
            known |= {cid: width for cid in range(first, int(second) + 1)}
    return known


def refilled(work: Work):
    """The string of the old value emptied, and the new one shown directly behind it, stretched less or set smaller."""
    with pikepdf.open(work.source) as pdf:
        for change in work.changes:
            page, fonts, stream, data, run = _alone(work, pdf, change)
            if any(word == b"Tz" for word, *_ in content.operators(data)):
                raise Unsuitable("the page stretches its text")
            start, end = the_operator(data, run)
            if not data[start:end].endswith((b"Tj", b"TJ")):
                raise Unsuitable("shown by an operator that moves the line")
            name, size, share = the_font(run).encode("latin-1"), size_set(data, run), _share(work, change)
            try:
                fresh = content.lengthen(data, run, change.new, fonts)
            except (KeyError, ValueError) as error:
                raise Unsuitable(str(error)) from error
            shown = fresh[start : end + len(fresh) - len(data)]
            if work.rng.random() < 0.5:
                shown = b"%.2f Tz %b 100 Tz" % (100 * share, shown)
            else:
                shown = b"%b %.2f Tf %b %b %b Tf" % (name, float(size) * share, shown, name, size)
            stream.write(data[:start] + b"\n" + content.emptied(data, start, end) + b"\n" + shown + data[end:])
        pdf.save(work.out)
