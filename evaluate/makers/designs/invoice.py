"""An invoice: lines of quantity times price, subtotal, tax, total, an account to pay into."""

from datetime import date, timedelta

from .. import people
from ..document import Desk


def write(desk: Desk) -> None:
    rng, locale, words, doc = desk.rng, desk.locale, desk.words, desk.document
    doc.issuer = rng.choice(people.FIRM[locale.language])
    doc.title = words["invoice"]
    issued = date(2026, rng.randint(1, 10), rng.randint(1, 28))

    doc.lines([doc.issuer, *people.address(rng, locale)], align="right", size=9, color=doc.style["accent"])
    doc.gap()
    doc.lines([words["bill_to"] + ":", desk.value("customer", people.person(rng, locale), "name"), *people.address(rng, locale)])
    doc.gap()
    doc.heading(words["invoice"])
    number = f"{issued.year}-{people.digits(rng, 5)}"
    doc.pairs(
        [
            (words["invoice_no"], desk.value("number", number, "identifier")),
            (words["invoice_date"], desk.value("issued", locale.day(issued), "date")),
            (words["due"], desk.value("due", locale.day(issued + timedelta(days=30)), "date")),
            (words["vat_id"], desk.value("vat_id", people.vat_number(rng, locale.country), "identifier", "check digits")),
        ]
    )
    doc.gap(8)

    rows, subtotal = [], 0
    for n, good in enumerate(rng.sample(people.GOODS[locale.language], rng.randint(3, 9))):
        quantity = rng.randint(1, 12)
        price = desk.amount(f"line.{n}.price", rng.randint(290, 48_900))
        subtotal += quantity * price
        rows.append(
            (
                [
                    str(n + 1),
                    good,
                    str(quantity),
                    desk.money(f"line.{n}.price", price, "line"),
                    desk.money(f"line.{n}.total", quantity * price, "line", "subtotal"),
                ],
                False,
            )
        )
    if rng.random() < 0.3:
        # A discount line, as an honest amount that is negative.
        less = -(subtotal * rng.choice([2, 3, 5]) + 50) // 100
        subtotal += less
        rows.append(
            (
                [
                    "",
                    {"en": "Discount", "de": "Rabatt", "fr": "Remise", "es": "Descuento"}[locale.language],
                    "",
                    "",
                    desk.money("discount", less, "subtotal"),
                ],
                False,
            )
        )
    tax = (subtotal * locale.vat + 50) // 100
    span = ["", "", ""]
    rows.append(([*span, words["subtotal"], desk.money("subtotal", subtotal, "subtotal", "total")], False))
    rows.append(([*span, words["vat"].format(rate=locale.vat), desk.money("tax", tax, "total")], False))
    rows.append(([*span, words["total"], desk.money("total", subtotal + tax, "total", symbol=True)], True))
    doc.table(
        [
            ("#", "left", 6),
            (words["item"], "left", 40),
            (words["quantity"], "right", 10),
            (words["unit_price"], "right", 22),
            (words["line_total"], "right", 22),
        ],
        rows,
    )
    doc.gap(14)
    doc.paragraph(
        words["pay_into"] + " ",
        desk.value("account", people.account(rng, locale), "identifier", "check digits"),
        f", {words['reference']}: {number}.",
    )
