//! What the panels draw of a snapshot, made once when it arrives.

use std::sync::Arc;

use super::settings::Settings;
use crate::engine::Snapshot;
use crate::figure::{Atlas, ColorMap, Contrast, STRONGEST, Weight, strongest_simple};

/// A snapshot with its filters coloured and its pooling weights in order.
#[derive(Debug)]
pub(super) struct Drawing {
    /// What is drawn.
    pub(super) snapshot: Arc<Snapshot>,
    /// Its filters.
    pub(super) atlas: Atlas,
    /// The strongest simple units of each invariant unit.
    pub(super) strongest: Vec<Vec<Weight>>,
    colors: (ColorMap, Contrast),
}

impl Drawing {
    /// Draws a snapshot.
    pub(super) fn new(snapshot: Arc<Snapshot>, settings: &Settings) -> Self {
        let colors = (settings.color_map, settings.contrast);
        Self {
            atlas: Atlas::new(snapshot.dictionary.view(), colors.0, colors.1),
            strongest: strongest_simple(snapshot.pooling.view(), STRONGEST),
            snapshot,
            colors,
        }
    }

    /// Colours the filters again when the settings ask for other colours.
    pub(super) fn recolor(&mut self, settings: &Settings) {
        let colors = (settings.color_map, settings.contrast);
        if colors != self.colors {
            self.atlas = Atlas::new(self.snapshot.dictionary.view(), colors.0, colors.1);
            self.colors = colors;
        }
    }
}
