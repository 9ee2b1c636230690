//! What all panels read. Panels change only how things are shown, and queue commands and actions.

pub(crate) mod exports;
mod ffmpeg_check;
mod inquiries;
pub(crate) mod kept;
pub(crate) mod model_view;
pub(crate) mod past;
pub(crate) mod pins;
pub(crate) mod preferences;
pub(crate) mod recents;
mod refusal;
mod replaces;
pub(crate) mod run;
pub(crate) mod settings;
pub(crate) mod settings_then;
pub(crate) mod sheets;
pub(crate) mod sweep_map;
mod title;
pub(crate) mod tour;
pub(crate) mod units;
pub(crate) mod workers;

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

pub(crate) use replaces::Replaces;
pub(crate) use run::loading::Loading;

use crate::app::background::Background;
use crate::app::commands::Action;
use crate::app::notices::Notices;
use crate::app::state::exports::Exports;
use crate::app::state::kept::KeptList;
use crate::app::state::model_view::ModelView;
use crate::app::state::past::timeline::Timeline;
use crate::app::state::pins::Pins;
use crate::app::state::recents::Recents;
use crate::app::state::run::in_flight::InFlight;
use crate::app::state::run::instructions::Told;
use crate::app::state::run::minibatch::MinibatchState;
use crate::app::state::settings::Settings;
use crate::app::state::sheets::Sheets;
use crate::app::state::sweep_map::SweepMapState;
use crate::app::state::tour::{BeforeTour, Tour};
use crate::app::state::units::per_layer::PerLayer;
use crate::app::state::units::pointed::Pointed;
use crate::app::state::units::selection::{Selection, UnitsInSight};
use crate::app::state::units::unit_list::{ListKey, UnitList};
use crate::app::state::workers::Workers;
use crate::app::state::workers::activations::Activations;
use crate::app::textures::Textures;
use crate::config::Config;
use crate::engine::{Command, Layer, Run, Snapshot, Status};
use crate::model::LearningParams;
use crate::parameter::{Parameter, Section};

/// What the card of the first start shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Welcome {
    /// Whether the trained model behind it is one that is visited.
    pub visits: bool,
    /// Whether it shows the lessons in place of the doors.
    pub lists_lessons: bool,
}

