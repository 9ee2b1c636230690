//! `cellscope measure`: measures of a trained model on movies that it has not learned from.

use std::path::PathBuf;

use anyhow::ensure;
use ndarray::ArrayView2;
use serde::Serialize;
use serde_json::Value;

use super::args::edges::EdgeArgs;
use super::args::model::ModelArgs;
use super::args::values::{at_most, count, seed};
use super::argument_error::ArgumentError;
use super::io::movies::{check_size, held_out_codes};
use super::io::report::{print, report, tell_there, write_json};
use super::toy::line_report;
use crate::analysis::tuning::{EdgeParams, GratingGrid, StudiedModel, TuningSummary};
use crate::analysis::{
    CHROMATIC_SHARE, GaborFit, HELD_OUT, Likeness, LineMeasures, Preference, chromatic_shares,
    fit_filters, median, median_correlation, orientation_concentration, preferences, shuffled_fits,
};
use crate::channels::Channels;
use crate::config::Config;
use crate::model::{BatchCodes, Learner, SparseRows};
use crate::source::{SourceSpec, edge_amplitude, grating_amplitude};

/// Movies measured on.
const MOVIES: usize = 5_000;
/// Movies measured on, at most: their codes are in memory.
const MAX_MOVIES: usize = 100_000;
/// A unit that is on in a smaller share of the samples is dead.
const ACTIVE_SHARE: f64 = 1e-3;

/// What is printed where no JSON is asked for: what it is, and its key in the JSON.
const TABLE: [(&str, &str); 13] = [
    ("minibatches learned from", "/step"),
    ("movies measured on", "/movies"),
    ("share of z active", "/density_z"),
    ("share of u active", "/density_u"),
    ("explained variance", "/explained_variance"),
    ("z active in < 0.1 % of frames: dead", "/dead_simple"),
    ("u active in < 0.1 % of movies: dead", "/dead_invariant"),
    ("correlation with Gabor fits", "/gabor_correlation"),
    ("orientation concentration", "/orientation_concentration"),
    ("the same, shuffled", "/orientation_concentration_shuffled"),
    ("width of u / |z| to edges", "/tuning/edges/width_ratio"),
    ("F2/F0 of u", "/tuning/gratings/invariant/f2_over_f0"),
    ("F2/F0 of |z|", "/tuning/gratings/simple/f2_over_f0"),
];
/// The same of what only some models have.
const OF_SOME: [(&str, &str); 7] = [
    ("lines that are filters, of 40", "/lines/lines_found"),
    ("orientations that have a unit, of 4", "/lines/orientations"),
    ("least purity of a unit", "/lines/purity_min"),
    ("filters in colour", "/chromatic_filters"),
    ("share of v active", "/top/density_v"),
    ("v active in < 0.1 % of movies: dead", "/top/dead"),
    (
        "orientation concentration of v",
        "/top/orientation_concentration",
    ),
];

/// The arguments of `measure`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    on: ModelArgs,
    /// JSON file to write with all measures, - for standard output [default: the main ones, as a table]
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Number of movies to measure on
    #[arg(long, value_name = "N", default_value_t = MOVIES, value_parser = count)]
    movies: usize,
    /// Seed of the movie positions [default: the model's own]; training with this seed uses other positions
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    #[command(flatten)]
    edges: EdgeArgs,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    at_most("--movies", args.movies, MAX_MOVIES)?;
    if let Some(json) = &args.json {
        args.on.check_json(json)?;
    }
    let edges = args.edges.params()?;
    let model = args.on.open()?;
    let config = &model.config;
    let (movies, seed) = (args.movies, args.seed.unwrap_or(config.seed));
    ensure!(
        seed ^ HELD_OUT != config.seed,
        ArgumentError(format!(
            "--seed {seed}: it draws the movies that this model learned from; take another"
        ))
    );
    let report = args.on.threads.install(|| {
        check_size("--movies", movies, config.movies.frames, config)?;
        let pictures = args.on.load_pictures(config)?;
        if let Some(json) = &args.json {
            tell_there(json, "replaced");
        }
        let learner = &model.learner;
        let (codes, power) = held_out_codes(config, &pictures, &learner.weights, movies, seed)?;
        let held_out = HeldOut {
            config,
            learner,
            codes: &codes,
            power,
            seed,
        };
        Ok(measures(&held_out, &edges))
    })?;
    let report = report! {
        /// Minibatches that the model learned from.
        step: model.state.step,
        /// Seed of the movie positions.
        seed: seed,
        #[serde(flatten)]
        measures: report,
    };
    match &args.json {
        Some(json) => write_json(json, &report),
        None => print(&table(&serde_json::to_value(&report)?)),
    }
}

