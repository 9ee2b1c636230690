//! Where a movie is cut: the way of its window over a picture.

use std::f64::consts::TAU;

use ndarray::{Array3, ArrayViewMut1, ArrayViewMut2, s};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::source::film::{Window, grid_step};
use crate::source::movie_params::{Motion, MovieParams, Steps};
use crate::source::pictures::Pictures;

/// The way of a window over a picture at constant velocity, or through a movie file. Frame t starts at row
/// `top + round(t * down)` and column `left + round(t * right)`, and where the window follows its content at those plus the
/// first t of `steps_px`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoviePath {
    /// The picture by number.
    pub picture: usize,
    /// First row of frame 0.
    pub top: usize,
    /// First column of frame 0.
    pub left: usize,
    /// Rows per frame, in pixels.
    pub down_px_per_frame: f64,
    /// Columns per frame, in pixels.
    pub right_px_per_frame: f64,
    /// What a window that follows its content moves by from each frame to the next, in rows and columns; else 0.
    pub steps_px: Steps,
    /// Pictures from one frame to the next: 0 where the window moves over one picture, the stride in a movie file.
    pub pictures_per_frame: usize,
}

impl MoviePath {
    /// Draws a path as learning does: picture, direction, speed and place are uniform, by exactly five draws. Among movie
    /// files, each as likely as a picture, the window is uniform over those in which something moves at such a speed, by
    /// two draws.
    ///
    /// # Panics
    /// If a picture is smaller than [`MovieParams::smallest_picture_px`].
    pub(in crate::source) fn draw(
        pictures: &Pictures,
        params: &MovieParams,
        generator: &mut Xoshiro256PlusPlus,
    ) -> Self {
        let windows = match params.motion {
            Motion::Drift => &[],
            _ => pictures.windows_at(params),
        };
        if windows.is_empty() {
            let picture = draw_below(pictures.len(), generator);
            return Self::drift(pictures, picture, params, generator);
        }
        let picture = draw_below(pictures.stills() + pictures.movies().len(), generator);
        if picture < pictures.stills() {
            return Self::drift(pictures, picture, params, generator);
        }
        Self::in_film(
            &windows[draw_below(windows.len(), generator)],
            params.stride,
        )
    }

    /// All ways through movie files among which learning draws; none where the window moves over pictures, in movie files too.
    pub fn all_in_films(pictures: &Pictures, params: &MovieParams) -> Vec<Self> {
        if params.motion == Motion::Drift {
            return Vec::new();
        }
        let windows = pictures.windows_at(params).iter();
        let paths = windows.map(|window| Self::in_film(window, params.stride));
        paths
            .map(|path| match params.motion {
                Motion::Still => path.at_rest(),
                _ => path,
            })
            .collect()
    }

    /// The way of a window whose content moves.
    fn in_film(window: &Window, stride: usize) -> Self {
        Self {
            picture: window.image as usize,
            top: usize::from(window.top),
            left: usize::from(window.left),
            down_px_per_frame: 0.0,
            right_px_per_frame: 0.0,
            steps_px: window.steps_px,
            pictures_per_frame: stride,
        }
    }

    /// Draws the way of a window that moves over a picture, by four draws.
    fn drift(
        pictures: &Pictures,
        picture: usize,
        params: &MovieParams,
        generator: &mut Xoshiro256PlusPlus,
    ) -> Self {
        let [down, right] = draw_velocity(params, generator);
        let (height, width) = pictures.size_px(picture);
        Self {
            picture,
            top: draw_start(height, down, params, generator),
            left: draw_start(width, right, params, generator),
            down_px_per_frame: down,
            right_px_per_frame: right,
            steps_px: Steps::default(),
            pictures_per_frame: 0,
        }
    }

    /// The way of a window of a movie file, half a step off the grid of windows that are learned from, where that fits into frames
    /// of this height and width; other ways as they are.
    pub(in crate::source) fn off_the_grid(
        self,
        size_px: (usize, usize),
        params: &MovieParams,
    ) -> Self {
        if self.pictures_per_frame == 0 {
            return self;
        }
        let step = (grid_step(params.patch_side) / 2).max(1) as isize;
        let moved = |down: isize, right: isize| {
            let top = self.top.checked_add_signed(down * step)?;
            let left = self.left.checked_add_signed(right * step)?;
            let path = Self { top, left, ..self };
            path.fits(size_px, params.patch_side, params.frames)
                .then_some(path)
        };
        let ways = [
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
        ];
        let mut fitting = ways
            .into_iter()
            .filter_map(|(down, right)| moved(down, right));
        fitting.next().unwrap_or(self)
    }

