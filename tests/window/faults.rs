//! Faults of the program: the window goes on, says what to do, and writes a report.

use std::path::PathBuf;
use std::sync::Arc;

use cellscope::engine::{Answer, Command, Event};
use cellscope::source::SourceSpec;

use crate::test_window::TestWindow;

const FAULT: &str = "the solver failed because of a fault in the program: index out of bounds (src/model/x.rs:1, thread t)";

/// The reports in a folder, once there are so many.
fn reports(window: &mut TestWindow, folder: &std::path::Path, count: usize) -> Vec<String> {
    let read = || -> Vec<String> {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let is_report = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "txt");
        let files = files.map(|file| file.path()).filter(is_report);
        files
            .filter_map(|path| std::fs::read_to_string(path).ok())
            .collect()
    };
    window.wait_until(&format!("{count} reports"), |_| read().len() == count);
    read()
}

#[test]
fn a_fault_of_a_worker_is_told_and_written_once_without_pictures_and_paths() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::running();
    window.app().report_into(folder.path().join("reports"));
    window.publish(|snapshot| {
        let source = SourceSpec::Images(vec!["/home/eva/leaves.png".into()]);
        Arc::make_mut(&mut snapshot.config).source = source;
        snapshot.generation = 8;
    });
    for _ in 0..2 {
        window.wire.borrow_mut().answers.push(Answer::Fault {
            of: None,
            reason: FAULT.to_owned(),
        });
        window.settle();
    }
    assert!(
        window.has_text(
            "the solver failed because of a fault in the program. Everything else goes on."
        )
    );
    assert!(
        !window.has_text("index out of bounds"),
        "that is for the report"
    );
    let reports = reports(&mut window, &folder.path().join("reports"), 1);
    for part in [
        "cellscope 0",
        "index out of bounds (src/model/x.rs:1",
        "\"alpha\"",
        "step 10",
    ] {
        assert!(reports[0].contains(part), "{part} is not in {}", reports[0]);
    }
    assert!(!reports[0].contains("eva") && !reports[0].contains("leaves"));
    window.wait_for_text("Please send it");
    window.tell(Event::Failed("no such folder".to_owned()));
    self::reports(&mut window, &folder.path().join("reports"), 1);
}

#[test]
fn after_a_panic_of_the_training_thread_a_restart_goes_on_with_its_model() {
    let mut window = TestWindow::running();
    let path = PathBuf::from("/kept/1 64000 movies.safetensors");
    window.tell(Event::Rescued {
        path: path.clone(),
        movies_seen: 64_000,
    });
    window.tell(Event::Crashed(FAULT.to_owned()));
    assert!(window.has_text("Press Go on: learning goes on with this model as it was after 64"));
    window.commands();
    window.click("Go on");
    assert_eq!(window.commands(), [Command::Open(path)]);
    window.tell(Event::Crashed("no thread to train on".to_owned()));
    assert!(
        window.has_text("Press Go on: a new model begins"),
        "nothing was kept"
    );
    window.click("Go on");
    assert_eq!(window.commands(), []);
}

#[test]
fn a_frame_that_panics_is_told_and_the_next_is_shown() {
    let mut window = TestWindow::running();
    window.wire.borrow_mut().planted = Some("planted");
    window.settle();
    assert!(window.has_text("The window could not be drawn because of a fault in the program."));
    window.publish(|snapshot| snapshot.status.step = 11);
    assert_eq!(window.state().now().map(|status| status.step), Some(11));
    assert!(window.state().crash.is_none());
}

/// Whether the window asked to be closed within so many frames, in each of which its logic panics.
fn closes_within(window: &mut TestWindow, frames: usize) -> bool {
    (0..frames).any(|_| {
        window.wire.borrow_mut().planted = Some("planted");
        window.harness.run_steps(1);
        let output = &window.harness.output().viewport_output;
        let mut commands = output.values().flat_map(|viewport| &viewport.commands);
        commands.any(|command| *command == egui::ViewportCommand::Close)
    })
}

#[test]
fn a_window_whose_logic_always_panics_closes_and_one_that_recovers_does_not() {
    let mut window = TestWindow::running();
    for _ in 0..4 {
        assert!(!closes_within(&mut window, 12));
        window.settle();
    }
    assert!(closes_within(&mut window, 40));
}
