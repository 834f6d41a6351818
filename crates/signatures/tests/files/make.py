#!/usr/bin/env python3
"""Makes the signed documents in this folder with pyHanko: one page that says what is due, a form with a text field and
an empty signature field, signed in the ways later saves are judged against.

Needs `pip install pyhanko`. Keys are fresh on every run; what the tests ask of the files stays the same. Names on the
command line: only these.
"""
import datetime
import io
import hashlib
import pathlib
import sys

from asn1crypto import algos, cms, keys as akeys, x509 as ax509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.pdf_utils import generic, writer
from pyhanko.pdf_utils.generic import pdf_name, pdf_string
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers, timestamps
from pyhanko_certvalidator.registry import SimpleCertificateStore

HERE = pathlib.Path(__file__).parent
START = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
END = datetime.datetime(2040, 1, 1, tzinfo=datetime.timezone.utc)
CONTENT = b"q BT /F1 18 Tf 60 700 Td (Invoice 4711) Tj 0 -40 Td (Amount due: 100 EUR) Tj ET Q"


def certificate(common, purposes=(), key=None):
    key = key or ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
    builder = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
               .serial_number(x509.random_serial_number()).not_valid_before(START).not_valid_after(END))
    if purposes:
        builder = builder.add_extension(x509.ExtendedKeyUsage(purposes), True)
    signed = builder.sign(key, hashes.SHA256())
    encoded = signed.public_bytes(serialization.Encoding.DER)
    private = key.private_bytes(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8,
                                serialization.NoEncryption())
    return ax509.Certificate.load(encoded), akeys.PrivateKeyInfo.load(private)


SIGNER = signers.SimpleSigner(*certificate("Issuer of invoices"), cert_registry=SimpleCertificateStore())
SECOND = signers.SimpleSigner(*certificate("Second reader"), cert_registry=SimpleCertificateStore())
AUTHORITY = timestamps.DummyTimeStamper(*certificate("Time", [ExtendedKeyUsageOID.TIME_STAMPING],
                                                     rsa.generate_private_key(65537, 2048)),
                                        fixed_dt=START + datetime.timedelta(days=1600))


def blank(stream_xrefs=False):
    """The invoice: page 1, a text field, an empty signature field."""
    document = writer.PdfFileWriter(stream_xrefs=stream_xrefs)
    font = document.add_object(generic.DictionaryObject({
        pdf_name("/Type"): pdf_name("/Font"), pdf_name("/Subtype"): pdf_name("/Type1"),
        pdf_name("/BaseFont"): pdf_name("/Helvetica"), pdf_name("/Encoding"): pdf_name("/WinAnsiEncoding")}))
    contents = document.add_object(generic.StreamObject(stream_data=CONTENT))
    page = writer.PageObject(contents=contents, media_box=(0, 0, 595, 842), resources=generic.DictionaryObject({
        pdf_name("/Font"): generic.DictionaryObject({pdf_name("/F1"): font})}))
    page = document.insert_page(page)
    appearance = generic.StreamObject(stream_data=b"/Tx BMC EMC", dict_data={
        pdf_name("/Type"): pdf_name("/XObject"), pdf_name("/Subtype"): pdf_name("/Form"),
        pdf_name("/BBox"): generic.ArrayObject(map(generic.NumberObject, (0, 0, 200, 20)))})
    text = document.add_object(generic.DictionaryObject({
        pdf_name("/Type"): pdf_name("/Annot"), pdf_name("/Subtype"): pdf_name("/Widget"),
        pdf_name("/FT"): pdf_name("/Tx"), pdf_name("/T"): pdf_string("Reference"), pdf_name("/P"): page,
        pdf_name("/F"): generic.NumberObject(4), pdf_name("/DA"): pdf_string("/F1 12 Tf 0 g"),
        pdf_name("/Rect"): generic.ArrayObject(map(generic.NumberObject, (60, 500, 260, 520))),
        pdf_name("/AP"): generic.DictionaryObject({pdf_name("/N"): document.add_object(appearance)})}))
    page.get_object()["/Annots"] = generic.ArrayObject([text])
    document.root["/AcroForm"] = document.add_object(generic.DictionaryObject({
        pdf_name("/Fields"): generic.ArrayObject([text]),
        pdf_name("/DR"): generic.DictionaryObject({pdf_name("/Font"): generic.DictionaryObject({pdf_name("/F1"): font})}),
        pdf_name("/DA"): pdf_string("/F1 12 Tf 0 g")}))
    fields.append_signature_field(document, fields.SigFieldSpec("Approval", box=(60, 300, 260, 360)))
    output = io.BytesIO()
    document.write(output)
    return output


