"""A signed file changed afterwards: the digest breaks, or the change lies outside the signed range. A file edited and then signed."""

import pikepdf
import pymupdf

from .. import signing
from . import cover, in_place, incremental
from .annotation import free_text
from .work import Work


def _signed(work: Work) -> Work:
    """The same work on the signed file; the page and the places are the same."""
    held = work.folder / "signed.pdf"
    signing.sign(work.source, held)
    return work.on(held, work.out)


def covered_before(work: Work):
    """Covered and retyped first, and signed after that: the signature holds, and says nothing of what came before it."""
    held = work.folder / "covered.pdf"
    cover.pymupdf_box(work.on(work.source, held))
    signing.sign(held, work.out)


def then_incremental(work: Work):
    """A revision with another content stream appended after the signature."""
    incremental.by_hand(_signed(work))


def then_covered_incremental(work: Work):
    incremental.cover_with_pymupdf(_signed(work))


def then_free_text(work: Work):
    """A note with an opaque ground laid over the value in a later revision."""
    held = _signed(work)
    work.out.write_bytes(held.source.read_bytes())
    with pymupdf.open(work.out) as file:
        free_text(file, work)
        file.saveIncr()


def then_bytes(work: Work):
    """Bytes of the signed range itself changed: the stream packed again into its old room."""
    in_place.padded(_signed(work))


def then_saved_whole(work: Work):
    """Edited and written anew by PyMuPDF: the signature is still there and fits nothing."""
    cover.pymupdf_box(_signed(work))


def then_stripped(work: Work):
    """The digits changed and the signature taken out, the empty field left behind."""
    held = _signed(work)
    with pikepdf.open(held.source) as pdf:
        for (number, generation), data in in_place.respelled(pdf, work.changes).items():
            pdf.get_object(number, generation).write(data)
        for field in pdf.Root.AcroForm.Fields:
            if "/V" in field:
                del field["/V"]
        if "/SigFlags" in pdf.Root.AcroForm:
            del pdf.Root.AcroForm["/SigFlags"]
        pdf.save(work.out)
