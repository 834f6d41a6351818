"""Every honest treatment of a finished file: what it leaves, and what may be said of the result."""

from dataclasses import dataclass, field
from typing import Callable

from . import saved_again


@dataclass(frozen=True)
class Treatment:
    """`allowed` are the verdicts that are right; `expect` names further fields of the answer that must hold."""

    name: str
    apply: Callable
    leaves: str
    allowed: tuple = ("inconclusive",)
    expect: dict = field(default_factory=dict)


TREATMENTS = {one.name: one for one in [
    Treatment("qpdf-linearize", saved_again.qpdf_linearize, "two cross-reference sections, first page first"),
    Treatment("qpdf-save", saved_again.qpdf_save, "written whole by qpdf"),
    Treatment("pikepdf-save", saved_again.pikepdf_save, "written whole by pikepdf"),
    Treatment("mutool-clean", saved_again.mutool_clean, "written whole by MuPDF"),
    Treatment("pymupdf-save", saved_again.pymupdf_save, "written whole by PyMuPDF"),
    Treatment("ghostscript-print", saved_again.ghostscript_print, "printed to a new file by Ghostscript"),
    Treatment("pdftocairo-print", saved_again.pdftocairo_print, "printed to a new file by Poppler"),
    Treatment("pdftk-cat", saved_again.pdftk_cat, "pages taken over by pdftk"),
    Treatment("pypdf-clone", saved_again.pypdf_clone, "written whole by pypdf"),
    Treatment("pdf-lib-save", saved_again.pdf_lib_save, "written whole by pdf-lib"),
    Treatment("exiftool-metadata", saved_again.exiftool_metadata, "revision with Info and XMP only"),
    Treatment("pypdf-metadata-incremental", saved_again.pypdf_metadata_incremental, "revision with Info only"),
    Treatment("pikepdf-metadata", saved_again.pikepdf_metadata, "written whole, XMP added"),
]}
