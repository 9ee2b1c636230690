//! Settings that the engine and the decoder of videos follow.

use super::State;
use crate::app::state::settings::Settings;
use crate::engine::Command;
use crate::ffmpeg::choose_ffmpeg;

/// What they were told last.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pace: Option<f32>,
    pauses_when_emerged: bool,
    history_mb: u64,
    /// What every engine is started with.
    first_history_mb: u64,
    ffmpeg: String,
}

impl Told {
    /// What an engine knows that is started with these settings.
    pub(super) fn at_start(settings: &Settings) -> Self {
        Self {
            history_mb: settings.history_mb,
            first_history_mb: settings.history_mb,
            ..Self::default()
        }
    }

    /// What the next engine knows.
    pub(super) fn at_restart(&self) -> Self {
        Self {
            history_mb: self.first_history_mb,
            first_history_mb: self.first_history_mb,
            ffmpeg: self.ffmpeg.clone(),
            ..Self::default()
        }
    }
}

impl State {
    /// Tells what is set otherwise now. While a pointer holds something (`is_held`) the size of the history waits: a smaller
    /// one drops moments that a larger one would not bring back.
    pub(crate) fn instruct(&mut self, is_held: bool) {
        let now = &self.settings;
        let (pace, pauses) = (now.pace(), now.pauses_when_emerged);
        if now.ffmpeg != self.told.ffmpeg {
            self.told.ffmpeg.clone_from(&now.ffmpeg);
            choose_ffmpeg(now.named_ffmpeg());
        }
        if !is_held && now.history_mb != self.told.history_mb {
            self.told.history_mb = now.history_mb;
            self.send(Command::HistoryBytes(self.settings.history_bytes()));
        }
        if std::mem::replace(&mut self.told.pace, pace) != pace {
            self.send(Command::Pace(pace));
        }
        if std::mem::replace(&mut self.told.pauses_when_emerged, pauses) != pauses {
            self.send(Command::PauseWhenEmerged(pauses));
        }
    }
}
