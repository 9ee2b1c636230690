//! Summary of many samples of one energy.

use serde::Serialize;

use super::sample::SampleRun;
use super::{CoderSummary, EnergyName, LemmaSummary, Method, MomentumComparison, Sample, Spread};

/// One energy over the samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EnergySummary {
    /// Which energy.
    pub name: EnergyName,
    /// Whether it is convex, so that the bounds hold.
    pub convex: bool,
    /// The lowest energy found.
    pub best: Option<Spread>,
    /// Samples in which a search for the minimum used up its iterations, so that `best` may be too high.
    pub unconverged: usize,
    /// The energy with all codes 0.
    pub start: Option<Spread>,
    /// abs(z_0 - z*)^2.
    pub distance_sq: Option<Spread>,
    /// Units of the topmost layer that are on in z*.
    pub top_on: Option<Spread>,
    /// The largest L of any layer.
    pub lipschitz: Option<Spread>,
    /// Energy of the fast coder above the lowest, as a share of the lowest; `None` without such a coder.
    pub coder_excess: Option<Spread>,
    /// The fast coder at each requested gap; empty without such a coder.
    pub coder: Vec<CoderSummary>,
    /// Lemma 2.3; `None` where the energy is not convex.
    pub lemma: Option<LemmaSummary>,
    /// The capped momentum against none; `None` where the energy is convex.
    pub capped_against_none: Option<MomentumComparison>,
    /// One for each method.
    pub methods: Vec<MethodSummary>,
}

/// One method on one energy over the samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodSummary {
    /// Which method.
    pub method: Method,
    /// Energy above the lowest found after k iterations, for each k of the curves.
    pub excess: Vec<Spread>,
    /// Comparison with the proven bound; `None` without one.
    pub bound: Option<BoundSummary>,
    /// Fitted slope of log(excess) over log(k).
    pub slope: Option<Spread>,
    /// The largest (shallowest) slope.
    pub slope_shallowest: Option<f64>,
    /// Samples with enough iterations in the window to fit a slope.
    pub slope_samples: usize,
    /// Samples in which the excess fell to 1e-4 of the lowest energy.
    pub converged_samples: usize,
    /// Those of them that begin there.
    pub converged_at_start: usize,
    /// Iterations until then, of the samples that do not begin there; one more than all iterations where they were too few.
    pub iterations_to_converge: Option<Spread>,
    /// Samples in which some iteration raised the energy.
    pub rising_samples: usize,
    /// Multiply-adds per iteration.
    pub multiply_adds: Option<Spread>,
}

/// A method's proven bound, and how the samples compare with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoundSummary {
    /// The bound after k iterations, for each k of the curves.
    pub values: Vec<Spread>,
    /// How often, over all samples and k >= 1, the excess was above the bound.
    pub violations: usize,
    /// Samples in which it was above the bound at some k.
    pub violating_samples: usize,
    /// The largest ratio of excess to bound over k.
    pub share: Option<Spread>,
    /// The largest ratio of any sample.
    pub largest_share: f64,
}

impl EnergySummary {
    pub(super) fn new(name: EnergyName, samples: &[Sample], k: &[usize]) -> Self {
        let spread = |of: fn(&Sample) -> f64| Spread::of(samples.iter().map(of));
        let methods = name.methods().iter().enumerate();
        Self {
            name,
            convex: name.is_convex(),
            best: spread(|sample| sample.trial.best),
            unconverged: samples
                .iter()
                .filter(|s| !s.trial.minimum_converged)
                .count(),
            start: spread(|sample| sample.trial.start),
            distance_sq: spread(|sample| sample.trial.distance_sq),
            top_on: spread(|sample| sample.trial.top_on as f64),
            lipschitz: spread(|sample| sample.trial.lipschitz),
            coder_excess: Spread::of(samples.iter().filter_map(|s| s.trial.known_share())),
            coder: CoderSummary::of(&samples.iter().map(|s| &s.coder[..]).collect::<Vec<_>>()),
            lemma: LemmaSummary::of(samples.iter().flat_map(|s| &s.lemma)),
            capped_against_none: MomentumComparison::of(
                &samples.iter().filter_map(|s| s.ends).collect::<Vec<_>>(),
            ),
            methods: methods
                .map(|(index, &method)| {
                    let proven = name.is_convex();
                    MethodSummary::new(method, samples, index, k, proven)
                })
                .collect(),
        }
    }
}

impl MethodSummary {
    fn new(method: Method, samples: &[Sample], index: usize, k: &[usize], proven: bool) -> Self {
        let runs: Vec<&SampleRun> = samples.iter().map(|s| &s.runs[index]).collect();
        let excess =
            (0..k.len()).filter_map(|place| Spread::of(runs.iter().map(|run| run.excess[place])));
        let slopes: Vec<f64> = runs.iter().filter_map(|d| d.slope).collect();
        let iterations = runs.iter().map(|run| run.iterations_to_converge);
        let iterations = iterations.filter(|&k| k > 0).map(|k| k as f64);
        let bound = || BoundSummary::new(method, samples, index, k);
        Self {
            method,
            excess: excess.collect(),
            bound: proven.then(bound).flatten(),
            slope_samples: slopes.len(),
            slope_shallowest: slopes.iter().copied().reduce(f64::max),
            slope: Spread::of(slopes),
            converged_samples: runs.iter().filter(|run| run.has_converged).count(),
            converged_at_start: runs
                .iter()
                .filter(|run| run.iterations_to_converge == 0)
                .count(),
            iterations_to_converge: Spread::of(iterations),
            rising_samples: runs.iter().filter(|d| d.rises > 0).count(),
            multiply_adds: Spread::of(runs.iter().map(|d| d.multiply_adds)),
        }
    }
}

impl BoundSummary {
    /// `None` for a method without a bound, and without samples.
    fn new(method: Method, samples: &[Sample], index: usize, k: &[usize]) -> Option<Self> {
        let against = samples.iter().map(|s| s.runs[index].against_bound);
        let (counts, shares): (Vec<usize>, Vec<f64>) =
            against.collect::<Option<Vec<_>>>()?.into_iter().unzip();
        let at = |k| {
            let bounds = samples.iter().map(|s| s.trial.bound(method, k));
            Spread::of(bounds.collect::<Option<Vec<_>>>()?)
        };
        Some(Self {
            values: k.iter().map(|&k| at(k)).collect::<Option<_>>()?,
            violations: counts.iter().sum(),
            violating_samples: counts.iter().filter(|count| **count > 0).count(),
            largest_share: shares.iter().copied().fold(0.0, f64::max),
            share: Spread::of(shares),
        })
    }
}
