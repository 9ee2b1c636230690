//! The weights and settings that movies are coded with.

use ndarray::{Array2, ArrayView2};

use crate::model::batch::BatchCodes;
use crate::model::params::Coupling;
use crate::model::solve::invariant::InvariantCoder;
use crate::model::solve::lasso::SimpleCoder;
use crate::model::step_progress::StepProgress;

/// Codes movies under all layers.
#[derive(Clone, Debug)]
pub struct MovieCoder<'a> {
    pub(super) coupling: Coupling,
    pub(in crate::model) simple: SimpleCoder<'a>,
    pub(super) above: Vec<LayerAbove<'a>>,
    pub(super) relative_gap: f64,
    pub(super) repeats: usize,
    /// Whether the gaps of joint codes are wanted, of each at the codes above it: they are found last.
    pub(super) tells_gaps: bool,
    /// Where movies coded are counted, if anywhere.
    pub(in crate::model) progress: Option<&'a StepProgress>,
}

/// A layer above the simple one.
#[derive(Clone, Debug)]
pub(super) struct LayerAbove<'a> {
    pub(super) coder: InvariantCoder<'a>,
    /// Its pooling weights, `[units below, units]`.
    pub(super) pooling: ArrayView2<'a, f32>,
    /// The same by unit, `[units, units below]`; of the joint model alone, in which the codes above lower prices.
    pub(super) pools: Array2<f32>,
    /// The price of a unit below while this layer is off: alpha, then beta, and so on.
    pub(super) price_below: f32,
}

impl<'a> MovieCoder<'a> {
    /// A coder with this simple layer, whose alpha and relative gap hold for the layers above it too. Of these there may be any
    /// number, lowest first, each with its pooling weights `[units below, units]`, >= 0, row-major, and sparsity > 0.
    ///
    /// # Panics
    /// When pooling weights are not row-major.
    pub fn new(
        coupling: Coupling,
        simple: SimpleCoder<'a>,
        above: &[(ArrayView2<'a, f32>, f32)],
    ) -> Self {
        let (mut price_below, relative_gap) = (simple.alpha, simple.relative_gap);
        let mut layers = Vec::new();
        for &(pooling, price) in above {
            let alpha = coupling.share() * price_below;
            layers.push(LayerAbove {
                coder: InvariantCoder::new(pooling, alpha, price, relative_gap),
                pooling,
                pools: match coupling {
                    Coupling::Split => Array2::zeros((0, 0)),
                    Coupling::Joint => pooling.t().as_standard_layout().into_owned(),
                },
                price_below,
            });
            price_below = price;
        }
        Self {
            coupling,
            simple,
            above: layers,
            relative_gap,
            repeats: 1,
            tells_gaps: true,
            progress: None,
        }
    }

    /// Makes each frame stand for `repeats` equal ones in a row, all with the same code.
    #[must_use]
    pub fn repeats(self, repeats: usize) -> Self {
        Self { repeats, ..self }
    }

    /// For learning, which reads no gaps: counts movies coded here, and codes no more once it is stopped.
    #[must_use]
    pub(in crate::model) fn for_learning(self, progress: &'a StepProgress) -> Self {
        Self {
            progress: Some(progress),
            tells_gaps: false,
            ..self
        }
    }

    pub(in crate::model) fn no_codes(&self) -> BatchCodes {
        let widths = self.above.iter().map(|above| above.pooling.ncols());
        let widths: Vec<usize> = widths.collect();
        BatchCodes::new(self.simple.dictionary.ncols(), &widths)
    }

    /// The fraction of a unit's price that the layer above cannot lower: all of it in the split model, in which
    /// alpha z* e^(-A u) is part of another energy.
    pub(super) fn plain_share(&self) -> f32 {
        match self.coupling {
            Coupling::Split => 1.0,
            Coupling::Joint => 1.0 - self.coupling.share(),
        }
    }
}
