//! How long a model has learned, by the beginning of its file alone.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;

/// Bytes of a header at most; safetensors refuses larger ones.
const MAX_HEADER: u64 = 100_000_000;

#[derive(Deserialize)]
struct Header {
    #[serde(rename = "__metadata__")]
    metadata: Entries,
}

#[derive(Deserialize)]
struct Entries {
    state: String,
}

#[derive(Deserialize)]
struct State {
    elapsed_secs: f64,
}

/// Seconds that the model in a file has spent learning; `None` where it does not say.
pub(super) fn learning_secs(path: &Path) -> Option<f64> {
    let mut file = File::open(path).ok()?;
    let mut length = [0; size_of::<u64>()];
    file.read_exact(&mut length).ok()?;
    let length = Some(u64::from_le_bytes(length)).filter(|&length| length <= MAX_HEADER)?;
    let mut header = Vec::new();
    file.take(length).read_to_end(&mut header).ok()?;
    let header: Header = serde_json::from_slice(&header).ok()?;
    let state: State = serde_json::from_str(&header.metadata.state).ok()?;
    Some(state.elapsed_secs)
}
