//! The numbers behind figures as CSV: a line of names with their units, then a line for each thing.
//! Numbers are as short as brings back the same bits; what is not known is left empty.

use std::f64::consts::{FRAC_PI_2, PI};
use std::fmt::Write as _;

use ndarray::Array3;

use crate::analysis::GaborFit;
use crate::analysis::convergence::Convergence;
use crate::analysis::inpainting::Fills;
use crate::analysis::tuning::{EdgeGrid, GratingGrid};
use crate::figure::responses::{ResponsePanel, TunedUnit, TuningRow};
use crate::figure::units::{PoolingMapLayout, Weight};
use crate::telemetry::{History, Measured};

/// The Gabor fit of every filter; angles of normals, x to the right, y down, from the patch's centre.
#[must_use]
pub fn fits(fits: &[Option<GaborFit>]) -> String {
    let mut table = "simple_unit,x0_px,y0_px,theta_rad,freq_cycles_per_px,peak_freq_cycles_per_px,\
                     sigma_x_px,sigma_y_px,phase_rad,amplitude,correlation,is_good,centre_outside\n"
        .to_owned();
    for (unit, fit) in fits.iter().enumerate() {
        let Some(fit) = fit else {
            line(&mut table, format_args!("{unit},,,,,,,,,,,,"));
            continue;
        };
        let numbers = [
            fit.x0_px,
            fit.y0_px,
            fit.theta_rad,
            fit.freq_cycles_per_px,
            fit.peak_freq_cycles_per_px(),
            fit.sigma_x_px,
            fit.sigma_y_px,
            fit.phase_rad,
            fit.amplitude,
            fit.correlation,
        ];
        let numbers = numbers.map(|number| number.to_string()).join(",");
        let (is_good, outside) = (fit.is_good(), fit.centre_outside);
        line(
            &mut table,
            format_args!("{unit},{numbers},{is_good},{outside}"),
        );
    }
    table
}

/// The strongest simple units of `units`, strongest first.
///
/// # Panics
/// When `strongest` has no entry for one of `units`.
#[must_use]
pub fn strongest(units: &[usize], strongest: &[Vec<Weight>]) -> String {
    let mut table = "invariant_unit,rank,simple_unit,weight\n".to_owned();
    for &invariant in units {
        for (rank, Weight { unit, weight }) in strongest[invariant].iter().enumerate() {
            line(
                &mut table,
                format_args!("{invariant},{},{unit},{weight}", rank + 1),
            );
        }
    }
    table
}

/// The invariant units that the units of a third layer pool, strongest first.
#[must_use]
pub fn top(strongest: &[Vec<Weight>]) -> String {
    let mut table = "top_unit,rank,invariant_unit,weight\n".to_owned();
    for (top, ranked) in strongest.iter().enumerate() {
        for (rank, Weight { unit, weight }) in ranked.iter().enumerate() {
            line(
                &mut table,
                format_args!("{top},{},{unit},{weight}", rank + 1),
            );
        }
    }
    table
}

/// What the marks in the squares of a figure show, strongest first; stripes are a quarter turn from
/// the normal, in [0, pi).
///
/// # Panics
/// When there is not one of `fits` for each simple unit drawn.
#[must_use]
pub fn marks(layout: &PoolingMapLayout, fits: &[Option<GaborFit>]) -> String {
    let mut table = "invariant_unit,simple_unit,weight,x0_px,y0_px,stripes_rad,sigma_y_px,\
                     peak_freq_cycles_per_px,is_good\n"
        .to_owned();
    for (place, invariant) in layout.squares().units().iter().enumerate() {
        for &Weight { unit, weight } in layout.drawn(place).iter().rev() {
            let Some(fit) = &fits[unit] else { continue };
            line(
                &mut table,
                format_args!(
                    "{invariant},{unit},{weight},{},{},{},{},{},{}",
                    fit.x0_px,
                    fit.y0_px,
                    (fit.theta_rad + FRAC_PI_2).rem_euclid(PI),
                    fit.sigma_y_px,
                    fit.peak_freq_cycles_per_px(),
                    fit.is_good()
                ),
            );
        }
    }
    table
}

/// The curves of a run; energies are means per movie. A line for each stretch of minibatches, and one
/// for each note of the slower measures.
#[must_use]
pub fn curves(history: &History) -> String {
    let mut table = "step,movies_seen,elapsed_secs,reconstruction,simple_sparsity,modulated,\
                     invariant_sparsity,top_modulated,top_sparsity,density_z,density_u,orientation_concentration,\
                     orientation_concentration_shuffled,width_ratio,f2_over_f0_invariant,\
                     f2_over_f0_simple\n"
        .to_owned();
    let mut notes = history.notes().iter().peekable();
    for point in history.points() {
        while let Some(note) = notes.next_if(|note| note.step < point.step) {
            noted(&mut table, note);
        }
        let energies = &point.energies;
        let numbers = [
            point.elapsed_secs,
            energies.reconstruction,
            energies.simple_sparsity,
            energies.layers[0].modulated,
            energies.layers[0].sparsity,
            energies.layers[1].modulated,
            energies.layers[1].sparsity,
            point.simple_density,
            point.invariant_density,
        ];
        let numbers = numbers.map(|number| number.to_string()).join(",");
        let measures = known([point.concentration, point.concentration_shuffled]);
        let (step, movies) = (point.step, point.movies_seen);
        line(
            &mut table,
            format_args!("{step},{movies},{numbers},{measures},,,"),
        );
    }
    notes.for_each(|note| noted(&mut table, note));
    table
}

