//! Whether complex cells are there: the concentration, and what else they must show.

use egui::{Color32, FontId, RichText, TextStyle, Ui};

use super::entry::{name, value, width};
use crate::app::state::model_view::ModelView;
use crate::app::theme;
use crate::engine::{Snapshot, Status};
use crate::source::{LINES, SourceSpec};
use crate::telemetry::{Criterion, EMERGED_MARK, Mark, telling};
use crate::words::grouped;

/// A measure is old after so many seconds of learning, or after this share of all of them where that is later.
const OLD_SECS: f64 = 1.0;
const OLD_SHARE: f64 = 0.1;

/// The concentration, and since when complex cells are there; laid out from the right. Pointing at either tells what they
/// must show and what the model shows.
pub(super) fn emergence(ui: &mut Ui, model: &ModelView, is_past: bool, is_slow: bool) {
    let status = &model.snapshot.status;
    let criteria = signs(status, model.snapshot.config.source == SourceSpec::Lines);
    let [label, found, hint] = judged_by(model, is_past, &criteria);
    let counts = !is_past && model.snapshot.config.source != SourceSpec::Lines;
    if let Some((text, color)) = emerged(ui, &model.snapshot, counts, is_slow) {
        let font = TextStyle::Body.resolve(ui.style());
        let beside = width(
            ui,
            &format!("{label} {found}"),
            FontId::monospace(theme::SMALL),
        );
        if width(ui, &text, font) + beside <= ui.available_width() {
            let hint = format!(
                "{}What complex cells must show{}; once emerged, they are lost when a measure misses its bound by more than \
                 a tenth:\n{criteria}",
                emerged_when(&model.snapshot),
                judged_at(status)
            );
            ui.label(RichText::new(text).color(color))
                .on_hover_text(hint);
            ui.add_space(8.0);
        }
    }
    value(ui, found, &hint);
    name(ui, &label);
}

/// What the cells must show, a line each, with what the model shows of it.
fn signs(status: &Status, are_lines: bool) -> String {
    let criteria = &status.criteria;
    let counted = match are_lines || status.emerged_secs.is_some() {
        true => criteria.len(),
        false => telling(criteria).len(),
    };
    let mark = |(place, criterion): (usize, &Criterion)| match criterion.value {
        Some(_) if place >= counted => "·",
        Some(_) if criterion.is_met() => "✔",
        Some(_) => "✖",
        None => "–",
    };
    let lines = criteria.iter().enumerate();
    let lines = lines.map(|(place, one)| format!("{} {one}", mark((place, one))));
    let why = (counted < criteria.len()).then(|| {
        "· counted once units pool one orientation: a unit that pools everything responds to everything".to_owned()
    });
    lines.chain(why).collect::<Vec<_>>().join("\n")
}

/// When edges and gratings were shown to the model, where that was before now.
fn judged_at(status: &Status) -> String {
    match status.judged_step.filter(|&step| step != status.step) {
        Some(step) => format!(", edges and gratings at step {}", grouped(step)),
        None => String::new(),
    }
}

/// Since when complex cells are there, or where it `counts`, how much of what they must show is seen. Where learning is slowed down,
/// or was then, seconds of learning are not those that people see pass: it is the step then.
fn emerged(ui: &Ui, snapshot: &Snapshot, counts: bool, is_slow: bool) -> Option<(String, Color32)> {
    let status = &snapshot.status;
    if let Some(secs) = status.emerged_secs {
        let at = match emergence_mark(snapshot).filter(|_| is_slow) {
            Some(mark) => format!("step {}", grouped(mark.step)),
            None => in_secs(secs),
        };
        let text = format!("complex cells emerged at {at}");
        return Some((text, theme::color(theme::palette(ui).series[3])));
    }
    let criteria = &status.criteria;
    let met = telling(criteria).iter().filter(|one| one.is_met()).count();
    let all = criteria.len();
    let is_told = counts && criteria.iter().any(|criterion| criterion.value.is_some());
    let palette = theme::palette(ui);
    let (text, color) = match met == all {
        // When is not known: of a moment that a run branched off at, or before the next judgement.
        true => ("complex cells emerged".to_owned(), palette.series[3]),
        false => (
            format!("{met} of {all} complex-cell criteria"),
            palette.weak,
        ),
    };
    is_told.then(|| (text, theme::color(color)))
}

/// The mark of when complex cells emerged last.
fn emergence_mark(snapshot: &Snapshot) -> Option<&Mark> {
    let now_secs = snapshot.status.elapsed_secs;
    let mut marks = snapshot.history.marks().iter().rev();
    marks.find(|mark| mark.text == EMERGED_MARK && mark.elapsed_secs <= now_secs)
}

/// The step at which complex cells emerged and the seconds of learning until then, which are told one without the other elsewhere.
fn emerged_when(snapshot: &Snapshot) -> String {
    let secs = snapshot.status.emerged_secs;
    let both = secs.zip(emergence_mark(snapshot)).map(|(secs, mark)| {
        let (step, secs) = (grouped(mark.step), in_secs(secs));
        format!("Emerged at step {step}, after {secs} of learning.\n\n")
    });
    both.unwrap_or_default()
}

fn in_secs(secs: f64) -> String {
    format!("{secs:.*} s", usize::from(secs < 10.0))
}

/// What the run is judged by, the concentration or the lines of the toy example: its name, its value and a hint.
fn judged_by(model: &ModelView, is_past: bool, criteria: &str) -> [String; 3] {
    if model.snapshot.config.source == SourceSpec::Lines {
        let known = model.look_up().and_then(|known| known.lines.as_ref());
        let found = known.map_or("–".to_owned(), |lines| lines.lines_found.to_string());
        let hint = "Lines of the toy example that are filters.".to_owned();
        return ["lines".to_owned(), format!("{found} of {LINES}"), hint];
    }
    let concentration = if is_past {
        model.concentration_then()
    } else {
        model.snapshot.status.concentration
    };
    let status = &model.snapshot.status;
    let concentration = concentration.filter(|_| !status.are_most_dead(&model.snapshot.config));
    let found = concentration.map_or("   –".to_owned(), |value| format!("{value:.2}"));
    let hint = format!(
        "Orientation concentration, median of the invariant units: 1 when all filters of a unit have one orientation, \
         about 0.2 by chance. A dash where most units are dead.\n\nComplex cells must show:\n{criteria}"
    );
    let is_told = !is_past && concentration.is_some();
    [concentration_name(model, is_told), found, hint]
}

/// The concentration, and when it was measured where that is long ago: beside other work its measure waits.
fn concentration_name(model: &ModelView, is_told: bool) -> String {
    let (status, history) = (&model.snapshot.status, &model.snapshot.history);
    let measured = history.concentration_point_by(status.step);
    let measured = measured.map(|point| point.elapsed_secs);
    match measured.filter(|&secs| is_told && is_old(secs, status.elapsed_secs)) {
        Some(secs) => {
            let digits = usize::from(secs < 10.0);
            format!("concentration at {secs:.digits$} s")
        }
        None => "concentration".to_owned(),
    }
}

/// Whether what was measured at these elapsed seconds may be another now.
fn is_old(secs: f64, now: f64) -> bool {
    now - secs > (OLD_SHARE * now).max(OLD_SECS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_is_old_after_more_than_a_second_and_more_than_a_tenth_of_the_run() {
        let is_old = [(0.4, 1.3), (0.4, 1.5), (95.0, 100.0), (89.0, 100.0)]
            .map(|(secs, now)| is_old(secs, now));
        assert_eq!(is_old, [false, true, false, true]);
    }
}
