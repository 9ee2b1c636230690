//! In-painting: what is hidden stays hidden, what fills it is W z, and comparisons are fair.

mod common;

use cellscope::analysis::inpainting::{
    Filler, Hole, MAX_SNR_DB, Mask, MaskKind, Paired, Sparsities, Verdict, fill, fill_picture,
    tiled,
};
use cellscope::model::{ModelParams, SimpleCoder, SimpleProblem, Weights};
use common::{cellscope, scratch, succeed};
use ndarray::{Array1, Array2, s};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SIDE: usize = 8;
const ONE: Sparsities = Sparsities {
    alpha: 0.1,
    beta: None,
};
const TWO: Sparsities = Sparsities {
    alpha: 0.1,
    beta: Some(0.02),
};

fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn weights() -> Weights {
    let params = ModelParams {
        simple: 100,
        invariant: 12,
        ..ModelParams::default()
    };
    Weights::random(SIDE * SIDE, &params, 1)
}

fn patches(count: usize) -> Array2<f32> {
    let mut generator = generator(2);
    Array2::from_shape_simple_fn((count, SIDE * SIDE), || generator.random_range(-0.5..0.5))
}

fn half_observed() -> Vec<bool> {
    Mask::draw(MaskKind::Random(0.5), SIDE, 0, &mut generator(3)).patch()
}

fn hidden(observed: impl IntoIterator<Item = bool>) -> usize {
    observed.into_iter().filter(|observed| !observed).count()
}

#[test]
fn masks_hide_the_share_asked_for_of_the_patch_and_of_its_margin() {
    for (seed, kind) in (0..).zip(MaskKind::ALL) {
        let mask = Mask::draw(kind, 20, 8, &mut generator(seed));
        let all = hidden(mask.with_margin().iter().copied());
        let (patch, margin) = match kind {
            MaskKind::Random(share) => (share * 400.0, share * (36.0 * 36.0 - 400.0)),
            MaskKind::Block(side) => ((side * side) as f64, 0.0),
        };
        assert_eq!(hidden(mask.patch()) as f64, patch, "{kind:?}");
        assert!(
            (all as f64 - patch - margin).abs() <= 0.5,
            "{kind:?}: {all}"
        );
    }
}

#[test]
fn masks_are_drawn_from_all_places_and_by_the_seed_alone() {
    for kind in MaskKind::ALL {
        let mut seen = vec![0; 144];
        for seed in 0..400 {
            let draw = || Mask::draw(kind, 12, 2, &mut generator(seed));
            assert_eq!(draw(), draw());
            let patch = draw().patch().into_iter();
            seen.iter_mut()
                .zip(patch)
                .for_each(|(seen, observed)| *seen += usize::from(!observed));
        }
        assert!(
            seen.iter().all(|&seen| seen > 0),
            "{kind:?} leaves a pixel alone"
        );
    }
    let corners = |seed| Mask::draw(MaskKind::Block(6), 12, 0, &mut generator(seed));
    assert_ne!(corners(1), corners(2));
}

#[test]
fn a_block_leaves_something_of_the_smallest_patch() {
    let patch = Mask::draw(MaskKind::Block(6), 4, 0, &mut generator(1)).patch();
    assert_eq!(hidden(patch), 9);
}

#[test]
fn a_patch_of_which_all_is_observed_gives_what_the_plain_coder_gives() {
    let (weights, patches) = (weights(), patches(5));
    let filled = Filler::new(&weights, &[true; SIDE * SIDE])
        .fill(patches.view(), ONE, 1, 1)
        .filled;
    let gram = weights.gram();
    let coder = SimpleCoder::new(weights.dictionary.view(), gram.view(), ONE.alpha, 1e-4);
    let codes = coder.encode(patches.view(), 1).codes.to_dense();
    let expected = codes.dot(&weights.dictionary.t());
    let off = (&filled - &expected).fold(0.0f32, |most, d| most.max(d.abs()));
    assert!(off < 1e-5, "off by {off}");
    assert!(
        expected.iter().any(|&x| x.abs() > 0.05),
        "codes of nothing pass the above"
    );
}

#[test]
fn hidden_pixels_change_nothing_whatever_they_are() {
    let (weights, observed) = (weights(), half_observed());
    let filler = Filler::new(&weights, &observed);
    let given = patches(6);
    let mut spoiled = given.clone();
    for (pixel, mut column) in spoiled.columns_mut().into_iter().enumerate() {
        if !observed[pixel] {
            column.fill(f32::NAN);
        }
    }
    for sparsities in [ONE, TWO] {
        let fill = |patches: &Array2<f32>| filler.fill(patches.view(), sparsities, 3, 1).filled;
        assert_eq!(fill(&given), fill(&spoiled));
        assert!(fill(&given).iter().any(|&x| x != 0.0));
    }
}

