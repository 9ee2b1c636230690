//! `cellscope export`: the weights as arrays.

use super::args::ExportArgs;
use super::input::open_model;
use super::report::{make_folder, write_json, write_npy};

pub(super) fn export(args: &ExportArgs) -> anyhow::Result<()> {
    let model = open_model(&args.model)?;
    make_folder(&args.out, &["W.npy", "A.npy", "B.npy", "config.json"])?;
    let weights = &model.learner.weights;
    write_npy(
        &args.out.join("W.npy"),
        &weights.dictionary.as_standard_layout(),
    )?;
    write_npy(&args.out.join("A.npy"), &weights.pooling)?;
    if let Some(top) = &weights.top {
        write_npy(&args.out.join("B.npy"), top)?;
    }
    write_json(&args.out.join("config.json"), &model.config)
}
