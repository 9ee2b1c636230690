//! Tasks that fail, are killed or interrupted: nothing that is done is lost, and the sweep goes on.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::common::{cellscope, scratch, succeed};
use super::sweep::{model, plan, table};
use super::{json, refused};

/// Far longer than any of it takes; reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

#[test]
fn results_and_models_of_another_plan_are_not_taken_for_those_of_this_one() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, "steps = 3\nmodel.alpha = [0.2, 0.4]");
    succeed(folder, "sweep task s 0");
    fs::remove_file(folder.join("s/sweep.json")).expect("removed");
    fs::remove_file(folder.join("s/plan.toml")).expect("removed");
    fs::rename(folder.join("s/tasks"), folder.join("tasks")).expect("moved");
    plan(folder, "steps = 3\nmodel.alpha = [0.3, 0.4]");
    fs::rename(folder.join("tasks"), folder.join("s/tasks")).expect("moved");
    let status = succeed(folder, "sweep status s");
    assert!(status.stdout.contains("0 done"), "{status:?}");
    assert!(status.stdout.contains("1 failed"), "{status:?}");
    let reason = "is of another plan (model.alpha 0.2)";
    assert!(format!("{status:?}").contains(reason), "{status:?}");
    // Nor does the task go on with the model of the other plan.
    fs::remove_file(folder.join("s/tasks/0000/result.json")).expect("removed");
    refused(
        folder,
        "sweep task s 0",
        "model.safetensors: is of another plan",
    );
}

#[test]
fn a_task_that_fails_says_why_and_is_tried_again_when_asked() {
    let folder = scratch();
    let folder = folder.path();
    plan(
        folder,
        "steps = 3\nseed = [0, 1]\nsource = { images = [\"pictures\"] }",
    );
    refused(folder, "sweep run s", "0 of 2 tasks done, 2 failed");
    let status = succeed(folder, "sweep status s").stdout;
    assert!(
        status.contains("\ntask 1 (seed 1): ") && status.contains("pictures"),
        "{status}"
    );
    fs::create_dir(folder.join("pictures")).expect("made");
    let picture = image::GrayImage::from_fn(40, 30, |x, y| image::Luma([(x * y % 251) as u8]));
    picture
        .save(folder.join("pictures/a.png"))
        .expect("written");
    refused(folder, "sweep run s", "0 of 2 tasks done, 2 failed");
    refused(folder, "sweep task s 0", "; --retry tries it again");
    succeed(folder, "sweep run s --retry");
    succeed(folder, "sweep status s --json status.json");
    let status = json(&folder.join("status.json"));
    assert_eq!(
        (&status["done"], &status["failed"]),
        (&Value::from(2), &Value::Array(Vec::new()))
    );
    // A result or a failure that is damaged is that of one task, which is done again.
    let result = folder.join("s/tasks/0000/result.json");
    let whole = fs::read(&result).expect("a result");
    fs::remove_file(&result).expect("removed");
    fs::write(result.with_file_name("failure.json"), "").expect("written");
    let status = succeed(folder, "sweep status s").stdout;
    assert!(
        status.contains("failure.json: the text is empty")
            && status.contains("--retry` retries failed tasks"),
        "{status}"
    );
    succeed(folder, "sweep run s --retry");
    fs::write(&result, "{").expect("written");
    let status = succeed(folder, "sweep status s").stdout;
    assert!(
        status.contains("result.json: it ends within an object at line 1 column 1")
            && status.contains("--retry` retries failed tasks"),
        "{status}"
    );
    succeed(folder, "sweep run s --retry");
    let again = fs::read(&result).expect("a result");
    let same_but_for_speed = |bytes: &[u8]| {
        let mut result: Value = serde_json::from_slice(bytes).expect("JSON");
        let measures = result["measures"].as_object_mut().expect("measures");
        measures.remove("elapsed_secs");
        measures.remove("patches_per_second");
        result
    };
    assert_eq!(same_but_for_speed(&again), same_but_for_speed(&whole));
}

#[test]
fn pictures_that_are_not_here_are_told_and_a_damaged_sweep_says_the_way_out() {
    let folder = scratch();
    let folder = folder.path();
    let text =
        "preset = \"quick\"\nsteps = 5\nseed = [0, 1]\nsource = { images = [\"nowhere\"] }\n";
    fs::write(folder.join("plan.toml"), text).expect("a plan");
    let planned = succeed(folder, "sweep plan plan.toml --out s");
    assert!(
        planned
            .stderr
            .contains("nowhere: no such file or folder here"),
        "{}",
        planned.stderr
    );
    fs::write(folder.join("s/sweep.json"), "{}").expect("a file");
    refused(folder, "sweep status s", "missing key `base`");
    fs::write(folder.join("s/sweep.json"), "{").expect("a file");
    let reason = "it ends within an object at line 1 column 1; plan the sweep anew";
    refused(folder, "sweep status s", reason);
}