#[test]
fn codes_of_a_masked_dictionary_are_minima_though_its_columns_have_other_norms() {
    let mut weights = weights();
    let observed = half_observed();
    // A filter that nothing is observed of.
    for (pixel, &observed) in observed.iter().enumerate() {
        if observed {
            weights.dictionary[[pixel, 7]] = 0.0;
        }
    }
    let rows: Vec<usize> = (0..observed.len())
        .filter(|&pixel| observed[pixel])
        .collect();
    let masked = weights
        .dictionary
        .select(ndarray::Axis(0), &rows)
        .mapv(f64::from);
    let patches = patches(4);
    let fill = Filler::new(&weights, &observed).fill(patches.view(), ONE, 1, 1);
    for (row, patch) in patches.outer_iter().enumerate() {
        let seen = Array1::from_iter(rows.iter().map(|&pixel| f64::from(patch[pixel])));
        let problem = SimpleProblem::new(masked.view(), seen.view(), f64::from(ONE.alpha));
        let code: Vec<f64> = fill.simple.to_dense().row(row).mapv(f64::from).to_vec();
        let gap = problem.gap(&code);
        assert!(gap <= 2e-4 * 0.5 * seen.dot(&seen), "gap {gap}");
        assert_eq!(code[7], 0.0);
        assert!(code.iter().any(|&z| z != 0.0));
    }
}

#[test]
fn two_layers_fill_as_one_where_u_costs_too_much_and_otherwise_where_it_does_not() {
    let (weights, observed, patches) = (weights(), half_observed(), patches(4));
    let filler = Filler::new(&weights, &observed);
    let one = filler.fill(patches.view(), ONE, 1, 3).filled;
    let dear = Sparsities {
        beta: Some(100.0),
        ..ONE
    };
    let two = filler.fill(patches.view(), dear, 1, 3);
    let off = (&two.filled - &one).fold(0.0f32, |most, d| most.max(d.abs()));
    assert!(off < 1e-4, "off by {off}");
    let two = filler.fill(patches.view(), TWO, 1, 3);
    assert!(two.invariant.expect("u").density() > 0.0);
    let off = (&two.filled - &one).fold(0.0f32, |most, d| most.max(d.abs()));
    assert!(off > 1e-3, "u does nothing");
}

#[test]
fn two_layers_go_on_with_a_pattern_that_one_layer_does_not_see() {
    // 8 filters of 8 pixels; the first four are always on together, and each pixel row is one filter.
    // Of the third filter only one pixel is observed, and dimly: alone it is not worth its price.
    let mut weights = Weights::random(
        64,
        &ModelParams {
            simple: 8,
            invariant: 1,
            ..ModelParams::default()
        },
        1,
    );
    weights.dictionary.fill(0.0);
    weights.pooling.fill(0.0);
    for filter in 0..8 {
        let rows = s![filter * 8..filter * 8 + 8, filter];
        weights
            .dictionary
            .slice_mut(rows)
            .fill(8.0f32.sqrt().recip());
    }
    weights.pooling.slice_mut(s![..4, 0]).fill(0.5);
    let truth = Array1::from_shape_fn(64, |pixel| if pixel < 32 { 1.0 } else { 0.0 });
    let observed: Vec<bool> = (0..64).map(|pixel| !(17..24).contains(&pixel)).collect();
    let one = Sparsities {
        alpha: 0.4,
        beta: None,
    };
    let two = Sparsities {
        alpha: 0.4,
        beta: Some(0.05),
    };
    let both = fill(
        &weights,
        truth.view(),
        truth.view(),
        &observed,
        [one, two],
        1,
    );
    assert!(
        both.one.slice(s![17..24]).iter().all(|&x| x == 0.0),
        "{}",
        both.one
    );
    assert!(
        both.two.slice(s![17..24]).iter().all(|&x| x > 0.2),
        "{}",
        both.two
    );
    assert!(both.snr_two_db > both.snr_one_db, "{both:?}");
    assert_eq!(both.invariant.len(), 1);
}

