//! The codes of a batch of movies under the whole model, split or joint.

use super::energies::Energies;
use super::sparse::SparseRows;

/// The codes of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchCodes {
    /// z and its energies, per frame; in the joint model the sparsity is the half that u cannot take away.
    pub simple: SimpleCodes,
    /// z*, per movie.
    pub pooled: SparseRows,
    /// u and its energies, per movie; in the joint model with a third layer the sparsity is the half that
    /// v cannot take away.
    pub invariant: InvariantCodes,
    /// v and its energies, per movie, where there is a third layer.
    pub top: Option<InvariantCodes>,
}

impl BatchCodes {
    /// No movies yet, for so many simple units and units of the layers above.
    pub(crate) fn new(simple: usize, above: &[usize]) -> Self {
        let invariant = above.first().copied().unwrap_or(0);
        Self {
            simple: SimpleCodes::new(simple),
            pooled: SparseRows::new(simple),
            invariant: InvariantCodes::new(simple, invariant),
            top: above.get(1).map(|&top| InvariantCodes::new(invariant, top)),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.simple.clear();
        self.pooled.clear();
        self.invariant.clear();
        self.top.iter_mut().for_each(InvariantCodes::clear);
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.simple.append(&other.simple);
        self.pooled.append(&other.pooled);
        self.invariant.append(&other.invariant);
        if let (Some(top), Some(other)) = (&mut self.top, &other.top) {
            top.append(other);
        }
    }

    /// The codes of the first layer above the simple one, or the second.
    pub(crate) fn above_mut(&mut self, layer: usize) -> Option<&mut InvariantCodes> {
        match layer {
            0 => Some(&mut self.invariant),
            _ => self.top.as_mut(),
        }
    }

    /// Energies by term, mean per movie; 0 for no movies.
    #[must_use]
    pub fn energies(&self) -> Energies {
        let movies = self.invariant.modulated.len().max(1) as f64;
        let mean = |terms: &[f64]| terms.iter().sum::<f64>() / movies;
        let top = |terms: fn(&InvariantCodes) -> &[f64]| {
            self.top.as_ref().map_or(0.0, |top| mean(terms(top)))
        };
        Energies {
            reconstruction: mean(&self.simple.reconstruction),
            simple_sparsity: mean(&self.simple.sparsity),
            modulated: mean(&self.invariant.modulated),
            invariant_sparsity: mean(&self.invariant.sparsity),
            top_modulated: top(|top| &top.modulated),
            top_sparsity: top(|top| &top.sparsity),
        }
    }
}

/// The codes of a batch of frames, with the energies and gaps they were accepted at.
#[derive(Clone, Debug, PartialEq)]
pub struct SimpleCodes {
    /// z, one row per frame.
    pub codes: SparseRows,
    /// 1/2 abs(x - W z)^2 per frame.
    pub reconstruction: Vec<f64>,
    /// alpha abs(z)_1 per frame.
    pub sparsity: Vec<f64>,
    /// Duality gap per frame: a bound on E1(z) - min E1.
    pub gap: Vec<f64>,
}

impl SimpleCodes {
    pub(crate) fn new(width: usize) -> Self {
        Self {
            codes: SparseRows::new(width),
            reconstruction: Vec::new(),
            sparsity: Vec::new(),
            gap: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.codes.clear();
        self.reconstruction.clear();
        self.sparsity.clear();
        self.gap.clear();
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.codes.append(&other.codes);
        self.reconstruction.extend_from_slice(&other.reconstruction);
        self.sparsity.extend_from_slice(&other.sparsity);
        self.gap.extend_from_slice(&other.gap);
    }
}

/// The invariant codes of a batch of movies, with the energies and gaps they were accepted at.
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
    /// Duality gap per movie: a bound on E2(u) - min E2.
    pub gap: Vec<f64>,
}

impl InvariantCodes {
    pub(crate) fn new(simple: usize, invariant: usize) -> Self {
        Self {
            codes: SparseRows::new(invariant),
            remaining: SparseRows::new(simple),
            modulated: Vec::new(),
            sparsity: Vec::new(),
            gap: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.codes.clear();
        self.remaining.clear();
        self.modulated.clear();
        self.sparsity.clear();
        self.gap.clear();
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.codes.append(&other.codes);
        self.remaining.append(&other.remaining);
        self.modulated.extend_from_slice(&other.modulated);
        self.sparsity.extend_from_slice(&other.sparsity);
        self.gap.extend_from_slice(&other.gap);
    }
}
