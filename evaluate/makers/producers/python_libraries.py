"""Producers that are Python libraries: ReportLab (canvas and platypus), fpdf2, cairo, WeasyPrint."""

import cairocffi
from fpdf import FPDF
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

from ..document import text_of
from ..sheet import typeset
from ..typefaces import path
from ..web import page as web_page

BASE14 = {
    "sans": ("Helvetica", "Helvetica-Bold"),
    "serif": ("Times-Roman", "Times-Bold"),
    "dejavu": ("Helvetica", "Helvetica-Bold"),
}


def _reportlab_faces(face: str) -> tuple:
    names = (f"{face}-regular", f"{face}-bold")
    for name, bold in zip(names, (False, True)):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, path(face, bold)))
    return names


def _reportlab(document, out, faces, **options):
    sheet = typeset(document)
    canvas = Canvas(str(out), pagesize=(sheet["width"], sheet["height"]), **options)
    canvas.setTitle(sheet["title"])
    canvas.setAuthor(sheet["author"])
    for page in sheet["pages"]:
        for item in page["items"]:
            if item["kind"] == "field":
                canvas.acroForm.textfield(name=item["name"], x=item["x"], y=item["y"], width=item["w"], height=item["h"])
                continue
            canvas.setFillColor(HexColor(item["color"]))
            if item["kind"] == "text":
                canvas.setFont(faces[item["bold"]], item["size"])
                draw = {"left": canvas.drawString, "right": canvas.drawRightString, "center": canvas.drawCentredString}
                draw[item["align"]](item["x"], item["y"], item["text"])
            elif item["kind"] == "line":
                canvas.setStrokeColor(HexColor(item["color"]))
                canvas.setLineWidth(item["width"])
                canvas.line(item["x1"], item["y1"], item["x2"], item["y2"])
            else:
                canvas.rect(item["x"], item["y"], item["w"], item["h"], stroke=0, fill=1)
        canvas.showPage()
    canvas.save()


def reportlab(document, out):
    _reportlab(document, out, _reportlab_faces(document.style["font"]), pageCompression=1)


def reportlab_base14(document, out):
    """The standard fonts, not embedded, as many small billing scripts do."""
    _reportlab(document, out, BASE14[document.style["font"]])


def platypus(document, out):
    """ReportLab's own layout engine: tables and paragraphs flow."""
    style = document.style
    regular, bold = _reportlab_faces(style["font"])
    plain = ParagraphStyle("plain", fontName=regular, fontSize=style["size"], leading=style["size"] * 1.35)
    width, height = document.locale.page
    room, flow = width - 112, []

    def text(part, face=plain, **kw):
        safe = text_of(part).replace("&", "&amp;").replace("<", "&lt;")
        return Paragraph(safe, ParagraphStyle("own", parent=face, **kw) if kw else face)

    for block in document.blocks:
        match block["type"]:
            case "heading":
                flow.append(
                    text(
                        block["text"],
                        fontName=bold,
                        fontSize=block["size"],
                        leading=block["size"] * 1.8,
                        textColor=HexColor(style["accent"]),
                    )
                )
            case "lines":
                align = {"left": 0, "center": 1, "right": 2}[block["align"]]
                flow += [text(line, alignment=align) for line in block["lines"]]
            case "pairs":
                flow.append(
                    Table(
                        [[label, text_of(value)] for label, value in block["rows"]],
                        [150, room - 150],
                        style=[
                            ("FONT", (0, 0), (-1, -1), regular, style["size"]),
                            ("TOPPADDING", (0, 0), (-1, -1), 1),
                            ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
                        ],
                        hAlign="LEFT",
                    )
                )
            case "paragraph":
                flow += [text("".join(text_of(run) for run in block["runs"])), Spacer(1, 6)]
            case "table":
                total = sum(share for _, _, share in block["columns"])
                look = [
                    ("FONT", (0, 0), (-1, 0), bold, style["size"]),
                    ("FONT", (0, 1), (-1, -1), regular, style["size"]),
                    ("BACKGROUND", (0, 0), (-1, 0), HexColor(style["accent"])),
                    ("TEXTCOLOR", (0, 0), (-1, 0), HexColor("#ffffff")),
                    ("TOPPADDING", (0, 0), (-1, -1), 2),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
                ]
                look += [("ALIGN", (i, 0), (i, -1), align.upper()) for i, (_, align, _) in enumerate(block["columns"])]
                look += [
                    ("FONT", (0, n), (-1, n), bold, style["size"]) for n, (_, strong) in enumerate(block["rows"], 1) if strong
                ]
                rows = [[title for title, _, _ in block["columns"]]] + [
                    [text_of(cell) for cell in cells] for cells, _ in block["rows"]
                ]
                flow.append(Table(rows, [room * share / total for _, _, share in block["columns"]], style=look, repeatRows=1))
            case "break":
                flow.append(PageBreak())
            case "gap":
                flow.append(Spacer(1, block["height"]))
    SimpleDocTemplate(
        str(out), pagesize=(width, height), margin=56, leftMargin=56, rightMargin=56, title=document.title, author=document.issuer
    ).build(flow)