/// Everything the panels show.
#[derive(Default)]
pub struct State {
    /// How things are shown.
    pub settings: Settings,
    /// The configuration as the user has set it: the sliders show this at once, the engine follows.
    pub live: Config,
    /// The same without what the engine changed by itself since: what steps back restore.
    pub(crate) chosen: Config,
    /// The configuration that the Restart button will start with.
    pub draft: Config,
    /// The seed that the New seed button will start with.
    pub next_seed: u64,
    /// The units marked in every view.
    pub selection: Selection,
    /// The run whose complex cells emerged while learning was slowed down.
    pub(crate) slow_emergence: Option<u64>,
    /// Whether a run that branches off was asked for, whose units are those of the run.
    pub(crate) branches: bool,
    /// What is shown of a unit while none is selected.
    pub(crate) in_sight: UnitsInSight,
    /// The units under the pointer.
    pub(crate) pointed: Pointed,
    /// The units shown, in their order.
    pub unit_list: Arc<UnitList>,
    /// How often lists of units have gone back to their first one.
    pub(crate) lists_begun: u64,
    /// The models and pictures that were used last.
    pub recents: Recents,
    /// The models that the program keeps.
    pub kept: KeptList,
    /// What the workers are asked, and what they found.
    pub workers: Workers,
    /// Which moment of the run is shown.
    pub timeline: Timeline,
    /// The runs that are pinned, to be compared.
    pub pins: Pins,
    /// The sweep whose map is shown.
    pub sweep_map: SweepMapState,
    /// The card of the first start, while it is open.
    pub welcome: Option<Welcome>,
    /// The lesson that is taken, if one is.
    pub tour: Option<Tour>,
    /// Views and clips on their way to files.
    pub exports: Exports,
    /// What would replace files that are there: people are asked about the first, then the next.
    pub(crate) replaces: VecDeque<Replaces>,
    /// The one that people said yes to in this frame.
    pub(crate) replacing: Option<Replaces>,
    /// Whether it is asked if the window is to close.
    pub asks_to_quit: bool,
    /// Pictures being loaded, if any are.
    pub(crate) loading: Option<Loading>,
    /// A line for each picture file left out.
    pub skipped: Vec<String>,
    /// Whether the palette of commands is open.
    pub shows_palette: bool,
    /// The file that they are saved in, if one is.
    pub preferences_path: Option<PathBuf>,
    /// Whether that file could be read, and what was changed last is in it.
    pub(crate) are_preferences_saved: bool,
    /// Names of the series that charts leave out.
    pub hidden_series: BTreeSet<&'static str>,
    /// Whether the window is shown to many: full screen, and nothing around the views.
    pub presents: bool,
    /// Whether only the controls that a lecture needs are shown.
    pub has_few_controls: bool,
    /// The windows that are open over the views.
    pub sheets: Sheets,
    /// What the training thread said when it died.
    pub crash: Option<String>,
    /// The file in which the model was kept then, and the movies that it has learned from.
    pub rescued: Option<(PathBuf, u64)>,
    /// Short messages.
    pub notices: Notices,
    /// How the model that was replaced comes back, with the keys as they are called here.
    pub(crate) way_back: String,
    /// What was there before the last lesson, until its model is back.
    pub(crate) comes_back: Option<BeforeTour>,
    /// The generation under which the engine brought a model back last.
    pub(crate) came_back: Option<u64>,
    /// The model that is slowed down to be watched.
    watched: Option<Watched>,
    /// The card that the lesson was begun from, and ends at.
    pub(crate) lesson_card: Option<Welcome>,
    /// Looks for the ffmpeg that is named; tells which that was.
    pub(crate) ffmpeg_check: Background<(PathBuf, Result<(), String>)>,
    /// What the engine was told of the settings.
    pub(crate) told: Told,
    /// The newest model: the run as it is now, whatever is shown.
    pub(crate) newest: Option<Rc<ModelView>>,
    pub(crate) minibatch: MinibatchState,
    /// Units in a row of the view that was clicked last: how far the arrow keys go up and down.
    pub(crate) columns: PerLayer<usize>,
    pub(crate) basis: Option<ListKey>,
    pub(crate) textures: Textures,
    /// Commands on their way to the engine, kept until it has room for them.
    pub(crate) commands: VecDeque<Command>,
    pub(crate) in_flight: InFlight,
    pub(crate) actions: Vec<Action>,
}

impl State {
    /// The state before the first snapshot of a run of `config`.
    pub fn new(config: Config, settings: Settings) -> Self {
        Self {
            told: Told::at_start(&settings),
            settings,
            draft: config.clone(),
            chosen: config.clone(),
            next_seed: config.seed,
            live: config,
            workers: Workers::new(),
            ..Self::default()
        }
    }

    /// Marks the unit so many further on in the layer that was marked last.
    pub(crate) fn step(&mut self, by: isize) {
        let layer = self.selection.layer;
        self.selection.step(&self.unit_list[layer], by);
    }

    /// Units in a row of the view that the arrow keys move in.
    pub(crate) fn row(&self) -> isize {
        self.columns[self.selection.layer].max(1) as isize
    }

    /// The model that is shown: a pinned one, or that of the run.
    pub(crate) fn model(&self) -> Option<&Rc<ModelView>> {
        self.pins.shown().or(self.run_model())
    }

    /// The model of the run: the newest, or that of a moment of the past.
    pub(crate) fn run_model(&self) -> Option<&Rc<ModelView>> {
        self.timeline.past().or(self.newest.as_ref())
    }

