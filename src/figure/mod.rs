//! Each figure once, as a [`Scene`] of a few primitives that the window, SVG and PNG share.
//!
//! 1. [`Atlas`]: every filter of a dictionary as one picture, through a [`ColorMap`].
//! 2. [`filter_grid`], [`pooling_rows`], [`pooling_map`], [`polar_plot`], [`centres`], [`curves`],
//!    [`response_panels`], [`response_maps`], [`tuning_curves`], [`answers()`], [`convergence()`],
//!    [`inpainting()`], [`toy_figure`], [`top_rows`]: the figures, each a scene and, where one can point at its
//!    parts, a layout that maps a position to a unit.
//! 3. [`write_svg`], [`write_png`]: the same scene as a file; [`table`]: the numbers behind it.

mod convergence;
mod curves;
mod inpainting;
mod responses;
mod scene;
pub mod table;
mod units;
mod write;

pub use convergence::{ConvergenceOptions, convergence};
pub use curves::{Abscissa, Chart, CurveOptions, Series, curves};
pub use inpainting::{Inpainting, InpaintingLayout, InpaintingOptions, ListPlace, inpainting};
pub use responses::*;
pub use scene::{
    Anchor, Color, ColorMap, Crop, Figure, Palette, Raster, Rect, Scene, Shape, decade_ticks,
    distinct_color, round_ticks, short_number,
};
pub use units::*;
pub use write::{DrawError, WriteError, to_png, to_rgba, to_svg, write_png, write_svg};
