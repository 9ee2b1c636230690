//! The kept models: what each is, to be opened, kept for ever or deleted.

use std::path::Path;
use std::time::SystemTime;

use egui::{
    Color32, Label, Rect, RichText, Role, ScrollArea, Sense, TextureOptions, Ui, WidgetInfo, pos2,
    vec2,
};

use super::sheet;
use crate::app::state::State;
use crate::app::state::kept::{KeptChange, KeptRow};
use crate::app::state::sheets::Sheet;
use crate::app::widgets::{date, elapsed};
use crate::config::Config;
use crate::engine::{Command, KeptSummary};
use crate::figure::short_number;
use crate::model::Coupling;
use crate::words::grouped;

/// Side of the picture of a model, in points.
const PICTURE: f32 = 84.0;

/// What a button of the list asks for.
enum Wish {
    Open,
    KeepForEver,
    Ask,
    Delete,
    Leave,
}

/// Shows the list while it is open.
pub(crate) fn kept(ui: &Ui, state: &mut State) {
    // One that was kept since is in the list, and one that it took the place of is not opened.
    let kept_step = state.now().and_then(|now| now.kept_step);
    if state.sheets.is_open(Sheet::KeptModels) && state.kept.kept_step != kept_step {
        state.read_kept(KeptChange::None, Path::new(""), ui.ctx());
    }
    let wish = sheet(ui, state, Sheet::KeptModels, list);
    let Some((index, wish)) = wish.flatten() else {
        return;
    };
    let Some(row) = state.kept.rows.as_ref().and_then(|rows| rows.get(index)) else {
        return;
    };
    let path = row.model.path.clone();
    let change = match wish {
        Wish::Open => {
            state.sheets.close(Sheet::KeptModels);
            return state.send(Command::Open(path));
        }
        Wish::Ask => {
            state.kept.asks_about = Some(path);
            return;
        }
        Wish::KeepForEver => KeptChange::KeepForEver,
        Wish::Delete => KeptChange::Delete,
        Wish::Leave => KeptChange::None,
    };
    state.kept.asks_about = None;
    if change != KeptChange::None {
        state.read_kept(change, &path, ui.ctx());
    }
}

fn list(ui: &mut Ui, state: &mut State) -> Option<(usize, Wish)> {
    let asks_about = state.kept.asks_about.clone();
    // Opened again, it begins with the newest.
    let scrolled = ScrollArea::vertical().id_salt(state.kept.opened);
    let is_reading = state.kept.work.is_awaited();
    let Some(rows) = &mut state.kept.rows else {
        if is_reading {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.weak("Reading the models…");
            });
        } else {
            ui.colored_label(
                ui.visuals().error_fg_color,
                "The models could not be read; Messages tells why.",
            );
        }
        return None;
    };
    ui.weak(
        "Saved by the program: the newest, those that learned longest, and those kept for ever.",
    );
    ui.add_space(4.0);
    if rows.is_empty() {
        ui.label(
            "None yet. A model is kept after some seconds of learning, and when it is replaced.",
        );
        return None;
    }
    let now = SystemTime::now();
    let mut wish = None;
    scrolled.auto_shrink(false).show(ui, |ui| {
        for (index, row) in rows.iter_mut().enumerate() {
            let asks = asks_about.as_ref() == Some(&row.model.path);
            ui.separator();
            if let Some(found) = entry(ui, row, now, asks) {
                wish = Some((index, found));
            }
        }
    });
    wish
}

