//! The one place where a panic of the engine is caught. napi-rs runs a task's `compute` in a plain C callback, where
//! an unwinding panic would abort the whole Node process. A stack overflow or an abort cannot be caught here: the
//! service runs the engine in child processes for those.

use std::panic::{AssertUnwindSafe, catch_unwind};

use assay_forensics::{Failure, FailureCode};

/// Runs `work`; a panic becomes an `engine_error`. The panic hook has already written where it happened to stderr.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // Nothing that `work` may have left half-changed is looked at after a panic, so unwind safety is not in question.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        // A payload may itself panic when dropped.
        std::mem::forget(payload);
        Err(Failure {
            code: FailureCode::EngineError,
            message: "The engine met an internal fault and stopped before it could judge the file."
                .into(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::panic, reason = "the panic is what is tested")]
    fn a_panic_becomes_an_engine_error() {
        let failure = guarded::<()>(|| panic!("index out of range")).err();
        assert_eq!(failure.map(|f| f.code), Some(FailureCode::EngineError));
    }

    #[test]
    fn a_result_passes_through_unchanged() {
        assert_eq!(guarded(|| Ok(7)), Ok(7));
    }
}
