"""Applies one edit method or one honest treatment to one file, and tells what the label may say about it."""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

from . import judge
from .document import Document
from .edits import Method
from .edits.choose import cascade, one
from .edits.launder import LAUNDERS
from .edits.work import Unsuitable, Work, extent
from .manifest import Edit
from .places import CACHE


def _room():
    """A folder for what is needed on the way."""
    (CACHE / "tmp").mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(dir=CACHE / "tmp")


@dataclass
class Genuine:
    """One honest file, how it was made, and what other honest files there are."""

    document: Document
    inputs: dict
    producer: str
    path: Path
    others: list
    scanner: str = ""

    def work(self, out: Path, folder, changes: list, rng: Random) -> Work:
        return Work(self.document, self.path, out, Path(folder), changes, rng, self.producer, self.others, self.scanner)


def edit(file: Genuine, target: Path, method: Method, rng: Random, sums_kept=False, only=None) -> dict:
    """Writes the edited file and returns its label's fields; `only` names the value to be forged.

    Some new values do not suit a method (a font lacks the digit, one code would need two meanings), so it is tried
    with a few.
    """
    for _ in range(5):
        try:
            return _edit(file, target, method, rng, sums_kept, only)
        except Unsuitable as error:
            refused = error
    raise refused


def _edit(file: Genuine, target, method, rng, sums_kept, only) -> dict:
    with _room() as folder:
        made = Path(folder, "edited.pdf")
        if method.takes == "whole":
            result = method.apply(file.work(made, folder, [], rng))
            changes, edits, found = result.changes, result.edits, list(result.traces)
        else:
            if sums_kept:
                changes = cascade(file.path, file.document, file.inputs, method, rng)
            else:
                changes = one(file.path, file.document, method, rng, only)
            work = file.work(made, folder, changes, rng)
            told = method.apply(work)
            if method.takes in ("any", "longer") and not method.image:
                for change in changes:
                    change.place.area = extent(work, change, method.takes == "longer")
            edits, found = None, list(told or [])
        if method.launder:
            washed = Path(folder, "washed.pdf")
            LAUNDERS[method.launder](made, washed)
            made = washed
        if changes and method.seen and not judge.visibly_changed(file.path, made, changes):
            raise Unsuitable("nothing to be seen of the edit")
        if edits is None:
            # After the edit, because a scan lies askew and its areas with it.
            edits = [
                Edit(
                    change.place.page, list(change.place.area), change.value.id, change.value.kind, change.old, change.new
                ).__dict__
                for change in changes
            ]
            found += judge.traces(method, file.path, made, changes, sums_kept)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made, target)
    return {
        "label": "edited",
        "method": method.name,
        "traceable": bool(found),
        "traces": found,
        "why": judge.reason(found, method),
        "edits": edits,
        "allowed": judge.verdicts(bool(found), method.image),
        "image": method.image,
    }


def treat(file: Genuine, target: Path, treatment, rng: Random) -> dict:
    """Writes the honestly treated file and returns its label's fields."""
    with _room() as folder:
        made = Path(folder, "treated.pdf")
        treatment.apply(file.work(made, folder, [], rng))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made, target)
    return {
        "label": "benign",
        "treatment": treatment.name,
        "why": treatment.leaves,
        "allowed": list(treatment.allowed),
        "image": "scanned" in treatment.name,
        "expect": dict(treatment.expect),
    }
