"""A bank statement: opening balance, movements with a running balance, totals, closing balance."""

from datetime import date, timedelta

from .. import people
from ..document import Desk


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
    doc.pairs(
        [
            (words["account"], desk.value("account", people.account(rng, locale), "identifier", "check digits")),
            (words["period"], f"{locale.day(first)} - {locale.day(last)}"),
        ]
    )
    doc.gap(8)

    count = rng.choice([12, 16, 22, 30, 42, 60])
    way = Way(rng, locale)
    days = sorted(rng.randint(0, last.day - 1) for _ in range(count))
    salary_at = rng.randrange(count)
    balance = opening = desk.amount("opening", rng.randint(40_000, 620_000))
    paid_in = paid_out = 0
    movements = []
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
        movements.append((n, first + timedelta(days=day), f"{who} {people.digits(rng, 6)}", cents, balance))

    opened = _sum_row(desk, way, "opening", opening)
    closed = _sum_row(desk, way, "closing", balance)
    if way.newest_first:
        movements, opened, closed = movements[::-1], closed, opened
    rows = [opened, *(_row(desk, way, movements, k) for k in range(count)), closed]
    columns = way.columns(words)
    if way.carried and count > 30:
        _in_pages(desk, way, columns, rows, [opening, *(balance for *_, balance in movements), balance])
    else:
        doc.table(columns, rows)
    doc.gap(8)
    doc.pairs(
        [
            (words["total_in"], desk.money("total_in", paid_in, "totals", symbol=True)),
            (words["total_out"], desk.money("total_out", paid_out, "totals", symbol=True)),
        ]
    )


class Way:
    """How this bank lays out its movements: one column or two, where the sign stands, which balances it prints."""

    def __init__(self, rng, locale):
        self.locale = locale
        self.split = rng.random() < 0.45
        self.sign = rng.choice(["before", "before", "behind", "letters"])
        self.newest_first = rng.random() < 0.15
        self.daily = not self.newest_first and rng.random() < 0.2
        self.carried = not self.newest_first and not self.daily and rng.random() < 0.6
        self.letters = {"en": ("CR", "DR"), "de": ("H", "S"), "fr": ("C", "D"), "es": ("H", "D")}[locale.language]

    def write(self, cents) -> str:
        plain = self.locale.number(abs(cents))
        if self.sign == "letters":
            return f"{plain}\u00a0{self.letters[cents < 0]}"
        if self.sign == "behind":
            return plain + ("-" if cents < 0 else "")
        return self.locale.number(cents)

    def columns(self, words) -> list:
        if self.split:
            return [
                (words["date"], "left", 14),
                (words["details"], "left", 38),
                (words["paid_out"], "right", 15),
                (words["paid_in"], "right", 15),
                (words["balance"], "right", 18),
            ]
        return [
            (words["date"], "left", 14),
            (words["details"], "left", 46),
            (words["amount"], "right", 18),
            (words["balance"], "right", 18),
        ]

    @property
    def blank(self) -> list:
        return ["", ""] if self.split else [""]


def _sum_row(desk: Desk, way: Way, id, cents):
    return (["", desk.words[id], *way.blank, desk.value(id, way.write(cents), "amount", "running balance")], True)


def _row(desk: Desk, way: Way, movements, k):
    n, day, details, cents, balance = movements[k]
    date = desk.value(f"row.{n}.date", desk.locale.day(day), "date")
    what = desk.value(f"row.{n}.details", details, "text")
    shown = desk.value(
        f"row.{n}.amount",
        desk.locale.number(abs(cents)) if way.split else way.write(cents),
        "amount",
        "running balance",
        "totals",
    )
    amounts = ([shown, ""] if cents < 0 else ["", shown]) if way.split else [shown]
    # Some banks print the balance once a day, beside the day's last movement.
    silent = way.daily and k + 1 < len(movements) and movements[k + 1][1] == day
    after = "" if silent else desk.value(f"row.{n}.balance", way.write(balance), "amount", "running balance")
    return ([date, what, *amounts, after], False)


def _in_pages(desk: Desk, way: Way, columns, rows, balances):
    """One table a page, the balance carried forward at its foot and brought forward at the head of the next."""
    doc, words, size = desk.document, desk.words, 24
    starts = list(range(0, len(rows), size))
    for start in starts:
        part = list(rows[start : start + size])
        if start:
            part.insert(
                0,
                (
                    ["", words["brought"], *way.blank, desk.value(f"brought.{start}", way.write(balances[start - 1]), "amount")],
                    True,
                ),
            )
        if start != starts[-1]:
            part.append(
                (
                    [
                        "",
                        words["carried"],
                        *way.blank,
                        desk.value(f"carried.{start}", way.write(balances[start + size - 1]), "amount"),
                    ],
                    True,
                )
            )
        doc.table(columns, part)
        if start != starts[-1]:
            doc.page_break()
