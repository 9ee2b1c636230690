//! Titles and legends of charts side by side, and the names of the runs in them.

use crate::figure::chart::{Chart, CurveColors, LARGE, SMALL};
use crate::figure::scene::{Anchor, Canvas, Color, Palette, Rect, text_width};

/// Height of the line that names the runs, in points.
pub(super) const RUNS: f32 = 14.0;
/// From the end of a name in the legend to the beginning of the next, in points.
const ENTRY_GAP: f32 = 22.0;
/// Where the first name of a legend below its title begins, behind its disc, in points.
pub(super) const FIRST_ENTRY: f32 = 12.0;

/// The colour of a run where colours tell runs apart; the first has no letter.
pub fn run_color(palette: &Palette, letter: Option<char>) -> Color {
    let after_first = letter.map_or(0, |letter| {
        u32::from(letter).saturating_sub(u32::from('A')) as usize
    });
    palette.series[after_first % palette.series.len()]
}

/// Entries in rows of at most this width, in points, and of at least one.
pub(super) fn rows_within(entries: &[Entry], width: f32) -> Vec<&[Entry]> {
    let mut rows = Vec::new();
    let mut rest = entries;
    while !rest.is_empty() {
        let fits = |count: &usize| legend_width(&rest[..*count]) <= width;
        let count = (1..=rest.len()).rev().find(fits).unwrap_or(1);
        let (row, after) = rest.split_at(count);
        rows.push(row);
        rest = after;
    }
    rows
}

/// Where the legends of charts side by side are: in the same place in all of them.
#[derive(Clone, Copy)]
pub(super) enum LegendPlace {
    /// On the right of the title.
    Beside,
    /// Below the title, at this scale: where one would reach into the next chart all are smaller.
    Below(f32),
}

impl LegendPlace {
    pub(super) fn of<'a>(row: impl Iterator<Item = &'a (Chart, Rect)>) -> Self {
        let widths = row.map(|(chart, at)| {
            let title = text_width(chart.title, LARGE);
            (title, legend_width(&series_named(chart)), at.width)
        });
        let widths: Vec<_> = widths.collect();
        let fits = |&(title, legend, room): &(f32, f32, f32)| title + ENTRY_GAP + legend <= room;
        if widths.iter().all(fits) {
            return Self::Beside;
        }
        let scales = widths.iter();
        let scales = scales.map(|(_, legend, room)| room / (FIRST_ENTRY + legend));
        Self::Below(scales.fold(1.0, f32::min))
    }
}

/// The title on the left, and the legend.
pub(super) fn heading(chart: &Chart, at: &Rect, place: LegendPlace, canvas: &mut Canvas) {
    let entries = series_named(chart);
    let y = at.y - 14.0;
    let (title_y, scale, end) = match place {
        LegendPlace::Beside => (y, 1.0, at.right()),
        LegendPlace::Below(scale) => {
            let width = FIRST_ENTRY + legend_width(&entries);
            (y - 16.0, scale, at.x + scale * width)
        }
    };
    let (at, color) = ([at.x, title_y], canvas.palette.text);
    canvas.text(at, Anchor::Start, chart.title, LARGE, color);
    legend(&entries, [end, y], scale, canvas);
}

/// What the legend of a chart names.
fn series_named(chart: &Chart) -> Vec<Entry> {
    let series = chart.named();
    let entries = series.map(|series| (series.name.to_owned(), Some(series.color)));
    entries.collect()
}

/// A name in a legend, and the colour of the disc before it, where it has one.
pub(super) type Entry = (String, Option<Color>);

/// The runs of a chart: the others and, where colours tell runs apart, the first as well.
pub(super) fn runs_named(chart: &Chart, palette: &Palette) -> Vec<Entry> {
    let colors_runs = chart.colors == CurveColors::Runs;
    let color = |letter| colors_runs.then(|| run_color(palette, letter));
    let first = colors_runs.then(|| ("A the run".to_owned(), color(None)));
    let others = chart.ghosts.iter();
    let others = others.map(|run| (run.text(), color(Some(run.letter))));
    first.into_iter().chain(others).collect()
}

/// Width of these entries, from the first name on.
pub(super) fn legend_width(entries: &[Entry]) -> f32 {
    let widths = entries
        .iter()
        .map(|(text, _)| text_width(text, SMALL) + ENTRY_GAP);
    widths.sum::<f32>() - ENTRY_GAP
}

/// Writes entries that end at a place, at this scale.
pub(super) fn legend(entries: &[Entry], [mut x, y]: [f32; 2], scale: f32, canvas: &mut Canvas) {
    let (weak, size) = (canvas.palette.weak, scale * SMALL);
    for (text, color) in entries.iter().rev() {
        x -= text_width(text, size);
        canvas.text([x, y], Anchor::Start, text.as_str(), size, weak);
        if let Some(color) = color {
            canvas.disc([x - scale * 8.0, y], scale * 3.5, *color);
        }
        x -= scale * ENTRY_GAP;
    }
}
