//! Complex cells emerge where they are invariant, and are lost where they die.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::config::{Config, Preset};
use cellscope::engine::{Checkpoint, Command, Engine, Event, HISTORY_BYTES, Options, Snapshot};
use cellscope::parameter::Parameter;
use cellscope::source::SourceSpec;
use cellscope::telemetry::{Criterion, History};

use super::{PATIENCE, paused, save, send, start, step, wait, wait_loaded};

/// Minibatches by which the quick preset has long learned.
const ENOUGH: u64 = 1_200;

fn names(snapshot: &Snapshot) -> Vec<&str> {
    let missed = snapshot.status.criteria.iter().filter(|one| !one.is_met());
    missed.map(|one| one.name).collect()
}

fn trained(config: Config) -> (Engine, Arc<Snapshot>) {
    let engine = start(config, paused(0, None));
    wait_loaded(&engine);
    let snapshot = step(&engine, ENOUGH);
    (engine, snapshot)
}

fn texts(snapshot: &Snapshot) -> Vec<&str> {
    snapshot
        .history
        .marks()
        .iter()
        .map(|mark| mark.text.as_str())
        .collect()
}

#[test]
fn cells_that_learn_from_motion_emerge_and_are_lost_with_their_units() {
    let (engine, snapshot) = trained(Config::preset(Preset::Quick));
    assert!(snapshot.status.emerged_secs.is_some());
    assert_eq!(texts(&snapshot), ["complex cells"]);
    // Once they have emerged, measures may be a little below what it took.
    let mut criteria = snapshot.status.criteria.iter();
    assert!(criteria.all(Criterion::is_kept), "{:?}", names(&snapshot));
    // So sparse that no unit is ever on: their weights stay concentrated, but they are no cells any more.
    send(&engine, Command::Set(Parameter::Alpha, 10.0));
    let snapshot = step(&engine, 4_000);
    assert!(
        snapshot
            .status
            .concentration
            .is_some_and(|found| found > 0.7)
    );
    assert_eq!(snapshot.status.emerged_secs, None, "{:?}", names(&snapshot));
    assert_eq!(texts(&snapshot).last(), Some(&"complex cells lost"));
}

