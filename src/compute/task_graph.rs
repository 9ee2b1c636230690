//! Work as a graph of tasks, recorded on one thread: how long it would take on any number of threads.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

thread_local! {
    /// What the work that is recorded on this thread has done so far.
    static RECORDING: RefCell<Option<Recording>> = const { RefCell::new(None) };
}

/// Work as it was done on one thread: parts that come one after the other, some of them forks of what may be done at the same time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskGraph(Vec<Part>);

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Serial(Duration),
    Fork(TaskGraph, TaskGraph),
}

struct Recording {
    /// When the part that is being done began.
    since: Instant,
    done: TaskGraph,
}

impl TaskGraph {
    /// Does `work` on this thread alone, sharing nothing out, and notes what [`each`](super::parallel::each) and
    /// [`join`](super::parallel::join) would have shared. Other ways to share work out count as one part.
    ///
    /// # Panics
    /// Where work is recorded already.
    pub fn record<R>(work: impl FnOnce() -> R) -> (R, Self) {
        let recording = Recording {
            since: Instant::now(),
            done: Self::default(),
        };
        let before = RECORDING.replace(Some(recording));
        assert!(before.is_none(), "work is recorded already");
        let _end = AtEnd;
        let result = work();
        (result, take_done())
    }

    /// The time on one thread.
    pub fn work(&self) -> Duration {
        let time = |part: &Part| match part {
            Part::Serial(time) => *time,
            Part::Fork(first, second) => first.work() + second.work(),
        };
        self.0.iter().map(time).sum()
    }

    /// The critical path: the time on any number of threads, however many.
    pub fn critical_path(&self) -> Duration {
        let time = |part: &Part| match part {
            Part::Serial(time) => *time,
            Part::Fork(first, second) => first.critical_path().max(second.critical_path()),
        };
        self.0.iter().map(time).sum()
    }

    /// The time on `threads`, none of which rests while a part is ready; what became ready last is done first. Handing
    /// parts out takes no time, and all threads are as fast as the one was alone.
    ///
    /// # Panics
    /// Without a thread.
    pub fn on_threads(&self, threads: usize) -> Duration {
        assert!(threads > 0, "a thread");
        let mut nodes = Nodes::default();
        nodes.chain(self, None);
        nodes.run(threads)
    }
}

/// Whether work is recorded on this thread.
pub(super) fn is_recorded() -> bool {
    RECORDING.with_borrow(Option::is_some)
}

/// Does both on this thread, and notes that they may be done at the same time.
pub(super) fn record_both<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    let before = take_done();
    let first = first();
    let of_first = take_done();
    let second = second();
    let of_second = take_done();
    RECORDING.with_borrow_mut(|recording| {
        if let Some(recording) = recording {
            recording.done = before;
            recording.done.0.push(Part::Fork(of_first, of_second));
        }
    });
    (first, second)
}

/// What was recorded since this was called last.
fn take_done() -> TaskGraph {
    RECORDING.with_borrow_mut(|recording| {
        let Some(recording) = recording else {
            return TaskGraph::default();
        };
        let now = Instant::now();
        let mut done = std::mem::take(&mut recording.done);
        done.0.push(Part::Serial(now - recording.since));
        recording.since = now;
        done
    })
}

/// Ends the recording, be it by a panic.
struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        RECORDING.take();
    }
}

/// The parts with what each waits for.
#[derive(Default)]
struct Nodes(Vec<Node>);

#[derive(Default)]
struct Node {
    time: Duration,
    /// How many must have ended before.
    waits_for: usize,
    then: Vec<usize>,
}

impl Nodes {
    /// Adds the parts of a graph, which begins after another node. Returns its last node.
    fn chain(&mut self, graph: &TaskGraph, after: Option<usize>) -> Option<usize> {
        let mut last = after;
        for part in &graph.0 {
            last = Some(match part {
                &Part::Serial(time) => self.add(time, &[last]),
                Part::Fork(first, second) => {
                    let ends = [self.chain(first, last), self.chain(second, last)];
                    self.add(Duration::ZERO, &ends)
                }
            });
        }
        last
    }

