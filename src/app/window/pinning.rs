//! Pinning runs, and showing a pinned run in the place of the run.

use std::rc::Rc;
use std::sync::Arc;

use egui::Context;

use crate::analysis::Unit;
use crate::app::commands::View;
use crate::app::notices::{NOT_PINNED, STEPS};
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::past::run_of;
use crate::app::state::pins::{Pin, PinOutcome, Split, UnitsOfPin};
use crate::app::state::units::per_layer::PerLayer;
use crate::app::state::units::pointed::Pointed;
use crate::app::state::units::selection::Selection;
use crate::app::state::units::unit_list::UnitList;
use crate::app::views::COMPARE;
use crate::app::window::App;
use crate::engine::Layer;
use crate::fault::guarded;

impl State {
    /// Pins the run as it is, at the moment that is shown.
    pub(crate) fn pin(&mut self) {
        let Some(run) = self.run_model().map(Rc::clone) else {
            return;
        };
        if let Some(pin) = self.pins.add(&run) {
            let text = format!(
                "Pinned as {}: {}. The view Compare has its measures; V shows both side by side.",
                pin.letter, pin.name
            );
            self.notices.news(text);
        }
    }

    /// Forgets a pinned run.
    pub(crate) fn unpin(&mut self, letter: char) {
        if self.pins.compared().is_some_and(|pin| pin.letter == letter) {
            self.show_pin(false);
        }
        let has_kept = self.kept.folder.is_some();
        let ended = self.pins.of_letter(letter).map(|pin| {
            let has_learned = pin.snapshot().status.step > 0;
            match pin.is_beside() {
                true if has_learned && has_kept => {
                    " Its run has ended; its model is being kept: File > Kept models…"
                }
                true => " Its run has ended.",
                false => "",
            }
        });
        if self.pins.remove(letter) {
            let ended = ended.unwrap_or_default();
            self.notices.news(format!("{letter} is unpinned.{ended}"));
        }
    }

    /// Has all views show the pinned run in the place of the run, with the same units selected; or the run again, at the
    /// moment at which it was shown before.
    pub(crate) fn show_pin(&mut self, is_shown: bool) {
        if self.pins.is_shown() == is_shown {
            return;
        }
        if is_shown {
            // Leaves the past, too, until the run is shown again.
            let moment = self.timeline.wanted;
            self.back_to_now();
            self.timeline.laid_aside = moment;
            self.selection = self.forth(self.selection);
            self.pins.selected_at_start = self.selection;
        } else {
            self.selection = self.back(self.selection);
            self.timeline.wanted = self.timeline.laid_aside.take();
            self.notices.resolve(STEPS);
        }
        self.pins.show(is_shown);
        if let Some(model) = self.model().map(Rc::clone) {
            model.prepare(&mut self.textures);
        }
    }

    /// Compares another pinned run.
    pub(crate) fn compare(&mut self, letter: char) {
        let is_shown = self.pins.is_shown();
        self.show_pin(false);
        self.pins.compare(letter);
        self.show_pin(is_shown);
    }

    /// Compares the next pinned run.
    pub(crate) fn compare_next(&mut self) {
        let is_shown = self.pins.is_shown();
        self.show_pin(false);
        self.pins.compare_next();
        self.show_pin(is_shown);
    }

    /// Shows, as the state of the pinned run that is compared: its units, in the order of those of the run, its textures, and
    /// selected what is the same in it. What is selected meanwhile is then selected in the run. `None` where no run is pinned.
    ///
    /// # Errors
    /// What `show` panicked of.
    pub(crate) fn through_pin<R>(
        &mut self,
        show: impl FnOnce(&mut Self, &ModelView) -> R,
    ) -> Option<Result<R, String>> {
        let pin = self.pins.compared_mut()?;
        let model = Rc::clone(&pin.model);
        let textures = std::mem::take(&mut pin.textures);
        let own = Own {
            units: Arc::clone(&self.unit_list),
            columns: self.columns,
            selection: self.selection,
            pointed: self.pointed,
        };
        let textures = std::mem::replace(&mut self.textures, textures);
        self.unit_list = self.units_of_pin();
        let selection = self.forth(own.selection);
        self.selection = selection;
        let forth = |layer, unit| self.pins.forth((layer, unit));
        self.pointed = own.pointed.in_other(forth);
        self.pins.lens = Some(Rc::clone(&model));
        let shown = guarded(|| show(self, &model));
        self.pins.lens = None;
        let selected = std::mem::replace(&mut self.selection, own.selection);
        let mut pointed = own.pointed;
        let back = |layer, unit| self.partner_in_run((layer, unit));
        pointed.found_in_other(&self.pointed, back);
        self.pointed = pointed;
        (self.unit_list, self.columns) = (own.units, own.columns);
        let textures = std::mem::replace(&mut self.textures, textures);
        if let Some(pin) = self.pins.compared_mut() {
            pin.textures = textures;
        }
        if selected != selection {
            self.select_back(selection, selected);
        }
        Some(shown)
    }

