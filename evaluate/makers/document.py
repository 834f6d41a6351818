"""A business document before any program has typeset it: blocks of text, and the values an editor would want."""

from dataclasses import dataclass, field
from random import Random

from .locales import LOCALES, Locale


@dataclass(frozen=True)
class Value:
    """One printed value. `checks` names the sums on the same document that a change of it alone would break."""

    id: str
    text: str
    kind: str
    checks: tuple = ()


@dataclass
class Document:
    """Blocks in reading order; `values` holds every value once, by id."""

    design: str
    locale: Locale
    seed: int
    title: str
    issuer: str
    style: dict
    blocks: list = field(default_factory=list)
    values: dict = field(default_factory=dict)

    def heading(self, text, size=16):
        self.blocks.append({"type": "heading", "text": text, "size": size})

    def lines(self, lines, align="left", size=None, color=None):
        self.blocks.append({"type": "lines", "lines": list(lines), "align": align, "size": size, "color": color})

    def pairs(self, rows):
        self.blocks.append({"type": "pairs", "rows": rows})

    def paragraph(self, *runs):
        self.blocks.append({"type": "paragraph", "runs": list(runs)})

    def table(self, columns, rows):
        """`columns` are (title, align, share of the width); a row is (cells, bold)."""
        self.blocks.append({"type": "table", "columns": columns, "rows": rows})

    def gap(self, height=12):
        self.blocks.append({"type": "gap", "height": height})

    def page_break(self):
        self.blocks.append({"type": "break"})

    def field(self, name, label):
        self.blocks.append({"type": "field", "name": name, "label": label})


class Desk:
    """What a design writes with: its randomness, its locale, and the amounts a forger asked to be different.

    A design drawn twice from one seed, once with a changed amount, differs in that amount and in everything that
    is computed from it. That is what an editor must change who wants all sums to stay right.
    """

    def __init__(self, design: str, locale: str, seed: int, changed: dict | None = None):
        self.rng = Random(f"{design}/{locale}/{seed}")
        self.locale = LOCALES[locale]
        self.words = self.locale.words
        self.changed = changed or {}
        self.inputs = {}
        style = {
            "font": self.rng.choice(["sans", "sans", "serif", "dejavu"]),
            "size": self.rng.choice([9, 9.5, 10]),
            "accent": self.rng.choice(["#1d3f72", "#7a1f2b", "#22543d", "#333333", "#5b3a8c"]),
            "zebra": self.rng.random() < 0.4,
            "grid": self.rng.random() < 0.3,
            "pitch": self.rng.choice([15, 16, 17.5]),
        }
        self.document = Document(design, self.locale, seed, "", "", style)

    def amount(self, id: str, cents: int) -> int:
        """An amount that is an input (nothing else on the page determines it); a forger may set it."""
        self.inputs[id] = self.changed.get(id, cents)
        return self.inputs[id]

    def value(self, id: str, text: str, kind: str, *checks: str) -> Value:
        made = Value(id, text, kind, tuple(checks))
        self.document.values[id] = made
        return made

    def money(self, id: str, cents: int, *checks: str, symbol=False) -> Value:
        text = self.locale.money(cents) if symbol else self.locale.number(cents)
        return self.value(id, text, "amount", *checks)


def text_of(part) -> str:
    return part.text if isinstance(part, Value) else str(part)
