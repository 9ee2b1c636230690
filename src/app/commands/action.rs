//! What a user can ask the window to do, a row each: buttons, menus, keys and the help table read it.
//!
//! A further action is a row here and an arm of `perform` in `window`. What few actions have is told elsewhere: in `keys` whether
//! holding its key repeats it, and where its key means something else; in `refusal` other words for what it does now, and why it
//! cannot be done; in `controls/menu` its tick; in `palette` other words that it is found by; in `widgets/section` its icon.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{LAYOUTS, LESSONS, Layout, ReadyLesson, View};
use crate::named::named;

named! {
    /// A menu of the menu bar.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Menu {
        /// Models and exports.
        File = "File",
        /// Commands by name, and what was changed last.
        Edit = "Edit",
        /// What to learn from.
        Pictures = "Pictures",
        /// Learning.
        Run = "Run",
        /// Ready layouts.
        Layout = "Layout",
        /// Views, units and sizes.
        View = "View",
        /// Help.
        Help = "Help",
    }
}

/// The words, key and place of an action.
#[derive(Clone, Copy, Debug)]
pub struct ActionInfo {
    /// The words on its button or menu entry.
    pub text: &'static str,
    /// What it does, in a sentence.
    pub tooltip: &'static str,
    /// Its key.
    pub shortcut: Option<KeyboardShortcut>,
    /// Its menu, and the group in it; a line separates groups.
    pub place: Option<(Menu, u8)>,
}