    /// The way of a window that stays where this one begins.
    pub(in crate::source) fn at_rest(self) -> Self {
        Self {
            down_px_per_frame: 0.0,
            right_px_per_frame: 0.0,
            steps_px: Steps::default(),
            pictures_per_frame: 0,
            ..self
        }
    }

    /// Whether all its frames are the same.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        *self == self.at_rest()
    }

    /// The picture that frame `t` is cut from.
    #[must_use]
    pub fn picture_at(&self, t: usize) -> usize {
        self.picture + t * self.pictures_per_frame
    }

    /// The row and the column at which frame `t` starts.
    #[must_use]
    pub fn corner(&self, t: usize) -> (usize, usize) {
        let [down, right] = self.moved_px(t);
        (
            self.top.strict_add_signed(down),
            self.left.strict_add_signed(right),
        )
    }

    /// Rows and columns from frame 0 to frame `t`.
    fn moved_px(&self, t: usize) -> [isize; 2] {
        let steps = &self.steps_px[..t.min(self.steps_px.len())];
        let start = [self.down_px_per_frame, self.right_px_per_frame];
        let start = start.map(|velocity| displacement_px(t, velocity));
        steps.iter().fold(start, |[down, right], &[y, x]| {
            [down + isize::from(y), right + isize::from(x)]
        })
    }

    /// Whether every one of `frames` windows of `side` pixels lies inside a picture of this height and width.
    #[must_use]
    pub fn fits(&self, (height, width): (usize, usize), side: usize, frames: usize) -> bool {
        let fits = |start: usize, moved: isize, length: usize| {
            let at = start.checked_add_signed(moved);
            at.is_some_and(|at| at + side <= length)
        };
        (0..frames).all(|t| {
            let [down, right] = self.moved_px(t);
            fits(self.top, down, height) && fits(self.left, right, width)
        })
    }

    /// Copies the windows into the rows of `movie`, `[n_t, P]`.
    ///
    /// # Panics
    /// If a window reaches out of its picture.
    pub fn copy(&self, images: &[Array3<f32>], side: usize, mut movie: ArrayViewMut2<'_, f32>) {
        for (t, frame) in movie.outer_iter_mut().enumerate() {
            self.copy_frame(images, side, t, frame);
        }
    }

    /// Copies the window of frame `t` into `frame`, P pixels: plane by plane, row by row.
    ///
    /// # Panics
    /// If the window reaches out of its picture.
    pub(in crate::source) fn copy_frame(
        &self,
        images: &[Array3<f32>],
        side: usize,
        t: usize,
        mut frame: ArrayViewMut1<'_, f32>,
    ) {
        let (top, left) = self.corner(t);
        let image = &images[self.picture_at(t)];
        let window = image.slice(s![.., top..top + side, left..left + side]);
        let lines = frame.exact_chunks_mut(side).into_iter();
        for (mut line, source) in lines.zip(window.rows()) {
            line.assign(&source);
        }
    }
}

/// Draws a velocity, in rows and columns per frame: its direction uniform, its speed uniform between the limits.
pub(crate) fn draw_velocity(params: &MovieParams, generator: &mut Xoshiro256PlusPlus) -> [f64; 2] {
    let direction_rad = TAU * generator.random::<f64>();
    let (slowest, fastest) = (
        f64::from(params.speed_min_px),
        f64::from(params.speed_max_px),
    );
    let speed_px = slowest + (fastest - slowest) * generator.random::<f64>();
    let (sin, cos) = direction_rad.sin_cos();
    [speed_px * sin, speed_px * cos]
}

/// The displacement of frame `t` in whole pixels.
pub(crate) fn displacement_px(t: usize, velocity: f64) -> isize {
    (t as f64 * velocity).round() as isize
}

/// Draws the start of the window along an axis of `length` pixels so that all frames stay inside.
fn draw_start(
    length: usize,
    velocity: f64,
    params: &MovieParams,
    generator: &mut Xoshiro256PlusPlus,
) -> usize {
    let travel = displacement_px(params.frames - 1, velocity);
    let extent = params.patch_side + travel.unsigned_abs();
    assert!(
        extent <= length,
        "a movie of {extent} pixels in a picture of {length}"
    );
    draw_below(length - extent + 1, generator) + travel.min(0).unsigned_abs()
}

/// Uniform in `0..n`, always by one draw.
fn draw_below(n: usize, generator: &mut Xoshiro256PlusPlus) -> usize {
    (generator.random::<f64>() * n as f64) as usize
}
