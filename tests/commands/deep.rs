//! The joint model and a third layer, run as a program: trained, saved, continued, coded and measured.

use ndarray::Array2;
use serde_json::Value;

use super::common::{cellscope, scratch, succeed};
use super::{array, json, number};

const DEEP: &str = "--preset quick --model joint --top 6 --alpha 0.3 --beta 0.1 --gamma 0.02";

#[test]
fn a_third_layer_goes_on_from_its_file_as_if_it_had_never_stopped() {
    let folder = scratch();
    let run = |line: &str| succeed(folder.path(), line);
    // Beyond the movies from which the two lowest layers learn alone.
    run(&format!(
        "train {DEEP} --batch 4000 --steps 16 --threads 1 --out half.safetensors"
    ));
    run("train --open half.safetensors --steps 2 --out on.safetensors");
    run(&format!(
        "train {DEEP} --batch 4000 --steps 18 --out whole.safetensors"
    ));
    for name in ["on", "whole"] {
        run(&format!("export {name}.safetensors --out {name}"));
    }
    run("export half.safetensors --out half");
    for weights in ["W.npy", "A.npy", "B.npy"] {
        let read = |name: &str| -> Array2<f32> { array(&folder.path().join(name).join(weights)) };
        assert_eq!(read("on"), read("whole"), "{weights}");
        assert_ne!(read("half"), read("whole"), "{weights}");
    }
}

#[test]
fn the_joint_codes_cost_less_than_those_of_the_split_model_with_the_same_weights() {
    let folder = scratch();
    let run = |line: &str| succeed(folder.path(), line);
    run(&format!(
        "train {DEEP} --batch 60 --steps 30 --out m.safetensors"
    ));
    run("frames --preset quick --count 200 --seed 3 --out x.npy");
    run("encode m.safetensors --frames x.npy --gap 1e-5 --out joint");
    let joint = json(&folder.path().join("joint/codes.json"));
    let top: Array2<f32> = array(&folder.path().join("joint/v.npy"));
    assert_eq!(top.dim(), (200, 6));
    for accepted in ["worst_gap", "worst_relative_gap_v"] {
        assert!(number(&joint[accepted]) <= 1e-5, "{accepted}");
    }
    // At the u written, which changed after z was found.
    assert!(number(&joint["worst_relative_gap_z"]) < 0.02);
    for of_each in ["energy_v", "gap_v"] {
        assert_eq!(joint[of_each].as_array().map(Vec::len), Some(200));
    }
    run("encode m.safetensors --frames x.npy --gap 1e-5 --gamma 50 --out dear");
    let dear = json(&folder.path().join("dear/codes.json"));
    assert_eq!(
        (&dear["gamma"], &dear["density_v"]),
        (&50.0.into(), &0.0.into())
    );
    let config = json(&{
        run("export m.safetensors --out weights");
        folder.path().join("weights/config.json")
    });
    assert_eq!(config["model"]["coupling"], "joint");
    // u only lowers the penalty, and z alone at the full penalty is one of the codes that the joint minimum is taken
    // over.
    run("encode m.safetensors --frames x.npy --gap 1e-5 --beta 90 --out alone");
    let alone = json(&folder.path().join("alone/codes.json"));
    let total = |report: &Value| -> f64 {
        let terms = report["energies"].as_object().expect("terms").values();
        terms.map(number).sum()
    };
    assert!(alone["density_u"] == 0.0, "{alone}");
    assert!(total(&joint) < total(&alone), "{joint} against {alone}");
}

#[test]
fn a_third_layer_is_measured() {
    let folder = scratch();
    let run = |line: &str| succeed(folder.path(), line);
    let trained = run(&format!(
        "train {DEEP} --batch 60 --steps 30 --out m.safetensors --json -"
    ));
    let trained: Value = serde_json::from_str(&trained.stdout).expect("JSON");
    let dead = trained["dead_by_layer"].as_array().expect("layers");
    assert_eq!(dead.len(), 3);
    assert_eq!(
        dead[..2],
        [&trained["dead_simple"], &trained["dead_invariant"]].map(Value::clone)
    );
    let measured = run("measure m.safetensors --json -");
    assert_eq!(measured.stderr, "");
    let report: Value = serde_json::from_str(&measured.stdout).expect("JSON");
    assert_eq!(report["model"], "joint");
    let top = &report["top"];
    assert_eq!(top["use_v"].as_array().map(Vec::len), Some(6));
    let units = top["active"].as_u64().expect("a count") + top["dead"].as_u64().expect("a count");
    assert_eq!(units, 6);
    assert!(report.get("deeper").is_none());
    let table = run("measure m.safetensors").stdout;
    let dead = format!("v active in < 0.1 % of movies: dead {}\n", top["dead"]);
    assert!(table.contains(&dead), "{table}");
    run("train --preset quick --steps 1 --out split.safetensors");
    let split: Value =
        serde_json::from_str(&run("measure split.safetensors --json -").stdout).expect("JSON");
    assert_eq!(split["model"], "split");
    assert!(split.get("top").is_none());
}

