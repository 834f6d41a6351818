"""Certified files: what each permission of DocMDP and each FieldMDP lock forbids, and what it allows."""

from . import base
from .case import Case
from .overlays import KINDS, _annotation
from .update import File


def fill(file: File, field: int = base.NAME, look: int = base.NAME_LOOK, value: bytes = b"Mara Example") -> bytes:
    """A form filled the way programs do it: value and look together."""
    return file.update({field: file.with_keys(field, V=b"(%s)" % value), look: base.look(value)})


def comment(file: File) -> bytes:
    """A note beside the text, where nothing stands."""
    note, look = file.new(), file.new()
    words = b" /Contents (Please check) /T (Reviewer)"
    return file.update(
        {
            note: _annotation(b"/FreeText", words, look, b"300 300 470 320"),
            look: base.cover(b"Please check"),
            base.PAGE: file.on_page(note),
        }
    )


def mark(file: File) -> bytes:
    """A highlight over the total: it colours, it does not cover."""
    note, look = file.new(), file.new()
    more = b"/Type /XObject /Subtype /Form /BBox [0 0 170 20] /Resources << /ExtGState << /G << /BM /Multiply >> >> >> "
    colour = base.stream(b"/G gs 1 1 0 rg 0 0 170 20 re f", more)
    where = b" /QuadPoints [70 615 240 615 70 595 240 595] /C [1 1 0]"
    return file.update({note: _annotation(b"/Highlight", where, look), look: colour, base.PAGE: file.on_page(note)})


def certified(file: File, level: int, signer: str):
    """What goes beyond `level`."""
    name = f"p{level}"
    yield Case(
        "docmdp",
        f"{name}-contents",
        signer,
        file.update({base.CONTENTS: base.stream(base.text([*base.LINES[:5], b"Total 9.250,00 EUR"]))}),
    )
    yield Case("docmdp", f"{name}-page-rotated", signer, file.update({base.PAGE: file.with_keys(base.PAGE, Rotate=b"180")}))
    permissions = file.with_keys(file.root, Perms=None)
    yield Case("docmdp", f"{name}-permissions-removed", signer, file.update({file.root: permissions}))
    if level < 3:
        yield Case("docmdp", f"{name}-comment", signer, comment(file))
        yield Case("docmdp", f"{name}-mark", signer, mark(file))
        for kind in ("stamp", "redact", "ink"):
            note, look = file.new(), file.new()
            objects = {note: _annotation(KINDS[kind], b"", look), look: base.cover(), base.PAGE: file.on_page(note)}
            yield Case("docmdp", f"{name}-{kind}", signer, file.update(objects))
    if level < 2:
        yield Case("docmdp", f"{name}-filled", signer, fill(file))
        from .values import sign_field

        yield Case(
            "docmdp",
            f"{name}-signed-again",
            signer,
            sign_field(file, "Second", b"300 60 470 80", base.cover(b"Signed"), "second"),
        )


def locked(file: File, signer: str):
    """A signature that locks `name`: filling it is a violation, filling the other field is not."""
    yield Case("fieldmdp", "locked-field-filled", signer, fill(file))
    yield Case("fieldmdp", "locked-look-changed", signer, file.update({base.NAME_LOOK: base.look(b"Somebody Else")}))
    looks = b"<< /N %d 0 R >>"
    for name, objects in (
        ("locked-value-alone", {base.NAME: file.with_keys(base.NAME, V=b"(Somebody Else)")}),
        ("locked-field-moved", {base.NAME: file.with_keys(base.NAME, Rect=b"[160 590 360 610]")}),
        ("locked-field-with-action", {base.NAME: file.with_keys(base.NAME, A=b"<< /S /JavaScript /JS (app.alert\\(1\\)) >>")}),
        ("locked-look-exchanged", {base.NAME: file.with_keys(base.NAME, AP=looks % base.COVER)}),
        ("locked-field-writable", {base.NAME: file.with_keys(base.NAME, Ff=b"0", MaxLen=b"3")}),
    ):
        yield Case("fieldmdp", name, signer, file.update(objects))
    other = fill(file, base.AMOUNT, base.AMOUNT_LOOK, b"paid")
    if signer.startswith("lock-all"):
        yield Case("fieldmdp", "other-locked-field-filled", signer, other)
    else:
        yield Case("honest", "other-field-filled", signer, other, "clean")
