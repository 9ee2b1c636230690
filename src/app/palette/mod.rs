//! One list of everything that can be done, found by a few letters.
//!
//! - `actions`: every action, with its key;
//! - `parameters`: what can be changed while the model learns: "beta 0.2" sets it;
//! - `presets`: new models;
//! - `recents`: models and pictures that were used last; `kept`: models that the program keeps;
//! - `settings`: how things are shown; `series`: curves to hide and to show;
//! - `units`: "unit 12" selects it.
//!
//! Further entries come from a further function in [`SOURCES`].

mod actions;
mod entry;
mod kept;
mod parameters;
mod presets;
mod recents;
mod series;
mod settings;
mod units;

use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;

pub(crate) use entry::{Entry, Known};

/// Where entries come from, in the order in which they stand before anything is typed.
const SOURCES: [fn(&Known<'_>) -> Vec<Entry>; 8] = [
    units::entries,
    parameters::entries,
    actions::entries,
    presets::entries,
    recents::entries,
    kept::entries,
    settings::entries,
    series::entries,
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
