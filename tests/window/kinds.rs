//! The views of models of a kind: the toy example's Figure 1 and the units of a third layer.

use std::ops::ControlFlow;
use std::sync::Arc;

use cellscope::app::{Action, View};
use cellscope::config::{Config, Preset};
use cellscope::engine::{AnalysisRequest, AnalysisStage, Analyst, Answer, Command, Run, Snapshot};
use cellscope::figure::Format;
use cellscope::model::{Coupling, PoolingLayer};
use cellscope::source::load;
use ndarray::Array2;

use crate::exporting::{export, wait_for};
use crate::models::snapshot;
use crate::test_window::{TestWindow, view, wait};

/// A window on a paused model of this preset.
fn showing(preset: Preset, shown: View, change: impl FnOnce(&mut Snapshot)) -> TestWindow {
    let mut window = TestWindow::running();
    let config = Config::preset(preset);
    let mut model = snapshot(&config);
    model.generation = 1;
    model.status.run = Run::Paused;
    change(&mut model);
    let model = Arc::new(model);
    let analyst = Analyst::spawn(|| {});
    analyst.ask(AnalysisRequest {
        snapshot: Arc::clone(&model),
        k_rad_per_px: 1.0,
        betas: Vec::new(),
        edges: false,
        gratings: false,
        awaited: Some(AnalysisStage::Edges),
    });
    let analysis = wait(&analyst, |_| true);
    {
        let mut wire = window.wire.borrow_mut();
        wire.snapshot = Some(model);
        wire.answers.push(Answer::Analysis(analysis));
    }
    window.settle();
    window.act(Action::Show(shown));
    window
}

#[test]
fn models_of_other_kinds_are_offered_and_start_with_the_seed_of_now() {
    for (shown, button, preset) in [
        (view("figure1"), "Start the toy example", Preset::Toy),
        (view("top"), "Start a model with three layers", Preset::Deep),
    ] {
        let mut window = TestWindow::measured();
        window.state().live.seed = 7;
        window.act(Action::Show(shown));
        window.commands();
        window.click(button);
        let commands = window.commands();
        let [Command::Rebuild(config)] = &commands[..] else {
            panic!("{commands:?}");
        };
        let mut expected = window.config.clone();
        expected.seed = 7;
        preset.apply(&mut expected);
        assert_eq!(**config, expected);
        assert_eq!(config.check(), Ok(()));
    }
}

/// Gives a model the lines that it learns from.
fn with_lines(model: &mut Snapshot) {
    let config = &model.config;
    let go_on = &|_, _| ControlFlow::Continue(());
    let lines = load(&config.source, 0, &config.normalise, &config.movies, go_on);
    model.pictures = Some(Arc::new(lines.expect("lines")));
}

#[test]
fn the_toy_example_has_no_shares_of_units_before_it_has_learned() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = view("figure1");
    for (movies_seen, is_told) in [(0, false), (1_280, true)] {
        let mut window = showing(Preset::Toy, shown, |model| {
            with_lines(model);
            model.status.movies_seen = movies_seen;
        });
        window.act(Action::Maximise(shown));
        let path = folder.path().join(format!("{movies_seen}.svg"));
        export(&mut window, shown, Format::Svg, &path);
        let drawn = String::from_utf8(wait_for(&mut window, &path)).expect("text");
        assert_eq!(drawn.contains("%<"), is_told, "{movies_seen}");
    }
}

#[test]
fn the_toy_example_says_how_far_it_is_and_its_filters_can_be_marked() {
    let mut window = showing(Preset::Toy, view("figure1"), with_lines);
    assert!(window.has_text("of 40 lines are filters"));
    window.click_about("Figure 1", |state| {
        state.selection.simple.is_some() || state.selection.invariant.is_some()
    });
}

#[test]
fn the_units_of_a_third_layer_are_shown_and_their_pools_can_be_marked() {
    let mut window = showing(Preset::Deep, view("top"), |model| {
        let (below, units) = (model.config.model.invariant, model.config.model.top);
        let weight = |(j, n): (usize, usize)| ((j * 5 + n * 3) % 13) as f32 / 13.0;
        let learner = Arc::make_mut(&mut model.learner);
        let weights = Array2::from_shape_fn((below, units), weight);
        let mut top = PoolingLayer::new(weights, model.config.model.gamma);
        top.state.unit_use.fill(0.05);
        learner.weights.layers[1] = top;
    });
    window.click_about("Top units", |state| state.selection.invariant.is_some());
}

#[test]
fn the_model_is_switched_with_the_seed_and_the_pictures_kept() {
    let mut window = TestWindow::running();
    window.state().live.seed = 5;
    window.click("joint");
    let mut expected = window.config.clone();
    expected.seed = 5;
    expected.model.coupling = Coupling::Joint;
    assert_eq!(window.commands(), [Command::Rebuild(Box::new(expected))]);
    assert!(!window.has_text("top units"));
}

#[test]
fn the_sparsity_of_a_third_layer_has_its_own_slider() {
    let window = showing(Preset::Deep, view("filters"), |_| {});
    assert!(window.has_text("γ  top units"));
}

#[test]
fn lines_that_are_not_there_any_more_are_not_drawn() {
    let mut window = showing(Preset::Toy, view("figure1"), |model| {
        // As in the past of a run that learns from other pictures since.
        let scenes = Config::preset(Preset::Quick);
        let go_on = &|_, _| ControlFlow::Continue(());
        let others = load(&scenes.source, 0, &scenes.normalise, &scenes.movies, go_on);
        model.pictures = Some(Arc::new(others.expect("scenes")));
    });
    assert!(window.has_text("the lines of this moment are gone"));
    assert!(!window.has_text("This view failed"));
    window.settle();
}
