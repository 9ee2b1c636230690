//! The benchmark of whole stages: what it writes is what it measured on, and what it was asked for.

#[path = "bench/stages/mod.rs"]
mod stages;

use std::fs;
use std::path::Path;

use clap::Parser;
use ndarray::{Array, Array1, Array2, Array3, Axis, Dimension, Ix2, s};
use ndarray_npy::{ReadNpyExt, ReadableElement};
use serde_json::Value;

use stages::clock::{Lap, Timing, affordable, crews, interleaved, interleaved_warm};
use stages::scaling::{Cost, growth, slope};
use stages::{BenchArgs, bench};

/// A small dictionary, trained for a moment.
const SMALL: &str = "--units 40 --alphas 0.5 --patches 90 --runs 1 --threads 1,2";

/// Runs the benchmark; `DIR` in its arguments stands for the folder.
fn run(folder: &Path, arguments: &str) -> anyhow::Result<Value> {
    let json = folder.join("report.json");
    let folder = folder.to_str().expect("a path in UTF-8");
    let arguments = arguments.replace("DIR", folder);
    let words = ["stages"].into_iter().chain(arguments.split_whitespace());
    let args = BenchArgs::try_parse_from(words.chain(["--json", json.to_str().expect("UTF-8")]));
    bench(&args.expect("arguments of the benchmark"))?;
    Ok(serde_json::from_slice(&fs::read(&json)?)?)
}

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn array<A: ReadableElement, D: Dimension>(path: &Path) -> Array<A, D> {
    Array::read_npy(fs::File::open(path).expect("a file is there")).expect("an array")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn exported_codes_are_those_measured_and_reach_every_gap() {
    let folder = scratch();
    let stages = "codes,movies,joint,learning,roofline";
    let report = run(
        folder.path(),
        &format!("{SMALL} --seconds-to-train 0.2 --only {stages} --export DIR/out"),
    )
    .expect("a report");
    let subject = &report["subjects"][0];
    let out = folder.path().join("out");
    let x: Array2<f64> = array::<f32, _>(&out.join("patches.npy")).mapv(f64::from);
    let movies: Array3<f32> = array(&out.join("movies.npy"));
    assert_eq!((x.dim(), movies.dim()), ((90, 400), (30, 3, 400)));
    let own = out.join("k40-alpha0.5");
    let w: Array2<f64> = array::<f32, _>(&own.join("W.npy")).mapv(f64::from);
    let reached = list(&subject["codes_reached"]);
    assert_eq!(reached.len(), 2);
    for (reached, file) in reached.iter().zip(["z-1e-4.npy", "z-1e-6.npy"]) {
        let z: Array2<f64> = array::<f32, _>(&own.join(file)).mapv(f64::from);
        let residual = &x - &z.dot(&w.t());
        let energy = 0.5 * residual.mapv(|r| r * r).sum() + 0.5 * z.mapv(f64::abs).sum();
        let told = number(&reached["energy"]) * x.nrows() as f64;
        assert!((told / energy - 1.0).abs() < 1e-5, "{told} for {energy}");
        let asked = number(&reached["relative_gap_asked"]);
        assert!(number(&reached["largest_relative_gap"]) <= asked);
        assert_eq!(reached["missed"], 0);
    }
    let joint = list(&subject["joint"]);
    assert_eq!(joint.len(), 2);
    let told = number(&joint[0]["energy"]);
    let energy = joint_energy(&own, &movies, number(&subject["beta"]));
    assert!((told / energy - 1.0).abs() < 1e-5, "{told} for {energy}");
    // Two gaps on two numbers of threads; three stages of two crews have rows in the table.
    assert_eq!(list(&subject["codes"]).len(), 4);
    assert_eq!(list(&subject["movies"]).len(), 2);
    let learning = list(&subject["learning"]);
    assert_eq!(learning.len(), 2);
    for speed in ["movies_per_second", "movies_per_second_apart"] {
        assert!(learning.iter().all(|crew| number(&crew[speed]) > 0.0));
    }
    assert_eq!(list(&subject["roofline"]).len(), 2 + 4 + 2 + 10);
    assert_eq!(list(&report["machine"]["rates"]).len(), 2);
}

/// Mean joint energy of the codes in a folder, at alpha 0.5. Each movie's must be that of its codes by the equation.
fn joint_energy(own: &Path, movies: &Array3<f32>, beta: f64) -> f64 {
    let read = |file: &str| array::<f32, Ix2>(&own.join(file)).mapv(f64::from);
    let (w, a) = (read("W.npy"), read("A.npy"));
    let (z, u) = (read("joint-z-1e-4.npy"), read("joint-u-1e-4.npy"));
    let told: Array1<f64> = array(&own.join("joint-energy-1e-4.npy"));
    let (count, frames, _) = movies.dim();
    assert_eq!(
        (z.nrows(), u.nrows(), told.len()),
        (count * frames, count, count)
    );
    for (movie, told) in told.iter().enumerate() {
        let x = movies.index_axis(Axis(0), movie).mapv(f64::from);
        let z = z.slice(s![movie * frames..(movie + 1) * frames, ..]);
        let decay = a.dot(&u.row(movie)).mapv(|drive| (-drive).exp());
        let pooled = z.mapv(f64::abs).sum_axis(Axis(0));
        let misfit = (&x - &z.dot(&w.t())).mapv(|r| r * r).sum();
        let below = 0.5 * 0.5 * (pooled.sum() + pooled.dot(&decay));
        let energy = 0.5 * misfit + below + beta * u.row(movie).sum();
        assert!(
            (told - energy).abs() <= 1e-5 * energy,
            "{told} for {energy}"
        );
    }
    told.mean().expect("movies")
}

#[test]
fn an_exported_folder_is_measured_again_with_the_same_codes() {
    let folder = scratch();
    let first = run(
        folder.path(),
        &format!("{SMALL} --seconds-to-train 0.1 --only codes --export DIR/out"),
    )
    .expect("a report");
    let again = run(
        folder.path(),
        &format!("{SMALL} --only codes --from DIR/out"),
    )
    .expect("a report");
    let reached = |report: &Value| report["subjects"][0]["codes_reached"].clone();
    assert_eq!(reached(&first), reached(&again));
    assert_eq!(list(&again["machine"]["rates"]).len(), 0);
}

#[test]
fn filters_kept_while_learning_have_norm_1_and_span_the_time_asked_for() {
    let folder = scratch();
    let learn = "--learn-seconds 0.5 --learn-patches 500 --export DIR/out";
    let report = run(
        folder.path(),
        &format!("{SMALL} --seconds-to-train 0.1 --only codes {learn}"),
    )
    .expect("a report");
    let out = folder.path().join("out");
    let train: Array2<f32> = array(&out.join("train.npy"));
    assert_eq!(train.dim(), (500, 400));
    let kept = list(&report["learned"]);
    let secs: Vec<f64> = kept.iter().map(|kept| number(&kept["secs"])).collect();
    assert!(
        secs.is_sorted() && secs.last().is_some_and(|&last| last >= 0.5),
        "{secs:?}"
    );
    for kept in kept {
        let w: Array2<f32> = array(&out.join(kept["file"].as_str().expect("a name")));
        assert_eq!(w.dim(), (400, 40));
        for filter in w.columns() {
            assert!((filter.dot(&filter) - 1.0).abs() < 1e-5);
        }
    }
}

#[test]
fn what_cannot_be_measured_is_named() {
    let folder = scratch();
    run(
        folder.path(),
        &format!("{SMALL} --seconds-to-train 0.1 --only codes --export DIR/out"),
    )
    .expect("a report");
    for (arguments, named) in [
        ("--from DIR/nowhere", "nowhere"),
        ("--from DIR/nowhere --only scaling", "--images"),
        ("--alphas=-1 --seconds-to-train 0.1", "alpha"),
        ("--units 100000", "simple"),
        ("--units 9000", "scaling trains 2 times 9000 units"),
        (
            "--alphas 0.5,0.001",
            "--alphas 0.001, with beta in proportion: beta should be from 0.001",
        ),
        (
            "--patches 100000000000000000",
            "--patches 100000000000000000: ask for at most 2684354",
        ),
        ("--runs 2000000000000000000", "ask for at most 10000"),
        (
            "--export DIR/new --learn-seconds 1 --learn-alpha 0",
            "--learn-alpha 0: alpha should be from 0.001",
        ),
        (
            "--from DIR/out --patches 91 --only codes",
            "has 90 patches, but --patches asks for 91",
        ),
        ("--images DIR/nowhere", "nowhere"),
    ] {
        let given = |name: &str, else_say: &'static str| {
            if arguments.contains(name) {
                ""
            } else {
                else_say
            }
        };
        let units = given("--units", "--units 10");
        let patches = given("--patches", "--patches 3");
        let error = run(folder.path(), &format!("{patches} {units} {arguments}"));
        let error = format!("{:#}", error.expect_err(arguments));
        assert!(error.contains(named), "{arguments}: {error}");
    }
}

