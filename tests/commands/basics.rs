//! Training, codes and measures on the embedded scenes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cellscope::cli::Cli;
use clap::CommandFactory;
use ndarray::{Array1, Array2, Array3, ArrayView1, Axis};
use safetensors::SafeTensors;
use serde_json::Value;

use super::common::{cellscope, scratch, succeed};
use super::{array, json, number};

/// Several blocks of work for each step, so that the threads have something to share.
const SHARED: &str = "--preset quick --batch 100";

/// Every tensor of a model file by name, as bytes.
fn tensors(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let bytes = fs::read(path).expect("a model is there");
    let tensors = SafeTensors::deserialize(&bytes).expect("the model is safetensors");
    let all = tensors.iter();
    all.map(|(name, tensor)| (name.to_owned(), tensor.data().to_vec()))
        .collect()
}

fn numbers(report: &Value, key: &str) -> Vec<f64> {
    serde_json::from_value(report[key].clone()).expect("a list of numbers")
}

#[test]
fn every_command_explains_itself() {
    fn explain(folder: &Path, command: &clap::Command, name: &str) {
        let help = succeed(folder, &format!("{name} --help"));
        let usage = format!("Usage: cellscope {name}");
        assert!(help.stdout.contains(usage.trim()), "{}", help.stdout);
        assert_eq!(help.stderr, "");
        for command in command.get_subcommands() {
            let name = format!("{name} {}", command.get_name());
            explain(folder, command, name.trim());
        }
    }

    explain(scratch().path(), &Cli::command(), "");
}

/// Two arguments of one name, for example; clap looks for them in builds with debug assertions alone, as `.ci/run checked` makes
/// one.
#[test]
fn the_arguments_of_every_command_go_together() {
    Cli::command().debug_assert();
}

#[test]
fn training_writes_a_model_and_its_curves() {
    let folder = scratch();
    let trained = succeed(
        folder.path(),
        "train TINY --frames 2 --alpha 0.4 --seed 9 --steps 3 --out m.safetensors --json m.json",
    );
    assert_eq!(trained.stdout, "");
    let report = json(&folder.path().join("m.json"));
    assert_eq!(report["steps"], 3);
    assert_eq!(report["movies_seen"], 12);
    assert_eq!(report["curve"].as_array().map(Vec::len), Some(3));
    let config = &report["config"];
    assert_eq!(config["seed"], 9);
    assert_eq!(config["model"]["simple"], 20);
    assert_eq!(config["movies"]["frames"], 2);
    let sizes: BTreeMap<_, _> = tensors(&folder.path().join("m.safetensors"))
        .into_iter()
        .map(|(name, bytes)| (name, bytes.len() / size_of::<f32>()))
        .collect();
    assert_eq!(sizes["W"], 64 * 20);
    assert_eq!(sizes["A"], 20 * 5);
}

#[test]
fn pictures_that_cannot_be_used_beside_others_are_named_and_left_out() {
    let folder = scratch();
    let picture = image::GrayImage::from_fn(40, 30, |x, y| image::Luma([(x * y % 251) as u8]));
    picture
        .save(folder.path().join("good.png"))
        .expect("a picture is written");
    fs::write(folder.path().join("bad.png"), "no picture").expect("a file is written");
    let trained = succeed(
        folder.path(),
        "train TINY --images . --steps 1 --out m.safetensors",
    );
    assert!(
        trained.stderr.contains("/bad.png: not a PNG"),
        "{}",
        trained.stderr
    );
    assert!(
        trained.stderr.contains("1 picture, 1 skipped"),
        "{}",
        trained.stderr
    );
}

#[test]
fn the_same_seed_gives_the_same_bits_on_one_thread_and_on_two_and_another_seed_does_not() {
    let folder = scratch();
    let train = |name: &str, extra: &str| {
        succeed(
            folder.path(),
            &format!("train {SHARED} --steps 8 --out {name} {extra}"),
        );
        tensors(&folder.path().join(name))
    };
    let one = train("one", "--seed 4 --threads 1");
    assert_eq!(one, train("two", "--seed 4 --threads 2"));
    let other = train("other", "--seed 5 --threads 2");
    assert_ne!(one["W"], other["W"]);
    assert_ne!(one["A"], other["A"]);
}

