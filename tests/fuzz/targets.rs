//! What each target does with its input, and what has to hold then. The fuzzer makes inputs for them;
//! `tests/replay.rs` gives them those of the corpus.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

#[cfg(feature = "window")]
use cellscope::app::{Lesson, View, views};
use cellscope::cli::{self, Cli};
use cellscope::config::{Config, Preset};
use cellscope::engine::{Checkpoint, Command, Engine, Event, Layer, Options, Recording, Snapshot};
use cellscope::ffmpeg::choose_ffmpeg;
use cellscope::parameter::Parameter;
use cellscope::source::{Motion, MovieParams, Pictures, SourceError, SourceSpec, load_levels};
use cellscope::sweep::{Length, MAX_TASKS, Sweep};
use clap::{CommandFactory, Parser};
use tempfile::TempDir;

/// What is done with an input.
pub(crate) type Target = fn(&[u8]);

/// All targets. That of lessons needs the window, which reads them.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("pictures", pictures),
    ("movies", movies),
    ("models", models),
    ("histories", histories),
    ("arrays", arrays),
    ("configurations", configurations),
    ("commands", commands),
    ("plans", plans),
    #[cfg(feature = "window")]
    ("lessons", lessons),
];

/// The target of a name.
pub(crate) fn find(name: &str) -> Option<Target> {
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    found.map(|&(_, target)| target)
}

/// Longer than any tiny model learns.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder for files, one for the whole run.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let made = || {
        TempDir::new_in(std::env::var_os("SCRATCH").map_or_else(std::env::temp_dir, PathBuf::from))
    };
    FOLDER.get_or_init(|| made().expect("a folder")).path()
}

/// A file with this content, in a folder of its own.
fn file(name: &str, data: &[u8]) -> PathBuf {
    let path = folder().join(name);
    std::fs::write(&path, data).expect("room for a file");
    path
}

/// Whatever a picture file holds, it becomes grey levels of a size that is declared, or an error that names it.
fn pictures(data: &[u8]) {
    let picture = file("picture", data);
    sound(load(&picture, &MovieParams::default()), &picture);
}

/// The same of a file that is read as a movie.
fn movies(data: &[u8]) {
    let movie = file("movie", data);
    let params = MovieParams {
        motion: Motion::Movie,
        patch_side: 8,
        frames: 2,
        ..MovieParams::default()
    };
    sound(load(&movie, &params), &movie);
}

fn load(path: &Path, params: &MovieParams) -> Result<Pictures, SourceError> {
    // No other program takes part.
    choose_ffmpeg(Some("/no/ffmpeg".into()));
    let spec = SourceSpec::images([path.to_owned()]);
    load_levels(&spec, 1, params, &|_, _| ControlFlow::Continue(()))
}

fn sound(loaded: Result<Pictures, SourceError>, path: &Path) {
    match loaded {
        Ok(pictures) => {
            assert!(!pictures.is_empty());
            for picture in pictures.images() {
                assert!(picture.iter().all(|grey| (-1e-4..=1.0001).contains(grey)));
                let (_, height, width) = picture.dim();
                assert!(width.max(height) <= 8192);
            }
        }
        Err(error) => named(&error.to_string(), path),
    }
}

/// An error names its file, in one line.
fn named(error: &str, path: &Path) {
    assert!(error.contains(&path.display().to_string()), "{error}");
    assert!(!error.contains(['\n', '\u{1b}']), "{error:?}");
}

/// A file that opens as a model holds a sound one, and is the same when it is written and opened again.
fn models(data: &[u8]) {
    let path = file("m.safetensors", data);
    match Checkpoint::open(&path) {
        Ok(model) => {
            let again = folder().join("again.safetensors");
            model.save(&again).expect("what opens can be written");
            let opened = Checkpoint::open(&again).expect("what was written opens");
            assert_eq!(opened.config, model.config);
            assert_eq!(opened.state, model.state);
            assert_eq!(opened.learner.weights, model.learner.weights);
            assert!(
                model
                    .learner
                    .weights
                    .dictionary
                    .iter()
                    .all(|w| w.is_finite())
            );
            for layer in &model.learner.weights.layers {
                assert!(layer.weights.iter().all(|&a| a.is_finite() && a >= 0.0));
            }
        }
        Err(error) => named(&error.to_string(), &path),
    }
}

