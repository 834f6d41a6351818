"""Pages as pictures of them: where each place of a page lies in its picture, and how pictures are bound into a file."""

import io
from dataclasses import dataclass, replace
from random import Random

import img2pdf
import numpy
import pymupdf
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from . import scanners
from .scanners import Saving, Scanner


@dataclass
class Scan:
    """One page as a picture; `lies` takes pixels of the straight page to pixels of the picture."""

    image: Image.Image
    dpi: int
    lies: numpy.ndarray
    saving: Saving
    noisy: bool  # whether the paper bears a sensor's noise
    before: Saving | None = None  # how it was packed before an editor opened it

    def moved(self, area) -> tuple:
        """What holds an area of the page (points, from the bottom-left) in the scan, the same way told."""
        x0, y0, x1, y1 = area
        spots = [self.spot(x, y) for x in (x0, x1) for y in (y0, y1)]
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        return tuple(round(v, 2) for v in (min(xs), min(ys), max(xs), max(ys)))

    def spot(self, x, y) -> tuple:
        """Where a point of the page lies in the scan, both in points from the bottom-left."""
        scale, height = self.dpi / 72, self.image.height
        across, down, far = self.lies @ (x * scale, height - y * scale, 1)
        return across / far / scale, (height - down / far) / scale

    def pixels(self, area) -> tuple:
        """An area of the scan in whole pixels from the top-left."""
        scale, height = self.dpi / 72, self.image.height
        return tuple(round(v) for v in (area[0] * scale, height - area[3] * scale, area[2] * scale, height - area[1] * scale))

    def ground(self, area) -> tuple:
        """The colour of the paper around an area of the scan."""
        left, top, right, bottom = self.pixels(area)
        cut = self.image.crop((left - 3, top - 3, right + 3, bottom + 3))
        return tuple(sorted(channel.tobytes())[cut.width * cut.height * 3 // 4] for channel in cut.convert("RGB").split())

    def packed(self) -> bytes:
        return self.saving.pack(self.image, self.dpi)

    def opened(self) -> "Scan":
        """The scan as a picture editor gets it: packed by the scanner and opened again."""
        image = Image.open(io.BytesIO(self.packed()))
        return replace(self, image=image.convert("L" if image.mode == "1" else image.mode))


def pages(path, rng: Random, scanner: str | Scanner = "") -> list[Scan]:
    """All pages from one scanner: that of the name, or any."""
    chosen = scanner if isinstance(scanner, Scanner) else scanners.drawn(rng, scanner)
    with pymupdf.open(path) as file:
        return [page(file, n, rng, chosen) for n in range(file.page_count)]


def page(file, n: int, rng: Random, scanner: Scanner) -> Scan:
    image, lies = scanner.take(clean(file, n, scanner.print_dpi, scanner.colour), rng)
    return Scan(image, scanner.dpi, lies, scanner.saving, scanner.noisy)


def clean(file, n: int, dpi: int, colour=True) -> Image.Image:
    pixels = file[n].get_pixmap(dpi=dpi, colorspace=pymupdf.csRGB if colour else pymupdf.csGRAY)
    return Image.frombytes("RGB" if colour else "L", (pixels.width, pixels.height), pixels.samples)


def bound_img2pdf(scans: list[Scan], out):
    if len({one.dpi for one in scans}) == 1:
        out.write_bytes(_bound(scans))
        return
    # img2pdf knows one resolution for all its pages.
    with pymupdf.open() as file:
        for one in scans:
            with pymupdf.open("pdf", _bound([one])) as other:
                file.insert_pdf(other)
        file.save(out)


def _bound(scans: list[Scan]) -> bytes:
    # A PNG tells its resolution in whole pixels a metre, which would make other pages of it.
    dpi = scans[0].dpi
    return img2pdf.convert([one.packed() for one in scans], layout_fun=img2pdf.get_fixed_dpi_layout_fun((dpi, dpi)))


def bound_reportlab(scans: list[Scan], out, source=None):
    """With `source`, its text lies invisible over the picture, as text recognition leaves it."""
    canvas = Canvas(str(out))
    file = pymupdf.open(source) if source else None
    for n, one in enumerate(scans):
        width, height = one.image.width * 72 / one.dpi, one.image.height * 72 / one.dpi
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(io.BytesIO(one.packed())), 0, 0, width, height)
        if file:
            text = canvas.beginText()
            text.setTextRenderMode(3)
            for x0, y0, _, y1, word, *_ in file[n].get_text("words"):
                text.setFont("Helvetica", max(4, (y1 - y0) * 0.75))
                text.setTextOrigin(*one.spot(x0, height - y1 + (y1 - y0) * 0.22))
                text.textOut(word)
            canvas.drawText(text)
        canvas.showPage()
    canvas.save()
