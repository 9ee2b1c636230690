//! The chart of each energy.

use std::collections::BTreeSet;

use super::legend::{CODER, LegendLines, coder_color, color, legend};
use crate::analysis::convergence::{Convergence, EnergySummary, Spread};
use crate::figure::chart::NOT_MEASURED;
use crate::figure::chart::{Chart, CurveColors, Series, Stroke};
use crate::figure::scene::{Axis, Figure, Palette};

/// Radius of the dots of the fast coder, in points.
const DOT: f32 = 2.8;
/// Excesses below this share of the largest show rounding alone, and do not widen the axis.
const LOWEST: f64 = 1e-12;

/// The chart of one energy, and its legend with the numbers of each method.
#[derive(Clone, Debug)]
pub struct EnergyChart {
    /// A thick line for the median of every method over the samples, thin ones for the quartiles, dashes for the
    /// median of its bound, and dots for the fast coder: at each gap asked for, how deep it ends, at the iteration
    /// at which FISTA is as deep.
    pub chart: Chart,
    /// What the colours are.
    pub legend: Figure<LegendLines>,
}

/// A chart for each energy; the series named in `hidden` are marked so.
pub fn energy_charts(
    convergence: &Convergence,
    hidden: &BTreeSet<&'static str>,
    palette: &Palette,
) -> Vec<EnergyChart> {
    let chart = |energy: &EnergySummary| EnergyChart {
        chart: chart(energy, convergence, hidden, palette),
        legend: legend(energy, convergence, hidden, palette),
    };
    convergence.energies.iter().map(chart).collect()
}

fn chart(
    energy: &EnergySummary,
    of: &Convergence,
    hidden: &BTreeSet<&'static str>,
    palette: &Palette,
) -> Chart {
    let mut series = Vec::new();
    let mut push = |name, part, stroke, color, points| {
        series.push(Series {
            name,
            about: "",
            part,
            color,
            stroke,
            points,
            is_hidden: hidden.contains(name),
            ghost: None,
        });
    };
    let over_k = |spreads: &[Spread], value: fn(&Spread) -> f64| -> Vec<[f64; 2]> {
        let k = of.k.iter().map(|&k| k as f64);
        k.zip(spreads.iter().map(value))
            .map(|(k, value)| [k, value])
            .collect()
    };
    // Of what decides the ordinate.
    let mut medians = Vec::new();
    for summary in &energy.methods {
        let (name, color) = (summary.method.name(), color(summary, palette));
        let thin = [|s: &Spread| s.lower_quartile, |s: &Spread| s.upper_quartile];
        for (part, quartile) in ["lower quartile", "upper quartile"].into_iter().zip(thin) {
            push(
                name,
                part,
                Stroke::Line(0.6),
                color,
                over_k(&summary.excess, quartile),
            );
        }
        let excess = over_k(&summary.excess, |s| s.median);
        let bound = summary.bound.as_ref();
        let bound = bound.map(|bound| over_k(&bound.values, |s| s.median));
        if !hidden.contains(name) {
            medians.extend(excess.iter().chain(bound.iter().flatten()).map(|&[_, y]| y));
        }
        push(name, "median", Stroke::Line(1.8), color, excess);
        if let Some(bound) = bound {
            push(name, "proven bound", Stroke::Dashes, color, bound);
        }
    }
    let coded = beside_fista(energy, of.samples).map(|(k, excess)| [k, excess.median]);
    push(
        CODER,
        "",
        Stroke::Dots(DOT),
        coder_color(palette),
        coded.collect(),
    );
    let largest = medians.iter().copied().fold(0.0, f64::max);
    let seen = medians.into_iter().filter(|y| *y > LOWEST * largest);
    Chart {
        title: energy.name.title().into(),
        x: Axis::log(of.k.iter().map(|&k| k as f64)),
        y: Axis::log(seen),
        x_name: "iterations k",
        note: Some("energy minus the lowest known; dashes: proven bound"),
        when_empty: NOT_MEASURED,
        has_vertical_grid: true,
        series,
        marks: Vec::new(),
        ghosts: Vec::new(),
        colors: CurveColors::Quantities,
    }
}

/// Energies of the fast coder, each with the iterations in which FISTA mostly gets as low, where it does in half of the samples.
pub(super) fn beside_fista(
    energy: &EnergySummary,
    samples: usize,
) -> impl Iterator<Item = (f64, &Spread)> {
    let coded = energy.coder.iter();
    let coded = coded.filter(move |coded| 2 * coded.fista_samples >= samples);
    coded.filter_map(|coded| Some((coded.fista_iterations.as_ref()?.median, &coded.excess)))
}
