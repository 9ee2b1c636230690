//! What the engine has to say, put into the state.

use std::sync::Arc;

use crate::app::state::model_view::{Drawing, Sketch};
use crate::app::state::unit_list::{Answering, Basis, Choice, Order, Roster};
use crate::app::state::{Loading, Replaces, State};
use crate::engine::{Analysis, Command, Event, Layer};

/// The name of a layer's units.
pub(crate) fn units(layer: Layer) -> &'static str {
    match layer {
        Layer::Simple => "simple units",
        Layer::Invariant => "invariant units",
    }
}

impl State {
    /// Takes over a new snapshot, drawn; when it is of another model, its configuration too.
    pub(crate) fn on_sketch(&mut self, sketch: Sketch) {
        let snapshot = &sketch.snapshot;
        let previous = self
            .drawing
            .as_ref()
            .map(|drawing| drawing.snapshot.generation);
        if previous != Some(snapshot.generation) {
            self.adopt(&snapshot.config);
        }
        self.live.source = snapshot.config.source.clone();
        self.textures
            .prepare(sketch.atlas.raster(), Arc::clone(&sketch.image));
        self.drawing = Some(Drawing::new(sketch, self.drawing.as_ref()));
    }

    /// Takes over new measures.
    pub(crate) fn on_analysis(&mut self, analysis: Arc<Analysis>) {
        let Some(drawing) = &mut self.drawing else {
            return;
        };
        let generation = analysis.snapshot.generation;
        let measured = Box::new(analysis.measured);
        if drawing.learn(analysis) {
            self.send(Command::Note {
                generation,
                measured,
            });
        }
    }

    /// Chooses and sorts the units shown, when what that depends on changed.
    pub(crate) fn refresh_roster(&mut self) {
        let Some(drawing) = &self.drawing else { return };
        let listing = self.settings.listing;
        // Snapshots come too fast to sort by: measures come a few times a second at most.
        let known = drawing
            .known
            .as_ref()
            .map(|known| Arc::as_ptr(known).addr());
        let connected =
            [listing.simple_choice, listing.invariant_choice].contains(&Choice::Connected);
        let selection = connected.then_some(self.selection);
        let answering = |layer, order| {
            let lit = (order == Order::Answer).then(|| self.lit(layer)).flatten();
            lit.map_or_else(Vec::new, |lit| lit.units())
        };
        let answering = Answering {
            simple: answering(Layer::Simple, listing.simple_order),
            invariant: answering(Layer::Invariant, listing.invariant_order),
        };
        let generation = drawing.snapshot.generation;
        let basis = Basis {
            sizes: drawing.snapshot.pooling().dim(),
            generation,
            known,
            listing,
            selection,
            answering,
        };
        if self.basis.as_ref() != Some(&basis) {
            let roster = Roster::new(drawing, listing, self.selection, &basis.answering);
            if roster != *self.roster {
                self.roster = Arc::new(roster);
            }
            self.basis = Some(basis);
        }
    }

    /// Shows an event: nothing happens in silence.
    pub(crate) fn on_event(&mut self, event: Event) {
        match event {
            Event::Loading { done, total } => self.loading = Some(Loading { done, total }),
            Event::Loaded { pictures, skipped } => self.on_loaded(pictures, skipped),
            // The status line says it.
            Event::Paused { .. } => {}
            Event::Restored => self.notices.news("The model from before is back."),
            Event::LoadingCancelled => {
                self.loading = None;
                self.notices.news(if self.has_pictures() {
                    "Loading stopped; learning goes on with the pictures before."
                } else {
                    "Loading stopped. Choose pictures on the left to learn from."
                });
            }
            Event::StepUndone { layer, step, rate } => {
                *self.rate_mut(layer) = rate;
                self.notices.problem(format!(
                    "Step {step} of the {} diverged and was undone; their learning rate is now {rate}.",
                    units(layer)
                ));
            }
            Event::Revived { layer, units: 0 } => {
                self.notices
                    .news(format!("No dead {} to revive.", units(layer)));
            }
            Event::Revived {
                layer,
                units: count,
            } => {
                self.notices
                    .news(format!("{count} dead {} drawn anew.", units(layer)));
            }
            Event::Saved(path) => {
                self.notices.news(format!("Saved to {}", path.display()));
            }
            Event::Opened(path) => {
                self.notices.news(format!("Opened {}", path.display()));
            }
            Event::WouldReplace(path) => self.replaces = Some(Replaces::Model(path)),
            Event::NotLoaded(message) => {
                self.loading = None;
                self.notices.problem(if self.has_pictures() {
                    message
                } else {
                    format!("{message}. Choose other pictures on the left to learn from.")
                });
            }
            Event::Failed(message) => self.notices.problem(message),
            Event::Crashed(message) => {
                self.loading = None;
                self.crash = Some(message);
            }
        }
    }

    fn has_pictures(&self) -> bool {
        self.status().is_some_and(|status| status.pictures > 0)
    }

    fn on_loaded(&mut self, pictures: usize, skipped: Vec<String>) {
        self.loading = None;
        if !skipped.is_empty() {
            self.notices.news(format!(
                "{pictures} pictures loaded, {} files left out; the list is under Pictures.",
                skipped.len()
            ));
        }
        self.skipped = skipped;
    }

    /// The relative learning rate of a layer.
    pub(crate) fn rate_mut(&mut self, layer: Layer) -> &mut f32 {
        match layer {
            Layer::Simple => &mut self.live.learning.simple_rate,
            Layer::Invariant => &mut self.live.learning.invariant_rate,
        }
    }

    /// Whether a layer keeps its weights.
    pub(crate) fn frozen_mut(&mut self, layer: Layer) -> &mut bool {
        match layer {
            Layer::Simple => &mut self.live.learning.freeze_simple,
            Layer::Invariant => &mut self.live.learning.freeze_invariant,
        }
    }
}
