//! The history of a run: what is recorded, read again, saved, resumed and branched from.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::engine::{
    Command, Engine, Event, HISTORY_BYTES, Options, Recording, Snapshot, history_path,
};
use cellscope::parameter::Parameter;

use super::{PATIENCE, config, paused, save, send, start, step, wait, wait_loaded};

pub(super) fn recorded() -> Options {
    Options {
        history_bytes: HISTORY_BYTES,
        ..paused(1, None)
    }
}

pub(super) fn opened(model: &Path) -> Options {
    Options {
        open: Some(model.to_path_buf()),
        ..recorded()
    }
}

/// Learns from so many minibatches, each only once the moment before it is written.
pub(super) fn learn(engine: &Engine, count: u64) -> Arc<Snapshot> {
    let deadline = Instant::now() + PATIENCE;
    let mut snapshot = step(engine, 1);
    for left in (0..count).rev() {
        let written = |snapshot: &Snapshot| {
            let last = snapshot.recording.moments().last();
            last.is_some_and(|last| last.step + 1 >= snapshot.status.step)
        };
        while !written(&snapshot) {
            assert!(Instant::now() < deadline, "the moment is not written");
            // A command while paused brings a snapshot.
            let _ = engine.send(Command::PauseWhenEmerged(false));
            while let Some(newer) = engine.snapshot() {
                snapshot = newer;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        if left > 0 {
            snapshot = step(engine, 1);
        }
    }
    snapshot
}

pub(super) fn steps(recording: &Recording) -> Vec<u64> {
    recording
        .moments()
        .iter()
        .map(|moment| moment.step)
        .collect()
}

#[test]
fn every_moment_is_read_as_it_was() {
    let engine = start(config(3), recorded());
    wait_loaded(&engine);
    let mut models = Vec::new();
    for _ in 0..6 {
        models.push(learn(&engine, 1));
    }
    let newest = models.last().expect("six of them");
    assert_eq!(steps(&newest.recording), [0, 1, 2, 3, 4, 5]);
    for model in &models[..5] {
        let index = newest
            .recording
            .nearest(model.status.step)
            .expect("moments");
        let past = newest.past(index).expect("sound");
        assert_eq!(past.config, model.config);
        assert!(past.has_pictures_of(newest), "scenes have no cut");
        assert_eq!(past.simple_use(), model.simple_use());
        assert_eq!(past.status.step, model.status.step);
        assert_eq!(past.status.movies_seen, model.status.movies_seen);
        assert_eq!(past.status.simple_density, model.status.simple_density);
        for (then, now, steps) in [
            (past.dictionary(), model.dictionary(), 127.0),
            (past.pooling(), model.pooling(), 255.0),
        ] {
            assert_ne!(then, now, "a byte a weight");
            for (then, now) in then.columns().into_iter().zip(now.columns()) {
                let largest = now.fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
                let norm = then.dot(&then).sqrt();
                assert!((norm - 1.0).abs() < 1e-5, "{norm}");
                // Half a step, and what the norm changed by.
                let close = |(then, now): (&f32, &f32)| (then - now).abs() <= 0.6 * largest / steps;
                assert!(then.iter().zip(now).all(close));
            }
        }
    }
}

#[test]
fn a_history_changes_no_bit_of_what_is_learned() {
    let [with, without] = [HISTORY_BYTES, 0].map(|history_bytes| {
        let engine = start(
            config(4),
            Options {
                history_bytes,
                ..paused(1, None)
            },
        );
        wait_loaded(&engine);
        super::script(&engine)
    });
    super::assert_same_model(&with, &without);
    assert!(without.recording.moments().is_empty());
}

#[test]
fn moments_are_close_together_after_a_change_which_is_marked() {
    let engine = start(config(5), recorded());
    wait_loaded(&engine);
    learn(&engine, 33);
    step(&engine, 37);
    // A save waits until all moments before are written.
    let folder = tempfile::tempdir().expect("a folder");
    save(&engine, &folder.path().join("model.safetensors"));
    send(&engine, Command::Set(Parameter::Alpha, 0.7));
    let snapshot = learn(&engine, 10);
    let recorded = steps(&snapshot.recording);
    assert_eq!(recorded[..33], (0..33).collect::<Vec<_>>());
    // From minibatch 67 on every second one is due.
    assert!(
        !(66..70).all(|step| recorded.contains(&step)),
        "{recorded:?}"
    );
    assert!(
        (70..80).all(|step| recorded.contains(&step)),
        "{recorded:?}"
    );
    let marked = snapshot
        .recording
        .moments()
        .iter()
        .filter(|moment| moment.is_marked);
    assert_eq!(marked.map(|moment| moment.step).collect::<Vec<_>>(), [70]);
    let at = |step| {
        snapshot
            .past(snapshot.recording.nearest(step).expect("moments"))
            .expect("sound")
    };
    assert_eq!(at(32).config.model.alpha, 0.5);
    assert_eq!(at(79).config.model.alpha, 0.7);
}

#[test]
fn a_full_history_loses_every_second_moment_but_none_that_is_marked() {
    // 8 x 8 pixels, 40 and 10 units: some 5 KB a moment.
    let engine = start(
        config(6),
        Options {
            history_bytes: 100_000,
            ..recorded()
        },
    );
    wait_loaded(&engine);
    learn(&engine, 3);
    send(&engine, Command::Set(Parameter::Beta, 0.4));
    let snapshot = learn(&engine, 30);
    let recorded = steps(&snapshot.recording);
    assert!(!recorded.contains(&1), "{recorded:?}");
    assert!([0, 3].iter().all(|step| recorded.contains(step)));
    assert!(snapshot.recording.read(recorded.len() - 1).is_ok());
}

#[test]
fn the_size_of_a_history_can_be_changed_while_the_run_goes_on() {
    let engine = start(config(6), recorded());
    wait_loaded(&engine);
    assert_eq!(steps(&learn(&engine, 12).recording).len(), 12);
    // Some 5 KB a moment.
    send(&engine, Command::HistoryBytes(30_000));
    let thinned = steps(&learn(&engine, 1).recording);
    assert!(thinned.len() < 8 && thinned[0] == 0, "{thinned:?}");
    send(&engine, Command::HistoryBytes(0));
    (0..5).for_each(|_| drop(step(&engine, 1)));
    assert_eq!(steps(&step(&engine, 1).recording), thinned);
    send(&engine, Command::HistoryBytes(HISTORY_BYTES));
    assert!(steps(&learn(&engine, 1).recording).len() > thinned.len());
}

#[test]
fn a_history_can_begin_after_the_run() {
    let options = Options {
        history_bytes: 0,
        ..recorded()
    };
    let engine = start(config(6), options);
    wait_loaded(&engine);
    assert!(step(&engine, 2).recording.moments().is_empty());
    send(&engine, Command::HistoryBytes(HISTORY_BYTES));
    assert_eq!(steps(&learn(&engine, 1).recording), [2]);
}

#[test]
fn a_saved_model_takes_its_history_along_and_goes_on_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.safetensors");
    let engine = start(config(7), recorded());
    wait_loaded(&engine);
    learn(&engine, 5);
    save(&engine, &file);
    let saved = Recording::open(&history_path(&file)).expect("written");
    assert_eq!(steps(&saved), [0, 1, 2, 3, 4]);
    drop(engine);
    let engine = start(config(0), opened(&file));
    wait_loaded(&engine);
    let resumed = learn(&engine, 2);
    assert_eq!(steps(&resumed.recording), [0, 1, 2, 3, 4, 5, 6]);
    let (before, then) = (
        saved.read(3).expect("sound"),
        resumed.recording.read(3).expect("sound"),
    );
    assert_eq!(before.learner, then.learner);
    // The file of another model under the same name takes its place.
    save(&engine, &folder.path().join("other.safetensors"));
    assert_eq!(
        steps(&Recording::open(&history_path(&file)).expect("there")).len(),
        5
    );
}

#[test]
fn a_history_that_was_cut_off_or_damaged_gives_its_sound_moments() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.safetensors");
    let engine = start(config(8), recorded());
    wait_loaded(&engine);
    learn(&engine, 6);
    save(&engine, &file);
    let path = history_path(&file);
    let whole = std::fs::read(&path).expect("written");
    // The number of the run is before the moments.
    let first = 28 + usize::from(whole[20]);
    // Images differ by some digits of their times.
    let image = (whole.len() - first) / 6;
    let shortest = image - 200;
    // Cut off anywhere in the last image, all before are there.
    for cut in [1, 7, image / 2, shortest] {
        std::fs::write(&path, &whole[..whole.len() - cut]).expect("written");
        let recording = Recording::open(&path).expect("read");
        assert_eq!(steps(&recording), [0, 1, 2, 3, 4]);
        let loss = recording.loss().expect("told");
        assert!(
            loss.contains("model.history: cut off after step 4"),
            "{loss}"
        );
    }
    let opening = start(config(0), opened(&file));
    let told = wait(&opening, |event| match event {
        Event::Problem(told) => Some(told.clone()),
        _ => None,
    });
    assert!(told.contains("cut off after step 4"), "{told}");
    std::fs::write(&path, &whole[..first + image / 2]).expect("written");
    let recording = Recording::open(&path).expect("read");
    let loss = recording.loss().expect("told");
    assert!(loss.contains("none is there"), "{loss}");
    let mut damaged = whole.clone();
    damaged[first + 2 * image + image / 2] ^= 1;
    std::fs::write(&path, &damaged).expect("written");
    let recording = Recording::open(&path).expect("read");
    assert_eq!(steps(&recording), [0, 1, 3, 4, 5]);
    let loss = recording.loss().expect("told");
    assert!(loss.contains("1 moment left out as damaged"), "{loss}");
    std::fs::write(&path, &whole).expect("written");
    assert_eq!(Recording::open(&path).expect("read").loss(), None);
    for bytes in [&b""[..], b"cellscope history 2\n", &whole[1..]] {
        std::fs::write(&path, bytes).expect("written");
        let error = Recording::open(&path).expect_err("no history").to_string();
        assert!(
            error.contains("model.history: not the history of a model"),
            "{error}"
        );
    }
    // The model opens all the same.
    let engine = start(config(0), opened(&file));
    wait(&engine, |event| {
        matches!(event, Event::Problem(_)).then_some(())
    });
    assert_eq!(step(&engine, 1).status.step, 7);
}

#[test]
fn at_a_pace_minibatches_take_their_time_and_commands_do_not() {
    let engine = start(
        config(11),
        Options {
            pace: Some(0.01),
            ..paused(1, None)
        },
    );
    wait_loaded(&engine);
    send(&engine, Command::Resume);
    // The first comes at once, the second would in 100 seconds.
    while engine
        .snapshot()
        .is_none_or(|snapshot| snapshot.status.step < 1)
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    send(&engine, Command::Pause);
    let at = wait(&engine, |event| match event {
        Event::Paused { step } => Some(*step),
        _ => None,
    });
    assert_eq!(at, 1);
    send(&engine, Command::Pace(None));
    assert_eq!(step(&engine, 20).status.step, 21);
}
