#!/usr/bin/env python3
"""Makes the signature values in this folder: every algorithm and every quirk once, and what must be seen in each.

Needs `pip install cryptography asn1crypto`. Keys are fresh on every run; the outcome is always the same. Run it here:
it writes `*.der`, `message.bin` and `expected.tsv` (name, sub-filter, expected outcome words).
"""
import datetime
import hashlib
import os
import pathlib

from asn1crypto import algos, cms, core, tsp, x509 as ax509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, ed448, padding, rsa, utils
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

HERE = pathlib.Path(__file__).parent
MESSAGE = b"%PDF-1.7\n" + bytes(range(256)) * 3
START = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
END = datetime.datetime(2040, 1, 1, tzinfo=datetime.timezone.utc)
SIGNED_AT = datetime.datetime(2024, 5, 6, 7, 8, 9, tzinfo=datetime.timezone.utc)
ROWS = []


def put(name, value, sub_filter, *expected):
    (HERE / f"{name}.der").write_bytes(value)
    if sub_filter:
        ROWS.append((name, sub_filter, " ".join(expected)))


# --- certificates ---------------------------------------------------------------------------------------------------

def name(common):
    return x509.Name([x509.NameAttribute(NameOID.COUNTRY_NAME, "XX"), x509.NameAttribute(NameOID.COMMON_NAME, common)])


def certificate(subject, key, issuer=None, issuer_key=None, ca=False, start=START, end=END, extensions=(), digest=None,
                path_length=None, usage=None):
    builder = (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer or subject))
               .public_key(key.public_key()).serial_number(x509.random_serial_number())
               .not_valid_before(start).not_valid_after(end)
               .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False))
    if ca is not None:
        builder = builder.add_extension(x509.BasicConstraints(ca, path_length if ca else None), True)
    if usage is not None:
        builder = builder.add_extension(usage, True)
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    signing = issuer_key or key
    if digest is None and not isinstance(signing, (ed25519.Ed25519PrivateKey, ed448.Ed448PrivateKey)):
        digest = hashes.SHA256()
    return builder.sign(signing, digest)


def der(cert):
    return cert.public_bytes(serialization.Encoding.DER)


# --- CMS -----------------------------------------------------------------------------------------------------------

