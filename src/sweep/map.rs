//! A measure over the settings of a sweep, as a heat map, or over one as a chart.

use ndarray::Array2;
use serde_json::Value;
use thiserror::Error;

use super::folder::TaskState;
use super::measures::Measures;
use super::progress::SweepProgress;
use super::setting::{labels, shown};
use super::tasks::Sweep;
use crate::analysis::median;
use crate::figure::{HeatMap, HeatMapAxis, HeatMapPanel};
use crate::words::{capital, counted, name_said};

/// Most values of each setting of a map, and of that of a chart.
const MAX_VALUES: usize = 100;
const MAX_PLACES: usize = 1000;

/// Why there is no map.
#[derive(Debug, Error)]
pub enum MapError {
    /// There is no such measure.
    #[error("there is no measure {name}; the measures are {}", Measures::NAMES.join(", "))]
    NoMeasure {
        /// What was asked for.
        name: String,
    },
    /// No setting varies.
    #[error(
        "a map is over settings that vary, but here none varies; `sweep collect` has the results"
    )]
    NoneVaries,
    /// No setting of the name varies, or several do.
    #[error("{name} should be one of the settings that vary: {settings}")]
    NoSetting {
        /// What was asked for.
        name: String,
        /// The settings that vary.
        settings: String,
    },
    /// A map has one setting, two or three; each once.
    #[error("a map is over one setting, or over two or three different ones, not over {given}")]
    Settings {
        /// What was given.
        given: String,
    },
    /// A setting has too many values.
    #[error(
        "{name} has {values} values, but a map has at most {MAX_VALUES} of each setting, over one setting {MAX_PLACES}; \
         `sweep collect` has all of them"
    )]
    Values {
        /// The setting.
        name: String,
        /// How many values it has.
        values: usize,
    },
}

/// A setting that is shown.
struct Shown {
    /// Its index among those of the sweep.
    index: usize,
    values: Vec<Value>,
}

impl Shown {
    fn new(sweep: &Sweep, name: &str, most: usize) -> Result<Self, MapError> {
        let is_it = |path: &&String| *path == name || path.rsplit('.').next() == Some(name);
        let found: Vec<_> = (sweep.settings().iter().enumerate())
            .filter(|(_, path)| is_it(path))
            .collect();
        let &[(index, path)] = found.as_slice() else {
            return Err(MapError::NoSetting {
                name: name.to_owned(),
                settings: sweep.settings().join(", "),
            });
        };
        let mut values: Vec<Value> = Vec::new();
        for task in 0..sweep.len() {
            let value = &sweep.values(task)[index];
            if !values.contains(value) {
                values.push(value.clone());
            }
            if values.len() > most {
                let all = (0..sweep.len()).map(|task| sweep.values(task)[index].to_string());
                let values = all.collect::<std::collections::BTreeSet<_>>().len();
                let name = path.clone();
                return Err(MapError::Values { name, values });
            }
        }
        // Texts stay in the order of the plan.
        values.sort_by(|a, b| {
            a.as_f64()
                .zip(b.as_f64())
                .map_or(std::cmp::Ordering::Equal, |(a, b)| a.total_cmp(&b))
        });
        Ok(Self { index, values })
    }

    /// The place of a task's value.
    fn place(&self, values: &[Value]) -> usize {
        let place = self
            .values
            .iter()
            .position(|value| *value == values[self.index]);
        place.expect("the values of all tasks")
    }

    fn axis(&self, sweep: &Sweep) -> HeatMapAxis {
        let name = sweep.settings()[self.index].clone();
        HeatMapAxis {
            labels: labels(&name, &self.values),
            name,
            values: self.values.iter().map(shown).collect(),
        }
    }
}

