//! `cellscope train`: a model without a window.

mod memory;
mod saves;
pub(super) mod session;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};
use serde::Serialize;

use self::memory::peak_resident_bytes;
use self::session::{Length, Training};
use super::args::run::RunArgs;
use super::args::values::{count, positive, seconds};
use super::io::replaced::{Kind, check_name, check_replaced, may_be_model};
use super::io::report::{
    check_apart, check_output, check_writable, report, tell_there, write_json,
};
use crate::console::tell;
use crate::engine::{MODEL_ENDING, SAVE_EVERY, Snapshot, history_path};
use crate::files::{
    folder_of, free_name_beside, is_stream, private_folder, real_path, with_ending,
};
use crate::model::Learner;
use crate::source::LINES;
use crate::source::SourceSpec;
use crate::telemetry::LOST_MARK;
use crate::words::secs_said;

/// The arguments of `train`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("length").required(true))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Steps to train for, one minibatch each
    #[arg(long, value_name = "N", group = "length", value_parser = count)]
    steps: Option<usize>,
    /// Seconds to train for, without the time to load pictures
    #[arg(long, value_name = "S", group = "length", value_parser = positive)]
    seconds: Option<f64>,
    /// Model file to write (safetensors)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Seconds between saves of the model while it learns, 0 for none: a crash loses only what was learned since. The result is the
    /// same
    #[arg(long, value_name = "S", default_value_t = SAVE_EVERY.as_secs_f64(), value_parser = seconds)]
    save_every: f64,
    /// JSON file to write the measures and curves of the training to, - for standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    check_files(args)?;
    let length = match (args.steps, args.seconds) {
        (Some(steps), _) => Length::Steps(steps as u64),
        (None, Some(seconds)) => Length::Seconds(seconds),
        (None, None) => bail!("give --steps or --seconds"),
    };
    let out = real_path(&args.out);
    let is_file = !is_stream(&out);
    let history_folder = is_file.then(|| folder_of(&out).to_path_buf());
    let config = args.run.config()?;
    let goes_on = args.run.open.as_deref().map(real_path) == Some(out);
    args.run.tell_without_effect(&config);
    let mut training = Training::start(&args.run, config, history_folder)?;
    if is_file && !goes_on {
        tell_replaced(args);
    }
    if let Some(json) = &args.json {
        tell_there(json, "replaced");
    }
    if let Some(pictures) = training.pictures() {
        args.run.tell_unread_of(pictures);
    }
    if is_file {
        training.save_every(args.save_every, &args.out);
    }
    let trained = training.train(length);
    let trained = match saved(trained, &mut training, &args.out) {
        Ok(trained) => trained,
        Err(error) => {
            // What was learned is not lost, and its report is not either.
            if let Some(json) = args.json.as_ref().filter(|_| training.can_be_saved()) {
                let written = write_json(json, &train_report(training.latest()));
                written.unwrap_or_else(|error| tell(format_args!("{error:#}")));
            }
            return Err(error);
        }
    };
    let history = training.check_history();
    if let Some(json) = &args.json
        && let Err(error) = write_json(json, &train_report(&trained))
    {
        history.unwrap_or_else(tell);
        return Err(error.context("the model is saved, but"));
    }
    tell(summary(&trained));
    if training.is_interrupted() {
        let (step, out) = (trained.status.step, args.out.display());
        tell(format_args!(
            "interrupted at step {step}; the model is saved as {out}"
        ));
    }
    history
}

/// Checks that what comes of the training can be written, replaces nothing that is used or of another kind, and shares its history
/// with no other model.
fn check_files(args: &Args) -> anyhow::Result<()> {
    let (run, out) = (&args.run, &args.out);
    let history = history_path(out);
    check_writable(out)?;
    ensure!(
        real_path(&history) != real_path(out),
        "{}: would be the name of the history beside the model; name another file",
        out.display()
    );
    let beside = match out.extension() {
        Some(ending) if ending.eq_ignore_ascii_case(MODEL_ENDING) => out.with_extension(""),
        _ => with_ending(out.clone(), MODEL_ENDING),
    };
    ensure!(
        !beside.is_file() || history_path(&beside) != history || !may_be_model(&beside),
        "{}: would share its history with {}; give another name that ends in .{MODEL_ENDING}",
        out.display(),
        beside.display()
    );
    let read: Vec<&PathBuf> = run.images.iter().chain(&run.config).collect();
    for (path, kind) in [(out, Kind::Model), (&history, Kind::History)] {
        check_apart(path, &read)?;
        check_replaced(path, kind)?;
    }
    check_name("--out", out, Kind::Model)?;
    let is_file = |json: &&PathBuf| *json != Path::new("-");
    let Some(json) = args.json.as_ref().filter(is_file) else {
        return Ok(());
    };
    let opened = run.open.as_ref().map(|open| history_path(open));
    let models = run.open.iter().chain(&opened).chain([out, &history]);
    let others: Vec<_> = read.into_iter().chain(models).collect();
    check_output("--json", json, &others, Kind::Json)
}

/// Says which files of another run the model and its history take the place of.
fn tell_replaced(args: &Args) {
    // A history beside no model is moved aside, which is told then.
    if !args.out.exists() {
        return;
    }
    let becomes = match args.run.history {
        Some(0) => "removed",
        _ => "replaced",
    };
    tell_there(&args.out, "replaced");
    tell_there(&history_path(&args.out), becomes);
}

