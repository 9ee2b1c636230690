//! Every input of the fuzzer's corpus, and every one that ever failed, is tried again.

#[path = "fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::{Path, PathBuf};

fn corpus(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let files = fs::read_dir(folder.join(target)).expect(target);
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
fn every_input_of_the_corpus_is_taken_or_refused_in_good_order() {
    for &(name, target) in targets::TARGETS {
        let files = corpus(name);
        assert!(files.len() >= 3, "{name}: only {} inputs", files.len());
        for file in files {
            eprintln!("{}", file.display());
            target(&fs::read(&file).expect("an input"));
        }
    }
}

/// A byte changed, cut off or put in, at places all along each input.
#[test]
fn inputs_with_one_fault_are_taken_or_refused_in_good_order() {
    for name in [
        "pictures",
        "movies",
        "models",
        "histories",
        "configurations",
        "plans",
        #[cfg(feature = "window")]
        "lessons",
    ] {
        let target = targets::find(name);
        let target = target.unwrap_or_else(|| panic!("no target {name}"));
        for (number, file) in corpus(name).iter().enumerate() {
            let whole = fs::read(file).expect("an input");
            let stride = (whole.len() / 40).max(1);
            for at in (number % stride..whole.len()).step_by(stride) {
                eprintln!("{} at {at}", file.display());
                let mut changed = whole.clone();
                changed[at] ^= 1 << (at % 8);
                target(&changed);
                target(&whole[..at]);
                let mut longer = whole.clone();
                longer.insert(at, 0xff);
                target(&longer);
            }
        }
    }
}
