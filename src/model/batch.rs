//! The codes of a batch of movies under the whole model, split or joint.

use super::energies::Energies;
use super::sparse::SparseRows;
use crate::compute::parallel::join;

/// The codes of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchCodes {
    /// z and its energies, per frame; in the joint model the sparsity counts the half of the prices that u cannot lower.
    pub simple: SimpleCodes,
    /// z*, per movie.
    pub pooled: SparseRows,
    /// The codes of the pooling layers, u first, and their energies, per movie; in the joint model the sparsity of a layer
    /// below another counts the half of its prices that the other cannot lower.
    pub layers: Vec<InvariantCodes>,
    /// Movies of the joint model that hit the iteration limit, with E still falling by more than the gap asked for.
    pub unsettled: usize,
}

impl BatchCodes {
    /// Without movies, for `simple` simple units and the units of each layer `above`.
    pub(crate) fn new(simple: usize, above: &[usize]) -> Self {
        let below = std::iter::once(&simple).chain(above);
        Self {
            simple: SimpleCodes::new(simple),
            pooled: SparseRows::new(simple),
            layers: below
                .zip(above)
                .map(|(&below, &units)| InvariantCodes::new(below, units))
                .collect(),
            unsettled: 0,
        }
    }

    /// u, per movie.
    ///
    /// # Panics
    /// When the frames were coded under no pooling layer.
    pub fn invariant(&self) -> &InvariantCodes {
        self.layers.first().expect("codes under a pooling layer")
    }

    /// Appends the movies of all parts, one part after the other.
    pub(crate) fn append_all(&mut self, parts: &[Self]) {
        let Self {
            simple,
            pooled,
            layers,
            unsettled,
        } = self;
        let above = || {
            pooled.append_all(parts.iter().map(|part| &part.pooled));
            for (index, layer) in layers.iter_mut().enumerate() {
                layer.append_all(parts.iter().map(|part| &part.layers[index]));
            }
        };
        join(
            || simple.append_all(parts.iter().map(|part| &part.simple)),
            above,
        );
        *unsettled += parts.iter().map(|part| part.unsettled).sum::<usize>();
    }

    /// Energies by term, mean per movie; 0 for no movies. A model has an invariant layer at least.
    pub fn energies(&self) -> Energies {
        let movies = self.pooled.rows().max(1) as f64;
        let mean = |terms: &[f64]| terms.iter().sum::<f64>() / movies;
        let mut energies = Energies {
            reconstruction: mean(&self.simple.reconstruction),
            simple_sparsity: mean(&self.simple.sparsity),
            ..Energies::default()
        };
        for (energies, codes) in energies.layers.iter_mut().zip(&self.layers) {
            energies.modulated = mean(&codes.modulated);
            energies.sparsity = mean(&codes.sparsity);
        }
        energies
    }

    /// The share of the frames' squares that W z explains, 1 - abs(x - W z)^2 / abs(x)^2; `power` is the sum of these squares.
    pub fn explained_variance(&self, power: f64) -> f64 {
        1.0 - 2.0 * self.simple.reconstruction.iter().sum::<f64>() / power
    }

    /// The accuracy of the codes of all layers. An unsettled movie counts as one more code.
    pub fn accuracy(&self) -> CodeAccuracy {
        let layers = self.layers.iter().map(|codes| codes.accuracy);
        let mut all = layers.fold(self.simple.accuracy, CodeAccuracy::and);
        all.unconverged += self.unsettled;
        all
    }
}

/// How close codes are to their minima.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CodeAccuracy {
    /// Codes that hit the iteration limit, with a gap above the one asked for.
    pub unconverged: usize,
    /// Largest duality gap of a code, as a share of its energy.
    pub worst_gap: f64,
}

impl CodeAccuracy {
    /// That of one code, of this duality gap and energy; `asked` is the accepted share of gap in energy.
    #[inline(always)]
    pub(crate) fn of(gap: f64, energy: f64, asked: f64) -> Self {
        // A gap that is no number is none that was asked for.
        let has_converged = gap <= asked * energy;
        Self {
            unconverged: usize::from(!has_converged),
            worst_gap: if energy > 0.0 {
                (gap / energy).max(0.0)
            } else {
                0.0
            },
        }
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            unconverged: self.unconverged + other.unconverged,
            worst_gap: self.worst_gap.max(other.worst_gap),
        }
    }
}

/// The codes of a batch of frames, with their energies and gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct SimpleCodes {
    /// z, one row per frame.
    pub codes: SparseRows,
    /// 1/2 abs(x - W z)^2 per frame.
    pub reconstruction: Vec<f64>,
    /// alpha abs(z)_1 per frame; in the joint model the half of it that u cannot lower.
    pub sparsity: Vec<f64>,
    /// Duality gap per frame: a bound on E1(z) - min E1, in the joint model at the u found.
    pub gap: Vec<f64>,
    /// How close the codes were to their minima when they were found, in the joint model at the codes above as they were before the last round.
    pub accuracy: CodeAccuracy,
}

impl SimpleCodes {
    pub(crate) fn new(width: usize) -> Self {
        Self {
            codes: SparseRows::new(width),
            reconstruction: Vec::new(),
            sparsity: Vec::new(),
            gap: Vec::new(),
            accuracy: CodeAccuracy::default(),
        }
    }

    fn append_all<'a>(&mut self, parts: impl Iterator<Item = &'a Self> + Clone + Sync) {
        self.codes.append_all(parts.clone().map(|part| &part.codes));
        for part in parts {
            self.reconstruction.extend_from_slice(&part.reconstruction);
            self.sparsity.extend_from_slice(&part.sparsity);
            self.gap.extend_from_slice(&part.gap);
            self.accuracy = self.accuracy.and(part.accuracy);
        }
    }
}

/// The invariant codes of a batch of movies, with their energies and gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct InvariantCodes {
    /// u, one row per movie.
    pub codes: SparseRows,
    /// z* o exp(-A u) on the units of z*, one row per movie: what learning A needs.
    pub remaining: SparseRows,
    /// alpha sum_i z*_i exp(-(A u)_i) per movie.
    pub modulated: Vec<f64>,
    /// beta abs(u)_1 per movie.
    pub sparsity: Vec<f64>,
    /// Duality gap per movie: a bound on E2(u) - min E2, in the joint model at the codes found above. Where a gap of 5e-5 or more is
    /// asked for, rounding in f32 moves it by a few ten-millionths of the energy.
    pub gap: Vec<f64>,
    /// How close the codes were to their minima when they were found, in the joint model at the codes above as they were before the last round.
    pub accuracy: CodeAccuracy,
}

impl InvariantCodes {
    pub(crate) fn new(below: usize, units: usize) -> Self {
        Self {
            codes: SparseRows::new(units),
            remaining: SparseRows::new(below),
            modulated: Vec::new(),
            sparsity: Vec::new(),
            gap: Vec::new(),
            accuracy: CodeAccuracy::default(),
        }
    }

    /// Appends the movies of all parts, one part after the other.
    pub(crate) fn append_all<'a>(&mut self, parts: impl Iterator<Item = &'a Self> + Clone + Sync) {
        join(
            || self.codes.append_all(parts.clone().map(|part| &part.codes)),
            || {
                let remaining = parts.clone().map(|part| &part.remaining);
                self.remaining.append_all(remaining);
            },
        );
        for part in parts {
            self.modulated.extend_from_slice(&part.modulated);
            self.sparsity.extend_from_slice(&part.sparsity);
            self.gap.extend_from_slice(&part.gap);
            self.accuracy = self.accuracy.and(part.accuracy);
        }
    }
}
