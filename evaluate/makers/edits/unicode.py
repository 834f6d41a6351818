"""What is shown and what is copied made to differ: a value gets a font of its own whose `ToUnicode` lies."""

import re

import pikepdf

from .. import content
from ..locate import bare
from . import in_place
from .work import Unsuitable, Work


def _own_font(pdf, page, data, run, mapped: dict) -> bytes:
    """The run shown in a copy of its font whose `ToUnicode` maps codes to the given texts; other text keeps the old one."""
    names = {glyph.font for glyph in run}
    if len(names) != 1:
        raise Unsuitable("the value uses two fonts")
    old = names.pop()
    fonts = page.resources.Font
    copy = pikepdf.Dictionary(fonts[old])
    wide = content.Face(fonts[old]).wide
    rows = [f"<{code:0{4 if wide else 2}X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in sorted(mapped.items())]
    space = "<0000> <FFFF>" if wide else "<00> <FF>"
    copy.ToUnicode = pdf.make_stream(
        (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            f"1 begincodespacerange\n{space}\nendcodespacerange\n{len(rows)} beginbfchar\n"
            + "\n".join(rows)
            + "\nendbfchar\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
        ).encode()
    )
    fresh = pikepdf.Name("/F" + str(90 + len(fonts)))
    # A copy, because producers share one resource dictionary between pages.
    fonts[fresh] = pdf.make_indirect(copy)
    first, last = run[0], run[-1]
    setting = [m for m in re.finditer(re.escape(old.encode()) + rb"\s+([\d.]+)\s+Tf", data) if m.end() <= first.start]
    if not setting:
        raise Unsuitable("no font setting before the value")
    size = setting[-1][1]
    spans = [(kind, s, e) for kind, s, e in content.tokens(data)]
    operator = next((e for kind, s, e in spans if kind == "word" and data[s:e] in (b"Tj", b"TJ") and s >= last.end), None)
    opening = max(
        (e for kind, s, e in spans if kind == "word" and not re.fullmatch(rb"[+-]?[\d.]+", data[s:e]) and e <= first.start),
        default=None,
    )
    if operator is None or opening is None:
        raise Unsuitable("no operator shows the value alone")
    return (
        data[:opening]
        + b"\n"
        + str(fresh).encode()
        + b" "
        + size
        + b" Tf"
        + data[opening:operator]
        + b"\n"
        + old.encode()
        + b" "
        + size
        + b" Tf"
        + data[operator:]
    )


def _apply(work: Work, keep_extraction: bool):
    with pikepdf.open(work.source) as pdf:
        for change in work.changes:
            page = pdf.pages[change.place.page - 1]
            fonts = content.faces(page)
            stream, data, run = in_place.spelled(page, fonts, change)
            wanted = bare(change.new)
            if len(wanted) != len(run):
                raise Unsuitable("not the same length")
            if keep_extraction:
                data, mapped = _shown_changed(data, run, wanted, fonts, change)
                run = content.occurrences(content.glyphs(data, fonts), change.new)[0]
            else:
                mapped = _one_to_one(zip((glyph.code for glyph in run), wanted))
            stream.write(_own_font(pdf, page, data, run, mapped))
        pdf.save(work.out)


def _one_to_one(pairs) -> dict:
    mapped = {}
    for code, text in pairs:
        if mapped.setdefault(code, text) != text:
            raise Unsuitable("one code would need two meanings")
    return mapped


def _shown_changed(data, run, wanted, fonts, change):
    try:
        fresh = content.respell(data, run, change.new, fonts)
    except (KeyError, ValueError) as error:
        raise Unsuitable(str(error)) from error
    face = fonts[run[0].font]
    return fresh, _one_to_one(zip((face.code[c] for c in wanted), bare(change.old)))


def extraction_changed(work: Work):
    """The page looks as before; programs that read its text get the new value."""
    _apply(work, keep_extraction=False)


def shown_changed(work: Work):
    """The page shows the new value; programs that read its text still get the old one."""
    _apply(work, keep_extraction=True)
