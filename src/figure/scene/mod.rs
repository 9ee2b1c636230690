//! What figures are made of: a scene of a few primitives, colours, axes and geometry.

mod axis;
mod canvas;
mod captions;
mod color_map;
mod contour;
mod distinct;
mod palette;
mod polyline;
mod shapes;
mod text;

pub use axis::{Axis, short_number};
pub(super) use canvas::Canvas;
pub use captions::fact_list;
pub(super) use color_map::rgba;
pub use color_map::{ColorMap, PixelColors};
pub use contour::contour;
pub use distinct::distinct_color;
pub use palette::Palette;
pub(super) use polyline::distance;
pub use shapes::{Anchor, Color, Crop, Figure, Raster, Rect, Scene, Shape};
pub(super) use text::{beginning_within, lines_within, text_width, text_within};
