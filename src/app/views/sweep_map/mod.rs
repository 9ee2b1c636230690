//! A measure of the models of a sweep over its settings: a map over two or three, a chart over one.

mod card;

use std::sync::Arc;

use egui::{Button, Event, Key, Response, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo};

use self::card::{card, model_named, words};
use super::content::ViewContent;
use crate::app::commands::Action;
use crate::app::same::Same;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::sweep_map::{MapChoice, SeenSweep};
use crate::app::theme;
use crate::app::typed_path::{is_entered, typed_path};
use crate::app::widgets::{
    Cached, Canvas, action_button, card_beside, choice, frame_unit, keep_arrows, keep_together,
};
use crate::engine::Command;
use crate::figure::{Document, Figure, HeatMap, HeatMapCell, HeatMapLayout, Palette};
use crate::source::short_name;
use crate::sweep::Measures;
use crate::words::{capital, name_said};

/// Width of the field of a path, in points.
const PATH: f32 = 260.0;
/// Height of the map below which all of the view scrolls, in points.
const LOWEST: f32 = 200.0;
/// Width of a menu with what it is about before it, in points, about.
const PAIR: f32 = 160.0;
/// What is said before a sweep is opened.
const ABOUT: &str = "A sweep is a folder of models, each trained with different settings: in a terminal `cellscope sweep plan` \
                     makes it and `cellscope sweep run` trains them. Its map or chart shows where complex cells emerge. Open the folder of a sweep above.";

/// The map.
#[derive(Default)]
pub(crate) struct SweepMap {
    path: String,
    made: Cached<(Same<HeatMap>, Palette, [f32; 2]), Figure<HeatMapLayout>>,
    /// The cell that keys have come to.
    at: HeatMapCell,
    /// Whether there is a map to be read.
    has_map: bool,
    /// Whether the path was entered by a key: where it is none, the field is gone on typing in.
    is_entered: bool,
}

impl ViewContent for SweepMap {
    fn ui(&mut self, ui: &mut Ui, _: &ModelView, state: &mut State) {
        let height = ui.available_height();
        let all = ScrollArea::vertical().auto_shrink(false);
        all.show(ui, |ui| self.contents(ui, state, height));
    }

    fn wants(&self, _: &ModelView, state: &State) -> &'static str {
        match state.sweep_map.seen() {
            Some(_) => "choose other settings: there is no map of these",
            None => "open a sweep first",
        }
    }

    fn is_of_model(&self) -> bool {
        false
    }

    fn suits(&self, _: &ModelView) -> bool {
        self.has_map
    }

    fn document(&self, _: &ModelView, state: &State) -> Option<Document<'static>> {
        let map = HeatMap::clone(state.sweep_map.seen()?.map.as_ref().ok()?);
        let &(_, palette, room) = self.made.last_key()?;
        let (table, array) = (map.clone(), map.clone());
        let folder = state.sweep_map.folder()?.display().to_string();
        let comments = map.comments(&folder);
        let document = Document::new(move || map.figure(palette, Some(room)).scene)
            .with_table(move || table.table())
            .with_comments(comments)
            .with_array(move || array.array());
        Some(document)
    }
}

