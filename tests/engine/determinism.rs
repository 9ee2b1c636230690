//! The same commands at the same steps give the same bits.

use cellscope::config::Config;
use cellscope::engine::Command;
use cellscope::parameter::Parameter;

use super::{assert_same_model, config, paused, save, script, send, start, step, wait_loaded};

#[test]
fn the_same_commands_at_the_same_steps_give_the_same_bits_on_any_number_of_threads() {
    let models: Vec<_> = [1, 2, 3]
        .map(|threads| {
            let engine = start(config(3), paused(threads, None));
            wait_loaded(&engine);
            script(&engine)
        })
        .into();
    assert_same_model(&models[0], &models[1]);
    assert_same_model(&models[0], &models[2]);
}

#[test]
fn a_run_that_shares_the_threads_for_a_while_learns_the_same_bits() {
    let [alone, shared] = [false, true].map(|shares| {
        let engine = start(config(6), paused(4, None));
        wait_loaded(&engine);
        step(&engine, 3);
        for runs in [2, 4, 9, 1].into_iter().filter(|_| shares) {
            send(&engine, Command::Share(runs));
            step(&engine, 2);
        }
        step(&engine, if shares { 2 } else { 10 })
    });
    assert_same_model(&alone, &shared);
}

#[test]
fn a_run_stopped_saved_and_opened_goes_on_as_if_it_had_never_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.safetensors");
    let straight = start(config(4), paused(2, None));
    wait_loaded(&straight);
    send(&straight, Command::Set(Parameter::SimpleShare, 0.1));
    send(&straight, Command::Set(Parameter::InvariantShare, 0.2));
    send(&straight, Command::KeepAlive(true));
    let before = step(&straight, 6);
    assert_ne!(
        before.config.model.beta,
        Config::default().model.beta,
        "adapted"
    );
    save(&straight, &file);
    let whole = step(&straight, 5);
    let resumed = start(Config::default(), paused(1, Some(file)));
    wait_loaded(&resumed);
    let rest = step(&resumed, 5);
    assert_same_model(&whole, &rest);
    assert_eq!(rest.status.step, 11);
    assert_eq!(rest.history.points().len(), whole.history.points().len());
}
