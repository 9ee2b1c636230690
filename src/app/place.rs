//! A place in one of the pictures.

use ndarray::{Array2, s};

use crate::engine::Snapshot;

/// Where a patch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchPlace {
    /// Number of its picture.
    pub picture: usize,
    /// Top left corner, x and y, in pixels.
    pub corner_px: [usize; 2],
}

impl Default for PatchPlace {
    fn default() -> Self {
        Self {
            picture: 0,
            corner_px: [40, 40],
        }
    }
}

impl PatchPlace {
    /// The number of its picture, or of the last one where there are fewer; `None` without pictures.
    pub(super) fn picture_of(&self, snapshot: &Snapshot) -> Option<usize> {
        let last = snapshot.pictures.as_ref()?.len().checked_sub(1)?;
        Some(self.picture.min(last))
    }

    /// The patch there, `[p, p]`; moved into its picture where it is not.
    pub(super) fn patch(&self, snapshot: &Snapshot) -> Option<Array2<f32>> {
        let side = snapshot.config.movies.patch_side;
        let image = snapshot.pictures.as_ref()?.images();
        let image = image.get(self.picture_of(snapshot)?)?;
        let (height, width) = image.dim();
        let x = self.corner_px[0].min(width.checked_sub(side)?);
        let y = self.corner_px[1].min(height.checked_sub(side)?);
        Some(image.slice(s![y..y + side, x..x + side]).to_owned())
    }
}
