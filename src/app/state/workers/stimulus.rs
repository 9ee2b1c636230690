//! The stimulus, and what the cells answer to it.

use std::sync::Arc;

use ndarray::Array2;

use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::activations::Activations;
use crate::app::state::workers::edge_sweep::EdgeSweep;
use crate::app::state::workers::inquiry::{Asked, OpenFrames};
use crate::app::state::workers::patch_location::PatchLocation;
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::engine::{Answer, Layer, Question, StimulusAnswer, StimulusQuestion, Topic};
use crate::source::{Stimulus, draw, edge_amplitude, grating_amplitude};
use crate::words::with_minus;

/// What the brightest stroke of a drawing is, in gains of the normalisation.
const STROKE_GAINS: f32 = 2.0;

/// A stimulus and its answers.
#[derive(Clone, Debug)]
pub struct StimulusState {
    /// What is shown.
    pub kind: StimulusKind,
    /// Position of the edge, in pixels.
    pub b_px: f64,
    /// Direction of the normal of edge and grating, in degrees, in [0, 360).
    pub theta_deg: f64,
    /// How fine the edge is, in radians per pixel.
    pub k_rad_per_px: f64,
    /// Frequency of the grating, in cycles per pixel.
    pub freq_cycles_per_px: f64,
    /// Phase of the grating, in degrees.
    pub phase_deg: f64,
    /// Contrast, as a multiple of what normalisation makes of such a stimulus in a picture.
    pub contrast: f64,
    /// Where the patch is from.
    pub place: PatchLocation,
    /// What was drawn, `[P]`, -1 to 1.
    pub drawn: Vec<f32>,
    /// Whether b (for gratings: the phase) runs by itself.
    pub is_sweeping: bool,
    /// How far beyond its place the edge has come while it moves, in pixels: less than to the next place.
    pub(crate) beyond_px: f64,
    /// Whether the view is on screen.
    pub(crate) is_shown: bool,
    /// The answers while the edge moves.
    pub(crate) sweep: EdgeSweep,
    /// The frame shown last.
    asked: Option<Asked<Vec<f32>>>,
    /// Frames that were asked about, in words.
    open: OpenFrames<String>,
    answer: Option<Arc<StimulusAnswer>>,
    /// What was answered, in words.
    answered: Option<String>,
}

impl StimulusState {
    /// Turns edge and grating so that their normal is on a line of this direction, in degrees, by the smaller angle: nothing jumps, and
    /// the bright side of an edge goes around with it.
    pub(crate) fn turn_to(&mut self, theta_deg: f64) {
        let turned = (theta_deg - self.theta_deg).rem_euclid(180.0);
        let turned = if turned > 90.0 {
            turned - 180.0
        } else {
            turned
        };
        self.theta_deg = (self.theta_deg + turned).rem_euclid(360.0);
    }
}

impl Default for StimulusState {
    fn default() -> Self {
        Self {
            kind: StimulusKind::default(),
            b_px: 0.0,
            // At which a unit of the trained model stays on over most of the patch, without a gap.
            theta_deg: 130.0,
            k_rad_per_px: 1.0,
            freq_cycles_per_px: 0.12,
            phase_deg: 0.0,
            contrast: 1.0,
            place: PatchLocation::default(),
            drawn: Vec::new(),
            is_sweeping: false,
            beyond_px: 0.0,
            is_shown: false,
            sweep: EdgeSweep::default(),
            asked: None,
            open: OpenFrames::default(),
            answer: None,
            answered: None,
        }
    }
}

impl StimulusState {
    /// The stimulus as a frame `[P]`; `None` for a patch before there are pictures.
    pub(crate) fn frame(&self, model: &ModelView) -> Option<Vec<f32>> {
        let config = &model.snapshot.config;
        let (movies, normalise) = (&config.movies, &config.normalise);
        let (side, channels) = (movies.patch_side, movies.channels);
        let theta_rad = self.theta_deg.to_radians();
        let drawn = |stimulus: Stimulus, amplitude: f64| {
            let frames = draw(&[stimulus], side, self.contrast * amplitude);
            channels.show_grey(frames).into_iter().collect()
        };
        Some(match self.kind {
            StimulusKind::Edge => drawn(
                Stimulus::Edge {
                    b_px: self.b_px,
                    theta_rad,
                    k_rad_per_px: self.k_rad_per_px,
                },
                edge_amplitude(self.k_rad_per_px, normalise),
            ),
            StimulusKind::Grating => drawn(
                Stimulus::Drifting {
                    theta_rad,
                    freq_cycles_per_px: self.freq_cycles_per_px,
                    phase_rad: self.phase_deg.to_radians(),
                },
                grating_amplitude(normalise),
            ),
            StimulusKind::Patch => self.patch(model)?,
            StimulusKind::Drawing => {
                let scale = STROKE_GAINS * normalise.gain * self.contrast as f32;
                // What was drawn on a frame of another size is not shown on this one.
                let drawn = Array2::from_shape_vec((1, side * side), self.drawn.clone());
                drawn.map_or_else(
                    |_| vec![0.0; movies.pixels()],
                    |drawn| channels.show_grey(scale * drawn).into_iter().collect(),
                )
            }
        })
    }

