//! The step of W against the same in f64.

use cellscope::model::{SparseRows, Workspace, step_dictionary};
use ndarray::{Array2, ShapeBuilder};

const PIXELS: usize = 30;
const UNITS: usize = 9;

/// Numbers from -1 to 1, other ones for other seeds: late digits of sines, which know no order.
fn wave(seed: usize, index: usize) -> f32 {
    let noise = 1e4 * ((seed * 1009 + index * 37) as f64).sin();
    2.0 * (noise - noise.floor()) as f32 - 1.0
}

fn codes(seed: usize, rows: usize) -> SparseRows {
    let mut codes = SparseRows::new(UNITS);
    for row in 0..rows {
        let on = (0..UNITS).filter(|unit| (unit * row + seed).is_multiple_of(3));
        codes.push_row(on.map(|unit| (unit as u32, wave(seed, row * UNITS + unit))));
    }
    codes
}

/// An upper bound on the second order of the energy's change, from the lengths of the steps alone: where it is low enough, the
/// step is taken without more ado.
fn highest_rise(lengths: &[f64], dense: &Array2<f32>) -> f64 {
    let reach = |row: ndarray::ArrayView1<'_, f32>| -> f64 {
        let reaches = row.iter().zip(lengths);
        reaches.map(|(z, length)| f64::from(z.abs()) * length).sum()
    };
    let rows = dense.outer_iter();
    rows.map(|row| 0.5 * reach(row).powi(2)).sum()
}

#[test]
fn a_step_is_taken_if_and_only_if_it_lowers_the_energy() {
    let (mut short, mut told, mut undone) = (0, 0, 0);
    for seed in 0..40 {
        let shape = (PIXELS, UNITS).f();
        let mut dictionary =
            Array2::from_shape_fn(shape, |(pixel, unit)| wave(seed, unit * PIXELS + pixel));
        for mut filter in dictionary.columns_mut() {
            filter /= filter.dot(&filter).sqrt();
        }
        let codes = codes(seed, 12);
        let dense = codes.to_dense();
        let frames = Array2::from_shape_fn((12, PIXELS), |(row, pixel)| {
            wave(seed + 7, row * PIXELS + pixel)
        });
        let left = &frames - &dense.dot(&dictionary.t());
        let moment = dense.mapv(|z| z * z).mean_axis(ndarray::Axis(0));
        let moment = moment.expect("frames").mapv(|moment| moment.max(0.05));
        for rate in [0.1f32, 0.4, 0.6, 0.8, 1.2, 2.0, 5.0] {
            // The same in f64: the step of each filter, and E at both its ends.
            let gradient = left.t().dot(&dense).mapv(f64::from);
            let scales = moment.mapv(|moment| f64::from(rate / (12.0 * moment)));
            let step = &gradient * &scales;
            let after = left.mapv(f64::from) - dense.mapv(f64::from).dot(&step.t());
            let energy = |left: &Array2<f64>| 0.5 * left.mapv(|left| left * left).sum();
            let lowers = energy(&after) <= energy(&left.mapv(f64::from));

            let lengths = step
                .columns()
                .into_iter()
                .map(|step| step.dot(&step).sqrt());
            let lengths: Vec<f64> = lengths.collect();
            let is_short = highest_rise(&lengths, &dense) <= (&gradient * &step).sum();
            short += usize::from(is_short);
            told += usize::from(lowers && !is_short);
            undone += usize::from(!lowers);

            let mut moved = dictionary.clone();
            let mut workspace = Workspace::default();
            workspace.residuals.clone_from(&left);
            let taken = step_dictionary(
                &mut moved,
                &moment,
                &mut workspace,
                (&codes, &codes.transposed()),
                rate,
            );
            assert_eq!(taken, lowers, "seed {seed}, rate {rate}");
            assert_eq!(moved != dictionary, lowers, "W moves with the step alone");
            for (unit, filter) in moved.columns().into_iter().enumerate().filter(|_| taken) {
                let wanted = dictionary.column(unit).mapv(f64::from) + step.column(unit);
                let wanted = &wanted / wanted.dot(&wanted).sqrt();
                let error = filter.mapv(f64::from) - wanted;
                assert!(error.dot(&error).sqrt() < 1e-6, "filter {unit}: {error}");
            }
        }
    }
    assert!(
        short > 10 && told > 10 && undone > 10,
        "{short} {told} {undone}"
    );
}
