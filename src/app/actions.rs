//! What each action does.

use std::path::{Path, PathBuf};
use std::thread;

use egui::{Context, Theme, ThemePreference, ViewportCommand, gui_zoom};

use super::action::Action;
use super::dialogs::{Answer, MODEL, Purpose};
use super::window::App;
use crate::engine::{Command, Run, Snapshot};
use crate::figure::{
    self, Atlas, CurveOptions, GridOptions, PoolingOptions, STRONGEST, Scene, WriteError,
};
use crate::source::SourceSpec;

impl App {
    /// Does what the user asked for.
    pub(super) fn perform(&mut self, action: Action, ctx: &Context) {
        let state = &mut self.state;
        match action {
            Action::TogglePause => state.send(match state.run() {
                Run::Paused => Command::Resume,
                Run::Waiting | Run::Running | Run::Counting(_) => Command::Pause,
            }),
            Action::StepOne => state.send(Command::Step(1)),
            Action::StepHundred => state.send(Command::Step(100)),
            Action::Reset => state.send(Command::Reset),
            Action::NewSeed => {
                if state.next_seed == state.live.seed {
                    state.next_seed = state.next_seed.wrapping_add(1);
                }
                state.send(Command::NewSeed(state.next_seed));
            }
            Action::UseScenes => state.send(Command::NewSource(SourceSpec::Scenes)),
            Action::OpenFolder => self.ask(Purpose::PictureFolder, ctx),
            Action::OpenPictures => self.ask(Purpose::PictureFiles, ctx),
            Action::OpenModel => self.ask(Purpose::OpenModel, ctx),
            Action::SaveModel => match state.model_path.clone() {
                Some(path) => state.send(Command::Save(path)),
                None => self.ask(Purpose::SaveModel, ctx),
            },
            Action::SaveModelAs => self.ask(Purpose::SaveModel, ctx),
            Action::RestoreModel => state.send(Command::Restore),
            Action::ExportFigures => self.ask(Purpose::ExportFolder, ctx),
            Action::ZoomIn => gui_zoom::zoom_in(ctx),
            Action::ZoomOut => gui_zoom::zoom_out(ctx),
            Action::ZoomReset => ctx.set_zoom_factor(1.0),
            Action::ToggleTheme => {
                state.settings.theme = match ctx.theme() {
                    Theme::Dark => ThemePreference::Light,
                    Theme::Light => ThemePreference::Dark,
                };
                ctx.set_theme(state.settings.theme);
            }
            Action::Help => state.shows_help = !state.shows_help,
            Action::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    fn ask(&mut self, purpose: Purpose, ctx: &Context) {
        if !self.dialogs.ask(purpose, ctx) {
            self.state.notices.problem(NO_DIALOG);
        }
    }

    /// Does what a dialog was opened for.
    pub(super) fn on_answer(&mut self, answer: Answer, ctx: &Context) {
        let state = &mut self.state;
        let Some(first) = answer.paths.first().cloned() else {
            state.notices.news(NO_DIALOG);
            return;
        };
        match answer.purpose {
            Purpose::PictureFolder | Purpose::PictureFiles => {
                state.send(Command::NewSource(SourceSpec::Images(answer.paths)));
            }
            Purpose::OpenModel => state.send(Command::Open(first)),
            Purpose::SaveModel => state.send(Command::Save(with_extension(first))),
            Purpose::ExportFolder => self.export(first, ctx),
        }
    }

    /// A dropped model is opened; dropped pictures and folders are learned from.
    pub(super) fn take_dropped_files(&mut self, ctx: &Context) {
        let paths: Vec<PathBuf> = ctx.input(|input| {
            let files = input.raw.dropped_files.iter();
            files.map(|file| file.path().to_owned()).collect()
        });
        match &paths[..] {
            [] => {}
            [path] if is_model(path) => self.state.send(Command::Open(path.clone())),
            _ => self
                .state
                .send(Command::NewSource(SourceSpec::Images(paths))),
        }
    }

    /// Writes the figures of the newest snapshot on a thread of its own.
    fn export(&mut self, folder: PathBuf, ctx: &Context) {
        let state = &mut self.state;
        let Some(drawing) = &state.drawing else {
            state.notices.problem("There is nothing to export yet.");
            return;
        };
        let (snapshot, settings) = (drawing.snapshot.clone(), state.settings);
        let atlas = drawing.atlas.clone();
        let options = CurveOptions {
            abscissa: settings.abscissa,
            ..CurveOptions::default()
        };
        let (messenger, ctx) = (state.notices.messenger(), ctx.clone());
        let work = move || {
            match write_figures(&snapshot, &atlas, &options, &folder) {
                Ok(()) => messenger.tell(format!("Figures written to {}", folder.display()), false),
                Err(error) => messenger.tell(error.to_string(), true),
            }
            ctx.request_repaint();
        };
        let spawned = thread::Builder::new()
            .name("figure export".to_owned())
            .spawn(work);
        if let Err(error) = spawned {
            state
                .notices
                .problem(format!("The figures cannot be written: {error}"));
        }
    }
}

const NO_DIALOG: &str =
    "Nothing was chosen. If no dialog appeared, enter the path on the left instead.";

/// Writes the three figures as SVG and PNG.
fn write_figures(
    snapshot: &Snapshot,
    atlas: &Atlas,
    options: &CurveOptions,
    folder: &Path,
) -> Result<(), WriteError> {
    let strongest = figure::strongest_simple(snapshot.pooling.view(), STRONGEST);
    let (units, rows) = (atlas.units(), strongest.len());
    let history = &snapshot.history;
    let scenes: [(&str, Scene); 3] = [
        (
            "filters",
            figure::filter_grid(atlas, &GridOptions::square(units)).scene,
        ),
        (
            "pooling",
            figure::pooling_rows(
                atlas,
                &strongest,
                &snapshot.invariant_use,
                &PoolingOptions::page(rows),
            )
            .scene,
        ),
        ("curves", figure::curves(history, options)),
    ];
    for (name, scene) in scenes {
        figure::write_svg(&scene, &folder.join(format!("{name}.svg")))?;
        figure::write_png(&scene, &folder.join(format!("{name}.png")), 2.0)?;
    }
    Ok(())
}

fn is_model(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == MODEL)
}

/// Adds the extension of model files to a name without one.
pub(super) fn with_extension(path: PathBuf) -> PathBuf {
    if path.extension().is_some() {
        path
    } else {
        path.with_extension(MODEL)
    }
}
