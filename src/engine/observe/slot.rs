//! A named thread that answers the latest question.
//!
//! Of questions only the newest not begun waits, of answers only the newest not fetched: neither side
//! waits for the other, and nothing piles up.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::engine::panic_text;
use crate::engine::threads::give_way;

/// Faults that can wait to be fetched.
const FAULT_QUEUE: usize = 32;

/// The handle of a thread that answers the newest question. Dropping it stops the work after its present
/// stage and waits for the thread.
#[derive(Debug)]
pub struct WorkerHandle<Q, A> {
    questions: Option<Sender<Q>>,
    /// The other end of `questions`, to take back one that was not begun.
    stale: Receiver<Q>,
    answers: Receiver<Arc<A>>,
    faults: Receiver<String>,
    dropped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// The thread's side: where questions come in and answers go out.
pub(crate) struct WorkerPort<Q, A> {
    questions: Receiver<Q>,
    /// The newest question, seen but not begun.
    waiting: Option<Q>,
    answers: Sender<Arc<A>>,
    stale_answers: Receiver<Arc<A>>,
    faults: Sender<String>,
    /// Faults that there was no room for.
    faults_lost: usize,
    on_news: Box<dyn Fn() + Send>,
    dropped: Arc<AtomicBool>,
    /// Since when the work goes on without a rest.
    busy_since: Instant,
}

impl<Q: Send + 'static, A: Send + Sync + 'static> WorkerHandle<Q, A> {
    /// Starts a thread of this name that does `work` on each question, on one core. `on_news` is called
    /// whenever an answer or a fault is there.
    pub(crate) fn start(
        name: &str,
        on_news: impl Fn() + Send + 'static,
        work: impl FnMut(Q, &mut WorkerPort<Q, A>) -> ControlFlow<()> + Send + 'static,
    ) -> Self {
        let (questions, questions_out) = bounded(1);
        let (answers_in, answers) = bounded(1);
        let (faults_in, faults) = bounded(FAULT_QUEUE);
        let dropped = Arc::new(AtomicBool::new(false));
        let compute = format!("{name}-compute");
        let pool = ThreadPoolBuilder::new()
            .num_threads(1)
            .thread_name(move |_| compute.clone())
            .start_handler(|_| give_way())
            .build();
        let fault = faults_in.clone();
        let thread = match pool {
            Ok(pool) => {
                let port = WorkerPort {
                    questions: questions_out.clone(),
                    waiting: None,
                    answers: answers_in,
                    stale_answers: answers.clone(),
                    faults: faults_in,
                    faults_lost: 0,
                    on_news: Box::new(on_news),
                    dropped: Arc::clone(&dropped),
                    busy_since: Instant::now(),
                };
                let thread = std::thread::Builder::new().name(name.to_owned());
                thread
                    .spawn(move || {
                        give_way();
                        port.serve(&pool, work);
                    })
                    .map_err(|e| e.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = &thread {
            // The slot is new: there is room.
            let _ = fault.try_send(format!("no thread {name}: {error}"));
        }
        Self {
            questions: Some(questions),
            stale: questions_out,
            answers,
            faults,
            dropped,
            thread: thread.ok(),
        }
    }
}

impl<Q, A> WorkerHandle<Q, A> {
    /// Asks a question, in place of one that was not begun; never waits.
    pub fn ask(&self, question: Q) {
        if let Some(questions) = &self.questions {
            put_newest(questions, &self.stale, question);
        }
    }

    /// The newest answer not yet taken; never waits.
    #[must_use]
    pub fn answer(&self) -> Option<Arc<A>> {
        self.answers.try_recv().ok()
    }

    /// The oldest fault not yet taken, why a question was not answered: it does not fit the model, or the work failed.
    /// The thread goes on with the next question. Never waits.
    #[must_use]
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
    /// The body of the thread. A panic of the work is told, and the next question is begun.
    fn serve(
        mut self,
        pool: &ThreadPool,
        mut work: impl FnMut(Q, &mut Self) -> ControlFlow<()> + Send,
    ) {
        while let Some(question) = self.next() {
            self.busy_since = Instant::now();
            let done = || pool.install(|| work(question, &mut self));
            // Done or broken off: the next question, or that there is none, says how to go on.
            if let Err(panic) = catch_unwind(AssertUnwindSafe(done)) {
                self.fail(panic_text(panic.as_ref()));
            }
        }
    }

    /// The newest question, waited for; `None` when the handle is gone.
    fn next(&mut self) -> Option<Q> {
        self.look();
        let question = self.waiting.take().or_else(|| self.questions.recv().ok());
        question.filter(|_| !self.dropped.load(Ordering::Relaxed))
    }

    fn look(&mut self) {
        while let Ok(question) = self.questions.try_recv() {
            self.waiting = Some(question);
        }
    }

    /// The question that is to be begun next, if there is one already.
    pub(crate) fn waiting(&mut self) -> Option<&Q> {
        self.look();
        self.waiting.as_ref()
    }

    /// To be called between two stages of the work. Rests for so long that the work is busy at most
    /// `busy_share` of the time, or until a question is there for which `wakes` holds. Breaks when the
    /// handle is gone.
    pub(crate) fn throttle(
        &mut self,
        busy_share: f64,
        wakes: impl Fn(&Q) -> bool,
    ) -> ControlFlow<()> {
        let busy = self.busy_since.elapsed();
        let end = Instant::now() + busy.mul_f64((1.0 - busy_share) / busy_share);
        while !self.waiting().is_some_and(&wakes) {
            match self.questions.recv_deadline(end) {
                Ok(question) => self.waiting = Some(question),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Break(()),
            }
        }
        self.busy_since = Instant::now();
        if self.dropped.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Makes this the newest answer.
    pub(crate) fn publish(&self, answer: A) {
        put_newest(&self.answers, &self.stale_answers, Arc::new(answer));
        (self.on_news)();
    }

    /// Says what went wrong. Faults wait until they are fetched; of those beyond the queue their number is told.
    pub(crate) fn fail(&mut self, reason: String) {
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

/// Puts `value` in a slot of one, in place of the value that is there; `stale` is the slot's other end.
pub(crate) fn put_newest<T>(slot: &Sender<T>, stale: &Receiver<T>, mut value: T) {
    while let Err(TrySendError::Full(newest)) = slot.try_send(value) {
        value = newest;
        drop(stale.try_recv());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Far longer than anything here takes; reached only when something hangs.
    const PATIENCE: Duration = Duration::from_secs(60);
    /// A share with which a rest after a millisecond outlasts the patience.
    const HARDLY: f64 = 1e-9;

    fn wait<T>(look: impl Fn() -> Option<T>) -> T {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if let Some(found) = look() {
                return found;
            }
            std::thread::yield_now();
        }
        panic!("nothing happened");
    }

    #[test]
    fn the_newest_question_is_answered_and_those_between_are_not_begun() {
        let (begun, begun_out) = bounded(8);
        let (go_on, gate) = bounded::<()>(0);
        let latest = WorkerHandle::start(
            "test-latest",
            || {},
            move |question: u32, port| {
                let _ = begun.send(question);
                let _ = gate.recv_timeout(PATIENCE);
                port.publish(10 * question);
                ControlFlow::Continue(())
            },
        );
        latest.ask(1);
        assert_eq!(begun_out.recv_timeout(PATIENCE), Ok(1));
        (2..=5).for_each(|question| latest.ask(question));
        go_on.send(()).expect("the work waits");
        assert_eq!(begun_out.recv_timeout(PATIENCE), Ok(5));
        go_on.send(()).expect("the work waits");
        wait(|| latest.answer().filter(|answer| **answer == 50));
        assert!(latest.answer().is_none(), "an answer is taken once");
    }

    #[test]
    fn a_panic_is_told_and_the_next_question_is_answered() {
        let (news, news_out) = bounded(8);
        let on_news = move || {
            let _ = news.try_send(());
        };
        let latest = WorkerHandle::start("test-latest", on_news, |question: u32, port| {
            assert_ne!(question, 13, "no thirteenth");
            port.publish(question);
            ControlFlow::Continue(())
        });
        latest.ask(13);
        news_out.recv_timeout(PATIENCE).expect("news of the fault");
        assert!(
            latest
                .fault()
                .is_some_and(|fault| fault.contains("no thirteenth"))
        );
        latest.ask(7);
        news_out.recv_timeout(PATIENCE).expect("news of the answer");
        assert_eq!(latest.answer().as_deref(), Some(&7));
    }

    #[test]
    fn every_fault_is_told_and_those_without_room_are_counted() {
        let (asked, asked_out) = bounded(1);
        let latest = WorkerHandle::<usize, ()>::start(
            "test-latest",
            || {},
            move |count, port| {
                (0..count).for_each(|fault| port.fail(format!("fault {fault}")));
                let _ = asked.send(());
                ControlFlow::Continue(())
            },
        );
        latest.ask(FAULT_QUEUE + 3);
        asked_out.recv_timeout(PATIENCE).expect("answered");
        let faults: Vec<_> = std::iter::from_fn(|| latest.fault()).collect();
        let all: Vec<_> = (0..FAULT_QUEUE)
            .map(|fault| format!("fault {fault}"))
            .collect();
        assert_eq!(faults, all);
        latest.ask(1);
        asked_out.recv_timeout(PATIENCE).expect("answered");
        let faults: Vec<_> = std::iter::from_fn(|| latest.fault()).collect();
        assert_eq!(faults, ["fault 0 (3 earlier faults are not shown)"]);
    }

    #[test]
    fn dropping_the_handle_ends_a_rest_and_the_stages_after_it() {
        let (ended, ended_out) = bounded(1);
        let (begun, begun_out) = bounded(1);
        let latest = WorkerHandle::<u32, u32>::start(
            "test-latest",
            || {},
            move |_, port| {
                let _ = begun.send(());
                std::thread::sleep(Duration::from_millis(1));
                let rested = port.throttle(HARDLY, |_| false);
                let _ = ended.send((rested.is_break(), port.throttle(1.0, |_| false).is_break()));
                rested
            },
        );
        latest.ask(1);
        begun_out.recv_timeout(PATIENCE).expect("begun");
        drop(latest);
        assert_eq!(ended_out.try_recv(), Ok((true, true)));
    }

    #[test]
    fn a_rest_ends_for_a_question_that_cannot_wait_and_for_no_other() {
        let latest = WorkerHandle::start(
            "test-latest",
            || {},
            |question: u32, port| {
                std::thread::sleep(Duration::from_millis(1));
                let share = if question == 0 { HARDLY } else { 1.0 };
                port.throttle(share, |&waiting| waiting == 9)?;
                let waiting = port.waiting().copied();
                port.publish((question, waiting));
                ControlFlow::Continue(())
            },
        );
        latest.ask(0);
        latest.ask(3);
        latest.ask(9);
        let first = wait(|| latest.answer());
        // Whether the rest had begun when 9 was asked or not, 9 comes next.
        assert!(
            [(0, Some(9)), (9, None), (3, None), (3, Some(9))].contains(&first),
            "{first:?}"
        );
        if first.0 != 9 {
            assert_eq!(*wait(|| latest.answer()), (9, None));
        }
    }
}
