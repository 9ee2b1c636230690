//! What is shown, and the keys.

use egui::{Grid, RichText, ScrollArea, Ui, Window};

use crate::app::commands::Action;
use crate::app::state::State;

/// The help window.
#[derive(Default)]
pub(crate) struct Help {
    page: Page,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Page {
    #[default]
    Model,
    Keys,
}

impl Help {
    pub(crate) fn ui(&mut self, ui: &mut Ui, state: &mut State) {
        Window::new("Help")
            .open(&mut state.shows_help)
            .collapsible(false)
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(ui.ctx().content_rect().center())
            .default_size([600.0, 560.0])
            .show(ui.ctx(), |ui| {
                ui.horizontal(|ui| {
                    ui.selectable_value(&mut self.page, Page::Model, "What am I seeing?");
                    ui.selectable_value(&mut self.page, Page::Keys, "Keys");
                });
                ui.separator();
                ScrollArea::vertical()
                    .auto_shrink(false)
                    .show(ui, |ui| match self.page {
                        Page::Model => model(ui),
                        Page::Keys => keys(ui),
                    });
            });
    }
}

/// Headings and what is said under them.
const MODEL: [(&str, &str); 11] = [
    (
        "A visual cortex in two layers",
        "The program looks at short movies: a small window that moves over a picture for a few \
         frames. Nobody tells it what is in them. It learns to describe each movie with as few \
         words as it can, and the words that it finds look like cells of the visual cortex.",
    ),
    (
        "Filters: simple cells",
        "Each tile is a filter, a column of W. A frame x is written as a sum of few filters, x = W z. \
         The price α of using a filter makes z sparse, and sparse words for pictures are \
         edges: each at its place, of its own orientation and width.",
    ),
    (
        "Pooling: complex cells",
        "While the window moves, an edge leaves one filter and enters the next. Each row is an \
         invariant unit: its column of A says which filters it stands for. When a unit is on, \
         all its filters become cheaper at once, by exp(−A u). So it pays to gather \
         filters that are on in the same movie: one orientation, many positions.",
    ),
    (
        "Maps, polar plots, centres",
        "The same pools in other words. A Gabor is fitted to every filter. The map draws each as a \
         line, where it is and as it is turned; the polar plot as a dot, farther out the finer \
         it is, at twice its orientation. The brighter, the more the unit pools it. Parallel \
         lines side by side, and dots in one direction: that is a complex cell.",
    ),
    (
        "Edge responses",
        "Edges at every position b and orientation θ are shown to the cells. A simple cell \
         answers in one spot. An invariant unit answers over several pixels of b, but hardly \
         over more of θ. The smaller β, the larger and softer the regions.",
    ),
    (
        "The bench",
        "Drag an edge or a grating, pick a piece of a picture, or draw. The cells that answer \
         light up in all views, and the bars rank them. Sweep b: simple cells take turns while \
         the invariant unit stays on.",
    ),
    (
        "The two sliders",
        "α is the price of simple responses, β that of invariant ones. A small β gives \
         broad pools that overlap; a large one few and sharp pools, and in the end none. Move them \
         while it learns: they act at once, and the curves show where you did.",
    ),
    (
        "The curves",
        "Energy is what learning lowers: what is left unexplained, and the price of each code. \
         The share of units on says how sparse the codes are. Orientation concentration is 1 for a unit whose \
         filters all have one orientation and about 0.2 for one made by chance; at 0.7 the \
         rows are plainly oriented. Invariance: how much farther an edge may move for an \
         invariant unit than for its strongest filter, and how much the answers swing (F2/F0) \
         while a grating drifts by.",
    ),
    (
        "Convergence",
        "View, Convergence: how far an energy is above its lowest value after k iterations, both axes \
         logarithmic, without momentum (ISTA), with all of it (FISTA), and with it restarted or capped. Dashes \
         are what theory promises of E1 and E2, which are convex; the dots are the fast coder that \
         the window learns with. It measures when asked, and by itself while learning is paused.",
    ),
    (
        "In-painting",
        "View, In-painting: pixels of a patch or of a whole picture are hidden, and the code of the others says \
         what is behind them, by one layer and by two. A unit of u that the visible part of an edge turns on makes \
         the filters along the hidden part cheaper, too; whether that helps is told by the SNR on the hidden pixels \
         alone. Each way has sliders of its own, which begin at a third of the model's values. Contrast is normalised before \
         pixels are hidden here; the command inpaint does without that hint.",
    ),
    (
        "Things to try",
        "Point at anything to learn about it; click to mark it in every view, and go on with the \
         arrow keys. Sort units by orientation. Drag a tab to where you want it. Freeze W and \
         watch A alone. Drop a folder of your own pictures onto the window. Start again from \
         another seed: other filters, the same kind of cells.",
    ),
];

fn model(ui: &mut Ui) {
    for (heading, text) in MODEL {
        ui.add_space(6.0);
        ui.label(RichText::new(heading).strong().size(15.0));
        ui.label(text);
    }
}

fn keys(ui: &mut Ui) {
    Grid::new("keys")
        .num_columns(3)
        .striped(true)
        .spacing([18.0, 6.0])
        .show(ui, |ui| {
            for action in Action::ALL {
                let shortcut = action.shortcut();
                let keys = shortcut.map(|shortcut| ui.ctx().format_shortcut(&shortcut));
                ui.monospace(keys.unwrap_or_default());
                ui.label(action.text());
                ui.weak(action.tooltip());
                ui.end_row();
            }
        });
}
