//! Lessons: begun, gone through and left, with all that was there before.

use egui::Context;

use crate::app::commands::ReadyLesson;
use crate::app::lesson::{Lesson, LessonModel, Setup, Target, Task};
use crate::app::notices::REFUSED;
use crate::app::state::Welcome;
use crate::app::state::settings::Settings;
use crate::app::state::sheets::Sheet;
use crate::app::state::tour::Tour;
use crate::app::state::units::selection::Selection;
use crate::app::state::units::unit_list::Listing;
use crate::app::views::views;
use crate::app::widgets::Finder;
use crate::app::window::App;
use crate::app::window::before_lesson::BeforeLesson;
use crate::config::Config;
use crate::engine::{Command, Run, Visited};

impl App {
    /// Begins a lesson that is part of the program.
    ///
    /// # Panics
    /// If its file cannot be read.
    pub(crate) fn take_ready_lesson(&mut self, ready: &ReadyLesson) {
        let lesson = Lesson::parse(ready.key, ready.toml, &views());
        let lesson = lesson.unwrap_or_else(|error| panic!("{error}"));
        self.take_lesson(lesson);
    }

    /// Begins a lesson. What is there now comes back at its end, or at that of the lesson after it.
    pub fn take_lesson(&mut self, lesson: Lesson) {
        self.state.back_to_now();
        let is_watched = self.state.is_watched();
        self.state.end_watch();
        let is_of_lesson = self.state.tour.as_ref().is_some_and(|tour| tour.visits);
        if let Some(before) = &mut self.before_lesson {
            // What the model of before was replaced by comes back.
            if !is_of_lesson {
                before.state = self.state.before_tour(is_watched);
            }
        } else {
            self.state.lesson_card = self.state.welcome;
            self.before_lesson = Some(BeforeLesson {
                settings: self.state.settings.clone(),
                places: self.dock.places(),
                // What is still to come back from the last lesson is what is there.
                state: match self.state.comes_back.take() {
                    Some(before) => before,
                    None => self.state.before_tour(is_watched),
                },
            });
        }
        let state = &mut self.state;
        state.lists_begun += 1;
        state.notices.dismiss_news();
        state.pins.lay_aside(true);
        state.sheets.close(Sheet::Help);
        state.welcome = None;
        (state.workers.stimulus, state.workers.inpainting) = Default::default();
        if let Some(before) = &self.before_lesson {
            // Not those of the lesson before.
            state.settings.become_again(&before.settings);
        }
        state.settings = Settings {
            // Every control that a lesson points at is there.
            shows_controls: true,
            listing: Listing::default(),
            // A lesson says itself when learning pauses.
            pauses_when_emerged: false,
            ..state.settings.clone()
        };
        let setup = lesson.steps[0].set.clone();
        self.state.tour = Some(Tour::new(lesson));
        self.set_up(&setup);
        self.bring_target();
    }

    /// Begins a lesson at a step, counted from 1, as if those before it were done.
    pub fn take_lesson_from(&mut self, lesson: Lesson, step: usize) {
        self.take_lesson(lesson);
        for _ in 1..step {
            self.step_lesson(1);
        }
    }

    /// Goes so many steps on in the lesson, and beyond its last step out of it.
    pub(crate) fn step_lesson(&mut self, by: isize) {
        // What a step says is of the present, and what it points at may be among the controls.
        self.state.back_to_now();
        if self.state.tour.is_some() {
            self.state.settings.shows_controls = true;
        }
        let Some(tour) = &mut self.state.tour else {
            return;
        };
        if by > 0 && tour.is_last() {
            return self.leave_lesson();
        }
        self.state.notices.resolve(REFUSED);
        tour.note_left(&self.state.live);
        if tour.go_to(tour.index.saturating_add_signed(by)) {
            let setup = tour.step().set.clone();
            self.set_up(&setup);
        } else {
            let (seen, values) = (tour.seen_by_now(), tour.values_left(&self.state.live));
            // A model that was opened meanwhile is not the lesson's.
            let is_of_lesson = tour.visits;
            self.set_up(&seen);
            for (parameter, value) in values.into_iter().filter(|_| is_of_lesson) {
                if parameter.get(&self.state.live) != value {
                    self.state.set(parameter, value);
                }
            }
        }
        self.bring_target();
    }

    /// Brings the view into sight that the step points at, also one that was closed, unless the step asks for that; controls are
    /// found wherever they are.
    fn bring_target(&mut self) {
        let Some(tour) = &self.state.tour else {
            return;
        };
        let Some(Target::View(view)) = tour.step().point else {
            return;
        };
        if tour.asks_for_view() || self.dock.visible().any(|visible| visible == view) {
            self.dock.bring_into_sight(view);
        } else {
            self.dock.reveal(view);
        }
    }

