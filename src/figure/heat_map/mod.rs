//! A measure of many models over two of their settings, in panels over a third, or over one.
//!
//! - `panels`: what is shown; `layout`: where its cells are; `draw`: it drawn.
//! - Over one setting each model is a point. `points`: where; `chart`: them drawn.

mod chart;
mod draw;
mod layout;
mod panels;
mod points;

use ndarray::{ArrayD, Axis, stack};

use super::document::Document;
use super::scene::{Figure, Palette};
use super::write::{Csv, csv_field, known};
use draw::draw;
pub use layout::HeatMapLayout;
pub use panels::{HeatMap, HeatMapAxis, HeatMapCell, HeatMapPanel};

impl HeatMap {
    /// It drawn, and where its cells are; in a room of so many points larger, as far as they fit.
    #[must_use]
    pub fn figure(&self, palette: Palette, room: Option<[f32; 2]>) -> Figure<HeatMapLayout> {
        draw(self, palette, room)
    }

    /// It in all formats: the drawing, a line for each cell or point, and the measure as an array `[panels, y, x]`.
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

    /// A line for each cell, or for each point with its task and, last, the other settings that vary, as CSV.
    #[must_use]
    pub fn table(&self) -> String {
        let third = self.third.as_ref();
        let upwards = self.y.as_ref().map_or("task", |y| &y.name);
        let third_name = third.map(|third| third.name.as_str());
        let names = [self.x.name.as_str(), upwards].into_iter();
        let names = names.chain(third_name).chain([self.measure.as_str()]);
        let names: Vec<_> = names.map(csv_field).collect();
        let others = self.others.iter();
        let others: String = others
            .map(|(name, _)| format!(",{}", csv_field(name)))
            .collect();
        let mut table = Csv::new(&format!("{},models{others}", names.join(",")));
        for (index, panel) in self.panels.iter().enumerate() {
            for ((y, x), &value) in panel.values.indexed_iter() {
                let upwards = match (&self.y, panel.tasks[[y, x]].first()) {
                    (Some(y_axis), _) => y_axis.values[y].clone(),
                    (None, Some(task)) => task.to_string(),
                    // Another value has more models.
                    (None, None) => continue,
                };
                let settings = [&self.x.values[x], &upwards].into_iter();
                let settings = settings.chain(third.map(|third| &third.values[index]));
                let settings: Vec<_> = settings.map(|value| csv_field(value)).collect();
                let value = known(value.is_finite().then_some(value));
                let models = panel.models[[y, x]];
                let others = self.others.iter().map(|(_, values)| {
                    let value = panel.tasks[[y, x]]
                        .first()
                        .and_then(|&task| values.get(task));
                    format!(
                        ",{}",
                        value.map_or_else(String::new, |value| csv_field(value))
                    )
                });
                let others: String = others.collect();
                table.line(format_args!(
                    "{},{value},{models}{others}",
                    settings.join(",")
                ));
            }
        }
        table.finish()
    }

    /// The measure, `[panels, y, x]`; NaN where there is none.
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