    /// Selects in the run what was selected in the pinned run; a layer in which nothing else was selected than `before` stays.
    fn select_back(&mut self, before: Selection, selected: Selection) {
        let unit = selected.last();
        let mut back = self.back(selected);
        for layer in Layer::ALL {
            if before.of(layer) == selected.of(layer) {
                *back.of_mut(layer) = self.selection.of(layer);
            }
        }
        if let Some((layer, unit)) = unit
            && back.of(layer).is_none()
        {
            let letter = self.pins.compared().map_or(' ', |pin| pin.letter);
            let layer = layer.name();
            let text = format!("The {layer} unit {unit} of {letter} has no partner in the run.");
            return self.notices.news(text);
        }
        self.selection = back;
    }

    /// What is the same in the pinned run as what is selected in the run.
    fn forth(&self, selection: Selection) -> Selection {
        self.carried(selection, |unit| self.pins.forth(unit))
    }

    /// What is the same in the run as what is selected in the pinned run.
    fn back(&self, selection: Selection) -> Selection {
        self.carried(selection, |unit| self.partner_in_run(unit))
    }

    /// The unit of the run that one of the pinned run is matched with; without a match that of the same number, where the run
    /// has so many.
    fn partner_in_run(&self, (layer, unit): Unit) -> Option<usize> {
        let units = self.run_model().map_or(0, |run| run.usage(layer).len());
        let partner = self.pins.back((layer, unit));
        partner.filter(|partner| *partner < units)
    }

    fn carried(
        &self,
        selection: Selection,
        partner: impl Fn((Layer, usize)) -> Option<usize>,
    ) -> Selection {
        let of = |layer| partner((layer, selection.of(layer)?));
        Selection {
            simple: of(Layer::Simple),
            invariant: of(Layer::Invariant),
            layer: selection.layer,
        }
    }

    /// The units of the pinned run in the order of those of the run: each at the place of its partner, then, where all are
    /// shown, those without one.
    fn units_of_pin(&mut self) -> Arc<UnitList> {
        let Some(pin) = self.pins.compared() else {
            return Arc::clone(&self.unit_list);
        };
        let generation = pin.snapshot().generation;
        let matching = pin.matching().cloned();
        let is_current = |made: &&UnitsOfPin| {
            let is_same = match (&made.matching, &matching) {
                (Some(made), Some(now)) => Arc::ptr_eq(made, now),
                (None, None) => true,
                _ => false,
            };
            is_same && made.generation == generation && Arc::ptr_eq(&made.of, &self.unit_list)
        };
        if let Some(made) = self.pins.units.as_ref().filter(is_current) {
            return Arc::clone(&made.units);
        }
        let units = Arc::new(PerLayer::from_fn(|layer| self.units_like(pin, layer)));
        self.pins.units = Some(UnitsOfPin {
            of: Arc::clone(&self.unit_list),
            generation,
            matching,
            units: Arc::clone(&units),
        });
        units
    }

    fn units_like(&self, pin: &Pin, layer: Layer) -> Vec<usize> {
        let of_run = &self.unit_list[layer];
        let partners = of_run
            .iter()
            .filter_map(|&unit| self.pins.forth((layer, unit)));
        let mut units: Vec<usize> = partners.collect();
        let all = self.run_model().map_or(0, |run| run.usage(layer).len());
        if of_run.len() == all {
            let mut is_there = vec![false; pin.model.usage(layer).len()];
            units.iter().for_each(|&unit| is_there[unit] = true);
            let others = is_there.into_iter().enumerate();
            units.extend(
                others
                    .filter(|(_, is_there)| !is_there)
                    .map(|(unit, _)| unit),
            );
        }
        units
    }

    /// What is selected, matched: "simple unit 12 is 47 in B, correlation 0.93".
    pub(crate) fn matched_words(&self) -> Option<String> {
        self.matched_words_of(|layer| self.selection.of(layer))
    }

