//! A window on a desk: its engine is a recording that says what the test wants.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::analysis::tuning::StillCodes;
use cellscope::app::{
    Action, App, ClipForm, Connect, EngineRole, ExportForm, Layout, Settings, State, View,
    find_view,
};
use cellscope::config::{Config, Preset};
use cellscope::engine::{
    Analysis, Answer, Command, ConvergenceAnswer, ConvergenceWorker, Event, InpaintingAnswer,
    InpaintingWorker, Snapshot, StimulusAnswer, WorkerHandle,
};
use cellscope::model::Energies;
use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};

use super::models::{known, snapshot};
use super::wire::{Recording, Wire};

/// Far longer than any test takes; reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A window of 1280 x 1000 points and the other end of its wire.
pub(crate) struct TestWindow {
    pub(crate) harness: Harness<'static, Option<App>>,
    pub(crate) wire: Rc<RefCell<Wire>>,
    /// Those of runs that learn beside the run.
    pub(crate) beside: Rc<RefCell<Vec<Rc<RefCell<Wire>>>>>,
    pub(crate) config: Config,
}

impl TestWindow {
    /// A window before its first snapshot.
    pub(crate) fn waiting() -> Self {
        let wire = Rc::new(RefCell::new(Wire::default()));
        let config = Config::preset(Preset::Quick);
        let beside = Rc::<RefCell<Vec<_>>>::default();
        let (far_end, initial) = (Rc::clone(&wire), config.clone());
        let far_ends_beside = Rc::clone(&beside);
        let show = move |ui: &mut egui::Ui, app: &mut Option<App>| {
            let app = app.get_or_insert_with(|| {
                let (wire, beside) = (Rc::clone(&far_end), Rc::clone(&far_ends_beside));
                let connect: Connect = Box::new(move |config, role, _ctx| {
                    let wire = match role {
                        EngineRole::Run => Rc::clone(&wire),
                        EngineRole::Beside(_) => {
                            let wire = Rc::default();
                            beside.borrow_mut().push(Rc::clone(&wire));
                            wire
                        }
                    };
                    wire.borrow_mut().starts.push(config);
                    Box::new(Recording(wire))
                });
                App::new(ui.ctx(), initial.clone(), Settings::default(), connect)
            });
            app.logic(ui.ctx());
            app.ui(ui);
        };
        let builder = Harness::builder()
            .with_size(vec2(1280.0, 1000.0))
            .with_step_dt(0.1);
        Self {
            harness: builder.build_ui_state(show, None),
            wire,
            beside,
            config,
        }
    }

    /// A window on a running engine.
    pub(crate) fn running() -> Self {
        let mut window = Self::waiting();
        window.publish(|_| {});
        window
    }

    /// A window on a paused engine whose model is known in full: its units are Gabors, pooled by
    /// orientation.
    pub(crate) fn measured() -> Self {
        let mut window = Self::waiting();
        let (snapshot, analysis) = known();
        {
            let mut wire = window.wire.borrow_mut();
            wire.snapshot = Some(Arc::clone(snapshot));
            wire.answers.push(Answer::Analysis(Arc::clone(analysis)));
        }
        window.settle();
        window
    }

    /// The measures of [`Self::measured`].
    pub(crate) fn analysis(&self) -> Arc<Analysis> {
        Arc::clone(&known().1)
    }

    pub(crate) fn app(&mut self) -> &mut App {
        let app = self.harness.state_mut().as_mut();
        app.expect("made in the first frame")
    }

    /// Asks for an action, as a menu does.
    pub(crate) fn act(&mut self, action: Action) {
        self.state().act(action);
        self.settle();
    }

    /// Starts again with what was stored.
    pub(crate) fn restore(&mut self, storage: &dyn eframe::Storage) {
        let ctx = self.harness.ctx.clone();
        self.app().restore(&ctx, Some(storage));
        self.settle();
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: Key) {
        self.harness.key_press(key);
        self.settle();
    }

    /// The names of all canvases on screen.
    pub(crate) fn canvases(&self) -> Vec<String> {
        let nodes = self.harness.get_all_by_role(Role::Canvas);
        nodes
            .filter_map(|node| node.accesskit_node().label())
            .collect()
    }

    /// The full name of the canvas whose name begins like this.
    pub(crate) fn canvas(&self, start: &str) -> String {
        let canvases = self.canvases();
        let found = canvases.iter().find(|name| name.starts_with(start));
        found
            .unwrap_or_else(|| panic!("{start} is not among {canvases:?}"))
            .clone()
    }

    /// Answers the frame on the bench, and waits until the answer is shown.
    pub(crate) fn answer(&mut self) {
        self.answer_stimulus();
        self.settle();
    }

