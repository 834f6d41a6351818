"""Comments, marks and attachments that cover no value, and marks an issuer puts on every page."""

import pikepdf
import pymupdf
import pypdf
from reportlab.pdfgen.canvas import Canvas

from ..edits import link
from ..edits.choose import candidates
from ..edits.cover import outlines
from ..edits.work import Unsuitable, Work, look_alike
from ..locate import find, letters
from ..producers.java import run_java
from ..producers.node import run_node
from ..producers.programs import run


def free_corner(page):
    """A box near the foot of the page where nothing stands."""
    height = page.mediabox.height
    for y in range(int(height) - 120, 200, -40):
        area = pymupdf.Rect(60, y, 260, y + 30)
        if not any(area.intersects(pymupdf.Rect(char[1])) for char in letters(page)):
            return area
    raise Unsuitable("no room for a note")


def highlight(work: Work):
    """A translucent marker over a line, as a reader would set it."""
    with pymupdf.open(work.source) as file:
        page = file[0]
        words = page.get_text("words")
        word = words[len(words) // 2]
        page.add_highlight_annot(pymupdf.Rect(word[:4]))
        file.save(work.out)


def highlight_incremental(work: Work):
    work.out.write_bytes(work.source.read_bytes())
    with pymupdf.open(work.out) as file:
        words = file[0].get_text("words")
        file[0].add_highlight_annot(pymupdf.Rect(words[len(words) // 3][:4]))
        file.saveIncr()


def note_incremental(work: Work):
    """A reviewer's remark where nothing stands."""
    work.out.write_bytes(work.source.read_bytes())
    with pymupdf.open(work.out) as file:
        page = file[0]
        page.add_freetext_annot(free_corner(page), "checked, thank you", fontsize=9, text_color=(0.8, 0, 0))
        page.add_text_annot((30, 60), "please file")
        file.saveIncr()


def issuer_mark_itext5(work: Work):
    run_java("itext5", [{"action": "mark", "in": str(work.source), "out": str(work.out), "text": "Archive 4711 /"}])


def issuer_mark_openpdf(work: Work):
    run_java("openpdf", [{"action": "mark", "in": str(work.source), "out": str(work.out), "text": "Archive 4711 /"}])


def watermark_pdf_lib(work: Work):
    run_node("edit.mjs", [{"action": "watermark", "in": str(work.source), "out": str(work.out), "text": "Document id 88-1207-A"}])


def watermark_qpdf(work: Work):
    """A translucent word across every page."""
    sheet = work.folder / "mark.pdf"
    canvas = Canvas(str(sheet))
    canvas.setFillGray(0.5, 0.2)
    canvas.translate(150, 250)
    canvas.rotate(50)
    canvas.setFont("Helvetica-Bold", 80)
    canvas.drawString(0, 0, "COPY")
    canvas.save()
    run("qpdf", work.source, "--overlay", sheet, "--repeat=1", "--", work.out)


def logo_as_paths(work: Work):
    """The issuer's slogan with its number drawn as outlines at the end of the page, beside an amount that is text."""
    slogan = f"{work.document.issuer.split()[0]} {work.rng.choice(['24/7', '100 %', '365'])}"
    with pymupdf.open(work.source) as file:
        chars = {page.number + 1: [pymupdf.Rect(char[1]) for char in letters(page)] for page in file}
        heights = {page.number + 1: page.mediabox.height for page in file}
    for value in work.rng.sample(list(work.document.values.values()), len(work.document.values)):
        for place in find(work.source, value.text) if value.kind == "amount" else []:
            face = look_alike(work, place)[0]
            width = pymupdf.Font(fontfile=face).text_length(slogan, place.size)
            right, top = place.area[0] - 12, heights[place.page] - place.area[3]
            room = pymupdf.Rect(right - width, top, right, top + place.size)
            if room.x0 > 40 and not any(room.intersects(char) for char in chars[place.page]):
                drawn = "\n".join(outlines(slogan, face, place.size, right - width, place.y))
                with pikepdf.open(work.source) as pdf:
                    page = pdf.pages[place.page - 1]
                    page.contents_add(b"q", prepend=True)
                    page.contents_add(f"Q q 0.2 0.3 0.5 rg {drawn} Q".encode())
                    pdf.save(work.out)
                return
    raise Unsuitable("no room beside an amount")


def linked(work: Work):
    """A portal's links: amounts and numbers lead to its payment page, the address at the foot to its mailbox."""
    with pymupdf.open(work.source) as file:
        for id in candidates(work.document, work.rng)[:3]:
            value = work.document.values[id]
            for place in find(work.source, value.text):
                link.set_link(file[place.page - 1], place.area, link.pay_address(work, value.text))
        link.print_mail(file[0], link.mail_address(work), link.mail_address(work))
        file.save(work.out)


def _xml(work: Work) -> bytes:
    total = work.document.values["total"].text if "total" in work.document.values else ""
    number = work.document.values["number"].text
    digits = "".join(c for c in total if c.isdigit())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" '
        'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">'
        f"<rsm:ExchangedDocument><ram:ID>{number}</ram:ID></rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeSettlement>"
        f"<ram:InvoiceCurrencyCode>{work.document.locale.currency}</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementHeaderMonetarySummation>"
        f"<ram:GrandTotalAmount>{digits[:-2]}.{digits[-2:]}</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>"
        "</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>\n"
    ).encode()


def _invoice_only(work: Work):
    if work.document.design != "invoice":
        raise Unsuitable("not an invoice")


def e_invoice(work: Work):
    """The invoice's XML attached in the manner of Factur-X, written whole."""
    _invoice_only(work)
    with pikepdf.open(work.source) as pdf:
        spec = pikepdf.AttachedFileSpec(
            pdf, _xml(work), filename="factur-x.xml", mime_type="text/xml", relationship=pikepdf.Name.Alternative
        )
        pdf.attachments["factur-x.xml"] = spec
        pdf.Root.AF = pdf.make_indirect(pikepdf.Array([spec.obj]))
        with pdf.open_metadata() as metadata:
            metadata["dc:title"] = work.document.title
        pdf.save(work.out)


def e_invoice_incremental(work: Work):
    _invoice_only(work)
    writer = pypdf.PdfWriter(str(work.source), incremental=True)
    writer.add_attachment("factur-x.xml", _xml(work))
    writer.write(str(work.out))


def pdf_attached(work: Work):
    """A whole PDF attached without compression: its `%%EOF` is not the file's."""
    with pikepdf.open(work.source) as pdf:
        stream = pdf.make_stream(work.source.read_bytes(), Type=pikepdf.Name.EmbeddedFile)
        spec = pikepdf.Dictionary(Type=pikepdf.Name.Filespec, F="terms.pdf", UF="terms.pdf", EF=pikepdf.Dictionary(F=stream))
        pdf.Root.Names = pikepdf.Dictionary(
            EmbeddedFiles=pikepdf.Dictionary(Names=pikepdf.Array([pikepdf.String("terms.pdf"), pdf.make_indirect(spec)]))
        )
        pdf.save(work.out, compress_streams=False)
