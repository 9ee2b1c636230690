//! Runs that are pinned: kept as they were at one moment, to be compared with the run.
//!
//! - `pin`: one of them; `split`: how a view shows it beside the run;
//! - `job`: what threads do for them, as matching their units with those of the run; `work`: that handed out, and taken over;
//! - `beside`: runs that learn beside the run, pinned as they go on;
//! - `measures`: what is measured of them; `comparison`: the table of them and the run.

mod beside;
mod comparison;
mod job;
mod measures;
mod pin;
mod split;
mod work;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use crate::analysis::{Matching, Unit};
use crate::app::background::Background;
use crate::app::state::model_view::ModelView;
use crate::app::state::units::selection::Selection;
use crate::app::state::units::unit_list::UnitList;
use crate::engine::AnalysisRequest;

pub(crate) use beside::RunBeside;
pub(crate) use comparison::THE_RUN;
pub(crate) use job::PinOutcome;
pub use pin::Pin;
pub use split::Split;

/// What pinned runs are called in short, each once; the run itself is A.
pub(crate) const LETTERS: [char; 3] = ['B', 'C', 'D'];

/// The runs that are pinned, and which of them is compared.
pub struct Pins {
    all: Vec<Pin>,
    /// The letter of the one that views show beside the run, or in its place.
    compared: Option<char>,
    /// Whether all views show it, as they show the past.
    is_shown: bool,
    /// Whether the field with its name is to be typed into.
    pub(crate) asks_name: bool,
    /// How views show it, by their keys.
    splits: BTreeMap<&'static str, Split>,
    /// The views that have no room for two runs beside each other.
    narrow: BTreeSet<&'static str>,
    /// Where the divider is, as a share of the width of a view.
    pub(crate) divider: f32,
    /// The pinned model that is being shown in the place of the run.
    pub(crate) lens: Option<Rc<ModelView>>,
    /// The units of the pinned run in the order of the run's, and what that was made from.
    pub(crate) units: Option<UnitsOfPin>,
    /// What was selected in the pinned run when it began to be shown.
    pub(crate) selected_at_start: Selection,
    /// Whether none of them is seen, as in a lesson.
    is_aside: bool,
    /// How many were pinned.
    pinned: u64,
    /// Models that are to be read and pinned, each with its name where it is not that of the file.
    files: VecDeque<(PathBuf, Option<String>)>,
    /// How many are being read.
    opening: usize,
    /// Runs that are to learn beside the run.
    pub(crate) wished: Vec<RunBeside>,
    /// Runs that learn beside it and have shown nothing yet: their generations, and the letters kept for them.
    coming: Vec<(u64, char)>,
    is_matching: bool,
    asked: Option<AnalysisRequest>,
    pub(crate) work: Background<PinOutcome>,
}

/// The units of a pinned run in the order of the run's.
pub(crate) struct UnitsOfPin {
    pub(crate) of: Arc<UnitList>,
    pub(crate) generation: u64,
    pub(crate) matching: Option<Arc<Matching>>,
    pub(crate) units: Arc<UnitList>,
}

impl Default for Pins {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            compared: None,
            is_shown: false,
            asks_name: false,
            splits: BTreeMap::new(),
            narrow: BTreeSet::new(),
            divider: 0.5,
            lens: None,
            units: None,
            selected_at_start: Selection::default(),
            is_aside: false,
            pinned: 0,
            files: VecDeque::new(),
            opening: 0,
            wished: Vec::new(),
            coming: Vec::new(),
            is_matching: false,
            asked: None,
            work: Background::default(),
        }
    }
}

impl Pins {
    /// All of them, by their letters; none while they are laid aside.
    pub fn all(&self) -> &[Pin] {
        if self.is_aside { &[] } else { &self.all }
    }

    /// The runs that they are of are over, and later ones are counted anew.
    pub(crate) fn forget_origins(&mut self) {
        self.all.iter_mut().for_each(Pin::forget_origin);
    }

    /// Lays all aside, also those that are on their way, or brings them back. Meanwhile nothing is pinned, whether there are some or
    /// not, and files wait.
    pub(crate) fn lay_aside(&mut self, is_aside: bool) {
        self.show(false);
        self.is_aside = is_aside;
    }

    /// Whether they are laid aside.
    pub(crate) fn are_aside(&self) -> bool {
        self.is_aside
    }

    /// The one that views show beside the run, or in its place.
    pub fn compared(&self) -> Option<&Pin> {
        let mut all = self.all().iter();
        all.find(|pin| Some(pin.letter) == self.compared)
    }

    pub(crate) fn compared_mut(&mut self) -> Option<&mut Pin> {
        let compared = self.compared;
        self.all.iter_mut().find(|pin| Some(pin.letter) == compared)
    }

    pub(crate) fn of_letter(&mut self, letter: char) -> Option<&mut Pin> {
        self.all.iter_mut().find(|pin| pin.letter == letter)
    }

    fn of_generation(&mut self, generation: u64) -> Option<&mut Pin> {
        let is_it = |pin: &&mut Pin| pin.model.snapshot.generation == generation;
        self.all.iter_mut().find(is_it)
    }

    /// How many more can be pinned.
    fn room(&self) -> usize {
        let coming = self.wished.len() + self.coming.len() + self.files.len() + self.opening;
        let taken = self.all.len() + coming;
        LETTERS.len().saturating_sub(taken)
    }

