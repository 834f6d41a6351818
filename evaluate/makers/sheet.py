"""Typesets a document to fixed places on pages, for the libraries that only draw what they are told to.

All coordinates are PDF points from the bottom-left corner. The result is plain data, so that programs in other
languages can draw it too.
"""

from .document import Document, text_of
from .typefaces import family, path, width

MARGIN = 56


class _Pages:
    def __init__(self, document: Document):
        self.document, self.style = document, document.style
        self.width, self.height = document.locale.page
        self.pages, self.items = [], []
        self._open()

    def _open(self):
        self.items = []
        self.pages.append({"items": self.items})
        self.y = self.height - MARGIN

    def need(self, height):
        """Starts a new page when `height` does not fit any more."""
        if self.y - height < MARGIN + 20:
            self._open()
            return True
        return False

    def text(self, text, x, size, align="left", bold=False, color="#222222", y=None):
        if text:
            self.items.append(
                {
                    "kind": "text",
                    "text": text,
                    "x": round(x, 2),
                    "y": round(self.y if y is None else y, 2),
                    "size": size,
                    "align": align,
                    "bold": bold,
                    "color": color,
                }
            )

    def line(self, x1, y1, x2, y2, w=0.5, color="#999999"):
        self.items.append(
            {
                "kind": "line",
                "x1": round(x1, 2),
                "y1": round(y1, 2),
                "x2": round(x2, 2),
                "y2": round(y2, 2),
                "width": w,
                "color": color,
            }
        )

    def fill(self, x, y, w, h, color):
        self.items.append(
            {"kind": "fill", "x": round(x, 2), "y": round(y, 2), "w": round(w, 2), "h": round(h, 2), "color": color}
        )


def wrap(words, face, size, room):
    lines, line = [], ""
    for word in words:
        longer = f"{line} {word}".strip(" ")
        if line and width(longer, face, size) > room:
            lines.append(line)
            longer = word
        line = longer
    return lines + [line]


def clip(text, face, size, room, bold):
    while len(text) > 1 and width(text, face, size, bold) > room:
        text = text[:-1]
    return text


def _table(pages: _Pages, block):
    style, size, pitch = pages.style, pages.style["size"], pages.style["pitch"]
    room = pages.width - 2 * MARGIN
    edges = [MARGIN]
    total = sum(share for _, _, share in block["columns"])
    for _, _, share in block["columns"]:
        edges.append(edges[-1] + room * share / total)

    def row(cells, bold, color="#222222"):
        for i, (cell, (_, align, _)) in enumerate(zip(cells, block["columns"])):
            text = clip(text_of(cell), style["font"], size, edges[i + 1] - edges[i] - 4, bold)
            pages.text(text, edges[i] + 3 if align == "left" else edges[i + 1] - 3, size, align, bold, color)

    def head():
        pages.fill(MARGIN, pages.y - 4, room, pitch, style["accent"])
        row([title for title, _, _ in block["columns"]], True, "#ffffff")
        pages.y -= pitch

    pages.need(3 * pitch)
    head()
    for n, (cells, bold) in enumerate(block["rows"]):
        if pages.need(pitch):
            head()
        if style["zebra"] and n % 2:
            pages.fill(MARGIN, pages.y - 4, room, pitch, "#f0f0f0")
        row(cells, bold)
        if style["grid"] or bold:
            pages.line(MARGIN, pages.y - 4, MARGIN + room, pages.y - 4)
        pages.y -= pitch


def _block(pages: _Pages, block):
    style, size = pages.style, pages.style["size"]
    face, leading, room = style["font"], style["size"] * 1.4, pages.width - 2 * MARGIN
    match block["type"]:
        case "heading":
            pages.y -= block["size"]
            pages.text(block["text"], MARGIN, block["size"], bold=True, color=style["accent"])
            pages.y -= block["size"] * 0.6 + 10
        case "lines":
            own = block["size"] or size
            x = {"left": MARGIN, "right": pages.width - MARGIN, "center": pages.width / 2}[block["align"]]
            for line in block["lines"]:
                pages.need(own * 1.4)
                pages.text(text_of(line), x, own, block["align"], color=block["color"] or "#222222")
                pages.y -= own * 1.4
        case "pairs":
            for label, value in block["rows"]:
                pages.need(leading)
                pages.text(label, MARGIN, size, color="#555555")
                pages.text(text_of(value), MARGIN + 150, size)
                pages.y -= leading
        case "paragraph":
            words = "".join(text_of(run) for run in block["runs"]).split(" ")
            for line in wrap(words, face, size, room):
                pages.need(leading)
                pages.text(line, MARGIN, size)
                pages.y -= leading
            pages.y -= leading / 2
        case "table":
            _table(pages, block)
        case "break":
            pages._open()
        case "gap":
            pages.y -= block["height"]
        case "field":
            pages.need(30)
            pages.text(block["label"], MARGIN, size)
            pages.items.append({"kind": "field", "name": block["name"], "x": MARGIN + 150, "y": pages.y - 5, "w": 250, "h": 18})
            pages.y -= 30


def typeset(document: Document) -> dict:
    pages = _Pages(document)
    for block in document.blocks:
        _block(pages, block)
    count = len(pages.pages)
    for n, page in enumerate(pages.pages, 1):
        pages.items = page["items"]
        pages.line(MARGIN, MARGIN + 8, pages.width - MARGIN, MARGIN + 8)
        pages.text(document.issuer, MARGIN, 8, color="#777777", y=MARGIN - 4)
        if document.design != "receipt":
            pages.text(
                document.locale.words["page"].format(n=n, m=count),
                pages.width - MARGIN,
                8,
                "right",
                color="#777777",
                y=MARGIN - 4,
            )
    face = document.style["font"]
    return {
        "title": document.title,
        "author": document.issuer,
        "language": document.locale.code,
        "width": pages.width,
        "height": pages.height,
        "face": face,
        "family": family(face),
        "regular": path(face),
        "bold": path(face, True),
        "pages": pages.pages,
    }
