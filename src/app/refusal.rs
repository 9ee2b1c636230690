//! Why an action cannot be done now: the menu, the palette, the buttons and the keys all ask here.

use crate::app::commands::Action;
use crate::app::dock::Dock;
use crate::app::state::State;
use crate::engine::Layer;

/// The reason, as a sentence; `None` where the action can be done.
pub(crate) fn refusal(action: Action, state: &State, dock: &Dock) -> Option<&'static str> {
    let unless = |is_possible: bool, reason: &'static str| (!is_possible).then_some(reason);
    match action {
        Action::ChooseExport | Action::WriteExport | Action::CopyExport => {
            unless(state.export.is_some(), "The dialog Export is not open.")
        }
        Action::ChooseClip | Action::WriteClip => {
            unless(state.clip.is_some(), "The dialog Export clip is not open.")
        }
        Action::StopClip => unless(state.clip_job.is_some(), "No clip is being made."),
        Action::Close(view) | Action::Move(view) => {
            unless(dock.has(view), "The view is not in this layout.")
        }
        Action::NextStep | Action::SkipStep | Action::LeaveLesson => {
            unless(state.tour.is_some(), "No lesson is open.")
        }
        Action::PreviousStep => {
            let is_after = state.tour.as_ref().is_some_and(|tour| tour.index > 0);
            unless(is_after, "There is no step before.")
        }
        Action::CancelLoading => unless(state.loading.is_some(), "No pictures are being loaded."),
        Action::ShowSkipped => unless(!state.skipped.is_empty(), "No file was left out."),
        Action::ReviveSimple => unless(state.dead(Layer::Simple) > 0, "No simple unit is dead."),
        Action::ReviveInvariant => unless(
            state.dead(Layer::Invariant) > 0,
            "No invariant unit is dead.",
        ),
        Action::StopConvergence => unless(
            state.convergence.is_busy(),
            "Convergence is not being measured.",
        ),
        Action::StopInpainting => unless(
            state.inpainting.work().is_some(),
            "Nothing long is being filled in.",
        ),
        Action::Branch | Action::BackToNow => {
            unless(state.is_past(), "The present is shown, not the past.")
        }
        Action::PlayPast => unless(!state.moments().is_empty(), "Nothing is recorded yet."),
        Action::ApplySizes => {
            let draft = state.drafted();
            let is_new = unless(draft != state.live, "The sizes are those of this model.");
            let is_sound = || {
                unless(
                    draft.check().is_ok(),
                    "A value under Sizes is out of range.",
                )
            };
            is_new.or_else(is_sound)
        }
        Action::PreviousMovie => unless(state.input.movie > 0, "This is the first movie."),
        Action::NextMovie => unless(
            state.input.movie + 1 < state.shown_movies(),
            "This is the last movie.",
        ),
        _ => None,
    }
}
