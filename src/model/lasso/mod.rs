//! Simple codes, fast: E1 of eq. (1) by coordinate descent on a growing working set.
//!
//! A code of K units has few that are on, so almost all work can be done on a small block of W'W:
//!
//! 1. One matrix product gives c = W'x for many frames.
//! 2. The working set starts with the units of the movie's last frame and grows by the worst
//!    violators of optimality, abs(g_i) > alpha, where g = c - W'W z.
//! 3. Coordinate descent minimises E1 over the working set exactly, one unit at a time, on a packed
//!    copy of its block of W'W, which stays in the nearest cache.
//! 4. g is recomputed for all K units, and with it the duality gap. Small enough: done.
//!    Otherwise the set grows or the descent goes on with a finer tolerance.
//!
//! Where filters overlap much, coordinate descent crawls. So once the set has stopped growing, a
//! Newton step on the units that are on, their signs held, goes straight to the minimum between the
//! kinks of abs(z), with units that would change sign on the way stopped at 0.
//!
//! Step 4 reads g off W'W in f32, which blurs the gap by a few millionths of the energy. A gap asked
//! for below that is finished with r = x - W z and g = W'r summed in f64, and the descent starts from
//! this g: iterative refinement, which f32 codes are fine enough for.
//!
//! A frame's code depends on nothing but the frame, its movie's last code, W and alpha, so that the
//! bits are the same on any number of threads.

mod solver;

use ndarray::ArrayView2;

use super::codes::SparseRows;
use super::products::Products;
pub(super) use solver::Solver;

/// Codes frames under one dictionary.
#[derive(Clone, Debug)]
pub struct SimpleCoder<'a> {
    dictionary: ArrayView2<'a, f32>,
    products: &'a Products,
    alpha: f32,
    relative_gap: f64,
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
    pub(super) fn new(width: usize) -> Self {
        Self {
            codes: SparseRows::new(width),
            reconstruction: Vec::new(),
            sparsity: Vec::new(),
            gap: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.codes.clear();
        self.reconstruction.clear();
        self.sparsity.clear();
        self.gap.clear();
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.codes.append(&other.codes);
        self.reconstruction.extend_from_slice(&other.reconstruction);
        self.sparsity.extend_from_slice(&other.sparsity);
        self.gap.extend_from_slice(&other.gap);
    }
}

impl<'a> SimpleCoder<'a> {
    /// A coder for a dictionary `[P, K]`, column-major, its [`Products`], alpha > 0, and the duality
    /// gap, as a share of the energy, at which a code is accepted (1e-3 learns, 1e-6 is exact).
    #[must_use]
    pub fn new(
        dictionary: ArrayView2<'a, f32>,
        products: &'a Products,
        alpha: f32,
        relative_gap: f64,
    ) -> Self {
        let known = products.gram().ncols();
        assert_eq!(dictionary.ncols(), known, "units of W against W'W");
        assert!(
            dictionary.t().is_standard_layout(),
            "W in column-major order"
        );
        Self {
            dictionary,
            products,
            alpha,
            relative_gap,
        }
    }

    /// Simple units, K.
    pub(super) fn units(&self) -> usize {
        self.dictionary.ncols()
    }

    /// W, `[P, K]`.
    pub(super) fn dictionary(&self) -> ArrayView2<'a, f32> {
        self.dictionary
    }

    /// W'W, and what gives W'x.
    pub(super) fn products(&self) -> &'a Products {
        self.products
    }

    pub(super) fn alpha(&self) -> f32 {
        self.alpha
    }

    pub(super) fn relative_gap(&self) -> f64 {
        self.relative_gap
    }
}