#[test]
fn the_snr_of_nothing_is_0_of_half_the_truth_6_and_of_all_of_it_the_most_there_is() {
    let truth = patches(2);
    let observed = half_observed();
    let hole = Hole::new(truth.view(), &observed).expect("hidden pixels");
    let snr = |scale: f32| hole.snr_db((&truth * scale).view()).expect("a truth");
    assert_eq!(snr(0.0), 0.0);
    assert!((snr(0.5) - 20.0 * 2.0f64.log10()).abs() < 1e-9);
    assert_eq!(snr(1.0), MAX_SNR_DB);
    assert_eq!(Hole::new(truth.view(), &[true; SIDE * SIDE]), None);
    let nothing = Array2::zeros(truth.dim());
    let empty = Hole::new(nothing.view(), &observed).expect("hidden pixels");
    assert_eq!(empty.snr_db(nothing.view()), None);
    assert_eq!(empty.power(), 0.0);
}

#[test]
fn errors_where_pixels_are_observed_do_not_count() {
    let truth = patches(1);
    let observed = half_observed();
    let hole = Hole::new(truth.view(), &observed).expect("hidden pixels");
    let mut filled = truth.clone();
    for (value, &observed) in filled.iter_mut().zip(&observed) {
        if observed {
            *value = 9.0;
        }
    }
    assert_eq!(hole.squared_error(filled.view()), 0.0);
}

/// A normal number, by Box and Muller.
fn normal(generator: &mut Xoshiro256PlusPlus) -> f64 {
    let (a, b): (f64, f64) = (generator.random(), generator.random());
    (-2.0 * (1.0 - a).ln()).sqrt() * (std::f64::consts::TAU * b).cos()
}

#[test]
fn the_interval_holds_the_truth_of_normal_differences_95_times_in_100() {
    let mut generator = generator(5);
    for n in [6, 20, 200] {
        let trials = 4000;
        let mut inside = 0;
        for _ in 0..trials {
            let differences: Vec<f64> =
                (0..n).map(|_| 0.3 + 2.0 * normal(&mut generator)).collect();
            let paired = Paired::of(&differences).expect("pairs");
            let (low, high) = paired.low.zip(paired.high).expect("an interval");
            inside += usize::from(low <= 0.3 && 0.3 <= high);
        }
        // Four standard errors of a share of 0.95 in 4000 trials are 0.014.
        let share = inside as f64 / f64::from(trials);
        assert!((share - 0.95).abs() < 0.014, "{share} of intervals of {n}");
    }
}

#[test]
fn the_verdict_is_that_of_the_interval() {
    let around = |mean: f64| {
        let differences: Vec<f64> = (0..100).map(|i| mean + f64::from(i % 2) - 0.5).collect();
        Paired::of(&differences).expect("pairs").verdict()
    };
    assert_eq!(around(0.5), Verdict::TwoLayers);
    assert_eq!(around(-0.5), Verdict::OneLayer);
    assert_eq!(around(0.0), Verdict::Neither);
    assert_eq!(
        Paired::of(&[9.0]).expect("a pair").verdict(),
        Verdict::Neither
    );
    assert_eq!(Paired::of(&[]), None);
    let groups = Paired::by_group([(3, 1.0), (3, 3.0), (5, 4.0)]).expect("groups");
    assert_eq!((groups.n, groups.mean), (2, 3.0));
}

#[test]
fn a_picture_of_one_patch_is_filled_as_that_patch_and_a_larger_one_everywhere() {
    let weights = weights();
    let tile = Mask::draw(MaskKind::Random(0.5), SIDE, 0, &mut generator(4));
    let patch = patches(1);
    let image = patch
        .clone()
        .into_shape_with_order((SIDE, SIDE))
        .expect("a square");
    let filled = fill_picture(&weights, image.view(), tile.with_margin(), ONE, 1);
    let alone = Filler::new(&weights, &tile.patch())
        .fill(patch.view(), ONE, 1, 1)
        .filled;
    assert!(filled.iter().zip(&alone).all(|(a, b)| (a - b).abs() < 1e-6));

    let image = Array2::from_shape_fn((21, 30), |(y, x)| patch[[0, (y * 7 + x * 3) % 64]]);
    let observed = tiled(tile.with_margin(), 21, 30);
    assert_eq!(observed[[10, 13]], tile.with_margin()[[2, 5]]);
    let filled = fill_picture(&weights, image.view(), tile.with_margin(), ONE, 1);
    let mut spoiled = image.clone();
    for (value, &observed) in spoiled.iter_mut().zip(&observed) {
        *value = if observed { *value } else { f32::NAN };
    }
    let again = fill_picture(&weights, spoiled.view(), tile.with_margin(), ONE, 1);
    assert_eq!(filled, again);
    assert!(filled.iter().all(|value| value.is_finite()));
    assert!(
        filled
            .slice(s![18.., 27..])
            .iter()
            .any(|&value| value != 0.0)
    );
}

