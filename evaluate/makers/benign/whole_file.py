"""Encrypted, converted, split, joined, or sent through something that touches the file as a whole."""

import re
import zlib

import pikepdf
import pymupdf

from ..edits.work import Unsuitable, Work
from ..producers.java import run_java
from ..producers.programs import libreoffice_convert, run


def encrypted(work: Work):
    """Opened without a password; only the owner's is set."""
    run("qpdf", "--encrypt", "", "owner", "256", "--", work.source, work.out)


def encrypted_rc4(work: Work):
    run("qpdf", "--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=n", "--", work.source, work.out)


def password_needed(work: Work):
    run("qpdf", "--encrypt", "secret", "owner", "256", "--", work.source, work.out)


def unlocked(work: Work):
    held = work.folder / "locked.pdf"
    encrypted(work.on(work.source, held))
    run("qpdf", "--decrypt", held, work.out)


def pdf_a(work: Work):
    run(
        "gs",
        "-q",
        "-dBATCH",
        "-dNOPAUSE",
        "-dSAFER",
        "-sDEVICE=pdfwrite",
        "-dPDFA=2",
        "-dPDFACompatibilityPolicy=1",
        "-sColorConversionStrategy=RGB",
        "-o",
        work.out,
        work.source,
    )


def smaller(work: Work):
    """Ghostscript's settings of online compressors."""
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/ebook", "-o", work.out, work.source)


def first_page(work: Work):
    with pikepdf.open(work.source) as pdf:
        if len(pdf.pages) < 2:
            raise Unsuitable("one page only")
    run("qpdf", work.source, "--pages", ".", "1", "--", work.out)


def _other(work: Work):
    """Another genuine file of the same set."""
    if not work.others:
        raise Unsuitable("nothing to merge with")
    return work.rng.choice(work.others)


def merged_qpdf(work: Work):
    run("qpdf", "--empty", "--pages", work.source, _other(work), "--", work.out)


def merged_pdfunite(work: Work):
    run("pdfunite", work.source, _other(work), work.out)


def merged_pdfbox(work: Work):
    run_java("pdfbox", [{"action": "merge", "sources": [str(work.source), str(_other(work))], "out": str(work.out)}])


def merged_pymupdf(work: Work):
    with pymupdf.open(work.source) as file, pymupdf.open(_other(work)) as other:
        file.insert_pdf(other)
        file.save(work.out)


def merged_with_its_copy(work: Work):
    """Every page stands twice, and says the same."""
    run("qpdf", "--empty", "--pages", work.source, work.source, "--", work.out)


def rotated(work: Work):
    run("qpdf", "--rotate=+90", work.source, work.out)


def thumbnails(work: Work):
    """A small picture of each page, as Acrobat embeds them: at most 106 pixels along a side."""
    with pymupdf.open(work.source) as file:
        shown = [_small(page) for page in file]
    with pikepdf.open(work.source) as pdf:
        for page, pixels in zip(pdf.pages, shown, strict=True):
            picture = pikepdf.Stream(pdf, pixels.samples)
            picture.Width, picture.Height, picture.BitsPerComponent = pixels.width, pixels.height, 8
            picture.ColorSpace = pikepdf.Name.DeviceGray
            page.obj.Thumb = pdf.make_indirect(picture)
        pdf.save(work.out)


def _small(page):
    scale = 106 / max(page.rect.width, page.rect.height)
    return page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY)


def draw_unchanged(work: Work):
    """Opened in LibreOffice Draw and exported again without a change."""
    held = work.folder / "page.pdf"
    held.write_bytes(work.source.read_bytes())
    libreoffice_convert([held], work.folder, "fodg", infilter="draw_pdf_import")
    libreoffice_convert([work.folder / "page.fodg"], work.folder, "pdf:draw_pdf_Export")
    work.out.write_bytes(held.read_bytes())


def word_unchanged(work: Work):
    """Turned into a word processor's document by LibreOffice and exported again without a change."""
    held = work.folder / "page.pdf"
    held.write_bytes(work.source.read_bytes())
    libreoffice_convert([held], work.folder, "docx:MS Word 2007 XML", infilter="writer_pdf_import")
    wordy = work.folder / "page.docx"
    if not wordy.exists():
        raise Unsuitable("LibreOffice made no document of it")
    libreoffice_convert([wordy], work.folder, "pdf")
    work.out.write_bytes(held.read_bytes())


def gateway_tail(work: Work):
    """A proxy's remark behind the end of the file."""
    work.out.write_bytes(work.source.read_bytes() + b"\n<!--FTCACHE-1-->\n")


def office_hybrid_tail(work: Work):
    """The second, empty cross-reference section that Word writes for its hybrid files (ISO 32000-2, 7.5.8.4)."""
    raw = work.source.read_bytes()
    found = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", raw)
    if found is None or raw[int(found[1]) : int(found[1]) + 4] != b"xref" or raw.count(b"startxref") != 1:
        raise Unsuitable("not one plain table")
    table = int(found[1])
    trailer = re.search(rb"trailer\s*<<(.*)>>\s*startxref", raw[table:], re.S)
    if trailer is None:
        raise Unsuitable("a comment stands behind the trailer")
    size = int(re.search(rb"/Size\s+(\d+)", trailer[1])[1])
    offsets = [int(line[1]) for line in re.finditer(rb"(\d{10}) \d{5} [nf]", raw[table:])]
    if len(offsets) != size or max(offsets) >= table:
        raise Unsuitable("the table has gaps")
    rows = b"".join(
        (b"\x00" if n == 0 else b"\x01") + offset.to_bytes(4, "big") + b"\x00\x00" for n, offset in enumerate([*offsets, table])
    )
    packed = zlib.compress(rows)
    keys = re.sub(rb"/Size\s+\d+", b"", trailer[1]).strip()
    stream = b"%d 0 obj\n<</Type/XRef/Size %d/W[ 1 4 2] /Filter/FlateDecode/Length %d %s>>\nstream\n" % (
        size,
        size + 1,
        len(packed),
        keys,
    )
    body = raw[:table] + stream + packed + b"\nendstream\nendobj\n"
    start = len(body)
    entries = b"".join(
        b"%010d %s\r\n" % (offset, b"65535 f" if n == 0 else b"00000 n") for n, offset in enumerate([*offsets, table])
    )
    body += (
        b"xref\n0 %d\n" % (size + 1) + entries + b"trailer\n<</Size %d %s>>\nstartxref\n%d\n%%%%EOF\n" % (size + 1, keys, start)
    )
    second = len(body)
    body += b"xref\n0 0\ntrailer\n<</Size %d %s/Prev %d/XRefStm %d>>\nstartxref\n%d\n%%%%EOF" % (
        size + 1,
        keys,
        start,
        table,
        second,
    )
    work.out.write_bytes(body)
