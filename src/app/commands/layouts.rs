//! The ready layouts: which views are where. A new one is a row of [`LAYOUTS`].

use egui::Key;

use Tiles::{Column, Row, Tabs};

use super::one_word;

/// A ready layout of the views.
#[derive(Debug)]
pub struct Layout {
    /// Its name on the command line and in what is saved.
    pub key: &'static str,
    /// The name in menus.
    pub name: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// Its key, pressed with the command modifier.
    pub shortcut: Key,
    pub(crate) sets: Sets,
    pub(crate) tiles: Tiles,
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Layout {}

/// What a layout sets beside the places of the views, until another one is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sets {
    Nothing,
    /// 25 invariant units at random, as the paper shows.
    RandomUnits,
    /// The units that respond come first.
    RespondingFirst,
    /// Large type and few controls.
    LargeType,
}

/// Places of views, each named by its key.
#[derive(Debug)]
pub(crate) enum Tiles {
    /// Behind tabs, the first in front.
    Tabs(&'static [&'static str]),
    /// Side by side, the first with this share of the width.
    Row(f32, &'static [Tiles; 2]),
    /// One above the other, the first with this share of the height.
    Column(f32, &'static [Tiles; 2]),
}

macro_rules! layouts {
    ($($key:literal, $name:literal, $shortcut:ident, $sets:ident, $about:literal, $tiles:expr;)+) => {
        /// All layouts, in the order of the menu; the first is the default.
        pub static LAYOUTS: [Layout; 7] = [$(
            Layout {
                key: $key,
                name: $name,
                about: $about,
                shortcut: Key::$shortcut,
                sets: Sets::$sets,
                tiles: $tiles,
            },
        )+];
    };
}

layouts! {
    "overview", "Overview", Num1, Nothing,
        "Filters beside pooling, above the curves.",
        Column(0.66, &[
            Row(0.53, &[Tabs(&["filters"]), Tabs(&["pooling", "maps", "polar", "centres"])]),
            Tabs(&["curves", "unit", "responses"]),
        ]);
    "figure2", "Figure 2", Num2, RandomUnits,
        "Pooling, maps and polar plots of 25 units side by side.",
        Row(0.33, &[
            Tabs(&["pooling", "filters"]),
            Row(0.5, &[Tabs(&["maps", "centres"]), Tabs(&["polar", "curves"])]),
        ]);
    "figure3", "Figure 3", Num3, Nothing,
        "Edge responses above a unit in detail.",
        Column(0.5, &[
            Tabs(&["responses"]),
            Row(0.62, &[Tabs(&["unit"]), Tabs(&["pooling", "filters", "curves"])]),
        ]);
    "bench", "Stimulus", Num4, RespondingFirst,
        "A stimulus, the units that respond to it, and one of them in detail.",
        Row(0.5, &[
            Tabs(&["bench"]),
            Column(0.36, &[
                Tabs(&["filters"]),
                Column(0.5, &[Tabs(&["pooling"]), Tabs(&["unit", "maps", "curves"])]),
            ]),
        ]);
    "lecture", "Lecture", Num5, LargeType,
        "Large type and few controls, for a projector.",
        Row(0.45, &[Tabs(&["filters"]), Tabs(&["pooling"])]);
    "figure1", "Figure 1, toy example", Num6, Nothing,
        "The toy example above its curves.",
        Column(0.65, &[Tabs(&["figure1"]), Tabs(&["curves", "pooling", "unit"])]);
    "inpainting", "In-painting", Num7, RespondingFirst,
        "Hidden pixels filled in, and the units that do it.",
        Row(0.72, &[
            Tabs(&["inpainting", "curves"]),
            Column(0.55, &[Tabs(&["pooling", "maps"]), Tabs(&["filters", "unit"])]),
        ]);
}

impl Layout {
    /// The layout of this key or name.
    pub fn find(key: &str) -> Option<&'static Self> {
        let is_called = |layout: &&Self| layout.key == key || layout.word() == key;
        LAYOUTS.iter().find(is_called)
    }

    /// Its name as one word in small letters: another name for it on the command line.
    pub fn word(&self) -> String {
        one_word(self.name)
    }
}
