//! A measure over the settings of a sweep, as a heat map.

use ndarray::Array2;
use serde_json::Value;
use thiserror::Error;

use super::folder::{SweepFolder, TaskState};
use super::measures::Measures;
use super::setting::shown;
use crate::analysis::median;
use crate::engine::FileError;
use crate::figure::{HeatMap, HeatMapAxis, HeatMapPanel};
use crate::words::counted;

/// Most values of a setting that is shown.
const MAX_VALUES: usize = 100;

/// Why there is no map.
#[derive(Debug, Error)]
pub enum MapError {
    /// There is no such measure.
    #[error("there is no measure {name}; the measures are {}", Measures::NAMES.join(", "))]
    NoMeasure {
        /// What was asked for.
        name: String,
    },
    /// No setting of the name varies, or several do.
    #[error("{name} should be one of the settings that vary: {settings}")]
    NoSetting {
        /// What was asked for.
        name: String,
        /// The settings that vary.
        settings: String,
    },
    /// A map has two settings, and may have a third; each once.
    #[error("a map is over two different settings, or three, but {given} were given")]
    Settings {
        /// How many different ones were named.
        given: usize,
    },
    /// A setting has too many values.
    #[error(
        "{name} has {values} values, but a map has at most {MAX_VALUES} of each setting; `sweep collect` has all of them"
    )]
    Values {
        /// The setting.
        name: String,
        /// How many values it has.
        values: usize,
    },
    /// A result cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A setting that is shown.
struct Shown {
    /// Its index among those of the sweep.
    index: usize,
    values: Vec<Value>,
}

impl Shown {
    fn new(folder: &SweepFolder, name: &str) -> Result<Self, MapError> {
        let sweep = folder.sweep();
        let is_it = |path: &&String| *path == name || path.rsplit('.').next() == Some(name);
        let found: Vec<_> = (sweep.settings().iter().enumerate())
            .filter(|(_, path)| is_it(path))
            .collect();
        let &[(index, path)] = found.as_slice() else {
            return Err(MapError::NoSetting {
                name: name.to_owned(),
                settings: match sweep.settings() {
                    [] => "none does".to_owned(),
                    settings => settings.join(", "),
                },
            });
        };
        let mut values: Vec<Value> = Vec::new();
        for task in 0..sweep.len() {
            let value = &sweep.values(task)[index];
            if !values.contains(value) {
                values.push(value.clone());
            }
            if values.len() > MAX_VALUES {
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

    fn axis(&self, folder: &SweepFolder) -> HeatMapAxis {
        HeatMapAxis {
            name: folder.sweep().settings()[self.index].clone(),
            values: self.values.iter().map(shown).collect(),
        }
    }
}

/// The median of a measure over the tasks done at each value of two settings, across and upwards, and of a third, by panels.
/// Settings are named by their paths or, where one ends so, by the last word of it.
///
/// # Errors
/// When there is no such measure or setting, or a result cannot be read.
pub fn sweep_map(
    folder: &SweepFolder,
    measure: &str,
    over: &[String],
) -> Result<HeatMap, MapError> {
    let at = Measures::NAMES.iter().position(|name| *name == measure);
    let at = at.ok_or_else(|| MapError::NoMeasure {
        name: measure.to_owned(),
    })?;
    let settings = over.iter().map(|name| Shown::new(folder, name));
    let settings: Vec<Shown> = settings.collect::<Result<_, _>>()?;
    let mut different: Vec<_> = settings.iter().map(|setting| setting.index).collect();
    different.sort_unstable();
    different.dedup();
    let given = different.len();
    let ([x, y] | [x, y, _]) = settings.as_slice() else {
        return Err(MapError::Settings { given });
    };
    if given < settings.len() {
        return Err(MapError::Settings { given });
    }
    let third = settings.get(2);
    let shape = (y.values.len(), x.values.len());
    let mut cells =
        vec![Array2::from_elem(shape, Vec::new()); third.map_or(1, |third| third.values.len())];
    let mut done = 0;
    for task in 0..folder.sweep().len() {
        if let TaskState::Done(result) = folder.state(task)? {
            done += 1;
            let values = folder.sweep().values(task);
            let panel = third.map_or(0, |third| third.place(values));
            cells[panel][[y.place(values), x.place(values)]].extend(result.measures.values()[at]);
        }
    }
    let panel = |cells: &Array2<Vec<f64>>| HeatMapPanel {
        values: cells.mapv(|values| median(values).unwrap_or(f64::NAN)),
        models: cells.map(Vec::len),
    };
    let rest = folder.sweep().settings().iter().enumerate();
    let rest: Vec<_> = rest
        .filter(|(index, _)| !different.contains(index))
        .map(|(_, path)| path.as_str())
        .collect();
    let over = match rest.as_slice() {
        [] => String::new(),
        rest => format!(", the median over {}", rest.join(", ")),
    };
    Ok(HeatMap {
        measure: measure.to_owned(),
        x: x.axis(folder),
        y: y.axis(folder),
        third: third.map(|third| third.axis(folder)),
        panels: cells.iter().map(panel).collect(),
        note: format!(
            "{measure} of {} of {}{over}",
            done,
            counted(folder.sweep().len(), "model")
        ),
    })
}
