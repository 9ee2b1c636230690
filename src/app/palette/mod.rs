//! One list of everything that can be done, found by a few letters.
//!
//! - `entry`: what can be done, and what choosing it does;
//! - `actions`: every action, with its key;
//! - `parameters`: what can be changed while the model learns: "beta 0.2" sets it;
//! - `number` and `numbers`: those of the stimulus and of the mask: "frequency 0.1" sets it;
//! - `presets`: new models; `sizes`: new models of another size or other channels;
//! - `motion`: what moves in the movies;
//! - `paths`: what can be done with a path that is typed;
//! - `recents`: models, pictures and sweeps that were used last; `kept`: models that the program keeps;
//! - `settings`: how things are shown; `series`: curves to hide and to show;
//! - `units`: "unit 12" selects it;
//! - `synonyms`: words for what is called otherwise here.
//!
//! Further entries come from a further function in [`SOURCES`].

mod actions;
mod entry;
mod kept;
mod motion;
mod number;
mod numbers;
mod parameters;
mod paths;
mod presets;
mod recents;
mod series;
mod settings;
mod sizes;
mod synonyms;
mod units;

use std::cmp::Reverse;

use fuzzy_matcher::FuzzyMatcher as _;
use fuzzy_matcher::skim::SkimMatcherV2;

pub(crate) use entry::{Does, Entry, Known};
pub(crate) use paths::path_in;
use synonyms::in_our_words;

/// Where entries come from, in the order in which they stand before anything is typed.
const SOURCES: [fn(&Known<'_>) -> Vec<Entry>; 12] = [
    paths::entries,
    units::entries,
    parameters::entries,
    actions::entries,
    presets::entries,
    sizes::entries,
    motion::entries,
    recents::entries,
    kept::entries,
    settings::entries,
    numbers::entries,
    series::entries,
];

/// Share of the best score below which an entry is left out.
const WEAKEST: f64 = 0.4;
/// Over how many letters of a text those of a word may be scattered, as a multiple of its own.
const SCATTERED: usize = 2;

/// All entries that fit what was typed, the best first; all there are when nothing was. Where words are typed that nothing has, those
/// that mean the same are looked for.
pub(crate) fn find(known: &Known<'_>) -> Vec<Entry> {
    if words_of(known.query).is_empty() {
        return entries(known).collect();
    }
    let found = fitting(known);
    let is_named = found
        .first()
        .is_some_and(|(rank, _)| rank.fit > Fit::Letters);
    let meant = in_our_words(known.query).filter(|_| !is_named);
    let meant = meant.map(|query| {
        fitting(&Known {
            query: &query,
            ..*known
        })
    });
    let found = meant.filter(|meant| !meant.is_empty()).unwrap_or(found);
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// All entries. A new model that a lesson refuses cannot be chosen.
fn entries<'a>(known: &'a Known<'_>) -> impl Iterator<Item = Entry> + 'a {
    let all = SOURCES.iter().flat_map(|source| source(known));
    all.map(|entry| {
        let does = entry.does.as_ref();
        match does.and_then(|does| does.refusal(known.state)) {
            Some(reason) => Entry {
                about: reason.to_owned(),
                does: None,
                ..entry
            },
            None => entry,
        }
    })
}

/// The entries that fit what was typed, the best first.
fn fitting(known: &Known<'_>) -> Vec<(Rank, Entry)> {
    let all = entries(known);
    let typed = words_of(known.query);
    let words: Vec<&str> = typed.iter().map(String::as_str).collect();
    let matcher = SkimMatcherV2::default().ignore_case();
    let mut found: Vec<(Rank, Entry)> = all
        .filter_map(|entry| Some((rank(&matcher, &entry, &words)?, entry)))
        .collect();
    let best = found.iter().map(|(rank, _)| rank.score).max().unwrap_or(0);
    found.retain(|(rank, _)| rank.fit > Fit::Letters || rank.score as f64 >= WEAKEST * best as f64);
    found.sort_by_key(|(rank, _)| Reverse(*rank));
    found
}

/// Where an entry stands: first how it fits, then whether it can be done now, whether the model stays, and how well its letters do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    fit: Fit,
    is_possible: bool,
    /// Whether no untrained model takes the place of the present one, which a slip of the hand should not do.
    keeps_model: bool,
    score: i64,
}

/// What of an entry was typed, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Letters of it, in their order.
    Letters,
    /// Beginnings of its words.
    Beginnings,
    /// Words of it.
    Words,
    /// All of its text.
    Whole,
}

