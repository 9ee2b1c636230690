//! Opening the window.

mod lost_display;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use eframe::NativeOptions;
use egui::{IconData, ThemePreference, ViewportBuilder, ViewportCommand};
use thiserror::Error;

use crate::app::commands::{Layout, View};
use crate::app::diagnostics::screenshot::{Camera, Screenshot};
use crate::app::engine_link::repaint_rate::{RepaintRate, is_software};
use crate::app::engine_link::{Connect, EngineLink, EngineRole};
use crate::app::lesson::Lesson;
use crate::app::state::preferences::Preferences;
use crate::app::state::settings::Settings;
use crate::app::storage::preferences::preferences_file;
use crate::app::storage::recents_file::recents_file;
use crate::app::window::App;
use crate::config::Config;
use crate::console::tell_there;
use crate::engine::{Command, Keep, KeptModel, Options, SAVE_EVERY};
use crate::fault::guarded;
use crate::ffmpeg::choose_ffmpeg;
use crate::files::private_folder;
use crate::interrupt::{self, Listening};
use crate::words::printable;
use lost_display::{are_kept, keep_at_the_end};

/// Whether colours are scattered where they change slowly, which nothing drawn here needs: it costs a tenth of the
/// painting where no graphics processor does it.
const DITHERING: bool = false;

/// How often the window asks whether it is to close, where no thread tells it.
const ASKED_EVERY: Duration = Duration::from_millis(500);

/// Whether a start shows the card Welcome above the trained model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// It does not.
    Never,
    /// It does unless the user wants it no more.
    UnlessUnwanted,
    /// It does.
    Always,
}

/// What the window starts with.
#[derive(Clone, Debug)]
pub struct Launch {
    /// What to learn, and from what.
    pub config: Config,
    /// Threads to learn with, 0 for all cores; as it was set in the window when `None`.
    pub threads: Option<usize>,
    /// Wait for the user before learning.
    pub paused: bool,
    /// A model to go on with.
    pub open: Option<PathBuf>,
    /// Largest size of the history of a run, in megabytes, 0 for none; as it was set in the window when `None`.
    pub history_mb: Option<u64>,
    /// Size of everything, in percent; as it was set in the window when `None`.
    pub zoom_percent: Option<u32>,
    /// The theme; as it was set in the window when `None`.
    pub theme: Option<ThemePreference>,
    /// What to ask of the engine at the start.
    pub commands: Vec<Command>,
    /// A picture to take of the window before closing it.
    pub screenshot: Option<Screenshot>,
    /// The layout of the views; as they were left when `None`.
    pub layout: Option<&'static Layout>,
    /// A view to bring to the front.
    pub view: Option<View>,
    /// The folder of a sweep whose map to show.
    pub sweep: Option<PathBuf>,
    /// Whether to show the card Welcome.
    pub greeting: Greeting,
    /// A lesson to begin with.
    pub lesson: Option<Lesson>,
    /// The step of the lesson to begin at, from 1 on.
    pub lesson_step: usize,
    /// Print the window's own work per frame when it closes.
    pub frame_stats: bool,
}

/// Why there is no window.
#[derive(Debug, Error)]
pub enum WindowError {
    /// There is no display to open it on.
    #[error("no display: {0}")]
    NoDisplay(String),
    /// There is no OpenGL to draw with.
    #[error(
        "there is no OpenGL to draw the window with ({0}): install a driver, such as Mesa's, or learn without a window by \
         `cellscope train` and `cellscope figures`"
    )]
    NoOpenGl(String),
    /// The graphics driver or the window system refused.
    #[error("the window cannot be opened: {0}; `cellscope train` learns without it")]
    Failed(String),
    /// The picture of the window was not written.
    #[error("no screenshot: {0}")]
    Screenshot(String),
}