def sign(document, name, signer=SIGNER, timestamper=None, new_box=None, digest="sha256", **metadata):
    document.seek(0)
    incremental = IncrementalPdfFileWriter(document)
    meta = signers.PdfSignatureMetadata(field_name=name, md_algorithm=digest, **metadata)
    spec = fields.SigFieldSpec(name, box=new_box) if new_box else None
    return signers.PdfSigner(meta, signer, timestamper=timestamper, new_field_spec=spec).sign_pdf(
        incremental, bytes_reserved=6144 if timestamper else 3072)


def revalued(document, change):
    """The signed file with another value in the same room; `change` gets the message and the bytes that are signed."""
    data = document.getvalue()
    begin = data.rindex(b"/Contents <") + 10
    end = data.index(b">", begin) + 1
    room = data[begin + 1 : end - 1]
    message = cms.ContentInfo.load(bytes.fromhex(room.decode()))
    value = change(message, data[:begin] + data[end:])
    value = message.dump(force=True) if value is None else value
    return io.BytesIO(data[: begin + 1] + value.hex().encode().ljust(len(room), b"0") + data[end - 1 :])


def without_certificate(message, _):
    message["content"]["certificates"] = None


def with_two_digests(message, covered):
    """The bytes are digested with SHA-512, what is signed with SHA-256."""
    one = message["content"]["signer_infos"][0]
    one["digest_algorithm"] = algos.DigestAlgorithm({"algorithm": "sha512"})
    message["content"]["digest_algorithms"] = [one["digest_algorithm"]]
    for attribute in one["signed_attrs"]:
        if attribute["type"].native == "message_digest":
            attribute["values"] = [hashlib.sha512(covered).digest()]
    key = serialization.load_der_private_key(SIGNER.signing_key.dump(), None)
    one["signature"] = key.sign(one["signed_attrs"].untag().dump(force=True), ec.ECDSA(hashes.SHA256()))
    one["signature_algorithm"] = algos.SignedDigestAlgorithm({"algorithm": "sha256_ecdsa"})


def put(name, document):
    if sys.argv[1:] and name not in sys.argv[1:]:
        return
    (HERE / f"{name}.pdf").write_bytes(document.getvalue())


def earlier_amount():
    """Two saves before signing: the amount was another one, and an unused object holds a third."""
    document = blank()
    for text in (b"999 EUR", b"100 EUR"):
        document.seek(0)
        incremental = IncrementalPdfFileWriter(document)
        page = incremental.root["/Pages"]["/Kids"][0]
        contents = page.raw_get("/Contents").reference
        changed = generic.StreamObject(stream_data=CONTENT.replace(b"100 EUR", text))
        incremental.mark_update(contents)
        incremental.objects[contents.generation, contents.idnum] = changed
        if text == b"100 EUR":
            incremental.add_object(generic.StreamObject(stream_data=CONTENT.replace(b"100 EUR", b"555 EUR")))
        output = io.BytesIO()
        incremental.write(output)
        document = output
    return document


def main():
    put("approval", sign(blank(), "Approval"))
    put("approval-streams", sign(blank(stream_xrefs=True), "Approval"))
    for number, permission in enumerate(fields.MDPPerm, 1):
        put(f"certified-{number}", sign(blank(), "Approval", certify=True, docmdp_permissions=permission))
    two = sign(sign(blank(), "Approval"), "Countersignature", SECOND)
    put("two-signatures", two)
    put("visible-second", sign(sign(blank(), "Approval"), "Seal", SECOND, new_box=(300, 100, 420, 160)))
    put("seal-over-words", sign(sign(blank(), "Approval"), "Seal", SECOND, new_box=(58, 694, 100, 716)))
    stamped = sign(blank(), "Approval", timestamper=AUTHORITY, subfilter=fields.SigSeedSubFilter.PADES)
    put("timestamped", stamped)
    stamped.seek(0)
    incremental = IncrementalPdfFileWriter(stamped)
    put("document-timestamp", signers.PdfTimeStamper(AUTHORITY).timestamp_pdf(
        incremental, "sha256", bytes_reserved=6144))
    locked = blank()
    locked.seek(0)
    incremental = IncrementalPdfFileWriter(locked)
    fields.append_signature_field(incremental, fields.SigFieldSpec("Lock", box=None, field_mdp_spec=fields.FieldMDPSpec(
        fields.FieldMDPAction.INCLUDE, ["Reference"])))
    incremental.write_in_place()
    put("locked-field", sign(locked, "Lock"))
    put("earlier-amount", sign(earlier_amount(), "Approval"))
    put("digest-sha1", sign(blank(), "Approval", digest="sha1"))
    put("certificate-missing", revalued(sign(blank(), "Approval"), without_certificate))
    put("digests-disagree", revalued(sign(blank(), "Approval"), with_two_digests))
    put("value-cut-short", revalued(sign(blank(), "Approval"), lambda message, _: message.dump()[:200]))


main()
