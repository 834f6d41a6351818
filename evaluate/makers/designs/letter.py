"""A letter in which an employer confirms a salary, in figures and sometimes in words."""

from datetime import date

from num2words import num2words

from .. import people
from ..document import Desk

TEXT = dict(
    en=(
        "we confirm that ",
        " has been employed with us as ",
        " since ",
        ". The contract is permanent. The ",
        " amounts to ",
        ", paid in twelve equal parts of ",
        " at the end of each month.",
        "This letter is issued at the request of the employee.",
    ),
    de=(
        "hiermit bestätigen wir, dass ",
        " bei uns im Bereich ",
        " beschäftigt ist, und zwar seit dem ",
        ". Der Vertrag ist unbefristet. Das ",
        " beträgt ",
        ", zahlbar in zwölf gleichen Teilen von ",
        " zum Ende jedes Monats.",
        "Diese Bescheinigung wird auf Wunsch ausgestellt.",
    ),
    fr=(
        "nous certifions que ",
        " occupe chez nous le poste de ",
        " depuis le ",
        ". Le contrat est à durée indéterminée. Le ",
        " s'élève à ",
        ", versé en douze parts égales de ",
        " à la fin de chaque mois.",
        "Cette attestation est délivrée à la demande de l'intéressé.",
    ),
    es=(
        "certificamos que ",
        " trabaja con nosotros como ",
        " desde el ",
        ". El contrato es indefinido. El ",
        " asciende a ",
        ", pagado en doce partes iguales de ",
        " al final de cada mes.",
        "Este certificado se expide a petición del interesado.",
    ),
)


def write(desk: Desk) -> None:
    rng, locale, words, doc = desk.rng, desk.locale, desk.words, desk.document
    doc.issuer = rng.choice(people.FIRM[locale.language])
    doc.title = words["letter"]
    written = date(2026, rng.randint(2, 10), rng.randint(1, 28))
    began = date(rng.randint(2009, 2024), rng.randint(1, 12), rng.choice([1, 1, 15]))
    town = people.address(rng, locale)
    a, b, c, d, e, f, g, h = TEXT[locale.language]

    doc.lines([doc.issuer, *town], size=9, color=doc.style["accent"])
    doc.gap(20)
    doc.lines([desk.value("written", locale.long_day(written), "date")], align="right")
    doc.gap(10)
    doc.heading(words["letter"], 14)
    doc.paragraph(words["to_whom"])
    monthly = desk.amount("monthly", rng.randint(210, 690) * 1_000)
    spelled = num2words(monthly * 12 // 100, lang=locale.language) if rng.random() < 0.4 else None
    sums = ("twelve parts", "amount in words") if spelled else ("twelve parts",)
    salary = [desk.money("salary", monthly * 12, *sums, symbol=True)]
    if spelled:
        salary += [
            " (",
            desk.value(
                "salary.words", spelled.replace(" ", "\u00a0") if len(spelled) < 30 else spelled, "text", "amount in words"
            ),
            ")",
        ]
    doc.paragraph(
        a,
        desk.value("employee", people.person(rng, locale), "name"),
        b,
        desk.value("role", rng.choice(people.ROLE[locale.language]), "text"),
        c,
        desk.value("began", locale.long_day(began), "date"),
        d,
        words["salary_line"],
        e,
        *salary,
        f,
        desk.money("monthly", monthly, "twelve parts", symbol=True),
        g,
    )
    doc.paragraph(h)
    doc.gap(16)
    doc.lines([words["signed"], "", people.person(rng, locale), words["hr"], doc.issuer])
