//! Measures how fast the energies of a snapshot fall, on a thread of its own.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// How often movies are summarised anew at most, and least time between as a multiple of what it took.
const SUMMARISE_EVERY: Duration = Duration::from_millis(100);
const REST: u32 = 10;

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
    /// The energy over those of the movies done that it counts; `None` before it was summarised first.
    pub convergence: Option<Arc<Convergence>>,
    /// Movies done; those of the last moment may not be summarised yet.
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

    /// Between two movies, with these done and summarised.
    fn summarise(&mut self, samples: &[Sample]) {
        let question = &self.question;
        let measured = [(question.energy, samples)];
        let convergence = Convergence::new(&measured, question.iterations);
        self.convergence = Some(Arc::new(convergence));
        self.stage = None;
    }
}

impl Inquiry for Option<ConvergenceQuestion> {
    type Answer = ConvergenceAnswer;
    type Memory = ();
    const THREAD: &'static str = "cellscope-convergence";
    const WORK: &'static str = "Measuring convergence";

    /// Measures one movie after the other and publishes the result so far; where it is broken off, that of all movies done.
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
        let (mut summarised_at, mut pause) = (Instant::now(), SUMMARISE_EVERY);
        for movie in 0..progress.total {
            let mut watch = |stage| {
                throttle.check(port, || {
                    progress.stage = Some(stage);
                    progress.clone()
                })
            };
            let ControlFlow::Continue(sample) = study.sample(energy, movie, iterations, &mut watch)
            else {
                port.go_on()?;
                if !samples.is_empty() {
                    progress.summarise(&samples);
                    port.publish(progress);
                }
                return ControlFlow::Break(());
            };
            samples.push(sample);
            progress.done = samples.len();
            // Not when progress is due: that is published within movies, too.
            if progress.is_final() || summarised_at.elapsed() >= pause {
                let began = Instant::now();
                progress.summarise(&samples);
                port.publish(progress.clone());
                throttle.published();
                pause = SUMMARISE_EVERY.max(REST * began.elapsed());
                summarised_at = Instant::now();
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
