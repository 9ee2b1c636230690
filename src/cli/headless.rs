//! What the window would show, without one: training with a progress bar, then the figures as PNG.

use super::args::LaunchArgs;
use super::session::{Length, Session};
use super::train::summary;

/// How long to train.
const SECONDS: f64 = 30.0;

pub(super) fn headless(args: &LaunchArgs) -> anyhow::Result<()> {
    let mut session = Session::start(&args.run)?;
    let trained = session.train(Length::Seconds(SECONDS))?;
    eprintln!("{}", summary(&trained));
    Ok(())
}
