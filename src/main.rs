//! Parse the command line, run it, and turn its outcome into an exit code.

#![warn(clippy::print_stderr)]

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, CommandFactory, FromArgMatches};

use cellscope::cli::{self, ArgumentError, Cli, LaunchArgs};
use cellscope::console::tell;
use cellscope::interrupt;
#[cfg(feature = "window")]
use cellscope::sweep::SweepFolder;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cellscope::fault::note_places();
    interrupt::outlive_size_limit();
    let cli = Cli::from_arg_matches(&matches()).unwrap_or_else(|error| end(&error));
    let outcome = match &cli.command {
        Some(command) => cli::run(command, self::command),
        None => open_window(&cli.launch),
    };
    match outcome {
        Ok(()) => interrupt::exit_code().map_or(ExitCode::SUCCESS, ExitCode::from),
        Err(error) => {
            let line = cli::one_line(&error);
            tell(format_args!("cellscope: {line}"));
            // An argument that cannot be used ends as those do that clap refuses.
            let code = if error.is::<ArgumentError>() { 2 } else { 1 };
            ExitCode::from(interrupt::exit_code().unwrap_or(code))
        }
    }
}

/// What is given on the command line; a mistake in it ends the program. A file in the place of a command is most likely a model.
fn matches() -> ArgMatches {
    command().try_get_matches().unwrap_or_else(|mut error| {
        let named = error.get(ContextKind::InvalidSubcommand);
        if named.is_some_and(|named| named.to_string().contains(['/', '\\', '.'])) {
            let hint = "to open a model give --open and its path, to learn from pictures --images";
            error.insert(
                ContextKind::Suggested,
                ContextValue::StyledStrs(vec![hint.into()]),
            );
            error.remove(ContextKind::SuggestedSubcommand);
        }
        end(&error)
    })
}

/// Ends the program with the help or the version that was asked for, or with what is wrong with the command line.
fn end(told: &clap::Error) -> ! {
    let printed = told.print();
    let is_lost = |error: &std::io::Error| error.kind() != ErrorKind::BrokenPipe;
    if let Some(error) = printed.err().filter(is_lost)
        && !told.use_stderr()
    {
        tell(format_args!(
            "cellscope: standard output: not written: {error}"
        ));
        std::process::exit(1);
    }
    std::process::exit(told.exit_code())
}

/// The command line, without what only the window knows.
fn definition() -> clap::Command {
    cli::taking_negative_numbers(Cli::command()).version(cellscope::VERSION)
}

/// The command line, with the layouts and views that the window has.
#[cfg(feature = "window")]
fn command() -> clap::Command {
    use cellscope::app;
    use clap::builder::{PossibleValue, PossibleValuesParser};

    let value = |key: &'static str, other: String, about: &'static str| {
        PossibleValue::new(key).alias(other).help(about)
    };
    let layouts = app::LAYOUTS
        .iter()
        .map(|layout| value(layout.key, layout.word(), layout.about));
    let layouts = PossibleValuesParser::new(layouts);
    let views = app::views()
        .into_iter()
        .map(|view| value(view.key, view.word(), view.about));
    let views = PossibleValuesParser::new(views);
    let threads = "Threads to compute with, 0 for all cores; the results do not depend on it [default: that of Preferences]";
    definition()
        .mut_arg("threads", |arg| arg.help(threads))
        .mut_arg("layout", |arg| arg.value_parser(layouts))
        .mut_arg("view", |arg| arg.value_parser(views))
}

#[cfg(not(feature = "window"))]
fn command() -> clap::Command {
    definition()
}

#[cfg(feature = "window")]
fn open_window(args: &LaunchArgs) -> anyhow::Result<()> {
    use cellscope::app::{self, Greeting, Launch, Layout, Screenshot, WindowError};
    use cellscope::cli::ThemeArg;
    use cellscope::config::Preset;
    use egui::ThemePreference;

    let (run, window) = (&args.run, &args.window);
    args.check_screenshot()?;
    let is_toy = run.open.is_none() && run.preset == Preset::Toy;
    let layout = window.layout.as_deref().or(is_toy.then_some("figure1"));
    let theme = window.theme.map(|theme| match theme {
        ThemeArg::Dark => ThemePreference::Dark,
        ThemeArg::Light => ThemePreference::Light,
    });
    let screenshot = window.screenshot.as_ref().map(|path| Screenshot {
        path: path.clone(),
        after_secs: window.after,
        width: window.size.0 as f32,
        height: window.size.1 as f32,
        theme: theme.unwrap_or(ThemePreference::Dark),
    });
    let config = run.config()?;
    run.tell_without_effect(&config);
    if let Some(folder) = &window.sweep {
        SweepFolder::open(folder)?;
    }
    let lesson = window.lesson.as_deref().map(open_lesson).transpose()?;
    if let Some(lesson) = &lesson {
        let (step, steps) = (window.step, lesson.steps.len());
        anyhow::ensure!(
            (1..=steps).contains(&step),
            ArgumentError(format!(
                "--step {step}: the lesson \"{}\" has {steps} steps: give 1 to {steps}",
                lesson.title
            ))
        );
    }
    let launch = Launch {
        commands: run.changes(&config),
        config: config.clone(),
        threads: run.threads.asked,
        paused: window.paused,
        open: run.open.clone(),
        history_mb: run.history,
        zoom_percent: window.zoom,
        theme,
        screenshot,
        layout: layout.and_then(Layout::find),
        greeting: match (window.welcome, std::env::args_os().len()) {
            (true, _) => Greeting::Always,
            // Who asks for something certain knows what this is.
            (false, 1) => Greeting::UnlessUnwanted,
            (false, _) => Greeting::Never,
        },
        lesson,
        lesson_step: window.step,
        sweep: window.sweep.clone(),
        view: window.view.as_deref().and_then(app::find_view),
        frame_stats: window.frame_stats,
    };
    match app::run(launch) {
        Err(WindowError::NoDisplay(reason)) => {
            tell(format_args!(
                "cellscope: no display ({reason}); training without a window"
            ));
            cli::headless(args, config)
        }
        outcome => Ok(outcome?),
    }
}

/// The lesson of the program that has this name, or that of a file.
#[cfg(feature = "window")]
fn open_lesson(
    path: &std::path::Path,
) -> Result<cellscope::app::Lesson, cellscope::files::TextError> {
    use cellscope::app::{LESSONS, Lesson, ReadyLesson, views};
    use cellscope::files::TextError;

    match path.to_str().and_then(ReadyLesson::find) {
        Some(ready) => Lesson::parse(ready.key, ready.toml, &views()),
        None => Lesson::open(path, &views()).map_err(|error| match error {
            TextError::Unreadable { file, reason } => {
                let keys = LESSONS.each_ref().map(|lesson| lesson.key).join(", ");
                let reason = format!("{reason}; or give one of the lessons {keys}");
                TextError::Unreadable { file, reason }
            }
            other => other,
        }),
    }
}

#[cfg(not(feature = "window"))]
fn open_window(args: &LaunchArgs) -> anyhow::Result<()> {
    tell("cellscope: built without the window; training without one");
    let config = args.run.config()?;
    args.run.tell_without_effect(&config);
    cli::headless(args, config)
}
