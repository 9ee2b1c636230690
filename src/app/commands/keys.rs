//! Which actions the keys of a frame ask for.

use egui::text_edit::TextEditState;
use egui::{Event, Key, Popup};

use super::action::Action;

/// What has the focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Focus {
    /// Nothing.
    #[default]
    None,
    /// A button or a slider, whose keys are few.
    Control,
    /// A text that is being typed.
    Text,
}

impl Focus {
    /// What has it now.
    pub(crate) fn now(ctx: &egui::Context) -> Self {
        match ctx.memory(|memory| memory.focused()) {
            None => Self::None,
            Some(id) if TextEditState::load(ctx, id).is_some() => Self::Text,
            Some(_) => Self::Control,
        }
    }
}

impl Action {
    /// Whether its key means something else to a focused field, button or slider.
    pub fn needs_no_focus(self) -> bool {
        let modifiers = self.row().shortcut.map(|shortcut| shortcut.modifiers);
        modifiers.is_some_and(|modifiers| !modifiers.command)
            && !matches!(self, Self::Help | Self::Present)
    }

    /// Whether its key presses or moves a button or a slider that has the focus.
    fn is_of_controls(self) -> bool {
        let key = self.row().shortcut.map(|shortcut| shortcut.logical_key);
        key.is_some_and(|key| {
            matches!(
                key,
                Key::Space
                    | Key::Enter
                    | Key::Escape
                    | Key::ArrowLeft
                    | Key::ArrowRight
                    | Key::ArrowUp
                    | Key::ArrowDown
                    | Key::Home
                    | Key::End
            )
        })
    }

    /// Whether holding its key does it again and again.
    fn repeats(self) -> bool {
        matches!(
            self,
            Self::StepOne
                | Self::SelectPrevious
                | Self::SelectNext
                | Self::SelectAbove
                | Self::SelectBelow
                | Self::PreviousMoment
                | Self::NextMoment
                | Self::MaskLeft
                | Self::MaskRight
                | Self::MaskUp
                | Self::MaskDown
                | Self::ZoomIn
                | Self::ZoomOut
        )
    }

    /// Whether it concerns the window as a whole, whatever is open in it.
    fn is_of_window(self) -> bool {
        matches!(
            self,
            Self::ZoomIn
                | Self::ZoomOut
                | Self::ZoomReset
                | Self::ToggleTheme
                | Self::Present
                | Self::Quit
        )
    }

    /// Whether it goes well with a window that is open over the views.
    fn is_over_views(self) -> bool {
        matches!(
            self,
            Self::Help
                | Self::Preferences
                | Self::ExportView
                | Self::ExportClip
                | Self::Undo
                | Self::Redo
                | Self::SaveModel
                | Self::SaveModelAs
        )
    }

    /// The actions whose keys were pressed, the more special key first: Ctrl+Shift+S is not Ctrl+S, nor Alt+Left Left.
    ///
    /// Undo and redo are left to a text that is being typed, which has its own. Plain keys are left to a text that has the focus, or
    /// had it `before` this frame, as Escape takes it away before anything is asked; to an open menu or dialog, which Escape closes; and
    /// of a button or slider those that press and move it. Under a question only what changes the window as a whole is done, and where the
    /// views are covered by another window, what opens and closes such windows too: all else would go on behind it. The keys of a lesson
    /// mean nothing where people are not in one.
    pub(crate) fn pressed(
        ctx: &egui::Context,
        before: Focus,
        in_lesson: bool,
        is_covered: bool,
    ) -> Vec<Self> {
        let question = ctx.memory(|memory| memory.top_modal_layer());
        let now = Focus::now(ctx);
        let focus = now.max(before);
        let is_taken = focus == Focus::Text || question.is_some() || Popup::is_any_open(ctx);
        let is_taken =
            |action: Self| is_taken || (focus == Focus::Control && action.is_of_controls());
        let is_free = |action: Self| match action {
            Self::Palette => question.is_none_or(|layer| layer.id == Self::palette_id()),
            action if question.is_some() && !action.is_of_window() => false,
            action if is_covered && !(action.is_of_window() || action.is_over_views()) => false,
            Self::Undo | Self::Redo => now != Focus::Text,
            Self::NextStep | Self::PreviousStep if !in_lesson => false,
            action => !(action.needs_no_focus() && is_taken(action)),
        };
        let keys = Self::keys().filter(|(action, _)| is_free(*action));
        let mut actions: Vec<_> = keys.collect();
        actions.sort_by_key(|(_, shortcut)| !(shortcut.modifiers.shift || shortcut.modifiers.alt));
        ctx.input_mut(|input| {
            actions.retain(|(action, shortcut)| {
                let is_held = input.events.iter().any(|event| {
                    matches!(event, Event::Key { key, repeat: true, .. }
                        if *key == shortcut.logical_key)
                });
                input.consume_shortcut(shortcut) && (action.repeats() || !is_held)
            });
        });
        actions.into_iter().map(|(action, _)| action).collect()
    }
}
