//! The curves of a run: energies by named term, densities, orientation concentration, invariance.

mod legend;
mod quantities;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::chart::{Chart, ChartMark, CurveColors, GhostName, NOT_MEASURED, Series, Stroke};
use super::scene::{Axis, Canvas, Palette, Rect, Scene};
use super::write::{Csv, known};
use crate::analysis::tuning::GratingGrid;
use crate::telemetry::{History, Measured, Point};
use crate::words::as_said;
pub use legend::run_color;
use legend::{
    FIRST_ENTRY, LegendPlace, RUNS, heading, legend, legend_width, rows_within, runs_named,
};
pub use quantities::Abscissa;
pub(crate) use quantities::PlottedQuantity;
#[cfg(feature = "window")]
pub(crate) use quantities::apart;
use quantities::{GROUPS, Group};

/// Height of the axes of one chart, in points.
const HEIGHT: f32 = 190.0;
/// Space left of the axes for labels, in points.
const LEFT: f32 = 48.0;
/// Space right of the axes, in points.
const RIGHT: f32 = 18.0;
/// Space above the axes for the title and the legend, in points.
const TOP: f32 = 34.0;
/// Space below the axes for labels, in points.
const BOTTOM: f32 = 38.0;

/// Width of a page, in points.
const WIDTH: f32 = 760.0;
/// Width of a curve, in points.
const LINE: f32 = 1.5;
/// That of a curve of another run, and the share of its colour in a faint one.
const GHOST: f32 = 0.9;
const FAINT: f32 = 0.62;
/// Where colours tell runs apart: how much paler each further quantity is.
const PALER: f32 = 0.8;

/// How the curves are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveOptions {
    /// What the curves run along.
    pub abscissa: Abscissa,
    /// Whether it is logarithmic, so that the emergence can be seen in a long run.
    pub is_log: bool,
    /// Colours.
    pub palette: Palette,
    /// What they tell apart.
    pub colors: CurveColors,
    /// Whether the run is of a joint model.
    pub is_joint: bool,
    /// Names of the curves left out.
    pub hidden: BTreeSet<&'static str>,
}

impl Default for CurveOptions {
    fn default() -> Self {
        Self {
            abscissa: Abscissa::Movies,
            is_log: true,
            palette: Palette::LIGHT,
            colors: CurveColors::default(),
            is_joint: false,
            hidden: BTreeSet::new(),
        }
    }
}

/// A run whose curves are shown thin, beside those of another one.
#[derive(Clone, Debug)]
pub struct Ghost {
    /// Its letter and its name.
    pub name: GhostName,
    /// Its curves.
    pub history: Arc<History>,
    /// Whether it is of a joint model.
    pub is_joint: bool,
}

impl PartialEq for Ghost {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.is_joint == other.is_joint
            && Arc::ptr_eq(&self.history, &other.history)
    }
}

/// The charts of a run, with a mark wherever something happened to it, and with the curves of other runs behind its own.
pub fn curve_charts(history: &History, ghosts: &[Ghost], options: &CurveOptions) -> Vec<Chart> {
    let others = ghosts.iter().map(|ghost| &*ghost.history);
    let histories: Vec<_> = others.chain([history]).collect();
    Group::all_of(&histories)
        .map(|group| chart(group, history, ghosts, options))
        .collect()
}

fn chart(group: &Group, history: &History, ghosts: &[Ghost], options: &CurveOptions) -> Chart {
    let abscissa = options.abscissa;
    let others = ghosts.iter().map(|ghost| &*ghost.history);
    let [begin, end] = ends(others.chain([history]), abscissa);
    let others = ghosts
        .iter()
        .map(|ghost| (ghost.name.letter, &*ghost.history, ghost.is_joint));
    let runs: Vec<_> = std::iter::once(('A', history, options.is_joint))
        .chain(others)
        .collect();
    let others = ghosts.iter().flat_map(|ghost| {
        let letter = Some(ghost.name.letter);
        series_of(group, &ghost.history, letter, options)
    });
    let series: Vec<_> = others
        .chain(series_of(group, history, None, options))
        .collect();
    let shown = series.iter().filter(|series| !series.is_hidden);
    let mut values = shown.flat_map(|series| &series.points).map(|&[_, y]| y);
    let mark = |mark: &crate::telemetry::Mark| ChartMark {
        x: abscissa.of(mark.movies_seen, mark.elapsed_secs),
        text: short(&as_said(&mark.text)),
    };
    Chart {
        title: group.title_of(&runs),
        x: if options.is_log && begin > 0.0 {
            Axis::octaves(&[begin, end])
        } else {
            Axis::fixed(0.0, end)
        },
        y: (group.axis)(&mut values),
        x_name: abscissa.name(),
        note: None,
        when_empty: NOT_MEASURED,
        has_vertical_grid: false,
        marks: history.marks().iter().map(mark).collect(),
        series,
        ghosts: ghosts.iter().map(|ghost| ghost.name.clone()).collect(),
        colors: options.colors,
    }
}

