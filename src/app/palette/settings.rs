//! How things are shown: an entry for every value of every list.

use std::rc::Rc;

use super::entry::{Does, Entry, Known};
use super::sizes::offer;
use crate::app::state::past::play_speed::PlaySpeed;
use crate::app::state::preferences::ZOOMS;
use crate::app::state::settings::{FULL_PACE, Settings, Zoom};
use crate::app::state::units::unit_list::{Choice, SortOrder};
use crate::app::theme::{THEMES, theme_name};
use crate::channels::Channels;
use crate::engine::Layer::{Invariant, Simple};
use crate::figure::{Abscissa, ColorMap, Contrast, CurveColors, ResponseRamp};

/// Adds an entry for every value of the settings of these rows: name, field of [`Settings`], values, and their names.
macro_rules! add {
    ($lists:ident: $($name:literal, $($field:ident).+, $values:expr, $text:expr;)+) => {
        $($lists.add($name, &$values, |settings| &mut settings.$($field).+, $text);)+
    };
}

/// An entry for every value that a setting can have.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let mut lists = Lists {
        now: known.state.settings.clone(),
        entries: vec![pace(known)],
    };
    let on_or_off = |is_on| if is_on { "on" } else { "off" };
    // Filters of three channels have colours of their own.
    if known.state.shown_cut().channels == Channels::Grey {
        add! { lists:
            "Colours of filters", preferences.filter_colors, ColorMap::ALL, ColorMap::name;
        }
    }
    add! { lists:
        "Theme", preferences.theme, THEMES.map(|(theme, _)| theme), theme_name;
        "Colour scale of filters", preferences.filter_contrast, Contrast::ALL, Contrast::name;
        "Filter size", zoom, Zoom::ALL, Zoom::name;
        "Colours of responses", preferences.response_colors, ResponseRamp::ALL, ResponseRamp::name;
        "Horizontal axis of the curves", abscissa, Abscissa::ALL, Abscissa::name;
        "Logarithmic axis of the curves", log_abscissa, [true, false], on_or_off;
        "Colours of the curves", curve_colors, CurveColors::ALL, CurveColors::name;
        "Playback speed", play_speed, PlaySpeed::ALL, PlaySpeed::name;
        "Zoom", preferences.zoom_percent, ZOOMS, |percent| format!("{percent}\u{a0}%");
        "Animations", preferences.animations, [true, false], on_or_off;
    }
    for (layer, order, shown) in [
        (Simple, "Order of simple units", "Simple units shown"),
        (
            Invariant,
            "Order of invariant units",
            "Invariant units shown",
        ),
    ] {
        let name = |order: SortOrder| order.name_for(layer);
        lists.add(
            order,
            &SortOrder::ALL,
            move |s| s.listing.of_mut(layer).0,
            name,
        );
        let (choices, name) = (Choice::of(layer), Choice::name);
        lists.add(shown, choices, move |s| s.listing.of_mut(layer).1, name);
    }
    lists.entries
}

/// The pace as it is, or that which was typed.
fn pace(known: &Known<'_>) -> Entry {
    let about = "Minibatches learned from per second at most; 1000 or more is full pace.";
    let Some(typed) = known.typed() else {
        let pace = known.state.settings.pace();
        let value = pace.map_or("full".to_owned(), |pace| format!("{pace:.0}/s"));
        return Entry {
            kind: "Setting",
            also: String::new(),
            ..offer("Pace", value, about)
        };
    };
    let (text, pace) = (typed.text, typed.value.filter(|pace| *pace >= 1.0));
    Entry {
        kind: "Setting",
        text: format!("Pace = {text}"),
        about: match pace {
            Some(_) => about.to_owned(),
            None => typed.refused("1 or more"),
        },
        also: format!("pace {text} pace={text}"),
        does: pace.map(|pace| {
            Does::Show(Rc::new(move |settings| {
                settings.pace_per_sec = (pace as f32).min(FULL_PACE);
            }))
        }),
        ..Entry::default()
    }
}

/// Entries for every value of settings.
struct Lists {
    now: Settings,
    entries: Vec<Entry>,
}

impl Lists {
    /// Adds an entry for every value of a setting.
    fn add<T: Copy + PartialEq + 'static, N: std::fmt::Display>(
        &mut self,
        name: &str,
        values: &[T],
        of: impl for<'a> Fn(&'a mut Settings) -> &'a mut T + Copy + 'static,
        text: impl Fn(T) -> N,
    ) {
        let now = *of(&mut self.now);
        self.entries.extend(values.iter().map(|&value| Entry {
            kind: "Setting",
            text: format!("{name}: {}", text(value)),
            about: if value == now { "As it is now." } else { "" }.to_owned(),
            does: Some(Does::Show(Rc::new(move |settings| *of(settings) = value))),
            ..Entry::default()
        }));
    }
}
