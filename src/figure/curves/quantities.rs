//! The quantities of a run: which there are, what they are called, where their values come from.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::figure::scene::Axis;
use crate::named::named;
use crate::telemetry::{History, Measured, Point};

/// Measures further apart than this ratio of their abscissas are not joined where what came between was not measured.
const FAR_APART: f64 = 3.0;

/// Points with a gap, a value that is no number, between those far apart of which something between was not measured, `None`; of
/// measures `now_and_then` it never was. Of several at one place, as of a model that stood still, the last.
pub(crate) fn apart(
    points: impl Iterator<Item = Option<[f64; 2]>>,
    now_and_then: bool,
) -> Vec<[f64; 2]> {
    let mut all: Vec<[f64; 2]> = Vec::new();
    let mut is_missing = false;
    for point in points {
        let Some(point) = point else {
            is_missing = true;
            continue;
        };
        is_missing |= now_and_then;
        match all.last() {
            Some(&[last, _]) if point[0] == last => drop(all.pop()),
            Some(&[last, _]) if is_missing && point[0] > FAR_APART * last => {
                all.push([last, f64::NAN]);
            }
            _ => {}
        }
        is_missing = false;
        all.push(point);
    }
    all
}

named! {
    /// What the curves run along.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Abscissa {
        /// Movies seen.
        #[default]
        Movies = "movies seen",
        /// Seconds spent learning.
        Seconds = "seconds",
    }
}

impl Abscissa {
    /// The position of something that happened after so many movies and seconds.
    pub fn of(self, movies_seen: u64, elapsed_secs: f64) -> f64 {
        match self {
            Self::Movies => movies_seen as f64,
            Self::Seconds => elapsed_secs,
        }
    }
}

/// A quantity of a run that is plotted as a curve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlottedQuantity {
    /// Its name in the legend.
    pub(crate) name: &'static str,
    /// What it measures, in a sentence.
    pub(crate) about: &'static str,
    /// Its colour, an index into [`crate::figure::Palette::series`].
    pub(super) hue: usize,
    /// Its column in the table.
    pub(super) column: &'static str,
    value: Value,
}

/// Where the values come from.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// From every stretch of minibatches.
    Point(fn(&Point) -> Option<f64>),
    /// From the slower measures, where they were noted.
    Note(fn(&Measured) -> Option<f64>),
}

impl PlottedQuantity {
    /// Abscissa and value wherever the run has one, oldest first.
    pub(super) fn points(&self, history: &History, abscissa: Abscissa) -> Vec<[f64; 2]> {
        let place = |movies_seen, elapsed_secs, value: Option<f64>| {
            let value = value.filter(|value| value.is_finite())?;
            Some([abscissa.of(movies_seen, elapsed_secs), value])
        };
        match self.value {
            Value::Point(of) => {
                let points = history.points().iter();
                let at = |p: &Point| place(p.movies_seen, p.elapsed_secs, of(p));
                apart(points.map(at), false)
            }
            Value::Note(of) => {
                let notes = history.notes().iter();
                let at = |n: &Measured| place(n.movies_seen, n.elapsed_secs, of(n));
                apart(notes.map(at), true)
            }
        }
    }

    /// Its value in a stretch of minibatches.
    pub(crate) fn at_point(&self, point: &Point) -> Option<f64> {
        match self.value {
            Value::Point(of) => of(point),
            Value::Note(_) => None,
        }
    }

    /// Its value in a note.
    pub(crate) fn at_note(&self, note: &Measured) -> Option<f64> {
        match self.value {
            Value::Point(_) => None,
            Value::Note(of) => of(note),
        }
    }
}

/// Quantities that share a set of axes.
#[derive(Debug)]
pub(super) struct Group {
    /// The title of their chart.
    title: &'static str,
    /// Whether its title tells of which runs terms are halved.
    tells_halves: bool,
    /// What values are multiplied with in the chart: densities are drawn in percent.
    pub(super) scale: f64,
    /// The ordinate over all values.
    pub(super) axis: fn(&mut dyn Iterator<Item = f64>) -> Axis,
    /// All of them.
    pub(super) quantities: &'static [PlottedQuantity],
    /// How many, the last ones, only a model with a third layer has.
    top_terms: usize,
    /// Whether a run has any of it.
    is_part: fn(&History) -> bool,
}

