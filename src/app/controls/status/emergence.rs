//! Whether complex cells are there: the concentration, and what else they must show.

use egui::{Color32, FontId, RichText, TextStyle, Ui};

use super::entry::{name, value, width};
use crate::app::state::model_view::ModelView;
use crate::app::state::settings_then::settings_then;
use crate::app::theme;
use crate::app::widgets::seconds;
use crate::engine::{Snapshot, Status, are_most};
use crate::source::{LINES, SourceSpec};
use crate::telemetry::{
    Criterion, EMERGED_MARK, Mark, Measured, ORIENTED, telling, with_concentration_of,
    with_tuning_of,
};
use crate::words::grouped;

/// A measure is old after so many seconds of learning, or after this share of all of them where that is later.
const OLD_SECS: f64 = 1.0;
const OLD_SHARE: f64 = 0.1;

/// The concentration, and since when complex cells are there; laid out from the right. Pointing at either tells what they
/// must show and what the model shows.
pub(super) fn emergence(ui: &mut Ui, model: &ModelView, is_past: bool, is_slow: bool) {
    let status = &model.snapshot.status;
    let signs = Signs::of(model);
    let criteria = signs.lines(status.emerged_secs.is_some() && !signs.are_lost);
    let [label, found, hint] = judged_by(model, is_past, &signs, &criteria);
    let is_known = !is_past || (model.concentration_then().is_some() && signs.are_known());
    let counts = is_known && !signs.are_lines;
    if let Some((text, color)) = emerged(ui, &model.snapshot, &signs, counts, is_slow) {
        let font = TextStyle::Body.resolve(ui.style());
        let beside = width(
            ui,
            &format!("{label} {found}"),
            FontId::monospace(theme::SMALL),
        );
        if width(ui, &text, font) + beside <= ui.available_width() {
            let hint = format!(
                "{}Complex cells must show all of this. Once they have emerged, they are lost when a measure misses its bound by \
                 more than a tenth.{}\n{criteria}",
                if signs.are_lost {
                    String::new()
                } else {
                    emerged_when(&model.snapshot)
                },
                signs.judged_at(status)
            );
            ui.label(RichText::new(text).color(color))
                .on_hover_text(hint);
            ui.add_space(8.0);
        }
    }
    value(ui, found, &hint);
    name(ui, &label, &hint);
}

/// What the cells must show, with what the model shows of it.
struct Signs {
    are_lines: bool,
    criteria: Vec<Criterion>,
    /// When edges and gratings were shown for it.
    step: Option<u64>,
    /// The settings of the last judgement that are others now.
    then: Option<String>,
    /// Whether cells that had emerged are lost at the settings of now: by what was measured beside learning, which the run is not judged
    /// by.
    are_lost: bool,
    /// Why there is no concentration.
    dead: Option<&'static str>,
}

impl Signs {
    /// As the run is judged; where that knows nothing, or was at other settings, with what else was measured.
    fn of(model: &ModelView) -> Self {
        let (snapshot, status) = (&model.snapshot, &model.snapshot.status);
        if snapshot.config.source == SourceSpec::Lines {
            return Self {
                are_lines: true,
                criteria: status.criteria.clone(),
                step: status.judged_step,
                // The toy example is judged anew with each minibatch, and its step is not noted.
                then: settings_then(snapshot, status.step),
                are_lost: false,
                dead: None,
            };
        }
        let measured = model.measured();
        let mut criteria = with_concentration_of(&status.criteria, &measured);
        let dead = model.dead_words(are_most);
        if dead.is_some() {
            let oriented = criteria.iter_mut().take(ORIENTED);
            oriented.for_each(|criterion| criterion.value = None);
        }
        let judged_step = status.judged_step;
        let before = judged_step.and_then(|step| settings_then(snapshot, step));
        let now = measured_now(model);
        let is_newer = before.is_some() && now.is_some();
        let tuning = now.unwrap_or(measured);
        let other = with_tuning_of(&criteria, &tuning, is_newer);
        let (step, then) = match (&other, now) {
            (None, _) => (judged_step, before),
            (Some(_), Some(_)) => (Some(tuning.step), None),
            (Some(_), None) => (Some(tuning.step), settings_then(snapshot, tuning.step)),
        };
        let criteria = other.unwrap_or(criteria);
        Self {
            are_lines: false,
            are_lost: is_newer && !criteria.iter().all(Criterion::is_kept),
            criteria,
            step,
            then,
            dead,
        }
    }

    /// Whether all that counts was measured.
    fn are_known(&self) -> bool {
        let mut oriented = self.criteria.iter().take(ORIENTED);
        let is_tuned = self.step.is_some() || self.counted(false) <= ORIENTED;
        oriented.all(|criterion| criterion.value.is_some()) && is_tuned
    }

    /// How many of the criteria count, the first.
    fn counted(&self, has_emerged: bool) -> usize {
        match self.are_lines || has_emerged {
            true => self.criteria.len(),
            false => telling(&self.criteria).len(),
        }
    }

    /// How many of the criteria, the first, are not of how units answer.
    fn lasting(&self) -> usize {
        if self.are_lines { 0 } else { ORIENTED }
    }