/// Saves what was learned, also where the training ended with an error: it is not to be lost.
///
/// # Errors
/// That of the training, with where the model is, or that the model is not in its file.
pub(super) fn saved(
    trained: anyhow::Result<Arc<Snapshot>>,
    training: &mut Training,
    out: &Path,
) -> anyhow::Result<Arc<Snapshot>> {
    let error = match trained {
        Ok(trained) => return save(training, out).map(|()| trained),
        Err(error) => error,
    };
    let out_name = out.display();
    if training.can_be_saved() {
        let saved = save(training, out);
        saved.map_err(|unsaved| anyhow!("{error:#}; {unsaved:#}"))?;
        training.check_history().unwrap_or_else(tell);
        bail!("{error:#}; what was learned until then was saved as {out_name}");
    }
    match training.saved_step() {
        Some(step) => bail!("{error:#}; what was learned by step {step} is in {out_name}"),
        None => Err(error),
    }
}

/// Saves the model, where it cannot be written beside its file, or else in the folder for temporary files.
///
/// # Errors
/// When it is not in its file, with where it is instead.
fn save(training: &mut Training, out: &Path) -> anyhow::Result<()> {
    let Err(error) = training.save(out) else {
        return Ok(());
    };
    let beside = free_name_beside(out);
    if !is_stream(out) && training.save(&beside).is_ok() {
        training.check_history().unwrap_or_else(tell);
        bail!(
            "{error:#}; the model was saved as {} instead",
            beside.display()
        );
    }
    let folder = private_folder()
        .with_context(|| format!("{error:#}; there is no folder for temporary files either"))?;
    let elsewhere = folder.join("model.safetensors");
    let saved = training.save(&elsewhere);
    saved
        .with_context(|| format!("{error:#}; it cannot be saved in the temporary folder either"))?;
    training.check_history().unwrap_or_else(tell);
    bail!(
        "{error:#}; the model was saved as {} instead",
        elsewhere.display()
    )
}

/// A trained model in one line.
pub(super) fn summary(trained: &Snapshot) -> String {
    let status = &trained.status;
    let frames = status.movies_seen as f64 * trained.config.movies.frames as f64;
    let per_sec = frames / status.elapsed_secs.max(f64::MIN_POSITIVE);
    let judged = match (
        trained.lines(),
        status.concentration_of_alive(&trained.config),
    ) {
        (Some(lines), _) => {
            let purity = lines.least_purity().map(|purity| format!("{purity:.2}"));
            let purity = purity.as_deref().unwrap_or("not measured");
            let found = lines.lines_found;
            format!("{found} of {LINES} lines are filters, purity {purity}")
        }
        (None, Some(found)) => format!("orientation concentration {found:.3}"),
        (None, None) => "orientation concentration not measured".to_owned(),
    };
    let mut marks = trained.history.marks().iter().rev();
    let lost = marks.find(|mark| mark.text == LOST_MARK);
    let emerged = match (status.emerged_secs, lost) {
        // Its lines stand still: nothing can become invariant to where they are.
        _ if trained.config.source == SourceSpec::Lines => String::new(),
        (Some(secs), _) => format!(", complex cells emerged at {}", secs_said(secs, 1)),
        (None, Some(lost)) => format!(", complex cells were lost at step {}", lost.step),
        (None, None) => ", complex cells have not emerged yet".to_owned(),
    };
    format!(
        "{} movies in {}, {:.0} patches/s on average; {judged}{emerged}",
        status.movies_seen,
        secs_said(status.elapsed_secs, 1),
        per_sec
    )
}

/// Share of the units of each layer that are on, the simple one first: the mean of how often each was on lately.
fn density_by_layer(learner: &Learner) -> Vec<f32> {
    let uses = learner.unit_uses();
    uses.map(|unit_use| unit_use.mean().unwrap_or(0.0))
        .collect()
}

/// The report of `--json`.
fn train_report(trained: &Snapshot) -> impl Serialize {
    let status = &trained.status;
    report! {
        config: &*trained.config,
        steps: status.step,
        movies_seen: status.movies_seen,
        elapsed_secs: status.elapsed_secs,
        /// Lately; `elapsed_secs` and `movies_seen` are of the whole run.
        patches_per_second: status.patches_per_sec,
        density_z: status.simple_density,
        density_u: status.invariant_density,
        /// Of each layer, the simple one first, over its last 20,000 movies or more; those above are over 2,560.
        density_by_layer: density_by_layer(&trained.learner),
        dead_simple: status.dead(0),
        dead_invariant: status.dead(1),
        /// Of each layer, the simple one first.
        dead_by_layer: &status.dead_by_layer,
        /// Codes that hit the iteration limit, above the gap asked for, in this training.
        unconverged: status.unconverged,
        /// Largest duality gap of a code learned from, as a share of its energy.
        worst_gap: status.worst_gap,
        /// Median over all invariant units, by the peaks of the filters' spectra; none where most units are dead.
        orientation_concentration: status.concentration_of_alive(&trained.config),
        /// Peak memory of the process; none where the system does not report it.
        peak_resident_bytes: peak_resident_bytes(),
        /// Seconds of learning until complex cells had emerged, none where they have not or are lost: see `measured` and `marks`. None of the toy example.
        emerged_secs: status.emerged_secs.filter(|_| trained.config.source != SourceSpec::Lines),
        curve: trained.history.points(),
        /// Measures that take longer, at the steps where they were made.
        measured: trained.history.notes(),
        marks: trained.history.marks(),
    }
}
