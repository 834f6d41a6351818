"""The signers: pyHanko, PDFBox, iText and @signpdf, each driven the way its own examples do."""

import json
import subprocess
from pathlib import Path

from makers import signing as hanko
from makers.places import CACHE

HOME = CACHE / "signers"
SIGNERS = ("pyhanko", "pdfbox", "itext", "signpdf")
# @signpdf makes no certifications.
CERTIFIERS = ("pyhanko", "pdfbox", "itext")


def sign_all(jobs: list[dict]):
    """Each job: signer, source, out, and optionally who, certify (1 to 3), visible, reserved."""
    hanko.make_keys()
    rows = []
    for job in jobs:
        who = job.get("who", "seal")
        rows.append(
            {
                "keystore": str(hanko.KEYS / f"{who}.p12"),
                "password": hanko.PASSWORD.decode(),
                "who": who,
                "field": job.get("field", "Signature"),
                "certify": job.get("certify") or 0,
                "visible": bool(job.get("visible")),
                "reserved": job.get("reserved", 16384),
                "signer": job["signer"],
                "source": str(job["source"]),
                "out": str(job["out"]),
            }
        )
    for row in rows:
        if row["signer"] == "pyhanko":
            box = (380, 60, 540, 100) if row["visible"] else None
            hanko.sign(
                Path(row["source"]),
                Path(row["out"]),
                who=row["who"],
                certify=row["certify"] or None,
                visible=box,
                field=row["field"],
            )
    _drive(
        [row for row in rows if row["signer"] in ("pdfbox", "itext")], ["java", "-cp", f"{HOME}/jars/*:{HOME}/classes", "Sign"]
    )
    _drive([row for row in rows if row["signer"] == "signpdf"], ["node", str(HOME / "sign.mjs")])


def _drive(rows: list[dict], command: list[str]):
    if not rows:
        return
    jobs = HOME / "jobs.json"
    jobs.write_text(json.dumps(rows))
    done = subprocess.run([*command, str(jobs)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
