//! What is compared of the run and the runs that are pinned.

use serde::Serialize;
use serde_json::Value as Json;

use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::past::is_past;
use crate::app::state::settings_then::settings_then;
use crate::config::Config;
use crate::engine::{Layer, Snapshot, Status, are_most};
use crate::figure::{
    Comparison, ComparisonRow, NOT_KNOWN, NumberKind, PlottedQuantity as Curve, Value,
};
use crate::model::Coupling;
use crate::telemetry::{Measured, Point, status_movies};
use crate::words::{grouped, name_said};

/// The run as it is now, in the head of its column.
pub(crate) const THE_RUN: &str = "A  the run";
/// How alike its units are to those of A: why that is not known of A, and of a run that is not, or cannot be, matched with it.
const IS_A: &str = "this is A";
const BEING_MATCHED: &str = "being matched…";
const NOT_MATCHED: &str = "its units cannot be matched with those of A";
/// Why a moment of the past has no tuning.
const NOT_IN_THE_PAST: &str = "not measured in the past unless the view Unit is shown";

/// What is read of a run.
struct Read<'a> {
    model: &'a ModelView,
    measured: Measured,
    /// Energies, over the last tenth of its run; `None` where it has not learned.
    lately: Option<Point>,
    /// With which settings it learned lately, where they were changed since.
    then: Option<String>,
    /// Whether its movies are as large as those of A: energies are sums over their pixels.
    has_size_of_a: bool,
}

impl<'a> Read<'a> {
    fn new(model: &'a ModelView, run: &Snapshot) -> Self {
        let snapshot = &model.snapshot;
        let step = snapshot.status.step;
        // So that a moment of the past is measured.
        model.look_up();
        Self {
            model,
            measured: model.measured(),
            lately: snapshot.history.lately_by(step),
            // A moment of the past has the changes that came after it, too.
            then: (!is_past(snapshot.generation))
                .then(|| settings_then(snapshot, step))
                .flatten(),
            has_size_of_a: snapshot.config.movies.has_size_of(&run.config.movies),
        }
    }

    /// A kind of measure as it is of this run.
    fn quantity(&self, quantity: NumberKind) -> NumberKind {
        let coupling = self.model.snapshot.config.model.coupling;
        match (quantity, coupling) {
            (NumberKind::Energy | NumberKind::SplitEnergy, _) if !self.has_size_of_a => {
                NumberKind::OtherEnergy
            }
            (NumberKind::SplitEnergy, Coupling::Joint) => NumberKind::JointEnergy,
            (quantity, _) => quantity,
        }
    }

    fn status(&self) -> &Status {
        &self.model.snapshot.status
    }

    /// Its dead units of a layer, the simple one being 0.
    fn dead(&self, layer: usize) -> Option<f64> {
        let dead = self.status().known_dead(layer, &self.model.snapshot.config);
        dead.map(|dead| dead as f64)
    }

    /// A share in its status line, once it has learned.
    fn share(&self, of: fn(&Status) -> f64) -> Option<f64> {
        self.lately.map(|_| of(self.status()))
    }

    /// What a curve shows, as it was measured last; of energies lately.
    fn curve(&self, curve: &Curve) -> Option<f64> {
        let noted = curve.at_note(&self.measured);
        noted.or_else(|| curve.at_point(self.lately.as_ref()?))
    }

    /// Why a measure of this kind is not known.
    fn why_unknown(&self, of: Subject) -> &'static str {
        let is_measured = self.measured.is_of_edges();
        match of {
            Subject::Weights => self.model.dead_words(are_most),
            Subject::Tuning if !is_measured && is_past(self.model.snapshot.generation) => {
                Some(NOT_IN_THE_PAST)
            }
            Subject::Tuning if is_measured => self.model.dead_words(|dead, units| dead == units),
            _ => None,
        }
        .unwrap_or(NOT_KNOWN)
    }

    /// A number of a kind that tells of learning is of before where α, β or γ was changed since.
    fn value(&self, number: f64, quantity: NumberKind, of: Subject) -> Value {
        match of == Subject::Learning && self.then.is_some() {
            true => Value::Earlier(number, self.quantity(quantity)),
            false => Value::Number(number, self.quantity(quantity)),
        }
    }

    /// Until when, and with which α, β or γ, it learned what is of before a change.
    fn learned(&self) -> String {
        let with = self.then.as_ref().map(|then| format!(" with {then}"));
        format!(
            "until step {}{}",
            self.status().step,
            with.unwrap_or_default()
        )
    }

    /// It where it has a third layer and has learned.
    fn with_top(&self) -> Option<&Self> {
        let has_top = self.model.snapshot.config.model.top > 0;
        (has_top && self.lately.is_some()).then_some(self)
    }
}

