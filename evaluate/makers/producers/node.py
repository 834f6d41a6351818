"""Producers that are JavaScript libraries: PDFKit, pdfmake, jsPDF, pdf-lib. One start of Node for a batch."""

import json
import tempfile
from pathlib import Path

from ..document import text_of
from ..places import NODE_MODULES
from ..sheet import typeset
from .programs import run


def plain(document) -> dict:
    """The document as data for another language: the typeset sheet, and the blocks for those that flow text."""

    def clean(part):
        match part:
            case dict():
                return {key: clean(value) for key, value in part.items()}
            case list() | tuple():
                return [clean(one) for one in part]
            case str() | int() | float() | bool() | None:
                return part
        return text_of(part)

    return {
        "sheet": typeset(document),
        "blocks": clean(document.blocks),
        "style": document.style,
        "title": document.title,
        "issuer": document.issuer,
    }


def run_node(script: str, jobs) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(jobs, file)
        file.flush()
        run("node", Path(NODE_MODULES, script), file.name, timeout=600)


def _producer(name):
    def make_all(batch):
        run_node("produce.mjs", [{"library": name, "out": str(out), **plain(document)} for document, out in batch])

    return make_all


PRODUCERS = {name: _producer(name) for name in ("pdfkit", "pdfmake", "jspdf", "pdf-lib")}
