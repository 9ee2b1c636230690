//! Pictures ready to be cut into movies, and those that were left out.

use std::sync::OnceLock;

use ndarray::Array2;

use super::clearest::clearest_place;
use super::error::{Skipped, SourceError};
use super::movie_params::MovieParams;

/// Contrast-normalised pictures, and the files that were skipped on the way.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    images: Vec<Array2<f32>>,
    names: Vec<String>,
    /// Computed on first use.
    clearest: Vec<OnceLock<[usize; 2]>>,
    skipped: Vec<Skipped>,
    are_lines: bool,
}

impl Pictures {
    /// Normalised pictures, each with its display name.
    #[must_use]
    pub fn new(named: Vec<(String, Array2<f32>)>) -> Self {
        let mut pictures = Self::default();
        for (name, image) in named {
            pictures.push(name, image);
        }
        pictures
    }

    /// The lines of the toy example: movies are drawn each time; these patches are for display.
    pub(super) fn lines(patches: Vec<(String, Array2<f32>)>) -> Self {
        Self {
            are_lines: true,
            ..Self::new(patches)
        }
    }

    /// Checks that movies can be cut from every picture.
    ///
    /// # Errors
    /// The first picture that is too small, with its size and the one that is needed.
    pub fn check(&self, movies: &MovieParams) -> Result<(), SourceError> {
        let needed_px = movies.smallest_picture_px();
        let is_small = |image: &Array2<f32>| image.nrows().min(image.ncols()) < needed_px;
        match self.images.iter().position(is_small) {
            Some(index) => Err(SourceError::TooSmall {
                name: self.names[index].clone(),
                size_px: self.images[index].dim(),
                needed_px,
            }),
            None => Ok(()),
        }
    }

    /// Whether movies are drawn, not cut.
    pub(super) fn are_lines(&self) -> bool {
        self.are_lines
    }

    /// Adds a picture.
    pub(super) fn push(&mut self, name: String, image: Array2<f32>) {
        self.names.push(name);
        self.images.push(image);
        self.clearest.push(OnceLock::new());
    }

    /// Adds a file that cannot be used.
    pub(super) fn skip(&mut self, skipped: Skipped) {
        self.skipped.push(skipped);
    }

    /// The pictures, each `[height, width]`.
    #[must_use]
    pub fn images(&self) -> &[Array2<f32>] {
        &self.images
    }

    /// The name of each picture: the path of a file, "scene 1" for a scene.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The centre of the clearest edge or stripes of one orientation in a picture, x and y in pixels. `None` if there
    /// is no such picture.
    #[must_use]
    pub fn clearest_place(&self, picture: usize) -> Option<[usize; 2]> {
        let (place, image) = (self.clearest.get(picture)?, self.images.get(picture)?);
        Some(*place.get_or_init(|| clearest_place(image)))
    }

    /// The files that cannot be used, each with the reason.
    #[must_use]
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// How many pictures there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Whether there is no picture at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.images.is_empty()
    }
}
