"""The same document as a flat OpenDocument text, which LibreOffice Writer typesets."""

from html import escape

from .document import Document, text_of
from .typefaces import family

NAMESPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}"'
    for short, long in dict(
        office="office:1.0",
        style="style:1.0",
        text="text:1.0",
        table="table:1.0",
        fo="xsl-fo-compatible:1.0",
        meta="meta:1.0",
        svg="svg-compatible:1.0",
    ).items()
)


def _text(part) -> str:
    return escape(text_of(part)).replace("\n", "<text:line-break/>")


def _paragraph(style: str, inner: str) -> str:
    return f'<text:p text:style-name="{style}">{inner}</text:p>'


class _Styles:
    """Automatic styles, made as they are asked for."""

    def __init__(self):
        self.made = {}

    def paragraph(self, align="left", size=None, color=None, bold=False, before=0, after=0, new_page=False) -> str:
        align = {"left": "start", "right": "end"}.get(align, align)
        text = "".join(
            [
                f' fo:font-size="{size}pt"' if size else "",
                f' fo:color="{color}"' if color else "",
                ' fo:font-weight="bold"' if bold else "",
            ]
        )
        page = ' fo:break-before="page"' if new_page else ""
        body = (
            f'<style:paragraph-properties fo:text-align="{align}" fo:margin-top="{before}pt" fo:margin-bottom="{after}pt"{page}/>'
            f"<style:text-properties{text}/>"
        )
        name = self.made.setdefault(("paragraph", body), f"P{len(self.made)}")
        return name

    def cell(self, background=None, line=False) -> str:
        body = (
            '<style:table-cell-properties fo:padding="1.5pt"'
            + (f' fo:background-color="{background}"' if background else "")
            + (' fo:border-bottom="0.5pt solid #999999"' if line else "")
            + "/>"
        )
        return self.made.setdefault(("table-cell", body), f"C{len(self.made)}")

    def column(self, width) -> str:
        body = f'<style:table-column-properties style:column-width="{width:.2f}pt"/>'
        return self.made.setdefault(("table-column", body), f"K{len(self.made)}")

    def xml(self) -> str:
        return "".join(
            f'<style:style style:name="{name}" style:family="{kind}">{body}</style:style>'
            for (kind, body), name in self.made.items()
        )


def _table(block, document, styles: _Styles, room: float) -> str:
    style = document.style
    total = sum(share for _, _, share in block["columns"])
    columns = "".join(
        f'<table:table-column table:style-name="{styles.column(room * share / total)}"/>' for _, _, share in block["columns"]
    )

    def row(cells, bold, color=None, background=None, line=False):
        made = "".join(
            f'<table:table-cell table:style-name="{styles.cell(background, line)}" office:value-type="string">'
            f"{_paragraph(styles.paragraph(align, color=color, bold=bold), _text(cell))}</table:table-cell>"
            for cell, (_, align, _) in zip(cells, block["columns"])
        )
        return f"<table:table-row>{made}</table:table-row>"

    head = row([title for title, _, _ in block["columns"]], True, "#ffffff", style["accent"])
    body = "".join(
        row(cells, bold, background="#f0f0f0" if style["zebra"] and n % 2 else None, line=style["grid"] or bold)
        for n, (cells, bold) in enumerate(block["rows"])
    )
    return f"<table:table>{columns}<table:table-header-rows>{head}</table:table-header-rows>{body}</table:table>"


def _block(block, document, styles: _Styles, room: float) -> str:
    style = document.style
    match block["type"]:
        case "heading":
            return _paragraph(
                styles.paragraph(size=block["size"], color=style["accent"], bold=True, after=8), escape(block["text"])
            )
        case "lines":
            name = styles.paragraph(block["align"], block["size"], block["color"])
            return _paragraph(name, "<text:line-break/>".join(_text(line) for line in block["lines"]))
        case "pairs":
            made = [f'<table:table-column table:style-name="{styles.column(w)}"/>' for w in (150, room - 150)]
            for pair in block["rows"]:
                cells = "".join(
                    f'<table:table-cell table:style-name="{styles.cell()}" office:value-type="string">{_paragraph(styles.paragraph(), _text(part))}</table:table-cell>'
                    for part in pair
                )
                made.append(f"<table:table-row>{cells}</table:table-row>")
            return f"<table:table>{''.join(made)}</table:table>"
        case "paragraph":
            return _paragraph(styles.paragraph(after=6), "".join(_text(run) for run in block["runs"]))
        case "table":
            return _table(block, document, styles, room)
        case "break":
            return _paragraph(styles.paragraph(size=2, new_page=True), "")
        case "gap":
            return _paragraph(styles.paragraph(size=max(2, block["height"] * 0.7)), "")
        case "field":
            return _paragraph(styles.paragraph(after=10), escape(block["label"]) + " ........................................")
    raise ValueError(block["type"])


def flat_text(document: Document) -> str:
    styles = _Styles()
    width, height = document.locale.page
    style = document.style
    body = "".join(_block(block, document, styles, width - 112) for block in document.blocks)
    number, count = "<text:page-number>1</text:page-number>", "<text:page-count>1</text:page-count>"
    footer = escape(document.issuer) + " \u2013 " + document.locale.words["page"].format(n=number, m=count)
    footer_style = styles.paragraph("right", 8, "#777777")
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {NAMESPACES} xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><dc:title>{escape(document.title)}</dc:title><meta:initial-creator>{escape(document.issuer)}</meta:initial-creator></office:meta>
<office:font-face-decls><style:font-face style:name="F" svg:font-family="'{family(style["font"])}'"/></office:font-face-decls>
<office:styles><style:default-style style:family="paragraph"><style:text-properties style:font-name="F" fo:font-size="{style["size"]}pt" fo:color="#222222" fo:language="{document.locale.language}" fo:country="{document.locale.country}"/></style:default-style></office:styles>
<office:automatic-styles>{styles.xml()}<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="{width}pt" fo:page-height="{height}pt" fo:margin="56pt"/><style:footer-style/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"><style:footer>{_paragraph(footer_style, footer)}</style:footer></style:master-page></office:master-styles>
<office:body><office:text>{body}</office:text></office:body></office:document>
"""
