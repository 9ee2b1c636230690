//! Sweeps from the plan to the table and the map.

use std::fs;
use std::path::Path;

use cellscope::analysis::spectral_concentration;
use cellscope::engine::Checkpoint;
use cellscope::model::is_dead;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;

use super::common::{cellscope, scratch, succeed};
use super::{array, json, number, refused};

/// Sizes at which a task is fast.
const TINY: &str = "movies = { patch_side = 8, frames = 2 }\nlearning.batch_movies = 4\n\
                    model.simple = 20\nmodel.invariant = 5\n";

pub(crate) fn plan(folder: &Path, settings: &str) {
    fs::write(folder.join("p.toml"), format!("{settings}\n{TINY}")).expect("written");
    succeed(folder, "sweep plan p.toml --out s");
}

/// The table without what depends on the machine.
pub(crate) fn table(folder: &Path) -> Vec<Value> {
    succeed(folder, "sweep collect s --out s.json");
    let mut rows = json(&folder.join("s.json"));
    let rows = rows.as_array_mut().expect("a list");
    for row in rows.iter_mut().filter_map(Value::as_object_mut) {
        row.remove("elapsed_secs");
        row.remove("patches_per_second");
    }
    rows.clone()
}

pub(crate) fn model(folder: &Path, task: usize) -> Checkpoint {
    let path = folder.join(format!("s/tasks/{task:04}/model.safetensors"));
    Checkpoint::open(&path).expect("a model")
}

#[test]
fn a_sweep_is_planned_run_collected_and_drawn() {
    let folder = scratch();
    let folder = folder.path();
    plan(
        folder,
        "steps = 30\nseed = [0, 1]\nmodel.alpha = [0.2, 0.4, 0.8]\nmodel.beta = [0.05, 0.1]",
    );
    let status = succeed(folder, "sweep status s").stdout;
    assert_eq!(
        status,
        "12 tasks: 0 done, 0 running, 12 waiting, 0 failed\n"
    );
    refused(
        folder,
        "sweep map s --measure energy --over alpha,beta --out m.svg",
        "no task that is done",
    );
    succeed(folder, "sweep task s 3 --threads 2");
    let ran = succeed(folder, "sweep run s --jobs 2");
    assert!(ran.stderr.contains("12 of 12 tasks done"), "{}", ran.stderr);
    // The model is that of `train` with these settings.
    succeed(
        folder,
        "train --preset paper --patch 8 --frames 2 --batch 4 --simple 20 --invariant 5 --alpha 0.4 --beta 0.1 --seed 0 --steps 30 --out t.safetensors",
    );
    let trained = Checkpoint::open(&folder.join("t.safetensors")).expect("a model");
    for task in [3, 9] {
        let of_task = model(folder, task);
        assert_eq!(
            (of_task.config.seed, of_task.state.step),
            (task as u64 / 6, 30)
        );
        assert_eq!(
            of_task.learner.weights == trained.learner.weights,
            task == 3
        );
    }
    let table = table(folder);
    assert_eq!(table.len(), 12);
    for row in &table {
        assert_eq!(
            (&row["state"], number(&row["steps"])),
            (&Value::from("done"), 30.0)
        );
        assert!((0.0..=1.0).contains(&number(&row["density_z"])), "{row}");
        assert!(number(&row["energy"]) > 0.0, "{row}");
    }
    assert!(
        number(&table[0]["density_z"]) > number(&table[4]["density_z"]),
        "by alpha"
    );
    succeed(folder, "sweep collect s --out s.csv");
    let csv = fs::read_to_string(folder.join("s.csv")).expect("a table");
    assert!(
        csv.starts_with("task,state,seed,model.alpha,model.beta,steps,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 13);
    succeed(folder, "sweep collect s --out s.parquet");
    assert_same_table(&folder.join("s.parquet"), &folder.join("s.json"));
    fs::write(folder.join("mine.json"), r#"{"seed": 7}"#).expect("a configuration");
    refused(
        folder,
        "sweep collect s --out mine.json",
        "mine.json: is a configuration",
    );
    refused(
        folder,
        "sweep collect s --out s.txt",
        "--out s.txt: should end in .csv, .json or .parquet",
    );
    let beyond = cellscope(folder, "sweep task s 12");
    assert_eq!(beyond.code, Some(2), "{beyond:?}");
    assert!(
        beyond.stderr.contains("task 12: the tasks are 0 to 11"),
        "{beyond:?}"
    );
    // Nothing is done twice, and another plan does not get among it.
    assert!(
        succeed(folder, "sweep task s 3")
            .stderr
            .contains("done already")
    );
    succeed(folder, "sweep plan p.toml --out s");
    fs::write(folder.join("q.toml"), "steps = 1").expect("written");
    refused(folder, "sweep plan q.toml --out s", "tasks of another plan");
    drawn(folder);
}

#[test]
fn files_that_tasks_leave_out_are_told_once() {
    let folder = scratch();
    let folder = folder.path();
    fs::write(folder.join("broken.png"), "no picture").expect("written");
    let good = image::GrayImage::from_fn(60, 60, |x, y| image::Luma([((x * y) % 251) as u8]));
    good.save(folder.join("good.png")).expect("written");
    plan(
        folder,
        "steps = 2\nseed = [0, 1]\nsource.images = [\"broken.png\", \"good.png\"]",
    );
    let said = succeed(folder, "sweep run s").stderr;
    let lines = said.lines().filter(|line| line.contains("skipped "));
    let lines: Vec<_> = lines.collect();
    assert!(
        lines.len() == 1 && lines[0].contains("broken.png"),
        "{said}"
    );
}

#[test]
fn steps_that_vary_are_one_column() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, "steps = [1, 2]");
    succeed(folder, "sweep task s 1");
    for ending in ["csv", "json", "parquet"] {
        succeed(folder, &format!("sweep collect s --out s.{ending}"));
    }
    let csv = fs::read_to_string(folder.join("s.csv")).expect("a table");
    let lines: Vec<_> = csv.lines().collect();
    assert!(lines[0].starts_with("task,state,steps,movies_seen,"));
    assert!(lines[1].starts_with("0,waiting,1,,") && lines[2].starts_with("1,done,2,8,"));
    let steps: Vec<_> = table(folder)
        .iter()
        .map(|row| row["steps"].clone())
        .collect();
    assert_eq!(steps, [1, 2].map(Value::from));
    assert_same_table(&folder.join("s.parquet"), &folder.join("s.json"));
}

#[test]
fn seeds_of_64_bits_stay_numbers() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, "steps = 1\nseed = [1, 18446744073709551615]");
    for ending in ["json", "parquet"] {
        succeed(folder, &format!("sweep collect s --out s.{ending}"));
    }
    assert_eq!(table(folder)[1]["seed"].as_u64(), Some(u64::MAX));
    assert_same_table(&folder.join("s.parquet"), &folder.join("s.json"));
}