impl Group {
    /// The groups of which any of these runs has some.
    pub(super) fn all_of(histories: &[&History]) -> impl Iterator<Item = &'static Self> {
        let is_part = |group: &&Self| histories.iter().any(|history| (group.is_part)(history));
        GROUPS.iter().filter(is_part)
    }

    /// The title of their chart of these runs, each with its letter and whether it is of a joint model. There a layer reduces half
    /// of the penalty of the one below: the terms count with this half in E.
    pub(super) fn title_of(&self, runs: &[(char, &History, bool)]) -> Cow<'static, str> {
        let joint_of = |is_meant: fn(&History) -> bool| {
            let joint = runs.iter().filter(|(.., is_joint)| *is_joint);
            let meant = joint.filter(|(_, history, _)| is_meant(history));
            meant.map(|&(letter, ..)| letter).collect::<Vec<char>>()
        };
        let joint = joint_of(|_| true);
        if joint.is_empty() || !self.tells_halves {
            return self.title.into();
        }
        let with_top = joint_of(has_top);
        // All runs need not be named.
        let terms = |names: &str, letters: &[char], of_all: &str| match letters.len() == runs.len()
        {
            true => format!("{names} terms{of_all}"),
            false => format!("{names} terms of {}", listed(letters)),
        };
        let halved = if with_top.is_empty() {
            terms("α", &joint, "")
        } else if with_top == joint {
            terms("α, β", &joint, "")
        } else {
            format!(
                "{}, {}",
                terms("α", &joint, " of all"),
                terms("β", &with_top, "")
            )
        };
        format!("{} ({halved} halved)", self.title).into()
    }

    /// Those that a run has.
    pub(super) fn of(&self, history: &History) -> &'static [PlottedQuantity] {
        let missing = if has_top(history) { 0 } else { self.top_terms };
        &self.quantities[..self.quantities.len() - missing]
    }
}

/// "A", "A and C", "A, B and C".
fn listed(letters: &[char]) -> String {
    let letters: Vec<_> = letters.iter().map(char::to_string).collect();
    match letters.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => letters.concat(),
    }
}

/// Whether a run is of a model with a third layer. Runs of before the share of v was noted have its energies alone, which are 0 while
/// u is off.
fn has_top(history: &History) -> bool {
    let has_top =
        |point: &Point| point.top_density.is_some() || point.energies.layers[1].total() > 0.0;
    history.points().iter().any(has_top)
}

/// All groups.
pub(super) static GROUPS: [Group; 6] = [
    Group {
        title: "Energy per movie",
        tells_halves: true,
        scale: 1.0,
        axis: |values| Axis::linear(values),
        quantities: ENERGY,
        top_terms: 2,
        is_part: |_| true,
    },
    Group {
        title: "Active units, percent",
        tells_halves: false,
        scale: 100.0,
        axis: |values| Axis::log(values),
        quantities: DENSITY,
        top_terms: 1,
        is_part: |_| true,
    },
    Group {
        title: "Orientation concentration",
        tells_halves: false,
        scale: 1.0,
        axis: |_| Axis::fixed(0.0, 1.0),
        quantities: CONCENTRATION,
        top_terms: 0,
        is_part: |_| true,
    },
    Group {
        title: "Invariance",
        tells_halves: false,
        scale: 1.0,
        axis: |values| Axis::linear(values),
        quantities: INVARIANCE,
        top_terms: 0,
        is_part: |_| true,
    },
    Group {
        title: "Sparsities α and β",
        tells_halves: false,
        scale: 1.0,
        axis: |values| Axis::log(values),
        quantities: PRICES,
        top_terms: 0,
        is_part: |history| history.points().iter().any(|point| point.prices.is_some()),
    },
    Group {
        title: "Units revived",
        tells_halves: false,
        scale: 1.0,
        axis: |values| Axis::linear(values),
        quantities: REVIVED,
        top_terms: 0,
        is_part: |history| {
            history
                .points()
                .last()
                .is_some_and(|point| point.revived > 0)
        },
    },
];

/// Makes the quantities of a group of a row for each: what it is called in code, name, colour, column, what it measures, and its value.
macro_rules! quantities {
    ($group:ident: $(
        $quantity:ident = $name:literal, hue $hue:literal, in $column:literal, $about:literal, $from:ident($value:expr);
    )+) => {
        impl PlottedQuantity {$(
            #[doc = $about]
            pub(crate) const $quantity: Self = Self {
                name: $name,
                about: $about,
                hue: $hue,
                column: $column,
                value: Value::$from($value),
            };
        )+}
        const $group: &[PlottedQuantity] = &[$(PlottedQuantity::$quantity),+];
    };
}

