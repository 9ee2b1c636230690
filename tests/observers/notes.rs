//! What was measured is noted beside the curves, and kept.

use cellscope::engine::{Checkpoint, Command, Event};
use cellscope::telemetry::{History, Measured};

use super::{config, engine, trained, wait};

#[test]
fn a_note_survives_in_the_file_and_one_of_another_model_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("noted.safetensors");
    let run = engine(config(20));
    let snapshot = trained(&run, 5);
    let measured = Measured {
        step: 4,
        movies_seen: 64,
        elapsed_secs: 0.25,
        width_ratio: Some(2.5),
        ..Measured::default()
    };
    for generation in [snapshot.generation, snapshot.generation + 1] {
        let wide = Some(2.5 + generation as f64);
        let note = Command::Note {
            generation,
            measured: Box::new(Measured {
                width_ratio: wide,
                ..measured
            }),
        };
        run.send(note).expect("room");
    }
    run.send(Command::Save(file.clone())).expect("room");
    wait(|| run.events().find(|event| matches!(event, Event::Saved(_))));
    let opened = Checkpoint::open(&file).expect("a model");
    assert_eq!(opened.state.history.notes(), [measured]);
}

#[test]
fn a_history_written_before_there_were_notes_still_opens() {
    let old = r#"{"points":[{"step":1,"movies_seen":16,"elapsed_secs":0.5,"energies":{
        "reconstruction":1.0,"simple_sparsity":1.0,"modulated":1.0,"invariant_sparsity":1.0},
        "simple_density":0.1,"invariant_density":0.2,"concentration":0.3}],
        "marks":[],"stretch":1,"filled":1}"#;
    let history: History = serde_json::from_str(old).expect("a history");
    assert_eq!(history.points()[0].concentration, Some(0.3));
    assert!(history.points()[0].concentration_shuffled.is_none() && history.notes().is_empty());
}

#[test]
fn a_width_that_a_later_state_lacks_is_not_taken_from_an_earlier_one() {
    let at = |step, width_ratio| Measured {
        step,
        movies_seen: 16 * step,
        width_ratio,
        ..Measured::default()
    };
    let mut silent = at(20, None);
    silent.take_edges(None);
    silent.f2_over_f0_invariant = Some(1.4);
    let mut history = History::default();
    // The last shows no edges.
    for note in [at(10, Some(2.5)), silent, at(30, None)] {
        history.note(note);
    }
    let text = serde_json::to_string(&history).expect("JSON");
    let history: History = serde_json::from_str(&text).expect("a history");
    assert_eq!(history.measured_by(15).width_ratio, Some(2.5));
    assert_eq!(history.measured_by(35), silent);
    assert_eq!(silent.or(&at(10, Some(2.5))), silent);
}

#[test]
fn measures_of_edges_alone_do_not_hide_those_of_gratings_shortly_before() {
    let at = |step, f2_over_f0_simple, f2_over_f0_invariant| Measured {
        step,
        movies_seen: 16 * step,
        width_ratio: Some(2.5),
        f2_over_f0_simple,
        f2_over_f0_invariant,
        ..Measured::default()
    };
    let mut history = History::default();
    let notes = [
        at(10, Some(1.2), Some(0.4)),
        at(15, None, None),
        at(17, Some(1.2), None),
        at(40, None, None),
    ];
    notes.into_iter().for_each(|note| history.note(note));
    assert_eq!(history.measured_by(15), notes[0]);
    assert_eq!(
        history.measured_by(17),
        notes[2],
        "no u responded to gratings"
    );
    assert_eq!(history.measured_by(45), notes[3], "long after");
}
