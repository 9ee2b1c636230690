//! Charts: one description of what is plotted, drawn here for files and in the window for hands.

mod clip;
mod draw;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::scene::{Axis, Color};
use crate::named::named;
pub use clip::runs_through;
pub(super) use draw::{LARGE, SMALL};

/// Least space between the texts of marks in a line, in points.
const TEXT_GAP: f32 = 5.0;

named! {
    /// What the colours of curves tell apart.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum CurveColors {
        /// Quantities; the curves of other runs are thin and faint.
        #[default]
        Quantities = "quantities",
        /// Runs.
        Runs = "runs",
    }
}

/// From the middle of the letter of a run to that of the next, across or up, in points.
const LETTER_GAP: f32 = 9.0;
/// How far above the end of its curve the middle of a letter is, and how far from there it may be moved, in points.
const LETTER_ABOVE: f32 = 6.0;
const LETTER_MOVED: f32 = 20.0;
/// Least distance of the middle of a letter from the upper end of the axes, in points.
const LETTER_BELOW: f32 = 7.0;

/// What is said in a chart of measures that are yet to come.
pub(in crate::figure) const NOT_MEASURED: &str = "not measured";

/// What is plotted in one set of axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: Cow<'static, str>,
    /// The abscissa.
    pub x: Axis,
    /// The ordinate.
    pub y: Axis,
    /// What runs along the abscissa.
    pub x_name: &'static str,
    /// What is said after its name.
    pub note: Option<&'static str>,
    /// What is said in the middle where no series has a point.
    pub when_empty: &'static str,
    /// Whether there are grid lines across, too, not only along the abscissa.
    pub has_vertical_grid: bool,
    /// In the order of drawing, which is that of the legend.
    pub series: Vec<Series>,
    /// Vertical lines, each with a text.
    pub marks: Vec<ChartMark>,
    /// The runs beside the first whose curves are shown, thin, by the letters of their series.
    pub ghosts: Vec<GhostName>,
    /// What the colours tell apart.
    pub colors: CurveColors,
}

/// A run whose curves are shown beside those of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GhostName {
    /// What it is called in short; this stands at the end of its curves.
    pub letter: char,
    /// What it is called.
    pub name: String,
}

impl GhostName {
    /// Its letter and its name.
    pub fn text(&self) -> String {
        format!("{} {}", self.letter, self.name)
    }
}

/// Something at a value of the abscissa.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartMark {
    /// Where.
    pub x: f64,
    /// What.
    pub text: String,
}

/// One curve. Where a value has no place on its axis, as 0 has none on a logarithmic one, the curve has a gap.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend; series of one name are hidden together.
    pub name: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// Which of several curves of this name it is, such as "proven bound".
    pub part: &'static str,
    /// Its colour.
    pub color: Color,
    /// How it is drawn.
    pub stroke: Stroke,
    /// Values of abscissa and ordinate.
    pub points: Vec<[f64; 2]>,
    /// Whether it is left out of the drawing.
    pub is_hidden: bool,
    /// The letter of the run that it is of, where that is not the first.
    pub ghost: Option<char>,
}

/// How a series is drawn; sizes in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stroke {
    /// A line of this width.
    Line(f32),
    /// A thin dashed line.
    Dashes,
    /// A dot of this radius at each point.
    Dots(f32),
}

impl Series {
    /// The last of its points that is in sight between these axes, where its letter is written: values of abscissa and ordinate.
    pub fn end(&self, x: &Axis, y: &Axis) -> Option<[f64; 2]> {
        let is_in = |share: f64| (0.0..=1.0).contains(&share);
        let mut points = self.points.iter().rev().copied();
        points.find(|&[at_x, at_y]| is_in(x.fraction(at_x)) && is_in(y.fraction(at_y)))
    }

    /// Its points in coordinates of the axes, in pieces between gaps; none is empty.
    pub fn pieces(&self, x: &Axis, y: &Axis) -> Vec<Vec<[f64; 2]>> {
        let coordinates = |&[at_x, at_y]: &[f64; 2]| [x.coordinate(at_x), y.coordinate(at_y)];
        let points: Vec<_> = self.points.iter().map(coordinates).collect();
        let pieces = points.split(|point| !point.iter().all(|value| value.is_finite()));
        let pieces = pieces.filter(|piece| !piece.is_empty());
        pieces.map(<[_]>::to_vec).collect()
    }
}

impl Chart {
    /// The same over other ranges of both axes, as [`Axis::range`] gives them.
    #[must_use]
    pub fn over(self, x: &RangeInclusive<f64>, y: &RangeInclusive<f64>) -> Self {
        let (x, y) = (self.x.over(x), self.y.over(y));
        Self { x, y, ..self }
    }