/// Tasks long enough to be met at work.
const LONG: &str = "steps = 1500\nseed = [0, 1, 2, 3]\njob.save_every = 0.05";

fn start(folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cellscope"));
    command
        .args(["sweep", "run", "s", "--jobs", "2"])
        .current_dir(folder);
    command.stderr(Stdio::piped()).spawn().expect("it starts")
}

fn wait_until(holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < PATIENCE, "it never holds");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The files of a kind that tasks have.
fn files(folder: &Path, name: &str) -> Vec<std::path::PathBuf> {
    let tasks = (0..4).map(|task| folder.join(format!("s/tasks/{task:04}/{name}")));
    tasks.filter(|path| path.exists()).collect()
}

/// The processes of a runner. Only Linux tells.
#[cfg(target_os = "linux")]
fn children(runner: &Child) -> Vec<u32> {
    let id = runner.id();
    let text = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let ids = text
        .split_whitespace()
        .map(|id| id.parse().expect("a number"));
    ids.collect()
}

#[cfg(target_os = "linux")]
fn kill(id: u32, signal: &str) {
    let sent = Command::new("kill")
        .args([signal, &id.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

/// However the runner and the tasks end, no task that is done is lost, and the table is that of a sweep left alone.
#[cfg(target_os = "linux")]
#[test]
fn a_sweep_that_was_killed_goes_on_to_the_same_table() {
    let (alone, folder) = (scratch(), scratch());
    plan(alone.path(), LONG);
    succeed(alone.path(), "sweep run s --jobs 2");
    let folder = folder.path();
    plan(folder, LONG);
    // A runner is killed when one task is done; what it started ends by itself.
    let mut runner = start(folder);
    wait_until(|| !files(folder, "result.json").is_empty());
    let tasks = children(&runner);
    runner.kill().expect("killed");
    runner.wait().expect("ended");
    wait_until(|| {
        tasks
            .iter()
            .all(|id| !Path::new(&format!("/proc/{id}/exe")).exists())
    });
    let done = files(folder, "result.json");
    assert!(done.len() < 4, "all were done before the kill");
    let results: Vec<_> = done
        .iter()
        .map(|path| fs::read(path).expect("a result"))
        .collect();
    // A task is killed: it is named, and the others go on.
    let runner = start(folder);
    wait_until(|| !children(&runner).is_empty());
    kill(children(&runner)[0], "-KILL");
    let output = runner.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("failed: ended with signal: 9"), "{said}");
    assert!(said.contains("3 of 4 tasks done, 1 failed"), "{said}");
    succeed(folder, "sweep run s --retry");
    for (path, result) in done.iter().zip(results) {
        assert_eq!(
            fs::read(path).expect("a result"),
            result,
            "{}",
            path.display()
        );
    }
    assert_eq!(table(folder), table(alone.path()));
    for task in 0..4 {
        assert_eq!(
            model(folder, task).learner,
            model(alone.path(), task).learner
        );
    }
}

/// Ctrl-C: the tasks keep their models, and the sweep goes on from them.
#[cfg(target_os = "linux")]
#[test]
fn a_sweep_that_was_interrupted_goes_on_where_it_was() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, LONG);
    super::unignore_signals();
    let runner = start(folder);
    wait_until(|| files(folder, "model.safetensors").len() == 2);
    kill(runner.id(), "-INT");
    let output = runner.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted: "), "{said}");
    let begun = model(folder, 0).state.step;
    assert!(files(folder, "failure.json").is_empty() && begun > 0);
    assert!(
        cellscope(folder, "sweep run s")
            .stderr
            .contains("4 of 4 tasks done")
    );
    assert_eq!(model(folder, 0).state.step, 1500);
}

#[test]
fn a_model_that_cannot_be_opened_is_moved_aside_before_its_task_begins_anew() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, "steps = 3");
    let task = folder.join("s/tasks/0000");
    fs::create_dir_all(&task).expect("a folder");
    fs::write(task.join("model.safetensors"), "of a newer version").expect("written");
    let told = succeed(folder, "sweep task s 0").stderr;
    assert!(told.contains("and the task begins anew"), "{told}");
    assert_eq!(model(folder, 0).state.step, 3);
    let files = fs::read_dir(&task).expect("a folder").flatten();
    let texts = files.map(|file| fs::read(file.path()).unwrap_or_default());
    assert_eq!(
        texts.filter(|text| text == b"of a newer version").count(),
        1,
        "{told}"
    );
}
