"""Digits changed inside the content stream itself: the page keeps its fonts, its operators and its layout."""

import base64
import re
import subprocess
import zlib
from dataclasses import dataclass

import pikepdf
import pymupdf
import pypdf
import zopfli.zlib

from .. import content
from ..locate import bare
from ..producers.programs import run
from .work import Change, Unsuitable, Work


def available(pdf_path, place) -> set:
    """The characters that the fonts of the page can show."""
    with pikepdf.open(pdf_path) as pdf:
        found = content.faces(pdf.pages[place.page - 1])
    return set().union(*(set(face.code) for face in found.values())) if found else set()


def spelled(page, fonts: dict, change: Change, made: dict | None = None):
    """The stream that spells the old value, its bytes, and the run of glyphs that does it."""
    before = change.twin
    for stream in content.streams(page):
        data = (made or {}).get(stream.objgen) or stream.read_bytes()
        runs = content.occurrences(content.glyphs(data, fonts), change.old)
        if before < len(runs):
            return stream, data, runs[before]
        before -= len(runs)
    raise Unsuitable("the stream does not spell the value in one run")


def respelled(pdf, changes: list[Change]) -> dict:
    """New bytes of every content stream that shows one of the old values: {(number, generation): bytes}."""
    made = {}
    for change in changes:
        page = pdf.pages[change.place.page - 1]
        fonts = content.faces(page)
        stream, data, run_of_glyphs = spelled(page, fonts, change, made)
        try:
            spell = content.respell if len(bare(change.new)) == len(run_of_glyphs) else content.lengthen
            made[stream.objgen] = spell(data, run_of_glyphs, change.new, fonts)
        except (KeyError, ValueError) as error:
            raise Unsuitable(f"cannot spell {change.new}: {error}") from error
    return made


def can_spell(path, changes: list[Change]) -> bool:
    """Whether the fonts of the file have what the new values need."""
    with pikepdf.open(path) as pdf:
        try:
            respelled(pdf, changes)
        except Unsuitable:
            return False
    return True


def with_pikepdf(work: Work):
    """Saved whole by pikepdf; Info and XMP stay as they were."""
    with pikepdf.open(work.source) as pdf:
        for (number, generation), data in respelled(pdf, work.changes).items():
            pdf.get_object(number, generation).write(data)
        pdf.save(work.out)


def replace_in_pypdf(writer: pypdf.PdfWriter, olds: dict, made: dict):
    """Puts the new streams where pypdf holds the old ones; it may number them otherwise than the file did."""
    left = dict(made)
    for page in writer.pages:
        contents = page.raw_get("/Contents")
        several = isinstance(contents.get_object(), pypdf.generic.ArrayObject)
        for reference in contents.get_object() if several else [contents]:
            plain = reference.get_object().get_data()
            key = next((key for key in left if olds[key] == plain), None)
            if key is None:
                continue
            fresh = pypdf.generic.DecodedStreamObject()
            fresh.set_data(left.pop(key))
            packed = fresh.flate_encode()
            packed.indirect_reference = reference
            writer._objects[reference.idnum - 1] = packed
    if left:
        raise Unsuitable("pypdf reads the streams otherwise")


def old_and_new(work: Work) -> tuple[dict, dict]:
    with pikepdf.open(work.source) as pdf:
        made = respelled(pdf, work.changes)
        return {key: pdf.get_object(*key).read_bytes() for key in made}, made


def with_pypdf(work: Work):
    olds, made = old_and_new(work)
    writer = pypdf.PdfWriter(clone_from=str(work.source))
    replace_in_pypdf(writer, olds, made)
    writer.write(str(work.out))


def with_pymupdf(work: Work):
    """Saved whole by PyMuPDF, as `doc.save()` does without options."""
    with pikepdf.open(work.source) as pdf:
        made = respelled(pdf, work.changes)
    with pymupdf.open(work.source) as file:
        for (number, _), data in made.items():
            file.update_stream(number, data)
        file.save(work.out)


def with_qdf(work: Work):
    """The way of the hand editor: qpdf's readable form, a text editor, fix-qdf, compressed again."""
    plain, fixed = work.folder / "plain.pdf", work.folder / "fixed.pdf"
    run("qpdf", "--qdf", "--object-streams=disable", work.source, plain)
    with pikepdf.open(plain) as pdf:
        made = respelled(pdf, work.changes)
        olds = {key: pdf.get_object(*key).read_bytes() for key in made}
    raw = plain.read_bytes()
    for key, data in made.items():
        if raw.count(olds[key]) != 1:
            raise Unsuitable("the readable form shows the stream twice")
        raw = raw.replace(olds[key], data)
    plain.write_bytes(raw)
    fixed.write_bytes(subprocess.run(["fix-qdf", str(plain)], capture_output=True, check=True).stdout)
    run("qpdf", "--object-streams=generate", fixed, work.out)


