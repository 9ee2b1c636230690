//! What all panels read. Panels change only how things are shown, and queue commands and actions.

pub(crate) mod activations;
pub(crate) mod command_queue;
pub(crate) mod convergence;
pub(crate) mod freshness;
pub(crate) mod inpainting;
pub(crate) mod mask_editor;
pub(crate) mod model_view;
pub(crate) mod patch_location;
pub(crate) mod selection;
pub(crate) mod settings;
pub(crate) mod stimulus;
pub(crate) mod unit_list;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::commands::Action;
use crate::app::export::job::{ExportForm, Exports};
use crate::app::notices::Notices;
use crate::app::state::activations::Lit;
use crate::app::state::command_queue::Outbox;
use crate::app::state::convergence::Descent;
use crate::app::state::inpainting::Filling;
use crate::app::state::model_view::Drawing;
use crate::app::state::selection::Selection;
use crate::app::state::settings::Settings;
use crate::app::state::stimulus::Bench;
use crate::app::state::unit_list::{Basis, Roster};
use crate::app::widgets::Textures;
use crate::config::Config;
use crate::engine::{Command, Layer, Run, Status};

/// Units in a row of the view that was clicked last, by layer: how far the arrow keys go up and down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) simple: usize,
    pub(crate) invariant: usize,
}

impl Columns {
    pub(crate) fn of(self, layer: Layer) -> usize {
        match layer {
            Layer::Simple => self.simple,
            Layer::Invariant => self.invariant,
        }
    }
}

/// What would replace a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Replaces {
    /// The model, saved to this file.
    Model(PathBuf),
    /// A view, exported.
    View(ExportForm),
}

impl Replaces {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Model(path) => path,
            Self::View(form) => Path::new(&form.path),
        }
    }
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
    /// The units shown, in their order.
    pub roster: Arc<Roster>,
    /// The stimulus on the bench.
    pub bench: Bench,
    /// How fast the energies fall.
    pub descent: Descent,
    /// What is hidden and filled in.
    pub filling: Filling,
    /// What is being exported, while that is asked for.
    pub export: Option<ExportForm>,
    /// What would replace a file that is there, while that is asked.
    pub replaces: Option<Replaces>,
    /// Pictures being loaded, if any are.
    pub loading: Option<Loading>,
    /// A line for each picture file left out.
    pub skipped: Vec<String>,
    /// Whether the list of files left out is open.
    pub shows_skipped: bool,
    /// Whether the help is open.
    pub shows_help: bool,
    /// What the training thread said when it died.
    pub crash: Option<String>,
    /// Short messages.
    pub notices: Notices,
    pub(crate) exports: Exports,
    pub(crate) drawing: Option<Drawing>,
    pub(crate) columns: Columns,
    pub(crate) basis: Option<Basis>,
    pub(crate) textures: Textures,
    pub(crate) outbox: Outbox,
    pub(crate) actions: Vec<Action>,
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
            roster: Arc::default(),
            bench: Bench::default(),
            descent: Descent::default(),
            filling: Filling::default(),
            export: None,
            loading: None,
            skipped: Vec::new(),
            shows_skipped: false,
            shows_help: false,
            replaces: None,
            exports: Exports::default(),
            crash: None,
            notices: Notices::default(),
            drawing: None,
            basis: None,
            columns: Columns {
                simple: 1,
                invariant: 1,
            },
            textures: Textures::default(),
            outbox: Outbox::default(),
            actions: Vec::new(),
        }
    }

    /// Marks the unit so many further on in the layer that was marked last.
    pub(crate) fn step(&mut self, by: isize) {
        let roster = Arc::clone(&self.roster);
        self.selection.step(roster.units(self.selection.layer), by);
    }

    /// Units in a row of the view that the arrow keys move in.
    pub(crate) fn row(&self) -> isize {
        self.columns.of(self.selection.layer) as isize
    }

    /// How strongly the units of a layer answer to what the bench shows, or to what is being filled in.
    pub(crate) fn lit(&self, layer: Layer) -> Option<Lit<'_>> {
        let drawing = self.drawing.as_ref()?;
        let bench = self.bench.answers(drawing, layer);
        bench.or_else(|| self.filling.answers(drawing, layer))
    }

    /// Whether the model has learned nothing yet and is not about to.
    pub(crate) fn is_untouched(&self) -> bool {
        self.status()
            .is_some_and(|status| status.movies_seen == 0 && status.run == Run::Paused)
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

    /// The file that the model was saved to or opened from last.
    #[must_use]
    pub fn model_path(&self) -> Option<&Path> {
        self.status()?.file.as_deref()
    }

    /// Whether the engine learns.
    #[must_use]
    pub fn run(&self) -> Run {
        self.status().map_or(Run::Waiting, |status| status.run)
    }

    /// Takes over a configuration that replaced the one in force.
    pub(crate) fn adopt(&mut self, config: &Config) {
        self.live = config.clone();
        self.draft = config.clone();
        self.next_seed = config.seed;
        self.selection = Selection::default();
        self.filling.begin_again();
    }
}
