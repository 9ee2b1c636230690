//! Pictures that are there already and would be loaded again.

use std::sync::Arc;

use crate::config::Config;
use crate::engine::snapshot::Snapshot;
use crate::source::{Motion, Pictures, SourceSpec};

/// The pictures of a run that this configuration would load again.
pub(super) fn shared(run: &Snapshot, wanted: &Config) -> Option<Arc<Pictures>> {
    let pictures = run.pictures.as_ref()?;
    loads_the_same(&run.config, wanted, Some(pictures)).then(|| Arc::clone(pictures))
}

/// Whether a configuration loads what another has loaded, or is loading while there are no `pictures` yet.
pub(super) fn loads_the_same(
    before: &Config,
    wanted: &Config,
    pictures: Option<&Pictures>,
) -> bool {
    let are_made = !matches!(wanted.source, SourceSpec::Images(_));
    // Those held of movies too long to be held whole depend on the seed.
    let are_chosen = pictures.is_none_or(|pictures| pictures.reel().is_some());
    let is_other_seed = (are_made || are_chosen) && wanted.seed != before.seed;
    // Scenes are cut only when they are learned from.
    let are_alike = wanted.movies.channels == before.movies.channels;
    let are_scenes = are_alike
        && wanted.source == SourceSpec::Scenes
        && [before, wanted].map(|config| config.movies.motion != Motion::Movie) == [true; 2]
        && pictures.is_none_or(|pictures| pictures.check(&wanted.movies).is_ok());
    wanted.source == before.source
        && wanted.normalise == before.normalise
        && (wanted.movies == before.movies || are_scenes)
        && !is_other_seed
}
