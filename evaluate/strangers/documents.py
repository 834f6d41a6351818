"""What the strange programs are given to print: business documents with correct arithmetic and invented names, as rows of text."""

from dataclasses import dataclass, field
from decimal import Decimal
from itertools import accumulate

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Table:
    heads: list[str]
    rows: list[list[str]]
    feet: list[list[str]] = field(default_factory=list)


@dataclass(frozen=True)
class Document:
    """A heading, lines of address and reference, one table, lines behind it."""

    name: str
    heading: str
    lines: list[str]
    table: Table
    closing: list[str]


def written(amount: Decimal, mark: str) -> str:
    """`1.234,50` where the mark is a comma, `1,234.50` where it is a point."""
    text = f"{amount.quantize(CENT):,.2f}"
    return text.translate(str.maketrans(",.", ".,")) if mark == "," else text


def invoice() -> Document:
    items = [
        ("Filter cartridge, fine", 12, "18.45"),
        ("Office fitting, first floor", 3, "249.90"),
        ("Flat hose 25 mm", 40, "3.35"),
        ("Sealing ring", 150, "0.42"),
        ("Delivery", 1, "27.50"),
    ]
    rows, net = [], Decimal(0)
    for number, (what, count, price) in enumerate(items, 1):
        total = count * Decimal(price)
        net += total
        rows.append([str(number), what, str(count), written(Decimal(price), ","), written(total, ",")])
    tax = (net * Decimal("0.19")).quantize(CENT)
    feet = [
        ["", "Nettobetrag", "", "", written(net, ",")],
        ["", "MwSt. 19 %", "", "", written(tax, ",")],
        ["", "Gesamtbetrag EUR", "", "", written(net + tax, ",")],
    ]
    return Document(
        "invoice-de",
        "Rechnung 2026-0417",
        ["Proflux Büroausstattung GmbH", "Hafenstraße 8, 20457 Hamburg", "Rechnungsdatum: 14.10.2026", "Kundennummer: 30118"],
        Table(["Pos.", "Bezeichnung", "Menge", "Einzelpreis", "Betrag"], rows, feet),
        ["Zahlbar innerhalb von 14 Tagen ohne Abzug.", "office@proflux.example"],
    )


def statement() -> Document:
    whats = [
        "Card payment Fishmonger",
        "Salary Affinity Ltd",
        "Direct debit Gasflow",
        "Transfer to savings",
        "Cash machine High Street",
    ]
    sums = [Decimal(-31) - Decimal(k * 7919 % 9000) / 100 if k % 5 != 1 else Decimal("840.25") + k for k in range(1, 71)]
    start = Decimal("2315.62")
    balances = list(accumulate(sums, initial=start))[1:]
    rows = [
        [f"{1 + k * 30 // 70:02d}/09/2026", f"{whats[k % 5]} {4000 + 37 * k}", written(amount, "."), written(balance, ".")]
        for k, (amount, balance) in enumerate(zip(sums, balances, strict=True))
    ]
    rows.insert(0, ["01/09/2026", "Opening balance", "", written(start, ".")])
    return Document(
        "statement-en",
        "Statement of account",
        ["Northfield Bank", "Ms A. Fielding, 12 Mill Lane, Leeds", "Account 40318822, sort code 20-44-17", "September 2026"],
        Table(
            ["Date", "Details", "Amount GBP", "Balance GBP"],
            rows,
            [["30/09/2026", "Closing balance", "", written(balances[-1], ".")]],
        ),
        ["Interest is paid on the last day of the month."],
    )


def payslip() -> Document:
    pays = [("Salaris", "3412.00"), ("Overwerk 6 uur", "148.26"), ("Reiskosten", "92.40")]
    cuts = [("Loonheffing", "721.33"), ("Pensioenpremie", "204.72"), ("WGA-premie", "11.08")]
    rows = [[what, written(Decimal(amount), ","), ""] for what, amount in pays]
    rows += [[what, "", written(Decimal(amount), ",")] for what, amount in cuts]
    paid, cut = (sum(Decimal(amount) for _, amount in listed) for listed in (pays, cuts))
    feet = [["Totaal", written(paid, ","), written(cut, ",")], ["Netto", "", written(paid - cut, ",")]]
    return Document(
        "payslip-nl",
        "Loonstrook oktober 2026",
        ["Efficiënt Flessenwerk B.V.", "Kade 3, 3011 AB Rotterdam", "Medewerker: M. de Vries, nr. 1187"],
        Table(["Omschrijving", "Betaling", "Inhouding"], rows, feet),
        ["Uitbetaald op 26-10-2026"],
    )


