"""Pictures of texts as scanners show them, cut out and scaled as `scans/reading` cuts and scales them.

`python -m reader.pictures SEED COUNT OUT [held]` writes one file of them; `held` takes the faces that are held back.
"""

import io
import sys
from functools import lru_cache
from random import Random

import numpy
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage

from . import fonts
from .texts import Texts

ROWS, MARGIN = 24, 3
FINER = 3  # a text is drawn so many times finer than it is scanned
WIDEST = 400


@lru_cache(300)
def _font(face: str, size: int):
    return ImageFont.truetype(face, size)


class Pictures:
    def __init__(self, seed: int, held: bool):
        self.rng, self.chance = Random(seed), numpy.random.default_rng(seed)
        self.texts = Texts(self.rng)
        self.faces = [face for face in fonts.faces() if fonts.is_held_back(face) == held]
        self.usual = [face for face in self.faces if fonts.is_usual(face)] or self.faces

    def picture(self) -> tuple[numpy.ndarray, str] | None:
        text, read = self.texts.text()
        face = self._face(text)
        if face is None:
            return None
        # The height of a capital in pixels: 7 is small print at 110 dpi, 40 a heading at 300.
        capital = float(numpy.clip(numpy.exp(self.chance.normal(numpy.log(14), 0.38)), 7.2, 40))
        drawn, middle = self._drawn(text, face, capital)
        if drawn is None:
            return None
        levels = self._seen(self._askew(self._toner(drawn), len(text)))
        cut = self._cut(levels, capital, middle)
        # What is narrower than its text has room for was drawn without half of it.
        return (cut, read) if cut is not None and 3.2 * len(read) <= cut.shape[1] <= WIDEST else None

    def _face(self, text: str) -> str | None:
        needed = {ord(character) for character in text}
        for _ in range(20):
            face = self.rng.choice(self.usual if self.rng.random() < 0.55 else self.faces)
            if needed <= fonts.characters(face):
                return face
        return None

    def _drawn(self, text, face, capital):
        """Ink from 0 to 1, drawn finer, and the row (scanned) through the middle of the characters."""
        rng, size = self.rng, round(FINER * capital / 0.7)
        edge = int(size * 0.9)
        ink = self._set(text, face, size, edge)
        rows = numpy.nonzero(ink.any(1))[0]
        if not len(rows) or ink.shape[1] > 9000:
            return None, 0
        other = rng.random()
        if other < 0.06:
            self._rule(ink, rows[0], rows[-1] + 1, size)
        elif other < 0.12:
            self._neighbour(ink, face, size, edge, len(text))
        return ink, (edge + size * 0.62) / FINER

    def _set(self, text, face, size, edge):
        font = _font(face, size)
        apart = self.rng.choice([0] * 6 + [self.rng.uniform(-0.02, 0.12)]) * size
        width = sum(font.getlength(c) + apart for c in text) if apart else font.getlength(text)
        page = Image.new("L", (int(width) + 2 * edge, int(size * 1.3) + 2 * edge), 0)
        pen = ImageDraw.Draw(page)
        if apart:
            x = edge
            for character in text:
                pen.text((x, edge), character, font=font, fill=255)
                x += font.getlength(character) + apart
        else:
            pen.text((edge, edge), text, font=font, fill=255)
        return numpy.asarray(page, numpy.float32) / 255

    def _rule(self, ink, top, bottom, size):
        away, thick = size * self.rng.uniform(0.1, 0.4), max(1, int(size * self.rng.uniform(0.02, 0.06)))
        row = int(bottom + away) if self.rng.random() < 0.6 else int(top - away)
        if 0 <= row < ink.shape[0] - thick:
            ink[row : row + thick] = numpy.maximum(ink[row : row + thick], self.rng.uniform(0.5, 1))

    def _neighbour(self, ink, face, size, edge, length):
        """The line below or above reaches into the cut."""
        text = self.texts.text()[0][:length]
        if not {ord(character) for character in text} <= fonts.characters(face):
            return
        other = self._set(text, face, size, edge)
        down = int(size * self.rng.uniform(1.12, 1.5)) * self.rng.choice([1, -1])
        moved = numpy.zeros_like(ink)
        height, width = min(ink.shape[0], other.shape[0]), min(ink.shape[1], other.shape[1])
        moved[:height, :width] = other[:height, :width]
        moved = numpy.roll(moved, down, 0)
        moved[slice(0, down) if down > 0 else slice(down, None)] = 0
        numpy.maximum(ink, moved, out=ink)

    def _field(self, shape, cell):
        field = ndimage.gaussian_filter(self.chance.standard_normal(shape, dtype=numpy.float32), cell)
        return field / (field.std() + 1e-6)

    def _toner(self, ink):
        """Thicker or thinner than it was set, ragged, and here and there faint."""
        rng = self.rng
        if rng.random() < 0.7:
            ink = ndimage.gaussian_filter(ink, rng.uniform(0.3, 1.2))
            edges = self._field(ink.shape, rng.uniform(0.8, 2)) * rng.uniform(0, 0.64) * ink * (1 - ink)
            ink = numpy.clip((ink - 0.5 - rng.uniform(-0.22, 0.22) + edges) * rng.uniform(2, 6) + 0.5, 0, 1)
        if rng.random() < 0.3:
            faint = numpy.abs(self._field(ink.shape, rng.uniform(2, 10)))
            ink = ink * numpy.clip(1 - rng.uniform(0.05, 0.35) * faint, 0.2, 1)
        return ink

    def _askew(self, ink, length):
        """As it lies under the glass, at the scanner's resolution."""
        rng = self.rng
        turn = numpy.tan(numpy.radians(rng.gauss(0, 0.35 if length < 14 else 0.15)))
        page = Image.fromarray((ink * 255).astype(numpy.uint8))
        matrix = (1, rng.uniform(-0.02, 0.02), rng.uniform(-2, 2), turn, 1, rng.uniform(-2, 2) - turn * page.width / 2)
        page = page.transform(page.size, Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR)
        size = (max(1, page.width // FINER), max(1, page.height // FINER))
        ink = numpy.asarray(page.resize(size, Image.Resampling.BOX), numpy.float32) / 255
        ink = ndimage.gaussian_filter(ink, rng.choice([0, rng.uniform(0.2, 0.6), rng.uniform(0.4, 0.9)]))
        if rng.random() < 0.25:
            ink = ink + rng.uniform(0.3, 1.2) * (ink - ndimage.gaussian_filter(ink, 1.0))
        return ink

    def _seen(self, ink):
        """Levels from 0 to 255: paper, contrast, noise, in one bit or packed as JPEG, once or twice."""
        rng = self.rng
        paper, black = rng.uniform(190, 255), rng.uniform(0, 120) if rng.random() < 0.85 else rng.uniform(60, 150)
        levels = paper - (paper - black) * ink
        levels = levels + self.chance.normal(0, rng.choice([0, rng.uniform(0, 4), rng.uniform(2, 10)]), levels.shape)
        kind = rng.random()
        if kind < 0.14:
            levels = numpy.where(levels < paper - (paper - black) * rng.uniform(0.3, 0.62), 0, 255)
        levels = numpy.clip(levels, 0, 255).astype(numpy.uint8)
        for quality in [rng.randint(35, 95)] * (kind > 0.4) + [rng.randint(35, 90)] * (kind > 0.91):
            held = io.BytesIO()
            Image.fromarray(levels).save(held, "JPEG", quality=quality)
            levels = numpy.asarray(Image.open(held))
        return levels.astype(numpy.float32)

    def _cut(self, levels, capital, middle):
        half = (numpy.percentile(levels, 90) + numpy.percentile(levels, 1)) / 2
        marks, _ = ndimage.label(levels < half, structure=numpy.ones((3, 3)))
        boxes = [(rows.start, rows.stop, columns.stop - columns.start) for rows, columns in ndimage.find_objects(marks)]
        reach = middle + capital * 0.36
        boxes = [(a, b) for a, b, w in boxes if 6 <= b - a <= 90 and 2 <= w <= 120 and a < middle < b + reach - middle]
        if not boxes:
            return None
        highest = max(b - a for a, b in boxes)
        tall = [(a, b) for a, b in boxes if 2 * (b - a) >= highest]
        top, bottom = min(a for a, _ in tall), max(b for _, b in tall)
        if bottom - top > 2.2 * capital + 6:
            return None
        columns = numpy.nonzero((levels < half)[max(0, top - 1) : bottom + 1].any(0))[0]
        wrong = [0] * 5 + [-1, 1]
        return cut(levels, columns[0], top + self.rng.choice(wrong), columns[-1] + 1, bottom + self.rng.choice(wrong))


def cut(levels, left, top, right, bottom) -> numpy.ndarray:
    """As `scans/reading/cut.rs` does it: ink from 0 to 255."""
    step = (bottom - top) / (ROWS - 2 * MARGIN)
    columns = int(numpy.ceil((right - left) / step)) + 2 * MARGIN
    finer = int(numpy.clip(round(step), 1, 4))
    samples = numpy.zeros((ROWS, columns), numpy.float32)
    shares = (numpy.arange(finer) + 0.5) / finer
    for down in shares:
        for across in shares:
            y = top + (numpy.arange(ROWS) - MARGIN + down) * step - 0.5
            x = left + (numpy.arange(columns) - MARGIN + across) * step - 0.5
            samples += ndimage.map_coordinates(levels, numpy.meshgrid(y, x, indexing="ij"), order=1, mode="nearest")
    samples /= finer * finer
    ordered = numpy.sort(samples.ravel())
    ink, paper = (ordered[int(share * (len(ordered) - 1))] for share in (0.03, 0.75))
    return (numpy.clip((paper - samples) / max(paper - ink, 16), 0, 1) * 255).round().astype(numpy.uint8)


def main(seed: str, count: str, out: str, held: str = ""):
    pictures = Pictures(int(seed), held == "held")
    made = []
    while len(made) < int(count):
        one = pictures.picture()
        if one:
            made.append(one)
    widths = numpy.array([picture.shape[1] for picture, _ in made])
    samples = numpy.concatenate([picture.T.ravel() for picture, _ in made])
    numpy.savez(out, widths=widths, samples=samples, texts=numpy.array([text for _, text in made]))


if __name__ == "__main__":
    main(*sys.argv[1:])
