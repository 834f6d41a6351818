"""An electricity bill, as used to prove an address: readings, consumption times tariff, standing charge, tax."""

from datetime import date, timedelta

from .. import people
from ..document import Desk


def write(desk: Desk) -> None:
    rng, locale, words, doc = desk.rng, desk.locale, desk.words, desk.document
    doc.issuer = rng.choice(people.FIRM[locale.language])
    doc.title = words["utility"]
    until = date(2026, rng.randint(2, 9), 28)
    days = rng.choice([28, 30, 61, 91])
    street, town = people.address(rng, locale)

    doc.lines([doc.issuer], size=13, color=doc.style["accent"])
    doc.gap(6)
    doc.lines([desk.value("customer", people.person(rng, locale), "name"), street, town])
    doc.gap()
    doc.heading(words["utility"])
    doc.pairs(
        [
            (words["customer_no"], desk.value("customer_no", people.digits(rng, 8), "identifier")),
            (words["supply_address"], desk.value("supply", f"{street}, {town}", "text", "same address twice")),
            (words["period"], f"{locale.day(until - timedelta(days=days))} - {locale.day(until)}"),
            (words["meter"], desk.value("meter", people.digits(rng, 9), "identifier")),
            (words["due"], desk.value("due", locale.day(until + timedelta(days=21)), "date")),
        ]
    )
    doc.gap(8)
    old = rng.randint(2_000, 70_000)
    used = desk.amount("used", rng.randint(120, 990))
    doc.table(
        [(words["reading_old"], "right", 33), (words["reading_new"], "right", 33), (words["consumption"], "right", 34)],
        [
            (
                [
                    desk.value("old", locale.number(old, 0), "amount", "consumption"),
                    desk.value("new", locale.number(old + used, 0), "amount", "consumption"),
                    desk.value("used", locale.number(used, 0), "amount", "consumption", "energy"),
                ],
                False,
            )
        ],
    )
    doc.gap(8)
    tariff = rng.randint(2_100, 3_900)  # in hundredths of a cent
    energy = (used * tariff + 50) // 100
    standing = days * rng.randint(25, 60)
    tax = ((energy + standing) * locale.vat + 50) // 100
    doc.table(
        [
            (words["item"], "left", 34),
            (words["quantity"], "right", 16),
            (words["unit_price"], "right", 25),
            (words["line_total"], "right", 25),
        ],
        [
            (
                [
                    words["energy"],
                    f"{locale.number(used, 0)} kWh",
                    locale.number(tariff, 4),
                    desk.money("energy", energy, "energy", "subtotal"),
                ],
                False,
            ),
            (
                [words["standing"], str(days), locale.number(standing // days), desk.money("standing", standing, "subtotal")],
                False,
            ),
            ([words["subtotal"], "", "", desk.money("subtotal", energy + standing, "subtotal", "total")], False),
            ([words["vat"].format(rate=locale.vat), "", "", desk.money("tax", tax, "total")], False),
            ([words["total"], "", "", desk.money("total", energy + standing + tax, "total", symbol=True)], True),
        ],
    )
    doc.gap(12)
    doc.paragraph(words["pay_into"] + " ", desk.value("account", people.account(rng, locale), "identifier", "check digits"), ".")
