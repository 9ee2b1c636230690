//! Responses of units to edges and gratings (section 3.2 of the paper, and standard physiology).
//!
//! - `still`: codes of stimuli that stand still for a whole movie;
//! - `studied`: the model that edges and gratings are shown to;
//! - `edges`: responses over position and orientation of an edge, Figure 3;
//! - `params`: which edges, and at which sparsities of u;
//! - `profile`: the tuning curves of one unit;
//! - `tolerance`: the ranges of position and orientation that a unit responds to;
//! - `regions`: how much the response regions of Figure 3 overlap, and how soft their boundaries are;
//! - `gratings`: responses over orientation, frequency and phase of a grating;
//! - `modulation`: tuning to gratings, and the modulation of a response as one drifts by;
//! - `width`: widths at half maximum;
//! - `study`: measures of a model from one set of stimuli;
//! - `summary`: a model's tuning in a few numbers, medians over units;
//! - `measure`: edges and gratings shown to a model, and summed up.

mod edges;
mod gratings;
mod measure;
mod modulation;
mod params;
mod profile;
mod regions;
mod still;
mod studied;
mod study;
mod summary;
mod tolerance;
mod width;

pub use edges::{EdgeGrid, EdgeResponses};
pub use gratings::GratingGrid;
pub use measure::TuningSummary;
pub use modulation::{GratingTuning, Parity, grating_tuning};
pub use params::EdgeParams;
pub use profile::{EdgeProfile, GratingProfile};
pub use regions::{Regions, response_regions};
pub use still::{InvariantLayer, SimpleLayer, StillCodes};
pub use studied::StudiedModel;
pub use study::{EdgeStudy, GratingStudy};
pub use summary::{EdgeSummary, GratingMedians, GratingSummary, RegionsAt};
pub use tolerance::{EdgeTuning, edge_tuning, most_pooled};
pub use width::{half_width_on_circle, half_width_on_line};
