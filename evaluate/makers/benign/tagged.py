"""Text marked for readers that speak it, and the mark of an editor that changed nothing."""

from datetime import UTC, datetime

import pikepdf

from .. import content
from ..edits.unicode import span
from ..edits.work import Unsuitable, Work

SHOWING = (b"Tj", b"TJ", b"'", b'"')


def actual_text(work: Work):
    """Every piece of text in a span whose `ActualText` says what is shown."""
    with pikepdf.open(work.source) as pdf:
        told = sum(_tagged(page, stream) for page in pdf.pages for stream in content.streams(page))
        if not told:
            raise Unsuitable("no text that can be told")
        pdf.Root.Lang = pikepdf.String(work.document.locale.code)
        pdf.save(work.out)


def _tagged(page, stream) -> int:
    """Puts the operators of one stream into spans; how many."""
    fonts, data, told = content.faces(page), stream.read_bytes(), 0
    by_start = {glyph.start: glyph.font for glyph in content.glyphs(data, fonts)}
    starts = sorted(by_start)
    for word, start, end in reversed(list(content.operators(data))):
        inside = [by_start[at] for at in starts if start <= at < end]
        if word in SHOWING and inside:
            text = content.said(data, start, end, fonts[inside[0]])
            if "\ufffd" in text:
                continue
            data = data[:start] + b"\n" + span(text) + data[start:end] + b"\nEMC" + data[end:]
            told += 1
    stream.write(data)
    return told


def touch_up_mark(work: Work):
    """Opened in Acrobat's text editor and saved: a mark in the content and a new date, nothing else."""
    with pikepdf.open(work.source) as pdf:
        page = pdf.pages[0]
        stream = next((one for one in content.streams(page) if b"BT" in one.read_bytes()), None)
        if stream is None:
            raise Unsuitable("no text of the page's own")
        data = stream.read_bytes()
        ends = [end for word, _, end in content.operators(data) if word == b"BT"]
        if not ends:
            raise Unsuitable("no text of the page's own")
        at = work.rng.choice(ends)
        stream.write(data[:at] + b"\n/TouchUp_TextEdit MP" + data[at:])
        pdf.docinfo["/ModDate"] = datetime.now(UTC).strftime("D:%Y%m%d%H%M%S+00'00'")
        pdf.save(work.out)
