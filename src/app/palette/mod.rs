//! One list of everything that can be done, found by a few letters.
//!
//! - `actions`: every action, with its key;
//! - `parameters`: what can be changed while the model learns: "beta 0.2" sets it;
//! - `presets`: new models;
//! - `recents`: models and pictures that were used last; `kept`: models that the program keeps;
//! - `settings`: how things are shown;
//! - `units`: "unit 12" selects it.
//!
//! Further entries come from a further function in [`SOURCES`].

mod actions;
mod kept;
mod parameters;
mod presets;
mod recents;
mod settings;
mod units;

use egui::KeyboardShortcut;
use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;

use crate::app::commands::Action;
use crate::app::dock::Dock;
use crate::app::state::State;
use crate::app::state::settings::Settings;
use crate::engine::{Command, Layer};
use crate::parameter::Parameter;

/// Something that can be done.
#[derive(Clone, Debug, Default)]
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
#[derive(Clone, Debug)]
pub(crate) enum Does {
    /// What a button does.
    Act(Action),
    /// Asks the engine.
    Send(Command),
    /// Sets a parameter.
    Set(Parameter, f32),
    /// Shows things like this.
    Show(Box<Settings>),
    /// Selects a unit.
    Select(Layer, usize),
    /// Goes on typing after this text.
    Type(String),
}

impl Does {
    /// Does it; returns the text to go on typing after, if there is one.
    pub(crate) fn perform(self, state: &mut State) -> Option<String> {
        match self {
            Self::Act(action) => state.act(action),
            Self::Send(command) => state.send(command),
            Self::Set(parameter, value) => state.set(parameter, value),
            Self::Show(settings) => state.settings = *settings,
            Self::Select(layer, unit) => state.selection.mark(layer, unit),
            Self::Type(text) => return Some(text),
        }
        None
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
    fn number(&self) -> Option<(&str, f32)> {
        let (_, typed) = self.query.trim().rsplit_once([' ', '='])?;
        Some((typed, typed.replace(',', ".").parse().ok()?))
    }
}

/// Where entries come from, in the order in which they stand before anything is typed.
const SOURCES: [fn(&Known<'_>) -> Vec<Entry>; 7] = [
    units::entries,
    parameters::entries,
    actions::entries,
    presets::entries,
    recents::entries,
    kept::entries,
    settings::entries,
];

/// Share of the best score below which an entry is left out.
const WEAKEST: f64 = 0.4;

/// All entries that fit what was typed, the best first; all there are when nothing was.
pub(crate) fn find(known: &Known<'_>) -> Vec<Entry> {
    let all = SOURCES.iter().flat_map(|source| source(known));
    let words: Vec<&str> = known.query.split_whitespace().collect();
    if words.is_empty() {
        return all.collect();
    }
    let matcher = SkimMatcherV2::default().ignore_case();
    let mut found: Vec<(i64, Entry)> = all
        .filter_map(|entry| Some((score(&matcher, &entry, &words)?, entry)))
        .collect();
    let best = found.iter().map(|(score, _)| *score).max().unwrap_or(0);
    found.retain(|(score, _)| *score as f64 >= WEAKEST * best as f64);
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// How well an entry fits: every word must be found in its text, its kind or its other words.
fn score(matcher: &SkimMatcherV2, entry: &Entry, words: &[&str]) -> Option<i64> {
    let places = [(&*entry.text, 2), (&*entry.also, 2), (entry.kind, 1)];
    let of_word = |word: &&str| {
        let scores = places
            .into_iter()
            .filter_map(|(place, weight)| Some(weight * matcher.fuzzy_match(place, word)?));
        scores.max()
    };
    words.iter().map(of_word).sum()
}
