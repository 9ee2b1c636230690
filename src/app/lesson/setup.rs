//! What a step sets.

use crate::app::commands::mask_shape::MaskShape;
use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::commands::{Layout, View};
use crate::config::Preset;
use crate::parameter::Parameter;
use crate::source::Motion;

/// What a lesson can begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonModel {
    /// The trained model that is part of the program.
    Trained,
    /// An untrained one.
    New(Preset),
}

/// What a step sets when it is reached; nothing is changed where a field is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// Another model, which does not learn before it is told to.
    pub model: Option<LessonModel>,
    /// What moves in the movies of a new model.
    pub motion: Option<Motion>,
    /// Values of parameters, within what the configuration allows.
    pub parameters: Vec<(Parameter, f32)>,
    /// Minibatches per second at most, at least 1.
    pub pace: Option<f32>,
    /// Whether it learns.
    pub run: Option<bool>,
    /// The layout of the views.
    pub layout: Option<&'static Layout>,
    /// A view to be brought to the front.
    pub view: Option<View>,
    /// Whether no unit is selected any more.
    pub clears_selection: bool,
    /// What the view Stimulus shows.
    pub stimulus: Option<StimulusKind>,
    /// How In-painting hides pixels.
    pub mask: Option<MaskShape>,
    /// Whether the edge runs across the patch, or the grating drifts.
    pub sweep: Option<bool>,
}