impl SweepMap {
    /// All of it, of which so much is in sight.
    fn contents(&mut self, ui: &mut Ui, state: &mut State, height: f32) {
        if state.sweep_map.take_new() {
            self.path.clear();
        }
        self.folder(ui, state);
        let seen = state.sweep_map.seen();
        self.has_map = seen.is_some_and(|seen| seen.map.is_ok());
        if let Some(problem) = state.sweep_map.problem() {
            ui.colored_label(ui.visuals().error_fg_color, problem);
        }
        let Some(seen) = state.sweep_map.seen().map(Arc::clone) else {
            match state.sweep_map.folder() {
                Some(_) if state.sweep_map.problem().is_none() => {
                    ui.weak("Reading the sweep…");
                }
                _ => about(ui, state),
            }
            return;
        };
        menus(ui, state, &seen);
        let map = match &seen.map {
            Ok(map) => map,
            Err(reason) => {
                ui.weak(reason);
                return;
            }
        };
        let palette = *theme::palette(ui);
        let below = height - (ui.cursor().top() - ui.min_rect().top());
        // A point less than there is: widths that are sums of others are rounded, and nothing is to be scrolled for that.
        let room = [ui.available_width() - 1.0, below.max(LOWEST)];
        let key = (Same(Arc::clone(map)), palette, room);
        let draw = || map.figure(palette, Some(room));
        let figure = self.made.get(key, draw);
        ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
            show(ui, figure, &seen, map, (&mut self.at, state));
        });
    }

    /// Which folder, and another one.
    fn folder(&mut self, ui: &mut Ui, state: &mut State) {
        ui.horizontal_wrapped(|ui| {
            action_button(ui, state, Action::OpenSweep);
            let field = TextEdit::singleline(&mut self.path).hint_text("or enter a path");
            let field = ui
                .add(field.desired_width(PATH))
                .accessible_name("Path of the sweep");
            let is_entered = is_entered(ui, &field);
            let path = self.path.trim();
            let open = ui.add_enabled(!path.is_empty(), Button::new("Open path"));
            let open = open.accessible_name("Open the path of the sweep");
            if open.clicked() || (is_entered && !path.is_empty()) {
                state.sweep_map.open(typed_path(path));
                self.is_entered = is_entered;
            } else if self.is_entered && state.sweep_map.problem().is_some() {
                field.request_focus();
                self.is_entered = false;
            }
            if let Some(folder) = state.sweep_map.folder() {
                ui.weak(folder.display().to_string());
            }
        });
    }
}

/// What a sweep is, and the way to the last one.
fn about(ui: &mut Ui, state: &mut State) {
    ui.weak(ABOUT);
    let Some(last) = state.recents.sweeps.first().cloned() else {
        return;
    };
    let name = format!("Open {} again", short_name(std::slice::from_ref(&last)));
    let button = ui.button(name);
    if button.on_hover_text(last.display().to_string()).clicked() {
        state.sweep_map.open(last);
    }
}

/// What is shown over which settings, and how far the tasks are.
fn menus(ui: &mut Ui, state: &mut State, seen: &SeenSweep) {
    let sweep = seen.progress.folder().sweep();
    let settings = sweep.settings();
    let Some(chosen) = &mut state.sweep_map.choice else {
        return;
    };
    let word = |none: &'static str| {
        move |place: Option<usize>| {
            let path = place.and_then(|place| settings.get(place));
            path.map_or(none.to_owned(), |path| capital(name_said(path)))
        }
    };
    let before = *chosen;
    ui.horizontal_wrapped(|ui| {
        let MapChoice { measure, over } = chosen;
        let [x, y, third] = over;
        let all = 0..Measures::NAMES.len();
        let is_offered = |place: &usize| place == measure || seen.measures.contains(place);
        let measures: Vec<usize> = all.filter(is_offered).collect();
        let name = |place: usize| capital(name_said(Measures::NAMES[place]));
        choice(ui, "Measure of the map", measure, &measures, name);
        let all: Vec<_> = (0..settings.len()).map(Some).collect();
        let or_none = [&[None], all.as_slice()].concat();
        let begin = |ui: &mut Ui, about: &str| {
            // Its menu is beside it.
            keep_together(ui, PAIR);
            ui.weak(about);
        };
        if !settings.is_empty() {
            begin(ui, "across");
            choice(ui, "Setting across", x, &all, word("none"));
        }
        if settings.len() > 1 {
            begin(ui, "upwards");
            choice(ui, "Setting upwards", y, &or_none, word("the measure"));
        }
        if settings.len() > 2 && y.is_some() {
            begin(ui, "a panel each");
            choice(ui, "Setting of the panels", third, &or_none, word("none"));
        }
    });
    chosen.swap_from(before);
    ui.weak(seen.counts.to_string());
}

