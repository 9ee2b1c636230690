//! A movie that was learned from: where it is from, and its codes.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndarray::{Array2, Array3, s};

use super::worker::{Inquiry, WorkerPort};
use crate::analysis::MEASURED_GAP;
use crate::engine::{InputMovies, Snapshot};

/// Which movie to look at.
#[derive(Clone, Debug)]
pub struct InputQuestion {
    /// The model, with the movies of its last minibatch.
    pub snapshot: Arc<Snapshot>,
    /// The movie by number, below [`InputMovies::count`](crate::engine::InputMovies::count).
    pub movie: usize,
}

/// A movie that was learned from, and what the model makes of it.
#[derive(Clone, Debug)]
pub struct InputAnswer {
    /// What was asked.
    pub question: InputQuestion,
    /// Its frames, `[n_t, P]`.
    pub frames: Array2<f32>,
    /// W z of each, `[n_t, P]`.
    pub reconstruction: Array2<f32>,
    /// Where it is from; `None` for lines, which are drawn.
    pub place: Option<InputPlace>,
    /// The simple units that are on, each with its mean of abs(z) over the frames, the strongest first.
    pub simple: Vec<(usize, f32)>,
    /// The invariant units that are on, each with u, the strongest first.
    pub invariant: Vec<(usize, f32)>,
}

/// Where a movie is from.
#[derive(Clone, Debug)]
pub struct InputPlace {
    /// The name of its picture.
    pub name: String,
    /// Part of the picture around it, `[channels, height, width]`.
    pub picture: Array3<f32>,
    /// The row and the column in that part at which each frame starts.
    pub corners: Vec<(usize, usize)>,
}

impl Inquiry for InputQuestion {
    type Answer = InputAnswer;
    type Memory = ();
    const THREAD: &'static str = "cellscope-input";
    const WORK: &'static str = "Coding a movie that was learned from";

    fn answer(self, _: &mut (), port: &mut WorkerPort<Self, InputAnswer>) -> ControlFlow<()> {
        if self.movie < self.snapshot.input.count() {
            port.publish(look_at(self));
        }
        ControlFlow::Continue(())
    }
}

fn look_at(question: InputQuestion) -> InputAnswer {
    let InputQuestion { snapshot, movie } = &question;
    let (config, weights) = (&snapshot.config, snapshot.weights());
    let input = &snapshot.input;
    let n_t = input.movie_frames;
    let rows = s![movie * n_t..(movie + 1) * n_t, ..];
    let frames = input.frames.slice(rows);
    let model = snapshot.model_in_force();
    let codes = weights.encode(frames, n_t, &model, MEASURED_GAP);
    let reconstruction = codes.simple.codes.to_dense().dot(&weights.dictionary.t());
    let simple = codes
        .pooled
        .pairs(0)
        .map(|(unit, sum)| (unit, sum / n_t as f32));
    let (simple, invariant) = (ranked(simple), ranked(codes.invariant().codes.pairs(0)));
    InputAnswer {
        frames: frames.to_owned(),
        reconstruction,
        place: place(input, *movie, config.movies.patch_side),
        simple,
        invariant,
        question,
    }
}

/// The strongest first.
fn ranked(units: impl Iterator<Item = (usize, f32)>) -> Vec<(usize, f32)> {
    let mut units: Vec<_> = units.collect();
    units.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    units
}

/// The part of the picture that is a patch wider than the movie on each side; none where each frame is from another.
fn place(input: &InputMovies, movie: usize, side: usize) -> Option<InputPlace> {
    let (pictures, path) = (input.pictures.as_ref()?, input.paths.get(movie)?);
    let frames = if path.is_at_rest() {
        1
    } else {
        input.movie_frames
    };
    let corners: Vec<_> = (0..frames).map(|t| path.corner(t)).collect();
    let image = &pictures.images()[path.picture];
    let (height, width) = pictures.size_px(path.picture);
    let span = |of: fn(&(usize, usize)) -> usize, length: usize| {
        let starts = corners.iter().map(of);
        let (first, last) = (starts.clone().min()?, starts.max()?);
        Some((first.saturating_sub(side), length.min(last + 2 * side)))
    };
    let (top, bottom) = span(|corner| corner.0, height)?;
    let (left, right) = span(|corner| corner.1, width)?;
    Some(InputPlace {
        name: pictures.names()[path.picture].clone(),
        picture: image.slice(s![.., top..bottom, left..right]).to_owned(),
        corners: corners.iter().map(|(y, x)| (y - top, x - left)).collect(),
    })
}
