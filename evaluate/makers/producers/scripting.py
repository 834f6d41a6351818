"""Producers in other languages that draw the typeset sheet: TCPDF, PDF::API2, Prawn, and two Go libraries."""

import json
import tempfile

from ..places import CACHE, HERE
from ..sheet import typeset
from .programs import run

COMMANDS = {
    "tcpdf": ["php", HERE / "php" / "produce.php"],
    "pdf-api2": ["perl", HERE / "perl" / "produce.pl"],
    "prawn": ["ruby", HERE / "ruby" / "produce.rb"],
    "go-fpdf": [CACHE / "go-produce"],
    "gopdf": [CACHE / "go-produce"],
}


def _producer(name):
    def make_all(batch):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump([{"library": name, "out": str(out), "sheet": typeset(document)} for document, out in batch], file)
            file.flush()
            run(*COMMANDS[name], file.name, timeout=600)

    return make_all


PRODUCERS = {name: _producer(name) for name in COMMANDS}