/// What a measure tells of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    /// The run, and the weights that it has learned.
    Weights,
    /// The responses of the units, as they are.
    Tuning,
    /// How well filters are fitted.
    Fits,
    /// How the model learned lately.
    Learning,
}

/// What is measured: its name, what it is, its kind and its value.
type Measure = (
    &'static str,
    &'static str,
    NumberKind,
    fn(&Read<'_>) -> Option<f64>,
);

/// Makes a list of measures of a row for each: kind, name, what it is, and its value.
macro_rules! measures {
    ($list:ident: $($kind:ident $name:expr, $about:expr, $of:expr;)+) => {
        const $list: &[Measure] = &[$(($name, $about, NumberKind::$kind, $of)),+];
    };
}

measures! { MEASURES:
    Count "movies", "Movies learned from.", |read| Some(read.status().movies_seen as f64);
    Count "minibatches", "Minibatches learned from.", |read| Some(read.status().step as f64);
    Seconds "seconds of learning", "Time spent learning.", |read| Some(read.status().elapsed_secs);
    Count "movies when concentration was measured",
        "Movies learned from when the next two rows were measured (from time to time).",
        |read| {
            let movies = read.model.concentration_movies();
            let movies = movies.filter(|_| read.measured.concentration.is_some());
            movies.map(|movies| movies as f64)
        };
    // What was measured last, on the curves or not; nothing where most units are dead.
    Ratio "orientation concentration", Curve::CONCENTRATION.about, |read| read.measured.concentration;
    Ratio "the same, shuffled", Curve::CONCENTRATION_SHUFFLED.about, |read| read.measured.concentration_shuffled;
}

// The responses to edges and gratings.
measures! { TUNING:
    Count "movies when tuning was measured",
        "Movies learned from when the rows below were measured (from time to time).",
        |read| read.measured.is_of_edges().then_some(read.measured.movies_seen as f64);
    Ratio "width ratio of u to |z|",
        "Position tolerance: the range of edge positions of an invariant unit over that of its strongest simple unit.",
        |read| read.curve(&Curve::WIDTH_RATIO);
    Ratio "bandwidth ratio of u to |z|", "The same of the orientation bandwidths.", |read| read.measured.bandwidth_ratio;
    Ratio Curve::F2_OVER_F0_SIMPLE.name, Curve::F2_OVER_F0_SIMPLE.about, |read| read.curve(&Curve::F2_OVER_F0_SIMPLE);
    Ratio Curve::F2_OVER_F0_INVARIANT.name, Curve::F2_OVER_F0_INVARIANT.about, |read| read.curve(&Curve::F2_OVER_F0_INVARIANT);
}

measures! { FITS:
    Share "good Gabor fits", "Share of the filters whose Gabor fit is good.", |read| read.measured.gabor_good;
}

measures! { CODES:
    Count "dead simple units", "Rarely active simple units.", |read| read.dead(0);
    Count "dead invariant units", "Rarely active invariant units.", |read| read.dead(1);
    Share "z active",
        concat!("Share of active simple units, per frame; mean over about the last ", status_movies!(), " movies, as in the status line."),
        |read| read.share(|status| status.simple_density);
    Share "u active",
        concat!("Share of active invariant units, per movie; mean over about the last ", status_movies!(), " movies, as in the status line."),
        |read| read.share(|status| status.invariant_density);
    SplitEnergy "energy E",
        "Total energy per movie, mean over the last tenth of the run, at most 20000 movies. E1 + E2 if split, the one energy if joint: the two are not comparable.",
        |read| read.curve(&Curve::ENERGY);
    Energy Curve::RECONSTRUCTION.name, Curve::RECONSTRUCTION.about, |read| read.curve(&Curve::RECONSTRUCTION);
    SplitEnergy Curve::SIMPLE_SPARSITY.name, Curve::SIMPLE_SPARSITY.about, |read| read.curve(&Curve::SIMPLE_SPARSITY);
    SplitEnergy Curve::MODULATED.name, Curve::MODULATED.about, |read| read.curve(&Curve::MODULATED);
    SplitEnergy Curve::INVARIANT_SPARSITY.name, Curve::INVARIANT_SPARSITY.about, |read| read.curve(&Curve::INVARIANT_SPARSITY);
}

// What is measured of a third layer.
measures! { TOP_MEASURES:
    Share "v active",
        concat!("Share of active units of the third layer, per movie; mean over about the last ", status_movies!(), " movies, as in the status line."),
        |read| read.status().top_density;
    Count "dead top units", "Rarely active top units.", |read| read.with_top()?.dead(2);
    SplitEnergy Curve::TOP_MODULATED.name, Curve::TOP_MODULATED.about, |read| read.with_top()?.curve(&Curve::TOP_MODULATED);
    Energy Curve::TOP_SPARSITY.name, Curve::TOP_SPARSITY.about, |read| read.with_top()?.curve(&Curve::TOP_SPARSITY);
}

impl State {
    /// The run in the head of its column: A, and its step where that is one of its past.
    pub(crate) fn run_title(&self) -> String {
        match self.timeline.past() {
            Some(past) => format!("A  step {}", grouped(past.snapshot.status.step)),
            None => THE_RUN.to_owned(),
        }
    }

    /// The run and the pinned run that is compared, as a view that shows both names them: each at its step.
    pub(crate) fn titles_of_both(&self) -> Option<[String; 2]> {
        let pin = self.pins.compared()?;
        let step = self.run_model().map_or(0, |run| run.snapshot.status.step);
        let mut pinned = pin.title();
        if pin.is_beside() {
            // It is shown as it is now, whatever moment of the run is.
            pinned += &format!(", step {}", grouped(pin.snapshot().status.step));
        }
        Some([format!("A  step {}", grouped(step)), pinned])
    }

    /// The run, as A, and the runs that are pinned: their measures, how alike their units are, and the settings that differ.
    pub(crate) fn comparison(&self) -> Comparison {
        let Some(run) = self.run_model() else {
            return Comparison::default();
        };
        let pins = self.pins.all();
        let models: Vec<&ModelView> = std::iter::once(&**run)
            .chain(pins.iter().map(|pin| &*pin.model))
            .collect();
        let titles = pins.iter().map(|pin| pin.title());
        let runs = std::iter::once(self.run_title()).chain(titles);
        let read: Vec<Read<'_>> = models
            .iter()
            .map(|model| Read::new(model, &run.snapshot))
            .collect();
        let has_top = models
            .iter()
            .any(|model| model.snapshot.config.model.top > 0);
        let of_top = if has_top { TOP_MEASURES } else { &[] };
        let parts = [
            (MEASURES, Subject::Weights),
            (TUNING, Subject::Tuning),
            (FITS, Subject::Fits),
            (CODES, Subject::Learning),
            (of_top, Subject::Learning),
        ];
        let measures = parts.into_iter().flat_map(|(measures, kind)| {
            let read = &read;
            measures.iter().map(move |(name, about, quantity, of)| {
                let value = |read: &Read<'_>| match of(read) {
                    Some(number) => read.value(number, *quantity, kind),
                    None => Value::Unknown(read.why_unknown(kind)),
                };
                ComparisonRow {
                    name: (*name).to_owned(),
                    key: None,
                    about,
                    values: read.iter().map(value).collect(),
                }
            })
        });
        let configs: Vec<_> = models.iter().map(|model| &*model.snapshot.config).collect();
        let learned = read.iter().map(Read::learned).collect();
        Comparison {
            learned,
            runs: runs.collect(),
            rows: measures
                .chain(self.alikeness(&run.snapshot))
                .chain(differing(&configs))
                .collect(),
        }
    }

    /// How alike the units of the run are to those matched with them.
    fn alikeness(&self, run: &Snapshot) -> impl Iterator<Item = ComparisonRow> {
        let rows = Layer::ALL.into_iter();
        rows.map(move |layer| {
            let pins = self.pins.all().iter();
            let of_pin = pins.map(|pin| match pin.matched_with(run).map(|found| &found.result) {
                Some(Ok(found)) => {
                    Value::of(found.layer(layer).median_correlation(), NumberKind::Ratio)
                }
                Some(Err(_)) => Value::Unknown(NOT_MATCHED),
                None => Value::Unknown(BEING_MATCHED),
            });
            ComparisonRow {
                name: format!("{} units like those of A", layer.name()),
                key: None,
                about: "Median correlation of the units of this run with the units of A that they are matched with.",
                values: std::iter::once(Value::Unknown(IS_A)).chain(of_pin).collect(),
            }
        })
    }
}

