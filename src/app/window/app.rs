//! The application: state, link and panels, frame by frame.

use std::time::{Duration, Instant};

use egui::{Context, Ui, ViewportCommand};

use crate::app::commands::{Action, Focus, way_back};
use crate::app::diagnostics::frame_stats::FrameStats;
use crate::app::diagnostics::screenshot::Camera;
use crate::app::dialogs::close_by_escape;
use crate::app::dialogs::crash::crash;
use crate::app::dialogs::file_picker::Dialogs;
use crate::app::dialogs::lesson::lesson_card;
use crate::app::dock::Dock;
use crate::app::engine_link::beside::{Ending, EngineBeside, follow_run};
use crate::app::engine_link::repaint_rate::RepaintRate;
use crate::app::engine_link::{Connect, EngineRole, Link, send_queued};
use crate::app::export::ClipSubject;
use crate::app::notices::NUMBER;
use crate::app::state::State;
use crate::app::state::settings::Settings;
use crate::app::state::sheets::Sheet;
use crate::app::state::workers::worker::Request;
use crate::app::storage::fault_reports::FaultReports;
use crate::app::storage::preferences::PreferencesFile;
use crate::app::storage::recents_file::RecentsFile;
use crate::app::theme;
use crate::app::widgets::{entered, note_covered, resume_focus, show_focus};
use crate::app::window::before_lesson::BeforeLesson;
use crate::app::window::panels::Panels;
use crate::app::window::redrawing::Redrawing;
use crate::app::window::undo::steps::UndoSteps;
use crate::config::Config;
use crate::console::tell;
use crate::engine::Command;
use crate::fault::guarded;
use crate::words::secs_said;

/// How soon to try again when the engine had no room for a command.
const RETRY: Duration = Duration::from_millis(30);

/// Height of what messages must not cover below the views, in points: the status line, and above it the timeline.
const AT_THE_BOTTOM: f32 = 12.0;
const ABOVE_STATUS: f32 = 40.0;
const ABOVE_TIMELINE: f32 = 88.0;

/// The window's application. Dropping it stops the engine.
pub struct App {
    pub(crate) state: State,
    pub(crate) dialogs: Dialogs,
    pub(crate) camera: Option<Camera>,
    /// What a film shows, while there is one.
    pub(crate) filmed: ClipSubject,
    pub(crate) dock: Dock,
    /// What is written in other colours, while the window has these.
    pub(crate) redrawing: Option<Redrawing>,
    /// What a lesson changed, as it was before.
    pub(crate) before_lesson: Option<BeforeLesson>,
    /// Ended before the run itself: its model is the last that is kept.
    pub(crate) beside: Vec<EngineBeside>,
    pub(crate) ending: Ending,
    pub(crate) link: Box<dyn Link>,
    pub(crate) connect: Connect,
    panels: Panels,
    pub(crate) undo: UndoSteps,
    pub(crate) preferences: Option<PreferencesFile>,
    pub(crate) recents_file: Option<RecentsFile>,
    /// The title that the window has.
    title: String,
    stats: FrameStats,
    /// What the logic before this frame cost.
    logic_work: Duration,
    /// From when on the time to the first frame is counted.
    pub(crate) started: Instant,
    /// Whether to print the frames' cost when the window closes.
    pub(crate) prints_stats: bool,
    /// Whether everything has another size than in the frame before.
    pub(crate) is_zoomed: bool,
    /// Frames that panicked, one after the other.
    pub(crate) lost_frames: u32,
    /// Whether the logic before this frame panicked.
    is_logic_lost: bool,
    pub(crate) reports: FaultReports,
    /// What had the focus at the end of the last frame.
    pub(crate) focus: Focus,
    pub(crate) pace: RepaintRate,
    pub(crate) is_software: bool,
    /// The run that was shown last.
    generation: Option<u64>,
}

