//! What a user can ask the window to do, in one place: menus, keys and the help table read it.

use egui::{Event, Key, KeyboardShortcut, Modifiers, Popup};

use crate::pane::{Arrangement, Pane};

/// One command of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Stop or go on learning.
    TogglePause,
    /// Learn from one minibatch.
    StepOne,
    /// Learn from a hundred minibatches.
    StepHundred,
    /// Start again from the same seed.
    Reset,
    /// Start again from another seed.
    NewSeed,
    /// Choose a folder of pictures.
    OpenFolder,
    /// Choose picture files.
    OpenPictures,
    /// Learn from the embedded scenes.
    UseScenes,
    /// Choose a model file to open.
    OpenModel,
    /// Save the model where it was saved last.
    SaveModel,
    /// Save the model to another file.
    SaveModelAs,
    /// Bring back the model that was replaced or left last.
    RestoreModel,
    /// Choose one of the kept models to open.
    OpenKept,
    /// Write what a view shows to a file; the first one in front by default.
    ExportView,
    /// Write what this view shows to a file.
    Export(Pane),
    /// Choose the file to export to.
    ChooseExport,
    /// Write the file that is being exported.
    WriteExport,
    /// Copy it to the clipboard instead.
    CopyExport,
    /// Mark the unit before the marked one.
    MarkPrevious,
    /// Mark the unit after the marked one.
    MarkNext,
    /// Mark the unit a row above the marked one.
    MarkAbove,
    /// Mark the unit a row below the marked one.
    MarkBelow,
    /// Mark no unit.
    Unmark,
    /// Take a ready arrangement of the views.
    Arrange(Arrangement),
    /// Take the arrangement before the last ready one.
    ArrangeAsBefore,
    /// Take the present arrangement as it was at first.
    ResetLayout,
    /// Bring a view to the front.
    Show(Pane),
    /// Show or hide the controls.
    ToggleControls,
    /// Make everything larger.
    ZoomIn,
    /// Make everything smaller.
    ZoomOut,
    /// Normal size.
    ZoomReset,
    /// Go from dark to light or back.
    ToggleTheme,
    /// Explain what is shown, and the keys.
    Help,
    /// Close the window.
    Quit,
}

impl Action {
    /// All commands that need no window of their own, in the order of the help table.
    pub const ALL: [Self; 48] = [
        Self::TogglePause,
        Self::StepOne,
        Self::StepHundred,
        Self::Reset,
        Self::NewSeed,
        Self::OpenFolder,
        Self::OpenPictures,
        Self::UseScenes,
        Self::OpenModel,
        Self::SaveModel,
        Self::SaveModelAs,
        Self::RestoreModel,
        Self::OpenKept,
        Self::ExportView,
        Self::MarkPrevious,
        Self::MarkNext,
        Self::MarkAbove,
        Self::MarkBelow,
        Self::Unmark,
        Self::Arrange(Arrangement::Overview),
        Self::Arrange(Arrangement::Figure1),
        Self::Arrange(Arrangement::Figure2),
        Self::Arrange(Arrangement::Figure3),
        Self::Arrange(Arrangement::Bench),
        Self::Arrange(Arrangement::Inpainting),
        Self::Arrange(Arrangement::Lecture),
        Self::ArrangeAsBefore,
        Self::ResetLayout,
        Self::Show(Pane::Filters),
        Self::Show(Pane::Pooling),
        Self::Show(Pane::Maps),
        Self::Show(Pane::Polar),
        Self::Show(Pane::Centres),
        Self::Show(Pane::Responses),
        Self::Show(Pane::Unit),
        Self::Show(Pane::Bench),
        Self::Show(Pane::Curves),
        Self::Show(Pane::Figure1),
        Self::Show(Pane::Top),
        Self::Show(Pane::Convergence),
        Self::Show(Pane::Filling),
        Self::ToggleControls,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::ZoomReset,
        Self::ToggleTheme,
        Self::Help,
        Self::Quit,
    ];

