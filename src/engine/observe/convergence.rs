//! Measures how fast the energies of a snapshot fall, on a thread of its own.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndarray::Array2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::stimulus::check_frame;
use super::throttle::Throttle;
use super::worker::{Inquiry, WorkerPort};
use crate::analysis::HELD_OUT;
use crate::analysis::convergence::{Convergence, EnergyName, Progress, Sample, Study};
use crate::engine::snapshot::Snapshot;
use crate::source::cut_new_movies;

/// What to code.
#[derive(Clone, Debug, PartialEq)]
pub enum Inputs {
    /// A movie of n_t such frames, `[P]`, in the units of contrast-normalised pictures.
    Frame(Vec<f32>),
    /// This many movies cut from the snapshot's pictures, the same ones every time.
    Movies(usize),
}

/// What to measure.
#[derive(Clone, Debug)]
pub struct ConvergenceQuestion {
    /// The model.
    pub snapshot: Arc<Snapshot>,
    /// The energy.
    pub energy: EnergyName,
    /// What to code.
    pub inputs: Inputs,
    /// Iterations of every method, at least one.
    pub iterations: usize,
}

/// The progress of a measurement, and its result so far.
#[derive(Clone, Debug)]
pub struct ConvergenceAnswer {
    /// What was asked.
    pub question: ConvergenceQuestion,
    /// The energy over the movies done; `None` before the first.
    pub convergence: Option<Arc<Convergence>>,
    /// Movies done.
    pub done: usize,
    /// Movies in all.
    pub total: usize,
    /// How far the present movie is; `None` between movies.
    pub stage: Option<Progress>,
}

impl ConvergenceAnswer {
    /// Whether all movies are done.
    pub fn is_final(&self) -> bool {
        self.done == self.total
    }
}

impl Inquiry for Option<ConvergenceQuestion> {
    type Answer = ConvergenceAnswer;
    type Memory = ();
    const THREAD: &'static str = "cellscope-convergence";
    const WORK: &'static str = "Measuring convergence";

    /// Measures one movie after the other and publishes the result so far.
    fn answer(self, _: &mut (), port: &mut WorkerPort<Self, ConvergenceAnswer>) -> ControlFlow<()> {
        let Some(question) = self else {
            return ControlFlow::Continue(());
        };
        let frames = match frames(&question) {
            Ok(frames) => frames,
            Err(reason) => {
                port.refuse(reason);
                return ControlFlow::Continue(());
            }
        };
        let snapshot = Arc::clone(&question.snapshot);
        let config = &snapshot.config;
        let weights = snapshot.weights();
        let (energy, iterations) = (question.energy, question.iterations);
        let study = Study::new(
            weights,
            frames.view(),
            config.movies.frames,
            &config.model,
            &[energy],
        );
        let mut progress = ConvergenceAnswer {
            total: study.samples(),
            question,
            convergence: None,
            done: 0,
            stage: None,
        };
        let mut throttle = Throttle::new(snapshot.status.run);
        let mut samples: Vec<Sample> = Vec::new();
        for movie in 0..progress.total {
            let mut watch = |stage| {
                throttle.check(port, || {
                    progress.stage = Some(stage);
                    progress.clone()
                })
            };
            samples.push(study.sample(energy, movie, iterations, &mut watch)?);
            progress.done = samples.len();
            progress.stage = None;
            if progress.is_final() || throttle.is_due() {
                let convergence = Convergence::new(&[(energy, samples.as_slice())], iterations);
                progress.convergence = Some(Arc::new(convergence));
                port.publish(progress.clone());
                throttle.published();
            }
        }
        ControlFlow::Continue(())
    }
}

/// The movies of a question, `[n * n_t, P]`.
fn frames(question: &ConvergenceQuestion) -> Result<Array2<f32>, String> {
    let snapshot = &question.snapshot;
    let (config, pixels) = (&snapshot.config, snapshot.dictionary().nrows());
    match &question.inputs {
        Inputs::Frame(frame) => {
            check_frame(snapshot, frame)?;
            let movie = (config.movies.frames, pixels);
            Ok(Array2::from_shape_fn(movie, |(_, pixel)| frame[pixel]))
        }
        Inputs::Movies(count) => {
            let pictures = snapshot.pictures.as_ref().filter(|p| !p.is_empty());
            let pictures = pictures.ok_or("movies cannot be cut before pictures are loaded")?;
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ HELD_OUT);
            let mut frames = Array2::zeros((count * config.movies.frames, pixels));
            cut_new_movies(pictures, &config.movies, &mut generator, &mut frames);
            Ok(frames)
        }
    }
}