/// Opens the window, learns and shows until it is closed.
///
/// # Errors
/// When there is no display or it cannot be used, or when a screenshot was asked for and not written.
pub fn run(launch: Launch) -> Result<(), WindowError> {
    let started = Instant::now();
    find_display()?;
    let (camera, outcome) = launch.screenshot.as_ref().map(Camera::new).unzip();
    let nowhere = launch.screenshot.as_ref().map(|_| private_folder());
    let nowhere = nowhere.transpose().map_err(|error| {
        WindowError::Screenshot(format!("no folder for temporary files: {error}"))
    })?;
    let options = native_options(&launch, nowhere.as_deref());
    let create = move |cc: &eframe::CreationContext<'_>| {
        let mut app = create(cc, launch);
        app.started = started;
        app.camera = camera;
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    // A library that finds no thread panics.
    let ran = guarded(|| eframe::run_native("cellscope", options, Box::new(create)));
    if let Some(folder) = nowhere {
        let _ = std::fs::remove_dir_all(folder);
    }
    if let Ok(Ok(())) = ran {
        are_kept();
    }
    ran.map_err(WindowError::Failed)?
        .map_err(|error| match error {
            eframe::Error::WinitEventLoop(error) => {
                WindowError::NoDisplay(reason(&error.to_string()))
            }
            error @ (eframe::Error::Glutin(_)
            | eframe::Error::NoGlutinConfigs(..)
            | eframe::Error::OpenGL(_)) => WindowError::NoOpenGl(printable(&error.to_string())),
            error => WindowError::Failed(error.to_string()),
        })?;
    let Some(outcome) = outcome else {
        return Ok(());
    };
    let outcome = outcome.try_recv();
    let outcome = outcome.unwrap_or_else(|_| Err("the window was closed too early".to_owned()));
    outcome.map_err(WindowError::Screenshot)
}

/// Looks for a display where that can be known beforehand, because asking for a window without one
/// prints more than one line.
fn find_display() -> Result<(), WindowError> {
    const NAMES: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let needs_none = cfg!(any(windows, target_os = "macos"));
    if needs_none || NAMES.into_iter().any(is_set) {
        return Ok(());
    }
    Err(WindowError::NoDisplay(
        "neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned(),
    ))
}

/// The last part of the window system's message; before it stands where in its source it arose.
fn reason(message: &str) -> String {
    let reason = message
        .rsplit_once(": ")
        .map_or(message, |(_, reason)| reason);
    reason.to_owned()
}

fn icon() -> IconData {
    let png = include_bytes!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/icon/cellscope-128.png"
    ));
    eframe::icon_data::from_png_bytes(png).expect("assets/icon/make writes PNG files")
}

/// A picture of the window keeps `nowhere` what eframe keeps, which nobody reads again.
fn native_options(launch: &Launch, nowhere: Option<&Path>) -> NativeOptions {
    let viewport = ViewportBuilder::default()
        .with_title("cellscope")
        .with_app_id("cellscope")
        .with_icon(icon())
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([760.0, 520.0]);
    let options = NativeOptions {
        viewport,
        dithering: DITHERING,
        ..NativeOptions::default()
    };
    let Some(screenshot) = &launch.screenshot else {
        return options;
    };
    // A screenshot shows the defaults, whatever was saved before, and saves nothing itself.
    let size = [screenshot.width, screenshot.height];
    NativeOptions {
        viewport: options.viewport.clone().with_inner_size(size),
        persist_window: false,
        persistence_path: nowhere.map(|folder| folder.join("app.ron")),
        ..options
    }
}

/// Lets the system close the window as people do, with the model kept: Ctrl-C in the terminal, or the end of the session.
fn close_when_told(ctx: &egui::Context) -> std::io::Result<()> {
    let close = |ctx: &egui::Context| {
        ctx.send_viewport_cmd(ViewportCommand::Close);
        ctx.request_repaint();
    };
    let own = ctx.clone();
    if interrupt::listen(move || close(&own))? == Listening::Asked {
        let is_told = AtomicBool::new(false);
        let ask = move |ui: &mut egui::Ui| match interrupt::exit_code() {
            Some(_) if !is_told.swap(true, Ordering::Relaxed) => close(ui.ctx()),
            Some(_) => {}
            None => ui.ctx().request_repaint_after(ASKED_EVERY),
        };
        ctx.on_end_pass("requests to end", Arc::new(ask));
    }
    Ok(())
}

/// Where the window keeps what it remembers; nowhere where the system names no folder, and for a picture of the window, which
/// shows the defaults and is no work to be kept.
#[derive(Default)]
struct StoragePaths {
    preferences: Option<PathBuf>,
    recents: Option<PathBuf>,
    reports: Option<PathBuf>,
    keep: Option<Keep>,
}

impl StoragePaths {
    fn of(launch: &Launch) -> Self {
        let folder = eframe::storage_dir("cellscope").filter(|_| launch.screenshot.is_none());
        let Some(folder) = folder else {
            return Self::default();
        };
        Self {
            preferences: Some(preferences_file(&folder)),
            recents: Some(recents_file(&folder)),
            reports: Some(folder.join("reports")),
            keep: Some(Keep {
                folder: folder.join("kept"),
                every: SAVE_EVERY,
            }),
        }
    }

