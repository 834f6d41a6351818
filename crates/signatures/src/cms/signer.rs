//! One SignerInfo against its content and its certificate (RFC 5652, 5.4 and 5.6).

use std::borrow::Cow;
use std::sync::Arc;

use super::attributes::SignedAttributes;
use super::note::{AttributeForm, Note};
use super::signed_data::{ID_DATA, SignedData, SignerIdentifier, SignerInfo};
use super::timestamp::{ID_TST_INFO, TimestampInfo};
use super::{
    CertificateBinding, CmsError, Defect, DigestCheck, Expected, Outcome, RevocationData, Trailing,
};
use crate::algorithm::{DigestNaming, Scheme, digest_named};
use crate::asn1::{Asn1Error, SET, Tlv, to_der, to_der_set};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::key::PublicKey;
use crate::verify::{Claim, SignatureCheck, Unsupported, check};

pub(super) fn examine(
    data: &SignedData<'_>,
    signer: &SignerInfo<'_>,
    expected: Expected<'_>,
    pool: &[Arc<Certificate>],
) -> Result<Outcome, CmsError> {
    let mut notes = Vec::new();
    let mut defects = Vec::new();
    note_encoding(data, &mut notes);
    let attributes = match &signer.signed_attributes {
        Some(set) => Some(SignedAttributes::read(set, &mut notes)?),
        None => None,
    };
    let content = Content::of(data, expected, &mut notes, &mut defects);
    let digest_algorithm = message_digest_algorithm(signer, &mut notes);
    let inner = compare_message_digest(
        signer,
        attributes.as_ref(),
        digest_algorithm,
        &content.message(),
    );
    check_attributes(data, attributes.as_ref(), &mut notes, &mut defects);
    let (certificate, binding) =
        find_certificate(data, signer, attributes.as_ref(), pool, &mut notes);
    let signature = match &certificate {
        Some(certificate) => check_signature(
            signer,
            &content,
            digest_algorithm,
            &certificate.key,
            &mut notes,
        )?,
        None => SignatureCheck::Unsupported(Unsupported::NoCertificate),
    };
    let token = content.token;
    let (digest, content_digest) = match content.own {
        Some(own) => (own, Some(inner)),
        None => (inner, None),
    };
    let attributes = attributes.unwrap_or_default();
    Ok(Outcome {
        digest,
        content_digest,
        signature,
        binding,
        defects,
        signer: certificate,
        certificates: data.certificates.clone(),
        revocation: revocation(data, &attributes),
        signing_time: attributes.signing_time,
        timestamps: Vec::new(),
        token,
        trailing: Trailing::Nothing,
        notes,
    })
}

/// Whether the content is what the ranges hold, part behind part.
fn is_copy(content: Option<&[u8]>, ranges: &[&[u8]]) -> bool {
    let mut rest = content;
    for part in ranges {
        rest = rest.and_then(|rest| rest.strip_prefix(*part));
    }
    rest.is_some_and(<[u8]>::is_empty)
}

fn note_encoding(data: &SignedData<'_>, notes: &mut Vec<Note>) {
    if data.indefinite {
        notes.push(Note::IndefiniteLengths);
    }
    if data.unreadable_certificates > 0 {
        notes.push(Note::UnreadableCertificates(data.unreadable_certificates));
    }
}

fn revocation(data: &SignedData<'_>, attributes: &SignedAttributes) -> RevocationData {
    let owned = |list: &[&[u8]]| list.iter().map(|value| value.to_vec()).collect::<Vec<_>>();
    let mut revocation = RevocationData {
        crls: owned(&data.crls),
        ocsp: owned(&data.ocsp),
    };
    revocation.crls.extend(attributes.crls.iter().cloned());
    revocation.ocsp.extend(attributes.ocsp.iter().cloned());
    revocation
}

/// What the message digest and the signature are over, and how that stands for the bytes of the file.
struct Content<'a> {
    /// Content inside the message, when that is what is signed.
    inside: Option<Cow<'a, [u8]>>,
    /// The bytes of the file.
    outside: &'a [&'a [u8]],
    /// How the content inside stands for the bytes outside.
    own: Option<DigestCheck>,
    token: Option<TimestampInfo>,
}

