//! A named thread that answers the latest question.
//!
//! Of the questions not begun only the newest waits, of the answers not fetched only the newest is kept: neither side
//! waits for the other, and nothing piles up.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::engine::slot::{Slot, slot};
use crate::engine::threads::{give_way, give_way_to_all};
use crate::fault::guarded;

/// Faults that can wait to be fetched.
pub const FAULT_QUEUE: usize = 32;

/// The handle of a thread that answers the newest question. Dropping it stops the work after its present
/// stage and waits for the thread.
#[derive(Debug)]
pub struct WorkerHandle<Q, A> {
    questions: Option<Slot<Q>>,
    answers: Receiver<Arc<A>>,
    refusals: Receiver<String>,
    faults: Receiver<String>,
    dropped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A question that a worker answers on a thread of its own.
pub trait Inquiry: Sized + Send + 'static {
    /// What it is answered with.
    type Answer: Send + Sync + 'static;
    /// What is kept from one question for the next.
    type Memory: Default + Send + 'static;
    /// The name of the thread.
    const THREAD: &'static str;
    /// What it does, as people call it: where that fails they are told so.
    const WORK: &'static str;

    /// Whether it is computed at the lowest priority: nobody waits for it.
    fn can_wait(&self) -> bool {
        false
    }

    /// Publishes the answer on `port`, or refuses the question; breaks where the port does.
    fn answer(
        self,
        memory: &mut Self::Memory,
        port: &mut WorkerPort<Self, Self::Answer>,
    ) -> ControlFlow<()>;
}

impl<Q: Inquiry> WorkerHandle<Q, Q::Answer> {
    /// Starts the thread. `on_news` is called on it whenever an answer, a refusal or a fault is there.
    pub fn spawn(on_news: impl Fn() + Send + 'static) -> Self {
        let mut memory = Q::Memory::default();
        Self::start_as(
            Q::WORK,
            Q::THREAD,
            on_news,
            Q::can_wait,
            move |question, port| question.answer(&mut memory, port),
        )
    }
}

/// The thread's side: where questions come in and answers go out.
pub struct WorkerPort<Q, A> {
    questions: Receiver<Q>,
    /// The newest question, seen but not begun.
    waiting: Option<Q>,
    answers: Slot<Arc<A>>,
    refusals: Slot<String>,
    faults: Sender<String>,
    /// Faults that there was no room for.
    faults_lost: usize,
    on_news: Box<dyn Fn() + Send>,
    dropped: Arc<AtomicBool>,
    /// CPU time of its thread when the work rested last.
    computed_before: Duration,
}

impl<Q: Send + 'static, A: Send + Sync + 'static> WorkerHandle<Q, A> {
    /// Starts a thread of this name that does `work` on each question, on one core. `on_news` is called
    /// whenever an answer, a refusal or a fault is there. Where the system gives no thread, that is the first fault.
    pub fn start(
        name: &str,
        on_news: impl Fn() + Send + 'static,
        work: impl FnMut(Q, &mut WorkerPort<Q, A>) -> ControlFlow<()> + Send + 'static,
    ) -> Self {
        Self::start_as(name, name, on_news, |_| false, work)
    }

    /// The same of a thread of this `name`, whose faults are told as those of `what`, and of questions that can wait.
    fn start_as(
        what: &str,
        name: &str,
        on_news: impl Fn() + Send + 'static,
        can_wait: fn(&Q) -> bool,
        work: impl FnMut(Q, &mut WorkerPort<Q, A>) -> ControlFlow<()> + Send + 'static,
    ) -> Self {
        let (questions, questions_out) = slot();
        let (answers_in, answers) = slot();
        let (refusals_in, refusals) = slot();
        let (faults_in, faults) = bounded(FAULT_QUEUE);
        let dropped = Arc::new(AtomicBool::new(false));
        let first_fault = faults_in.clone();
        let port = WorkerPort {
            questions: questions_out,
            waiting: None,
            answers: answers_in,
            refusals: refusals_in,
            faults: faults_in,
            faults_lost: 0,
            on_news: Box::new(on_news),
            dropped: Arc::clone(&dropped),
            computed_before: Duration::ZERO,
        };
        let (owned_what, owned_name) = (what.to_owned(), name.to_owned());
        let thread = std::thread::Builder::new().name(name.to_owned());
        let thread = thread.spawn(move || {
            give_way();
            port.serve(&owned_what, &owned_name, can_wait, work);
        });
        if let Err(error) = &thread {
            // The queue is new: there is room.
            let _ = first_fault.try_send(format!("{what} failed: no thread: {error}"));
        }
        Self {
            questions: Some(questions),
            answers,
            refusals,
            faults,
            dropped,
            thread: thread.ok(),
        }
    }
}

