//! libFuzzer on the target that the environment variable `TARGET` names.
#![no_main]

mod targets;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

static TARGET: OnceLock<targets::Target> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let target = TARGET.get_or_init(|| {
        let name = std::env::var("TARGET").unwrap_or_default();
        // Parallel work is done here: to hand it to another thread and wait takes longer than most inputs. But where threads of
        // the engine hand it over, this one does not look for it.
        if name != "commands" {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
            let made = pool.use_current_thread().build_global();
            made.expect("the first pool of all");
        }
        let names: Vec<_> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
        targets::find(&name).unwrap_or_else(|| panic!("TARGET is one of {}", names.join(", ")))
    });
    target(data);
});
