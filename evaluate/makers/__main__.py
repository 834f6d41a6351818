"""Makes the labelled set: genuine documents, edited ones and honestly treated ones, each with its label beside it."""

import argparse
import json
import os
import shutil
import sys
import traceback
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from . import making, plan, signing
from .benign import TREATMENTS
from .designs import compose
from .edits import METHODS
from .edits.work import Unsuitable
from .manifest import Label
from .places import HERE
from .producers import PRODUCERS

HONEST = ["inconclusive"]


def name_of(producer, design, locale, seed) -> str:
    return f"{producer}.{design}.{locale}.{seed}"


def make_genuine(wanted, out: Path) -> list:
    """All documents of one producer at once; returns those that there are."""
    folder = out / "genuine"
    folder.mkdir(parents=True, exist_ok=True)
    for producer in dict.fromkeys(producer for producer, *_ in wanted):
        mine = [item for item in wanted if item[0] == producer]
        fresh = [item for item in mine if not (folder / f"{name_of(*item)}.pdf").exists()]
        if fresh:
            PRODUCERS[producer].make_all([(compose(*item[1:])[0], folder / f"{name_of(*item)}.pdf") for item in fresh])
        made = [item for item in mine if (folder / f"{name_of(*item)}.pdf").exists()]
        for item in made:
            Label(f"genuine/{name_of(*item)}.pdf", "genuine", producer, item[1], item[2], allowed=HONEST).write(out)
        print(f"{producer}: {len(made)} of {len(mine)} genuine", flush=True)
    return [item for item in wanted if (folder / f"{name_of(*item)}.pdf").exists()]


def _genuine(item, out: Path) -> making.Genuine:
    producer, design, locale, seed = item
    document, inputs = compose(design, locale, seed)
    own = f"{name_of(*item)}.pdf"
    others = [
        path
        for path in sorted((out / "genuine").glob("*.pdf"))
        if not path.name.startswith(f"{producer}.") and ".form." not in path.name
    ]
    return making.Genuine(document, inputs, producer, out / "genuine" / own, others)


def edit_one(item, method: str, sums_kept: bool, out: Path) -> str | None:
    """One edited file, or why there is none."""
    name = name_of(*item)
    file = f"edited/{name}.{method}{'.sums-kept' if sums_kept else ''}.pdf"
    return _labelled(
        item, file, out, lambda genuine: making.edit(genuine, out / file, METHODS[method], Random(f"{name}/{method}"), sums_kept)
    )


def treat_one(item, treatment: str, out: Path) -> str | None:
    """One honestly treated file, or why there is none."""
    wanted, name = TREATMENTS[treatment].design, name_of(*item)
    if wanted not in (None, item[1]) or (item[1] == "form" and wanted != "form"):
        return "another design"
    file = f"benign/{name}.{treatment}.pdf"
    return _labelled(
        item, file, out, lambda genuine: making.treat(genuine, out / file, TREATMENTS[treatment], Random(f"{name}/{treatment}"))
    )


def _labelled(item, file: str, out: Path, make) -> str | None:
    producer, design, locale, _ = item
    try:
        fields = make(_genuine(item, out))
    except Unsuitable as error:
        return str(error)
    Label(file=file, producer=producer, design=design, locale=locale, source=f"genuine/{name_of(*item)}.pdf", **fields).write(out)
    return None


def first_that_fits(kind, tries, wanted, out, sums_kept_every=3):
    """Walks through documents and names, in pairs, until enough files are made; says what failed and was no mere unsuitability."""
    made, failures = 0, []
    for n, (item, name) in enumerate(tries):
        if made == wanted:
            break
        made += _tried(kind, item, name, n % sums_kept_every == 2, out, failures)
    return made, failures


