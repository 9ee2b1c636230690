//! Tuning as a few numbers: medians over the units.

use ndarray::ArrayView2;
use serde::Serialize;

use super::modulation::GratingTuning;
use super::regions::Regions;
use super::tolerance::{EdgeTuning, most_pooled};
use crate::analysis::stats::median;

/// Response regions at one sparsity of u.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RegionsAt {
    /// Sparsity of u.
    pub beta: f32,
    /// Over all edges.
    #[serde(flatten)]
    pub regions: Regions,
}

/// Invariant units compared with their strongest simple units, medians over the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EdgeSummary {
    /// k of the edges, in radians per pixel.
    pub k_rad_per_px: f64,
    /// Pairs that respond.
    pub pairs: usize,
    /// Full width at half maximum over b of abs(z), in pixels.
    pub width_px_simple: f64,
    /// The same of u.
    pub width_px_invariant: f64,
    /// The width of u over that of abs(z): position tolerance.
    pub width_ratio: f64,
    /// Full width at half maximum over theta of abs(z), in degrees.
    pub bandwidth_deg_simple: f64,
    /// The same of u.
    pub bandwidth_deg_invariant: f64,
    /// The bandwidth of u over that of abs(z).
    pub bandwidth_ratio: f64,
}

/// Gratings, medians over the units of each layer that respond.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GratingSummary {
    /// abs(z), and max(z, 0) in `f1_over_f0`.
    pub simple: GratingMedians,
    /// u; none where no unit counted responds.
    pub invariant: Option<GratingMedians>,
}

/// Medians of [`GratingTuning`] over the units that respond.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GratingMedians {
    /// Units that respond.
    pub units: usize,
    /// Preferred frequency, in cycles per pixel.
    pub freq_cycles_per_px: f64,
    /// Full width at half maximum over orientation, in degrees.
    pub bandwidth_deg: f64,
    /// Full width at half maximum over frequency, in octaves.
    pub bandwidth_octaves: f64,
    /// Circular variance over orientation, 0 to 1.
    pub circular_variance: f64,
    /// F2/F0 of the size of the response: 2/3 for abs(sin), 0 for invariance.
    pub f2_over_f0: f64,
    /// F1/F0 of the response's positive part: pi/2 for a rectified sine, 0 for any even response.
    pub f1_over_f0: f64,
}

impl EdgeSummary {
    /// Of the invariant units for which `counted` holds, each with the simple unit of its largest weight
    /// in A `[K, M]`. `None` when no pair responds.
    pub(super) fn of(
        k_rad_per_px: f64,
        simple: &[Option<EdgeTuning>],
        invariant: &[Option<EdgeTuning>],
        pooling: ArrayView2<'_, f32>,
        counted: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let pairs: Vec<(EdgeTuning, EdgeTuning)> = most_pooled(pooling)
            .into_iter()
            .enumerate()
            .filter(|&(unit, _)| counted(unit))
            .filter_map(|(unit, strongest)| Some((simple[strongest]?, invariant[unit]?)))
            .collect();
        let median_of =
            |of: fn(&(EdgeTuning, EdgeTuning)) -> f64| median(pairs.iter().map(of).collect());
        Some(Self {
            k_rad_per_px,
            pairs: pairs.len(),
            width_px_simple: median_of(|(z, _)| z.width_px)?,
            width_px_invariant: median_of(|(_, u)| u.width_px)?,
            width_ratio: median_of(|(z, u)| u.width_px / z.width_px)?,
            bandwidth_deg_simple: median_of(|(z, _)| z.bandwidth_rad.to_degrees())?,
            bandwidth_deg_invariant: median_of(|(_, u)| u.bandwidth_rad.to_degrees())?,
            bandwidth_ratio: median_of(|(z, u)| u.bandwidth_rad / z.bandwidth_rad)?,
        })
    }
}

impl GratingSummary {
    /// Of all simple units and of the invariant ones for which `counted` holds. `None` when no simple unit responds to a grating.
    pub(super) fn of(
        simple: &[Option<GratingTuning>],
        invariant: &[Option<GratingTuning>],
        counted: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let counted = (0..invariant.len()).filter(|&unit| counted(unit));
        let counted: Vec<_> = counted.filter_map(|unit| invariant[unit]).collect();
        let simple: Vec<_> = simple.iter().copied().flatten().collect();
        Some(Self {
            simple: GratingMedians::of(&simple)?,
            invariant: GratingMedians::of(&counted),
        })
    }
}

impl GratingMedians {
    fn of(tunings: &[GratingTuning]) -> Option<Self> {
        let median_of = |of: fn(&GratingTuning) -> f64| median(tunings.iter().map(of).collect());
        Some(Self {
            units: tunings.len(),
            freq_cycles_per_px: median_of(|t| t.freq_cycles_per_px)?,
            bandwidth_deg: median_of(|t| t.bandwidth_rad.to_degrees())?,
            bandwidth_octaves: median_of(|t| t.bandwidth_octaves)?,
            circular_variance: median_of(|t| t.circular_variance)?,
            f2_over_f0: median_of(|t| t.f2_over_f0)?,
            f1_over_f0: median_of(|t| t.f1_over_f0)?,
        })
    }
}
