//! The run and the runs that are pinned, side by side in a table.

use egui::{Button, Grid, Label, Response, RichText, ScrollArea, TextEdit, TextStyle, Ui, vec2};

use super::content::ViewContent;
use crate::app::commands::Action;
use crate::app::notices::REFUSED;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::pins::Pin;
use crate::app::theme;
use crate::app::typed_path::{is_entered, typed_path};
use crate::app::widgets::{action_button, text_width};
use crate::figure::{Comparison, Document, Palette};

/// Greatest width of the field with the name of a run, what it is wider than the name, and least and greatest width of that of a path,
/// in points.
const NAME: f32 = 130.0;
const FRAME: f32 = 24.0;
const PATHS: [f32; 2] = [140.0, 480.0];
/// Room for the numbers of the run and of a pinned one in a narrow view, between two columns, and least width of what they are of,
/// in points.
const NUMBERS: f32 = 2.0 * 100.0;
const GAPS: [f32; 2] = [12.0, 3.0];
const LABELS: f32 = 90.0;
/// What pins the model of the path.
const PIN_PATH: &str = "Pin path";
/// What can be done with a pinned run.
const OF_PINNED: [Action; 2] = [Action::CompareBeside, Action::ShowPinned];
/// What is said before a run is pinned.
const ABOUT: &str = "Pin keeps the state shown, now or of the past, as B, C or D. Views then show it beside the run or in its place, \
                     its curves stay in the charts, and its measures stand here.";

/// The table of measures.
#[derive(Default)]
pub(crate) struct Compare {
    path: String,
    /// What was shown last.
    seen: Option<(Comparison, Palette)>,
}

impl ViewContent for Compare {
    fn ui(&mut self, ui: &mut Ui, _: &ModelView, state: &mut State) {
        self.controls(ui, state);
        if state.pins.all().is_empty() {
            self.seen = None;
            ui.weak(ABOUT);
            return;
        }
        let compared = state.pins.compared().map(|pin| pin.letter);
        let pins = state.pins.all().iter();
        let others = pins.filter(|pin| Some(pin.letter) != compared);
        let others = others.filter_map(Pin::not_matched_words);
        for words in state.matched_words().into_iter().chain(others) {
            ui.label(words);
        }
        let comparison = state.comparison();
        let labels = ui.available_width() - NUMBERS - 2.0 * GAPS[0];
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let grid = Grid::new("runs").striped(true).num_columns(5);
            grid.spacing(GAPS).min_row_height(0.0).show(ui, |ui| {
                runs(ui, state, labels);
                rows(ui, &comparison, labels);
            });
        });
        self.seen = Some((comparison, *theme::palette(ui)));
    }

    fn wants(&self, _: &ModelView, _: &State) -> &'static str {
        "pin a state of the run first"
    }

    fn is_of_run(&self) -> bool {
        true
    }

    fn document(&self, _: &ModelView, _: &State) -> Option<Document<'static>> {
        let (comparison, palette) = self.seen.clone()?;
        Some(comparison.document(palette))
    }
}

impl Compare {
    fn controls(&mut self, ui: &mut Ui, state: &mut State) {
        ui.horizontal_wrapped(|ui| {
            action_button(ui, state, Action::Pin);
            action_button(ui, state, Action::PinModel);
            let refusal = state.refusal(Action::PinModel);
            let width = path_width(ui, state);
            let field = TextEdit::singleline(&mut self.path).hint_text("or enter a path");
            // What is typed into a field that is off would be taken as the keys of actions.
            let field = ui
                .add(field.desired_width(width))
                .accessible_name("Path of the model to pin");
            let is_entered = is_entered(ui, &field);
            let path = self.path.trim();
            let can_pin = refusal.is_none() && !path.is_empty();
            let pin = ui.add_enabled(can_pin, Button::new(PIN_PATH));
            let pin = pin.on_disabled_hover_text(refusal.unwrap_or_default());
            match refusal {
                Some(reason) if is_entered => state.notices.news_instead(REFUSED, reason),
                None if pin.clicked() || (is_entered && can_pin) => {
                    state.pins.add_file(typed_path(path), None);
                    self.path.clear();
                }
                _ => {}
            }
            if state.pins.compared().is_some() {
                for action in OF_PINNED {
                    action_button(ui, state, action);
                }
            }
        });
    }
}