def tlv(tag, body):
    if len(body) < 128:
        return bytes([tag, len(body)]) + body
    size = (len(body).bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + len(body).to_bytes(size, "big") + body


def indefinite(tag, body):
    return bytes([tag, 0x80]) + body + b"\0\0"


def oid(dotted):
    return core.ObjectIdentifier(dotted).dump()


def algorithm(dotted, parameters=b"\x05\x00"):
    return tlv(0x30, oid(dotted) + parameters)


SHA = {"md5": "1.2.840.113549.2.5", "sha1": "1.3.14.3.2.26", "sha224": "2.16.840.1.101.3.4.2.4",
       "sha256": "2.16.840.1.101.3.4.2.1", "sha384": "2.16.840.1.101.3.4.2.2", "sha512": "2.16.840.1.101.3.4.2.3",
       "sha3_256": "2.16.840.1.101.3.4.2.8", "sha3_512": "2.16.840.1.101.3.4.2.10", "ripemd160": "1.3.36.3.2.1",
       "shake256": "2.16.840.1.101.3.4.2.12"}
RSA_WITH = {"md5": "1.2.840.113549.1.1.4", "sha1": "1.2.840.113549.1.1.5", "sha256": "1.2.840.113549.1.1.11",
            "sha384": "1.2.840.113549.1.1.12", "sha512": "1.2.840.113549.1.1.13", "sha224": "1.2.840.113549.1.1.14",
            "sha3_256": "2.16.840.1.101.3.4.3.14", "sha3_512": "2.16.840.1.101.3.4.3.16",
            "ripemd160": "1.3.36.3.3.1.2"}
ECDSA_WITH = {"sha1": "1.2.840.10045.4.1", "sha256": "1.2.840.10045.4.3.2", "sha384": "1.2.840.10045.4.3.3",
              "sha512": "1.2.840.10045.4.3.4"}


def digest(kind, data):
    if kind == "shake256":
        return hashlib.shake_256(data).digest(64)
    if kind == "ripemd160":
        return ripemd160(data)
    return hashlib.new(kind, data).digest()


def ripemd160(data):
    try:
        return hashlib.new("ripemd160", data).digest()
    except ValueError:  # OpenSSL 3 hides it in its legacy provider
        import subprocess
        return subprocess.run(["openssl", "dgst", "-provider", "legacy", "-provider", "default", "-ripemd160", "-binary"],
                              input=data, stdout=subprocess.PIPE, check=True).stdout


def attribute(kind, *values):
    return tlv(0x30, oid(kind) + tlv(0x31, b"".join(values)))


def ess(version, encoded, kind="sha256"):
    if version == 1:
        body = tlv(0x30, tlv(0x30, tlv(0x30, tlv(0x04, digest("sha1", encoded)))))
        return attribute("1.2.840.113549.1.9.16.2.12", body)
    inner = (b"" if kind == "sha256" else algorithm(SHA[kind], b"")) + tlv(0x04, digest(kind, encoded))
    return attribute("1.2.840.113549.1.9.16.2.47", tlv(0x30, tlv(0x30, tlv(0x30, inner))))


def attributes(data, kind, cert, content_type="1.2.840.113549.1.7.1", extra=(), ordered=True):
    parts = [attribute("1.2.840.113549.1.9.3", oid(content_type)),
             attribute("1.2.840.113549.1.9.5", core.UTCTime(SIGNED_AT).dump()),
             attribute("1.2.840.113549.1.9.4", tlv(0x04, digest(kind, data)))]
    parts += list(extra)
    return b"".join(sorted(parts) if ordered else sorted(parts, reverse=True))


def issuer_serial(cert):
    parsed = ax509.Certificate.load(der(cert))
    return tlv(0x30, parsed.issuer.dump() + parsed["tbs_certificate"]["serial_number"].dump())


def signer_info(sid, kind_algorithm, attrs, signature_algorithm, signature, unsigned=b""):
    version = b"\x02\x01\x01" if sid[0] == 0x30 else b"\x02\x01\x03"
    signed = tlv(0xa0, attrs) if attrs is not None else b""
    extra = tlv(0xa1, unsigned) if unsigned else b""
    return tlv(0x30, version + sid + kind_algorithm + signed + signature_algorithm + tlv(0x04, signature) + extra)


def signed_data(infos, certs, kind_algorithm, content=None, content_type="1.2.840.113549.1.7.1", ber=False, extra=b""):
    inside = oid(content_type)
    if content is not None:
        inside += tlv(0xa0, tlv(0x04, content))
    certificates = b"".join(der(cert) for cert in certs)
    if ber:
        body = (b"\x02\x01\x01" + indefinite(0x31, kind_algorithm) + indefinite(0x30, inside)
                + indefinite(0xa0, certificates) + indefinite(0x31, b"".join(infos)))
        return indefinite(0x30, oid("1.2.840.113549.1.7.2") + indefinite(0xa0, indefinite(0x30, body)))
    body = (b"\x02\x01\x01" + tlv(0x31, kind_algorithm) + tlv(0x30, inside) + tlv(0xa0, certificates) + extra
            + tlv(0x31, b"".join(infos)))
    return tlv(0x30, oid("1.2.840.113549.1.7.2") + tlv(0xa0, tlv(0x30, body)))


# --- signing -------------------------------------------------------------------------------------------------------

def digest_info(kind, data, null=True):
    return tlv(0x30, tlv(0x30, oid(SHA[kind]) + (b"\x05\x00" if null else b"")) + tlv(0x04, digest(kind, data)))


def rsa_raw(key, block):
    numbers = key.private_numbers()
    modulus = numbers.public_numbers.n
    return pow(int.from_bytes(block, "big"), numbers.d, modulus).to_bytes((modulus.bit_length() + 7) // 8, "big")


def rsa_pkcs1(key, kind, data, null=True, info=None):
    info = info or digest_info(kind, data, null)
    size = (key.key_size + 7) // 8
    return rsa_raw(key, b"\0\1" + b"\xff" * (size - 3 - len(info)) + b"\0" + info)


def pss_algorithm(kind, mask, salt):
    return tlv(0x30, oid("1.2.840.113549.1.1.10") + tlv(0x30, tlv(0xa0, algorithm(SHA[kind]))
               + tlv(0xa1, tlv(0x30, oid("1.2.840.113549.1.1.8") + algorithm(SHA[mask])))
               + tlv(0xa2, core.Integer(salt).dump())))


def as_set(attrs):
    return tlv(0x31, attrs)


def simple(cert, key, kind="sha256", **options):
    """A whole detached RSA signature value with the usual attributes."""
    data = options.get("data", MESSAGE)
    attrs = attributes(data, kind, cert, extra=options.get("extra", ()), ordered=options.get("ordered", True))
    over = options.get("over", as_set(attrs))
    signature = rsa_pkcs1(key, options.get("signed_kind", kind), over, options.get("null", True))
    info = signer_info(options.get("sid", issuer_serial(cert)), options.get("kind_algorithm", algorithm(SHA[kind])), attrs,
                       options.get("signature_algorithm", algorithm(RSA_WITH.get(kind, RSA_WITH["sha256"]))), signature,
                       options.get("unsigned", b""))
    return signed_data([info] * options.get("copies", 1), options.get("certs", [cert]), algorithm(SHA[kind]),
                       content=options.get("content"), ber=options.get("ber", False))


def timestamp(over, cert, key, kind="sha256"):
    imprint = tsp.MessageImprint({"hash_algorithm": algos.DigestAlgorithm({"algorithm": kind}),
                                  "hashed_message": digest(kind, over)})
    info = tsp.TSTInfo({"version": "v1", "policy": "1.2.3.4.5", "message_imprint": imprint, "serial_number": 77,
                        "gen_time": SIGNED_AT}).dump()
    token_type = "1.2.840.113549.1.9.16.1.4"
    attrs = attributes(info, "sha256", cert, content_type=token_type, extra=[ess(2, der(cert))])
    signer = signer_info(issuer_serial(cert), algorithm(SHA["sha256"]), attrs, algorithm(RSA_WITH["sha256"]),
                         rsa_pkcs1(key, "sha256", as_set(attrs)))
    return signed_data([signer], [cert], algorithm(SHA["sha256"]), content=info, content_type=token_type)


def rsa_vectors(key, cert):
    for kind in ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256", "sha3_512", "ripemd160"]:
        put(f"rsa-{kind}", simple(cert, key, kind), "adbe.pkcs7.detached", "match", "verified")
    put("digest-info-without-null", simple(cert, key, null=False), "adbe.pkcs7.detached", "match", "verified",
        "DigestInfoWithoutNull")
    put("other-digest-than-named", simple(cert, key, "sha256", signed_kind="sha384"), "adbe.pkcs7.detached", "match",
        "verified", "OtherDigestThanNamed")
    put("digest-named-by-signature", simple(cert, key, kind_algorithm=algorithm(RSA_WITH["sha256"])),
        "adbe.pkcs7.detached", "match", "verified", "DigestNamedBySignature")
    put("signature-named-by-key", simple(cert, key, signature_algorithm=algorithm("1.2.840.113549.1.1.1")),
        "adbe.pkcs7.detached", "match", "verified")
    put("signature-named-by-digest", simple(cert, key, signature_algorithm=algorithm(SHA["sha256"])),
        "adbe.pkcs7.detached", "match", "verified", "SignatureNamedOtherwise")
    put("unknown-signature-algorithm", simple(cert, key, signature_algorithm=algorithm("1.2.3.4.5")),
        "adbe.pkcs7.detached", "match", "unsupported")
    for kind, mask, salt, used in [("sha256", "sha256", 32, 32), ("sha512", "sha1", 0, 0), ("sha256", "sha512", 20, 190)]:
        attrs = attributes(MESSAGE, kind, cert)
        pick = {"sha1": hashes.SHA1(), "sha256": hashes.SHA256(), "sha512": hashes.SHA512()}
        signature = key.sign(as_set(attrs), padding.PSS(padding.MGF1(pick[mask]), used), pick[kind])
        info = signer_info(issuer_serial(cert), algorithm(SHA[kind]), attrs, pss_algorithm(kind, mask, salt), signature)
        words = ["match", "verified"] + (["OtherSaltThanNamed"] if salt != used else [])
        put(f"rsa-pss-{kind}-mgf-{mask}-salt-{used}", signed_data([info], [cert], algorithm(SHA[kind])),
            "adbe.pkcs7.detached", *words)


def form_vectors(key, cert):
    attrs = attributes(MESSAGE, "sha256", cert, ordered=False)
    put("attributes-unsorted-signed-as-present", simple(cert, key, ordered=False), "adbe.pkcs7.detached", "match",
        "verified", "AttributesNotDer(AsPresent)")
    ordered = as_set(attributes(MESSAGE, "sha256", cert))
    put("attributes-unsorted-signed-sorted", simple(cert, key, ordered=False, over=ordered), "adbe.pkcs7.detached",
        "match", "verified", "AttributesNotDer(Sorted)")
    put("indefinite-lengths", simple(cert, key, ber=True), "adbe.pkcs7.detached", "match", "verified",
        "IndefiniteLengths")
    signature = rsa_pkcs1(key, "sha256", MESSAGE)
    info = signer_info(issuer_serial(cert), algorithm(SHA["sha256"]), None, algorithm(RSA_WITH["sha256"]), signature)
    put("no-signed-attributes", signed_data([info], [cert], algorithm(SHA["sha256"])), "adbe.pkcs7.detached",
        "in-signature", "verified", "NoSignedAttributes")
    key_id = x509.SubjectKeyIdentifier.from_public_key(key.public_key()).digest
    put("subject-key-identifier", simple(cert, key, sid=tlv(0x80, key_id)), "adbe.pkcs7.detached", "match", "verified",
        "SubjectKeyIdentifier")
    put("ess-1", simple(cert, key, extra=[ess(1, der(cert))]), "ETSI.CAdES.detached", "match", "verified", "bound")
    put("ess-2", simple(cert, key, extra=[ess(2, der(cert))]), "ETSI.CAdES.detached", "match", "verified", "bound")
    put("ess-2-sha512", simple(cert, key, extra=[ess(2, der(cert), "sha512")]), "ETSI.CAdES.detached", "match",
        "verified", "bound")
    put("ess-of-another-certificate", simple(cert, key, extra=[ess(2, b"another")]), "ETSI.CAdES.detached", "match",
        "verified", "contradicted")
    put("empty-content", simple(cert, key, content=b""), "adbe.pkcs7.detached", "match", "verified", "EmptyContent")
    put("own-content", simple(cert, key, content=b"other bytes", data=b"other bytes"), "adbe.pkcs7.detached",
        "mismatch", "verified", "SignsOwnContent")
    put("two-signers", simple(cert, key, copies=2), "adbe.pkcs7.detached", "error", "SeveralSigners")
    put("no-signer", simple(cert, key, copies=0), "adbe.pkcs7.detached", "error", "NoSigner")
    put("no-certificate", simple(cert, key, certs=[]), "adbe.pkcs7.detached", "match", "unsupported", "NoCertificate")
    put("other-bytes", simple(cert, key, data=MESSAGE + b"."), "adbe.pkcs7.detached", "mismatch", "verified")
    put("attributes-changed", simple(cert, key, over=b"something else"), "adbe.pkcs7.detached", "match", "failed",
        "OtherBytesSigned")
    twice = attribute("1.2.840.113549.1.9.4", tlv(0x04, digest("sha256", b"other bytes")))
    put("two-message-digests", simple(cert, key, extra=[twice]), "adbe.pkcs7.detached", "verified",
        "RepeatedAttribute")
    put("padded-with-zeros", simple(cert, key) + bytes(50), "adbe.pkcs7.detached", "match", "verified", "Zeros(50)")
    put("padded-with-data", simple(cert, key) + bytes(9) + b"hidden" + bytes(9), "adbe.pkcs7.detached", "match",
        "verified", "Data")
    sha1 = digest("sha1", MESSAGE)
    put("pkcs7-sha1", simple(cert, key, "sha1", content=sha1, data=sha1), "adbe.pkcs7.sha1", "match", "verified")
    put("pkcs7-sha1-other-bytes", simple(cert, key, "sha1", content=b"\1" * 20, data=b"\1" * 20), "adbe.pkcs7.sha1",
        "mismatch", "verified")
    put("x509-rsa-sha1", tlv(0x04, rsa_pkcs1(key, "sha1", MESSAGE)), "adbe.x509.rsa_sha1", "in-signature", "verified")
    put("x509-rsa-sha1-other-bytes", tlv(0x04, rsa_pkcs1(key, "sha1", b"x")), "adbe.x509.rsa_sha1", "in-signature",
        "failed", "OtherBytesSigned")
    put("x509-rsa-sha1.certificate", der(cert), None)
    return attrs


def forgery_vectors():
    """A block with room for a cube root after the digest (Bleichenbacher 2006): exponent 3, padding of eight octets."""
    key = rsa.generate_private_key(3, 2048)
    cert = certificate("Cube", key)
    attrs = attributes(MESSAGE, "sha256", cert)
    info = digest_info("sha256", as_set(attrs))
    prefix = b"\0\1" + b"\xff" * 8 + b"\0" + info
    target = int.from_bytes(prefix + b"\0" * (256 - len(prefix)), "big")
    low, high = 0, 1 << 700
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle ** 3 < target else (low, middle)
    assert (low ** 3).to_bytes(256, "big").startswith(prefix)
    signer = signer_info(issuer_serial(cert), algorithm(SHA["sha256"]), attrs, algorithm(RSA_WITH["sha256"]),
                         low.to_bytes(256, "big"))
    put("cube-root-forgery", signed_data([signer], [cert], algorithm(SHA["sha256"])), "adbe.pkcs7.detached", "match",
        "failed", "UnreadableDigestInfo")


def curve_vectors():
    curves = [("p224", ec.SECP224R1(), "verified"), ("p256", ec.SECP256R1(), "verified"),
              ("p384", ec.SECP384R1(), "verified"), ("p521", ec.SECP521R1(), "verified"),
              ("brainpool256", ec.BrainpoolP256R1(), "verified"), ("brainpool384", ec.BrainpoolP384R1(), "verified"),
              ("brainpool512", ec.BrainpoolP512R1(), "BRAINPOOL512"), ("koblitz256", ec.SECP256K1(), "verified")]
    for label, curve, word in curves:
        key = ec.generate_private_key(curve)
        cert = certificate(f"Curve {label}", key)
        for kind in ["sha1", "sha256", "sha512"] if label in ("p256", "p521") else ["sha384"]:
            attrs = attributes(MESSAGE, kind, cert)
            pick = {"sha1": hashes.SHA1(), "sha256": hashes.SHA256(), "sha384": hashes.SHA384(), "sha512": hashes.SHA512()}
            signature = key.sign(as_set(attrs), ec.ECDSA(pick[kind]))
            info = signer_info(issuer_serial(cert), algorithm(SHA[kind]), attrs, algorithm(ECDSA_WITH[kind], b""), signature)
            put(f"ecdsa-{label}-{kind}", signed_data([info], [cert], algorithm(SHA[kind])), "adbe.pkcs7.detached",
                "match", "verified" if word == "verified" else "unsupported")
            if label == "p256" and kind == "sha256":
                named = algorithm("1.2.840.10045.2.1", b"")
                info = signer_info(issuer_serial(cert), algorithm(SHA[kind]), attrs, named, signature)
                put("ecdsa-named-by-key", signed_data([info], [cert], algorithm(SHA[kind])), "adbe.pkcs7.detached",
                    "match", "verified", "SignatureNamedOtherwise")
                r, s = utils.decode_dss_signature(signature)
                plain = r.to_bytes(32, "big") + s.to_bytes(32, "big")
                for label2, dotted, words in [("ecdsa-plain", "0.4.0.127.0.7.1.1.4.1.3", []),
                                              ("ecdsa-plain-mislabelled", ECDSA_WITH[kind], ["OtherEcdsaFormThanNamed"])]:
                    info = signer_info(issuer_serial(cert), algorithm(SHA[kind]), attrs, algorithm(dotted, b""), plain)
                    put(label2, signed_data([info], [cert], algorithm(SHA[kind])), "adbe.pkcs7.detached", "match",
                        "verified", *words)
                bad = bytearray(signature)
                bad[-1] ^= 1
                info = signer_info(issuer_serial(cert), algorithm(SHA[kind]), attrs, algorithm(ECDSA_WITH[kind], b""), bytes(bad))
                put("ecdsa-changed", signed_data([info], [cert], algorithm(SHA[kind])), "adbe.pkcs7.detached", "match",
                    "failed", "NotMadeWithThisKey")


def edwards_vectors():
    for label, key, dotted, kind in [("ed25519", ed25519.Ed25519PrivateKey.generate(), "1.3.101.112", "sha512"),
                                     ("ed448", ed448.Ed448PrivateKey.generate(), "1.3.101.113", "shake256")]:
        cert = certificate(f"Edwards {label}", key)
        attrs = attributes(MESSAGE, kind, cert)
        for suffix, signature, words in [("", key.sign(as_set(attrs)), ["verified"]),
                                         ("-changed", key.sign(as_set(attrs) + b"."), ["failed", "NotMadeWithThisKey"])]:
            info = signer_info(issuer_serial(cert), algorithm(SHA[kind], b""), attrs, algorithm(dotted, b""), signature)
            put(label + suffix, signed_data([info], [cert], algorithm(SHA[kind], b"")), "adbe.pkcs7.detached", "match", *words)


def dsa_vectors():
    for bits in (1024, 2048):
        key = dsa.generate_private_key(bits)
        cert = certificate(f"DSA {bits}", key)
        attrs = attributes(MESSAGE, "sha256", cert)
        for suffix, over, words in [("", as_set(attrs), ["verified"]),
                                    ("-changed", b"x", ["failed", "NotMadeWithThisKey"])]:
            signature = key.sign(over, hashes.SHA256())
            info = signer_info(issuer_serial(cert), algorithm(SHA["sha256"]), attrs,
                               algorithm("2.16.840.1.101.3.4.3.2", b""), signature)
            put(f"dsa-{bits}{suffix}", signed_data([info], [cert], algorithm(SHA["sha256"])), "adbe.pkcs7.detached",
                "match", *words)


def timestamp_vectors(key, cert):
    authority_key = rsa.generate_private_key(65537, 2048)
    authority = certificate("Time", authority_key,
                            extensions=[(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), True)])
    attrs = attributes(MESSAGE, "sha256", cert)
    value = rsa_pkcs1(key, "sha256", as_set(attrs))
    for label, over, words in [("timestamped", value, ["stamp-match"]),
                               ("timestamp-copied", b"another signature value", ["stamp-mismatch"])]:
        stamp = attribute("1.2.840.113549.1.9.16.2.14", timestamp(over, authority, authority_key))
        put(label, simple(cert, key, unsigned=stamp), "adbe.pkcs7.detached", "match", "verified", *words)
    put("document-timestamp", timestamp(MESSAGE, authority, authority_key), "ETSI.RFC3161", "match", "verified", "bound")
    put("document-timestamp-sha512", timestamp(MESSAGE, authority, authority_key, "sha512"), "ETSI.RFC3161", "match",
        "verified", "bound")
    put("document-timestamp-other-bytes", timestamp(b"x", authority, authority_key), "ETSI.RFC3161", "mismatch", "verified")
    put("signature-as-timestamp", simple(cert, key), "ETSI.RFC3161", "NotATimestamp", "verified")


# --- chains --------------------------------------------------------------------------------------------------------

def chain_vectors():
    sign = x509.KeyUsage(True, True, False, False, False, False, False, False, False)
    authority = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
    root_key = ec.generate_private_key(ec.SECP256R1())
    middle_key = ec.generate_private_key(ec.SECP256R1())
    leaf_key = ec.generate_private_key(ec.SECP256R1())
    root = certificate("Root", root_key, ca=True, usage=authority)
    middle = certificate("Middle", middle_key, "Root", root_key, ca=True, usage=authority, path_length=0)
    leaf = certificate("Leaf", leaf_key, "Middle", middle_key, usage=sign)
    past = datetime.datetime(2021, 1, 1, tzinfo=datetime.timezone.utc)
    put("chain-root", der(root), None)
    put("chain-middle", der(middle), None)
    put("chain-leaf", der(leaf), None)
    put("chain-leaf-expired", der(certificate("Leaf", leaf_key, "Middle", middle_key, usage=sign, end=past)), None)
    encipher = x509.KeyUsage(False, False, True, False, False, False, False, False, False)
    put("chain-leaf-encipher", der(certificate("Leaf", leaf_key, "Middle", middle_key, usage=encipher)), None)
    put("chain-middle-no-authority", der(certificate("Middle", middle_key, "Root", root_key, ca=False)), None)
    lower_key = ec.generate_private_key(ec.SECP256R1())
    put("chain-lower", der(certificate("Lower", lower_key, "Middle", middle_key, ca=True, usage=authority)), None)
    put("chain-leaf-of-lower", der(certificate("Leaf", leaf_key, "Lower", lower_key, usage=sign)), None)
    put("chain-other-root-same-name", der(certificate("Root", ec.generate_private_key(ec.SECP256R1()), ca=True)), None)
    constraint = x509.NameConstraints([x509.DNSName("example.com")], None)
    put("chain-middle-constrained", der(certificate("Middle", middle_key, "Root", root_key, ca=True, usage=authority,
        extensions=[(constraint, True)])), None)
    put("chain-leaf-sha1", sha1_certificate(leaf_key, middle_key, sign), None)
    revocation_vectors(leaf, middle, middle_key, root)


def sha1_certificate(leaf_key, middle_key, usage):
    """`cryptography` no longer signs certificates with SHA-1: the signature is put in by hand."""
    cert = ax509.Certificate.load(der(certificate("Leaf", leaf_key, "Middle", middle_key, usage=usage)))
    tbs = cert["tbs_certificate"]
    tbs["signature"] = algos.SignedDigestAlgorithm({"algorithm": "sha1_ecdsa"})
    signature = middle_key.sign(tbs.dump(force=True), ec.ECDSA(hashes.SHA1()))
    return ax509.Certificate({"tbs_certificate": tbs, "signature_algorithm": {"algorithm": "sha1_ecdsa"},
                              "signature_value": signature}).dump()


def revocation_vectors(leaf, middle, middle_key, root):
    from cryptography.x509 import ocsp
    day = datetime.timedelta(days=1)
    responder_key = ec.generate_private_key(ec.SECP256R1())
    delegate = certificate("Responder", responder_key, "Middle", middle_key,
                           extensions=[(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.OCSP_SIGNING]), False)])
    impostor = certificate("Impostor", responder_key, "Middle", middle_key)

    def response(status, signer, key, revoked=None, start=SIGNED_AT + day):
        return (ocsp.OCSPResponseBuilder().add_response(
            cert=leaf, issuer=middle, algorithm=hashes.SHA1(), cert_status=status, this_update=start,
            next_update=start + 7 * day, revocation_time=revoked,
            revocation_reason=x509.ReasonFlags.key_compromise if revoked else None)
            .responder_id(ocsp.OCSPResponderEncoding.HASH, signer).certificates([signer])
            .sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER))

    good, bad = ocsp.OCSPCertStatus.GOOD, ocsp.OCSPCertStatus.REVOKED
    put("ocsp-good", response(good, delegate, responder_key), None)
    put("ocsp-good-by-issuer", response(good, middle, middle_key), None)
    put("ocsp-good-stale", response(good, delegate, responder_key, start=SIGNED_AT - 90 * day), None)
    put("ocsp-good-by-impostor", response(good, impostor, responder_key), None)
    changed = response(good, delegate, responder_key, start=SIGNED_AT + 2 * day)
    put("ocsp-good-changed", changed.replace(b"20240508", b"20240608"), None)
    put("ocsp-revoked", response(bad, delegate, responder_key, SIGNED_AT - day), None)
    put("ocsp-revoked-later", response(bad, delegate, responder_key, SIGNED_AT + day), None)

    def crl(entries, key, start=SIGNED_AT + day):
        builder = (x509.CertificateRevocationListBuilder().issuer_name(middle.subject).last_update(start)
                   .next_update(start + 30 * day))
        for serial, when in entries:
            builder = builder.add_revoked_certificate(x509.RevokedCertificateBuilder().serial_number(serial)
                .revocation_date(when).add_extension(x509.CRLReason(x509.ReasonFlags.superseded), False).build())
        return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)

    others = [(number, SIGNED_AT) for number in range(1000, 1010)]
    put("crl-without", crl(others, middle_key), None)
    put("crl-with", crl(others + [(leaf.serial_number, SIGNED_AT - day)], middle_key), None)
    put("crl-forged", crl([(leaf.serial_number, SIGNED_AT - day)], responder_key), None)


def main():
    (HERE / "message.bin").write_bytes(MESSAGE)
    key = rsa.generate_private_key(65537, 2048)
    cert = certificate("Signer", key)
    rsa_vectors(key, cert)
    form_vectors(key, cert)
    weak = rsa.generate_private_key(65537, 1024)
    put("rsa-1024", simple(certificate("Weak", weak), weak), "adbe.pkcs7.detached", "match", "verified")
    other = rsa.generate_private_key(65537, 2048)
    put("other-key", simple(cert, other), "adbe.pkcs7.detached", "match", "failed", "NotMadeWithThisKey")
    forgery_vectors()
    curve_vectors()
    edwards_vectors()
    dsa_vectors()
    timestamp_vectors(key, cert)
    chain_vectors()
    rows = "".join("\t".join(row) + "\n" for row in ROWS)
    (HERE / "expected.tsv").write_text(rows)


main()
