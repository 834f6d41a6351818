"""Ink of every kind that a later annotation or signature field puts on signed text or right beside it; and the same
ink where nothing stands."""

from . import base
from .case import Case
from .states import allows
from .update import File
from .values import sign_field

NUMBER = (105, 596, 170, 614)
AWAY = (300, 300, 365, 318)
BEFORE, BEHIND = (98, 596, 108, 614), (161, 596, 171, 614)
FONTS = b"/Font << /F1 %d 0 R >>" % base.FONT


def look(drawn: bytes, rect=NUMBER, resources: bytes = b"") -> bytes:
    width, height = rect[2] - rect[0], rect[3] - rect[1]
    head = b"/Type /XObject /Subtype /Form /BBox [0 0 %d %d] /Resources << %s %s >> " % (width, height, FONTS, resources)
    return base.stream(drawn, head)


def words(text: bytes) -> bytes:
    return b"BT /F1 14 Tf 0 g 1 4 Td (%s) Tj ET" % text


STRIPS = b"1 g " + b" ".join(b"0 %d 65 1.9 re f" % y for y in range(0, 18, 2))
FAINT = b"/ExtGState << /G << /ca 0.3 >> >>"
SHADING = b"/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 65 0] /Extend [true true] /Function << /FunctionType 2 /N 1 /Domain [0 1] /C0 [1] /C1 [1] >> >> >>"
KINDS = {
    "bare-text": (words(b"9.250,00"), NUMBER, b""),
    "digit-before": (words(b"9"), BEFORE, b""),
    "digit-behind": (words(b"0"), BEHIND, b""),
    "thick-stroke": (b"18 w 1 G 0 9 m 65 9 l S", NUMBER, b""),
    "tilted-stroke": (b"18 w 1 G 0 9 m 65 9.05 l S", NUMBER, b""),
    "strips": (STRIPS, NUMBER, b""),
    "thin-layers": (b"/G gs 1 g " + b"0 0 65 18 re f " * 4, NUMBER, FAINT),
    "picture": (b"q 65 0 0 18 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \xff EI Q", NUMBER, b""),
    "shading": (b"/S sh", NUMBER, SHADING),
}


def annotation(file: File, drawn: bytes, rect, resources: bytes, subtype: bytes = b"/Stamp", flags: int = 4) -> bytes:
    note, shown = file.new(), file.new()
    body = b"<< /Type /Annot /Subtype %s /F %d /Rect [%d %d %d %d] /M (D:20260401120000Z) /AP << /N %d 0 R >> >>"
    return file.update(
        {
            note: body % (subtype, flags, *rect, shown),
            shown: look(drawn, rect, resources),
            base.PAGE: file.on_page(note),
        }
    )


def unsigned(file: File, drawn: bytes, rect, resources: bytes) -> bytes:
    field, shown, form = file.new(), file.new(), file.form()
    widget = b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sneaky) /F 4 /P %d 0 R /Rect [%d %d %d %d] /AP << /N %d 0 R >> >>"
    return file.update(
        {
            field: widget % (base.PAGE, *rect, shown),
            shown: look(drawn, rect, resources),
            base.PAGE: file.on_page(field),
            form: file.with_keys(form, Fields=b"[%s %d 0 R]" % (file.array(form, "/Fields"), field)),
        }
    )


def signed(file: File, drawn: bytes, rect, resources: bytes) -> bytes:
    return sign_field(file, "Sneaky", b"%d %d %d %d" % tuple(rect), look(drawn, rect, resources))


def moved(file: File, drawn: bytes, rect, resources: bytes) -> bytes:
    """An empty field where nothing stands, moved over the text in the save after."""
    held = File(unsigned(file, b"", AWAY, b""))
    field = held.pdf.Root.AcroForm.Fields[-1].objgen[0]
    shown = held.new()
    looks = b"<< /N %d 0 R >>" % shown
    where = b"[%d %d %d %d]" % tuple(rect)
    return held.update({field: held.with_keys(field, Rect=where, AP=looks), shown: look(drawn, rect, resources)})


def without_look(file: File, keys: bytes) -> bytes:
    note = file.new()
    body = b"<< /Type /Annot /F 4 /Rect [%d %d %d %d] %s >>" % (*NUMBER, keys)
    return file.update({note: body, base.PAGE: file.on_page(note)})


LOOKLESS = {
    "free-text": b"/Subtype /FreeText /DA (/Helv 14 Tf 0 g) /Contents (9.250,00)",
    "free-text-on-ground": b"/Subtype /FreeText /DA (/Helv 14 Tf 0 g) /Contents ( ) /C [1 1 1]",
    "square": b"/Subtype /Square /IC [1 1 1]",
}


def attacks(state: str, signer: str, file: File):
    for name, (drawn, rect, resources) in KINDS.items():
        yield Case("ink", f"annotation-{name}-{state}", signer, annotation(file, drawn, rect, resources))
        yield Case("ink", f"unsigned-{name}-{state}", signer, unsigned(file, drawn, rect, resources))
        yield Case("ink", f"signed-{name}-{state}", signer, signed(file, drawn, rect, resources))
        yield Case("ink", f"moved-{name}-{state}", signer, moved(file, drawn, rect, resources))
    for name, keys in LOOKLESS.items():
        yield Case("ink", f"without-look-{name}-{state}", signer, without_look(file, keys))


def honest(state: str, signer: str, file: File):
    for name, (drawn, _, resources) in KINDS.items():
        if allows(state, 3):
            yield Case("honest-ink", f"annotation-{name}-{state}", signer, annotation(file, drawn, AWAY, resources), "clean")
        if allows(state, 2):
            yield Case("honest-ink", f"signed-{name}-{state}", signer, signed(file, drawn, AWAY, resources), "clean")
    if allows(state, 3):
        around = (100, 590, 195, 618)
        framed = annotation(file, b"2 w 1 0 0 RG 1 1 93 26 re S", around, b"", b"/Square")
        yield Case("honest-ink", f"frame-around-{state}", signer, framed, "clean")
        below = annotation(file, b"1 0 0 RG 1 w 0 1 m 65 1 l S", (105, 594, 170, 600), b"", b"/Underline")
        yield Case("honest-ink", f"underlined-{state}", signer, below, "clean")
    if allows(state, 2):
        beside = sign_field(file, "Second", b"142 494 300 512", look(words(b"Mara Example"), (142, 494, 300, 512)), "second")
        yield Case("honest-ink", f"seal-beside-its-label-{state}", signer, beside, "clean")
