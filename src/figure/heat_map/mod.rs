//! A measure of many models over two of their settings, in panels over a third.

mod draw;
mod layout;
mod panels;

use ndarray::{ArrayD, Axis, stack};

use super::document::Document;
use super::scene::{Figure, Palette};
use super::write::{Csv, csv_field, known};
use draw::draw;
pub use layout::{HeatMapCell, HeatMapLayout};
pub use panels::{HeatMap, HeatMapAxis, HeatMapPanel};

impl HeatMap {
    /// It drawn, and where its cells are; in a room of so many points larger, as far as they fit.
    #[must_use]
    pub fn figure(&self, palette: Palette, room: Option<[f32; 2]>) -> Figure<HeatMapLayout> {
        draw(self, palette, room)
    }

    /// It in all formats: the drawing, a line for each cell, and the measure as an array `[panels, y, x]`.
    #[must_use]
    pub fn document(&self, palette: Palette) -> Document<'_> {
        Document::new(move || self.figure(palette, None).scene)
            .with_table(|| self.table())
            .with_array(|| self.array())
    }

    /// The sweep that it is of, and how many of its models, as lines that begin with `# `.
    #[must_use]
    pub fn comments(&self, sweep: &str) -> String {
        let lines = [format!("sweep: {sweep}"), self.note.clone()];
        lines
            .map(|line| format!("# {}\n", line.replace('\n', " ")))
            .concat()
    }

    /// A line for each cell, as CSV.
    #[must_use]
    pub fn table(&self) -> String {
        let third = self.third.as_ref();
        let names = [&self.x.name, &self.y.name].into_iter();
        let names = names
            .chain(third.map(|third| &third.name))
            .chain([&self.measure]);
        let names: Vec<_> = names.map(|name| csv_field(name)).collect();
        let mut table = Csv::new(&format!("{},models", names.join(",")));
        for (index, panel) in self.panels.iter().enumerate() {
            for ((y, x), &value) in panel.values.indexed_iter() {
                let settings = [&self.x.values[x], &self.y.values[y]].into_iter();
                let settings = settings.chain(third.map(|third| &third.values[index]));
                let settings: Vec<_> = settings.map(|value| csv_field(value)).collect();
                let value = known(value.is_finite().then_some(value));
                let models = panel.models[[y, x]];
                table.line(format_args!("{},{value},{models}", settings.join(",")));
            }
        }
        table.finish()
    }

    /// The measure, `[panels, y, x]`.
    #[must_use]
    pub fn array(&self) -> ArrayD<f32> {
        let panels: Vec<_> = self
            .panels
            .iter()
            .map(|panel| panel.values.view())
            .collect();
        let stacked = stack(Axis(0), &panels).expect("panels of one shape");
        stacked.mapv(|value| value as f32).into_dyn()
    }
}
