//! The curves of a run: which there are, what they are called, where their values come from.

use serde::{Deserialize, Serialize};

use crate::telemetry::{History, Measured, Point};

/// What the curves run along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Abscissa {
    /// Movies seen.
    #[default]
    Movies,
    /// Seconds spent learning.
    Seconds,
}

impl Abscissa {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Movies, Self::Seconds];

    /// The axis label.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Movies => "movies seen",
            Self::Seconds => "seconds",
        }
    }

    /// The position of something that happened after so many movies and seconds.
    #[must_use]
    pub fn of(self, movies_seen: u64, elapsed_secs: f64) -> f64 {
        match self {
            Self::Movies => movies_seen as f64,
            Self::Seconds => elapsed_secs,
        }
    }
}

/// One curve.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: &'static str,
    /// What it measures, in a sentence.
    pub about: &'static str,
    /// Its colour, an index into [`crate::figure::Palette::series`].
    pub hue: usize,
    value: Value,
}

/// Where a curve's values come from.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// From every stretch of minibatches.
    Point(fn(&Point) -> Option<f64>),
    /// From the slower measures, where they were noted.
    Note(fn(&Measured) -> Option<f64>),
}

impl Series {
    /// Abscissa and value wherever the run has one, oldest first.
    #[must_use]
    pub fn points(&self, history: &History, abscissa: Abscissa) -> Vec<[f64; 2]> {
        let place = |movies_seen, elapsed_secs, value: Option<f64>| {
            let value = value.filter(|value| value.is_finite())?;
            Some([abscissa.of(movies_seen, elapsed_secs), value])
        };
        match self.value {
            Value::Point(of) => {
                let points = history.points().iter();
                let at = |p: &Point| place(p.movies_seen, p.elapsed_secs, of(p));
                points.filter_map(at).collect()
            }
            Value::Note(of) => {
                let notes = history.notes().iter();
                let at = |n: &Measured| place(n.movies_seen, n.elapsed_secs, of(n));
                notes.filter_map(at).collect()
            }
        }
    }
}

/// One set of axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Energies by named term, mean per movie.
    Energy,
    /// Share of units on, in percent.
    Density,
    /// Median orientation concentration of the invariant units, 0 to 1.
    Concentration,
    /// How much less than a simple unit an invariant one cares for position and phase.
    Invariance,
}

impl Chart {
    /// All charts.
    pub const ALL: [Self; 4] = [
        Self::Energy,
        Self::Density,
        Self::Concentration,
        Self::Invariance,
    ];

    /// What the chart shows.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Energy => "Energy per movie",
            Self::Density => "Active units, percent",
            Self::Concentration => "Orientation concentration",
            Self::Invariance => "Invariance",
        }
    }

    /// Whether its ordinate is logarithmic.
    #[must_use]
    pub fn is_log(self) -> bool {
        self == Self::Density
    }

    /// Its curves of a run.
    #[must_use]
    pub fn series(self, history: &History) -> &'static [Series] {
        let last = history.points().last();
        let has_top = last.is_some_and(|point| point.energies.top() > 0.0);
        match self {
            Self::Energy if has_top => &ENERGY,
            Self::Energy => &ENERGY[..ENERGY.len() - TOP_TERMS],
            Self::Density => &DENSITY,
            Self::Concentration => &CONCENTRATION,
            Self::Invariance => &INVARIANCE,
        }
    }
}

/// Terms that only a model with a third layer has, the last ones.
const TOP_TERMS: usize = 2;

static ENERGY: [Series; 7] = [
    Series {
        name: "E",
        about: "Total energy, the sum of the terms: of each layer, or of the joint model.",
        hue: 0,
        value: Value::Point(|point| Some(point.energies.total())),
    },
    Series {
        name: "½|x − Wz|²",
        about: "Reconstruction error of the simple code.",
        hue: 1,
        value: Value::Point(|point| Some(point.energies.reconstruction)),
    },
    Series {
        name: "α|z|",
        about: "Sparsity penalty of the simple code; in the joint model the half that u does not reduce.",
        hue: 2,
        value: Value::Point(|point| Some(point.energies.simple_sparsity)),
    },
    Series {
        name: "α z* exp(−Au)",
        about: "Penalty of the pooled code as reduced by u; in the joint model, of half of it.",
        hue: 3,
        value: Value::Point(|point| Some(point.energies.modulated)),
    },
    Series {
        name: "β|u|",
        about: "Sparsity penalty of the invariant code; in the joint model the half that a third layer does not reduce.",
        hue: 4,
        value: Value::Point(|point| Some(point.energies.invariant_sparsity)),
    },
    Series {
        name: "β u exp(−Bv)",
        about: "Penalty of the invariant code as reduced by the third layer; in the joint model, of half of it.",
        hue: 5,
        value: Value::Point(|point| Some(point.energies.top_modulated)),
    },
    Series {
        name: "γ|v|",
        about: "Sparsity penalty of the third layer's code.",
        hue: 6,
        value: Value::Point(|point| Some(point.energies.top_sparsity)),
    },
];

static DENSITY: [Series; 2] = [
    Series {
        name: "z",
        about: "Share of active simple units, per frame.",
        hue: 2,
        value: Value::Point(|point| Some(100.0 * point.simple_density)),
    },
    Series {
        name: "u",
        about: "Share of active invariant units, per movie.",
        hue: 4,
        value: Value::Point(|point| Some(100.0 * point.invariant_density)),
    },
];

static CONCENTRATION: [Series; 2] = [
    Series {
        name: "median",
        about: "Agreement in orientation of the filters of an invariant unit: 0 none, 1 identical. Median.",
        hue: 1,
        value: Value::Point(|point| point.concentration),
    },
    Series {
        name: "shuffled",
        about: "The same with the rows of A shuffled: the chance level.",
        hue: 0,
        value: Value::Point(|point| point.concentration_shuffled),
    },
];

static INVARIANCE: [Series; 3] = [
    Series {
        name: "width of u / |z|",
        about: "Position tolerance: the range of edge positions of an invariant unit over that of its strongest simple unit. Median.",
        hue: 3,
        value: Value::Note(|note| note.width_ratio),
    },
    Series {
        name: "F₂/F₀ of u",
        about: "Modulation of u while a grating drifts by: 0 for invariance to phase. Median.",
        hue: 4,
        value: Value::Note(|note| note.f2_over_f0_invariant),
    },
    Series {
        name: "F₂/F₀ of |z|",
        about: "Modulation of |z| while a grating drifts by: 0.67 for |sin|. Median.",
        hue: 2,
        value: Value::Note(|note| note.f2_over_f0_simple),
    },
];
