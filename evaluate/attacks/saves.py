"""Attacks by what comes after: ISA (CCS 2019), tails, actions, and changes taken back."""

import io

import pikepdf

from . import base
from .case import Case
from .update import File

FORGED = base.stream(base.text([*base.LINES[:5], b"Total 9.250,00 EUR"]))
SCRIPT = b"<< /S /JavaScript /JS (app.alert\\(1\\)) >>"


def incremental(file: File, signer: str):
    """ISA: another content stream appended, with more or less of a save around it."""
    page = {base.CONTENTS: FORGED}
    yield Case("isa", "full-save", signer, file.update(page))
    yield Case("isa", "no-table", signer, file.update(page, xref=False))
    yield Case("isa", "objects-only", signer, file.update(page, xref=False, end=b""))
    yield Case("isa", "no-end-mark", signer, file.update(page, end=b""))
    yield Case(
        "isa",
        "trailer-only",
        signer,
        file.update(page, xref=False, end=file.trailer() + b"startxref\n%d\n%%%%EOF\n" % file.previous),
    )
    yield Case("isa", "wrong-startxref", signer, file.update(page, start=7))
    yield Case("isa", "startxref-zero", signer, file.update(page, start=0))
    yield Case("isa", "signed-table-again", signer, file.update(page, start=file.previous))
    clone = file.update({**page, file.new(): file.dictionary_of_signature()})
    yield Case("isa", "signature-copied", signer, clone)
    other = file.new()
    yield Case(
        "isa",
        "other-contents",
        signer,
        file.update({other: FORGED, base.PAGE: file.with_keys(base.PAGE, Contents=b"%d 0 R" % other)}),
    )
    yield Case(
        "isa",
        "page-removed",
        signer,
        file.update({base.PAGES: file.with_keys(base.PAGES, Kids=b"[%d 0 R]" % base.PAGE, Count=b"1")}),
    )
    added = file.new()
    text = file.new()
    kids = file.array(base.PAGES, "/Kids") + b" %d 0 R" % added
    new = {
        added: b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 %d 0 R >> >> /Contents %d 0 R >>"
        % (base.PAGES, base.FONT, text),
        text: base.stream(base.text([b"Appendix: the price is 9.250,00 EUR"])),
        base.PAGES: file.with_keys(base.PAGES, Kids=b"[%s]" % kids, Count=b"3"),
    }
    yield Case("isa", "page-added", signer, file.update(new))
    box = file.with_keys(base.PAGE, MediaBox=b"[0 620 595 842]")
    yield Case("isa", "page-cropped", signer, file.update({base.PAGE: box}))


def tails(file: File, signer: str):
    """Bytes behind the signed end that no save explains."""
    data = file.data
    yield Case("tail", "text", signer, data + b"this was not signed\n")
    yield Case("tail", "spaces", signer, data + b" " * 64, "clean")
    yield Case("tail", "many-line-ends", signer, data + b"\n" * 40, "clean")
    yield Case("tail", "comment", signer, data + b"% a remark that nobody signed", "clean")
    yield Case("tail", "second-pdf", signer, data + base.write(base.objects()).replace(b"1.250,00", b"9.250,00"))
    yield Case("tail", "archive", signer, data + b"PK\x03\x04" + b"\0" * 40)
    yield Case(
        "tail",
        "end-mark-again",
        signer,
        data + b"%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (base.CONTENTS, FORGED, file.previous),
    )
    hidden = file.update({file.new(): base.stream(b"nothing leads here")})
    before = hidden.index(b"xref", len(data))
    yield Case(
        "tail",
        "between-objects",
        signer,
        hidden[:before]
        + b"9 0 obj\n(not listed)\nendobj\n"
        + hidden[before:].replace(b"startxref\n%d" % before, b"startxref\n%d" % (before + 31)),
    )


