//! The value in a signature's /Contents: who signed, over which bytes, and whether it holds (RFC 5652; ISO 32000-2,
//! 12.8.3). The outcome keeps the checks apart; what they mean together is decided by the report of the signature.

mod attributes;
mod bare;
mod note;
mod signed_data;
mod signer;
mod timestamp;

use std::sync::Arc;

pub use attributes::{CertificateReference, EssVersion};
pub use note::{AttributeForm, Note};
pub use timestamp::TimestampInfo;

use crate::asn1::{Asn1Error, Oid, Tlv};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::time::Moment;
use crate::verify::SignatureCheck;
use signed_data::{SignedData, SignerInfo};

/// How the value of a signature is built (ISO 32000-2, table 255).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubFilter {
    /// adbe.pkcs7.detached
    Pkcs7Detached,
    /// adbe.pkcs7.sha1: the SHA-1 of the ranges is encapsulated (deprecated in PDF 2.0).
    Pkcs7Sha1,
    /// adbe.x509.rsa_sha1: a bare PKCS #1 value, certificates in /Cert (deprecated in PDF 2.0).
    X509RsaSha1,
    /// ETSI.CAdES.detached
    CadesDetached,
    /// ETSI.RFC3161: a document timestamp.
    Rfc3161,
    /// PBAD.PAdES, the Brazilian profile of CAdES.
    PbadPades,
    /// Any other name.
    Other(String),
    /// No /SubFilter.
    Absent,
}

impl SubFilter {
    pub fn from_name(name: &[u8]) -> SubFilter {
        match name {
            b"adbe.pkcs7.detached" => SubFilter::Pkcs7Detached,
            b"adbe.pkcs7.sha1" => SubFilter::Pkcs7Sha1,
            b"adbe.x509.rsa_sha1" => SubFilter::X509RsaSha1,
            b"ETSI.CAdES.detached" => SubFilter::CadesDetached,
            b"ETSI.RFC3161" => SubFilter::Rfc3161,
            b"PBAD.PAdES" => SubFilter::PbadPades,
            other => SubFilter::Other(String::from_utf8_lossy(other).into_owned()),
        }
    }

    /// The name as it stands in the file.
    pub fn name(&self) -> &str {
        match self {
            SubFilter::Pkcs7Detached => "adbe.pkcs7.detached",
            SubFilter::Pkcs7Sha1 => "adbe.pkcs7.sha1",
            SubFilter::X509RsaSha1 => "adbe.x509.rsa_sha1",
            SubFilter::CadesDetached => "ETSI.CAdES.detached",
            SubFilter::Rfc3161 => "ETSI.RFC3161",
            SubFilter::PbadPades => "PBAD.PAdES",
            SubFilter::Other(name) => name,
            SubFilter::Absent => "none",
        }
    }

    fn is_known(&self) -> bool {
        !matches!(self, SubFilter::Other(_) | SubFilter::Absent)
    }
}

/// One signature value and what it is said to sign.
#[derive(Debug, Clone)]
pub struct Signed<'a> {
    /// /Contents, decoded from its hex digits, padding included.
    pub contents: &'a [u8],
    pub sub_filter: SubFilter,
    /// The signed bytes of the file, in order.
    pub ranges: &'a [&'a [u8]],
    /// The certificates in /Cert, signer first.
    pub certificate_entry: &'a [Vec<u8>],
    /// Certificates from elsewhere in the file (DSS) in which the signer may be found.
    pub pool: &'a [Arc<Certificate>],
}

/// What a signature value proves and what it does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the digest in the value is that of the signed bytes of the file.
    pub digest: DigestCheck,
    /// Whether the message digest is that of the content inside the value, where there is one.
    pub content_digest: Option<DigestCheck>,
    pub signature: SignatureCheck,
    pub binding: CertificateBinding,
    pub defects: Vec<Defect>,
    pub signer: Option<Arc<Certificate>>,
    /// Every certificate found in the value.
    pub certificates: Vec<Arc<Certificate>>,
    pub revocation: RevocationData,
    /// The time the signer claims under the signature.
    pub signing_time: Option<Moment>,
    /// Unsigned timestamps over the signature value.
    pub timestamps: Vec<Timestamp>,
    /// What a document timestamp says, when the value is one.
    pub token: Option<TimestampInfo>,
    pub trailing: Trailing,
    pub notes: Vec<Note>,
}

/// A timestamp over a signature value, with its own signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timestamp {
    pub info: TimestampInfo,
    /// `digest` in it is the check of the imprint over the signature value.
    pub outcome: Box<Outcome>,
}

/// A digest compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DigestCheck {
    Match(DigestAlgorithm),
    Mismatch {
        algorithm: DigestAlgorithm,
        stated: Vec<u8>,
        computed: Vec<u8>,
    },
    Unsupported(Oid),
    /// There is no digest to compare although there must be one.
    Absent,
    /// The signature is over the bytes themselves, so that there is no separate digest.
    InSignature,
}

impl DigestCheck {
    fn compare(algorithm: DigestAlgorithm, stated: &[u8], parts: &[&[u8]]) -> DigestCheck {
        let computed = algorithm.digest(parts);
        if computed == stated {
            DigestCheck::Match(algorithm)
        } else {
            DigestCheck::Mismatch {
                algorithm,
                stated: stated.to_vec(),
                computed,
            }
        }
    }
}

/// Whether the signature says which certificate it was made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateBinding {
    NotBound,
    Bound(EssVersion),
    /// The certificate found is not the one that was signed for.
    Contradicted(EssVersion),
    /// The digest of the reference cannot be computed here.
    Unsupported,
}

