//! The curves of a run: which there are, what they are called, where their values come from.

use serde::{Deserialize, Serialize};

use crate::analysis::Point;

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
    /// Its colour, an index into [`super::Ink::series`].
    pub hue: usize,
    value: fn(&Point) -> Option<f64>,
}

impl Series {
    /// Abscissa and value of every point that has one.
    pub fn points(&self, points: &[Point], abscissa: Abscissa) -> impl Iterator<Item = [f64; 2]> {
        points.iter().filter_map(move |point| {
            let value = (self.value)(point).filter(|value| value.is_finite())?;
            Some([abscissa.of(point.movies_seen, point.elapsed_secs), value])
        })
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
}

impl Chart {
    /// All charts.
    pub const ALL: [Self; 3] = [Self::Energy, Self::Density, Self::Concentration];

    /// What the chart shows.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Energy => "Energy per movie",
            Self::Density => "Units on, percent",
            Self::Concentration => "Orientation concentration",
        }
    }

    /// Whether its ordinate is logarithmic.
    #[must_use]
    pub fn is_log(self) -> bool {
        self == Self::Density
    }

    /// Its curves.
    #[must_use]
    pub fn series(self) -> &'static [Series] {
        match self {
            Self::Energy => &ENERGY,
            Self::Density => &DENSITY,
            Self::Concentration => &CONCENTRATION,
        }
    }
}

static ENERGY: [Series; 5] = [
    Series {
        name: "E₁ + E₂",
        about: "Both energies: the sum of the four terms.",
        hue: 0,
        value: |point| {
            let e = &point.energies;
            Some(e.reconstruction + e.simple_sparsity + e.modulated + e.invariant_sparsity)
        },
    },
    Series {
        name: "½|x − Wz|²",
        about: "Reconstruction: what the simple code leaves unexplained.",
        hue: 1,
        value: |point| Some(point.energies.reconstruction),
    },
    Series {
        name: "α|z|",
        about: "Sparsity: the price of the simple code.",
        hue: 2,
        value: |point| Some(point.energies.simple_sparsity),
    },
    Series {
        name: "α z* exp(−Au)",
        about: "Modulated: what the invariant code leaves of the price of the pooled code.",
        hue: 3,
        value: |point| Some(point.energies.modulated),
    },
    Series {
        name: "β|u|",
        about: "Sparsity: the price of the invariant code.",
        hue: 4,
        value: |point| Some(point.energies.invariant_sparsity),
    },
];

static DENSITY: [Series; 2] = [
    Series {
        name: "z",
        about: "Simple units on, of all, in a frame.",
        hue: 2,
        value: |point| Some(100.0 * point.simple_density),
    },
    Series {
        name: "u",
        about: "Invariant units on, of all, in a movie.",
        hue: 4,
        value: |point| Some(100.0 * point.invariant_density),
    },
];

static CONCENTRATION: [Series; 1] = [Series {
    name: "median",
    about: "How alike in orientation the filters of an invariant unit are: 0 not at all, 1 identical.",
    hue: 1,
    value: |point| point.concentration,
}];
