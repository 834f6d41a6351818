"""A finished PDF as bytes: its objects read by a library, its saves appended and its signature found here."""

import io
import re

import pikepdf
from asn1crypto.core import Any as _Any


class File:
    """One signed file, and what an attacker does to it."""

    def __init__(self, data: bytes):
        self.data = data
        self.pdf = pikepdf.open(io.BytesIO(data), suppress_warnings=True)
        trailer = data[data.rfind(b"startxref") :]
        self.previous = int(re.search(rb"startxref\s+(\d+)", trailer).group(1))
        self.root = self.pdf.Root.objgen[0]
        self.next = max(int(n) for n in re.findall(rb"(?:^|[\r\n ])(\d+) 0 obj", data)) + 1

    def text(self, number: int) -> bytes:
        """A dictionary as text, to be changed and written again."""
        return self.pdf.get_object(number, 0).unparse(resolved=True)

    def with_keys(self, number: int, **keys: bytes) -> bytes:
        """The dictionary with these members set; `None` takes one out."""
        held = self.pdf.get_object(number, 0)
        copy = pikepdf.Dictionary({name: value for name, value in held.items() if name[1:] not in keys})
        text = copy.unparse().rstrip()
        added = b" ".join(b"/%s %s" % (name.encode(), value) for name, value in keys.items() if value is not None)
        return text[:-2] + b" " + added + b" >>"

    def new(self) -> int:
        self.next += 1
        return self.next - 1

    def array(self, number: int, key: str) -> bytes:
        """The inside of an array of a dictionary."""
        held = self.pdf.get_object(number, 0).get(key)
        return b" ".join(b"%d %d R" % item.objgen for item in held) if held is not None else b""

    def update(self, objects: dict[int, bytes], root=None, freed=(), xref=True, end=b"%%EOF\n", start=None, into=None) -> bytes:
        """The file with one more save. Without `xref` the objects stand there and nothing lists them."""
        out = bytearray(into if into is not None else self.data)
        if not out.endswith(b"\n"):
            out += b"\n"
        places = {}
        for number, body in sorted(objects.items()):
            places[number] = len(out)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        if xref:
            at = len(out)
            out += b"xref\n0 1\n0000000000 65535 f \n"
            for number in sorted([*places, *freed]):
                entry = b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 00001 f \n"
                out += b"%d 1\n" % number + entry
            out += self.trailer(root)
            out += b"startxref\n%d\n" % (at if start is None else start)
        return bytes(out + end)

    def trailer(self, root=None, previous=None) -> bytes:
        previous = self.previous if previous is None else previous
        info = self.pdf.trailer.get("/Info")
        more = b" /Info %d %d R" % info.objgen if info is not None else b""
        return b"trailer\n<< /Size %d /Root %d 0 R%s /Prev %d >>\n" % (self.next, root or self.root, more, previous)

    def relist(self, entries: dict[int, int], root=None) -> bytes:
        """A save that writes nothing and only lists other places for objects."""
        at = len(self.data)
        out = b"xref\n0 1\n0000000000 65535 f \n"
        for number, place in sorted(entries.items()):
            out += b"%d 1\n%010d 00000 n \n" % (number, place)
        return self.data + out + self.trailer(root) + b"startxref\n%d\n%%%%EOF\n" % at

    def on_page(self, *annotations: int, page: int = 3) -> bytes:
        """The page with more annotations."""
        listed = self.array(page, "/Annots") + b"".join(b" %d 0 R" % number for number in annotations)
        return self.with_keys(page, Annots=b"[%s]" % listed)

    def text_of_stream(self, number: int) -> bytes:
        return self.pdf.get_object(number, 0).read_bytes()

    def lists(self, field: int) -> bool:
        """Whether the form still lists the field: @signpdf writes a form of its own in its place."""
        return any(listed.objgen[0] == field for listed in self.pdf.Root.AcroForm.Fields)

    def form(self) -> int:
        return self.pdf.Root.AcroForm.objgen[0] or self.root

    def dictionary_of_signature(self, **keys: bytes) -> bytes:
        """The signature dictionary written again with other members; range and value stay."""
        return self.with_keys(self.signature_object, **keys)

    def before_last(self) -> int:
        """Where the save before the last begins its table."""
        last = self.data[self.previous :]
        return int(re.search(rb"/Prev\s+(\d+)", last).group(1))

    def rows_after(self, place: int) -> bytes:
        """Nothing of what stands behind `place` can be listed any more: told as free by leaving it out."""
        return b""

    @property
    def signature(self) -> "Signature":
        return Signature(self.data)

    @property
    def signature_object(self) -> int:
        for field in self.pdf.Root.AcroForm.Fields:
            if field.get("/FT") == "/Sig" and "/V" in field:
                return field.V.objgen[0]
        raise ValueError("no signature")

    @property
    def signature_field(self) -> int:
        return next(f.objgen[0] for f in self.pdf.Root.AcroForm.Fields if f.get("/FT") == "/Sig" and "/V" in f)


class Signature:
    """The last signature of a file: where its range and its value stand."""

    def __init__(self, data: bytes):
        found = list(re.finditer(rb"/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]", data))[-1]
        self.range_span = found.span()
        self.range = [int(number) for number in found.groups()]
        self.gap = (self.range[1], self.range[2])
        digits = data[self.gap[0] + 1 : self.gap[1] - 1]
        self.room = len(digits) // 2
        value = bytes.fromhex(digits.decode())
        self.value = value[: len(_Any.load(value).dump())]

    def with_value(self, data: bytes, value: bytes, padding: bytes = b"") -> bytes:
        """Another value in the same room."""
        filled = (value + padding).ljust(self.room, b"\0")
        assert len(filled) == self.room, "the value does not fit"
        return data[: self.gap[0] + 1] + filled.hex().encode() + data[self.gap[1] - 1 :]
