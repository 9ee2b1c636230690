//! A number of the stimulus or of the mask.

use std::ops::RangeInclusive;

use crate::analysis::inpainting::HIDDEN_PERCENT;
use crate::app::commands::View;
use crate::app::commands::mask_shape::MaskShape;
use crate::app::state::State;
use crate::app::state::workers::stimulus_number::StimulusNumber;
use crate::app::views::{INPAINTING, STIMULUS};

/// A number that is seen in one view.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    /// One of the stimulus.
    Stimulus(&'static StimulusNumber),
    /// Share of the pixels hidden at random, in percent.
    ShareHidden,
    /// Side of the block that is hidden, in pixels.
    BlockSide,
}

impl Number {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let stimulus = StimulusNumber::ALL.iter().map(Self::Stimulus);
        stimulus.chain([Self::ShareHidden, Self::BlockSide])
    }

    /// The view that shows it.
    pub(super) fn view(self) -> View {
        match self {
            Self::Stimulus(_) => STIMULUS,
            Self::ShareHidden | Self::BlockSide => INPAINTING,
        }
    }

    /// Its name in the view, what it is, and its unit.
    pub(super) fn words(self) -> [&'static str; 3] {
        match self {
            Self::Stimulus(number) => [number.name, number.about, number.unit],
            Self::ShareHidden => [
                "share hidden",
                "Hides this share of pixels at random.",
                " %",
            ],
            Self::BlockSide => [
                "side of the block",
                "Hides a square block of pixels of this side.",
                " px",
            ],
        }
    }

    /// From where to where.
    pub(super) fn range(self, state: &State) -> RangeInclusive<f64> {
        let side = state.shown_cut().patch_side;
        match self {
            Self::Stimulus(number) => number.range(side),
            Self::ShareHidden => HIDDEN_PERCENT,
            Self::BlockSide => 1.0..=side.saturating_sub(1).max(1) as f64,
        }
    }

    /// Its value.
    pub(super) fn get(self, state: &State) -> f64 {
        let (stimulus, inpainting) = (&state.workers.stimulus, &state.workers.inpainting);
        match self {
            Self::Stimulus(number) => number.get(stimulus),
            Self::ShareHidden => inpainting.mask_editor.share_percent,
            Self::BlockSide => {
                let side = state.shown_cut().patch_side;
                inpainting.mask_editor.block_px(side) as f64
            }
        }
    }

    /// Sets it, and shows what has it.
    pub(super) fn set(self, state: &mut State, value: f64) {
        let mask = &mut state.workers.inpainting.mask_editor;
        match self {
            Self::Stimulus(number) => number.set(&mut state.workers.stimulus, value),
            Self::ShareHidden => (mask.by, mask.share_percent) = (MaskShape::Random, value),
            Self::BlockSide => (mask.by, mask.block_side_px) = (MaskShape::Block, value as usize),
        }
    }
}