#[test]
fn a_third_layer_is_drawn_and_filmed_and_one_that_is_not_there_is_refused() {
    let folder = scratch();
    let run = |line: &str| succeed(folder.path(), line);
    run(&format!(
        "train {DEEP} --batch 60 --steps 4 --out m.safetensors"
    ));
    run("export m.safetensors --out weights");
    run("figures m.safetensors --out f --only top --format svg,csv,npy");
    let drawn: Array2<f32> = array(&folder.path().join("f/top.npy"));
    let weights: Array2<f32> = array(&folder.path().join("weights/B.npy"));
    assert_eq!(drawn, weights);
    let table = std::fs::read_to_string(folder.path().join("f/top.csv")).expect("written");
    assert!(table.contains("\ntop_unit,rank,invariant_unit,weight\n0,1,"));
    let svg = std::fs::read_to_string(folder.path().join("f/top.svg")).expect("written");
    assert!(svg.matches("<image").count() >= 6 * 4 * 5, "its filters");
    run("clip m.safetensors --view top --seconds 1 --fps 2 --out top.gif");
    assert!(folder.path().join("top.gif").exists());
    run("train --preset quick --steps 2 --out two.safetensors");
    for line in [
        "figures two.safetensors --out g --only top",
        "clip two.safetensors --view top --out two.gif",
    ] {
        let refused = cellscope(folder.path(), line);
        let says = "top: the model has no third layer; `cellscope train --top";
        assert!(refused.stderr.contains(says), "{}", refused.stderr);
    }
}

#[test]
fn a_fourth_layer_is_coded_and_written_and_its_energy_is_that_of_the_joint_model() {
    let folder = scratch();
    let run = |line: &str| succeed(folder.path(), line);
    let config = r#"{"movies": {"patch_side": 8}, "model": {"coupling": "joint", "simple": 30, "invariant": 12,
        "top": 6, "alpha": 0.2, "beta": 0.05, "gamma": 0.01, "deeper": [{"units": 4, "sparsity": 0.001}]}}"#;
    std::fs::write(folder.path().join("four.json"), config).expect("written");
    run("train --config four.json --steps 3 --out m.safetensors");
    run("frames --patch 8 --count 60 --out x.npy");
    run("encode m.safetensors --frames x.npy --gap 1e-6 --out codes");
    run("export m.safetensors --out weights");
    let read = |path: &str| -> Array2<f32> { array(&folder.path().join(path)) };
    assert_eq!(read("weights/B-4.npy").dim(), (6, 4));
    assert_eq!(read("codes/v-4.npy").dim(), (60, 4));
    let report = json(&folder.path().join("codes/codes.json"));
    let terms = &report["energies"];
    let deeper = &report["deeper"][0];
    assert_eq!(deeper["layer"], 4);
    let mean = |values: &Value| {
        let values = values.as_array().expect("of each movie");
        values.iter().map(number).sum::<f64>() / values.len() as f64
    };
    let fourth = &terms["deeper"][0];
    let of_four = number(&fourth["modulated"]) + number(&fourth["sparsity"]);
    let of_three = number(&terms["top_modulated"]) + number(&terms["top_sparsity"]);
    let of_three = of_three + number(&fourth["modulated"]);
    for (found, expected) in [
        (&deeper["energy"], of_four),
        (&report["energy_v"], of_three),
    ] {
        let found = mean(found);
        assert!(
            (found - expected).abs() <= 1e-9 * expected,
            "{found}, not {expected}"
        );
    }
    let measured = run("measure m.safetensors --json -").stdout;
    let measured: Value = serde_json::from_str(&measured).expect("JSON");
    let deeper = measured["deeper"].as_array().expect("layers");
    assert_eq!(deeper.len(), 1);
    let fourth = &deeper[0];
    assert_eq!(fourth["layer"], 4);
    let counts = ["active", "dead"].map(|key| fourth[key].as_u64().expect("a count"));
    assert_eq!(counts.iter().sum::<u64>(), 4);
    let unit_use = fourth["unit_use"].as_array().expect("of each unit");
    let share = unit_use.iter().map(number).sum::<f64>() / 4.0;
    assert_eq!(unit_use.len(), 4);
    assert!((number(&fourth["density"]) - share).abs() < 1e-9);
    let table = run("measure m.safetensors").stdout;
    let density = number(&fourth["density"]);
    for line in [
        format!("{:<35} {density:.3}\n", "share of layer 4 active"),
        format!("{:<35} {}\n", "dead units of layer 4", counts[1]),
    ] {
        assert!(table.contains(&line), "{table}");
    }
    // A model of three layers leaves no fourth one beside its own.
    run("train --preset quick --patch 8 --top 3 --steps 1 --out three.safetensors");
    let refused = cellscope(folder.path(), "export three.safetensors --out weights");
    assert!(
        refused
            .stderr
            .contains("B-4.npy: belongs to a model with a layer 4"),
        "{}",
        refused.stderr
    );
}
