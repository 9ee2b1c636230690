//! Titles and legends of charts side by side, and the names of the runs in them.

use crate::figure::chart::{Chart, CurveColors, LARGE, SMALL};
use crate::figure::scene::{Anchor, Canvas, Color, Palette, Rect, lines_within, text_width};

/// Height of the line that names the runs, in points.
pub(super) const RUNS: f32 = 14.0;
/// Height of a line of a heading, and from the middle of the last one to the chart, in points.
const LINE: f32 = 16.0;
const ABOVE: f32 = 22.0;
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
    /// Below the title: the lines of the title and those of the legend, at most.
    Below([usize; 2]),
}

impl LegendPlace {
    pub(super) fn of<'a>(row: impl Iterator<Item = &'a (Chart, Rect)>) -> Self {
        let entries = row.map(|(chart, at)| (&*chart.title, series_named(chart), at.width));
        let all: Vec<_> = entries.collect();
        let fits = |(title, entries, room): &(&str, Vec<Entry>, f32)| {
            text_width(title, LARGE) + ENTRY_GAP + legend_width(entries) <= *room
        };
        if all.iter().all(fits) {
            return Self::Beside;
        }
        let titles = all
            .iter()
            .map(|(title, _, room)| titles_within(title, *room).len());
        let legends = all
            .iter()
            .map(|(_, entries, room)| legends_within(entries, *room).len());
        Self::Below([titles.max().unwrap_or(1), legends.max().unwrap_or(1)])
    }

    /// Room for the title and the legend above a chart, in points.
    pub(super) fn height(self) -> f32 {
        match self {
            Self::Beside => ABOVE,
            Self::Below([titles, legends]) => ABOVE + LINE * (titles + legends - 1) as f32,
        }
    }
}

/// The lines of a title; the next one is a little further right than its chart.
fn titles_within(title: &str, room: f32) -> Vec<String> {
    lines_within(title, LARGE, room + FIRST_ENTRY)
}

/// The lines of a legend below its title.
fn legends_within(entries: &[Entry], room: f32) -> Vec<&[Entry]> {
    rows_within(entries, room - FIRST_ENTRY)
}

/// The title on the left, and the legend.
pub(super) fn heading(chart: &Chart, at: &Rect, place: LegendPlace, canvas: &mut Canvas) {
    let entries = series_named(chart);
    let (top, color) = (at.y - place.height() + LINE / 2.0, canvas.palette.text);
    let y = |line: usize| top + LINE * line as f32;
    match place {
        LegendPlace::Beside => {
            canvas.text([at.x, top], Anchor::Start, &*chart.title, LARGE, color);
            legend(&entries, [at.right(), top], canvas);
        }
        LegendPlace::Below([titles, _]) => {
            for (line, title) in titles_within(&chart.title, at.width)
                .into_iter()
                .enumerate()
            {
                canvas.text([at.x, y(line)], Anchor::Start, title, LARGE, color);
            }
            for (line, entries) in legends_within(&entries, at.width).into_iter().enumerate() {
                let end = at.x + FIRST_ENTRY + legend_width(entries);
                legend(entries, [end, y(titles + line)], canvas);
            }
        }
    }
}

/// What the legend of a chart names.
fn series_named(chart: &Chart) -> Vec<Entry> {
    let series = chart.named();
    let entries = series.map(|series| (series.name.to_owned(), Some(series.color)));
    entries.collect()
}

/// A name in a legend, and the colour of the disc before it, where it has one.
pub(super) type Entry = (String, Option<Color>);

/// The runs of a chart, where there are others than the first, or colours tell runs apart.
pub(super) fn runs_named(chart: &Chart, palette: &Palette) -> Vec<Entry> {
    let colors_runs = chart.colors == CurveColors::Runs;
    let color = |letter| colors_runs.then(|| run_color(palette, letter));
    let is_named = colors_runs || !chart.ghosts.is_empty();
    let first = is_named.then(|| ("A the run".to_owned(), color(None)));
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

/// Writes entries that end at a place.
pub(super) fn legend(entries: &[Entry], [mut x, y]: [f32; 2], canvas: &mut Canvas) {
    let weak = canvas.palette.weak;
    for (text, color) in entries.iter().rev() {
        x -= text_width(text, SMALL);
        canvas.text([x, y], Anchor::Start, text.as_str(), SMALL, weak);
        if let Some(color) = color {
            canvas.disc([x - 8.0, y], 3.5, *color);
        }
        x -= ENTRY_GAP;
    }
}
