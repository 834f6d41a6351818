"""Signed by the issuer, and what may honestly happen to a signed file."""

import pypdf

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
    writer = pypdf.PdfWriter(str(held), incremental=True)
    writer.update_page_form_field_values(writer.pages[0], {"name": "Mara Example"}, auto_regenerate=False)
    writer.write(str(work.out))
