"""What honest programs write besides: rounded numbers, equal copies, validation data in every shape. All of it is in
peace under every permission that allows what it comes with."""

from . import base
from .case import Case
from .states import allows
from .update import File


def honest(state: str, signer: str, file: File):
    def case(name: str, data: bytes):
        return Case("bookkeeping", f"{name}-{state}", signer, data, "clean")

    yield case("as-it-was", file.update({base.PAGE: file.text(base.PAGE), file.root: file.text(file.root)}))
    copy = file.new()
    resources = file.pdf.get_object(base.PAGE, 0).Resources.unparse(resolved=True)
    yield case("resources-copied", file.update({copy: resources, base.PAGE: file.with_keys(base.PAGE, Resources=b"%d 0 R" % copy)}))
    yield case("catalog-copied", file.update({(root := file.new()): file.text(file.root)}, root=root))
    yield case("mark-of-a-program", file.update({base.PAGES: file.with_keys(base.PAGES, ITXT=b"(8.0.4)")}))
    yield case("names-of-looks", file.update({file.root: file.with_keys(file.root, Names=b"<< /AP << /Names [] >> >>")}))
    if allows(state, 2) and file.lists(base.NAME) and state != "locked":
        rect = b"[160.0000001 490.0000001 359.9999999 509.9999999]"
        filled = file.with_keys(base.NAME, V=b"(Mara)", Rect=rect)
        yield case("filled-and-rounded", file.update({base.NAME: filled, base.NAME_LOOK: base.look(b"Mara")}))
    one_early = file.update({base.INFO: file.text(base.INFO)}, start=None)
    at = int(one_early[one_early.rindex(b"startxref") + 9 :].split()[0])
    spaced = one_early[: at] + b"\n\n" + one_early[at:]
    yield case("offset-of-white-space", spaced)
    for name, tail in (("spaces", b" " * 64), ("line-ends", b"\n" * 40), ("zeros", b"\0" * 25)):
        yield case(f"tail-of-{name}", file.data + tail)
    yield from stores(file, case)


def stores(file: File, case):
    """Security stores whose parts are objects of their own, and what later saves do with them."""
    store, entries, one, certs, first, second = (file.new() for _ in range(6))
    key = b"A" * 40
    objects = {
        file.root: file.with_keys(file.root, DSS=b"%d 0 R" % store),
        store: b"<< /Type /DSS /VRI %d 0 R /Certs %d 0 R >>" % (entries, certs),
        entries: b"<< /%s %d 0 R >>" % (key, one),
        one: b"<< /Type /VRI /Cert [%d 0 R] >>" % first,
        certs: b"[%d 0 R]" % first,
        first: base.stream(b"a certificate"),
    }
    held = File(file.update(objects))
    yield case("store-of-objects", held.data)
    grown = {
        certs: b"[%d 0 R %d 0 R]" % (first, second),
        second: base.stream(b"another certificate"),
        entries: b"<< /%s %d 0 R /%s << /Cert [%d 0 R] >> >>" % (key, one, b"B" * 40, second),
    }
    yield case("store-grown-in-place", held.update(grown))
    renewed = {one: b"<< /Type /VRI /Cert [%d 0 R] /TU (D:20260401120000Z) >>" % second, second: base.stream(b"renewed")}
    yield case("entry-renewed", held.update(renewed))
    yield case("entry-dropped", held.update({entries: b"<< >>"}))
