"""Programs that are told where each text goes: the same sheet, painted by each in its own way."""

from collections.abc import Iterator
from pathlib import Path

from .documents import Document

WIDTH, HEIGHT, MARGIN, STEP = 595, 842, 56, 14


def pages(document: Document) -> list[list[tuple[float, float, str, bool, bool]]]:
    """Texts of each page: x, y from the top, text, bold, whether x is its right end."""
    table = document.table
    count = len(table.heads)
    numbers = max(1, count - 2)
    right = [WIDTH - MARGIN - 90 * (count - 1 - at) for at in range(count)]
    left = [MARGIN + (34 if at and count > 4 else 0) + at * (70 if count == 4 else 0) for at in range(count)]

    def lines() -> Iterator[list[tuple[float, str, bool, bool]]]:
        yield [(MARGIN, document.heading, True, False)]
        yield from ([(MARGIN, line, False, False)] for line in document.lines)
        yield []
        for row, bold in [(table.heads, True), *((row, False) for row in table.rows), *((row, True) for row in table.feet)]:
            yield [
                (right[at], cell, bold, True) if at >= numbers else (left[at], cell, bold, False)
                for at, cell in enumerate(row)
                if cell
            ]
        yield []
        yield from ([(MARGIN, line, False, False)] for line in document.closing)

    room = (HEIGHT - 2 * MARGIN) // STEP
    every = list(lines())
    return [
        [
            (x, MARGIN + (at + 1) * STEP, text, bold, end)
            for at, line in enumerate(every[start : start + room])
            for x, text, bold, end in line
        ]
        for start in range(0, len(every), room)
    ]


def by_skia(document: Document, out: Path) -> None:
    import skia

    faces = {
        bold: skia.Typeface("Liberation Sans", skia.FontStyle.Bold() if bold else skia.FontStyle.Normal())
        for bold in (False, True)
    }
    stream = skia.FILEWStream(str(out))
    with skia.PDF.MakeDocument(stream) as made:
        for page in pages(document):
            with made.page(WIDTH, HEIGHT) as canvas:
                for x, y, text, bold, end in page:
                    font = skia.Font(faces[bold], 10)
                    start = x - font.measureText(text) if end else x
                    canvas.drawString(text, start, y, font, skia.Paint(Color=skia.ColorBLACK))


def by_matplotlib(document: Document, out: Path) -> None:
    """Fonts of type 3, every text in an own graphics state."""
    import matplotlib

    matplotlib.use("pdf")
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

    with PdfPages(out) as made:
        for page in pages(document):
            figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72))
            for x, y, text, bold, end in page:
                figure.text(
                    x / WIDTH,
                    1 - y / HEIGHT,
                    text,
                    fontsize=9,
                    fontweight="bold" if bold else "normal",
                    ha="right" if end else "left",
                )
            made.savefig(figure)


def straight(text: str) -> str:
    """Without the quotes that borb's standard fonts lack."""
    return text.translate(str.maketrans("“”", '""'))


def by_borb(document: Document, out: Path) -> None:
    from borb.pdf import PDF, FixedColumnWidthTable, Paragraph, SingleColumnLayout
    from borb.pdf import Document as BorbDocument
    from borb.pdf import Page as BorbPage

    made = BorbDocument()
    table = document.table
    rows = [table.heads, *table.rows, *table.feet]
    for start in range(0, len(rows), 25):
        page = BorbPage()
        made.append_page(page)
        layout = SingleColumnLayout(page)
        if start == 0:
            for line in [document.heading, *document.lines]:
                layout.append_layout_element(Paragraph(straight(line)))
        part = rows[start : start + 25]
        grid = FixedColumnWidthTable(number_of_columns=len(table.heads), number_of_rows=len(part))
        for cell in (cell for row in part for cell in row):
            grid.append_layout_element(Paragraph(straight(cell) or " ", font_size=9))
        layout.append_layout_element(grid)
    PDF.write(what=made, where_to=str(out))
