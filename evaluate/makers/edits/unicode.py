"""What is shown and what is copied made to differ: by a font of its own whose `ToUnicode` lies, or by `ActualText`."""

import re

import pikepdf

from .. import content
from ..locate import bare
from . import in_place
from .work import Unsuitable, Work


def _own_font(pdf, page, data, run, mapped: dict) -> bytes:
    """The run shown in a copy of its font whose `ToUnicode` maps codes to the given texts; other text keeps the old one."""
    old = the_font(run)
    copy = pikepdf.Dictionary(page.resources.Font[old])
    wide = content.Face(copy).wide
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
    return shown_in(pdf, page, data, run, copy)


def the_font(run) -> str:
    names = {glyph.font for glyph in run}
    if len(names) != 1:
        raise Unsuitable("the value uses two fonts")
    return names.pop()


def size_set(data: bytes, run) -> bytes:
    """The size at which the content sets the run's font."""
    name = re.escape(the_font(run).encode("latin-1"))
    setting = [m for m in re.finditer(name + rb"\s+([\d.]+)\s+Tf", data) if m.end() <= run[0].start]
    if not setting:
        raise Unsuitable("no font setting before the value")
    return setting[-1][1]


def the_operator(data: bytes, run) -> tuple[int, int]:
    try:
        return content.operator(data, run)
    except ValueError as error:
        raise Unsuitable("no operator shows the value alone") from error


def shown_in(pdf, page, data, run, font) -> bytes:
    """The operator that shows the run put between two settings: of this font, and of the old one again."""
    old, fonts = the_font(run), page.resources.Font
    fresh = pikepdf.Name("/F" + str(90 + len(fonts)))
    # A copy, because producers share one resource dictionary between pages.
    fonts[fresh] = pdf.make_indirect(font)
    size = size_set(data, run)
    start, end = the_operator(data, run)
    before, after = (b"\n" + name.encode("latin-1") + b" " + size + b" Tf" for name in (str(fresh), old))
    return data[:start] + before + data[start:end] + after + data[end:]


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


def actual_text(work: Work):
    """The digits changed, in a span whose `ActualText` still says the old ones (ISO 32000-2, 14.9.4)."""
    with pikepdf.open(work.source) as pdf:
        for change in work.changes:
            page = pdf.pages[change.place.page - 1]
            fonts = content.faces(page)
            stream, data, run = in_place.spelled(page, fonts, change)
            start, end = the_operator(data, run)
            told = content.said(data, start, end, fonts[the_font(run)])
            if "\ufffd" in told:
                raise Unsuitable("text that cannot be told")
            try:
                fresh = content.respell(data, run, change.new, fonts)
            except (KeyError, ValueError) as error:
                raise Unsuitable(str(error)) from error
            end += len(fresh) - len(data)
            stream.write(fresh[:start] + b"\n" + span(told) + fresh[start:end] + b"\nEMC" + fresh[end:])
        pdf.save(work.out)


def span(told: str) -> bytes:
    return b"/Span <</ActualText " + pikepdf.String(told).unparse() + b">> BDC"
