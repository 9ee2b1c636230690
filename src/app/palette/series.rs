//! The series of the charts, as their legends show and hide them.

use super::entry::{Does, Entry, Known};
use crate::figure::{curve_names, energy_series};

/// An entry for every series, to hide it or to show it again.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let of_solvers = energy_series().map(|name| (name, "A solver, in the view Convergence."));
    let all = curve_names().chain(of_solvers);
    all.map(|(name, about)| {
        let is_hidden = known.state.hidden_series.contains(name);
        let does = if is_hidden { "Show" } else { "Hide" };
        Entry {
            kind: "Curve",
            text: format!("{does} {name}"),
            about: about.to_owned(),
            does: Some(Does::ToggleSeries(name)),
            ..Entry::default()
        }
    })
    .collect()
}
