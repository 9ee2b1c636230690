//! What is compared of the run and the runs that are pinned.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::config::Config;
use crate::engine::{Layer, Snapshot};
use crate::figure::{Comparison, ComparisonRow, NumberKind, Value};
use crate::model::{Coupling, Energies, LayerEnergies};
use crate::telemetry::{Measured, Point};
use crate::words::grouped;

/// What is read of a run.
struct Read<'a> {
    model: &'a ModelView,
    measured: Measured,
    /// Energies and densities, over the last tenth of its run.
    lately: Option<Point>,
}

impl<'a> Read<'a> {
    fn new(model: &'a ModelView) -> Self {
        let step = model.snapshot.status.step;
        // So that a moment of the past is measured.
        model.look_up();
        Self {
            model,
            measured: model.measured(),
            lately: model.snapshot.history.lately_by(step),
        }
    }

    /// A kind of measure as it is of this run.
    fn quantity(&self, quantity: NumberKind) -> NumberKind {
        let coupling = self.model.snapshot.config.model.coupling;
        match (quantity, coupling) {
            (NumberKind::SplitEnergy, Coupling::Joint) => NumberKind::JointEnergy,
            (quantity, _) => quantity,
        }
    }

    /// Its dead units of a layer, the simple one being 0.
    fn dead(&self, layer: usize) -> Option<f64> {
        let Snapshot { status, config, .. } = &*self.model.snapshot;
        let dead = status.known_dead(layer, config);
        dead.map(|dead| dead as f64)
    }

    fn energies(&self) -> Option<Energies> {
        self.lately.map(|lately| lately.energies)
    }

    /// The energies of its third layer.
    fn top_energies(&self) -> Option<LayerEnergies> {
        let has_top = self.model.snapshot.config.model.top > 0;
        let energies = self.energies().filter(|_| has_top)?;
        Some(energies.layers[1])
    }
}

