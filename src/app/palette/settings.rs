//! How things are shown: an entry for every value of every list.

use super::entry::{Does, Entry, Known};
use super::sizes::offer;
use crate::app::state::past::play_speed::PlaySpeed;
use crate::app::state::preferences::ZOOMS;
use crate::app::state::settings::{FULL_PACE, Settings, Zoom};
use crate::app::state::units::unit_list::{Choice, SortOrder};
use crate::app::theme::THEMES;
use crate::channels::Channels;
use crate::engine::Layer::{Invariant, Simple};
use crate::figure::{Abscissa, ColorMap, Contrast, CurveColors, ResponseRamp};

/// An entry for every value that a setting can have.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let now = &known.state.settings;
    let mut all = vec![pace(known)];
    let theme = |theme| format!("{theme:?}");
    let themes = THEMES.map(|(theme, _)| theme);
    list(
        &mut all,
        now,
        "Theme",
        &themes,
        |s| &mut s.preferences.theme,
        theme,
    );
    // Filters of three channels have colours of their own.
    if known.state.shown_cut().channels == Channels::Grey {
        list(
            &mut all,
            now,
            "Colours of filters",
            &ColorMap::ALL,
            |s| &mut s.preferences.filter_colors,
            ColorMap::name,
        );
    }
    list(
        &mut all,
        now,
        "Colour scale of filters",
        &Contrast::ALL,
        |s| &mut s.preferences.filter_contrast,
        Contrast::name,
    );
    list(
        &mut all,
        now,
        "Filter size",
        &Zoom::ALL,
        |s| &mut s.zoom,
        Zoom::name,
    );
    let ramps = &ResponseRamp::ALL;
    list(
        &mut all,
        now,
        "Colours of responses",
        ramps,
        |s| &mut s.preferences.response_colors,
        ResponseRamp::name,
    );
    list(
        &mut all,
        now,
        "Horizontal axis of the curves",
        &Abscissa::ALL,
        |s| &mut s.abscissa,
        Abscissa::name,
    );
    let scale = |is_log| if is_log { "on" } else { "off" };
    list(
        &mut all,
        now,
        "Logarithmic axis of the curves",
        &[true, false],
        |s| &mut s.log_abscissa,
        scale,
    );
    list(
        &mut all,
        now,
        "Colours of the curves",
        &CurveColors::ALL,
        |s| &mut s.curve_colors,
        CurveColors::name,
    );
    list(
        &mut all,
        now,
        "Playback speed",
        &PlaySpeed::ALL,
        |s| &mut s.play_speed,
        PlaySpeed::name,
    );
    let percent = |percent| format!("{percent}\u{a0}%");
    list(
        &mut all,
        now,
        "Zoom",
        &ZOOMS,
        |s| &mut s.preferences.zoom_percent,
        percent,
    );
    let animates = |animates| if animates { "on" } else { "off" };
    list(
        &mut all,
        now,
        "Animations",
        &[true, false],
        |s| &mut s.preferences.animations,
        animates,
    );
    for (layer, names) in [
        (Simple, ["Order of simple units", "Simple units shown"]),
        (
            Invariant,
            ["Order of invariant units", "Invariant units shown"],
        ),
    ] {
        let order = |order: SortOrder| order.name_for(layer);
        list(
            &mut all,
            now,
            names[0],
            &SortOrder::ALL,
            |s| s.listing.of_mut(layer).0,
            order,
        );
        let shown = Choice::of(layer);
        list(
            &mut all,
            now,
            names[1],
            shown,
            |s| s.listing.of_mut(layer).1,
            Choice::name,
        );
    }
    all
}

/// The pace as it is, or that which was typed.
fn pace(known: &Known<'_>) -> Entry {
    let now = &known.state.settings;
    let about = "Minibatches learned from per second at most; 1000 or more is full pace.";
    let Some((typed, pace)) = known.number() else {
        let value = now
            .pace()
            .map_or("full".to_owned(), |pace| format!("{pace:.0}/s"));
        return Entry {
            kind: "Setting",
            also: String::new(),
            ..offer("Pace", value, about)
        };
    };
    let is_pace = pace >= 1.0;
    Entry {
        kind: "Setting",
        text: format!("Pace = {typed}"),
        about: match is_pace {
            true => about.to_owned(),
            false => format!("{typed} is too small: the smallest value is 1."),
        },
        also: format!("pace {typed} pace={typed}"),
        does: is_pace.then(|| {
            Does::Show(Box::new(Settings {
                pace_per_sec: pace.min(FULL_PACE),
                ..now.clone()
            }))
        }),
        ..Entry::default()
    }
}

/// Adds an entry for every value of a setting.
fn list<T: Copy + PartialEq, N: std::fmt::Display>(
    all: &mut Vec<Entry>,
    now: &Settings,
    name: &str,
    values: &[T],
    of: impl for<'a> Fn(&'a mut Settings) -> &'a mut T,
    text: impl Fn(T) -> N,
) {
    all.extend(values.iter().map(|&value| {
        let mut then = now.clone();
        let is_now = std::mem::replace(of(&mut then), value) == value;
        Entry {
            kind: "Setting",
            text: format!("{name}: {}", text(value)),
            about: if is_now { "As it is now." } else { "" }.to_owned(),
            does: Some(Does::Show(Box::new(then))),
            ..Entry::default()
        }
    }));
}