/// The settings in which runs differ, by their paths, in the order of a configuration.
fn differing(configs: &[&Config]) -> Vec<ComparisonRow> {
    let settings: Vec<_> = configs.iter().map(|config| settings_of(config)).collect();
    let mut paths: Vec<&String> = Vec::new();
    for of in &settings {
        // What is not written of the runs before comes after what is before it here.
        let mut next = 0;
        for (path, _) in of {
            let known = paths.iter().position(|known| *known == path);
            if known.is_none() {
                paths.insert(next, path);
            }
            next = known.unwrap_or(next) + 1;
        }
    }
    let mut rows = Vec::new();
    for path in paths {
        let values = settings.iter().map(|of| {
            let (_, value) = of.iter().find(|(own, _)| own == path)?;
            Some(value)
        });
        let values: Vec<Option<&Value>> = values.collect();
        let shown = |value: &Option<&Value>| value.map(Value::text);
        if values.iter().any(|value| shown(value) != shown(&values[0])) {
            // What is off, or at its default, is not written.
            let off = match values.iter().find_map(|value| *value) {
                Some(Value::Number(_, quantity)) => Value::Number(0.0, *quantity),
                Some(Value::Text(text)) if text == "true" => Value::Text("false".to_owned()),
                Some(Value::Text(text)) if text.starts_with('[') => Value::Text("none".to_owned()),
                _ => Value::Text("default".to_owned()),
            };
            let known = |value: Option<&Value>| value.unwrap_or(&off).clone();
            rows.push(ComparisonRow {
                name: name_said(path),
                key: Some(path.clone()),
                about: "A setting in which the runs differ.",
                values: values.into_iter().map(known).collect(),
            });
        }
    }
    rows
}

