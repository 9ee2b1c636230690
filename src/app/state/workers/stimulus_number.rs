//! The numbers of a stimulus: their names, and what they may be.

use std::ops::RangeInclusive;

use super::stimulus::StimulusState;
use crate::app::commands::stimulus_kind::StimulusKind;

/// A number of the stimulus.
#[derive(Debug)]
pub(crate) struct StimulusNumber {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it is, in a sentence.
    pub(crate) about: &'static str,
    /// Its unit, as it stands behind the value.
    pub(crate) unit: &'static str,
    /// Change per point that it is dragged.
    pub(crate) speed: f64,
    /// The kinds that have it.
    kinds: &'static [StimulusKind],
    /// From where to where, by the side of the patch in pixels.
    range: fn(usize) -> RangeInclusive<f64>,
    get: fn(&StimulusState) -> f64,
    of: fn(&mut StimulusState) -> &mut f64,
}

impl StimulusNumber {
    /// All of them, in the order of the controls.
    pub(crate) const ALL: [Self; 6] = [
        Self {
            name: "b",
            about: "Position of the edge, from the middle of the patch.",
            unit: " px",
            speed: 0.05,
            kinds: &[StimulusKind::Edge],
            range: |side| -edge_reach(side)..=edge_reach(side),
            get: |stimulus| stimulus.b_px,
            of: |stimulus| &mut stimulus.b_px,
        },
        Self {
            name: "θ",
            about: "Direction across the edge or the stripes, clockwise from the x axis.",
            unit: "°",
            speed: 0.5,
            kinds: &[StimulusKind::Edge, StimulusKind::Grating],
            range: |_| 0.0..=360.0,
            get: |stimulus| stimulus.theta_deg,
            of: |stimulus| &mut stimulus.theta_deg,
        },
        Self {
            name: "k",
            about: "How fine the edge is.",
            unit: " rad/px",
            speed: 0.01,
            kinds: &[StimulusKind::Edge],
            range: |_| 0.2..=3.0,
            get: |stimulus| stimulus.k_rad_per_px,
            of: |stimulus| &mut stimulus.k_rad_per_px,
        },
        Self {
            name: "frequency",
            about: "How fine the stripes of the grating are.",
            unit: " cycles/px",
            speed: 0.002,
            kinds: &[StimulusKind::Grating],
            range: |_| 0.02..=0.5,
            get: |stimulus| stimulus.freq_cycles_per_px,
            of: |stimulus| &mut stimulus.freq_cycles_per_px,
        },
        Self {
            name: "phase",
            about: "Where the stripes of the grating are.",
            unit: "°",
            speed: 1.0,
            kinds: &[StimulusKind::Grating],
            range: |_| 0.0..=360.0,
            get: |stimulus| stimulus.phase_deg,
            of: |stimulus| &mut stimulus.phase_deg,
        },
        Self {
            name: "contrast",
            about: "Contrast of the stimulus, as a multiple of that in a picture.",
            unit: "×",
            speed: 0.01,
            kinds: &StimulusKind::ALL,
            range: |_| 0.0..=4.0,
            get: |stimulus| stimulus.contrast,
            of: |stimulus| &mut stimulus.contrast,
        },
    ];

    /// Whether this kind has it.
    pub(crate) fn is_of(&self, kind: StimulusKind) -> bool {
        self.kinds.contains(&kind)
    }

    /// From where to where, in a patch of this side in pixels.
    pub(crate) fn range(&self, side: usize) -> RangeInclusive<f64> {
        (self.range)(side)
    }

    /// Its value.
    pub(crate) fn get(&self, stimulus: &StimulusState) -> f64 {
        (self.get)(stimulus)
    }

    /// Its value, to be changed.
    pub(crate) fn value<'a>(&self, stimulus: &'a mut StimulusState) -> &'a mut f64 {
        (self.of)(stimulus)
    }

    /// Brings those that are out of range in a patch of this side into it, as where a model of smaller patches is shown.
    pub(crate) fn bring_within(stimulus: &mut StimulusState, side: usize) {
        for number in &Self::ALL {
            let (range, value) = (number.range(side), number.value(stimulus));
            *value = value.clamp(*range.start(), *range.end());
        }
    }

    /// Sets it, in a stimulus that has it.
    pub(crate) fn set(&self, stimulus: &mut StimulusState, value: f64) {
        if !self.is_of(stimulus.kind) {
            stimulus.kind = self.kinds[0];
        }
        *self.value(stimulus) = value;
    }
}

/// How far an edge is moved from the middle of a frame of this side, in pixels: from one corner to the other, as the edges that are
/// measured.
pub(crate) fn edge_reach(side: usize) -> f64 {
    side as f64 * std::f64::consts::FRAC_1_SQRT_2
}