    /// The same of the unit that the view Unit shows, selected or not.
    pub(crate) fn matched_words_in_unit(&self) -> Option<String> {
        let (shown, in_sight) = (self.selection.layer, self.in_sight);
        let run = self.run_model().map(|run| run_of(run.snapshot.generation));
        self.matched_words_of(|layer| {
            let is_shown = layer == shown && run == Some(in_sight.generation);
            let in_sight = in_sight.units[layer].filter(|_| is_shown);
            self.selection.of(layer).or(in_sight)
        })
    }

    fn matched_words_of(&self, unit_of: impl Fn(Layer) -> Option<usize>) -> Option<String> {
        let pin = self.pins.compared()?;
        if let Some(words) = pin.not_matched_words() {
            return Some(words);
        }
        let matching = pin.matching()?;
        // What is selected while the pinned run is shown is its own.
        let is_shown = self.pins.is_shown();
        let other = if is_shown { 'A' } else { pin.letter };
        let words = Layer::ALL.into_iter().filter_map(|layer| {
            let (unit, name, pairs) = (unit_of(layer)?, layer.name(), matching.layer(layer));
            let partner = match is_shown {
                true => pairs.back(unit),
                false => pairs.forth(unit),
            };
            Some(match partner {
                Some(partner) => format!(
                    "{name} unit {unit} is {} in {other}, correlation {:.2}",
                    partner.unit, partner.correlation
                ),
                None => format!("{name} unit {unit} has no partner in {other}"),
            })
        });
        let words: Vec<_> = words.collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    fn on_pin(&mut self, outcome: PinOutcome) {
        let is_matched = |state: &Self| state.pins.compared().and_then(Pin::matching).is_some();
        let by_number = self.pins.is_shown() && !is_matched(self);
        let taken = self.pins.take(outcome);
        if by_number && is_matched(self) {
            // Until now what had the same number was selected, but for what was selected since.
            let (before, now) = (self.pins.selected_at_start, self.selection);
            let matched = self.forth(now);
            for layer in Layer::ALL {
                if before.of(layer) == now.of(layer) {
                    *self.selection.of_mut(layer) = matched.of(layer);
                }
            }
        }
        match taken {
            Ok(Some(text)) => {
                self.notices.resolve(NOT_PINNED);
                self.notices.news(text);
            }
            Ok(None) => {}
            Err(problem) => self.notices.problem_of(NOT_PINNED, problem),
        }
    }
}

/// What belongs to the run while a pinned run is shown.
struct Own {
    units: Arc<UnitList>,
    columns: PerLayer<usize>,
    selection: Selection,
    pointed: Pointed,
}

impl App {
    /// Takes over what threads did for pinned runs, and has them do what is to be done.
    pub(crate) fn attend_pins(&mut self, ctx: &Context) {
        while let Some(outcome) = self.state.pins.work.outcome() {
            self.state.on_pin(outcome);
        }
        let state = &mut self.state;
        let compares = |view: View| view == COMPARE || state.pins.split(view.key) != Split::Run;
        let is_compared = state.pins.is_shown() || self.dock.visible().any(compares);
        let run = state.run_model().filter(|_| is_compared);
        let run = run.map(|run| Arc::clone(&run.snapshot));
        for job in state
            .pins
            .jobs(state.settings.preferences.colors(), run.as_ref())
        {
            let started = state.pins.work.start("pinned run", ctx, || job.run());
            if let Err(error) = started {
                state
                    .notices
                    .problem(format!("Runs cannot be compared: {error}"));
            }
        }
        // Where the run stands still there may be no other frame.
        if let Some(wait) = run.and_then(|run| state.pins.match_wait(&run)) {
            ctx.request_repaint_after(wait);
        }
    }

    /// Has the views in front show the run and the pinned run like this; where all do already, the run alone.
    pub(crate) fn split_views(&mut self, split: Split) {
        let state = &mut self.state;
        state.show_pin(false);
        let views: Vec<_> = self.dock.comparing().collect();
        if views.is_empty() {
            return state.notices.news("No view in front can show two runs.");
        }
        let pins = &mut state.pins;
        let is_split = views
            .iter()
            .all(|view| pins.wanted_split(view.key) == split);
        let split = if is_split { Split::Run } else { split };
        for view in &views {
            pins.set_split(view.key, split);
        }
        let has_room = |view: &View| pins.split(view.key) == split;
        if !is_split && !views.iter().any(has_room) {
            let text = "No view in front has room for two runs side by side: make one wider, or choose Divided.";
            state.notices.news(text);
        }
    }
}