/// The image of a moment, in a file with the right length and checksum.
fn histories(data: &[u8]) {
    let checksum = crc32fast::hash(data).to_le_bytes();
    let length = (data.len() as u32).to_le_bytes();
    let bytes = [b"cellscope history 1\n", &length[..], &checksum, data].concat();
    let path = file("m.history", &bytes);
    match Recording::open(&path) {
        Ok(recording) => {
            for index in 0..recording.moments().len() {
                match recording.read(index) {
                    Ok(past) => {
                        let weights = &past.learner.weights;
                        assert!(weights.dictionary.iter().all(|w| w.is_finite()));
                        let all = weights.layers.iter().flat_map(|layer| &layer.weights);
                        assert!(all.into_iter().all(|&a| a.is_finite() && a >= 0.0));
                    }
                    Err(error) => named(&error.to_string(), &path),
                }
            }
        }
        Err(error) => named(&error.to_string(), &path),
    }
}

/// A tiny model, made once.
fn tiny() -> &'static Path {
    static TINY: OnceLock<PathBuf> = OnceLock::new();
    TINY.get_or_init(|| {
        let path = folder().join("tiny.safetensors");
        let words = format!(
            "cellscope train --preset quick --patch 4 --simple 6 --invariant 2 --frames 2 --batch 4 --steps 2 --threads 1 --history 0 --out {}",
            path.display()
        );
        let cli = Cli::parse_from(words.split(' '));
        cli::run(&cli.command.expect("train"), Cli::command).expect("a model is trained");
        path
    })
}

/// Movies as an array of numbers, coded by a tiny model: codes are written, or the error names the file.
fn arrays(data: &[u8]) {
    let (array, model, out) = (file("x.npy", data), tiny(), folder().join("codes"));
    let words = [
        "cellscope",
        "encode",
        &model.display().to_string(),
        "--threads",
        "1",
    ]
    .map(str::to_owned);
    let files = [
        "--frames",
        &array.display().to_string(),
        "--out",
        &out.display().to_string(),
    ]
    .map(str::to_owned);
    let cli = Cli::parse_from(words.into_iter().chain(files));
    if let Err(error) = cli::run(&cli.command.expect("encode"), Cli::command) {
        named(&cli::one_line(&error), &array);
    }
}

/// A text that is a configuration is the same when it is written and read again.
fn configurations(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(config) = Config::from_json(text) {
        let again = Config::from_json(&config.to_json()).expect("what was written is read");
        assert_eq!(again, config);
    }
}

/// A text that is a plan of a sweep makes tasks in range, and the same when it is read again; else the error names its line.
fn plans(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let read = || Sweep::parse("plan.toml", text, Path::new("/plans"));
    match read() {
        Ok(sweep) => {
            assert!((1..=MAX_TASKS).contains(&sweep.len()));
            assert_eq!(read().as_ref(), Ok(&sweep));
            for index in 0..sweep.len() {
                let task = sweep.task(index).expect("a task of a plan");
                task.config.check().expect("in range");
                assert!(
                    matches!(task.length, Length::Steps(1..))
                        || matches!(task.length, Length::Seconds(s) if s > 0.0)
                );
            }
        }
        Err(error) => {
            let said = error.to_string();
            assert!(said.starts_with("plan.toml, line "), "{said}");
            named(&said, Path::new("plan.toml"));
        }
    }
}

/// A text that is a lesson begins with a model and has steps; else the error names its line.
#[cfg(feature = "window")]
fn lessons(data: &[u8]) {
    static VIEWS: OnceLock<Vec<View>> = OnceLock::new();
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match Lesson::parse("lesson.toml", text, VIEWS.get_or_init(views)) {
        Ok(lesson) => {
            assert!(lesson.steps.iter().all(|step| !step.text.is_empty()));
            assert!(lesson.steps[0].set.model.is_some());
            for (parameter, value) in lesson.steps.iter().flat_map(|step| &step.set.parameters) {
                let mut config = Config::default();
                parameter.set(&mut config, *value);
                config.check().expect("in range");
            }
        }
        Err(error) => {
            let said = error.to_string();
            assert!(said.starts_with("lesson.toml, line "), "{said}");
            named(&said, Path::new("lesson.toml"));
        }
    }
}

