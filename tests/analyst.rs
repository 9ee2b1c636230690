//! The analyst, the bench and the descents from outside: what they say of a snapshot is what the snapshot's own model
//! says, and neither keeps anyone waiting.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::analysis::convergence::{Convergence, EnergyName};
use cellscope::analysis::fit_filters;
use cellscope::config::Config;
use cellscope::engine::{
    Analysis, AnalysisRequest, Analyst, Bench, BenchQuestion, Checkpoint, Command, DescentQuestion,
    Descents, Engine, Event, History, Inputs, Measured, Options, Run, Snapshot,
};
use ndarray::{Array2, ArrayView1, ArrayView2};

/// Far longer than anything here takes; reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

fn config(simple: usize) -> Config {
    let mut config = Config::default();
    config.movies.patch_side = 8;
    config.model.simple = simple;
    config.model.invariant = 10;
    config.learning.batch_movies = 16;
    config
}

fn engine(config: Config) -> Engine {
    let options = Options {
        threads: 1,
        paused: true,
        ..Options::default()
    };
    Engine::spawn(config, options, || {})
}

fn wait<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("nothing happened");
}

/// The paused model after so many minibatches in all.
fn trained(engine: &Engine, steps: u64) -> Arc<Snapshot> {
    engine.send(Command::Step(steps)).expect("room");
    wait(|| {
        engine
            .snapshot()
            .filter(|snapshot| snapshot.status.step > 0 && snapshot.status.run == Run::Paused)
    })
}

fn request(snapshot: &Arc<Snapshot>) -> AnalysisRequest {
    AnalysisRequest {
        snapshot: Arc::clone(snapshot),
        k_rad_per_px: 1.0,
        betas: vec![0.2, 0.1],
        edges: true,
        gratings: true,
    }
}

/// The 8 x 8 window of the first picture that holds most.
fn strongest_frame(snapshot: &Snapshot) -> Vec<f32> {
    let pictures = snapshot.pictures.as_ref().expect("loaded");
    let windows = pictures.images()[0].windows((8, 8));
    let power = |window: &ArrayView2<'_, f32>| window.iter().map(|y| y * y).sum::<f32>();
    let strongest = windows
        .into_iter()
        .max_by(|a, b| power(a).total_cmp(&power(b)));
    strongest.expect("a window").iter().copied().collect()
}

/// The same snapshot as if its run were learning.
fn learning(snapshot: &Snapshot) -> Arc<Snapshot> {
    let mut snapshot = snapshot.clone();
    snapshot.status.run = Run::Running;
    Arc::new(snapshot)
}

fn finished(analyst: &Analyst, step: u64) -> Arc<Analysis> {
    wait(|| {
        assert_eq!(analyst.fault(), None);
        let analysis = analyst.answer()?;
        let is_done = analysis
            .gratings
            .as_ref()
            .is_some_and(|study| study.step == step);
        is_done.then_some(analysis)
    })
}

#[test]
fn stages_arrive_one_after_the_other_and_the_last_holds_all() {
    // Long enough that units of u answer gratings.
    let snapshot = trained(&engine(config(40)), 300);
    let analyst = Analyst::spawn(|| {});
    analyst.ask(request(&snapshot));
    let mut seen = Vec::new();
    let last = wait(|| {
        let analysis = analyst.answer()?;
        seen.push((analysis.edges.is_some(), analysis.gratings.is_some()));
        analysis.gratings.is_some().then_some(analysis)
    });
    assert!(seen.is_sorted(), "{seen:?}");
    assert!(!seen.contains(&(false, true)), "edges come before gratings");
    let (dictionary, status) = (snapshot.dictionary.view(), &snapshot.status);
    assert_eq!(*last.fits, fit_filters(dictionary, 8, &[]));
    assert_eq!(
        (last.snapshot.generation, last.snapshot.status.step),
        (snapshot.generation, status.step)
    );
    let edges = last.edges.as_ref().expect("asked for");
    assert_eq!(edges.betas, [0.2, 0.1]);
    assert_eq!(edges.responses.invariant.len(), 3);
    assert_eq!((edges.step, edges.regions.len()), (status.step, 2));
    let measured = &last.measured;
    let concentration = last.concentration.as_ref().expect("units");
    assert_eq!(measured.concentration, Some(concentration.median));
    assert_eq!(measured.width_ratio, edges.summary.map(|s| s.width_ratio));
    let gratings = last.gratings.as_ref().expect("asked for");
    let f2 = gratings.summary.map(|s| s.simple.f2_over_f0);
    assert!(f2.is_some_and(|f2| (0.0..2.0).contains(&f2)), "{f2:?}");
    assert_eq!(measured.f2_over_f0_simple, f2);
}

