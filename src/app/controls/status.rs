//! The line at the bottom: how the run is doing.

mod emergence;
mod entry;

use egui::{Align, FontId, Layout, Response, RichText, Sense, Ui, vec2};

use crate::app::state::State;
use crate::app::state::past::run_of;
use crate::app::state::settings_then::settings_then;
use crate::app::theme;
use crate::app::widgets::clock;
use crate::config::Config;
use crate::engine::{Run, Snapshot, Status};
use crate::telemetry::status_movies;
use crate::words::{grouped, percent};
use emergence::emergence;
use entry::{name, value, width};

/// Space before a figure, in points.
const ENTRY_GAP: f32 = 8.0;
/// What stands for the figures left out, which pointing at it tells.
const MORE: &str = "…";

/// The status line. Of the figures those that there is no room for are told by pointing at a mark.
pub(crate) fn status_line(ui: &mut Ui, state: &mut State) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        // Behind the card Welcome that a lesson ended at is the trained model.
        let is_behind_card = state.welcome.is_some_and(|card| card.visits);
        let is_back = state.comes_back.is_none() || is_behind_card;
        let coded = state.minibatch.coded.filter(|_| is_back);
        let run = is_back.then(|| state.run());
        let lamp = lamp(ui, run, state.loading.is_some(), state.other_shown().is_some(), coded);
        if let Some((coded, movies)) = coded {
            let [coded, movies] = [coded, movies].map(|count| grouped(count as u64));
            lamp.on_hover_text(format!(
                "{coded} of the {movies} movies of this minibatch are coded. Pause stops it at once: its movies are learned \
                 from when learning goes on."
            ));
        }
        let Some(model) = state.model() else {
            return;
        };
        let (status, config) = (&model.snapshot.status, &model.snapshot.config);
        let frames = config.learning.batch_movies * config.movies.frames;
        let most = state
            .settings
            .pace()
            .map(|pace| f64::from(pace) * frames as f64);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let was_slow = state.slow_emergence == Some(run_of(model.snapshot.generation));
            let is_slow = was_slow || state.settings.pace().is_some();
            emergence(ui, model, state.is_past(), is_slow);
            let adapted = config.model.adapted_prices();
            unconverged(ui, status, adapted.is_some());
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                figures(ui, &model.snapshot, most, state.has_few_controls);
            });
        });
    });
}

/// The run state in a word, behind a lamp, with the share of the movies `coded` of a long minibatch; there is no run while
/// the model of before a lesson is still to come back. Beside other figures than its own, `is_other`, it is said to be of now.
fn lamp(
    ui: &mut Ui,
    run: Option<Run>,
    is_loading: bool,
    is_other: bool,
    coded: Option<(usize, usize)>,
) -> Response {
    let palette = theme::palette(ui);
    let share = coded.map(|(coded, movies)| 100 * coded / movies);
    let share = share.map_or(String::new(), |share| format!(" {share} %"));
    let now = if is_other { " now" } else { "" };
    // There is no room for both.
    let share_or_now = if is_other { now } else { &share };
    let (color, text) = match run {
        None => (theme::color(palette.weak), "going back".to_owned()),
        Some(Run::Waiting) if is_loading => (theme::color(palette.weak), format!("preparing{now}")),
        Some(Run::Waiting) => (ui.visuals().error_fg_color, format!("no pictures{now}")),
        Some(Run::Running) => {
            let text = format!("learning{share_or_now}");
            (theme::color(palette.series[3]), text)
        }
        Some(Run::Counting(left)) => {
            let steps = if left == 1 { "step" } else { "steps" };
            let text = format!("{} {steps} left{share_or_now}", grouped(left));
            (theme::color(palette.series[3]), text)
        }
        Some(Run::Paused) => (theme::color(palette.series[2]), format!("paused{now}")),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.0, color);
    let width = 96.0;
    let size = vec2(width, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    let word = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(width);
        ui.label(text)
    });
    word.inner
}