def receipt() -> Document:
    """More signs that readers and fonts treat specially: ligatures, quotes, a minus, a discount."""
    items = [("Café au lait ×2", "7.80"), ("Soufflé “maison”", "11.50"), ("Remise fidélité", "-2.30")]
    total = sum(Decimal(amount) for _, amount in items)
    tax = (total * 10 / 110).quantize(CENT)
    rows = [[what, written(Decimal(amount), ",")] for what, amount in items]
    feet = [["Total TTC", written(total, ",")], ["dont TVA 10 %", written(tax, ",")]]
    return Document(
        "receipt-fr",
        "Ticket n° 88214",
        ["Brasserie du Fleuve, 44000 Nantes", "le 03/10/2026 à 12:47"],
        Table(["Article", "EUR"], rows, feet),
        ["Merci de votre visite !"],
    )


def two_rates() -> Document:
    """Two rates of tax, a discount before them, a part paid before."""
    items = [
        ("Huile d'olive, 5 l", 6, "38.50", "5.5"),
        ("Caisse en bois", 4, "12.75", "20"),
        ("Étiquettes, le cent", 3, "9.90", "20"),
    ]
    rows, bases = [], {}
    for what, count, price, rate in items:
        total = count * Decimal(price)
        bases[rate] = bases.get(rate, Decimal(0)) + total
        rows.append([what, str(count), f"{rate.replace('.', ',')} %", written(Decimal(price), ","), written(total, ",")])
    taxes = {rate: (base * Decimal(rate) / 100).quantize(CENT) for rate, base in bases.items()}
    net = sum(bases.values(), Decimal(0))
    whole = net + sum(taxes.values(), Decimal(0))
    paid = Decimal("100.00")
    feet = [["Total HT", "", "", "", written(net, ",")]]
    feet += [
        [f"TVA {rate.replace('.', ',')} % sur {written(bases[rate], ',')}", "", "", "", written(tax, ",")]
        for rate, tax in taxes.items()
    ]
    feet += [
        [what, "", "", "", written(amount, ",")]
        for what, amount in [("Total TTC", whole), ("Acompte", -paid), ("Reste dû", whole - paid)]
    ]
    lines = ["Moulin des Flots SARL, 13200 Arles", "Facture du 21/09/2026, échéance le 21/10/2026", "Client 00417"]
    return Document(
        "invoice-fr",
        "Facture F-2026-0931",
        lines,
        Table(["Désignation", "Qté", "TVA", "P.U. HT", "Montant HT"], rows, feet),
        ["Escompte : néant."],
    )


def paystub() -> Document:
    """Each amount with its sum since January beside it."""
    pays = [("Regular 80.00 h at 31.25", "2500.00", "47500.00"), ("Overtime 4.50 h at 46.88", "210.96", "1406.40")]
    cuts = [("Federal tax", "318.40", "5731.20"), ("Social Security", "168.08", "3032.20"), ("Medicare", "39.31", "709.15")]
    rows = [[what, written(Decimal(now), "."), written(Decimal(year), ".")] for what, now, year in pays]
    gross, gross_year = (sum((Decimal(row[at]) for row in pays), Decimal(0)) for at in (1, 2))
    cut, cut_year = (sum((Decimal(row[at]) for row in cuts), Decimal(0)) for at in (1, 2))
    rows.append(["Gross pay", written(gross, "."), written(gross_year, ".")])
    rows += [[what, written(-Decimal(now), "."), written(-Decimal(year), ".")] for what, now, year in cuts]
    feet = [["Net pay", written(gross - cut, "."), written(gross_year - cut_year, ".")]]
    lines = [
        "Baffin Logistics Inc., 400 Shelby St, Memphis TN",
        "Employee: J. Offutt, ID 20448",
        "Pay period 10/01/2026 to 10/14/2026, paid 10/19/2026",
    ]
    return Document(
        "paystub-us",
        "Earnings statement",
        lines,
        Table(["Description", "Current", "Year to date"], rows, feet),
        ["Direct deposit, account ending 4410"],
    )


def letter() -> Document:
    """Values within sentences, and a small table."""
    lines = [
        "Flint & Offord Surveyors, 3 Quay Street, Bristol",
        "12 October 2026, our reference FO/2026/118",
        "We confirm that Ms Ruth Affleck has been employed with us since 3 March 2019.",
        "Her salary is £41,250.00 a year, paid in twelve instalments of £3,437.50.",
        "A bonus of £1,200.00 was paid in December 2025; none is promised for 2026.",
    ]
    rows = [["July 2026", "3,437.50"], ["August 2026", "3,437.50"], ["September 2026", "3,437.50"]]
    return Document(
        "letter-en",
        "To whom it may concern",
        lines,
        Table(["Month", "Gross GBP"], rows),
        ["Yours faithfully", "A. Offord, Director"],
    )


def all_documents() -> list[Document]:
    return [invoice(), statement(), payslip(), receipt(), two_rates(), paystub(), letter()]