/// The one thread that a worker of this name computes on; that for questions that can wait is another, as no thread can take back
/// what it gave.
fn compute_pool(name: &str, can_wait: bool) -> Result<ThreadPool, String> {
    let task = if can_wait { "idle" } else { "compute" };
    let name = format!("{name}-{task}");
    let pool = ThreadPoolBuilder::new()
        .num_threads(1)
        .thread_name(move |_| name.clone())
        .start_handler(move |_| {
            if can_wait {
                give_way_to_all()
            } else {
                give_way()
            }
        });
    pool.build().map_err(|error| error.to_string())
}

/// CPU time of the calling thread.
fn computed() -> Duration {
    ThreadTime::now().as_duration()
}

impl<Q, A> WorkerHandle<Q, A> {
    /// Asks a question, in place of one that was not begun; never waits.
    pub fn ask(&self, question: Q) {
        if let Some(questions) = &self.questions {
            questions.put(question);
        }
    }

    /// The newest answer not yet taken; never waits.
    pub fn answer(&self) -> Option<Arc<A>> {
        self.answers.try_recv().ok()
    }

    /// Whether the system gave it a thread: without one no question is answered.
    pub fn has_thread(&self) -> bool {
        self.thread.is_some()
    }

    /// Why the newest of the questions that were refused was, unless taken before; never waits.
    pub fn refusal(&self) -> Option<String> {
        self.refusals.try_recv().ok()
    }

    /// The oldest fault not yet taken: why the work on a question failed. The thread goes on with the next question. Never waits.
    pub fn fault(&self) -> Option<String> {
        self.faults.try_recv().ok()
    }
}

impl<Q, A> Drop for WorkerHandle<Q, A> {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
        // The closed queue wakes the thread.
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl<Q: Send, A: Send + Sync> WorkerPort<Q, A> {
    /// The body of the thread. What it computes on is made for the first question. A panic of the work is told, and the next
    /// question is begun.
    fn serve(
        mut self,
        what: &str,
        name: &str,
        can_wait: fn(&Q) -> bool,
        mut work: impl FnMut(Q, &mut Self) -> ControlFlow<()> + Send,
    ) {
        let mut pools = [None, None];
        while let Some(question) = self.next() {
            let can_wait = can_wait(&question);
            let pool = match &mut pools[usize::from(can_wait)] {
                Some(pool) => pool,
                none => match compute_pool(name, can_wait) {
                    Ok(made) => none.insert(made),
                    Err(error) => {
                        self.fail(format!("{what} failed: no thread to compute on: {error}"));
                        continue;
                    }
                },
            };
            let done = || {
                pool.install(|| {
                    self.computed_before = computed();
                    work(question, &mut self)
                })
            };
            // Done or broken off: the next question, or that there is none, says how to go on.
            if let Err(fault) = guarded(done) {
                self.fail(format!("{what} failed because of {fault}"));
            }
        }
    }

    /// The newest question, waited for; `None` when the handle is gone.
    fn next(&mut self) -> Option<Q> {
        self.receive();
        let question = self.waiting.take().or_else(|| self.questions.recv().ok());
        question.filter(|_| !self.dropped.load(Ordering::Relaxed))
    }

    fn receive(&mut self) {
        while let Ok(question) = self.questions.try_recv() {
            self.waiting = Some(question);
        }
    }

    /// The question that is to be begun next, if there is one already.
    pub fn waiting(&mut self) -> Option<&Q> {
        self.receive();
        self.waiting.as_ref()
    }

    /// To be called between two stages of the work that is not to rest. Breaks when the handle is gone.
    pub fn go_on(&self) -> ControlFlow<()> {
        match self.dropped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// To be called between two stages of the work. Sleeps so that the work computes at most `busy_share` of the
    /// time, or until a question is there for which `wakes` holds. Breaks when the handle is gone.
    pub fn throttle(&mut self, busy_share: f64, wakes: impl Fn(&Q) -> bool) -> ControlFlow<()> {
        // While it waited for a core it took none.
        let busy = computed().saturating_sub(self.computed_before);
        let end = Instant::now() + busy.mul_f64((1.0 - busy_share) / busy_share);
        while !self.waiting().is_some_and(&wakes) {
            match self.questions.recv_deadline(end) {
                Ok(question) => self.waiting = Some(question),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Break(()),
            }
        }
        self.computed_before = computed();
        self.go_on()
    }

    /// Makes this the newest answer.
    pub fn publish(&self, answer: A) {
        self.answers.put(Arc::new(answer));
        (self.on_news)();
    }

    /// Refuses a question that cannot be answered as it is, with a sentence for the user.
    pub fn refuse(&self, reason: String) {
        self.refusals.put(reason);
        (self.on_news)();
    }

    /// Reports a fault of the program. Faults wait until they are fetched; those beyond the queue are counted.
    pub fn fail(&mut self, reason: String) {
        let reason = match self.faults_lost {
            0 => reason,
            lost => format!("{reason} ({lost} earlier faults are not shown)"),
        };
        match self.faults.try_send(reason) {
            Ok(()) => self.faults_lost = 0,
            Err(_) => self.faults_lost += 1,
        }
        (self.on_news)();
    }
}
