//! The program is killed at any moment: what was saved and kept opens, whole. `.ci/run power_cut` kills it a thousand times.

use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use cellscope::engine::{Checkpoint, HISTORY_BYTES, Keep, Options, Recording, history_path};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{PATIENCE, config, paused, save, start, step, wait_loaded};

/// Tells the process that it is the one to be killed, and its folder.
const FOLDER: &str = "CELLSCOPE_TEST_KILLED_IN";
/// How often to kill; 20 times by default.
const KILLS: &str = "CELLSCOPE_TEST_KILLS";
/// The longest life of a process after it began to learn.
const LONGEST_LIFE_MS: u64 = 400;

fn model(folder: &Path) -> PathBuf {
    folder.join("model.safetensors")
}

/// Learns, keeps the model all the time and saves it as often, until killed.
fn learn_for_ever(folder: &Path) -> ! {
    let file = model(folder);
    let options = Options {
        threads: 1,
        open: file.exists().then(|| file.clone()),
        keep: Some(Keep {
            folder: folder.join("kept"),
            every: Duration::from_millis(7),
        }),
        history_bytes: HISTORY_BYTES / 3000,
        ..Options::default()
    };
    let engine = start(config(41), options);
    wait_loaded(&engine);
    std::fs::write(folder.join("alive"), "").expect("written");
    loop {
        save(&engine, &file);
    }
}

/// Starts the process, and kills it so long after it began to learn.
fn live(folder: &Path, life: Duration) {
    let alive = folder.join("alive");
    let _ = std::fs::remove_file(&alive);
    let this = std::env::current_exe().expect("a path");
    let name = "killed::what_was_saved_and_kept_opens_after_a_kill_at_any_moment";
    let mut process = Process::new(this)
        .args(["--exact", name, "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("a process");
    let started = std::time::Instant::now();
    while !alive.exists() {
        assert!(started.elapsed() < PATIENCE, "it never began to learn");
        let ended = process.try_wait().expect("a state");
        assert!(ended.is_none(), "it ended by itself: {ended:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(life);
    let ended = process.try_wait().expect("a state");
    assert!(ended.is_none(), "it ended by itself: {ended:?}");
    process.kill().expect("killed");
    process.wait().expect("ended");
}

/// Minibatches that a model has learned from, and those by the moments of its history.
struct Found {
    step: u64,
    moments: Vec<u64>,
}

/// Opens a model and all of its history.
fn opened(file: &Path) -> Found {
    let checkpoint = Checkpoint::open(file).unwrap_or_else(|error| panic!("{error}"));
    let history = history_path(file);
    let mut moments = Vec::new();
    if history.exists() {
        let recording = Recording::open(&history).unwrap_or_else(|error| panic!("{error}"));
        for (index, moment) in recording.moments().iter().enumerate() {
            let read = recording.read(index);
            read.unwrap_or_else(|error| panic!("moment {index}: {error}"));
            moments.push(moment.step);
        }
    }
    Found {
        step: checkpoint.state.step,
        moments,
    }
}

/// Checks that a model has its history, and none was lost since the kill before: its beginning is there, about as many moments but for those that
/// made room for others, and the last is as near as they are apart.
fn check_history(kill: u64, step: u64, before: &[u64], now: &[u64]) {
    let told = format!("kill {kill}, step {step}: {before:?}, then {now:?}");
    assert_eq!(now.first(), Some(&0), "{told}");
    // A full history loses half of its moments.
    assert!(2 * now.len() >= before.len(), "{told}");
    assert!(now.last() >= before.last(), "{told}");
    assert!(now.last().is_some_and(|last| 2 * last >= step), "{told}");
}

fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn what_was_saved_and_kept_opens_after_a_kill_at_any_moment() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        learn_for_ever(Path::new(&folder));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let kills = std::env::var(KILLS).map_or(20, |kills| kills.parse::<u64>().expect("a number"));
    let seed = 41;
    eprintln!("{kills} kills, seed {seed}");
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut last, mut kept) = (0, 0);
    let mut before = Vec::new();
    for kill in 0..kills {
        let life = generator.random_range(0..LONGEST_LIFE_MS);
        live(folder.path(), Duration::from_millis(life));
        let file = model(folder.path());
        if file.exists() {
            let Found { step, moments } = opened(&file);
            assert!(step >= last, "kill {kill}: step {step} after {last}");
            last = step;
            check_history(kill, step, &before, &moments);
            before = moments;
        }
        let of_models = |name: &&String| name.ends_with(".safetensors");
        for name in names(&folder.path().join("kept")).iter().filter(of_models) {
            opened(&folder.path().join("kept").join(name));
            kept += 1;
        }
    }
    assert!(last > 0 && kept > 0, "nothing was ever saved");
    // One more start and save, and the files that nobody needs are gone. Young files may be in use.
    std::thread::sleep(Duration::from_millis(1100));
    let engine = start(
        config(41),
        Options {
            open: Some(model(folder.path())),
            keep: Some(Keep {
                folder: folder.path().join("kept"),
                every: Duration::MAX,
            }),
            history_bytes: HISTORY_BYTES,
            ..paused(1, None)
        },
    );
    wait_loaded(&engine);
    step(&engine, 1);
    save(&engine, &model(folder.path()));
    // Unsaved, it is kept at the end: only who writes into a folder tidies it.
    step(&engine, 1);
    drop(engine);
    let beside = names(folder.path());
    let known = ["alive", "kept", "model.history", "model.safetensors"];
    assert_eq!(beside, known);
    let left = names(&folder.path().join("kept"));
    let known = |name: &String| {
        (name.ends_with(".safetensors") || name.ends_with(".history"))
            && !name.starts_with("running-")
            && !name.starts_with('.')
    };
    assert!(left.iter().all(known), "{left:?}");
}
