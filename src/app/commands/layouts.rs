//! The ready layouts: which views are where. A new one is a row of [`LAYOUTS`].

use egui::Key;

use Tiles::{Column, Row, Tabs};

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

/// All layouts, in the order of the menu; the first is the default.
pub static LAYOUTS: [Layout; 7] = [
    Layout {
        key: "overview",
        name: "Overview",
        about: "Filters beside pooling, above the curves.",
        shortcut: Key::Num1,
        sets: Sets::Nothing,
        tiles: Column(
            0.66,
            &[
                Row(
                    0.53,
                    &[
                        Tabs(&["filters"]),
                        Tabs(&["pooling", "maps", "polar", "centres"]),
                    ],
                ),
                Tabs(&["curves", "unit", "responses"]),
            ],
        ),
    },
    Layout {
        key: "figure1",
        name: "Figure 1, toy example",
        about: "The toy example above its curves.",
        shortcut: Key::Num6,
        sets: Sets::Nothing,
        tiles: Column(
            0.72,
            &[Tabs(&["figure1"]), Tabs(&["curves", "pooling", "unit"])],
        ),
    },
    Layout {
        key: "figure2",
        name: "Figure 2",
        about: "Pooling, maps and polar plots of 25 units side by side.",
        shortcut: Key::Num2,
        sets: Sets::RandomUnits,
        tiles: Row(
            0.33,
            &[
                Tabs(&["pooling", "filters"]),
                Row(
                    0.5,
                    &[Tabs(&["maps", "centres"]), Tabs(&["polar", "curves"])],
                ),
            ],
        ),
    },
    Layout {
        key: "figure3",
        name: "Figure 3",
        about: "Edge responses above a unit in detail.",
        shortcut: Key::Num3,
        sets: Sets::Nothing,
        tiles: Column(
            0.5,
            &[
                Tabs(&["responses"]),
                Row(
                    0.62,
                    &[Tabs(&["unit"]), Tabs(&["pooling", "filters", "curves"])],
                ),
            ],
        ),
    },
    Layout {
        key: "bench",
        name: "Stimulus",
        about: "A stimulus, the units that respond to it, and one of them in detail.",
        shortcut: Key::Num4,
        sets: Sets::RespondingFirst,
        tiles: Row(
            0.5,
            &[
                Column(0.6, &[Tabs(&["bench"]), Tabs(&["unit", "maps", "curves"])]),
                Column(0.5, &[Tabs(&["filters"]), Tabs(&["pooling"])]),
            ],
        ),
    },
    Layout {
        key: "inpainting",
        name: "In-painting",
        about: "Hidden pixels filled in, and the units that do it.",
        shortcut: Key::Num7,
        sets: Sets::RespondingFirst,
        tiles: Row(
            0.72,
            &[
                Tabs(&["inpainting", "curves"]),
                Column(
                    0.55,
                    &[Tabs(&["pooling", "maps"]), Tabs(&["filters", "unit"])],
                ),
            ],
        ),
    },
    Layout {
        key: "lecture",
        name: "Lecture",
        about: "Large type and few controls, for a projector.",
        shortcut: Key::Num5,
        sets: Sets::LargeType,
        tiles: Row(0.45, &[Tabs(&["filters"]), Tabs(&["pooling"])]),
    },
];

impl Layout {
    /// The layout of this key.
    #[must_use]
    pub fn find(key: &str) -> Option<&'static Self> {
        LAYOUTS.iter().find(|layout| layout.key == key)
    }
}
