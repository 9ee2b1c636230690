//! Searches the sparsities that fill best.

use std::collections::BTreeMap;

use serde::Serialize;

use super::filler::Sparsities;
use crate::model::SPARSITIES;

/// Ratio of neighbours on the grid of either sparsity.
const RATIO: f64 = std::f64::consts::SQRT_2;
/// Exponents of alpha tried first, from the model's own down to a 22nd of it.
const ALPHAS: std::ops::RangeInclusive<i32> = -9..=0;
/// Exponents of beta tried first, from the alpha of one layer: an eighth of it to 8 times as much.
const BETAS: [i32; 7] = [-6, -4, -2, 0, 2, 4, 6];
/// Exponents that alpha of two layers is tried first above that of one: u takes away up to half of it.
const RAISES: [i32; 2] = [0, 1];

/// The best sparsities found, and how well they fill.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tuned {
    /// The sparsities.
    pub sparsities: Sparsities,
    /// Their score.
    pub score: f64,
    /// Sparsities that were tried.
    pub tried: usize,
}

/// The sparsities of the highest score, for one layer and for two: first on a coarse grid around
/// `alpha`, then from its best point from neighbour to neighbour, by a factor of sqrt 2, for as long as the
/// score rises. Of equal scores the first is kept. `None` where one of them has no score.
pub fn tune(alpha: f32, mut score: impl FnMut(Sparsities) -> Option<f64>) -> Option<[Tuned; 2]> {
    let alpha = alpha.clamp(*SPARSITIES.start(), *SPARSITIES.end());
    let mut one = Grid::new(alpha, |alpha, _| score(Sparsities { alpha, beta: None }));
    let start = ALPHAS.map(|exponent| (exponent, 0));
    let ((best, _), one_score) = one.climb(start, &[(1, 0), (-1, 0)])?;
    let (tried_one, alpha_one) = (one.scores.len(), one.value(best));
    let mut two = Grid::new(alpha_one, |alpha, beta| {
        let beta = Some(beta);
        score(Sparsities { alpha, beta })
    });
    let start = RAISES
        .into_iter()
        .flat_map(|raise| BETAS.map(|beta| (raise, beta)));
    let neighbours = [
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, 1),
        (-1, -1),
        (1, -1),
        (-1, 1),
    ];
    let ((raise, beta), two_score) = two.climb(start, &neighbours)?;
    Some([
        Tuned {
            sparsities: Sparsities {
                alpha: alpha_one,
                beta: None,
            },
            score: one_score,
            tried: tried_one,
        },
        Tuned {
            sparsities: Sparsities {
                alpha: two.value(raise),
                beta: Some(two.value(beta)),
            },
            score: two_score,
            tried: two.scores.len(),
        },
    ])
}

/// Scores on a logarithmic grid of two sparsities, each computed once.
struct Grid<F> {
    unit: f32,
    score: F,
    scores: BTreeMap<(i32, i32), f64>,
}

impl<F: FnMut(f32, f32) -> Option<f64>> Grid<F> {
    fn new(unit: f32, score: F) -> Self {
        Self {
            unit,
            score,
            scores: BTreeMap::new(),
        }
    }

    fn value(&self, exponent: i32) -> f32 {
        // In f64: a power of 2 of a short number is short, too.
        (f64::from(self.unit) * RATIO.powi(exponent)) as f32
    }

    /// The score at a point; points out of range score below all others. `None` where there is no score.
    fn at(&mut self, point: (i32, i32)) -> Option<f64> {
        let values = [point.0, point.1].map(|exponent| self.value(exponent));
        if !values.iter().all(|value| SPARSITIES.contains(value)) {
            return Some(f64::NEG_INFINITY);
        }
        if let Some(&known) = self.scores.get(&point) {
            return Some(known);
        }
        let score = (self.score)(values[0], values[1])?;
        self.scores.insert(point, score);
        Some(score)
    }

    fn climb(
        &mut self,
        start: impl IntoIterator<Item = (i32, i32)>,
        neighbours: &[(i32, i32)],
    ) -> Option<((i32, i32), f64)> {
        let mut best = ((0, 0), f64::NEG_INFINITY);
        for point in start {
            let score = self.at(point)?;
            if score > best.1 {
                best = (point, score);
            }
        }
        loop {
            let from = best;
            for (step_alpha, step_beta) in neighbours {
                let point = (from.0.0 + step_alpha, from.0.1 + step_beta);
                let score = self.at(point)?;
                if score > best.1 {
                    best = (point, score);
                }
            }
            if best == from {
                return Some(best);
            }
        }
    }
}
