//! How fast whole stages are on this machine, on trained models.

mod args;
pub(crate) mod clock;
mod codes;
mod files;
mod joint;
mod last_prices;
mod learned;
mod learning;
mod machine;
mod minibatch;
mod movies;
mod roofline;
pub(crate) mod scaling;
mod speedup;
mod subject;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use cellscope::config::Config;
use cellscope::source::{Pictures, SourceSpec};
use serde::Serialize;

pub(crate) use args::BenchArgs;
use args::Stage;
use clock::{Crew, crews};
use codes::{CodeReport, Reached};
use files::{check_size, load_pictures, make_folder, write_json};
use joint::JointReport;
use learned::Kept;
use learning::LearningReport;
use machine::Machine;
use movies::MovieReport;
use roofline::Roof;
use scaling::{Cost, Growth, Setting};
use speedup::SpeedupReport;
use subject::{Samples, Subject, at_alpha};

/// More runs than this would take days.
const MAX_RUNS: usize = 10_000;
/// Relative duality gap of the movies' codes.
const MOVIE_GAP: f64 = 1e-4;

/// What `bench --json` writes.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    machine: Machine,
    /// Runs of each stage, of which the median counts.
    runs: usize,
    patches: usize,
    movies: usize,
    subjects: Vec<SubjectReport>,
    scaling: Vec<Cost>,
    growth: Vec<Growth>,
    /// W learned from train.npy.
    learned: Vec<Kept>,
}

/// The speeds of one trained model.
#[derive(Serialize)]
struct SubjectReport {
    name: String,
    pixels: usize,
    simple: usize,
    invariant: usize,
    frames: usize,
    alpha: f32,
    beta: f32,
    codes_reached: Vec<Reached>,
    codes: Vec<CodeReport>,
    movies: Vec<MovieReport>,
    joint: Vec<JointReport>,
    learning: Vec<LearningReport>,
    speedups: Vec<SpeedupReport>,
    roofline: Vec<Roof>,
}

pub(crate) fn bench(args: &BenchArgs) -> anyhow::Result<()> {
    check(args)?;
    let crews = crews(&args.threads)?;
    let pictures = args.from.is_none().then(|| load_all(args)).transpose()?;
    let (samples, subjects) = match (&args.from, &pictures) {
        (Some(folder), _) => read_all(folder, args)?,
        (None, Some(pictures)) => train_all(args, pictures, &crews)?,
        (None, None) => bail!("neither pictures nor --from"),
    };
    let rated = if args.measures(Stage::Roofline) {
        crews.as_slice()
    } else {
        &[]
    };
    let machine = Machine::measure(rated, args.runs);
    let reports: Vec<SubjectReport> = subjects
        .iter()
        .map(|subject| measure(subject, &samples, args, &crews, &machine))
        .collect::<anyhow::Result<_>>()?;
    let scaling = match &pictures {
        Some(pictures) if args.measures(Stage::Scaling) => {
            scale(args, pictures, &samples, &subjects, &crews)
        }
        _ => Vec::new(),
    };
    let learned = match (&pictures, args.learn_seconds, &args.export, crews.last()) {
        (Some(pictures), Some(seconds), Some(folder), Some(crew)) => {
            learned::learn(args, seconds, &pictures.learn_from, crew, folder)?
        }
        _ => Vec::new(),
    };
    let frames = subjects.first().map_or(1, |s| s.config.movies.frames);
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        runs: args.runs,
        patches: samples.patches.nrows(),
        movies: samples.movies.nrows() / frames,
        subjects: reports,
        growth: scaling::growth(&scaling),
        scaling,
        learned,
        machine,
    };
    write_json(&args.json, &report)
}

fn check(args: &BenchArgs) -> anyhow::Result<()> {
    if args.from.is_some() && args.only.contains(&Stage::Scaling) {
        bail!("scaling trains weights of other sizes: give --images instead of --from");
    }
    if args.runs > MAX_RUNS {
        bail!("--runs {}: ask for at most {MAX_RUNS}", args.runs);
    }
    for &units in &args.units {
        let config = Subject::settings(args, units);
        config.check()?;
        for &alpha in args.alphas_of(units) {
            let asked = || format!("--alphas {alpha}, with beta in proportion");
            at_alpha(&config, alpha).check().with_context(asked)?;
        }
    }
    let config = Subject::settings(args, args.units[0]);
    check_size("--patches", args.patches_to_cut(), &config)?;
    if args.from.is_none() && args.measures(Stage::Scaling) {
        scaling::check(&config)?;
    }
    if args.learn_seconds.is_some() {
        learned::settings(args).check().with_context(|| {
            let alpha = args.learn_alpha;
            format!("--learn-alpha {alpha}")
        })?;
        check_size("--learn-patches", args.learn_patches, &config)?;
    }
    if let Some(folder) = &args.export {
        make_folder(folder)?;
    }
    Ok(())
}

/// Pictures to learn from, and those that the patches to code are cut from.
struct AllPictures {
    learn_from: Pictures,
    held_out: Option<Pictures>,
}

impl AllPictures {
    fn code(&self) -> &Pictures {
        self.held_out.as_ref().unwrap_or(&self.learn_from)
    }
}