impl SweepProgress {
    /// The median of a measure over the tasks done at each value of two settings, across and upwards, and of a third, by
    /// panels; over one setting each task by itself, those with one value in the order of the plan; where none varies, over none,
    /// the one model by itself. Settings are named by their paths or, where one ends so, by the last word of it.
    ///
    /// # Errors
    /// When there is no such measure or setting.
    pub fn map(&self, measure: &str, over: &[String]) -> Result<HeatMap, MapError> {
        let sweep = self.folder().sweep();
        let at = Measures::place(measure).ok_or_else(|| MapError::NoMeasure {
            name: measure.to_owned(),
        })?;
        if sweep.settings().is_empty() && !over.is_empty() {
            return Err(MapError::NoneVaries);
        }
        let most = if over.len() == 1 {
            MAX_PLACES
        } else {
            MAX_VALUES
        };
        let settings = over.iter().map(|name| Shown::new(sweep, name, most));
        let settings: Vec<Shown> = settings.collect::<Result<_, _>>()?;
        let mut different: Vec<_> = settings.iter().map(|setting| setting.index).collect();
        different.sort_unstable();
        different.dedup();
        // Without one there is one model.
        let has_too_few = settings.is_empty() && !sweep.settings().is_empty();
        if has_too_few || settings.len() > 3 || different.len() < settings.len() {
            let given = over.join(", ");
            return Err(MapError::Settings { given });
        }
        let [x, y, third] = [0, 1, 2].map(|place| settings.get(place));
        let across = x.map_or_else(the_model, |x| x.axis(sweep));
        // The tasks with each value of x, where they are one above the other.
        let mut columns = vec![0; across.values.len()];
        let places = (0..sweep.len()).map(|task| {
            let values = sweep.values(task);
            let column = x.map_or(0, |x| x.place(values));
            columns[column] += 1;
            let row = y.map_or(columns[column] - 1, |y| y.place(values));
            (third.map_or(0, |third| third.place(values)), [row, column])
        });
        let places: Vec<_> = places.collect();
        let most = columns.iter().copied().max().unwrap_or(0);
        let shape = (y.map_or(most, |y| y.values.len()), columns.len());
        let panels = third.map_or(1, |third| third.values.len());
        let mut tasks = vec![Array2::from_elem(shape, Vec::new()); panels];
        for (task, (panel, place)) in places.into_iter().enumerate() {
            tasks[panel][place].push(task);
        }
        let panels = tasks.into_iter().map(|tasks| self.panel(tasks, at));
        let panels: Vec<_> = panels.collect();
        let others = (0..sweep.settings().len()).filter(|index| !different.contains(index));
        let others: Vec<_> = others.collect();
        let with_values = |&index: &usize| {
            let values = (0..sweep.len()).map(|task| shown(&sweep.values(task)[index]));
            (sweep.settings()[index].clone(), values.collect())
        };
        let mut map = HeatMap {
            measure: measure.to_owned(),
            x: across,
            y: y.map(|y| y.axis(sweep)),
            third: third.map(|third| third.axis(sweep)),
            others: match y {
                Some(_) => Vec::new(),
                None => others.iter().map(with_values).collect(),
            },
            panels,
            note: String::new(),
        };
        map.note = self.note(&map, &others);
        Ok(map)
    }

    /// The median of a measure, by its index, over the tasks done of each cell.
    fn panel(&self, tasks: Array2<Vec<usize>>, measure: usize) -> HeatMapPanel {
        let done = |task: &usize| match self.state(*task) {
            TaskState::Done(result) => Some(result.measures.values()[measure]),
            _ => None,
        };
        let done = tasks.map(|tasks| tasks.iter().filter_map(done).collect::<Vec<_>>());
        let why_none = |task: &usize| self.why_none(*task, measure);
        let without = tasks.map(|tasks| tasks.iter().filter_map(why_none).collect());
        let values = done.map(|done| done.iter().copied().flatten().collect::<Vec<f64>>());
        HeatMapPanel {
            models: values.map(Vec::len),
            without,
            values: values.mapv(|values| median(values).unwrap_or(f64::NAN)),
            tasks,
        }
    }

    /// What is said below: of how many models it is known, what becomes of the settings other than those shown, and why models
    /// have no value.
    fn note(&self, map: &HeatMap, others: &[usize]) -> String {
        let sweep = self.folder().sweep();
        let others = others
            .iter()
            .map(|&index| name_said(&sweep.settings()[index]));
        let others = others.collect::<Vec<_>>().join(", ");
        let over = match &map.y {
            _ if others.is_empty() => String::new(),
            Some(_) => format!(", the median over {others}"),
            None if map.has_means() => format!(", line: the mean over {others}"),
            None => String::new(),
        };
        let known: usize = map.panels.iter().map(|panel| panel.models.sum()).sum();
        let measure = capital(name_said(&map.measure));
        let models = counted(sweep.len(), "model");
        let dash = if map.has_dashes() { "–: " } else { "" };
        let without = match map.without() {
            (0, _) => String::new(),
            (without, Some(reason)) => format!("; {dash}{without} done, no value ({reason})"),
            (without, None) => format!("; {dash}{without} done, no value"),
        };
        let failed = match self.counts().failed {
            0 => String::new(),
            failed => format!("; {failed} failed"),
        };
        format!("{measure} of {known} of {models}{over}{without}{failed}")
    }
}

/// The axis of a sweep in which no setting varies: its one model.
fn the_model() -> HeatMapAxis {
    let model = vec!["the model".to_owned()];
    HeatMapAxis {
        name: "model".to_owned(),
        labels: model.clone(),
        values: model,
    }
}