def _rgb(color: str) -> tuple:
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))


def fpdf2(document, out):
    sheet = typeset(document)
    pdf = FPDF(unit="pt", format=(sheet["width"], sheet["height"]))
    pdf.set_auto_page_break(False)
    pdf.set_title(sheet["title"])
    pdf.set_author(sheet["author"])
    pdf.add_font("body", "", sheet["regular"])
    pdf.add_font("body", "B", sheet["bold"])
    for page in sheet["pages"]:
        pdf.add_page()
        for item in page["items"]:
            if item["kind"] == "text":
                pdf.set_font("body", "B" if item["bold"] else "", item["size"])
                pdf.set_text_color(*_rgb(item["color"]))
                shift = {"left": 0, "right": 1, "center": 0.5}[item["align"]] * pdf.get_string_width(item["text"])
                pdf.text(item["x"] - shift, sheet["height"] - item["y"], item["text"])
            elif item["kind"] == "line":
                pdf.set_draw_color(*_rgb(item["color"]))
                pdf.set_line_width(item["width"])
                pdf.line(item["x1"], sheet["height"] - item["y1"], item["x2"], sheet["height"] - item["y2"])
            elif item["kind"] == "fill":
                pdf.set_fill_color(*_rgb(item["color"]))
                pdf.rect(item["x"], sheet["height"] - item["y"] - item["h"], item["w"], item["h"], style="F")
    pdf.output(str(out))


def cairo(document, out):
    sheet = typeset(document)
    surface = cairocffi.PDFSurface(str(out), sheet["width"], sheet["height"])
    pen = cairocffi.Context(surface)
    for page in sheet["pages"]:
        for item in page["items"]:
            if item["kind"] == "field":
                continue
            pen.set_source_rgb(*(c / 255 for c in _rgb(item["color"])))
            if item["kind"] == "text":
                pen.select_font_face(sheet["family"], 0, int(item["bold"]))
                pen.set_font_size(item["size"])
                advance = pen.text_extents(item["text"])[4]
                shift = {"left": 0, "right": 1, "center": 0.5}[item["align"]] * advance
                pen.move_to(item["x"] - shift, sheet["height"] - item["y"])
                pen.show_text(item["text"])
            elif item["kind"] == "line":
                pen.set_line_width(item["width"])
                pen.move_to(item["x1"], sheet["height"] - item["y1"])
                pen.line_to(item["x2"], sheet["height"] - item["y2"])
                pen.stroke()
            else:
                pen.rectangle(item["x"], sheet["height"] - item["y"] - item["h"], item["w"], item["h"])
                pen.fill()
        surface.show_page()
    surface.finish()


def weasyprint(document, out):
    from weasyprint import HTML

    HTML(string=web_page(document)).write_pdf(str(out), presentational_hints=True)
