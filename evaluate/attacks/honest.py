"""What honest people do to signed files: none of it may be held against them."""

import subprocess
from pathlib import Path

import pikepdf
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers, validation
from pyhanko.sign.fields import FieldMDPAction, FieldMDPSpec, SigFieldSpec

from makers import signing as hanko

from . import base
from .case import Case
from .permissions import comment, fill, mark
from .update import File
from .values import sign_field


def afterwards(file: File, signer: str, folder: Path):
    """On a signature of approval, everything that readers take for granted."""
    yield Case("honest", "as-signed", signer, file.data, "clean")
    yield Case("honest", "line-end-added", signer, file.data + b"\n", "clean")
    yield Case("honest", "filled", signer, fill(file), "clean")
    yield Case("honest", "commented", signer, comment(file), "clean")
    yield Case("honest", "marked", signer, mark(file), "clean")
    yield Case(
        "honest",
        "second-signer",
        signer,
        sign_field(file, "Second", b"300 60 470 80", base.cover(b"Signed by Second"), "second"),
        "clean",
    )
    yield Case(
        "honest",
        "filled-and-signed",
        signer,
        sign_field(File(fill(file)), "Second", b"300 60 470 80", base.cover(b"Signed by Second"), "second"),
        "clean",
    )
    held = folder / "held.pdf"
    held.write_bytes(file.data)
    made = folder / "made.pdf"
    hanko.sign(held, made, who="second", field="Hanko", visible=(300, 60, 470, 100))
    yield Case("honest", "second-by-pyhanko", signer, made.read_bytes(), "clean")
    hanko.sign(held, made, who="second", field="Hanko", long_term=True)
    yield Case("honest", "second-long-term", signer, made.read_bytes(), "clean")
    yield Case("honest", "validation-data", signer, validation_data(held, made), "clean")
    yield Case("honest", "document-timestamp", signer, document_timestamp(held, made), "clean")
    yield Case("honest", "metadata-rewritten", signer, metadata(file), "clean")


def validation_data(held: Path, made: Path) -> bytes:
    with open(held, "rb") as read, open(made, "wb") as write:
        reader = PdfFileReader(read, strict=False)
        validation.add_validation_info(reader.embedded_signatures[-1], hanko._context(), in_place=False, output=write)
    return made.read_bytes()


def document_timestamp(held: Path, made: Path) -> bytes:
    with open(held, "rb") as read, open(made, "wb") as write:
        writer = IncrementalPdfFileWriter(read, strict=False)
        signers.PdfTimeStamper(hanko._stamper()).timestamp_pdf(writer, "sha256", output=write)
    return made.read_bytes()


def metadata(file: File) -> bytes:
    xmp = (
        b'<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
        b'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta><?xpacket end="w"?>'
    )
    number = file.new()
    return file.update(
        {
            number: base.stream(xmp, b"/Type /Metadata /Subtype /XML "),
            file.root: file.with_keys(file.root, Metadata=b"%d 0 R" % number),
        }
    )


def of_certified(file: File, level: int, signer: str, folder: Path):
    """What each permission allows."""
    held, made = folder / "held.pdf", folder / "made.pdf"
    held.write_bytes(file.data)
    yield Case("honest", f"p{level}-as-signed", signer, file.data, "clean")
    yield Case("honest", f"p{level}-document-timestamp", signer, document_timestamp(held, made), "clean")
    yield Case("honest", f"p{level}-validation-data", signer, validation_data(held, made), "clean")
    if level >= 2:
        yield Case("honest", f"p{level}-filled", signer, fill(file), "clean")
        signed = sign_field(file, "Second", b"300 60 470 80", base.cover(b"Signed by Second"), "second")
        yield Case("honest", f"p{level}-signed-again", signer, signed, "clean")
        yield Case(
            "honest",
            f"p{level}-filled-then-signed",
            signer,
            sign_field(File(fill(file)), "Second", b"300 60 470 80", base.cover(b"Second"), "second"),
            "clean",
        )
    if level >= 3:
        yield Case("honest", "p3-commented", signer, comment(file), "clean")
        yield Case("honest", "p3-marked", signer, mark(file), "clean")


def prepared(plain: Path, folder: Path):
    """Documents in other shapes, to be signed: linearised, with object streams, encrypted."""
    linear, packed, locked = folder / "linear.pdf", folder / "packed.pdf", folder / "locked.pdf"
    subprocess.run(["qpdf", "--linearize", str(plain), str(linear)], check=True)
    with pikepdf.open(plain) as pdf:
        pdf.save(packed, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        pdf.save(locked, encryption=pikepdf.Encryption(owner="owner", user="", R=6))
    return {"linear": linear, "packed": packed, "locked": locked}


def sign_locked(source: Path, out: Path):
    with open(source, "rb") as read, open(out, "wb") as write:
        writer = IncrementalPdfFileWriter(read, strict=False)
        writer.encrypt(b"")
        signers.sign_pdf(writer, signers.PdfSignatureMetadata(field_name="Signature"), hanko.signer("seal"), output=write)


# Locks over `name`, in the three ways to say so.
LOCKS = {
    "lock": FieldMDPSpec(FieldMDPAction.INCLUDE, fields=["name"]),
    "lock-but": FieldMDPSpec(FieldMDPAction.EXCLUDE, fields=["remarks"]),
    "lock-all": FieldMDPSpec(FieldMDPAction.ALL),
}


def sign_with_lock(source: Path, out: Path, lock: FieldMDPSpec):
    """By pyHanko, with a field lock."""
    with open(source, "rb") as read, open(out, "wb") as write:
        writer = IncrementalPdfFileWriter(read, strict=False)
        fields.append_signature_field(writer, SigFieldSpec("Signature", field_mdp_spec=lock))
        signers.sign_pdf(writer, signers.PdfSignatureMetadata(field_name="Signature"), hanko.signer("seal"), output=write)
