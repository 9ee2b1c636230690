//! What can be changed while the model learns: each by its name, and with a number behind it, set.

use super::entry::{Does, Entry, Known};
use crate::parameter::Parameter;
use crate::range::OutOfRange;

/// An entry for every parameter; where a number was typed, the entry sets it.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let all = Parameter::ALL.iter().copied();
    let acting = all.filter(|parameter| (parameter.row().acts)(&known.state.live));
    match known.number() {
        Some(number) => acting.map(|one| setting(known, one, number)).collect(),
        None => acting.map(|one| offer(known, one)).collect(),
    }
}

/// The parameter as it is, to type a number behind.
fn offer(known: &Known<'_>, parameter: Parameter) -> Entry {
    let row = parameter.row();
    let value = parameter.get(&known.state.live);
    Entry {
        kind: "Parameter",
        text: format!("{}: {value}", row.label),
        about: format!("{} Type a number.", row.tooltip),
        also: row.name.to_owned(),
        keys: None,
        does: Some(Does::Type(format!("{} ", row.name))),
    }
}

/// Sets the parameter, or says why that value cannot be.
fn setting(known: &Known<'_>, parameter: Parameter, (typed, value): (&str, f32)) -> Entry {
    let row = parameter.row();
    let mut config = known.state.live.clone();
    parameter.set(&mut config, value);
    // What its slider and the field beside it take.
    let range = OutOfRange::within(row.name, value, row.slider, "");
    let verdict = range.and_then(|()| config.check());
    Entry {
        kind: "Parameter",
        text: format!("{} = {value}", row.label),
        about: match &verdict {
            Ok(()) => row.tooltip.to_owned(),
            Err(error) => error.to_string(),
        },
        also: format!("{0} {typed} {0}={typed}", row.name),
        keys: None,
        does: verdict.is_ok().then_some(Does::Set(parameter, value)),
    }
}
