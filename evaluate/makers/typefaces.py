"""The free fonts of Debian that all producers share, and how wide their letters are."""

from functools import cache

from fontTools.ttLib import TTFont

LIBERATION = "/usr/share/fonts/truetype/liberation"
DEJAVU = "/usr/share/fonts/truetype/dejavu"

FACES = {
    "sans": (f"{LIBERATION}/LiberationSans-Regular.ttf", f"{LIBERATION}/LiberationSans-Bold.ttf", "Liberation Sans"),
    "serif": (f"{LIBERATION}/LiberationSerif-Regular.ttf", f"{LIBERATION}/LiberationSerif-Bold.ttf", "Liberation Serif"),
    "dejavu": (f"{DEJAVU}/DejaVuSans.ttf", f"{DEJAVU}/DejaVuSans-Bold.ttf", "DejaVu Sans"),
}


def path(face: str, bold: bool = False) -> str:
    return FACES[face][1 if bold else 0]


def family(face: str) -> str:
    return FACES[face][2]


@cache
def _advances(face: str, bold: bool):
    font = TTFont(path(face, bold), lazy=True)
    widths, letters = font["hmtx"].metrics, font.getBestCmap()
    return {code: widths[name][0] for code, name in letters.items()}, font["head"].unitsPerEm


def width(text: str, face: str, size: float, bold: bool = False) -> float:
    advances, em = _advances(face, bold)
    return sum(advances.get(ord(c), em // 2) for c in text) * size / em
