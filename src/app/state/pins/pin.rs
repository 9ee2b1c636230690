//! A pinned run.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use super::job::{Matched, PinJob, PinnedFile};
use crate::analysis::Matching;
use crate::app::state::model_view::{Colors, ModelView, RenderedModel};
use crate::app::state::past::FIRST_PINNED;
use crate::app::textures::Textures;
use crate::engine::{Analysis, Recording, Run, Snapshot};
use crate::telemetry::History;
use crate::words::grouped;

/// A run as it was at one moment.
pub struct Pin {
    /// What it is called in short.
    pub letter: char,
    /// What people call it.
    pub name: String,
    pub(crate) model: Rc<ModelView>,
    /// The generation of the run that it is a moment of; `None` of a file.
    origin: Option<u64>,
    /// The file that it was read from.
    pub(super) file: Option<PinnedFile>,
    /// The textures of its figures.
    pub(crate) textures: Textures,
    /// Its units, matched with those of the run.
    pub(super) matched: Option<Matched>,
    /// The colours that its filters are being drawn in.
    drawing: Option<Colors>,
    /// Whether measuring it failed.
    pub(super) is_unmeasurable: bool,
    /// Where it learns beside the run: from when on it is worth to measure it again.
    pub(super) measured_again_at: Option<Instant>,
}

/// The generation of a pinned run, which no run has.
pub(super) fn generation(number: u64) -> u64 {
    FIRST_PINNED + number
}

impl Pin {
    /// The run that it is of is over, and another one may have its generation.
    pub(super) fn forget_origin(&mut self) {
        self.origin = None;
    }

    /// A moment of the run of generation `origin`, now or in its past.
    pub(super) fn of_run(run: &ModelView, generation: u64, origin: u64) -> Self {
        let snapshot = &run.snapshot;
        let history = if run.is_other {
            let mut until = History::clone(&snapshot.history);
            let (step, recording) = (snapshot.status.step, &snapshot.recording);
            let moment = recording.nearest(step).map(|at| recording.moments()[at]);
            until.truncate(step, moment.is_some_and(|moment| moment.is_marked));
            Arc::new(until)
        } else {
            Arc::clone(&snapshot.history)
        };
        let mut kept = Snapshot {
            generation,
            history,
            recording: Recording::default(),
            ..Snapshot::clone(snapshot)
        };
        kept.status.run = Run::Paused;
        let kept = Arc::new(kept);
        // What was measured of this very model, at these settings, is not measured again.
        let known = run.known.as_ref().map(|known| {
            let is_at_these = known.snapshot.config.model == kept.config.model;
            if !is_at_these || !Arc::ptr_eq(&known.snapshot.learner, &kept.learner) {
                return Arc::clone(known);
            }
            Arc::new(Analysis {
                snapshot: Arc::clone(&kept),
                ..Analysis::clone(known)
            })
        });
        let rendered = RenderedModel {
            snapshot: kept,
            ..RenderedModel::clone(run)
        };
        Self {
            origin: Some(origin),
            ..Self::new(ModelView::still(rendered, known))
        }
    }

    /// The model of a file.
    pub(super) fn of_file(model: RenderedModel, file: Option<PinnedFile>) -> Self {
        Self {
            file,
            ..Self::new(ModelView::still(model, None))
        }
    }

    fn new(model: ModelView) -> Self {
        Self {
            letter: ' ',
            name: String::new(),
            model: Rc::new(model),
            origin: None,
            file: None,
            textures: Textures::default(),
            matched: None,
            drawing: None,
            is_unmeasurable: false,
            measured_again_at: None,
        }
    }

    /// A run that learns beside the run, as it is now.
    pub(super) fn beside(model: RenderedModel) -> Self {
        Self {
            measured_again_at: Some(Instant::now()),
            ..Self::new(ModelView::beside(model, None))
        }
    }

    /// Whether it learns beside the run.
    pub fn is_beside(&self) -> bool {
        self.measured_again_at.is_some()
    }

    /// Takes over how it is now.
    pub(super) fn follow(&mut self, model: RenderedModel) {
        let model = ModelView::beside(model, Some(&self.model));
        model.prepare(&mut self.textures);
        self.model = Rc::new(model);
    }

