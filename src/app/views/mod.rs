//! The views that people arrange, a file each. A further view is its file, and here its `mod` and its row.

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
mod tile_figure;
mod time;
mod top_units;
mod unit;

use std::collections::BTreeMap;

use crate::app::commands::View;
use crate::figure::{centres, polar_plot, pooling_map};
use pooling_maps::Squares;

pub(crate) use content::{ViewContent, waiting};

macro_rules! views {
    ($($key:literal, $title:literal, $about:literal, $content:expr;)+) => {
        /// All views, in the order of the menu, each with what makes its contents.
        static REGISTRY: &[(View, fn() -> Box<dyn ViewContent>)] = &[$(
            (
                View { key: $key, title: $title, about: $about },
                || Box::new($content),
            ),
        )+];
    };
}

views! {
    "filters", "Filters",
        "The filters of the simple units: the columns of W.", filters::Filters::default();
    "pooling", "Pooling",
        "The strongest filters of each invariant unit (Figure 2, left).", pooling::Pooling::default();
    "maps", "Maps",
        "Position and orientation of the filters that each invariant unit pools (Figure 2, middle).", Squares::new(
            "Pooling maps", "one line per filter: its position and orientation in the patch", pooling_map);
    "polar", "Polar",
        "Frequency and orientation of the filters that each invariant unit pools (Figure 2, right).", Squares::new(
            "Polar plots", "one dot per filter: radius is frequency, angle is twice the orientation", polar_plot);
    "centres", "Centres",
        "Centres of the filters that each invariant unit pools.", Squares::new(
            "Centres", "one dot per filter: the centre of its Gabor in the patch", centres);
    "responses", "Edge responses",
        "Responses of the units to edges, at several sparsities (Figure 3).", responses::Responses::default();
    "unit", "Unit",
        "The selected unit in detail.", unit::Unit::default();
    "bench", "Stimulus",
        "Show the units an edge, a grating, a patch of a picture or a drawing.", stimulus::StimulusView::default();
    "input", "Input",
        "A movie that the model learns from, its reconstruction, and the units that are on.", input::Input::default();
    "strongest", "Strongest patches",
        "The patches and movies of the pictures that drive the selected unit most.", strongest::StrongestView::default();
    "curves", "Curves",
        "Energies, densities and emergence over the run.", curves::Curves::default();
    "figure1", "Figure 1",
        "The toy example: lines, and one unit for each orientation (Figure 1).", figure1::Figure1::default();
    "top", "Top units",
        "The invariant units that each unit of the third layer pools.", top_units::TopUnits::default();
    "convergence", "Convergence",
        "How fast each solver lowers the energies, against the proven bounds.", convergence::ConvergenceView::default();
    "time", "Kinds of time",
        "What the order of time in movies does: models trained on drift, movies, scrambled frames and stills.", time::TimeView::default();
    "inpainting", "In-painting",
        "Hide pixels of a picture, fill them in with one layer and with two, and compare.", inpainting::InpaintingView::default();
}

/// All views, in the order of the menu.
pub fn views() -> Vec<View> {
    REGISTRY.iter().map(|(view, _)| *view).collect()
}

/// The view of this key.
pub fn find_view(key: &str) -> Option<View> {
    views().into_iter().find(|view| view.key == key)
}

/// The contents of all views, by key.
pub(crate) fn contents() -> BTreeMap<&'static str, Box<dyn ViewContent>> {
    let made = REGISTRY.iter().map(|(view, make)| (view.key, make()));
    made.collect()
}