/// The width of the field of a path: what is free in its row beside the buttons after it.
fn path_width(ui: &Ui, state: &State) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    let spacing = ui.spacing();
    let beside = 2.0 * spacing.button_padding.x + spacing.item_spacing.x;
    let is_compared = state.pins.compared().is_some();
    let of_pinned = OF_PINNED.into_iter().filter(|_| is_compared);
    let names = of_pinned.map(|action| state.text_of(action));
    let widths = std::iter::once(PIN_PATH).chain(names);
    let widths = widths.map(|name| text_width(ui, name, font.clone()) + beside);
    let free = ui.available_size_before_wrap().x - widths.sum::<f32>() - FRAME;
    free.clamp(PATHS[0], PATHS[1])
}

/// The heads of the columns: of each pinned run its name, whether it is compared, and how to unpin it.
fn runs(ui: &mut Ui, state: &mut State, labels: f32) {
    label(ui, "in brackets: how it differs from A", labels);
    ui.strong(state.run_title());
    let compared = state.pins.compared().map(|pin| pin.letter);
    let mut asks_name = std::mem::take(&mut state.pins.asks_name);
    let letters: Vec<char> = state.pins.all().iter().map(|pin| pin.letter).collect();
    for letter in letters {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let is_compared = compared == Some(letter);
            let choose = Button::selectable(is_compared, RichText::new(letter).strong());
            let choose = ui
                .add(choose)
                .on_hover_text("Compare this one with the run.");
            if choose
                .accessible_name(format!("Compare {letter}"))
                .clicked()
            {
                state.compare(letter);
            }
            if let Some(pin) = state.pins.of_letter(letter) {
                let font = TextStyle::Body.resolve(ui.style());
                let width = text_width(ui, &pin.name, font) + FRAME;
                // Whole in the last column, too, beyond what is in sight.
                let size = vec2(width.min(NAME), ui.spacing().interact_size.y);
                let field = ui.add_sized(size, TextEdit::singleline(&mut pin.name));
                let field = field.accessible_name(format!("Name of {letter}"));
                if is_compared && std::mem::take(&mut asks_name) {
                    field.request_focus();
                }
            }
            let unpin = ui.small_button("×").on_hover_text("Unpin");
            if unpin.accessible_name(format!("Unpin {letter}")).clicked() {
                state.unpin(letter);
            }
        });
    }
    ui.end_row();
}

/// What a row is of, in more than one line where it is wider than this.
fn label(ui: &mut Ui, text: &str, width: f32) -> Response {
    let labelled = ui.vertical(|ui| {
        ui.set_max_width(width.max(LABELS));
        ui.add(Label::new(RichText::new(text).weak()).wrap())
    });
    labelled.inner
}

fn rows(ui: &mut Ui, comparison: &Comparison, labels: f32) {
    let weak = ui.visuals().weak_text_color();
    for row in &comparison.rows {
        let name = label(ui, &row.name, labels);
        match &row.key {
            Some(key) => name.on_hover_text(format!("{}\n{key}", row.about)),
            None => name.on_hover_text(row.about),
        };
        let cells = comparison.runs.iter().zip(row.texts());
        for ((run, text), value) in cells.zip(&row.values) {
            // The heads may be scrolled away.
            let text = match value.is_earlier() {
                true => RichText::new(text).color(weak),
                false => RichText::new(text),
            };
            ui.label(text).on_hover_text(match value.note() {
                Some(note) => format!("{run}: {note}"),
                None => run.clone(),
            });
        }
        ui.end_row();
    }
}