    fn add(&mut self, time: Duration, after: &[Option<usize>]) -> usize {
        let index = self.0.len();
        let mut waits_for = 0;
        for &before in after.iter().flatten() {
            self.0[before].then.push(index);
            waits_for += 1;
        }
        let then = Vec::new();
        self.0.push(Node {
            time,
            waits_for,
            then,
        });
        index
    }

    /// When the last node ends.
    fn run(mut self, threads: usize) -> Duration {
        let first = (0..self.0.len()).filter(|&index| self.0[index].waits_for == 0);
        let mut ready: Vec<usize> = first.collect();
        let mut running = BinaryHeap::new();
        let mut now = Duration::ZERO;
        loop {
            while running.len() < threads {
                let Some(index) = ready.pop() else {
                    break;
                };
                running.push(Reverse((now + self.0[index].time, index)));
            }
            let Some(Reverse((end, ended))) = running.pop() else {
                return now;
            };
            now = end;
            for index in std::mem::take(&mut self.0[ended].then) {
                self.0[index].waits_for -= 1;
                if self.0[index].waits_for == 0 {
                    ready.push(index);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::parallel::{each, join};

    fn alone(millis: u64) -> TaskGraph {
        TaskGraph(vec![Part::Serial(Duration::from_millis(millis))])
    }

    fn beside(first: TaskGraph, second: TaskGraph) -> TaskGraph {
        TaskGraph(vec![Part::Fork(first, second)])
    }

    fn in_turn(parts: impl IntoIterator<Item = TaskGraph>) -> TaskGraph {
        TaskGraph(parts.into_iter().flat_map(|part| part.0).collect())
    }

    fn millis_on(graph: &TaskGraph, threads: usize) -> u128 {
        graph.on_threads(threads).as_millis()
    }

    #[test]
    fn work_that_may_be_shared_takes_less_time_on_more_threads() {
        let four = beside(beside(alone(10), alone(10)), beside(alone(10), alone(10)));
        let all = in_turn([alone(5), four, alone(1)]);
        let times: Vec<u128> = (1..=5).map(|threads| millis_on(&all, threads)).collect();
        assert_eq!(times, [46, 26, 26, 16, 16]);
        assert_eq!(all.work().as_millis(), 46);
        assert_eq!(all.critical_path().as_millis(), 16);
    }

    #[test]
    fn a_long_part_holds_up_only_what_needs_it() {
        let chain = in_turn([alone(3), beside(alone(4), alone(4))]);
        let all = in_turn([beside(alone(30), chain), alone(2)]);
        assert_eq!(all.critical_path().as_millis(), 32);
        assert_eq!(millis_on(&all, 1), 43);
        assert_eq!(millis_on(&all, 2), 32);
    }

    #[test]
    fn nothing_takes_no_time() {
        assert_eq!(TaskGraph::default().on_threads(3), Duration::ZERO);
    }

    #[test]
    fn recorded_work_has_the_same_results_and_its_parts() {
        let square = |value: u64| value * value;
        let work = || join(|| each(0..5, 2, square), || square(7));
        let ((squares, last), graph) = TaskGraph::record(work);
        assert_eq!((squares, last), work());
        assert!(!is_recorded());
        assert_eq!(parts(&graph), (2 + 1, 1 + 1 + 4 + 4));
        assert_eq!(graph.on_threads(1), graph.work());
        assert_eq!(graph.on_threads(64), graph.critical_path());
        assert!(graph.critical_path() <= graph.work());
    }

    /// Forks, and parts done alone.
    fn parts(graph: &TaskGraph) -> (usize, usize) {
        let of = |part: &Part| match part {
            Part::Serial(_) => (0, 1),
            Part::Fork(first, second) => {
                let ((a, b), (c, d)) = (parts(first), parts(second));
                (1 + a + c, b + d)
            }
        };
        let all = graph.0.iter().map(of);
        all.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1))
    }
}
