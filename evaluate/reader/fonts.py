"""The faces that texts are set in: those of the machine that have figures and Latin letters, and those of npm's @fontsource."""

import hashlib
import subprocess
from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont, TTLibError

CACHE = Path(__file__).resolve().parent / ".cache"
NEEDED = {ord(character) for character in "0123456789abcxyzABCXYZ.,:-/"}
NO_TEXT = ("symbol", "dingbat", "emoji", "math", "icon", "music", "braille", "awesome", "d050000l", "chancery", "material")
# What business documents are set in: more than half of all texts.
USUAL = (
    *("liberation", "dejavu", "carlito", "caladea", "nimbus", "texgyreheros", "texgyretermes", "texgyrecursor", "roboto"),
    *("opensans", "open-sans", "lato", "arimo", "tinos", "cousine", "notosans-", "notoserif-", "freesans", "freeserif"),
    *("freemono", "courier", "lmroman", "lmsans", "source-sans", "inter"),
)


@cache
def characters(path: str) -> frozenset[int]:
    return frozenset(TTFont(path, fontNumber=0, lazy=True).getBestCmap() or {})


def faces() -> list[str]:
    listed = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    paths = [line.partition(":")[0].strip() for line in listed.splitlines()]
    paths = [path for path in paths if path.lower().endswith((".ttf", ".otf", ".ttc"))] + _of_npm()
    return sorted(path for path in set(paths) if not any(part in path.lower() for part in NO_TEXT) and _reads(path))


def _reads(path: str) -> bool:
    try:
        return characters(path) >= NEEDED
    except (TTLibError, OSError, AttributeError, KeyError):
        return False


def _of_npm() -> list[str]:
    """Unpacked: what draws the texts reads no woff2."""
    out = CACHE / "ttf"
    out.mkdir(parents=True, exist_ok=True)
    made = []
    for source in (CACHE / "npm/node_modules/@fontsource").glob("*/files/*-latin-[47]00-*.woff2"):
        target = out / f"{source.stem}.ttf"
        if not target.exists():
            face = TTFont(source)
            face.flavor = None
            face.save(target)
        made.append(str(target))
    return made


def is_held_back(path: str) -> bool:
    """One family in twelve is never learnt from: it shows how faces are read that nobody has shown."""
    family = Path(path).name.split("-")[0]
    return int(hashlib.md5(family.encode()).hexdigest(), 16) % 12 == 0


def is_usual(path: str) -> bool:
    return any(part in Path(path).name.lower() for part in USUAL)