impl<'a> Content<'a> {
    fn of(
        data: &SignedData<'a>,
        expected: Expected<'a>,
        notes: &mut Vec<Note>,
        defects: &mut Vec<Defect>,
    ) -> Content<'a> {
        let mut content = Content {
            inside: None,
            outside: &[],
            own: None,
            token: None,
        };
        match expected {
            Expected::Detached(ranges) => {
                content.outside = ranges;
                match data.content.as_deref().map(<[u8]>::len) {
                    None => {}
                    Some(0) => notes.push(Note::EmptyContent),
                    Some(octets) => {
                        notes.push(Note::EncapsulatedContent(octets));
                        // A copy of the signed bytes is against ISO 32000-2, 12.8.3.3, and changes nothing.
                        if !is_copy(data.content.as_deref(), ranges) {
                            defects.push(Defect::SignsOwnContent(octets));
                        }
                    }
                }
                if data.content_type != ID_DATA {
                    notes.push(Note::ContentType(data.content_type));
                }
            }
            Expected::Sha1Inside(ranges) => {
                let inside = data.content.clone().filter(|content| !content.is_empty());
                content.own = Some(match &inside {
                    Some(stated) => DigestCheck::compare(DigestAlgorithm::Sha1, stated, ranges),
                    None => DigestCheck::Absent,
                });
                if inside.is_none() {
                    defects.push(Defect::ContentMissing);
                }
                content.inside = Some(inside.unwrap_or_default());
            }
            Expected::TimestampOf(ranges) => content.read_token(data, ranges, defects),
        }
        content
    }

    fn read_token(&mut self, data: &SignedData<'a>, parts: &[&[u8]], defects: &mut Vec<Defect>) {
        let inside = data.content.clone().unwrap_or_default();
        let info = TimestampInfo::read(&inside).ok();
        if info.is_none() || data.content_type != ID_TST_INFO {
            defects.push(Defect::NotATimestamp);
        }
        self.own = Some(match &info {
            Some(info) => info.check_imprint(parts),
            None => DigestCheck::Absent,
        });
        self.inside = Some(inside);
        self.token = info;
    }

    fn message(&self) -> Vec<&[u8]> {
        match &self.inside {
            Some(inside) => vec![inside.as_ref()],
            None => self.outside.to_vec(),
        }
    }
}

fn message_digest_algorithm(
    signer: &SignerInfo<'_>,
    notes: &mut Vec<Note>,
) -> Option<DigestAlgorithm> {
    let (algorithm, naming) = digest_named(&signer.digest_algorithm)?;
    if naming == DigestNaming::SignatureAlgorithm {
        let oid = signer.digest_algorithm.oid;
        notes.push(Note::DigestNamedBySignature(oid));
    }
    Some(algorithm)
}

fn compare_message_digest(
    signer: &SignerInfo<'_>,
    attributes: Option<&SignedAttributes>,
    algorithm: Option<DigestAlgorithm>,
    message: &[&[u8]],
) -> DigestCheck {
    let Some(attributes) = attributes else {
        return DigestCheck::InSignature;
    };
    match (algorithm, &attributes.message_digest) {
        (_, None) => DigestCheck::Absent,
        (None, Some(_)) => DigestCheck::Unsupported(signer.digest_algorithm.oid),
        (Some(algorithm), Some(stated)) => DigestCheck::compare(algorithm, stated, message),
    }
}

fn check_attributes(
    data: &SignedData<'_>,
    attributes: Option<&SignedAttributes>,
    notes: &mut Vec<Note>,
    defects: &mut Vec<Defect>,
) {
    let Some(attributes) = attributes else {
        notes.push(Note::NoSignedAttributes);
        return;
    };
    match attributes.content_type {
        None => notes.push(Note::ContentTypeMissing),
        Some(stated) if stated != data.content_type => {
            defects.push(Defect::ContentTypeContradicted {
                stated,
                actual: data.content_type,
            });
        }
        Some(_) => {}
    }
    for kind in &attributes.repeated {
        defects.push(Defect::RepeatedAttribute(*kind));
    }
}

/// The signer's certificate: among those in the message, then among those given; and whether the signature binds it.
fn find_certificate(
    data: &SignedData<'_>,
    signer: &SignerInfo<'_>,
    attributes: Option<&SignedAttributes>,
    pool: &[Arc<Certificate>],
    notes: &mut Vec<Note>,
) -> (Option<Arc<Certificate>>, CertificateBinding) {
    if matches!(signer.identifier, SignerIdentifier::SubjectKey(_)) {
        notes.push(Note::SubjectKeyIdentifier);
    }
    let reference = attributes.and_then(|attributes| attributes.certificate.as_ref());
    let named = |certificate: &&Arc<Certificate>| signer.identifier.names(certificate);
    let inside: Vec<_> = data.certificates.iter().filter(named).collect();
    let outside: Vec<_> = pool.iter().filter(named).collect();
    if inside.is_empty() && !outside.is_empty() {
        notes.push(Note::CertificateFromElsewhere);
    }
    let candidates = if inside.is_empty() { outside } else { inside };
    let fitting = candidates.iter().find(|certificate| {
        reference.is_some_and(|reference| reference.fits(certificate) == Some(true))
    });
    let chosen = fitting
        .or(candidates.first())
        .map(|found| Arc::clone(found));
    let binding = match (reference, &chosen) {
        (None, _) | (_, None) => {
            notes.push(Note::CertificateNotBound);
            CertificateBinding::NotBound
        }
        (Some(reference), Some(certificate)) => match reference.fits(certificate) {
            Some(true) => {
                notes.push(Note::CertificateBound(reference.version));
                CertificateBinding::Bound(reference.version)
            }
            Some(false) => CertificateBinding::Contradicted(reference.version),
            None => CertificateBinding::Unsupported,
        },
    };
    (chosen, binding)
}