    /// A line each, and what the sign before one means.
    fn lines(&self, has_emerged: bool) -> String {
        let counted = self.counted(has_emerged);
        let mark = |(place, criterion): (usize, &Criterion)| match criterion.value {
            None => "–",
            Some(_) if place >= counted => "·",
            Some(_) if place >= self.lasting() && self.then.is_some() => "~",
            Some(_) if criterion.is_met() => "✔",
            Some(_) => "✖",
        };
        let lines = self.criteria.iter().enumerate();
        let lines = lines.map(|(place, one)| format!("{} {one}", mark((place, one))));
        let is_known = |from: usize| self.criteria[from..].iter().any(|one| one.value.is_some());
        let why = is_known(counted).then(|| {
            "· counted once units pool one orientation: a unit that pools everything responds to everything".to_owned()
        });
        let then = self.then.as_ref();
        let then = then.filter(|_| is_known(self.lasting().min(self.criteria.len())));
        let then = then.map(|then| format!("~ measured before a change, at {then}"));
        let dead = self.dead.map(|why| format!("No concentration: {why}"));
        let lines: Vec<_> = lines.chain(why).chain(then).chain(dead).collect();
        lines.join("\n")
    }

    /// When edges and gratings were shown to the model, and at which settings, where those are others now.
    fn judged_at(&self, status: &Status) -> String {
        let step = self.step.filter(|&step| step != status.step);
        let step = step.map(|step| format!("step {}", grouped(step)));
        let at: Vec<_> = step.into_iter().chain(self.then.clone()).collect();
        match at.is_empty() {
            true => String::new(),
            false => format!(
                " The model was shown edges and gratings at {}.",
                at.join(" and ")
            ),
        }
    }
}

/// What edges and gratings show of the model at its settings of now, where that was measured beside learning, and later than the run was
/// judged.
fn measured_now(model: &ModelView) -> Option<Measured> {
    let (known, shown) = (model.known.as_ref()?, &model.snapshot);
    let measured = known.measured;
    let is_later = shown.status.judged_step <= Some(measured.step);
    let is_it = known.snapshot.config.model == shown.config.model
        && is_later
        && !known.is_outgrown_by(shown);
    // Gratings are shown after edges, and |z| responds to them.
    let has_gratings = measured.f2_over_f0_simple.is_some() || measured.is_without_width;
    (is_it && measured.is_of_edges() && has_gratings).then_some(measured)
}

/// Since when complex cells are there, or where it `counts`, how much of what they must show is seen; and at which settings it was measured
/// last, where those are others now. Where learning is slowed down, or was then, seconds of learning are not those that people see pass:
/// it is the step then.
fn emerged(
    ui: &Ui,
    snapshot: &Snapshot,
    signs: &Signs,
    counts: bool,
    is_slow: bool,
) -> Option<(String, Color32)> {
    let (status, palette) = (&snapshot.status, theme::palette(ui));
    let told = |text: String, color, then: Option<&String>| match then {
        Some(then) => (
            format!("{text}; last measured at {then}"),
            theme::color(palette.weak),
        ),
        None => (text, theme::color(color)),
    };
    if let Some(secs) = status.emerged_secs.filter(|_| !signs.are_lost) {
        let at = match emergence_mark(snapshot).filter(|_| is_slow) {
            Some(mark) => format!("step {}", grouped(mark.step)),
            None => seconds(secs),
        };
        let text = format!("complex cells emerged at {at}");
        return Some(told(text, palette.series[3], signs.then.as_ref()));
    }
    let criteria = &signs.criteria;
    let met = telling(criteria).iter().filter(|one| one.is_met()).count();
    let all = criteria.len();
    let is_told = counts && criteria.iter().any(|criterion| criterion.value.is_some());
    let (text, color) = match met == all {
        // When is not known: of a moment that a run branched off at, or before the next judgement.
        true => ("complex cells emerged".to_owned(), palette.series[3]),
        false => (
            format!("{met} of {all} complex-cell criteria"),
            palette.weak,
        ),
    };
    let then = signs.then.as_ref();
    let then = then.filter(|_| signs.counted(false) > signs.lasting());
    is_told.then(|| told(text, color, then))
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
        let (step, secs) = (grouped(mark.step), seconds(secs));
        format!("Emerged at step {step}, after {secs} of learning.\n\n")
    });
    both.unwrap_or_default()
}

/// What the run is judged by, the concentration or the lines of the toy example: its name, its value and a hint.
fn judged_by(model: &ModelView, is_past: bool, signs: &Signs, criteria: &str) -> [String; 3] {
    if model.snapshot.config.source == SourceSpec::Lines {
        let known = model.look_up().and_then(|known| known.lines.as_ref());
        let found = known.map_or("–".to_owned(), |lines| lines.lines_found.to_string());
        let hint = "Lines of the toy example that are filters.".to_owned();
        return ["lines".to_owned(), format!("{found} of {LINES}"), hint];
    }
    let concentration = if is_past {
        model.concentration_then()
    } else {
        let judged = signs.criteria.first().and_then(|first| first.value);
        judged.or(model.snapshot.status.concentration)
    };
    let concentration = concentration.filter(|_| signs.dead.is_none());
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
        Some(secs) => format!("concentration at {}", seconds(secs)),
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
