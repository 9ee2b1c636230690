//! Which moment of the run is shown: now, or one of the past, chosen or played.

use std::rc::Rc;

use crate::app::state::model_view::{Colors, ModelView};

/// Which moment is shown, and whether the past is played.
#[derive(Default)]
pub struct Timeline {
    /// The moment wanted, by its minibatch; `None` for now.
    pub(crate) wanted: Option<u64>,
    /// The moment shown, which follows the one wanted as soon as it is read.
    pub(crate) past: Option<Rc<ModelView>>,
    /// What was asked for last.
    pub(crate) asked: Option<(u64, Colors)>,
    pub(crate) playing: Option<Playing>,
}

/// How far playing has come.
#[derive(Clone, Copy)]
pub(crate) struct Playing {
    /// Learned time, in seconds.
    pub(crate) secs: f64,
    /// The window's time then, in seconds.
    pub(crate) at_secs: f64,
}

impl Timeline {
    /// Minibatches learned from at the moment of the past that is shown, or about to be; `None` now.
    pub fn step(&self) -> Option<u64> {
        self.wanted
    }

    /// Whether the past is played.
    pub fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// The model at the moment shown, once it is read.
    pub(crate) fn past(&self) -> Option<&Rc<ModelView>> {
        self.past.as_ref()
    }

    pub(crate) fn past_mut(&mut self) -> Option<&mut ModelView> {
        self.past.as_mut().map(Rc::make_mut)
    }
}
