//! An entry of the palette, what choosing it does, and what entries are made of.

use std::path::{Path, PathBuf};
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
    /// A folder that was found to be that of a sweep.
    pub(crate) sweep: Option<&'a Path>,
}

impl Known<'_> {
    /// What was typed as a number behind a name.
    pub(super) fn typed(&self) -> Option<Typed<'_>> {
        let query = self.query.trim().trim_end_matches('%').trim_end();
        let (_, text) = query.rsplit_once([' ', '='])?;
        let value = read_number(text);
        let unsigned = text.trim_start_matches(['-', '−', '+']);
        let digits = unsigned.trim_start_matches(['.', ',']);
        let is_sign = unsigned.is_empty() && !text.is_empty();
        let is_meant = is_sign || digits.starts_with(|first: char| first.is_ascii_digit());
        (value.is_some() || is_meant).then_some(Typed { text, value })
    }
}

/// What was typed as a number: "0,2", "-1", also "9x".
#[derive(Clone, Copy)]
pub(super) struct Typed<'a> {
    pub(super) text: &'a str,
    /// `None` where it is no number.
    pub(super) value: Option<f64>,
}

impl Typed<'_> {
    /// Its value where that is a whole number from 0 on.
    pub(super) fn whole(self) -> Option<usize> {
        let is_whole = |value: &f64| *value >= 0.0 && value.fract() == 0.0;
        self.value.filter(is_whole).map(|value| value as usize)
    }

    /// Why it is refused where it should be as `expected`.
    pub(super) fn refused(self, expected: &str) -> String {
        format!("It should be {expected}, but is {}.", self.text)
    }
}
