//! What JavaScript waits for: work that a thread of the pool does, the promise of it, and the word that it is not wanted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use napi::bindgen_prelude::{Object, ToNapiValue};
use napi::{Env, Error, JsDeferred, Status};
use napi_derive::napi;

use crate::pool::{Job, POOL};

/// Everything one call needs, owned: JavaScript may change its buffers while a thread works.
pub trait Work: Send + 'static {
    /// What the thread finds out.
    type Answer: Send + 'static;
    /// What JavaScript gets of it.
    type Value: ToNapiValue + From<Self::Answer> + 'static;

    fn run(&self) -> Self::Answer;
}

/// Work that waits for a thread is dropped once this is told; work that runs is not stopped.
#[napi]
#[derive(Default)]
pub struct Cancellation {
    told: Arc<AtomicBool>,
}

#[napi]
impl Cancellation {
    #[napi(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    #[napi]
    pub fn cancel(&self) {
        self.told.store(true, Ordering::Release);
        POOL.drop_unwanted();
    }
}

/// Hands the work to the pool.
pub fn promise<'env, W: Work>(
    env: &'env Env,
    work: W,
    cancellation: Option<&Cancellation>,
) -> napi::Result<Object<'env>> {
    let (deferred, promise) = env.create_deferred()?;
    let told = cancellation.map(|cancellation| Arc::clone(&cancellation.told));
    POOL.submit(Box::new(Promised {
        work,
        deferred,
        cancelled: told.unwrap_or_default(),
    }));
    Ok(promise)
}

/// Makes the value, on JavaScript's own thread.
type Settle<V> = Box<dyn FnOnce(Env) -> napi::Result<V> + Send>;

struct Promised<W: Work> {
    work: W,
    deferred: JsDeferred<W::Value, Settle<W::Value>>,
    cancelled: Arc<AtomicBool>,
}

impl<W: Work> Job for Promised<W> {
    fn is_unwanted(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    fn run(self: Box<Self>) {
        // The engine's own panics are caught where it is called; this is for all else, or the promise would never settle.
        match catch_unwind(AssertUnwindSafe(|| self.work.run())) {
            Ok(answer) => self
                .deferred
                .resolve(Box::new(move |_env| Ok(W::Value::from(answer)))),
            Err(payload) => {
                // A payload may itself panic when dropped.
                std::mem::forget(payload);
                self.deferred.reject(Error::new(
                    Status::GenericFailure,
                    "The engine met an internal fault.",
                ));
            }
        }
    }

    fn abandon(self: Box<Self>, why: &str) {
        self.deferred.reject(Error::new(Status::Cancelled, why));
    }
}