#[test]
fn training_that_was_stopped_saved_and_opened_goes_on_as_if_it_had_not_been() {
    let folder = scratch();
    let run = |arguments: &str| succeed(folder.path(), &format!("train {arguments}"));
    run(&format!("{SHARED} --seed 6 --steps 9 --out straight"));
    run(&format!("{SHARED} --seed 6 --steps 4 --out stopped"));
    run("--open stopped --steps 5 --out resumed --json resumed.json");
    let read = |name| tensors(&folder.path().join(name));
    assert_eq!(read("straight"), read("resumed"));
    assert_ne!(read("stopped")["W"], read("resumed")["W"]);
    assert_eq!(json(&folder.path().join("resumed.json"))["steps"], 9);
}

#[test]
fn a_run_that_goes_on_with_another_alpha_learns_something_else() {
    let folder = scratch();
    let run = |arguments: &str| succeed(folder.path(), &format!("train {arguments}"));
    run("TINY --steps 4 --out start");
    run("--open start --steps 5 --out same");
    run("--open start --steps 5 --alpha 0.1 --out changed --json changed.json");
    let read = |name| tensors(&folder.path().join(name));
    assert_ne!(read("same")["W"], read("changed")["W"]);
    let changed = json(&folder.path().join("changed.json"));
    let alpha = number(&changed["config"]["model"]["alpha"]);
    assert!((alpha - 0.1).abs() < 1e-6, "alpha is {alpha}");
}

#[test]
fn export_writes_the_weights_of_the_model_as_arrays_with_unit_columns() {
    let folder = scratch();
    let train = "train TINY --extra-betas 0.1 --steps 2 --out m";
    succeed(folder.path(), train);
    succeed(folder.path(), "export m --out weights/of/m");
    let weights = folder.path().join("weights/of/m");
    let model = tensors(&folder.path().join("m"));
    for (name, tensor, shape) in [
        ("W", "W", [64, 20]),
        ("A", "A", [20, 5]),
        ("A-0.1", "extra_beta.0.A", [20, 5]),
    ] {
        let array: Array2<f32> = array(&weights.join(format!("{name}.npy")));
        assert_eq!(array.shape(), shape);
        let bytes: Vec<u8> = array.iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(bytes, model[tensor]);
        for column in array.columns() {
            assert!((column.dot(&column) - 1.0).abs() < 1e-5, "{name}: {column}");
        }
    }
    assert_eq!(json(&weights.join("config.json"))["model"]["invariant"], 5);
    // The A of another model would remain there.
    succeed(folder.path(), "train TINY --steps 2 --out plain");
    let refused = cellscope(folder.path(), "export plain --out weights/of/m");
    let expected = "A-0.1.npy: belongs to a model with another extra beta; name another folder";
    assert!(refused.stderr.contains(expected), "{refused:?}");
}

#[test]
fn frames_are_movies_of_the_seed() {
    let folder = scratch();
    let cut = |name: &str, extra: &str| {
        succeed(
            folder.path(),
            &format!("frames TINY --count 7 --out {name} {extra}"),
        );
        array::<f32, ndarray::Ix3>(&folder.path().join(name))
    };
    let movies = cut("a.npy", "--seed 3 --threads 1");
    assert_eq!(movies.dim(), (7, 3, 64));
    assert_eq!(movies, cut("b.npy", "--seed 3 --threads 2"));
    assert_ne!(movies, cut("c.npy", "--seed 8"));
    // The frames of a movie differ by their motion.
    assert_ne!(movies.index_axis(Axis(1), 0), movies.index_axis(Axis(1), 1));
}