macro_rules! actions {
    ($($name:ident: $text:literal, $tooltip:literal, $shortcut:expr, $place:expr;)+) => {
        /// One command of the window.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $(#[doc = $tooltip] $name,)+
            /// Take a ready layout of the views.
            Arrange(&'static Layout),
            /// Bring a view to the front.
            Show(View),
            /// Begin a lesson.
            TakeLesson(&'static ReadyLesson),
            /// Write what this view shows to a file.
            Export(View),
            /// Show this view alone, or all again.
            Maximise(View),
            /// Close the tab of this view.
            Close(View),
            /// Move the tab of this view to the next place.
            Move(View),
        }

        impl Action {
            /// All actions that concern no certain layout or view.
            pub const PLAIN: &[Self] = &[$(Self::$name),+];

            /// Its words, key and place.
            pub fn row(self) -> ActionInfo {
                match self {
                    $(Self::$name => ActionInfo {
                        text: $text,
                        tooltip: $tooltip,
                        shortcut: $shortcut,
                        place: $place,
                    },)+
                    Self::Arrange(layout) => ActionInfo {
                        text: layout.name,
                        tooltip: layout.about,
                        shortcut: ctrl(layout.shortcut),
                        place: Some((Menu::Layout, 0)),
                    },
                    Self::Show(view) => ActionInfo {
                        text: view.title,
                        tooltip: view.about,
                        shortcut: None,
                        place: Some((Menu::View, 0)),
                    },
                    Self::TakeLesson(lesson) => ActionInfo {
                        text: lesson.title,
                        tooltip: lesson.about,
                        shortcut: None,
                        place: Some((Menu::Help, 1)),
                    },
                    Self::Export(_) => ActionInfo {
                        place: None,
                        shortcut: None,
                        ..Self::ExportView.row()
                    },
                    Self::Maximise(_) => ActionInfo {
                        tooltip: "Show this view alone, or all views again.",
                        place: None,
                        shortcut: None,
                        ..Self::MaximiseView.row()
                    },
                    Self::Close(_) => ActionInfo {
                        text: "Close view",
                        tooltip: "Close its tab. The View menu opens it again.",
                        shortcut: None,
                        place: None,
                    },
                    Self::Move(_) => ActionInfo {
                        text: "Move view",
                        tooltip: "Move its tab to the next place in the window.",
                        shortcut: None,
                        place: None,
                    },
                }
            }
        }
    };
}

actions! {
    TogglePause: "Pause or resume", "Stop learning, or continue.", plain(Key::Space), Some((Menu::Run, 0));
    StepOne: "Step", "Learn from one minibatch, then pause.", plain(Key::Period), Some((Menu::Run, 0));
    StepHundred: "Step 100", "Learn from 100 minibatches, then pause.", shift(Key::Period), Some((Menu::Run, 0));
    Reset: "Restart", "Restart untrained from the same seed, with the present settings.", ctrl(Key::R), Some((Menu::Run, 1));
    NewSeed: "New seed", "Restart untrained from the seed entered, or from the next one.", ctrl_shift(Key::R), Some((Menu::Run, 1));
    PlayPast: "Play the past", "Show the recorded moments of the run one after the other, or stop.", ctrl(Key::P), Some((Menu::Run, 2));
    LoopPast: "Loop the past", "Start again when playback reaches the end.", None, Some((Menu::Run, 2));
    PreviousMoment: "Previous moment", "Show the recorded moment before the one shown.", plain(Key::OpenBracket), Some((Menu::Run, 2));
    NextMoment: "Next moment", "Show the recorded moment after the one shown.", plain(Key::CloseBracket), Some((Menu::Run, 2));
    BackToNow: "Back to now", "Show the model as it is now.", plain(Key::End), Some((Menu::Run, 2));
    Branch: "Branch here", "Start a new run from the moment shown. The present model is kept.", ctrl_shift(Key::B), Some((Menu::Run, 2));
    Pin: "Pin this state", "Keep the state shown, now or of the past, as B, C or D to compare the run with.", plain(Key::P), Some((Menu::Run, 3));
    PinModel: "Pin a model file…", "Keep the model of a file as B, C or D to compare the run with.", None, Some((Menu::Run, 3));
    Unpin: "Unpin", "Forget the pinned run that is compared. Files stay.", shift(Key::P), Some((Menu::Run, 3));
    RenamePin: "Rename the pinned run", "Type another name for the pinned run that is compared.", plain(Key::F2), Some((Menu::Run, 3));
    ShowPinned: "Show the pinned run", "Show the pinned run in all views, or the run again.", plain(Key::B), Some((Menu::Run, 3));
    NextPinned: "Next pinned run", "Compare the next of the pinned runs.", shift(Key::B), Some((Menu::Run, 3));
    CompareBeside: "Side by side", "Show the run and the pinned run side by side in the views in front, or the run alone.", plain(Key::V), Some((Menu::Run, 3));
    CompareDivided: "Divided", "Show both in one place in the views in front, with a divider to drag, or the run alone.", shift(Key::V), Some((Menu::Run, 3));
    BesideBetas: "Four betas at once", "Restart from the same seed, with three runs beside it: at half, twice and four times \u{3b2}.", None, Some((Menu::Run, 4));
    BesideModel: "Split beside joint", "Restart from the same seed, with a run of the other model beside it: joint or split.", None, Some((Menu::Run, 4));
    BesideStill: "Drift beside still", "Restart from the same seed, with a run beside it on still movies, or on drifting ones if these are still.", None, Some((Menu::Run, 4));
    BesideSeed: "Two seeds at once", "Restart from the same seed, with a run from the next seed beside it.", None, Some((Menu::Run, 4));
    UseScenes: "Embedded scenes", "Learn from scenes that the program generates from the seed.", None, Some((Menu::Pictures, 0));
    UseMovie: "Embedded movie", "Learn from a movie that the program generates from the seed: things that move, turn and cover one another.", None, Some((Menu::Pictures, 0));
    StartToy: "Toy example", "Start a new model of the paper's toy example: lines of four orientations.", None, Some((Menu::Pictures, 0));
    OpenFolder: "Folder…", "Learn from all pictures and movies in a folder and its subfolders.", ctrl_shift(Key::O), Some((Menu::Pictures, 0));
    OpenPictures: "Files…", "Learn from picture and movie files.", None, Some((Menu::Pictures, 0));
    OpenModel: "Open model…", "Continue with a saved model.", ctrl(Key::O), Some((Menu::File, 0));
    SaveModel: "Save model", "Save the model and everything needed to continue from here.", ctrl(Key::S), Some((Menu::File, 0));
    SaveModelAs: "Save model as…", "Save the model to another file.", ctrl_shift(Key::S), Some((Menu::File, 0));
    RestoreModel: "Restore previous model", "Bring back the last replaced model, or else the last one kept. The present model is kept.", ctrl(Key::B), Some((Menu::File, 1));
    OpenKept: "Kept models…", "List the models that were saved automatically: open one, keep it for ever, or delete it.", None, Some((Menu::File, 1));
    OpenSweep: "Open sweep…", "Show a map of the models of a sweep, a folder that `cellscope sweep plan` made.", None, Some((Menu::File, 1));
    ExportView: "Export view…", "Save what a view shows as SVG, PNG, CSV or NPY.", ctrl(Key::E), Some((Menu::File, 2));
    ExportClip: "Export clip…", "Save how a view emerged along the run as a GIF, APNG or video.", ctrl_shift(Key::E), Some((Menu::File, 2));
    CopyView: "Copy view", "Copy the view under the pointer to the clipboard as an image.", ctrl_shift(Key::C), Some((Menu::File, 2));
    ChooseExport: "Export: choose file…", "Choose the file to write.", None, None;
    WriteExport: "Export: write", "Write the file of the export.", None, None;
    CopyExport: "Export: copy", "Copy to the clipboard: SVG and CSV as text, PNG as an image.", None, None;
    ChooseClip: "Clip: choose file…", "Choose the file to write the clip to.", None, None;
    WriteClip: "Write clip", "Make the clip and write its file.", None, None;
    StopClip: "Stop the clip", "Stop making the clip. Nothing is written.", None, None;
    PreviousLayout: "Previous layout", "Go back to the layout before the last change of layout.", None, Some((Menu::Layout, 1));
    ResetLayout: "Reset layout", "Put the views back where this layout had them.", None, Some((Menu::Layout, 1));
    SelectPrevious: "Previous unit", "Select the previous unit, in the order shown.", plain(Key::ArrowLeft), Some((Menu::View, 1));
    SelectNext: "Next unit", "Select the next unit, in the order shown.", plain(Key::ArrowRight), Some((Menu::View, 1));
    SelectAbove: "Unit above", "Select the unit one row up.", plain(Key::ArrowUp), Some((Menu::View, 1));
    SelectBelow: "Unit below", "Select the unit one row down.", plain(Key::ArrowDown), Some((Menu::View, 1));
    ClearSelection: "Clear selection", "Select no unit; where none is selected, show all views again.", plain(Key::Escape), Some((Menu::View, 1));
    ToggleControls: "Controls", "Show or hide the controls on the left.", ctrl(Key::L), Some((Menu::View, 2));
    ToggleTimeline: "Timeline", "Show or hide the timeline under the views.", ctrl(Key::T), Some((Menu::View, 2));
    MaximiseView: "Maximise view", "Show the view under the pointer alone, or all views again. A double click on a tab does the same.", plain(Key::M), Some((Menu::View, 2));
    ToggleCaptions: "Captions", "Show or hide the line under each view that says how to read it.", None, Some((Menu::View, 2));
    ZoomIn: "Zoom in", "Make everything larger.", ctrl(Key::Plus), Some((Menu::View, 3));
    ZoomOut: "Zoom out", "Make everything smaller.", ctrl(Key::Minus), Some((Menu::View, 3));
    ZoomReset: "Normal size", "Show everything at its normal size.", ctrl(Key::Num0), Some((Menu::View, 3));
    Present: "Present", "Full screen with large type and without menu and tabs, for an audience. Escape ends it.", plain(Key::F11), Some((Menu::View, 4));
    ToggleTheme: "Toggle theme", "Switch between the dark and the light theme.", ctrl(Key::D), Some((Menu::View, 4));
    Undo: "Undo", "Undo the last change of a setting, parameter, layout, mask or selection. The model stays.", ctrl(Key::Z), Some((Menu::Edit, 0));
    Redo: "Redo", "Redo the last undone change. Ctrl+Y does the same.", ctrl_shift(Key::Z), Some((Menu::Edit, 0));
    Palette: "Commands…", "Find any command, view, layout, file or setting by its name.", ctrl_shift(Key::P), Some((Menu::Edit, 1));
    Preferences: "Preferences…", "Theme, size, colours, history, ffmpeg and threads in one place.", ctrl(Key::Comma), Some((Menu::Edit, 2));
    CopyCommand: "Copy the command that repeats this run", "Copy a shell command that trains for as long with the same configuration. It uses the present settings throughout.", None, Some((Menu::Edit, 3));
    CopyConfiguration: "Copy configuration", "Copy all settings that determine a run, as JSON.", None, Some((Menu::Edit, 3));
    PasteConfiguration: "Paste configuration…", "Start an untrained model from a configuration as text. The present one is kept.", None, Some((Menu::Edit, 3));
    FreezeSimple: "Freeze W", "Stop or resume learning the filters.", None, None;
    FreezeInvariant: "Freeze A", "Stop or resume learning the pooling weights.", None, None;
    KeepAlive: "Keep all units alive", "While the model learns, keep reviving rarely active units: reinitialise them from the pictures.", None, None;
    HoldSimpleShare: "Hold the share of z", "Adapt \u{3b1} to hold the share of active simple units at its present value, or stop adapting it.", None, None;
    HoldInvariantShare: "Hold the share of u", "Adapt \u{3b2} to hold the share of active invariant units at its present value, or stop adapting it.", None, None;
    ReviveSimple: "Revive dead simple units", "Reinitialise rarely active simple units from the pictures.", None, None;
    ReviveInvariant: "Revive dead invariant units", "Reinitialise rarely active invariant units from the pictures.", None, None;
    PauseWhenEmerged: "Pause when complex cells emerge", "Pause as soon as complex cells emerge.", None, None;
    SplitModel: "Split model", "The layers are coded one after the other: u does not influence z. Restarts with the same seed.", None, None;
    JointModel: "Joint model", "All layers minimise one energy: u lowers the penalty on the filters it pools. Restarts with the same seed.", None, None;
    ApplySizes: "Apply and restart", "Restart untrained with the sizes and the contrast entered.", None, None;
    TrainBetas: "Train a separate A for each β", "Train a separate A at each β of the edge responses, on the same simple codes, or stop.", None, None;
    CancelLoading: "Cancel loading", "Keep the previous pictures.", None, None;
    ShowSkipped: "Skipped files…", "List the picture files that could not be used.", None, None;
    ShowEdge: "Stimulus: edge", "Show the units an edge.", None, None;
    ShowGrating: "Stimulus: grating", "Show the units a grating.", None, None;
    ShowPatch: "Stimulus: patch", "Show the units a patch of a picture.", None, None;
    ShowDrawing: "Stimulus: drawing", "Show the units what is drawn.", None, None;
    Sweep: "Sweep the stimulus", "Move the edge or the grating across the patch, or stop.", None, None;
    ClearDrawing: "Clear the drawing", "Remove all that was drawn on the stimulus.", None, None;
    PreviousMovie: "Previous movie", "Show the previous movie of the last minibatch.", None, None;
    NextMovie: "Next movie", "Show the next movie of the last minibatch.", None, None;
    MeasureConvergence: "Measure convergence", "Measure the model as it is now. While learning is paused, this happens automatically.", None, None;
    StopConvergence: "Stop measuring convergence", "Stop, and keep what was measured.", None, None;
    FillPatch: "Fill in a patch", "Fill in the framed patch. Click in the picture to choose another.", None, None;
    FillPicture: "Fill in the whole picture", "Fill in the whole picture with overlapping patches. The mask is repeated.", None, None;
    HideRandom: "Hide random pixels", "Hide a share of the pixels, drawn at random.", None, None;
    HideBlock: "Hide a block", "Hide a square block.", None, None;
    HideByBrush: "Hide by brush", "Hide the pixels that are painted.", None, None;
    AnotherMask: "Another mask", "Hide the same share of pixels, drawn anew.", None, None;
    ClearMask: "Clear the mask", "Erase the brush mask.", None, None;
    MaskLeft: "Move the block or brush left", "Move the mask by one pixel.", alt(Key::ArrowLeft), None;
    MaskRight: "Move the block or brush right", "Move the mask by one pixel.", alt(Key::ArrowRight), None;
    MaskUp: "Move the block or brush up", "Move the mask by one pixel.", alt(Key::ArrowUp), None;
    MaskDown: "Move the block or brush down", "Move the mask by one pixel.", alt(Key::ArrowDown), None;
    Paint: "Hide the pixels under the brush", "Paint at the brush position.", alt(Key::Enter), None;
    Erase: "Show the pixels under the brush", "Erase at the brush position.", alt(Key::Backspace), None;
    FindBest: "Find best values", "Set the sliders to the values that fill in patches of the other pictures best, or of this one where there is no other, with this mask.", None, None;
    StopInpainting: "Stop filling in", "Stop filling in or searching.", None, None;
    SwitchLayer: "Other layer", "Let the arrow keys select units of the other layer.", plain(Key::L), Some((Menu::View, 1));
    DismissNewest: "Dismiss the newest message", "Remove the newest message from the corner.", None, None;
    DismissAll: "Dismiss all messages", "Remove all messages from the corner.", None, None;
    Help: "Help", "Explain what is shown, and list all keys.", plain(Key::F1), Some((Menu::Help, 0));
    Messages: "Messages…", "List all messages since the start.", None, Some((Menu::Help, 0));
    NextStep: "Next", "Go on to the next step of the lesson.", plain(Key::PageDown), None;
    PreviousStep: "Back", "Go back one step of the lesson.", plain(Key::PageUp), None;
    SkipStep: "Skip", "Do what the step asks for, and go on. If that is learning or a click, it starts: skip again to go on at once.", None, None;
    LeaveLesson: "Leave", "End the lesson and restore the earlier state. A model opened in it stays.", None, None;
    Welcome: "Welcome", "What this is, and the ways to begin.", None, Some((Menu::Help, 0));
    Quit: "Quit", "Close the window. If models are kept, File > Restore previous model brings this one back.", ctrl(Key::Q), Some((Menu::File, 3));
}

fn plain(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::NONE, key))
}

