"""A shop's receipt: goods, total, tax inside the total, cash and change or a card."""

from datetime import date

from .. import people
from ..document import Desk


def write(desk: Desk) -> None:
    rng, locale, words, doc = desk.rng, desk.locale, desk.words, desk.document
    doc.issuer = rng.choice(people.SHOP[locale.language])
    doc.title = words["receipt"]
    day = date(2026, rng.randint(1, 10), rng.randint(1, 28))

    doc.lines([doc.issuer, *people.address(rng, locale)], align="center", color=doc.style["accent"])
    doc.gap(8)
    doc.heading(words["receipt"], 13)
    doc.pairs(
        [
            (words["receipt_no"], desk.value("number", people.digits(rng, 7), "identifier")),
            (words["date"], desk.value("day", locale.day(day), "date")),
            (words["time"], desk.value("time", f"{rng.randint(8, 19):02}:{rng.randint(0, 59):02}", "date")),
            (words["cashier"], people.person(rng, locale)),
        ]
    )
    doc.gap(6)
    rows, total = [], 0
    for n, good in enumerate(rng.sample(people.GOODS[locale.language], rng.randint(2, 7))):
        price = desk.amount(f"line.{n}.price", rng.randint(190, 12_900))
        total += price
        rows.append(([good, desk.money(f"line.{n}.price", price, "total")], False))
    if rng.random() < 0.3 and locale.language == "de":
        total += 25
        rows.append((["Pfand", desk.money("deposit", 25, "total")], False))
    rows.append(([words["total"], desk.money("total", total, "total", "tax", symbol=True)], True))
    if rng.random() < 0.5:
        if locale.country == "CH":
            # Swiss cash is rounded to five centimes.
            due = (total + 2) // 5 * 5
            if due != total:
                rows.append((["Rundung", desk.money("rounding", due - total)], False))
            handed = (due // 5_000 + 1) * 5_000
            total_paid = due
        else:
            handed, total_paid = (total // 5_000 + 1) * 5_000, total
        rows.append(([words["cash"], desk.money("cash", handed, "change")], False))
        rows.append(([words["change"], desk.money("change", handed - total_paid, "change")], False))
    else:
        rows.append(([words["card"], desk.money("card", total, "total")], False))
    doc.table([(words["item"], "left", 70), (words["amount"], "right", 30)], rows)
    net = (total * 100 + (100 + locale.vat) // 2) // (100 + locale.vat)
    doc.gap(6)
    doc.table(
        [
            ("%", "left", 22),
            (words["net_amount"], "right", 26),
            (words["tax_amount"], "right", 26),
            (words["gross_amount"], "right", 26),
        ],
        [
            (
                [
                    f"{locale.vat} %",
                    desk.money("net", net, "tax"),
                    desk.money("tax", total - net, "tax"),
                    desk.money("gross", total, "tax"),
                ],
                False,
            )
        ],
    )
    doc.gap(10)
    doc.lines([words["thanks"]], align="center")
