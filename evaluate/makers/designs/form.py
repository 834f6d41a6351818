"""A form with fields to fill in: the honest reason for most later saves of a file."""

from .. import people
from ..document import Desk


def write(desk: Desk) -> None:
    rng, locale, words, doc = desk.rng, desk.locale, desk.words, desk.document
    doc.issuer = rng.choice(people.BANK[locale.language])
    doc.title = words["form"]
    doc.lines([doc.issuer, *people.address(rng, locale)], size=9, color=doc.style["accent"])
    doc.gap()
    doc.heading(words["form"])
    doc.paragraph(words["account"], ": ", people.account(rng, locale))
    doc.gap(8)
    for name in ("name", "new_address", "since"):
        doc.field(name, words[name])
