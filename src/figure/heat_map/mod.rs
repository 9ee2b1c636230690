//! A measure of many models over two of their settings, in panels over a third.

mod draw;

use std::ops::RangeInclusive;

use ndarray::{Array2, ArrayD, Axis, stack};

use super::document::Document;
use super::scene::Palette;
use super::write::{Csv, known};
use draw::draw;

/// A measure over two settings, in panels over a third.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// The name of the measure.
    pub measure: String,
    /// The setting across, with its values.
    pub x: HeatMapAxis,
    /// The setting upwards.
    pub y: HeatMapAxis,
    /// The setting with a panel for each value, if there is one.
    pub third: Option<HeatMapAxis>,
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
    /// Its values in words, in order.
    pub values: Vec<String>,
}

impl HeatMapAxis {
    /// The last word of its path.
    fn word(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }
}

/// The models with one value of the third setting.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMapPanel {
    /// The measure, the median over the models of a cell, `[y, x]`; NaN where none is known.
    pub values: Array2<f64>,
    /// Models that each is the median of, `[y, x]`.
    pub models: Array2<usize>,
}

impl HeatMap {
    /// It in all formats: the drawing, a line for each cell, and the measure as an array `[panels, y, x]`.
    #[must_use]
    pub fn document(&self, palette: Palette) -> Document<'_> {
        Document::new(move || draw(self, palette))
            .with_table(|| self.table())
            .with_array(|| self.array())
    }

    /// The least and the greatest value of all panels; `None` where there is none.
    fn range(&self) -> Option<RangeInclusive<f64>> {
        let values = self.panels.iter().flat_map(|panel| &panel.values);
        let known = values.copied().filter(|value| value.is_finite());
        let ends = known.map(|value| (value, value));
        let ends = ends.reduce(|(min, max), (value, _)| (min.min(value), max.max(value)));
        ends.map(|(min, max)| min..=max)
    }

    /// What is above a panel.
    fn title(&self, panel: usize) -> String {
        match &self.third {
            Some(third) => format!("{} {}", third.word(), third.values[panel]),
            None => self.measure.clone(),
        }
    }

    fn table(&self) -> String {
        let third = self.third.as_ref();
        let names = [&self.x.name, &self.y.name].into_iter();
        let names = names
            .chain(third.map(|third| &third.name))
            .chain([&self.measure]);
        let names: Vec<_> = names.map(|name| quoted(name)).collect();
        let mut table = Csv::new(&format!("{},models", names.join(",")));
        for (index, panel) in self.panels.iter().enumerate() {
            for ((y, x), &value) in panel.values.indexed_iter() {
                let settings = [&self.x.values[x], &self.y.values[y]].into_iter();
                let settings = settings.chain(third.map(|third| &third.values[index]));
                let settings: Vec<_> = settings.map(|value| quoted(value)).collect();
                let value = known(value.is_finite().then_some(value));
                let models = panel.models[[y, x]];
                table.line(format_args!("{},{value},{models}", settings.join(",")));
            }
        }
        table.finish()
    }

    fn array(&self) -> ArrayD<f32> {
        let panels: Vec<_> = self
            .panels
            .iter()
            .map(|panel| panel.values.view())
            .collect();
        let stacked = stack(Axis(0), &panels).expect("panels of one shape");
        stacked.mapv(|value| value as f32).into_dyn()
    }
}

/// A field of CSV, in quotes where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", field.replace('"', "\"\""));
    }
    field.to_owned()
}
