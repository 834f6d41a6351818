"""What a forger would write instead of a value."""

import re
from random import Random

from . import people
from .document import Document, Value

DIGITS = set("0123456789")


def _other_digit(rng: Random, digit: str, available: set, higher: bool, leading: bool) -> str | None:
    choices = [d for d in sorted(available & DIGITS) if d != digit and not (leading and d == "0")]
    above = [d for d in choices if d > digit]
    choices = above if higher and above else choices
    return rng.choice(choices) if choices else None


def _replace_digits(rng, text, positions, available, higher=False):
    out = list(text)
    for n, position in enumerate(positions):
        other = _other_digit(rng, out[position], available, higher, leading=n == 0)
        if other is None:
            return None
        out[position] = other
    return "".join(out)


def _other_date(rng, text, at, available):
    """A time's last digit, a year in words' company, or a day of the month: always a date that exists."""
    if ":" in text:
        return _replace_digits(rng, text, at[-1:], available)
    year = re.search(r"\d{4}$", text)
    if year and int(year[0]) < 2026:
        changed = _replace_digits(rng, text, at[-1:], available)
        return changed if changed and int(changed[-4:]) < 2026 else None
    day = re.search(r"^(\d{2})(?=[./ ])", text) or re.search(r"\b(\d{2})\b", text)
    if re.match(r"\d\d/(\d\d)/", text) and text[3:5] > "12":
        day = re.compile(r"\d{2}").match(text, 3)
    if day is None:
        return None
    spare = available & set("12345678")
    choices = [d for d in sorted(spare) if d != text[day.end() - 1]]
    if not choices or text[day.start()] == "3":
        return None
    return text[: day.end() - 1] + rng.choice(choices) + text[day.end() :]


def digits(rng: Random, value: Value, available: set = DIGITS) -> str | None:
    """Another value of the same length, made only of characters at hand; None where there is none."""
    at = [i for i, c in enumerate(value.text) if c.isdigit()]
    match value.kind:
        case "amount":
            first = at[: 1 if len(at) < 4 else rng.choice([1, 1, 2])]
            return _replace_digits(rng, value.text, first, available, higher=True)
        case "date":
            return _other_date(rng, value.text, at, available)
        case "identifier":
            return _replace_digits(rng, value.text, rng.sample(at[4:], min(2, len(at) - 4)), available) if len(at) > 5 else None
    return None


def longer(rng: Random, value: Value, available: set = DIGITS) -> str | None:
    """The value with one more digit in front; the rest stays."""
    lead = re.match(r"(\D*)(\d{1,2})(?=\D)", value.text)
    digits_at_hand = sorted(available & set("123456789"))
    if value.kind != "amount" or lead is None or not digits_at_hand:
        return None
    return lead[1] + rng.choice(digits_at_hand) + value.text[lead.end(1) :]


def retyped(rng: Random, document: Document, value: Value) -> str | None:
    """Another value of any length: what somebody types over the old one."""
    locale = document.locale
    match value.kind:
        case "name":
            new = people.person(rng, locale)
        case "amount" if rng.random() < 0.4 and any(c.isdigit() and c != "0" for c in value.text):
            at = next(i for i, c in enumerate(value.text) if c.isdigit())
            groups = re.match(r"\d{1,2}(?=\D)", value.text[at:])
            new = value.text[:at] + str(rng.randint(1, 9)) + value.text[at:] if groups else digits(rng, value)
        case "identifier" if value.id == "account" and rng.random() < 0.5:
            new = people.account(rng, locale)  # the careful forger's: its check digits are right
        case "text":
            tail = re.search(r" \d{6}$", value.text)
            new = rng.choice(people.FIRM[locale.language]) + (tail.group() if tail else "")
        case _:
            new = digits(rng, value)
    return new if new and new != value.text else None
