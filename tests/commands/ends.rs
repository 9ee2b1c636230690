//! However `train` ends: by itself, by signals, unheard, killed. What it learned is in its file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use cellscope::engine::{Checkpoint, Recording, history_path};
use cellscope::files::write_atomically;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::clip::with_history;
use super::common::{cellscope, scratch, succeed};
use super::unignore_signals;

/// Far longer than any of it takes; reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often to kill; 10 times by default.
const KILLS: &str = "CELLSCOPE_TEST_KILLS";

/// Starts a training that lasts for hours, in a folder.
fn train(folder: &Path, save_every: &str, stderr: Stdio) -> Child {
    let sizes = "--preset quick --simple 20 --invariant 5 --patch 8 --batch 4 --threads 1";
    Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .arg("train")
        .args(sizes.split(' '))
        .args(["--seconds", "9999", "--out", "m.safetensors"])
        .args(["--save-every", save_every])
        .current_dir(folder)
        .stderr(stderr)
        .spawn()
        .expect("it starts")
}

fn model(folder: &Path) -> PathBuf {
    folder.join("m.safetensors")
}

fn written(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|found| found.modified()).ok()
}

/// Waits until the process has written a file, which it does only after it learned.
fn wait_for(path: &Path, process: &mut Child) {
    wait_for_another(path, None, process);
}

