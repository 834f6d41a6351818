"""What is seen on the screen or on paper only, and what brings a cover into view or takes one away."""

from . import base, inks
from .case import Case
from .update import File

COVERING = b"1 g 0 0 65 18 re f " + inks.words(b"9.250,00")


def attacks(state: str, signer: str, file: File):
    def laid(flags: int) -> bytes:
        return inks.annotation(file, COVERING, inks.NUMBER, b"", flags=flags)

    yield Case("showing", f"on-paper-only-{state}", signer, laid(4 | 32))
    yield Case("showing", f"on-the-screen-only-{state}", signer, laid(0))
    yield Case("showing", f"under-the-pointer-{state}", signer, laid(4 | 32 | 256))
    for name, flags in (("hidden", 2), ("no-view", 32)):
        held = File(laid(flags))
        note = held.pdf.pages[0].Annots[-1].objgen[0]
        yield Case("showing", f"{name}-then-shown-{state}", signer, held.update({note: held.with_keys(note, F=b"4")}))
    held = File(inks.annotation(file, b"", inks.NUMBER, b""))
    note, on, off = held.pdf.pages[0].Annots[-1].objgen[0], held.new(), held.new()
    both = b"<< /N << /On %d 0 R /Off %d 0 R >> >>" % (on, off)
    objects = {on: inks.look(COVERING), off: inks.look(b""), note: held.with_keys(note, AP=both, AS=b"/Off")}
    held = File(held.update(objects))
    yield Case("showing", f"other-state-{state}", signer, held.update({note: held.with_keys(note, AS=b"/On")}))


# Signed with annotations: a cover over other terms, and a note below a stamp.
COVERED, UNDER, STAMP = range(15, 18)


def covered() -> dict[int, bytes]:
    made = base.objects()
    made[base.CONTENTS] = base.stream(base.text([*base.LINES[:5], b"Total 9.250,00 EUR"]))
    note = b"<< /Type /Annot /Subtype /%s /F 4 /Rect [%s] /AP << /N %d 0 R >> >>"
    looks = {18: base.cover(base.LINES[5]), 19: base.cover(b"not paid"), 20: base.cover(b"paid in full")}
    made |= looks
    made[COVERED] = note % (b"Square", b"70 595 240 615", 18)
    made[UNDER] = note % (b"Stamp", b"300 300 470 320", 19)
    made[STAMP] = note % (b"Stamp", b"300 300 470 320", 20)
    annots = b"[%d 0 R %d 0 R %d 0 R %d 0 R %d 0 R]" % (base.NAME, base.AMOUNT, COVERED, UNDER, STAMP)
    at = made[base.PAGE].index(b"/Annots")
    made[base.PAGE] = made[base.PAGE][:at] + b"/Annots %s >>" % annots
    return made


def uncovered(file: File, signer: str):
    page = file.pdf.pages[0]
    listed = [one.objgen[0] for one in page.Annots]

    def order(numbers) -> bytes:
        return file.with_keys(base.PAGE, Annots=b"[%s]" % b" ".join(b"%d 0 R" % number for number in numbers))

    def case(name: str, objects: dict[int, bytes], **more):
        return Case("uncovered", name, signer, file.update(objects, **more))

    yield case("removed", {base.PAGE: order(n for n in listed if n != COVERED)})
    yield case("hidden", {COVERED: file.with_keys(COVERED, F=b"6")})
    yield case("not-printed", {COVERED: file.with_keys(COVERED, F=b"36")})
    yield case("moved", {COVERED: file.with_keys(COVERED, Rect=b"[300 400 470 420]")})
    yield case("emptied", {18: base.stream(b"", b"/Type /XObject /Subtype /Form /BBox [0 0 170 20] ")})
    swapped = [STAMP if n == UNDER else UNDER if n == STAMP else n for n in listed]
    yield case("order", {base.PAGE: order(swapped)})
    yield case("words", {20: base.cover(b"not paid")})
    yield case("look-swapped", {STAMP: file.with_keys(STAMP, AP=b"<< /N 19 0 R >>")})
