//! The run on a logarithmic axis of learned time, and the handle that is dragged along it.

use egui::{
    Color32, CursorIcon, EventFilter, FontId, Key, Painter, Pos2, Rect, RectAlign, Response, Sense,
    Shape, Stroke, Tooltip, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::commands::Action;
use crate::app::state::State;
use crate::app::state::past::time_axis::TimeAxis;
use crate::app::theme;
use crate::app::widgets::clock;
use crate::engine::Snapshot;
use crate::figure::apart;
use crate::telemetry::{EMERGED_MARK, Point};
use crate::words::{as_said, grouped, secs_said};

/// Space left and right of the axis, for half the handle, in points.
const MARGIN: f32 = 6.0;
/// Height of the ticks of moments, in points.
const TICK: f32 = 5.0;
/// How near the pointer is to a mark that it names, in points.
const NEAR: f32 = 4.0;
/// Moments that Page Up and Page Down pass over.
const PAGE: isize = 10;
/// Least distance between two points of a curve, or two ticks, in points.
const CURVE_STEP: f32 = 0.75;
/// Least distance between two labels of the axis, in points.
const LABEL_STEP: f32 = 42.0;
/// Times that are labelled, in seconds.
const LABELS: [(f64, &str); 9] = [
    (0.1, "0.1 s"),
    (1.0, "1 s"),
    (10.0, "10 s"),
    (60.0, "1 min"),
    (600.0, "10 min"),
    (3_600.0, "1 h"),
    (36_000.0, "10 h"),
    (360_000.0, "100 h"),
    (3_600_000.0, "1000 h"),
];

/// The axis on screen.
struct Track {
    rect: Rect,
    axis: TimeAxis,
}

impl Track {
    fn x(&self, secs: f64) -> f32 {
        self.rect.left() + self.rect.width() * self.axis.share(secs).min(1.0) as f32
    }

    /// A place at this time and height, 0 at the bottom to 1.
    fn at(&self, secs: f64, height: f64) -> Pos2 {
        let curves = self.rect.with_max_y(self.rect.bottom() - TICK);
        let height = curves.height() * height.clamp(0.0, 1.0) as f32;
        pos2(self.x(secs), curves.bottom() - height)
    }

    /// The stop nearest to a place: the number of a moment, or how many there are for now.
    fn stop(&self, state: &State, x: f32) -> usize {
        let moments = state.moments();
        let distance = |stop: usize| {
            let at = moments
                .get(stop)
                .map_or(self.rect.right(), |moment| self.x(moment.elapsed_secs));
            (at - x).abs()
        };
        let after = moments.partition_point(|moment| self.x(moment.elapsed_secs) < x);
        let before = after.saturating_sub(1);
        if distance(before) < distance(after) {
            before
        } else {
            after
        }
    }
}

/// Shows the run over the width there is, in this height, in points.
pub(super) fn track(ui: &mut Ui, state: &mut State, height: f32) {
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    ui.painter()
        .rect_filled(rect, 4.0, theme::color(theme::palette(ui).background));
    let stop = state.stop();
    response.widget_info(|| WidgetInfo::slider(true, stop as f64, "Timeline"));
    let Some(newest) = &state.newest else { return };
    let newest = std::sync::Arc::clone(&newest.snapshot);
    let track = Track {
        rect: rect.shrink2(vec2(MARGIN, 2.0)),
        axis: TimeAxis::of(&newest),
    };
    drag(&response, &track, state);
    keys(ui, &response, state);
    paint(ui, &track, state, &newest);
    if response.has_focus() {
        let stroke = Stroke::new(1.0, ui.visuals().hyperlink_color);
        let kind = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(rect, 4.0, stroke, kind);
    }
    tell(response, &track, state, &newest);
}

fn drag(response: &Response, track: &Track, state: &mut State) {
    let pointer = response.interact_pointer_pos();
    // A click may begin and end within a frame, and a drag end where no frame saw it.
    let is_let_go = response.clicked() || response.drag_stopped();
    let is_pressed = response.is_pointer_button_down_on() || is_let_go;
    if let Some(at) = pointer.filter(|_| is_pressed) {
        response.request_focus();
        let stop = track.stop(state, at.x);
        if stop != state.stop() || state.timeline.is_playing() {
            state.go_to(stop);
        }
    }
    // Space and Enter click what has the focus. Now they are the keys of the run.
    if pointer.is_none() && response.clicked() {
        state.act(match state.is_past() {
            true => Action::PlayPast,
            false => Action::TogglePause,
        });
    }
}

/// The keys of a slider, while the timeline has the focus.
fn keys(ui: &Ui, response: &Response, state: &mut State) {
    state.timeline.track = Some(response.id);
    if !response.has_focus() {
        return;
    }
    let filter = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    for (key, stops) in [
        (Key::ArrowLeft, -1),
        (Key::ArrowDown, -1),
        (Key::ArrowRight, 1),
        (Key::ArrowUp, 1),
        (Key::PageDown, -PAGE),
        (Key::PageUp, PAGE),
    ] {
        let presses = ui.input(|input| input.num_presses(key));
        if presses > 0 {
            state.go_by(stops * presses as isize);
        }
    }
    if ui.input(|input| input.key_pressed(Key::Home)) {
        state.go_to(0);
    }
    if ui.input(|input| input.key_pressed(Key::End)) {
        state.back_to_now();
    }
}

fn paint(ui: &Ui, track: &Track, state: &State, newest: &Snapshot) {
    let palette = theme::palette(ui);
    let (weak, grid) = (theme::color(palette.weak), theme::color(palette.grid));
    let (emerged, other) = (
        theme::color(palette.series[3]),
        theme::color(palette.series[2]),
    );
    let (rect, painter) = (track.rect, ui.painter());
    let end_secs = newest.status.elapsed_secs;
    for x in label_places(track, end_secs).map(|(x, _)| x) {
        painter.vline(x, rect.y_range(), Stroke::new(1.0, grid));
    }
    let mut last_x = f32::NEG_INFINITY;
    for moment in state.moments() {
        let x = track.x(moment.elapsed_secs);
        if x - last_x < CURVE_STEP && !moment.is_marked {
            continue;
        }
        last_x = x;
        let ticks = rect.bottom() - TICK..=rect.bottom();
        let color = if moment.is_marked { other } else { weak };
        painter.vline(x, ticks, Stroke::new(0.5, color));
    }
    curves(painter, track, newest.history.points(), weak, emerged);
    for mark in newest.history.marks() {
        let x = track.x(mark.elapsed_secs);
        let color = if mark.text == EMERGED_MARK {
            emerged
        } else {
            other
        };
        painter.vline(x, rect.y_range(), Stroke::new(1.0, color));
    }
    labels(
        painter,
        track,
        end_secs,
        weak,
        theme::color(palette.background),
    );
    let (x, color) = match state.moments().get(state.stop()) {
        Some(moment) if state.is_past() => {
            (track.x(moment.elapsed_secs), ui.visuals().warn_fg_color)
        }
        _ => (rect.right(), ui.visuals().hyperlink_color),
    };
    let later = rect.with_min_x(x);
    painter.rect_filled(
        later,
        0.0,
        theme::color(palette.background).gamma_multiply(0.6),
    );
    painter.vline(x, rect.y_range(), Stroke::new(2.0, color));
    painter.circle_filled(pos2(x, rect.top() + 4.0), 4.5, color);
}

/// The round times that the run has passed: where they are, and their names.
fn label_places(track: &Track, end_secs: f64) -> impl Iterator<Item = (f32, &'static str)> {
    let passed = LABELS
        .into_iter()
        .take_while(move |(secs, _)| *secs < end_secs);
    passed.map(|(secs, text)| (track.x(secs), text))
}

/// Names the round times where there is room, each on a ground of its own over curves and lines.
fn labels(painter: &Painter, track: &Track, end_secs: f64, color: Color32, ground: Color32) {
    let (top, mut free) = (track.rect.top(), track.rect.left());
    for (x, text) in label_places(track, end_secs) {
        if x >= free && x + LABEL_STEP < track.rect.right() {
            let font = FontId::proportional(theme::SMALL - 2.0);
            let text = painter.layout_no_wrap(text.to_owned(), font, color);
            let at = Rect::from_min_size(pos2(x + 3.0, top), text.size());
            painter.rect_filled(at.expand2(vec2(1.5, 0.0)), 2.0, ground);
            painter.galley(at.min, text, color);
            free = x + LABEL_STEP;
        }
    }
}

/// The energy between its extremes, and the concentration from 0 to 1.
fn curves(painter: &Painter, track: &Track, points: &[Point], energy: Color32, emerged: Color32) {
    let energies = points.iter().map(|point| point.energies.total());
    let (low, high) = energies.fold((f64::MAX, f64::MIN), |(low, high), energy| {
        (low.min(energy), high.max(energy))
    });
    let range = (high - low).max(f64::MIN_POSITIVE);
    let height = |point: &Point| Some((point.energies.total() - low) / range);
    curve(painter, track, points, energy, height);
    curve(painter, track, points, emerged, |point| point.concentration);
}

fn curve(
    painter: &Painter,
    track: &Track,
    points: &[Point],
    color: Color32,
    height: impl Fn(&Point) -> Option<f64>,
) {
    let mut line: Vec<Pos2> = Vec::new();
    let draw = |line| {
        painter.add(Shape::line(line, Stroke::new(1.0, color)));
    };
    let points = points.iter();
    let points = points.map(|point| Some([point.elapsed_secs, height(point)?]));
    for [secs, height] in apart(points, false) {
        if height.is_nan() {
            draw(std::mem::take(&mut line));
            continue;
        }
        let at = track.at(secs, height);
        if line.last().is_none_or(|last| at.x - last.x >= CURVE_STEP) {
            line.push(at);
        }
    }
    draw(line);
}

/// What is at the pointer.
fn tell(response: Response, track: &Track, state: &State, newest: &Snapshot) {
    // While it is dragged, the sign and the status line tell it.
    let pointer = response.hover_pos();
    let Some(at) = pointer.filter(|_| !response.is_pointer_button_down_on()) else {
        return;
    };
    let (step, secs) = match state.moments().get(track.stop(state, at.x)) {
        Some(moment) => (moment.step, moment.elapsed_secs),
        None => (newest.status.step, newest.status.elapsed_secs),
    };
    let mut text = format!("step {}, {}", grouped(step), duration(secs));
    let marks = newest.history.marks().iter();
    for mark in marks.filter(|mark| (track.x(mark.elapsed_secs) - at.x).abs() <= NEAR) {
        text = format!("{text}\n{}", as_said(&mark.text));
    }
    // Above the track, which it would hide.
    let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    let over = Rect::from_x_y_ranges(at.x..=at.x, response.rect.y_range());
    let mut tooltip = Tooltip::for_enabled(&response);
    tooltip.popup = tooltip.popup.anchor(over).align(RectAlign::TOP);
    tooltip.show(|ui| ui.label(text));
}

/// Seconds with their hundredths in the first minute, else as a clock says them; rounded down.
fn duration(secs: f64) -> String {
    if secs < 60.0 {
        secs_said(secs, 2)
    } else {
        clock(secs)
    }
}
