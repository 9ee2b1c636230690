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