def with_pdftk(work: Work):
    """pdftk's uncompress, a text editor, pdftk's compress."""
    plain = work.folder / "plain.pdf"
    run("pdftk", work.source, "output", plain, "uncompress")
    with pikepdf.open(plain) as pdf:
        made = respelled(pdf, work.changes)
        olds = {key: pdf.get_object(*key).read_raw_bytes() for key in made}
    raw = plain.read_bytes()
    for key, data in made.items():
        if raw.count(olds[key]) != 1 or len(data) != len(olds[key]):
            raise Unsuitable("the readable form does not show the stream once, in the same length")
        raw = raw.replace(olds[key], data)
    plain.write_bytes(raw)
    run("pdftk", plain, "output", work.out, "compress")


@dataclass
class Packed:
    """The bytes of one packed stream in the file, and what they should become."""

    key: tuple
    start: int
    end: int
    bytes: bytes
    old: bytes
    new: bytes
    ascii85: bool

    def pack(self, level: int, memory=8) -> bytes:
        packer = zlib.compressobj(level, zlib.DEFLATED, 15, memory)
        return self.armour(packer.compress(self.new) + packer.flush())

    def armour(self, packed: bytes) -> bytes:
        """ReportLab wraps its Flate streams in ASCII85."""
        return base64.a85encode(packed) + b"~>" if self.ascii85 else packed

    def level(self) -> int:
        """The zlib level that made the old bytes, where one of the nine does; else 6."""
        return next(
            (level for level in (6, 9, 1, 5, 7, 8, 4, 3, 2) if self.armour(zlib.compress(self.old, level)) == self.bytes), 6
        )


def _packed(work: Work) -> list:
    """Every stream to be changed, found byte for byte in the file."""
    raw, found = work.source.read_bytes(), []
    with pikepdf.open(work.source) as pdf:
        for key, data in respelled(pdf, work.changes).items():
            stream = pdf.get_object(*key)
            filters = stream.get("/Filter")
            names = [str(one) for one in filters] if isinstance(filters, pikepdf.Array) else [str(filters)]
            if names not in (["/FlateDecode"], ["/ASCII85Decode", "/FlateDecode"]) or "/DecodeParms" in stream:
                raise Unsuitable("not plainly Flate")
            bytes_there = stream.read_raw_bytes()
            start = raw.find(bytes_there)
            if start < 0 or raw.find(bytes_there, start + 1) >= 0:
                raise Unsuitable("cannot tell the stream's bytes apart")
            found.append(Packed(key, start, start + len(bytes_there), bytes_there, stream.read_bytes(), data, len(names) == 2))
    return found


def padded(work: Work):
    """Packed again into the room of the old stream and filled up: no other byte of the file moves."""
    raw = bytearray(work.source.read_bytes())
    for one in _packed(work):
        packed = min((one.pack(level, memory) for level in (6, 7, 8, 9) for memory in (8, 9)), key=len)
        if len(packed) > one.end - one.start:
            packed = one.armour(zopfli.zlib.compress(one.new))
        spare = one.end - one.start - len(packed)
        if spare < 0:
            raise Unsuitable("the new stream does not fit")
        raw[one.start : one.end] = packed + b"\n" * spare
    work.out.write_bytes(raw)


def surgeon(work: Work):
    """Packed again at the same level, lengths and offsets put right: every other byte stays the issuer's."""
    raw = work.source.read_bytes()
    if b"/Type/XRef" in raw.replace(b" ", b"") or b"/Linearized" in raw:
        raise Unsuitable("not a plain cross-reference table")
    splices = []
    for one in _packed(work):
        packed = one.pack(one.level())
        head = re.compile(rb"(?:^|[\r\n ])%d %d obj\b" % one.key)
        opening = max((m.end() for m in head.finditer(raw, 0, one.start)), default=None)
        length = re.compile(rb"/Length\s+(\d+)(\s+\d+\s+R)?").search(raw, opening or 0, one.start) if opening else None
        if length is None:
            raise Unsuitable("no length to put right")
        if length[2]:
            length = re.compile(rb"[\r\n ]%s 0 obj\s*(\d+)" % length[1]).search(raw)
            if length is None:
                raise Unsuitable("no length to put right")
        splices += [(one.start, one.end, packed), (length.start(1), length.end(1), b"%d" % len(packed))]
    work.out.write_bytes(_splice(raw, sorted(splices)))


def _splice(raw: bytes, splices) -> bytes:
    """Applies the splices and moves every offset of the cross-reference tables and startxref along."""

    def moved(offset):
        return offset + sum(len(new) - (end - start) for start, end, new in splices if end <= offset)

    for entry in re.finditer(rb"(\d{10}) (\d{5}) n", raw):
        offset = int(entry[1])
        splices.append((entry.start(1), entry.end(1), b"%010d" % moved(offset)))
    for entry in re.finditer(rb"(?:startxref\s+|/Prev\s+)(\d+)", raw):
        splices.append((entry.start(1), entry.end(1), b"%d" % moved(int(entry[1]))))
    out, at = [], 0
    for start, end, new in sorted(splices):
        out += [raw[at:start], new]
        at = end
    return b"".join(out + [raw[at:]])
