//! New models of another size, other channels or another seed, with the settings there are.

use super::entry::{Does, Entry, Known, Typed};
use crate::app::commands::sizes::Size;
use crate::channels::Channels;
use crate::config::Config;

/// A size that is none: beyond all that a model may have.
const BEYOND: usize = u16::MAX as usize;

/// An entry for every size, which a number behind it sets, and for the channels that the model does not have.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let typed = known.typed();
    let sizes = Size::ALL.iter().map(|size| match typed {
        Some(typed) => setting(known, size, typed),
        None => offer(size.label, size.get(&known.state.live), size.about),
    });
    let mut all: Vec<Entry> = sizes.collect();
    all.push(seed(known));
    if typed.is_none() {
        let others = Channels::ALL.into_iter();
        let others = others.filter(|one| *one != known.state.live.movies.channels);
        all.extend(others.map(|channels| {
            let about = format!("Learns from {}.", channels.about());
            let mut config = known.state.live.clone();
            config.movies.channels = channels;
            let text = format!("New model: channels {}", channels.name());
            restart(known, text, &about, &config, None)
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
    let Some(typed) = known.typed() else {
        let seed = known.state.live.seed;
        return Entry {
            kind: "Run",
            ..offer("Seed", seed, about)
        };
    };
    let (text, seed) = (typed.text, typed.text.parse().ok());
    Entry {
        kind: "Run",
        text: format!("New model: Seed = {text}"),
        about: match seed {
            Some(_) => restarts(about),
            None => typed.refused(&format!("a whole number from 0 to {}", u64::MAX)),
        },
        also: format!("seed {text} seed={text}"),
        does: seed.map(Does::NewSeed),
        ..Entry::default()
    }
}

/// What a new model is said to be.
fn restarts(about: &str) -> String {
    format!("{about} Untrained. The present model is kept.")
}

/// A new model of that size, or why there can be none.
fn setting(known: &Known<'_>, size: &Size, typed: Typed<'_>) -> Entry {
    let text = format!("New model: {} = {}", size.label, typed.text);
    let also = format!("{0} {1} {0}={1}", size.label, typed.text);
    let mut config = known.state.live.clone();
    let value = typed.whole().map_or(BEYOND, |value| value.min(BEYOND));
    if size.get(&config) == value {
        return Entry {
            kind: "Size",
            text,
            about: "It is so already: nothing to restart.".to_owned(),
            also,
            ..Entry::default()
        };
    }
    size.set(&mut config, value);
    Entry {
        also,
        ..restart(known, text, size.about, &config, Some((size, typed)))
    }
}

/// A new model of that size and these channels, or why there can be none; where a size was typed, what it should be.
fn restart(
    known: &Known<'_>,
    text: String,
    about: &str,
    sizes: &Config,
    typed: Option<(&Size, Typed<'_>)>,
) -> Entry {
    let config = known.state.with_sizes_of(sizes);
    let verdict = config.check();
    Entry {
        kind: "Size",
        text,
        about: match &verdict {
            Ok(()) => restarts(about),
            Err(error) => match typed.filter(|(size, _)| size.is_of(error)) {
                Some((_, typed)) => typed.refused(&format!("a whole number {}", error.expected)),
                None => Size::said(error) + ".",
            },
        },
        does: verdict.is_ok().then(|| Does::Rebuild(Box::new(config))),
        ..Entry::default()
    }
}
