//! ML-DSA (FIPS 204, 5.3) over the message itself with an empty context, as RFC 9882 asks of CMS.

use ml_dsa::signature::Verifier;
use ml_dsa::{
    EncodedSignature, EncodedVerifyingKey, MlDsa44, MlDsa65, MlDsa87, MlDsaParams, Signature,
    VerifyingKey,
};

use super::{Checked, Claim, Flaw, KeyKind, Means};
use crate::algorithm::MlDsaLevel;

pub(super) fn check(claim: &Claim<'_>, level: MlDsaLevel, key: &[u8]) -> Checked {
    match level {
        MlDsaLevel::MlDsa44 => verify::<MlDsa44>(claim, key)?,
        MlDsaLevel::MlDsa65 => verify::<MlDsa65>(claim, key)?,
        MlDsaLevel::MlDsa87 => verify::<MlDsa87>(claim, key)?,
    }
    Ok(Means {
        scheme: claim.scheme,
        key: KeyKind::MlDsa(level),
        digest: claim.scheme.digest(),
        quirks: Vec::new(),
    })
}

fn verify<P: MlDsaParams>(claim: &Claim<'_>, key: &[u8]) -> Result<(), Flaw> {
    let key = EncodedVerifyingKey::<P>::try_from(key).map_err(|_| Flaw::BadKey)?;
    let key = VerifyingKey::<P>::decode(&key);
    let value = EncodedSignature::<P>::try_from(claim.signature).map_err(|_| Flaw::Malformed)?;
    let value = Signature::<P>::decode(&value).ok_or(Flaw::Malformed)?;
    key.verify(&claim.message.concat(), &value)
        .map_err(|_| Flaw::NotMadeWithThisKey)
}
