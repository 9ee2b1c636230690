//! `cellscope inpaint`: hidden pixels filled in by one layer and by two.

mod args;
mod report;
mod samples;
mod whole;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;
use serde_json::json;

pub(super) use self::args::Args;
use self::report::{Outcome, PatchReport, Report, WholeReport, verdict};
use self::samples::{Frames, MOVIES_PER_MASK, Samples};
use self::whole::Holed;
use super::args::values::at_most;
use super::argument_error::ArgumentError;
use super::io::movies::{load_levels_of, or_others};
use super::io::open::open_model;
use super::io::progress;
use super::io::report::{check_json, tell_there, write_json};
use crate::analysis::inpainting::{MaskKind, Paired, Tuned, tune};
use crate::config::Config;
use crate::console::tell;
use crate::engine::Checkpoint;
use crate::files;
use crate::model::Weights;
use crate::source::{Pictures, SourceSpec};
use crate::words::counted;

/// Why no sparsities can be chosen.
const NO_CONTRAST: &str = "no contrast under any mask in the pictures to choose the sparsities on; give others with --tune";
/// More patches than this take days.
const MAX_PATCHES: usize = 100_000;
/// Memory for the products of W under all masks while sparsities are chosen.
const MAX_TUNE_BYTES: usize = 4 << 30;
/// Changes the seed, so that sparsities are chosen on other patches and masks than those measured on.
const TUNE_STREAM: u64 = 0x5455_4e45;

/// The comparisons: name, index of the model for one layer, index of the model for two.
const COMPARISONS: [(&str, usize, usize); 3] =
    [("shared", 0, 0), ("shared_two", 1, 1), ("separate", 0, 1)];

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    check(args)?;
    let mut models = vec![open_model(&args.model)?];
    if let Some(two) = &args.two {
        let two_model = open_model(two)?;
        check_alike(&models[0].config, &two_model.config, two)?;
        models.push(two_model);
    }
    check_blocks(&args.hide, models[0].config.movies.patch_side)?;
    for model in &models {
        check_memory(args.tune_patches, &model.config)?;
    }
    let tune_source = tune_source(args, &models[0].config)?;
    let test_source = SourceSpec::images(args.images.clone());
    let report = args.threads.install(|| {
        let config = &models[0].config;
        let comparison = Comparison {
            args,
            config,
            models: &models,
            tuning: or_others(
                load_levels_of(&tune_source, config),
                args.tune.is_empty(),
                "--tune",
            )?,
            test: load_levels_of(&test_source, config)?,
        };
        let pictures = comparison.test.len();
        if args.whole > pictures {
            let all = counted(pictures, "picture");
            tell(format_args!(
                "--whole {}: all of {all} are filled",
                args.whole
            ));
        }
        let (patches, whole_pictures) = comparison.run()?;
        Ok(Report {
            source: test_source.to_string(),
            tuned_on: tune_source.to_string(),
            pictures_in_both: in_both(&comparison.tuning, &comparison.test),
            seed: args.seed,
            movie_frames: config.movies.frames,
            patches,
            whole_pictures,
        })
    })?;
    if report.pictures_in_both > 0 {
        let count = report.pictures_in_both;
        tell(format_args!(
            "the sparsities are chosen on {} that they are measured on: give other pictures with --tune",
            counted(count, "picture")
        ));
    }
    tell(report.table());
    write_json(&args.json, &report)
}

fn check(args: &Args) -> anyhow::Result<()> {
    at_most("--patches", args.patches, MAX_PATCHES)?;
    at_most("--tune-patches", args.tune_patches, MAX_PATCHES)?;
    let mut kinds = args.hide.iter().enumerate();
    if let Some((_, kind)) = kinds.find(|(at, kind)| args.hide[..*at].contains(kind)) {
        let kind = kind.name();
        bail!(ArgumentError(format!(
            "--hide: {kind} is there twice; leave one out"
        )));
    }
    if let Some(two) = args
        .two
        .as_ref()
        .filter(|two| files::real_path(two) == files::real_path(&args.model))
    {
        let two = two.display();
        bail!(ArgumentError(format!(
            "--two {two}: is the first model; name another"
        )));
    }
    let models = [&args.model].into_iter().chain(&args.two);
    check_json(&args.json, models.chain(&args.images).chain(&args.tune))
}

