//! The analyst.

use std::sync::Arc;

use cellscope::analysis::tuning::GratingProfile;
use cellscope::analysis::{GaborFit, fit_filters};
use cellscope::engine::{Analysis, AnalysisRequest, AnalysisStage, Analyst, Run, Snapshot};
use ndarray::Axis;

use super::{config, engine, trained, wait};

fn request(snapshot: &Arc<Snapshot>) -> AnalysisRequest {
    AnalysisRequest {
        snapshot: Arc::clone(snapshot),
        k_rad_per_px: 1.0,
        betas: vec![0.2, 0.1],
        edges: true,
        gratings: true,
        awaited: Some(AnalysisStage::Edges),
    }
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
    let (dictionary, status) = (snapshot.dictionary().view(), &snapshot.status);
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
fn awaited_edges_of_a_model_that_learns_come_before_its_fits() {
    let snapshot = trained(&engine(config(40)), 300);
    let analyst = Analyst::spawn(|| {});
    analyst.ask(request(&learning(&snapshot)));
    let first = wait(|| analyst.answer());
    let edges = first.edges.as_ref().expect("edges first");
    assert!(!first.is_fitted() && first.preferences.is_empty());
    assert_eq!(edges.step, snapshot.status.step);
    let width_ratio = edges.summary.map(|summary| summary.width_ratio);
    assert_eq!(first.measured.width_ratio, width_ratio);
    let last = finished(&analyst, snapshot.status.step);
    assert!(last.is_fitted() && !last.preferences.is_empty());
    assert_eq!(last.measured.width_ratio, width_ratio);
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
        let means = study.simple_means.index_axis(Axis(2), unit);
        let (Some(tuning), Some(curve)) = (tuning, GratingProfile::of_means(means)) else {
            continue;
        };
        let freqs = &study.grid.freq_cycles_per_px;
        assert_eq!(freqs[curve.best_freq], tuning.freq_cycles_per_px);
        assert!((curve.peak() / tuning.mean - 1.0).abs() < 1e-5);
        assert!(curve.over_freq.iter().all(|&mean| mean <= curve.peak()));
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
fn fits_go_on_from_the_last_while_a_model_learns_and_are_cold_once_it_stands_still() {
    let engine = engine(config(40));
    let (first, second) = (trained(&engine, 400), trained(&engine, 10));
    let analyst = Analyst::spawn(|| {});
    let fits = |snapshot: &Arc<Snapshot>| {
        analyst.ask(AnalysisRequest {
            edges: false,
            gratings: false,
            awaited: Some(AnalysisStage::Fits),
            ..request(snapshot)
        });
        wait(|| analyst.answer()).fits.to_vec()
    };
    fits(&learning(&first));
    let warm = fits(&learning(&second));
    let cold = fit_filters(second.dictionary().view(), 8, &[]);
    for (warm, cold) in warm.iter().zip(&cold) {
        let (warm, cold) = (warm.expect("a fit"), cold.expect("a fit"));
        assert!(
            warm.correlation > cold.correlation - 0.03,
            "{warm:?} {cold:?}"
        );
    }
    let steps = |fits: &[Option<GaborFit>]| fits.iter().flatten().map(|fit| fit.steps).sum::<u32>();
    assert!(steps(&warm) < steps(&cold), "they begin at the last ones");
    assert_eq!(fits(&second), cold, "as the command line fits them");
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
fn awaited_fits_of_a_model_that_has_grown_do_not_wait_for_edges_and_gratings_of_before() {
    let engine = engine(config(40));
    let (first, second) = (trained(&engine, 40), trained(&engine, 60));
    let analyst = Analyst::spawn(|| {});
    let awaiting_fits = |snapshot| AnalysisRequest {
        awaited: Some(AnalysisStage::Fits),
        ..request(&learning(snapshot))
    };
    analyst.ask(awaiting_fits(&first));
    wait(|| analyst.answer());
    analyst.ask(awaiting_fits(&second));
    let next = wait(|| {
        let answer = analyst.answer()?;
        assert!(answer.gratings.is_none(), "those of before were left");
        (answer.snapshot.status.step == second.status.step).then_some(answer)
    });
    assert!(next.is_fitted());
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
fn widths_at_edges_of_another_fineness_are_no_measures_of_the_run() {
    let snapshot = trained(&engine(config(40)), 60);
    let analyst = Analyst::spawn(|| {});
    analyst.ask(AnalysisRequest {
        k_rad_per_px: 0.7,
        ..request(&snapshot)
    });
    let analysis = finished(&analyst, 60);
    let edges = analysis.edges.as_ref().expect("asked for");
    assert!(edges.summary.is_some(), "the view shows them");
    assert_eq!(analysis.measured.width_ratio, None);
    assert!(analysis.measured.f2_over_f0_simple.is_some());
}
