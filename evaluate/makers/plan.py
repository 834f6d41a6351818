"""Which documents are made, and which of them meets which edit and which honest treatment."""

from .designs import BUSINESS
from .locales import LOCALES
from .producers import PRODUCERS

WITH_FIELDS = ["reportlab", "reportlab-base14", "pdf-lib", "pdfbox"]


def genuine(size: str) -> list[tuple]:
    """(producer, design, locale, seed): every producer meets every design; locales go round."""
    locales, made = list(LOCALES), []
    for p, producer in enumerate(PRODUCERS):
        designs = BUSINESS if size == "full" else [BUSINESS[(p + k) % len(BUSINESS)] for k in range(2)]
        rounds = 2 if size == "full" else 1
        for d, design in enumerate(designs):
            for k in range(rounds):
                locale = locales[(p + 2 * d + 3 * k + (p // len(locales))) % len(locales)]
                made.append((producer, design, locale, 100 + p * 7 + d * 3 + k))
    forms = [producer for producer in WITH_FIELDS if producer in PRODUCERS]
    made += [
        (producer, "form", locales[(n + k) % len(locales)], 900 + n + k)
        for n, producer in enumerate(forms)
        for k in range(3 if size == "full" else 1)
    ]
    return made


def turns(names: list, start: int) -> list:
    """All names, beginning at another one each time: those behind the wanted ones are stand-ins."""
    start %= len(names)
    return names[start:] + names[:start]


def by_turns(wanted: list[tuple]) -> list[tuple]:
    """The first document of every producer, then the second of each, and so on."""
    seen, ranked = {}, []
    for item in wanted:
        seen[item[0]] = seen.get(item[0], 0) + 1
        ranked.append((seen[item[0]], item))
    return [item for _, item in sorted(ranked, key=lambda one: one[0])]
