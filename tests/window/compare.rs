//! The table of Compare: what it has of each run, and what it says where it has nothing.

use std::sync::Arc;

use cellscope::app::Action;
use cellscope::telemetry::{History, Mark, Point};
use egui::{Key, Role};
use egui_kittest::kittest::Queryable as _;

use crate::exporting::wait_for;
use crate::pins::history;
use crate::test_window::{TestWindow, view};

/// What the view Compare shows, as it is written.
fn compare_table(window: &mut TestWindow) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("compare.csv");
    window.click("Export Compare");
    window.click("CSV");
    let form = window.export_form();
    form.target.path = path.display().to_string();
    window.settle();
    window.click("Write");
    String::from_utf8(wait_for(window, &path)).expect("text")
}

#[test]
fn the_table_has_the_measures_their_differences_and_the_settings_that_differ() {
    let mut window = TestWindow::measured();
    window.publish(|snapshot| snapshot.status.movies_seen = 101_280);
    window.press(Key::P);
    window.config.model.beta = 0.251_234_56;
    window.config.learning.simple_rate = 0.5;
    window.publish(|snapshot| {
        snapshot.generation = 1;
        snapshot.status.movies_seen = 102_280;
        snapshot.status.dead_by_layer = vec![3, 0];
    });
    window.act(Action::Show(view("compare")));
    for text in [
        "102\u{a0}280",
        "101\u{a0}280 (−1\u{a0}000)",
        "0 (−3)",
        "rate of W",
        "0.3000 (+0.0488)",
        "width ratio of u to |z|",
    ] {
        assert!(window.has_text(text), "{text}");
    }
    assert!(
        !window.has_text("model.beta"),
        "in the words of the controls"
    );
    let (harness, role) = (&window.harness, Role::Label);
    assert!(
        harness
            .query_all_by_role_and_label(role, "β")
            .next()
            .is_some()
    );
    let table = compare_table(&mut window);
    assert!(
        table.contains("quantity,A the run,\"B seed 0, step 10\"\n"),
        "{table}"
    );
    assert!(table.contains("movies,102280,101280\n"), "{table}");
    assert!(table.contains("model.beta,0.2512345"), "{table}");
    assert!(table.contains("learning.simple_rate,0.5,1\n"), "{table}");
    assert!(!table.contains("model.alpha"), "the same in both: {table}");
}

#[test]
fn the_settings_that_differ_are_in_the_order_of_a_configuration() {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    window.config.seed += 1;
    window.config.normalise.gain *= 2.0;
    window.config.movies.stride = 2;
    window.config.model.beta = 0.25;
    window.config.learning.simple_rate = 0.5;
    // Written where it is on.
    window.config.learning.keep_alive = true;
    window.publish(|snapshot| snapshot.generation = 1);
    window.act(Action::Show(view("compare")));
    let table = compare_table(&mut window);
    let places = [
        "\nseed,",
        "\nnormalise.gain,",
        "\nmovies.stride,",
        "\nmodel.beta,",
        "\nlearning.simple_rate,",
    ];
    let places = places.map(|line| table.find(line).expect(line));
    assert!(places.is_sorted(), "{table}");
    let last = table.find("\nlearning.keep_alive,true,false");
    assert!(last > Some(places[3]), "{table}");
}

#[test]
fn energies_of_movies_of_another_size_are_not_comparable() {
    let mut window = TestWindow::measured();
    let learned = |generation: u64| {
        move |snapshot: &mut cellscope::engine::Snapshot| {
            snapshot.generation = generation;
            snapshot.history = history(50);
            snapshot.status.step = 50;
        }
    };
    window.publish(learned(0));
    window.press(Key::P);
    window.publish(learned(1));
    window.act(Action::Show(view("compare")));
    window.act(Action::Maximise(view("compare")));
    assert!(!window.has_text("(not comparable)"));
    window.config.movies.frames -= 1;
    window.publish(learned(2));
    assert!(window.has_text("(not comparable)"));
    let table = compare_table(&mut window);
    let said = "# not comparable, of movies of another size: B seed 0, step 50: ";
    let said = table.lines().find(|line| line.starts_with(said));
    assert!(
        said.is_some_and(|line| line.contains("energy E")),
        "{table}"
    );
}

#[test]
fn the_shares_of_active_units_are_those_of_the_status_line() {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    window.publish(|snapshot| {
        snapshot.generation = 1;
        snapshot.history = history(50);
        snapshot.status.simple_density = 0.0312;
        snapshot.status.invariant_density = 0.0825;
    });
    window.act(Action::Show(view("compare")));
    let table = compare_table(&mut window);
    for line in [
        "\"z active (share, 0 to 1)\",0.0312,",
        "\"u active (share, 0 to 1)\",0.0825,",
    ] {
        assert!(table.contains(line), "{table}");
    }
}

