//! The vector loops: the same results on all instruction sets, and an exponential that is right.

use cellscope::compute::simd::{
    WIDTH, add_terms, add_terms_f64, count_above, decay, dot, dot_four, dots, first_two_moments,
    max_abs_scaled, places_where,
};
use pulp::Simd;

/// The instruction sets that this machine has kernels for, plain code first.
pub(crate) fn instruction_sets() -> Vec<pulp::Arch> {
    let mut sets = vec![pulp::Arch::Scalar];
    #[cfg(target_arch = "x86_64")]
    sets.extend(pulp::x86::V3::try_new().map(pulp::Arch::V3));
    #[cfg(target_arch = "x86_64")]
    sets.extend(pulp::x86::V4::try_new().map(pulp::Arch::V4));
    #[cfg(target_arch = "aarch64")]
    sets.extend(pulp::aarch64::Neon::try_new().map(pulp::Arch::Neon));
    sets
}

/// Every kernel but that of Cholesky factors once, on rows of a multiple of [`WIDTH`]; what each makes of them, one after the other.
struct Kernels<'a>(&'a [Vec<f32>; 5]);

impl pulp::WithSimd for Kernels<'_> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f64> {
        let Self([a, b, c, d, e]) = self;
        let mut sum = a.clone();
        let rows = [b, c, d, e, b];
        add_terms(simd, &mut sum, rows.len(), |index| {
            (0.3 * index as f32 - 0.5, rows[index].as_slice())
        });
        let mut decayed = vec![0.0; a.len()];
        let fall = decay(&mut decayed, b, -0.7, c);
        let [first, second] = first_two_moments(a, b);
        let mut wide = vec![0.0; a.len()];
        add_terms_f64(simd, &mut wide, rows.len(), |index| {
            (0.7 - 0.1 * index as f64, rows[index].as_slice())
        });
        let numbers = [
            fall,
            f64::from(first),
            f64::from(second),
            f64::from(max_abs_scaled(a, b)),
            dot(c, d),
        ];
        let in_f32 = dots(simd, [a, c, d], b).map(f64::from);
        let in_f64 = dot_four(simd, [a, b, c, d], &wide);
        let rows = sum.into_iter().chain(decayed).map(f64::from);
        let rows = rows.chain(wide).chain(numbers);
        rows.chain(in_f32).chain(in_f64).collect()
    }
}

#[test]
fn kernels_agree_on_all_instruction_sets() {
    for length in [WIDTH, 3 * WIDTH, 20 * WIDTH] {
        let wave = |seed: usize| {
            let entry = |at: usize| ((seed * 31 + at * 7) as f32 * 0.37).sin();
            (0..length).map(entry).collect::<Vec<_>>()
        };
        let rows = std::array::from_fn(wave);
        let results = instruction_sets().into_iter();
        let results: Vec<_> = results.map(|set| set.dispatch(Kernels(&rows))).collect();
        for other in &results[1..] {
            for (at, (plain, other)) in results[0].iter().zip(other).enumerate() {
                assert!(
                    (plain - other).abs() <= 2e-6 * length as f64,
                    "{plain} against {other}, number {at} of rows of {length}"
                );
            }
        }
    }
}

/// Kernels of rows of any length, against the same in plain words.
struct OfAnyLength(usize);

impl pulp::WithSimd for OfAnyLength {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self(length) = self;
        let row = |seed: usize| {
            let entry = |at: usize| ((seed * 17 + at * 5) as f32 * 0.61).cos();
            (0..length).map(entry).collect::<Vec<_>>()
        };
        let rows: [Vec<f32>; 5] = std::array::from_fn(row);
        let mut wide = vec![0.25; length];
        add_terms_f64(simd, &mut wide, rows.len(), |index| {
            (0.5 + index as f64, rows[index].as_slice())
        });
        for (at, wide) in wide.iter().enumerate() {
            let terms = rows.iter().enumerate();
            let sum: f64 = terms
                .map(|(index, row)| (0.5 + index as f64) * f64::from(row[at]))
                .sum();
            assert!((wide - 0.25 - sum).abs() < 1e-13, "entry {at} of {length}");
        }
        let [a, b, c, d, bounds] = &rows;
        let dots = dot_four(simd, [a, b, c, d], &wide);
        for (row, found) in rows.iter().zip(dots) {
            let terms = row.iter().zip(&wide).map(|(&x, y)| f64::from(x) * y);
            let sum: f64 = terms.sum();
            assert!((found - sum).abs() < 1e-11, "{found} for {sum} of {length}");
        }
        for by in [0.0, 0.3, 10.0] {
            let excess = |at: usize| a[at].abs() - bounds[at];
            let above: Vec<_> = (0..length).filter(|&at| excess(at) > by).collect();
            let furthest = (0..length).map(excess).fold(0.0, f32::max);
            let counted = count_above(simd, a, bounds, by);
            assert_eq!(counted, (above.len(), furthest), "{by} of {length}");
            let mut places = vec![0; length];
            let holds = |value: f32, bound: f32| value.abs() - bound > by;
            let count = places_where(&mut places, a, bounds, holds);
            let places = places[..count].iter().map(|&place| place as usize);
            assert!(places.eq(above), "{by} of {length}");
        }
    }
}

#[test]
fn kernels_of_rows_of_any_length_do_what_they_say() {
    for set in instruction_sets() {
        for length in [0, 1, 7, 8, WIDTH, 37, 100, 250] {
            set.dispatch(OfAnyLength(length));
        }
    }
}

/// e^x of each.
fn exponentials(xs: &[f32]) -> Vec<f32> {
    let mut padded = xs.to_vec();
    padded.resize(xs.len().next_multiple_of(WIDTH), 0.0);
    let ones = vec![1.0; padded.len()];
    let mut found = vec![0.0; padded.len()];
    decay(&mut found, &ones, 1.0, &padded);
    found
}

#[test]
fn the_exponential_is_right_to_the_last_places() {
    let xs: Vec<f32> = (-86_999..=87_999).map(|step| step as f32 * 1e-3).collect();
    for (&x, found) in xs.iter().zip(exponentials(&xs)) {
        let (found, wanted) = (f64::from(found), f64::from(x).exp());
        assert!(
            (found - wanted).abs() <= 2.5e-7 * wanted,
            "{found} for {wanted} at {x}"
        );
    }
    let [zero, lowest] = [0.0, -1e30].map(|x| exponentials(&[x])[0]);
    assert_eq!(zero, 1.0);
    assert!(lowest < 1e-37);
}
