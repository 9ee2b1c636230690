//! Cells that are watched emerging: learning is slowed down until they have.

use cellscope::app::{Action, FULL_PACE, LESSONS};
use cellscope::engine::{Command, Event};

use crate::memory::Memory;
use crate::test_window::TestWindow;

/// What slows learning down that is to be watched.
pub(crate) fn slow() -> Command {
    Command::Pace(Some(15.0))
}

#[test]
fn the_pace_of_watching_ends_with_the_window_and_with_another_model() {
    let mut window = TestWindow::measured();
    window.act(Action::Welcome);
    window.click("Watch cells emerge");
    window.publish(|snapshot| snapshot.generation = 8);
    assert!(window.commands().contains(&slow()));
    let mut storage = Memory::default();
    window.app().store(&mut storage);
    let mut next = TestWindow::measured();
    next.restore(&storage);
    assert_eq!(next.state().settings.pace_per_sec, FULL_PACE);
    // One that is opened has emerged, but not here.
    window.publish(|snapshot| {
        snapshot.generation = 9;
        snapshot.status.emerged_secs = Some(9.0);
    });
    window.settle();
    assert_eq!(window.commands(), [Command::Pace(None)]);
    assert!(!window.has_text("continues at full pace"));
}

#[test]
fn cells_are_watched_on_after_a_lesson_but_not_those_of_a_model_opened_in_it() {
    for comes_back in [true, false] {
        let mut window = TestWindow::measured();
        window.act(Action::Welcome);
        window.click("Watch cells emerge");
        window.publish(|snapshot| snapshot.generation = 8);
        window.act(Action::TakeLesson(&LESSONS[0]));
        if !comes_back {
            window.tell(Event::VisitEnded {
                is_restorable: true,
            });
        }
        window.click("Leave");
        window.publish(|snapshot| {
            snapshot.generation = 9;
            snapshot.status.emerged_secs = Some(1.0);
        });
        assert_eq!(window.state().settings.pace_per_sec, FULL_PACE);
        if !comes_back {
            continue;
        }
        window.tell(Event::CameBack(10));
        window.publish(|snapshot| snapshot.generation = 10);
        assert_eq!(window.state().settings.pace_per_sec, 15.0);
        window.publish(|snapshot| {
            snapshot.generation = 10;
            snapshot.status.emerged_secs = Some(9.0);
        });
        window.settle();
        assert_eq!(window.state().settings.pace_per_sec, FULL_PACE);
        assert!(window.has_text("continues at full pace"));
    }
}

#[test]
fn a_pace_that_is_set_while_cells_are_watched_stays() {
    let mut window = TestWindow::measured();
    window.act(Action::Welcome);
    window.click("Watch cells emerge");
    window.state().settings.pace_per_sec = 60.0;
    window.settle();
    window.commands();
    window.publish(|snapshot| {
        snapshot.generation += 1;
        snapshot.status.emerged_secs = Some(9.0);
    });
    window.settle();
    assert_eq!(window.commands(), []);
    assert!(!window.has_text("full pace."));
}