    /// The model.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.model.snapshot
    }

    /// Whether edges and gratings were shown to this very state.
    pub(super) fn is_measured(&self) -> bool {
        let step = self.snapshot().status.step;
        let known = self.model.known.as_ref();
        known.is_some_and(|known| known.snapshot.status.step == step && known.is_whole())
    }

    /// Its letter and its name.
    pub(crate) fn title(&self) -> String {
        format!("{}  {}", self.letter, self.name)
    }

    /// Its units matched with those of the run, once they are.
    pub(crate) fn matching(&self) -> Option<&Arc<Matching>> {
        self.matched.as_ref()?.result.as_ref().ok()
    }

    /// That its units cannot be matched, and why.
    pub(crate) fn not_matched_words(&self) -> Option<String> {
        let error = self.matched.as_ref()?.result.as_ref().err()?;
        Some(format!("A and {} are not matched: {error}", self.letter))
    }

    /// Draws its filters in these colours, where they have others.
    pub(super) fn redraw(&mut self, colors: Colors) -> Option<PinJob> {
        // What learns is drawn as it learns.
        if self.model.colors == colors || self.drawing == Some(colors) || self.is_beside() {
            return None;
        }
        self.drawing = Some(colors);
        let snapshot = Arc::clone(&self.model.snapshot);
        Some(PinJob::Draw { snapshot, colors })
    }

    pub(super) fn take_drawn(&mut self, model: RenderedModel) {
        if self.drawing == Some(model.colors) {
            self.drawing = None;
        }
        let known = self.model.known.clone();
        // What was noted of it meanwhile stays.
        let snapshot = Arc::clone(&self.model.snapshot);
        let model = RenderedModel { snapshot, ..model };
        self.model = Rc::new(ModelView::still(model, known));
    }

    /// Its units matched with those of the run as it is shown; where either learns, as it was a moment ago.
    pub(super) fn matched_with(&self, run: &Snapshot) -> Option<&Matched> {
        self.matched.as_ref().filter(|matched| {
            let learns = run.status.run.is_learning() && matched.run.generation == run.generation;
            let [is_run, is_pin] = self.are_same(matched, run);
            (is_run || learns) && (is_pin || self.is_beside())
        })
    }

    /// Whether the run, and it itself, are in the very states that were matched.
    fn are_same(&self, matched: &Matched, run: &Snapshot) -> [bool; 2] {
        [
            Arc::ptr_eq(&matched.run.learner, &run.learner),
            Arc::ptr_eq(&matched.pin.learner, &self.snapshot().learner),
        ]
    }

    /// From when on its units are to be matched with those of the run; `None` where they are.
    pub(super) fn match_due(&self, run: &Snapshot) -> Option<Instant> {
        let Some(matched) = self.matched_with(run) else {
            return Some(Instant::now());
        };
        (self.are_same(matched, run) != [true; 2]).then_some(matched.again_at)
    }

    /// Matches its units with those of the run, where the run is another one than last time, or has learned for a while.
    pub(super) fn matching_with(&self, run: &Arc<Snapshot>) -> Option<PinJob> {
        self.match_due(run).filter(|due| *due <= Instant::now())?;
        Some(PinJob::Match {
            run: Arc::clone(run),
            pin: Arc::clone(&self.model.snapshot),
            is_one_run: self.is_of(run),
        })
    }

    /// Whether it is a moment of this run.
    fn is_of(&self, run: &Snapshot) -> bool {
        match (self.model.snapshot.run, run.run) {
            (Some(own), Some(other)) => own == other,
            // Of before runs had numbers. A moment of the past has the generation of its run, turned over.
            _ => self
                .origin
                .is_some_and(|origin| [origin, !origin].contains(&run.generation)),
        }
    }

    /// What a moment of the run is called, or of another run: its step, and then its seed, too.
    pub(super) fn default_name(&self, is_of_run: bool) -> String {
        let (step, seed) = (self.snapshot().status.step, self.snapshot().config.seed);
        let seed = if is_of_run {
            String::new()
        } else {
            format!("seed {seed}, ")
        };
        format!("{seed}step {}", grouped(step))
    }

    /// Names it beside another run than before; a name that people typed stays.
    pub(super) fn name_beside(&mut self, run: &Snapshot) {
        let is_default = |is_of_run: &bool| self.name == self.default_name(*is_of_run);
        if [true, false].iter().any(is_default) {
            self.name = self.default_name(self.is_of(run));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::job::PinOutcome;
    use super::*;
    use crate::engine::Checkpoint;

    /// A state of a run; each has weights of its own.
    fn state(generation: u64, run: Run) -> Arc<Snapshot> {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/golden/version-1-toy.safetensors"
        );
        let opened = Checkpoint::open(Path::new(path)).expect("a model");
        let mut snapshot = Snapshot::opened(opened, Path::new(path));
        (snapshot.generation, snapshot.status.run) = (generation, run);
        Arc::new(snapshot)
    }

    fn matched(mut pin: Pin, run: &Arc<Snapshot>) -> Pin {
        let outcome = pin.matching_with(run).expect("it is due").run();
        let PinOutcome::Matched { matched, .. } = outcome else {
            panic!("something else was done");
        };
        pin.matched = Some(matched);
        assert!(pin.matched_with(run).is_some() && pin.match_due(run).is_none());
        pin
    }

    fn beside() -> Pin {
        let model = RenderedModel::new(state(generation(1), Run::Paused), Colors::default());
        Pin::beside(model)
    }

    #[test]
    fn each_moment_of_the_past_is_matched_anew_also_with_a_run_beside() {
        let pin = matched(beside(), &state(!0, Run::Paused));
        let other = state(!0, Run::Paused);
        assert!(pin.matched_with(&other).is_none(), "that of another moment");
        assert!(pin.matching_with(&other).is_some(), "at once");
    }

    #[test]
    fn while_runs_learn_the_match_of_a_moment_ago_will_do_and_another_is_due_later() {
        let run = state(0, Run::Running);
        let mut pin = matched(beside(), &run);
        let is_later = |pin: &Pin, run: &Snapshot| {
            let due = pin.match_due(run).expect("it has changed");
            pin.matched_with(run).is_some() && due > Instant::now()
        };
        assert!(is_later(&pin, &state(0, Run::Running)));
        let paused = Arc::new(Snapshot {
            status: crate::engine::Status {
                run: Run::Paused,
                ..run.status.clone()
            },
            ..Snapshot::clone(&run)
        });
        pin.model = beside().model;
        assert!(is_later(&pin, &paused), "the run beside has learned");
    }
}
