"""Makes the pictures that the codecs are tested with: fax and JPEG 2000 by Pillow (libtiff, OpenJPEG), JBIG2 by the
encoder below (ITU-T T.88), and what each must show as a netpbm file beside. Run: python make.py (needs Pillow)."""

import io
import struct
from pathlib import Path

from PIL import Image, ImageDraw

HERE = Path(__file__).parent
WIDTH, HEIGHT = 83, 47


def page():
    """Lines and letters, as a scan has them; a width that fills no byte."""
    image = Image.new("1", (WIDTH, HEIGHT), 1)
    draw = ImageDraw.Draw(image)
    draw.text((3, 2), "Total 12.50", fill=0)
    draw.text((3, 16), "eighty-three", fill=0)
    draw.rectangle((5, 32, 60, 43), outline=0)
    draw.ellipse((64, 20, 82, 44), fill=0)
    draw.line((0, 46, 82, 30), fill=0)
    return image


def colours():
    image = Image.new("RGB", (WIDTH, HEIGHT))
    image.putdata([(x * 3, y * 5, (x * y) % 256) for y in range(HEIGHT) for x in range(WIDTH)])
    ImageDraw.Draw(image).text((8, 12), "colour", fill=(255, 255, 255))
    return image


def fax(image, name, compression, options=None):
    out = io.BytesIO()
    info = {278: HEIGHT}
    if options is not None:
        info[292] = options
    image.save(out, "TIFF", compression=compression, tiffinfo=info)
    tags = Image.open(out).tag_v2
    (start,), (length,) = tags[273], tags[279]
    (HERE / name).write_bytes(out.getvalue()[start : start + length])


STATES = """5601 1 1 1,3401 2 6 0,1801 3 9 0,0ac1 4 12 0,0521 5 29 0,0221 38 33 0,5601 7 6 1,5401 8 14 0,4801 9 14 0,
3801 10 14 0,3001 11 17 0,2401 12 18 0,1c01 13 20 0,1601 29 21 0,5601 15 14 1,5401 16 14 0,5101 17 15 0,4801 18 16 0,
3801 19 17 0,3401 20 18 0,3001 21 19 0,2801 22 19 0,2401 23 20 0,2201 24 21 0,1c01 25 22 0,1801 26 23 0,1601 27 24 0,
1401 28 25 0,1201 29 26 0,1101 30 27 0,0ac1 31 28 0,09c1 32 29 0,08a1 33 30 0,0521 34 31 0,0441 35 32 0,02a1 36 33 0,
0221 37 34 0,0141 38 35 0,0111 39 36 0,0085 40 37 0,0049 41 38 0,0025 42 39 0,0015 43 40 0,0009 44 41 0,0005 45 42 0,
0001 45 43 0,5601 46 46 0"""
STATES = [(int(q, 16), int(m), int(l), int(s)) for q, m, l, s in (row.split() for row in STATES.split(","))]


class Encoder:
    """The arithmetic encoder (T.88, Annex E.2)."""

    def __init__(self):
        self.a, self.c, self.ct, self.out, self.contexts = 0x8000, 0, 12, bytearray([0]), {}

    def bit(self, context, bit):
        state, mps = self.contexts.get(context, (0, 0))
        qe, after_mps, after_lps, switch = STATES[state]
        self.a -= qe
        if bit == mps:
            if self.a & 0x8000:
                self.c += qe
                return
            if self.a < qe:
                self.a = qe
            else:
                self.c += qe
            self.contexts[context] = (after_mps, mps)
        else:
            if self.a < qe:
                self.c += qe
            else:
                self.a = qe
            self.contexts[context] = (after_lps, mps ^ switch)
        while True:
            self.a <<= 1
            self.c <<= 1
            self.ct -= 1
            if self.ct == 0:
                self.byte()
            if self.a & 0x8000:
                break

    def byte(self):
        if self.out[-1] != 0xFF and self.c >= 0x8000000:
            self.out[-1] += 1
            self.c &= 0x7FFFFFF
        if self.out[-1] == 0xFF:
            self.out.append(self.c >> 20)
            self.c &= 0xFFFFF
            self.ct = 7
        else:
            self.out.append(self.c >> 19)
            self.c &= 0x7FFFF
            self.ct = 8

    def integer(self, kind, value):
        """Annex A.2; None ends a row."""
        before = 1

        def put(bit):
            nonlocal before
            self.bit((kind, before), bit)
            before = before << 1 | bit if before < 256 else (before << 1 | bit) & 511 | 256

        magnitude = abs(value or 0)
        put(1 if value is None or value < 0 else 0)
        kinds = [(2, 0), (4, 4), (6, 20), (8, 84), (12, 340), (32, 4436)]
        at = max(i for i, (_, start) in enumerate(kinds) if magnitude >= start)
        for _ in range(at):
            put(1)
        if at < 5:
            put(0)
        bits, start = kinds[at]
        for shift in reversed(range(bits)):
            put((magnitude - start) >> shift & 1)

    def identity(self, bits, value):
        before = 1
        for shift in reversed(range(bits)):
            bit = value >> shift & 1
            self.bit(("id", before), bit)
            before = before << 1 | bit

    def pixels(self, rows):
        """Template 0 with its adaptive pixels in their usual places, in the order of figure 3."""
        places = [(x, -2) for x in (-1, 0, 1)] + [(x, -1) for x in (-2, -1, 0, 1, 2)]
        places += [(x, 0) for x in (-4, -3, -2, -1)] + [(3, -1), (-3, -1), (2, -2), (-2, -2)]
        height, width = len(rows), len(rows[0])
        for y in range(height):
            for x in range(width):
                near = tuple(
                    rows[y + v][x + u] if 0 <= x + u < width and y + v >= 0 else 0 for u, v in places
                )
                self.bit(("pixel", near), rows[y][x])

    def finish(self):
        top = self.c + self.a
        self.c |= 0xFFFF
        if self.c >= top:
            self.c -= 0x8000
        for _ in range(2):
            self.c <<= self.ct
            self.byte()
        if self.out[-1] != 0xFF:
            self.out.append(0xFF)
        return bytes(self.out[1:]) + b"\xac"


