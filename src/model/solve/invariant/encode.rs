//! Coding the movies of a batch on all threads.

use pulp::Simd;

use super::coder::InvariantCoder;
use super::solver::Solver;
use crate::compute::parallel::each;
use crate::model::batch::InvariantCodes;
use crate::model::sparse::SparseRows;

/// Movies a task codes.
const CHUNK_MOVIES: usize = 16;

impl InvariantCoder<'_> {
    /// The invariant codes of pooled codes z*, one row per movie.
    ///
    /// # Panics
    /// When z* is not of K units.
    pub fn encode(&self, pooled: &SparseRows) -> InvariantCodes {
        let (simple, invariant) = self.pooling.dim();
        assert_eq!(pooled.width(), simple, "units of z* against A");
        let parts = each(0..pooled.rows().div_ceil(CHUNK_MOVIES), 1, |part| {
            let end = pooled.rows().min((part + 1) * CHUNK_MOVIES);
            pulp::Arch::new().dispatch(EncodeChunk {
                coder: self,
                pooled,
                rows: part * CHUNK_MOVIES..end,
            })
        });
        let mut all = InvariantCodes::new(simple, invariant);
        all.append_all(parts.iter());
        all
    }
}

struct EncodeChunk<'a, 'w> {
    coder: &'a InvariantCoder<'w>,
    pooled: &'a SparseRows,
    rows: std::ops::Range<usize>,
}

impl pulp::WithSimd for EncodeChunk<'_, '_> {
    type Output = InvariantCodes;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> InvariantCodes {
        let (simple, invariant) = self.coder.pooling.dim();
        let mut chunk = InvariantCodes::new(simple, invariant);
        let mut solver = Solver::new(simd, self.coder);
        for row in self.rows {
            let (units, values) = self.pooled.row(row);
            solver.solve(units, values);
            solver.append_code(units, &mut chunk);
        }
        chunk
    }
}
