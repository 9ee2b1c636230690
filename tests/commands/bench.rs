//! `cellscope bench`: what it writes is what it measured on, and what it was asked for.

use std::path::Path;

use ndarray::{Array1, Array2, Array3, Axis, Ix2, s};
use serde_json::Value;

use super::common::{cellscope, scratch, succeed};
use super::{array, json, number};

/// A small dictionary, trained for a moment.
const SMALL: &str = "--units 40 --alphas 0.5 --patches 90 --runs 1 --threads 1,2";

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn exported_codes_are_those_measured_and_reach_every_gap() {
    let folder = scratch();
    let stages = "codes,movies,joint,learning,roofline";
    succeed(
        folder.path(),
        &format!("bench {SMALL} --seconds-to-train 0.2 --only {stages} --export out --json b.json"),
    );
    let report = json(&folder.path().join("b.json"));
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
    succeed(
        folder.path(),
        &format!("bench {SMALL} --seconds-to-train 0.1 --only codes --export out --json a.json"),
    );
    let again = succeed(
        folder.path(),
        &format!("bench {SMALL} --only codes --from out --json -"),
    );
    let again: Value = serde_json::from_str(&again.stdout).expect("JSON alone on standard output");
    let first = json(&folder.path().join("a.json"));
    let reached = |report: &Value| report["subjects"][0]["codes_reached"].clone();
    assert_eq!(reached(&first), reached(&again));
    assert_eq!(list(&again["machine"]["rates"]).len(), 0);
}

#[test]
fn filters_kept_while_learning_have_norm_1_and_span_the_time_asked_for() {
    let folder = scratch();
    let learn = "--learn-seconds 0.5 --learn-patches 500 --export out";
    succeed(
        folder.path(),
        &format!("bench {SMALL} --seconds-to-train 0.1 --only codes {learn} --json b.json"),
    );
    let out = folder.path().join("out");
    let train: Array2<f32> = array(&out.join("train.npy"));
    assert_eq!(train.dim(), (500, 400));
    let report = json(&folder.path().join("b.json"));
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
    for (arguments, named) in [
        ("--from nowhere", "nowhere"),
        ("--from nowhere --only scaling", "--images"),
        ("--alphas -1 --seconds-to-train 0.1", "alpha"),
        ("--units 100000", "simple"),
        ("--images nowhere", "nowhere"),
    ] {
        let outcome = cellscope(
            folder.path(),
            &format!("bench --patches 3 --units 10 {arguments} --json b.json")
                .replace("--units 10 --units 100000", "--units 100000"),
        );
        assert_eq!(outcome.code, Some(1), "{arguments}: {outcome:?}");
        assert!(
            outcome.stderr.contains(named),
            "{arguments}: {}",
            outcome.stderr
        );
    }
}
