//! The orientation concentration at recorded moments that passed too fast to be measured, on a thread that leaves the cores
//! to everybody else: first where least is known of how it rose, then all others.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::analysis::{Concentration, spectral_concentration};
use crate::engine::dead::is_mostly_dead;
use crate::engine::observe::WorkerHandle;
use crate::engine::record::{Moment, Recording};
use crate::engine::threads::give_way_to_all;

/// While the model learns, the thread is busy at most this share of the time.
const BUSY_SHARE: f64 = 0.02;
/// The same while a gap is worth more than [`TELLING`]: where the concentration rises, for some fifteen moments.
const TELLING_SHARE: f64 = 0.1;
/// What five moments are worth over which the concentration rises by 0.1.
const TELLING: f64 = 0.5;
/// What a gap in which nothing changes is worth, as a change of the concentration.
const FLAT: f64 = 0.005;

/// A recorded moment to be measured.
struct Question {
    generation: u64,
    /// The thread is busy at most this share of the time.
    busy_share: f64,
    recording: Recording,
    index: usize,
}

/// What was measured of a moment.
pub(in crate::engine::train) struct PastFound {
    /// The run.
    pub(in crate::engine::train) generation: u64,
    /// Minibatches learned from by then.
    pub(in crate::engine::train) step: u64,
    /// `None` where no invariant unit pools an oriented filter, most units are dead, or the moment cannot be read.
    pub(in crate::engine::train) concentration: Option<Concentration>,
}

/// What is known of the concentration at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine::train) enum Known {
    /// It is to be measured.
    NotYet,
    /// It cannot be measured, or there is no point of the curve to note it at.
    Never,
    /// The median.
    Found(f64),
}

/// The thread, and what it was asked.
pub(in crate::engine::train) struct Backlog {
    worker: WorkerHandle<Question, PastFound>,
    is_asked: bool,
    generation: u64,
    /// Minibatches of the moments it was asked for.
    asked: BTreeSet<u64>,
    /// Number of moments when all were measured.
    done: usize,
}

impl Backlog {
    /// Starts the thread.
    pub(in crate::engine::train) fn spawn() -> Self {
        let worker = WorkerHandle::start(
            "cellscope-backlog",
            || (),
            move |question: Question, port| {
                give_way_to_all();
                let Question {
                    generation,
                    busy_share,
                    recording,
                    index,
                } = question;
                let past = recording.read(index).ok();
                port.publish(PastFound {
                    generation,
                    step: recording.moments()[index].step,
                    concentration: past.and_then(|past| {
                        let (config, learner) = (&past.config, &past.learner);
                        if is_mostly_dead(learner, past.step, config) {
                            return None;
                        }
                        let side = config.movies.patch_side;
                        spectral_concentration(&learner.weights, side)
                    }),
                });
                port.throttle(busy_share, |next: &Question| next.busy_share > busy_share)
            },
        );
        Self {
            worker,
            is_asked: false,
            generation: 0,
            asked: BTreeSet::new(),
            done: 0,
        }
    }

    /// Has the moment measured that tells most; never waits.
    pub(in crate::engine::train) fn ask(
        &mut self,
        generation: u64,
        is_learning: bool,
        recording: impl FnOnce() -> Recording,
        known: impl Fn(u64) -> Known,
    ) {
        if self.is_asked {
            return;
        }
        if generation != self.generation {
            self.generation = generation;
            self.asked.clear();
            self.done = 0;
        }
        let recording = recording();
        let moments = recording.moments();
        if moments.len() == self.done {
            return;
        }
        let of_moment = |moment: &Moment| match known(moment.step) {
            Known::NotYet if self.asked.contains(&moment.step) => Known::Never,
            known => known,
        };
        let known: Vec<_> = moments.iter().map(of_moment).collect();
        let Some((index, worth)) = most_telling(&known) else {
            self.done = moments.len();
            return;
        };
        let busy_share = match is_learning {
            false => 1.0,
            true if worth > TELLING => TELLING_SHARE,
            true => BUSY_SHARE,
        };
        self.asked.insert(moments[index].step);
        self.is_asked = true;
        self.worker.ask(Question {
            generation,
            busy_share,
            recording,
            index,
        });
    }

    /// Why the measure of a moment failed; it is left out.
    pub(in crate::engine::train) fn fault(&mut self) -> Option<String> {
        let fault = self.worker.fault()?;
        self.is_asked = false;
        Some(fault)
    }

    /// What was measured since the last call.
    pub(in crate::engine::train) fn found(&mut self) -> Option<Arc<PastFound>> {
        let found = self.worker.answer()?;
        self.is_asked = false;
        Some(found)
    }
}

/// The moment in the middle of the gap of which least is known, and what that is worth: the longer, in log time as moments
/// are, the more, and the more the concentration changes over it.
fn most_telling(known: &[Known]) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    let (mut gap, mut before) = (Vec::new(), None);
    let mut close = |gap: &[usize], before: Option<f64>, after: Option<f64>| {
        let change = before.zip(after).map_or(0.0, |(a, b)| f64::abs(b - a));
        let worth = gap.len() as f64 * (FLAT + change);
        if best.map_or(0.0, |(_, most)| most) < worth {
            best = Some((gap[gap.len() / 2], worth));
        }
    };
    for (index, known) in known.iter().enumerate() {
        match *known {
            Known::NotYet => gap.push(index),
            Known::Never => {}
            Known::Found(after) => {
                close(&gap, before, Some(after));
                gap.clear();
                before = Some(after);
            }
        }
    }
    close(&gap, before, None);
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_the_concentration_rises_is_measured_first_and_all_in_the_end() {
        // Noise until moment 60, cells from moment 70 on.
        let truth = |index: usize| match index {
            0..60 => 0.2,
            60..70 => 0.2 + 0.06 * (index - 60) as f64,
            _ => 0.8,
        };
        let mut known = vec![Known::NotYet; 200];
        known[5] = Known::Never;
        for index in [0, 199] {
            known[index] = Known::Found(truth(index));
        }
        for _ in 0..15 {
            let (index, _) = most_telling(&known).expect("one is missing");
            assert_eq!(known[index], Known::NotYet);
            known[index] = Known::Found(truth(index));
        }
        let worth = most_telling(&known).map(|(_, worth)| worth);
        assert!(worth.is_some_and(|worth| worth <= TELLING), "{worth:?}");
        let found = known[60..70].iter().filter(|&&one| one != Known::NotYet);
        assert!(found.count() >= 6, "{known:?}");
        for _ in 0..182 {
            let (index, _) = most_telling(&known).expect("one is missing");
            known[index] = Known::Found(truth(index));
        }
        assert_eq!(most_telling(&known), None);
    }
}
