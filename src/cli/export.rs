//! `cellscope export`: the weights as arrays.

use super::args::ExportArgs;
use super::report::{make_folder, write_json, write_npy};
use crate::engine::Checkpoint;

pub(super) fn export(args: &ExportArgs) -> anyhow::Result<()> {
    let model = Checkpoint::open(&args.model)?;
    make_folder(&args.out)?;
    let weights = &model.learner.weights;
    write_npy(
        &args.out.join("W.npy"),
        &weights.dictionary.as_standard_layout(),
    )?;
    write_npy(&args.out.join("A.npy"), &weights.pooling)?;
    write_json(&args.out.join("config.json"), &model.config)
}
