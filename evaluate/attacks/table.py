"""Writes docs/signatures.md: every class of attack, where it was published, what makes it, and what this engine, pyHanko
and poppler's pdfsig say of the made files: `python -m attacks.table [--out folder] [--to file]` after a run."""

import argparse
import json
import logging
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path

from makers.places import HERE

from .score import ACCUSED, is_right, judge

sys.path.insert(0, str(HERE.parent / "bench" / "signatures"))
from compare import pyhanko_says, with_pdfsig  # noqa: E402

SPOOF = "Mladenov et al., “1 Trillion Dollar Refund”, CCS 2019"
SHADOW = "Mainka et al., “Shadow Attacks”, NDSS 2021"
CERTIFIED = "Rohlmann et al., “Breaking the Specification: PDF Certification”, IEEE S&P 2021"
DSS = "tests of the EU's DSS library"
RULE = "ISO 32000-2, 12.8.2"
OURS = "made for this collection"

# What a class is, where it was published, and the functions of `evaluate/attacks` that make it.
CLASSES = {
    "usf": ("Universal forgery: value or range emptied, removed or made nonsense", SPOOF, "ranges.universal"),
    "isa": ("Incremental saving: a page changed behind the signed bytes", SPOOF, "saves.incremental"),
    "swa": ("Signature wrapping: the second signed part moved, another file in the gap", SPOOF, "ranges.wrapped"),
    "gap": ("The gap of the range leaves out more than the value", "Zumbiehl, gap collisions, 2010", "ranges.gap"),
    "clone": ("A second signature object for the same bytes", SPOOF, "ranges.clones"),
    "spoofed": ("The signature's dictionary written again with another name or date", DSS, "ranges.clones"),
    "overlap": ("Two signatures, each in the gap of the other", DSS, "ranges.overlapping"),
    "padding": ("Bytes behind the value, in the room that nobody signs", "Stevens, PDF steganography", "ranges.padding"),
    "digest": ("Signed bytes changed in place", OURS, "ranges.damaged"),
    "tail": ("Bytes behind the last end of file", OURS, "saves.tails"),
    "action": ("Scripts and launches added after signing", CERTIFIED, "saves.actions"),
    "trigger": ("Actions inside new signature fields, of every trigger", OURS, "triggers.attacks"),
    "back": ("Changed, then changed back", OURS, "saves.back_and_forth"),
    "stripped": ("The signature taken off", OURS, "saves.stripped, saves.left_behind"),
    "prepared": ("The signed file as the forger prepared it, before the switch", SHADOW, "base"),
    "shadow-hide": ("Shadow, hide: what covers other content is taken away", SHADOW, "overlays.shadow_hide"),
    "shadow-replace": ("Shadow, replace: a field shows another value than it holds", SHADOW, "overlays.shadow_replace"),
    "shadow-font": ("Shadow, replace: a font whose letters look like others", SHADOW, "overlays.shadow_font"),
    "shadow-switch": ("Shadow, hide and replace: a second document switched on", SHADOW, "overlays.shadow_switch"),
    "eaa": ("Evil annotations over signed text", CERTIFIED, "overlays.evil_annotations"),
    "ssa": ("Sneaky signatures: the seal of a later signer over signed text", CERTIFIED, "overlays.sneaky_signatures"),
    "certified-eaa": ("The same on certified files", CERTIFIED, "overlays.evil_annotations"),
    "certified-ssa": ("The same on certified files", CERTIFIED, "overlays.sneaky_signatures"),
    "ink": ("Ink of every kind over or beside signed text", OURS, "inks.attacks"),
    "showing": ("A cover brought into view by flags, on screen or on paper", OURS, "showing.attacks"),
    "uncovered": ("What covered signed text hidden, moved or removed", OURS, "showing.uncovered"),
    "words": ("Words of a field replaced while its value stays", OURS, "words.attacks, words.prepared"),
    "field": ("Form fields renamed, removed, changed in kind", RULE, "overlays.field_attacks"),
    "seal": ("The appearance of a signed field laid over text", OURS, "overlays.appearance_of_seal"),
    "docmdp": ("What a certification forbids", RULE, "permissions.certified"),
    "fieldmdp": ("Fields filled that a signature locks", RULE, "permissions.locked"),
    "cms": ("The signature's value mutated", "RFC 5652; DSS", "values.mutated"),
    "weak": ("Digests and keys that can be forged", "ETSI TS 119 312", "values.weak"),
    "timestamp": ("Time stamps copied from another signature, or broken", DSS, "values.stamped"),
    "honest": ("Filled, commented, signed again, stamped, renewed", "honest control", "honest"),
    "honest-ink": ("Ink of every kind away from signed text", "honest control", "inks.honest"),
    "honest-words": ("Fields filled with words and their look", "honest control", "words.honest"),
    "bookkeeping": ("Objects written again, validation data in every shape", "honest control", "bookkeeping.honest"),
}
TOOLS = ("pyhanko", "pdfsig")


