//! What a heat map shows.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use ndarray::Array2;

use crate::words::{capital, name_said, three_digits};

/// Numbers from here on are not shortened: of 1234.5 three digits would be another number.
const LARGE: f64 = 1000.0;

/// A measure over two settings, in panels over a third; or over one, each model a point.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// The name of the measure.
    pub measure: String,
    /// The setting across, with its values.
    pub x: HeatMapAxis,
    /// The setting upwards; where there is none the measure is upwards, and each model a point.
    pub y: Option<HeatMapAxis>,
    /// The setting with a panel for each value, if there is one.
    pub third: Option<HeatMapAxis>,
    /// The other settings that vary, by their paths, with the value of each task as tables have it; of a chart of points alone.
    pub others: Vec<(String, Vec<String>)>,
    /// In the order of the third setting; one without it.
    pub panels: Vec<HeatMapPanel>,
    /// What is said below, of settings that are not shown for example.
    pub note: String,
}

/// A setting and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMapAxis {
    /// The setting, by its path in a configuration.
    pub name: String,
    /// Its values as tables have them, in order.
    pub values: Vec<String>,
    /// The same as figures have them.
    pub labels: Vec<String>,
}

impl HeatMapAxis {
    /// Its name as the window and the figures say it.
    pub fn said(&self) -> String {
        name_said(&self.name)
    }

    /// Its labels beside an axis: of numbers with a fraction three digits, where that tells all of them apart.
    pub(super) fn short_labels(&self) -> Vec<String> {
        let short = |label: &String| match label.parse::<f64>() {
            Ok(number) if number.fract() != 0.0 && number.abs() < LARGE => {
                three_digits(number).to_string()
            }
            _ => label.clone(),
        };
        let short: Vec<_> = self.labels.iter().map(short).collect();
        let different: BTreeSet<_> = short.iter().collect();
        if different.len() == self.labels.len() {
            short
        } else {
            self.labels.clone()
        }
    }

    /// Its values, where all are numbers.
    pub(super) fn numbers(&self) -> Option<Vec<f64>> {
        let numbers = self.values.iter().map(|value| value.parse::<f64>().ok());
        numbers
            .map(|number| number.filter(|number| number.is_finite()))
            .collect()
    }
}

/// The models with one value of the third setting. Without a setting upwards, y counts the models of each value of x.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMapPanel {
    /// The measure, the median over the models of a cell, `[y, x]`; NaN where none is known.
    pub values: Array2<f64>,
    /// Models that each is the median of, `[y, x]`.
    pub models: Array2<usize>,
    /// Why models that are done have none, each in words: as where their units are dead, `[y, x]`.
    pub without: Array2<Vec<&'static str>>,
    /// All models that each is of, by their tasks in the sweep, `[y, x]`.
    pub tasks: Array2<Vec<usize>>,
}

/// A cell of a map, or a model of a chart of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeatMapCell {
    /// Its panel.
    pub panel: usize,
    /// From the left.
    pub x: usize,
    /// From below; of a model the number among those with this value.
    pub y: usize,
}

impl HeatMap {
    /// The tasks of a cell, whatever state they are in.
    ///
    /// # Panics
    /// Where the map has no such cell.
    pub fn tasks(&self, cell: HeatMapCell) -> &[usize] {
        &self.panels[cell.panel].tasks[[cell.y, cell.x]]
    }

    /// Why the models of a cell that are done have no value, where it is one reason for all of them.
    ///
    /// # Panics
    /// Where the map has no such cell.
    pub fn why_none(&self, cell: HeatMapCell) -> Option<&'static str> {
        only(self.panels[cell.panel].without[[cell.y, cell.x]].iter())
    }

    /// How many models are done and have no value, and why, where it is one reason for all of them.
    pub fn without(&self) -> (usize, Option<&'static str>) {
        let reasons = || {
            self.panels
                .iter()
                .flat_map(|panel| &panel.without)
                .flatten()
        };
        (reasons().count(), only(reasons()))
    }

    /// Whether a dash stands anywhere, for models that are done without a value.
    pub fn has_dashes(&self) -> bool {
        let has_dash = |panel: &HeatMapPanel| {
            let mut cells = panel.values.iter().zip(&panel.without);
            cells.any(|(value, without)| !value.is_finite() && !without.is_empty())
        };
        self.panels.iter().any(has_dash)
    }

    /// Whether the mean of a value is drawn: it is a chart of points, and several models of that value have the measure.
    pub fn has_means(&self) -> bool {
        let has_several = |panel: &HeatMapPanel| {
            let mut columns = panel.models.columns().into_iter();
            columns.any(|column| column.sum() > 1)
        };
        self.y.is_none() && self.panels.iter().any(has_several)
    }

    /// The least and the greatest value of all panels; `None` where there is none.
    pub(super) fn range(&self) -> Option<RangeInclusive<f64>> {
        let values = self.panels.iter().flat_map(|panel| &panel.values);
        let known = values.copied().filter(|value| value.is_finite());
        let ends = known.map(|value| (value, value));
        let ends = ends.reduce(|(min, max), (value, _)| (min.min(value), max.max(value)));
        ends.map(|(min, max)| min..=max)
    }

    /// What is above a panel.
    pub(super) fn title(&self, panel: usize) -> String {
        match &self.third {
            Some(third) => capital(format!("{} {}", third.said(), third.labels[panel])),
            None => capital(name_said(&self.measure)),
        }
    }
}

/// The reason that all have.
fn only<'a>(mut reasons: impl Iterator<Item = &'a &'static str>) -> Option<&'static str> {
    let first = *reasons.next()?;
    reasons.all(|reason| *reason == first).then_some(first)
}
