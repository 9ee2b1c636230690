//! What threads do for pinned runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::analysis::{MatchError, Matching};
use crate::app::state::model_view::{Colors, RenderedModel};
use crate::engine::{Checkpoint, Snapshot, model_there};
use crate::fault::guarded;
use crate::files::{Stamp, name_with_folder, real_path, stamp};

/// While the run learns, its units are matched again no sooner than after so long, and after so many times as long as it took.
const AGAIN: Duration = Duration::from_secs(2);
const REST: u32 = 10;

/// Something to be done.
pub(crate) enum PinJob {
    /// Read the model of a file, to be pinned.
    Open {
        path: PathBuf,
        /// Its name; that of the file where there is none.
        name: Option<String>,
        generation: u64,
        colors: Colors,
    },
    /// Draw its filters in other colours.
    Draw {
        snapshot: Arc<Snapshot>,
        colors: Colors,
    },
    /// Match the units of the run with its.
    Match {
        run: Arc<Snapshot>,
        pin: Arc<Snapshot>,
        is_one_run: bool,
    },
}

/// What became of it.
pub(crate) enum PinOutcome {
    Opened {
        name: String,
        file: Option<PinnedFile>,
        result: Result<RenderedModel, String>,
    },
    Drawn(RenderedModel),
    Matched {
        /// That of the pinned run.
        generation: u64,
        matched: Matched,
    },
}

/// A file as it was when it was read; one that is no file, as a pipe, has none.
pub(crate) type PinnedFile = (PathBuf, Stamp);

/// Units that were matched with those of a run as it was then.
pub(crate) struct Matched {
    /// The run.
    pub(super) run: Arc<Snapshot>,
    /// The pinned run.
    pub(super) pin: Arc<Snapshot>,
    /// Or why they cannot be matched.
    pub(super) result: Result<Arc<Matching>, String>,
    /// From when on it is worth to match again while the run learns.
    pub(super) again_at: Instant,
}

impl PinJob {
    /// Does it.
    pub(crate) fn run(self) -> PinOutcome {
        match self {
            Self::Open {
                path,
                name,
                generation,
                colors,
            } => {
                let path = model_there(path);
                // Before it is read: what is written into it meanwhile is another file.
                let file = stamp(&path).map(|stamp| (real_path(&path), stamp));
                let open = || {
                    let opened = Checkpoint::open(&path).map_err(|error| error.to_string())?;
                    let mut snapshot = Snapshot::opened(opened, &path);
                    snapshot.generation = generation;
                    snapshot.tell_lines();
                    Ok(RenderedModel::new(Arc::new(snapshot), colors))
                };
                // Its letter is taken until something became of it.
                let result = guarded(open).unwrap_or_else(Err);
                let name = name.unwrap_or_else(|| name_of(&path));
                PinOutcome::Opened { name, file, result }
            }
            Self::Draw { snapshot, colors } => {
                PinOutcome::Drawn(RenderedModel::new(snapshot, colors))
            }
            Self::Match {
                run,
                pin,
                is_one_run,
            } => {
                let begun = Instant::now();
                let [first, second] = [&run, &pin].map(|of| of.config.movies);
                let match_units = || {
                    if first.channels != second.channels {
                        return Err(MatchError::Channels(first.channels, second.channels));
                    }
                    let [first, second] = [first, second].map(|of| of.patch_side);
                    if first != second {
                        return Err(MatchError::Patches { first, second });
                    }
                    Matching::new(run.weights(), pin.weights(), is_one_run)
                };
                let matched = guarded(match_units);
                let result = matched.and_then(|result| result.map_err(|error| error.to_string()));
                let rest = AGAIN.max(REST * begun.elapsed());
                PinOutcome::Matched {
                    generation: pin.generation,
                    matched: Matched {
                        run,
                        pin,
                        result: result.map(Arc::new),
                        again_at: Instant::now() + rest,
                    },
                }
            }
        }
    }
}

/// What a model is called after its file.
fn name_of(path: &Path) -> String {
    match path.file_stem().unwrap_or_default().display().to_string() {
        // Those of a sweep differ by their folders.
        name if name == "model" => name_with_folder(path),
        name => name,
    }
}
