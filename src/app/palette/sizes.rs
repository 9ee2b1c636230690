//! New models of another size or other channels, with the settings there are.

use super::entry::{Does, Entry, Known};
use crate::app::controls::sizes::Size;
use crate::channels::Channels;
use crate::config::Config;
use crate::engine::Command;

/// An entry for every size, which a number behind it sets, and for the channels that the model does not have.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let number = known.number();
    let mut all: Vec<Entry> = Size::ALL
        .iter()
        .map(|size| match number {
            Some(number) => setting(known, size, number),
            None => offer(known, size),
        })
        .collect();
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

/// The size as it is, to type a number behind.
fn offer(known: &Known<'_>, size: &Size) -> Entry {
    Entry {
        kind: "Size",
        text: format!("{}: {}", size.label, size.get(&known.state.live)),
        about: format!("{} Type a number.", size.about),
        does: Some(Does::Type(format!("{} ", size.label))),
        ..Entry::default()
    }
}

/// A new model of that size, or why there can be none.
fn setting(known: &Known<'_>, size: &Size, (typed, value): (&str, f32)) -> Entry {
    let text = format!("New model: {} = {typed}", size.label);
    if value < 0.0 || value.fract() != 0.0 {
        return Entry {
            kind: "Size",
            about: format!("{typed} is not a whole number."),
            text,
            ..Entry::default()
        };
    }
    let mut config = known.state.live.clone();
    size.set(&mut config, value as usize);
    let also = format!("{0} {typed} {0}={typed}", size.label);
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
            Ok(()) => format!("{about} Untrained. The present model is kept."),
            Err(error) => error.to_string(),
        },
        does: (verdict.is_ok()).then(|| Does::Send(Command::Rebuild(Box::new(config)))),
        ..Entry::default()
    }
}