/// Refuses blocks that leave nothing of a patch of so many pixels a side.
fn check_blocks(kinds: &[MaskKind], side: usize) -> anyhow::Result<()> {
    for kind in kinds {
        if let &MaskKind::Block(block) = kind
            && block >= side
        {
            let most = side - 1;
            bail!(ArgumentError(format!(
                "--hide {block}x{block}: of patches of {side} x {side} pixels hide at most {most}x{most}"
            )));
        }
    }
    Ok(())
}

/// Refuses more masks than memory holds the products of W for, which are computed once.
fn check_memory(tune_patches: usize, config: &Config) -> anyhow::Result<()> {
    let (simple, pixels) = (config.model.simple, config.pixels());
    let mask_bytes = simple * (simple + 2 * pixels) * size_of::<f32>();
    let most = (MAX_TUNE_BYTES / mask_bytes).max(1) * MOVIES_PER_MASK;
    if tune_patches > most {
        bail!(ArgumentError(format!(
            "--tune-patches {tune_patches}: with {simple} simple units ask for at most {most}, or use a smaller model"
        )));
    }
    Ok(())
}

/// Checks that both models have the same patches and normalisation.
fn check_alike(one: &Config, two: &Config, path: &Path) -> anyhow::Result<()> {
    let parts = |config: &Config| [json!(config.movies), json!(config.normalise)];
    for (one, two) in parts(one).into_iter().zip(parts(two)) {
        let settings = one.as_object().into_iter().flatten();
        for (setting, of_one) in settings {
            let of_two = &two[setting];
            ensure!(
                of_two == of_one,
                "{}: {setting} is {of_two}, but {of_one} in the first model; compare models of the same movies and normalisation",
                path.display()
            );
        }
    }
    Ok(())
}

fn tune_source(args: &Args, config: &Config) -> anyhow::Result<SourceSpec> {
    match &config.source {
        _ if !args.tune.is_empty() => Ok(SourceSpec::images(args.tune.clone())),
        SourceSpec::Lines => bail!(
            "{}: was trained on lines; give pictures to choose its sparsities on with --tune",
            args.model.display()
        ),
        source => Ok(source.clone()),
    }
}

fn in_both(tuning: &Pictures, test: &Pictures) -> usize {
    let real_path = |name: &String| files::real_path(Path::new(name));
    let tuning: BTreeSet<_> = tuning.names().iter().map(real_path).collect();
    let names = test.names().iter();
    names
        .filter(|name| tuning.contains(&real_path(name)))
        .count()
}

/// The models to compare, and the pictures.
struct Comparison<'a> {
    args: &'a Args,
    config: &'a Config,
    models: &'a [Checkpoint],
    tuning: Pictures,
    test: Pictures,
}

