//! How the training went.

use std::collections::BTreeSet;

use super::trained_model::TrainedModel;
use crate::figure::curves::{CurveOptions, curves, curves_comments, curves_table};
use crate::figure::document::Document;

pub(super) fn training<'m>(model: &'m TrainedModel<'_>) -> Document<'m> {
    let options = CurveOptions {
        palette: model.choices.palette,
        is_joint: model.is_joint,
        ..CurveOptions::default()
    };
    Document::new(move || curves(model.history, &options))
        .with_table(move || curves_table(model.history, &BTreeSet::new()))
        .with_comments(curves_comments([model.history], &BTreeSet::new()))
}
