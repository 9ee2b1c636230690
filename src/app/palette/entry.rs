//! An entry of the palette, what choosing it does, and what entries are made of.

use std::path::PathBuf;
use std::rc::Rc;

use egui::KeyboardShortcut;

use super::number::Number;
use crate::app::commands::Action;
use crate::app::dock::Dock;
use crate::app::state::State;
use crate::app::state::settings::Settings;
use crate::app::views::{COMPARE, SWEEP};
use crate::app::widgets::read_number;
use crate::config::Config;
use crate::engine::{Command, Layer};
use crate::parameter::Parameter;
use crate::source::MovieParams;

/// Something that can be done.
#[derive(Clone, Default)]
pub(crate) struct Entry {
    /// What of: a menu, "Setting", "Unit".
    pub(crate) kind: &'static str,
    /// What it is called.
    pub(crate) text: String,
    /// What it does, in a sentence; or why it cannot be done now.
    pub(crate) about: String,
    /// Other words that it is found by.
    pub(crate) also: String,
    /// Its key.
    pub(crate) keys: Option<KeyboardShortcut>,
    /// What choosing it does; `None` where it cannot be done now.
    pub(crate) does: Option<Does>,
}

/// What choosing an entry does.
#[derive(Clone)]
pub(crate) enum Does {
    /// What a button does.
    Act(Action),
    /// Asks the engine.
    Send(Command),
    /// Starts a new model of this configuration.
    Rebuild(Box<Config>),
    /// Starts again from this seed.
    NewSeed(u64),
    /// Pins the model of this file.
    Pin(PathBuf),
    /// Shows the map of the sweep in this folder.
    OpenSweep(PathBuf),
    /// Sets a parameter.
    Set(Parameter, f32),
    /// Sets a number of the stimulus or of the mask.
    SetNumber(Number, f64),
    /// Cuts movies like this.
    Cut(MovieParams),
    /// Changes how things are shown, and leaves what else has changed meanwhile.
    Show(Rc<dyn Fn(&mut Settings)>),
    /// Selects a unit.
    Select(Layer, usize),
    /// Hides a series of the charts, or shows it again.
    ToggleSeries(&'static str),
    /// Goes on typing after this text.
    Type(String),
}

impl Does {
    /// Does it; returns the text to go on typing after, if there is one.
    pub(crate) fn perform(self, state: &mut State) -> Option<String> {
        match self {
            Self::Act(action) => state.act(action),
            Self::Send(command) => state.send(command),
            Self::Rebuild(config) => {
                state.rebuild(*config);
            }
            Self::NewSeed(seed) => state.send(Command::NewSeed(seed)),
            Self::Pin(path) => {
                state.pins.add_file(path, None);
                state.act(Action::Show(COMPARE));
            }
            Self::OpenSweep(folder) => {
                state.sweep_map.open(folder);
                state.act(Action::Show(SWEEP));
            }
            Self::Set(parameter, value) => state.set(parameter, value),
            Self::SetNumber(number, value) => {
                number.set(state, value);
                state.act(Action::Show(number.view()));
            }
            Self::Cut(movies) => state.cut(movies),
            Self::Show(change) => change(&mut state.settings),
            Self::Select(layer, unit) => state.selection.select(layer, unit),
            Self::ToggleSeries(name) => state.toggle_series(name),
            Self::Type(text) => return Some(text),
        }
        None
    }

    /// Why it cannot be done now, as in a lesson.
    pub(super) fn refusal(&self, state: &State) -> Option<&'static str> {
        match self {
            Self::Rebuild(_) | Self::Cut(_) => state.refuses_other_model(),
            Self::Pin(_) => state.refusal(Action::PinModel),
            Self::NewSeed(_) => state.refusal(Action::NewSeed),
            _ => None,
        }
    }

    /// Whether an untrained model takes the place of the present one at once.
    pub(super) fn starts_untrained(&self) -> bool {
        match self {
            Self::Rebuild(_) | Self::NewSeed(_) => true,
            Self::Act(action) => action.starts_untrained(),
            _ => false,
        }
    }
}

/// What entries are made of.
pub(crate) struct Known<'a> {
    pub(crate) state: &'a State,
    pub(crate) dock: &'a Dock,
    /// What was typed.
    pub(crate) query: &'a str,
}

impl Known<'_> {
    /// The number at the end of what was typed, with a point or a comma; as typed, and its value.
    pub(super) fn number(&self) -> Option<(&str, f32)> {
        let query = self.query.trim().trim_end_matches('%').trim_end();
        let (_, typed) = query.rsplit_once([' ', '='])?;
        Some((typed, read_number(typed)? as f32))
    }
}