#[test]
fn codes_have_the_energies_reported_within_the_gap_asked_for() {
    let folder = scratch();
    succeed(folder.path(), "train TINY --steps 300 --out m");
    succeed(folder.path(), "frames --open m --count 30 --out x.npy");
    succeed(folder.path(), "export m --out m.d");
    succeed(
        folder.path(),
        "encode m --frames x.npy --gap 1e-5 --alpha 0.2 --beta 0.1 --out codes",
    );
    let read =
        |name: &str| -> Array2<f64> { array::<f32, _>(&folder.path().join(name)).mapv(f64::from) };
    let (w, a) = (read("m.d/W.npy"), read("m.d/A.npy"));
    let (pooled, u) = (read("codes/pooled.npy"), read("codes/u.npy"));
    let x: Array3<f32> = array(&folder.path().join("x.npy"));
    let z: Array3<f32> = array(&folder.path().join("codes/z.npy"));
    assert_eq!(z.dim(), (30, 3, 20));
    assert_eq!(pooled.dim(), (30, 20));
    assert_eq!(u.dim(), (30, 5));
    let sums = z.mapv(f64::from).mapv(f64::abs).sum_axis(Axis(1));
    assert!(
        sums.iter()
            .zip(&pooled)
            .all(|(sum, pooled)| (sum - pooled).abs() < 1e-5)
    );

    let report = json(&folder.path().join("codes/codes.json"));
    let simple = |(x, z): (ArrayView1<'_, f32>, ArrayView1<'_, f32>)| {
        let (x, z) = (x.mapv(f64::from), z.mapv(f64::from));
        let residual = x - w.dot(&z);
        0.5 * residual.dot(&residual) + 0.2 * z.mapv(f64::abs).sum()
    };
    let invariant = |(pooled, u): (ArrayView1<'_, f64>, ArrayView1<'_, f64>)| {
        let remaining: Array1<f64> = a.dot(&u).mapv(|drive| (-drive).exp());
        0.2 * pooled.dot(&remaining) + 0.1 * u.sum()
    };
    let energies_z: Vec<f64> = x
        .lanes(Axis(2))
        .into_iter()
        .zip(z.lanes(Axis(2)))
        .map(simple)
        .collect();
    let energies_u: Vec<f64> = pooled
        .outer_iter()
        .zip(u.outer_iter())
        .map(invariant)
        .collect();
    for (layer, energies) in [("z", energies_z), ("u", energies_u)] {
        let reported = numbers(&report, &format!("energy_{layer}"));
        let gaps = numbers(&report, &format!("gap_{layer}"));
        assert_eq!(reported.len(), energies.len());
        assert_eq!(gaps.len(), energies.len());
        for ((energy, reported), gap) in energies.iter().zip(reported).zip(gaps) {
            assert!(
                (energy - reported).abs() <= 1e-5 * energy,
                "{layer}: {energy} and {reported}"
            );
            assert!(gap <= 1e-5 * reported, "{layer}: gap {gap} of {reported}");
        }
        assert!(number(&report[format!("worst_relative_gap_{layer}")]) <= 1e-5);
    }
    // Codes that are all zero would pass the above.
    assert!(number(&report["density_z"]) > 0.01);
    assert!(number(&report["density_u"]) > 0.01);
    assert!(number(&report["patches_per_second"]) > 0.0);
}

#[test]
fn a_gap_that_no_code_in_f32_reaches_is_reported() {
    let folder = scratch();
    succeed(folder.path(), "train TINY --steps 1 --out m");
    succeed(folder.path(), "frames --open m --count 5 --out x.npy");
    let encoded = succeed(
        folder.path(),
        "encode m --frames x.npy --gap 1e-30 --alpha 0.01 --out codes",
    );
    assert!(
        encoded
            .stderr
            .contains("did not reach the gap 1e-30, the worst"),
        "{}",
        encoded.stderr
    );
}

#[test]
fn so_few_movies_that_they_cannot_tell_give_no_dead_units() {
    let folder = scratch();
    succeed(folder.path(), "train TINY --steps 3 --out m");
    // 999 frames, and 1,002.
    for (movies, tells_z) in [(333, false), (334, true)] {
        let command = format!("measure m --movies {movies}");
        let table = succeed(folder.path(), &command).stdout;
        let says = |line: &str| table.contains(line);
        assert_eq!(says("not measured: needs 1000 frames"), !tells_z, "{table}");
        assert!(says("not measured: needs 1000 movies"), "{table}");
        let report = succeed(folder.path(), &format!("{command} --json -")).stdout;
        let report: Value = serde_json::from_str(&report).expect("JSON");
        assert_eq!(report["dead_simple"].is_null(), !tells_z, "{report}");
        assert!(report["active_invariant"].is_null(), "{report}");
    }
}

