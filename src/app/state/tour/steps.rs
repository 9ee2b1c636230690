//! What the state has to do with a lesson: whether tasks are done, and what comes back at its end.

use crate::app::commands::View;
use crate::app::commands::mask_shape::MaskShape;
use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::lesson::{Quantity, Target, Task};
use crate::app::notices::REFUSED;
use crate::app::state::State;
use crate::app::state::tour::{BeforeTour, Tour};
use crate::engine::{Command, Layer, Run};
use crate::parameter::Parameter;
use crate::words::{counted, grouped, percent, three_digits};

/// Share of the patch's side that an edge must have crossed to have swept it.
const SWEPT: f64 = 0.6;
/// How far beyond a bound a step that is skipped brings a quantity, as a factor.
const BEYOND: f64 = 1.1;

impl State {
    /// What a lesson may change, as it is now.
    pub(crate) fn before_tour(&self, is_watched: bool) -> BeforeTour {
        BeforeTour {
            is_watched,
            draft: self.draft.clone(),
            next_seed: self.next_seed,
            selection: self.selection,
            stimulus: self.workers.stimulus.clone(),
            inpainting: self.workers.inpainting.clone(),
            skipped: self.skipped.clone(),
        }
    }

    /// Brings back what was there before a lesson, where its model came back under this generation; drops it where another model
    /// has come since.
    pub(crate) fn bring_back_to(&mut self, generation: u64) {
        if self
            .came_back
            .is_none_or(|came_back| came_back > generation)
        {
            return;
        }
        let before = self.comes_back.take();
        let Some(before) = before.filter(|_| self.came_back == Some(generation)) else {
            return;
        };
        if before.is_watched {
            self.watch(generation);
        }
        self.draft = before.draft;
        self.next_seed = before.next_seed;
        self.selection = before.selection;
        self.workers.stimulus = before.stimulus;
        self.workers.inpainting = before.inpainting;
        self.skipped = before.skipped;
    }

    /// The model of a lesson, or that behind the card of the first start, is the user's now: none comes back.
    pub(crate) fn on_visit_ended(&mut self, is_restorable: bool) {
        self.end_visit();
        if self.tour.is_some() {
            let then = match (is_restorable, self.kept.folder.is_some()) {
                (true, _) => format!("{} brings it back.", self.way_back),
                (false, true) => "It is not kept, as it had learned nothing.".to_owned(),
                (false, false) => "It is not kept.".to_owned(),
            };
            self.notices.news(format!(
                "The model from before the lesson does not come back at its end. {then}"
            ));
        }
    }

    /// No model is visited, and none comes back.
    pub(crate) fn end_visit(&mut self) {
        (self.comes_back, self.lesson_card) = (None, None);
        if let Some(card) = &mut self.welcome {
            card.visits = false;
        }
        if let Some(tour) = &mut self.tour {
            (tour.visits, tour.leaves) = (false, None);
        }
    }

    /// Looks whether what the step of the lesson asks for is done; `views` are on screen.
    pub(crate) fn attend_tour(&mut self, views: &[View]) {
        let Some(mut tour) = self.tour.take() else {
            return;
        };
        let generation = self.newest.as_ref().map(|model| model.snapshot.generation);
        if tour.leaves.is_some() && tour.leaves == generation {
            // What is known is of the model before.
            self.tour = Some(tour);
            return;
        }
        if self.workers.stimulus.is_sweeping {
            tour.note_edge(self.workers.stimulus.b_px);
        }
        let task = tour.step().task.filter(|_| !tour.is_done());
        let then_pauses = tour.pauses_next();
        if let Some(Task::Above(Quantity::Step, bound)) = task
            && then_pauses
            && self.run() == Run::Running
        {
            // Just so far, however late this window hears of it.
            self.send(Command::StepTo(bound as u64 + 1));
        }
        if task.is_some_and(|task| self.has_done(task, &tour, views)) {
            tour.note_done();
            self.notices.resolve(REFUSED);
            let has_learned = task.is_some_and(Task::takes_learning);
            // However long the text is read: more learning would show another model than the lesson tells of.
            if has_learned && then_pauses && self.run() != Run::Paused {
                self.send(Command::Pause);
            }
        }
        self.keep_marked(&mut tour);
        self.tour = Some(tour);
    }

