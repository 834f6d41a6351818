"""Every producer by name. Each turns documents into files the way an honest issuer would."""

from collections.abc import Callable
from dataclasses import dataclass

from . import java, node, programs, python_libraries, scripting


@dataclass(frozen=True)
class Producer:
    """`make_all` takes many at once, because some programs take long to start."""

    name: str
    make_all: Callable


def _each(make):
    def make_all(batch):
        for document, out in batch:
            make(document, out)

    return make_all


_ONE_BY_ONE = {
    "reportlab": python_libraries.reportlab,
    "reportlab-base14": python_libraries.reportlab_base14,
    "platypus": python_libraries.platypus,
    "fpdf2": python_libraries.fpdf2,
    "cairo": python_libraries.cairo,
    "weasyprint": python_libraries.weasyprint,
    "chromium": programs.chromium,
    "wkhtmltopdf": programs.wkhtmltopdf,
    "ghostscript": programs.ghostscript,
    "fop": programs.fop,
    "pdftex": programs.pdftex,
}
_MANY = {
    "libreoffice": programs.libreoffice,
    **node.PRODUCERS,
    **java.PRODUCERS,
    **scripting.PRODUCERS,
}
PRODUCERS = {name: Producer(name, make) for name, make in [*_MANY.items(), *((n, _each(m)) for n, m in _ONE_BY_ONE.items())]}
