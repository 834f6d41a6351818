"""Makes every attack and every control: `python -m attacks [--out folder] [--only part-of-a-name]`."""

import argparse
import json
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from makers import signing as hanko
from makers.places import HERE

from . import (
    base,
    bookkeeping,
    honest,
    inks,
    overlays,
    permissions,
    ranges,
    saves,
    sealed,
    showing,
    signing,
    triggers,
    values,
    words,
)
from .case import Case
from .states import states
from .update import File

PLAIN = (
    ranges.universal,
    ranges.wrapped,
    ranges.gap,
    ranges.clones,
    ranges.overlapping,
    ranges.padding,
    ranges.damaged,
    saves.incremental,
    saves.tails,
    saves.actions,
    saves.back_and_forth,
    saves.stripped,
    overlays.shadow_font,
    overlays.evil_annotations,
    overlays.sneaky_signatures,
    overlays.sneaky_signed,
    overlays.field_attacks,
    overlays.appearance_of_seal,
    values.mutated,
)
PREPARED = {"hide": overlays.shadow_hide, "replace": overlays.shadow_replace, "planted": overlays.shadow_switch}
PREPARED |= {"covered": showing.uncovered, "worded": words.prepared}
# Prepared states that tell by themselves; the others are documents as anybody may sign them.
SUSPECT = ("hide", "replace", "planted")
# Few for one file, so on every further state too.
THIN = (
    ranges.wrapped,
    ranges.gap,
    ranges.clones,
    ranges.overlapping,
    ranges.padding,
    ranges.damaged,
    saves.back_and_forth,
    overlays.shadow_font,
    overlays.sneaky_signatures,
    overlays.appearance_of_seal,
)
# On every state of the plain document.
EVERYWHERE = (
    inks.attacks,
    inks.honest,
    showing.attacks,
    words.attacks,
    words.honest,
    triggers.attacks,
    bookkeeping.honest,
)


def main():
    parser = argparse.ArgumentParser(prog="attacks", description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE / "out-attacks")
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    shutil.rmtree(chosen.out, ignore_errors=True)
    rows = []
    with tempfile.TemporaryDirectory() as room:
        for case in cases(Path(room)):
            if chosen.only not in case.file:
                continue
            path = chosen.out / case.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(case.data)
            rows.append(
                {
                    "file": case.file,
                    "class": case.kind,
                    "attack": case.name,
                    "signer": case.signer,
                    "must": case.must,
                    "says": case.says,
                }
            )
    names = Counter(row["file"] for row in rows)
    assert max(names.values(), default=1) == 1, names.most_common(1)
    (chosen.out / "manifest.json").write_text(json.dumps(rows, indent=1) + "\n")
    print(f"{len(rows)} files: {dict(Counter(row['must'] for row in rows))}")


def cases(room: Path):
    signed = sign_everything(room)
    for signer in signing.SIGNERS:
        plain = signed["plain", signer]
        for attack in PLAIN:
            yield from attack(File(plain), signer)
        yield from honest.afterwards(File(plain), signer, room)
        for name, attack in PREPARED.items():
            if name in SUSPECT:
                yield Case("prepared", name, signer, signed[name, signer])
            yield from attack(File(signed[name, signer]), signer)
        hanko.sign(room / "plain.pdf", room / "long.pdf", long_term=True)
        yield from saves.left_behind(File(plain), (room / "long.pdf").read_bytes(), signer)
        yield from values.stamped(File(plain), File(signed["hide", signer]), signer)
    for state, signer, file in states(signed, room):
        for make in EVERYWHERE:
            yield from make(state, signer, file)
    yield from thin(signed, room)
    for signer in signing.CERTIFIERS:
        for level in (1, 2, 3):
            data = signed[f"p{level}", signer]
            yield from permissions.certified(File(data), level, signer)
            yield from honest.of_certified(File(data), level, signer, room)
            for case in (
                *overlays.evil_annotations(File(data), signer),
                *overlays.sneaky_signatures(File(data), signer),
                *overlays.sneaky_signed(File(data), signer),
            ):
                yield Case(f"certified-{case.kind}", f"{case.name}-p{level}", signer, case.data)
    plain = base.write(base.objects())
    for name, make in (base.BASES | {"covered": showing.covered, "worded": words.worded}).items():
        yield from values.weak(File(base.write(make())), f"{name}-openssl")
    yield from sealed.attacks(plain, "own")
    yield from sealed.honest(plain, "own")
    for lock in honest.LOCKS:
        yield from permissions.locked(File(signed[lock, "pyhanko"]), f"{lock}-pyhanko")
    for (shape, signer), data in signed.items():
        if shape in ("linear", "packed", "locked", "large", "visible"):
            yield Case("honest", f"{shape}-signed", signer, data, "clean")


def thin(signed, room: Path):
    """The attacks that make few files of one, on every further state and shape."""
    files = [(state, signer, file) for state, signer, file in states(signed, room) if state != "approved"]
    files += [(shape, signer, File(data)) for (shape, signer), data in signed.items() if shape in ("large", "visible")]
    for state, signer, file in files:
        for attack in THIN:
            yield from attack(file, f"{state}-{signer}")
        yield from values.stamped(file, File(signed["hide", "pyhanko"]), f"{state}-{signer}")
    for signer in signing.SIGNERS:
        for shape in ("replace-account", "replace-date"):
            yield Case("prepared", shape, signer, signed[shape, signer])
            yield from overlays.shadow_replace(File(signed[shape, signer]), f"{shape}-{signer}")


def sign_everything(room: Path) -> dict[tuple[str, str], bytes]:
    """Every base signed by every signer that can."""
    sources = {}
    bases = base.BASES | {"covered": showing.covered, "worded": words.worded}
    for name, make in bases.items():
        sources[name] = room / f"{name}.pdf"
        sources[name].write_bytes(base.write(make()))
    plain = sources["plain"]
    jobs = [dict(shape=name, signer=signer, source=source) for name, source in sources.items() for signer in signing.SIGNERS]
    jobs += [
        dict(shape=f"p{level}", signer=signer, source=plain, certify=level)
        for level in (1, 2, 3)
        for signer in signing.CERTIFIERS
    ]
    jobs += [dict(shape="large", signer=signer, source=plain, reserved=65000) for signer in ("pdfbox", "itext", "signpdf")]
    jobs += [dict(shape="visible", signer=signer, source=plain, visible=True) for signer in ("pyhanko", "itext")]
    shapes = honest.prepared(plain, room)
    # @signpdf reads classic tables only.
    jobs += [
        dict(shape=shape, signer=signer, source=shapes[shape]) for shape in ("linear", "packed") for signer in signing.CERTIFIERS
    ]
    for job in jobs:
        job["out"] = room / f"{job['shape']}-{job['signer']}-signed.pdf"
    signing.sign_all(jobs)
    signed = {(job["shape"], job["signer"]): job["out"].read_bytes() for job in jobs}
    honest.sign_locked(shapes["locked"], room / "one.pdf")
    signed["locked", "pyhanko"] = (room / "one.pdf").read_bytes()
    for name, lock in honest.LOCKS.items():
        honest.sign_with_lock(plain, room / "one.pdf", lock)
        signed[name, "pyhanko"] = (room / "one.pdf").read_bytes()
    return signed


if __name__ == "__main__":
    main()
