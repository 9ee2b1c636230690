//! The lesson that is taken, and what was there before it.

mod steps;

use egui::{Rect, Role};

use crate::app::commands::View;
use crate::app::lesson::{Lesson, LessonModel, Quantity, Setup, Step, Target, Task};
use crate::app::state::units::selection::Selection;
use crate::app::state::workers::inpainting::InpaintingState;
use crate::app::state::workers::stimulus::StimulusState;
use crate::config::Config;
use crate::engine::Layer;
use crate::parameter::Parameter;
use crate::words::three_digits;

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
    /// Of each step, the values of parameters as it was left last.
    left: Vec<Vec<(Parameter, f32)>>,
    /// Least and largest b of the edge in this step, in pixels.
    swept_px: Option<(f64, f64)>,
    /// The generation of the model that another is to take the place of.
    pub(crate) leaves: Option<u64>,
    /// Whether what the step points at was clicked.
    pub(crate) is_clicked: bool,
    /// The unit that was selected last where the steps speak of it.
    pub(crate) marked: Option<(Layer, usize)>,
    /// Where its step stands below the views, while it does.
    pub(crate) strip: Option<Rect>,
    /// Since when what the step asks to click is not found, in seconds of the window's clock.
    pub(crate) missed_since: Option<f64>,
    /// Whether that is told.
    pub(crate) is_missed: bool,
    /// Frames in which the card covered what the step points at.
    pub(crate) covering_frames: u8,
    /// Whether the steps stand below the views: the card had no room beside what one of them points at.
    pub(crate) is_below: bool,
    /// Whether people skipped the step, and what it asks for was begun for them.
    pub(crate) was_skipped: bool,
    /// Whether the model is one of the lesson, and that of before comes back at its end.
    pub(crate) visits: bool,
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
            left: vec![Vec::new(); lesson.steps.len()],
            lesson,
            index: 0,
            reached: 0,
            swept_px: None,
            leaves: None,
            is_clicked: false,
            marked: None,
            strip: None,
            missed_since: None,
            is_missed: false,
            covering_frames: 0,
            is_below: false,
            was_skipped: false,
            visits: false,
        }
    }

    /// The step shown.
    #[must_use]
    pub fn step(&self) -> &Step {
        &self.lesson.steps[self.index]
    }

    /// The view that a step before this one pointed at last.
    pub(crate) fn view_before(&self) -> Option<View> {
        let before = self.lesson.steps[..self.index].iter().rev();
        let mut views = before.filter_map(|step| match step.point {
            Some(Target::View(view)) => Some(view),
            _ => None,
        });
        views.next()
    }

    /// Whether the step asks for the view that it points at to be shown, and that was not done.
    pub(crate) fn asks_for_view(&self) -> bool {
        matches!(self.step().task, Some(Task::Show(_))) && !self.is_done()
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

    /// Notes that what the step asks for is done.
    pub(crate) fn note_done(&mut self) {
        self.done[self.index] = true;
    }

    /// Notes that the button of this name was pressed, or what it does was chosen elsewhere.
    pub(crate) fn note_pressed(&mut self, name: &str) {
        let point = self.step().point.as_ref();
        self.is_clicked |=
            matches!(point, Some(Target::Control { role: Role::Button, label }) if label == name);
    }

    /// Notes where the edge is, in pixels.
    pub(crate) fn note_edge(&mut self, b_px: f64) {
        let (least, most) = self.swept_px.unwrap_or((b_px, b_px));
        self.swept_px = Some((least.min(b_px), most.max(b_px)));
    }

    /// How far the edge went in this step, in pixels.
    pub(crate) fn swept_px(&self) -> f64 {
        self.swept_px.map_or(0.0, |(least, most)| most - least)
    }

    /// What the steps up to this one set of what is seen: on the way back the model stays.
    pub(crate) fn seen_by_now(&self) -> Setup {
        let mut seen = Setup {
            sweep: Some(false),
            ..Setup::default()
        };
        for step in &self.lesson.steps[..=self.index] {
            if step.set.layout.is_some() {
                (seen.layout, seen.view) = (step.set.layout, None);
            }
            seen.view = step.set.view.or(seen.view);
            seen.mask = step.set.mask.or(seen.mask);
            seen.stimulus = step.set.stimulus.or(seen.stimulus);
            seen.sweep = step.set.sweep.or(seen.sweep);
            seen.clears_selection |= step.set.clears_selection;
            seen.clears_selection &= !matches!(step.task, Some(Task::Mark(_)));
        }
        seen
    }

    /// The layer of the unit that the step speaks of: one that was to be selected, in the model that is still there.
    pub(crate) fn speaks_of_unit(&self) -> Option<Layer> {
        for (index, step) in self.lesson.steps[..=self.index].iter().enumerate().rev() {
            if let Some(Task::Mark(layer)) = step.task {
                return (index < self.reached || self.done[index]).then_some(layer);
            }
            if step.set.clears_selection || step.set.model.is_some() {
                return None;
            }
        }
        None
    }

    /// The step, counted from 1, whose model is shown in the place of that of this one, which is gone.
    pub(crate) fn later_model(&self) -> Option<usize> {
        let later = self.index + 1..=self.reached;
        let mut models = later
            .rev()
            .filter(|&step| self.lesson.steps[step].set.model.is_some());
        models.next().map(|step| step + 1)
    }

    /// Whether the model has learned since this step was reached, for one after it.
    pub(crate) fn has_learned_since(&self) -> bool {
        let later = self.index..=self.reached;
        let mut done = later.filter(|&step| step < self.reached || self.done[step]);
        done.any(|step| {
            let task = self.lesson.steps[step].task;
            let learns = |task: Task| task == Task::Run || task.takes_learning();
            step > self.index && task.is_some_and(learns)
        })
    }

    /// What the last step that waits for learning waited for, where that is one before this, of the same model, and was skipped
    /// before it was learned.
    pub(crate) fn skipped_learning(&self) -> Option<Task> {
        for (index, step) in self.lesson.steps[..=self.index].iter().enumerate().rev() {
            if let Some(task) = step.task.filter(|task| task.takes_learning()) {
                return (index < self.index && !self.done[index]).then_some(task);
            }
            if step.set.model.is_some() {
                return None;
            }
        }
        None
    }

    /// The value that this step assumes of a parameter, to three digits; `None` where the lesson has people change it, and of what a
    /// trained model has. No share is held.
    pub(crate) fn assumed(&self, parameter: Parameter) -> Option<f32> {
        match parameter {
            Parameter::SimpleShare | Parameter::InvariantShare => Some(0.0),
            Parameter::Alpha if self.is_about(Quantity::Alpha) => None,
            Parameter::Beta if self.is_about(Quantity::Beta) => None,
            _ => Some(three_digits(parameter.get(&self.config_begun()?))),
        }
    }

    /// What the new model that is shown began with, with the parameters that steps have set up to this one; `None` of a trained one.
    fn config_begun(&self) -> Option<Config> {
        let mut begun = None;
        let until = self.later_model().map_or(self.index, |_| self.reached);
        for Step { set, .. } in &self.lesson.steps[..=until] {
            begun = match set.model {
                Some(LessonModel::New(preset)) => Some(Config::preset(preset)),
                Some(LessonModel::Trained) => None,
                None => begun,
            };
            if let Some(config) = &mut begun {
                for (parameter, value) in &set.parameters {
                    parameter.set(config, *value);
                }
            }
        }
        begun
    }

    /// Whether a step has people change this quantity.
    fn is_about(&self, quantity: Quantity) -> bool {
        self.lesson.steps.iter().any(|step| {
            matches!(step.task, Some(Task::Above(of, _) | Task::Below(of, _)) if of == quantity)
        })
    }

    /// Whether learning pauses in the step after this one.
    pub(crate) fn pauses_next(&self) -> bool {
        let next = self.lesson.steps.get(self.index + 1);
        next.is_some_and(|step| step.set.run == Some(false))
    }

    /// Notes the values of parameters as this step is left.
    pub(crate) fn note_left(&mut self, config: &Config) {
        let values = Parameter::ALL.iter().map(|one| (*one, one.get(config)));
        self.left[self.index] = values.collect();
    }

    /// The values of parameters as this step was left, where its model is still there; what is now as the lesson has it stays so.
    pub(crate) fn values_left(&self, now: &Config) -> Vec<(Parameter, f32)> {
        if self.later_model().is_some() {
            return Vec::new();
        }
        let left = self.left[self.index].iter().copied();
        left.filter(|(parameter, _)| {
            self.assumed(*parameter) != Some(three_digits(parameter.get(now)))
        })
        .collect()
    }

    /// Whether the model that was set last is the trained one, or has learned what a step waited for: what the steps say is
    /// untrue of a new one.
    pub(crate) fn is_of_learned(&self) -> bool {
        let steps = &self.lesson.steps;
        let models = steps[..=self.reached].iter().enumerate().rev();
        let mut models = models.filter_map(|(index, step)| Some((index, step.set.model?)));
        models.next().is_some_and(|(begun, model)| {
            let left = (begun..=self.reached).filter(|&at| at < self.reached || self.done[at]);
            let mut tasks = left.filter_map(|at| steps[at].task);
            model == LessonModel::Trained || tasks.any(Task::takes_learning)
        })
    }

    /// Shows another step; true when it was not reached before.
    pub(crate) fn go_to(&mut self, index: usize) -> bool {
        self.index = index.min(self.lesson.steps.len() - 1);
        (self.swept_px, self.is_clicked, self.was_skipped) = (None, false, false);
        let is_new = self.index > self.reached;
        self.reached = self.reached.max(self.index);
        is_new
    }
}

/// What was there before a lesson, and comes back with the model.
#[derive(Clone, Debug)]
pub(crate) struct BeforeTour {
    /// Whether the model was slowed down to be watched.
    pub(crate) is_watched: bool,
    pub(crate) draft: Config,
    pub(crate) next_seed: u64,
    pub(crate) selection: Selection,
    pub(crate) stimulus: StimulusState,
    pub(crate) inpainting: InpaintingState,
    pub(crate) skipped: Vec<String>,
}
