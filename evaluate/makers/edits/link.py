"""A printed value changed that a link leads to, while the link still leads to the old one."""

import re

import pymupdf

from ..locate import letters
from ..manifest import Edit
from . import in_place
from .pages import Result
from .work import Unsuitable, Work

STALE = "link still leads to the old value"


def pay_address(work: Work, text: str) -> str:
    """Where a portal's payment page finds a value."""
    return f"https://pay.{_host(work)}/transfer?value={re.sub(r'[^0-9A-Za-z.,]', '', text)}"


def mail_address(work: Work) -> str:
    return f"billing@{_host(work)}"


def _host(work: Work) -> str:
    return re.sub(r"[^a-z]+", "-", work.document.issuer.lower()).strip("-") + ".example"


def set_link(page, area, target: str):
    """A link over an area (points from the bottom-left)."""
    height, (x0, y0, x1, y1) = page.mediabox.height, area
    page.insert_link({"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(x0, height - y1, x1, height - y0), "uri": target})


def print_mail(page, shown: str, target: str) -> tuple:
    """A line with an address that is a link, at the foot of the page where nothing stands; returns its area."""
    width, height = pymupdf.get_text_length(shown, fontsize=8), page.mediabox.height
    for y in range(int(height) - 20, int(height) - 150, -4):
        room = pymupdf.Rect(56, y - 9, 60 + 1.5 * width, y + 3)
        if not any(room.intersects(pymupdf.Rect(char[1])) for char in letters(page)):
            page.insert_text((58, y), shown, fontsize=8, color=(0.1, 0.2, 0.6))
            area = (58, round(height - y - 2, 2), round(58 + width, 2), round(height - y + 6.5, 2))
            set_link(page, area, f"mailto:{target}")
            return area
    raise Unsuitable("no room at the foot")


def value_changed(work: Work):
    """The portal's file has payment links; the digits of one are changed in the content stream."""
    held = work.folder / "linked.pdf"
    with pymupdf.open(work.source) as file:
        for change in work.changes:
            set_link(file[change.place.page - 1], change.place.area, pay_address(work, change.old))
        file.save(held)
    in_place.with_pikepdf(work.on(held, work.out))


def mail_changed(work: Work) -> Result:
    """The printed address of the issuer changed to another's; the link still writes to the issuer."""
    old = mail_address(work)
    new = old.replace("billing@", work.rng.choice(["payments@", "accounts@"])).replace(".example", "-pay.example")
    held = work.folder / "linked.pdf"
    with pymupdf.open(work.source) as file:
        area = print_mail(file[0], old, old)
        file.save(held)
    with pymupdf.open(held) as file:
        page = file[0]
        height, (x0, y0, x1, y1) = page.mediabox.height, area
        links = page.get_links()
        page.add_redact_annot(pymupdf.Rect(x0, height - y1 + 1, x1, height - y0 - 1), fill=False)
        page.apply_redactions(graphics=0)
        page.insert_text((58, height - y0 - 2), new, fontsize=8, color=(0.1, 0.2, 0.6))
        if not page.get_links():
            # The redaction took the link as well; an editor that only retypes leaves it.
            page.insert_link(links[-1])
        file.save(work.out, garbage=1)
    area = [58, y0, round(58 + pymupdf.get_text_length(new, fontsize=8), 2), y1]
    return Result([STALE], [Edit(1, area, "mail", "identifier", old, new).__dict__])
