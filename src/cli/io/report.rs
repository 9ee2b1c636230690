//! Results written to files: whole or not at all.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, anyhow, bail, ensure};
use ndarray::{ArrayBase, Data, Dimension};
use ndarray_npy::WritableElement;
use serde::Serialize;

use super::replaced::{Kind, check_name, check_named, check_replaced};
use crate::console::tell;
pub(crate) use crate::console::tell_there;
use crate::files::{self, not_written, write_atomically};
use crate::model::MAX_POOLING_LAYERS;
use crate::sweep::SweepFolder;

/// Checks that a file can be written, before any work is done for it.
///
/// # Errors
/// When `path` is a folder, is of another kind than its name says, is read-only, has too long a name or is a file of a sweep, the folder it would be in is missing, or
/// it is `-`.
pub(crate) fn check_writable(path: &Path) -> anyhow::Result<()> {
    if path == Path::new("-") {
        bail!("-: this is not written to standard output; name a file");
    }
    SweepFolder::check_apart(path)?;
    files::check_target(path).with_context(|| path.display().to_string())?;
    files::check_folder(path).map_err(Error::msg)?;
    check_named(path)
}

/// Checks that writing `out` would not replace another file of the same command.
///
/// # Errors
/// When `out` is one of `others`.
pub(crate) fn check_apart(out: &Path, others: &[impl AsRef<Path>]) -> anyhow::Result<()> {
    let replaced = files::real_path(out);
    let mut others = others.iter();
    if !files::is_stream(out) && others.any(|other| files::real_path(other.as_ref()) == replaced) {
        bail!(
            "{}: would be replaced, but this command also uses it; name another file",
            out.display()
        );
    }
    Ok(())
}

/// Checks that a result of this kind, which `flag` names, can be written without replacing another file of the same command, or
/// one of another kind.
///
/// # Errors
/// Those of [`check_writable`], [`check_apart`] and [`check_replaced`], or that its name ends as those of another kind.
pub(crate) fn check_output(
    flag: &str,
    path: &Path,
    others: &[impl AsRef<Path>],
    kind: Kind,
) -> anyhow::Result<()> {
    check_writable(path)?;
    check_apart(path, others)?;
    check_replaced(path, kind)?;
    Ok(check_name(flag, path, kind)?)
}

/// Checks that a report can be written to `json` without replacing another file of the same command; `-` is standard output.
///
/// # Errors
/// Those of [`check_output`].
pub(crate) fn check_json<'a>(
    json: &Path,
    others: impl IntoIterator<Item = &'a PathBuf>,
) -> anyhow::Result<()> {
    if json == Path::new("-") {
        return Ok(());
    }
    let others: Vec<_> = others.into_iter().collect();
    check_output("--json", json, &others, Kind::Json)
}

/// Makes a folder, and checks that the files `results` can be written to it.
///
/// # Errors
/// When it cannot be made, or one of the files cannot be written.
pub(crate) fn make_folder(path: &Path, results: &[&str]) -> anyhow::Result<()> {
    files::make_folder(path).map_err(|reason| anyhow!("{}: {reason}", path.display()))?;
    let mut results = results.iter().map(|result| path.join(result));
    results.try_for_each(|result| check_writable(&result))
}

/// Says of the files `results` that are in a folder that they will be replaced.
pub(crate) fn tell_results(folder: &Path, results: &[&str]) {
    let results = results.iter().map(|result| folder.join(result));
    let there: Vec<_> = results.filter(|result| result.is_file()).collect();
    match &*there {
        [] => {}
        [one] => tell_there(one, "replaced"),
        [first, others @ ..] => tell(format_args!(
            "cellscope: {} and {} more exist and will be replaced",
            first.display(),
            others.len()
        )),
    }
}

/// What the file of a layer above the invariant one is called, the third or a later one: B.npy and B-4.npy for `third` B.
pub(crate) fn layer_file(third: &str, number: usize) -> String {
    match number {
        3 => format!("{third}.npy"),
        number => format!("{third}-{number}.npy"),
    }
}

/// Checks that no file of a layer would remain beside the results of a model of `layers` layers, that has none of this number.
///
/// # Errors
/// When there is such a file.
pub(crate) fn check_layers(folder: &Path, third: &str, layers: usize) -> anyhow::Result<()> {
    for number in layers.max(2) + 1..=MAX_POOLING_LAYERS + 1 {
        let path = folder.join(layer_file(third, number));
        let layer = match number {
            3 => "third layer".to_owned(),
            number => format!("layer {number}"),
        };
        ensure!(
            !path.exists(),
            "{}: belongs to a model with a {layer}, but this model has none; name another folder",
            path.display()
        );
    }
    Ok(())
}

/// Writes a text for people to standard output.
///
/// # Errors
/// When it cannot be written, but for a reader that has left.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        // Who reads it has enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output: not written"),
    }
}

/// Writes a result to a file, whole or not at all.
///
/// # Errors
/// When it is not written.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_atomically(path, bytes).map_err(|error| refused(path, &error))
}

/// Why a file is not written.
fn refused(path: &Path, error: &std::io::Error) -> Error {
    anyhow!(
        "{}: not written: {}",
        path.display(),
        not_written(path, error)
    )
}

/// Writes a value as indented JSON; `-` is standard output.
///
/// # Errors
/// When it is not written; also to a reader that has left: a part of a report is none.
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    if path == Path::new("-") {
        let written = std::io::stdout().write_all(text.as_bytes());
        return written.context("standard output: not written");
    }
    write(path, text.as_bytes())
}

/// Writes an array as .npy.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn write_npy<A, S, D>(path: &Path, array: &ArrayBase<S, D>) -> anyhow::Result<()>
where
    A: WritableElement,
    S: Data<Elem = A>,
    D: Dimension,
{
    files::write_npy(path, array).map_err(|error| refused(path, &error))
}

/// Makes what is written as JSON of a row for each key: what it means, and its value.
macro_rules! report {
    ($($(#[$about:meta])* $key:ident: $value:expr,)+) => {{
        #[allow(non_camel_case_types, reason = "the type of a key's value has the name of the key")]
        let report = {
            #[derive(serde::Serialize)]
            struct Report<$($key),+> {
                $($(#[$about])* $key: $key,)+
            }

            Report { $($key: $value,)+ }
        };
        report
    }};
}

pub(crate) use report;
