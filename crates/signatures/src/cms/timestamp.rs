//! What a time-stamp authority signed (RFC 3161, 2.4.2): a time beside a digest of something.

use crate::algorithm::digest_named;
use crate::asn1::{
    AlgorithmIdentifier, Asn1Error, GENERALIZED_TIME, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING,
    Oid, SEQUENCE, Tlv,
};
use crate::time::Moment;

use super::DigestCheck;

/// id-ct-TSTInfo.
pub const ID_TST_INFO: Oid = Oid::new(&[1, 2, 840, 113549, 1, 9, 16, 1, 4]);

/// TSTInfo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimestampInfo {
    pub time: Moment,
    pub policy: Oid,
    pub serial: Vec<u8>,
    pub imprint_algorithm: AlgorithmIdentifier,
    pub imprint: Vec<u8>,
}

impl TimestampInfo {
    pub fn read(content: &[u8]) -> Result<TimestampInfo, Asn1Error> {
        let mut fields = Tlv::first(content)?.expect(SEQUENCE)?.reader();
        fields.expect(INTEGER)?;
        let policy = fields.expect(OBJECT_IDENTIFIER)?.oid()?;
        let mut imprint = fields.expect(SEQUENCE)?.reader();
        let imprint_algorithm = imprint.expect(SEQUENCE)?.algorithm()?;
        let imprint = imprint.expect(OCTET_STRING)?.octets()?.into_owned();
        let serial = fields.expect(INTEGER)?.integer()?.to_vec();
        let time = fields.expect(GENERALIZED_TIME)?.moment()?;
        Ok(TimestampInfo {
            time,
            policy,
            serial,
            imprint_algorithm,
            imprint,
        })
    }

    /// Whether the imprint is that of `parts`.
    pub fn check_imprint(&self, parts: &[&[u8]]) -> DigestCheck {
        match digest_named(&self.imprint_algorithm) {
            Some((algorithm, _)) => DigestCheck::compare(algorithm, &self.imprint, parts),
            None => DigestCheck::Unsupported(self.imprint_algorithm.oid),
        }
    }
}
