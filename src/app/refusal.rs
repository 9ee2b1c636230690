//! Why an action cannot be done now: the menu, the palette and the keys ask here, and so do the buttons, but for the layout.

use crate::app::commands::Action;
use crate::app::dock::Dock;
use crate::app::state::State;
use crate::app::views::INPAINTING;

/// The reason, as a sentence; `None` where the action can be done.
pub(crate) fn refusal(action: Action, state: &State, dock: &Dock) -> Option<&'static str> {
    match action {
        Action::Close(view) | Action::Move(view) if !dock.has(view) => {
            Some("The view is not in this layout.")
        }
        Action::PreviousLayout if !dock.has_previous() => Some("There is no previous layout yet."),
        Action::MaskLeft
        | Action::MaskRight
        | Action::MaskUp
        | Action::MaskDown
        | Action::Paint
        | Action::Erase
            if !dock.visible().any(|view| view == INPAINTING) =>
        {
            Some("The view In-painting is not in front.")
        }
        Action::MaximiseView if dock.visible().next().is_none() => Some("All views are closed."),
        action => state.refusal(action),
    }
}