#[test]
fn a_median_lies_in_the_middle_of_the_sorted_runs() {
    let odd = Timing::of(vec![3.0, 1.0, 2.0]);
    assert_eq!((odd.median_secs, odd.runs), (2.0, 3));
    assert_eq!(Timing::of(vec![4.0, 1.0, 3.0, 2.0]).median_secs, 2.5);
    assert_eq!((odd.fastest_secs, odd.slowest_secs), (1.0, 3.0));
}

#[test]
fn cases_take_turns_and_the_first_round_is_not_counted() {
    let mut order = Vec::new();
    let timings = interleaved(2, 3, |case| order.push(case));
    assert_eq!(order, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    assert!(timings.iter().all(|timing| timing.runs == 2));
}

#[test]
fn a_timed_run_follows_a_warm_one() {
    let mut order = Vec::new();
    let timings = interleaved_warm(1, 2, |case, lap| order.push((case, lap == Lap::Timed)));
    let round = [(0, false), (0, true), (1, false), (1, true)];
    assert_eq!(order, [round, round].concat());
    assert!(timings.iter().all(|timing| timing.runs == 1));
}

#[test]
fn all_samples_are_worked_on_where_that_is_quick() {
    assert_eq!(affordable(10_000, 600, |_| {}), 10_000);
    assert_eq!(affordable(7, 600, |rows| assert_eq!(rows, 7)), 7);
}

#[test]
fn a_number_of_threads_is_measured_once() {
    let crews = crews(&[2, 1, 2]).expect("threads");
    let counts: Vec<_> = crews.iter().map(|crew| crew.threads).collect();
    assert_eq!(counts, [1, 2]);
    assert!(
        crews
            .iter()
            .all(|c| c.pool.current_num_threads() == c.threads)
    );
}

#[test]
fn growth_is_the_power_that_the_cost_follows() {
    let cost = |value: f64| Cost {
        varied: "K",
        value,
        alpha: 0.5,
        density: 0.1,
        secs_per_frame: 3.0 * value.powi(2),
        flop_per_frame: 5.0 * value,
        secs_per_movie: 7.0,
        flop_per_movie: 2.0 / value,
    };
    let growth = growth(&[100.0, 200.0, 800.0].map(cost));
    assert_eq!(growth.len(), 1);
    let found = &growth[0];
    for (found, power) in [
        (found.secs_per_frame, 2.0),
        (found.flop_per_frame, 1.0),
        (found.secs_per_movie, 0.0),
        (found.flop_per_movie, -1.0),
    ] {
        assert!((found - power).abs() < 1e-12, "{found} for {power}");
    }
}

#[test]
fn one_value_has_no_growth() {
    assert_eq!(slope([(1.0, 2.0)].into_iter()), None);
}
