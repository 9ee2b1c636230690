//! The trained model that is part of the program.

use std::path::Path;

use super::checkpoint::Checkpoint;

/// The quick preset after 4,000 minibatches on the embedded scenes; `assets/README.md` has the command that made it.
const TRAINED: &[u8] = include_bytes!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/assets/trained.safetensors"
));

impl Checkpoint {
    /// The trained model that is part of the program: the quick preset on the embedded scenes.
    ///
    /// # Panics
    /// Where the program was built with a file that it does not read.
    #[must_use]
    pub fn trained() -> Self {
        let read = Self::from_bytes(TRAINED, Path::new("assets/trained.safetensors"));
        Self {
            // What begins with it is a run of its own each time.
            run: None,
            ..read.unwrap_or_else(|error| panic!("{error}"))
        }
    }
}