quantities! { ENERGY:
    ENERGY = "E", hue 0, in "energy",
        "Total energy, the sum of the terms: of each layer, or of the joint model.",
        Point(|point| Some(point.energies.total()));
    RECONSTRUCTION = "½|x − Wz|²", hue 1, in "reconstruction",
        "Reconstruction error of the simple code.",
        Point(|point| Some(point.energies.reconstruction));
    SIMPLE_SPARSITY = "α|z|", hue 2, in "simple_sparsity",
        "Sparsity penalty of the simple code; in the joint model the half that u does not reduce.",
        Point(|point| Some(point.energies.simple_sparsity));
    MODULATED = "α z* exp(−Au)", hue 3, in "modulated",
        "Penalty of the pooled code as reduced by u; in the joint model, of half of it.",
        Point(|point| Some(point.energies.layers[0].modulated));
    INVARIANT_SPARSITY = "β|u|", hue 4, in "invariant_sparsity",
        "Sparsity penalty of the invariant code; in the joint model the half that a third layer does not reduce.",
        Point(|point| Some(point.energies.layers[0].sparsity));
    TOP_MODULATED = "β u exp(−Bv)", hue 5, in "top_modulated",
        "Penalty of the invariant code as reduced by the third layer; in the joint model, of half of it.",
        Point(|point| Some(point.energies.layers[1].modulated));
    TOP_SPARSITY = "γ|v|", hue 6, in "top_sparsity",
        "Sparsity penalty of the third layer's code.",
        Point(|point| Some(point.energies.layers[1].sparsity));
}

quantities! { DENSITY:
    SIMPLE_DENSITY = "z", hue 2, in "density_z",
        "Share of active simple units, per frame.",
        Point(|point| Some(point.simple_density));
    INVARIANT_DENSITY = "u", hue 4, in "density_u",
        "Share of active invariant units, per movie.",
        Point(|point| Some(point.invariant_density));
    TOP_DENSITY = "v", hue 6, in "density_v",
        "Share of active units of the third layer, per movie.",
        Point(|point| point.top_density);
}

quantities! { CONCENTRATION:
    CONCENTRATION = "median", hue 1, in "orientation_concentration",
        "Agreement in orientation of the filters of an invariant unit: 0 none, 1 identical. Median.",
        Point(|point| point.concentration);
    CONCENTRATION_SHUFFLED = "shuffled", hue 0, in "orientation_concentration_shuffled",
        "The same with the rows of A shuffled: the chance level.",
        Point(|point| point.concentration_shuffled);
}

quantities! { INVARIANCE:
    WIDTH_RATIO = "width of u / |z|", hue 3, in "width_ratio",
        "Position tolerance: the range of edge positions of an invariant unit over that of its strongest simple unit. Median.",
        Note(|note| note.width_ratio);
    F2_OVER_F0_INVARIANT = "F₂/F₀ of u", hue 4, in "f2_over_f0_invariant",
        "Modulation of u while a grating drifts by: 0 for invariance to phase. Median.",
        Note(|note| note.f2_over_f0_invariant);
    F2_OVER_F0_SIMPLE = "F₂/F₀ of |z|", hue 2, in "f2_over_f0_simple",
        "Modulation of |z| while a grating drifts by: 0.67 for |sin|. Median.",
        Note(|note| note.f2_over_f0_simple);
}

/// A sparsity as it is written, 0.3 and not the nearest f32.
fn exact(price: f32) -> f64 {
    price.to_string().parse().unwrap_or(f64::from(price))
}

quantities! { PRICES:
    ALPHA = "α", hue 2, in "alpha",
        "Sparsity of z; adapted where a share of active simple units is held.",
        Point(|point| point.prices.map(|[alpha, _]| exact(alpha)));
    BETA = "β", hue 4, in "beta",
        "Sparsity of u; adapted where a share of active invariant units is held.",
        Point(|point| point.prices.map(|[_, beta]| exact(beta)));
}

quantities! { REVIVED:
    UNITS_REVIVED = "units revived", hue 5, in "units_revived",
        "Rarely active units revived so far.",
        Point(|point| (point.revived > 0).then_some(point.revived as f64));
}
