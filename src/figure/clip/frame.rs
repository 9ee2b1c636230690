//! A figure as the pixels of a frame.

use super::error::ClipError;
use crate::figure::scene::{Anchor, Canvas, Color, Palette, Scene, Shape};
use crate::figure::write::to_rgba;

/// Pixels of a frame at most: those of 4K.
const MOST_PIXELS: usize = 3840 * 2160;
/// Space between figures side by side, in points.
const GAP: f32 = 24.0;
/// Height of the strip with the caption, and of its letters, in pixels.
pub(super) const STRIP_PX: f32 = 24.0;
const LETTERS_PX: f32 = 13.0;
/// From the left edge to the caption, in pixels.
const MARGIN_PX: f32 = 6.0;
/// A figure that is made smaller is drawn larger at most so many times, then averaged.
const MOST_SAMPLES: usize = 4;
/// Keeps the rounding of a width from adding a column.
const ROUNDING: f32 = 1e-6;

/// What a frame shows: the figures of a moment, or a picture.
#[derive(Clone, Debug)]
pub struct Shot(Content);

#[derive(Clone, Debug)]
enum Content {
    Drawn(Drawn),
    Picture(Frame),
}

/// The figures of a moment, side by side, and what is said below them.
#[derive(Clone, Debug)]
struct Drawn {
    scene: Scene,
    caption: Option<String>,
    ink: Color,
}

impl Shot {
    /// Figures side by side, their upper edges in line.
    #[must_use]
    pub fn new(scenes: &[Scene], caption: Option<String>, palette: Palette) -> Self {
        let mut canvas = Canvas::new(palette);
        let (mut width, mut height) = (0.0, 0.0_f32);
        for scene in scenes {
            let left = if width > 0.0 { width + GAP } else { 0.0 };
            canvas.scene([left, 0.0], scene);
            width = left + scene.width;
            height = height.max(scene.height);
        }
        Self(Content::Drawn(Drawn {
            scene: canvas.into_scene([width, height]),
            caption,
            ink: palette.weak,
        }))
    }

    /// A picture of this width and height, its pixels row by row: shown as it is, in its own size.
    ///
    /// # Panics
    /// When there are more or fewer pixels.
    #[must_use]
    pub fn picture(size: [usize; 2], pixels: Vec<[u8; 3]>) -> Self {
        let [width, height] = size;
        assert_eq!(pixels.len(), width * height, "pixels of {width} x {height}");
        Self(Content::Picture(Frame { size, pixels }))
    }

    /// It so many pixels wide, or one per point. `is_even`: with even sides, for which a background is added, or a row or
    /// column of a picture left out.
    pub(super) fn draw(self, width_px: Option<u32>, is_even: bool) -> Result<Frame, ClipError> {
        match self.0 {
            Content::Drawn(drawn) => drawn.draw(width_px, is_even),
            Content::Picture(frame) => {
                check_size(frame.size)?;
                Ok(if is_even { frame.cut_to_even() } else { frame })
            }
        }
    }
}

fn check_size([width, height]: [usize; 2]) -> Result<(), ClipError> {
    if width.saturating_mul(height) > MOST_PIXELS {
        return Err(ClipError::Large {
            width,
            height,
            most: MOST_PIXELS,
        });
    }
    Ok(())
}

/// Pixels of a point in a frame so many pixels wide of a figure of this width in points.
pub(super) fn scale_to(pixels: u32, width: f32) -> f32 {
    pixels as f32 / width * (1.0 - ROUNDING)
}

impl Drawn {
    fn draw(self, width_px: Option<u32>, is_even: bool) -> Result<Frame, ClipError> {
        let scale = width_px.map_or(1.0, |pixels| scale_to(pixels, self.scene.width));
        let scene = self.captioned(scale);
        let samples = ((1.0 - ROUNDING) / scale).ceil().max(1.0) as usize;
        let samples = samples.min(MOST_SAMPLES);
        check_size([scene.width, scene.height].map(|side| (side * scale).ceil() as usize))?;
        let background = scene.background;
        let (size, rgba) = to_rgba(&scene, scale * samples as f32)?;
        let frame = Frame::averaged(size, &rgba, samples, background);
        Ok(if is_even {
            frame.with_even_sides(background)
        } else {
            frame
        })
    }

    fn captioned(self, scale: f32) -> Scene {
        let Self {
            mut scene,
            caption,
            ink,
        } = self;
        if let Some(caption) = caption {
            let points = |pixels: f32| pixels / scale;
            let at = [points(MARGIN_PX), scene.height + points(STRIP_PX / 2.0)];
            scene.height += points(STRIP_PX);
            let size = points(LETTERS_PX);
            let text = Shape::text(at, Anchor::Start, caption, size, ink);
            scene.shapes.push(text);
        }
        scene
    }
}

