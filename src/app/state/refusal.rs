//! What an action does now, and why it cannot be done.

use super::State;
use super::kept::NOT_KEPT;
use super::pins::{ARE_ASIDE, ARE_FULL};
use super::settings_then::is_changed_since;
use super::tour::Tour;
use crate::app::commands::Action;
use crate::app::commands::mask_shape::MaskShape;
use crate::engine::{Layer, Run};
use crate::parameter::Parameter;

impl State {
    /// The words on its button or menu entry for what it does now.
    pub(crate) fn text_of(&self, action: Action) -> &'static str {
        match action {
            Action::ShowPinned if self.pins.is_shown() => "Show the run",
            action => action.row().text,
        }
    }

    /// The reason, as a sentence; `None` where the action can be done.
    pub(crate) fn refusal(&self, action: Action) -> Option<&'static str> {
        let unless = |is_possible: bool, reason: &'static str| (!is_possible).then_some(reason);
        let exports = &self.exports;
        match action {
            Action::TogglePause => unless(
                self.run() != Run::Waiting,
                "No pictures are loaded to learn from yet.",
            ),
            Action::ChooseExport | Action::WriteExport | Action::CopyExport => {
                unless(exports.form.is_some(), "The dialog Export is not open.")
            }
            Action::ChooseClip | Action::WriteClip if exports.clip.is_none() => {
                Some("The dialog Export clip is not open.")
            }
            Action::WriteClip => unless(
                !self.moments().is_empty(),
                "Fewer than two moments of the run are recorded.",
            ),
            Action::StopClip => unless(exports.clip_job.is_some(), "No clip is being made."),
            Action::HoldSimpleShare => self.refuses_share(Parameter::SimpleShare),
            Action::HoldInvariantShare => self.refuses_share(Parameter::InvariantShare),
            Action::NextStep => match &self.tour {
                Some(tour) => self.skip_again(tour).or(unless(
                    tour.is_done(),
                    "Do what the step asks for, or skip it.",
                )),
                None => Some("No lesson is open."),
            },
            Action::SkipStep | Action::LeaveLesson => {
                unless(self.tour.is_some(), "No lesson is open.")
            }
            Action::RestoreModel => unless(
                self.tour.as_ref().is_none_or(|tour| !tour.visits),
                "Leave the lesson: its end brings your model back.",
            ),
            Action::PreviousStep => {
                let is_after = self.tour.as_ref().is_some_and(|tour| tour.index > 0);
                unless(is_after, "There is no step before.")
            }
            Action::StartToy
            | Action::SplitModel
            | Action::JointModel
            | Action::PasteConfiguration => self.refuses_other_model(),
            Action::Reset | Action::NewSeed => {
                let needs_learned = self.tour.as_ref().is_some_and(Tour::is_of_learned);
                unless(
                    !needs_learned,
                    "Leave the lesson first: it is about a model that has learned.",
                )
            }
            Action::OpenKept => unless(self.kept.folder.is_some(), NOT_KEPT),
            Action::CancelLoading => {
                unless(self.loading.is_some(), "No pictures are being loaded.")
            }
            Action::ShowSkipped => unless(!self.skipped.is_empty(), "No file was left out."),
            Action::ReviveSimple => unless(self.dead(Layer::Simple) > 0, "No simple unit is dead."),
            Action::ReviveInvariant => unless(
                self.dead(Layer::Invariant) > 0,
                "No invariant unit is dead.",
            ),
            Action::StopConvergence => unless(
                self.workers.convergence.is_busy(),
                "Convergence is not being measured.",
            ),
            Action::AnotherMask => unless(
                self.workers.inpainting.mask_editor.by == MaskShape::Random,
                "The mask is not of random pixels.",
            ),
            Action::ClearMask => unless(
                self.workers.inpainting.mask_editor.by == MaskShape::Brush,
                "The mask is not painted.",
            ),
            Action::FindBest => {
                let side = self.shown_cut().patch_side;
                self.workers.inpainting.refuses_search(side)
            }
            Action::StopInpainting => unless(
                self.workers.inpainting.work().is_some(),
                "Nothing long is being filled in.",
            ),
            Action::Branch => unless(self.is_past(), "The present is shown, not the past."),
            Action::BackToNow => unless(
                self.other_shown().is_some(),
                "The run is shown as it is now.",
            ),
            Action::Pin => unless(self.newest.is_some(), "There is no model yet.")
                .or(unless(!self.pins.are_aside(), ARE_ASIDE))
                .or(unless(!self.pins.are_full(), ARE_FULL)),
            Action::PinModel => unless(!self.pins.are_aside(), ARE_ASIDE)
                .or(unless(!self.pins.are_full(), ARE_FULL)),
            Action::BesideBetas
            | Action::BesideModel
            | Action::BesideStill
            | Action::BesideSeed => self.refuses_beside(action),
            Action::Unpin
            | Action::RenamePin
            | Action::ShowPinned
            | Action::CompareBeside
            | Action::CompareDivided => unless(!self.pins.are_aside(), ARE_ASIDE)
                .or(unless(self.pins.compared().is_some(), "No run is pinned.")),
            Action::NextPinned => unless(!self.pins.are_aside(), ARE_ASIDE).or(unless(
                self.pins.all().len() > 1,
                "Fewer than two runs are pinned.",
            )),
            Action::PlayPast => unless(!self.moments().is_empty(), "Nothing is recorded yet."),
            Action::ApplySizes => {
                let draft = self.drafted();
                let is_new = unless(
                    draft != self.live,
                    "The sizes and the contrast are those of this model.",
                );
                let is_sound = || {
                    unless(
                        draft.check().is_ok(),
                        "A value under Sizes or Contrast is out of range.",
                    )
                };
                let refused = self.refuses_other_model();
                refused.or(is_new).or_else(is_sound)
            }
            Action::PreviousMovie => {
                unless(self.workers.input.movie > 0, "This is the first movie.")
            }
            Action::NextMovie => unless(
                self.workers.input.movie + 1 < self.shown_movies(),
                "This is the last movie.",
            ),
            _ => None,
        }
    }

    /// Why the share of a layer's units cannot be held.
    fn refuses_share(&self, share: Parameter) -> Option<&'static str> {
        let is_held = share.get(&self.live) > 0.0;
        (!is_held && self.are_shares_of_before()).then_some(
            "Learn a step first: the share of active units is still that of another α or β.",
        )
    }

    /// Whether the shares of active units of the run are those of another α or β.
    pub(super) fn are_shares_of_before(&self) -> bool {
        self.newest.as_ref().is_some_and(|run| {
            let (run, step) = (&run.snapshot, run.snapshot.status.step);
            let mut sparsities = [Parameter::Alpha, Parameter::Beta].into_iter();
            step > 0 && sparsities.any(|one| is_changed_since(run, one, step))
        })
    }

    /// Why a new model with other settings cannot begin now: what a lesson says is true of its own model.
    pub(crate) fn refuses_other_model(&self) -> Option<&'static str> {
        let is_lesson = self.tour.is_some();
        is_lesson.then_some("Leave the lesson first: it is about its own model.")
    }
}
