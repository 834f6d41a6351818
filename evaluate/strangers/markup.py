"""A document in the languages that the programs read: HTML, Typst, TeX, reStructuredText, groff."""

import csv
import html
import io

from .documents import Document


def as_html(document: Document) -> str:
    def row(cells: list[str], tag: str = "td") -> str:
        right = len(cells) - 2
        return "".join(
            f'<{tag} align="{"right" if at >= max(1, right) else "left"}">{html.escape(cell)}</{tag}>'
            for at, cell in enumerate(cells)
        )

    table = document.table
    rows = [f"<tr>{row(table.heads, 'th')}</tr>"]
    rows += [f"<tr>{row(cells)}</tr>" for cells in table.rows]
    rows += [f"<tr>{row([f'{cell}' for cell in cells], 'th')}</tr>" for cells in table.feet]
    lines = "".join(f"<p>{html.escape(line)}</p>" for line in document.lines)
    closing = "".join(f"<p>{html.escape(line)}</p>" for line in document.closing)
    return (
        '<html><head><meta charset="utf-8"/><style>p{margin:2px} td,th{padding:2px 6px} body{font-family:sans-serif;font-size:10pt}</style></head>'
        f'<body><h1>{html.escape(document.heading)}</h1>{lines}<table width="100%">{"".join(rows)}</table>{closing}</body></html>'
    )


def as_typst(document: Document) -> str:
    def cell(text: str) -> str:
        return "[#" + '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' + "]"

    table = document.table
    cells = ",".join(cell(text) for row in [table.heads, *table.rows] for text in row)
    feet = ",".join(f"strong({cell(text)})" for row in table.feet for text in row)
    aligned = ",".join("left" if at < max(1, len(table.heads) - 2) else "right" for at in range(len(table.heads)))
    lines = "\\\n".join(cell(line)[1:-1] for line in document.lines)
    closing = "\\\n".join(cell(line)[1:-1] for line in document.closing)
    return (
        f'#set page(numbering: "1 / 1")\n= {document.heading}\n{lines}\n\n'
        f"#table(columns: {len(table.heads)}, align: ({aligned},), stroke: 0.4pt, {cells}, {feet})\n\n{closing}\n"
    )


def as_tex(document: Document) -> str:
    def plain(text: str) -> str:
        return text.replace("%", "\\%").replace("#", "\\#").replace("&", "\\&")

    table = document.table
    columns = "".join("l" if at < max(1, len(table.heads) - 2) else "r" for at in range(len(table.heads)))

    def rows(of: list[list[str]], style: str) -> str:
        return "\\\\\n".join(" & ".join(f"{style}{{{plain(cell)}}}" for cell in row) for row in of) + "\\\\\n"

    return (
        "\\documentclass{article}\\usepackage{longtable}\\begin{document}\n"
        f"\\section*{{{plain(document.heading)}}}\n" + "\n\n".join(plain(line) for line in document.lines) + "\n\n"
        f"\\begin{{longtable}}{{{columns}}}\n{rows([table.heads], chr(92) + 'textbf')}\\hline\\endhead\n"
        f"{rows(table.rows, '')}\\hline\n{rows(table.feet, chr(92) + 'textbf')}\\end{{longtable}}\n"
        + "\n\n".join(plain(line) for line in document.closing)
        + "\n\\end{document}\n"
    )


def as_rst(document: Document) -> str:
    table = document.table
    out = io.StringIO()
    csv.writer(out).writerows([table.heads, *table.rows, *table.feet])
    body = "\n".join(f"   {line}" for line in out.getvalue().splitlines())
    lines = "\n".join(f"| {line}" for line in document.lines)
    closing = "\n".join(f"| {line}" for line in document.closing)
    bar = "=" * (len(document.heading) + 2)
    return f"{bar}\n{document.heading}\n{bar}\n\n{lines}\n\n.. csv-table::\n   :header-rows: 1\n\n{body}\n\n{closing}\n"


def as_groff(document: Document) -> str:
    """Read by `groff -t -k`: tbl's tables, no macros."""
    table = document.table
    aligned = " ".join("l" if at < max(1, len(table.heads) - 2) else "r" for at in range(len(table.heads)))
    rows = "\n".join("|".join(row) for row in [table.heads, *table.rows, *table.feet])
    lines = "\n.br\n".join(document.lines)
    closing = "\n.br\n".join(document.closing)
    return f".ft B\n{document.heading}\n.ft R\n.sp\n{lines}\n.sp\n.TS\ntab(|);\n{aligned}.\n{rows}\n.TE\n.sp\n{closing}\n"