/// Opaque pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Width and height.
    pub(super) size: [usize; 2],
    pub(super) pixels: Vec<[u8; 3]>,
}

impl Frame {
    /// Means over squares of `samples` x `samples` pixels; what is beyond the edge is background.
    fn averaged(
        [width, height]: [usize; 2],
        rgba: &[u8],
        samples: usize,
        Color(red, green, blue): Color,
    ) -> Self {
        let background = [red, green, blue];
        let (source, _) = rgba.as_chunks::<4>();
        let size = [width, height].map(|side| side.div_ceil(samples));
        let count = (samples * samples) as u32;
        let pixel = |place: usize| {
            let (top, left) = (place / size[0] * samples, place % size[0] * samples);
            let mut sum = [0; 3];
            for (y, x) in (0..count as usize).map(|at| (top + at / samples, left + at % samples)) {
                let inside = x < width && y < height;
                let over = if inside {
                    over(source[y * width + x], background)
                } else {
                    background
                };
                for (sum, value) in sum.iter_mut().zip(over) {
                    *sum += u32::from(value);
                }
            }
            sum.map(|sum| ((sum + count / 2) / count) as u8)
        };
        Self {
            size,
            pixels: (0..size[0] * size[1]).map(pixel).collect(),
        }
    }

    fn with_even_sides(self, Color(red, green, blue): Color) -> Self {
        let [width, height] = self.size;
        let size = self.size.map(|side| side.next_multiple_of(2));
        if size == self.size {
            return self;
        }
        let mut pixels = vec![[red, green, blue]; size[0] * size[1]];
        for row in 0..height {
            let from = &self.pixels[row * width..][..width];
            pixels[row * size[0]..][..width].copy_from_slice(from);
        }
        Self { size, pixels }
    }

    fn cut_to_even(self) -> Self {
        let size = self.size.map(|side| side / 2 * 2);
        Self {
            pixels: part(&self.pixels, self.size[0], [0, 0, size[0], size[1]]),
            size,
        }
    }

    /// The smallest rectangle, as left, top, width and height, outside of which it is like another of its size; one pixel
    /// when they are the same.
    pub(super) fn changed(size: [usize; 2], is_same: impl Fn(usize) -> bool) -> [usize; 4] {
        let [width, height] = size;
        let row_changes = |&y: &usize| (0..width).any(|x| !is_same(y * width + x));
        let Some(top) = (0..height).find(row_changes) else {
            return [0, 0, 1, 1];
        };
        let bottom = (top..height).rev().find(row_changes).unwrap_or(top);
        let column_changes = |&x: &usize| (top..=bottom).any(|y| !is_same(y * width + x));
        let left = (0..width).find(column_changes).unwrap_or(0);
        let right = (left..width).rev().find(column_changes).unwrap_or(left);
        [left, top, right - left + 1, bottom - top + 1]
    }
}

/// A pixel, premultiplied, on a background: the edges of a page need not fall on those of pixels.
fn over([red, green, blue, alpha]: [u8; 4], background: [u8; 3]) -> [u8; 3] {
    let rest = u16::from(u8::MAX - alpha);
    let channels = [red, green, blue];
    std::array::from_fn(|at| {
        let behind = (u16::from(background[at]) * rest + 127) / 255;
        channels[at].saturating_add(behind as u8)
    })
}

/// The values of a rectangle, row by row.
pub(super) fn part<T: Copy>(
    values: &[T],
    width: usize,
    [x, y, across, down]: [usize; 4],
) -> Vec<T> {
    let rows = (y..y + down).map(|row| &values[row * width + x..][..across]);
    rows.flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_ends_within_a_pixel_has_no_dark_edge() {
        for width in [None, Some(64), Some(333)] {
            let palette = Palette::LIGHT;
            let scene = Canvas::new(palette).into_scene([100.3, 50.4]);
            let shot = Shot::new(&[scene], None, palette);
            let frame = shot.draw(width, true).expect("drawn");
            let even = width.map_or(102, |width| width.next_multiple_of(2));
            assert_eq!((frame.size[0], frame.size[1] % 2), (even as usize, 0));
            let Color(red, green, blue) = palette.background;
            let differs = |pixel: &&[u8; 3]| **pixel != [red, green, blue];
            assert_eq!(frame.pixels.iter().find(differs), None);
        }
    }
}
