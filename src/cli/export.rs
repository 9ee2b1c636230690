//! `cellscope export`: the weights as arrays.

use std::path::PathBuf;

use anyhow::ensure;

use super::io::open::open_model;
use super::io::report::{check_layers, make_folder, write_json, write_npy};
use crate::config::Config;
use crate::files::read_text;

/// The arguments of `export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Model file
    model: PathBuf,
    /// Folder to write W.npy, A.npy, config.json and, with a third layer, B.npy to; made if missing. The A of an extra beta
    /// of 0.1 is .npy
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let model = open_model(&args.model)?;
    let config = args.out.join("config.json");
    let is_ours = |text: String| serde_json::from_str::<Config>(&text).is_ok();
    ensure!(
        !config.exists() || read_text(&config).is_ok_and(is_ours),
        "{}: is not a configuration of cellscope and would be replaced; name another folder",
        config.display()
    );
    make_folder(&args.out, &["W.npy", "A.npy", "B.npy", "config.json"])?;
    check_layers(&args.out.join("B.npy"), model.config.model.top)?;
    let weights = &model.learner.weights;
    write_npy(
        &args.out.join("W.npy"),
        &weights.dictionary.as_standard_layout(),
    )?;
    write_npy(&args.out.join("A.npy"), weights.pooling())?;
    for layer in &model.learner.extra {
        let name = format!("A-{}.npy", layer.sparsity);
        write_npy(&args.out.join(name), &layer.weights)?;
    }
    if let Some(top) = weights.layers.get(1) {
        write_npy(&args.out.join("B.npy"), &top.weights)?;
    }
    write_json(&config, &model.config)
}
