"""The same document as a web page, for the programs that typeset for themselves."""

from html import escape

from .document import Document, Value, text_of
from .typefaces import family


def _inline(part) -> str:
    text = escape(text_of(part)).replace("\u00a0", "&#160;")
    if isinstance(part, Value) and part.kind in ("amount", "date", "identifier"):
        return f'<span class="v">{text}</span>'
    return text


def _table(block, style) -> str:
    total = sum(share for _, _, share in block["columns"])
    head = "".join(
        f'<th align="{align}" width="{share * 100 // total}%">{escape(title)}</th>' for title, align, share in block["columns"]
    )
    rows = []
    for n, (cells, bold) in enumerate(block["rows"]):
        tint = ' bgcolor="#f0f0f0"' if style["zebra"] and n % 2 else ""
        wrap = ("<b>", "</b>") if bold else ("", "")
        body = "".join(
            f'<td align="{align}">{wrap[0]}{_inline(cell)}{wrap[1]}</td>' for cell, (_, align, _) in zip(cells, block["columns"])
        )
        rows.append(f"<tr{tint}>{body}</tr>")
    return f'<table width="100%" cellspacing="0" cellpadding="2"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def _block(block, style) -> str:
    match block["type"]:
        case "heading":
            return f'<h1 style="font-size:{block["size"]}pt">{escape(block["text"])}</h1>'
        case "lines":
            size = f"font-size:{block['size']}pt;" if block["size"] else ""
            color = f"color:{block['color']};" if block["color"] else ""
            lines = "<br>".join(_inline(line) or "&#160;" for line in block["lines"])
            return f'<p align="{block["align"]}" style="{size}{color}">{lines}</p>'
        case "pairs":
            rows = "".join(
                f'<tr><td width="35%">{escape(label)}</td><td>{_inline(value)}</td></tr>' for label, value in block["rows"]
            )
            return f'<table class="pairs" width="100%" cellspacing="0" cellpadding="1">{rows}</table>'
        case "paragraph":
            return f"<p>{''.join(_inline(run) for run in block['runs'])}</p>"
        case "table":
            return _table(block, style)
        case "break":
            return '<div style="page-break-after:always"></div>'
        case "gap":
            return f'<div style="height:{block["height"]}pt"></div>'
        case "field":
            return f'<p>{escape(block["label"])} <input type="text" name="{block["name"]}" size="40"></p>'
    raise ValueError(block["type"])


def page(document: Document) -> str:
    style = document.style
    width, height = document.locale.page
    grid = "td { border-bottom: 0.5pt solid #999999 }" if style["grid"] else ""
    return f"""<!DOCTYPE html>
<html lang="{document.locale.code}"><head><meta charset="utf-8"><title>{escape(document.title)}</title>
<meta name="author" content="{escape(document.issuer)}">
<style>
@page {{ size: {width}pt {height}pt; margin: 50pt }}
body {{ font-family: "{family(style["font"])}"; font-size: {style["size"]}pt; color: #222222 }}
h1 {{ color: {style["accent"]} }}
th {{ background: {style["accent"]}; color: #ffffff }}
table {{ border-collapse: collapse }}
.v {{ white-space: nowrap }}
.pairs td {{ border: none }}
{grid}
</style></head><body>
{"".join(_block(block, style) for block in document.blocks)}
</body></html>
"""
