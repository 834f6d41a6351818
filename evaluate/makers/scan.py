"""Pages as a scanner would give them: pictures a little crooked and noisy, with or without a recognised-text layer."""

import io
from random import Random

import img2pdf
import pymupdf
from PIL import Image, ImageFilter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas


def picture(path, page: int, rng: Random, dpi=110) -> Image.Image:
    """One page, grey, turned a fraction of a degree, with the noise of a sensor."""
    with pymupdf.open(path) as file:
        pixels = file[page].get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    image = Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
    image = image.rotate(rng.uniform(-0.5, 0.5), Image.BICUBIC, fillcolor=255).filter(ImageFilter.GaussianBlur(0.5))
    noise = Image.effect_noise(image.size, 14)
    return Image.blend(image, noise, 0.06)


def pictures(path, rng: Random, dpi=110) -> list[Image.Image]:
    with pymupdf.open(path) as file:
        count = file.page_count
    return [picture(path, n, rng, dpi) for n in range(count)]


def jpeg(image: Image.Image, quality=70, dpi=110) -> bytes:
    held = io.BytesIO()
    image.save(held, "JPEG", quality=quality, dpi=(dpi, dpi))
    return held.getvalue()


def bound_img2pdf(images: list[bytes], out):
    out.write_bytes(img2pdf.convert(images))


def bound_reportlab(images: list[bytes], out, source=None):
    """With `source`, its text lies invisible over the picture, as text recognition leaves it."""
    canvas = Canvas(str(out))
    file = pymupdf.open(source) if source else None
    for n, one in enumerate(images):
        image = Image.open(io.BytesIO(one))
        width, height = image.width * 72 / 110, image.height * 72 / 110
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(io.BytesIO(one)), 0, 0, width, height)
        if file:
            text = canvas.beginText()
            text.setTextRenderMode(3)
            for x0, y0, x1, y1, word, *_ in file[n].get_text("words"):
                text.setFont("Helvetica", max(4, (y1 - y0) * 0.75))
                text.setTextOrigin(x0, height - y1 + (y1 - y0) * 0.22)
                text.textOut(word)
            canvas.drawText(text)
        canvas.showPage()
    canvas.save()
