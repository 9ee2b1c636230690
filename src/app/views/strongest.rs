//! The patches or movies of the pictures that drive the selected unit most.

use std::sync::Arc;

use egui::{CursorIcon, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::content::{ViewContent, in_the_middle, without_pictures};
use crate::analysis::{KEPT, Unit};
use crate::app::commands::Action;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::patch_location::PatchLocation;
use crate::app::theme;
use crate::app::widgets::{Cached, on_screen, paint_scene, progress_bar, whole_pixel_zoom};
use crate::engine::StrongestAnswer;
use crate::figure::{
    Document, Figure, PixelColors, Rect, ShownPatch, StrongestOptions, strongest_array,
    strongest_patches, strongest_table,
};
use crate::words::grouped;

/// Points of a pixel of a patch, about: as many as let all tiles fit, within these.
const ZOOMS: [u8; 2] = [3, 12];
/// The same where they do not fit and scroll.
const SCROLLED_ZOOM: u8 = 4;

/// What is said of a patch whose movie is not held any more.
const GONE: &str = "This movie is no longer in memory: another round has been read since.";

/// The strongest patches.
#[derive(Default)]
pub(crate) struct StrongestView {
    made: Cached<(Same<StrongestAnswer>, StrongestOptions), Figure<Vec<Rect>>>,
}

impl ViewContent for StrongestView {
    fn ui(&mut self, ui: &mut Ui, model: &ModelView, state: &mut State) {
        let Some(unit) = state.selection.last() else {
            let text =
                "Select a unit in any view to see which patches of the pictures drive it most.";
            in_the_middle(ui, text);
            return;
        };
        if model.snapshot.pictures.is_none() {
            return in_the_middle(ui, without_pictures(model, state));
        }
        let answer = state.workers.strongest.answer(model, unit).cloned();
        progress(
            ui,
            unit,
            answer.as_deref(),
            state.workers.strongest.is_over(unit),
        );
        let Some(answer) = answer.filter(|answer| !answer.found.is_empty()) else {
            return;
        };
        let colors = model.pixel_colors(state.settings.preferences.filter_colors);
        let options = options(ui, colors, &answer);
        let key = (Same(Arc::clone(&answer)), options);
        let figure = self.made.get(key, || {
            strongest_patches(&shown_patches(&answer), unit.0.code(), &options)
        });
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let is_there = answer.question.snapshot.has_pictures_of(&model.snapshot);
            tiles(ui, figure, &answer, is_there, state);
        });
    }

    fn wants(&self, _: &ModelView, _: &State) -> &'static str {
        "select a unit, and wait until its patches are found"
    }

    fn document(&self, model: &ModelView, state: &State) -> Option<Document<'static>> {
        let unit = state.selection.last()?;
        let answer = state.workers.strongest.answer(model, unit);
        let answer = answer.filter(|answer| !answer.found.is_empty())?;
        let scene = self.made.last()?.scene.clone();
        let (table, array) = (Arc::clone(answer), Arc::clone(answer));
        let document = Document::new(move || scene)
            .with_table(move || strongest_table(&shown_patches(&table), unit.0.code()))
            .with_array(move || strongest_array(&shown_patches(&array)));
        let step = grouped(answer.question.snapshot.status.step);
        let (layer, unit) = unit;
        let so_far = match answer.is_final {
            true => String::new(),
            false => format!(
                "; {:.0} % of the places searched",
                100.0 * answer.share_done
            ),
        };
        let found = format!(
            "the strongest for {} unit {unit}, found at step {step}{so_far}",
            layer.name()
        );
        Some(document.made_with(found))
    }
}

/// The largest zoom at which all tiles fit, with as many in a row as fit.
fn options(ui: &Ui, colors: PixelColors, answer: &StrongestAnswer) -> StrongestOptions {
    let space = ui.available_size() - vec2(ui.spacing().scroll.allocated_width(), 0.0);
    let (frames, side) = (answer.found[0].frames.nrows(), answer.found[0].side());
    let at = |zoom: u8| {
        let options = StrongestOptions {
            columns: 1,
            zoom: whole_pixel_zoom(ui.ctx(), f32::from(zoom)),
            colors,
            palette: *theme::palette(ui),
        };
        options.within(space.x, frames, side)
    };
    // While the search goes on there may be fewer than there will be.
    let fits = |options: &StrongestOptions| {
        let [width, height] = options.size(KEPT, frames, side);
        width <= space.x && height <= space.y
    };
    let [smallest, largest] = ZOOMS;
    let mut larger = (smallest..=largest).rev().map(at);
    larger.find(fits).unwrap_or_else(|| at(SCROLLED_ZOOM))
}

/// What was found, each with its picture.
fn shown_patches(answer: &StrongestAnswer) -> Vec<ShownPatch> {
    let Some(pictures) = &answer.question.snapshot.pictures else {
        return Vec::new();
    };
    ShownPatch::all(&answer.found, pictures.names(), pictures.images())
}

/// How far the search is, or of which step it is.
fn progress(ui: &mut Ui, (layer, unit): Unit, answer: Option<&StrongestAnswer>, is_over: bool) {
    let name = format!("{} unit {unit}", layer.name());
    match answer {
        Some(answer) if answer.is_final => {
            let step = grouped(answer.question.snapshot.status.step);
            ui.weak(match answer.found.len() {
                0 => format!("At step {step} no patch of the pictures turns {name} on."),
                _ => format!("The strongest for {name} that were found at step {step}. Click one to open it as a stimulus."),
            });
        }
        _ if is_over => {
            ui.weak(format!(
                "The search for {name} failed. It begins again when the model has learned, or another unit is selected."
            ));
        }
        _ => {
            let share = answer.map_or(0.0, |answer| answer.share_done);
            // Another moment may be shown by now.
            let step = answer.map(|answer| answer.question.snapshot.status.step);
            let at = step.map_or(String::new(), |step| format!(" at step {}", grouped(step)));
            let text = format!("{:.0} %: searching for {name}{at}", 100.0 * share);
            ui.add(progress_bar(share, text));
        }
    }
}

/// The tiles; a click opens one on the stimulus view, where its picture is still there.
fn tiles(
    ui: &mut Ui,
    figure: &Figure<Vec<Rect>>,
    answer: &StrongestAnswer,
    is_there: bool,
    state: &mut State,
) {
    let scene = &figure.scene;
    let (rect, _) = ui.allocate_exact_size(vec2(scene.width, scene.height), Sense::hover());
    let origin = paint_scene(ui.painter(), rect.min, scene, &mut state.textures);
    let pictures = answer.question.snapshot.pictures.as_ref();
    for (rank, (tile, patch)) in figure.layout.iter().zip(&answer.found).enumerate() {
        let id = ui.scope_id().with(("strongest", rank));
        let response = ui.interact(on_screen(origin, tile), id, Sense::click());
        let name = format!("Strongest patch {}", rank + 1);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let picture = patch.path.picture;
        let from = pictures.map_or("", |pictures| pictures.names()[picture].as_str());
        let response = response
            .on_hover_text(format!("{from}\nClick to open it as a stimulus."))
            .on_hover_cursor(CursorIcon::PointingHand);
        if response.clicked() && !is_there {
            state.notices.news(GONE);
        } else if response.clicked() {
            let (top, left) = patch.path.corner(0);
            state.workers.stimulus.place = PatchLocation {
                picture,
                corner_px: Some([left, top]),
            };
            state.act(Action::ShowPatch);
        }
    }
}
