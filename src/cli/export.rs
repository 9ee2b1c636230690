//! `cellscope export`: the weights as arrays.

use anyhow::ensure;

use super::args::ExportArgs;
use super::input::open_model;
use super::report::{check_layers, make_folder, write_json, write_npy};
use crate::config::Config;

pub(super) fn export(args: &ExportArgs) -> anyhow::Result<()> {
    let model = open_model(&args.model)?;
    let config = args.out.join("config.json");
    let is_ours = |bytes: Vec<u8>| serde_json::from_slice::<Config>(&bytes).is_ok();
    ensure!(
        std::fs::read(&config).map_or(true, is_ours),
        "{}: holds something else; name another folder",
        config.display()
    );
    make_folder(&args.out, &["W.npy", "A.npy", "B.npy", "config.json"])?;
    check_layers(&args.out.join("B.npy"), model.config.model.top)?;
    let weights = &model.learner.weights;
    write_npy(
        &args.out.join("W.npy"),
        &weights.dictionary.as_standard_layout(),
    )?;
    write_npy(&args.out.join("A.npy"), &weights.pooling)?;
    if let Some(top) = &weights.top {
        write_npy(&args.out.join("B.npy"), top)?;
    }
    write_json(&config, &model.config)
}
