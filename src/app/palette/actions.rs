//! Every action as an entry.

use super::entry::{Does, Entry, Known};
use crate::app::commands::Action;
use crate::app::views::views;
use crate::engine::Layer;

/// An entry for every action; those that cannot be done now cannot be chosen.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let all = Action::every(&views()).into_iter();
    all.map(|action| entry(known, action)).collect()
}

fn entry(known: &Known<'_>, action: Action) -> Entry {
    let row = action.row();
    Entry {
        kind: kind(action),
        text: action.name(),
        about: row.tooltip.to_owned(),
        keys: row.shortcut,
        does: is_possible(known, action).then_some(Does::Act(action)),
        ..Entry::default()
    }
}

fn kind(action: Action) -> &'static str {
    match (action, action.row().place) {
        (Action::Export(_) | Action::Close(_) | Action::Move(_), _) => "View",
        (_, Some((menu, _))) => menu.name(),
        (_, None) => "Command",
    }
}

/// Whether an action has something to act on.
fn is_possible(known: &Known<'_>, action: Action) -> bool {
    let state = known.state;
    match action {
        Action::ChooseExport | Action::WriteExport | Action::CopyExport => state.export.is_some(),
        Action::ChooseClip | Action::WriteClip => state.clip.is_some(),
        Action::StopClip => state.clip_job.is_some(),
        Action::Close(view) | Action::Move(view) => known.dock.has(view),
        Action::NextStep | Action::PreviousStep | Action::SkipStep | Action::LeaveLesson => {
            state.tour.is_some()
        }
        Action::CancelLoading => state.loading.is_some(),
        Action::ShowSkipped => !state.skipped.is_empty(),
        Action::ReviveSimple => state.dead(Layer::Simple) > 0,
        Action::ReviveInvariant => state.dead(Layer::Invariant) > 0,
        Action::StopConvergence => state.convergence.is_busy(),
        Action::StopInpainting => state.inpainting.work().is_some(),
        Action::Branch | Action::BackToNow => state.is_past(),
        _ => true,
    }
}
