//! `cellscope export`: the weights as arrays.

use std::path::{Path, PathBuf};

use anyhow::ensure;

use super::args::model::MomentArgs;
use super::io::replaced::is_config;
use super::io::report::{
    check_layers, layer_file, make_folder, tell_results, write_json, write_npy,
};

/// The arguments of `export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    moment: MomentArgs,
    /// Folder to write W.npy, A.npy, config.json and, with a third layer, B.npy to; made if missing. The A of an extra beta
    /// of 0.1 is .npy
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let model = args.moment.open()?;
    let config = args.out.join("config.json");
    // Beside no weights it is one to train from, and may be all that somebody has of it.
    let is_own = is_config(&config) && args.out.join("W.npy").exists();
    ensure!(
        !config.exists() || is_own,
        "{}: is not the configuration of an earlier export and would be replaced; name another folder",
        config.display()
    );
    let weights = &model.learner.weights;
    let extra = model.learner.extra.iter();
    let extra = extra.map(|layer| (extra_name(layer.sparsity), &layer.weights));
    let above = weights.layers.iter().enumerate().skip(1);
    let above = above.map(|(index, layer)| (layer_file("B", index + 2), &layer.weights));
    let pooling = std::iter::once(("A.npy".to_owned(), weights.pooling()));
    let arrays: Vec<_> = pooling.chain(extra).chain(above).collect();
    let names = arrays.iter().map(|(name, _)| name.as_str());
    let names: Vec<_> = ["W.npy", "config.json"].into_iter().chain(names).collect();
    make_folder(&args.out, &names)?;
    check_layers(&args.out, "B", 1 + weights.layers.len())?;
    check_extra(&args.out, |name| names.contains(&name))?;
    tell_results(&args.out, &names);
    write_npy(
        &args.out.join("W.npy"),
        &weights.dictionary.as_standard_layout(),
    )?;
    for (name, weights) in &arrays {
        write_npy(&args.out.join(name), weights)?;
    }
    write_json(&config, &model.config)
}

/// What the A of an extra beta is called.
fn extra_name(beta: f32) -> String {
    format!("A-{beta}.npy")
}

/// Checks that no A of an extra beta that another model has would remain in the folder.
fn check_extra(folder: &Path, is_own: impl Fn(&str) -> bool) -> anyhow::Result<()> {
    for entry in folder.read_dir()?.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let beta = name
            .strip_prefix("A-")
            .and_then(|name| name.strip_suffix(".npy"));
        let is_extra = beta.is_some_and(|beta| beta.parse::<f32>().is_ok());
        ensure!(
            !is_extra || is_own(&name),
            "{}: belongs to a model with another extra beta; name another folder",
            entry.path().display()
        );
    }
    Ok(())
}