def _tried(kind, item, name, sums_kept: bool, out, failures: list) -> bool:
    try:
        if kind != "edit":
            return treat_one(item, name, out) is None
        sums_kept = sums_kept and METHODS[name].takes in ("digits", "any")
        refused = edit_one(item, name, sums_kept, out)
        if refused and sums_kept:
            refused = edit_one(item, name, False, out)
        return refused is None
    except Exception as error:  # one tool's failure must not cost the set
        failures.append(
            f"{name_of(*item)} {name}: {type(error).__name__}: {str(error).splitlines()[0][:160] if str(error) else ''}"
        )
        if os.environ.get("MAKERS_DEBUG"):
            traceback.print_exc()
        return False


def main():
    options = argparse.ArgumentParser(prog="make", description=__doc__)
    options.add_argument(
        "--small", dest="size", action="store_const", const="small", default="small", help="about 150 files (the default)"
    )
    options.add_argument("--full", dest="size", action="store_const", const="full", help="1,500 files and more")
    options.add_argument(
        "--only", action="append", default=[], help="only producers, edit methods or treatments whose name contains this"
    )
    options.add_argument(
        "--at-most",
        type=int,
        help="so many files of each method and treatment, from documents in turn (a full run makes about 20)",
    )
    options.add_argument("--out", type=Path, default=HERE / "out")
    options.add_argument("--jobs", type=int, default=2)
    chosen = options.parse_args()
    os.nice(5)
    out = chosen.out.resolve()

    def pick(names):
        picked = [name for name in names if any(part in name for part in chosen.only)]
        return picked or list(names)

    producers = pick(PRODUCERS)
    methods, treatments = pick(METHODS), pick(TREATMENTS)
    # Methods alone are wanted, or treatments alone: the other kind is not made in passing.
    if len(methods) < len(METHODS) and len(treatments) == len(TREATMENTS):
        treatments = []
    elif len(treatments) < len(TREATMENTS) and len(methods) == len(METHODS):
        methods = []
    wanted = [item for item in plan.genuine(chosen.size) if item[0] in producers]
    if not chosen.only:
        for folder in ("genuine", "edited", "benign"):
            shutil.rmtree(out / folder, ignore_errors=True)
    wanted = make_genuine(wanted, out)
    signing.make_keys()
    each_edit, each_benign = (5, 3) if chosen.size == "full" else (3, 2)
    failures = []
    with ProcessPoolExecutor(chosen.jobs) as pool:
        jobs = []
        # One document of each producer after the other, so that a run broken off holds some of each.
        items = plan.by_turns(wanted)
        if chosen.at_most:
            for kind, name in [("edit", name) for name in methods] + [("benign", name) for name in treatments]:
                # Each in an order of its own. Forms are for treatments of forms only, which tell so themselves.
                mine = [item for item in items if item[1] != "form" or kind == "benign"]
                Random(name).shuffle(mine)
                jobs.append(pool.submit(first_that_fits, kind, [(item, name) for item in mine], chosen.at_most, out))
            items = []
        for n, item in enumerate(items):
            if item[1] != "form" and methods:
                tries = [(item, name) for name in plan.turns(methods, each_edit * n)]
                jobs.append(pool.submit(first_that_fits, "edit", tries, each_edit, out))
            honest = [name for name in treatments if (TREATMENTS[name].design == "form") == (item[1] == "form")]
            if honest:
                tries = [(item, name) for name in plan.turns(honest, each_benign * n)]
                jobs.append(pool.submit(first_that_fits, "benign", tries, each_benign, out))
        for n, job in enumerate(jobs, 1):
            failures += job.result()[1]
            print(f"\r{n}/{len(jobs)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    labels = [json.loads(path.read_text()) for path in sorted(out.glob("*/*.pdf.json"))]
    (out / "manifest.json").write_text(json.dumps(labels, ensure_ascii=False, indent=1) + "\n")
    counts = {}
    for label in labels:
        counts[label["label"]] = counts.get(label["label"], 0) + 1
    print(" ".join(f"{count} {label}" for label, count in sorted(counts.items())), f"-> {out}/manifest.json")
    for failure in failures:
        print("failed:", failure)


if __name__ == "__main__":
    main()