/// The main measures, a line each.
fn table(report: &Value) -> String {
    let line = |name: &str, key: &str| {
        let few = |needs: &str| format!("not measured: needs {:.0} {needs}", 1.0 / ACTIVE_SHARE);
        let value = match report.pointer(key) {
            Some(Value::Number(number)) if number.is_f64() => {
                format!("{:.3}", number.as_f64().unwrap_or(f64::NAN))
            }
            Some(Value::Number(number)) => number.to_string(),
            _ if key == "/dead_simple" => few("frames"),
            _ if key.contains("/dead") => few("movies"),
            _ => "not measured".to_owned(),
        };
        format!("{name:<35} {value}\n")
    };
    let of_some = OF_SOME.iter();
    let of_some = of_some.filter(|(_, key)| report.pointer(key).is_some());
    let named = TABLE.iter().chain(of_some);
    let named = named.map(|(name, key)| line(name, key));
    let deeper = report["deeper"].as_array().into_iter().flatten();
    let deeper = deeper.enumerate().flat_map(|(index, measures)| {
        let layer = &measures["layer"];
        [
            (format!("share of layer {layer} active"), "density"),
            (format!("dead units of layer {layer}"), "dead"),
        ]
        .map(|(name, key)| line(&name, &format!("/deeper/{index}/{key}")))
    });
    named.chain(deeper).collect()
}

/// Measures of a third layer.
fn top_measures(
    config: &Config,
    learner: &Learner,
    codes: &BatchCodes,
    preferences: &[Option<Preference>],
) -> Option<impl Serialize + use<>> {
    let (weights, codes) = (
        &learner.weights.layers.get(1)?.weights,
        &codes.layers.get(1)?.codes,
    );
    let use_v = shares_on(codes);
    let thetas: Vec<_> = preferences
        .iter()
        .map(|p| p.as_ref().map(|p| p.theta_rad))
        .collect();
    let is_active = |unit: usize| use_v[unit] >= ACTIVE_SHARE;
    let concentration = orientation_concentration(weights.view(), &thetas, is_active);
    let [active, dead] = active_and_dead(&use_v, codes.rows());
    Some(report! {
        gamma: config.model.gamma,
        /// Share of entries of v that are not 0.
        density_v: codes.density(),
        /// Units on in at least a thousandth of the movies; none where so few movies cannot tell.
        active: active,
        dead: dead,
        /// How many invariant units an active one pools.
        units_pooled: units_pooled(weights.view(), &use_v),
        /// Median over the active units of how alike in orientation the invariant units are that each pools:
        /// abs(sum_j B_jn^2 exp(2 i theta_j)) / sum_j B_jn^2, theta_j what unit j prefers by the Gabor fits.
        orientation_concentration: concentration.as_ref().map(|c| c.median),
        /// The same with the rows of B shuffled.
        orientation_concentration_shuffled: concentration.map(|c| c.shuffled_median),
        /// Share of movies each unit is on in.
        use_v: use_v,
    })
}

