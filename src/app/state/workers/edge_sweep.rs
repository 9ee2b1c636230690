//! What the units answered at each place of an edge that moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::app::state::past::is_past;
use crate::app::state::units::per_layer::PerLayer;
use crate::app::state::workers::inquiry::OpenFrames;
use crate::engine::{Layer, StimulusAnswer};

/// Places of the edge that are told apart, per pixel.
pub(crate) const PLACES_PER_PX: f64 = 8.0;
/// Share of the strongest answer from which on a unit gets a row of its own.
const NOTICED: f32 = 0.1;

/// Everything of an edge but its place: direction, fineness and contrast.
pub(crate) type EdgeShape = [f64; 3];

/// The lists of the units that answer while the stimulus moves by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptRows {
    /// Units that answered, each in the row that it had first.
    pub(crate) units: PerLayer<Vec<usize>>,
    /// The strongest answer so far: that of the longest bar.
    pub(crate) peaks: PerLayer<f32>,
}

/// A model: its generation, its alpha and beta where they are set and, of a moment of the past, its step.
pub(crate) type AnsweredBy = (u64, Option<[f32; 2]>, Option<u64>);

/// The answers to an edge that moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct EdgeSweep {
    shape: Option<EdgeShape>,
    /// The model that answered. Of one that learns answers of different moments are put together.
    of: AnsweredBy,
    /// Frames that were asked for, and where the edge is in them, in pixels.
    open: OpenFrames<f64>,
    /// By place, in order.
    answers: BTreeMap<i64, (f64, Arc<StimulusAnswer>)>,
    kept: KeptRows,
    /// What the rows are of: the model, and everything of the stimulus but its place.
    kept_of: Option<(u64, [f64; 4])>,
}

impl EdgeSweep {
    /// Notes that the units are asked about a frame with the edge at `b_px`; an edge of another shape begins anew.
    pub(crate) fn ask(&mut self, frame: &[f32], b_px: f64, shape: EdgeShape) {
        if self.shape != Some(shape) {
            *self = Self {
                shape: Some(shape),
                ..Self::default()
            };
        }
        self.open.ask(frame, b_px);
    }

    /// Takes over an answer, if it is one to an edge that was asked about.
    pub(crate) fn take_answer(&mut self, answer: &Arc<StimulusAnswer>) {
        let Some(b_px) = self.open.answered(&answer.frame) else {
            return;
        };
        let step = is_past(answer.generation).then_some(answer.step);
        let of = (answer.generation, answer.sparsities, step);
        if self.of != of {
            self.answers.clear();
            self.of = of;
        }
        let place = (b_px * PLACES_PER_PX).round() as i64;
        self.answers.insert(place, (b_px, Arc::clone(answer)));
    }

    /// The places of the edge in order, in pixels, each with the answers there.
    pub(crate) fn answers(&self) -> impl Iterator<Item = (f64, &StimulusAnswer)> {
        self.answers
            .values()
            .map(|(b_px, answer)| (*b_px, &**answer))
    }

    /// What a drawing of it depends on beside the newest answer: the number of places, and the model that answered.
    pub(crate) fn version(&self) -> (usize, AnsweredBy) {
        (self.answers.len(), self.of)
    }

    /// The rows of both layers, and their scale.
    pub(crate) fn kept(&self) -> &KeptRows {
        &self.kept
    }

    /// Keeps the rows while they are of the same model and stimulus, and forgets them otherwise.
    pub(crate) fn keep_rows_of(&mut self, of: (u64, [f64; 4])) {
        if self.kept_of.replace(of) != Some(of) {
            self.forget_rows();
        }
    }

    /// Gives those of `responses` that are on a row; each keeps the one that it has. In a full list a new one takes the row
    /// of a unit that is off.
    pub(crate) fn keep_rows(&mut self, layer: Layer, responses: &[f32], count: usize) {
        let rows = &mut self.kept.units[layer];
        rows.retain(|unit| *unit < responses.len());
        // More were kept while there was more room.
        rows.truncate(count);
        let peak = responses.iter().fold(0.0_f32, |peak, r| peak.max(r.abs()));
        let longest = &mut self.kept.peaks[layer];
        *longest = longest.max(peak);
        let mut new: Vec<usize> = (0..responses.len())
            .filter(|unit| responses[*unit].abs() > NOTICED * peak && !rows.contains(unit))
            .collect();
        new.sort_by(|&a, &b| responses[b].abs().total_cmp(&responses[a].abs()));
        for unit in new {
            if rows.len() < count {
                rows.push(unit);
            } else if let Some(off) = rows.iter_mut().find(|row| responses[**row] == 0.0) {
                *off = unit;
            }
        }
    }