#[test]
fn measures_are_in_range_and_the_same_on_standard_output() {
    let folder = scratch();
    succeed(folder.path(), "train TINY --steps 300 --out m");
    succeed(folder.path(), "measure m --json m.json --threads 1");
    let printed = cellscope(folder.path(), "measure m --json - --threads 2").stdout;
    let report = json(&folder.path().join("m.json"));
    assert_eq!(
        report,
        serde_json::from_str::<Value>(&printed).expect("JSON is printed")
    );
    for key in ["density_z", "density_u", "explained_variance"] {
        let value = number(&report[key]);
        assert!((0.0..=1.0).contains(&value), "{key} is {value}");
    }
    assert!(number(&report["density_z"]) > 0.0);
    for key in [
        "reconstruction",
        "simple_sparsity",
        "modulated",
        "invariant_sparsity",
    ] {
        let value = number(&report["energies"][key]);
        assert!(value >= 0.0, "{key} is {value}");
    }
    for (layer, units, shares) in [("simple", 20, "use_z"), ("invariant", 5, "use_u")] {
        let count = |state: &str| report[format!("{state}_{layer}")].as_u64();
        assert_eq!(
            count("active").zip(count("dead")).map(|(a, d)| a + d),
            Some(units)
        );
        let shares = numbers(&report, shares);
        assert_eq!(shares.len() as u64, units);
        assert!(
            shares.iter().all(|share| (0.0..=1.0).contains(share)),
            "{shares:?}"
        );
    }
}

#[test]
fn reports_name_pictures_by_their_whole_paths() {
    let folder = scratch();
    let folder = folder.path();
    for (name, shift) in [("a.png", 3), ("b.png", 5)] {
        let level = |x: u32, y: u32| ((x * shift + y * y) % 253) as u8;
        let picture = image::GrayImage::from_fn(44, 36, |x, y| image::Luma([level(x, y)]));
        picture.save(folder.join(name)).expect("written");
    }
    succeed(folder, "train TINY --steps 1 --out m.safetensors");
    let inpaint =
        "inpaint m.safetensors --images a.png --tune b.png --patches 4 --tune-patches 4 --whole 0";
    for (command, keys) in [
        (
            "measure m.safetensors --images a.png --movies 10",
            &["source"][..],
        ),
        (inpaint, &["source", "tuned_on"][..]),
    ] {
        let report = succeed(folder, &format!("{command} --json -")).stdout;
        let report: Value = serde_json::from_str(&report).expect("JSON");
        for key in keys {
            let path = report[key].as_str().expect("a path");
            assert!(Path::new(path).is_absolute(), "{command}: {path}");
        }
    }
}

#[test]
fn an_opened_model_goes_on_with_another_cut_of_its_source() {
    let folder = scratch();
    let train = |rest: &str| succeed(folder.path(), &format!("train --steps 2 {rest}"));
    train("--preset quick --out scenes.safetensors");
    // The embedded movie is what moves where no pictures are named.
    train(
        "--open scenes.safetensors --motion movie --stride 2 --follow --slowest-motion 3 --fastest-motion 5 --out movie.safetensors --json movie.json",
    );
    let config = &json(&folder.path().join("movie.json"))["config"];
    assert_eq!(config["source"], "movie");
    let movies = &config["movies"];
    assert_eq!(movies["motion"], "movie");
    assert_eq!(movies["follow"], true);
    let numbers = ["stride", "speed_min_px", "speed_max_px"].map(|name| number(&movies[name]));
    assert_eq!(numbers, [2.0, 3.0, 5.0]);
    let refused = cellscope(
        folder.path(),
        "train --open movie.safetensors --motion drift --steps 1 --out x.safetensors",
    );
    assert!(
        refused.stderr.contains("follow should be off"),
        "{}",
        refused.stderr
    );
    let refused = cellscope(
        folder.path(),
        "train --open movie.safetensors --frames 4 --steps 1 --out x.safetensors",
    );
    assert!(refused.stderr.contains("--frames"), "{}", refused.stderr);
}
