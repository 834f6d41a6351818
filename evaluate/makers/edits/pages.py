"""Whole pages taken out, put in or exchanged, and rows of a table removed or added."""

from dataclasses import dataclass, field, replace

import pikepdf
import pymupdf

from .. import people
from ..designs import compose
from ..locate import bare, find, letters
from ..manifest import Edit
from ..producers import PRODUCERS
from ..producers.programs import run
from . import in_place
from .choose import among_equals
from .cover import _flipped
from .work import Change, Unsuitable, Work, look_alike, rgb


@dataclass
class Result:
    """What a method that chooses for itself did."""

    traces: list
    edits: list
    changes: list = field(default_factory=list)


def _count(path) -> int:
    with pikepdf.open(path) as pdf:
        return len(pdf.pages)


def _page_edit(page: int, what: str, old, new) -> dict:
    return Edit(page, [], "page", "page", old, new).__dict__ | {"area": None, "field": what}


def page_removed(work: Work) -> Result:
    """The last page but one taken out; what remains no longer adds up, and the page numbers say so."""
    count = _count(work.source)
    if count < 2:
        raise Unsuitable("one page only")
    keep = [n for n in range(1, count + 1) if n != max(1, count - 1)]
    run("qpdf", work.source, "--pages", ".", ",".join(map(str, keep)), "--", work.out)
    gone = max(1, count - 1)
    printed = work.producer not in ("chromium", "weasyprint", "wkhtmltopdf", "openhtmltopdf", "platypus", "pdfmake")
    traces = ["sum broken: running balance"] + (["printed page numbers skip"] if printed else [])
    return Result(traces, [_page_edit(gone, "page removed", f"page {gone} of {count}", None)])


def page_exchanged(work: Work) -> Result:
    """One page replaced by the same page of a forged twin, made with the same producer elsewhere."""
    count = _count(work.source)
    if count < 2:
        raise Unsuitable("one page only")
    document, inputs = compose(work.document.design, work.document.locale.code, work.document.seed)
    id = work.rng.choice([id for id in inputs if id.endswith(".amount")])
    twin, _ = compose(
        document.design, document.locale.code, document.seed, {id: inputs[id] + (40_000 if inputs[id] > 0 else 1_000)}
    )
    held = work.folder / "twin.pdf"
    PRODUCERS[work.producer].make_all([(twin, held)])
    if _count(held) != count:
        raise Unsuitable("the twin has other pages")
    places = find(work.source, document.values[id].text)
    if len(places) != 1:
        raise Unsuitable("the value stands more than once")
    page = places[0].page
    parts = ["--pages"]
    for n in range(1, count + 1):
        parts += [held if n == page else work.source, str(n)]
    run("qpdf", "--empty", *parts, "--", work.out)
    edits = []
    for other, value in document.values.items():
        new = twin.values[other].text
        found = among_equals(work.source, document, value) if new != value.text else None
        if found and found[0].page == page:
            edits.append(Edit(page, list(found[0].area), other, value.kind, value.text, new).__dict__)
    traces = ["a page with fonts and resources of its own"]
    if page < count:
        traces.append("sum broken: running balance")
    return Result(traces, edits)


def twin_page(work: Work):
    """The changed page in its place, and the page as it was directly behind it or at the end of the file."""
    touched = {change.place.page for change in work.changes}
    if len(touched) > 1:
        raise Unsuitable("several pages change")
    number, count = touched.pop(), _count(work.source)
    held = work.folder / "changed.pdf"
    in_place.with_pikepdf(work.on(work.source, held))
    behind = work.rng.choice([number, count])
    parts = [held, f"1-{behind}", work.source, str(number)] + ([held, f"{behind + 1}-{count}"] if behind < count else [])
    run("qpdf", held, "--pages", *parts, "--", work.out)


def page_from_other(work: Work) -> Result:
    """A page of another producer's document put at the end, as if it belonged."""
    if not work.others:
        raise Unsuitable("no other file")
    other = work.rng.choice(work.others)
    run("qpdf", "--empty", "--pages", work.source, other, "1", "--", work.out)
    # Two honest documents merged into one file look the same, so nothing is claimed.
    return Result([], [_page_edit(_count(work.source) + 1, "page added", None, f"first page of {other.stem}")])


def _rows(work: Work):
    """Rows of the statement by number, with the values that stand in them."""
    if work.document.design != "statement":
        raise Unsuitable("no movements")
    rows = {}
    for id, value in work.document.values.items():
        if id.startswith("row."):
            rows.setdefault(int(id.split(".")[1]), {})[id.split(".")[2]] = value
    return rows


def _only(path, value):
    places = find(path, value.text)
    if len(places) != 1:
        raise Unsuitable("the row cannot be told apart")
    return places[0]


def row_removed(work: Work) -> Result:
    """A movement redacted away with PyMuPDF: a hole in the table, and a balance that jumps."""
    rows = _rows(work)
    number = work.rng.randrange(2, len(rows) - 2)
    row = rows[number]
    places = [_only(work.source, row[name]) for name in ("details", "amount", "balance")]
    with pymupdf.open(work.source) as file:
        page = file[places[0].page - 1]
        x0, y0, x1, y1 = (
            min(p.area[0] for p in places),
            places[0].area[1] + 1,
            max(p.area[2] for p in places),
            places[0].area[3] - 1,
        )
        page.add_redact_annot(_flipped(page, (50, y0, page.rect.width - 50, y1)), fill=False)
        page.apply_redactions(graphics=0)
        file.save(work.out, garbage=1)
    area = [round(v, 2) for v in (min(x0, 56), y0, x1, y1)]
    edit = Edit(places[0].page, area, f"row.{number}", "row", row["details"].text, None).__dict__
    return Result(["sum broken: running balance", "sum broken: totals", "gap in the pitch of the rows"], [edit])