fn pictures(folder: &std::path::Path, name: &str, seed: u32) {
    std::fs::create_dir(folder.join(name)).expect("a folder is made");
    for index in 0..2 {
        let level = |x: u32, y: u32| ((x * (3 + seed) + y * y * (1 + index)) % 253) as u8;
        let picture = image::GrayImage::from_fn(44, 36, |x, y| image::Luma([level(x, y)]));
        let path = folder.join(name).join(format!("{index}.png"));
        picture.save(path).expect("a picture is written");
    }
}

#[test]
fn the_command_writes_its_table_and_its_measures_the_same_on_any_number_of_threads() {
    let folder = scratch();
    pictures(folder.path(), "learn", 1);
    pictures(folder.path(), "test", 2);
    succeed(folder.path(), "train TINY --images learn --steps 5 --out m");
    succeed(
        folder.path(),
        "train TINY --images learn --model joint --steps 5 --out j",
    );
    let ask = "inpaint m --two j --images test --patches 24 --tune-patches 12 --whole 1 --seed 3";
    let said = succeed(folder.path(), &format!("{ask} --json - --threads 1"));
    assert!(said.stderr.contains("better"), "{}", said.stderr);
    let again = succeed(folder.path(), &format!("{ask} --json - --threads 2"));
    assert_eq!(said.stdout, again.stdout);
    let report: serde_json::Value = serde_json::from_str(&said.stdout).expect("JSON");
    assert_eq!(report["pictures_in_both"], 0);
    let rows = report["patches"].as_array().expect("rows");
    // Three masks, still and moving, and shared, shared_two, separate.
    assert_eq!(rows.len(), 3 * 2 * 3);
    for row in rows {
        let number = |value: &serde_json::Value| value.as_f64().expect("a number");
        let kept = number(&row["difference_db"]["n"]) + number(&row["left_out"]);
        assert_eq!(kept, 24.0);
        let [one, two] = ["one", "two"].map(|way| number(&row[way]["snr_db"]));
        assert!(
            (two - one - number(&row["difference_db"]["mean"])).abs() < 1e-9,
            "{row}"
        );
        assert!(row["one"]["beta"].is_null() && row["two"]["beta"].is_number());
    }
    assert_eq!(
        report["whole_pictures"].as_array().map(Vec::len),
        Some(3 * 3)
    );
}

#[test]
fn what_cannot_be_done_is_said_before_any_work() {
    let folder = scratch();
    pictures(folder.path(), "test", 2);
    succeed(folder.path(), "train TINY --images test --steps 1 --out m");
    succeed(folder.path(), "train TINY --frames 2 --steps 1 --out other");
    succeed(folder.path(), "train --preset toy --steps 1 --out toy");
    for (arguments, code, says) in [
        ("inpaint m --json new", 2, "--images"),
        (
            "inpaint m --images test --patches 0 --json new",
            2,
            "'--patches <N>'",
        ),
        (
            "inpaint m --images test --patches 1000000 --json new",
            1,
            "ask for at most",
        ),
        (
            "inpaint m --images test --json m",
            1,
            "m: would be replaced",
        ),
        (
            "inpaint m --images test --json nowhere/new",
            1,
            "nowhere: no such folder",
        ),
        (
            "inpaint missing --images test --json new",
            1,
            "missing: no such file",
        ),
        (
            "inpaint m --two other --images test --json new",
            1,
            "other: patches of 8 x 8 pixels, 2 frames",
        ),
        (
            "inpaint m --images missing --json new",
            1,
            "missing: no such file or folder",
        ),
        ("inpaint toy --images test --json new", 1, "give --tune"),
    ] {
        let outcome = cellscope(folder.path(), arguments);
        assert_eq!(outcome.code, Some(code), "{arguments}: {outcome:?}");
        assert!(
            outcome.stderr.contains(says),
            "{arguments}: {}",
            outcome.stderr
        );
        assert_eq!(outcome.stdout, "");
    }
    assert!(!folder.path().join("new").exists());
}

#[test]
fn pictures_that_are_both_tuned_and_measured_on_are_told() {
    let folder = scratch();
    pictures(folder.path(), "test", 2);
    succeed(folder.path(), "train TINY --images test --steps 1 --out m");
    let ask = "inpaint m --images ./test/0.png --patches 4 --tune-patches 4 --whole 0 --json -";
    let said = succeed(folder.path(), ask);
    assert!(
        said.stderr.contains("1 pictures are measured on"),
        "{}",
        said.stderr
    );
}
