"""Signed by the issuer, and what may honestly happen to a signed file."""

from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter

from .. import signing
from ..edits.work import Work


def plain(work: Work):
    signing.sign(work.source, work.out)


def visible(work: Work):
    signing.sign(work.source, work.out, visible=(380, 60, 540, 100))


def self_made(work: Work):
    """Anybody can make a certificate: intact, but vouched for by nobody."""
    signing.sign(work.source, work.out, who="selfmade")


def certified(work: Work):
    signing.sign(work.source, work.out, certify=1)


def twice(work: Work):
    once = work.folder / "once.pdf"
    signing.sign(work.source, once)
    signing.sign(once, work.out, who="second", field="Second")


def long_term(work: Work):
    """With validation data and a document timestamp appended after the signature (ETSI EN 319 142-1)."""
    signing.sign(work.source, work.out, long_term=True)


def certified_then_filled(work: Work):
    """Certified for form filling only, then filled in a later revision."""
    held = work.folder / "certified.pdf"
    signing.sign(work.source, held, certify=2)
    with open(held, "rb") as read, open(work.out, "wb") as write:
        writer = IncrementalPdfFileWriter(read, strict=False)
        reference = next(ref for ref in writer.root["/AcroForm"]["/Fields"] if ref.get_object().get("/T") == "name")
        field = reference.get_object()
        field["/V"] = generic.pdf_string("Mara Example")
        shown = generic.StreamObject(
            {
                generic.pdf_name("/Type"): generic.pdf_name("/XObject"),
                generic.pdf_name("/Subtype"): generic.pdf_name("/Form"),
                generic.pdf_name("/BBox"): generic.ArrayObject(generic.FloatObject(v) for v in (0, 0, 250, 18)),
                generic.pdf_name("/Resources"): generic.DictionaryObject(
                    {
                        generic.pdf_name("/Font"): generic.DictionaryObject(
                            {
                                generic.pdf_name("/Helv"): generic.DictionaryObject(
                                    {
                                        generic.pdf_name("/Type"): generic.pdf_name("/Font"),
                                        generic.pdf_name("/Subtype"): generic.pdf_name("/Type1"),
                                        generic.pdf_name("/BaseFont"): generic.pdf_name("/Helvetica"),
                                    }
                                )
                            }
                        )
                    }
                ),
            },
            stream_data=b"/Tx BMC q BT /Helv 10 Tf 0 g 2 5 Td (Mara Example) Tj ET Q EMC",
        )
        field["/AP"] = generic.DictionaryObject({generic.pdf_name("/N"): writer.add_object(shown)})
        writer.mark_update(reference)
        writer.write(write)