#[test]
fn a_third_layer_and_held_shares_have_columns_of_their_own() {
    let folder = scratch();
    let folder = folder.path();
    plan(
        folder,
        "steps = 2\nmodel.top = [0, 4]\nmodel.invariant_share = 0.1",
    );
    succeed(folder, "sweep run s");
    let rows = table(folder);
    assert_eq!(rows.len(), 2);
    for row in rows {
        let value = |name: &str| row[name].as_f64();
        let terms = [
            "reconstruction",
            "simple_sparsity",
            "modulated",
            "invariant_sparsity",
            "top_modulated",
            "top_sparsity",
        ];
        let sum: f64 = terms.into_iter().filter_map(value).sum();
        let energy = value("energy").expect("energy");
        assert!((sum - energy).abs() < 1e-9 * energy, "{row}");
        let has_top = row["model.top"] == 4;
        assert_eq!(value("top_sparsity").is_some(), has_top, "{row}");
        // Eight movies tell of no unit that it is dead.
        for name in ["dead_simple", "dead_invariant", "dead_top"] {
            assert!(row.get(name).is_some_and(Value::is_null), "{row}");
        }
        let beta = value("adapted_beta").expect("the beta at the end");
        assert!(beta > 0.0 && beta != f64::from(0.3_f32), "{row}");
    }
}

