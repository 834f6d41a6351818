"""A bank statement: opening balance, movements with a running balance, totals, closing balance."""

from datetime import date, timedelta

from ..document import Desk
from .. import people


def write(desk: Desk) -> None:
    rng, locale, words, doc = desk.rng, desk.locale, desk.words, desk.document
    doc.issuer = rng.choice(people.BANK[locale.language])
    doc.title = words["statement"]
    first = date(2026, rng.randint(3, 9), 1)
    last = date(2026, first.month + 1, 1) - timedelta(days=1)
    holder = people.person(rng, locale)

    doc.lines([doc.issuer], size=13, color=doc.style["accent"])
    doc.lines([desk.value("holder", holder, "name"), *people.address(rng, locale)])
    doc.gap()
    doc.heading(words["statement"])
    doc.pairs([
        (words["account"], desk.value("account", people.account(rng, locale), "identifier", "check digits")),
        (words["period"], f"{locale.day(first)} - {locale.day(last)}"),
    ])
    doc.gap(8)

    count = rng.choice([12, 16, 22, 30, 42, 60])
    days = sorted(rng.randint(0, last.day - 1) for _ in range(count))
    salary_at = rng.randrange(count)
    balance = opening = desk.amount("opening", rng.randint(40_000, 620_000))
    split = rng.random() < 0.5
    paid_in = paid_out = 0
    rows = [(["", words["opening"], *([""] * (2 if split else 1)), desk.money("opening", opening, "running balance")], True)]
    shops = people.SHOP[locale.language]
    for n, day in enumerate(days):
        if n == salary_at:
            who, cents = rng.choice(people.FIRM[locale.language]), rng.randint(160_000, 420_000)
        elif rng.random() < 0.15:
            who, cents = people.person(rng, locale), rng.randint(2_000, 60_000)
        else:
            who, cents = rng.choice(shops), -rng.randint(250, 19_900)
        cents = desk.amount(f"row.{n}.amount", cents)
        balance += cents
        paid_in += max(cents, 0)
        paid_out += max(-cents, 0)
        shown = desk.money(f"row.{n}.amount", abs(cents) if split else cents, "running balance", "totals")
        amounts = (["", shown] if cents > 0 else [shown, ""]) if split else [shown]
        rows.append(([
            desk.value(f"row.{n}.date", locale.day(first + timedelta(days=day)), "date"),
            desk.value(f"row.{n}.details", f"{who} {people.digits(rng, 6)}", "text"),
            *amounts,
            desk.money(f"row.{n}.balance", balance, "running balance"),
        ], False))
    closing = desk.money("closing", balance, "running balance")
    rows.append((["", words["closing"], *([""] * (2 if split else 1)), closing], True))

    money_columns = [(words["paid_out"], "right", 15), (words["paid_in"], "right", 15)] if split else [(words["amount"], "right", 18)]
    details = 38 if split else 46
    doc.table([(words["date"], "left", 14), (words["details"], "left", details), *money_columns, (words["balance"], "right", 18)], rows)
    doc.gap(8)
    doc.pairs([
        (words["total_in"], desk.money("total_in", paid_in, "totals", symbol=True)),
        (words["total_out"], desk.money("total_out", paid_out, "totals", symbol=True)),
    ])