impl App {
    /// Connects to an engine and shows nothing yet.
    pub fn new(ctx: &Context, config: Config, settings: Settings, mut connect: Connect) -> Self {
        theme::install(ctx);
        // The zoom is a setting, and its keys are actions.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        ctx.set_theme(settings.preferences.theme);
        Self {
            beside: Vec::new(),
            ending: Ending::default(),
            link: connect(config.clone(), EngineRole::Run, ctx),
            connect,
            state: State::new(config, settings),
            dialogs: Dialogs::default(),
            camera: None,
            filmed: ClipSubject::Window,
            dock: Dock::default(),
            redrawing: None,
            before_lesson: None,
            panels: Panels::default(),
            undo: UndoSteps::default(),
            preferences: None,
            recents_file: None,
            title: String::new(),
            stats: FrameStats::default(),
            logic_work: Duration::ZERO,
            started: Instant::now(),
            prints_stats: false,
            is_zoomed: false,
            lost_frames: 0,
            is_logic_lost: false,
            reports: FaultReports::default(),
            focus: Focus::None,
            pace: RepaintRate::default(),
            is_software: false,
            generation: None,
        }
    }

    /// What the panels show.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What the panels show, to be changed by a test.
    pub fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// Takes what the engine has to say and passes on what was asked for; paints nothing. A panic is told, and the next frame
    /// tries again.
    pub fn logic(&mut self, ctx: &Context) {
        let done = guarded(|| self.take_over(ctx));
        self.is_logic_lost = done.is_err();
        if let Err(fault) = done {
            self.lose_frame(&fault, ctx);
        }
    }

    fn take_over(&mut self, ctx: &Context) {
        let begun = Instant::now();
        for news in self.link.news() {
            self.state.on_news(news);
        }
        self.take_outcomes(ctx);
        self.welcome_run();
        let time_secs = ctx.input(|input| input.time);
        if let Some(wait) = self.state.play_on(time_secs) {
            ctx.request_repaint_after(wait);
        }
        if let Some(wait) = self.state.note_coded(self.link.movies_coded(), time_secs) {
            ctx.request_repaint_after(wait);
        }
        let views: Vec<_> = self.dock.visible().collect();
        self.state.attend_tour(&views);
        self.state.attend_watch();
        self.ask_past();
        self.attend_beside(ctx);
        self.attend_pins(ctx);
        self.attend_sweep(ctx);
        self.ask_workers(ctx);
        self.film_on(ctx);
        self.flush(ctx);
        self.take_picture(ctx);
        self.logic_work += begun.elapsed();
    }

    /// Shows all panels, then does what they and the keys asked for. A panic is told, and the next frame tries again.
    pub fn ui(&mut self, ui: &mut Ui) {
        match guarded(|| self.show(ui)) {
            Ok(()) if self.is_logic_lost => {}
            Ok(()) => self.lost_frames = 0,
            Err(fault) => self.lose_frame(&fault, ui.ctx()),
        }
    }

    fn show(&mut self, ui: &mut Ui) {
        let begun = Instant::now();
        let ctx = ui.ctx().clone();
        self.take_dropped_files(&ctx);
        resume_focus(&ctx);
        self.attend_close(&ctx);
        let is_closed = close_by_escape(&ctx, &mut self.state);
        self.undo.follow_keys(&ctx);
        self.state.way_back = way_back(&ctx);
        self.take_presenter_keys(&ctx);
        self.enlarge(&ctx);
        let keys = self.keys(&ctx);
        self.state.actions.extend(keys);
        if is_closed {
            let of_escape = [Action::ClearSelection, Action::Present];
            self.state
                .actions
                .retain(|action| !of_escape.contains(action));
        }
        let colors = self.state.settings.preferences.colors();
        let newest = self.state.newest.as_ref();
        if newest.is_some_and(|model| model.colors != colors) {
            self.link.recolor(colors);
        }
        note_covered(ui.ctx(), self.state.is_covered());
        self.panels.show(ui, &mut self.state, &mut self.dock);
        self.replace_files(&ctx);
        self.write_redrawn(&ctx);
        let chosen = self.state.exports.clip.as_ref();
        if chosen.is_some_and(|form| form.subject != form.source.subject) {
            self.measure_clip(&ctx);
        }
        match entered(&ctx) {
            Some(Some(reason)) => self.state.notices.news_instead(NUMBER, reason),
            Some(None) => self.state.notices.resolve(NUMBER),
            None => {}
        }
        if crash(&ctx, &mut self.state) {
            self.restart(&ctx);
        }
        let state = &self.state;
        let below = match (state.presents, state.settings.shows_timeline) {
            (true, _) if state.tour.is_none() && !state.is_past() => AT_THE_BOTTOM,
            (false, false) => ABOVE_STATUS,
            _ => ABOVE_TIMELINE,
        };
        if !self.state.is_filmed() {
            let card = lesson_card(&ctx, &self.state);
            let fade = self.state.presents;
            self.state.notices.show(&ctx, below, card, fade);
            if self.state.notices.take_wish() {
                self.state.sheets.open(Sheet::Messages);
            }
        }
        for action in std::mem::take(&mut self.state.actions) {
            self.perform(action, &ctx);
        }
        ctx.set_theme(self.theme());
        theme::animate(&ctx, self.state.settings.preferences.animations);
        if self.state.pointed.turn() {
            ctx.request_repaint();
        }
        let is_held = ctx.input(|input| input.pointer.any_down());
        let is_typing = ctx.text_edit_focused();
        self.state.instruct(is_held, is_typing);
        self.note_setup(&ctx);
        self.keep_preferences(&ctx);
        self.keep_recents(&ctx);
        self.name_window(&ctx);
        self.report_faults(&ctx);
        self.ask_past();
        self.flush(&ctx);
        self.focus = Focus::now(&ctx);
        show_focus(&ctx);
        let work = std::mem::take(&mut self.logic_work) + begun.elapsed();
        self.stats.record(work, self.started.elapsed());
        if self.state.now().is_some_and(|status| status.step > 0) {
            self.stats.note_learned(self.started.elapsed());
        }
    }

