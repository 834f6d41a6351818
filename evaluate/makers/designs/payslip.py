"""A payslip: earnings, deductions by rate, net pay, and the year to date of every line."""

from datetime import date, timedelta

from .. import people
from ..document import Desk


def write(desk: Desk) -> None:
    rng, locale, words, doc = desk.rng, desk.locale, desk.words, desk.document
    doc.issuer = rng.choice(people.FIRM[locale.language])
    doc.title = words["payslip"]
    month = date(2026, rng.randint(2, 9), 1)
    paid = date(2026, month.month + 1, 1) - timedelta(days=rng.randint(1, 4))

    doc.lines([doc.issuer, *people.address(rng, locale)], size=9, color=doc.style["accent"])
    doc.gap()
    doc.heading(words["payslip"])
    doc.pairs(
        [
            (words["employee"], desk.value("employee", people.person(rng, locale), "name")),
            (words["personnel"], desk.value("personnel", people.digits(rng, 6), "identifier")),
            (words["pay_period"], desk.value("period", locale.month(month), "date")),
            (words["pay_date"], desk.value("paid", locale.day(paid), "date")),
        ]
    )
    doc.gap(8)

    base = desk.amount("base", rng.randint(210_000, 540_000))
    earnings = [("base", base)]
    overtime_row = None
    if rng.random() < 0.5:
        hours, rate = rng.randint(2, 18), rng.randint(1_600, 3_900)
        earnings.append(("overtime", hours * rate))
        overtime_row = (hours, rate)
    if rng.random() < 0.3:
        earnings.append(("bonus", desk.amount("bonus", rng.randint(10, 90) * 1_000)))
    gross = sum(cents for _, cents in earnings)
    rates = [("tax", rng.randint(11, 24) * 100), ("pension", 930), ("health", 785), ("insurance", 130)]
    deductions = [(name, (gross * rate + 5_000) // 10_000, rate) for name, rate in rates]
    months = month.month

    rows = []
    for name, cents in earnings:
        sums = ("gross", "net")
        hours = rate = ""
        if name == "overtime":
            hours, rate = str(overtime_row[0]), locale.number(overtime_row[1])
            sums += ("hours times rate",)
        rows.append(
            (
                [
                    words[name],
                    hours,
                    rate,
                    desk.money(name, cents, *sums),
                    desk.money(f"{name}.ytd", cents * months, "year to date"),
                ],
                False,
            )
        )
    rows.append(
        (
            [
                words["gross"],
                "",
                "",
                desk.money("gross", gross, "gross", "net"),
                desk.money("gross.ytd", gross * months, "year to date"),
            ],
            True,
        )
    )
    for name, cents, rate in deductions:
        rows.append(
            (
                [
                    words[name],
                    "",
                    f"{locale.number(rate)} %",
                    desk.money(name, -cents, "deductions", "net"),
                    desk.money(f"{name}.ytd", -cents * months, "year to date"),
                ],
                False,
            )
        )
    taken = sum(cents for _, cents, _ in deductions)
    rows.append(
        (
            [
                words["total_deductions"],
                "",
                "",
                desk.money("deductions", -taken, "deductions", "net"),
                desk.money("deductions.ytd", -taken * months, "year to date"),
            ],
            True,
        )
    )
    rows.append(
        (
            [
                words["net"],
                "",
                "",
                desk.money("net", gross - taken, "net"),
                desk.money("net.ytd", (gross - taken) * months, "year to date"),
            ],
            True,
        )
    )
    doc.table(
        [
            (words["earnings"], "left", 36),
            (words["hours"], "right", 12),
            (words["rate"], "right", 14),
            (words["this_period"], "right", 18),
            (words["ytd"], "right", 20),
        ],
        rows,
    )
    doc.gap(10)
    doc.paragraph(words["paid_to"] + " ", desk.value("account", people.account(rng, locale), "identifier", "check digits"))