    /// The settings of the last start, and the file of preferences. What cannot be read is reported when it is used.
    fn settings(&self, storage: Option<&dyn eframe::Storage>) -> Settings {
        let mut settings = Settings::restore(storage).unwrap_or_default();
        let preferences = self.preferences.as_deref();
        if let Some(preferred) = preferences.and_then(|path| Preferences::read(path).ok()?) {
            settings.preferences = preferred;
        }
        settings
    }
}

/// How engines are started. The first of them opens the model that was named, and waits where that was asked for; one that
/// replaces it starts from what was shown, and one of a run beside is told.
fn connect(
    launch: &mut Launch,
    settings: &Settings,
    keep: Option<Keep>,
    pace: RepaintRate,
) -> Connect {
    let threads = launch.threads.unwrap_or(settings.preferences.threads);
    let history_bytes = settings.preferences.history_bytes();
    let mut open = launch.open.take();
    let mut paused = launch.paused;
    Box::new(move |config, role, ctx| {
        let (history_bytes, beside) = match role {
            EngineRole::Run => (history_bytes, None),
            // The timeline is that of the run.
            EngineRole::Beside(run) => (0, run),
        };
        let options = Options {
            threads,
            open: open.take(),
            keep: keep.clone(),
            in_background: true,
            paused: std::mem::take(&mut paused),
            snapshot_every: pace.snapshot_every(),
            history_bytes,
            beside,
            ..Options::default()
        };
        let (ctx, at_once, pace) = (ctx.clone(), ctx.clone(), pace.clone());
        let on_news = move || ctx.request_repaint_after(pace.wait());
        let on_past = move || at_once.request_repaint();
        let link = EngineLink::open(config, options, on_news, on_past);
        keep_at_the_end(link.keeper());
        Box::new(link)
    })
}

fn create(cc: &eframe::CreationContext<'_>, mut launch: Launch) -> App {
    let paths = StoragePaths::of(&launch);
    let mut settings = paths.settings(cc.storage);
    settings.preferences.history_mb = launch.history_mb.unwrap_or(settings.preferences.history_mb);
    let pace = RepaintRate::default();
    let kept = paths.keep.as_ref().map(|keep| keep.folder.clone());
    let connect = connect(&mut launch, &settings, paths.keep.clone(), pace.clone());
    // Before the engine starts to load.
    choose_ffmpeg(settings.preferences.named_ffmpeg());
    let mut app = App::new(&cc.egui_ctx, launch.config.clone(), settings, connect);
    app.pace = pace;
    app.state.kept.has_last = kept.as_deref().is_some_and(KeptModel::are_any);
    app.state.kept.folder = kept;
    app.is_software = cc.gl.as_ref().is_some_and(|gl| is_software(gl));
    app.restore(&cc.egui_ctx, cc.storage);
    if let Some(path) = paths.preferences {
        app.use_preferences(path, &cc.egui_ctx);
    }
    if let Some(path) = paths.recents {
        app.use_recents(path);
    }
    if let Some(folder) = paths.reports {
        app.report_into(folder);
    }
    app.set_for_once(launch.history_mb, launch.zoom_percent, launch.theme);
    app.enlarge(&cc.egui_ctx);
    if let Err(error) = close_when_told(&cc.egui_ctx) {
        let text = format!("Ctrl-C in the terminal will end the program without saving: {error}");
        app.state.notices.problem(text);
    }
    if let Some(screenshot) = &launch.screenshot {
        // Not before there is a window to take it of.
        tell_there(&screenshot.path, "replaced");
        app.state.settings.preferences.theme = screenshot.theme;
        cc.egui_ctx.set_theme(screenshot.theme);
    }
    begin(&mut app, launch);
    app
}

/// Shows what was asked for at the start.
fn begin(app: &mut App, launch: Launch) {
    for command in launch.commands {
        app.state.send(command);
    }
    let greets = match launch.greeting {
        Greeting::Never => false,
        Greeting::UnlessUnwanted => app.state.settings.greets,
        Greeting::Always => true,
    };
    if greets {
        app.greet();
    }
    if let Some(lesson) = launch.lesson {
        app.take_lesson_from(lesson, launch.lesson_step);
    }
    if let Some(layout) = launch.layout {
        app.arrange(layout);
    }
    if let Some(folder) = launch.sweep {
        app.open_sweep(folder);
    }
    if let Some(view) = launch.view {
        app.dock.reveal(view);
    }
    app.prints_stats = launch.frame_stats;
}