fn alt(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::ALT, key))
}

fn shift(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::SHIFT, key))
}

fn ctrl(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND, key))
}

fn ctrl_shift(key: Key) -> Option<KeyboardShortcut> {
    let modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    Some(KeyboardShortcut::new(modifiers, key))
}

impl Action {
    /// The actions of the help table: those of the menus, in their order, then those that are in none.
    pub fn all(views: &[View]) -> Vec<Self> {
        let menus = Menu::ALL.into_iter();
        let in_menus = menus.flat_map(|menu| Self::of(menu, views));
        let others = Self::PLAIN.iter().copied();
        let others = others.filter(|action| action.row().place.is_none());
        in_menus.chain(others).collect()
    }

    /// Every action there is: those of the help table, then those that concern one of these views.
    pub fn every(views: &[View]) -> Vec<Self> {
        let of_views = [Self::Export, Self::Maximise, Self::Close, Self::Move].into_iter();
        let of_views = of_views.flat_map(|of| views.iter().copied().map(of));
        Self::all(views).into_iter().chain(of_views).collect()
    }

    /// Its words, with the view that it concerns: no two actions have the same.
    pub fn name(self) -> String {
        match self {
            Self::Arrange(layout) => format!("Layout {}", layout.name),
            Self::Show(view) => format!("Show {}", view.title),
            Self::Export(view) => format!("Export {}…", view.title),
            Self::TakeLesson(lesson) => format!("Lesson {}", lesson.title),
            Self::Maximise(view) => format!("Maximise {}", view.title),
            Self::Close(view) => format!("Close {}", view.title),
            Self::Move(view) => format!("Move {}", view.title),
            Self::NextStep | Self::PreviousStep | Self::SkipStep | Self::LeaveLesson => {
                format!("Lesson: {}", self.row().text.to_lowercase())
            }
            action => action.row().text.to_owned(),
        }
    }

