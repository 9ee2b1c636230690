//! What can be changed while the model learns: each by its name, and with a number behind it, set.

use super::entry::{Does, Entry, Known, Typed};
use crate::app::widgets::in_percent;
use crate::parameter::{Parameter, ParameterInfo, Section};
use crate::words::{as_said, capital};

/// An entry for every parameter; where a number was typed, the entry sets it.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let all = Parameter::ALL.iter().copied();
    let (acting, idle): (Vec<_>, Vec<_>) =
        all.partition(|parameter| (parameter.row().acts)(&known.state.live));
    let typed = known.typed();
    let acting = acting.into_iter().map(|one| match typed {
        Some(typed) => setting(known, one, typed),
        None => offer(known, one),
    });
    let adapted = idle.into_iter().filter_map(|one| adapted(one, typed));
    acting.chain(adapted).collect()
}

/// A sparsity that cannot be set while the share of its layer is held.
fn adapted(parameter: Parameter, typed: Option<Typed<'_>>) -> Option<Entry> {
    let symbol = match parameter {
        Parameter::Alpha => "z",
        Parameter::Beta => "u",
        _ => return None,
    };
    let row = parameter.row();
    Some(Entry {
        kind: "Parameter",
        text: row.label.to_owned(),
        about: format!("It is adapted while the share of {symbol} is held: turn that off first."),
        also: also(parameter, typed),
        keys: None,
        does: None,
    })
}

/// Other words that a parameter is found by: its name on the command line, with the number that is typed.
fn also(parameter: Parameter, typed: Option<Typed<'_>>) -> String {
    let ParameterInfo {
        name,
        section,
        is_share,
        ..
    } = parameter.row();
    let heading = match section {
        Section::Sparsity => " sparsity",
        _ => "",
    };
    match typed.map(|typed| typed.text) {
        // By its flag a share is no percent.
        Some(typed) if is_share => format!("{name} {typed} {name} {typed}%{heading}"),
        Some(typed) => format!("{name} {typed} {name}={typed}{heading}"),
        None => format!("{name}{heading}"),
    }
}

/// A value as the field beside its slider shows it.
fn said(row: &ParameterInfo, value: f32) -> String {
    match row.is_share {
        true => in_percent(value),
        false => value.to_string(),
    }
}

/// The parameter as it is, to type a number behind.
fn offer(known: &Known<'_>, parameter: Parameter) -> Entry {
    let row = parameter.row();
    let value = said(&row, parameter.get(&known.state.live));
    Entry {
        kind: "Parameter",
        text: format!("{}: {value}", row.label),
        about: format!("{} Type a number.", row.tooltip),
        also: also(parameter, None),
        keys: None,
        does: Some(Does::Type(format!("{} ", row.name))),
    }
}

/// Sets the parameter, or says why that value cannot be.
fn setting(known: &Known<'_>, parameter: Parameter, typed: Typed<'_>) -> Entry {
    let row = parameter.row();
    // As in the field beside its slider.
    let of_one = if row.is_share { 100.0 } else { 1.0 };
    let value = typed.value.map(|value| (value / of_one) as f32);
    let [least, most] = [row.typed.start(), row.typed.end()].map(|&end| said(&row, end));
    let expected = || typed.refused(&format!("from {least} to {most}"));
    let taken = value.filter(|value| row.typed.contains(value));
    let verdict = taken.ok_or_else(expected).and_then(|value| {
        let mut config = known.state.live.clone();
        parameter.set(&mut config, value);
        let verdict = config.check().map(|()| value);
        // It may be of another setting, to which this one is no bound any more.
        verdict.map_err(|error| capital(as_said(&error.to_string())) + ".")
    });
    let shown = value.map_or_else(|| typed.text.to_owned(), |value| said(&row, value));
    Entry {
        kind: "Parameter",
        text: format!("{} = {shown}", row.label),
        does: verdict
            .as_ref()
            .ok()
            .map(|&value| Does::Set(parameter, value)),
        about: verdict.err().unwrap_or_else(|| row.tooltip.to_owned()),
        also: also(parameter, Some(typed)),
        keys: None,
    }
}
