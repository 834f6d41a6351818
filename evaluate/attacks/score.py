"""Judges every made file and holds the answers against the labels: `python -m attacks.score [--out folder]`."""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from makers.places import HERE

ACCUSED = ("suspicious", "tampered")


def main() -> int:
    parser = argparse.ArgumentParser(prog="attacks.score", description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE / "out-attacks")
    folder = parser.parse_args().out.resolve()
    rows = json.loads((folder / "manifest.json").read_text())
    answers = judge(folder)
    table, wrong = Counter(), []
    for row in rows:
        answer = answers.get(str(folder / row["file"]))
        right = answer is not None and is_right(row, answer)
        table[row["class"], right] += 1
        if not right:
            wrong.append((row, answer))
    print(f"{'class':16} {'files':>6} {'right':>6} {'wrong':>6}")
    for kind in sorted({kind for kind, _ in table}):
        right, missed = table[kind, True], table[kind, False]
        print(f"{kind:16} {right + missed:6} {right:6} {missed:6}")
    attacks = [row for row in rows if row["must"] != "clean"]
    missed = sum(row["must"] != "clean" for row, _ in wrong)
    print(
        f"attacks caught {len(attacks) - missed} of {len(attacks)}; honest files accused {len(wrong) - missed} of {len(rows) - len(attacks)}"
    )
    for row, answer in wrong:
        print(f"  {row['file']}: must be {row['must']} {row['says']}, is {told(answer)}")
    return 1 if wrong else 0


def judge(folder: Path) -> dict[str, dict]:
    """The command line's own answers, one JSON object a line."""
    command = ["npx", "--no-install", "assay", "check", "--json", str(folder)]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True)
    if done.returncode == 2 and not done.stdout:
        raise SystemExit(done.stderr)
    answers = (json.loads(line) for line in done.stdout.splitlines())
    return {answer["file"]["name"]: answer for answer in answers}


def is_right(row: dict, answer: dict) -> bool:
    ids = {signal["id"] for signal in answer["signals"]}
    match row["must"]:
        case "caught":
            return answer["verdict"] in ACCUSED
        case "named":
            return row["says"] in ids
        case _:
            return answer["verdict"] is not None and answer["verdict"] not in ACCUSED


def told(answer: dict | None) -> str:
    if answer is None:
        return "not answered"
    return f"{answer['verdict']} by {sorted({signal['id'] for signal in answer['signals']})}"


if __name__ == "__main__":
    sys.exit(main())