/// A Parquet file and a JSON file hold the same rows.
fn assert_same_table(parquet: &Path, other: &Path) {
    let file = fs::File::open(parquet).expect("a table");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let rows = reader.get_row_iter(None).expect("rows");
    let rows: Vec<Row> = rows.map(|row| row.expect("a row")).collect();
    let other = json(other);
    let expected = other.as_array().expect("a list");
    assert_eq!(rows.len(), expected.len());
    for (row, expected) in rows.iter().zip(expected) {
        let expected = expected.as_object().expect("a row");
        assert_eq!(row.len(), expected.len());
        for (name, field) in row.get_column_iter() {
            let of_json = &expected[name];
            let is_same = match field {
                Field::Null => of_json.is_null(),
                Field::Long(value) => of_json.as_i64() == Some(*value),
                Field::ULong(value) => of_json.as_u64() == Some(*value),
                Field::Double(value) => of_json.as_f64() == Some(*value),
                Field::Str(value) => of_json.as_str() == Some(value),
                _ => false,
            };
            assert!(is_same, "{name}: {field}, not {of_json}");
        }
    }
}

/// The maps of the sweep before.
fn drawn(folder: &Path) {
    for ending in ["svg", "png", "csv", "npy"] {
        let map =
            format!("sweep map s --measure density_z --over alpha,beta,seed --out m.{ending}");
        succeed(folder, &map);
    }
    let map: ndarray::Array3<f32> = array(&folder.join("m.npy"));
    assert_eq!(map.dim(), (2, 2, 3), "seeds, betas, alphas");
    let csv = fs::read_to_string(folder.join("m.csv")).expect("a table");
    assert!(
        csv.starts_with("# sweep: s\n# Share of z active of 12 of 12 models\nmodel.alpha,model.beta,seed,density_z,models\n0.2,0.05,0,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 15);
    succeed(
        folder,
        "sweep map s --measure density_z --over beta,alpha --out median.npy",
    );
    let median: ndarray::Array3<f32> = array(&folder.join("median.npy"));
    assert_eq!(median.dim(), (1, 3, 2));
    let mean = (map[[0, 1, 2]] + map[[1, 1, 2]]) / 2.0;
    assert!(
        (median[[0, 2, 1]] - mean).abs() < 1e-6,
        "the median of two seeds"
    );
    for (over, says) in [
        (
            "alpha,alpha",
            "--over: a map is over one setting, or over two or three different ones, not over alpha, alpha",
        ),
        (
            "alpha,gamma",
            "--over: gamma should be one of the settings that vary: seed, model.alpha, model.beta",
        ),
    ] {
        refused(
            folder,
            &format!("sweep map s --measure energy --over {over} --out m.svg"),
            says,
        );
    }
    refused(
        folder,
        "sweep map s --measure beauty --over alpha,beta --out m.svg",
        "--measure: there is no measure beauty; the measures are steps, movies_seen",
    );
}

#[test]
fn the_concentration_is_that_of_all_units_as_train_tells_it() {
    let folder = scratch();
    let folder = folder.path();
    plan(
        folder,
        "steps = 30\nmodel.alpha = 0.2\nmodel.beta = [0.08, 0.09, 0.1, 0.11, 0.12]",
    );
    succeed(folder, "sweep run s");
    let table = table(folder);
    let mut some_are_dead = 0;
    for (task, row) in table.iter().enumerate() {
        let trained = model(folder, task);
        let weights = &trained.learner.weights;
        let unit_use = weights.layers[0].unit_use();
        let found = spectral_concentration(weights, 8).expect("units");
        assert_eq!(number(&row["concentration"]), found.median);
        assert_eq!(
            number(&row["concentration_shuffled"]),
            found.shuffled_median
        );
        let alive = unit_use.iter().filter(|&&of| !is_dead(of)).count();
        some_are_dead += usize::from((1..unit_use.len()).contains(&alive));
    }
    assert!(
        some_are_dead > 0,
        "no task tells all units from those that are alive"
    );
    succeed(
        folder,
        "train --preset paper --patch 8 --frames 2 --batch 4 --simple 20 --invariant 5 --alpha 0.2 --beta 0.1 --seed 0 --steps 30 --out t.safetensors \
         --json t.json",
    );
    let trained = json(&folder.join("t.json"));
    assert_eq!(
        trained["orientation_concentration"],
        table[2]["concentration"]
    );
}

#[test]
fn files_of_a_sweep_and_plans_are_not_replaced() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, "steps = 3\nseed = [0, 1]");
    let tasks = fs::read(folder.join("s/sweep.json")).expect("tasks");
    for command in [
        "sweep collect s --out s/sweep.json",
        "sweep collect s --out s/../s/sweep.json",
        "sweep status s --json s/plan.toml",
    ] {
        refused(folder, command, "name another file");
    }
    assert_eq!(fs::read(folder.join("s/sweep.json")).expect("tasks"), tasks);
    fs::create_dir(folder.join("mine")).expect("made");
    fs::write(folder.join("mine/plan.toml"), "steps = 9").expect("written");
    refused(folder, "sweep plan p.toml --out mine", "is another plan");
    let mine = fs::read_to_string(folder.join("mine/plan.toml")).expect("there");
    assert_eq!(mine, "steps = 9");
}

