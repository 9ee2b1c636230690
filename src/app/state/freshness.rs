//! When a question is to be asked again because the model went on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::{Run, Snapshot};

/// While the model learns, what stays the same is asked again at most so often.
const ASK_AGAIN: Duration = Duration::from_millis(200);

/// Whether what was asked of the model `then` is to be asked of the model `now`, because it is another one or
/// changed; a model that learns changes all the time, and is asked only now and then.
///
/// Where both are the same in the same state, `then` becomes `now`, so that they are compared once: the same
/// model comes again and again while its curves grow.
pub(crate) fn is_outdated(
    then: &mut Arc<Snapshot>,
    asked_at: Instant,
    now: &Arc<Snapshot>,
) -> bool {
    if then.generation != now.generation {
        return true;
    }
    if now.status.run != Run::Paused && asked_at.elapsed() < ASK_AGAIN {
        return false;
    }
    let is_same = then.is_same_model(now);
    if is_same {
        *then = Arc::clone(now);
    }
    !is_same
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Preset};
    use crate::engine::{Recording, Status};
    use crate::model::Learner;

    fn snapshot(run: Run, step: u64) -> Arc<Snapshot> {
        let config = Config::preset(Preset::Toy);
        Arc::new(Snapshot {
            generation: 0,
            learner: Arc::new(Learner::new(config.pixels(), &config.model, config.seed)),
            config: Arc::new(config),
            pictures: None,
            status: Status {
                run,
                step,
                ..Status::default()
            },
            history: Arc::default(),
            recording: Recording::default(),
        })
    }

    /// So long ago that the next question need not wait.
    fn long_ago() -> Instant {
        Instant::now() - ASK_AGAIN
    }

    /// As if the question had only now been asked, however slow the machine.
    fn just_now() -> Instant {
        Instant::now() + Duration::from_secs(3600)
    }

    #[test]
    fn a_model_that_learns_is_asked_now_and_then_and_one_that_stands_still_at_once() {
        let first = snapshot(Run::Running, 1);
        for (run, at, is_due) in [
            (Run::Running, just_now(), false),
            (Run::Running, long_ago(), true),
            (Run::Paused, just_now(), true),
        ] {
            let mut then = Arc::clone(&first);
            assert_eq!(is_outdated(&mut then, at, &snapshot(run, 2)), is_due);
            assert!(Arc::ptr_eq(&then, &first));
        }
    }

    #[test]
    fn the_same_model_is_never_asked_again_and_another_always() {
        let mut then = snapshot(Run::Running, 1);
        let same = snapshot(Run::Paused, 1);
        assert!(!is_outdated(&mut then, long_ago(), &same));
        assert!(Arc::ptr_eq(&then, &same), "compared once");
        let mut other = Snapshot::clone(&same);
        (other.generation, other.status.run) = (1, Run::Running);
        assert!(is_outdated(&mut then, just_now(), &Arc::new(other)));
    }
}
