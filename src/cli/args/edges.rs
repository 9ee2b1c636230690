//! The edges that `figures` and `measure` show to a model.

use super::values::{number, number64, of_flag};
use crate::analysis::tuning::EdgeParams;

/// Edges shown to a model, and the betas of Figure 3.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EdgeArgs {
    /// Spatial frequency k of the edges, in radians per pixel [default: 1]
    #[arg(long, value_name = "X", value_parser = number64)]
    k: Option<f64>,
    /// Sparsities of u at which Figure 3 shows the responses [default: 0.5,0.3,0.2,0.1]
    #[arg(long, value_delimiter = ',', num_args = 1.., value_name = "X", value_parser = number)]
    betas: Vec<f32>,
}

impl EdgeArgs {
    /// Whether k is given.
    pub(crate) fn has_k(&self) -> bool {
        self.k.is_some()
    }

    /// Whether sparsities are given.
    pub(crate) fn has_betas(&self) -> bool {
        !self.betas.is_empty()
    }

    /// The parameters, checked.
    pub(crate) fn params(&self) -> anyhow::Result<EdgeParams> {
        let mut params = EdgeParams::default();
        params.k_rad_per_px = self.k.unwrap_or(params.k_rad_per_px);
        if !self.betas.is_empty() {
            params.betas.clone_from(&self.betas);
        }
        params.check().map_err(of_flag)?;
        Ok(params)
    }
}
