//! Where the parts of [`super::inpainting()`] are.

use crate::figure::responses::answer_list::TITLE;
use crate::figure::scene::{Palette, PixelColors, Rect};

/// Space between tiles, in points.
pub(super) const GAP: f32 = 14.0;
/// Height of the line below a tile of the upper row, and of the verdict, in points.
pub(super) const CAPTION: f32 = 24.0;
/// Space between the rows, in points.
pub(super) const ROWS: f32 = 6.0;
/// Width of the list of units, in points.
pub(super) const LIST: f32 = 230.0;
/// Narrowest tile, in points.
const NARROWEST: f32 = 110.0;
/// How it is laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InpaintingOptions {
    /// Width of each tile, in points.
    pub tile: f32,
    /// Where the list of units is; `None` for no list.
    pub list: Option<ListPlace>,
    /// How values are coloured.
    pub colors: PixelColors,
    /// Colours.
    pub palette: Palette,
}

/// Where the list of units is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListPlace {
    /// To the right of the tiles.
    Beside,
    /// Below the tiles.
    Below,
}

impl InpaintingOptions {
    /// Lays tiles of `size_px` pixels out within `width` and, where that leaves them large enough, `height`
    /// points; every pixel is a whole number of points where there is room for one.
    pub fn within(
        [width, height]: [f32; 2],
        size_px: [usize; 2],
        has_units: bool,
        colors: impl Into<PixelColors>,
        palette: Palette,
    ) -> Self {
        let is_beside = width >= 3.0 * (NARROWEST + GAP) + LIST;
        let list = has_units.then_some(match is_beside {
            true => ListPlace::Beside,
            false => ListPlace::Below,
        });
        let room = match list {
            Some(ListPlace::Beside) => width - LIST - 2.0 * GAP,
            _ => width,
        };
        let [columns, rows] = size_px.map(|pixels| pixels as f32);
        let by_width = (room - 2.0 * GAP) / 3.0;
        let by_height = (height - 2.0 * TITLE - 2.0 * CAPTION - ROWS) / 2.0 * columns / rows;
        let tile = by_width.min(by_height).max(NARROWEST);
        Self {
            tile: match (tile / columns).floor() {
                zoom if zoom >= 1.0 => zoom * columns,
                _ => tile,
            },
            list,
            colors: colors.into(),
            palette,
        }
    }
}

/// Where the tiles and the units are.
#[derive(Clone, Debug, PartialEq)]
pub struct InpaintingLayout {
    /// The tiles: upper row, lower row.
    pub tiles: [Rect; 6],
    pub(super) size_px: [usize; 2],
    /// The invariant units in the list, the strongest first, and where their rows are.
    pub invariant: Vec<(usize, Rect)>,
}

impl InpaintingLayout {
    /// The pixel at a position, x and y, in whichever tile that is; as a fraction, from the tile's corner.
    pub fn pixel_at(&self, [x, y]: [f32; 2]) -> Option<[f32; 2]> {
        let tile = self.tiles.iter().find(|tile| tile.contains([x, y]))?;
        let scale = self.size_px[0] as f32 / tile.width;
        Some([(x - tile.x) * scale, (y - tile.y) * scale])
    }
}