/// A figure.
struct Entry {
    name: &'static str,
    value: String,
    /// What it tells.
    hint: &'static str,
    /// Its place among those that are needed most: the densities and dead units tell how the cells are.
    need: usize,
    /// Whether it is of what was learned last.
    is_of_learning: bool,
}

/// The figures that there is room for. `most` are the patches per second that the pace allows.
fn figures(ui: &mut Ui, snapshot: &Snapshot, most: Option<f64>, is_short: bool) {
    let status = &snapshot.status;
    let entries = entries(status, &snapshot.config, most);
    let is_earlier = status.movies_seen > 0 && settings_then(snapshot, status.step).is_some();
    let shown = if is_short { 1 } else { entries.len() };
    let widths: Vec<f32> = entries[..shown]
        .iter()
        .map(|entry| {
            let name = width(ui, entry.name, FontId::proportional(theme::SMALL));
            ENTRY_GAP + name + width(ui, &entry.value, FontId::monospace(theme::SMALL))
        })
        .collect();
    let more_width = ENTRY_GAP + width(ui, MORE, FontId::proportional(theme::SMALL));
    let needed = needed_first(&entries[..shown]);
    let kept = kept(&widths, &needed, ui.available_width(), more_width);
    let mut left_out = Vec::new();
    for (entry, is_kept) in entries.into_iter().zip(kept) {
        let is_earlier = is_earlier && entry.is_of_learning;
        let earlier = if is_earlier {
            " Measured before the last change."
        } else {
            ""
        };
        let hint = format!("{}{earlier}", entry.hint);
        if is_kept {
            ui.add_space(ENTRY_GAP);
            name(ui, entry.name, &hint);
            let mut text = RichText::new(entry.value);
            if is_earlier {
                text = text.color(theme::color(theme::palette(ui).weak));
            }
            value(ui, text, &hint);
        } else {
            left_out.push(format!("{} {}: {hint}", entry.name, entry.value.trim()));
        }
    }
    if !left_out.is_empty() {
        ui.add_space(ENTRY_GAP);
        let more = ui.label(RichText::new(MORE).size(theme::SMALL));
        more.on_hover_text(left_out.join("\n"));
    }
}

fn entries(status: &Status, config: &Config, most: Option<f64>) -> [Entry; 6] {
    [
        Entry {
            name: "movies",
            value: format!("{:>9}", grouped(status.movies_seen)),
            hint: "Movies seen in training.",
            need: 3,
            is_of_learning: false,
        },
        Entry {
            name: "patches/s",
            value: rate(status, most),
            hint: "Patches (frames of movies) learned from per second, over about the last second; limited by the pace.",
            need: 4,
            is_of_learning: false,
        },
        Entry {
            name: "time",
            value: clock(status.elapsed_secs),
            hint: "Time spent learning, without pauses and the waits of a slower pace.",
            need: 5,
            is_of_learning: false,
        },
        Entry {
            name: "z active",
            value: density(status, status.simple_density),
            hint: concat!(
                "Share of active simple units, per frame; mean over about the last ",
                status_movies!(),
                " movies, or those since a change."
            ),
            need: 0,
            is_of_learning: true,
        },
        densities_above(status, config),
        Entry {
            name: "dead",
            value: dead(status, config),
            hint: "Rarely active units of each layer, simple units first. A dash: too few movies seen to tell. The controls under Learning revive them.",
            need: 2,
            is_of_learning: true,
        },
    ]
}

/// How fast it learns; of a moment of the past that is not known.
fn rate(status: &Status, most: Option<f64>) -> String {
    if status.patches_per_sec > 0.0 && status.run.is_learning() {
        let per_sec = most.map_or(status.patches_per_sec, |most| {
            status.patches_per_sec.min(most)
        });
        format!("{:>7}", grouped(per_sec as u64))
    } else {
        format!("{:>7}", "–")
    }
}

