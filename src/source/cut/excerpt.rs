//! Movies of levels, each frame with its surroundings: for in-painting, where contrast is normalised after
//! pixels are hidden.

use ndarray::{Array2, Array3, ArrayView2, Axis, s};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::source::cut::movie_path::MoviePath;
use crate::source::movie_params::MovieParams;
use crate::source::normalise::observed::normalise_observed;
use crate::source::normalise::{NormaliseParams, normalise};
use crate::source::pictures::Pictures;

/// A movie of levels with its surroundings.
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// The picture it is from, by number.
    pub picture: usize,
    side: usize,
    margin: usize,
    frames: Vec<Surrounded>,
}

/// A frame and up to `margin` pixels around it, fewer at the picture's border.
#[derive(Clone, Debug)]
struct Surrounded {
    /// `[channels, height, width]`.
    levels: Array3<f32>,
    /// Where the frame starts in it.
    top: usize,
    left: usize,
}

/// Pixels around a patch that its normalised pixels depend on: a window's radius for the mean, and one
/// more for the deviation.
pub fn margin_px(params: &NormaliseParams) -> usize {
    2 * (params.window_px / 2)
}

impl Excerpt {
    /// Cuts one movie from pictures of levels, at the place that [`cut_movies`](crate::source::cut_movies) would take
    /// from the same generator, with the surroundings that normalising needs.
    pub fn cut(
        levels: &Pictures,
        movies: &MovieParams,
        params: &NormaliseParams,
        generator: &mut Xoshiro256PlusPlus,
    ) -> Self {
        let path = MoviePath::draw(levels, movies, generator);
        let (side, margin) = (movies.patch_side, margin_px(params));
        let frames = (0..movies.frames).map(|frame| {
            let image = &levels.images()[path.picture_at(frame)];
            let (_, height, width) = image.dim();
            let (top, left) = path.corner(frame);
            let (first_row, first_column) =
                (top.saturating_sub(margin), left.saturating_sub(margin));
            let last_row = height.min(top + side + margin);
            let last_column = width.min(left + side + margin);
            Surrounded {
                levels: image
                    .slice(s![.., first_row..last_row, first_column..last_column])
                    .to_owned(),
                top: top - first_row,
                left: left - first_column,
            }
        });
        Self {
            picture: path.picture,
            side,
            margin,
            frames: frames.collect(),
        }
    }

    /// The frames normalised with nothing hidden, `[n_t, P]`.
    pub fn truth(&self, params: &NormaliseParams) -> Array2<f32> {
        self.rows(|_, plane| normalise(plane, params))
    }

    /// The frames normalised from the observed pixels alone, `[n_t, P]`; 0 where hidden.
    ///
    /// `observed` covers the patch and [`margin_px`] around it, and is the same for every frame.
    pub fn observed(
        &self,
        observed: ArrayView2<'_, bool>,
        params: &NormaliseParams,
    ) -> Array2<f32> {
        let extent = self.side + 2 * self.margin;
        assert_eq!(observed.dim(), (extent, extent), "a patch and its margin");
        self.rows(|frame, plane| {
            let (height, width) = plane.dim();
            let (top, left) = (self.margin - frame.top, self.margin - frame.left);
            let inside = observed.slice(s![top..top + height, left..left + width]);
            normalise_observed(plane, &inside.to_owned(), params).normalised
        })
    }

    /// The patch of each frame, plane by plane.
    fn rows(&self, normalised: impl Fn(&Surrounded, &Array2<f32>) -> Array2<f32>) -> Array2<f32> {
        let side = self.side;
        let planes = self.frames.first().map_or(1, |frame| frame.levels.dim().0);
        let mut rows = Array2::zeros((self.frames.len(), planes * side * side));
        for (frame, mut row) in self.frames.iter().zip(rows.outer_iter_mut()) {
            let (top, left) = (frame.top, frame.left);
            let planes = row.exact_chunks_mut(side * side).into_iter();
            for (mut pixels, plane) in planes.zip(frame.levels.axis_iter(Axis(0))) {
                let image = normalised(frame, &plane.to_owned());
                let patch = image.slice(s![top..top + side, left..left + side]);
                pixels
                    .iter_mut()
                    .zip(patch)
                    .for_each(|(to, from)| *to = *from);
            }
        }
        rows
    }
}
