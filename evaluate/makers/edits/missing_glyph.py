"""A digit's code changed to one that the embedded subset has no outline for: the page shows a gap or a box."""

import io
import unicodedata

import pikepdf
from fontTools.ttLib import TTFont, TTLibError

from .. import content, forge
from ..manifest import Edit
from . import in_place
from .choose import among_equals, candidates
from .pages import Result
from .work import Change, Unsuitable, Work

MISSING = "a digit that the subset cannot show"


def missing(work: Work) -> Result:
    with pikepdf.open(work.source) as pdf:
        for id in candidates(work.document, work.rng):
            value = work.document.values[id]
            found = among_equals(work.source, work.document, value)
            if found is None:
                continue
            try:
                new = _changed(work, pdf, Change(value, value.text, found[0], twin=found[1]))
            except Unsuitable:
                continue
            pdf.save(work.out)
            place = found[0]
            broken = [f"sum broken: {check}" for check in value.checks if check != "check digits"]
            edit = Edit(place.page, list(place.area), id, value.kind, value.text, new).__dict__
            return Result([MISSING, *broken], [edit], [Change(value, new, place, twin=found[1])])
    raise Unsuitable("no digit that the subset lacks")


def _changed(work: Work, pdf, change: Change) -> str:
    """Writes the value with digits that its font maps but cannot show; returns it."""
    page = pdf.pages[change.place.page - 1]
    fonts = content.faces(page)
    stream, data, run = in_place.spelled(page, fonts, change)
    name = run[0].font
    font, face = page.resources.Font[name], fonts[name]
    lacked = {text: code for code, text in face.text.items() if text in forge.DIGITS and text not in face.code}
    unmapped = {} if lacked else _by_number(face)
    lacked = {text: code for text, code in (lacked | unmapped).items() if not _drawn(font, code, text)}
    new = forge.digits(work.rng, change.value, set(lacked)) if lacked else None
    if new is None:
        raise Unsuitable("every digit can be shown")
    if unmapped:
        used = {text: code for text, code in unmapped.items() if text in new and text in lacked}
        rows = b"".join(b"<%04X> <%04X>\n" % (code, ord(text)) for text, code in used.items())
        cmap = font.ToUnicode.read_bytes()
        font.ToUnicode.write(cmap.replace(b"endcmap", b"%d beginbfchar\n%bendbfchar\nendcmap" % (len(used), rows), 1))
    face.code |= lacked
    stream.write(content.respell(data, run, new, fonts))
    return new


def _by_number(face) -> dict:
    """The codes of the digits that no map tells, where codes are the typeface's own glyph numbers: digits in a row."""
    known = {text: code for text, code in face.code.items() if text in forge.DIGITS}
    firsts = {code - int(text) for text, code in known.items()}
    if not face.wide or len(known) < 3 or len(firsts) != 1:
        return {}
    first = firsts.pop()
    return {text: first + int(text) for text in sorted(forge.DIGITS) if text not in known and first + int(text) not in face.text}


def _drawn(font, code: int, text: str) -> bool:
    """Whether the embedded program has an outline for the code; a program that cannot be read is taken to have it."""
    wide = "/DescendantFonts" in font
    held = font.DescendantFonts[0] if wide else font
    if "/CharSet" in held.get("/FontDescriptor", {}):
        return f"/{unicodedata.name(text).split()[-1].lower()}" in str(held.FontDescriptor.CharSet)
    program = held.get("/FontDescriptor", {}).get("/FontFile2")
    if program is None or (wide and font.get("/Encoding") != "/Identity-H"):
        return True
    try:
        faces = TTFont(io.BytesIO(program.read_bytes()), lazy=True)
        if wide:
            to_glyph = held.get("/CIDToGIDMap")
            packed = to_glyph.read_bytes() if isinstance(to_glyph, pikepdf.Stream) else None
            glyph = int.from_bytes(packed[2 * code : 2 * code + 2], "big") if packed is not None else code
        else:
            tables = [table.cmap for table in faces["cmap"].tables]
            names = [table[spelled] for table in tables for spelled in (code, 0xF000 + code, ord(text)) if spelled in table]
            glyph = faces.getGlyphID(names[0]) if names else 0
        if glyph == 0 or glyph >= faces["maxp"].numGlyphs:
            return False
        return faces["glyf"][faces.getGlyphName(glyph)].numberOfContours != 0
    except (KeyError, ValueError, TTLibError, AssertionError):
        return True
