"""The same document in LaTeX, in Latin Modern, for pdfTeX."""

from .document import Document, text_of

SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "€": r"\texteuro{}",
    "£": r"\textsterling{}",
    "\u00a0": "~",
    "\u2013": "--",
    "'": r"\textquotesingle{}",
    "°": r"\textdegree{}",
    "º": r"\textordmasculine{}",
}


def _text(part) -> str:
    return "".join(SPECIAL.get(c, c) for c in text_of(part))


def _color(name: str) -> str:
    return r"\color[rgb]{" + ",".join(f"{int(name[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5)) + "}"


def _table(block) -> str:
    total = sum(share for _, _, share in block["columns"])
    shape = (
        "".join(
            "@{}>{"
            + {"left": r"\raggedright", "right": r"\raggedleft", "center": r"\centering"}[align]
            + r"\arraybackslash}p{"
            + f"{share / total:.4f}"
            + r"\textwidth}"
            for _, align, share in block["columns"]
        )
        + "@{}"
    )
    head = " & ".join(r"\textbf{" + _text(title) + "}" for title, _, _ in block["columns"])
    rows = [
        " & ".join((r"\textbf{" + _text(cell) + "}") if bold else _text(cell) for cell in cells) + r" \\"
        for cells, bold in block["rows"]
    ]
    return (
        r"\setlength{\LTpre}{2pt}\setlength{\LTpost}{2pt}\begin{longtable}{"
        + shape
        + "}\n"
        + head
        + r" \\ \hline \endhead"
        + "\n"
        + "\n".join(rows)
        + "\n\\end{longtable}\n"
    )


def _block(block, style) -> str:
    match block["type"]:
        case "heading":
            return r"{\Large\bfseries" + _color(style["accent"]) + " " + _text(block["text"]) + r"\par}\vspace{8pt}"
        case "lines":
            place = {"left": "flushleft", "right": "flushright", "center": "center"}[block["align"]]
            color = _color(block["color"]) if block["color"] else ""
            lines = (r"\\" + "\n").join(_text(line) or r"\mbox{}" for line in block["lines"])
            return rf"\begin{{{place}}}{color}" + lines + rf"\end{{{place}}}"
        case "pairs":
            rows = "\n".join(f"{_text(label)} & {_text(value)} \\\\" for label, value in block["rows"])
            return r"\noindent\begin{tabular}{@{}p{150pt}l@{}}" + rows + r"\end{tabular}\par"
        case "paragraph":
            return "".join(_text(run) for run in block["runs"]) + r"\par\vspace{6pt}"
        case "table":
            return _table(block)
        case "break":
            return r"\newpage"
        case "gap":
            return rf"\vspace{{{block['height']}pt}}"
        case "field":
            return _text(block["label"]) + r" \dotfill\par\vspace{10pt}"
    raise ValueError(block["type"])


def source(document: Document) -> str:
    width, height = document.locale.page
    page = document.locale.words["page"].split("{m}")[0].format(n=r"\thepage").rstrip()
    page = page.rsplit(" ", 1)[0]  # TeX knows the number of pages only on a second run; "Page 1" is enough
    body = "\n\n".join(_block(block, document.style) for block in document.blocks)
    return rf"""\documentclass[10pt]{{article}}
\usepackage[T1]{{fontenc}}\usepackage[utf8]{{inputenc}}\usepackage{{textcomp}}\usepackage{{lmodern}}
\usepackage{{longtable,array,color}}
\pdfpagewidth={width}bp \pdfpageheight={height}bp
\hoffset=-1in \voffset=-1in \oddsidemargin=56bp \topmargin=40bp \headheight=0pt \headsep=0pt
\textwidth={width - 112}bp \textheight={height - 130}bp \footskip=30bp \parindent=0pt
\renewcommand{{\familydefault}}{{{"lmr" if document.style["font"] == "serif" else "lmss"}}}
\makeatletter\def\@oddfoot{{\footnotesize {_text(document.issuer)}\hfill {page}}}\makeatother
\pdfinfo{{/Title ({document.title.encode("ascii", "ignore").decode()}) /Author (issuer)}}
\begin{{document}}
{body}
\end{{document}}
"""
