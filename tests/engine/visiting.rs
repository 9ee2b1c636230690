//! Another model is visited, and the present one comes back as it was.

use std::sync::Arc;
use std::time::Duration;

use cellscope::engine::{
    Checkpoint, Command, Engine, Event, HISTORY_BYTES, Keep, Options, Run, Snapshot, Visited,
};
use cellscope::source::SourceSpec;
use tempfile::TempDir;

use super::recording::learn;
use super::{assert_same_model, config, paused, save, send, start, step, wait, wait_loaded};

fn new(seed: u64) -> Command {
    Command::Visit(Visited::New(Box::new(config(seed))))
}

/// Returns, and gives the model that is there then.
fn come_back(engine: &Engine) -> Arc<Snapshot> {
    send(engine, Command::Return);
    wait(engine, |event| {
        matches!(event, Event::CameBack(_)).then_some(())
    });
    step(engine, 0)
}

/// Options of a paused engine that keeps its models in a folder of their own.
fn keeping(folder: &TempDir) -> Options {
    Options {
        keep: Some(Keep {
            folder: folder.path().join("kept"),
            every: Duration::MAX,
        }),
        ..paused(1, None)
    }
}

/// Goes on with the model kept last.
fn restore(engine: &Engine) {
    send(engine, Command::Restore);
    wait(engine, |event| {
        matches!(event, Event::Restored { .. }).then_some(())
    });
    wait_loaded(engine);
}

#[test]
fn the_model_before_comes_back_and_goes_on_as_if_nothing_had_been_visited() {
    let engine = start(config(31), paused(1, None));
    wait_loaded(&engine);
    let before = step(&engine, 3);
    send(&engine, new(32));
    wait_loaded(&engine);
    let visited = step(&engine, 2);
    assert_ne!(visited.generation, before.generation);
    assert_eq!(visited.config.seed, 32);
    // A second visit takes the place of the first, not of the model before.
    send(&engine, Command::Visit(Visited::Trained));
    wait_loaded(&engine);
    let trained = step(&engine, 0);
    assert_eq!(*trained.config, Checkpoint::trained().config);
    assert_same_model(&before, &come_back(&engine));
    let gone_on = step(&engine, 3);
    assert_eq!(gone_on.status.restorable, None, "what was visited is gone");
    let alone = start(config(31), paused(1, None));
    wait_loaded(&alone);
    assert_same_model(&step(&alone, 6), &gone_on);
}

#[test]
fn to_return_from_nowhere_changes_nothing() {
    let engine = start(config(33), paused(1, None));
    wait_loaded(&engine);
    let before = step(&engine, 2);
    send(&engine, Command::Return);
    assert_same_model(&before, &step(&engine, 0));
}

#[test]
fn what_is_visited_becomes_the_model_when_people_stay() {
    let engine = start(config(34), paused(1, None));
    wait_loaded(&engine);
    send(&engine, new(35));
    wait_loaded(&engine);
    let visited = step(&engine, 2);
    send(&engine, Command::Stay);
    send(&engine, Command::Return);
    assert_same_model(&visited, &step(&engine, 0));
}

#[test]
fn the_trained_model_comes_back_though_it_is_kept_nowhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(34), keeping(&folder));
    wait_loaded(&engine);
    send(&engine, Command::Visit(Visited::Trained));
    wait_loaded(&engine);
    send(&engine, Command::Stay);
    let trained = step(&engine, 0);
    send(&engine, Command::Reset);
    let own = step(&engine, 2);
    assert_eq!(own.status.step, 2);
    assert_eq!(own.status.restorable, Some(trained.generation));
    restore(&engine);
    assert_same_model(&trained, &step(&engine, 0));
    restore(&engine);
    assert_same_model(&own, &step(&engine, 0));
    restore(&engine);
    assert_same_model(&trained, &step(&engine, 0));
    // From one that learned nothing the way is to the trained model, and from there to what was kept.
    send(&engine, Command::Reset);
    assert_eq!(step(&engine, 0).status.step, 0);
    restore(&engine);
    assert_same_model(&trained, &step(&engine, 0));
    restore(&engine);
    assert_same_model(&own, &step(&engine, 0));
}

