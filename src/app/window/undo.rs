//! What was set last, taken back and done again: settings, parameters, layout and selection, but never the model.

use std::collections::BTreeSet;
use std::time::Duration;

use egui::util::undoer::{Settings as UndoerSettings, Undoer};
use egui::{Context, Event, Key};
use serde_json::{Map, Value};

use crate::app::dock::Places;
use crate::app::state::State;
use crate::app::state::preferences::Preferences;
use crate::app::state::settings::{FULL_PACE, Settings};
use crate::app::state::units::selection::Selection;
use crate::app::state::workers::mask_editor::MaskEditor;
use crate::app::state::workers::patch_location::PatchLocation;
use crate::engine::{Command, Layer};
use crate::parameter::Parameter;
use crate::source::{Motion, MovieParams};
use crate::words::{as_said, three_digits};

/// Frames after a step in which what egui takes over late settles.
const SETTLING: u8 = 2;
/// For how long a step goes on while something changes, in seconds.
const LONGEST_SECS: f32 = 1.0;
/// For how long a key counts as held that does not repeat, in seconds: one let go while another window had the focus seems to be
/// held for good.
const KEY_SECS: f64 = 1.0;

/// Everything that a step back restores.
#[derive(Clone, PartialEq)]
pub(crate) struct UndoPoint {
    /// Of all parameters, in their order.
    values: Vec<f32>,
    /// How movies are cut, beside the speeds, which are parameters.
    cut: (Motion, usize, bool),
    /// Whether the simple and the invariant layer keep their weights.
    frozen: [bool; 2],
    /// Whether all units are kept alive.
    keep_alive: bool,
    /// Where a separate A is trained beside the model's own.
    extra_betas: Vec<f32>,
    settings: Settings,
    selection: Selection,
    mask: MaskEditor,
    /// The patch of In-painting, and whether its whole picture is filled.
    filled: (PatchLocation, bool),
    /// The sparsities chosen in In-painting.
    filling: [Option<f32>; 3],
    places: Places,
}

/// The setups that one can go back to.
pub(crate) struct UndoSteps {
    undoer: Undoer<UndoPoint>,
    /// The run that they belong to: parameters are not carried from one model to another.
    generation: Option<u64>,
    settling: u8,
    /// The keys that are down, by their place on the keyboard: with Shift one may come up under another name than it went down.
    held: BTreeSet<Key>,
    /// When a key was pressed, repeated or let go last, in seconds.
    key_secs: f64,
    /// Whether a lesson has ended whose end brings their run back.
    comes_back: bool,
}

impl Default for UndoSteps {
    fn default() -> Self {
        let settings = UndoerSettings {
            // A step ends when nobody holds a button or a key any more.
            stable_time: 0.0,
            // What changes on and on by itself makes no step longer than this.
            auto_save_interval: LONGEST_SECS,
            ..UndoerSettings::default()
        };
        Self {
            undoer: Undoer::with_settings(settings),
            generation: None,
            settling: 0,
            held: BTreeSet::new(),
            key_secs: 0.0,
            comes_back: false,
        }
    }
}

/// The settings but for those of the program itself, which are set once and have no steps back, and for a pace that people did
/// not choose.
fn without_programs(state: &State) -> Settings {
    let mut settings = state.settings.clone();
    state.leave_watch(&mut settings);
    settings.preferences = Preferences {
        ffmpeg: String::new(),
        history_mb: 0,
        threads: 0,
        ..settings.preferences
    };
    settings
}

fn cut_of(movies: &MovieParams) -> (Motion, usize, bool) {
    (movies.motion, movies.stride, movies.follow)
}

impl UndoPoint {
    /// What is set now.
    pub(crate) fn of(state: &State, places: Places) -> Self {
        let values = Parameter::ALL.iter().map(|one| one.get(&state.chosen));
        Self {
            values: values.collect(),
            cut: cut_of(&state.live.movies),
            frozen: Layer::ALL.map(|layer| layer.is_frozen(&state.live.learning)),
            keep_alive: state.live.learning.keep_alive,
            extra_betas: state.live.learning.extra_betas.clone(),
            settings: without_programs(state),
            selection: state.selection,
            mask: state.workers.inpainting.mask_editor.clone(),
            filled: (
                state.workers.inpainting.place,
                state.workers.inpainting.is_whole,
            ),
            filling: state.workers.inpainting.chosen,
            places,
        }
    }

