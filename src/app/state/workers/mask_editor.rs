//! Which pixels are hidden, as people set it.

use ndarray::Array2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::inpainting::{Mask, MaskKind};
use crate::app::commands::mask_shape::MaskShape;

/// Radius of the brush, in pixels.
pub(crate) const BRUSH_PX: f32 = 1.2;

/// What is hidden of a patch.
#[derive(Clone, Debug, PartialEq)]
pub struct MaskEditor {
    /// How.
    pub by: MaskShape,
    /// Share of the pixels hidden at random, in percent.
    pub share_percent: f64,
    /// Seed of the random mask.
    pub seed: u64,
    /// Side of the block, in pixels.
    pub block_side_px: usize,
    /// Middle of the block, x and y, in pixels; `None` for that of the patch.
    pub block_at_px: Option<[f32; 2]>,
    /// Pixels that were painted, row by row.
    pub painted: Vec<bool>,
    /// Where keys moved the brush, x and y, in pixels; `None` while it follows the pointer.
    pub brush_at_px: Option<[f32; 2]>,
}

impl Default for MaskEditor {
    fn default() -> Self {
        Self {
            by: MaskShape::default(),
            share_percent: 50.0,
            seed: 0,
            block_side_px: 6,
            block_at_px: None,
            painted: Vec::new(),
            brush_at_px: None,
        }
    }
}

impl MaskEditor {
    /// Whether each pixel of a patch of this side is observed, `[p, p]`.
    pub fn mask(&self, side: usize) -> Array2<bool> {
        match self.by {
            MaskShape::Random => {
                let kind = MaskKind::Random(self.share_percent / 100.0);
                let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed);
                let mask = Mask::draw(kind, side, 0, &mut generator);
                mask.with_margin().to_owned()
            }
            MaskShape::Block => {
                let block = self.block_px(side);
                let middle = self.block_at_px.unwrap_or([side as f32 / 2.0; 2]);
                let [left, top] = middle.map(|at| {
                    let first = (at - block as f32 / 2.0).round().max(0.0) as usize;
                    first.min(side - block)
                });
                Array2::from_shape_fn((side, side), |(y, x)| {
                    !((top..top + block).contains(&y) && (left..left + block).contains(&x))
                })
            }
            MaskShape::Brush => Array2::from_shape_fn((side, side), |(y, x)| {
                self.painted.len() != side * side || !self.painted[y * side + x]
            }),
        }
    }

    /// Side of the block in a patch of this side, in pixels: a part of the patch stays observed.
    pub(crate) fn block_px(&self, side: usize) -> usize {
        self.block_side_px.min(side - 1)
    }

    /// Hides as many other pixels at random.
    pub(crate) fn draw_again(&mut self) {
        self.seed = self.seed.wrapping_add(1);
    }

    /// Moves the block or the brush by so many pixels within a patch of this side, from its middle at first.
    pub fn move_by(&mut self, side: usize, [dx, dy]: [f32; 2]) {
        let block_px = self.block_px(side);
        let (at_px, reach) = match self.by {
            MaskShape::Random => return,
            MaskShape::Block => (&mut self.block_at_px, block_px as f32 / 2.0),
            MaskShape::Brush => (&mut self.brush_at_px, 0.5),
        };
        let middle = side as f32 / 2.0;
        let [x, y] = at_px.unwrap_or([middle; 2]);
        let within = |at: f32| at.clamp(reach, side as f32 - reach);
        *at_px = Some([within(x + dx), within(y + dy)]);
    }

    /// Hides what is under the brush where keys moved it; `is_back` brings it back.
    pub fn paint(&mut self, side: usize, is_back: bool) {
        self.by = MaskShape::Brush;
        let at_px = *self.brush_at_px.get_or_insert([side as f32 / 2.0; 2]);
        self.touch(side, at_px, is_back);
    }

    /// Moves the block there, or hides what is under the brush; `is_back` brings it back.
    pub fn touch(&mut self, side: usize, at_px: [f32; 2], is_back: bool) {
        match self.by {
            MaskShape::Random => {}
            MaskShape::Block => self.block_at_px = Some(at_px),
            MaskShape::Brush => {
                if self.painted.len() != side * side {
                    self.painted = vec![false; side * side];
                }
                for (index, pixel) in self.painted.iter_mut().enumerate() {
                    let x = (index % side) as f32 + 0.5 - at_px[0];
                    let y = (index / side) as f32 + 0.5 - at_px[1];
                    if x.hypot(y) <= BRUSH_PX {
                        *pixel = !is_back;
                    }
                }
            }
        }
    }
}
