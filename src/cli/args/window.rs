//! What the window takes.

use std::path::PathBuf;

use clap::Args;

use super::choices::ThemeArg;
use super::run::RunArgs;
use super::values::{positive, size};
use crate::pane::{Arrangement, Pane};

/// What the window, or the headless run in its place, starts with.
#[derive(Args, Debug)]
pub struct LaunchArgs {
    /// What to learn, and from what.
    #[command(flatten)]
    pub run: RunArgs,
    /// What the window is asked to do beside showing.
    #[command(flatten)]
    pub window: WindowArgs,
}

/// What the window is asked to do beside showing.
#[derive(Args, Debug)]
pub struct WindowArgs {
    /// Take a picture of the window, write it to this PNG file and close
    #[arg(long, value_name = "PNG")]
    pub screenshot: Option<PathBuf>,
    /// Seconds before the picture is taken, from when the first filters are shown
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = positive, requires = "screenshot")]
    pub after: f64,
    /// Size of the picture, in points
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size, requires = "screenshot")]
    pub size: (u32, u32),
    /// Theme of the picture
    #[arg(long, value_enum, default_value_t = ThemeArg::Dark, requires = "screenshot")]
    pub theme: ThemeArg,
    /// Wait for the Resume button instead of learning at once
    #[arg(long)]
    pub paused: bool,
    /// Arrange the views in this way instead of as they were left
    #[arg(long, value_enum)]
    pub layout: Option<Arrangement>,
    /// Bring this view to the front, whatever the arrangement
    #[arg(long, value_enum)]
    pub view: Option<Pane>,
    /// Print what the window's own work cost per frame when it closes
    #[arg(long)]
    pub frame_stats: bool,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Asked {
        #[command(flatten)]
        window: WindowArgs,
    }

    fn parsed(flag: &str, key: &str) -> WindowArgs {
        let asked = Asked::try_parse_from(["cellscope", flag, key]);
        asked.expect("an argument of the window").window
    }

    #[test]
    fn every_view_and_every_arrangement_is_found_by_its_key() {
        for pane in Pane::ALL {
            assert_eq!(parsed("--view", pane.key()).view, Some(pane));
        }
        for arrangement in Arrangement::ALL {
            let found = parsed("--layout", arrangement.key()).layout;
            assert_eq!(found, Some(arrangement));
        }
    }
}
