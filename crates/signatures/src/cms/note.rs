//! What was met in a message besides the outcome: the quirks of honest signers, each named so that a person can look
//! it up, none of them a reason to refuse on its own.

use super::attributes::EssVersion;
use crate::asn1::Oid;

/// One observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    #[error("the message is BER with indefinite lengths, not DER")]
    IndefiniteLengths,
    #[error("the signed attributes are not in DER order; the signature holds over their {0}")]
    AttributesNotDer(AttributeForm),
    #[error("there are no signed attributes: the signature is over the bytes themselves")]
    NoSignedAttributes,
    #[error("there is an empty encapsulated content")]
    EmptyContent,
    #[error("{0} octets of content are encapsulated in a detached signature")]
    EncapsulatedContent(usize),
    #[error("the encapsulated content has type {0}")]
    ContentType(Oid),
    #[error("the content-type attribute is missing")]
    ContentTypeMissing,
    #[error("the attribute {0} cannot be read")]
    UnreadableAttribute(Oid),
    #[error("the unsigned attribute {0} is not looked at")]
    UnsignedAttribute(Oid),
    #[error("the unsigned timestamp cannot be read")]
    UnreadableTimestamp,
    #[error("{0} certificates cannot be read")]
    UnreadableCertificates(usize),
    #[error("the signer is named by key identifier")]
    SubjectKeyIdentifier,
    #[error("the signer's certificate comes from outside the message")]
    CertificateFromElsewhere,
    #[error("the digest algorithm field names a signature algorithm")]
    DigestNamedBySignature(Oid),
    #[error("the signature algorithm field names a kind of key, a curve or a digest")]
    SignatureNamedOtherwise(Oid),
    #[error("the signer's certificate is bound by {}", match .0 { EssVersion::One => "signingCertificate (SHA-1)", EssVersion::Two => "signingCertificateV2" })]
    CertificateBound(EssVersion),
    #[error("nothing under the signature binds the signer's certificate")]
    CertificateNotBound,
    #[error("the bytes that are signed could be read as signed attributes")]
    ContentLooksLikeAttributes,
    #[error("the sub-filter is unknown; the value was read as a detached signature")]
    UnknownSubFilter,
}

/// In which form the signed attributes were signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeForm {
    /// As they stand.
    AsPresent,
    /// With DER lengths, in the order they stand.
    Reencoded,
    /// With DER lengths and sorted.
    Sorted,
}

impl std::fmt::Display for AttributeForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            AttributeForm::AsPresent => "bytes as they stand",
            AttributeForm::Reencoded => "DER encoding in the same order",
            AttributeForm::Sorted => "sorted DER encoding",
        })
    }
}
