"""The file saved, printed or re-titled by somebody who changes nothing on its pages."""

import pikepdf
import pymupdf
import pypdf

from ..edits import launder
from ..edits.work import Work
from ..producers.node import run_node
from ..producers.programs import run


def qpdf_linearize(work: Work):
    run("qpdf", "--linearize", work.source, work.out)


def qpdf_save(work: Work):
    run("qpdf", work.source, work.out)


def pikepdf_save(work: Work):
    with pikepdf.open(work.source) as pdf:
        pdf.save(work.out)


def mutool_clean(work: Work):
    launder.mutool(work.source, work.out)


def pymupdf_save(work: Work):
    with pymupdf.open(work.source) as file:
        file.save(work.out, garbage=1, deflate=True)


def ghostscript_print(work: Work):
    launder.ghostscript(work.source, work.out)


def postscript_and_back(work: Work):
    """Sent to a printer's queue as PostScript and distilled again: fonts lose their maps to Unicode."""
    queue = work.out.with_suffix(".ps")
    run("pdftops", work.source, queue)
    run("ps2pdf", queue, work.out)
    queue.unlink()


def pdftocairo_print(work: Work):
    launder.cairo(work.source, work.out)


def pdftk_cat(work: Work):
    run("pdftk", work.source, "cat", "output", work.out)


def pypdf_clone(work: Work):
    pypdf.PdfWriter(clone_from=str(work.source)).write(str(work.out))


def pdf_lib_save(work: Work):
    run_node("edit.mjs", [{"action": "fill", "in": str(work.source), "out": str(work.out), "values": {}}])


def exiftool_metadata(work: Work):
    """exiftool only ever appends."""
    run("exiftool", "-q", "-Title=Archive copy", "-Keywords=archived", "-o", work.out, work.source)


def pypdf_metadata_incremental(work: Work):
    writer = pypdf.PdfWriter(str(work.source), incremental=True)
    writer.add_metadata({"/Subject": "Archive copy"})
    writer.write(str(work.out))


def pikepdf_metadata(work: Work):
    with pikepdf.open(work.source) as pdf:
        with pdf.open_metadata() as metadata:
            metadata["dc:title"] = "Archive copy"
        pdf.save(work.out)