#[test]
fn a_grating_curve_peaks_where_the_tuning_says() {
    let snapshot = trained(&engine(config(40)), 60);
    let analyst = Analyst::spawn(|| {});
    analyst.ask(request(&snapshot));
    let analysis = finished(&analyst, 60);
    let study = analysis.gratings.as_ref().expect("finished");
    let mut answering = 0;
    for (unit, tuning) in study.simple.iter().enumerate() {
        let (Some(tuning), Some(curve)) = (tuning, study.simple_over_freq(unit)) else {
            continue;
        };
        let freqs = &study.grid.freq_cycles_per_px;
        let peak = freqs
            .iter()
            .position(|&f| f == tuning.freq_cycles_per_px)
            .expect("of the grid");
        assert!((f64::from(curve[peak]) / tuning.mean - 1.0).abs() < 1e-5);
        assert!(curve.iter().all(|&mean| mean <= curve[peak]));
        answering += 1;
    }
    assert!(answering > 10, "{answering} units answer");
}

#[test]
fn parts_not_asked_for_stay_those_of_before_and_do_not_count_as_measured() {
    let engine = engine(config(40));
    let (first, second) = (trained(&engine, 40), trained(&engine, 40));
    let analyst = Analyst::spawn(|| {});
    analyst.ask(request(&first));
    let before = finished(&analyst, 40);
    analyst.ask(AnalysisRequest {
        edges: false,
        gratings: false,
        ..request(&second)
    });
    let after = wait(|| analyst.answer());
    assert_eq!((after.snapshot.status.step, after.measured.step), (80, 80));
    let kept = (after.edges.as_ref(), before.edges.as_ref());
    assert!(matches!(kept, (Some(kept), Some(old)) if Arc::ptr_eq(kept, old)));
    assert_eq!(after.measured.width_ratio, None);
    assert!(after.measured.concentration.is_some());
    // Another model takes nothing over.
    let mut other = Snapshot::clone(&second);
    other.generation += 1;
    analyst.ask(AnalysisRequest {
        edges: false,
        gratings: false,
        ..request(&Arc::new(other))
    });
    assert!(wait(|| analyst.answer()).edges.is_none());
}

#[test]
fn warm_fits_are_as_good_as_cold_ones() {
    let engine = engine(config(40));
    let (first, second) = (trained(&engine, 400), trained(&engine, 10));
    let analyst = Analyst::spawn(|| {});
    for snapshot in [&first, &second] {
        analyst.ask(request(snapshot));
        finished(&analyst, snapshot.status.step);
    }
    let bare = AnalysisRequest {
        edges: false,
        gratings: false,
        ..request(&second)
    };
    analyst.ask(bare);
    let warm = wait(|| analyst.answer());
    let cold = fit_filters(second.dictionary.view(), 8, &[]);
    for (warm, cold) in warm.fits.iter().zip(&cold) {
        let (warm, cold) = (warm.expect("a fit"), cold.expect("a fit"));
        assert!(
            warm.correlation > cold.correlation - 0.03,
            "{warm:?} {cold:?}"
        );
    }
}

#[test]
fn the_newest_request_is_answered_last_and_a_paused_one_ends_the_rest() {
    let engine = engine(config(100));
    let (first, second) = (trained(&engine, 3), trained(&engine, 3));
    let analyst = Analyst::spawn(|| {});
    for _ in 0..20 {
        analyst.ask(request(&learning(&first)));
    }
    analyst.ask(request(&second));
    finished(&analyst, second.status.step);
    assert!(analyst.answer().is_none(), "the others were replaced");
}

#[test]
fn dropping_a_busy_analyst_returns() {
    let snapshot = trained(&engine(config(100)), 3);
    for ask in [Arc::clone(&snapshot), learning(&snapshot)] {
        let analyst = Analyst::spawn(|| {});
        analyst.ask(request(&ask));
        drop(analyst);
        let analyst = Analyst::spawn(|| {});
        analyst.ask(request(&ask));
        // In the rest after its first stages, or between two of them.
        wait(|| analyst.answer());
        drop(analyst);
    }
}

