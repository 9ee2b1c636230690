//! The preferred orientation, frequency and position of an invariant unit, from the Gabors of the filters it pools.

use ndarray::{ArrayView1, ArrayView2, Axis};

use serde::Serialize;

use crate::analysis::filters::GaborFit;
use crate::analysis::stats::{Direction, OrientationSum, direction, median, shuffle, shuffler};

/// Number of strongest filters in the circular variance: those of a row in the paper's Figure 2.
const STRONGEST: usize = 9;

/// Below this frequency, half a cycle in the paper's patch, filters are blobs without a preferred frequency.
const LEAST_FREQ_CYCLES_PER_PX: f64 = 0.025;

/// Means over the filters that an invariant unit pools, weighted by `A_ij^2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preference {
    /// Mean direction of the gratings' normals, in [0, pi).
    pub theta_rad: f64,
    /// abs(sum of `A_ij^2` exp(2 i `theta_i`)) over the sum of `A_ij^2`, 0 to 1. Filters without a fit
    /// count in the denominator alone.
    pub concentration: f64,
    /// Geometric mean of the peak frequencies, in cycles per pixel; filters that prefer none are
    /// left out.
    pub freq_cycles_per_px: Option<f64>,
    /// Standard deviation of the frequencies, in octaves.
    pub freq_sd_octaves: Option<f64>,
    /// Mean of the centres from the patch's centre, x to the right and y down.
    pub centre_px: [f64; 2],
    /// Root mean square distance of the centres from their mean.
    pub spread_px: f64,
    /// 1 - abs(mean of exp(2 i `theta_i`)) of the nine strongest of its filters that have a Gabor fit, unweighted: 0 for one
    /// orientation, 1 for none.
    pub nine_circular_variance: f64,
}

/// The preference of every column of A `[K, M]` from the fits `[K]`; `None` for a unit that pools no
/// filter with a fit.
///
/// # Panics
/// When there is not one of `fits` for each row of A.
pub fn preferences(
    pooling: ArrayView2<'_, f32>,
    fits: &[Option<GaborFit>],
) -> Vec<Option<Preference>> {
    assert_eq!(pooling.nrows(), fits.len(), "rows of A against filters");
    let seen: Vec<Option<Seen>> = fits.iter().map(|fit| fit.as_ref().map(Seen::of)).collect();
    pooling
        .axis_iter(Axis(1))
        .map(|weights| preference(weights, &seen))
        .collect()
}

/// Similarity of the filters that the invariant units pool, medians over units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Likeness {
    /// Circular variance of the orientations of the nine strongest: 0 for one orientation, 1 for none.
    pub nine_circular_variance: f64,
    /// Standard deviation of the frequencies, in octaves; none where no unit prefers one.
    pub freq_sd_octaves: Option<f64>,
    /// Root mean square distance of the centres from their mean, in pixels.
    pub spread_px: f64,
}

impl Likeness {
    /// Medians over the units for which `counted` holds; `None` when no such unit has a preference.
    pub fn of(preferences: &[Option<Preference>], counted: impl Fn(usize) -> bool) -> Option<Self> {
        let units = preferences.iter().enumerate();
        let counted: Vec<&Preference> = units
            .filter(|&(unit, _)| counted(unit))
            .filter_map(|(_, preference)| preference.as_ref())
            .collect();
        let median_of =
            |of: fn(&Preference) -> f64| median(counted.iter().map(|p| of(p)).collect());
        Some(Self {
            nine_circular_variance: median_of(|p| p.nine_circular_variance)?,
            freq_sd_octaves: median(counted.iter().filter_map(|p| p.freq_sd_octaves).collect()),
            spread_px: median_of(|p| p.spread_px)?,
        })
    }
}

/// The fits in random order, as if the rows of A were shuffled once: the control.
pub fn shuffled_fits(fits: &[Option<GaborFit>]) -> Vec<Option<GaborFit>> {
    let mut shuffled = fits.to_vec();
    shuffle(&mut shuffled, &mut shuffler());
    shuffled
}

/// The properties of a filter that are averaged.
struct Seen {
    direction: Direction,
    octaves: Option<f64>,
    centre_px: [f64; 2],
}

impl Seen {
    fn of(fit: &GaborFit) -> Self {
        let freq = fit.peak_freq_cycles_per_px();
        Self {
            direction: direction(fit.theta_rad),
            octaves: (freq >= LEAST_FREQ_CYCLES_PER_PX).then(|| freq.log2()),
            centre_px: [fit.x0_px, fit.y0_px],
        }
    }
}

fn preference(weights: ArrayView1<'_, f32>, seen: &[Option<Seen>]) -> Option<Preference> {
    let pooled: Vec<(f64, &Seen)> = weights
        .iter()
        .zip(seen)
        .filter(|&(&weight, _)| weight > 0.0)
        .filter_map(|(&weight, seen)| Some((f64::from(weight).powi(2), seen.as_ref()?)))
        .collect();
    if pooled.is_empty() {
        return None;
    }
    let powers = weights.iter().map(|&weight| f64::from(weight).powi(2));
    let direction = |seen: &Option<Seen>| seen.as_ref().map_or([0.0; 2], |seen| seen.direction);
    let orientation: OrientationSum = seen.iter().map(direction).zip(powers).collect();
    let octaves = moments(
        pooled
            .iter()
            .filter_map(|&(power, s)| Some((power, s.octaves?))),
    );
    let axis = |axis: usize| moments(pooled.iter().map(|&(p, s)| (p, s.centre_px[axis])));
    let (x, y) = (axis(0)?, axis(1)?);
    Some(Preference {
        theta_rad: orientation.theta_rad(),
        concentration: orientation.resultant(),
        freq_cycles_per_px: octaves.map(|(mean, _)| mean.exp2()),
        freq_sd_octaves: octaves.map(|(_, sd)| sd),
        centre_px: [x.0, y.0],
        spread_px: x.1.hypot(y.1),
        nine_circular_variance: circular_variance(pooled),
    })
}

/// 1 - the length of the mean direction of the strongest, each counted once.
fn circular_variance(mut pooled: Vec<(f64, &Seen)>) -> f64 {
    pooled.sort_by(|a, b| b.0.total_cmp(&a.0));
    pooled.truncate(STRONGEST);
    let alike = pooled.iter().map(|(_, seen)| (seen.direction, 1.0));
    1.0 - OrientationSum::from_iter(alike).resultant()
}

/// Weighted mean and standard deviation of values, if there are any.
fn moments(weighted: impl Iterator<Item = (f64, f64)> + Clone) -> Option<(f64, f64)> {
    let total: f64 = weighted.clone().map(|(weight, _)| weight).sum();
    if total <= 0.0 {
        return None;
    }
    let mean = weighted.clone().map(|(w, value)| w * value).sum::<f64>() / total;
    let variance = weighted
        .map(|(w, value)| w * (value - mean).powi(2))
        .sum::<f64>()
        / total;
    Some((mean, variance.sqrt()))
}
