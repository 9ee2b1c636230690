//! The answers of a unit and of those drawn beside it, as a table.

use std::fmt::Arguments;

use super::panels::{Cell, RESPONSE_COLUMNS, ResponsePanel, layer_field, response_lines};
use super::tuning_row::TuningRow;
use crate::analysis::Unit;
use crate::analysis::tuning::{EdgeStudy, GratingStudy};
use crate::figure::write::Csv;

/// The responses to edges of units that are `shown`, and of the others whose tuning is drawn; below them the means over the cycle
/// of a drifting grating, at its frequency.
pub fn unit_table(
    study: &EdgeStudy,
    gratings: Option<&GratingStudy>,
    shown: [Unit; 2],
    row: &TuningRow,
) -> String {
    let drawn = || std::iter::once(&row.invariant).chain(&row.simple);
    let others = drawn().map(|tuning| tuning.unit);
    let others = others.filter(|unit| !shown.contains(unit));
    let units: Vec<Unit> = shown.into_iter().chain(others).collect();
    let cell = |&(_, unit): &Unit| Cell { unit, color: 0 };
    let cells: Vec<_> = units.iter().map(cell).collect();
    let (z, u) = (&study.responses.simple, &study.responses.invariant[0]);
    let beta = Some(study.own_beta);
    let panels = units
        .iter()
        .zip(&cells)
        .map(|((layer, _), cell)| ResponsePanel {
            beta: layer.of(None, beta),
            responses: layer.of(z, u).view(),
            cells: std::slice::from_ref(cell),
            highlight: None,
        });
    let panels: Vec<_> = panels.collect();
    let mut table = Csv::new(&format!("{RESPONSE_COLUMNS},freq_cycles_per_px"));
    let to_edge = |line: Arguments<'_>| table.line(format_args!("{line},"));
    response_lines(&study.responses.grid, &panels, to_edge);
    let freqs = gratings.map_or(&[][..], |study| &study.grid.freq_cycles_per_px);
    for tuning in drawn() {
        let (layer, unit) = tuning.unit;
        let layer = layer_field(layer.of(None, beta));
        let means = tuning.gratings.iter().flat_map(|to| &to.over_freq);
        for (freq, mean) in freqs.iter().zip(means) {
            table.line(format_args!("{layer},,,{unit},{mean},{freq}"));
        }
    }
    table.finish()
}
