"""Producers that are Java libraries: PDFBox, OpenPDF, iText 2 and 5, openhtmltopdf. One start of Java for a batch."""

import json
import tempfile

from ..places import JAVA
from ..sheet import typeset
from ..typefaces import family, path
from ..web import page as web_page
from .programs import run

MAIN = {
    "pdfbox": "WithPdfBox",
    "openpdf": "WithStamper",
    "itext2": "WithStamper",
    "itext5": "WithStamper",
    "openhtmltopdf": "WithOpenHtmlToPdf",
}


def run_java(library: str, jobs) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(jobs, file)
        file.flush()
        home = JAVA / library
        run("java", "-Xmx512m", "-cp", f"{home}/classes:{home}/jars/*", MAIN[library], file.name, timeout=600)


def _producer(library):
    def make_all(batch):
        run_java(library, [{"action": "draw", "out": str(out), "sheet": typeset(document)} for document, out in batch])

    return make_all


def openhtmltopdf(batch):
    def job(document, out):
        face = document.style["font"]
        html = web_page(document).replace('<meta charset="utf-8">', "").replace("<br>", "<br/>")
        head = f'<meta name="author" content="{document.issuer.replace("&", "&amp;")}">'
        html = html.replace(head, head[:-1] + "/>")
        return {"out": str(out), "html": html, "family": family(face), "regular": path(face), "bold": path(face, True)}

    run_java("openhtmltopdf", [job(document, out) for document, out in batch])


PRODUCERS = {name: _producer(name) for name in ("pdfbox", "openpdf", "itext2", "itext5")} | {"openhtmltopdf": openhtmltopdf}
