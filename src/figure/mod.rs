//! Each figure once, as a [`Scene`] of a few primitives that the window, SVG and PNG share.
//!
//! 1. [`Atlas`]: every filter of a dictionary as one picture, through a [`ColorMap`].
//! 2. [`filter_grid`], [`pooling_rows`], [`curves`]: the figures, each a scene and, where one can
//!    point at its parts, a layout that maps a position to a unit.
//! 3. [`write_svg`], [`write_png`]: the same scene as a file.

mod atlas;
mod axis;
mod color_map;
mod curves;
mod grid;
mod ink;
mod pooling;
mod scene;
mod series;
mod strongest;
mod write;

pub use atlas::{Atlas, Contrast};
pub use axis::{decade_ticks, round_ticks, short_number};
pub use color_map::ColorMap;
pub use curves::{CurveOptions, curves};
pub use grid::{GridLayout, GridOptions, filter_grid};
pub use ink::Ink;
pub use pooling::{PoolingLayout, PoolingOptions, STRONGEST, pooling_rows};
pub use scene::{Anchor, Color, Crop, Raster, Rect, Scene, Shape};
pub use series::{Abscissa, Chart, Series};
pub use strongest::{Weight, strongest_invariant, strongest_simple};
pub use write::{WriteError, to_png, to_svg, write_png, write_svg};

/// A scene, and where its parts are.
#[derive(Clone, Debug)]
pub struct Figure<Layout> {
    /// What is drawn.
    pub scene: Scene,
    /// Where the units are, in the scene's points.
    pub layout: Layout,
}
