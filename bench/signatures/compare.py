"""Agreement with the labels and time per file: this engine, pyHanko and pdfsig over the same signed files."""

import csv
import logging
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from io import BytesIO
from pathlib import Path

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

ROOT = Path(__file__).resolve().parents[2]
AGREEMENT = ROOT / "target/release/examples/agreement"
GOOD = ("valid", "valid+allowed-changes", "valid-with-warning", "certified")
LEFT_OUT = ("sv-violation", "error-on-validate")


def with_engine(folder: Path) -> dict[str, tuple[str, float]]:
    done = subprocess.run([AGREEMENT, folder], capture_output=True, text=True, check=True)
    # The first run reads the files from the disk.
    done = subprocess.run([AGREEMENT, folder], capture_output=True, text=True, check=True)
    answers = {}
    for line in done.stdout.splitlines():
        found = re.match(r"([0-9a-f]{12}) (\S+) +(\w+) +([\d.]+) ms", line)
        if found:
            seen = {"Clean": "good", "Oddities": "good", "Locked": "locked", "NoSignature": "none"}.get(found[3], "bad")
            answers[found[1]] = (seen, float(found[4]))
    return answers


def with_pyhanko(path: Path) -> tuple[str, float]:
    data = path.read_bytes()
    best, seen = None, "none"
    for _ in range(2):
        begin = time.perf_counter()
        seen = pyhanko_says(data)
        took = (time.perf_counter() - begin) * 1000
        best = took if best is None else min(best, took)
    return seen, best


def pyhanko_says(data: bytes) -> str:
    try:
        reader = PdfFileReader(BytesIO(data), strict=False)
        if reader.encrypted and reader.decrypt(b"").status.value == 0:
            return "locked"
        found = reader.embedded_signatures
        for one in found:
            context = ValidationContext(allow_fetching=False, trust_roots=[])
            check = validate_pdf_timestamp if one.sig_object.get("/Type") == "/DocTimeStamp" else validate_pdf_signature
            status = check(one, context)
            if not (status.intact and status.valid) or status.coverage < SignatureCoverageLevel.ENTIRE_REVISION:
                return "bad"
            level = getattr(status, "modification_level", None)
            if level is not None and level.name == "OTHER":
                return "bad"
            if getattr(status, "docmdp_ok", True) is False:
                return "bad"
        return "good" if found else "none"
    except Exception as error:  # Whatever it stumbles over, it has not said that the file is good.
        return "locked" if "crypt" in repr(error).lower() or "password" in repr(error).lower() else "bad"


def with_pdfsig(path: Path) -> tuple[str, float]:
    begin = time.perf_counter()
    done = subprocess.run(["pdfsig", "-nocert", path], capture_output=True, text=True, errors="replace")
    took = (time.perf_counter() - begin) * 1000
    if "Incorrect password" in done.stderr:
        return "locked", took
    states = re.findall(r"Signature Validation: (.+)", done.stdout)
    totals = re.findall(r"(Not total|Total) document signed", done.stdout)
    if not states:
        return "none", took
    good = all(state == "Signature is Valid." for state in states) and totals[-1:] == ["Total"]
    return ("good" if good else "bad"), took


def is_right(label: str, seen: str) -> bool:
    return seen == "good" if label in GOOD else seen == "bad"


def main():
    logging.disable(logging.CRITICAL)
    folder = Path(sys.argv[1])
    with open(folder / "INDEX.tsv", newline="", errors="replace") as index:
        rows = [row for row in csv.DictReader(index, delimiter="\t") if row["label"] not in LEFT_OUT]
    engine = with_engine(folder)
    table: Counter = Counter()
    times = {"engine": [], "pyhanko": [], "pdfsig": []}
    for row in rows:
        path = folder / row["file"]
        answers = {"engine": engine[row["file"][:12]], "pyhanko": with_pyhanko(path), "pdfsig": with_pdfsig(path)}
        if answers["engine"][0] == "locked":
            table[row["label"], "locked"] += 1
            continue
        table[row["label"], "files"] += 1
        for name, (seen, took) in answers.items():
            times[name].append(took)
            table[row["label"], name] += not is_right(row["label"], seen)
        if "-v" in sys.argv and not is_right(row["label"], answers["engine"][0]):
            print(row["file"], row["label"], row["path_in_repo"].rsplit("/", 1)[-1], answers)
    report(table, times)


def report(table: Counter, times: dict[str, list[float]]):
    labels = sorted({label for label, _ in table})
    print(f"{'label':28} {'files':>5} {'locked':>6}   errors: {'engine':>6} {'pyHanko':>7} {'pdfsig':>6}")
    for label in [*labels, "all"]:
        kinds = ("files", "locked", "engine", "pyhanko", "pdfsig")
        one = [sum(table[each, kind] for each in (labels if label == "all" else [label])) for kind in kinds]
        print(f"{label:28} {one[0]:5} {one[1]:6}           {one[2]:6} {one[3]:7} {one[4]:6}")
    for name, taken in times.items():
        taken.sort()
        middle, high = statistics.median(taken), taken[int(len(taken) * 0.95)]
        print(f"{name:8} ms per file: median {middle:.2f}, mean {statistics.mean(taken):.2f}, 95th {high:.2f}")
    ratio = statistics.mean(times["pyhanko"]) / statistics.mean(times["engine"])
    middle = statistics.median(times["pyhanko"]) / statistics.median(times["engine"])
    print(f"pyHanko takes {middle:.0f} times as long as the engine (medians), {ratio:.0f} times (means)")


if __name__ == "__main__":
    main()
