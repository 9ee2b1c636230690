//! Each figure once, as a [`Scene`] of a few primitives that the window, SVG and PNG share.
//!
//! 1. [`Atlas`]: every filter of a dictionary as one picture, through a [`ColorMap`].
//! 2. [`filter_grid`], [`pooling_rows`], [`pooling_map`], [`polar_plot`], [`centres`], [`curves`],
//!    [`response_panels`], [`response_maps`], [`tuning_curves`], [`answers()`], [`convergence()`],
//!    [`filling()`], [`toy_figure`], [`top_rows`]: the figures, each a scene and, where one can point at its
//!    parts, a layout that maps a position to a unit.
//! 3. [`write_svg`], [`write_png`]: the same scene as a file; [`table`]: the numbers behind it.

mod answer_list;
mod answers;
mod atlas;
mod axis;
mod centres;
mod color_map;
mod contour;
mod convergence;
mod curves;
mod distinct;
mod edge_map;
mod filling;
mod filling_layout;
mod grid;
mod palette;
mod polar_plot;
mod polyline;
mod pooled;
mod pooling;
mod pooling_map;
mod random_units;
mod ranked;
mod response_map;
mod response_panels;
mod response_ramp;
mod scene;
mod series;
mod squares;
mod strongest;
pub mod table;
mod tuning_curves;
mod tuning_row;
mod unit_row;
mod write;

pub use answers::{AnswerLayout, AnswerOptions, Answers, answers};
pub use atlas::{Atlas, Contrast};
pub use axis::{decade_ticks, round_ticks, short_number};
pub use centres::centres;
pub use color_map::ColorMap;
pub use convergence::{ConvergenceOptions, convergence};
pub use curves::{CurveOptions, curves};
pub use distinct::distinct_color;
pub use edge_map::{EdgeMapLayout, EdgeMapOptions, EdgePlace};
pub use filling::{Filling, filling};
pub use filling_layout::{FillLayout, FillOptions, ListPlace};
pub use grid::{GridLayout, GridOptions, filter_grid};
pub use palette::Palette;
pub use polar_plot::polar_plot;
pub use pooled::{MIN_SHARE, PooledLayout};
pub use pooling::{PoolingLayout, PoolingOptions, STRONGEST, pooling_rows};
pub use pooling_map::pooling_map;
pub use random_units::random_units;
pub use ranked::{RankedLayout, RankedOptions, RankedTile, ToyModel, top_rows, toy_figure};
pub use response_map::{ResponseMapLayout, ResponseScale, UnitResponses, maps_of, response_maps};
pub use response_panels::{
    CELLS, PointedResponse, ResponsePanel, ResponsePanelsLayout, figure3_panels, random_cells,
    response_panels,
};
pub use response_ramp::ResponseRamp;
pub use scene::{Anchor, Color, Crop, Raster, Rect, Scene, Shape};
pub use series::{Abscissa, Chart, Series};
pub use squares::{SquareLayout, SquareOptions};
pub use strongest::{Weight, strongest_invariant, strongest_simple};
pub use tuning_curves::{TuningLayout, TuningOptions, tuning_curves};
pub use tuning_row::{TunedUnit, TuningRow, UnitTuning, tuning_row};
pub use write::{DrawError, WriteError, to_png, to_rgba, to_svg, write_png, write_svg};

/// A scene, and where its parts are.
#[derive(Clone, Debug)]
pub struct Figure<Layout> {
    /// What is drawn.
    pub scene: Scene,
    /// Where the units are, in the scene's points.
    pub layout: Layout,
}