/// Waits until a file is there that was not written `before`.
fn wait_for_another(path: &Path, before: Option<SystemTime>, process: &mut Child) {
    let started = Instant::now();
    while written(path) == before || written(path).is_none() {
        let ended = process.try_wait().expect("a state");
        assert!(ended.is_none(), "it ended by itself: {ended:?}");
        assert!(started.elapsed() < PATIENCE, "no {}", path.display());
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn signal(process: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &process.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

/// The minibatch that a message says it was interrupted at.
fn interrupted_at(stderr: &str) -> u64 {
    let (_, rest) = stderr
        .split_once("interrupted at step ")
        .unwrap_or_else(|| panic!("no word of it: {stderr}"));
    let (step, rest) = rest.split_once(';').expect("a message goes on");
    assert!(rest.contains("the model is saved as m.safetensors"));
    step.parse().expect("a number")
}

#[test]
fn signals_within_two_seconds_are_one_which_keeps_the_model() {
    unignore_signals();
    // A terminal that closes sends two, and a session that ends another kind.
    // Of several that come together any may be the first.
    for (signals, codes) in [
        (vec!["INT"], vec![130]),
        (vec!["TERM"], vec![143]),
        (vec!["HUP"], vec![129]),
        (vec!["HUP", "HUP"], vec![129]),
        (vec!["TERM", "HUP"], vec![143, 129]),
        (vec!["HUP", "INT", "TERM", "HUP"], vec![129, 130, 143]),
    ] {
        let folder = scratch();
        let mut process = train(folder.path(), "0.05", Stdio::piped());
        wait_for(&model(folder.path()), &mut process);
        for name in &signals {
            signal(&process, name);
        }
        let output = process.wait_with_output().expect("it ends");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        let code = output.status.code().expect("it ended by itself");
        assert!(codes.contains(&code), "{signals:?}: {code}, {said}");
        let kept = Checkpoint::open(&model(folder.path())).expect("a model");
        assert_eq!(kept.state.step, interrupted_at(&said), "{signals:?}");
    }
}

#[test]
fn a_run_of_more_steps_than_can_be_counted_is_told_to_be_interrupted() {
    unignore_signals();
    let folder = scratch();
    let train = "train TINY --steps 1 --out m.safetensors";
    succeed(folder.path(), train);
    let before = written(&model(folder.path()));
    let steps = u64::MAX.to_string();
    let mut process = Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(["train", "--open", "m.safetensors", "--out", "m.safetensors"])
        .args(["--steps", &steps, "--save-every", "0.05"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    wait_for_another(&model(folder.path()), before, &mut process);
    signal(&process, "INT");
    let output = process.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{said}");
    let kept = Checkpoint::open(&model(folder.path())).expect("a model");
    assert_eq!(kept.state.step, interrupted_at(&said));
}

/// A shell starts `cellscope train &` of a script so: Ctrl-C is for what is in front.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_it_was_started_to_ignore_does_not_end_it() {
    unignore_signals();
    let folder = scratch();
    let program = env!("CARGO_BIN_EXE_cellscope");
    let train = "train --preset quick --simple 20 --invariant 5 --patch 8 --batch 4 --threads 1";
    let asked = format!("{train} --seconds 9999 --out m.safetensors --save-every 0.05");
    let mut process = Command::new("sh")
        .args(["-c", &format!("trap '' INT; exec '{program}' {asked}")])
        .current_dir(folder.path())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    wait_for(&model(folder.path()), &mut process);
    signal(&process, "INT");
    // Longer than it takes to end.
    std::thread::sleep(Duration::from_millis(500));
    let before = written(&model(folder.path()));
    wait_for_another(&model(folder.path()), before, &mut process);
    signal(&process, "TERM");
    assert_eq!(process.wait().expect("it ends").code(), Some(143));
}

#[cfg(target_os = "linux")]
#[test]
fn messages_that_nobody_can_read_cost_no_work() {
    let full = || {
        Stdio::from(
            fs::File::options()
                .write(true)
                .open("/dev/full")
                .expect("it"),
        )
    };
    let folder = scratch();
    let mut process = train(folder.path(), "0.05", full());
    wait_for(&model(folder.path()), &mut process);
    signal(&process, "TERM");
    assert_eq!(process.wait().expect("it ends").code(), Some(143));
    Checkpoint::open(&model(folder.path())).expect("a model");
    // A reader that has left.
    unignore_signals();
    let folder = scratch();
    let mut process = train(folder.path(), "0.05", Stdio::piped());
    drop(process.stderr.take());
    wait_for(&model(folder.path()), &mut process);
    signal(&process, "INT");
    assert_eq!(process.wait().expect("it ends").code(), Some(130));
    Checkpoint::open(&model(folder.path())).expect("a model");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_told() {
    for arguments in ["--help", "train --help", "--version"] {
        let full = fs::File::options().write(true).open("/dev/full");
        let ended = Command::new(env!("CARGO_BIN_EXE_cellscope"))
            .args(arguments.split(' '))
            .stdout(full.expect("it"))
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(1), "{arguments}: {said}");
        let reason = "cellscope: standard output: not written: No space left on device";
        assert!(said.contains(reason), "{arguments}: {said}");
    }
}

#[test]
fn saves_on_the_way_leave_the_model_as_it_is() {
    let folder = scratch();
    let train = |name: &str, every: &str| {
        let asked = format!("train TINY --steps 400 --threads 1 --out {name} --save-every {every}");
        succeed(folder.path(), &asked);
        Checkpoint::open(&folder.path().join(name)).expect("a model")
    };
    let (never, often) = (train("a.safetensors", "0"), train("b.safetensors", "0.01"));
    assert_eq!(never.learner.weights, often.learner.weights);
    assert_eq!(never.state.step, often.state.step);
}

#[test]
fn a_history_that_is_never_saved_is_told_once_and_at_the_end() {
    let folder = scratch();
    fs::create_dir(folder.path().join("m.history")).expect("a folder in its place");
    // Long enough for a save on the way, on any machine.
    let asked = "train TINY --seconds 2 --threads 1 --out m.safetensors --save-every 0.01";
    let ended = cellscope(folder.path(), asked);
    assert_eq!(ended.code, Some(1));
    let lines = ended
        .stderr
        .lines()
        .filter(|line| line.contains("its history is not"));
    let is_end: Vec<_> = lines.map(|line| line.starts_with("cellscope: ")).collect();
    assert_eq!(is_end, [false, true], "{}", ended.stderr);
    Checkpoint::open(&model(folder.path())).expect("a model");
}

#[test]
fn a_file_that_another_program_wrote_meanwhile_is_left_alone() {
    let folder = scratch();
    let file = model(folder.path());
    // What is there at the start is to be replaced.
    fs::write(&file, b"\x02\0\0\0\0\0\0\0{}").expect("written");
    let before = written(&file);
    let mut process = train(folder.path(), "0.05", Stdio::piped());
    wait_for_another(&file, before, &mut process);
    fs::write(folder.path().join("other"), "of another program").expect("written");
    fs::rename(folder.path().join("other"), &file).expect("replaced");
    std::thread::sleep(Duration::from_millis(200));
    signal(&process, "TERM");
    assert_eq!(process.wait().expect("it ends").code(), Some(143));
    let mut said = String::new();
    let mut pipe = process.stderr.take().expect("a pipe");
    std::io::Read::read_to_string(&mut pipe, &mut said).expect("text");
    assert!(
        said.contains("another program wrote it meanwhile"),
        "{said}"
    );
    assert!(said.contains("saved as m-2.safetensors instead"), "{said}");
    assert_eq!(fs::read(&file).expect("there"), b"of another program");
    Checkpoint::open(&folder.path().join("m-2.safetensors")).expect("a model");
}

/// The power cut: `CELLSCOPE_TEST_KILLS=1000` makes it as many.
#[test]
fn what_train_saved_opens_after_a_kill_at_any_moment() {
    let kills = std::env::var(KILLS).map_or(10, |kills| kills.parse::<u64>().expect("a number"));
    let seed = 43;
    eprintln!("{kills} kills, seed {seed}");
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let folder = scratch();
    let file = model(folder.path());
    for kill in 0..kills {
        let before = written(&file);
        let mut process = train(folder.path(), "0.01", Stdio::null());
        wait_for_another(&file, before, &mut process);
        let life = Duration::from_millis(generator.random_range(0..300));
        std::thread::sleep(life);
        process.kill().expect("killed");
        process.wait().expect("ended");
        let saved = Checkpoint::open(&file);
        let saved = saved.unwrap_or_else(|error| panic!("kill {kill}, after {life:?}: {error}"));
        assert!(saved.state.step > 0);
        let history = history_path(&file);
        if history.exists() {
            let recording = Recording::open(&history);
            recording.unwrap_or_else(|error| panic!("kill {kill}, after {life:?}: {error}"));
        }
    }
    // Young files may be in use; the next save removes what is left of the others.
    std::thread::sleep(Duration::from_millis(1_100));
    let ended = cellscope(folder.path(), "train TINY --steps 3 --out m.safetensors");
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let left = fs::read_dir(folder.path()).expect("a folder");
    let mut left: Vec<_> = left.map(|file| file.expect("a file").file_name()).collect();
    left.sort();
    assert_eq!(left, ["m.history", "m.safetensors"]);
}

#[test]
fn a_limit_on_the_size_of_files_is_told_as_a_full_disk_is() {
    let folder = scratch();
    for command in [
        "train --preset quick --steps 1 --history 0 --out m.safetensors",
        "manual --out manual",
    ] {
        let program = env!("CARGO_BIN_EXE_cellscope");
        let limited = Command::new("sh")
            .args(["-c", &format!("ulimit -f 4; exec '{program}' {command}")])
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        let told = String::from_utf8(limited.stderr).expect("text");
        assert_eq!(limited.status.code(), Some(1), "{command}: {told}");
        assert!(told.contains("File too large"), "{command}: {told}");
    }
    let left = fs::read_dir(folder.path().join("manual/completions")).expect("a folder");
    assert_eq!(left.count(), 0, "no file that is cut off");
}

/// The first hidden file of a folder.
fn hidden(folder: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder");
    let mut paths = files.map(|file| file.expect("a file").path());
    paths.find(|path| {
        let name = path.file_name().expect("a name");
        name.to_string_lossy().starts_with('.')
    })
}

#[test]
fn what_a_killed_clip_leaves_is_gone_once_something_is_written_beside_it() {
    let folder = with_history();
    let mut process = Command::new(env!("CARGO_BIN_EXE_cellscope"))
        .args(["clip", "m.safetensors", "--out", "c.gif"])
        .args(["--seconds", "120", "--fps", "50", "--width", "1500"])
        .current_dir(folder.path())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let started = Instant::now();
    let is_begun = |path: PathBuf| path.metadata().is_ok_and(|found| found.len() > 0);
    while !hidden(folder.path()).is_some_and(is_begun) {
        let ended = process.try_wait().expect("a state");
        assert!(ended.is_none(), "it ended by itself: {ended:?}");
        assert!(started.elapsed() < PATIENCE, "no frame was written");
        std::thread::sleep(Duration::from_millis(2));
    }
    let write = || write_atomically(&folder.path().join("text"), b"text").expect("written");
    write();
    let half = hidden(folder.path());
    assert!(half.is_some(), "removed while it is written");
    process.kill().expect("killed");
    process.wait().expect("ended");
    assert_eq!(hidden(folder.path()), half);
    // Young files may be in use.
    std::thread::sleep(Duration::from_millis(1100));
    write();
    assert_eq!(hidden(folder.path()), None);
}
