//! Was it there when a trusted signer signed? What lies inside the bytes of a signature over the whole file is what its
//! signer vouches for, however it came there. What the signatures themselves show is never excused by one of them.

use crate::signal::{Excuse, Proves, Signal};
use crate::signals::signatures::{FAMILY, SIGNATURE_COVERS_FILE, SIGNER_TRUSTED};

const SAYS: &str =
    "It was in the file when a trusted signer signed the whole of it, so it does not count.";

/// Takes the weight of what a trusted signer signed. An unknown signer answers for nothing.
pub(super) fn excuse(signals: &mut [Signal]) {
    let raised = |one| signals.iter().any(|signal| signal.is(one));
    if !raised(&SIGNATURE_COVERS_FILE) || !raised(&SIGNER_TRUSTED) {
        return;
    }
    for signal in signals.iter_mut().filter(|signal| is_inside(signal)) {
        signal.excuse(Excuse::Signed, SAYS);
    }
}

fn is_inside(signal: &Signal) -> bool {
    let mut of_signatures = FAMILY.declared.iter().copied().flatten();
    signal.declared.scored
        && signal.declared.proves != Proves::Trust
        && !of_signatures.any(|declared| signal.is(declared))
}
