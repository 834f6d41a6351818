"""Texts as business documents print them, and the characters that they are read as."""

import re
import string
import unicodedata
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
VALUES = HERE.parents[1] / "crates/values/src"
DICTIONARIES = Path("/usr/share/dict")
LANGUAGES = ["american-english", "ngerman", "french", "spanish", "italian", "portuguese", "dutch", "polish", "swedish", "danish"]

# As in `scans/reading/net.rs`: accents are not told apart, for labels are compared without them.
CHARACTERS = " 0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZß.,:;-/'()%+*&#€£$@_=!?\"°§·"
CLASS = {character: at + 1 for at, character in enumerate(CHARACTERS)}
READ_AS = str.maketrans(
    {
        **dict.fromkeys("–—−‐‑", "-"),
        **dict.fromkeys("’‘`´", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("\xa0\u202f", " "),
        **{
            "æ": "ae",
            "œ": "oe",
            "Æ": "AE",
            "Œ": "OE",
            "ø": "o",
            "Ø": "O",
            "ł": "l",
            "Ł": "L",
            "đ": "d",
            "ð": "d",
            "ı": "i",
            "•": "·",
        },
    }
)
MONTHS = """January February March April May June July August September October November December Januar Februar März Mai Juni
Juli Oktober Dezember janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril
mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre
dicembre maart mei augustus Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Dez Okt""".split()
SEPARATORS = [(",", "."), (".", ","), (" ", ","), ("'", "."), ("", ","), ("", "."), (" ", "."), ("’", ".")]
BEFORE = ["€", "£", "$", "€ ", "£ ", "CHF ", "EUR ", "USD ", "R$ ", "Rs ", "Fr. "]
AFTER = [" €", " EUR", " CHF", " GBP", " USD", " zł", " kr", " DM", " Kč", " Ft", " Lei"]
MARKS = [" S", " H", "S", "H", " Cr", " Dr", "CR", "DR", " CR", " D", " C", " +", " -", "%", " %"]
COUNTRIES = ["DE", "FR", "ES", "CH", "GB", "IT", "NL", "BE", "AT", "PT", "PL"]
UNITS = ["h", "kWh", "Std.", "pcs", "Stk", "days"]


def folded(text: str) -> str:
    text = unicodedata.normalize("NFD", text.translate(READ_AS))
    return "".join(character for character in text if not unicodedata.combining(character))


def labels() -> list[str]:
    """What the values of documents are called, in all the languages that the engine knows."""
    found = set()
    for file in VALUES.rglob("*.rs"):
        found.update(re.findall(r'"([^"\\{}]{2,40})"', file.read_text()))
    return sorted(label.strip() for label in found if re.search(r"[a-z]{2}", label))


def dictionary(name: str) -> list[str]:
    words = (line.strip().split("/")[0] for line in (DICTIONARIES / name).read_text(errors="ignore").splitlines())
    return [word for word in words if 2 <= len(word) <= 16 and "'" not in word]


class Texts:
    def __init__(self, rng: Random):
        self.rng = rng
        self.labels = labels()
        self.words = [dictionary(name) for name in LANGUAGES]

    def text(self) -> tuple[str, str]:
        """One text, and as it is read."""
        while True:
            text = " ".join(self._any().split())
            if self.rng.random() < 0.06:
                text = self.rng.choice([text.lower(), text.upper()])
            read = folded(text)
            if read and all(character in CLASS for character in read):
                break
        if self.rng.random() < 0.2:
            text = text.replace(" ", " " * self.rng.choice([2, 2, 3]), self.rng.choice([1, 9]))
        return text, read

    def _any(self) -> str:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.34:
            return self._amount()
        if kind < 0.44:
            return self._date()
        if kind < 0.54:
            return self._identifier()
        if kind < 0.84:
            return self._phrase()
        if kind < 0.93:
            return self._mixed()
        return "".join(rng.choice(CHARACTERS.strip()) for _ in range(rng.randint(2, 9)))

    def _digits(self, count: int) -> str:
        return "".join(self.rng.choice(string.digits) for _ in range(count))

    def _amount(self) -> str:
        rng = self.rng
        whole = self._digits(rng.choice([1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7])).lstrip("0") or "0"
        thousands, point = rng.choice(SEPARATORS)
        whole = f"{int(whole):,}".replace(",", thousands)
        text = whole if rng.random() < 0.08 else whole + point + self._digits(2)
        sign = rng.random()
        if sign < 0.28:
            text = rng.choice(["-{}"] * 7 + ["{}-"] * 3 + ["+{}", "+{}", "({})", "({})", "- {}"]).format(text)
        money = rng.random()
        if money < 0.10:
            return text + rng.choice(AFTER)
        if money < 0.19:
            return rng.choice(BEFORE) + text
        return text + rng.choice(MARKS) if money < 0.24 else text

    def _date(self) -> str:
        rng = self.rng
        day, month, year = rng.randint(1, 31), rng.randint(1, 12), rng.randint(1990, 2032)
        if rng.random() < 0.6:
            between = rng.choice("../-./")
            d, m = (f"{day:02}", f"{month:02}") if rng.random() < 0.85 else (str(day), str(month))
            short = f"{d}{between}{m}"
            shapes = [f"{short}{between}{year}"] * 6 + [f"{short}{between}{year % 100:02}"] * 2
            return rng.choice([*shapes, f"{year}-{month:02}-{day:02}", short + (between if between == "." else "")])
        name = rng.choice(MONTHS)
        shapes = [f"{day} {name} {year}", f"{day}. {name} {year}", f"{name} {day}, {year}", f"{day:02} {name}", f"{name} {year}"]
        return rng.choice([*shapes, f"{day:02} {name} {year % 100:02}", f"{day} de {name.lower()} de {year}"])

    def _identifier(self) -> str:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.3:
            text = rng.choice(COUNTRIES) + self._digits(rng.randint(14, 25))
            if rng.random() < 0.3:
                text = text[:4] + "".join(rng.choice(string.ascii_uppercase) for _ in range(4)) + text[8:]
            return " ".join(text[at : at + 4] for at in range(0, len(text), 4)) if rng.random() < 0.75 else text
        if kind < 0.65:
            return self._digits(rng.randint(3, 12))
        if kind < 0.75:
            text = self._digits(rng.randint(2, 4)) + rng.choice("-/ .") + self._digits(rng.randint(2, 6))
            return text + rng.choice("-/ ") + self._digits(rng.randint(2, 4)) if rng.random() < 0.5 else text
        return "".join(rng.choice(string.ascii_uppercase + string.digits * 2 + "-/") for _ in range(rng.randint(4, 14)))

    def _phrase(self) -> str:
        rng = self.rng
        if rng.random() < 0.3:
            return rng.choice(self.labels)
        text = " ".join(self._word() for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 4])))
        mark = rng.random()
        if mark < 0.14:
            return text + ":"
        if mark < 0.2:
            return text + rng.choice([".", ",", ";", "!", "?", " -", " *", ")"])
        return rng.choice(["({})", '"{}"']).format(text) if mark < 0.27 else text

    def _word(self) -> str:
        rng = self.rng
        word = rng.choice(self.labels if rng.random() < 0.3 else rng.choice(self.words))
        kind = rng.random()
        return word[:1].upper() + word[1:] if kind < 0.45 else word.upper() if kind < 0.6 else word

    def _mixed(self) -> str:
        rng = self.rng
        value = rng.choice([self._amount, self._date, self._identifier])
        shapes = [
            lambda: f"{self._phrase()}{rng.choice([': ', ' '])}{value()}",
            lambda: f"{rng.randint(1, 40)} x {self._amount()}",
            lambda: f"{rng.randint(0, 99)}{rng.choice('.,')}{rng.randint(0, 9)} %",
            lambda: f"{rng.randint(1, 20)} {rng.choice(UNITS)}",
            lambda: f"{self._amount()} {self._amount()}",
            lambda: f"{self._date()} {self._phrase()}",
        ]
        return rng.choice(shapes)()
