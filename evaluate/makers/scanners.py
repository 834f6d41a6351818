"""Scanners, phones and apps: how each sees a page, and how it packs what it has seen."""

import io
import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy
from PIL import Image, ImageFilter


@dataclass(frozen=True)
class Saving:
    """How a picture is packed: as JPEG of a quality, without loss, or in one bit a sample (which img2pdf makes G4)."""

    way: str  # "jpeg", "lossless" or "bits"
    quality: int = 0

    def pack(self, image: Image.Image, dpi: int) -> bytes:
        held = io.BytesIO()
        if self.way == "jpeg":
            image.save(held, "JPEG", quality=self.quality, dpi=(dpi, dpi))
        else:
            whole = image.convert("1", dither=Image.Dither.NONE) if self.way == "bits" else image
            whole.save(held, "PNG", dpi=(dpi, dpi))
        return held.getvalue()


@dataclass(frozen=True)
class Scanner:
    """`see` is given the page's samples (0 to 255) as they lie under the glass, and a source of chance.

    A page is printed finer than it is scanned, with ragged edges: else equal letters would come out as equal samples.
    """

    dpi: int
    colour: bool
    degrees: float  # by how much a page lies askew at most
    tilt: float  # by what share of the page's width its corners are off
    blur: float
    see: Callable
    saving: Saving
    noisy: bool
    ragged: float = 45

    @property
    def print_dpi(self) -> int:
        return self.dpi * (2 if self.ragged and self.dpi <= 200 else 1)

    def take(self, page: Image.Image, rng: Random) -> tuple[Image.Image, numpy.ndarray]:
        """The picture, and where each pixel of the straight page lies in it, both at the scan's resolution."""
        chance = numpy.random.default_rng(rng.getrandbits(64))
        times = self.print_dpi // self.dpi
        size = (-(-page.width // times), -(-page.height // times))
        lies = _lying(size, math.radians(rng.uniform(-self.degrees, self.degrees)), self.tilt, rng)
        finer = numpy.diag([times, times, 1])
        back = numpy.linalg.inv(finer @ lies @ numpy.linalg.inv(finer))
        white = (255, 255, 255) if self.colour else 255
        laid = _ragged(page, self.ragged, chance).transform(
            (size[0] * times, size[1] * times),
            Image.Transform.PERSPECTIVE,
            (back / back[2, 2]).flatten()[:8].tolist(),
            Image.Resampling.BICUBIC,
            fillcolor=white,
        )
        laid = laid.reduce(times).filter(ImageFilter.GaussianBlur(self.blur))
        seen = self.see(numpy.asarray(laid, dtype=numpy.float32), chance)
        return Image.fromarray(seen.round().clip(0, 255).astype(numpy.uint8)), lies


def _lying(size, turn: float, tilt: float, rng: Random) -> numpy.ndarray:
    """Turned about the middle, then each corner moved a little: the projection that does both."""
    width, height = size
    middle = numpy.array([width / 2, height / 2])
    # The same sense as a picture's own rotation: against the clock, with rows counted downwards.
    turned = numpy.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    corners = [numpy.array(corner, float) for corner in ((0, 0), (width, 0), (width, height), (0, height))]
    rows, wanted = [], []
    for corner in corners:
        x, y = turned @ (corner - middle) + middle + [rng.uniform(-tilt, tilt) * width for _ in range(2)]
        a, b = corner
        rows += [[a, b, 1, 0, 0, 0, -x * a, -x * b], [0, 0, 0, a, b, 1, -y * a, -y * b]]
        wanted += [x, y]
    return numpy.append(numpy.linalg.solve(numpy.array(rows), numpy.array(wanted)), 1).reshape(3, 3)


def _field(shape, cell: float, chance) -> numpy.ndarray:
    """A smooth field about 0 with the variance of 1 that changes over so many pixels."""
    height, width = shape[:2]
    coarse = chance.standard_normal((max(2, round(height / cell)), max(2, round(width / cell))), dtype=numpy.float32)
    field = numpy.asarray(Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC))
    field = field / max(1e-6, float(field.std()))
    return field if len(shape) == 2 else field[..., None]


def _ragged(page: Image.Image, strength: float, chance) -> Image.Image:
    """Toner ends a little off the edge of its letter, here more and there less."""
    if not strength:
        return page
    samples = numpy.asarray(page, dtype=numpy.float32)
    edges = samples * (255 - samples) / (127.5 * 127.5)
    samples = samples + strength * edges * _field(samples.shape, 1.5, chance)
    return Image.fromarray(samples.clip(0, 255).astype(numpy.uint8))


def _noise(shape, sigma: float, chance) -> numpy.ndarray:
    return sigma * chance.standard_normal(shape, dtype=numpy.float32)


def _printed(page: numpy.ndarray, uneven: float, chance) -> numpy.ndarray:
    """Toner lies thicker here and thinner there."""
    cover = 1 - uneven * (0.5 + 0.25 * _field(page.shape, 40, chance) + 0.25 * _field(page.shape, 4, chance)).clip(0, 1)
    return 255 - (255 - page) * cover


def _lit(page: numpy.ndarray, along: float, across: float, falloff=0.0) -> numpy.ndarray:
    """Brighter at one end, and darker away from the middle."""
    y, x = (numpy.linspace(-0.5, 0.5, count, dtype=numpy.float32) for count in page.shape[:2])
    light = 1 + along * y[:, None] + across * x[None, :] - falloff * 2 * (y[:, None] ** 2 + x[None, :] ** 2)
    return page * (light if page.ndim == 2 else light[..., None])


def _plain(rng: Random) -> Scanner:
    """A small grey scan with hardly any noise."""

    def see(page, chance):
        return page * 0.94 + 7.7 + _noise(page.shape, 0.84, chance)

    return Scanner(110, False, 0.5, 0, 0.5, see, Saving("jpeg", 70), True, 0)


def _glass(rng: Random):
    """What an office's scanner sees: paper with a grain, uneven toner and light, a sensor's noise."""
    paper, sigma = rng.uniform(0.93, 0.985), rng.uniform(1.5, 4)
    grain, uneven = rng.uniform(0.5, 1.6), rng.uniform(0.08, 0.3)
    along, across = rng.uniform(-0.03, 0.03), rng.uniform(-0.03, 0.03)

    def see(page, chance):
        page = _printed(page, uneven, chance) * paper * 0.9 + 16
        page = _lit(page + grain * _field(page.shape, 3, chance), along, across)
        return page + _noise(page.shape, sigma, chance)

    return see


def _office(rng: Random) -> Scanner:
    dpi = rng.choice([150, 150, 200, 200, 200, 300])
    return Scanner(dpi, False, 0.6, 0, dpi / 280, _glass(rng), Saving("jpeg", rng.randint(75, 92)), True)


def _lossless(rng: Random) -> Scanner:
    """Kept as PNG."""
    dpi = rng.choice([150, 200])
    return Scanner(dpi, False, 0.6, 0, dpi / 280, _glass(rng), Saving("lossless"), True)


def _fax(rng: Random) -> Scanner:
    """Black or white: edges are ragged, and here and there stands a speck."""
    level, specks = rng.uniform(160, 195), rng.uniform(0.000_005, 0.000_04)

    def see(page, chance):
        seen = _printed(page, 0.15, chance) + _noise(page.shape, 18, chance)
        seen[chance.random(page.shape, dtype=numpy.float32) < specks] = 0
        return numpy.where(seen < level, 0, 255)

    return Scanner(200, False, 0.8, 0, 0.9, see, Saving("bits"), False)


def _photo(rng: Random):
    """What a phone's camera sees: light that falls off, the colour of the lamp, the noise of photons."""
    along, across, falloff = rng.uniform(-0.08, 0.08), rng.uniform(-0.08, 0.08), rng.uniform(0.05, 0.2)
    lamp = numpy.array([1, rng.uniform(0.95, 0.99), rng.uniform(0.86, 0.97)], numpy.float32) * rng.uniform(0.84, 0.93)
    photons, uneven = rng.uniform(0.08, 0.22), rng.uniform(0.05, 0.2)

    def see(page, chance):
        page = _lit((_printed(page, uneven, chance) * 0.88 + 24) * lamp, along, across, falloff).clip(1, 255)
        return page + numpy.sqrt(page) * _noise(page.shape, photons, chance) + _noise(page.shape, 0.8, chance)

    return see


def _phone(rng: Random) -> Scanner:
    dpi = rng.choice([130, 150, 170])
    return Scanner(dpi, True, 1, 0.008, 0.6, _photo(rng), Saving("jpeg", rng.randint(80, 92)), True)


def _app(rng: Random) -> Scanner:
    """A photo made straight by an app, its paper made white and its ink black."""
    dpi, colour = rng.choice([150, 200]), rng.random() < 0.5
    uneven, black, white = rng.uniform(0.05, 0.2), rng.uniform(30, 60), rng.uniform(0.8, 0.9)

    def see(page, chance):
        page = _printed(page, uneven, chance) * 0.85 + 24
        page = page + numpy.sqrt(page) * _noise(page.shape, 0.15, chance)
        return (page - black) * 255 / (241 * white - black)

    return Scanner(dpi, colour, 0.2, 0.001, 0.6, see, Saving("jpeg", rng.randint(75, 90)), False)


KINDS = {"plain": _plain, "office": _office, "fax": _fax, "phone": _phone, "app": _app, "lossless": _lossless}
_IN_OFFICES = ["plain"] * 2 + ["office"] * 4 + ["fax"] + ["phone"] * 2 + ["app"] * 2 + ["lossless"]


def drawn(rng: Random, kind="") -> Scanner:
    """One of the kind, or of any; how often each is met is a guess."""
    return KINDS[kind or rng.choice(_IN_OFFICES)](rng)
