//! Movies shared out over the cores.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, CowArray, s};

use crate::stages::each;

/// Frames whose W'x is in memory at once.
const FRAMES_AT_ONCE: usize = 768;
/// Frames and units of one block of a product W'x.
const PRODUCT_FRAMES: usize = 96;
const PRODUCT_UNITS: usize = 208;
/// Frames a task codes; rounded down to whole movies.
const TASK_FRAMES: usize = 12;

/// A few movies: `frames` `[n * n_t, P]`, W'x of each `[n * n_t, K]`, and where x - W z goes, `[n * n_t, P]`, or
/// nowhere, `[n * n_t, 0]`.
pub(super) struct Task<'a> {
    pub(super) frames: ArrayView2<'a, f32>,
    pub(super) correlations: ArrayView2<'a, f32>,
    pub(super) left: ArrayViewMut2<'a, f32>,
}

/// Shares out `all`, each `movie_frames` successive rows a movie, in tasks of a few movies. W'x of the
/// [`first_frames`] is `known` where it was worked out before. What the tasks return comes in the order of the movies.
pub(super) fn share_out<T: Send>(
    dictionary: ArrayView2<'_, f32>,
    (all, movie_frames): (ArrayView2<'_, f32>, usize),
    mut known: Option<ArrayView2<'_, f32>>,
    mut left: ArrayViewMut2<'_, f32>,
    work: impl Fn(Task<'_>) -> T + Sync,
) -> Vec<T> {
    let of_task = whole_movies(TASK_FRAMES, movie_frames);
    let at_once = whole_movies(FRAMES_AT_ONCE, movie_frames);
    let mut results = Vec::new();
    let all = all.axis_chunks_iter(Axis(0), at_once);
    for (frames, mut left) in all.zip(left.axis_chunks_iter_mut(Axis(0), at_once)) {
        let correlations = known.take().map_or_else(
            || {
                let mut correlations = Array2::zeros((frames.nrows(), dictionary.ncols()));
                correlate(dictionary, frames, correlations.view_mut());
                correlations.into()
            },
            CowArray::from,
        );
        let tasks = frames.axis_chunks_iter(Axis(0), of_task);
        let tasks = tasks.zip(correlations.axis_chunks_iter(Axis(0), of_task));
        let tasks = tasks.zip(left.axis_chunks_iter_mut(Axis(0), of_task));
        let tasks = tasks.map(|((frames, correlations), left)| Task {
            frames,
            correlations,
            left,
        });
        results.extend(each(tasks, 1, &work));
    }
    results
}

/// Fills c = W'x of each frame, `[n, K]`, in blocks over the cores.
pub(in crate::model) fn correlate(
    dictionary: ArrayView2<'_, f32>,
    frames: ArrayView2<'_, f32>,
    mut all: ArrayViewMut2<'_, f32>,
) {
    let rows = all.axis_chunks_iter_mut(Axis(0), PRODUCT_FRAMES);
    let rows = rows.zip(frames.axis_chunks_iter(Axis(0), PRODUCT_FRAMES));
    each(rows, 1, |(mut rows, frames)| {
        let blocks = rows.axis_chunks_iter_mut(Axis(1), PRODUCT_UNITS);
        let filters = dictionary.axis_chunks_iter(Axis(1), PRODUCT_UNITS);
        each(blocks.zip(filters), 1, |(mut to, filters)| {
            general_mat_mul(1.0, &frames, &filters, 0.0, &mut to);
        });
    });
}

/// The first of the frames of movies: those whose W'x is in memory at once.
pub(in crate::model) fn first_frames(
    frames: ArrayView2<'_, f32>,
    movie_frames: usize,
) -> ArrayView2<'_, f32> {
    let at_once = whole_movies(FRAMES_AT_ONCE, movie_frames).min(frames.nrows());
    frames.slice_move(s![..at_once, ..])
}

/// So many frames, rounded down to whole movies; one at least.
fn whole_movies(frames: usize, movie_frames: usize) -> usize {
    (frames / movie_frames).max(1) * movie_frames
}
