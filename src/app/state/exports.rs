//! What is asked for as a file, and what is on its way to one.

use crate::app::background::Background;
use crate::app::export::{
    ClipForm, ClipJob, ClipOutcome, ExportChoices, ExportForm, Filming, Outcome,
};
use crate::app::notices::{CLIP, EXPORT};
use crate::app::state::model_view::RenderedModel;

/// Views and clips on their way to files.
#[derive(Default)]
pub struct Exports {
    /// What is being exported, while that is asked for.
    pub form: Option<ExportForm>,
    /// How the last view was exported.
    pub(crate) choices: ExportChoices,
    pub(crate) work: Background<Outcome>,
    /// The clip to be made, while that is asked for.
    pub clip: Option<ClipForm>,
    /// Whether it was asked for after the view that is being exported.
    pub(crate) is_clip_newer: bool,
    /// What was chosen for the clip before.
    pub(crate) last_clip: Option<ClipForm>,
    pub(crate) clip_work: Background<ClipOutcome>,
    /// The clip that is being made, if one is.
    pub(crate) clip_job: Option<ClipJob>,
    /// The window being filmed for it.
    pub(crate) film: Option<Filming>,
    /// The newest model that came meanwhile.
    pub(crate) held: Option<RenderedModel>,
}

impl Exports {
    /// Whether a form is open.
    pub(crate) fn is_open(&self) -> bool {
        self.form.is_some() || self.clip.is_some()
    }

    /// The kind of the messages of the form that was opened last, if one is open.
    pub(crate) fn newest(&self) -> Option<&'static str> {
        let is_clip = self.clip.is_some() && (self.is_clip_newer || self.form.is_none());
        self.is_open()
            .then_some(if is_clip { CLIP } else { EXPORT })
    }
}
