//! Sizes and sparsities of the model.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::named::named;
use crate::range::OutOfRange;

/// The fraction of a price that the layer above can take away in the joint model: (1 + exp(-A u)) / 2.
pub const JOINT_SHARE: f32 = 0.5;

named! {
    /// How the layers are coupled.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Coupling {
        /// Layer by layer: z minimises E1 alone, then u minimises E2 at that z.
        #[default]
        Split = "split",
        /// One energy for all layers, that of the paper's section 2, which z and u minimise together.
        Joint = "joint",
    }
}

impl Coupling {
    /// The fraction of a unit's price that the layer above can take away.
    pub fn share(self) -> f32 {
        match self {
            Self::Split => 1.0,
            Self::Joint => JOINT_SHARE,
        }
    }
}

/// The sparsities that a layer can have.
pub(crate) const SPARSITIES: RangeInclusive<f32> = 1e-3..=100.0;

/// The shares of units on that a sparsity can be adapted to; 0 where it is not.
pub(crate) const SHARES: RangeInclusive<f32> = 1e-4..=0.5;

/// Most pooling layers of a model: the invariant one and those above it.
pub const MAX_POOLING_LAYERS: usize = 8;

/// Size and sparsity of a pooling layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerParams {
    /// Its units; 1 to 4096, or 0 for no layer.
    pub units: usize,
    /// Sparsity of its code; 0.001 to 100.
    pub sparsity: f32,
}

/// Sizes and sparsities.
///
/// The order of the layers is: simple, invariant, `top`, `deeper`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelParams {
    /// How the layers are coupled.
    pub coupling: Coupling,
    /// Simple units, K; 1 to 16384.
    pub simple: usize,
    /// Invariant units, M; 1 to 4096.
    pub invariant: usize,
    /// Units of a third layer on u, N; 0 for none, to 4096.
    pub top: usize,
    /// Sparsity of z; 0.001 to 100.
    pub alpha: f32,
    /// Sparsity of u; 0.001 to 100.
    pub beta: f32,
    /// Sparsity of v, the code of the third layer; 0.001 to 100.
    pub gamma: f32,
    /// Share of active simple units to hold by adapting alpha, 0.0001 to 0.5; 0: alpha is fixed.
    #[serde(skip_serializing_if = "is_zero")]
    pub simple_share: f32,
    /// Share of active invariant units to hold by adapting beta, 0.0001 to 0.5; 0: beta is fixed.
    #[serde(skip_serializing_if = "is_zero")]
    pub invariant_share: f32,
    /// Layers on top of the third, lowest first; unused entries, with 0 units, come last. All are unused without a third.
    #[serde(with = "short_list", skip_serializing_if = "short_list::is_empty")]
    pub deeper: [LayerParams; MAX_POOLING_LAYERS - 2],
}

impl Default for ModelParams {
    fn default() -> Self {
        Self {
            coupling: Coupling::Split,
            simple: 400,
            invariant: 100,
            top: 0,
            alpha: 0.5,
            beta: 0.3,
            gamma: 0.06,
            simple_share: 0.0,
            invariant_share: 0.0,
            deeper: Default::default(),
        }
    }
}

impl ModelParams {
    /// The pooling layers that the model has, lowest first: the invariant one and those above it.
    pub fn pooling_layers(&self) -> Vec<LayerParams> {
        let layer = |units, sparsity| LayerParams { units, sparsity };
        let named = [
            layer(self.invariant, self.beta),
            layer(self.top, self.gamma),
        ];
        let layers = named.into_iter().chain(self.deeper);
        layers.take_while(|layer| layer.units > 0).collect()
    }

    /// Multiplies the sparsity of each pooling layer, 0 for the invariant one, by `share` of its index.
    pub(crate) fn scale_sparsities(&mut self, share: impl Fn(usize) -> f32) {
        self.beta *= share(0);
        self.gamma *= share(1);
        for (index, layer) in self.deeper.iter_mut().enumerate() {
            layer.sparsity *= share(index + 2);
        }
    }

    /// Checks every value against its range.
    ///
    /// # Errors
    /// The first value outside its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        OutOfRange::within("simple", self.simple, 1..=16384, " units")?;
        check_units("invariant", self.invariant)?;
        OutOfRange::within("top", self.top, 0..=4096, " units")?;
        check_sparsity("alpha", self.alpha)?;
        check_sparsity("beta", self.beta)?;
        check_sparsity("gamma", self.gamma)?;
        check_share("simple-share", self.simple_share)?;
        check_share("invariant-share", self.invariant_share)?;
        let deeper = short_list::used(&self.deeper);
        OutOfRange::check(
            self.top > 0 || deeper.is_empty(),
            "deeper",
            "empty without a third layer",
            match deeper.len() {
                1 => "1 layer".to_owned(),
                layers => format!("{layers} layers"),
            },
        )?;
        for layer in deeper {
            check_units("every deeper layer", layer.units)?;
            check_sparsity("the sparsity of every deeper layer", layer.sparsity)?;
        }
        Ok(())
    }
}

fn check_units(name: &'static str, units: usize) -> Result<(), OutOfRange> {
    OutOfRange::within(name, units, 1..=4096, " units")
}

fn check_sparsity(name: &'static str, sparsity: f32) -> Result<(), OutOfRange> {
    OutOfRange::within(name, sparsity, SPARSITIES, "")
}

fn check_share(name: &'static str, share: f32) -> Result<(), OutOfRange> {
    let is_share = share == 0.0 || SHARES.contains(&share);
    OutOfRange::check(is_share, name, "0, or from 0.0001 to 0.5", share)
}

fn is_zero(share: &f32) -> bool {
    *share == 0.0
}

/// Arrays that are written as lists without their default values at the end.
pub(crate) mod short_list {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    /// The values before the default ones at the end.
    pub(crate) fn used<T: Default + PartialEq, const N: usize>(values: &[T; N]) -> &[T] {
        let is_used = |value: &T| *value != T::default();
        let length = values.iter().rposition(is_used).map_or(0, |last| last + 1);
        &values[..length]
    }

    pub(crate) fn is_empty<T: Default + PartialEq, const N: usize>(values: &[T; N]) -> bool {
        used(values).is_empty()
    }

    pub(crate) fn serialize<S: Serializer, T: Default + PartialEq + Serialize, const N: usize>(
        values: &[T; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(used(values))
    }

    pub(crate) fn deserialize<'de, D, T, const N: usize>(
        deserializer: D,
    ) -> Result<[T; N], D::Error>
    where
        D: Deserializer<'de>,
        T: Deserialize<'de> + Default,
    {
        let mut values = Vec::<T>::deserialize(deserializer)?;
        if values.len() > N {
            let reason = format!(
                "a list should have at most {N} items, but has {}",
                values.len()
            );
            return Err(D::Error::custom(reason));
        }
        values.resize_with(N, T::default);
        let all = <[T; N]>::try_from(values);
        all.map_err(|_| D::Error::custom("a list of another length"))
    }
}
