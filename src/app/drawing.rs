//! What the views draw of a snapshot, made once when it arrives.

use std::sync::Arc;

use super::settings::Settings;
use crate::analysis::{GaborFit, Preference};
use crate::engine::{Analysis, Snapshot};
use crate::figure::{Atlas, ColorMap, Contrast, STRONGEST, Weight, strongest_simple};

/// A snapshot with its filters coloured and its pooling weights in order, and what is known of an
/// earlier state of the same model.
#[derive(Debug)]
pub(super) struct Drawing {
    /// What is drawn.
    pub(super) snapshot: Arc<Snapshot>,
    /// Its filters.
    pub(super) atlas: Atlas,
    /// The strongest simple units of each invariant unit.
    pub(super) strongest: Vec<Vec<Weight>>,
    /// What was measured last.
    pub(super) known: Option<Arc<Analysis>>,
    colors: (ColorMap, Contrast),
}

impl Drawing {
    /// Draws a snapshot; `last` is the drawing that it replaces.
    pub(super) fn new(snapshot: Arc<Snapshot>, settings: &Settings, last: Option<&Self>) -> Self {
        let colors = (settings.color_map, settings.contrast);
        let same = last.filter(|last| last.snapshot.generation == snapshot.generation);
        Self {
            atlas: Atlas::new(snapshot.dictionary.view(), colors.0, colors.1),
            strongest: strongest_simple(snapshot.pooling.view(), STRONGEST),
            known: same.and_then(|last| last.known.clone()),
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

    /// Takes over new measures, if they are of this model; true when they were.
    pub(super) fn learn(&mut self, analysis: Arc<Analysis>) -> bool {
        if analysis.snapshot.generation != self.snapshot.generation {
            return false;
        }
        self.known = Some(analysis);
        true
    }

    /// The Gabor fits measured last, or none.
    pub(super) fn fits(&self) -> &[Option<GaborFit>] {
        self.known.as_ref().map_or(&[], |known| &known.fits)
    }

    /// The preferences of the invariant units measured last, or none.
    pub(super) fn preferences(&self) -> &[Option<Preference>] {
        self.known.as_ref().map_or(&[], |known| &known.preferences)
    }
}