    /// The words on its button or menu entry.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::TogglePause => "Pause or run",
            Self::StepOne => "Step",
            Self::StepHundred => "Step 100",
            Self::Reset => "Reset",
            Self::NewSeed => "New seed",
            Self::OpenFolder => "Folder…",
            Self::OpenPictures => "Files…",
            Self::UseScenes => "Embedded scenes",
            Self::OpenModel => "Open model…",
            Self::SaveModel => "Save model",
            Self::SaveModelAs => "Save model as…",
            Self::RestoreModel => "Model before this one",
            Self::OpenKept => "Kept models…",
            Self::ExportView | Self::Export(_) => "Export a view…",
            Self::ChooseExport => "Choose a file…",
            Self::WriteExport => "Write",
            Self::CopyExport => "Copy",
            Self::MarkPrevious => "Unit before",
            Self::MarkNext => "Unit after",
            Self::MarkAbove => "Unit above",
            Self::MarkBelow => "Unit below",
            Self::Unmark => "Mark none",
            Self::Arrange(layout) => layout.name(),
            Self::ArrangeAsBefore => "Layout before this one",
            Self::ResetLayout => "Reset the layout",
            Self::Show(pane) => pane.title(),
            Self::ToggleControls => "Controls",
            Self::ZoomIn => "Zoom in",
            Self::ZoomOut => "Zoom out",
            Self::ZoomReset => "Normal size",
            Self::ToggleTheme => "Dark or light",
            Self::Help => "Help",
            Self::Quit => "Quit",
        }
    }

    /// What it does, in a sentence.
    #[must_use]
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::TogglePause => "Stop learning, or go on.",
            Self::StepOne => "Learn from one minibatch, then pause.",
            Self::StepHundred => "Learn from a hundred minibatches, then pause.",
            Self::Reset => "Start again from the same seed: the same run once more.",
            Self::NewSeed => "Start again from the seed entered, or from the next one.",
            Self::OpenFolder => "Learn from all pictures in a folder and the folders in it.",
            Self::OpenPictures => "Learn from picture files.",
            Self::UseScenes => "Learn from the scenes that the program makes from the seed.",
            Self::OpenModel => "Go on with a saved model.",
            Self::SaveModel => "Save the model with all that is needed to go on from here.",
            Self::SaveModelAs => "Save the model to a file of another name.",
            Self::RestoreModel => {
                "Bring back the model that was there before a restart, or when the window was closed."
            }
            Self::OpenKept => {
                "Open one of the models that were kept: the newest, and those that learned longest."
            }
            Self::ExportView | Self::Export(_) => {
                "Write what a view shows as SVG, PNG, CSV or NPY."
            }
            Self::ChooseExport => "Choose the file to write.",
            Self::WriteExport => "Write the file.",
            Self::CopyExport => "To the clipboard: SVG and CSV as text, PNG as a picture.",
            Self::MarkPrevious => "Mark the unit before the marked one, in the order shown.",
            Self::MarkNext => "Mark the unit after the marked one, in the order shown.",
            Self::MarkAbove => "Mark the unit a row above the marked one.",
            Self::MarkBelow => "Mark the unit a row below the marked one.",
            Self::Unmark => "Mark no unit.",
            Self::Arrange(layout) => layout.about(),
            Self::ArrangeAsBefore => "Arrange the views as they were before a layout was chosen.",
            Self::ResetLayout => "Put the views back where this layout had them.",
            Self::Show(pane) => pane.about(),
            Self::ToggleControls => "Show or hide the controls on the left.",
            Self::ZoomIn => "Make everything larger.",
            Self::ZoomOut => "Make everything smaller.",
            Self::ZoomReset => "Show everything at its normal size.",
            Self::ToggleTheme => "Go from dark to light, or back.",
            Self::Help => "What am I seeing? And all keys.",
            Self::Quit => {
                "Close the window. The model is kept: File, Model before this one, brings it back."
            }
        }
    }

    /// Its key.
    #[must_use]
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        let shifted = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        let (modifiers, key) = match self {
            Self::TogglePause => (Modifiers::NONE, Key::Space),
            Self::StepOne => (Modifiers::NONE, Key::Period),
            Self::StepHundred => (Modifiers::SHIFT, Key::Period),
            Self::Reset => (Modifiers::COMMAND, Key::R),
            Self::NewSeed => (shifted, Key::R),
            Self::OpenFolder => (shifted, Key::O),
            Self::OpenPictures
            | Self::OpenKept
            | Self::UseScenes
            | Self::Export(_)
            | Self::ChooseExport
            | Self::WriteExport
            | Self::CopyExport
            | Self::ArrangeAsBefore
            | Self::ResetLayout
            | Self::Show(_) => return None,
            Self::OpenModel => (Modifiers::COMMAND, Key::O),
            Self::SaveModel => (Modifiers::COMMAND, Key::S),
            Self::SaveModelAs => (shifted, Key::S),
            Self::RestoreModel => (Modifiers::COMMAND, Key::B),
            Self::ExportView => (Modifiers::COMMAND, Key::E),
            Self::MarkPrevious => (Modifiers::NONE, Key::ArrowLeft),
            Self::MarkNext => (Modifiers::NONE, Key::ArrowRight),
            Self::MarkAbove => (Modifiers::NONE, Key::ArrowUp),
            Self::MarkBelow => (Modifiers::NONE, Key::ArrowDown),
            Self::Unmark => (Modifiers::NONE, Key::Escape),
            Self::Arrange(Arrangement::Overview) => (Modifiers::COMMAND, Key::Num1),
            Self::Arrange(Arrangement::Figure2) => (Modifiers::COMMAND, Key::Num2),
            Self::Arrange(Arrangement::Figure3) => (Modifiers::COMMAND, Key::Num3),
            Self::Arrange(Arrangement::Bench) => (Modifiers::COMMAND, Key::Num4),
            Self::Arrange(Arrangement::Lecture) => (Modifiers::COMMAND, Key::Num5),
            Self::Arrange(Arrangement::Figure1) => (Modifiers::COMMAND, Key::Num6),
            Self::Arrange(Arrangement::Inpainting) => (Modifiers::COMMAND, Key::Num7),
            Self::ToggleControls => (Modifiers::COMMAND, Key::L),
            Self::ZoomIn => (Modifiers::COMMAND, Key::Plus),
            Self::ZoomOut => (Modifiers::COMMAND, Key::Minus),
            Self::ZoomReset => (Modifiers::COMMAND, Key::Num0),
            Self::ToggleTheme => (Modifiers::COMMAND, Key::D),
            Self::Help => (Modifiers::NONE, Key::F1),
            Self::Quit => (Modifiers::COMMAND, Key::Q),
        };
        Some(KeyboardShortcut::new(modifiers, key))
    }

    /// Whether its key means something else to a focused field, button or slider.
    #[must_use]
    pub fn needs_no_focus(self) -> bool {
        let modifiers = self.shortcut().map(|shortcut| shortcut.modifiers);
        modifiers.is_some_and(|modifiers| !modifiers.command) && self != Self::Help
    }

    /// Whether holding its key does it again and again.
    fn repeats(self) -> bool {
        matches!(
            self,
            Self::StepOne
                | Self::MarkPrevious
                | Self::MarkNext
                | Self::MarkAbove
                | Self::MarkBelow
                | Self::ZoomIn
                | Self::ZoomOut
        )
    }

    /// The actions whose keys were pressed, the more special key first: Ctrl+Shift+S is not Ctrl+S.
    ///
    /// Plain keys are left to what has the focus, or `had_focus` before this frame, as Escape takes it away before
    /// anybody is asked; and to an open menu or question, which Escape closes.
    pub(crate) fn pressed(ctx: &egui::Context, had_focus: bool) -> Vec<Self> {
        let is_asking =
            ctx.memory(|memory| memory.focused().is_some() || memory.top_modal_layer().is_some());
        let is_taken = had_focus || is_asking || Popup::is_any_open(ctx);
        let mut actions: Vec<_> = Self::ALL
            .into_iter()
            .filter(|action| !(is_taken && action.needs_no_focus()))
            .filter_map(|action| Some((action, action.shortcut()?)))
            .collect();
        actions.sort_by_key(|(_, shortcut)| !shortcut.modifiers.shift);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_actions_share_a_key() {
        let mut seen = Vec::new();
        for shortcut in Action::ALL.into_iter().filter_map(Action::shortcut) {
            assert!(!seen.contains(&shortcut), "{shortcut:?}");
            seen.push(shortcut);
        }
    }
}
