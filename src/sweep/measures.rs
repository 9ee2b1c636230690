//! What is known of a trained model, a number each.

use serde::{Deserialize, Serialize};

use crate::analysis::LineMeasures;
use crate::model::BatchCodes;
use crate::telemetry::{Criterion, Measured};

/// Makes [`Measures`] of a row for each: what it is, and its name.
macro_rules! measures {
    ($($(#[$about:meta])* $name:ident,)+) => {
        /// What is known of a trained model, a number each; `None` where nothing responds or it does not apply.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Measures {
            $($(#[$about])* pub $name: Option<f64>,)+
        }

        impl Measures {
            /// The names of all measures, as files and the command line have them.
            pub const NAMES: [&str; [$(stringify!($name)),+].len()] = [$(stringify!($name)),+];

            /// The place of a measure among [`Self::NAMES`].
            pub fn place(name: &str) -> Option<usize> {
                Self::NAMES.iter().position(|known| *known == name)
            }

            /// The values in the order of [`Self::NAMES`].
            pub fn values(&self) -> [Option<f64>; Self::NAMES.len()] {
                [$(self.$name),+]
            }
        }
    };
}

measures! {
    /// Minibatches learned from.
    steps,
    /// Movies learned from.
    movies_seen,
    /// Share of entries of z that are not 0, of held-out movies.
    density_z,
    /// Share of entries of u that are not 0.
    density_u,
    /// Share of entries of v that are not 0, of a model with a third layer.
    density_v,
    /// 1 - abs(x - W z)^2 / abs(x)^2, over all held-out frames.
    explained_variance,
    /// The sum of all energies, mean per movie.
    energy,
    /// 1/2 abs(x - W z)^2.
    reconstruction,
    /// alpha abs(z)_1.
    simple_sparsity,
    /// alpha sum_i z*_i exp(-(A u)_i).
    modulated,
    /// beta abs(u)_1.
    invariant_sparsity,
    /// beta sum_j u_j exp(-(B v)_j), of a model with a third layer.
    top_modulated,
    /// gamma abs(v)_1.
    top_sparsity,
    /// Rarely active simple units.
    dead_simple,
    /// Rarely active invariant units.
    dead_invariant,
    /// Rarely active units of a third layer.
    dead_top,
    /// Alpha at the end, where alpha or beta is adapted to a share of units on.
    adapted_alpha,
    /// Beta at the end, likewise.
    adapted_beta,
    /// Median orientation concentration of all invariant units, by the peaks of the filters' spectra, 0 to 1; none where most
    /// units are dead.
    concentration,
    /// The same with the rows of A shuffled.
    concentration_shuffled,
    /// Position tolerance: width of u over that of abs(z).
    width_ratio,
    /// The same of the orientation bandwidths.
    bandwidth_ratio,
    /// F2/F0 of abs(z) to a drifting grating.
    f2_over_f0_simple,
    /// F2/F0 of u to a drifting grating.
    f2_over_f0_invariant,
    /// 1 where complex cells have emerged by all criteria, else 0; none of the toy example.
    emerged,
    /// Lines that some filter is; of the toy example.
    lines_found,
    /// Lowest purity of an active invariant unit; of the toy example.
    purity,
    /// Seconds of learning. This and what follows depends on the machine.
    elapsed_secs,
    /// Patches learned from per second.
    patches_per_second,
}

impl Measures {
    /// Takes in the codes of held-out movies, whose frames have the sum `power` of squares.
    pub(crate) fn take_codes(&mut self, codes: &BatchCodes, power: f64) {
        let energies = codes.energies();
        let invariant = energies.layers[0];
        self.density_z = Some(codes.simple.codes.density());
        self.density_u = Some(codes.invariant().codes.density());
        self.explained_variance = Some(codes.explained_variance(power));
        self.energy = Some(energies.total());
        self.reconstruction = Some(energies.reconstruction);
        // The sum of no values is -0.
        self.simple_sparsity = Some(energies.simple_sparsity + 0.0);
        self.modulated = Some(invariant.modulated + 0.0);
        self.invariant_sparsity = Some(invariant.sparsity + 0.0);
        if let (Some(top), Some(codes)) = (energies.layers.get(1), codes.layers.get(1)) {
            self.density_v = Some(codes.codes.density());
            self.top_modulated = Some(top.modulated + 0.0);
            self.top_sparsity = Some(top.sparsity + 0.0);
        }
    }

    /// Takes in the tuning. Where most units are dead there is no concentration, and no complex cells have emerged.
    pub(crate) fn take_tuning(&mut self, measured: &Measured, are_most_dead: bool) {
        let is_met = measured.criteria().iter().all(Criterion::is_met);
        let emerged = !are_most_dead && is_met;
        self.concentration = measured.concentration.filter(|_| !are_most_dead);
        self.concentration_shuffled = measured.concentration_shuffled.filter(|_| !are_most_dead);
        self.width_ratio = measured.width_ratio;
        self.bandwidth_ratio = measured.bandwidth_ratio;
        self.f2_over_f0_simple = measured.f2_over_f0_simple;
        self.f2_over_f0_invariant = measured.f2_over_f0_invariant;
        self.emerged = Some(f64::from(u8::from(emerged)));
    }

    /// Takes in how well the lines of the toy example were learned.
    pub(crate) fn take_lines(&mut self, lines: &LineMeasures) {
        self.lines_found = Some(lines.lines_found as f64);
        self.purity = lines.least_purity();
    }
}
