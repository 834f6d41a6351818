"""Words of fields replaced while the value stays, and fields whose value waits below another look."""

from . import base
from .case import Case
from .update import File


def worded() -> dict[int, bytes]:
    """Prepared: the field says one thing and shows another."""
    made = base.objects()
    made[base.AMOUNT] = made[base.AMOUNT].replace(b"(none)", b"(paid in full)")
    made[base.AMOUNT_LOOK] = base.look(b"not paid")
    return made


def prepared(file: File, signer: str):
    # @signpdf writes a form that does not list the field: readers draw no value for it.
    if file.lists(base.AMOUNT):
        form = file.form()
        yield Case("words", "need-appearances", signer, file.update({form: file.with_keys(form, NeedAppearances=b"true")}))
        yield Case("words", "look-follows-value", signer, file.update({base.AMOUNT_LOOK: base.look(b"paid in full")}))
        yield Case("words", "look-removed", signer, file.update({base.AMOUNT: file.with_keys(base.AMOUNT, AP=None)}))


def attacks(state: str, signer: str, file: File):
    if not file.lists(base.AMOUNT):
        return
    yield Case("words", f"look-alone-{state}", signer, file.update({base.AMOUNT_LOOK: base.look(b"paid in full")}))
    other = file.new()
    looks = b"<< /N %d 0 R >>" % other
    objects = {other: base.look(b"paid in full"), base.AMOUNT: file.with_keys(base.AMOUNT, AP=looks)}
    yield Case("words", f"other-look-{state}", signer, file.update(objects))
    objects = {
        base.AMOUNT: file.with_keys(base.AMOUNT, V=b"(not paid)"),
        base.AMOUNT_LOOK: base.look(b"paid in full"),
    }
    yield Case("words", f"value-and-look-{state}", signer, file.update(objects))


def honest(state: str, signer: str, file: File):
    from .states import allows

    if not file.lists(base.AMOUNT) or not allows(state, 2):
        return
    for name, value, shown in (
        ("same", b"paid in full", b"paid in full"),
        ("in-capitals", b"paid in full", b"PAID IN FULL"),
        ("cut-off", b"paid in full by transfer", b"paid in full by tra"),
        ("date", b"2026-01-05", b"5 January 2026"),
        ("amount", b"1234.5", b"1,234.50 EUR"),
    ):
        objects = {base.AMOUNT: file.with_keys(base.AMOUNT, V=b"(%s)" % value), base.AMOUNT_LOOK: base.look(shown)}
        yield Case("honest-words", f"{name}-{state}", signer, file.update(objects), "clean")
