//! Energies by named term.

use serde::{Deserialize, Serialize};

use super::params::{MAX_POOLING_LAYERS, short_list};

/// Energies by named term, mean per movie.
///
/// In the joint model a layer can lower the prices of the units below it by at most half. The other half counts in the
/// sparsity of the layer below, so that E is the sum of all terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Record", into = "Record")]
pub struct Energies {
    /// 1/2 sum over the frames of abs(x_t - W z_t)^2, the first term of eq. (1).
    pub reconstruction: f64,
    /// alpha sum over the frames of abs(z_t)_1, the second term of eq. (1).
    pub simple_sparsity: f64,
    /// The terms of every pooling layer, lowest first; 0 for layers that the model does not have.
    pub layers: [LayerEnergies; MAX_POOLING_LAYERS],
}

/// The terms of a pooling layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LayerEnergies {
    /// What the units below still pay: alpha sum_i z*_i exp(-(A u)_i), the first term of eq. (3).
    pub modulated: f64,
    /// What the layer's own units pay: beta abs(u)_1, the second term of eq. (3).
    pub sparsity: f64,
}

impl LayerEnergies {
    /// The sum of both: E2 of the invariant layer.
    pub fn total(&self) -> f64 {
        self.modulated + self.sparsity
    }
}

impl Energies {
    /// E1, summed over the frames of a movie.
    pub fn simple(&self) -> f64 {
        self.reconstruction + self.simple_sparsity
    }

    /// The sum of all terms: E of the joint model.
    pub fn total(&self) -> f64 {
        let layers = self.layers.iter().map(LayerEnergies::total);
        layers.fold(self.simple(), |sum, layer| sum + layer)
    }

    /// Every term interpolated: these at a `share` of 0, those of `other` at 1.
    pub fn towards(&self, other: &Self, share: f64) -> Self {
        let mean = |from: f64, to: f64| from + share * (to - from);
        Self {
            reconstruction: mean(self.reconstruction, other.reconstruction),
            simple_sparsity: mean(self.simple_sparsity, other.simple_sparsity),
            layers: std::array::from_fn(|layer| {
                let (from, to) = (self.layers[layer], other.layers[layer]);
                LayerEnergies {
                    modulated: mean(from.modulated, to.modulated),
                    sparsity: mean(from.sparsity, to.sparsity),
                }
            }),
        }
    }
}

/// How energies are written down. The two lowest pooling layers have keys of their own.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Record {
    reconstruction: f64,
    simple_sparsity: f64,
    modulated: f64,
    invariant_sparsity: f64,
    #[serde(skip_serializing_if = "is_zero")]
    top_modulated: f64,
    #[serde(skip_serializing_if = "is_zero")]
    top_sparsity: f64,
    #[serde(with = "short_list", skip_serializing_if = "short_list::is_empty")]
    deeper: [LayerEnergies; MAX_POOLING_LAYERS - 2],
}

fn is_zero(term: &f64) -> bool {
    *term == 0.0
}

impl From<Energies> for Record {
    fn from(energies: Energies) -> Self {
        let [invariant, top, deeper @ ..] = energies.layers;
        // The sum of no values is -0.
        Self {
            reconstruction: energies.reconstruction + 0.0,
            simple_sparsity: energies.simple_sparsity + 0.0,
            modulated: invariant.modulated + 0.0,
            invariant_sparsity: invariant.sparsity + 0.0,
            top_modulated: top.modulated + 0.0,
            top_sparsity: top.sparsity + 0.0,
            deeper,
        }
    }
}

impl From<Record> for Energies {
    fn from(record: Record) -> Self {
        let mut layers = [LayerEnergies::default(); MAX_POOLING_LAYERS];
        layers[0] = LayerEnergies {
            modulated: record.modulated,
            sparsity: record.invariant_sparsity,
        };
        layers[1] = LayerEnergies {
            modulated: record.top_modulated,
            sparsity: record.top_sparsity,
        };
        layers[2..].copy_from_slice(&record.deeper);
        Self {
            reconstruction: record.reconstruction,
            simple_sparsity: record.simple_sparsity,
            layers,
        }
    }
}
