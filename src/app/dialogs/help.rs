//! The guide, page by page, and the keys.

use egui::{Grid, Key, Label, RichText, ScrollArea, Ui, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use super::sheet;
use crate::app::commands::{Action, key_name};
use crate::app::state::State;
use crate::app::state::sheets::Sheet;
use crate::app::views::views;
use crate::app::widgets::follow_focus;

/// A page of the guide: the file's name, which links of other pages use, and its Markdown.
macro_rules! page {
    ($file:literal) => {
        (
            $file,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/guide/", $file)),
        )
    };
}

/// The pages of the guide in the order of their tabs, each its file's name and its Markdown, whose first line is the title.
pub const GUIDE: [(&str, &str); 12] = [
    page!("seeing.md"),
    page!("lessons.md"),
    page!("pictures.md"),
    page!("commands.md"),
    page!("comparing.md"),
    page!("sweeps.md"),
    page!("model.md"),
    page!("results.md"),
    page!("sizes.md"),
    page!("speed.md"),
    page!("speed-kernels.md"),
    page!("trust.md"),
];

/// Width of the column of keys, and the space beside it, in points.
const KEYS_WIDTH: f32 = 120.0;
const KEYS_GAP: f32 = 18.0;
/// More than any page is high, in points.
const WHOLE: f32 = 1e6;

/// The help window.
#[derive(Default)]
pub(crate) struct Help {
    page: Page,
    cache: CommonMarkCache,
}

#[derive(Clone, Copy, PartialEq)]
enum Page {
    /// A page of [`GUIDE`], by its index.
    Guide(usize),
    Keys,
}

impl Default for Page {
    fn default() -> Self {
        Self::Guide(0)
    }
}

impl Help {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        sheet(ui, state, Sheet::Help, |ui, _| {
            self.tabs(ui);
            ui.separator();
            match self.page {
                Page::Guide(index) => self.guide(ui, index),
                Page::Keys => keys(ui),
            }
        });
    }

    fn tabs(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            for (index, (_, text)) in GUIDE.iter().enumerate() {
                ui.selectable_value(&mut self.page, Page::Guide(index), title(text));
            }
            ui.selectable_value(&mut self.page, Page::Keys, "Keys");
            ui.weak(format!("cellscope {}", crate::VERSION));
        });
    }

    fn guide(&mut self, ui: &mut Ui, index: usize) {
        let (file, text) = GUIDE[index];
        for (name, _) in GUIDE {
            self.cache.add_link_hook(name);
        }
        let scroll = ScrollArea::vertical().id_salt(file).auto_shrink(false);
        scroll.show(ui, |ui| {
            scroll_by_keys(ui);
            // Comments mark where programs write tables.
            let hide_comment = |_: &mut Ui, _: &str| {};
            CommonMarkViewer::new()
                .render_html_fn(Some(&hide_comment))
                .show(ui, &mut self.cache, text);
            follow_focus(ui);
        });
        let is_clicked = |name| self.cache.get_link_hook(name) == Some(true);
        if let Some(clicked) = GUIDE.iter().position(|(name, _)| is_clicked(name)) {
            self.page = Page::Guide(clicked);
        }
    }
}

/// Page Up and Page Down, Home and End scroll.
fn scroll_by_keys(ui: &Ui) {
    let page = 0.9 * ui.clip_rect().height();
    let down = ui.input(|input| {
        let by = |key, points: f32| input.num_presses(key) as f32 * points;
        let pages = by(Key::PageDown, page) + by(Key::PageUp, -page);
        pages + by(Key::End, WHOLE) + by(Key::Home, -WHOLE)
    });
    if down != 0.0 {
        ui.scroll_with_delta(vec2(0.0, -down));
    }
}

fn title(text: &str) -> &str {
    let (first, _) = text.split_once('\n').expect("a page has more than a line");
    first
        .strip_prefix("# ")
        .expect("a page begins with its title")
}

fn keys(ui: &mut Ui) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        scroll_by_keys(ui);
        let width = ui.available_width();
        Grid::new("keys")
            .num_columns(2)
            .min_col_width(KEYS_WIDTH)
            .striped(true)
            .spacing([KEYS_GAP, 6.0])
            .show(ui, |ui| {
                for action in Action::all(&views()) {
                    let row = action.row();
                    let keys = row.shortcut.map(|keys| key_name(ui.ctx(), &keys));
                    ui.monospace(keys.unwrap_or_default());
                    ui.vertical(|ui| {
                        ui.set_max_width(width - KEYS_WIDTH - KEYS_GAP);
                        ui.label(row.text);
                        ui.add(Label::new(RichText::new(row.tooltip).weak()).wrap());
                    });
                    ui.end_row();
                }
            });
    });
}
