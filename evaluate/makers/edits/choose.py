"""Chooses the value to forge and what to write instead, so that the label can say exactly what was changed."""

from random import Random

from .. import forge
from ..designs import compose
from ..document import Document, Value
from ..locate import bare, find
from ..typefaces import width
from .in_place import available, can_spell
from .method import Method
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


def _right(document: Document, value) -> bool:
    """Amounts in tables end at the edge of their column; in a letter they stand in the text."""
    in_column = any(
        value in cells and block["columns"][cells.index(value)][1] == "right"
        for block in document.blocks
        if block["type"] == "table"
        for cells, _ in block["rows"]
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


def one(path, document: Document, method: Method, rng: Random, only=None) -> list[Change]:
    """A single changed value; `only` names it."""
    for id in [only] if only else candidates(document, rng):
        value = document.values[id]
        found = among_equals(path, document, value)
        if found is None:
            continue
        place, twin = found
        if method.takes == "copied":
            new = _copied(path, document, value, place, twin, rng)
        elif method.takes in ("digits", "longer", "squeezed"):
            forged = forge.digits if method.takes == "digits" else forge.longer
            tries = (forged(rng, value, available(path, place)) for _ in range(8))
            new = next((new for new in tries if new and can_spell(path, [Change(value, new, place, twin=twin)])), None)
        else:
            new = _fitting(document, value, place, rng)
        if new:
            return [Change(value, new, place, _right(document, value), twin)]
    raise Unsuitable("no value fits")


def _copied(path, document, value, place, twin, rng) -> str | None:
    """Another value of the same page, kind and length, whose characters are copied over this one's."""
    others = sorted(
        {v.text for v in in_reading_order(document) if v.kind == value.kind and len(bare(v.text)) == len(bare(value.text))}
    )
    others = [text for text in others if text != value.text]
    rng.shuffle(others)
    return next((new for new in others if can_spell(path, [Change(value, new, place, twin=twin)])), None)


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
            changed, _ = compose(
                document.design, document.locale.code, document.seed, {id: cents + (step if cents > 0 else -step // 10)}
            )
            changes = _differences(path, document, changed, method)
            if changes and (method.takes != "digits" or can_spell(path, changes)):
                return changes
    raise Unsuitable("no cascade fits")


def _differences(path, document, changed, method) -> list[Change] | None:
    changes = []
    for value in in_reading_order(document):
        new = changed.values[value.id].text
        if new == value.text:
            continue
        found = among_equals(path, document, value)
        if found is None or (method.takes == "digits" and len(bare(new)) != len(bare(value.text))):
            return None
        place, twin = found
        changes.append(Change(value, new, place, _right(document, value), twin))
    # The last twin first: each change in a stream leaves the count of those before it alone.
    return sorted(changes, key=lambda change: -change.twin)


def in_reading_order(document: Document) -> list:
    """Every value as often as it is printed, from the top of the first page."""
    printed = []
    for block in document.blocks:
        match block["type"]:
            case "lines":
                parts = block["lines"]
            case "pairs":
                parts = [part for row in block["rows"] for part in row]
            case "paragraph":
                parts = block["runs"]
            case "table":
                parts = [cell for cells, _ in block["rows"] for cell in cells]
            case _:
                parts = []
        printed += [part for part in parts if isinstance(part, Value)]
    return printed


def among_equals(path, document: Document, value):
    """The value's own place among equal texts, and how many of them stand before it on its page."""
    text = bare(value.text)
    printed = in_reading_order(document)
    if any(text in bare(other.text) and text != bare(other.text) for other in printed):
        return None
    equals, places = [other for other in printed if bare(other.text) == text], find(path, value.text)
    if len(equals) != len(places):
        return None
    place = places[equals.index(value)]
    return place, sum(other.page == place.page and other.order < place.order for other in places)