    /// Writes the name of the model into the title.
    fn name_window(&mut self, ctx: &Context) {
        let title = self.state.title();
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Shows the beginning of every run as fast as may be.
    fn welcome_run(&mut self) {
        let newest = self.state.newest.as_ref();
        let generation = newest.map(|model| model.snapshot.generation);
        if std::mem::replace(&mut self.generation, generation) != generation {
            self.pace.begin_again();
        }
    }

    /// Asks for the moment of the past that is wanted, unless it was asked for.
    fn ask_past(&mut self) {
        if let Some(request) = self.state.past_request() {
            self.link.show_past(request);
        }
    }

    /// Asks the workers for what the views showed last; what people change then is asked for with the next frame,
    /// which follows every input. Asking wakes threads that compute: early in a frame they do not interrupt it.
    fn ask_workers(&mut self, ctx: &Context) {
        let views: Vec<_> = self.dock.visible().collect();
        for request in self.state.requests(&views) {
            match request {
                Request::Ask(question) => self.link.ask(question),
                Request::Later(wait) => ctx.request_repaint_after(wait),
            }
        }
    }

    /// Sends queued commands; what finds no room is tried again soon.
    fn flush(&mut self, ctx: &Context) {
        if self.state.crash.is_some() {
            return;
        }
        let in_flight = &mut self.state.in_flight;
        let sent = |command: &Command| {
            in_flight.note(command);
            follow_run(&mut self.beside, command);
        };
        if !send_queued(&*self.link, &mut self.state.commands, sent) {
            ctx.request_repaint_after(RETRY);
        }
    }

    fn take_picture(&mut self, ctx: &Context) {
        let has_snapshot = self.state.now().is_some();
        if let Some(camera) = &mut self.camera {
            camera.attend(ctx, has_snapshot, self.state.crash.as_deref());
        }
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        self.logic(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        let cost = frame.info().cpu_usage.unwrap_or_default();
        let pixels = if self.is_software {
            ui.ctx().content_rect().area() * ui.ctx().pixels_per_point().powi(2)
        } else {
            0.0
        };
        self.pace
            .note(Duration::from_secs_f32(cost.max(0.0)), pixels);
        self.ui(ui);
    }

    /// A pointer that happens to be over the window does not belong into its picture.
    fn raw_input_hook(&mut self, ctx: &Context, input: &mut egui::RawInput) {
        if self.state.is_filmed() && !self.state.asks_to_quit {
            Self::hear_while_filmed(ctx, input);
        }
        self.lay_pointer_aside(ctx, input);
        if self.camera.is_some() {
            input
                .events
                .retain(|event| !matches!(event, egui::Event::PointerMoved(_)));
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.store(storage);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.stop_clip();
        self.finish_writing();
        self.finish_reports();
        if self.prints_stats {
            tell(&self.stats);
            if let Some(status) = self.state.now() {
                let (movies, secs) = (status.movies_seen, status.elapsed_secs);
                let pace = movies as f64 / secs.max(1e-9);
                let secs = secs_said(secs, 1);
                tell(format_args!(
                    "{movies} movies in {secs} of learning: {pace:.0} a second"
                ));
            }
        }
    }
}
