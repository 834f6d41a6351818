//! The engine's own threads, at most as many as wanted: an analysis must not hold up what Node's few threads are for,
//! reading files and looking up names. A thread ends when nothing waits, so none outlives its work.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;

/// As much as the main thread of a process usually has.
const STACK_BYTES: usize = 8 << 20;

/// The pool of this process; all of its JavaScript threads share it.
pub static POOL: LazyLock<Pool> =
    LazyLock::new(|| Pool::new(thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)));

/// What a thread is given to do. Never panics: whoever makes it sees to that.
pub trait Job: Send {
    /// Whoever asked for it has gone.
    fn is_unwanted(&self) -> bool;
    fn run(self: Box<Self>);
    /// Called instead of `run`.
    fn abandon(self: Box<Self>, why: &str);
}

/// A bounded number of threads, and the jobs that wait for one in the order in which they came.
pub struct Pool {
    state: Mutex<State>,
}

struct State {
    waiting: VecDeque<Box<dyn Job>>,
    working: usize,
    size: usize,
}

impl Pool {
    pub fn new(size: NonZero<usize>) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                working: 0,
                size: size.get(),
            }),
        }
    }

    /// How many jobs run at once at most.
    pub fn size(&self) -> usize {
        self.lock().size
    }

    /// Jobs that already run are not stopped.
    pub fn resize(&'static self, size: NonZero<usize>) {
        let mut state = self.lock();
        state.size = size.get();
        let waiting = state.waiting.len();
        drop(state);
        for _ in 0..waiting.min(size.get()) {
            self.staff();
        }
    }

    pub fn submit(&'static self, job: Box<dyn Job>) {
        self.lock().waiting.push_back(job);
        self.staff();
    }

    /// Drops the jobs nobody waits for any more, with the bytes they hold.
    pub fn drop_unwanted(&self) {
        let mut state = self.lock();
        let (unwanted, waiting) = std::mem::take(&mut state.waiting)
            .into_iter()
            .partition::<VecDeque<_>, _>(|job| job.is_unwanted());
        state.waiting = waiting;
        drop(state);
        for job in unwanted {
            job.abandon("The work was cancelled before it began.");
        }
    }

    /// Starts one more thread where the size allows it; one that finds nothing to do ends at once.
    fn staff(&'static self) {
        let mut state = self.lock();
        if state.working >= state.size {
            return;
        }
        let thread = thread::Builder::new()
            .name("assay".into())
            .stack_size(STACK_BYTES);
        if thread.spawn(|| self.work()).is_ok() {
            state.working += 1;
        } else if state.working == 0 {
            // Behind a thread at work they would have their turn; without one they would wait for ever.
            let stranded = std::mem::take(&mut state.waiting);
            drop(state);
            for job in stranded {
                job.abandon("The system gives this process no further thread.");
            }
        }
    }

    fn work(&self) {
        while let Some(job) = self.next() {
            job.run();
        }
    }

    /// The job that has waited longest, unless this thread is one too many.
    fn next(&self) -> Option<Box<dyn Job>> {
        let mut state = self.lock();
        let job = match state.working <= state.size {
            true => state.waiting.pop_front(),
            false => None,
        };
        if job.is_none() {
            state.working -= 1;
        }
        job
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// Says when it runs and then waits until it may end; says too when it is abandoned.
    struct Held {
        name: u32,
        says: Sender<(u32, &'static str)>,
        may_end: Receiver<()>,
        unwanted: bool,
    }

    impl Job for Held {
        fn is_unwanted(&self) -> bool {
            self.unwanted
        }

        fn run(self: Box<Self>) {
            let _ = self.says.send((self.name, "runs"));
            let _ = self.may_end.recv();
        }

        fn abandon(self: Box<Self>, _why: &str) {
            let _ = self.says.send((self.name, "abandoned"));
        }
    }

    struct Stage {
        pool: &'static Pool,
        says: Sender<(u32, &'static str)>,
        said: Receiver<(u32, &'static str)>,
    }

    impl Stage {
        fn of(size: usize) -> Self {
            let (says, said) = channel();
            let size = NonZero::new(size).unwrap_or(NonZero::<usize>::MIN);
            let pool = Box::leak(Box::new(Pool::new(size)));
            Self { pool, says, said }
        }

        /// Submits a job; what is sent to the answer ends it.
        fn submit(&self, name: u32, unwanted: bool) -> Sender<()> {
            let (end, may_end) = channel();
            let says = self.says.clone();
            self.pool.submit(Box::new(Held {
                name,
                says,
                may_end,
                unwanted,
            }));
            end
        }

        fn next(&self) -> Option<(u32, &'static str)> {
            self.said
                .recv_timeout(std::time::Duration::from_secs(10))
                .ok()
        }
    }

    #[test]
    fn no_more_jobs_run_than_the_size_and_the_next_is_the_one_that_waited_longest() {
        let stage = Stage::of(1);
        let ends: Vec<_> = (0..3).map(|name| stage.submit(name, false)).collect();
        for (name, end) in (0..).zip(ends) {
            assert_eq!(stage.next(), Some((name, "runs")));
            assert!(stage.said.try_recv().is_err(), "another runs beside {name}");
            let _ = end.send(());
        }
    }

    #[test]
    fn a_larger_size_lets_the_waiting_begin() {
        let stage = Stage::of(1);
        let _ends: Vec<_> = (0..2).map(|name| stage.submit(name, false)).collect();
        assert_eq!(stage.next(), Some((0, "runs")));
        stage
            .pool
            .resize(NonZero::new(2).unwrap_or(NonZero::<usize>::MIN));
        assert_eq!(stage.next(), Some((1, "runs")));
        assert_eq!(stage.pool.size(), 2);
    }

    #[test]
    fn what_nobody_wants_is_dropped_and_the_rest_keeps_its_order() {
        let stage = Stage::of(1);
        let first = stage.submit(0, false);
        assert_eq!(stage.next(), Some((0, "runs")));
        let _ends: Vec<_> = [(1, true), (2, false), (3, true)]
            .map(|(name, unwanted)| stage.submit(name, unwanted))
            .into();
        stage.pool.drop_unwanted();
        assert_eq!(stage.next(), Some((1, "abandoned")));
        assert_eq!(stage.next(), Some((3, "abandoned")));
        let _ = first.send(());
        assert_eq!(stage.next(), Some((2, "runs")));
    }

    #[test]
    fn threads_end_with_the_work_and_come_back_with_it() {
        static RUN: AtomicUsize = AtomicUsize::new(0);
        struct Counted;
        impl Job for Counted {
            fn is_unwanted(&self) -> bool {
                false
            }
            fn run(self: Box<Self>) {
                RUN.fetch_add(1, Ordering::SeqCst);
            }
            fn abandon(self: Box<Self>, _why: &str) {}
        }
        let pool = Stage::of(4).pool;
        for round in 1..=3 {
            for _ in 0..20 {
                pool.submit(Box::new(Counted));
            }
            while pool.lock().working > 0 {
                thread::yield_now();
            }
            assert_eq!(RUN.load(Ordering::SeqCst), round * 20);
        }
    }
}
