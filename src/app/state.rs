//! What all panels read. Panels change only how things are shown, and queue commands and actions.

use std::path::PathBuf;

use super::action::Action;
use super::drawing::Drawing;
use super::notices::Notices;
use super::outbox::Outbox;
use super::settings::Settings;
use super::widgets::Textures;
use crate::config::Config;
use crate::engine::{Command, Run, Status};

/// The unit of each layer that is marked in every view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// A filter.
    pub simple: Option<usize>,
    /// A pooling row.
    pub invariant: Option<usize>,
}

/// Pictures being loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loading {
    /// Read so far.
    pub done: usize,
    /// To read.
    pub total: usize,
}

/// Everything the panels show.
pub struct State {
    /// How things are shown.
    pub settings: Settings,
    /// The configuration as the user has set it: the sliders show this at once, the engine follows.
    pub live: Config,
    /// The configuration that the Restart button will start with.
    pub draft: Config,
    /// The seed that the New seed button will start with.
    pub next_seed: u64,
    /// The units marked in every view.
    pub selection: Selection,
    /// Pictures being loaded, if any are.
    pub loading: Option<Loading>,
    /// A line for each picture file left out.
    pub skipped: Vec<String>,
    /// Whether the list of files left out is open.
    pub shows_skipped: bool,
    /// Whether the help is open.
    pub shows_help: bool,
    /// Where the model was saved or opened last.
    pub model_path: Option<PathBuf>,
    /// What the training thread said when it died.
    pub crash: Option<String>,
    /// Short messages.
    pub notices: Notices,
    pub(super) drawing: Option<Drawing>,
    pub(super) textures: Textures,
    pub(super) outbox: Outbox,
    pub(super) actions: Vec<Action>,
}

impl State {
    /// The state before the first snapshot of a run of `config`.
    #[must_use]
    pub fn new(config: Config, settings: Settings) -> Self {
        Self {
            settings,
            draft: config.clone(),
            next_seed: config.seed,
            live: config,
            selection: Selection::default(),
            loading: None,
            skipped: Vec::new(),
            shows_skipped: false,
            shows_help: false,
            model_path: None,
            crash: None,
            notices: Notices::default(),
            drawing: None,
            textures: Textures::default(),
            outbox: Outbox::default(),
            actions: Vec::new(),
        }
    }

    /// Queues a command for the engine.
    pub fn send(&mut self, command: Command) {
        self.outbox.push(command);
    }

    /// Asks the window to do something.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// The figures of the status line, once there is a snapshot.
    #[must_use]
    pub fn status(&self) -> Option<&Status> {
        Some(&self.drawing.as_ref()?.snapshot.status)
    }

    /// Whether the engine learns.
    #[must_use]
    pub fn run(&self) -> Run {
        self.status().map_or(Run::Waiting, |status| status.run)
    }

    /// Takes over a configuration that replaced the one in force.
    pub(super) fn adopt(&mut self, config: &Config) {
        self.live = config.clone();
        self.draft = config.clone();
        self.next_seed = config.seed;
        self.selection = Selection::default();
    }
}
