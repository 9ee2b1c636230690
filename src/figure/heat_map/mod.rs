//! A measure of many models over two of their settings, in panels over a third.

mod draw;
mod panels;

use ndarray::{ArrayD, Axis, stack};

use super::document::Document;
use super::scene::Palette;
use super::write::{Csv, known};
use draw::draw;
pub use panels::{HeatMap, HeatMapAxis, HeatMapPanel};

impl HeatMap {
    /// It in all formats: the drawing, a line for each cell, and the measure as an array `[panels, y, x]`.
    #[must_use]
    pub fn document(&self, palette: Palette) -> Document<'_> {
        Document::new(move || draw(self, palette))
            .with_table(|| self.table())
            .with_array(|| self.array())
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
