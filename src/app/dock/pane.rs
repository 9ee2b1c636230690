//! A view on its tile.

use serde::{Deserialize, Serialize};

use crate::app::commands::View;
use crate::app::views::find_view;

/// A view on its tile, saved by its key.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Pane(pub(super) View);

impl TryFrom<String> for Pane {
    type Error = String;

    fn try_from(key: String) -> Result<Self, String> {
        // Version 0.1 saved the in-painting view under this name.
        let key = if key == "filling" { "inpainting" } else { &key };
        let view = find_view(key).ok_or_else(|| format!("unknown view {key}"))?;
        Ok(Self(view))
    }
}

impl From<Pane> for String {
    fn from(Pane(view): Pane) -> Self {
        view.key.to_owned()
    }
}
