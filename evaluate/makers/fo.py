"""The same document as XSL formatting objects, which Apache FOP typesets."""

from html import escape

from .document import Document, text_of
from .typefaces import FACES, family, path


def _text(part) -> str:
    return escape(text_of(part))


def _cell(text, align, bold, color=None, background=None, line=False) -> str:
    look = (' font-weight="bold"' if bold else "") + (f' color="{color}"' if color else "")
    ground = (f' background-color="{background}"' if background else "") + (
        ' border-bottom="0.5pt solid #999999"' if line else ""
    )
    align = {"left": "start", "right": "end"}.get(align, align)
    return f'<fo:table-cell padding="2pt"{ground}><fo:block text-align="{align}"{look}>{_text(text)}</fo:block></fo:table-cell>'


def _table(block, style) -> str:
    columns = "".join(f'<fo:table-column column-width="proportional-column-width({share})"/>' for _, _, share in block["columns"])
    head = "".join(_cell(title, align, True, "#ffffff", style["accent"]) for title, align, _ in block["columns"])
    rows = []
    for n, (cells, bold) in enumerate(block["rows"]):
        tint = "#f0f0f0" if style["zebra"] and n % 2 else None
        made = "".join(
            _cell(cell, align, bold, None, tint, style["grid"] or bold) for cell, (_, align, _) in zip(cells, block["columns"])
        )
        rows.append(f"<fo:table-row>{made}</fo:table-row>")
    return (
        f'<fo:table table-layout="fixed" width="100%">{columns}<fo:table-header><fo:table-row>{head}</fo:table-row></fo:table-header>'
        f"<fo:table-body>{''.join(rows)}</fo:table-body></fo:table>"
    )


def _block(block, style) -> str:
    match block["type"]:
        case "heading":
            return f'<fo:block font-size="{block["size"]}pt" font-weight="bold" color="{style["accent"]}" space-after="10pt">{escape(block["text"])}</fo:block>'
        case "lines":
            align = {"left": "start", "right": "end"}.get(block["align"], block["align"])
            size = f' font-size="{block["size"]}pt"' if block["size"] else ""
            color = f' color="{block["color"]}"' if block["color"] else ""
            return "".join(
                f'<fo:block text-align="{align}"{size}{color}>{_text(line) or "&#160;"}</fo:block>' for line in block["lines"]
            )
        case "pairs":
            rows = "".join(
                f"<fo:table-row>{_cell(label, 'left', False)}{_cell(value, 'left', False)}</fo:table-row>"
                for label, value in block["rows"]
            )
            return f'<fo:table table-layout="fixed" width="100%"><fo:table-column column-width="150pt"/><fo:table-column/><fo:table-body>{rows}</fo:table-body></fo:table>'
        case "paragraph":
            return f'<fo:block space-after="6pt">{"".join(_text(run) for run in block["runs"])}</fo:block>'
        case "table":
            return _table(block, style)
        case "break":
            return '<fo:block break-after="page"/>'
        case "gap":
            return f'<fo:block space-after="{block["height"]}pt" line-height="1pt">&#160;</fo:block>'
        case "field":
            return f'<fo:block space-after="10pt">{escape(block["label"])} ........................................</fo:block>'
    raise ValueError(block["type"])


def formatting_objects(document: Document) -> str:
    style, (width, height) = document.style, document.locale.page
    page_words = document.locale.words["page"].format(n="<fo:page-number/>", m='<fo:page-number-citation-last ref-id="all"/>')
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format" font-family="{family(style["font"])}" font-size="{style["size"]}pt" color="#222222">
<fo:layout-master-set><fo:simple-page-master master-name="page" page-width="{width}pt" page-height="{height}pt" margin="46pt 56pt">
<fo:region-body margin-bottom="24pt"/><fo:region-after extent="14pt"/></fo:simple-page-master></fo:layout-master-set>
<fo:page-sequence master-reference="page" id="all" language="{document.locale.language}">
<fo:static-content flow-name="xsl-region-after"><fo:block font-size="8pt" color="#777777" text-align="end">{escape(document.issuer)} - {page_words}</fo:block></fo:static-content>
<fo:flow flow-name="xsl-region-body">{"".join(_block(block, style) for block in document.blocks)}</fo:flow>
</fo:page-sequence></fo:root>
"""


def configuration() -> str:
    """FOP's own settings: the fonts by file, embedded as subsets."""
    fonts = "".join(
        f'<font kerning="yes" embed-url="file://{path(face, bold)}"><font-triplet name="{family(face)}" style="normal" weight="{"bold" if bold else "normal"}"/></font>'
        for face in FACES
        for bold in (False, True)
    )
    return f'<?xml version="1.0"?><fop version="1.0"><renderers><renderer mime="application/pdf"><fonts>{fonts}</fonts></renderer></renderers></fop>'
