//! A model of every version so far opens, goes on learning, and is written again as it was. The files are never
//! made anew: a format that can no longer read one of them is wrong.

use std::path::{Path, PathBuf};

use cellscope::config::Config;
use cellscope::engine::Checkpoint;
use safetensors::SafeTensors;

use super::{paused, start, step, wait_loaded};

/// The files, and the digests of their tensors: a split model, one of three layers with two extra betas, and the
/// toy example; 40 minibatches each.
const MODELS: [(&str, u64); 3] = [
    ("version-1-split", 0x0251_816d_5ff9_91fd),
    ("version-1-deep", 0xacea_c995_eca8_ad54),
    ("version-1-toy", 0x0589_5b74_271d_441e),
];

fn file(name: &str) -> PathBuf {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    golden.join(name).with_extension("safetensors")
}

/// FNV-1a over names and bytes of the tensors, in the order of their names.
fn digest(file: &Path) -> u64 {
    let bytes = std::fs::read(file).expect("a file");
    let tensors = SafeTensors::deserialize(&bytes).expect("safetensors");
    let mut names = tensors.names();
    names.sort_unstable();
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for name in names {
        let tensor = tensors.tensor(name).expect("a tensor");
        for byte in name.bytes().chain(tensor.data().iter().copied()) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    digest
}

#[test]
fn models_of_every_version_so_far_open_and_are_written_as_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, known) in MODELS {
        assert_eq!(digest(&file(name)), known, "{name} was changed");
        let model = Checkpoint::open(&file(name)).expect(name);
        assert_eq!(model.state.step, 40);
        let written = folder.path().join(name);
        model.save(&written).expect("written");
        assert_eq!(digest(&written), known, "{name} written again");
        assert_eq!(Checkpoint::open(&written).expect(name), model);
    }
    let golden = file("any");
    let golden = golden.parent().expect("a folder");
    let files = std::fs::read_dir(golden).expect("a folder");
    assert_eq!(files.count(), MODELS.len(), "every file is checked");
}

/// The system tells models from other tensors by the first bytes.
#[test]
fn a_model_begins_with_its_version_and_has_the_same_bytes_each_time() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, _) in MODELS {
        let model = Checkpoint::open(&file(name)).expect(name);
        let saves = [0, 1].map(|number| {
            let path = folder.path().join(format!("{name}-{number}"));
            model.save(&path).expect("written");
            std::fs::read(path).expect("a file")
        });
        assert_eq!(saves[0], saves[1], "{name}");
        let start = br#"{"__metadata__":{"cellscope_version":"1","#;
        assert!(saves[0][8..].starts_with(start), "{name}");
        assert_eq!(
            saves[0][0] % 8,
            0,
            "{name}: the header ends where numbers begin"
        );
    }
}

#[test]
fn models_of_every_version_so_far_go_on_learning() {
    for (name, _) in MODELS {
        let engine = start(Config::default(), paused(1, Some(file(name))));
        wait_loaded(&engine);
        let before = engine.snapshot().expect("a snapshot");
        let after = step(&engine, 1);
        assert_eq!((before.status.step, after.status.step), (40, 41), "{name}");
        let layers = after.weights().layers.iter();
        let weights = layers.flat_map(|layer| &layer.weights);
        let mut weights = weights.chain(after.dictionary());
        assert!(weights.all(|weight| weight.is_finite()), "{name}");
        assert_ne!(before.dictionary(), after.dictionary(), "{name}");
        let points = after.history.points();
        assert!(
            points.len() == 41 && points[40].energies.total().is_finite(),
            "{name}"
        );
    }
}

#[test]
fn a_tensor_of_no_layer_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Checkpoint::open(&file("version-1-deep")).expect("a model");
    model.config.learning.extra_betas.clear();
    let spoiled = folder.path().join("spoiled.safetensors");
    // By what reads a file, before anything is written.
    let refused = model.save(&spoiled).expect_err("refused").to_string();
    assert!(refused.contains("tensor extra_beta.0."), "{refused}");
    assert!(refused.contains("spoiled.safetensors: "), "{refused}");
    assert!(!spoiled.exists());
}
