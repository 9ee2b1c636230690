//! The same run again, and others like it.

use super::*;

#[test]
fn reset_starts_the_same_run_again_and_a_new_seed_another() {
    let engine = start(config(5), paused(2, None));
    wait_loaded(&engine);
    let first = step(&engine, 3);
    send(&engine, Command::Reset);
    let again = step(&engine, 3);
    assert_same_model(&first, &again);
    assert_eq!(again.status.restorable, None, "nothing keeps models");
    assert_ne!(first.generation, again.generation);
    send(&engine, Command::NewSeed(6));
    wait_loaded(&engine);
    let other = step(&engine, 3);
    assert_ne!(first.dictionary(), other.dictionary());
    let fresh = start(config(6), paused(2, None));
    wait_loaded(&fresh);
    assert_same_model(&other, &step(&fresh, 3));
}

#[test]
fn a_reset_begins_with_the_sparsities_that_were_set_not_with_those_adapted_since() {
    let engine = start(config(7), paused(2, None));
    wait_loaded(&engine);
    send(&engine, Command::Set(Parameter::Beta, 0.4));
    send(&engine, Command::Set(Parameter::InvariantShare, 0.2));
    let first = step(&engine, 4);
    let adapted = first.config.model.beta;
    assert_ne!(adapted, 0.4);
    // Another share does not begin anew.
    send(&engine, Command::Set(Parameter::InvariantShare, 0.3));
    send(&engine, Command::Set(Parameter::InvariantShare, 0.2));
    send(&engine, Command::Reset);
    assert_same_model(&first, &step(&engine, 4));
    // Let go, it stays as it is, also for the next start.
    send(&engine, Command::Set(Parameter::InvariantShare, 0.0));
    send(&engine, Command::Reset);
    assert_eq!(step(&engine, 1).config.model.beta, adapted);
}

#[test]
fn a_reset_of_an_opened_model_begins_with_the_sparsities_that_were_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("held.safetensors");
    let engine = start(config(7), paused(2, None));
    wait_loaded(&engine);
    send(&engine, Command::Set(Parameter::Beta, 0.4));
    send(&engine, Command::Set(Parameter::InvariantShare, 0.2));
    let first = step(&engine, 4);
    save(&engine, &path);
    let opened = start(config(7), paused(2, None));
    send(&opened, Command::Open(path));
    wait_loaded(&opened);
    send(&opened, Command::Reset);
    assert_same_model(&first, &step(&opened, 4));
}

#[test]
fn changes_of_one_parameter_before_the_next_minibatch_are_one_mark_and_those_after_a_pause_another()
{
    let engine = start(config(8), paused(2, None));
    wait_loaded(&engine);
    step(&engine, 2);
    for (parameter, value, learns) in [
        (Parameter::Alpha, 0.6, false),
        (Parameter::Alpha, 0.7, true),
        (Parameter::Beta, 0.4, true),
        (Parameter::Alpha, 0.8, true),
        // Tried and taken back.
        (Parameter::Alpha, 2.0, false),
        (Parameter::Alpha, 0.8, false),
    ] {
        send(&engine, Command::Set(parameter, value));
        if learns {
            step(&engine, 1);
        }
    }
    let alpha = config(8).model.alpha;
    let beta = config(8).model.beta;
    let snapshot = step(&engine, 1);
    let marks = snapshot.history.marks().iter();
    let changes = marks.filter(|mark| mark.text.contains(" to "));
    let changes: Vec<_> = changes.map(|mark| mark.text.as_str()).collect();
    let expected = [
        format!("alpha {alpha} to 0.7"),
        format!("beta {beta} to 0.4"),
        "alpha 0.7 to 0.8".to_owned(),
    ];
    assert_eq!(changes, expected);
    assert!(
        snapshot
            .history
            .marks()
            .iter()
            .all(|mark| mark.until.is_none())
    );
}
