"""Opened in LibreOffice Draw, a text changed, exported again."""

import re
from html import escape, unescape

from ..producers.programs import libreoffice_convert
from .work import Unsuitable, Work


def round_trip(work: Work):
    held = work.folder / "page.pdf"
    held.write_bytes(work.source.read_bytes())
    libreoffice_convert([held], work.folder, "fodg", infilter="draw_pdf_import")
    drawing = work.folder / "page.fodg"
    xml = drawing.read_text()
    for change in work.changes:
        xml = _replace(xml, change.old, change.new)
    drawing.write_text(xml)
    libreoffice_convert([drawing], work.folder, "pdf:draw_pdf_Export")
    work.out.write_bytes((work.folder / "page.pdf").read_bytes())


def _replace(xml: str, old: str, new: str) -> str:
    """Draw splits text into spans where spacing changes, so the old value is looked for across its tags."""
    between = r"(?:<[^<>]*>|\s)*?"
    letters = [re.escape(escape(c, quote=False)) if not c.isspace() else r"(?:<text:s[^>]*/>|\s|\u00a0)*" for c in old]
    found = list(re.finditer(between.join(letters), xml))
    if len(found) != 1:
        raise Unsuitable(f"Draw shows the value {len(found)} times")
    match = found[0]
    tags = "".join(re.findall(r"<[^<>]*>", match[0]))
    if unescape(re.sub(r"<[^<>]*>", "", match[0])) == "":
        raise Unsuitable("nothing to replace")
    # The new text takes the first span; the tags that stood between the characters stay, so that the file stays well-formed.
    return xml[: match.start()] + escape(new, quote=False) + tags + xml[match.end() :]
