//! What can be changed while the model learns: each by its name, and with a number behind it, set.

use super::entry::{Does, Entry, Known};
use crate::app::widgets::in_percent;
use crate::parameter::{Parameter, ParameterInfo, Section};
use crate::range::OutOfRange;
use crate::words::as_said;

/// An entry for every parameter; where a number was typed, the entry sets it.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let all = Parameter::ALL.iter().copied();
    let (acting, idle): (Vec<_>, Vec<_>) =
        all.partition(|parameter| (parameter.row().acts)(&known.state.live));
    let number = known.number();
    let acting = acting.into_iter().map(|one| match number {
        Some(number) => setting(known, one, number),
        None => offer(known, one),
    });
    let adapted = idle.into_iter().filter_map(|one| adapted(one, number));
    acting.chain(adapted).collect()
}

/// A sparsity that cannot be set while the share of its layer is held.
fn adapted(parameter: Parameter, number: Option<(&str, f32)>) -> Option<Entry> {
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
        also: also(parameter, number),
        keys: None,
        does: None,
    })
}

/// Other words that a parameter is found by: its name on the command line, with the number that is typed.
fn also(parameter: Parameter, number: Option<(&str, f32)>) -> String {
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
    match number {
        // By its flag a share is no percent.
        Some((typed, _)) if is_share => format!("{name} {typed} {name} {typed}%{heading}"),
        Some((typed, _)) => format!("{name} {typed} {name}={typed}{heading}"),
        None => format!("{name}{heading}"),
    }
}

/// Checks a value against what the field beside its slider takes.
fn check(row: &ParameterInfo, value: f32) -> Result<(), OutOfRange> {
    let (least, most) = (said(row, *row.typed.start()), said(row, *row.typed.end()));
    let expected = format!("from {least} to {most}");
    OutOfRange::check(
        row.typed.contains(&value),
        row.name,
        expected,
        said(row, value),
    )
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
fn setting(known: &Known<'_>, parameter: Parameter, (typed, value): (&str, f32)) -> Entry {
    let row = parameter.row();
    // As in the field beside its slider.
    let value = if row.is_share { value / 100.0 } else { value };
    let mut config = known.state.live.clone();
    parameter.set(&mut config, value);
    let verdict = check(&row, value).and_then(|()| config.check());
    Entry {
        kind: "Parameter",
        text: format!("{} = {}", row.label, said(&row, value)),
        about: match &verdict {
            Ok(()) => row.tooltip.to_owned(),
            Err(error) => as_said(&error.to_string()),
        },
        also: also(parameter, Some((typed, value))),
        keys: None,
        does: verdict.is_ok().then_some(Does::Set(parameter, value)),
    }
}
