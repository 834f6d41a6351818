"""A page opened in Inkscape as a drawing, a text changed, exported again."""

import re
from html import escape

import pikepdf

from ..producers.programs import run
from .work import Unsuitable, Work


def round_trip(work: Work):
    change = work.changes[0]
    with pikepdf.open(work.source) as pdf:
        if len(pdf.pages) != 1:
            raise Unsuitable("Inkscape takes one page")
    drawing = work.folder / "page.svg"
    run("inkscape", "--export-type=svg", f"--export-filename={drawing}", work.source)
    svg = drawing.read_text()
    texts = [m for m in re.finditer(r"<tspan\b([^>]*)>([^<]*)</tspan>", svg) if escape(change.old, quote=False) in m[2]]
    if len(texts) != 1:
        raise Unsuitable(f"Inkscape shows the value {len(texts)} times")
    match = texts[0]
    svg = (
        svg[: match.start(2)]
        + match[2].replace(escape(change.old, quote=False), escape(change.new, quote=False))
        + svg[match.end(2) :]
    )
    drawing.write_text(svg)
    run("inkscape", "--export-type=pdf", f"--export-filename={work.out}", drawing)
