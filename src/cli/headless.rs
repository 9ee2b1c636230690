//! The program where there is no display: trains with a progress bar, then writes the figures as PNG.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::args::window::{LaunchArgs, WindowArgs};
use super::figures::trained_model;
use super::io::report::make_folder;
use super::train::session::{Length, Training};
use super::train::{saved, summary};
use crate::analysis::tuning::EdgeParams;
use crate::config::Config;
use crate::console::tell;
use crate::engine::Snapshot;
use crate::figure::{FigureChoices, Format, NamedFigure};

/// How long to train: simple and complex cells emerge long before.
const SECONDS: f64 = 30.0;
/// Folder for the model and its figures; a number is appended if it exists.
const FOLDER: &str = "cellscope-out";
/// The files written to it.
const RESULTS: [&str; 5] = [
    "model.safetensors",
    "model.history",
    "filters.png",
    "pooling.png",
    "curves.png",
];
/// Pixels per point of the figures.
const SCALE: f32 = 2.0;

/// Trains a model of this configuration for half a minute and writes the model, the filter grid, the pooling rows and the curves.
///
/// # Errors
/// Settings out of range, pictures that cannot be used, a folder that cannot be written to, `--screenshot`, or `--sweep`.
pub fn headless(args: &LaunchArgs, config: Config) -> anyhow::Result<()> {
    if let Some(path) = &args.window.screenshot {
        bail!(
            "{}: --screenshot needs a display; `cellscope figures` draws figures without one",
            path.display()
        );
    }
    if let Some(folder) = &args.window.sweep {
        let folder = folder.display();
        bail!("{folder}: --sweep needs a display; `cellscope sweep map` draws the map without one");
    }
    let ignored = of_the_window(&args.window);
    if !ignored.is_empty() {
        tell(format_args!(
            "ignored without a window: {}",
            ignored.join(", ")
        ));
    }
    let mut training = Training::start(&args.run, config, None)?;
    let folder = &free_folder();
    make_folder(folder, &RESULTS)?;
    let model = folder.join(RESULTS[0]);
    let trained = training.train(Length::Seconds(SECONDS));
    let trained = saved(trained, &mut training, &model)?;
    write_figures(&trained, folder)?;
    tell(summary(&trained));
    // There may be no history.
    let written = RESULTS.iter().filter(|file| folder.join(file).exists());
    let written: Vec<_> = written.copied().collect();
    let folder = folder.display();
    tell(format_args!("written to {folder}: {}", written.join(", ")));
    training.check_history()
}

/// The options given that only the window uses.
fn of_the_window(window: &WindowArgs) -> Vec<&'static str> {
    let options = [
        ("--paused", window.paused),
        ("--zoom", window.zoom.is_some()),
        ("--theme", window.theme.is_some()),
        ("--layout", window.layout.is_some()),
        ("--view", window.view.is_some()),
        ("--welcome", window.welcome),
        ("--lesson", window.lesson.is_some()),
        ("--frame-stats", window.frame_stats),
    ];
    let given = options.into_iter().filter(|(_, is_given)| *is_given);
    given.map(|(option, _)| option).collect()
}

/// A folder that does not exist yet.
fn free_folder() -> PathBuf {
    let numbered = (2..).map(|number| PathBuf::from(format!("{FOLDER}-{number}")));
    let mut folders = std::iter::once(PathBuf::from(FOLDER)).chain(numbered);
    let free = folders.find(|folder| !folder.exists());
    free.unwrap_or_else(|| PathBuf::from(FOLDER))
}

/// Writes the figures of [`RESULTS`].
fn write_figures(trained: &Snapshot, folder: &Path) -> anyhow::Result<()> {
    let parts = (&*trained.config, &*trained.learner, &*trained.history);
    let edges = EdgeParams::default();
    let model = trained_model(
        parts,
        trained.status.step,
        &edges,
        None,
        FigureChoices::default(),
    );
    for figure in NamedFigure::ALL {
        let file = format!("{}.png", figure.name);
        if RESULTS.contains(&file.as_str()) {
            let document = figure.document(&model);
            let written = document.write(&folder.join(file), Format::Png, SCALE);
            written.context("the model is saved, but")?;
        }
    }
    Ok(())
}
