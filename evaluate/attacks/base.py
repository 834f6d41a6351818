"""The documents that are signed: written here byte by byte, so that an attack knows every object it is about."""

# Object numbers of every base document.
CATALOG, PAGES, PAGE, CONTENTS, FONT, FORM, NAME, NAME_LOOK, AMOUNT, AMOUNT_LOOK, SECOND, SECOND_CONTENTS, COVER, INFO = range(
    1, 15
)
# Of the hide-and-replace document: a second document that nothing leads to.
OTHER_CATALOG, OTHER_PAGES, OTHER_PAGE, OTHER_CONTENTS = range(15, 19)

PAYEE = b"Payee: Example Tools GmbH"
LINES = [
    b"Invoice 2026-0417",
    PAYEE,
    b"IBAN DE02 1203 0000 0000 2020 51",
    b"Net amount 1.050,42 EUR",
    b"VAT 19 % 199,58 EUR",
    b"Total 1.250,00 EUR",
]
# Where the total stands: what overlays are laid over.
TOTAL = (70, 595, 240, 615)


def text(lines: list[bytes], top: int = 700, size: int = 14) -> bytes:
    shown = b" ".join(b"(%s) Tj 0 -20 Td" % line.replace(b"(", b"\\(").replace(b")", b"\\)") for line in lines)
    return b"BT /F1 %d Tf 72 %d Td %s ET" % (size, top, shown)


def stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<< /Length %d %s>>\nstream\n%s\nendstream" % (len(data), more, data)


def look(value: bytes, width: int = 200, height: int = 20) -> bytes:
    """The appearance of a text field."""
    more = b"/Type /XObject /Subtype /Form /BBox [0 0 %d %d] /Resources << /Font << /F1 %d 0 R >> >> " % (width, height, FONT)
    return stream(b"/Tx BMC q BT /F1 12 Tf 0 g 2 5 Td (%s) Tj ET Q EMC" % value, more)


def cover(shown: bytes = b"", width: int = 170, height: int = 20) -> bytes:
    """An opaque white appearance, with text on it or none."""
    words = b" BT /F1 14 Tf 0 g 2 5 Td (%s) Tj ET" % shown if shown else b""
    more = b"/Type /XObject /Subtype /Form /BBox [0 0 %d %d] /Resources << /Font << /F1 %d 0 R >> >> " % (width, height, FONT)
    return stream(b"q 1 g 0 0 %d %d re f Q%s" % (width, height, words), more)


def objects() -> dict[int, bytes]:
    resources = b"<< /Font << /F1 %d 0 R >> /XObject << /Cover %d 0 R >> >>" % (FONT, COVER)
    page = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Resources %s /Contents %d 0 R /Annots [%s] >>"
    field = b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (%s) /F 4 /P %d 0 R /Rect [%s] /DA (/F1 12 Tf 0 g) /V (%s) /AP << /N %d 0 R >> >>"
    return {
        CATALOG: b"<< /Type /Catalog /Pages %d 0 R /AcroForm %d 0 R >>" % (PAGES, FORM),
        PAGES: b"<< /Type /Pages /Kids [%d 0 R %d 0 R] /Count 2 >>" % (PAGE, SECOND),
        PAGE: page % (PAGES, resources, CONTENTS, b"%d 0 R %d 0 R" % (NAME, AMOUNT)),
        CONTENTS: stream(text(LINES) + b" BT /F1 10 Tf 72 500 Td (Approved by) Tj 0 -40 Td (Remarks) Tj ET"),
        FONT: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        FORM: b"<< /Fields [%d 0 R %d 0 R] /DR << /Font << /F1 %d 0 R >> >> /DA (/F1 12 Tf 0 g) >>" % (NAME, AMOUNT, FONT),
        NAME: field % (b"name", PAGE, b"160 490 360 510", b"", NAME_LOOK),
        NAME_LOOK: look(b""),
        AMOUNT: field % (b"remarks", PAGE, b"160 450 360 470", b"none", AMOUNT_LOOK),
        AMOUNT_LOOK: look(b"none"),
        SECOND: page % (PAGES, b"<< /Font << /F1 %d 0 R >> >>" % FONT, SECOND_CONTENTS, b""),
        SECOND_CONTENTS: stream(text([b"Terms of payment", b"Payable within 14 days."])),
        COVER: cover(),
        INFO: b"<< /Title (Invoice) /Producer (assay attack base) /CreationDate (D:20260105090000Z) >>",
    }


def hiding() -> dict[int, bytes]:
    """Prepared for shadow hide: other terms stand below an opaque picture."""
    made = objects()
    made[CONTENTS] = stream(text([b"Total 9.250,00 EUR"], top=600) + b" q 1 0 0 1 70 595 cm /Cover Do Q " + text(LINES[:5]))
    return made


def replacing(value: bytes = b"9.250,00", shown: bytes = b"1.250,00") -> dict[int, bytes]:
    """Prepared for shadow replace: a field whose value is not what it shows."""
    made = objects()
    made[AMOUNT] = made[AMOUNT].replace(b"(none)", b"(%s)" % value)
    made[AMOUNT_LOOK] = look(shown)
    return made


def replacing_date() -> dict[int, bytes]:
    return replacing(b"31.12.2027", b"31.01.2026")


def replacing_account() -> dict[int, bytes]:
    return replacing(b"DE44500105175407324931", b"DE02120300000000202051")


def planted() -> dict[int, bytes]:
    """Prepared for shadow hide-and-replace: a whole second document that nothing leads to."""
    made = objects()
    made[OTHER_CATALOG] = made[CATALOG].replace(b"/Pages %d 0" % PAGES, b"/Pages %d 0" % OTHER_PAGES)
    made[OTHER_PAGES] = b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % OTHER_PAGE
    made[OTHER_PAGE] = (
        made[PAGE]
        .replace(b"/Parent %d 0" % PAGES, b"/Parent %d 0" % OTHER_PAGES)
        .replace(b"/Contents %d 0" % CONTENTS, b"/Contents %d 0" % OTHER_CONTENTS)
    )
    made[OTHER_CONTENTS] = stream(text([*LINES[:5], b"Total 9.250,00 EUR"]))
    return made


BASES = {"plain": objects, "hide": hiding, "replace": replacing, "replace-account": replacing_account, "replace-date": replacing_date, "planted": planted}


def write(made: dict[int, bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = {}
    for number, body in sorted(made.items()):
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (max(made) + 1)
    for number in range(1, max(made) + 1):
        out += b"%010d 00000 n \n" % places[number]
    identity = b"<00112233445566778899aabbccddeeff>"
    out += b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID [%s %s] >>\nstartxref\n%d\n%%%%EOF\n" % (
        max(made) + 1,
        CATALOG,
        INFO,
        identity,
        identity,
        start,
    )
    return bytes(out)
