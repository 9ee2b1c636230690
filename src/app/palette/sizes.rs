//! New models of another size, other channels or another seed, with the settings there are.

use super::entry::{Does, Entry, Known};
use crate::app::commands::sizes::Size;
use crate::channels::Channels;
use crate::config::Config;

/// An entry for every size, which a number behind it sets, and for the channels that the model does not have.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let number = known.number();
    let sizes = Size::ALL.iter().map(|size| match number {
        Some(number) => setting(known, size, number),
        None => offer(size.label, size.get(&known.state.live), size.about),
    });
    let mut all: Vec<Entry> = sizes.collect();
    all.push(seed(known));
    if number.is_none() {
        let others = Channels::ALL.into_iter();
        let others = others.filter(|one| *one != known.state.live.movies.channels);
        all.extend(others.map(|channels| {
            let about = format!("Learns from {}.", channels.about());
            let mut config = known.state.live.clone();
            config.movies.channels = channels;
            let text = format!("New model: channels {}", channels.name());
            restart(known, text, &about, &config)
        }));
    }
    all
}

/// What is so called as it is, to type a number behind.
pub(super) fn offer(label: &str, value: impl std::fmt::Display, about: &str) -> Entry {
    Entry {
        kind: "Size",
        text: format!("{label}: {value}"),
        about: format!("{about} Type a number."),
        also: "sizes".to_owned(),
        does: Some(Does::Type(format!("{label} "))),
        ..Entry::default()
    }
}

/// The seed as it is, or a start from that which was typed.
fn seed(known: &Known<'_>) -> Entry {
    let about = "Seed of the scenes, the movies and the initial weights.";
    let Some((typed, _)) = known.number() else {
        let seed = known.state.live.seed;
        return Entry {
            kind: "Run",
            ..offer("Seed", seed, about)
        };
    };
    let seed = typed.parse().ok();
    Entry {
        kind: "Run",
        text: format!("New model: Seed = {typed}"),
        about: match seed {
            Some(_) => restarts(about),
            None => format!("{typed} is not a whole number from 0 to {}.", u64::MAX),
        },
        also: format!("seed {typed} seed={typed}"),
        does: seed.map(Does::NewSeed),
        ..Entry::default()
    }
}

/// What a new model is said to be.
fn restarts(about: &str) -> String {
    format!("{about} Untrained. The present model is kept.")
}

/// A new model of that size, or why there can be none.
fn setting(known: &Known<'_>, size: &Size, (typed, value): (&str, f32)) -> Entry {
    let text = format!("New model: {} = {typed}", size.label);
    let also = format!("{0} {typed} {0}={typed}", size.label);
    let mut config = known.state.live.clone();
    let refused = if value < 0.0 || value.fract() != 0.0 {
        Some(format!("{typed} is not a whole number."))
    } else {
        let is_so = size.get(&config) == value as usize;
        is_so.then(|| "It is so already: nothing to restart.".to_owned())
    };
    if let Some(about) = refused {
        return Entry {
            kind: "Size",
            text,
            about,
            also,
            ..Entry::default()
        };
    }
    size.set(&mut config, value as usize);
    Entry {
        also,
        ..restart(known, text, size.about, &config)
    }
}

/// A new model of that size and these channels, or why there can be none.
fn restart(known: &Known<'_>, text: String, about: &str, sizes: &Config) -> Entry {
    let config = known.state.with_sizes_of(sizes);
    let verdict = config.check();
    Entry {
        kind: "Size",
        text,
        about: match &verdict {
            Ok(()) => restarts(about),
            Err(error) => error.to_string(),
        },
        does: verdict.is_ok().then(|| Does::Rebuild(Box::new(config))),
        ..Entry::default()
    }
}