/// The curves of a run; thin where it has a letter, behind those of the first.
fn series_of(
    group: &Group,
    history: &History,
    ghost: Option<char>,
    options: &CurveOptions,
) -> Vec<Series> {
    let series = |(place, quantity): (usize, &PlottedQuantity)| {
        let mut points = quantity.points(history, options.abscissa);
        points.iter_mut().for_each(|[_, y]| *y *= group.scale);
        let palette = &options.palette;
        let hue = palette.series[quantity.hue];
        let color = match (options.colors, ghost) {
            // The first quantity is the strongest.
            (CurveColors::Runs, _) => {
                let share = PALER.powi(place as i32);
                run_color(palette, ghost).mixed(palette.background, share)
            }
            (CurveColors::Quantities, Some(_)) => hue.mixed(palette.background, FAINT),
            (CurveColors::Quantities, None) => hue,
        };
        Series {
            name: quantity.name,
            about: quantity.about,
            part: "",
            color,
            stroke: Stroke::Line(if ghost.is_some() { GHOST } else { LINE }),
            points,
            is_hidden: options.hidden.contains(quantity.name),
            ghost,
        }
    };
    group.of(history).iter().enumerate().map(series).collect()
}

/// Where the curves of all these runs begin and end.
fn ends<'a>(histories: impl Iterator<Item = &'a History>, abscissa: Abscissa) -> [f64; 2] {
    let place = |point: &Point| abscissa.of(point.movies_seen, point.elapsed_secs);
    let ends = histories.filter_map(|history| {
        let points = history.points();
        Some([place(points.first()?), place(points.last()?)])
    });
    let all = ends.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]);
    all.unwrap_or_default()
}

/// The text of a mark as a chart has room for it: of a path its last part.
fn short(text: &str) -> String {
    let Some((what, value)) = text.split_once(": ") else {
        return text.to_owned();
    };
    let mut parts = value.rsplit(['/', '\\']);
    let name = parts.find(|part| !part.is_empty());
    format!("{what}: {}", name.unwrap_or(value))
}

/// The name of every series of the charts, once, and what it shows.
pub fn curve_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = GROUPS.iter().flat_map(|group| group.quantities);
    all.map(|quantity| (quantity.name, quantity.about))
}

/// Draws one chart below the other.
pub fn curves(history: &History, options: &CurveOptions) -> Scene {
    stacked_charts(curve_charts(history, &[], options), &options.palette)
}

/// Draws charts on a page, one below the other.
pub(super) fn stacked_charts(charts: impl IntoIterator<Item = Chart>, palette: &Palette) -> Scene {
    let placed = charts.into_iter().enumerate().map(|(index, chart)| {
        let y = index as f32 * (TOP + HEIGHT + BOTTOM) + TOP;
        (chart, Rect::new(LEFT, y, WIDTH - LEFT - RIGHT, HEIGHT))
    });
    let placed: Vec<_> = placed.collect();
    placed_curves(&placed, WIDTH, palette)
}

/// Draws charts whose axes span these rectangles, on a page of this width, in points. Where other runs are shown, all are named
/// once, below the charts.
pub fn placed_curves(charts: &[(Chart, Rect)], width: f32, palette: &Palette) -> Scene {
    let mut canvas = Canvas::new(*palette);
    let (charts, legends) = aligned(charts);
    for ((chart, at), place) in charts.iter().zip(legends) {
        heading(chart, at, place, &mut canvas);
        chart.draw(at, &mut canvas);
    }
    let bottoms = charts.iter().map(|(_, at)| at.bottom() + BOTTOM);
    let bottom = bottoms.fold(0.0, f32::max);
    let Some((first, at)) = charts.first().filter(|(chart, _)| !chart.ghosts.is_empty()) else {
        return canvas.into_scene([width, bottom]);
    };
    let runs = runs_named(first, palette);
    let rows = rows_within(&runs, width - at.x - FIRST_ENTRY);
    for (row, entries) in rows.iter().enumerate() {
        let end = at.x + FIRST_ENTRY + legend_width(entries);
        legend(entries, [end, bottom + row as f32 * RUNS], &mut canvas);
    }
    canvas.into_scene([width, bottom + rows.len() as f32 * RUNS])
}

