//! Each figure once, as a [`Scene`] of a few primitives that the window, SVG and PNG share.
//!
//! 1. [`Atlas`]: every filter of a dictionary as one picture, through a [`ColorMap`].
//! 2. [`filter_grid`], [`pooling_rows`], [`pooling_map`], [`polar_plot`], [`centres`], [`curves`],
//!    [`response_panels`], [`response_maps`], [`tuning_curves`], [`answers()`], [`convergence()`],
//!    [`inpainting()`], [`toy_figure`], [`top_rows`]: the figures, each a scene and, where one can point at its
//!    parts, a layout that maps a position to a unit.
//! 3. [`Chart`]: what is plotted, drawn into a scene here and by the window for hands.
//! 4. [`Document`]: a figure in the four formats, SVG, PNG, CSV and NPY.
//! 5. [`NamedFigure`]: the documents of a [`TrainedModel`], by name.
//! 6. [`HeatMap`]: a measure of many models over their settings.
//! 7. [`Comparison`]: runs side by side in a table.
//! 8. [`Clip`]: figures of many moments as a file that plays.

mod catalog;
mod chart;
mod clip;
mod comparison;
mod convergence;
mod curves;
mod document;
mod heat_map;
mod inpainting;
mod responses;
mod scene;
mod units;
mod write;

pub use catalog::*;
pub use chart::*;
pub use clip::{
    Clip, ClipError, ClipFormat, ClipOptions, ClipProgress, ClipSize, Shot, ShotError,
    moments_shown,
};
pub use comparison::*;
pub use convergence::*;
pub use curves::*;
#[cfg(feature = "window")]
pub(crate) use document::RUN;
pub use document::{Document, Format, comments};
pub use heat_map::*;
pub use inpainting::*;
pub use responses::*;
pub use scene::{
    Anchor, Axis, Color, ColorMap, Crop, Figure, Palette, PixelColors, Raster, Rect, Scene, Shape,
    contour, distinct_color, fact_list, short_number,
};
pub use units::*;
pub(crate) use write::csv_field;
pub use write::{DrawError, WriteError, to_png, to_rgba, to_svg};
