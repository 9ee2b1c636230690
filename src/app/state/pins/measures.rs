//! What is measured of pinned runs: all that is measured of a run, once for each.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Pins;
use super::pin::Pin;
use crate::app::state::settings::Settings;
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::engine::{Analysis, AnalysisRequest, AnalysisStage, Answer, Question};
use crate::telemetry::Measured;

/// How soon a run that learns beside the run is measured again.
const AGAIN: Duration = Duration::from_secs(10);

impl Pin {
    /// Whether what was measured of it last is to do for a while, though it has learned since.
    fn rests(&self) -> bool {
        let again = self.measured_again_at;
        again.is_none_or(|again| Instant::now() < again)
    }

    /// Takes what was measured of a state that stands still into its curves, as the run does.
    fn note(&mut self, measured: Measured) {
        if !self.is_beside() && self.model.snapshot.status.step == measured.step {
            Rc::make_mut(&mut self.model).note(measured);
        }
    }

    /// All that is measured of it.
    fn request(&self, settings: &Settings) -> AnalysisRequest {
        AnalysisRequest {
            snapshot: Arc::clone(self.snapshot()),
            k_rad_per_px: settings.k_rad_per_px,
            betas: settings.betas.to_vec(),
            edges: true,
            gratings: true,
            awaited: Some(AnalysisStage::Edges),
        }
    }

    /// Whether something of it is yet to be measured.
    fn lacks_measures(&self, settings: &Settings) -> bool {
        let snapshot = &self.model.snapshot;
        let wanted = self.request(settings);
        let known = self.model.known.as_ref();
        let is_answered = |known: &Arc<Analysis>| {
            let step = known.snapshot.status.step;
            // Measures of a run beside that has learned as much again since are made anew at once.
            let is_recent = self.rests() && !known.is_outgrown_by(snapshot);
            wanted.is_answered_by(known) && (step == snapshot.status.step || is_recent)
        };
        snapshot.status.movies_seen > 0 && !self.is_unmeasurable && !known.is_some_and(is_answered)
    }
}

impl Pins {
    /// The run that was asked about cannot be measured: what failed once is not tried again and again.
    pub(crate) fn note_unmeasurable(&mut self) {
        let asked = self.asked.take();
        let asked = asked.map(|asked| asked.snapshot.generation);
        if let Some(pin) = asked.and_then(|of| self.of_generation(of)) {
            pin.is_unmeasurable = true;
        }
    }
}

impl WorkerState for Pins {
    /// Asks for all measures of one after the other.
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request> {
        let settings = shown.settings;
        if self.asked.is_some() {
            return None;
        }
        let pin = self.all.iter().find(|pin| pin.lacks_measures(settings))?;
        let request = pin.request(settings);
        self.asked = Some(request.clone());
        Some(Request::Ask(Question::Analysis(request)))
    }

    fn take_answer(&mut self, answer: &Answer) {
        if let Answer::Analysis(analysis) = answer {
            let is_whole = self
                .asked
                .as_ref()
                .is_none_or(|asked| asked.is_answered_by(analysis));
            // Measures of a state that stands still stay until all of them are there again.
            let pin = self.of_generation(analysis.snapshot.generation);
            if let Some(pin) = pin.filter(|pin| is_whole || !pin.is_measured()) {
                Rc::make_mut(&mut pin.model).take_answer(Arc::clone(analysis));
                pin.note(analysis.measured);
                if let Some(again) = &mut pin.measured_again_at {
                    *again = Instant::now() + AGAIN;
                }
            }
            self.asked.take_if(|asked| asked.is_answered_by(analysis));
        }
    }

    fn forget(&mut self) {
        self.asked = None;
    }
}
