//! The stimulus, moved, turned or drawn with the pointer.

use egui::{Pos2, Rect, Response, Ui, pos2};

use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::stimulus::StimulusState;

/// Radius of the brush, in pixels.
const BRUSH_PX: f32 = 1.1;

/// Moves, turns or draws with the pointer on the frame.
pub(super) fn drag(
    ui: &Ui,
    model: &ModelView,
    stimulus: &mut StimulusState,
    response: &Response,
    on_frame: Rect,
) {
    let side = model.atlas.side() as f32;
    let start = ui.input(|input| input.pointer.press_origin());
    let Some(start) = start.filter(|start| on_frame.contains(*start)) else {
        return;
    };
    let is_held = response.dragged() || response.clicked() || response.is_pointer_button_down_on();
    let Some(at) = response.interact_pointer_pos().filter(|_| is_held) else {
        return;
    };
    let from_centre = (at - on_frame.center()) * side / on_frame.width();
    let is_shifted = ui.input(|input| input.modifiers.shift);
    let theta = stimulus.theta_deg.to_radians();
    let [x, y] = [f64::from(from_centre.x), f64::from(from_centre.y)];
    match stimulus.kind {
        StimulusKind::Edge | StimulusKind::Grating if is_shifted => {
            stimulus.turn_to(y.atan2(x).to_degrees());
        }
        StimulusKind::Edge => {
            stimulus.is_sweeping = false;
            stimulus.b_px = -(x * theta.cos() + y * theta.sin());
        }
        StimulusKind::Grating => {
            stimulus.is_sweeping = false;
            let along = x * theta.cos() + y * theta.sin();
            stimulus.phase_deg = (360.0 * stimulus.freq_cycles_per_px * along).rem_euclid(360.0);
        }
        StimulusKind::Patch => {}
        StimulusKind::Drawing => {
            let value = if is_shifted { -1.0 } else { 1.0 };
            let tip = pos2(from_centre.x + side / 2.0, from_centre.y + side / 2.0);
            // From where the pointer was, or was pressed: a fast stroke has no gaps.
            let moved = ui.input(|input| match input.pointer.any_pressed() {
                true => at - start,
                false => input.pointer.delta(),
            });
            let moved = moved * side / on_frame.width();
            let dabs = (moved.length() / BRUSH_PX).ceil().max(1.0);
            for left in (0..dabs as usize).rev() {
                let dab = tip - moved * (left as f32 / dabs);
                stroke(&mut stimulus.drawn, model.atlas.side(), dab, value);
            }
        }
    }
}

/// Sets the pixels under the brush, softly at its rim.
fn stroke(drawn: &mut Vec<f32>, side: usize, at: Pos2, value: f32) {
    if drawn.len() != side * side {
        *drawn = vec![0.0; side * side];
    }
    for (index, pixel) in drawn.iter_mut().enumerate() {
        let centre = pos2((index % side) as f32 + 0.5, (index / side) as f32 + 0.5);
        let cover = (BRUSH_PX + 0.5 - centre.distance(at)).clamp(0.0, 1.0);
        *pixel += cover * (value - *pixel);
    }
}