    /// Whether all letters are taken.
    pub(crate) fn are_full(&self) -> bool {
        self.room() == 0
    }

    /// Whether all views show the pinned run.
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// The model that all views show in the place of the run, or this one now.
    pub(crate) fn shown(&self) -> Option<&Rc<ModelView>> {
        let everywhere = || self.compared().filter(|_| self.is_shown);
        let everywhere = || everywhere().map(|pin| &pin.model);
        self.lens.as_ref().or_else(everywhere)
    }

    /// Has all views show the pinned run, or the run.
    pub(crate) fn show(&mut self, is_shown: bool) {
        self.is_shown = is_shown && self.compared().is_some();
    }

    /// Compares another one.
    pub(crate) fn compare(&mut self, letter: char) {
        if self.all.iter().any(|pin| pin.letter == letter) {
            self.compared = Some(letter);
        }
    }

    /// Compares the next one, after the last the first.
    pub(crate) fn compare_next(&mut self) {
        let place = self
            .all
            .iter()
            .position(|pin| Some(pin.letter) == self.compared);
        let next = place.map_or(0, |place| (place + 1) % self.all.len());
        self.compared = self.all.get(next).map(|pin| pin.letter);
    }

    /// How the view of this key shows the pinned run: not beside the run where there is no room for both.
    pub fn split(&self, key: &str) -> Split {
        if self.compared().is_none() || self.is_shown {
            return Split::default();
        }
        match self.wanted_split(key) {
            Split::Beside if self.is_narrow(key) => Split::Run,
            split => split,
        }
    }

    /// Whether a view has no room for two runs beside each other.
    pub(crate) fn is_narrow(&self, key: &str) -> bool {
        self.narrow.contains(key)
    }

    /// Notes whether a view has room for two runs beside each other.
    pub(crate) fn note_room(&mut self, key: &'static str, has_room: bool) {
        if has_room {
            self.narrow.remove(key);
        } else {
            self.narrow.insert(key);
        }
    }

    /// How the view of this key is to show the pinned run where it has room for that.
    pub(crate) fn wanted_split(&self, key: &str) -> Split {
        self.splits.get(key).copied().unwrap_or_default()
    }

    /// Has a view show the pinned run like this.
    pub(crate) fn set_split(&mut self, key: &'static str, split: Split) {
        self.splits.insert(key, split);
    }

    /// Pins a model as it is; `None` where all letters are taken.
    pub(crate) fn add(&mut self, run: &ModelView) -> Option<&Pin> {
        if self.are_full() {
            return None;
        }
        let origin = match run.is_other {
            // That of its run, turned over.
            true => !run.snapshot.generation,
            false => run.snapshot.generation,
        };
        let pin = Pin::of_run(run, self.next_generation(), origin);
        let (letter, name) = (self.free_letter()?, pin.default_name(true));
        Some(self.put(pin, letter, name))
    }

    fn next_generation(&mut self) -> u64 {
        self.pinned += 1;
        pin::generation(self.pinned)
    }

    /// The first letter that no pinned run has, and that is kept for none.
    fn free_letter(&self) -> Option<char> {
        let kept = self.coming.iter().map(|&(_, letter)| letter);
        let taken: Vec<_> = self.all.iter().map(|pin| pin.letter).chain(kept).collect();
        LETTERS.into_iter().find(|letter| !taken.contains(letter))
    }

    fn put(&mut self, mut pin: Pin, letter: char, name: String) -> &Pin {
        (pin.letter, pin.name) = (letter, name);
        // What is on screen stays.
        if !self.is_shown {
            self.compared = Some(letter);
        }
        let place = self.all.partition_point(|pin| pin.letter < letter);
        self.all.insert(place, pin);
        &self.all[place]
    }

    /// Forgets one; the one before it is compared then.
    pub(crate) fn remove(&mut self, letter: char) -> bool {
        let Some(place) = self.all.iter().position(|pin| pin.letter == letter) else {
            return false;
        };
        self.all.remove(place);
        if self.compared == Some(letter) {
            let next = self.all.get(place.saturating_sub(1));
            self.compared = next.map(|pin| pin.letter);
        }
        self.is_shown &= self.compared.is_some();
        true
    }

    /// The unit of the pinned run that one of the run is matched with.
    pub(crate) fn forth(&self, (layer, unit): Unit) -> Option<usize> {
        let pin = self.compared()?;
        match pin.matching() {
            Some(matching) => matching.layer(layer).forth(unit).map(|found| found.unit),
            None => (unit < pin.model.usage(layer).len()).then_some(unit),
        }
    }

    /// The unit of the run that one of the pinned run is matched with.
    pub(crate) fn back(&self, (layer, unit): Unit) -> Option<usize> {
        match self.compared()?.matching() {
            Some(matching) => matching.layer(layer).back(unit).map(|found| found.unit),
            None => Some(unit),
        }
    }
}

/// What is said in a lesson, where what was pinned before is laid aside.
pub(crate) const ARE_ASIDE: &str =
    "Leave the lesson first: nothing is pinned in it, and its end brings back what is pinned.";
/// What is said where all letters are taken.
pub(crate) const ARE_FULL: &str = "B, C and D are taken: unpin one first.";