    /// Keeps the unit selected that the step speaks of, or another that was selected since; the first one where there is none: a lesson
    /// began after the step that has people select one, or another model was opened.
    fn keep_marked(&mut self, tour: &mut Tour) {
        let Some(layer) = tour.speaks_of_unit() else {
            return;
        };
        let model = &self.live.model;
        let count = layer.of(model.simple, model.invariant);
        match (self.selection.of(layer), tour.marked) {
            (None, Some((of, unit))) if of == layer && unit < count => {
                self.selection.select(layer, unit);
            }
            (None, _) => {
                // The list may still be that of the model before.
                let first = self.unit_list[layer].first().copied();
                if let Some(unit) = first.filter(|&unit| unit < count) {
                    self.selection.select(layer, unit);
                }
            }
            (Some(unit), _) => tour.marked = Some((layer, unit)),
        }
    }

    /// Whether the model is that of the lesson.
    fn has_model_of(&self, tour: &Tour) -> bool {
        let generation = self.newest.as_ref().map(|model| model.snapshot.generation);
        tour.visits && tour.leaves != generation
    }

    /// What to set back where a sparsity is adapted, or another than a lesson has it that does not ask to change it.
    pub(crate) fn changed_sparsity(&self, tour: &Tour) -> Option<String> {
        if !self.has_model_of(tour) {
            return None;
        }
        let sparsities = [(Parameter::Alpha, "α", "z"), (Parameter::Beta, "β", "u")];
        sparsities.into_iter().find_map(|(parameter, name, code)| {
            if parameter.is_adapted(&self.live) {
                return Some(format!(
                    "The lesson has {name} set by hand: turn off Hold the share of {code}."
                ));
            }
            let assumed = tour.assumed(parameter)?;
            let is_changed = three_digits(parameter.get(&self.live)) != assumed;
            is_changed.then(|| format!("The lesson assumes {name} = {assumed}: set it back."))
        })
    }

    /// Whether the step speaks of what was not learned: one before it that waits for that was skipped.
    pub(crate) fn is_unlearned(&self, tour: &Tour) -> bool {
        let skipped = tour.skipped_learning();
        skipped.is_some_and(|task| !self.has_done(task, tour, &[]))
    }