    /// How strongly the units of a layer answer to the stimulus, or to what is being filled in.
    pub(crate) fn activations(&self, layer: Layer) -> Option<Activations<'_>> {
        let model = self.model()?;
        let stimulus = self.workers.stimulus.answers(model, layer);
        stimulus.or_else(|| self.workers.inpainting.answers(model, layer))
    }

    /// Whether a window is open over the views, which the keys of the views would go on behind.
    pub(crate) fn is_covered(&self) -> bool {
        self.exports.is_open() || self.sheets.is_any_open()
    }

    /// Leaves a series out of the charts, or shows it again.
    pub(crate) fn toggle_series(&mut self, name: &'static str) {
        if !self.hidden_series.remove(name) {
            self.hidden_series.insert(name);
        }
    }

    /// Queues a command for the engine. Of consecutive values of one slider only the last counts.
    pub fn send(&mut self, command: Command) {
        let replaces = |last: &mut Command| match (&command, last) {
            (Command::Set(new, _), Command::Set(old, _)) => new == old,
            (Command::ExtraBetas(_), Command::ExtraBetas(_))
            | (Command::Cut { source: None, .. }, Command::Cut { source: None, .. })
            | (Command::Pace(_), Command::Pace(_))
            | (Command::HistoryBytes(_), Command::HistoryBytes(_)) => true,
            _ => false,
        };
        self.commands.pop_back_if(replaces);
        self.commands.push_back(command);
    }

    /// Asks the window to do something.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// The figures of the status line, once there is a snapshot: those of the model that is shown.
    pub fn status(&self) -> Option<&Status> {
        Some(&self.model()?.snapshot.status)
    }

    /// The figures of the run as it is now, whatever is shown.
    pub fn now(&self) -> Option<&Status> {
        Some(&self.newest.as_ref()?.snapshot.status)
    }

    /// The file that the model was saved to or opened from last.
    pub fn model_path(&self) -> Option<&Path> {
        self.now()?.file.as_deref()
    }

    /// How a model or a run comes back that was replaced, as a sentence.
    pub(crate) fn brings_back(&self, what: &str) -> String {
        format!("{} brings back {what}.", self.way_back)
    }

    /// Whether the engine learns.
    pub fn run(&self) -> Run {
        self.now().map_or(Run::Waiting, |status| status.run)
    }

    /// Takes over a configuration that replaced the one in force.
    pub(crate) fn adopt(&mut self, begun: &Snapshot) {
        let config = &begun.config_as_set();
        // A seed that was entered waits for New seed.
        if self.next_seed == self.live.seed || config.seed != self.live.seed {
            self.next_seed = config.seed;
        }
        let sizes = |of: &Config| [of.model.simple, of.model.invariant, of.model.top];
        let are_its_units =
            std::mem::take(&mut self.branches) && sizes(config) == sizes(&self.live);
        self.live = self.soon(config);
        self.draft.clone_from(&self.live);
        self.chosen.clone_from(&self.live);
        if !are_its_units {
            self.selection = Selection::default();
        }
        self.workers.inpainting.chosen = Default::default();
    }

    /// A configuration with the settings that are on their way to the engine.
    fn soon(&self, config: &Config) -> Config {
        let mut soon = config.clone();
        self.on_their_way()
            .for_each(|command| command.set_in(&mut soon));
        soon
    }

    /// Shows the values that are in force, but for those that were set since. A sparsity that is adapted stays as it was set.
    pub(crate) fn follow(&mut self, config: &Config) {
        let soon = self.soon(config).learning;
        if self.live.learning.keep_alive != soon.keep_alive {
            self.draft.learning.keep_alive = soon.keep_alive;
        }
        self.live.learning = LearningParams {
            simple_rate: self.live.learning.simple_rate,
            invariant_rate: self.live.learning.invariant_rate,
            ..soon
        };
        for &parameter in Parameter::ALL {
            let value = parameter.get(config);
            let is_shown = parameter.get(&self.live) == value;
            if !(is_shown || parameter.is_adapted(config) || self.is_on_its_way(parameter)) {
                self.show_value(parameter, value);
                // Only pictures refuse what people chose; other values the engine changed by itself.
                if parameter.row().section == Section::Pictures {
                    parameter.set(&mut self.chosen, value);
                }
            }
        }
    }

    /// Drops everything that came from an engine that is gone.
    pub(crate) fn forget(&mut self) {
        self.timeline = Timeline::default();
        self.newest = None;
        self.forget_answers();
        self.commands.clear();
        self.in_flight = InFlight::default();
        self.came_back = None;
        self.told = self.told.at_restart();
        self.pins.forget_origins();
    }
}

/// A model that is slowed down.
#[derive(Clone, Copy, Debug)]
enum Watched {
    /// The next one after that of this generation.
    After(u64),
    /// That of this generation.
    Run(u64),
}

/// The name of a layer's units.
pub(crate) fn units_of(layer: Layer) -> &'static str {
    layer.of("simple units", "invariant units")
}
