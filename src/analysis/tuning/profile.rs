//! A unit's responses along one property of the stimulus at a time: its tuning curves.

use ndarray::{Array2, ArrayView2, ArrayView3, Axis};

/// Tuning to edges.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeProfile {
    /// Index of the orientation of its best edge.
    pub best_theta: usize,
    /// Index of the position of its best edge.
    pub best_b: usize,
    /// Responses over b at the best orientation, `[n_b]`.
    pub over_b: Vec<f64>,
    /// Responses over theta, at the best b of each, `[n_theta]`.
    ///
    /// Not at one b: theta turns the edge about the patch's centre. At a fixed b the edge would leave a
    /// unit that is elsewhere, and its position would be measured instead of its orientation.
    pub over_theta: Vec<f64>,
}

impl EdgeProfile {
    /// From one unit's responses `[n_theta, n_b]`, >= 0; `None` when it responds to no edge.
    pub fn new(responses: ArrayView2<'_, f32>) -> Option<Self> {
        let (best_theta, best_b) = best(responses.indexed_iter())?;
        let highest = |row: ndarray::ArrayView1<'_, f32>| row.fold(0.0, |a: f32, &b| a.max(b));
        let over_theta = responses.outer_iter().map(|row| f64::from(highest(row)));
        Some(Self {
            best_theta,
            best_b,
            over_b: responses.row(best_theta).mapv(f64::from).to_vec(),
            over_theta: over_theta.collect(),
        })
    }

    /// The response to the best edge.
    pub fn peak(&self) -> f64 {
        self.over_b[self.best_b]
    }
}

/// Tuning to gratings, the response being the mean of its size over a drifting cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct GratingProfile {
    /// Index of the orientation of its best grating.
    pub best_theta: usize,
    /// Index of the frequency of its best grating.
    pub best_freq: usize,
    /// Responses over theta at the best frequency, `[n_theta]`.
    pub over_theta: Vec<f64>,
    /// Responses over frequency at the best orientation, `[n_freq]`.
    pub over_freq: Vec<f64>,
}

impl GratingProfile {
    /// From one unit's responses `[n_theta, n_freq, n_phase]`; `None` when it responds to no grating.
    pub fn new(responses: ArrayView3<'_, f32>) -> Option<Self> {
        let means: Array2<f64> = responses.map_axis(Axis(2), |over_phase| {
            let sum: f64 = over_phase.iter().map(|&r| f64::from(r.abs())).sum();
            sum / over_phase.len() as f64
        });
        Self::of_means(means.view())
    }

    /// From one unit's mean responses over a drifting cycle, `[n_theta, n_freq]`; `None` when it responds
    /// to no grating.
    pub fn of_means<T: Copy + Default + Into<f64> + PartialOrd>(
        means: ArrayView2<'_, T>,
    ) -> Option<Self> {
        let (best_theta, best_freq) = best(means.indexed_iter())?;
        Some(Self {
            best_theta,
            best_freq,
            over_theta: means.column(best_freq).iter().map(|&r| r.into()).collect(),
            over_freq: means.row(best_theta).iter().map(|&r| r.into()).collect(),
        })
    }

    /// The response to the best grating.
    pub fn peak(&self) -> f64 {
        self.over_freq[self.best_freq]
    }
}

/// The index of the highest response, the first of equals; `None` when none is above 0.
fn best<'a, T: PartialOrd + Default + 'a>(
    responses: impl Iterator<Item = ((usize, usize), &'a T)>,
) -> Option<(usize, usize)> {
    let (at, peak) = responses.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    (*peak > T::default()).then_some(at)
}
