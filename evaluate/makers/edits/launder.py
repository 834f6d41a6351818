"""The file written anew after the edit by a tool that changes no text, to lose its traces."""

import pikepdf

from ..producers.programs import run


def ghostscript(source, out):
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pdfwrite", "-o", out, source)


def mutool(source, out):
    run("mutool", "clean", "-gggg", "-z", source, out)


def qpdf(source, out):
    run("qpdf", "--object-streams=generate", "--recompress-flate", "--compression-level=9", source, out)


def cairo(source, out):
    run("pdftocairo", "-pdf", source, out)


def metadata_gone(source, out):
    """Info, XMP and ids removed; nothing else touched but by the saving itself."""
    with pikepdf.open(source) as pdf:
        for holder, key in ((pdf.trailer, "/Info"), (pdf.Root, "/Metadata")):
            if key in holder:
                del holder[key]
        pdf.save(out, static_id=True)


LAUNDERS = {"ghostscript": ghostscript, "mutool": mutool, "qpdf": qpdf, "pdftocairo": cairo, "metadata-gone": metadata_gone}
