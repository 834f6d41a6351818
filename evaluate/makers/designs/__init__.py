"""The document designs, by name. Each is a function from a desk to the document written on it."""

from ..document import Desk
from . import form, invoice, letter, payslip, receipt, statement, utility

DESIGNS = {
    "statement": statement.write,
    "payslip": payslip.write,
    "invoice": invoice.write,
    "letter": letter.write,
    "receipt": receipt.write,
    "utility": utility.write,
    "form": form.write,
}
# What the evaluation walks through; a form is made only for the treatments that need one.
BUSINESS = [name for name in DESIGNS if name != "form"]


def compose(design: str, locale: str, seed: int, changed: dict | None = None):
    """The document, and the amounts that were its inputs."""
    desk = Desk(design, locale, seed, changed)
    DESIGNS[design](desk)
    return desk.document, desk.inputs
