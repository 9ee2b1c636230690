//! What a view shows, as files.

use std::path::Path;

use egui::ColorImage;
use ndarray::ArrayD;

use super::job::Format;
use crate::figure::{Scene, WriteError, to_rgba, to_svg, write_png, write_svg};
use crate::files::{write_atomically, write_npy};

/// What is said where a view shows no array.
pub(crate) const NO_ARRAY: &str = "This view shows no array; write a table (CSV) instead.";

/// What a view shows now.
pub(crate) struct Exhibit {
    /// What is drawn, exactly as on screen.
    pub(crate) scene: Scene,
    /// The numbers behind it.
    pub(crate) data: Data,
}

/// What goes to the clipboard.
pub(crate) enum Clip {
    /// A drawing or a table.
    Text(String),
    /// Pixels.
    Picture(ColorImage),
}

/// The numbers behind a figure, made only when they are written.
pub(crate) struct Data {
    table: Box<dyn FnOnce() -> String + Send>,
    array: Option<Box<dyn FnOnce() -> ArrayD<f32> + Send>>,
}

impl Data {
    /// A table as CSV.
    pub(crate) fn new(table: impl FnOnce() -> String + Send + 'static) -> Self {
        Self {
            table: Box::new(table),
            array: None,
        }
    }

    /// Adds the array that the figure shows.
    pub(crate) fn with_array(self, array: impl FnOnce() -> ArrayD<f32> + Send + 'static) -> Self {
        Self {
            array: Some(Box::new(array)),
            ..self
        }
    }
}

impl Exhibit {
    /// Writes it to a file; `scale` is that of PNG.
    ///
    /// # Errors
    /// A sentence for the user: what could not be written where, and why.
    pub(crate) fn write(self, path: &Path, format: Format, scale: f32) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: not written: {error}", path.display());
        let drawn = |written: Result<(), WriteError>| written.map_err(|error| error.to_string());
        match format {
            Format::Svg => drawn(write_svg(&self.scene, path))?,
            Format::Png => drawn(write_png(&self.scene, path, scale))?,
            Format::Csv => {
                write_atomically(path, (self.data.table)().as_bytes()).map_err(failed)?;
            }
            Format::Npy => {
                let Some(array) = self.data.array else {
                    return Err(NO_ARRAY.to_owned());
                };
                write_npy(path, &array()).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// It as what goes to the clipboard; `scale` is that of PNG.
    ///
    /// # Errors
    /// A sentence for the user, why it cannot be.
    pub(crate) fn clip(self, format: Format, scale: f32) -> Result<Clip, String> {
        let failed = |error: &dyn std::fmt::Display| format!("not copied: {error}");
        match format {
            Format::Svg => to_svg(&self.scene)
                .map(Clip::Text)
                .map_err(|error| failed(&error)),
            Format::Png => {
                let drawn = to_rgba(&self.scene, scale);
                let (size, pixels) = drawn.map_err(|error| failed(&error))?;
                Ok(Clip::Picture(ColorImage::from_rgba_premultiplied(
                    size, &pixels,
                )))
            }
            Format::Csv => Ok(Clip::Text((self.data.table)())),
            Format::Npy => Err("an array goes into a file, not on the clipboard".to_owned()),
        }
    }

    /// Whether it can be written as this.
    pub(crate) fn has(&self, format: Format) -> bool {
        format != Format::Npy || self.data.array.is_some()
    }
}
