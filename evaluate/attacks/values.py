"""Attacks on the value: CMS mutated, weak digests, copied timestamps; and a signer of our own with a self-made key."""

import hashlib
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from asn1crypto import algos, cms, core
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.serialization import pkcs7, pkcs12

from makers import signing as hanko

from . import base
from .case import Case
from .update import File


def _held(who: str):
    return pkcs12.load_key_and_certificates((hanko.KEYS / f"{who}.p12").read_bytes(), hanko.PASSWORD)


def detached(data: bytes, who: str = "selfmade") -> bytes:
    """A CMS signature over bytes, with a certificate that anybody can make."""
    key, certificate, _ = _held(who)
    builder = pkcs7.PKCS7SignatureBuilder().set_data(data).add_signer(certificate, key, hashes.SHA256())
    return builder.sign(serialization.Encoding.DER, [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary])


def sign_field(
    file: File, name: str, rect: bytes, look: bytes, who: str = "selfmade", sign=detached, room: int = 4096, twin: bool = False
) -> bytes:
    """A further signature in a save of its own, with a look that the signer chooses. `twin`: a second field shows it too."""
    value, field, shown = file.new(), file.new(), file.new()
    others = [file.new()] if twin else []
    shape = (
        b"<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 %010d %010d %010d] /Contents <%s> >>"
    )
    widget = b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (%s) /F 132 /P %d 0 R /Rect [%s] /V %d 0 R /AP << /N %d 0 R >> >>"
    form = file.form()
    fields = file.array(form, "/Fields") + b"".join(b" %d 0 R" % one for one in (field, *others))
    data = file.update(
        {
            value: shape % (0, 0, 0, b"00" * room),
            **{one: widget % (b"Twin", base.PAGE, b"0 0 0 0", value, shown) for one in others},
            field: widget % (name.encode(), base.PAGE, rect, value, shown),
            shown: look,
            form: file.with_keys(form, Fields=b"[%s]" % fields),
            base.PAGE: file.on_page(field),
        }
    )
    begin = data.rindex(b"/Contents <0000") + 10
    end = begin + 2 + 2 * room
    stated = b"/ByteRange [0 %010d %010d %010d]" % (begin, end, len(data) - end)
    at = data.rindex(b"/ByteRange [0 0000000000")
    data = data[:at] + stated + data[at + len(stated) :]
    signed = sign(data[:begin] + data[end:]) if sign is not detached else detached(data[:begin] + data[end:], who)
    return data[: begin + 1] + signed.hex().encode().ljust(2 * room, b"0") + data[end - 1 :]


def _parts(value: bytes):
    info = cms.ContentInfo.load(value)
    signed = info["content"]
    return info, signed, signed["signer_infos"][0]


