//! Those who look at snapshots beside the engine, from outside: what they say of a snapshot is what its own
//! model says, a newer question takes the place of an older one, and none of them keeps anyone waiting.

mod analyst;
mod convergence;
mod inpainting;
mod input;
mod notes;
mod stimulus;
mod time;
mod worker;

use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::config::Config;
use cellscope::engine::{Command, Engine, Options, Run, Snapshot};
use ndarray::{Array2, ArrayView2};

/// Far longer than any test takes; reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

fn config(simple: usize) -> Config {
    let mut config = Config::default();
    config.movies.patch_side = 8;
    config.model.simple = simple;
    config.model.invariant = 10;
    config.learning.batch_movies = 16;
    config
}

fn engine(config: Config) -> Engine {
    let options = Options {
        threads: 1,
        paused: true,
        ..Options::default()
    };
    Engine::spawn(config, options, || {})
}

fn wait<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("nothing happened");
}

/// The paused model after so many minibatches in all.
fn trained(engine: &Engine, steps: u64) -> Arc<Snapshot> {
    engine.send(Command::Step(steps)).expect("room");
    wait(|| {
        engine
            .snapshot()
            .filter(|snapshot| snapshot.status.step > 0 && snapshot.status.run == Run::Paused)
    })
}

/// The window of a picture, as large as a patch, that holds most: elsewhere all units may be off.
fn strongest_patch(snapshot: &Snapshot, picture: usize) -> Array2<f32> {
    let side = snapshot.config.movies.patch_side;
    let pictures = snapshot.pictures.as_ref().expect("loaded");
    let image = pictures.plane(picture, 0);
    let windows = image.windows([side, side]);
    let power = |window: &ArrayView2<'_, f32>| window.iter().map(|y| y * y).sum::<f32>();
    let strongest = windows
        .into_iter()
        .max_by(|a, b| power(a).total_cmp(&power(b)));
    strongest.expect("a window").to_owned()
}

/// The same as a frame `[P]`.
fn strongest_frame(snapshot: &Snapshot) -> Vec<f32> {
    strongest_patch(snapshot, 0).into_iter().collect()
}
