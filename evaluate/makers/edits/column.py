"""A whole column of amounts taken out and set again in one go, one of them another and every sum put right."""

import pikepdf
import pymupdf

from .. import content
from ..designs import compose
from ..document import Value
from ..manifest import Edit
from . import in_place
from .choose import _right, among_equals
from .cover import _type
from .pages import Result
from .work import Change, Unsuitable, Work, look_alike

ENOUGH = 5
STEPS = [100_00, 200_00, 50_00, 300_00, 110_00]
TYPED = "value typed in another font resource, out of paint order"


def retyped(work: Work) -> Result:
    document, inputs = compose(work.document.design, work.document.locale.code, work.document.seed)
    for id in work.rng.sample(list(inputs), len(inputs))[:12]:
        step = work.rng.choice(STEPS)
        asked = {id: inputs[id] + (step if inputs[id] > 0 else -step // 10)}
        twin, _ = compose(document.design, document.locale.code, document.seed, asked)
        changed = {key: twin.values[key].text for key, value in document.values.items() if twin.values[key].text != value.text}
        changes = _with_column(work, changed)
        if changes:
            return _set_again(work, changes)
    raise Unsuitable("no column of amounts can be told apart")


def _with_column(work: Work, changed: dict) -> list[Change] | None:
    """The changed values together with the whole column, as far as it stands on one page, that holds most of them."""
    columns = [
        [cells[n] for cells, _ in block["rows"] if isinstance(cells[n], Value) and cells[n].kind == "amount"]
        for block in work.document.blocks
        if block["type"] == "table"
        for n, (_, align, _) in enumerate(block["columns"])
        if align == "right"
    ]
    column = max(columns, key=lambda column: sum(value.id in changed for value in column), default=[])
    places = {value.id: among_equals(work.source, work.document, value) for value in column}
    pages = [found[0].page for id, found in places.items() if found and id in changed]
    if not pages:
        return None
    whole = [id for id, found in places.items() if found and found[0].page == pages[0]]
    if len(whole) < ENOUGH:
        return None
    changes = []
    for id in dict.fromkeys([*whole, *changed]):
        value = work.document.values[id]
        found = among_equals(work.source, work.document, value)
        if found is None:
            return None
        changes.append(Change(value, changed.get(id, value.text), found[0], _right(work.document, value), found[1]))
    # The last twin first: what is taken out leaves the count of those before it alone.
    return sorted(changes, key=lambda change: -change.twin)


def _set_again(work: Work, changes: list[Change]) -> Result:
    held = work.folder / "without.pdf"
    with pikepdf.open(work.source) as pdf:
        for change in changes:
            page = pdf.pages[change.place.page - 1]
            stream, data, run = in_place.spelled(page, content.faces(page), change)
            for glyph in reversed(run):
                data = data[: glyph.start] + data[glyph.end :]
            stream.write(data)
        pdf.save(held)
    with pymupdf.open(held) as file:
        for change in sorted(changes, key=lambda change: (change.place.page, -change.place.y)):
            _type(file[change.place.page - 1], work, change, look_alike(work, change.place)[0])
        file.subset_fonts()
        file.save(work.out, garbage=1, deflate=True)
    new = [change for change in changes if change.new != change.old]
    edits = [Edit(c.place.page, list(c.place.area), c.value.id, c.value.kind, c.old, c.new).__dict__ for c in new]
    return Result([TYPED], edits, new)
