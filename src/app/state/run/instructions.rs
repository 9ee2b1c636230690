//! Settings that the engine and the decoder of videos follow.

use crate::app::state::settings::Settings;
use crate::engine::Command;

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
    pub(in crate::app::state) fn at_start(settings: &Settings) -> Self {
        Self {
            history_mb: settings.preferences.history_mb,
            first_history_mb: settings.preferences.history_mb,
            ..Self::default()
        }
    }

    /// What the next engine knows.
    pub(in crate::app::state) fn at_restart(&self) -> Self {
        Self {
            history_mb: self.first_history_mb,
            first_history_mb: self.first_history_mb,
            ffmpeg: self.ffmpeg.clone(),
            ..Self::default()
        }
    }

    /// Whether another decoder of videos is named than was told last; it counts as told then.
    pub(in crate::app::state) fn takes_ffmpeg(&mut self, now: &str) -> bool {
        let is_other = now != self.ffmpeg;
        now.clone_into(&mut self.ffmpeg);
        is_other
    }

    /// The commands for what is set otherwise now. While a pointer holds something (`is_held`) the size of the history waits: a
    /// smaller one drops moments that a larger one would not bring back.
    pub(in crate::app::state) fn changes(&mut self, now: &Settings, is_held: bool) -> Vec<Command> {
        let mut commands = Vec::new();
        let preferences = &now.preferences;
        let (pace, pauses) = (now.pace(), now.pauses_when_emerged);
        if !is_held && preferences.history_mb != self.history_mb {
            self.history_mb = preferences.history_mb;
            commands.push(Command::HistoryBytes(preferences.history_bytes()));
        }
        if std::mem::replace(&mut self.pace, pace) != pace {
            commands.push(Command::Pace(pace));
        }
        if std::mem::replace(&mut self.pauses_when_emerged, pauses) != pauses {
            commands.push(Command::PauseWhenEmerged(pauses));
        }
        commands
    }
}