#[test]
fn the_bench_codes_a_frame_as_the_model_does() {
    let snapshot = trained(&engine(config(40)), 200);
    let frame = strongest_frame(&snapshot);
    let bench = Bench::spawn(|| {});
    let question = BenchQuestion {
        snapshot: Arc::clone(&snapshot),
        frame: frame.clone(),
    };
    bench.ask(question.clone());
    let answer = wait(|| bench.answer());
    let weights = snapshot.weights();
    let (frames, params) = (snapshot.config.movies.frames, &snapshot.config.model);
    let movie = Array2::from_shape_fn((frames, 64), |(_, pixel)| frame[pixel]);
    let codes = weights.encode(movie.view(), frames, params, 1e-4);
    let near = |a: f64, b: f64| (a - b).abs() <= 2e-4 * (1.0 + b.abs());
    let simple = codes.simple.codes.to_dense().row(0).to_owned();
    assert!(
        simple.iter().any(|&z| z != 0.0),
        "the frame holds something"
    );
    for (found, wanted) in answer.simple.iter().zip(&simple) {
        assert!((found - wanted).abs() < 0.01, "{found} against {wanted}");
    }
    let invariant = codes.invariant.codes.to_dense().row(0).to_vec();
    for (found, wanted) in answer.invariant.iter().zip(&invariant) {
        assert!((found - wanted).abs() < 0.02, "{found} against {wanted}");
    }
    let (found, wanted) = (answer.energies, codes.energies());
    assert!(
        near(found.simple(), wanted.simple()),
        "{found:?} {wanted:?}"
    );
    assert!(
        near(found.invariant(), wanted.invariant()),
        "{found:?} {wanted:?}"
    );
    let drawn = weights.dictionary.dot(&ArrayView1::from(&answer.simple));
    for (found, wanted) in answer.reconstruction.iter().zip(&drawn) {
        assert!((found - wanted).abs() < 1e-5);
    }
    bench.ask(question);
    assert_eq!(wait(|| bench.answer()), answer, "with W'W kept");
}

#[test]
fn a_frame_of_another_size_is_refused_and_the_next_is_answered() {
    let snapshot = trained(&engine(config(20)), 3);
    let bench = Bench::spawn(|| {});
    let ask = |length| {
        bench.ask(BenchQuestion {
            snapshot: Arc::clone(&snapshot),
            frame: vec![0.1; length],
        });
    };
    ask(63);
    let fault = wait(|| bench.fault());
    assert_eq!(fault, "a frame should have 64 pixels, but has 63");
    ask(64);
    assert_eq!(wait(|| bench.answer()).frame.len(), 64);
}

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

fn descent(snapshot: &Arc<Snapshot>, energy: EnergyName, inputs: Inputs) -> DescentQuestion {
    DescentQuestion {
        snapshot: Arc::clone(snapshot),
        energy,
        inputs,
        iterations: 60,
    }
}

#[test]
fn a_descent_is_that_of_the_snapshots_own_model() {
    let snapshot = trained(&engine(config(40)), 20);
    let frame = strongest_frame(&snapshot);
    let descents = Descents::spawn(|| {});
    let weights = snapshot.weights();
    let movie = Array2::from_shape_fn((3, 64), |(_, pixel)| frame[pixel]);
    let model = &snapshot.config.model;
    let expected = Convergence::measure(&weights, movie.view(), 3, model, 60);
    for (place, energy) in EnergyName::ALL.into_iter().enumerate() {
        let inputs = Inputs::Frame(frame.clone());
        descents.ask(Some(descent(&snapshot, energy, inputs)));
        let answer = wait(|| descents.answer().filter(|answer| answer.is_final()));
        let found = answer.convergence.as_ref().expect("done");
        assert_eq!(
            found.energies,
            expected.energies[place..=place],
            "{energy:?}"
        );
        assert_eq!(answer.question.energy, energy);
    }
    descents.ask(Some(descent(
        &snapshot,
        EnergyName::E1,
        Inputs::Frame(vec![0.0; 3]),
    )));
    let fault = wait(|| descents.fault());
    assert!(fault.contains("64 pixels, but has 3"), "{fault}");
}

#[test]
fn a_newer_descent_breaks_off_an_older_one_and_so_does_none() {
    let snapshot = trained(&engine(config(40)), 20);
    let descents = Descents::spawn(|| {});
    // Long enough for the patience many times over.
    let endless = DescentQuestion {
        iterations: 20_000,
        ..descent(&snapshot, EnergyName::Joint, Inputs::Movies(1_000))
    };
    descents.ask(Some(endless.clone()));
    let first = wait(|| descents.answer());
    assert!(!first.is_final());
    assert_eq!(first.total, 1_000);
    descents.ask(Some(descent(&snapshot, EnergyName::E2, Inputs::Movies(2))));
    let newer = wait(|| descents.answer().filter(|answer| answer.is_final()));
    assert_eq!((newer.question.energy, newer.done), (EnergyName::E2, 2));
    descents.ask(Some(endless));
    wait(|| descents.answer());
    descents.ask(None);
    // Only one that was broken off can be followed by another.
    descents.ask(Some(descent(&snapshot, EnergyName::E1, Inputs::Movies(1))));
    wait(|| descents.answer().filter(|answer| answer.is_final()));
    drop(descents);
}