/// The answers to one frame: a line for every unit that is on.
#[must_use]
pub fn answers(simple: &[f32], invariant: &[f32]) -> String {
    let mut table = "layer,unit,response\n".to_owned();
    for (layer, responses) in [("z", simple), ("u", invariant)] {
        for (unit, response) in responses.iter().enumerate() {
            if *response != 0.0 {
                line(&mut table, format_args!("{layer},{unit},{response}"));
            }
        }
    }
    table
}

/// Responses to edges of the units that panels show; responses of 0 are left out, and `beta` is empty
/// for the simple layer.
#[must_use]
pub fn responses(grid: &EdgeGrid, panels: &[ResponsePanel<'_>]) -> String {
    let mut table = "layer,beta,theta_rad,b_px,unit,response\n".to_owned();
    for panel in panels {
        let layer = panel
            .beta
            .map_or_else(|| "z,".to_owned(), |beta| format!("u,{beta}"));
        for (theta, theta_rad) in grid.theta_rad.iter().enumerate() {
            for (b, b_px) in grid.b_px.iter().enumerate() {
                for &unit in panel.units {
                    let response = panel.responses[[theta, b, unit]];
                    if response > 0.0 {
                        line(
                            &mut table,
                            format_args!("{layer},{theta_rad},{b_px},{unit},{response}"),
                        );
                    }
                }
            }
        }
    }
    table
}

/// A line of [`curves`] with what was noted.
fn noted(table: &mut String, note: &Measured) {
    let measures = known([
        note.width_ratio,
        note.f2_over_f0_invariant,
        note.f2_over_f0_simple,
    ]);
    let (step, movies, secs) = (note.step, note.movies_seen, note.elapsed_secs);
    line(
        table,
        format_args!("{step},{movies},{secs},,,,,,,,,{measures}"),
    );
}

/// Numbers by commas, nothing for those not known.
fn known<const N: usize>(numbers: [Option<f64>; N]) -> String {
    numbers
        .map(|number| number.map_or(String::new(), |number| number.to_string()))
        .join(",")
}

/// Tuning curves: for each invariant unit its own and those of simple units it pools. `along` names what
/// is varied and its unit; responses to gratings are means over a drifting cycle.
#[must_use]
pub fn tuning(edges: &EdgeGrid, gratings: Option<&GratingGrid>, rows: &[TuningRow]) -> String {
    let mut table = "invariant_unit,layer,unit,along,value,response\n".to_owned();
    let freqs = gratings.map_or(&[][..], |grid| &grid.freq_cycles_per_px);
    for row in rows {
        let TunedUnit::Invariant(of) = row.invariant.unit else {
            continue;
        };
        for tuning in std::iter::once(&row.invariant).chain(&row.simple) {
            let (layer, unit) = match tuning.unit {
                TunedUnit::Simple(unit) => ("z", unit),
                TunedUnit::Invariant(unit) => ("u", unit),
            };
            let mut curve = |along: &str, values: &[f64], responses: &[f64]| {
                for (value, response) in values.iter().zip(responses) {
                    line(
                        &mut table,
                        format_args!("{of},{layer},{unit},{along},{value},{response}"),
                    );
                }
            };
            if let Some(profile) = &tuning.edges {
                curve("b_px", &edges.b_px, &profile.over_b);
                curve("theta_rad", &edges.theta_rad, &profile.over_theta);
            }
            if let Some(profile) = &tuning.gratings {
                curve("freq_cycles_per_px", freqs, &profile.over_freq);
            }
        }
    }
    table
}

/// Every method's energy above the lowest known after k iterations, over the samples, and its proven bound.
#[must_use]
pub fn convergence(convergence: &Convergence) -> String {
    let mut table = "energy,method,k,lower_quartile,median,upper_quartile,bound\n".to_owned();
    for energy in &convergence.energies {
        for summary in &energy.methods {
            let (name, method) = (energy.name.name(), summary.method.name());
            for (place, (k, excess)) in convergence.k.iter().zip(&summary.excess).enumerate() {
                let bound = summary.bound.as_ref().map(|bound| &bound.values[place]);
                let bound = bound.map_or_else(String::new, |bound| bound.median.to_string());
                line(
                    &mut table,
                    format_args!(
                        "{name},{method},{k},{},{},{},{bound}",
                        excess.lower_quartile, excess.median, excess.upper_quartile
                    ),
                );
            }
        }
    }
    table
}

/// A patch or picture and what fills it, a line for each pixel: contrast-normalised values, `observed` 1 or
/// 0, and W z by one layer and by two at observed pixels too.
#[must_use]
pub fn filling(fills: &Fills) -> String {
    let mut table = "x_px,y_px,truth,observed,one,two\n".to_owned();
    for ((y, x), truth) in fills.covered.truth.indexed_iter() {
        let observed = u8::from(fills.covered.observed[[y, x]]);
        let (one, two) = (fills.one.filled[[y, x]], fills.two.filled[[y, x]]);
        line(
            &mut table,
            format_args!("{x},{y},{truth},{observed},{one},{two}"),
        );
    }
    table
}

/// The same as an array `[4, height, width]`: truth, observed, one, two.
#[must_use]
pub fn filling_array(fills: &Fills) -> Array3<f32> {
    let (height, width) = fills.covered.truth.dim();
    Array3::from_shape_fn((4, height, width), |(plane, y, x)| match plane {
        0 => fills.covered.truth[[y, x]],
        1 => f32::from(u8::from(fills.covered.observed[[y, x]])),
        2 => fills.one.filled[[y, x]],
        _ => fills.two.filled[[y, x]],
    })
}

fn line(table: &mut String, fields: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(table, "{fields}");
}