/// How well an entry fits: every word must be found in its text, its kind or its other words.
fn rank(matcher: &SkimMatcherV2, entry: &Entry, words: &[&str]) -> Option<Rank> {
    let places = [(&*entry.text, 2), (&*entry.also, 2), (entry.kind, 1)];
    let of_word = |word: &&str| {
        let scores = places.into_iter().filter_map(|(place, weight)| {
            let (score, letters) = matcher.fuzzy_indices(place, word)?;
            let span = letters.last()? - letters.first()? + 1;
            (span <= SCATTERED * letters.len()).then_some(weight * score)
        });
        scores.max()
    };
    let score = words.iter().map(of_word).sum::<Option<i64>>()?;
    let does = entry.does.as_ref();
    Some(Rank {
        fit: fit(entry, words),
        is_possible: does.is_some(),
        keeps_model: !does.is_some_and(Does::starts_untrained),
        score,
    })
}

fn fit(entry: &Entry, words: &[&str]) -> Fit {
    let named = words_of(&entry.text);
    let all = [&entry.also, entry.kind].map(words_of).concat();
    let all: Vec<&String> = named.iter().chain(&all).collect();
    // What is typed in full leads its other words.
    let is_typed = words_of(&entry.also).iter().take(words.len()).eq(words);
    if is_typed || named.iter().eq(words) {
        Fit::Whole
    } else if words.iter().all(|word| all.iter().any(|one| one == word)) {
        Fit::Words
    } else if words
        .iter()
        .all(|word| all.iter().any(|one| one.starts_with(word)))
    {
        Fit::Beginnings
    } else {
        Fit::Letters
    }
}

/// The words of a text in small letters, without the signs around them.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split_whitespace();
    let words = words.map(|word| word.trim_matches(['…', ':', ',']).to_lowercase());
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::dock::Dock;
    use crate::app::state::State;

    #[test]
    fn what_is_no_number_or_out_of_range_is_there_and_tells_what_is_accepted() {
        let (state, dock) = (State::default(), Dock::default());
        for (query, text, about) in [
            (
                "alpha 9x",
                "α  simple units = 9x",
                "It should be from 0.001 to 100, but is 9x.",
            ),
            (
                "beta -",
                "β  invariant units = -",
                "It should be from 0.001 to 100, but is -.",
            ),
            (
                "beta -1",
                "β  invariant units = -1",
                "It should be from 0.001 to 100, but is -1.",
            ),
            (
                "frequency 2",
                "frequency = 2 cycles/px",
                "It should be from 0.02 to 0.5 cycles/px, but is 2.",
            ),
            (
                "simple units 2.5",
                "New model: Simple units = 2.5",
                "It should be a whole number from 1 to 16384 units, but is 2.5.",
            ),
            (
                "seed -3",
                "New model: Seed = -3",
                "It should be a whole number from 0 to 18446744073709551615, but is -3.",
            ),
            ("pace 0", "Pace = 0", "It should be 1 or more, but is 0."),
            (
                "unit 9x",
                "Select unit 9x",
                "It should be a whole number from 0 to 399 for simple units, from 0 to 99 for invariant units, but is 9x.",
            ),
        ] {
            let found = find(&Known {
                state: &state,
                dock: &dock,
                query,
                sweep: None,
            });
            let entry = found.iter().find(|entry| entry.text == text);
            let entry = entry.unwrap_or_else(|| panic!("nothing for {query}"));
            assert_eq!(entry.about, about);
            assert!(entry.does.is_none(), "{query}");
        }
    }
}