#[test]
fn what_a_visit_lets_learn_stands_as_before_when_it_ends() {
    let engine = start(config(36), paused(1, None));
    wait_loaded(&engine);
    step(&engine, 1);
    send(&engine, new(37));
    wait_loaded(&engine);
    send(&engine, Command::Resume);
    send(&engine, Command::Return);
    wait(&engine, |event| {
        matches!(event, Event::CameBack(_)).then_some(())
    });
    let back = step(&engine, 0);
    assert_eq!((back.status.run, back.status.step), (Run::Paused, 1));
}

#[test]
fn at_the_end_the_model_before_is_kept_and_not_what_was_visited() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(38), keeping(&folder));
    wait_loaded(&engine);
    let before = step(&engine, 3);
    send(&engine, new(39));
    wait_loaded(&engine);
    step(&engine, 5);
    drop(engine);
    let next = start(config(38), keeping(&folder));
    wait_loaded(&next);
    restore(&next);
    assert_same_model(&before, &step(&next, 0));
}

/// Waits until the visit is over; returns whether the model that was laid aside can be restored.
fn wait_end(engine: &Engine) -> bool {
    wait(engine, |event| match event {
        Event::VisitEnded { is_restorable } => Some(*is_restorable),
        _ => None,
    })
}

#[test]
fn where_people_stay_it_is_told_whether_the_model_before_can_be_restored() {
    for (steps, is_kept, is_restorable) in [(0, true, false), (2, true, true), (2, false, false)] {
        let folder = tempfile::tempdir().expect("a folder");
        let options = match is_kept {
            true => keeping(&folder),
            false => paused(1, None),
        };
        let engine = start(config(34), options);
        wait_loaded(&engine);
        step(&engine, steps);
        send(&engine, new(35));
        wait_loaded(&engine);
        send(&engine, Command::Stay);
        assert_eq!(wait_end(&engine), is_restorable, "{steps} steps, {is_kept}");
    }
}

#[test]
fn a_model_that_is_opened_while_another_is_visited_is_the_present_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.safetensors");
    let engine = start(config(40), keeping(&folder));
    wait_loaded(&engine);
    step(&engine, 2);
    save(&engine, &file);
    send(&engine, new(41));
    wait_loaded(&engine);
    step(&engine, 1);
    send(&engine, Command::Open(file));
    wait_end(&engine);
    wait_loaded(&engine);
    let learned = step(&engine, 3);
    assert_eq!(learned.status.step, 5);
    send(&engine, Command::Return);
    assert_same_model(&learned, &step(&engine, 0));
    drop(engine);
    let next = start(config(42), keeping(&folder));
    wait_loaded(&next);
    restore(&next);
    assert_same_model(&learned, &step(&next, 0));
}

#[test]
fn a_visit_ends_with_a_model_of_other_sizes_or_a_branch_but_not_with_the_same_again() {
    let options = Options {
        history_bytes: HISTORY_BYTES,
        ..paused(1, None)
    };
    let engine = start(config(43), options);
    wait_loaded(&engine);
    let before = step(&engine, 2);
    send(&engine, new(44));
    wait_loaded(&engine);
    step(&engine, 1);
    send(&engine, Command::Reset);
    assert_same_model(&before, &come_back(&engine));
    let mut larger = config(44);
    larger.model.simple += 8;
    send(&engine, new(44));
    wait_loaded(&engine);
    send(&engine, Command::Rebuild(Box::new(larger.clone())));
    wait_end(&engine);
    send(&engine, Command::Return);
    assert_eq!(*step(&engine, 1).config, larger);
    send(&engine, new(45));
    wait_loaded(&engine);
    learn(&engine, 2);
    send(&engine, Command::Branch(1));
    wait_end(&engine);
    send(&engine, Command::Return);
    assert_eq!(step(&engine, 0).config.seed, 45);
}