/// What makes a value unfit to vouch for anything, whatever its mathematics say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Defect {
    #[error("the content-type attribute {stated} is not the type of the content {actual}")]
    ContentTypeContradicted { stated: Oid, actual: Oid },
    #[error("the attribute {0} stands more than once")]
    RepeatedAttribute(Oid),
    #[error("{0} octets of content of its own are signed instead of the file")]
    SignsOwnContent(usize),
    #[error("the encapsulated content is missing")]
    ContentMissing,
    #[error("the content is not a timestamp")]
    NotATimestamp,
}

/// Revocation data inside the value, encoded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RevocationData {
    pub crls: Vec<Vec<u8>>,
    pub ocsp: Vec<Vec<u8>>,
}

/// What follows the value in /Contents; it is outside the signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trailing {
    Nothing,
    Zeros(usize),
    /// `count` octets other than zero, the first at `first` from the start of /Contents.
    Data {
        first: usize,
        count: usize,
    },
}

impl Trailing {
    fn of(contents: &[u8], consumed: usize) -> Trailing {
        let rest = contents.get(consumed..).unwrap_or_default();
        match rest.iter().position(|octet| *octet != 0) {
            _ if rest.is_empty() => Trailing::Nothing,
            None => Trailing::Zeros(rest.len()),
            Some(first) => Trailing::Data {
                first: consumed + first,
                count: rest.iter().filter(|octet| **octet != 0).count(),
            },
        }
    }
}

/// Why there is no signature value to judge.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CmsError {
    #[error("the value is empty")]
    Empty,
    #[error(transparent)]
    Encoding(#[from] Asn1Error),
    #[error("the value holds {0}, not signed data")]
    NotSignedData(Oid),
    #[error("nobody signed: there is no SignerInfo")]
    NoSigner,
    #[error("{0} signers stand in one value; a PDF signature has one")]
    SeveralSigners(usize),
    #[error("the signature is bare and no certificate is given for it")]
    NoCertificateEntry,
    #[error("the certificate in /Cert cannot be read")]
    UnreadableCertificateEntry,
}

/// What the content of a message must stand for.
#[derive(Clone, Copy)]
enum Expected<'a> {
    /// These bytes, kept outside the message.
    Detached(&'a [&'a [u8]]),
    /// Their SHA-1 inside it.
    Sha1Inside(&'a [&'a [u8]]),
    /// A timestamp inside it, over these bytes.
    TimestampOf(&'a [&'a [u8]]),
}

/// Examines the value of one signature.
pub fn examine(signed: &Signed<'_>) -> Result<Outcome, CmsError> {
    if signed.contents.iter().all(|octet| *octet == 0) {
        return Err(CmsError::Empty);
    }
    if signed.sub_filter == SubFilter::X509RsaSha1 {
        return bare::examine(signed);
    }
    let expected = match signed.sub_filter {
        SubFilter::Pkcs7Sha1 => Expected::Sha1Inside(signed.ranges),
        SubFilter::Rfc3161 => Expected::TimestampOf(signed.ranges),
        _ => Expected::Detached(signed.ranges),
    };
    let mut outcome = examine_message(signed.contents, expected, signed.pool, true)?;
    if !signed.sub_filter.is_known() {
        outcome.notes.push(Note::UnknownSubFilter);
    }
    Ok(outcome)
}

/// Examines one message. `outermost`: timestamps over it are looked at, timestamps over those are not.
fn examine_message(
    contents: &[u8],
    expected: Expected<'_>,
    pool: &[Arc<Certificate>],
    outermost: bool,
) -> Result<Outcome, CmsError> {
    let content_info = Tlv::first(contents)?;
    let data = SignedData::read(&content_info)?;
    let signer = match data.signers.as_slice() {
        [one] => SignerInfo::read(one)?,
        [] => return Err(CmsError::NoSigner),
        several => return Err(CmsError::SeveralSigners(several.len())),
    };
    let mut outcome = signer::examine(&data, &signer, expected, pool)?;
    outcome.trailing = Trailing::of(contents, content_info.raw.len());
    if outermost {
        read_timestamps(&signer, pool, &mut outcome);
    }
    Ok(outcome)
}

/// Timestamps over the signature value. They are unsigned: anyone can add, swap or drop them, so that each counts only
/// as far as its own imprint and signature go (RFC 3161, appendix A).
fn read_timestamps(signer: &SignerInfo<'_>, pool: &[Arc<Certificate>], outcome: &mut Outcome) {
    let value: &[u8] = &signer.signature;
    for attribute in &signer.unsigned_attributes {
        if attribute.kind != attributes::SIGNATURE_TIMESTAMP {
            outcome.notes.push(Note::UnsignedAttribute(attribute.kind));
            continue;
        }
        for token in attribute.values.iter().take(MAX_TIMESTAMPS) {
            let parts = [value];
            let expected = Expected::TimestampOf(&parts);
            match examine_message(token.raw, expected, pool, false) {
                Ok(mut stamped) => match stamped.token.take() {
                    Some(info) => outcome.timestamps.push(Timestamp {
                        info,
                        outcome: Box::new(stamped),
                    }),
                    None => outcome.notes.push(Note::UnreadableTimestamp),
                },
                Err(_) => outcome.notes.push(Note::UnreadableTimestamp),
            }
        }
    }
}

/// Most timestamps looked at on one signature; honest ones carry one, renewed ones a few.
const MAX_TIMESTAMPS: usize = 8;
