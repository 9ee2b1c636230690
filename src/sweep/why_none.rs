//! Why a model that is done has no value of a measure.

use super::folder::TaskState;
use super::measures::Measures;
use super::progress::SweepProgress;
use crate::config::Config;
use crate::engine::are_most;
use crate::source::SourceSpec;

impl SweepProgress {
    /// Why the model of a task has no value of a measure, by its place; `None` where it has one, or is not done.
    ///
    /// # Panics
    /// When there is no task of this index, or no measure at this place.
    pub(super) fn why_none(&self, index: usize, measure: usize) -> Option<&'static str> {
        let TaskState::Done(result) = self.state(index) else {
            return None;
        };
        if result.measures.values()[measure].is_some() {
            return None;
        }
        let known = self.folder().sweep().task(index).ok();
        let reason =
            known.and_then(|task| reason(Measures::NAMES[measure], &result.measures, &task.config));
        Some(reason.unwrap_or("its result does not have it"))
    }

    /// The measures that some model that is done has, by their places; all while none is done.
    pub fn measured(&self) -> Vec<usize> {
        let mut is_measured = [false; Measures::NAMES.len()];
        let mut are_any_done = false;
        for state in self.states() {
            if let TaskState::Done(result) = state {
                are_any_done = true;
                for (is_measured, value) in is_measured.iter_mut().zip(result.measures.values()) {
                    *is_measured |= value.is_some();
                }
            }
        }
        let all = 0..is_measured.len();
        all.filter(|&place| is_measured[place] || !are_any_done)
            .collect()
    }
}

/// Why a model of this configuration lacks a measure, as far as that and the other measures tell.
fn reason(name: &str, measures: &Measures, config: &Config) -> Option<&'static str> {
    let is_toy = config.source == SourceSpec::Lines;
    let reason = match name {
        "density_v" | "top_modulated" | "top_sparsity" | "dead_top" if config.model.top == 0 => {
            "there is no third layer"
        }
        "dead_simple" | "dead_invariant" | "dead_top" => "too few movies seen to tell",
        "adapted_alpha" | "adapted_beta" => "no share of active units is held",
        "lines_found" | "purity" if !is_toy => "only the toy example has it",
        "purity" => "no invariant unit is active",
        "patches_per_second" => "its speed is not known",
        "concentration"
        | "concentration_shuffled"
        | "width_ratio"
        | "bandwidth_ratio"
        | "f2_over_f0_simple"
        | "f2_over_f0_invariant"
        | "emerged"
            if is_toy =>
        {
            "the toy example does not have it"
        }
        "concentration" | "concentration_shuffled" => {
            let has_most_dead = |dead: Option<f64>, units: usize| {
                dead.is_some_and(|dead| are_most(dead as usize, units))
            };
            if has_most_dead(measures.dead_simple, config.model.simple) {
                "most simple units are dead"
            } else if has_most_dead(measures.dead_invariant, config.model.invariant) {
                "most invariant units are dead"
            } else {
                "no invariant unit is active"
            }
        }
        "width_ratio" | "bandwidth_ratio" => "too few units respond to edges",
        "f2_over_f0_invariant" if measures.f2_over_f0_simple.is_some() => {
            "no invariant unit responds to gratings"
        }
        "f2_over_f0_simple" | "f2_over_f0_invariant" => "no simple unit responds to gratings",
        _ => return None,
    };
    Some(reason)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::sweep::{Sweep, SweepFolder};

    #[test]
    fn what_lacks_a_value_says_why() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = "steps = 1\nsource = [\"scenes\", \"lines\"]\nmovies.patch_side = 10\nmovies.frames = 1\nmodel.simple = 40\n\
                    model.invariant = 10\n";
        let sweep = Sweep::parse("plan.toml", plan, Path::new(".")).expect("a plan");
        let folder = SweepFolder::create(folder.path(), sweep, plan).expect("a folder");
        let of = |measures: &Measures, task: usize, name: &str| {
            folder.finish(task, measures.clone()).expect("written");
            let opened = SweepFolder::open(folder.path()).expect("a sweep");
            let progress = SweepProgress::read(Arc::new(opened));
            progress.why_none(task, Measures::place(name).expect("a measure"))
        };
        std::fs::create_dir_all(folder.model(0).parent().expect("a folder")).expect("made");
        std::fs::create_dir_all(folder.model(1).parent().expect("a folder")).expect("made");
        let alive = Measures {
            energy: Some(1.0),
            dead_simple: Some(20.0),
            dead_invariant: Some(5.0),
            f2_over_f0_simple: Some(0.1),
            ..Measures::default()
        };
        let few_simple = Measures {
            dead_simple: Some(21.0),
            ..alive.clone()
        };
        let few_invariant = Measures {
            dead_invariant: Some(6.0),
            ..alive.clone()
        };
        for (measures, task, name, reason) in [
            (&alive, 0, "energy", None),
            (
                &few_simple,
                0,
                "concentration",
                Some("most simple units are dead"),
            ),
            (
                &few_invariant,
                0,
                "concentration",
                Some("most invariant units are dead"),
            ),
            (
                &alive,
                0,
                "concentration",
                Some("no invariant unit is active"),
            ),
            (
                &alive,
                1,
                "concentration",
                Some("the toy example does not have it"),
            ),
            (&alive, 0, "purity", Some("only the toy example has it")),
            (&alive, 0, "dead_top", Some("there is no third layer")),
            (
                &alive,
                0,
                "f2_over_f0_invariant",
                Some("no invariant unit responds to gratings"),
            ),
            (&alive, 0, "steps", Some("its result does not have it")),
        ] {
            assert_eq!(of(measures, task, name), reason, "{name} of task {task}");
        }
        let opened = SweepFolder::open(folder.path()).expect("a sweep");
        let progress = SweepProgress::read(Arc::new(opened));
        let note = |measure: &str| {
            let map = progress.map(measure, &["source".to_owned()]);
            map.expect("a chart").note
        };
        assert_eq!(
            note("dead_top"),
            "Dead top units of 0 of 2 models; –: 2 done, no value (there is no third layer)"
        );
        assert_eq!(
            note("concentration"),
            "Concentration of 0 of 2 models; –: 2 done, no value"
        );
        let measured = progress.measured();
        let names: Vec<_> = measured
            .into_iter()
            .map(|place| Measures::NAMES[place])
            .collect();
        assert_eq!(
            names,
            [
                "energy",
                "dead_simple",
                "dead_invariant",
                "f2_over_f0_simple"
            ]
        );
    }
}
