//! Movies divided over the threads.

use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis, s};

use crate::compute::gram::{Blocks, correlate_block};
use crate::compute::object_pool::ObjectPool;
use crate::compute::parallel::each;
use crate::compute::workspace::shaped;

/// Fewest and most frames of a task, more or less: many have less overhead, few keep more threads busy.
const TASK_FRAMES: [usize; 2] = [3, 6];
/// Tasks that each thread gets, where they would not be too small.
const TASKS_PER_THREAD: usize = 16;

/// A few movies: `frames` `[n * n_t, P]`, W'x of each `[n * n_t, K]`, and where x - W z goes, `[n * n_t, P]`, or
/// nowhere, `[n * n_t, 0]`.
pub(crate) struct Task<'a> {
    pub(crate) frames: ArrayView2<'a, f32>,
    pub(crate) correlations: ArrayView2<'a, f32>,
    pub(crate) residuals: ArrayViewMut2<'a, f32>,
}

/// Divides `all`, in which `movie_frames` successive rows are a movie, into blocks, and those into tasks of a few movies. Returns
/// `gather` of the results of each block, in the order of the movies.
pub(crate) fn share_out<T: Send, G: Send>(
    dictionary: ArrayView2<'_, f32>,
    (all, movie_frames): (ArrayView2<'_, f32>, usize),
    (mut residuals, correlations): (ArrayViewMut2<'_, f32>, &ObjectPool<Array2<f32>>),
    work: impl Fn(Task<'_>) -> T + Sync,
    gather: impl Fn(Vec<T>) -> G + Sync + Send,
) -> Vec<G> {
    // The same core codes the first of these frames next, while their W'x is in its cache.
    let division = Blocks::of(all.nrows(), dictionary.ncols());
    let at_once = division.frames.min(all.nrows()).max(1);
    let at_once = at_once.next_multiple_of(movie_frames);
    let tasks = TASKS_PER_THREAD * rayon::current_num_threads();
    let of_task = (all.nrows() / tasks).clamp(TASK_FRAMES[0], TASK_FRAMES[1]);
    let of_task = whole_movies(of_task, movie_frames);
    let units = dictionary.ncols();
    let blocks = all.axis_chunks_iter(Axis(0), at_once);
    let blocks = blocks.zip(residuals.axis_chunks_iter_mut(Axis(0), at_once));
    each(blocks, 1, |(frames, mut residuals)| {
        correlations.with(Default::default, |correlations| {
            let mut correlations = shaped(correlations, (at_once, units));
            let mut correlations = correlations.slice_mut(s![..frames.nrows(), ..]);
            correlate_block(dictionary, frames, correlations.view_mut(), division);
            let tasks = frames.axis_chunks_iter(Axis(0), of_task);
            let tasks = tasks.zip(correlations.axis_chunks_iter(Axis(0), of_task));
            let tasks = tasks.zip(residuals.axis_chunks_iter_mut(Axis(0), of_task));
            let tasks = tasks.map(|((frames, correlations), residuals)| Task {
                frames,
                correlations,
                residuals,
            });
            gather(each(tasks, 1, &work))
        })
    })
}

/// So many frames, rounded down to whole movies; one at least.
fn whole_movies(frames: usize, movie_frames: usize) -> usize {
    (frames / movie_frames).max(1) * movie_frames
}