fn load_all(args: &BenchArgs) -> anyhow::Result<AllPictures> {
    let base = Subject::settings(args, args.units[0]);
    let of = |paths: &[PathBuf]| {
        let mut config = base.clone();
        if !paths.is_empty() {
            config.source = SourceSpec::Images(paths.to_vec());
        }
        load_pictures(&config)
    };
    let held_out = (!args.held_out.is_empty()).then(|| of(&args.held_out));
    Ok(AllPictures {
        learn_from: of(&args.images)?,
        held_out: held_out.transpose()?,
    })
}

/// Trains every subject and, with `--export`, writes it and the samples.
fn train_all(
    args: &BenchArgs,
    pictures: &AllPictures,
    crews: &[Crew],
) -> anyhow::Result<(Samples, Vec<Subject>)> {
    let base = Subject::settings(args, args.units[0]);
    let samples = Samples::cut(&base, pictures.code(), args.patches_to_cut());
    let mut subjects = Vec::new();
    for &units in &args.units {
        let config = Subject::settings(args, units);
        let learn_from = &pictures.learn_from;
        let alphas = args.alphas_of(units);
        let train = || Subject::train_all(&config, alphas, learn_from, args.seconds_to_train);
        let trained = match crews.last() {
            Some(crew) => crew.pool.install(train),
            None => train(),
        };
        subjects.extend(trained);
    }
    if let Some(folder) = &args.export {
        samples.write(folder, &base)?;
    }
    Ok((samples, subjects))
}

fn read_all(folder: &Path, args: &BenchArgs) -> anyhow::Result<(Samples, Vec<Subject>)> {
    let samples = Samples::read(folder, args.patches)?;
    let mut subjects = Vec::new();
    for &units in &args.units {
        for &alpha in args.alphas_of(units) {
            let subject = Subject::read(folder, units, alpha)?;
            let pixels = subject.config.pixels();
            ensure!(
                samples.patches.ncols() == pixels && samples.movies.ncols() == pixels,
                "{}: {} takes {pixels} pixels, but the patches have {}",
                folder.display(),
                subject.name(),
                samples.patches.ncols()
            );
            subjects.push(subject);
        }
    }
    Ok((samples, subjects))
}

/// All stages asked for, of one subject.
fn measure(
    subject: &Subject,
    samples: &Samples,
    args: &BenchArgs,
    crews: &[Crew],
    machine: &Machine,
) -> anyhow::Result<SubjectReport> {
    let folder = args.export.as_ref().map(|folder| subject.write(folder));
    let folder = folder.transpose()?;
    let (folder, on) = (folder.as_deref(), (crews, machine));
    let Config { model, movies, .. } = &subject.config;
    let mut report = SubjectReport {
        name: subject.name(),
        pixels: subject.config.pixels(),
        simple: model.simple,
        invariant: model.invariant,
        frames: movies.frames,
        alpha: model.alpha,
        beta: model.beta,
        codes_reached: Vec::new(),
        codes: Vec::new(),
        movies: Vec::new(),
        joint: Vec::new(),
        learning: Vec::new(),
        speedups: Vec::new(),
        roofline: Vec::new(),
    };
    if args.measures(Stage::Codes) {
        let patches = samples.patches.view();
        let found = codes::measure(subject, patches, &args.gaps, on, args.runs, folder)?;
        (report.codes_reached, report.codes) = (found.reached, found.speeds);
        report.roofline.extend(found.roofs);
    }
    let movies = samples.movies.view();
    if args.measures(Stage::Movies) {
        let found = movies::measure(subject, movies, MOVIE_GAP, on, args.runs, folder)?;
        report.movies = found.speeds;
        report.roofline.extend(found.roofs);
    }
    if args.measures(Stage::Joint) {
        report.joint = joint::measure(subject, movies, MOVIE_GAP, crews, args.runs, folder)?;
    }
    if args.measures(Stage::Learning) {
        let found = learning::measure(subject, movies, on, args.runs)?;
        report.learning = found.speeds;
        report.roofline.extend(found.roofs);
    }
    if args.measures(Stage::Speedup) {
        report.speedups = speedup::measure(subject, movies, &args.speedup_threads, args.runs)?;
    }
    Ok(report)
}

/// Costs at other sizes, from the first size asked for and the middle one of the sparsities.
fn scale(
    args: &BenchArgs,
    pictures: &AllPictures,
    samples: &Samples,
    subjects: &[Subject],
    crews: &[Crew],
) -> Vec<Cost> {
    let (units, Some(crew)) = (args.units[0], crews.last()) else {
        return Vec::new();
    };
    let of_size: Vec<&Subject> = subjects
        .iter()
        .filter(|subject| subject.config.model.simple == units)
        .collect();
    let setting = Setting {
        learn_from: &pictures.learn_from,
        code: pictures.code(),
        seconds: args.seconds_to_train,
        patches: args.patches_to_cut(),
        runs: args.runs,
        crew,
    };
    let base = &of_size[of_size.len() / 2].config;
    let mut costs = scaling::measure(base, &setting);
    costs.extend(scaling::by_density(&of_size, samples, args.runs, crew));
    costs
}