def mutated(file: File, signer: str):
    """One part of the value changed at a time."""
    sig = file.signature

    def case(name, change):
        info, signed, one = _parts(cms.ContentInfo.load(sig.value).dump(force=True))
        value = change(info, signed, one)
        value = info.dump(force=True) if value is None else value
        return Case("cms", name, signer, sig.with_value(file.data, value))

    def flip(field):
        def change(info, signed, one):
            octets = bytearray(one[field].native)
            octets[-1] ^= 1
            one[field] = bytes(octets)

        return change

    yield case("signature-bit", flip("signature"))

    def digest(info, signed, one):
        for attribute in one["signed_attrs"]:
            if attribute["type"].native == "message_digest":
                attribute["values"] = [bytes(32)]

    yield case("digest-attribute", digest)

    def other_certificate(info, signed, one):
        _, certificate, _ = _held("second")
        signed["certificates"] = [cms.CertificateChoices(name="certificate", value=_load(certificate))]

    yield replace(case("other-certificate", other_certificate), must="named", says="signature_unverifiable")

    def no_signers(info, signed, one):
        signed["signer_infos"] = []

    yield case("no-signers", no_signers)

    def two_signers(info, signed, one):
        signed["signer_infos"] = [one.copy(), one.copy()]

    if sig.room > 2 * len(sig.value) or len(sig.value) + 1500 < sig.room:
        yield case("two-signers", two_signers)

    def bare(info, signed, one):
        one["signed_attrs"] = None

    yield case("attributes-dropped", bare)

    def attribute_added(info, signed, one):
        one["signed_attrs"].append(
            cms.CMSAttribute({"type": "signing_time", "values": [cms.Time({"utc_time": core.UTCTime("200101000000Z")})]})
        )

    yield case("attribute-added", attribute_added)

    def digest_named_otherwise(info, signed, one):
        one["digest_algorithm"] = algos.DigestAlgorithm({"algorithm": "sha512"})

    yield case("digest-named-otherwise", digest_named_otherwise)
    yield case("cut-short", lambda info, signed, one: sig.value[: len(sig.value) // 2])
    yield case("not-asn1", lambda info, signed, one: b"\x30\x82\xff\xff" + bytes(64))
    other = base.write(base.objects())
    yield case("of-another-file", lambda info, signed, one: detached(other, "seal"))
    content = file.data[: sig.gap[0]] + file.data[sig.gap[1] :]
    if len(sig.value) + 200 < sig.room:

        def own_content(info, signed, one):
            signed["encap_content_info"]["content"] = core.OctetString(b"something else")

        yield case("other-content-inside", own_content)
    assert hashlib.sha256(content).digest()


def _load(certificate: x509.Certificate):
    from asn1crypto import x509 as asn1

    return asn1.Certificate.load(certificate.public_bytes(serialization.Encoding.DER))


def _with_openssl(digest: str, bits: int = 2048):
    """Signers as they were twenty years ago."""

    def sign(data: bytes) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            room = Path(folder)
            (room / "data").write_bytes(data)
            own = f"req -x509 -newkey rsa:{bits} -nodes -keyout key -out cert -subj /CN=Old -days 3650 -sha256"
            subprocess.run(["openssl", *own.split()], cwd=room, check=True, capture_output=True)
            made = f"cms -sign -binary -md {digest} -in data -signer cert -inkey key -outform DER -out value"
            subprocess.run(["openssl", *made.split()], cwd=room, check=True, capture_output=True)
            return (room / "value").read_bytes()

    return sign


def weak(file: File, signer: str):
    """A file whose only signature rests on what can be forged today."""
    for name, digest, bits, must in (
        ("md5", "md5", 2048, "named"),
        ("sha1", "sha1", 2048, "named"),
        ("rsa-512", "sha256", 512, "named"),
        ("rsa-1024", "sha256", 1024, "named"),
    ):
        data = sign_field(file, "Weak", b"0 0 0 0", base.cover(), sign=_with_openssl(digest, bits))
        yield Case("weak", name, signer, data, must, "signature_weak")


def stamped(file: File, other: File, signer: str):
    """The timestamp of one signature copied into the value of another (unsigned attributes are nobody's)."""
    stamp = hanko._stamper()
    _, _, donor = _parts(cms.ContentInfo.load(other.signature.value).dump(force=True))
    digest = hashlib.sha256(donor["signature"].native).digest()
    token = stamp.request_tsa_response(_request(digest))["time_stamp_token"]
    info, signed, one = _parts(cms.ContentInfo.load(file.signature.value).dump(force=True))
    one["unsigned_attrs"] = [cms.CMSAttribute({"type": "signature_time_stamp_token", "values": [token]})]
    value = info.dump(force=True)
    if len(value) <= file.signature.room:
        yield Case(
            "timestamp", "copied-from-another", signer, file.signature.with_value(file.data, value), "named", "timestamp_broken"
        )
    octets = bytearray(value)
    octets[-5] ^= 1
    if len(value) <= file.signature.room:
        good = hashlib.sha256(one["signature"].native).digest()
        token = stamp.request_tsa_response(_request(good))["time_stamp_token"]
        one["unsigned_attrs"] = [cms.CMSAttribute({"type": "signature_time_stamp_token", "values": [token]})]
        broken = bytearray(info.dump(force=True))
        broken[-5] ^= 1
        yield Case(
            "timestamp", "token-broken", signer, file.signature.with_value(file.data, bytes(broken)), "named", "timestamp_broken"
        )
        yield Case("honest", "with-timestamp", signer, file.signature.with_value(file.data, info.dump(force=True)), "clean")
    assert padding and octets


def _request(digest: bytes):
    from asn1crypto import tsp

    return tsp.TimeStampReq(
        {
            "version": 1,
            "message_imprint": tsp.MessageImprint(
                {"hash_algorithm": algos.DigestAlgorithm({"algorithm": "sha256"}), "hashed_message": digest}
            ),
            "cert_req": True,
        }
    )
