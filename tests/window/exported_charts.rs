//! Charts are written over the ranges and with the series on screen.

use std::sync::Arc;

use cellscope::app::Format;
use cellscope::telemetry::History;
use egui::Role;

use crate::exporting::{export, wait_for};
use crate::test_window::{TestWindow, view};

/// A run of 100 stretches with a change in the middle.
fn history() -> Arc<History> {
    let point = |i: u64| {
        let energy = 10.0 - 0.05 * i as f64;
        serde_json::json!({
            "step": i, "movies_seen": 10 * i, "elapsed_secs": i, "simple_density": 0.1,
            "invariant_density": 0.02, "concentration": 0.5, "concentration_shuffled": 0.2,
            "energies": {"reconstruction": energy, "simple_sparsity": 2.0, "modulated": 1.0,
                "invariant_sparsity": 0.5, "top_modulated": 0.0, "top_sparsity": 0.0},
        })
    };
    let points: Vec<_> = (1..=100).map(point).collect();
    let mark = serde_json::json!({
        "step": 50, "movies_seen": 500, "elapsed_secs": 50.09, "text": "alpha 0.5 to 0.7",
    });
    let history = serde_json::json!({
        "points": points, "notes": [], "marks": [mark], "stretch": 1, "filled": 1,
    });
    Arc::new(serde_json::from_value(history).expect("a history"))
}

/// The whole numbers below the axes of the leftmost chart.
fn labels_of_first_chart(svg: &str, right: f32) -> Vec<usize> {
    let texts = svg.split("<text ").skip(1).filter_map(|text| {
        let (head, rest) = text.split_once('>')?;
        let x: f32 = head.split('"').nth(1)?.parse().ok()?;
        let is_label = head.contains("text-anchor=\"middle\"") && x < right;
        let text = rest.split_once('<')?.0;
        is_label.then(|| text.parse().ok()).flatten()
    });
    texts.collect()
}

#[test]
fn curves_are_exported_over_the_ranges_and_with_the_series_on_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::waiting();
    window.state().settings.log_abscissa = false;
    window.publish(|snapshot| {
        (snapshot.history, snapshot.status.step) = (history(), 100);
    });
    let written = |window: &mut TestWindow, name: &str, format| {
        let path = folder.path().join(name);
        export(window, view("curves"), format, &path);
        String::from_utf8(wait_for(window, &path)).expect("text")
    };
    let plot = window.node(Role::Canvas, "Energy per movie").rect();
    let right = plot.width() + 60.0;
    let before = written(&mut window, "before.svg", Format::Svg);
    let all = labels_of_first_chart(&before, right);
    assert!(all.contains(&0) && all.contains(&1000), "{all:?}");
    for text in ["α|z|", "α 0.5 to 0.7", "movies seen"] {
        assert!(before.contains(&format!(">{text}</text>")), "{text}");
    }
    let width = before
        .split("width=\"")
        .nth(1)
        .and_then(|w| w.split('"').next());
    let width: f32 = width.expect("a width").parse().expect("a number");
    let charts =
        ["Energy per movie", "Invariance"].map(|name| window.node(Role::Canvas, name).rect());
    let seen = charts[1].right() - charts[0].left();
    assert!(width > seen && width < seen + 80.0, "{width} for {seen}");
    window
        .harness
        .event(egui::Event::PointerMoved(plot.center()));
    window.harness.run_steps(2);
    window.harness.event(egui::Event::Zoom(4.0));
    window.settle();
    window.click("α|z|");
    let after = written(&mut window, "after.svg", Format::Svg);
    let labels = labels_of_first_chart(&after, right);
    let middle = 370..=630;
    assert!(
        !labels.is_empty() && labels.iter().all(|label| middle.contains(label)),
        "{labels:?}"
    );
    assert!(!after.contains("α|z|"), "a hidden curve");
    let csv = written(&mut window, "after.csv", Format::Csv);
    assert!(csv.contains("# change: step 50, 500 movies, 50.0 s: alpha 0.5 to 0.7\n"));
    let head = csv
        .lines()
        .find(|line| !line.starts_with('#'))
        .expect("names");
    assert!(
        head.contains("reconstruction,modulated") && !head.contains("simple_sparsity"),
        "{head}"
    );
}

#[test]
fn convergence_is_exported_without_what_is_hidden() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = TestWindow::measured();
    window.show_convergence();
    window.descend();
    let mut written = |name: &str, format| {
        let path = folder.path().join(name);
        export(&mut window, view("convergence"), format, &path);
        let text = String::from_utf8(wait_for(&mut window, &path)).expect("text");
        window.click("ISTA");
        text
    };
    assert!(written("all.svg", Format::Svg).contains(">ISTA</text>"));
    let shown = written("one.svg", Format::Svg);
    assert!(!shown.contains(">ISTA</text>") && shown.contains(">FISTA</text>"));
    assert!(written("all.csv", Format::Csv).contains(",ISTA,"));
    let shown = written("one.csv", Format::Csv);
    assert!(!shown.contains(",ISTA,") && shown.contains(",FISTA,"));
}