/// All settings of a configuration by their paths, in its order; of the pictures where they come from.
fn settings_of(config: &Config) -> Vec<(String, Value)> {
    let Config {
        seed,
        source,
        normalise,
        movies,
        model,
        learning,
    } = config;
    let mut settings = Vec::new();
    for (name, text) in [
        ("seed", written(seed)),
        ("source", written(&source.to_string())),
        ("normalise", written(normalise)),
        ("movies", written(movies)),
        ("model", written(model)),
        ("learning", written(learning)),
    ] {
        let tree: Json = serde_json::from_str(&text).unwrap_or_default();
        let mut of_part = Vec::new();
        flatten(&tree, name.to_owned(), &mut of_part);
        of_part.sort_by_cached_key(|(path, _)| place_in(&text, path));
        settings.append(&mut of_part);
    }
    settings
}

/// Settings as JSON: each number as short as it is written, 0.1 and not the nearest f32.
fn written(settings: &impl Serialize) -> String {
    serde_json::to_string(settings).unwrap_or_default()
}

/// Where a part of a configuration that is written as JSON has the setting of this path, which begins with the name of the part.
fn place_in(text: &str, path: &str) -> usize {
    path.split('.').skip(1).fold(0, |at, name| {
        let found = text[at..].find(&format!("\"{name}\":"));
        at + found.unwrap_or(0)
    })
}

fn flatten(value: &Json, path: String, settings: &mut Vec<(String, Value)>) {
    let value = match value {
        Json::Object(fields) => {
            for (name, value) in fields {
                flatten(value, format!("{path}.{name}"), settings);
            }
            return;
        }
        Json::String(text) => Value::Text(text.clone()),
        // The distance between two seeds tells nothing.
        value => match value.as_f64().filter(|_| path != "seed") {
            Some(number) if value.is_f64() => Value::of(Some(number), NumberKind::Setting),
            Some(number) => Value::of(Some(number), NumberKind::Count),
            None => Value::Text(value.to_string()),
        },
    };
    settings.push((path, value));
}
