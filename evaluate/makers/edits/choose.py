"""Chooses the value to forge and what to write instead, so that the label can say exactly what was changed."""

from random import Random

from .. import forge
from ..designs import compose
from ..document import Document
from ..locate import bare, find
from ..typefaces import width
from . import Method
from .in_place import available
from .work import Change, Unsuitable

# What forgers go for, design by design; the first that fits the method is taken after a shuffle.
WANTED = {
    "statement": ["closing", "opening", "holder", "row.{n}.amount", "row.{n}.balance", "row.{n}.details", "account", "total_in"],
    "payslip": ["net", "gross", "base", "employee", "paid", "net.ytd", "account", "tax"],
    "invoice": ["total", "subtotal", "number", "issued", "due", "customer", "account", "line.{n}.price", "line.{n}.total"],
    "letter": ["salary", "monthly", "began", "employee", "written"],
    "receipt": ["total", "day", "number", "line.{n}.price", "net"],
    "utility": ["customer", "due", "total", "customer_no", "used", "meter", "energy"],
}


def _unique(path, document: Document, text: str):
    """The only place of the text, or None; a text that is part of another one is not unique either."""
    places = find(path, text)
    if len(places) != 1:
        return None
    twins = sum(bare(text) in bare(value.text) for value in document.values.values())
    return places[0] if twins == 1 else None


def _right(document: Document, value) -> bool:
    """Amounts in tables end at the edge of their column; in a letter they stand in the text."""
    in_column = any(
        value in cells and block["columns"][cells.index(value)][1] == "right"
        for block in document.blocks if block["type"] == "table" for cells, _ in block["rows"]
    )
    return value.kind == "amount" and in_column


def candidates(document: Document, rng: Random) -> list[str]:
    ids = []
    for pattern in WANTED[document.design]:
        if "{n}" in pattern:
            head, tail = pattern.split("{n}")
            fitting = [id for id in document.values if id.startswith(head) and id.endswith(tail)]
            ids += rng.sample(fitting, min(3, len(fitting)))
        elif pattern in document.values:
            ids.append(pattern)
    rng.shuffle(ids)
    return ids


def one(path, document: Document, method: Method, rng: Random) -> list[Change]:
    """A single changed value."""
    for id in candidates(document, rng):
        value = document.values[id]
        place = _unique(path, document, value.text)
        if place is None:
            continue
        if method.takes == "digits":
            new = forge.digits(rng, value, available(path, place))
        else:
            new = _fitting(document, value, place, rng)
        if new:
            return [Change(value, new, place, _right(document, value))]
    raise Unsuitable("no value fits")


def _fitting(document, value, place, rng) -> str | None:
    """In running text the new value must not run into the next word."""
    for _ in range(12):
        new = forge.retyped(rng, document, value)
        face, size = document.style["font"], place.size
        if new and (document.design != "letter" or width(new, face, size) <= width(value.text, face, size) + 1):
            return new
    return None


def cascade(path, document: Document, inputs: dict, method: Method, rng: Random) -> list[Change]:
    """One amount raised, and every sum that hangs on it put right: what a careful forger does."""
    ids = [id for id in inputs if id in document.values or id == "used"] or list(inputs)
    rng.shuffle(ids)
    # Late movements first, so that not half the page changes.
    ids.sort(key=lambda id: -int(id.split(".")[1]) if id.startswith("row.") else 0)
    for id in ids[:6]:
        cents = inputs[id]
        for step in rng.sample([100_00, 200_00, 50_00, 300_00, 110_00], 5):
            changed, _ = compose(document.design, document.locale.code, document.seed, {id: cents + (step if cents > 0 else -step // 10)})
            changes = _differences(path, document, changed, method)
            if changes:
                return changes
    raise Unsuitable("no cascade fits")


def _differences(path, document, changed, method) -> list[Change] | None:
    changes = []
    for id, value in document.values.items():
        new = changed.values[id].text
        if new == value.text:
            continue
        place = _unique(path, document, value.text)
        if place is None or (method.takes == "digits" and len(bare(new)) != len(bare(value.text))):
            return None
        changes.append(Change(value, new, place, _right(document, value)))
    return changes