def row_removed_balances_put_right(work: Work) -> Result:
    """A movement redacted away and every balance and total after it recomputed in the content stream."""
    rows = _rows(work)
    document, inputs = compose(work.document.design, work.document.locale.code, work.document.seed)
    for number in work.rng.sample(range(1, len(rows) - 1), len(rows) - 2):
        twin, _ = compose(document.design, document.locale.code, document.seed, {f"row.{number}.amount": 0})
        wrong = {id for id, value in document.values.items() if twin.values[id].text != value.text and f"row.{number}." not in id}
        changes = []
        for id in wrong:
            value = work.document.values[id]
            found = among_equals(work.source, work.document, value)
            if found is None or len(bare(twin.values[id].text)) != len(bare(value.text)):
                break
            changes.append(Change(value, twin.values[id].text, found[0], twin=found[1]))
        gone = [rows[number].get(name) for name in ("date", "details", "amount", "balance")]
        places = [find(work.source, value.text) for value in gone if value]
        if not changes or len(changes) != len(wrong) or any(len(some) != 1 for some in places[1:]):
            continue
        changes.sort(key=lambda change: -change.twin)
        if not in_place.can_spell(work.source, changes):
            continue
        return _without_row(work, places[1:], changes, rows[number], number)
    raise Unsuitable("no row can be taken out cleanly")


def _without_row(work: Work, places, changes, row, number) -> Result:
    held = work.folder / "balances.pdf"
    in_place.with_pikepdf(replace(work, changes=changes, out=held))
    areas = [some[0].area for some in places]
    page_number = places[0][0].page
    with pymupdf.open(held) as file:
        page = file[page_number - 1]
        y0, y1 = areas[0][1] + 1, areas[0][3] - 1
        page.add_redact_annot(_flipped(page, (50, y0, page.rect.width - 50, y1)), fill=False)
        page.apply_redactions(graphics=0)
        file.save(work.out, garbage=1)
    area = [round(v, 2) for v in (min(56, areas[0][0]), y0, max(a[2] for a in areas), y1)]
    edits = [Edit(page_number, area, f"row.{number}", "row", row["details"].text, None).__dict__]
    edits += [Edit(c.place.page, list(c.place.area), c.value.id, c.value.kind, c.old, c.new).__dict__ for c in changes]
    return Result(["gap in the pitch of the rows"], edits)


def row_added(work: Work) -> Result:
    """A salary put between the last movement and the closing balance; all below is cut out and set one row lower."""
    rows = _rows(work)
    before, last = rows[len(rows) - 2], rows[len(rows) - 1]
    details, amount, date = (_only(work.source, last[name]) if name != "date" else None for name in ("details", "amount", "date"))
    above = _only(work.source, before["details"])
    pitch = above.y - details.y
    if above.page != details.page or pitch <= 0:
        raise Unsuitable("the last rows stand on two pages")
    date = next((p for p in find(work.source, last["date"].text) if p.page == details.page and abs(p.y - details.y) < 1), None)
    new = work.document.locale.number(work.rng.randint(150_000, 390_000))
    who = f"{work.rng.choice(people.FIRM[work.document.locale.language])} {people.digits(work.rng, 6)}"
    face = look_alike(work, details)[0]
    with pymupdf.open(work.source) as file, pymupdf.open(work.source) as origin:
        page = file[details.page - 1]
        height, width = page.mediabox.height, page.rect.width
        top = height - details.y + 0.3 * details.size
        feet = [box[3] for *box, _ in ((*char[1], char[0]) for char in letters(page)) if top < box[3] < height - 72]
        bottom = max(feet, default=top) + 4
        if date is None or bottom + pitch > height - 60 or bottom - top < pitch:
            raise Unsuitable("no room for a row")
        page.add_redact_annot(pymupdf.Rect(0, top, width, bottom), fill=(1, 1, 1))
        page.apply_redactions()
        page.show_pdf_page(
            pymupdf.Rect(0, top + pitch, width, bottom + pitch),
            origin,
            details.page - 1,
            clip=pymupdf.Rect(0, top, width, bottom),
        )
        y = height - details.y + pitch
        length = pymupdf.Font(fontfile=face).text_length(new, details.size)
        for text, x in ((last["date"].text, date.x), (who, details.x), (new, amount.area[2] - length)):
            page.insert_text((x, y), text, fontsize=details.size, fontname="own", fontfile=face, color=rgb(details.color))
        file.subset_fonts()
        file.save(work.out, garbage=1, deflate=True)
    y = details.y - pitch
    area = [round(v, 2) for v in (date.x, y - 0.22 * details.size, amount.area[2], y + 0.78 * details.size)]
    return Result(
        [
            "sum broken: totals",
            "sum broken: running balance",
            "part of the page moved into a form",
            "value typed in another font resource, out of paint order",
        ],
        [Edit(details.page, area, "row added", "row", None, f"{last['date'].text} {who} {new}").__dict__],
    )
