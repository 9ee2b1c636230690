//! The lesson that is taken, and what was there before it.

use crate::app::commands::View;
use crate::app::lesson::{Lesson, Quantity, Step, Task};
use crate::app::state::State;
use crate::app::state::inpainting::InpaintingState;
use crate::app::state::selection::Selection;
use crate::app::state::stimulus::StimulusState;
use crate::config::Config;
use crate::engine::Run;

/// Share of the patch's side that an edge must have crossed to have swept it.
const SWEPT: f64 = 0.6;

/// A lesson, and how far it has come.
#[derive(Clone, Debug)]
pub struct Tour {
    /// The lesson.
    pub lesson: Lesson,
    /// The step shown, from 0 on.
    pub index: usize,
    /// The last step that was reached: what steps set is set once.
    pub(crate) reached: usize,
    /// Of each step, whether what it asks for was done.
    done: Vec<bool>,
    /// Least and largest b of the edge in this step, in pixels.
    swept_px: Option<(f64, f64)>,
    /// Whether what the step points at was clicked.
    pub(crate) is_clicked: bool,
}

impl Tour {
    /// The beginning of a lesson.
    ///
    /// # Panics
    /// If the lesson has no step.
    #[must_use]
    pub fn new(lesson: Lesson) -> Self {
        assert!(!lesson.steps.is_empty(), "a lesson without a step");
        Self {
            done: lesson
                .steps
                .iter()
                .map(|step| step.task.is_none())
                .collect(),
            lesson,
            index: 0,
            reached: 0,
            swept_px: None,
            is_clicked: false,
        }
    }

    /// The step shown.
    #[must_use]
    pub fn step(&self) -> &Step {
        &self.lesson.steps[self.index]
    }

    /// Whether what the step asks for was done, or it asks for nothing.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done[self.index]
    }

    /// Whether this is the last step.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.index + 1 == self.lesson.steps.len()
    }

    /// Shows another step; true when it was not reached before.
    pub(crate) fn go_to(&mut self, index: usize) -> bool {
        self.index = index.min(self.lesson.steps.len() - 1);
        (self.swept_px, self.is_clicked) = (None, false);
        let is_new = self.index > self.reached;
        self.reached = self.reached.max(self.index);
        is_new
    }
}

/// What was there before a lesson, and comes back with the model.
#[derive(Clone, Debug)]
pub(crate) struct BeforeTour {
    pub(crate) live: Config,
    draft: Config,
    next_seed: u64,
    selection: Selection,
    stimulus: StimulusState,
    inpainting: InpaintingState,
    skipped: Vec<String>,
}

impl State {
    /// What a lesson may change, as it is now.
    pub(crate) fn before_tour(&self) -> BeforeTour {
        BeforeTour {
            live: self.live.clone(),
            draft: self.draft.clone(),
            next_seed: self.next_seed,
            selection: self.selection,
            stimulus: self.stimulus.clone(),
            inpainting: self.inpainting.clone(),
            skipped: self.skipped.clone(),
        }
    }

    /// Brings back what was there before a lesson; the model is that of then.
    pub(crate) fn bring_back(&mut self, before: BeforeTour) {
        self.draft = before.draft;
        self.next_seed = before.next_seed;
        self.selection = before.selection;
        self.stimulus = before.stimulus;
        self.inpainting = before.inpainting;
        self.skipped = before.skipped;
    }

    /// Looks whether what the step of the lesson asks for is done; `views` are on screen.
    pub(crate) fn attend_tour(&mut self, views: &[View]) {
        let Some(mut tour) = self.tour.take() else {
            return;
        };
        if self.stimulus.is_sweeping {
            let b_px = self.stimulus.b_px;
            let (least, most) = tour.swept_px.unwrap_or((b_px, b_px));
            tour.swept_px = Some((least.min(b_px), most.max(b_px)));
        }
        if !tour.is_done()
            && let Some(task) = tour.step().task
        {
            tour.done[tour.index] = self.has_done(task, &tour, views);
        }
        self.tour = Some(tour);
    }

    fn has_done(&self, task: Task, tour: &Tour, views: &[View]) -> bool {
        match task {
            Task::Click => tour.is_clicked,
            Task::Run => matches!(self.run(), Run::Running | Run::Counting(_)),
            Task::Pause => self.run() == Run::Paused,
            Task::Sweep => tour.swept_px.is_some_and(|(least, most)| {
                most - least >= SWEPT * self.live.movies.patch_side as f64
            }),
            Task::Mark(layer) => self.selection.of(layer).is_some(),
            Task::Show(view) => views.contains(&view),
            Task::Above(quantity, bound) => self.quantity(quantity).is_some_and(|now| now > bound),
            Task::Below(quantity, bound) => self.quantity(quantity).is_some_and(|now| now < bound),
        }
    }

    /// The value of a quantity now; `None` before it is known.
    fn quantity(&self, quantity: Quantity) -> Option<f64> {
        let status = self.now()?;
        Some(match quantity {
            Quantity::Alpha => f64::from(self.live.model.alpha),
            Quantity::Beta => f64::from(self.live.model.beta),
            Quantity::Step => status.step as f64,
            Quantity::SimpleDensity => 100.0 * status.simple_density,
            Quantity::InvariantDensity => 100.0 * status.invariant_density,
            Quantity::Lines => {
                let known = self.newest.as_ref()?.known.as_ref()?;
                known.lines.as_ref()?.lines_found as f64
            }
            Quantity::Hidden => f64::from(self.inpainting.mask_editor.share_percent),
        })
    }
}