#[test]
fn the_folder_of_a_sweep_among_pictures_is_called_one() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, "steps = 1");
    refused(
        folder,
        "train --images s --steps 1 --out m.safetensors",
        "/s is the folder of a sweep: open it by File > Open sweep, or by `cellscope --sweep`",
    );
}

/// A worker of HyperQueue may be a task of a Slurm array itself.
#[cfg(unix)]
#[test]
fn a_script_does_the_task_of_the_batch_system_that_starts_it() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, "steps = 1\nseed = [0, 1, 2]");
    succeed(folder, "sweep submit s --engine hyperqueue --dry-run");
    let states = |variables: &[(&str, &str)]| {
        let script = std::process::Command::new("sh")
            .arg(folder.join("s/task.sh"))
            .env_remove("HQ_TASK_ID")
            .env_remove("CELLSCOPE_FIRST")
            .envs(variables.iter().copied())
            .status();
        assert!(script.expect("a shell").success());
        table(folder)
            .iter()
            .map(|row| row["state"] == "done")
            .collect::<Vec<_>>()
    };
    let of_slurm = ("SLURM_ARRAY_TASK_ID", "1");
    assert_eq!(
        states(&[of_slurm, ("HQ_TASK_ID", "2")]),
        [false, false, true]
    );
    assert_eq!(states(&[of_slurm]), [false, true, true]);
}

#[test]
fn what_a_task_takes_of_a_machine_can_be_planned_anew_and_the_tasks_stay() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, "steps = 3\nseed = [0, 1]");
    succeed(folder, "sweep task s 0");
    plan(folder, "steps = 3\nseed = [0, 1]\njob.minutes = 120");
    assert_eq!(json(&folder.join("s/sweep.json"))["job"]["minutes"], 120);
    let status = succeed(folder, "sweep status s").stdout;
    assert!(status.starts_with("2 tasks: 1 done"), "{status}");
    fs::write(folder.join("q.toml"), "steps = 4\nseed = [0, 1]").expect("written");
    refused(folder, "sweep plan q.toml --out s", "tasks of another plan");
}

#[test]
fn over_one_setting_each_model_has_a_line_of_its_own_and_over_none_there_is_no_map() {
    let folder = scratch();
    let folder = folder.path();
    plan(folder, "steps = 3\nmodel.beta = [0.1, 0.2]\nseed = [0, 1]");
    succeed(folder, "sweep task s 0");
    succeed(folder, "sweep task s 1");
    for ending in ["svg", "csv", "npy"] {
        let map = format!("sweep map s --measure steps --over beta --out m.{ending}");
        succeed(folder, &map);
    }
    let csv = fs::read_to_string(folder.join("m.csv")).expect("a table");
    let head = "# sweep: s\n# Steps of 2 of 4 models, line: the mean over seed\n";
    let lines =
        "model.beta,task,steps,models,seed\n0.1,0,3,1,0\n0.2,2,,0,0\n0.1,1,3,1,1\n0.2,3,,0,1\n";
    assert_eq!(csv, format!("{head}{lines}"));
    let chart: ndarray::Array3<f32> = array(&folder.join("m.npy"));
    assert_eq!(chart.dim(), (1, 2, 2), "models with a value, values");
    let folder = scratch();
    plan(folder.path(), "steps = 3");
    refused(
        folder.path(),
        "sweep map s --measure energy --over seed --out m.svg",
        "none varies; `sweep collect`",
    );
}
