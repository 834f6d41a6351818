//! Object identifiers: the registered names of algorithms, attributes and extensions.

use std::fmt;

/// An object identifier, kept as its content octets so that even an ill-formed one can be compared and named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Oid {
    octets: [u8; Oid::MAX],
    length: u8,
}

impl Oid {
    /// Longest identifier that is kept; the longest registered one met in signatures has 15 octets.
    pub const MAX: usize = 39;

    /// From content octets; `None` when empty, too long or cut inside an arc.
    pub fn from_octets(bytes: &[u8]) -> Option<Oid> {
        let last = *bytes.last()?;
        if bytes.len() > Oid::MAX || last & 0x80 != 0 {
            return None;
        }
        let mut octets = [0; Oid::MAX];
        octets.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Oid {
            octets,
            length: bytes.len() as u8,
        })
    }

    /// From arcs, for constants.
    #[expect(
        clippy::indexing_slicing,
        reason = "for constants, which are evaluated when the program is compiled"
    )]
    pub const fn new(arcs: &[u32]) -> Oid {
        let mut octets = [0u8; Oid::MAX];
        octets[0] = (arcs[0] * 40 + arcs[1]) as u8;
        let mut length = 1;
        let mut index = 2;
        while index < arcs.len() {
            let arc = arcs[index];
            let mut groups = 1;
            while groups < 5 && arc >> (7 * groups) != 0 {
                groups += 1;
            }
            while groups > 0 {
                groups -= 1;
                let more = if groups > 0 { 0x80 } else { 0 };
                octets[length] = ((arc >> (7 * groups)) & 0x7f) as u8 | more;
                length += 1;
            }
            index += 1;
        }
        Oid {
            octets,
            length: length as u8,
        }
    }

    pub fn as_octets(&self) -> &[u8] {
        self.octets
            .get(..usize::from(self.length))
            .unwrap_or_default()
    }
}

impl fmt::Display for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut arc = 0u128;
        let mut first = true;
        for octet in self.as_octets() {
            arc = (arc << 7) | u128::from(octet & 0x7f);
            if octet & 0x80 != 0 {
                continue;
            }
            if first {
                let root = (arc / 40).min(2);
                write!(f, "{root}.{}", arc - root * 40)?;
                first = false;
            } else {
                write!(f, ".{arc}")?;
            }
            arc = 0;
        }
        Ok(())
    }
}

impl fmt::Debug for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Oid({self})")
    }
}
