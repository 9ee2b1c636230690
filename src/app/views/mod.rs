//! The views that people arrange, a file each. A further view is its file, and here its `mod` and its row.

mod compare;
mod content;
mod convergence;
mod curves;
mod figure1;
mod filters;
mod inpainting;
mod input;
mod list_header;
mod patch_picker;
mod pooling;
mod pooling_maps;
mod responses;
mod stimulus;
mod strongest;
mod sweep_map;
mod tile_figure;
mod time;
mod top_units;
mod unit;

use std::collections::BTreeMap;

use crate::app::commands::View;
use crate::figure::{POLAR_NOTE, centres, polar_plot, pooling_map};
use pooling_maps::Squares;

pub(crate) use content::{RUN_LINE, ViewContent, waiting};

macro_rules! views {
    ($($name:ident: $key:literal, $title:literal, $about:literal, $caption:literal, $content:expr;)+) => {
        $(
            pub(crate) const $name: View =
                View { key: $key, title: $title, about: $about, caption: $caption };
        )+

        /// All views, in the order of the menu, each with what makes its contents.
        static REGISTRY: &[(View, fn() -> Box<dyn ViewContent>)] = &[$(
            ($name, || Box::new($content)),
        )+];
    };
}

views! {
    FILTERS: "filters", "Filters",
        "The filters of the simple units: the columns of W.",
        "Each square: what one simple cell looks for.",
        filters::Filters::default();
    POOLING: "pooling", "Pooling",
        "The strongest filters of each invariant unit (Figure 2, left).",
        "Each row: one complex cell, and the simple cells that it listens to most.",
        pooling::Pooling::default();
    MAPS: "maps", "Maps",
        "Position and orientation of the filters that each invariant unit pools (Figure 2, middle).",
        "Each square: one complex cell. Each line: a simple cell that it listens to, at its position and orientation.",
        Squares::new(
            "maps", "Pooling maps", "one line per filter: its position and orientation in the patch", pooling_map, 0.0);
    POLAR: "polar", "Polar",
        "Frequency and orientation of the filters that each invariant unit pools (Figure 2, right).",
        "Each circle: one complex cell. Angle: twice the orientation of a simple cell. Radius: how fine its stripes are.",
        Squares::new(
            "polar", "Polar plots", "one dot per filter: radius is frequency, angle is twice the orientation", polar_plot, POLAR_NOTE);
    CENTRES: "centres", "Centres",
        "Centres of the filters that each invariant unit pools.",
        "Each square: one complex cell. Each dot: where one of its simple cells looks.",
        Squares::new(
            "centres", "Centres", "one dot per filter: the centre of its Gabor in the patch", centres, 0.0);
    EDGE_RESPONSES: "responses", "Edge responses",
        "Responses of the units to edges, at several sparsities (Figure 3).",
        "Across: position of an edge. Upwards: its orientation. The stronger the colour, the more the cell responds.",
        responses::Responses::default();
    UNIT: "unit", "Unit",
        "The selected unit in detail.",
        "All about one cell: what it looks for, and which edges it responds to.",
        unit::Unit::default();
    STIMULUS: "bench", "Stimulus",
        "Show the units an edge, a grating, a patch of a picture or a drawing.",
        "Left: what the cells are shown. Bars: how the cells respond.",
        stimulus::StimulusView::default();
    INPUT: "input", "Input",
        "A training movie, its reconstruction, and the active units.",
        "A movie of the last minibatch, and what the model makes of it with the cells that are on.",
        input::Input::default();
    STRONGEST_PATCHES: "strongest", "Strongest patches",
        "The patches and movies of the pictures that drive the selected unit most.",
        "The places in the pictures that excite one cell most.",
        strongest::StrongestView::default();
    CURVES: "curves", "Curves",
        "Energies, densities and emergence over the run.",
        "From left to right: how the model changed while it learned.",
        curves::Curves::default();
    COMPARE: "compare", "Compare",
        "The run and the runs that are pinned: their measures, how alike their units are, and the settings that differ.",
        "Each column: a run. In brackets: how it differs from A, the run at the moment shown.",
        compare::Compare::default();
    SWEEP: "sweep", "Sweep",
        "A measure of the models of a sweep over one setting, two or three.",
        "Each square: the median of the models with these settings, bright if high. Each point: one model. A click opens a copy.",
        sweep_map::SweepMap::default();
    FIGURE1: "figure1", "Figure 1",
        "The toy example: lines, and one unit for each orientation (Figure 1).",
        "Patches: the input. Each other square: what one simple cell looks for. Each row: the simple cells of one complex cell.",
        figure1::Figure1::default();
    TOP_UNITS: "top", "Top units",
        "The invariant units that each unit of the third layer pools.",
        "Each row: one cell of the third layer, and the complex cells that it listens to.",
        top_units::TopUnits::default();
    CONVERGENCE: "convergence", "Convergence",
        "How fast each solver lowers the energies, against the proven bounds.",
        "Each line: how fast one method comes near to the best code. Lower is better.",
        convergence::ConvergenceView::default();
    TEMPORAL_CONTINUITY: "time", "Temporal continuity",
        "What temporal continuity does: models trained on drift, movies, scrambled frames and stills.",
        "What models learn from drift, from movies, from scrambled frames, and from stills.",
        time::TimeView::default();
    INPAINTING: "inpainting", "In-painting",
        "Hide pixels of a picture, fill them in with one layer and with two, and compare.",
        "Hidden pixels, filled in by simple cells alone, and by complex cells too.",
        inpainting::InpaintingView::default();
}

/// All views, in the order of the menu.
pub fn views() -> Vec<View> {
    REGISTRY.iter().map(|(view, _)| *view).collect()
}

/// The view of this key or title.
pub fn find_view(name: &str) -> Option<View> {
    views().into_iter().find(|view| view.is_called(name))
}

/// What the views show, by key.
pub(crate) type Contents = BTreeMap<&'static str, Box<dyn ViewContent>>;

/// The contents of all views.
pub(crate) fn contents() -> Contents {
    let made = REGISTRY.iter().map(|(view, make)| (view.key, make()));
    made.collect()
}