/// Measures of the fourth layer and those above it; `None` without any.
fn deeper_measures(
    config: &Config,
    learner: &Learner,
    codes: &BatchCodes,
) -> Option<Vec<impl Serialize + use<>>> {
    let layers = learner.weights.layers.iter().zip(&codes.layers);
    let sparsities = config.model.pooling_layers();
    let layers = layers.zip(sparsities).enumerate().skip(2);
    let deeper = layers.map(|(index, ((layer, codes), params))| {
        let unit_use = shares_on(&codes.codes);
        let [active, dead] = active_and_dead(&unit_use, codes.codes.rows());
        report! {
            /// The fourth layer is 4.
            layer: index + 2,
            sparsity: params.sparsity,
            /// Share of entries of the code that are not 0.
            density: codes.codes.density(),
            /// Units on in at least a thousandth of the movies; none where so few movies cannot tell.
            active: active,
            dead: dead,
            /// How many units of the layer below an active one pools.
            units_pooled: units_pooled(layer.weights.view(), &unit_use),
            /// Share of movies each unit is on in.
            unit_use: unit_use,
        }
    });
    let deeper: Vec<_> = deeper.collect();
    (!deeper.is_empty()).then_some(deeper)
}

/// Median over the active units of how many units of the layer below each pools, in effect: 1 / sum_j B_jn^4.
fn units_pooled(weights: ArrayView2<'_, f32>, shares: &[f64]) -> Option<f64> {
    let columns = weights.columns().into_iter().zip(shares);
    let of_active = columns.filter(|&(_, &share)| share >= ACTIVE_SHARE);
    let pooled = of_active.map(|(column, _)| {
        let fourth = |b: &f32| f64::from(*b).powi(4);
        1.0 / column.iter().map(fourth).sum::<f64>()
    });
    median(pooled.collect())
}

/// A model, and its codes of held-out movies.
struct HeldOut<'a> {
    config: &'a Config,
    learner: &'a Learner,
    codes: &'a BatchCodes,
    /// The sum of the squares of the movies' pixels.
    power: f64,
    /// Seed of the movie positions.
    seed: u64,
}

/// The report of `measure --json`.
fn measures(held_out: &HeldOut<'_>, edges: &EdgeParams) -> impl Serialize + use<> {
    let HeldOut {
        config,
        learner,
        codes,
        seed,
        ..
    } = *held_out;
    let weights = &learner.weights;
    let use_z = shares_on(&codes.simple.codes);
    let use_u = shares_on(&codes.invariant().codes);
    let is_active = |unit: usize| use_u[unit] >= ACTIVE_SHARE;
    let fits = fit_filters(weights.dictionary.view(), config.movies.patch_side, &[]);
    let thetas: Vec<_> = fits
        .iter()
        .map(|f| f.as_ref().map(|f| f.theta_rad))
        .collect();
    let concentration = orientation_concentration(weights.pooling().view(), &thetas, is_active);
    let preferred_of = |fits: &[Option<GaborFit>]| preferences(weights.pooling().view(), fits);
    let likeness = |preferred: &[Option<Preference>]| Likeness::of(preferred, is_active);
    let preferred = preferred_of(&fits);
    let (movies, normalise) = (&config.movies, &config.normalise);
    let studied = StudiedModel::new(0, learner, &config.model, movies, normalise);
    let gratings = GratingGrid::new(movies, normalise);
    let top = top_measures(config, learner, codes, &preferred);
    let deeper = deeper_measures(config, learner, codes);
    let lines = (config.source == SourceSpec::Lines).then(|| {
        let in_force = config.model_in_force(learner.movies_seen);
        line_report(&LineMeasures::held_out(weights, &in_force, seed))
    });
    report! {
        #[serde(flatten)]
        codes: code_measures(held_out, [&use_z, &use_u]),
        #[serde(flatten)]
        filters: filter_measures(config, learner, &fits),
        /// Median orientation concentration of the active invariant units, by the Gabor fits.
        orientation_concentration: concentration.as_ref().map(|c| c.median),
        /// The same with the rows of A shuffled.
        orientation_concentration_shuffled: concentration.as_ref().map(|c| c.shuffled_median),
        /// How alike the filters of an invariant unit are, medians over the active ones, by the Gabor fits.
        likeness: likeness(&preferred),
        /// The same with the rows of A shuffled.
        likeness_shuffled: likeness(&preferred_of(&shuffled_fits(&fits))),
        /// Amplitude of the edges shown, and of the gratings: what contrast normalisation leaves of them.
        edge_amplitude: edge_amplitude(edges.k_rad_per_px, normalise),
        grating_amplitude: grating_amplitude(normalise),
        /// Tuning to edges and gratings; medians over the active invariant units and simple units.
        tuning: TuningSummary::measure(&studied, edges, gratings, is_active),
        /// The third layer, where there is one.
        #[serde(flatten)]
        top: top.map(|top| report! { top: top, }),
        /// The layers above it, where there are some.
        #[serde(flatten)]
        deeper: deeper.map(|deeper| report! { deeper: deeper, }),
        /// Of the toy example.
        #[serde(flatten)]
        lines: lines.map(|lines| report! { lines: lines, }),
        /// Of every invariant unit.
        orientation_concentration_per_unit: concentration.map_or(Vec::new(), |c| c.per_unit),
        /// Share of movies each invariant unit is on in.
        use_u: use_u,
        /// Share of frames each simple unit is on in.
        use_z: use_z,
    }
}

