//! Numbers of the stimulus and of the mask: each by its name, and with a number behind it, set.

use super::entry::{Does, Entry, Known, Typed};
use super::number::Number;
use super::sizes::offer;
use crate::words::three_digits;

/// An entry for every number; where a number was typed, the entry sets it.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let typed = known.typed();
    Number::all()
        .map(|number| match typed {
            Some(typed) => setting(known, number, typed),
            None => as_it_is(known, number),
        })
        .collect()
}

/// The number as it is, to type another behind.
fn as_it_is(known: &Known<'_>, number: Number) -> Entry {
    let [name, about, unit] = number.words();
    let value = three_digits(number.get(known.state));
    Entry {
        kind: number.view().title,
        also: other_name(name).to_owned(),
        ..offer(name, format!("{value}{unit}"), about)
    }
}

/// Sets the number, or says why it cannot be so.
fn setting(known: &Known<'_>, number: Number, typed: Typed<'_>) -> Entry {
    let [name, about, unit] = number.words();
    let range = number.range(known.state);
    let is_of_pixels = matches!(number, Number::BlockSide);
    let is_sound = |value: &f64| range.contains(value) && !(is_of_pixels && value.fract() != 0.0);
    let value = typed.value.filter(is_sound);
    let whole = if is_of_pixels { "a whole number " } else { "" };
    // Each of the two is within the range itself.
    let hundredths = |bound: f64, to_whole: fn(f64) -> f64| to_whole(100.0 * bound) / 100.0;
    let least = hundredths(*range.start(), f64::ceil);
    let most = hundredths(*range.end(), f64::floor);
    let (other, text) = (other_name(name), typed.text);
    Entry {
        kind: number.view().title,
        text: format!("{name} = {text}{unit}"),
        about: match value {
            Some(_) => about.to_owned(),
            None => typed.refused(&format!("{whole}from {least} to {most}{unit}")),
        },
        also: format!("{name} {text} {name}={text} {other} {text}"),
        does: value.map(|value| Does::SetNumber(number, value)),
        ..Entry::default()
    }
}

/// What the name is where no Greek is typed.
fn other_name(name: &str) -> &'static str {
    if name == "θ" { "theta" } else { "" }
}