#[test]
fn a_moment_of_the_past_says_why_it_has_no_tuning() {
    let mut window = crate::timeline::window();
    window.press(Key::P);
    window.press(Key::OpenBracket);
    window.act(Action::Show(view("compare")));
    window.act(Action::Maximise(view("compare")));
    {
        let row = window.node(Role::Label, "width ratio of u to |z|").rect();
        let cells = window.harness.get_all_by_role_and_label(Role::Label, "–");
        let in_row = cells.filter(|cell| (cell.rect().center().y - row.center().y).abs() < 3.0);
        let first = in_row.min_by(|a, b| a.rect().min.x.total_cmp(&b.rect().min.x));
        first.expect("it is not measured").hover();
    }
    window.harness.run_steps(20);
    assert!(window.has_text("A  step 11: not measured in the past"));
}

#[test]
fn where_most_units_are_dead_there_is_no_concentration() {
    let mut window = TestWindow::measured();
    let all = window.state().live.model.invariant;
    for (dead, is_told) in [(all / 2, true), (all - all / 2 + 1, false)] {
        window.publish(|snapshot| {
            let mut history = History::default();
            history.push(Point {
                step: snapshot.status.step,
                movies_seen: 1_000_000,
                concentration: Some(0.8),
                ..Point::default()
            });
            snapshot.history = Arc::new(history);
            snapshot.status.movies_seen = 1_000_000;
            snapshot.status.dead_by_layer = vec![0, dead];
        });
        window.press(Key::P);
        window.act(Action::Show(view("compare")));
        let table = compare_table(&mut window);
        let lines = table.lines();
        let mut told = lines.filter(|line| line.starts_with("orientation concentration,"));
        let line = told.next().expect("a line");
        assert_eq!(!line.contains(",,"), is_told, "{dead} dead: {line}");
    }
}

/// Points at what run A has in a row of the view Compare, which alone is in sight.
fn point_at_value_of_run(window: &mut TestWindow, row: &str) {
    // What is told of another place goes first.
    window.harness.hover_at(egui::pos2(1.0, 1.0));
    window.harness.run_steps(20);
    let row = window.node(Role::Label, row).rect();
    let column = window.node(Role::Label, "A  the run").rect();
    let at = egui::pos2(column.left() + 2.0, row.center().y);
    window.harness.hover_at(at);
    window.harness.run_steps(20);
}

#[test]
fn what_is_of_learning_before_a_sparsity_was_changed_says_so() {
    let mut window = TestWindow::measured();
    window.press(Key::P);
    window.act(Action::Show(view("compare")));
    window.act(Action::Maximise(view("compare")));
    let commented = "# of learning before a change: A the run, until step 50 with β 0.2: ";
    let told = "A  the run: of learning before α, β or γ was changed";
    for (steps, beta, is_told) in [(50, 0.3, true), (50, 0.2, false), (51, 0.3, false)] {
        window.config.model.beta = beta;
        window.publish(|snapshot| {
            let mut history = History::clone(&history(steps));
            history.mark(Mark {
                step: 50,
                movies_seen: 6_400,
                elapsed_secs: 5.0,
                text: "beta 0.2 to 0.3".to_owned(),
                is_event: false,
                until: None,
            });
            snapshot.history = Arc::new(history);
            snapshot.status.step = steps;
            snapshot.status.movies_seen = 128 * steps;
        });
        point_at_value_of_run(&mut window, "energy E");
        let case = format!("after {steps} minibatches, now at {beta}");
        assert_eq!(window.has_text(told), is_told, "{case}");
        let table = compare_table(&mut window);
        let comment = table.lines().find(|line| line.starts_with(commented));
        assert_eq!(comment.is_some(), is_told, "{case}: {table}");
        assert!(comment.is_none_or(|comment| comment.contains("; energy E")));
    }
}

#[test]
fn a_dash_tells_that_the_units_are_dead_and_that_a_run_is_a() {
    let mut window = TestWindow::measured();
    let all = window.state().live.model.invariant;
    window.press(Key::P);
    window.act(Action::Show(view("compare")));
    window.act(Action::Maximise(view("compare")));
    for (dead, why) in [
        (all, "all invariant units are dead"),
        (all - 1, "most invariant units are dead"),
    ] {
        window.publish(|snapshot| {
            snapshot.status.movies_seen = 1_000_000;
            snapshot.status.dead_by_layer = vec![0, dead];
        });
        point_at_value_of_run(&mut window, "orientation concentration");
        assert!(window.has_text(&format!("A  the run: {why}")), "{why}");
    }
    point_at_value_of_run(&mut window, "simple units like those of A");
    assert!(window.has_text("A  the run: this is A"));
}

#[test]
fn in_a_narrow_view_the_numbers_of_two_runs_are_seen() {
    let mut window = TestWindow::measured();
    window.publish(|snapshot| snapshot.status.movies_seen = 280);
    window.press(Key::P);
    window.publish(|snapshot| {
        snapshot.generation = 1;
        snapshot.status.movies_seen = 1_280;
    });
    window.act(Action::Show(view("compare")));
    window.act(Action::Maximise(view("compare")));
    window.state().settings.shows_controls = false;
    window.harness.set_size(egui::vec2(300.0, 540.0));
    window.settle();
    for number in ["1\u{a0}280", "280 (−1\u{a0}000)"] {
        let mut numbers = window
            .harness
            .get_all_by_role_and_label(Role::Label, number);
        let right = numbers.next().expect("a number").rect().right();
        assert!(right <= 300.0, "{number} ends at {right}");
    }
}
