//! What a view shows, as files.

use std::path::{Path, PathBuf};

use ndarray::ArrayD;

use super::pane::Pane;
use crate::figure::{Scene, WriteError, write_png, write_svg};
use crate::files::{write_atomically, write_npy};

/// What is said where a view shows no array.
pub(super) const NO_ARRAY: &str = "This view shows no array; write a table (CSV) instead.";

/// What a view shows now.
pub(super) struct Exhibit {
    /// What is drawn, exactly as on screen.
    pub(super) scene: Scene,
    /// The numbers behind it.
    pub(super) data: Data,
}

/// The numbers behind a figure, made only when they are written.
pub(super) struct Data {
    table: Box<dyn FnOnce() -> String + Send>,
    array: Option<Box<dyn FnOnce() -> ArrayD<f32> + Send>>,
}

impl Data {
    /// A table as CSV.
    pub(super) fn new(table: impl FnOnce() -> String + Send + 'static) -> Self {
        Self {
            table: Box::new(table),
            array: None,
        }
    }

    /// Adds the array that the figure shows.
    pub(super) fn with_array(self, array: impl FnOnce() -> ArrayD<f32> + Send + 'static) -> Self {
        Self {
            array: Some(Box::new(array)),
            ..self
        }
    }
}

/// What to write an exhibit as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A vector drawing.
    #[default]
    Svg,
    /// A picture of pixels.
    Png,
    /// The numbers, a line each.
    Csv,
    /// The array that is shown.
    Npy,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Svg, Self::Png, Self::Csv, Self::Npy];

    /// The name in menus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Svg => "SVG",
            Self::Png => "PNG",
            Self::Csv => "CSV",
            Self::Npy => "NPY",
        }
    }

    /// The extension of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Csv => "csv",
            Self::Npy => "npy",
        }
    }
}

/// What to export, as the user fills it in.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportForm {
    /// The view.
    pub pane: Pane,
    /// What to write.
    pub format: Format,
    /// Size of a PNG, in pixels per point, 1 to 4.
    pub scale: f32,
    /// The file.
    pub path: String,
}

impl ExportForm {
    /// A form for a view, with the usual answers.
    #[must_use]
    pub fn new(pane: Pane) -> Self {
        Self {
            pane,
            format: Format::default(),
            scale: 2.0,
            path: String::new(),
        }
    }
}

impl Exhibit {
    /// Writes it; `scale` is that of PNG. Returns the file's path.
    ///
    /// # Errors
    /// A sentence for the user: what could not be written where, and why.
    pub(super) fn write(self, path: &Path, format: Format, scale: f32) -> Result<PathBuf, String> {
        let path = match path.extension() {
            Some(_) => path.to_owned(),
            None => path.with_extension(format.extension()),
        };
        let failed = |error: std::io::Error| format!("{}: not written: {error}", path.display());
        let drawn = |written: Result<(), WriteError>| written.map_err(|error| error.to_string());
        match format {
            Format::Svg => drawn(write_svg(&self.scene, &path))?,
            Format::Png => drawn(write_png(&self.scene, &path, scale))?,
            Format::Csv => {
                write_atomically(&path, (self.data.table)().as_bytes()).map_err(failed)?;
            }
            Format::Npy => {
                let Some(array) = self.data.array else {
                    return Err(NO_ARRAY.to_owned());
                };
                write_npy(&path, &array()).map_err(failed)?;
            }
        }
        Ok(path)
    }

    /// Whether it can be written as this.
    pub(super) fn has(&self, format: Format) -> bool {
        format != Format::Npy || self.data.array.is_some()
    }
}