/// Measures of the codes, whose units are on in these shares of the frames and movies.
fn code_measures(held_out: &HeldOut<'_>, [use_z, use_u]: [&[f64]; 2]) -> impl Serialize + use<> {
    let HeldOut { config, codes, .. } = *held_out;
    let [active_simple, dead_simple] = active_and_dead(use_z, codes.simple.codes.rows());
    let [active_invariant, dead_invariant] = active_and_dead(use_u, codes.pooled.rows());
    report! {
        /// Held-out movies measured on.
        movies: codes.pooled.rows(),
        /// Where their pictures come from.
        source: config.source.to_string(),
        /// split or joint.
        model: config.model.coupling,
        alpha: config.model.alpha,
        beta: config.model.beta,
        /// Share of entries of z that are not 0.
        density_z: codes.simple.codes.density(),
        /// Share of entries of u that are not 0.
        density_u: codes.invariant().codes.density(),
        /// Energies by term, mean per movie.
        energies: codes.energies(),
        /// 1 - abs(x - W z)^2 / abs(x)^2, over all frames.
        explained_variance: codes.explained_variance(held_out.power),
        /// Simple units on in at least a thousandth of the frames; none where so few frames cannot tell.
        active_simple: active_simple,
        dead_simple: dead_simple,
        /// Invariant units on in at least a thousandth of the movies; none where so few movies cannot tell.
        active_invariant: active_invariant,
        dead_invariant: dead_invariant,
    }
}

/// Measures of the filters with these fits.
fn filter_measures(
    config: &Config,
    learner: &Learner,
    fits: &[Option<GaborFit>],
) -> impl Serialize + use<> {
    let (filters, channels) = (learner.weights.dictionary.view(), config.movies.channels);
    let colour = (channels != Channels::Grey).then(|| chromatic_shares(filters, channels));
    report! {
        /// Filters whose Gabor fit correlates with them by at least 0.7.
        gabor_good: fits.iter().flatten().filter(|fit| fit.is_good()).count(),
        /// Median correlation of the filters with their Gabor fits; 0 for a filter without one.
        gabor_correlation: median_correlation(fits).unwrap_or(0.0),
        /// Of filters in colour.
        #[serde(flatten)]
        colour: colour.map(|shares| report! {
            /// Filters with at least half of their energy in colour: colour-opponent ones.
            chromatic_filters: shares.iter().filter(|&&share| share >= CHROMATIC_SHARE).count(),
            /// Share of the energy of each filter that is colour.
            chromatic_shares: shares,
        }),
    }
}

/// How many of the units that are on in these shares of so many samples are active, and how many dead; `None` where so few samples
/// cannot tell.
fn active_and_dead(shares: &[f64], samples: usize) -> [Option<usize>; 2] {
    let can_tell = samples as f64 * ACTIVE_SHARE >= 1.0;
    let active = shares.iter().filter(|&&share| share >= ACTIVE_SHARE);
    let active = active.count();
    [active, shares.len() - active].map(|units| can_tell.then_some(units))
}

/// Share of the rows in which each unit is on.
fn shares_on(codes: &SparseRows) -> Vec<f64> {
    let rows = codes.rows().max(1) as f64;
    let by_unit = codes.transposed();
    (0..by_unit.rows())
        .map(|unit| by_unit.row(unit).0.len() as f64 / rows)
        .collect()
}