    /// Forgets the rows and their scale, so that the next sweep begins with the strongest first.
    pub(crate) fn forget_rows(&mut self) {
        self.kept = KeptRows::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tuning::StillCodes;
    use crate::app::state::past::FIRST_PINNED;
    use crate::model::Energies;

    fn answer(frame: Vec<f32>, generation: u64) -> Arc<StimulusAnswer> {
        Arc::new(StimulusAnswer {
            generation,
            step: 0,
            sparsities: Some([0.5, 0.3]),
            codes: StillCodes {
                simple: vec![1.0],
                invariant: vec![1.0],
                reconstruction: frame.clone(),
                energies: Energies::default(),
            },
            frame,
        })
    }

    #[test]
    fn answers_are_put_where_the_edge_was_and_another_shape_begins_anew() {
        let mut sweep = EdgeSweep::default();
        let shape = [30.0, 1.0, 1.0];
        for b_px in [1.0, -2.0, 3.0] {
            sweep.ask(&[b_px as f32], b_px, shape);
        }
        // Of the first nothing was heard: only the newest question counts.
        sweep.take_answer(&answer(vec![-2.0], 0));
        sweep.take_answer(&answer(vec![3.0], 0));
        sweep.take_answer(&answer(vec![9.0], 0));
        let places: Vec<f64> = sweep.answers().map(|(b_px, _)| b_px).collect();
        assert_eq!(places, [-2.0, 3.0]);
        sweep.ask(&[1.0], 1.0, shape);
        sweep.take_answer(&answer(vec![1.0], 7));
        assert_eq!(sweep.answers().count(), 1, "of one model");
        let at_step = |step, generation| {
            let answer = answer(vec![1.0], generation);
            Arc::new(StimulusAnswer {
                step,
                ..StimulusAnswer::clone(&answer)
            })
        };
        for (step, generation, count) in [
            (5, 7, 1),
            (6, 7, 2),
            (6, !7, 1),
            (6, !7, 2),
            (7, !7, 1),
            (7, FIRST_PINNED, 1),
            // What learns beside the run is pinned, too.
            (8, FIRST_PINNED, 2),
        ] {
            let b_px = f64::from(count as u8);
            sweep.ask(&[1.0], b_px, shape);
            sweep.take_answer(&at_step(step, generation));
            assert_eq!(sweep.answers().count(), count, "{step} of {generation}");
        }
        sweep.ask(&[1.0], 1.0, shape);
        let other_beta = StimulusAnswer {
            sparsities: Some([0.5, 0.1]),
            ..StimulusAnswer::clone(&at_step(7, FIRST_PINNED))
        };
        sweep.take_answer(&Arc::new(other_beta));
        assert_eq!(sweep.answers().count(), 1, "of one beta");
        sweep.ask(&[1.0], 1.0, [31.0, 1.0, 1.0]);
        assert_eq!(sweep.answers().count(), 0);
    }

    #[test]
    fn units_keep_their_rows_and_new_ones_take_those_that_are_off() {
        let mut sweep = EdgeSweep::default();
        sweep.keep_rows(Layer::Simple, &[0.0, 0.5, -0.9, 0.0], 2);
        assert_eq!(sweep.kept().units[Layer::Simple], [2, 1]);
        sweep.keep_rows(Layer::Simple, &[0.0, 0.9, -0.2, 0.0], 2);
        assert_eq!(sweep.kept().units[Layer::Simple], [2, 1]);
        sweep.keep_rows(Layer::Simple, &[0.7, 0.9, 0.0, 0.8], 2);
        assert_eq!(sweep.kept().units[Layer::Simple], [3, 1]);
        assert_eq!(sweep.kept().units[Layer::Invariant], [0; 0]);
        sweep.keep_rows(Layer::Simple, &[0.7, 0.9, 0.0, 0.8], 1);
        assert_eq!(sweep.kept().units[Layer::Simple], [3], "there is less room");
        assert_eq!(
            sweep.kept().peaks[Layer::Simple],
            0.9,
            "the strongest of all"
        );
        sweep.keep_rows_of((7, [0.0, 30.0, 1.0, 1.0]));
        sweep.keep_rows(Layer::Simple, &[0.0, 0.5], 2);
        sweep.keep_rows_of((7, [0.0, 30.0, 1.0, 1.0]));
        assert_eq!(sweep.kept().units[Layer::Simple], [1]);
        sweep.keep_rows_of((8, [0.0, 30.0, 1.0, 1.0]));
        assert_eq!(sweep.kept().units[Layer::Simple], [0; 0], "another model");
        sweep.forget_rows();
        assert_eq!(sweep.kept().units[Layer::Simple], [0; 0]);
        assert_eq!(sweep.kept().peaks[Layer::Simple], 0.0);
    }
}
