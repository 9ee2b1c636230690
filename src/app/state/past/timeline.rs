//! Which moment of the run is shown: now, or one of the past, chosen or played.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use egui::Id;

use crate::app::state::model_view::{Colors, ModelView};
use crate::engine::{Analysis, Snapshot};

/// Answers about moments of the past that are kept, and how much of them, in bytes: one takes 13 MB at 400 and 100 units, and
/// 200 MB at 4000 and 1000.
const KEPT: usize = 24;
const KEPT_BYTES: usize = 400 << 20;

/// Which moment is shown, and whether the past is played.
#[derive(Default)]
pub struct Timeline {
    /// The moment wanted, by its minibatch; `None` for now.
    pub(crate) wanted: Option<u64>,
    /// The one wanted before a pinned run was shown in the place of the run.
    pub(crate) laid_aside: Option<u64>,
    /// The moment shown, which follows the one wanted as soon as it is read.
    pub(crate) past: Option<Rc<ModelView>>,
    /// What was asked for last.
    pub(crate) asked: Option<(u64, Colors)>,
    pub(crate) playing: Option<Playing>,
    /// The id of its track on screen, which has keys of its own.
    pub(crate) track: Option<Id>,
    /// What was measured of the moments shown last, the newest last.
    known: VecDeque<Arc<Analysis>>,
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

    /// Shows now; what was measured of the past stays known.
    pub(crate) fn leave(&mut self) {
        *self = Self {
            known: std::mem::take(&mut self.known),
            ..Self::default()
        };
    }

    /// What was measured of this very moment, if it is still known.
    pub(crate) fn known(&self, moment: &Snapshot) -> Option<Arc<Analysis>> {
        let age = |snapshot: &Snapshot| (snapshot.generation, snapshot.status.step);
        let mut known = self.known.iter().rev();
        let is_of = |known: &&Arc<Analysis>| age(&known.snapshot) == age(moment);
        known.find(is_of).cloned()
    }

    /// Keeps what was measured of a moment of the past, in the place of what was measured of it before.
    pub(crate) fn keep(&mut self, analysis: Arc<Analysis>) {
        let age = |of: &Arc<Analysis>| (of.snapshot.generation, of.snapshot.status.step);
        self.known.retain(|known| age(known) != age(&analysis));
        self.known.push_back(analysis);
        let bytes =
            |known: &VecDeque<Arc<Analysis>>| known.iter().map(|of| of.bytes()).sum::<usize>();
        while self.known.len() > 1 && (self.known.len() > KEPT || bytes(&self.known) > KEPT_BYTES) {
            self.known.pop_front();
        }
    }

    /// The model at the moment shown, once it is read.
    pub(crate) fn past(&self) -> Option<&Rc<ModelView>> {
        self.past.as_ref()
    }

    pub(crate) fn past_mut(&mut self) -> Option<&mut ModelView> {
        self.past.as_mut().map(Rc::make_mut)
    }
}