fn entry(ui: &mut Ui, row: &mut KeptRow, now: SystemTime, asks: bool) -> Option<Wish> {
    let mut wish = None;
    ui.horizontal(|ui| {
        picture(ui, row);
        ui.add_space(6.0);
        ui.vertical(|ui| {
            let model = &row.model;
            let age = now.duration_since(model.written).unwrap_or_default();
            let movies = grouped(model.movies_seen);
            ui.strong(format!("{movies} movies, {}", elapsed(age)));
            let until = match (model.is_for_ever, row.is_gone) {
                (_, true) => ", no longer kept",
                (true, false) => ", kept for ever",
                (false, false) => "",
            };
            ui.weak(format!("{}{until}", date(model.written)));
            match &model.summary {
                Ok(summary) => {
                    ui.label(sizes(summary));
                    let text = format!("{}; {}", prices(summary), summary.config.source);
                    ui.add(Label::new(RichText::new(text).weak()).truncate());
                }
                Err(error) => {
                    ui.colored_label(ui.visuals().error_fg_color, error);
                }
            }
            ui.horizontal(|ui| wish = buttons(ui, row, &movies, asks));
        });
    });
    wish
}

/// "20 x 20 pixels, 400, 100 and 25 units, joint, concentration 0.81".
fn sizes(summary: &KeptSummary) -> String {
    let (movies, model) = (&summary.config.movies, &summary.config.model);
    let side = movies.patch_side;
    let channels = movies.channels.said();
    let above = model.pooling_layers().into_iter().map(|layer| layer.units);
    let mut units: Vec<String> = std::iter::once(model.simple)
        .chain(above)
        .map(|units| units.to_string())
        .collect();
    let top = units.pop().unwrap_or_default();
    let below = units.join(", ");
    let coupling = match model.coupling {
        Coupling::Split => "",
        Coupling::Joint => ", joint",
    };
    let concentration = summary.concentration;
    let concentration =
        concentration.map_or("not measured".to_owned(), |value| format!("{value:.2}"));
    format!(
        "{side} x {side} pixels{channels}, {below} and {top} units{coupling}, concentration {concentration}"
    )
}

/// "α 0.5, β 0.3", and what was set since it learned last.
fn prices(summary: &KeptSummary) -> String {
    let [learned, now] = [&summary.learned, &summary.config].map(prices_of);
    if learned == now {
        return now;
    }
    format!("{learned}, then set to {now}")
}

/// "α 0.5, β 0.3", and γ of a third layer.
fn prices_of(config: &Config) -> String {
    let short = |price: f32| short_number(f64::from(price));
    let model = &config.model;
    let gamma = match model.top {
        0 => String::new(),
        _ => format!(", γ {}", short(model.gamma)),
    };
    format!("α {}, β {}{gamma}", short(model.alpha), short(model.beta))
}

fn buttons(ui: &mut Ui, row: &KeptRow, movies: &str, asks: bool) -> Option<Wish> {
    let pressed = |ui: &mut Ui, text: &str, is_possible: bool| {
        let button = ui.add_enabled(is_possible && !row.is_gone, egui::Button::new(text));
        let name = format!("{text}: {movies} movies");
        button.accessible_name(name).clicked()
    };
    if asks && !row.is_gone {
        ui.label("Delete this model and its history?");
        let delete = pressed(ui, "Delete", true).then_some(Wish::Delete);
        return delete.or(pressed(ui, "Cancel", true).then_some(Wish::Leave));
    }
    let is_sound = row.model.summary.is_ok();
    let open = pressed(ui, "Open", is_sound).then_some(Wish::Open);
    let keeps = pressed(ui, "Keep for ever", !row.model.is_for_ever);
    let asks = pressed(ui, "Delete…", true);
    open.or(keeps.then_some(Wish::KeepForEver))
        .or(asks.then_some(Wish::Ask))
}

/// Some filters of the model.
fn picture(ui: &mut Ui, row: &mut KeptRow) {
    let (rect, response) = ui.allocate_exact_size(vec2(PICTURE, PICTURE), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Some filters"));
    let Some(image) = &row.picture else { return };
    let texture = row.texture.get_or_insert_with(|| {
        ui.ctx().load_texture(
            "kept model",
            std::sync::Arc::clone(image),
            TextureOptions::NEAREST,
        )
    });
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter()
        .image(texture.id(), rect, whole, Color32::WHITE);
}
