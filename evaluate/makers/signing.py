"""Signatures under certificates made here: an own root, an issuer's seal below it, a second signer, a timestamp service."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers, timestamps
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

from .places import CACHE

KEYS = CACHE / "keys"
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
PASSWORD = b"makers"


def _name(common: str) -> x509.Name:
    return x509.Name(
        [x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Assay test authority"), x509.NameAttribute(NameOID.COMMON_NAME, common)]
    )


def _certificate(subject, key, issuer, issuer_key, ca=False, stamping=False):
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(subject))
        .issuer_name(_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(BEGIN)
        .not_valid_after(BEGIN + timedelta(days=3650))
        .add_extension(x509.BasicConstraints(ca, None), critical=True)
        .add_extension(x509.KeyUsage(not ca, not ca, False, False, False, ca, ca, False, False), critical=True)
    )
    if stamping:
        builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
    return builder.sign(issuer_key, hashes.SHA256())


def make_keys():
    """Made once; later runs sign with the same certificates."""
    if (KEYS / "done").exists():
        return
    KEYS.mkdir(parents=True, exist_ok=True)
    root_key = rsa.generate_private_key(65537, 2048)
    root = _certificate("Root", root_key, "Root", root_key, ca=True)
    for name, key, stamping in (
        ("seal", rsa.generate_private_key(65537, 2048), False),
        ("second", ec.generate_private_key(ec.SECP256R1()), False),
        ("stamp", rsa.generate_private_key(65537, 2048), True),
    ):
        made = _certificate(f"Test {name}", key, "Root", root_key, stamping=stamping)
        (KEYS / f"{name}.p12").write_bytes(
            pkcs12.serialize_key_and_certificates(
                name.encode(), key, made, [root], serialization.BestAvailableEncryption(PASSWORD)
            )
        )
    lone_key = rsa.generate_private_key(65537, 2048)
    lone = _certificate("Self made", lone_key, "Self made", lone_key)
    (KEYS / "selfmade.p12").write_bytes(
        pkcs12.serialize_key_and_certificates(b"selfmade", lone_key, lone, [], serialization.BestAvailableEncryption(PASSWORD))
    )
    crl = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(_name("Root"))
        .last_update(BEGIN)
        .next_update(BEGIN + timedelta(days=3650))
        .sign(root_key, hashes.SHA256())
    )
    (KEYS / "root.crl").write_bytes(crl.public_bytes(serialization.Encoding.DER))
    (KEYS / "root.pem").write_bytes(root.public_bytes(serialization.Encoding.PEM))
    (KEYS / "done").touch()


def signer(name: str):
    return signers.SimpleSigner.load_pkcs12(str(KEYS / f"{name}.p12"), passphrase=PASSWORD)


def _stamper():
    held = signer("stamp")
    return timestamps.DummyTimeStamper(
        held.signing_cert, held.signing_key, SimpleCertificateStore.from_certs([held.cert_registry.__iter__().__next__()])
    )


def _context():
    root = next(cert for cert in signer("seal").cert_registry)
    return ValidationContext(
        trust_roots=[root], crls=[(KEYS / "root.crl").read_bytes()], allow_fetching=False, revocation_mode="soft-fail"
    )


def sign(source: Path, out: Path, who="seal", field="Signature", certify=None, long_term=False, visible=None):
    """One signature over the whole file; `certify` is a DocMDP level, `visible` a box on the first page."""
    with open(source, "rb") as read, open(out, "wb") as write:
        writer = IncrementalPdfFileWriter(read, strict=False)
        fields.append_signature_field(writer, fields.SigFieldSpec(field, box=visible, on_page=0))
        meta = signers.PdfSignatureMetadata(
            field_name=field,
            reason="Issued",
            location="Test",
            certify=certify is not None,
            docmdp_permissions={
                None: fields.MDPPerm.FILL_FORMS,
                1: fields.MDPPerm.NO_CHANGES,
                2: fields.MDPPerm.FILL_FORMS,
                3: fields.MDPPerm.ANNOTATE,
            }[certify],
            **(
                dict(
                    subfilter=fields.SigSeedSubFilter.PADES,
                    embed_validation_info=True,
                    validation_context=_context(),
                    use_pades_lta=True,
                )
                if long_term
                else {}
            ),
        )
        signers.PdfSigner(meta, signer=signer(who), timestamper=_stamper() if long_term else None).sign_pdf(writer, output=write)
