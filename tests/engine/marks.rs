//! The marks on the curves: one for each change, of the moment at which it was made.

use cellscope::telemetry::{History, Mark};

use crate::history::{at, curves, point};

#[test]
fn a_dragged_slider_leaves_one_mark_from_first_to_last() {
    let mut history = History::default();
    history.mark_change("alpha", 0.5, 0.6, at(10, 1.0), None);
    history.mark_change("alpha", 0.6, 0.75, at(11, 1.1), Some(10));
    // What was measured while it was dragged is of another value, which nobody knows.
    let known = [10, 11, 12].map(|step| {
        let is_dragged = history.was_dragged_at("alpha", step);
        (history.value_before("alpha", step), is_dragged)
    });
    assert_eq!(known, [(Some(0.5), false), (None, true), (None, false)]);
    assert!(!history.was_dragged_at("beta", 11));
    history.mark_change("alpha", 0.75, 0.5, at(90, 9.0), None);
    assert_eq!(texts(&history), ["alpha 0.5 to 0.75", "alpha 0.75 to 0.5"]);
}

#[test]
fn a_value_that_was_tried_and_taken_back_leaves_the_mark_before_as_it_was() {
    let mut history = History::default();
    history.mark_change("alpha", 0.5, 0.6, at(10, 1.0), None);
    // Long after, and within a second of each other.
    history.mark_change("alpha", 0.6, 2.3, at(900, 9.0), None);
    history.mark_change("alpha", 2.3, 0.6, at(900, 9.0), Some(900));
    assert_eq!(texts(&history), ["alpha 0.5 to 0.6"]);
    history.mark_change("alpha", 0.6, 1.0, at(900, 9.0), Some(900));
    assert_eq!(texts(&history), ["alpha 0.5 to 0.6", "alpha 0.6 to 1"]);
    assert_eq!(history.value_before("alpha", 900), Some(0.6));
}

fn texts(history: &History) -> Vec<&str> {
    let marks = history.marks().iter();
    marks.map(|mark| mark.text.as_str()).collect()
}

#[test]
fn changes_before_the_next_minibatch_are_one_mark_and_none_where_they_end_as_they_began() {
    let mut history = curves(10);
    let now = || at(10, 10.0);
    history.mark_change("beta", 0.5, 0.3, now(), None);
    history.mark_change("alpha", 0.5, 0.7, now(), None);
    history.mark_change("beta", 0.3, 0.1, now(), None);
    assert_eq!(texts(&history), ["beta 0.5 to 0.1", "alpha 0.5 to 0.7"]);
    assert_eq!(history.value_before("beta", 10), Some(0.5));
    assert_eq!(history.value_before("beta", 11), None);
    history.mark_change("alpha", 0.7, 0.5, now(), None);
    assert_eq!(history.value_before("alpha", 10), None);
    assert_eq!(texts(&history), ["beta 0.5 to 0.1"]);
    // Undone and done again.
    history.mark_change("beta", 0.1, 0.5, now(), None);
    history.mark_change("beta", 0.5, 0.1, now(), None);
    assert_eq!(texts(&history), ["beta 0.5 to 0.1"]);
    // Several changes of one moment act together.
    history.mark_change("alpha", 0.5, 0.7, now(), None);
    (11..=20).for_each(|step| history.push(point(step)));
    let told: Vec<_> = history.changes().map(|change| change.marks.len()).collect();
    assert_eq!(told, [2]);
}

#[test]
fn a_slider_that_is_put_back_after_learning_has_two_marks() {
    let mut history = curves(20);
    history.mark_change("alpha", 0.5, 1.2, at(10, 1.0), None);
    history.mark_change("alpha", 1.2, 0.5, at(20, 2.0), None);
    assert_eq!(texts(&history), ["alpha 0.5 to 1.2", "alpha 1.2 to 0.5"]);
}

#[test]
fn a_moment_that_was_recorded_before_a_change_at_its_step_has_no_mark_of_it() {
    let mut history = curves(20);
    history.mark(Mark {
        text: "alpha 0.5 to 0.7".to_owned(),
        ..at(9, 0.9)
    });
    for (step, is_changed, marks) in [(8, true, 0), (9, false, 0), (9, true, 1), (10, false, 1)] {
        let mut then = history.clone();
        then.truncate(step, is_changed);
        assert_eq!(texts(&then).len(), marks, "{step} {is_changed}");
    }
}

#[test]
fn of_a_drag_a_moment_within_it_has_only_what_it_began_with() {
    let mut history = curves(20);
    history.mark_change("alpha", 0.5, 0.6, at(9, 0.9), None);
    history.mark_change("alpha", 0.6, 0.7, at(14, 1.4), Some(9));
    for (step, is_changed, until, text) in [
        (12, false, Some(11), "alpha 0.5 to …"),
        (9, true, None, "alpha 0.5 to …"),
        (15, false, Some(14), "alpha 0.5 to 0.7"),
    ] {
        let mut then = history.clone();
        then.truncate(step, is_changed);
        assert_eq!(texts(&then), [text], "{step}");
        assert_eq!(then.marks()[0].until, until, "{step}");
        assert!(!then.was_dragged_at("alpha", step), "{step}");
    }
}
