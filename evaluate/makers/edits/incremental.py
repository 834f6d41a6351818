"""Edits appended to the file: the earlier state stays in it."""

import re
import zlib

import pikepdf
import pymupdf
import pypdf

from ..producers.java import run_java
from . import in_place
from .work import Unsuitable, Work, boxes


def by_hand(work: Work):
    """An appended revision with the changed content stream and a table of its own (ISO 32000-2, 7.5.6)."""
    with pikepdf.open(work.source) as pdf:
        made = in_place.respelled(pdf, work.changes)
        root, size = pdf.Root.objgen, int(pdf.trailer.Size)
        info = pdf.trailer.get("/Info")
        info = info.objgen if info is not None and info.is_indirect else None
    work.out.write_bytes(
        append(
            work.source.read_bytes(),
            {
                key: b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(zlib.compress(data))
                + zlib.compress(data)
                + b"\nendstream"
                for key, data in made.items()
            },
            root,
            info,
            size,
        )
    )


def append(raw: bytes, objects: dict, root, info, size: int, extra: bytes = b"") -> bytes:
    """The file followed by one more revision: `objects` are bodies by (number, generation)."""
    previous = int(re.findall(rb"startxref\s+(\d+)", raw)[-1])
    out = bytearray(raw if raw.endswith(b"\n") else raw + b"\n")
    offsets = {}
    for (number, generation), body in sorted(objects.items()):
        offsets[number, generation] = len(out)
        out += b"%d %d obj\n" % (number, generation) + body + b"\nendobj\n"
    start = len(out)
    size = max([size, *(number + 1 for number, _ in objects)])
    if raw[previous : previous + 4] == b"xref":
        out += b"xref\n"
        for (number, generation), offset in sorted(offsets.items()):
            out += b"%d 1\n%010d %05d n \n" % (number, offset, generation)
        out += b"trailer\n<< /Size %d /Root %d %d R" % (size, *root)
        if info:
            out += b" /Info %d %d R" % info
        out += extra + b" /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (previous, start)
        return bytes(out)
    # A file that uses a cross-reference stream goes on with one (7.5.8).
    offsets[size, 0] = start
    entries = b"".join(
        b"\x01" + offset.to_bytes(4, "big") + generation.to_bytes(1, "big") for (_, generation), offset in sorted(offsets.items())
    )
    packed = zlib.compress(entries)
    index = b" ".join(b"%d 1" % number for number, _ in sorted(offsets))
    out += b"%d 0 obj\n<< /Type /XRef /Size %d /W [1 4 1] /Index [%s] /Root %d %d R" % (size, size + 1, index, *root)
    if info:
        out += b" /Info %d %d R" % info
    out += extra + b" /Prev %d /Filter /FlateDecode /Length %d >>\nstream\n" % (previous, len(packed)) + packed
    out += b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def with_pymupdf(work: Work):
    """PyMuPDF's `saveIncr` after the content stream was changed."""
    with pikepdf.open(work.source) as pdf:
        made = in_place.respelled(pdf, work.changes)
    work.out.write_bytes(work.source.read_bytes())
    with pymupdf.open(work.out) as file:
        for (number, _), data in made.items():
            file.update_stream(number, data)
        file.saveIncr()


def with_pypdf(work: Work):
    """pypdf's incremental writer."""
    olds, made = in_place.old_and_new(work)
    writer = pypdf.PdfWriter(str(work.source), incremental=True)
    in_place.replace_in_pypdf(writer, olds, made)
    writer.write(str(work.out))


def cover_with_pdfbox(work: Work):
    """White box and new text appended by PDFBox's saveIncremental."""
    run_java(
        "pdfbox", [{"action": "cover", "in": str(work.source), "out": str(work.out), "incremental": True, "edits": boxes(work)}]
    )


def cover_with_openpdf(work: Work):
    """White box and new text by OpenPDF's stamper in append mode."""
    run_java(
        "openpdf", [{"action": "cover", "in": str(work.source), "out": str(work.out), "incremental": True, "edits": boxes(work)}]
    )


def cover_with_pymupdf(work: Work):
    from .cover import draw_with_pymupdf

    work.out.write_bytes(work.source.read_bytes())
    with pymupdf.open(work.out) as file:
        draw_with_pymupdf(file, work)
        try:
            file.saveIncr()
        except (RuntimeError, ValueError) as error:
            raise Unsuitable(str(error)) from error
