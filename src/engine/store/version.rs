//! Which model files this program reads.
//!
//! Two entries of a file's metadata say where it comes from: `cellscope_version`, the version of the format, and
//! `program`, the version of the program that wrote it, absent before there was a second format.
//!
//! A reader takes every format up to its own [`NEWEST`]. A change that older programs cannot read raises the format, and a
//! file declares the lowest format that holds its model, so that older programs go on reading the files they can. A file
//! is from a newer cellscope when its format is higher, or when it holds something unknown and its program is later.

use std::collections::{BTreeMap, HashMap};

use safetensors::tensor::SafeTensorError;
use serde::Deserialize;

/// The first format: at most three layers.
pub(super) const FIRST: u32 = 1;
/// The newest format: any number of layers.
pub(super) const NEWEST: u32 = 2;
/// Bytes of the number that a file begins with, the length of its header, which is a multiple of them.
const LENGTH: usize = size_of::<u64>();
/// The version of this program.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The way out where the contents of a model file are damaged.
pub(super) const ANOTHER_FILE: &str = "; give another file of the model";
/// What is said of a model of another program.
const FOREIGN: &str =
    "safetensors, but not written by cellscope; give a model that cellscope saved";

/// The metadata of a file, in the order in which it is written.
pub(super) struct Metadata(BTreeMap<String, String>);

impl Metadata {
    /// Of a file to be written in this format.
    pub(super) fn new(format: u32) -> Self {
        Self(BTreeMap::from([
            ("cellscope_version".to_owned(), format.to_string()),
            ("program".to_owned(), PROGRAM.to_owned()),
        ]))
    }

    /// Of a file that was read; refused when it is not one of cellscope's or of a newer format.
    pub(super) fn of(entries: HashMap<String, String>) -> Result<Self, String> {
        let metadata = Self(entries.into_iter().collect());
        let Some(format) = metadata.0.get("cellscope_version") else {
            return Err(FOREIGN.to_owned());
        };
        match format.parse::<u32>() {
            Ok(FIRST..=NEWEST) => Ok(metadata),
            Ok(1..) => Err(metadata.newer(format)),
            _ => Err(format!(
                "its format version should be {FIRST} to {NEWEST}, but is {format}{ANOTHER_FILE}"
            )),
        }
    }

    /// Adds an entry of JSON.
    pub(super) fn with(mut self, key: &str, json: String) -> Self {
        self.0.insert(key.to_owned(), json);
        self
    }

    /// Puts this into a safetensors file without metadata, the version first: by it the system tells a model from other
    /// tensors, and some look at the first 4 KB of a file alone. `safetensors` itself writes entries in any order.
    ///
    /// # Errors
    /// When the file is none.
    pub(super) fn put_into(&self, file: &[u8]) -> Result<Vec<u8>, SafeTensorError> {
        let (length, rest) = file
            .split_first_chunk::<LENGTH>()
            .unwrap_or((&[0; LENGTH], &[]));
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let parts = rest.split_at_checked(length);
        let (header, data) = parts.ok_or(SafeTensorError::InvalidHeaderLength)?;
        let tensors = header.strip_prefix(b"{").map(<[u8]>::trim_ascii_end);
        let tensors = tensors.ok_or(SafeTensorError::InvalidHeaderLength)?;
        let mut header = b"{\"__metadata__\":".to_vec();
        serde_json::to_writer(&mut header, &self.0)?;
        header.push(b',');
        header.extend(tensors);
        header.resize(header.len().next_multiple_of(LENGTH), b' ');
        let length = (header.len() as u64).to_le_bytes();
        Ok([&length, &header[..], data].concat())
    }

    /// Reads an entry of JSON that not every file has.
    pub(super) fn json_or_none<T: for<'de> Deserialize<'de>>(
        &self,
        key: &str,
    ) -> Result<Option<T>, String> {
        let is_there = self.0.contains_key(key);
        is_there.then(|| self.json(key)).transpose()
    }

    /// Reads an entry of JSON.
    pub(super) fn json<T: for<'de> Deserialize<'de>>(&self, key: &str) -> Result<T, String> {
        let text = self.0.get(key);
        let text = text.ok_or_else(|| format!("its {key} is missing{ANOTHER_FILE}"))?;
        serde_json::from_str(text).map_err(|error| {
            let error = error.to_string();
            let unknown = error.strip_prefix("unknown field `");
            let unknown = unknown.and_then(|rest| rest.split_once('`'));
            self.unknown(match unknown {
                Some((field, _)) => format!("its {key} has an unknown field `{field}`"),
                None => format!("its {key} cannot be read: {error}"),
            })
        })
    }

    /// Why a file is refused that holds something unknown: a newer program wrote it, or else `reason`, with the way out.
    pub(super) fn unknown(&self, reason: String) -> String {
        match self.0.get("program") {
            Some(program) if parts(program) > parts(PROGRAM) => self.newer(program),
            _ => reason + ANOTHER_FILE,
        }
    }

    fn newer(&self, format: &str) -> String {
        let program = self.0.get("program");
        let version = match program {
            Some(program) => format!("version {program}"),
            None => format!("format {format}"),
        };
        format!(
            "made by a newer cellscope ({version}; this is version {PROGRAM}): update cellscope to open it"
        )
    }
}

/// The numbers of a version, "1.2.3" as 1, 2 and 3; what is no number counts as 0.
fn parts(version: &str) -> Vec<u64> {
    let parts = version.split(['.', '-', '+']).take(3);
    parts.map(|part| part.parse().unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(parts("0.10.0") > parts("0.9.9-beta"));
    }
}
