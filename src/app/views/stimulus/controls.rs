//! The kind of stimulus, its numbers, and how it moves by itself.

use egui::Ui;

use crate::app::commands::Action;
use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::edge_sweep::PLACES_PER_PX;
use crate::app::state::workers::stimulus::StimulusState;
use crate::app::state::workers::stimulus_number::{StimulusNumber, edge_reach};
use crate::app::widgets::dial;

/// The kinds, and the actions that choose them.
const KINDS: [(StimulusKind, Action); 4] = [
    (StimulusKind::Edge, Action::ShowEdge),
    (StimulusKind::Grating, Action::ShowGrating),
    (StimulusKind::Patch, Action::ShowPatch),
    (StimulusKind::Drawing, Action::ShowDrawing),
];
/// How fast b runs, in pixels per second.
const SWEEP_PX_PER_SEC: f64 = 5.0;
/// How fast the phase runs, in degrees per second.
const SWEEP_DEG_PER_SEC: f64 = 240.0;

/// Everything about the stimulus that is a number.
pub(super) fn controls(ui: &mut Ui, state: &mut State) {
    let side = state.shown_cut().patch_side;
    let stimulus = &mut state.workers.stimulus;
    ui.horizontal_wrapped(|ui| {
        for (kind, action) in KINDS {
            ui.selectable_value(&mut stimulus.kind, kind, kind.name())
                .on_hover_text(action.row().tooltip);
        }
        if stimulus.kind != StimulusKind::Patch {
            ui.separator();
        }
        let mut sweep = |name| {
            ui.toggle_value(&mut stimulus.is_sweeping, name)
                .on_hover_text(Action::Sweep.row().tooltip);
        };
        match stimulus.kind {
            StimulusKind::Edge => sweep("Sweep b"),
            StimulusKind::Grating => sweep("Drift"),
            StimulusKind::Patch => {}
            StimulusKind::Drawing => {
                if ui.button("Clear").clicked() {
                    stimulus.drawn.clear();
                }
            }
        }
    });
    // An audience looks at the answers.
    if state.presents {
        return;
    }
    let stimulus = &mut state.workers.stimulus;
    ui.weak(match stimulus.kind {
        StimulusKind::Edge | StimulusKind::Grating => {
            "Drag the stimulus to move it, hold Shift to rotate it."
        }
        StimulusKind::Patch => "Click the picture to choose a patch.",
        StimulusKind::Drawing => "Draw on the stimulus, hold Shift to draw in black.",
    });
    ui.horizontal_wrapped(|ui| dials(ui, stimulus, side));
}

fn dials(ui: &mut Ui, stimulus: &mut StimulusState, side: usize) {
    for number in &StimulusNumber::ALL {
        if number.is_of(stimulus.kind) {
            let value = number.value(stimulus);
            dial(
                ui,
                number.name,
                number.unit,
                number.range(side),
                number.speed,
                value,
            );
        }
    }
}

/// Lets b or the phase run.
pub(super) fn move_by_itself(ui: &Ui, model: &ModelView, stimulus: &mut StimulusState) {
    let reach = edge_reach(model.atlas.side());
    if !stimulus.is_sweeping {
        return;
    }
    let secs = f64::from(ui.input(|input| input.stable_dt)).min(0.1);
    match stimulus.kind {
        StimulusKind::Edge => {
            // Along the places that are told apart, however fast frames are drawn.
            let now = stimulus.b_px + stimulus.beyond_px + SWEEP_PX_PER_SEC * secs;
            stimulus.b_px = (now * PLACES_PER_PX).floor() / PLACES_PER_PX;
            stimulus.beyond_px = now - stimulus.b_px;
            if stimulus.b_px > reach {
                stimulus.b_px = (-reach * PLACES_PER_PX).ceil() / PLACES_PER_PX;
            }
        }
        StimulusKind::Grating => {
            stimulus.phase_deg = (stimulus.phase_deg + SWEEP_DEG_PER_SEC * secs).rem_euclid(360.0);
        }
        StimulusKind::Patch | StimulusKind::Drawing => stimulus.is_sweeping = false,
    }
    ui.request_repaint_after_secs(1.0 / 60.0);
}
