"""Reads a content stream just far enough to change single characters of shown text and leave every other byte."""

import re
from dataclasses import dataclass

import pikepdf
from fontTools import agl

from .locate import bare

TOKEN = re.compile(
    rb"""(?P<space>[\x00\t\n\x0c\r ]+)|(?P<comment>%[^\r\n]*)|(?P<name>/[^\x00\t\n\x0c\r ()<>\[\]{}/%]*)
    |(?P<open>\()|(?P<dict><<|>>)|(?P<hex><[0-9A-Fa-f\x00\t\n\x0c\r ]*>)|(?P<mark>[\[\]{}])|(?P<word>[^\x00\t\n\x0c\r ()<>\[\]{}/%]+)""",
    re.X,
)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


@dataclass
class Glyph:
    """One shown character: its code, the text it stands for, and the bytes that say so."""

    text: str
    code: int
    font: str
    start: int
    end: int
    hex: bool


def tokens(data: bytes):
    """(kind, start, end) of every token; a literal string is one token, brackets inside it counted."""
    at = 0
    while at < len(data):
        match = TOKEN.match(data, at)
        if match is None:
            at += 1
            continue
        kind, start, at = match.lastgroup, match.start(), match.end()
        if kind == "open":
            depth = 1
            while at < len(data) and depth:
                c = data[at : at + 1]
                at += 2 if c == b"\\" else 1
                depth += (c == b"(") - (c == b")")
            kind = "literal"
        if kind == "word" and data[start:at] == b"BI":
            end = re.compile(rb"[\s]EI(?=[\s]|$)").search(data, at)
            at = end.end() if end else len(data)
            continue
        if kind not in ("space", "comment"):
            yield kind, start, at


def literal_bytes(data: bytes, start: int, end: int):
    """(byte, start, end) for every byte that a literal string stands for."""
    at = start + 1
    while at < end - 1:
        if data[at : at + 1] != b"\\":
            yield data[at], at, at + 1
            at += 1
            continue
        octal = re.compile(rb"[0-7]{1,3}").match(data, at + 1, end - 1)
        if octal:
            yield int(octal.group(), 8) & 255, at, octal.end()
            at = octal.end()
        elif data[at + 1 : at + 2] in (b"\n", b"\r"):
            at += 3 if data[at + 1 : at + 3] == b"\r\n" else 2
        else:
            c = data[at + 1 : at + 2]
            yield ESCAPES.get(c, c)[0], at, at + 2
            at += 2


class Face:
    """How the codes of one font resource map to text, both ways."""

    def __init__(self, font):
        self.wide = font.get("/Subtype") == "/Type0"
        self.text = {}
        if "/ToUnicode" in font:
            self._read_cmap(font.ToUnicode.read_bytes())
        elif not self.wide:
            self._read_encoding(font.get("/Encoding"))
        self.code = {}
        for code, text in sorted(self.text.items()):
            self.code.setdefault(bare(text) or text, code)

    def _read_cmap(self, cmap: bytes):
        def text(hexed):
            digits = "".join(hexed.decode().split())
            # PDF::API2 writes five digits for characters past the first plane.
            return bytes.fromhex(digits).decode("utf-16-be", "replace") if len(digits) % 2 == 0 else chr(int(digits, 16))

        for body in re.findall(rb"beginbfchar(.*?)endbfchar", cmap, re.S):
            for code, target in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f\s]*)>", body):
                self.text[int(code, 16)] = text(target)
        for body in re.findall(rb"beginbfrange(.*?)endbfrange", cmap, re.S):
            for low, high, target, several in re.findall(
                rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f\s]+)>|\[(.*?)\])", body, re.S
            ):
                first, last = int(low, 16), int(high, 16)
                if several:
                    for n, one in enumerate(re.findall(rb"<([0-9A-Fa-f\s]*)>", several)):
                        self.text[first + n] = text(one)
                else:
                    base = text(target)
                    for n in range(min(last - first, 65_535) + 1):
                        self.text[first + n] = base[:-1] + chr(ord(base[-1]) + n) if base else ""

    def _read_encoding(self, encoding):
        base = encoding if isinstance(encoding, pikepdf.Name) else (encoding or {}).get("/BaseEncoding")
        codec = "mac_roman" if base == "/MacRomanEncoding" else "cp1252"
        for code in range(32, 256):
            self.text[code] = bytes([code]).decode(codec, "replace")
        if isinstance(encoding, pikepdf.Dictionary):
            code = 0
            for entry in encoding.get("/Differences", []):
                if isinstance(entry, pikepdf.Name):
                    self.text[code] = agl.toUnicode(str(entry)[1:]) or "\ufffd"
                    code += 1
                else:
                    code = int(entry)


def streams(page) -> list:
    """The page's content streams, as objects of the file."""
    contents = page.obj.get("/Contents")
    return list(contents) if isinstance(contents, pikepdf.Array) else [contents]


def _embedded(font) -> bool:
    held = font.DescendantFonts[0] if "/DescendantFonts" in font else font
    descriptor = held.get("/FontDescriptor", {})
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def faces(page) -> dict:
    """The fonts of the page by resource name.

    An embedded subset can spell only what it shows already: some producers map every character of the typeface but
    leave the outlines and widths of the others out.
    """
    fonts = page.obj.get("/Resources", page.resources).get("/Font", {})
    found = {name: Face(font) for name, font in fonts.items()}
    used = {}
    for stream in streams(page):
        for glyph in glyphs(stream.read_bytes(), found):
            used.setdefault(glyph.font, set()).add(glyph.code)
    for name, face in found.items():
        if _embedded(fonts[name]):
            face.code = {text: code for text, code in face.code.items() if code in used.get(name, ())}
    return found


