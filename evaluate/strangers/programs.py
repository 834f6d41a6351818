"""Eleven programs whose habits differ from those of the makers, listed before any rule was read. Each writes one document into one file."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from . import markup, painted
from .documents import Document

NODE = Path(__file__).parent.parent / ".cache/strangers/node"


def run(*command: str, at: Path, given: bytes | None = None) -> bytes:
    return subprocess.run(command, cwd=at, input=given, capture_output=True, check=True, timeout=300).stdout


def typst(document: Document, out: Path) -> None:
    import typst as compiler

    compiler.compile(markup.as_typst(document).encode(), output=str(out))


def xhtml2pdf(document: Document, out: Path) -> None:
    from xhtml2pdf import pisa

    with out.open("wb") as file:
        pisa.CreatePDF(markup.as_html(document), dest=file)


def pymupdf_story(document: Document, out: Path) -> None:
    import pymupdf

    story = pymupdf.Story(markup.as_html(document))
    writer = pymupdf.DocumentWriter(str(out))
    paper = pymupdf.paper_rect("a4")
    more = 1
    while more:
        device = writer.begin_page(paper)
        more, _ = story.place(paper + (50, 50, -50, -50))
        story.draw(device)
        writer.end_page()
    writer.close()


def rinohtype(document: Document, out: Path) -> None:
    source = out.with_suffix(".rst")
    source.write_text(markup.as_rst(document))
    run("rinoh", source.name, at=out.parent)


def lualatex(document: Document, out: Path) -> None:
    out.with_suffix(".tex").write_text(markup.as_tex(document))
    for _ in range(2):
        run("lualatex", "-interaction=nonstopmode", out.with_suffix(".tex").name, at=out.parent)


def groff(document: Document, out: Path) -> None:
    """Distilled by Ghostscript, as a printer to a file does."""
    postscript = run("groff", "-t", "-k", "-Tps", at=out.parent, given=markup.as_groff(document).encode())
    run("ps2pdf", "-", out.name, at=out.parent, given=postscript)


def inkscape(document: Document, out: Path) -> None:
    """A drawing of the first page: each text an object of its own."""
    from xml.sax.saxutils import escape

    texts = "".join(
        f'<text x="{x}" y="{y}" font-size="10" font-family="DejaVu Sans" font-weight="{"bold" if bold else "normal"}" '
        f'text-anchor="{"end" if end else "start"}">{escape(text)}</text>'
        for x, y, text, bold, end in painted.pages(document)[0]
    )
    source = out.with_suffix(".svg")
    source.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="595pt" height="842pt" viewBox="0 0 595 842">{texts}</svg>')
    run("inkscape", source.name, f"--export-filename={out.name}", at=out.parent)


def by_node(program: str) -> Callable[[Document, Path], None]:
    def write(document: Document, out: Path) -> None:
        table = document.table
        given = {
            "heading": document.heading,
            "lines": document.lines,
            "closing": document.closing,
            "table": {"heads": table.heads, "rows": table.rows, "feet": table.feet},
            "pages": painted.pages(document),
        }
        run("node", "produce.mjs", program, str(out.resolve()), at=NODE, given=json.dumps(given).encode())

    return write


PROGRAMS: dict[str, Callable[[Document, Path], None]] = {
    "typst": typst,
    "borb": painted.by_borb,
    "rinohtype": rinohtype,
    "matplotlib": painted.by_matplotlib,
    "xhtml2pdf": xhtml2pdf,
    "skia": painted.by_skia,
    "pymupdf-story": pymupdf_story,
    "lualatex": lualatex,
    "groff-ghostscript": groff,
    "inkscape": inkscape,
    "react-pdf": by_node("react-pdf"),
}