/// Charts side by side with their tops at one height, below room for their headings; and where their legends are. On screen the
/// chart of a longer legend begins lower.
fn aligned(charts: &[(Chart, Rect)]) -> (Vec<(Chart, Rect)>, Vec<LegendPlace>) {
    let row_of = |at: &Rect| {
        let (top, bottom) = (at.y, at.bottom());
        let is_beside = move |other: &&(Chart, Rect)| other.1.y < bottom && top < other.1.bottom();
        charts.iter().filter(is_beside)
    };
    let places: Vec<_> = charts
        .iter()
        .map(|(_, at)| LegendPlace::of(row_of(at)))
        .collect();
    let tops = charts
        .iter()
        .map(|(_, at)| row_of(at).fold(0.0, |top: f32, (_, other)| top.max(other.y)));
    let tops: Vec<f32> = tops.collect();
    let lacks = places
        .iter()
        .zip(&tops)
        .map(|(place, top)| place.height() - top);
    let down = lacks.fold(0.0, f32::max);
    let placed = charts.iter().zip(tops).map(|((chart, at), top)| {
        let at = Rect::new(at.x, top + down, at.width, at.height);
        (chart.clone(), at)
    });
    (placed.collect(), places)
}

/// What is to be said of a table of these runs, as a line that begins with `# `: of how many phases F2/F0 is, where it is shown and any
/// has it.
pub fn curves_comments<'a>(
    histories: impl IntoIterator<Item = &'a History>,
    hidden: &BTreeSet<&'static str>,
) -> String {
    let all = [
        PlottedQuantity::F2_OVER_F0_INVARIANT,
        PlottedQuantity::F2_OVER_F0_SIMPLE,
    ];
    let mut notes = histories.into_iter().flat_map(History::notes);
    let has = |note: &Measured| {
        let mut shown = all.iter().filter(|q| !hidden.contains(q.name));
        shown.any(|quantity| quantity.at_note(note).is_some())
    };
    if !notes.any(has) {
        return String::new();
    }
    let [few, all] = [GratingGrid::FEW_PHASES, GratingGrid::PHASES];
    format!(
        "# f2_over_f0: of {few} phases of each grating where the run noted it while it learned, of {all} where the window \
         measured that step, as `measure` and Compare do; of u they may differ by 20 percent\n"
    )
}

/// The table of a run and, where there are other runs, of all of them, each line behind its letter; A is the first.
pub fn curves_tables(
    history: &History,
    ghosts: &[Ghost],
    hidden: &BTreeSet<&'static str>,
) -> String {
    if ghosts.is_empty() {
        return curves_table(history, hidden);
    }
    let others = ghosts
        .iter()
        .map(|ghost| (ghost.name.letter, &*ghost.history));
    let runs: Vec<_> = std::iter::once(('A', history)).chain(others).collect();
    let histories: Vec<_> = runs.iter().map(|&(_, history)| history).collect();
    let tables = runs.iter().map(|&(letter, history)| {
        let table = table_of(history, &histories, hidden);
        (letter, table)
    });
    let tables: Vec<_> = tables.collect();
    let head = tables[0].1.lines().next().unwrap_or_default();
    let mut all = Csv::new(&format!("run,{head}"));
    for (letter, table) in &tables {
        for line in table.lines().skip(1) {
            all.line(format_args!("{letter},{line}"));
        }
    }
    all.finish()
}

/// The quantities of a run that are not hidden; energies are means per movie. A line for each stretch of
/// minibatches, and one for each note of the slower measures.
pub fn curves_table(history: &History, hidden: &BTreeSet<&'static str>) -> String {
    table_of(history, &[history], hidden)
}

/// The same with the columns that any of `histories` has; those that this one has not are empty.
fn table_of(history: &History, histories: &[&History], hidden: &BTreeSet<&'static str>) -> String {
    let all = Group::all_of(histories).flat_map(|group| group.quantities);
    let shown = all.filter(|q| !hidden.contains(q.name));
    let shown: Vec<&PlottedQuantity> = shown.collect();
    let own: Vec<&PlottedQuantity> = GROUPS.iter().flat_map(|group| group.of(history)).collect();
    let is_own = |quantity: &PlottedQuantity| own.iter().any(|own| std::ptr::eq(*own, quantity));
    let columns: Vec<_> = shown.iter().map(|quantity| quantity.column).collect();
    let mut table = Csv::new(&format!(
        "step,movies_seen,elapsed_secs,{}",
        columns.join(",")
    ));
    let values = |of: &dyn Fn(&PlottedQuantity) -> Option<f64>| {
        let value = |quantity: &&PlottedQuantity| known(of(quantity).filter(|_| is_own(quantity)));
        let values: Vec<_> = shown.iter().map(value).collect();
        values.join(",")
    };
    let mut lines: Vec<(u64, u64, f64, String)> = Vec::new();
    for point in history.points() {
        let values = values(&|quantity| quantity.at_point(point));
        lines.push((point.step, point.movies_seen, point.elapsed_secs, values));
    }
    for note in history.notes() {
        let values = values(&|quantity| quantity.at_note(note));
        lines.push((note.step, note.movies_seen, note.elapsed_secs, values));
    }
    // A note of the step at which a stretch ends stands after it.
    lines.sort_by_key(|(step, ..)| *step);
    for (step, movies, secs, values) in lines {
        table.line(format_args!("{step},{movies},{secs},{values}"));
    }
    table.finish()
}
