"""What signers themselves do before and beside a signature: the content put into the value, one signature shown by two
fields, seals over the issuer's own footer and over each other, and fields filled by the service that signs."""

import hashlib

from asn1crypto import algos, cms
from asn1crypto import x509 as asn1
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

from . import base
from .case import Case
from .permissions import fill
from .update import File
from .values import _held, sign_field

FOOTER = b"Example Tools GmbH, Musterstrasse 1, 10115 Berlin, HRB 12345"
# Where the footer stands, and a seal over most of it.
FOOT_AT, SEAL = 40, b"72 34 242 54"
ROOM = 8192


def with_content(signed: bytes, inside: bytes) -> bytes:
    """A CMS value that carries `inside` as its content; its digest is that of `signed`."""
    key, certificate, _ = _held("seal")
    own = asn1.Certificate.load(certificate.public_bytes(serialization.Encoding.DER))
    attributes = cms.CMSAttributes(
        [
            cms.CMSAttribute({"type": "content_type", "values": ["data"]}),
            cms.CMSAttribute({"type": "message_digest", "values": [hashlib.sha256(signed).digest()]}),
        ]
    )
    value = key.sign(attributes.dump(), padding.PKCS1v15(), hashes.SHA256())
    signer = cms.SignerInfo(
        {
            "version": "v1",
            "sid": cms.SignerIdentifier(
                {"issuer_and_serial_number": cms.IssuerAndSerialNumber({"issuer": own.issuer, "serial_number": own.serial_number})}
            ),
            "digest_algorithm": algos.DigestAlgorithm({"algorithm": "sha256"}),
            "signed_attrs": attributes,
            "signature_algorithm": algos.SignedDigestAlgorithm({"algorithm": "sha256_rsa"}),
            "signature": value,
        }
    )
    data = cms.SignedData(
        {
            "version": "v1",
            "digest_algorithms": [algos.DigestAlgorithm({"algorithm": "sha256"})],
            "encap_content_info": {"content_type": "data", "content": inside},
            "certificates": [own],
            "signer_infos": [signer],
        }
    )
    return cms.ContentInfo({"content_type": "signed_data", "content": data}).dump()


def with_footer() -> dict[int, bytes]:
    """The plain document with the issuer's footer."""
    made = base.objects()
    shown = base.text(base.LINES) + b" BT /F1 10 Tf 72 500 Td (Approved by) Tj 0 -40 Td (Remarks) Tj ET"
    made[base.CONTENTS] = base.stream(shown + b" BT /F1 9 Tf 72 %d Td (%s) Tj ET" % (FOOT_AT, FOOTER))
    return made


def twin_added(signed: bytes) -> bytes:
    """A second field that shows the signature, added behind it."""
    file = File(signed)
    form, field = file.form(), file.new()
    widget = b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (Twin) /F 132 /P %d 0 R /Rect [0 0 0 0] /V %d 0 R >>"
    fields = file.array(form, "/Fields") + b" %d 0 R" % field
    return file.update(
        {
            field: widget % (base.PAGE, file.signature_object),
            form: file.with_keys(form, Fields=b"[%s]" % fields),
            base.PAGE: file.on_page(field),
        }
    )


def signed_by(file: File, name: str, at: bytes, who: str, **more) -> bytes:
    return sign_field(file, name, at, base.cover(b"Signed by %s" % name.encode()), who, **more)


def attacks(plain: bytes, signer: str):
    """What looks like the honest ones below and is not."""
    other = sign_field(
        File(plain), "Own", b"0 0 0 0", base.cover(), sign=lambda data: with_content(data, b"something else"), room=ROOM
    )
    yield Case("cms", "digest-of-the-file-other-content-inside", signer, other)
    first = signed_by(File(plain), "First", b"300 60 470 80", "seal")
    yield Case("clone", "second-field-added", signer, twin_added(first))


def honest(plain: bytes, signer: str):
    footed = base.write(with_footer())
    inside = sign_field(File(plain), "Own", b"0 0 0 0", base.cover(), sign=lambda data: with_content(data, data), room=ROOM)
    first = signed_by(File(plain), "First", b"300 60 470 80", "seal")
    sealed = signed_by(File(footed), "Issuer", SEAL, "seal")
    for name, data in (
        ("content-inside", inside),
        ("shown-by-two-fields", signed_by(File(plain), "First", b"300 60 470 80", "seal", twin=True)),
        ("seals-overlap", signed_by(File(first), "Second", b"400 66 570 86", "second")),
        ("seal-over-own-footer", sealed),
        ("seal-over-own-footer-then-second", signed_by(File(sealed), "Second", b"300 60 470 80", "second")),
        ("filled-then-signed-by-service", signed_by(File(fill(File(plain))), "Service", b"300 60 470 80", "seal")),
    ):
        yield Case("honest", name, signer, data, "clean")