def main():
    parser = argparse.ArgumentParser(prog="attacks.table", description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE / "out-attacks")
    parser.add_argument("--to", type=Path, default=HERE.parent / "docs" / "signatures.md")
    chosen = parser.parse_args()
    logging.disable(logging.CRITICAL)
    folder = chosen.out.resolve()
    rows = json.loads((folder / "manifest.json").read_text())
    unknown = {row["class"] for row in rows} - CLASSES.keys()
    assert not unknown, f"CLASSES says nothing of {sorted(unknown)}"
    answers = judge(folder)
    chosen.to.write_text(document(counted(rows, answers, folder)))


def counted(rows: list[dict], answers: dict[str, dict], folder: Path) -> dict[tuple[str, bool], Counter]:
    """By class, and by whether its files are attacks: a class of attacks may hold files that must not be accused."""
    table: dict[tuple[str, bool], Counter] = defaultdict(Counter)
    with ProcessPoolExecutor() as pool:
        peers = list(pool.map(peers_say, [folder / row["file"] for row in rows], chunksize=16))
    for row, said in zip(rows, peers):
        path = folder / row["file"]
        one = table[row["class"], row["must"] != "clean"]
        answer = answers.get(str(path))
        one["files"] += 1
        one["right"] += answer is not None and is_right(row, answer)
        one["accused"] += answer is not None and answer["verdict"] in ACCUSED
        one[answer["verdict"] if answer else "not judged"] += 1
        for tool, seen in zip(TOOLS, said):
            one[tool] += seen in ("bad", "none")
    return table


def peers_say(path: Path) -> tuple[str, str]:
    return pyhanko_says(path.read_bytes()), with_pdfsig(path)[0]


def document(table: dict[tuple[str, bool], Counter]) -> str:
    order = {kind: index for index, kind in enumerate(CLASSES)}
    keys = sorted(table, key=lambda key: (not key[1], order[key[0]]))
    attacks = [key for key in keys if key[1]]
    honest = [key for key in keys if not key[1]]
    return HEAD.format(pyhanko=version("pyHanko"), pdfsig=pdfsig_version()) + "\n".join(
        [
            "## Attacks",
            "| Attack | Class | Published | Made by | Files | assay: met | authentic | pyHanko: bad | pdfsig: bad |",
            "|---|---|---|---|---|---|---|---|---|",
            *(attack_row(kind, table[kind, True]) for kind, _ in attacks),
            attack_row(None, total(table, attacks)),
            "",
            "## Honest files",
            "| What was done | Class | Made by | Files | assay: accused | pyHanko: bad | pdfsig: bad |",
            "|---|---|---|---|---|---|---|",
            *(honest_row(kind, table[kind, False]) for kind, _ in honest),
            honest_row(None, total(table, honest)),
            "",
        ]
    )


def attack_row(kind: str | None, one: Counter) -> str:
    what, source, maker = CLASSES[kind] if kind else ("**All**", "", "")
    seen = [one["files"], one["right"], one["authentic"], *(one[tool] for tool in TOOLS)]
    return "| " + " | ".join([what, named(kind), source, named(maker), *map(str, seen)]) + " |"


def honest_row(kind: str | None, one: Counter) -> str:
    what, _, maker = CLASSES[kind] if kind else ("**All**", "", "")
    seen = [one["files"], one["accused"], *(one[tool] for tool in TOOLS)]
    return "| " + " | ".join([what, named(kind), named(maker), *map(str, seen)]) + " |"


def named(words: str | None) -> str:
    return f"`{words}`" if words else ""


def total(table: dict[tuple[str, bool], Counter], keys: list[tuple[str, bool]]) -> Counter:
    return sum((table[key] for key in keys), Counter())


def pdfsig_version() -> str:
    done = subprocess.run(["pdfsig", "-v"], capture_output=True, text=True, check=True)
    return (done.stderr or done.stdout).split()[2]


HEAD = """# Attacks on signed files, and who sees them

Written by `evaluate/attacks/run` and then `python -m attacks.table` in `evaluate/`; not by hand. Every file is made anew from
documents of this collection, signed by pyHanko, PDFBox, iText and @signpdf.

- **assay: met** counts files of which the answer is the one that the maker asks for: `suspicious` or `tampered`, or, where
  the file must not be accused but its flaw named (weak means, values that cannot be checked), the finding that names it.
  **authentic** counts those called so: in the classes `padding`, `weak` and `timestamp` nothing that is signed was edited.
- **bad** means that pyHanko {pyhanko} finds a signature broken, finds it to cover less than its save, or judges what came
  after it as suspicious or not permitted; it asks for no trust. pdfsig {pdfsig} compares no saves: a file is bad when
  a signature is, or when the last one does not cover all of it. A file in which a tool finds no signature counts as bad.
- Both are other programs with other aims: neither reads pages, and pyHanko refuses by default what it has no rule for, which
  is why it is strict on honest files too.

"""


if __name__ == "__main__":
    main()