#[test]
fn what_passed_too_fast_to_be_measured_is_measured_while_the_model_stands_still() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options {
        history_bytes: HISTORY_BYTES,
        history_folder: Some(folder.path().to_path_buf()),
        ..paused(0, None)
    };
    let engine = start(Config::preset(Preset::Quick), options);
    wait_loaded(&engine);
    let mut snapshot = step(&engine, 40);
    let is_missing = |snapshot: &Snapshot| {
        let mut moments = snapshot.recording.moments().iter();
        let is_measured = |step| snapshot.history.point_of(step)?.concentration;
        snapshot.recording.moments().is_empty()
            || !moments.all(|moment| is_measured(moment.step).is_some())
    };
    let deadline = Instant::now() + PATIENCE;
    while is_missing(&snapshot) {
        assert!(Instant::now() < deadline, "{:?}", snapshot.history.points());
        if let Some(newer) = engine.snapshot() {
            snapshot = newer;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn cells_that_learn_from_stills_are_concentrated_but_never_emerge() {
    let mut config = Config::preset(Preset::Quick);
    config.movies.frames = 1;
    config.model.beta = 0.1;
    config.learning.batch_movies *= 3;
    let (_engine, snapshot) = trained(config);
    let concentration = snapshot.status.concentration.expect("measured");
    assert!(concentration > 0.7, "{concentration}");
    assert_eq!(snapshot.status.emerged_secs, None);
    assert!(
        names(&snapshot).contains(&"width ratio of u to |z|"),
        "{:?}",
        snapshot.status.criteria
    );
}

#[test]
fn the_toy_example_has_criteria_of_its_own() {
    let engine = start(Config::preset(Preset::Toy), paused(0, None));
    wait_loaded(&engine);
    let snapshot = step(&engine, 10);
    assert!(
        names(&snapshot).contains(&"lines found"),
        "{:?}",
        snapshot.status.criteria
    );
    assert_eq!(snapshot.status.emerged_secs, None);
}

#[test]
fn learning_pauses_when_complex_cells_emerge() {
    let options = Options {
        pause_when_emerged: true,
        ..paused(0, None)
    };
    let engine = start(Config::preset(Preset::Quick), options);
    wait_loaded(&engine);
    send(&engine, Command::Resume);
    let deadline = Instant::now() + PATIENCE;
    let mut snapshot = None;
    wait(&engine, |event| {
        matches!(event, Event::Paused { .. }).then_some(())
    });
    while snapshot.is_none() && Instant::now() < deadline {
        snapshot = engine.snapshot();
        std::thread::sleep(Duration::from_millis(1));
    }
    let snapshot = snapshot.expect("one with the pause");
    assert!(snapshot.status.emerged_secs.is_some());
    assert!(
        snapshot
            .history
            .notes()
            .iter()
            .any(|note| note.width_ratio.is_some())
    );
}

#[test]
fn a_new_run_is_measured_at_once_however_long_the_one_before_had_learned() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.safetensors");
    let mut old = Checkpoint::trained();
    // After so long the next measure would come a day later.
    old.state.elapsed_secs = 5e6;
    old.state.history = History::default();
    old.save(&file).expect("written");
    let engine = start(Config::preset(Preset::Quick), paused(0, Some(file)));
    wait_loaded(&engine);
    let learns_until = |is_there: &dyn Fn(&Snapshot) -> bool| {
        send(&engine, Command::Resume);
        let deadline = Instant::now() + PATIENCE;
        while !engine
            .snapshot()
            .is_some_and(|snapshot| is_there(&snapshot))
        {
            assert!(Instant::now() < deadline, "not measured");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    // The first measure of the old run is there, so that its pause has begun.
    let points = |snapshot: &Snapshot| {
        let points = snapshot.history.points().iter();
        points.filter(|point| point.concentration.is_some()).count()
    };
    let before = points(&step(&engine, 0));
    learns_until(&|snapshot| points(snapshot) > before);
    send(&engine, Command::NewSeed(7));
    learns_until(&|snapshot| snapshot.generation > 0 && points(snapshot) > 0);
}

#[test]
fn a_model_of_the_toy_example_that_is_opened_is_not_judged_before_its_lines_are_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("toy.safetensors");
    let (engine, _) = trained(Config::preset(Preset::Toy));
    let toy = step(&engine, 4_000);
    assert!(toy.status.emerged_secs.is_some(), "{:?}", names(&toy));
    save(&engine, &path);
    let opened = start(Config::preset(Preset::Quick), paused(0, None));
    send(&opened, Command::Open(path));
    wait(&opened, |event| {
        matches!(event, Event::Opened { .. }).then_some(())
    });
    wait_loaded(&opened);
    let started = Instant::now();
    let mut later = step(&opened, 1);
    while !later
        .status
        .criteria
        .iter()
        .any(|one| one.name == "lines found")
    {
        assert!(started.elapsed() < PATIENCE, "its lines are not measured");
        later = step(&opened, 20);
    }
    assert_eq!(texts(&later), texts(&toy));
    assert_eq!(later.status.emerged_secs, toy.status.emerged_secs);
}

#[test]
fn a_model_of_the_toy_example_is_not_judged_by_its_lines_on_other_pictures() {
    let (engine, toy) = trained(Config::preset(Preset::Toy));
    let has_lines = |snapshot: &Snapshot| {
        let criteria = snapshot.status.criteria.iter();
        criteria.filter(|one| one.name == "lines found").count() == 1
    };
    assert!(has_lines(&toy), "{:?}", toy.status.criteria);
    send(&engine, Command::NewSource(SourceSpec::Scenes));
    wait_loaded(&engine);
    let on_scenes = step(&engine, 1);
    assert!(!has_lines(&on_scenes), "{:?}", on_scenes.status.criteria);
}