/// What is measured: its name, what it is, its kind and its value.
type Measure = (
    &'static str,
    &'static str,
    NumberKind,
    fn(&Read<'_>) -> Option<f64>,
);

const MEASURES: [Measure; 21] = [
    (
        "movies",
        "Movies learned from.",
        NumberKind::Count,
        |read| Some(read.model.snapshot.status.movies_seen as f64),
    ),
    (
        "minibatches",
        "Minibatches learned from.",
        NumberKind::Count,
        |read| Some(read.model.snapshot.status.step as f64),
    ),
    (
        "seconds of learning",
        "Time spent learning.",
        NumberKind::Count,
        // As the clock of the status line has them.
        |read| Some(read.model.snapshot.status.elapsed_secs.floor()),
    ),
    (
        "concentration measured after, movies",
        "Movies learned from when the next two rows were measured (from time to time).",
        NumberKind::Count,
        |read| {
            let movies = read.model.concentration_movies();
            let movies = movies.filter(|_| read.measured.concentration.is_some());
            movies.map(|movies| movies as f64)
        },
    ),
    (
        "orientation concentration",
        "Agreement in orientation of the filters of an invariant unit: 0 none, 1 identical. Median.",
        NumberKind::Ratio,
        |read| read.measured.concentration,
    ),
    (
        "the same, shuffled",
        "The same with the rows of A shuffled: the chance level.",
        NumberKind::Ratio,
        |read| read.measured.concentration_shuffled,
    ),
    (
        "tuning measured after, movies",
        "Movies learned from when the rows below were measured (from time to time).",
        NumberKind::Count,
        |read| {
            let measured = &read.measured;
            measured
                .is_of_edges()
                .then_some(measured.movies_seen as f64)
        },
    ),
    (
        "width ratio of u to |z|",
        "Position tolerance: the range of edge positions of an invariant unit over that of its strongest simple unit.",
        NumberKind::Ratio,
        |read| read.measured.width_ratio,
    ),
    (
        "bandwidth ratio of u to |z|",
        "The same of the orientation bandwidths.",
        NumberKind::Ratio,
        |read| read.measured.bandwidth_ratio,
    ),
    (
        "F2/F0 of |z|",
        "Modulation of |z| while a grating drifts by: 0.67 for |sin|. Median.",
        NumberKind::Ratio,
        |read| read.measured.f2_over_f0_simple,
    ),
    (
        "F2/F0 of u",
        "Modulation of u while a grating drifts by: 0 for invariance to phase. Median.",
        NumberKind::Ratio,
        |read| read.measured.f2_over_f0_invariant,
    ),
    (
        "good Gabor fits",
        "Share of the filters whose Gabor fit is good.",
        NumberKind::Share,
        |read| read.measured.gabor_good,
    ),
    (
        "dead simple units",
        "Rarely active simple units.",
        NumberKind::Count,
        |read| read.dead(0),
    ),
    (
        "dead invariant units",
        "Rarely active invariant units.",
        NumberKind::Count,
        |read| read.dead(1),
    ),
    (
        "z active",
        "Share of active simple units, per frame; mean over the last tenth of the run, at most 20000 movies.",
        NumberKind::Share,
        |read| read.lately.map(|lately| lately.simple_density),
    ),
    (
        "u active",
        "Share of active invariant units, per movie; mean over the last tenth of the run, at most 20000 movies.",
        NumberKind::Share,
        |read| read.lately.map(|lately| lately.invariant_density),
    ),
    (
        "energy E",
        "Total energy per movie, mean over the last tenth of the run, at most 20000 movies. E1 + E2 if split, the one energy if joint: the two are not comparable.",
        NumberKind::SplitEnergy,
        |read| read.energies().map(|energies| energies.total()),
    ),
    (
        "½|x − Wz|²",
        "Reconstruction error of the simple code.",
        NumberKind::Energy,
        |read| read.energies().map(|energies| energies.reconstruction),
    ),
    (
        "α|z|",
        "Sparsity penalty of the simple code; in the joint model the half that u does not reduce.",
        NumberKind::SplitEnergy,
        |read| read.energies().map(|energies| energies.simple_sparsity),
    ),
    (
        "α z* exp(−Au)",
        "Penalty of the pooled code as reduced by u; in the joint model, of half of it.",
        NumberKind::SplitEnergy,
        |read| read.energies().map(|energies| energies.layers[0].modulated),
    ),
    (
        "β|u|",
        "Sparsity penalty of the invariant code; in the joint model the half that a third layer does not reduce.",
        NumberKind::SplitEnergy,
        |read| read.energies().map(|energies| energies.layers[0].sparsity),
    ),
];

/// What is measured of a third layer.
const TOP_MEASURES: [Measure; 4] = [
    (
        "v active",
        "Share of active units of the third layer, per movie.",
        NumberKind::Share,
        |read| read.model.snapshot.status.top_density,
    ),
    (
        "dead top units",
        "Rarely active top units.",
        NumberKind::Count,
        |read| read.top_energies().and_then(|_| read.dead(2)),
    ),
    (
        "β u exp(−Bv)",
        "Penalty of the invariant code as reduced by the third layer; in the joint model, of half of it.",
        NumberKind::SplitEnergy,
        |read| Some(read.top_energies()?.modulated),
    ),
    (
        "γ|v|",
        "Sparsity penalty of the third layer's code.",
        NumberKind::Energy,
        |read| Some(read.top_energies()?.sparsity),
    ),
];

impl State {
    /// The run in the head of its column: A, and its step where that is one of its past.
    pub(crate) fn run_title(&self) -> String {
        match self.timeline.past() {
            Some(past) => format!("A  step {}", grouped(past.snapshot.status.step)),
            None => "A  the run".to_owned(),
        }
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
        let read: Vec<Read<'_>> = models.iter().map(|model| Read::new(model)).collect();
        let has_top = models
            .iter()
            .any(|model| model.snapshot.config.model.top > 0);
        let of_top: &[Measure] = if has_top { &TOP_MEASURES } else { &[] };
        let measures = MEASURES
            .iter()
            .chain(of_top)
            .map(|(name, about, quantity, of)| ComparisonRow {
                name: (*name).to_owned(),
                about,
                values: read
                    .iter()
                    .map(|read| Value::of(of(read), read.quantity(*quantity)))
                    .collect(),
            });
        let configs: Vec<_> = models.iter().map(|model| &*model.snapshot.config).collect();
        Comparison {
            runs: runs.collect(),
            rows: measures
                .chain(self.alikeness())
                .chain(differing(&configs))
                .collect(),
        }
    }

    /// How alike the units of the run are to those matched with them.
    fn alikeness(&self) -> impl Iterator<Item = ComparisonRow> {
        let rows = Layer::ALL.into_iter();
        rows.map(|layer| {
            let of_pin = self.pins.all().iter().map(|pin| {
                let matching = pin.matching();
                let median = matching.and_then(|found| found.layer(layer).median_correlation());
                Value::of(median, NumberKind::Ratio)
            });
            ComparisonRow {
                name: format!("{} units like those of A", layer.name()),
                about: "Median correlation of the units of this run with the units of A that they are matched with.",
                values: std::iter::once(Value::Unknown).chain(of_pin).collect(),
            }
        })
    }
}

/// The settings in which runs differ, by their paths.
fn differing(configs: &[&Config]) -> Vec<ComparisonRow> {
    let settings: Vec<_> = configs.iter().map(|config| settings_of(config)).collect();
    let mut rows = Vec::new();
    for path in settings.iter().flat_map(BTreeMap::keys) {
        let values: Vec<_> = settings.iter().map(|of| of.get(path)).collect();
        let is_new = rows.iter().all(|row: &ComparisonRow| row.name != *path);
        let shown = |value: &Option<&Value>| value.map(Value::text);
        if is_new && values.iter().any(|value| shown(value) != shown(&values[0])) {
            // What is off, or at its default, is not written.
            let off = match values.iter().find_map(|value| *value) {
                Some(Value::Number(_, quantity)) => Value::Number(0.0, *quantity),
                Some(Value::Text(text)) if text == "true" => Value::Text("false".to_owned()),
                Some(Value::Text(text)) if text.starts_with('[') => Value::Text("none".to_owned()),
                _ => Value::Text("default".to_owned()),
            };
            let known = |value: Option<&Value>| value.unwrap_or(&off).clone();
            rows.push(ComparisonRow {
                name: path.clone(),
                about: "A setting in which the runs differ.",
                values: values.into_iter().map(known).collect(),
            });
        }
    }
    rows
}

/// All settings of a configuration by their paths; of the pictures where they come from.
fn settings_of(config: &Config) -> BTreeMap<String, Value> {
    let Config {
        seed,
        source,
        normalise,
        movies,
        model,
        learning,
    } = config;
    let tree = json!({
        "seed": seed,
        "source": source.to_string(),
        "normalise": short(normalise),
        "movies": short(movies),
        "model": short(model),
        "learning": short(learning),
    });
    let mut settings = BTreeMap::new();
    flatten(&tree, String::new(), &mut settings);
    settings
}

/// Settings with each number as short as it is written, 0.1 and not the nearest f32.
fn short(settings: &impl Serialize) -> Json {
    let text = serde_json::to_string(settings).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

fn flatten(value: &Json, path: String, settings: &mut BTreeMap<String, Value>) {
    let value = match value {
        Json::Object(fields) => {
            for (name, value) in fields {
                let path = match path.as_str() {
                    "" => name.clone(),
                    path => format!("{path}.{name}"),
                };
                flatten(value, path, settings);
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
    settings.insert(path, value);
}