impl Comparison<'_> {
    fn run(&self) -> anyhow::Result<(Vec<PatchReport>, Vec<WholeReport>)> {
        let frames: &[Frames] = if self.config.movies.frames > 1 {
            &[Frames::Still, Frames::Moving]
        } else {
            &[Frames::Still]
        };
        let kinds = match self.args.hide.as_slice() {
            [] => MaskKind::all(self.config.movies.patch_side).to_vec(),
            asked => asked.to_vec(),
        };
        let steps = kinds.len() * self.models.len() * frames.len();
        let all = kinds
            .into_iter()
            .flat_map(|kind| frames.iter().map(move |&frames| (kind, frames)));
        // Whether all can be drawn is known before any takes long.
        for (kind, frames) in all.clone() {
            self.samples(kind, frames)?;
        }
        tell_there(&self.args.json, "replaced");
        let bar = progress::bar(steps as u64, "filling {bar:30} {pos}/{len}");
        let (mut patches, mut whole) = (Vec::new(), Vec::new());
        for (kind, frames) in all {
            let samples = self.samples(kind, frames)?;
            let (reports, tuned) = self.patches((kind, frames), samples, &bar)?;
            patches.extend(reports);
            if frames == Frames::Still && self.args.whole > 0 {
                whole.extend(self.whole(kind, &tuned));
            }
        }
        bar.finish_and_clear();
        Ok((patches, whole))
    }

    fn weights(&self, model: usize) -> &Weights {
        &self.models[model].learner.weights
    }

    /// The comparisons of the models given.
    fn comparisons(&self) -> impl Iterator<Item = (&'static str, usize, usize)> {
        let models = self.models.len();
        let all = COMPARISONS.into_iter();
        all.filter(move |&(_, one, two)| one.max(two) < models)
    }

    /// Draws what is filled in under one kind of mask, and what the sparsities are chosen on.
    fn samples(&self, kind: MaskKind, frames: Frames) -> anyhow::Result<[Samples; 2]> {
        let (seed, count) = (self.args.seed, self.args.patches);
        let test = Samples::draw(&self.test, self.config, kind, frames, count, seed);
        ensure!(
            test.left_out < count,
            "{}: no contrast under any mask in the pictures that are filled in; give others with --images",
            kind.name()
        );
        let (seed, count) = (seed ^ TUNE_STREAM, self.args.tune_patches);
        let tuning = Samples::draw(&self.tuning, self.config, kind, frames, count, seed);
        ensure!(tuning.left_out < count, "{}: {NO_CONTRAST}", kind.name());
        Ok([test, tuning])
    }

    /// Compares on patches under one kind of mask; also returns the sparsities chosen for each model.
    fn patches(
        &self,
        (kind, frames): (MaskKind, Frames),
        [test, tuning]: [Samples; 2],
        bar: &ProgressBar,
    ) -> anyhow::Result<(Vec<PatchReport>, Vec<[Tuned; 2]>)> {
        let mut outcomes: Vec<[Outcome; 2]> = Vec::new();
        for (model, checkpoint) in self.models.iter().enumerate() {
            let weights = self.weights(model);
            let tuned = {
                let fillers = tuning.fillers(weights);
                let alpha = checkpoint.config.model.alpha;
                tune(alpha, |sparsities| {
                    tuning.reach(&fillers, sparsities).score()
                })
            };
            let tuned = tuned.with_context(|| format!("{}: {NO_CONTRAST}", kind.name()))?;
            let [one, two] = test.reach_once(weights, tuned.map(|tuned| tuned.sparsities));
            outcomes.push([(tuned[0], one), (tuned[1], two)]);
            bar.inc(1);
        }
        let pictures: Vec<usize> = test.pictures().collect();
        let reports = self.comparisons().map(|(weights, one, two)| {
            let pair = [&outcomes[one][0], &outcomes[two][1]];
            PatchReport::new((kind, frames, weights), pair, &pictures, test.left_out)
        });
        let reports = reports.collect();
        let tuned = outcomes.iter().map(|[one, two]| [one.0, two.0]);
        Ok((reports, tuned.collect()))
    }

    /// Compares on whole pictures under one kind of mask, at the sparsities chosen on patches.
    fn whole(&self, kind: MaskKind, tuned: &[[Tuned; 2]]) -> Vec<WholeReport> {
        let (seed, count) = (self.args.seed, self.args.whole);
        let holed = Holed::draw(&self.test, self.config, kind, count, seed);
        let frames = self.config.movies.frames;
        let psnrs: Vec<[Vec<f64>; 2]> = tuned
            .iter()
            .enumerate()
            .map(|(model, tuned)| {
                let weights = self.weights(model);
                tuned.map(|tuned| {
                    let fill = |holed: &Holed| holed.psnr_db(weights, tuned.sparsities, frames);
                    holed.iter().map(fill).collect()
                })
            })
            .collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let by_mean: Vec<f64> = holed.iter().map(Holed::mean_psnr_db).collect();
        let reports = self.comparisons().map(|(weights, one, two)| {
            let (one, two) = (&psnrs[one][0], &psnrs[two][1]);
            let differences: Vec<f64> = one.iter().zip(two).map(|(one, two)| two - one).collect();
            let difference_db = Paired::of(&differences);
            WholeReport {
                hidden: kind.name(),
                weights,
                pictures: holed.len(),
                mean_psnr_db: mean(&by_mean),
                one_psnr_db: mean(one),
                two_psnr_db: mean(two),
                better: verdict(difference_db),
                difference_db,
            }
        });
        reports.collect()
    }
}
