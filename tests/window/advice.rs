//! What the window says of values that do the model no good, and what it offers.

use std::sync::Arc;

use cellscope::app::Action;
use cellscope::channels::Channels;
use cellscope::config::{Config, Preset};
use cellscope::engine::{Answer, Command, Layer, Snapshot};
use cellscope::model::Energies;
use cellscope::source::SourceSpec;
use cellscope::telemetry::{Mark, Point};
use egui::Role;
use ndarray::s;

use crate::test_window::{TestWindow, view};

#[test]
fn a_value_that_silences_or_floods_a_layer_is_pointed_out() {
    for (simple, invariant, said) in [
        (0.0, 0.0, "no simple unit is on: α is too high"),
        (0.7, 0.1, "Most simple units are on, and coding is slow"),
        (0.1, 0.0, "no invariant unit is on: β is too high"),
        (0.1, 0.95, "pools become alike: β is too low"),
    ] {
        let mut window = TestWindow::running();
        let set = |step| {
            move |snapshot: &mut Snapshot| {
                snapshot.status.step = step;
                snapshot.status.simple_density = simple;
                snapshot.status.invariant_density = invariant;
            }
        };
        window.publish(set(1));
        assert!(!window.has_text(said), "it is too early for {said}");
        window.publish(set(1000));
        assert!(window.has_text(said), "{said}");
        // A model that was just opened: nothing is known of its shares.
        window.publish(move |snapshot| {
            set(1000)(snapshot);
            snapshot.status.patches_per_sec = 0.0;
        });
        assert!(!window.has_text(said), "{said} is not known");
        // One that was set otherwise since: it may be right now.
        window.config.model.alpha = 0.7;
        window.publish(move |snapshot| {
            set(1000)(snapshot);
            Arc::make_mut(&mut snapshot.history).mark(Mark {
                step: 1000,
                movies_seen: 128_000,
                elapsed_secs: 9.0,
                text: "alpha 0.5 to 0.7".to_owned(),
                is_event: false,
                until: None,
            });
        });
        assert!(!window.has_text(said), "{said} is of before");
    }
}

#[test]
fn from_the_toy_example_to_pictures_the_model_for_them_is_offered() {
    let mut window = TestWindow::waiting();
    window.config = Config::preset(Preset::Toy);
    window.publish(|_| {});
    assert!(!window.has_text("still the model of the toy example"));
    window.config.source = SourceSpec::Scenes;
    window.publish(|_| {});
    assert!(window.has_text("60 simple and 10 invariant units, β 0.65"));
    window.commands();
    window.click("Start the paper's model");
    let expected = Config {
        seed: window.config.seed,
        ..Config::preset(Preset::Paper)
    };
    assert_eq!(window.commands(), [Command::Rebuild(Box::new(expected))]);
}

#[test]
fn an_empty_map_of_a_unit_gives_its_reason() {
    let mut window = TestWindow::measured();
    window.act(Action::Show(view("unit")));
    window.state().selection.select(Layer::Invariant, 2);
    window.settle();
    let said = "None of these edges turned this unit on.";
    assert!(!window.has_text(said));
    let mut analysis = (*window.analysis()).clone();
    let edges = Arc::make_mut(analysis.edges.as_mut().expect("measured"));
    edges.responses.invariant[0].fill(0.0);
    let answer = Answer::Analysis(Arc::new(analysis));
    window.wire.borrow_mut().answers.push(answer);
    window.settle();
    assert!(window.has_text(said));
    assert!(window.has_text("k = 1.00 rad/px"));
}

#[test]
fn what_a_change_did_stands_below_the_sliders() {
    let mut window = TestWindow::measured();
    window.publish(|snapshot| {
        let mut history = snapshot.history.as_ref().clone();
        let last = Point {
            step: 10,
            movies_seen: 640,
            elapsed_secs: 1.0,
            energies: Energies::default(),
            simple_density: 0.04,
            invariant_density: 0.0025,
            ..Point::default()
        };
        history.push(last);
        history.mark(Mark {
            step: last.step,
            movies_seen: last.movies_seen,
            elapsed_secs: last.elapsed_secs,
            text: "alpha 0.5 to 0.1".to_owned(),
            is_event: false,
            until: None,
        });
        history.push(Point {
            step: last.step + 1,
            simple_density: 0.31,
            ..last
        });
        snapshot.history = history.into();
    });
    window.unfold("Effects of changes");
    assert!(window.has_text("α 0.5 to 0.1 at"));
    assert!(window.has_text("to 31.0\u{a0}%"));
    assert!(window.has_text("to 0.25\u{a0}%"));
}

#[test]
fn a_hint_on_one_slider_leaves_the_other_where_it_is() {
    let mut window = TestWindow::running();
    let place = |window: &TestWindow| window.node(Role::Slider, "β  invariant units").rect();
    let before = place(&window);
    window.publish(|snapshot| {
        snapshot.status.step = 1000;
        snapshot.status.simple_density = 0.7;
        snapshot.status.invariant_density = 0.1;
    });
    assert!(window.has_text("Most simple units are on"));
    assert_eq!(place(&window), before);
}

#[test]
fn of_a_unit_in_colour_an_empty_map_says_that_the_edges_are_grey() {
    let mut window = TestWindow::measured();
    window.config.movies.channels = Channels::Opponent;
    for (is_colour, said) in [
        (
            true,
            "Its filters are mostly colour, and the edges shown are grey.",
        ),
        (false, "it may respond to others: set k in Edge responses."),
    ] {
        window.publish(|snapshot| {
            snapshot.generation = if is_colour { 1 } else { 2 };
            let dictionary = &mut Arc::make_mut(&mut snapshot.learner).weights.dictionary;
            let plane = dictionary.nrows() / 3;
            let other = match is_colour {
                true => s![..plane, ..],
                false => s![plane.., ..],
            };
            dictionary.slice_mut(other).fill(0.0);
        });
        let mut analysis = (*window.analysis()).clone();
        analysis.snapshot = window.wire.borrow().drawn.clone().expect("a snapshot");
        let edges = Arc::make_mut(analysis.edges.as_mut().expect("measured"));
        edges.responses.invariant[0].fill(0.0);
        let answer = Answer::Analysis(Arc::new(analysis));
        window.wire.borrow_mut().answers.push(answer);
        window.act(Action::Show(view("unit")));
        window.state().selection.select(Layer::Invariant, 2);
        window.settle();
        assert!(window.has_text("None of these edges turned this unit on."));
        assert!(window.has_text(said), "{said}");
    }
}