    /// Answers the frame on the bench: filters 3 and 7 and unit 2 are on.
    pub(crate) fn answer_stimulus(&mut self) {
        self.answer_with(&[(7, 0.5), (3, -0.9)], &[(2, 1.5)]);
    }

    /// Answers the frame on the bench with these units on, each with its response.
    pub(crate) fn answer_with(
        &mut self,
        on_simple: &[(usize, f32)],
        on_invariant: &[(usize, f32)],
    ) {
        let (frame, generation, step) = {
            let wire = self.wire.borrow();
            let asked = wire.shown.last().expect("a question");
            let snapshot = &asked.snapshot;
            (
                asked.frame.clone(),
                snapshot.generation,
                snapshot.status.step,
            )
        };
        let (mut simple, mut invariant) = (vec![0.0; 100], vec![0.0; 25]);
        on_simple.iter().for_each(|&(unit, z)| simple[unit] = z);
        on_invariant
            .iter()
            .for_each(|&(unit, u)| invariant[unit] = u);
        self.wire
            .borrow_mut()
            .answers
            .push(Answer::Stimulus(Arc::new(StimulusAnswer {
                generation,
                step,
                sparsities: None,
                codes: StillCodes {
                    reconstruction: frame.clone(),
                    simple,
                    invariant,
                    energies: Energies::default(),
                },
                frame,
            })));
    }

    /// Measures the ways down that were asked for last, with as many patches and iterations.
    pub(crate) fn descend(&mut self) -> Arc<ConvergenceAnswer> {
        let question = {
            let wire = self.wire.borrow();
            let last = wire.convergence_questions.last().expect("a question");
            last.clone().expect("not given up")
        };
        let descents = ConvergenceWorker::spawn(|| {});
        descents.ask(Some(question));
        let answer = wait(&descents, ConvergenceAnswer::is_final);
        self.wire
            .borrow_mut()
            .answers
            .push(Answer::Convergence(Arc::clone(&answer)));
        self.settle();
        answer
    }

    /// Does what was asked last of those who fill in.
    pub(crate) fn fill(&mut self) -> Arc<InpaintingAnswer> {
        let question = {
            let wire = self.wire.borrow();
            let last = wire.inpainting_questions.last().expect("a question");
            last.clone().expect("not given up")
        };
        let fillings = InpaintingWorker::spawn(|| {});
        fillings.ask(Some(question));
        let answer = wait(&fillings, |answer| answer.outcome.is_some());
        self.wire
            .borrow_mut()
            .answers
            .push(Answer::Inpainting(Arc::clone(&answer)));
        self.settle();
        answer
    }

    /// Brings the convergence view to the front, with little to do, and waits until it asks by itself.
    pub(crate) fn show_convergence(&mut self) {
        let descent = &mut self.state().workers.convergence;
        (descent.patches, descent.iterations) = (3, 40);
        self.act(Action::Show(view("convergence")));
        let started = Instant::now();
        while self
            .wire
            .borrow()
            .convergence_questions
            .iter()
            .flatten()
            .count()
            == 0
        {
            assert!(started.elapsed() < PATIENCE, "nothing was asked");
            std::thread::sleep(Duration::from_millis(5));
            self.harness.run_steps(1);
        }
        // What is asked in one frame is shown in the next.
        self.settle();
    }

    /// Clicks here and there on a canvas until something came of it.
    pub(crate) fn click_about(&mut self, canvas: &str, came: impl Fn(&State) -> bool) {
        let name = self.canvas(canvas);
        let visible = self.harness.ctx.content_rect();
        let visible = visible.with_max_y(visible.max.y - 40.0);
        let rect = self.node(Role::Canvas, &name).rect().intersect(visible);
        for step in 0..400_u16 {
            // Low-discrepancy places: everywhere, and soon.
            let share = |prime: f32| (f32::from(step) * prime + 0.5).fract();
            let at = rect.lerp_inside(vec2(share(0.754_877_7), share(0.569_840_3)));
            for pressed in [true, false] {
                self.harness.event(egui::Event::PointerMoved(at));
                self.harness.event(egui::Event::PointerButton {
                    pos: at,
                    button: egui::PointerButton::Primary,
                    pressed,
                    modifiers: Modifiers::NONE,
                });
                self.harness.run_steps(1);
            }
            self.harness.run_steps(1);
            if came(self.state()) {
                return self.settle();
            }
        }
        panic!("no place on {name} does anything");
    }

    /// Where the tab of a view is.
    pub(crate) fn tab(&self, title: &str) -> Option<egui::Rect> {
        let tabs = self
            .harness
            .query_all_by_role_and_label(Role::Button, title);
        let of_a_bar = tabs
            .map(|node| node.rect())
            .filter(|rect| rect.min.y > 30.0);
        of_a_bar.reduce(|first, _| first)
    }

