//! What is filled in, what is hidden of it, and the sparsities of both models.

use egui::Ui;

use crate::analysis::inpainting::HIDDEN_PERCENT;
use crate::app::commands::Action;
use crate::app::commands::mask_shape::MaskShape;
use crate::app::state::State;
use crate::app::state::workers::inpainting::{InpaintingState, TRYING, Work};
use crate::app::widgets::{self, LogSlider, action_button, log_slider, progress_bar};
use crate::model::{ModelParams, SPARSITIES};

/// Width of everything that is set, beside the picture, in points.
pub(super) const CONTROLS: f32 = 440.0;
/// The ways to hide pixels, and the actions that choose them.
const SHAPES: [(MaskShape, Action); 3] = [
    (MaskShape::Random, Action::HideRandom),
    (MaskShape::Block, Action::HideBlock),
    (MaskShape::Brush, Action::HideByBrush),
];
/// Name and tooltip of the slider of each sparsity.
const SLIDERS: [(&str, &str); 3] = [
    ("α  one", "One layer: sparsity of z."),
    ("α  two", "Two layers: sparsity of z."),
    ("β  two", "Two layers: sparsity of u."),
];

/// What is filled, and what is hidden of it.
pub(super) fn hide(ui: &mut Ui, state: &mut State, side: usize) {
    let inpainting = &mut state.workers.inpainting;
    ui.horizontal_wrapped(|ui| {
        ui.selectable_value(&mut inpainting.is_whole, false, "Patch")
            .on_hover_text(Action::FillPatch.row().tooltip);
        ui.selectable_value(&mut inpainting.is_whole, true, "Whole picture")
            .on_hover_text(Action::FillPicture.row().tooltip);
        ui.separator();
        for (by, action) in SHAPES {
            ui.selectable_value(&mut inpainting.mask_editor.by, by, by.name())
                .on_hover_text(action.row().tooltip);
        }
    });
    ui.horizontal_wrapped(|ui| {
        let inpainting = &mut state.workers.inpainting;
        let mask_editor = &mut inpainting.mask_editor;
        ui.spacing_mut().slider_width = 120.0;
        match mask_editor.by {
            MaskShape::Random => {
                let share = &mut mask_editor.share_percent;
                widgets::slider(ui, "Share hidden", share, HIDDEN_PERCENT, " %", |share| {
                    share.fixed_decimals(0)
                });
                action_button(ui, state, Action::AnotherMask);
            }
            MaskShape::Block => {
                let sides = 1..=side.saturating_sub(1).max(1);
                let mut block_px = mask_editor.block_px(side);
                let slider = widgets::slider(
                    ui,
                    "Side of the block",
                    &mut block_px,
                    sides,
                    " px",
                    |block| block,
                );
                if slider.changed() {
                    mask_editor.block_side_px = block_px;
                }
                ui.weak(if inpainting.is_whole {
                    "Drag the block on any tile. It is hidden in every patch of the picture."
                } else {
                    "Drag the block on any tile."
                });
            }
            MaskShape::Brush => {
                if ui.button("Clear").clicked() {
                    mask_editor.painted.clear();
                }
                ui.weak(if inpainting.is_whole {
                    "What is painted is hidden in every patch of the picture. Hold Shift to erase."
                } else {
                    "Paint on any of the tiles, hold Shift to erase."
                });
            }
        }
    });
}

/// The sliders, and the way to their best places.
pub(super) fn sparsities(ui: &mut Ui, state: &mut State, model: &ModelParams, is_alone: bool) {
    let inpainting = &mut state.workers.inpainting;
    let work = inpainting.work();
    let is_wide = ui.available_width() >= CONTROLS;
    ui.columns(if is_wide { 3 } else { 1 }, |columns| {
        let beginnings = InpaintingState::beginnings(model);
        let sliders = SLIDERS.iter().zip(beginnings).zip(&mut inpainting.chosen);
        let last = columns.len() - 1;
        for (place, ((&(name, tooltip), own), value)) in sliders.enumerate() {
            slider(&mut columns[place.min(last)], name, tooltip, own, value);
        }
    });
    ui.horizontal(|ui| match work {
        None => {
            action_button(ui, state, Action::FindBest);
            ui.weak(if is_alone {
                "for patches of this picture: there is no other"
            } else {
                "for patches of the other pictures"
            });
        }
        Some(work) => {
            if ui.button("Stop").clicked() {
                state.workers.inpainting.stop();
            }
            match work {
                Work::Search => {
                    ui.spinner();
                    ui.weak(TRYING);
                }
                Work::Picture(done) => {
                    ui.add(progress_bar(done, format!("{:.0} %", 100.0 * done)));
                }
            }
        }
    });
}

/// A slider that begins at `own` and goes back there.
fn slider(
    ui: &mut Ui,
    name: &'static str,
    tooltip: &'static str,
    own: f32,
    value: &mut Option<f32>,
) {
    let form = LogSlider {
        name,
        tooltip,
        range: 0.001..=10.0,
        typed: SPARSITIES,
        is_share: false,
        is_log: true,
        default: own,
        default_is: "a third of the model's own value",
    };
    let mut now = value.unwrap_or(own);
    if log_slider(ui, &form, &mut now) {
        *value = (now != own).then_some(now);
    }
}