#[test]
fn a_visited_model_takes_the_pictures_that_are_there_and_those_on_their_way() {
    let seed = Checkpoint::trained().config.seed;
    let pictures = |engine: &Engine| step(engine, 0).pictures.clone().expect("pictures");
    let engine = start(config(seed), paused(1, None));
    wait_loaded(&engine);
    let own = pictures(&engine);
    for visited in [Command::Visit(Visited::Trained), new(seed)] {
        send(&engine, visited);
        wait_loaded(&engine);
        assert!(Arc::ptr_eq(&own, &pictures(&engine)));
    }
    assert_eq!(step(&engine, 1).config.movies, config(seed).movies);
    let fresh = start(config(seed), paused(1, None));
    send(&fresh, Command::Visit(Visited::Trained));
    wait_loaded(&fresh);
    let visited = pictures(&fresh);
    let back = come_back(&fresh);
    assert_eq!(*back.config, config(seed));
    assert!(Arc::ptr_eq(
        &visited,
        back.pictures.as_ref().expect("pictures")
    ));
    come_back(&engine);
    assert_same_model(&step(&fresh, 2), &step(&engine, 2));
}

#[test]
fn a_new_start_does_not_get_the_movies_that_the_model_before_it_was_to_go_on_with() {
    let engine = start(config(48), paused(1, None));
    wait_loaded(&engine);
    let mut other = config(49);
    (other.movies.patch_side, other.movies.frames) = (10, 1);
    send(&engine, Command::Visit(Visited::New(Box::new(other))));
    wait_loaded(&engine);
    // Those of the model that was laid aside are there: it starts at once.
    send(&engine, Command::NewSource(SourceSpec::Scenes));
    send(&engine, Command::Rebuild(Box::new(config(48))));
    wait(&engine, |event| {
        matches!(event, Event::LoadingCancelled).then_some(())
    });
    assert_eq!(step(&engine, 2).config.movies, config(48).movies);
}

#[test]
fn a_model_that_comes_back_before_its_pictures_gets_them() {
    let engine = start(config(46), paused(1, None));
    send(&engine, new(46));
    send(&engine, new(47));
    send(&engine, Command::Return);
    wait_loaded(&engine);
    let alone = start(config(46), paused(1, None));
    wait_loaded(&alone);
    let deadline = std::time::Instant::now() + super::PATIENCE;
    while step(&engine, 0).pictures.is_none() {
        assert!(std::time::Instant::now() < deadline, "they do not come");
    }
    assert_same_model(&step(&alone, 2), &step(&engine, 2));
}

#[test]
fn the_trained_model_is_sound_and_small() {
    let trained = Checkpoint::trained();
    assert_eq!(trained.state.step, 4_000);
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/trained.safetensors");
    let bytes = file.metadata().expect("a file").len();
    assert!(bytes <= 300_000, "{bytes}");
}

#[test]
fn the_model_laid_aside_is_the_one_replaced_last_once_a_visit_has_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let [own, other] = ["own", "other"].map(|name| folder.path().join(name));
    let engine = start(config(43), keeping(&folder));
    wait_loaded(&engine);
    step(&engine, 1);
    save(&engine, &other);
    let before = step(&engine, 2);
    save(&engine, &own);
    for opened in [true, false] {
        send(&engine, new(44));
        wait_loaded(&engine);
        step(&engine, 4);
        if opened {
            send(&engine, Command::Open(other.clone()));
        } else {
            send(&engine, Command::Stay);
        }
        wait_end(&engine);
        step(&engine, 1);
        send(&engine, Command::Restore);
        wait(&engine, |event| {
            matches!(event, Event::Opened { path, is_copy: false, .. } if *path == own)
                .then_some(())
        });
        wait_loaded(&engine);
        assert_same_model(&before, &step(&engine, 0));
    }
}

#[test]
fn the_file_of_a_model_that_came_back_is_needed_whatever_was_saved_meanwhile() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = start(config(45), keeping(&folder));
    wait_loaded(&engine);
    step(&engine, 2);
    send(&engine, new(46));
    wait_loaded(&engine);
    step(&engine, 1);
    let files = std::fs::read_dir(folder.path().join("kept")).expect("a folder");
    let mut files = files.map(|file| file.expect("a file").path());
    let kept = files.find(|file| file.extension().is_some_and(|it| it == "safetensors"));
    let kept = kept.expect("the model laid aside");
    // It comes back while what was visited is still being saved.
    let visited = folder.path().join("visited.safetensors");
    send(&engine, Command::Save(visited));
    come_back(&engine);
    let file = std::fs::File::options().read(true).write(true).open(kept);
    let locked = file.expect("there").try_lock();
    assert!(matches!(locked, Err(std::fs::TryLockError::WouldBlock)));
}
