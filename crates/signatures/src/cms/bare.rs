//! adbe.x509.rsa_sha1 (ISO 32000-1, 12.8.3.2): a PKCS #1 value in an OCTET STRING, its certificate in /Cert.

use std::sync::Arc;

use super::{
    CertificateBinding, CmsError, DigestCheck, Note, Outcome, RevocationData, Signed, Trailing,
};
use crate::algorithm::Scheme;
use crate::asn1::Tlv;
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::verify::{Claim, check};

pub(super) fn examine(signed: &Signed<'_>) -> Result<Outcome, CmsError> {
    let value = Tlv::first(signed.contents)?;
    let octets = value.octets()?;
    let mut certificates = Vec::new();
    for encoded in signed.certificate_entry {
        if let Ok(certificate) = Certificate::read(encoded) {
            certificates.push(Arc::new(certificate));
        }
    }
    let signer = match certificates.first() {
        Some(first) => Arc::clone(first),
        None if signed.certificate_entry.is_empty() => return Err(CmsError::NoCertificateEntry),
        None => return Err(CmsError::UnreadableCertificateEntry),
    };
    let signature = check(&Claim {
        key: &signer.key,
        scheme: Scheme::RsaPkcs1 {
            digest: Some(DigestAlgorithm::Sha1),
        },
        digest: None,
        message: signed.ranges,
        signature: &octets,
    });
    Ok(Outcome {
        digest: DigestCheck::InSignature,
        content_digest: None,
        signature,
        binding: CertificateBinding::NotBound,
        defects: Vec::new(),
        signer: Some(signer),
        certificates,
        revocation: RevocationData::default(),
        signing_time: None,
        timestamps: Vec::new(),
        token: None,
        trailing: Trailing::of(signed.contents, value.raw.len()),
        notes: vec![Note::CertificateNotBound],
    })
}
