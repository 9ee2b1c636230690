//! Movies shared out over the cores.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, s};

use crate::model::spare::Spare;
use crate::stages::each;

/// Frames and units of one block of a product W'x; the core whose caches hold it codes them next.
const PRODUCT_FRAMES: usize = 192;
const PRODUCT_UNITS: usize = 208;
/// Frames a task codes.
const TASK_FRAMES: usize = 12;

/// A few movies: `frames` `[n * n_t, P]`, W'x of each `[n * n_t, K]`, and where x - W z goes, `[n * n_t, P]`, or
/// nowhere, `[n * n_t, 0]`.
pub(super) struct Task<'a> {
    pub(super) frames: ArrayView2<'a, f32>,
    pub(super) correlations: ArrayView2<'a, f32>,
    pub(super) left: ArrayViewMut2<'a, f32>,
}

/// Shares out `all`, each `movie_frames` successive rows a movie, in tasks of a few movies. What the tasks return is
/// joined in the order of the movies.
pub(super) fn share_out<T: Send>(
    dictionary: ArrayView2<'_, f32>,
    (all, movie_frames): (ArrayView2<'_, f32>, usize),
    mut left: ArrayViewMut2<'_, f32>,
    work: impl Fn(Task<'_>) -> T + Sync,
    join: impl Fn(Vec<T>) -> T + Sync,
) -> T {
    let at_once = whole_movies(PRODUCT_FRAMES.min(all.nrows()), movie_frames);
    let of_task = whole_movies(TASK_FRAMES, movie_frames);
    let rooms = Spare::new(|| Array2::zeros((at_once, dictionary.ncols())));
    let products = all.axis_chunks_iter(Axis(0), at_once);
    let products = products.zip(left.axis_chunks_iter_mut(Axis(0), at_once));
    let results = each(products, 1, |(frames, mut left)| {
        rooms.with(|room| {
            let mut correlations = room.slice_mut(s![..frames.nrows(), ..]);
            correlate(dictionary, frames, correlations.view_mut());
            let tasks = frames.axis_chunks_iter(Axis(0), of_task);
            let tasks = tasks.zip(correlations.axis_chunks_iter(Axis(0), of_task));
            let tasks = tasks.zip(left.axis_chunks_iter_mut(Axis(0), of_task));
            let tasks = tasks.map(|((frames, correlations), left)| Task {
                frames,
                correlations,
                left,
            });
            join(each(tasks, 1, &work))
        })
    });
    join(results)
}

/// Fills c = W'x of frames `[n, P]` under a dictionary `[P, K]`, `[n, K]`, in blocks over the cores.
pub fn correlate(
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

/// So many frames, rounded down to whole movies; one at least.
fn whole_movies(frames: usize, movie_frames: usize) -> usize {
    (frames / movie_frames).max(1) * movie_frames
}
