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
    /// panels; over one setting each task by itself, those with one value in the order of the plan. Settings are named by their paths
    /// or, where one ends so, by the last word of it.
    ///
    /// # Errors
    /// When there is no such measure or setting.
    pub fn map(&self, measure: &str, over: &[String]) -> Result<HeatMap, MapError> {
        let sweep = self.folder().sweep();
        let at = Measures::place(measure).ok_or_else(|| MapError::NoMeasure {
            name: measure.to_owned(),
        })?;
        if sweep.settings().is_empty() {
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
        let few_or_twice = || MapError::Settings {
            given: over.join(", "),
        };
        let (Some(x), ..=3) = (settings.first(), settings.len()) else {
            return Err(few_or_twice());
        };
        if different.len() < settings.len() {
            return Err(few_or_twice());
        }
        let [y, third] = [1, 2].map(|place| settings.get(place));
        // The tasks with each value of x, where they are one above the other.
        let mut columns = vec![0; x.values.len()];
        let places = (0..sweep.len()).map(|task| {
            let values = sweep.values(task);
            let column = x.place(values);
            columns[column] += 1;
            let row = y.map_or(columns[column] - 1, |y| y.place(values));
            (third.map_or(0, |third| third.place(values)), [row, column])
        });
        let places: Vec<_> = places.collect();
        let most = columns.iter().copied().max().unwrap_or(0);
        let shape = (y.map_or(most, |y| y.values.len()), x.values.len());
        let panels = third.map_or(1, |third| third.values.len());
        let mut tasks = vec![Array2::from_elem(shape, Vec::new()); panels];
        for (task, (panel, place)) in places.into_iter().enumerate() {
            tasks[panel][place].push(task);
        }
        let panels = tasks.into_iter().map(|tasks| self.panel(tasks, at));
        let panels: Vec<_> = panels.collect();
        let sum = |of: fn(&HeatMapPanel) -> usize| panels.iter().map(of).sum();
        let known = [
            sum(|panel| panel.models.sum()),
            sum(|panel| panel.without.sum()),
        ];
        let rest = match (y, most) {
            (Some(_), _) => ", the median over ",
            (None, ..=1) => "",
            (None, _) => ", line: the mean over ",
        };
        Ok(HeatMap {
            measure: measure.to_owned(),
            x: x.axis(sweep),
            y: y.map(|y| y.axis(sweep)),
            third: third.map(|third| third.axis(sweep)),
            panels,
            note: self.note(measure, known, (rest, &different)),
        })
    }

    /// The median of a measure, by its index, over the tasks done of each cell.
    fn panel(&self, tasks: Array2<Vec<usize>>, measure: usize) -> HeatMapPanel {
        let done = |task: &usize| match self.state(*task) {
            TaskState::Done(result) => Some(result.measures.values()[measure]),
            _ => None,
        };
        let done = tasks.map(|tasks| tasks.iter().filter_map(done).collect::<Vec<_>>());
        let values = done.map(|done| done.iter().copied().flatten().collect::<Vec<f64>>());
        HeatMapPanel {
            models: values.map(Vec::len),
            without: done.map(|done| done.iter().filter(|value| value.is_none()).count()),
            values: values.mapv(|values| median(values).unwrap_or(f64::NAN)),
            tasks,
        }
    }

    /// What is said below: of how many models it is known, and what becomes of the settings other than these.
    fn note(
        &self,
        measure: &str,
        [known, without]: [usize; 2],
        (words, different): (&str, &[usize]),
    ) -> String {
        let sweep = self.folder().sweep();
        let rest = sweep.settings().iter().enumerate();
        let rest: Vec<_> = rest
            .filter(|(index, _)| !different.contains(index))
            .map(|(_, path)| name_said(path))
            .collect();
        let over = match rest.as_slice() {
            rest if rest.is_empty() || words.is_empty() => String::new(),
            rest => format!("{words}{}", rest.join(", ")),
        };
        let (measure, models) = (capital(name_said(measure)), counted(sweep.len(), "model"));
        let without = match without {
            0 => String::new(),
            without => format!("; –: {without} done, no value"),
        };
        format!("{measure} of {known} of {models}{over}{without}")
    }
}