def actions(file: File, signer: str):
    """Things that act by themselves."""
    root = file.root
    yield Case("action", "open-script", signer, file.update({root: file.with_keys(root, OpenAction=SCRIPT)}))
    launch = b"<< /S /Launch /F (calc.exe) >>"
    yield Case("action", "open-launch", signer, file.update({root: file.with_keys(root, OpenAction=launch)}))
    yield Case("action", "catalog-triggers", signer, file.update({root: file.with_keys(root, AA=b"<< /WC %s >>" % SCRIPT)}))
    yield Case("action", "page-triggers", signer, file.update({base.PAGE: file.with_keys(base.PAGE, AA=b"<< /O %s >>" % SCRIPT)}))
    names = b"<< /JavaScript << /Names [(a) %s] >> >>" % SCRIPT
    yield Case("action", "named-script", signer, file.update({root: file.with_keys(root, Names=names)}))
    yield Case("action", "field-script", signer, file.update({base.NAME: file.with_keys(base.NAME, AA=b"<< /K %s >>" % SCRIPT)}))
    note = file.new()
    link = b"<< /Type /Annot /Subtype /Link /Rect [70 590 300 620] /Border [0 0 0] /A %s >>" % SCRIPT
    yield Case("action", "link-with-script", signer, file.update({note: link, base.PAGE: file.on_page(note)}))
    deferred = file.new()
    yield Case(
        "action",
        "script-in-own-object",
        signer,
        file.update({deferred: SCRIPT, root: file.with_keys(root, OpenAction=b"%d 0 R" % deferred)}),
    )


def back_and_forth(file: File, signer: str):
    """Changed, and changed back: the last state is the signed one, what was shown in between was not."""
    changed = File(file.update({base.CONTENTS: FORGED}))
    again = base.stream(file.text_of_stream(base.CONTENTS))
    yield Case("back", "contents", signer, changed.update({base.CONTENTS: again}))
    place = file.data.rindex(b"%d 0 obj" % base.CONTENTS)
    yield Case("back", "entry-points-to-the-signed", signer, changed.relist({base.CONTENTS: place}))
    script = File(file.update({file.root: file.with_keys(file.root, OpenAction=SCRIPT)}))
    yield Case("back", "script-taken-out", signer, script.update({file.root: script.with_keys(file.root, OpenAction=None)}))
    removed = File(file.update({base.PAGES: file.with_keys(base.PAGES, Kids=b"[%d 0 R]" % base.PAGE, Count=b"1")}))
    kids = b"[%d 0 R %d 0 R]" % (base.PAGE, base.SECOND)
    yield Case(
        "back", "page-out-and-in", signer, removed.update({base.PAGES: removed.with_keys(base.PAGES, Kids=kids, Count=b"2")})
    )


def stripped(file: File, signer: str):
    """The signature taken off, with what that leaves behind."""
    field, form = file.signature_field, file.form()
    yield Case("stripped", "value-removed-by-save", signer, file.update({field: file.with_keys(field, V=None)}))
    yield Case("stripped", "value-null-by-save", signer, file.update({field: file.with_keys(field, V=b"null")}))
    kept = b" ".join(b"%d %d R" % f.objgen for f in file.pdf.Root.AcroForm.Fields if f.objgen[0] != field)
    yield Case("stripped", "field-removed-by-save", signer, file.update({form: file.with_keys(form, Fields=b"[%s]" % kept)}))
    yield Case(
        "stripped",
        "field-freed",
        signer,
        file.update({form: file.with_keys(form, Fields=b"[%s]" % kept)}, freed=[field, file.signature_object]),
    )
    yield Case("stripped", "form-removed", signer, file.update({file.root: file.with_keys(file.root, AcroForm=None)}))
    yield Case("stripped", "signature-freed", signer, file.update({}, freed=[file.signature_object]))
    yield Case("stripped", "replaced-by-nothing", signer, file.update({file.signature_object: b"null"}))
    yield Case("stripped", "type-changed", signer, file.update({field: file.with_keys(field, FT=b"/Tx", V=b"()")}))


def left_behind(file: File, long_term: bytes, signer: str):
    """The whole file written anew without its signature: what the catalog and the field still say."""
    yield Case("stripped", "empty-field-left", signer, _saved_anew(file.data, fields=True), "named", "signature_field_emptied")
    yield Case("stripped", "validation-data-left", signer, _saved_anew(long_term, fields=False))
    yield Case("stripped", "validation-data-and-field-left", signer, _saved_anew(long_term, fields=True))


def _saved_anew(data: bytes, fields: bool) -> bytes:
    """By a library, as who edits the file would: every value gone, and the fields too unless they are to stay."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        form = pdf.Root.AcroForm
        for field in form.Fields:
            if field.get("/FT") == "/Sig" and "/V" in field:
                del field["/V"]
        if not fields:
            form.Fields = pikepdf.Array([field for field in form.Fields if field.get("/FT") != "/Sig"])
        made = io.BytesIO()
        pdf.save(made)
        return made.getvalue()
