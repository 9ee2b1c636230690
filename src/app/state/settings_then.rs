//! The settings that something was measured at, where they are others now.

use crate::engine::Snapshot;
use crate::parameter::Parameter;
use crate::words::{held_share, three_digits};

/// The settings that the answers of the units depend on: each sparsity, and the share that it is adapted to.
const OF_ANSWERS: [(&str, Parameter, Option<Parameter>); 3] = [
    ("α", Parameter::Alpha, Some(Parameter::SimpleShare)),
    ("β", Parameter::Beta, Some(Parameter::InvariantShare)),
    ("γ", Parameter::Gamma, None),
];

/// The settings that answers after minibatch `step` depended on, where they were changed since: "α 0.5 and β 0.2".
pub(crate) fn settings_then(snapshot: &Snapshot, step: u64) -> Option<String> {
    let (config, history) = (&snapshot.config, &snapshot.history);
    let changed_from = |parameter| changed_from(snapshot, parameter, step);
    let changed = OF_ANSWERS
        .into_iter()
        .filter_map(|(name, sparsity, share)| {
            match share.and_then(changed_from) {
                Some(0.0) => {
                    let then = history.value_before(sparsity.row().name, step);
                    let of = then.map(|then| format!(" of {}", three_digits(then)));
                    Some(format!("a fixed {name}{}", of.unwrap_or_default()))
                }
                Some(share) => Some(format!(
                    "{name} for a share of {}",
                    held_share(f64::from(share))
                )),
                // What is adapted to a share is changed by nobody.
                None if sparsity.is_adapted(config) => None,
                None => match changed_from(sparsity) {
                    Some(then) => Some(format!("{name} {}", three_digits(then))),
                    None if was_dragged_at(snapshot, sparsity, step) => {
                        Some(format!("another {name}"))
                    }
                    None => None,
                },
            }
        });
    let changed: Vec<_> = changed.collect();
    (!changed.is_empty()).then(|| changed.join(" and "))
}

/// Whether this sparsity is another than after minibatch `step`.
pub(super) fn is_changed_since(snapshot: &Snapshot, sparsity: Parameter, step: u64) -> bool {
    changed_from(snapshot, sparsity, step).is_some() || was_dragged_at(snapshot, sparsity, step)
}

fn changed_from(snapshot: &Snapshot, parameter: Parameter, step: u64) -> Option<f32> {
    let then = snapshot.history.value_before(parameter.row().name, step)?;
    (then != parameter.get(&snapshot.config)).then_some(then)
}

fn was_dragged_at(snapshot: &Snapshot, parameter: Parameter, step: u64) -> bool {
    let history = &snapshot.history;
    history.was_dragged_at(parameter.row().name, step)
}
