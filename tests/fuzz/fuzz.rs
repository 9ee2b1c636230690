//! libFuzzer on the target that the environment variable `TARGET` names.
#![no_main]

mod targets;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

static TARGET: OnceLock<targets::Target> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let target = TARGET.get_or_init(|| {
        let name = std::env::var("TARGET").unwrap_or_default();
        let names: Vec<_> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
        targets::find(&name).unwrap_or_else(|| panic!("TARGET is one of {}", names.join(", ")))
    });
    target(data);
});
