//! What is asked of the workers beside the run, and what they found.
//!
//! A further one is a file here with its `mod` and its row of `workers!`.
//!
//! - `worker`: one of them, as its state asks it; `inquiry`: the question that was asked last;
//! - `stimulus` and `activations`: what is shown to the units, and how they answer; `stimulus_number`: its numbers; `edge_sweep`: an edge that crosses the patch;
//! - `inpainting`: what is filled in; `mask_editor`: what is hidden; `patch_location`: where;
//! - `convergence`, `input`, `measures`, `strongest`, `time_study`: what those views show.

pub(crate) mod activations;
pub(crate) mod convergence;
pub(crate) mod edge_sweep;
pub(crate) mod inpainting;
pub(crate) mod input;
pub(crate) mod inquiry;
pub(crate) mod mask_editor;
pub(crate) mod measures;
pub(crate) mod patch_location;
pub(crate) mod stimulus;
pub(crate) mod stimulus_number;
pub(crate) mod strongest;
pub(crate) mod time_study;
pub(crate) mod worker;

use self::worker::WorkerState;

/// Makes [`Workers`] of a row for each worker: what it is for, the field of its state, and the type of that.
macro_rules! workers {
    ($($(#[$about:meta])* $visibility:vis $field:ident: $state:ty;)+) => {
        /// What the workers are asked, and what they found.
        #[derive(Debug, Default)]
        pub struct Workers {
            $($(#[$about])* $visibility $field: $state,)+
        }

        impl Workers {
            /// All of them.
            pub(super) fn all(&mut self) -> impl Iterator<Item = &mut dyn WorkerState> {
                let all: [&mut dyn WorkerState; _] = [$(&mut self.$field),+];
                all.into_iter()
            }
        }
    };
}

workers! {
    /// Measures of the run as it is now.
    pub(crate) measures: measures::MeasureRequests;
    /// Measures of the moment of the past that is shown.
    pub(crate) past_measures: measures::MeasureRequests;
    /// The stimulus.
    pub stimulus: stimulus::StimulusState;
    /// How fast the energies fall.
    pub convergence: convergence::ConvergenceState;
    /// What is hidden and filled in.
    pub inpainting: inpainting::InpaintingState;
    /// The patches that drive the selected unit most.
    pub strongest: strongest::StrongestState;
    /// The movie that is looked at.
    pub input: input::InputState;
    /// Models that learn from movies of each kind.
    pub time_study: time_study::TimeState;
}

impl Workers {
    pub(super) fn new() -> Self {
        Self {
            past_measures: measures::MeasureRequests::of_past(),
            ..Self::default()
        }
    }
}
