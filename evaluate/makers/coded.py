"""Bills with a QR code, and edits that leave the code as it was: of the print, or of the code alone."""

from io import BytesIO
from pathlib import Path

import pikepdf
import segno
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

FOLDER = "coded"
POINTS_PER_MM = 72 / 25.4

SWISS = {
    "iban": "CH5604835012345678009",
    "amount": "1949.75",
    "reference": "RF18539007547034",
}
EUROPEAN = {"iban": "DE75512108001245126199", "amount": "842.30"}


def _grouped(text, size=4):
    return " ".join(text[at : at + size] for at in range(0, len(text), size))


def _swiss_text(values):
    creditor = ["S", "Muster Garten AG", "Lindenweg", "12", "3007", "Bern", "CH"]
    debtor = ["S", "Petra Beispiel", "Seestrasse", "5", "6004", "Luzern", "CH"]
    lines = ["SPC", "0200", "1", values["iban"], *creditor, *[""] * 7, values["amount"], "CHF", *debtor]
    return "\n".join([*lines, "SCOR", values["reference"], "Rechnung 20418", "EPD"])


def _european_text(values):
    return "\n".join(
        ["BCD", "002", "1", "SCT", "", "Muster Garten GmbH", values["iban"], f"EUR{values['amount']}", "", "", "Rechnung 20418"]
    )


def _drawn(canvas, text, left, bottom, side):
    """The code as one square a module."""
    matrix = segno.make(text, error="m", micro=False).matrix
    module = side / len(matrix)
    canvas.setFillGray(0)
    for row, modules in enumerate(matrix):
        for column, dark in enumerate(modules):
            if dark:
                canvas.rect(left + column * module, bottom + side - (row + 1) * module, module, module, stroke=0, fill=1)


def _pictured(canvas, text, left, bottom, side):
    """The code as a picture of one bit a sample."""
    picture = BytesIO()
    segno.make(text, error="m", micro=False).save(picture, kind="png", scale=4, border=2)
    picture.seek(0)
    canvas.drawImage(ImageReader(picture), left, bottom, side, side)


def _swiss_bill(path: Path, printed, coded):
    canvas = Canvas(str(path), pagesize=(595.28, 841.89), invariant=1)
    canvas.setFont("Helvetica", 11)
    canvas.drawString(57, 770, "Muster Garten AG, Lindenweg 12, 3007 Bern")
    canvas.drawString(57, 720, "Rechnung 20418")
    canvas.drawString(57, 690, "Gartenarbeiten nach Aufwand, Monat Mai")
    top = 105 * POINTS_PER_MM
    canvas.line(0, top, 595.28, top)
    canvas.line(62 * POINTS_PER_MM, 0, 62 * POINTS_PER_MM, top)
    amount = f"{float(printed['amount']):,.2f}".replace(",", " ")

    def column(left, lines, width=8):
        for offset, text in lines:
            canvas.setFont("Helvetica", width)
            canvas.drawString(left * POINTS_PER_MM, top - offset * POINTS_PER_MM, text)

    account = [(15, "Konto / Zahlbar an"), (19, _grouped(printed["iban"])), (22, "Muster Garten AG"), (25, "3007 Bern")]
    reference = [(31, "Referenz"), (35, _grouped(printed["reference"]))]
    column(5, [(9, "Empfangsschein"), *account, *reference, (71, "Währung"), (75, "CHF")])
    column(25, [(71, "Betrag"), (75, amount)])
    column(67, [(9, "Zahlteil"), (71, "Währung"), (75, "CHF")])
    column(85, [(71, "Betrag"), (75, amount)])
    column(118, [*account, *reference], 10)
    _drawn(canvas, _swiss_text(coded), 67 * POINTS_PER_MM, top - 63 * POINTS_PER_MM, 46 * POINTS_PER_MM)
    canvas.save()


def _invoice(path: Path, printed, coded):
    canvas = Canvas(str(path), pagesize=(595.28, 841.89), invariant=1)
    canvas.setFont("Helvetica", 10)
    amount = f"{float(printed['amount']):,.2f}".translate(str.maketrans(",.", ".,"))
    for height, text, value in (
        (780, "Muster Garten GmbH, Lindenweg 12, 10115 Berlin", ""),
        (740, "Rechnung 20418", ""),
        (700, "Gartenarbeiten nach Aufwand, Monat Mai", ""),
        (660, "Rechnungsbetrag EUR", amount),
        (620, f"Bitte zahlen Sie auf das Konto IBAN {_grouped(printed['iban'])}", ""),
    ):
        canvas.drawString(57, height, text)
        canvas.drawRightString(538, height, value)
    _pictured(canvas, _european_text(coded), 57, 480, 100)
    canvas.save()


def _same_code(path: Path, make, printed, coded):
    """The print of one file with the code of another, saved by another program: page contents or pictures change."""
    plain = path.with_suffix(".plain")
    make(plain, printed, coded)
    with pikepdf.open(plain) as pdf:
        pdf.save(path, deterministic_id=True)
    plain.unlink()


def _edit(page_value, field, old, new, why):
    return {
        "label": "edited",
        "method": why,
        "traceable": True,
        "traces": ["print differs from code"],
        "why": "print differs from code",
        "edits": [{"page": 1, "area": page_value, "field": field, "kind": field, "old_value": old, "new_value": new}],
        "allowed": ["tampered", "suspicious"],
        "image": False,
    }


def make(folder: Path, expected):
    """All files of the folder, with their labels."""
    folder.mkdir(parents=True)
    swiss = {"producer": "reportlab", "design": "swiss-qr-bill", "locale": "de-CH"}
    european = {"producer": "reportlab", "design": "invoice", "locale": "de-DE"}
    _swiss_bill(folder / "swiss-bill.pdf", SWISS, SWISS)
    _invoice(folder / "invoice-with-girocode.pdf", EUROPEAN, EUROPEAN)
    genuine = {"label": "genuine", "allowed": ["inconclusive"]}
    expected[f"{FOLDER}/swiss-bill.pdf"] = {**swiss, **genuine}
    expected[f"{FOLDER}/invoice-with-girocode.pdf"] = {**european, **genuine}

    _same_code(folder / "swiss-bill-amount-retyped.pdf", _swiss_bill, {**SWISS, "amount": "1649.75"}, SWISS)
    expected[f"{FOLDER}/swiss-bill-amount-retyped.pdf"] = {
        **swiss,
        **_edit([240.9, 83.0, 275.0, 93.0], "amount", "1 949.75", "1 649.75", "amount retyped, code left as it was"),
    }
    other = {**EUROPEAN, "iban": "DE02120300000000202051"}
    _same_code(folder / "invoice-account-retyped.pdf", _invoice, other, EUROPEAN)
    expected[f"{FOLDER}/invoice-account-retyped.pdf"] = {
        **european,
        **_edit(
            [224.0, 617.0, 352.0, 630.0], "account", EUROPEAN["iban"], _grouped(other["iban"]), "account retyped, code left as it was"
        ),
    }
    _same_code(folder / "invoice-code-replaced.pdf", _invoice, EUROPEAN, {**other, "amount": "842.30"})
    expected[f"{FOLDER}/invoice-code-replaced.pdf"] = {
        **european,
        **_edit([57.0, 480.0, 157.0, 580.0], "code", EUROPEAN["iban"], other["iban"], "code of another account put in its place"),
    }