    /// Sets all that differs from `now`.
    pub(crate) fn restore(self, now: &Self, state: &mut State) -> Places {
        let values = self.values.iter().zip(&now.values).zip(Parameter::ALL);
        let changed = values.filter(|((then, now), _)| then != now);
        let mut left: Vec<_> = changed.map(|((then, _), one)| (*one, *then)).collect();
        // While a share is held the sparsity goes its own way, from where it is; before that it was as it was set.
        for price in [Parameter::Alpha, Parameter::Beta] {
            if self.adapts(price) {
                left.retain(|(one, _)| *one != price);
                price.set(&mut state.chosen, self.value(price));
            } else if now.adapts(price) && !left.contains(&(price, self.value(price))) {
                left.push((price, self.value(price)));
            }
        }
        // Some go only after others: the fastest motion is never below the slowest.
        while let Some(next) = left
            .iter()
            .position(|&(one, then)| state.can_set(one, then))
        {
            let (one, then) = left.remove(next);
            state.set(one, then);
        }
        if self.cut != now.cut {
            let movies = &mut state.live.movies;
            (movies.motion, movies.stride, movies.follow) = self.cut;
            let movies = *movies;
            state.send(Command::Cut {
                source: None,
                movies,
            });
        }
        for (index, layer) in Layer::ALL.into_iter().enumerate() {
            if self.frozen[index] != now.frozen[index] {
                state.toggle_freeze(layer);
            }
        }
        if self.keep_alive != now.keep_alive {
            state.toggle_keep_alive();
        }
        if self.extra_betas != now.extra_betas {
            state.set_extra_betas(self.extra_betas);
        }
        let is_watched = state.is_watched();
        let now = std::mem::replace(&mut state.settings, self.settings);
        if is_watched {
            state.settings.pace_per_sec = now.pace_per_sec;
        }
        let (kept, now) = (&mut state.settings.preferences, now.preferences);
        (kept.ffmpeg, kept.history_mb, kept.threads) = (now.ffmpeg, now.history_mb, now.threads);
        state.selection = self.selection;
        state.workers.inpainting.mask_editor = self.mask;
        (
            state.workers.inpainting.place,
            state.workers.inpainting.is_whole,
        ) = self.filled;
        state.workers.inpainting.chosen = self.filling;
        self.places
    }

    fn value(&self, of: Parameter) -> f32 {
        let mut all = Parameter::ALL.iter().zip(&self.values);
        all.find(|(one, _)| **one == of)
            .map_or(0.0, |(_, value)| *value)
    }

    /// Whether a sparsity is adapted to a share that is held.
    fn adapts(&self, price: Parameter) -> bool {
        price.share().is_some_and(|share| self.value(share) > 0.0)
    }

    /// What another setup has otherwise, in words.
    pub(crate) fn changes(&self, other: &Self) -> String {
        let mut words = Vec::new();
        let values = self.values.iter().zip(&other.values).zip(Parameter::ALL);
        for ((now, then), parameter) in values {
            let is_adapted = self.adapts(*parameter) || other.adapts(*parameter);
            if now != then && !is_adapted {
                let change = format!("{} {now} to {then}", parameter.row().name);
                words.push(as_said(&change));
            }
        }
        for (index, layer) in Layer::ALL.into_iter().enumerate() {
            if self.frozen[index] != other.frozen[index] {
                let is = if other.frozen[index] {
                    "frozen"
                } else {
                    "learns"
                };
                words.push(format!("{} {is}", layer.weights()));
            }
        }
        words.extend(changed_settings(&self.settings, &other.settings));
        let parts = [
            ("keep all units alive", self.keep_alive != other.keep_alive),
            (
                "betas with a separate A",
                self.extra_betas != other.extra_betas,
            ),
            ("motion", self.cut != other.cut),
            ("layout", self.places != other.places),
            ("mask", self.mask != other.mask),
            ("patch of In-painting", self.filled != other.filled),
            ("sparsities of In-painting", self.filling != other.filling),
            ("selection", self.selection != other.selection),
        ];
        let changed = parts.into_iter().filter(|(_, changed)| *changed);
        words.extend(changed.map(|(name, _)| name.to_owned()));
        words.join(", ")
    }
}

/// What settings are called on screen.
const NAMES: [(&str, &str); 21] = [
    ("theme", "theme"),
    ("zoom_percent", "zoom"),
    ("filter_colors", "colours of filters"),
    ("filter_contrast", "colour scale of filters"),
    ("zoom", "filter size"),
    ("abscissa", "horizontal axis of the curves"),
    ("log_abscissa", "logarithmic axis of the curves"),
    ("curve_colors", "colours of the curves"),
    ("shows_controls", "controls"),
    ("pace_per_sec", "pace"),
    ("pauses_when_emerged", "pause when complex cells emerge"),
    ("shows_timeline", "timeline"),
    ("captions", "captions"),
    ("animations", "animations"),
    ("greets", "show Welcome at the start"),
    ("play_speed", "playback speed"),
    ("loops_past", "loop the past"),
    ("listing", "units shown and their order"),
    ("k_rad_per_px", "k"),
    ("betas", "betas of the responses"),
    ("response_colors", "colours of responses"),
];

