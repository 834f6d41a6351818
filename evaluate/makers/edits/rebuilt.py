"""The document written anew with other values: a web page printed again, the issuer's own program, a word processor."""

import re
import zipfile
from dataclasses import replace
from functools import partial

from .. import forge
from ..designs import compose
from ..document import Document, Value
from ..locate import find
from ..manifest import Edit
from ..producers import PRODUCERS
from ..producers.programs import libreoffice_convert
from .choose import candidates
from .pages import Result
from .work import Unsuitable, Work


def printed_by_chromium(work: Work) -> Result:
    """The document as HTML with one value changed, printed by Chromium: only a broken sum can tell."""
    return _one_changed(work, "chromium")


def printed_by_chromium_sums_kept(work: Work) -> Result:
    """The same with every sum put right: a fabricated document, which shows nothing of an edit."""
    return _all_changed(work, "chromium")


def same_producer_sums_kept(work: Work) -> Result:
    """Made anew with the issuer's own program: nothing tells it from a genuine one."""
    return _all_changed(work, work.producer)


def _one_changed(work: Work, producer: str) -> Result:
    for id in candidates(work.document, work.rng):
        value = work.document.values[id]
        new = forge.retyped(work.rng, work.document, value)
        if new is None:
            continue
        twin = _with(work.document, value, new)
        PRODUCERS[producer].make_all([(twin, work.out)])
        edits = _edits(work, {id: (value, new)})
        if edits:
            return Result([f"sum broken: {check}" for check in value.checks if check != "check digits"], edits)
    raise Unsuitable("no value fits")


def _all_changed(work: Work, producer: str) -> Result:
    document, inputs = compose(work.document.design, work.document.locale.code, work.document.seed)
    for id in work.rng.sample(sorted(inputs), len(inputs)):
        changed = inputs[id] + (20_000 if inputs[id] > 0 else -2_000)
        twin, _ = compose(document.design, document.locale.code, document.seed, {id: changed})
        other = {
            key: (value, twin.values[key].text)
            for key, value in document.values.items()
            if key in twin.values and twin.values[key].text != value.text
        }
        if not other:
            continue
        PRODUCERS[producer].make_all([(twin, work.out)])
        edits = _edits(work, other)
        if edits:
            return Result([], edits)
    raise Unsuitable("no value fits")


def _with(document: Document, value: Value, new: str) -> Document:
    """The document with one value's text changed wherever that value is printed."""
    forged = replace(value, text=new)

    def swap(part):
        if part is value:
            return forged
        if isinstance(part, list | tuple):
            return type(part)(swap(one) for one in part)
        return {key: swap(one) for key, one in part.items()} if isinstance(part, dict) else part

    return replace(document, blocks=[swap(block) for block in document.blocks], values={**document.values, value.id: forged})


def _edits(work: Work, changed: dict) -> list:
    """Where the new values stand in the new file; those that cannot be told apart are left out."""
    edits = []
    for id, (value, new) in changed.items():
        places = find(work.out, new)
        if len(places) == 1:
            edits.append(Edit(places[0].page, list(places[0].area), id, value.kind, value.text, new).__dict__)
    return edits


def word_and_back(work: Work) -> Result:
    """Turned into a word processor's document by LibreOffice, a text changed there, exported again."""
    held = work.folder / "page.pdf"
    held.write_bytes(work.source.read_bytes())
    libreoffice_convert([held], work.folder, "docx:MS Word 2007 XML", infilter="writer_pdf_import")
    wordy = work.folder / "page.docx"
    if not wordy.exists():
        raise Unsuitable("LibreOffice made no document of it")
    with zipfile.ZipFile(wordy) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    xml = parts["word/document.xml"].decode()
    for id in candidates(work.document, work.rng):
        value = work.document.values[id]
        new = forge.retyped(work.rng, work.document, value)
        # Text boxes stand twice in a document, for old readers and for new ones.
        pattern = r"(?:<[^<>]*>)*?".join(re.escape(c) for c in value.text)
        found = list(re.finditer(pattern, xml))
        if new is None or not found or len(found) > 2:
            continue
        parts["word/document.xml"] = re.sub(pattern, partial(_spelled, new=new), xml).encode()
        with zipfile.ZipFile(wordy, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in parts.items():
                archive.writestr(name, data)
        libreoffice_convert([wordy], work.folder, "pdf")
        work.out.write_bytes(held.read_bytes())
        edits = _edits(work, {id: (value, new)})
        if edits:
            return Result([f"sum broken: {check}" for check in value.checks if check != "check digits"], edits)
    raise Unsuitable("no value fits")


def _spelled(match: re.Match, new: str) -> str:
    """The new text in the first run, the tags between the old characters kept."""
    tags = "".join(re.findall(r"<[^<>]*>", match[0]))
    return new.replace("&", "&amp;").replace("<", "&lt;") + tags
