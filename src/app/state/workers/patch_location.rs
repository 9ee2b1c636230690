//! A place in one of the pictures.

use ndarray::{Array2, s};

use crate::engine::Snapshot;
use crate::source::stacked;
use crate::words::without_folder;

/// Where a patch is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatchLocation {
    /// Number of its picture.
    pub picture: usize,
    /// Top left corner, x and y, in pixels; `None` is where the picture's edges are the clearest.
    pub corner_px: Option<[usize; 2]>,
}

impl PatchLocation {
    /// The number of its picture, or of the last one where there are fewer; `None` without pictures.
    pub(crate) fn picture_of(&self, snapshot: &Snapshot) -> Option<usize> {
        let last = snapshot.pictures.as_ref()?.len().checked_sub(1)?;
        Some(self.picture.min(last))
    }

    /// Its corner, moved into its picture where it is not; `None` where that is smaller than a patch.
    pub(crate) fn corner(&self, snapshot: &Snapshot) -> Option<[usize; 2]> {
        let side = snapshot.config.movies.patch_side;
        let (pictures, picture) = (snapshot.pictures.as_ref()?, self.picture_of(snapshot)?);
        let (height, width) = pictures.size_px(picture);
        let last = [width.checked_sub(side)?, height.checked_sub(side)?];
        let corner = match self.corner_px {
            Some(corner) => corner,
            None => pictures
                .clearest_place(picture)?
                .map(|middle| middle.saturating_sub(side / 2)),
        };
        Some([corner[0].min(last[0]), corner[1].min(last[1])])
    }

    /// The place in words: ", picture NAME, from x 12, y 40 px"; nothing where there is none.
    pub(crate) fn words(&self, snapshot: &Snapshot) -> String {
        let picture = self.picture_of(snapshot);
        let names = snapshot.pictures.as_ref().map(|pictures| pictures.names());
        let place = picture.zip(names).zip(self.corner(snapshot));
        place.map_or_else(String::new, |((picture, names), [x, y])| {
            format!(
                ", picture {}, from x {x}, y {y} px",
                without_folder(&names[picture])
            )
        })
    }

    /// The patch there, `[channels * p, p]`: its planes one below the other.
    pub(crate) fn patch(&self, snapshot: &Snapshot) -> Option<Array2<f32>> {
        let side = snapshot.config.movies.patch_side;
        let [x, y] = self.corner(snapshot)?;
        let image = &snapshot.pictures.as_ref()?.images()[self.picture_of(snapshot)?];
        Some(stacked(image.slice(s![.., y..y + side, x..x + side])))
    }
}