/// The settings that differ, by their names on screen, and their values where they are words or numbers.
fn changed_settings(now: &Settings, then: &Settings) -> Vec<String> {
    let (now, then) = (fields(now), fields(then));
    let differing = NAMES
        .iter()
        .filter(|(key, _)| now.get(*key) != then.get(*key));
    let words = differing.map(|(key, name)| match (&now[*key], &then[*key]) {
        (Value::Bool(_), Value::Bool(true)) => format!("{name} on"),
        (Value::Bool(_), _) => format!("{name} off"),
        (now @ (Value::String(_) | Value::Number(_)), then) if !then.is_object() => {
            let [now, then] = [now, then].map(|value| said(key, value));
            format!("{name} {now} to {then}")
        }
        _ => (*name).to_owned(),
    });
    words.collect()
}

/// A value as it is on screen.
fn said(key: &str, value: &Value) -> String {
    match (key, value.as_f64()) {
        ("pace_per_sec", Some(pace)) if pace >= f64::from(FULL_PACE) => "full".to_owned(),
        (_, Some(number)) => three_digits(number).to_string(),
        (_, None) => value.to_string().replace('"', ""),
    }
}

fn fields(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

impl UndoSteps {
    /// Waits for their run, which the end of a lesson brings back where it `comes_back`.
    pub(crate) fn await_run(&mut self, comes_back: bool) {
        self.comes_back = comes_back;
    }

    /// Takes the run of this generation for theirs where that came back after a lesson.
    pub(crate) fn take_run(&mut self, came_back: Option<u64>) {
        if std::mem::take(&mut self.comes_back) && came_back.is_some() {
            self.generation = came_back;
        }
    }

    /// Follows which keys are down, before what they do is taken from the events.
    pub(crate) fn follow_keys(&mut self, ctx: &Context) {
        ctx.input(|input| {
            for event in &input.events {
                match event {
                    Event::Key {
                        key,
                        physical_key,
                        pressed,
                        ..
                    } => {
                        let key = physical_key.unwrap_or(*key);
                        match pressed {
                            true => self.held.insert(key),
                            false => self.held.remove(&key),
                        };
                        self.key_secs = input.time;
                    }
                    Event::WindowFocused(false) => self.held.clear(),
                    _ => {}
                }
            }
        });
    }

    /// Whether a key or a button of the pointer is down.
    fn is_held(&self, ctx: &Context) -> bool {
        let is_key_held =
            !self.held.is_empty() && ctx.input(|input| input.time) < self.key_secs + KEY_SECS;
        if is_key_held {
            ctx.request_repaint_after(Duration::from_secs_f64(KEY_SECS));
        }
        is_key_held || ctx.input(|input| input.pointer.any_down())
    }

    /// Notes what is set in a run, once nobody is changing it any more; whether it changes.
    pub(crate) fn note(
        &mut self,
        generation: Option<u64>,
        ctx: &Context,
        now: impl FnOnce() -> UndoPoint,
    ) -> bool {
        if self.settling > 0 {
            self.settling -= 1;
            return false;
        }
        let is_other = generation != self.generation;
        if !is_other && self.is_held(ctx) {
            return false;
        }
        if is_other {
            *self = Self {
                generation,
                held: std::mem::take(&mut self.held),
                key_secs: self.key_secs,
                ..Self::default()
            };
        }
        self.undoer
            .feed_state(ctx.input(|input| input.time), &now());
        let changes = self.undoer.is_in_flux();
        if changes {
            ctx.request_repaint();
        }
        changes
    }

    /// What was set before the last change.
    pub(crate) fn undo(&mut self, now: &UndoPoint) -> Option<UndoPoint> {
        let then = self.undoer.undo(now).cloned();
        self.settling = SETTLING;
        then
    }

    /// What was taken back last.
    pub(crate) fn redo(&mut self, now: &UndoPoint) -> Option<UndoPoint> {
        let then = self.undoer.redo(now).cloned();
        self.settling = SETTLING;
        then
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_named_as_beside_their_sliders() {
        for parameter in Parameter::ALL {
            let row = parameter.row();
            let said = as_said(&format!("{} 1 to 2", row.name)).to_lowercase();
            let label = row.label.to_lowercase();
            let name = said.split(" 1").next().unwrap_or_default();
            assert!(label.starts_with(name), "{said}: {label}");
        }
    }

    #[test]
    fn every_setting_that_can_be_undone_has_a_name() {
        let undone = fields(&without_programs(&State::default()));
        let others = ["ffmpeg", "threads", "history_mb"];
        for key in undone.keys().filter(|key| !others.contains(&key.as_str())) {
            assert!(NAMES.iter().any(|(known, _)| known == key), "{key}");
        }
    }
}