fn check_signature(
    signer: &SignerInfo<'_>,
    content: &Content<'_>,
    digest: Option<DigestAlgorithm>,
    key: &PublicKey,
    notes: &mut Vec<Note>,
) -> Result<SignatureCheck, Asn1Error> {
    let algorithm = &signer.signature_algorithm;
    let Some(scheme) = scheme_of(signer, key, notes)? else {
        return Ok(SignatureCheck::Unsupported(Unsupported::Algorithm(
            algorithm.oid,
        )));
    };
    let check_over = |message: &[&[u8]]| {
        check(&Claim {
            key,
            scheme,
            digest,
            message,
            signature: &signer.signature,
        })
    };
    let Some(set) = &signer.signed_attributes else {
        let message = content.message();
        if looks_like_attributes(&message) {
            notes.push(Note::ContentLooksLikeAttributes);
        }
        return Ok(check_over(&message));
    };
    let forms = attribute_forms(set)?;
    let mut first_failure = None;
    let differ = forms.len() > 1;
    for (form, encoded) in forms {
        match check_over(&[&encoded]) {
            verified @ SignatureCheck::Verified(_) => {
                if differ {
                    notes.push(Note::AttributesNotDer(form));
                }
                return Ok(verified);
            }
            failure => {
                first_failure.get_or_insert(failure);
            }
        }
    }
    Ok(first_failure.unwrap_or(SignatureCheck::Unsupported(Unsupported::DigestNotNamed)))
}

/// The scheme, also where the field names a key, a curve or a mere digest.
fn scheme_of(
    signer: &SignerInfo<'_>,
    key: &PublicKey,
    notes: &mut Vec<Note>,
) -> Result<Option<Scheme>, Asn1Error> {
    let algorithm = &signer.signature_algorithm;
    if let Some(named) = Scheme::named(algorithm)? {
        if named.key_named_instead {
            notes.push(Note::SignatureNamedOtherwise(algorithm.oid));
        }
        return Ok(Some(named.scheme));
    }
    let Some(digest) = DigestAlgorithm::from_identifier(algorithm) else {
        return Ok(None);
    };
    notes.push(Note::SignatureNamedOtherwise(algorithm.oid));
    let digest = Some(digest);
    Ok(match key {
        PublicKey::Rsa { .. } => Some(Scheme::RsaPkcs1 { digest }),
        PublicKey::Elliptic { .. } => Some(Scheme::Ecdsa {
            digest,
            plain: false,
        }),
        PublicKey::Dsa { .. } => Some(Scheme::Dsa { digest }),
        _ => None,
    })
}

/// The forms in which the attributes may have been signed: as they stand first (97 of 100 files that are not in DER
/// order were signed so), then as DER. One form when all are the same.
fn attribute_forms(set: &Tlv<'_>) -> Result<Vec<(AttributeForm, Vec<u8>)>, Asn1Error> {
    let retag = |mut encoded: Vec<u8>| {
        if let Some(tag) = encoded.first_mut() {
            *tag = SET;
        }
        encoded
    };
    let mut forms = vec![(AttributeForm::AsPresent, retag(set.raw.to_vec()))];
    let others = [
        (AttributeForm::Reencoded, retag(to_der(set)?)),
        (AttributeForm::Sorted, to_der_set(set)?),
    ];
    for (form, encoded) in others {
        if forms.iter().all(|(_, known)| *known != encoded) {
            forms.push((form, encoded));
        }
    }
    Ok(forms)
}

/// Whether signed bytes could be replayed as signed attributes of another message (draft-ietf-lamps-cms-euf-cma-
/// signeddata). No PDF starts like this; a file that does was made for it.
fn looks_like_attributes(message: &[&[u8]]) -> bool {
    let first = message.first().copied().unwrap_or_default();
    first.first() == Some(&SET)
        && Tlv::first(first).is_ok_and(|set| super::signed_data::read_attributes(&set).is_ok())
}
