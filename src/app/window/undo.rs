//! What was set last, taken back and done again: settings, parameters, layout and selection, but never the model.
//!
//! - `steps`: the setups that one can go back to; `words`: what is otherwise in one, in words.

pub(super) mod steps;
mod words;

use self::words::changed_settings;
use crate::app::dock::Places;
use crate::app::state::State;
use crate::app::state::preferences::Preferences;
use crate::app::state::settings::Settings;
use crate::app::state::units::selection::Selection;
use crate::app::state::workers::mask_editor::MaskEditor;
use crate::app::state::workers::patch_location::PatchLocation;
use crate::engine::{Command, Layer};
use crate::parameter::Parameter;
use crate::source::{Motion, MovieParams};
use crate::words::as_said;

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

#[cfg(test)]
mod tests {
    use super::words::{NAMES, fields};
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
