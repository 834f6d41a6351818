"""Writes all documents by all programs, then each after what honest people do with it: `python -m strangers OUT [PROGRAM ...]`."""

import sys
from pathlib import Path

from .documents import all_documents
from .programs import PROGRAMS
from .treatments import TREATMENTS


def main(out: Path, only: list[str]) -> int:
    failed = 0
    for program, write in PROGRAMS.items():
        if only and program not in only:
            continue
        for document in all_documents():
            folder = out / f"{document.name}-{program}"
            folder.mkdir(parents=True, exist_ok=True)
            original = folder / "original.pdf"
            try:
                write(document, original)
                for name, treat in TREATMENTS.items():
                    treat(original, folder / f"{name}.pdf")
            except Exception as error:  # One program that is missing leaves the others.
                failed += 1
                said = getattr(error, "stderr", b"") or b""
                print(f"{folder.name}: {error} {said[-300:].decode(errors='replace')}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(1 if main(Path(sys.argv[1]), sys.argv[2:]) else 0)