/// Commands to the engine of a tiny model, one for each two bytes. The model stays sound; one that is saved opens, and is
/// the model that there is; a run that starts again is the same run.
fn commands(data: &[u8]) {
    let options = Options {
        threads: 1,
        paused: true,
        // As in the window: the tuning is not measured at every pause, which took most of the time.
        in_background: true,
        ..Options::default()
    };
    let engine = Engine::spawn(small(1), options, || {});
    let saved = folder().join("saved.safetensors");
    for pair in data.chunks_exact(2).take(24) {
        let value = f32::from(pair[1]);
        let layer = if pair[1] & 1 == 0 {
            Layer::Simple
        } else {
            Layer::Invariant
        };
        let command = match pair[0] % 16 {
            0 => Command::Pause,
            1 => Command::Resume,
            2 | 3 => Command::Step(u64::from(pair[1] % 8)),
            4 | 5 => {
                let all = Parameter::ALL;
                let parameter = all[usize::from(pair[0]) / 16 % all.len()];
                let range = parameter.row().slider;
                let share = value / 255.0;
                let set = range.start() + share * (range.end() - range.start());
                Command::Set(parameter, set)
            }
            6 => Command::Freeze(layer, pair[1] & 2 == 0),
            7 => Command::Revive(layer),
            8 => Command::Reset,
            9 => Command::NewSeed(u64::from(pair[1])),
            10 => Command::ExtraBetas(vec![0.01 + value / 255.0; usize::from(pair[1] % 3)]),
            11 => Command::HistoryBytes(u64::from(pair[1]) << 8),
            12 => Command::Branch(u64::from(pair[1] % 8)),
            13 => Command::Rebuild(Box::new(small(u64::from(pair[1] % 4)))),
            14 => Command::Replace(saved.clone()),
            _ => Command::Pace((pair[1] > 0).then_some(value)),
        };
        if engine.send(command).is_err() {
            break;
        }
    }
    let model = at_rest(&engine);
    check(&model);
    if engine.send(Command::Replace(saved.clone())).is_ok() {
        until(&engine, |event| matches!(event, Event::Saved(_)));
        let opened = Checkpoint::open(&saved).expect("a saved model opens");
        assert_eq!(opened.learner.weights.dictionary, *model.dictionary());
        assert_eq!(opened.state.step, model.status.step);
    }
}

fn small(seed: u64) -> Config {
    let mut config = Config {
        seed,
        ..Config::preset(Preset::Toy)
    };
    config.model.simple = 8;
    config.model.invariant = 3;
    config.learning.batch_movies = 4;
    config
}

/// Stops the engine when it has done all commands, and gives the model then.
fn at_rest(engine: &Engine) -> Arc<Snapshot> {
    engine.send(Command::Step(0)).expect("room in the queue");
    // Nothing else is answered so: with this, all that was told before has come.
    engine.send(Command::Keep).expect("room in the queue");
    until(engine, |event| matches!(event, Event::Kept(_)));
    engine.send(Command::Step(1)).expect("room in the queue");
    until(engine, |event| matches!(event, Event::Paused { .. }));
    engine
        .snapshot()
        .expect("a snapshot comes before the pause is told")
}

fn until(engine: &Engine, wanted: impl Fn(&Event) -> bool) {
    let started = std::time::Instant::now();
    while started.elapsed() < PATIENCE {
        match engine.wait_event(Duration::from_millis(100)) {
            Some(Event::Crashed(reason) | Event::NotLoaded(reason)) => panic!("{reason}"),
            Some(event) if wanted(&event) => return,
            _ => {}
        }
    }
    panic!("the engine does not answer");
}

/// W has filters of length 1 or 0, and A is finite and not negative.
fn check(model: &Snapshot) {
    for filter in model.dictionary().columns() {
        let norm: f32 = filter.iter().map(|w| w * w).sum::<f32>().sqrt();
        assert!(norm == 0.0 || (norm - 1.0).abs() < 1e-3, "{norm}");
    }
    assert!(model.pooling().iter().all(|&a| a.is_finite() && a >= 0.0));
}