    /// Goes on to the next step, after doing what this one asks for: what later steps say builds on that. Where it asks for
    /// learning, a click or a moving edge, this is begun first, and gone on only when it is skipped once more: there is something to be seen.
    pub(crate) fn skip_step(&mut self, ctx: &Context) {
        let is_paused = self.state.run() == Run::Paused;
        if self.state.tour.as_ref().is_some_and(|tour| !tour.is_done()) {
            self.state.notices.resolve(REFUSED);
            self.state.let_go_of_shares();
        }
        if let Some(tour) = self.state.tour.as_mut().filter(|tour| !tour.is_done()) {
            let was_skipped = std::mem::replace(&mut tour.was_skipped, true);
            let step = tour.step();
            match (step.task, &step.point) {
                (Some(Task::Click), Some(Target::Control { role, label }))
                    if !was_skipped && Finder::click(ctx, *role, label) =>
                {
                    return;
                }
                (Some(task), _) if !was_skipped && task.takes_learning() => {
                    if is_paused {
                        self.state.send(Command::Resume);
                    }
                    return;
                }
                (Some(task @ Task::Stimulus(_)), _) if !was_skipped => {
                    return self.state.do_task(task);
                }
                (Some(task @ (Task::Sweep | Task::Drift)), _)
                    if !was_skipped && self.state.settings.preferences.animations =>
                {
                    return self.state.do_task(task);
                }
                (Some(Task::Show(view)), _) => self.dock.reveal(view),
                (Some(task), _) => self.state.do_task(task),
                (None, _) => {}
            }
        }
        self.step_lesson(1);
    }

    /// Ends the lesson and brings back what was there before.
    pub(crate) fn leave_lesson(&mut self) {
        let tour = self.state.tour.take();
        let Some(before) = self.before_lesson.take() else {
            return;
        };
        self.dock.put_back(before.places);
        let state = &mut self.state;
        state.lists_begun += 1;
        state.pins.lay_aside(false);
        state.settings.become_again(&before.settings);
        state.came_back = None;
        state.notices.resolve(REFUSED);
        let visits = tour.is_some_and(|tour| tour.visits);
        state.comes_back = visits.then_some(before.state);
        self.undo.await_run(visits);
        match state.lesson_card.take() {
            // What the window was started with still waits, and nobody has seen it yet.
            Some(card) if visits && card.visits => self.welcome_above_trained(card),
            card => {
                state.welcome = card;
                state.send(Command::Return);
            }
        }
    }

    /// Shows the card Welcome above the trained model; what the window was started with waits behind it.
    pub fn greet(&mut self) {
        self.welcome_above_trained(Welcome {
            visits: true,
            ..Welcome::default()
        });
    }

    fn welcome_above_trained(&mut self, card: Welcome) {
        let state = &mut self.state;
        state.welcome = Some(card);
        state.send(Command::Visit(Visited::Trained));
        state.send(Command::Pause);
    }

    /// Does what a step sets.
    fn set_up(&mut self, setup: &Setup) {
        if let Some(model) = setup.model {
            let newest = self.state.newest.as_ref();
            let generation = newest.map(|model| model.snapshot.generation);
            if let Some(tour) = &mut self.state.tour {
                (tour.leaves, tour.visits) = (generation, true);
            }
            self.state.send(Command::Visit(visited(model, setup)));
            if setup.run.is_none() {
                self.state.send(Command::Pause);
            }
        }
        if let Some(layout) = setup.layout {
            self.arrange(layout);
        }
        if let Some(view) = setup.view {
            self.dock.reveal(view);
        }
        let state = &mut self.state;
        if setup.model.is_none() {
            for &(parameter, value) in &setup.parameters {
                state.set(parameter, value);
            }
        }
        if let Some(pace) = setup.pace {
            state.settings.pace_per_sec = pace;
        }
        if let Some(runs) = setup.run {
            state.send(if runs {
                Command::Resume
            } else {
                Command::Pause
            });
        }
        if setup.clears_selection {
            state.selection = Selection::default();
        }
        if let Some(kind) = setup.stimulus {
            state.workers.stimulus.kind = kind;
        }
        if let Some(shape) = setup.mask {
            state.workers.inpainting.mask_editor.by = shape;
        }
        if let Some(sweeps) = setup.sweep {
            if !sweeps {
                // Wherever it was stopped on the way: in the middle cells answer it.
                state.workers.stimulus.b_px = 0.0;
            }
            // Without animations nothing begins to move unless people ask for it.
            let moves = state.settings.preferences.animations || state.workers.stimulus.is_sweeping;
            state.workers.stimulus.is_sweeping = sweeps && moves;
        }
    }
}

/// The model that a step sets.
fn visited(model: LessonModel, setup: &Setup) -> Visited {
    let LessonModel::New(preset) = model else {
        return Visited::Trained;
    };
    let mut config = Config::preset(preset);
    if let Some(motion) = setup.motion {
        config.movies.motion = motion;
    }
    for &(parameter, value) in &setup.parameters {
        parameter.set(&mut config, value);
    }
    Visited::New(Box::new(config))
}