    /// How a step that was skipped goes on while what it asks for is not done; `None` of others.
    pub(crate) fn skip_again(&self, tour: &Tour) -> Option<&'static str> {
        let again = if self.presents {
            "Press once more to go on at once."
        } else {
            "Skip once more to go on at once."
        };
        (tour.was_skipped && !tour.is_done()).then_some(again)
    }

    /// Which step of the lesson it is, where it points at the view of this key.
    pub(crate) fn step_about(&self, key: &str) -> Option<usize> {
        let tour = self.tour.as_ref()?;
        let is_about = matches!(tour.step().point, Some(Target::View(view)) if view.key == key);
        is_about.then_some(tour.index)
    }

    /// How far the quantity has come that the step of a lesson waits for, such as "At step 112."; `None` where it waits for
    /// none, or before it is known.
    pub(crate) fn task_progress(&self, tour: &Tour) -> Option<String> {
        let (Task::Above(quantity, _) | Task::Below(quantity, _)) = tour.step().task? else {
            return None;
        };
        let now = self.quantity(quantity)?;
        let now = match quantity {
            Quantity::Alpha => format!("α is {now:.2}"),
            Quantity::Beta => format!("β is {now:.2}"),
            Quantity::Step => format!("At step {}", grouped(now as u64)),
            Quantity::SimpleDensity => format!("{} of z is on", percent(now / 100.0)),
            Quantity::InvariantDensity => format!("{} of u is on", percent(now / 100.0)),
            Quantity::Lines => format!("{} found", counted(now as usize, "line")),
            Quantity::Hidden => format!("{now:.0} % hidden"),
        };
        let is_waiting = !tour.is_done() && quantity.range().is_none() && self.run() == Run::Paused;
        Some(match is_waiting {
            true => format!("{now}. Learning is paused: press Resume."),
            false => format!("{now}."),
        })
    }

    fn has_done(&self, task: Task, tour: &Tour, views: &[View]) -> bool {
        match task {
            Task::Click => tour.is_clicked,
            Task::Run => matches!(self.run(), Run::Running | Run::Counting(_)),
            Task::Pause => self.run() == Run::Paused,
            Task::Stimulus(kind) => self.workers.stimulus.kind == kind,
            Task::Drift => {
                let stimulus = &self.workers.stimulus;
                stimulus.kind == StimulusKind::Grating && stimulus.is_sweeping
            }
            Task::Sweep => tour.swept_px() >= SWEPT * self.live.movies.patch_side as f64,
            Task::Mark(layer) => self.selection.of(layer).is_some(),
            Task::Show(view) => views.contains(&view),
            Task::Above(quantity, bound) => self.quantity(quantity).is_some_and(|now| now > bound),
            Task::Below(quantity, bound) => self.quantity(quantity).is_some_and(|now| now < bound),
        }
    }

    /// Does what a step asks for in people's stead. What only learning brings, or a click, is left undone.
    pub(crate) fn do_task(&mut self, task: Task) {
        match task {
            Task::Run => self.send(Command::Resume),
            Task::Pause => self.send(Command::Pause),
            Task::Stimulus(kind) => self.workers.stimulus.kind = kind,
            Task::Sweep | Task::Drift => {
                self.workers.stimulus.kind = match task {
                    Task::Drift => StimulusKind::Grating,
                    _ => StimulusKind::Edge,
                };
                self.workers.stimulus.is_sweeping = self.settings.preferences.animations;
            }
            Task::Mark(layer) => {
                if let Some(&unit) = self.unit_list[layer].first() {
                    self.selection.select(layer, unit);
                }
            }
            Task::Above(quantity, bound) => self.bring(quantity, BEYOND * bound),
            Task::Below(quantity, bound) => self.bring(quantity, bound / BEYOND),
            Task::Click | Task::Show(_) => {}
        }
    }

    /// Sets a quantity that people can set.
    fn bring(&mut self, quantity: Quantity, value: f64) {
        let value = match quantity.range() {
            Some(range) => value.clamp(*range.start(), *range.end()),
            None => value,
        };
        match quantity {
            Quantity::Alpha => self.bring_sparsity(Layer::Simple, value),
            Quantity::Beta => self.bring_sparsity(Layer::Invariant, value),
            Quantity::Hidden => {
                let mask = &mut self.workers.inpainting.mask_editor;
                (mask.by, mask.share_percent) = (MaskShape::Random, value.round());
            }
            Quantity::Step
            | Quantity::SimpleDensity
            | Quantity::InvariantDensity
            | Quantity::Lines => {}
        }
    }

    /// Sets the sparsity of a layer, whose share is held no longer.
    fn bring_sparsity(&mut self, layer: Layer, value: f64) {
        self.let_go(layer);
        let parameter = layer.of(Parameter::Alpha, Parameter::Beta);
        self.set(parameter, three_digits(value as f32));
    }

    /// Holds no share in the model of the lesson, as its card asks for.
    pub(crate) fn let_go_of_shares(&mut self) {
        if self
            .tour
            .as_ref()
            .is_some_and(|tour| self.has_model_of(tour))
        {
            Layer::ALL.into_iter().for_each(|layer| self.let_go(layer));
        }
    }

    fn let_go(&mut self, layer: Layer) {
        let parameter = layer.of(Parameter::Alpha, Parameter::Beta);
        if parameter.is_adapted(&self.live) {
            self.toggle_share(layer);
        }
    }

    /// The value of a quantity now; `None` before it is known, and of a sparsity that is adapted: nobody sets it.
    fn quantity(&self, quantity: Quantity) -> Option<f64> {
        let status = self.now()?;
        let set = |parameter: Parameter| {
            let is_adapted = parameter.is_adapted(&self.live);
            (!is_adapted).then(|| f64::from(parameter.get(&self.live)))
        };
        Some(match quantity {
            Quantity::Alpha => set(Parameter::Alpha)?,
            Quantity::Beta => set(Parameter::Beta)?,
            Quantity::Step => status.step as f64,
            Quantity::SimpleDensity => 100.0 * status.simple_density,
            Quantity::InvariantDensity => 100.0 * status.invariant_density,
            Quantity::Lines => {
                let known = self.newest.as_ref()?.known.as_ref()?;
                known.lines.as_ref()?.lines_found as f64
            }
            Quantity::Hidden => {
                let mask = &self.workers.inpainting.mask_editor;
                (mask.by == MaskShape::Random).then_some(mask.share_percent)?
            }
        })
    }
}
