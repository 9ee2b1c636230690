//! Arguments of the window.

use std::path::PathBuf;

use clap::Args;

use super::choices::ThemeArg;
use super::run::RunArgs;
use super::values::{percent, positive, size};
use crate::cli::io::replaced::Kind;
use crate::cli::io::report::check_output;

/// Arguments of the program without a command.
#[derive(Args, Debug)]
pub struct LaunchArgs {
    /// The model and its pictures.
    #[command(flatten)]
    pub run: RunArgs,
    /// Arguments of the window alone.
    #[command(flatten)]
    pub window: WindowArgs,
}

impl LaunchArgs {
    /// Checks that the picture of the window can be written, where one is asked for, without replacing a file of another kind.
    ///
    /// # Errors
    /// When its name does not end in .png, or its path cannot be used.
    pub fn check_screenshot(&self) -> anyhow::Result<()> {
        let (mut path, read) = (self.window.screenshot.iter(), self.run.read_files());
        path.try_for_each(|path| check_output("--screenshot", path, &read, Kind::Png))
    }
}

/// Arguments of the window alone.
#[derive(Args, Debug)]
pub struct WindowArgs {
    /// Write a picture of the window to this PNG file, then close
    #[arg(long, value_name = "PNG")]
    pub screenshot: Option<PathBuf>,
    /// Seconds from the first filters to the picture
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = positive, requires = "screenshot")]
    pub after: f64,
    /// Size of the picture of --screenshot, in points
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size, requires = "screenshot")]
    pub size: (u32, u32),
    /// Theme for this start [default: as set before; dark for --screenshot]
    #[arg(long, value_enum)]
    pub theme: Option<ThemeArg>,
    /// Zoom of the window in percent, 20 to 500, for this start [default: as set before; 100 for --screenshot]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub zoom: Option<u32>,
    /// Start paused: training waits for the Resume button
    #[arg(long)]
    pub paused: bool,
    /// Layout of the views [default: as last time]
    #[arg(long)]
    pub layout: Option<String>,
    /// View to bring to the front
    #[arg(long)]
    pub view: Option<String>,
    /// Folder of a sweep whose map to show, which `cellscope sweep plan` made
    #[arg(long, value_name = "DIR")]
    pub sweep: Option<PathBuf>,
    /// Show the card Welcome and the trained model, as the first start without arguments does
    #[arg(long, conflicts_with = "lesson")]
    pub welcome: bool,
    /// Lesson to begin with: a TOML file, or one of the program
    #[arg(long, value_name = "FILE|KEY")]
    pub lesson: Option<PathBuf>,
    /// Step of the lesson to begin at
    #[arg(long, value_name = "N", default_value_t = 1, requires = "lesson")]
    pub step: usize,
    /// Print the window's own time per frame when it closes
    #[arg(long)]
    pub frame_stats: bool,
}
