//! A model made by hand: Gabors of two orientations at many places, each orientation pooled by one
//! invariant unit.

use std::f64::consts::{FRAC_PI_2, TAU};

use cellscope::analysis::tuning::{EdgeParams, GratingGrid, StudiedModel, TuningSummary};
use cellscope::config::Config;
use cellscope::model::{Learner, PoolingLayer, Weights};
use ndarray::{Array2, ShapeBuilder};

pub(crate) const SIDE: usize = 20;
/// Frequency of the Gabors, in cycles per pixel.
pub(crate) const FREQ: f64 = 0.15;
/// Orientations of the Gabors, one for each invariant unit.
pub(crate) const THETAS: [f64; 2] = [0.0, FRAC_PI_2];
const PLACES: usize = 11;
const SIGMA_PX: f64 = 2.5;

/// Settings at their defaults, sizes of the model by hand.
pub(crate) fn config() -> Config {
    let mut config = Config::default();
    config.model.simple = THETAS.len() * PLACES;
    config.model.invariant = THETAS.len();
    config
}

/// Its measures, the invariant units counted for which `counted` holds.
pub(crate) fn measure(counted: impl Fn(usize) -> bool) -> TuningSummary {
    let gratings = GratingGrid::new(&config().movies, &config().normalise);
    measure_by(gratings, counted)
}

/// The same by these gratings.
pub(crate) fn measure_by(gratings: GratingGrid, counted: impl Fn(usize) -> bool) -> TuningSummary {
    let (config, learner) = (config(), learner(weights()));
    TuningSummary::measure(
        &studied(&config, &learner),
        &EdgeParams::default(),
        gratings,
        counted,
    )
}

/// A model of these weights.
pub(crate) fn learner(weights: Weights) -> Learner {
    Learner {
        weights,
        ..Learner::new(SIDE * SIDE, &config().model, 0)
    }
}

/// The model as it is studied.
pub(crate) fn studied<'a>(config: &'a Config, learner: &'a Learner) -> StudiedModel<'a> {
    StudiedModel::new(0, learner, &config.model, &config.movies, &config.normalise)
}

/// W: along each normal a Gabor every pixel from -5 to 5. A: equal weights within an orientation.
pub(crate) fn weights() -> Weights {
    let mut dictionary = Array2::zeros((SIDE * SIDE, THETAS.len() * PLACES).f());
    let mut pooling = Array2::zeros((THETAS.len() * PLACES, THETAS.len()));
    for unit in 0..THETAS.len() * PLACES {
        let (invariant, place) = (unit / PLACES, unit % PLACES);
        let mut filter = dictionary.column_mut(unit);
        for (at, weight) in filter.iter_mut().enumerate() {
            *weight = gabor(THETAS[invariant], place as f64 - 5.0, at);
        }
        let norm = filter.dot(&filter).sqrt();
        filter /= norm;
        pooling[[unit, invariant]] = 1.0 / (PLACES as f32).sqrt();
    }
    Weights {
        dictionary,
        layers: vec![PoolingLayer::new(pooling, config().model.beta)],
    }
}

/// An odd Gabor this far along its normal, at a pixel.
fn gabor(theta: f64, centre_px: f64, at: usize) -> f32 {
    let middle = (SIDE as f64 - 1.0) / 2.0;
    let (x, y) = ((at % SIDE) as f64 - middle, (at / SIDE) as f64 - middle);
    let along = x * theta.cos() + y * theta.sin() - centre_px;
    let across = y * theta.cos() - x * theta.sin();
    let spread = (along / SIGMA_PX).powi(2) + (across / (2.0 * SIGMA_PX)).powi(2);
    ((-0.5 * spread).exp() * (TAU * FREQ * along).sin()) as f32
}
