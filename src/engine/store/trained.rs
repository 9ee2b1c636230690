//! The trained model that is part of the program.

use std::path::Path;

use super::checkpoint::Checkpoint;
use crate::source::Motion;

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
        let mut trained = read.unwrap_or_else(|error| panic!("{error}"));
        // What begins with it is a run of its own each time, and may go on with movies: over scenes both are the same.
        trained.run = None;
        trained.config.movies.motion = Motion::Auto;
        trained
    }
}