ADAPTIVE = struct.pack("8b", 3, -1, -3, -1, 2, -2, -2, -2)


def segment(number, kind, data, page=1, refers=b""):
    return struct.pack(">IBB", number, kind, len(refers) << 5) + refers + struct.pack(">BI", page, len(data)) + data


def bitmap(image):
    """Black is one."""
    pixels = image.load()
    return [[int(not pixels[x, y]) for x in range(image.width)] for y in range(image.height)]


def page_information(width, height):
    return segment(1, 48, struct.pack(">IIIIBH", width, height, 0, 0, 0, 0))


def region(width, height):
    return struct.pack(">IIIIB", width, height, 0, 0, 0)


def generic(image):
    encoder = Encoder()
    encoder.pixels(bitmap(image))
    data = region(*image.size) + b"\0" + ADAPTIVE + encoder.finish()
    return page_information(*image.size) + segment(2, 38, data)


def dictionary(symbols):
    """Symbols of arithmetic codes, by height."""
    encoder = Encoder()
    height = 0
    for tall in sorted({symbol.height for symbol in symbols}):
        encoder.integer("height", tall - height)
        height, width = tall, 0
        for symbol in (symbol for symbol in symbols if symbol.height == tall):
            encoder.integer("width", symbol.width - width)
            width = symbol.width
            encoder.pixels(bitmap(symbol))
        encoder.integer("width", None)
    encoder.integer("export", 0)
    encoder.integer("export", len(symbols))
    count = struct.pack(">II", len(symbols), len(symbols))
    return segment(0, 0, b"\0\0" + ADAPTIVE + count + encoder.finish(), page=0)


def text(size, symbols, placed):
    """Symbols by their upper left corners: index, column, row."""
    encoder = Encoder()
    encoder.integer("strip", 0)
    bits, row, first = (len(symbols) - 1).bit_length(), 0, 0
    for line in sorted({y for _, _, y in placed}):
        encoder.integer("strip", line - row)
        row, at = line, None
        for index, x, _ in (place for place in placed if place[2] == line):
            if at is None:
                encoder.integer("first", x - first)
                first = x
            else:
                encoder.integer("next", x - at)
            encoder.identity(bits, index)
            at = x + symbols[index].width - 1
        encoder.integer("next", None)
    data = region(*size) + struct.pack(">HI", 0x0010, len(placed)) + encoder.finish()
    return page_information(*size) + segment(2, 6, data, refers=b"\0")


def letters():
    symbols = []
    for letter, height in (("a", 9), ("b", 9), ("c", 12), ("d", 12), ("E", 14)):
        symbol = Image.new("1", (6 + len(symbols), height), 1)
        ImageDraw.Draw(symbol).text((0, 0), letter, fill=0)
        symbols.append(symbol)
    return symbols


def main():
    scan = page()
    scan.save(HERE / "page.pbm")
    fax(scan, "page.g3", "group3")
    fax(scan, "page.g3-2d", "group3", 1)
    fax(scan, "page.g3-2d-filled", "group3", 5)
    fax(scan, "page.g4", "group4")
    (HERE / "page.jb2").write_bytes(generic(scan))

    symbols = letters()
    placed = [(0, 2, 3), (1, 12, 3), (4, 40, 3), (2, 5, 25), (3, 30, 25), (0, 60, 25), (4, 70, 30)]
    shown = Image.new("1", (WIDTH, HEIGHT), 1)
    for index, x, y in placed:
        for v, row in enumerate(bitmap(symbols[index])):
            for u, black in enumerate(row):
                if black and x + u < WIDTH and y + v < HEIGHT:
                    shown.putpixel((x + u, y + v), 0)
    shown.save(HERE / "letters.pbm")
    (HERE / "letters.shared.jb2").write_bytes(dictionary(symbols))
    (HERE / "letters.jb2").write_bytes(text((WIDTH, HEIGHT), symbols, placed))

    colour = colours()
    colour.save(HERE / "colour.ppm")
    gray = colour.convert("L")
    gray.save(HERE / "gray.pgm")
    colour.save(HERE / "colour.jp2", irreversible=False)
    gray.save(HERE / "gray.j2k", irreversible=False, tile_size=(32, 32))
    wide = gray.convert("I").point(lambda value: value * 257)
    Image.frombytes("I;16", gray.size, b"".join(struct.pack("<H", v) for v in wide.get_flattened_data())).save(
        HERE / "gray16.jp2", irreversible=False
    )
    see_through = colour.copy()
    see_through.putalpha(gray)
    see_through.save(HERE / "see-through.jp2", irreversible=False)


main()