fn show(
    ui: &mut Ui,
    Figure { scene, layout }: &Figure<HeatMapLayout>,
    seen: &SeenSweep,
    map: &HeatMap,
    (at, state): (&mut HeatMapCell, &mut State),
) {
    let what = map.y.as_ref().map_or("Chart", |_| "Map");
    let name = format!("{what} of the sweep: {}", name_said(&map.measure));
    let canvas = Canvas::show(ui, state, scene, &name, Sense::click());
    let clicked = cells(ui, layout, &canvas, (seen, map));
    let pointed = canvas.pointed().and_then(|at| layout.cell_at(at));
    let has_focus = canvas.response.has_focus();
    if has_focus {
        move_by_keys(ui, &canvas.response, map, at);
    }
    let is_by_keys = has_focus && canvas.response.hover_pos().is_none();
    let pointed = pointed.or(is_by_keys.then_some(*at));
    if let Some(cell) = clicked.or(pointed.filter(|_| canvas.response.clicked())) {
        let pins = ui.input(|input| {
            // A key that is tapped may be up again by now.
            let with_shift = |event: &Event| matches!(event, Event::Key { pressed: true, modifiers, .. } if modifiers.shift);
            input.modifiers.shift || input.events.iter().any(with_shift)
        });
        open(seen, (map, cell), pins, state);
    }
    let Some(cell) = pointed else { return };
    let at = canvas.rect(&layout.rect(cell));
    frame_unit(ui, at, ui.visuals().text_color(), 1.5);
    let card = |ui: &mut Ui| card(ui, seen, map, cell, state);
    card_beside(canvas.response, at, card);
}

/// Goes to another cell or point by the arrow keys, beyond an edge to the panel beside it.
fn move_by_keys(ui: &Ui, response: &Response, map: &HeatMap, at: &mut HeatMapCell) {
    keep_arrows(response);
    let moved = |less, more| {
        ui.input(|input| input.num_presses(more) as isize - input.num_presses(less) as isize)
    };
    let (up, across) = map
        .panels
        .first()
        .map_or((0, 0), |panel| panel.values.dim());
    let last = (map.panels.len() * across).saturating_sub(1);
    let column =
        (at.panel * across + at.x).saturating_add_signed(moved(Key::ArrowLeft, Key::ArrowRight));
    let column = column.min(last);
    let row =
        at.y.saturating_add_signed(moved(Key::ArrowDown, Key::ArrowUp));
    *at = HeatMapCell {
        panel: column / across.max(1),
        x: column % across.max(1),
        y: row.min(up.saturating_sub(1)),
    };
    // Fewer models may have this value.
    while map.y.is_none() && at.y > 0 && map.tasks(*at).is_empty() {
        at.y -= 1;
    }
}

/// Each cell for screen readers; returns the one that they clicked.
fn cells(
    ui: &Ui,
    layout: &HeatMapLayout,
    canvas: &Canvas,
    (seen, map): (&SeenSweep, &HeatMap),
) -> Option<HeatMapCell> {
    if !ui.ctx().has_accesskit_node(egui::accesskit_root_id()) {
        return None;
    }
    let mut clicked = None;
    for cell in layout.cells() {
        let at = canvas.rect(&layout.rect(cell)).intersect(ui.clip_rect());
        if !at.is_positive() {
            continue;
        }
        let id = ui.scope_id().with((cell.panel, cell.x, cell.y));
        // It takes no click from the map under it.
        let response = ui.interact(at, id, Sense::hover());
        let name = words(seen, map, cell);
        response.widget_info(|| WidgetInfo::labeled(Role::ListBoxOption, true, &name));
        let click = egui::accesskit::Action::Click;
        ui.ctx()
            .accesskit_node_builder(id, |node| node.add_action(click));
        if ui.input(|input| input.has_accesskit_action_request(id, click)) {
            clicked = Some(cell);
        }
    }
    clicked
}

/// Opens the first model of a cell, or pins it.
fn open(seen: &SeenSweep, (map, cell): (&HeatMap, HeatMapCell), pins: bool, state: &mut State) {
    let tasks = map.tasks(cell);
    let Some(task) = seen.first_done(tasks) else {
        return state.notices.news(match seen.have_failed(tasks) {
            true => "All models with these settings failed; pointing there tells why.",
            false => "No model with these settings is done yet.",
        });
    };
    let path = seen.progress.folder().model(task);
    if !pins {
        // The sweep's model stays as its result tells of it.
        return state.send(Command::OpenCopy(path));
    }
    match state.refusal(Action::PinModel) {
        Some(reason) => state.notices.news(reason),
        None => state.pins.add_file(path, model_named(seen, task)),
    }
}
