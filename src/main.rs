//! Parse the command line, run it, and turn its outcome into an exit code.

use std::process::ExitCode;

use clap::Parser;

use cellscope::cli::{self, Cli, LaunchArgs};
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match &cli.command {
        Some(command) => cli::run(command),
        None => open_window(&cli.launch),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cellscope: {}", cli::one_line(&error));
            ExitCode::FAILURE
        }
    }
}

#[cfg(feature = "window")]
fn open_window(args: &LaunchArgs) -> anyhow::Result<()> {
    use cellscope::app::{self, Launch, Screenshot, WindowError};
    use cellscope::cli::ThemeArg;
    use cellscope::config::Preset;
    use cellscope::pane::Arrangement;

    let (run, window) = (&args.run, &args.window);
    let is_toy = run.open.is_none() && run.preset == Preset::Toy;
    let layout = window.layout.or(is_toy.then_some(Arrangement::Figure1));
    let screenshot = window.screenshot.as_ref().map(|path| Screenshot {
        path: path.clone(),
        after_secs: window.after,
        width: window.size.0 as f32,
        height: window.size.1 as f32,
        theme: match window.theme {
            ThemeArg::Dark => egui::ThemePreference::Dark,
            ThemeArg::Light => egui::ThemePreference::Light,
        },
    });
    let launch = Launch {
        config: run.config()?,
        threads: run.threads.count,
        paused: window.paused,
        open: run.open.clone(),
        commands: run.changes(),
        screenshot,
        arrangement: layout,
        view: window.view,
        frame_stats: window.frame_stats,
    };
    match app::run(launch) {
        Err(WindowError::NoDisplay(reason)) => {
            eprintln!("cellscope: no display ({reason}); training without a window");
            cli::headless(args)
        }
        outcome => Ok(outcome?),
    }
}

#[cfg(not(feature = "window"))]
fn open_window(args: &LaunchArgs) -> anyhow::Result<()> {
    eprintln!("cellscope: built without the window; training without one");
    cli::headless(args)
}
