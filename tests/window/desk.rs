//! A window on a desk: its engine is a recording that says what the test wants.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use cellscope::app::{App, Connect, Link, Settings, State};
use cellscope::config::{Config, Preset};
use cellscope::engine::{
    Analysis, AnalysisRequest, BenchAnswer, BenchQuestion, Command, Event, Run, Snapshot, Status,
};
use egui::{Role, vec2};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, Node};
use ndarray::Array2;

/// What passes between the window and its engine.
#[derive(Default)]
pub(crate) struct Wire {
    /// Configurations that engines were started with.
    pub(crate) starts: Vec<Config>,
    /// Commands sent.
    pub(crate) commands: Vec<Command>,
    /// Events to come.
    pub(crate) events: Vec<Event>,
    /// The snapshot to come.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    /// What the analyst was asked.
    pub(crate) requests: Vec<AnalysisRequest>,
    /// The measures to come.
    pub(crate) analysis: Option<Arc<Analysis>>,
    /// Frames shown to the cells.
    pub(crate) shown: Vec<BenchQuestion>,
    /// The answer to come.
    pub(crate) answer: Option<Arc<BenchAnswer>>,
    /// Whether there is room for commands.
    pub(crate) is_full: bool,
}

struct Recording(Rc<RefCell<Wire>>);

impl Link for Recording {
    fn send(&self, command: Command) -> Result<(), Command> {
        let mut wire = self.0.borrow_mut();
        if wire.is_full {
            return Err(command);
        }
        wire.commands.push(command);
        Ok(())
    }

    fn events(&self) -> Vec<Event> {
        std::mem::take(&mut self.0.borrow_mut().events)
    }

    fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.0.borrow_mut().snapshot.take()
    }

    fn analyse(&self, request: AnalysisRequest) {
        self.0.borrow_mut().requests.push(request);
    }

    fn analysis(&self) -> Option<Arc<Analysis>> {
        self.0.borrow_mut().analysis.take()
    }

    fn show(&self, question: BenchQuestion) {
        self.0.borrow_mut().shown.push(question);
    }

    fn answer(&self) -> Option<Arc<BenchAnswer>> {
        self.0.borrow_mut().answer.take()
    }

    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A window of 1280 x 900 points and the other end of its wire.
pub(crate) struct Desk {
    pub(crate) harness: Harness<'static, Option<App>>,
    pub(crate) wire: Rc<RefCell<Wire>>,
    pub(crate) config: Config,
}

impl Desk {
    /// A window before its first snapshot.
    pub(crate) fn waiting() -> Self {
        let wire = Rc::new(RefCell::new(Wire::default()));
        let config = Config::preset(Preset::Quick);
        let (far_end, initial) = (Rc::clone(&wire), config.clone());
        let show = move |ui: &mut egui::Ui, app: &mut Option<App>| {
            let app = app.get_or_insert_with(|| {
                let wire = Rc::clone(&far_end);
                let connect: Connect = Box::new(move |config, _ctx| {
                    wire.borrow_mut().starts.push(config);
                    Box::new(Recording(Rc::clone(&wire)))
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
            config,
        }
    }

    /// A window on a running engine.
    pub(crate) fn running() -> Self {
        let mut desk = Self::waiting();
        desk.publish(|_| {});
        desk
    }

    /// Sends the window a snapshot, changed as the test needs it.
    pub(crate) fn publish(&mut self, change: impl FnOnce(&mut Snapshot)) {
        let mut snapshot = snapshot(&self.config);
        change(&mut snapshot);
        self.wire.borrow_mut().snapshot = Some(Arc::new(snapshot));
        self.settle();
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

    /// The commands sent since the last call.
    pub(crate) fn commands(&self) -> Vec<Command> {
        std::mem::take(&mut self.wire.borrow_mut().commands)
    }
}

/// A snapshot of an untrained model.
pub(crate) fn snapshot(config: &Config) -> Snapshot {
    let (simple, invariant) = (config.model.simple, config.model.invariant);
    let weight = |i: usize, j: usize| ((i * 7 + j * 13) % 11) as f32 / 11.0;
    Snapshot {
        generation: 0,
        config: Arc::new(config.clone()),
        dictionary: Array2::from_shape_fn((config.pixels(), simple), |(p, k)| weight(p, k) - 0.5),
        pooling: Array2::from_shape_fn((simple, invariant), |(i, j)| weight(i, j)),
        simple_use: vec![0.04; simple],
        invariant_use: vec![0.1; invariant],
        extra: Vec::new(),
        pictures: None,
        status: Status {
            run: Run::Running,
            step: 10,
            movies_seen: 1280,
            patches_per_sec: 20_000.0,
            elapsed_secs: 1.5,
            simple_density: 0.04,
            invariant_density: 0.1,
            simple_dead: 0,
            invariant_dead: 0,
            concentration: None,
            emerged_secs: None,
            pictures: 48,
            source: "embedded scenes".to_owned(),
        },
        history: Arc::default(),
    }
}