    /// The actions of a menu, group by group.
    pub fn of(menu: Menu, views: &[View]) -> Vec<Self> {
        let shows = views.iter().copied().map(Self::Show);
        let all = LAYOUTS.iter().map(Self::Arrange).chain(shows);
        let all = all.chain(LESSONS.iter().map(Self::TakeLesson));
        let all = all.chain(Self::PLAIN.iter().copied());
        let is_in = |action: &Self| action.row().place.is_some_and(|(place, _)| place == menu);
        let mut actions: Vec<Self> = all.filter(is_in).collect();
        actions.sort_by_key(|action| action.row().place.map(|(_, group)| group));
        actions
    }

    /// Whether an untrained model takes the place of the present one at once.
    pub(crate) fn starts_untrained(self) -> bool {
        matches!(
            self,
            Self::Reset
                | Self::NewSeed
                | Self::BesideBetas
                | Self::BesideModel
                | Self::BesideStill
                | Self::BesideSeed
                | Self::StartToy
                | Self::SplitModel
                | Self::JointModel
                | Self::ApplySizes
        )
    }

    /// The palette on screen.
    pub(crate) fn palette_id() -> egui::Id {
        egui::Id::unique("palette")
    }

    /// All actions that have a key, each with it.
    pub fn keys() -> impl Iterator<Item = (Self, KeyboardShortcut)> {
        let all = LAYOUTS.iter().map(Self::Arrange);
        let all = all.chain(Self::PLAIN.iter().copied());
        let all = all.filter_map(|action| Some((action, action.row().shortcut?)));
        let second = ctrl(Key::Y).map(|keys| (Self::Redo, keys));
        all.chain(second)
    }
}
