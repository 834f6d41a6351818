"""What honest people and services do with a finished file, and the makers do not do yet."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pymupdf


def run(*command: str) -> None:
    subprocess.run(command, capture_output=True, check=True, timeout=300)


def stamped_by_portal(source: Path, out: Path) -> None:
    """A portal's line of receipt and number on every page, in a save of its own."""
    with pymupdf.open(source) as file:
        for at, page in enumerate(file, 1):
            page.insert_text((60, 24), f"Received 03.11.2026 09:14 No. 2026-118842 p. {at}", fontsize=8, color=(0.7, 0, 0))
        copied = out.with_suffix(".tmp")
        file.save(copied)
    copied.replace(out)


def numbered(source: Path, out: Path) -> None:
    """Bates numbers at the foot of all pages, in an incremental save."""
    out.write_bytes(source.read_bytes())
    with pymupdf.open(out) as file:
        for at, page in enumerate(file, 1):
            page.insert_text((page.rect.width - 120, page.rect.height - 20), f"NFB{at:06d}", fontsize=9)
        file.saveIncr()


def sealed(source: Path, out: Path) -> None:
    """The appearance that a signing service puts at the foot of the last page, white behind its words."""
    with pymupdf.open(source) as file:
        page = file[-1]
        numbers = [pymupdf.Rect(word[:4]) for word in page.get_text("words") if any(sign.isdigit() for sign in word[4])]
        places = [pymupdf.Rect(60, top, 260, top + 40) for top in range(int(page.rect.height) - 110, 20, -10)]
        # Over words of the foot at most: a seal over a value hides it, whoever sets it.
        place = next(place for place in places if not any(place.intersects(number) for number in numbers))
        page.draw_rect(place, color=(0, 0, 0.6), fill=(1, 1, 1))
        page.insert_textbox(place + (4, 4, -4, -4), "Signed by Anna Fielding\n2026-11-03 10:02 UTC  ID 4f8a-1130", fontsize=8)
        file.save(out, garbage=3, deflate=True)


def filled_beside(source: Path, out: Path) -> None:
    """Paid and initials written beside the print by a form filler, as notes that are burnt in."""
    with pymupdf.open(source) as file:
        page = file[0]
        page.add_freetext_annot(pymupdf.Rect(380, 40, 540, 60), "paid 12.11.2026 AF", fontsize=11, text_color=(0, 0, 0.8))
        file.bake()
        file.save(out)


def printed_again(source: Path, out: Path) -> None:
    """Printed to a file by a viewer that draws with cairo."""
    run("pdftocairo", "-pdf", str(source), str(out))


def mended(source: Path, out: Path) -> None:
    """Cut off on the way, its tables lost, and mended by whoever opened it."""
    broken = out.with_suffix(".broken")
    broken.write_bytes(source.read_bytes()[:-30])
    with pymupdf.open(broken, filetype="pdf") as file:
        file.save(out, garbage=4, deflate=True)
    broken.unlink()


def taken_into_archive(source: Path, out: Path) -> None:
    """An archive's conversion: everything written anew, metadata of its own."""
    with pikepdf.open(source) as file:
        with file.open_metadata() as metadata:
            metadata["xmp:CreatorTool"] = "Archive import 4"
        file.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def distilled(source: Path, out: Path) -> None:
    """PDF/A-like conversion by Ghostscript, as document stores do."""
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/prepress", f"-sOutputFile={out}", str(source))


TREATMENTS: dict[str, Callable[[Path, Path], None]] = {
    "stamped-by-portal": stamped_by_portal,
    "bates-numbered": numbered,
    "sealed": sealed,
    "filled-beside": filled_beside,
    "printed-again": printed_again,
    "mended": mended,
    "taken-into-archive": taken_into_archive,
    "distilled": distilled,
}
