"""A line edited as Acrobat does: set again at the end of the page in a second subset of the same face, with its mark."""

import io
import re
from datetime import UTC, datetime

import pikepdf
import pymupdf
from fontTools import subset
from fontTools.ttLib import TTFont

from .. import content
from . import in_place
from .retyped import _chunks, _replaced
from .unicode import the_font
from .work import Change, Unsuitable, Work, look_alike, rgb

SPACES = {0x202F: 0xA0, 0x2212: 0x2D}  # what a code page of 256 characters lacks


def second_subset(work: Work):
    if len(work.changes) != 1:
        raise Unsuitable("one line only")
    change = work.changes[0]
    with pikepdf.open(work.source) as pdf:
        page = pdf.pages[change.place.page - 1]
        fonts = content.faces(page)
        stream, data, run = in_place.spelled(page, fonts, change)
        name = str(page.resources.Font[the_font(run)].get("/BaseFont", ""))
        path = _same_face(work, change, name)
        line, gone = _line(work, change, data, fonts, run)
        for glyph in sorted(gone, key=lambda glyph: -glyph.start):
            data = data[: glyph.start] + data[glyph.end :]
        stream.write(data)
        texts = [_encoded(text) for text, _ in line]
        font, widths = _subset(pdf, path, name, b"".join(texts), work.rng)
        resource = page.add_resource(pdf.make_indirect(font), pikepdf.Name.Font, pikepdf.Name("/TT9"))
        size, (red, green, blue) = change.place.size, rgb(change.place.color)
        shown = [b"/TouchUp_TextEdit MP", b"BT", b"%.3f %.3f %.3f rg" % (red, green, blue)]
        shown.append(b"%b %.4g Tf" % (str(resource).encode(), size))
        for text, (_, (left, right)) in zip(texts, line):
            x = left if right is None else right - sum(widths[code] for code in text) * size / 1000
            shown.append(b"1 0 0 1 %.3f %.3f Tm (%b) Tj" % (x, change.place.y, _literal(text)))
        page.contents_add(b"q", prepend=True)
        page.contents_add(b"Q q\n" + b"\n".join(shown) + b"\nET Q")
        pdf.docinfo["/ModDate"] = datetime.now(UTC).strftime("D:%Y%m%d%H%M%S+00'00'")
        pdf.save(work.out)


def _same_face(work: Work, change: Change, name: str) -> str:
    path = look_alike(work, change.place)[0]
    told = re.fullmatch(r"/[A-Z]{6}\+(.+)", name)
    own = TTFont(path, lazy=True)["name"].getDebugName(6)

    def plain(face):
        return re.sub(r"regular|[-, ]", "", face.lower())

    if told is None or plain(told[1]) != plain(own):
        raise Unsuitable("no subset of a face that is at hand")
    return path


def _line(work: Work, change: Change, data, fonts, run) -> tuple[list, list]:
    """The texts of the line with their edges, as far as they can be told apart, and the glyphs that show them now."""
    with pymupdf.open(work.source) as file:
        page = file[change.place.page - 1]
        chunks = _chunks(page, change.place, page.mediabox.height)
    shown, line, gone, told = content.glyphs(data, fonts), [], [], False
    for text, left, right in chunks:
        own = left - 1 <= change.place.area[0] and change.place.area[2] <= right + 1
        runs = content.occurrences(shown, text)
        if own and content.bare(text) == content.bare(change.old):
            runs = [run]
        if len(runs) != 1 or (own and run[0].start not in [glyph.start for glyph in runs[0]]):
            if own:
                raise Unsuitable("the line cannot be told apart")
            continue
        new = _replaced(text, change) if own else text
        line.append((new, (left, right if own and change.right else None)))
        gone += runs[0]
        told |= own
    if not told:
        raise Unsuitable("the line cannot be told apart")
    return line, list({glyph.start: glyph for glyph in gone}.values())


def _encoded(text: str) -> bytes:
    try:
        return text.translate(SPACES).encode("cp1252")
    except UnicodeEncodeError as error:
        raise Unsuitable("a character that WinAnsi lacks") from error


def _literal(codes: bytes) -> bytes:
    return b"".join(b"\\%03o" % code if code in b"()\\\r\n" else bytes([code]) for code in codes)


def _subset(pdf, path: str, name: str, codes: bytes, rng) -> tuple[pikepdf.Dictionary, dict]:
    """A font of only these characters, and their widths by code."""
    font = TTFont(path)
    em = font["head"].unitsPerEm
    text = codes.decode("cp1252")
    cutter = subset.Subsetter(
        subset.Options(notdef_outline=True, layout_features=[], drop_tables=["FFTM", *subset.Options._drop_tables_default])
    )
    cutter.populate(text=text)
    cutter.subset(font)
    held = io.BytesIO()
    font.save(held)
    letters, advances = font.getBestCmap(), font["hmtx"].metrics
    widths = {code: round(advances[letters[ord(c)]][0] * 1000 / em) for code, c in zip(codes, text)}
    tag = "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(6))
    fresh = pikepdf.Name(f"/{tag}+{name.split('+', 1)[1]}")
    head, os2 = font["head"], font["OS/2"]
    descriptor = pikepdf.Dictionary(
        Type=pikepdf.Name.FontDescriptor,
        FontName=fresh,
        Flags=32,
        FontBBox=[round(v * 1000 / em) for v in (head.xMin, head.yMin, head.xMax, head.yMax)],
        ItalicAngle=0,
        Ascent=round(os2.sTypoAscender * 1000 / em),
        Descent=round(os2.sTypoDescender * 1000 / em),
        CapHeight=round(getattr(os2, "sCapHeight", os2.sTypoAscender) * 1000 / em),
        StemV=80,
        FontFile2=pdf.make_stream(held.getvalue(), Length1=len(held.getvalue())),
    )
    first, last = min(widths), max(widths)
    made = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.TrueType,
        BaseFont=fresh,
        Encoding=pikepdf.Name.WinAnsiEncoding,
        FirstChar=first,
        LastChar=last,
        Widths=[widths.get(code, 0) for code in range(first, last + 1)],
        FontDescriptor=pdf.make_indirect(descriptor),
    )
    return made, widths