/// The share of units that are active; before the first minibatch nothing is known of the codes.
fn density(status: &Status, share: f64) -> String {
    if status.patches_per_sec > 0.0 || status.simple_density > 0.0 {
        format!("{:>7}", percent(share))
    } else {
        unknown()
    }
}

fn unknown() -> String {
    format!("{:>6}", "–")
}

/// How many of the units above the simple ones are active.
fn densities_above(status: &Status, config: &Config) -> Entry {
    let invariant = density(status, status.invariant_density);
    // Before anything was learned that of the top is not known, but it is there.
    let (name, value, hint) = match config.model.top {
        0 => (
            "u active",
            invariant,
            concat!(
                "Share of active invariant units, per movie; mean over about the last ",
                status_movies!(),
                " movies, or those since a change."
            ),
        ),
        _ => (
            "u, v active",
            format!(
                "{invariant},{}",
                status
                    .top_density
                    .map_or_else(unknown, |top| density(status, top))
            ),
            concat!(
                "Shares of active invariant units and of active units of the third layer, per movie; means over about the last ",
                status_movies!(),
                " movies, or those since a change."
            ),
        ),
    };
    Entry {
        name,
        value,
        hint,
        need: 1,
        is_of_learning: true,
    }
}

/// The rarely active units of each layer.
fn dead(status: &Status, config: &Config) -> String {
    let dead: Vec<String> = (0..status.dead_by_layer.len())
        .map(|layer| match status.known_dead(layer, config) {
            Some(dead) => format!("{dead:>3}"),
            None => format!("{:>3}", "–"),
        })
        .collect();
    dead.join(" +")
}

/// The places of figures, those that are needed most first.
fn needed_first(entries: &[Entry]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..entries.len()).collect();
    places.sort_by_key(|&place| entries[place].need);
    places
}

/// Which figures of these widths there is room for, those first whose places are `needed` first. Where not for all, `more` is
/// left free for what tells the others.
fn kept(widths: &[f32], needed: &[usize], room: f32, more: f32) -> Vec<bool> {
    if widths.iter().sum::<f32>() <= room {
        return vec![true; widths.len()];
    }
    let mut free = room - more;
    let mut kept = vec![false; widths.len()];
    for &entry in needed {
        if widths[entry] > free {
            break;
        }
        free -= widths[entry];
        kept[entry] = true;
    }
    kept
}

/// A warning where solvers did not reach the accuracy asked for.
fn unconverged(ui: &mut Ui, status: &Status, holds_share: bool) {
    if status.unconverged == 0 {
        return;
    }
    let (count, codes) = match status.unconverged {
        1 => ("1".to_owned(), "code"),
        many => (grouped(many as u64), "codes"),
    };
    let hint = format!(
        "The solver reached its iteration limit before these codes were accurate enough; the largest duality gap of a code \
         is {:.2e} of its energy. Sparser codes need fewer iterations: {}. A restart sets the count to 0.",
        status.worst_gap,
        if holds_share {
            "ask for a smaller share of units, or raise α or β"
        } else {
            "raise α or β"
        }
    );
    ui.add_space(8.0);
    let text = format!("{count} {codes} not converged");
    if width(ui, &text, FontId::proportional(theme::SMALL)) > ui.available_width() {
        return;
    }
    let text = RichText::new(text).size(theme::SMALL);
    ui.label(text.color(ui.visuals().warn_fg_color))
        .on_hover_text(hint);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_most_stays_where_there_is_room_for_little() {
        let widths = [110.0, 110.0, 80.0, 90.0, 90.0, 100.0];
        let entries = entries(&Status::default(), &Config::default(), None);
        let needed = needed_first(&entries);
        let kept = |room| kept(&widths, &needed, room, 20.0);
        assert_eq!(kept(580.0), [true; 6]);
        assert_eq!(kept(310.0), [false, false, false, true, true, true]);
        assert_eq!(kept(430.0), [true, false, false, true, true, true]);
        assert_eq!(kept(15.0), [false; 6]);
    }
}