def glyphs(data: bytes, fonts: dict) -> list[Glyph]:
    """All characters the stream shows, in its order."""
    shown, font, operands = [], None, []
    for kind, start, end in tokens(data):
        if kind != "word":
            operands.append((kind, start, end))
            continue
        word = data[start:end]
        if re.fullmatch(rb"[+-]?[\d.]+", word):
            operands.append((kind, start, end))
            continue
        if word == b"Tf" and operands:
            font = next((data[s:e].decode("latin-1") for k, s, e in operands if k == "name"), font)
        elif word in (b"Tj", b"TJ", b"'", b'"') and font in fonts:
            for k, s, e in operands:
                shown += _codes(data, k, s, e, font, fonts[font])
        operands = []
    return shown


def _codes(data, kind, start, end, font, face):
    for code, s, e in _pairs(data, kind, start, end, face):
        text = bare(face.text.get(code, "\ufffd"))
        if text.strip():
            yield Glyph(text, code, font, s, e, kind == "hex")


def _pairs(data, kind, start, end, face) -> list[tuple]:
    """(code, start, end) of every character of a string."""
    if kind == "hex":
        digits = [i for i in range(start + 1, end - 1) if data[i : i + 1] not in b"\x00\t\n\x0c\r "]
        pairs = [(int(data[a : a + 1] + data[b : b + 1], 16), a, b + 1) for a, b in zip(digits[::2], digits[1::2])]
    elif kind == "literal":
        pairs = list(literal_bytes(data, start, end))
    else:
        return []
    if face.wide:
        pairs = [(a[0] << 8 | b[0], a[1], b[2]) for a, b in zip(pairs[::2], pairs[1::2])]
    return pairs


def operators(data: bytes):
    """(operator, start, end) in their order; what stands before the operator's own word are its operands."""
    start = 0
    for kind, s, e in tokens(data):
        if kind == "word" and not re.fullmatch(rb"[+-]?[\d.]+", data[s:e]):
            yield data[s:e], start, e
            start = e


def operator(data: bytes, run: list[Glyph]) -> tuple[int, int]:
    """Where the operator that shows the run begins, operands included, and where it ends; ValueError where several do."""
    for _, start, end in operators(data):
        if start <= run[0].start < end:
            if run[-1].end > end:
                break
            return start, end
    raise ValueError("shown by several operators")


def emptied(data: bytes, start: int, end: int) -> bytes:
    """One operator with nothing in its strings, as an editor leaves it that takes the letters out one by one."""
    kept = []
    for kind, s, e in tokens(data[start:end]):
        token = data[start + s : start + e]
        if kind == "word" and re.fullmatch(rb"[+-]?[\d.]+", token):
            continue
        kept.append({"literal": b"()", "hex": b"<>"}.get(kind, token))
    return b" ".join(kept)


def said(data: bytes, start: int, end: int, face: Face) -> str:
    """The text that one operator shows, spaces included; a wide gap between two strings is a space."""
    text = ""
    for kind, s, e in tokens(data[start:end]):
        s, e = s + start, e + start
        if kind == "word" and re.fullmatch(rb"-\d+(\.\d*)?", data[s:e]) and float(data[s:e]) < -180:
            text += " "
        text += "".join(face.text.get(code, "\ufffd") for code, *_ in _pairs(data, kind, s, e, face))
    return text


def occurrences(shown: list[Glyph], text: str) -> list[list[Glyph]]:
    """Every run of glyphs that spells the text."""
    flat, owner = "", []
    for glyph in shown:
        flat += glyph.text
        owner += [glyph] * len(glyph.text)
    wanted, found, at = bare(text), [], 0
    while (at := flat.find(wanted, at)) >= 0:
        found.append(owner[at : at + len(wanted)])
        at += 1
    return found


def written(code: int, face: Face, hexed: bool, upper: bool = False) -> bytes:
    width = 4 if face.wide else 2
    if hexed:
        text = f"{code:0{width}x}"
        return (text.upper() if upper else text).encode()
    raw = code.to_bytes(width // 2, "big")
    return b"".join(b"\\%03o" % b if b in b"()\\\r\n" else bytes([b]) for b in raw)


def respell(data: bytes, run: list[Glyph], new: str, fonts: dict) -> bytes:
    """The stream with the run spelling `new`, character for character; KeyError where a font lacks one."""
    wanted = bare(new)
    if len(wanted) != len(run):
        raise ValueError("not the same length")
    for glyph, character in reversed(list(zip(run, wanted))):
        if glyph.text == character:
            continue
        face = fonts[glyph.font]
        upper = glyph.hex and any(65 <= c <= 70 for c in data)
        data = data[: glyph.start] + written(face.code[character], face, glyph.hex, upper) + data[glyph.end :]
    return data


def lengthen(data: bytes, run: list[Glyph], new: str, fonts: dict) -> bytes:
    """The stream with characters put into the run, all others left alone; what follows in the operator moves along."""
    old, wanted = "".join(glyph.text for glyph in run), bare(new)
    extra = len(wanted) - len(old)
    # As far ahead as can be: what stands behind a space between thousands belongs to the next three digits.
    fitting = (i for i in range(len(old)) if old[:i] == wanted[:i] and wanted[i + extra :] == old[i:])
    at = next(fitting, None)
    if extra < 1 or at is None:
        raise ValueError("not the old value with characters put in")
    here = run[at]
    face = fonts[here.font]
    upper = here.hex and any(65 <= c <= 70 for c in data)
    put = b"".join(written(face.code[c], face, here.hex, upper) for c in wanted[at : at + extra])
    return data[: here.start] + put + data[here.start :]