    /// Closes a view by its tab, which has a cross when it is in front.
    pub(crate) fn close_tab(&mut self, title: &str) {
        {
            let named = self
                .harness
                .query_all_by_role_and_label(Role::Button, title);
            let mut of_a_bar = named.filter(|node| node.rect().min.y > 30.0);
            of_a_bar.next().expect("a tab").click();
        }
        self.settle();
        let tab = self.tab(title).expect("a tab");
        let tab = tab.expand(1.0);
        {
            let role = Role::Button;
            let crosses = self.harness.query_all_by_role_and_label(role, "Close");
            let mut on_tab = crosses.filter(|node| tab.contains_rect(node.rect()));
            on_tab.next().expect("a cross on the tab").click();
        }
        self.settle();
    }

    /// Sends the window a snapshot, changed as the test needs it.
    pub(crate) fn publish(&mut self, change: impl FnOnce(&mut Snapshot)) {
        self.send_model(change);
        self.settle();
    }

    /// Has a model come in the next frame.
    pub(crate) fn send_model(&mut self, change: impl FnOnce(&mut Snapshot)) {
        for (parameter, value) in self.wire.borrow_mut().values.drain(..) {
            parameter.set(&mut self.config, value);
        }
        let mut snapshot = snapshot(&self.config);
        change(&mut snapshot);
        self.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
    }

    /// Sends the window an event.
    pub(crate) fn tell(&mut self, event: Event) {
        self.wire.borrow_mut().events.push(event);
        self.settle();
    }

    /// Enough frames for a click to be pressed, released and answered.
    pub(crate) fn settle(&mut self) {
        self.harness.run_steps(8);
    }

    pub(crate) fn node<'a>(&'a self, role: Role, label: &'a str) -> Node<'a> {
        self.harness.get_by_role_and_label(role, label)
    }

    pub(crate) fn has_text(&self, text: &str) -> bool {
        self.harness
            .query_all_by_label_contains(text)
            .next()
            .is_some()
    }

    /// Whether there is a fold of controls of this name.
    pub(crate) fn has_control(&self, name: &str) -> bool {
        let role = Role::DisclosureTriangle;
        self.harness.query_by_role_and_label(role, name).is_some()
    }

    pub(crate) fn click(&mut self, label: &str) {
        self.node(Role::Button, label).click();
        self.settle();
    }

    pub(crate) fn unfold(&mut self, label: &str) {
        self.node(Role::DisclosureTriangle, label).click();
        self.settle();
    }

    pub(crate) fn state(&mut self) -> &mut State {
        let app = self.harness.state_mut().as_mut();
        app.expect("made in the first frame").state_mut()
    }

    /// The form of the dialog Export, which is open.
    pub(crate) fn export_form(&mut self) -> &mut ExportForm {
        let form = self.state().exports.form.as_mut();
        form.expect("the dialog is open")
    }

    /// The form of the dialog Export clip, which is open.
    pub(crate) fn clip_form(&mut self) -> &mut ClipForm {
        let form = self.state().exports.clip.as_mut();
        form.expect("the dialog is open")
    }

    /// Shows frames until this holds: a thread did its work, and the window heard of it.
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&mut Self) -> bool) {
        let started = Instant::now();
        while !holds(self) {
            assert!(started.elapsed() < PATIENCE, "not within a minute: {what}");
            std::thread::sleep(Duration::from_millis(5));
            self.harness.run_steps(1);
        }
    }

    /// Shows frames until this text is on screen.
    pub(crate) fn wait_for_text(&mut self, text: &str) {
        self.wait_until(text, |window| window.has_text(text));
    }

    /// The commands sent since the last call.
    pub(crate) fn commands(&self) -> Vec<Command> {
        std::mem::take(&mut self.wire.borrow_mut().commands)
    }
}

/// The view of this key.
pub(crate) fn view(key: &str) -> View {
    find_view(key).unwrap_or_else(|| panic!("no view {key}"))
}

/// The layout of this key.
pub(crate) fn layout(key: &str) -> &'static Layout {
    Layout::find(key).unwrap_or_else(|| panic!("no layout {key}"))
}

/// Waits for an answer with which the work is done.
pub(super) fn wait<Q, A>(thread: &WorkerHandle<Q, A>, is_last: impl Fn(&A) -> bool) -> Arc<A> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        assert_eq!(thread.fault(), None);
        match thread.answer().filter(|answer| is_last(answer)) {
            Some(answer) => return answer,
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
    panic!("no answer");
}