    /// The same with what was known when the abscissa was `x`, on the same axes; other runs stay whole.
    #[must_use]
    pub fn until(mut self, x: f64) -> Self {
        for series in self
            .series
            .iter_mut()
            .filter(|series| series.ghost.is_none())
        {
            series.points.retain(|&[at, _]| at <= x);
        }
        self.marks.retain(|mark| mark.x <= x);
        self
    }

    /// The series that are drawn.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = &Series> {
        self.series.iter().filter(|series| !series.is_hidden)
    }

    /// The series that are drawn of the first run, which the legend names.
    pub fn named(&self) -> impl DoubleEndedIterator<Item = &Series> {
        self.shown().filter(|series| series.ghost.is_none())
    }

    /// On which of so many `lines` under each other the text of each mark is written, so that none overlaps another, nor a
    /// curve; `None` where there is no room. At most a third of the lines get text. `spans` are the ends of the texts, in the order of
    /// the marks; `has_curve` tells whether a curve runs through a line between two ends.
    pub fn text_lines(
        spans: &[[f32; 2]],
        lines: usize,
        has_curve: impl Fn(usize, [f32; 2]) -> bool,
    ) -> Vec<Option<usize>> {
        let mut written = vec![Vec::new(); lines];
        let is_free = |line: &Vec<[f32; 2]>, [from, to]: [f32; 2]| {
            line.iter()
                .all(|&[left, right]| to + TEXT_GAP < left || right + TEXT_GAP < from)
        };
        let mut place = |&span: &[f32; 2]| {
            let is_clear = |line: &usize| is_free(&written[*line], span) && !has_curve(*line, span);
            let used = written.iter().filter(|line| !line.is_empty()).count();
            let is_full = used >= lines.div_ceil(3);
            let is_open = |line: &usize| !(is_full && written[*line].is_empty());
            let line = (0..lines).find(|line| is_open(line) && is_clear(line))?;
            written[line].push(span);
            Some(line)
        };
        spans.iter().map(&mut place).collect()
    }

    /// Whether it has series, but no points of those it shows.
    pub fn is_unmeasured(&self) -> bool {
        let mut shown = self.shown().peekable();
        shown.peek().is_some() && shown.all(|series| series.points.is_empty())
    }

    /// The curves of other runs that end in sight between these axes, each with the letter of its run and where that is written. No
    /// letter lies over another: in the order of the curves they are moved up or down, and left out where there is no room near.
    /// `position` is that of values of abscissa and ordinate, in points; `top` and `bottom` are those of the axes.
    pub fn letters(
        &self,
        [x, y]: [&Axis; 2],
        position: impl Fn([f64; 2]) -> [f32; 2],
        [top, bottom]: [f32; 2],
    ) -> Vec<(&Series, char, [f32; 2])> {
        let mut letters: Vec<(&Series, char, [f32; 2])> = Vec::new();
        for series in self.shown() {
            let Some((letter, end)) = series.ghost.zip(series.end(x, y)) else {
                continue;
            };
            let [end_x, end_y] = position(end);
            let middle = end_x - self.letter_offset(letter);
            let wanted = (end_y - LETTER_ABOVE).max(top + LETTER_BELOW);
            let placed = letters.iter().map(|(.., at)| at);
            let in_column = placed.filter(|at| (at[0] - middle).abs() < LETTER_GAP - 0.5);
            let others: Vec<f32> = in_column.map(|at| at[1]).collect();
            let is_free = |y: &f32| {
                (top + LETTER_BELOW..=bottom).contains(y)
                    && (y - wanted).abs() <= LETTER_MOVED
                    && others
                        .iter()
                        .all(|other| (other - y).abs() > LETTER_GAP - 0.5)
            };
            let beside = others
                .iter()
                .flat_map(|other| [other - LETTER_GAP, other + LETTER_GAP]);
            let free = std::iter::once(wanted).chain(beside).filter(is_free);
            let nearest = free.min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()));
            letters.extend(nearest.map(|y| (series, letter, [middle, y])));
        }
        letters
    }

    /// How far left of the end of its curve the letter of a run is written, in points: runs whose curves end at one place have
    /// their letters side by side.
    pub fn letter_offset(&self, letter: char) -> f32 {
        let after = self.ghosts.iter().rev();
        let after = after.take_while(|run| run.letter != letter).count();
        LETTER_GAP * (after as f32 + 0.5)
    }

    /// What is written below the abscissa.
    pub fn below(&self) -> String {
        let note = self.note.map(|note| format!("; {note}"));
        format!("{}{}", self.x_name, note.unwrap_or_default())
    }

    /// Labels that there is room for, along a chart this wide and high in points.
    pub fn tick_counts(width: f32, height: f32) -> [usize; 2] {
        [
            (width / 60.0).clamp(1.0, 6.0),
            (height / 45.0).clamp(2.0, 4.0),
        ]
        .map(|count| count as usize)
    }
}
