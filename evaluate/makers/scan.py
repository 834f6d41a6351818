"""Pages as a scanner would give them: pictures a little crooked and noisy, with or without a recognised-text layer."""

import io
import math
from dataclasses import dataclass
from random import Random

import img2pdf
import pymupdf
from PIL import Image, ImageFilter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

DPI = 110


@dataclass
class Scan:
    """One page as a picture, and how far it lies askew."""

    image: Image.Image
    degrees: float

    def moved(self, area) -> tuple:
        """Where an area of the page (points, from the bottom-left) lies in the scan, the same way told."""
        height = self.image.height * 72 / DPI
        cx, cy, turn = self.image.width * 36 / DPI, height / 2, math.radians(self.degrees)
        middle = ((area[0] + area[2]) / 2 - cx, (area[1] + area[3]) / 2 - cy)
        x = middle[0] * math.cos(turn) - middle[1] * math.sin(turn) + cx
        y = middle[0] * math.sin(turn) + middle[1] * math.cos(turn) + cy
        w, h = (area[2] - area[0]) / 2, (area[3] - area[1]) / 2
        return tuple(round(v, 2) for v in (x - w, y - h, x + w, y + h))

    def ground(self, area) -> int:
        """The grey of the paper around an area."""
        left, top, right, bottom = self.pixels(area)
        cut = self.image.crop((left - 3, top - 3, right + 3, bottom + 3))
        return sorted(cut.getdata())[cut.width * cut.height * 3 // 4]

    def pixels(self, area) -> tuple:
        height = self.image.height
        return tuple(
            round(v) for v in (area[0] * DPI / 72, height - area[3] * DPI / 72, area[2] * DPI / 72, height - area[1] * DPI / 72)
        )


def _page(file, n: int, rng: Random) -> Scan:
    """Grey, turned a fraction of a degree, with the noise of a sensor."""
    pixels = file[n].get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY)
    image = Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
    degrees = rng.uniform(-0.5, 0.5)
    image = image.rotate(degrees, Image.BICUBIC, fillcolor=255).filter(ImageFilter.GaussianBlur(0.5))
    noise = Image.effect_noise(image.size, 14)
    return Scan(Image.blend(image, noise, 0.06), degrees)


def pages(path, rng: Random) -> list[Scan]:
    with pymupdf.open(path) as file:
        return [_page(file, n, rng) for n in range(file.page_count)]


def jpeg(image: Image.Image, quality=70) -> bytes:
    held = io.BytesIO()
    image.save(held, "JPEG", quality=quality, dpi=(DPI, DPI))
    return held.getvalue()


def bound_img2pdf(images: list[bytes], out):
    out.write_bytes(img2pdf.convert(images))


def bound_reportlab(images: list[bytes], out, source=None):
    """With `source`, its text lies invisible over the picture, as text recognition leaves it."""
    canvas = Canvas(str(out))
    file = pymupdf.open(source) if source else None
    for n, one in enumerate(images):
        image = Image.open(io.BytesIO(one))
        width, height = image.width * 72 / DPI, image.height * 72 / DPI
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(io.BytesIO(one)), 0, 0, width, height)
        if file:
            text = canvas.beginText()
            text.setTextRenderMode(3)
            for x0, y0, _, y1, word, *_ in file[n].get_text("words"):
                text.setFont("Helvetica", max(4, (y1 - y0) * 0.75))
                text.setTextOrigin(x0, height - y1 + (y1 - y0) * 0.22)
                text.textOut(word)
            canvas.drawText(text)
        canvas.showPage()
    canvas.save()