    /// The stimulus that was answered last, in words.
    pub(crate) fn answered(&self) -> Option<&str> {
        self.answered.as_deref()
    }

    /// The stimulus in words: "edge, b 3.2 px, θ 150°, k 1 rad/px, contrast 1".
    fn words(&self, model: &ModelView) -> String {
        let theta_deg = self.theta_deg;
        let kind = self.kind.name().to_lowercase();
        let of_kind = match self.kind {
            StimulusKind::Edge => with_minus(&format!(
                ", b {:.2} px, θ {theta_deg:.1}°, k {:.2} rad/px",
                self.b_px, self.k_rad_per_px
            )),
            StimulusKind::Grating => format!(
                ", θ {theta_deg:.1}°, frequency {:.3} cycles/px, phase {:.0}°",
                self.freq_cycles_per_px, self.phase_deg
            ),
            StimulusKind::Patch => self.place.words(&model.snapshot),
            StimulusKind::Drawing => String::new(),
        };
        format!("{kind}{of_kind}, contrast {:.2}", self.contrast)
    }

    fn patch(&self, model: &ModelView) -> Option<Vec<f32>> {
        let patch = self.place.patch(&model.snapshot)?;
        let contrast = self.contrast as f32;
        Some(patch.iter().map(|value| contrast * value).collect())
    }

    /// The last answer, if it is of this model.
    pub(crate) fn answer(&self, model: &ModelView) -> Option<&Arc<StimulusAnswer>> {
        let snapshot = &model.snapshot;
        let fits = |answer: &&Arc<StimulusAnswer>| {
            answer.generation == snapshot.generation
                && answer.frame.len() == snapshot.dictionary().nrows()
        };
        self.answer.as_ref().filter(fits)
    }

    /// Whether units keep their places in all lists, because the stimulus moves by itself.
    pub(crate) fn keeps_places(&self) -> bool {
        self.is_sweeping && self.is_shown
    }

    /// How strongly the units of a layer answer; `None` unless the view is on screen.
    pub(crate) fn answers(&self, model: &ModelView, layer: Layer) -> Option<Activations<'_>> {
        let answer = self.answer(model).filter(|_| self.is_shown)?;
        let responses = layer.of(&answer.codes.simple, &answer.codes.invariant);
        Some(Activations::new(responses))
    }
}

impl WorkerState for StimulusState {
    /// Asks when the stimulus changed, or the model did a while ago.
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request> {
        self.is_shown = shown.has("bench");
        let frame = shown.stimulus.filter(|_| self.is_shown)?;
        let snapshot = &shown.model.snapshot;
        if let Some(asked) = &mut self.asked
            && asked.what == frame
            && !asked.is_outdated(snapshot)
        {
            return None;
        }
        self.asked = Some(Asked::new(frame.to_owned(), snapshot, true));
        self.open.ask(frame, self.words(shown.model));
        if self.kind == StimulusKind::Edge {
            let shape = [self.theta_deg, self.k_rad_per_px, self.contrast];
            self.sweep.ask(frame, self.b_px, shape);
        }
        Some(Request::Ask(Question::Stimulus(StimulusQuestion {
            snapshot: Arc::clone(snapshot),
            frame: frame.to_owned(),
        })))
    }

    fn is_waiting(&self, shown: &Shown<'_>) -> bool {
        shown.has("bench") && self.asked.as_ref().is_some_and(|asked| asked.is_open)
    }

    fn take_answer(&mut self, answer: &Answer) {
        if let Some(asked) = &mut self.asked
            && answer.is_none_to(Topic::Stimulus)
        {
            asked.is_open = false;
        }
        if let Answer::Stimulus(answer) = answer {
            self.sweep.take_answer(answer);
            let is_of = |asked: &&mut Asked<Vec<f32>>| {
                let snapshot = &asked.snapshot;
                asked.what == answer.frame
                    && (snapshot.generation, snapshot.status.step)
                        == (answer.generation, answer.step)
            };
            if let Some(asked) = self.asked.as_mut().filter(is_of) {
                asked.is_open = false;
            }
            if let Some(words) = self.open.answered(&answer.frame) {
                self.answered = Some(words);
            }
            self.answer = Some(Arc::clone(answer));
        }
    }

    fn forget(&mut self) {
        (self.asked, self.answer, self.answered) = (None, None, None);
        self.open = OpenFrames::default();
        self.sweep = EdgeSweep::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_goes_by_the_smaller_angle_whichever_end_of_the_normal_is_taken() {
        let mut state = StimulusState {
            theta_deg: 179.0,
            ..StimulusState::default()
        };
        for (to, is) in [
            (181.0, 181.0),
            (3.0, 183.0),
            (-100.0, 260.0),
            (-10.0, 350.0),
            (5.0, 5.0),
        ] {
            state.turn_to(to);
            assert_eq!(state.theta_deg, is, "to {to}");
        }
    }
}
