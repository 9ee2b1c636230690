//! Scenes, tables and arrays as files.

mod csv;
mod error;
mod png;
mod svg;

pub(crate) use csv::csv_field;
pub(super) use csv::{Csv, known};
pub use error::{DrawError, WriteError};
pub use png::{to_png, to_rgba};
pub use svg::to_svg;
