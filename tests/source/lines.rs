//! The lines of the toy example.

use cellscope::source::{LINES, LINES_SIDE, all_lines, draw_lines};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn each_line_has_ten_pixels_and_is_disjoint_from_those_beside_it() {
    let lines = all_lines();
    assert_eq!(lines.nrows(), LINES);
    let products = lines.dot(&lines.t());
    for ((one, other), &shared) in products.indexed_iter() {
        match one / LINES_SIDE == other / LINES_SIDE {
            true if one == other => assert_eq!(shared, 10.0, "line {one}"),
            true => assert_eq!(shared, 0.0, "lines {one} and {other}"),
            false => assert!(shared <= 2.0, "lines {one} and {other} share {shared}"),
        }
    }
}

#[test]
fn a_patch_holds_lines_of_one_orientation_a_fifth_of_them_and_sometimes_none() {
    const COUNT: usize = 4_000;
    let patches = draw_lines(COUNT, &mut Xoshiro256PlusPlus::seed_from_u64(3));
    let lines = all_lines();
    let (mut there, mut blank) = (0, 0);
    for patch in patches.outer_iter() {
        assert!(patch.iter().all(|&x| x == 0.0 || x == 1.0));
        let explained: Vec<f32> = (0..4)
            .map(|orientation| {
                let first = orientation * LINES_SIDE;
                let full =
                    (first..first + LINES_SIDE).filter(|&l| lines.row(l).dot(&patch) == 10.0);
                10.0 * full.count() as f32
            })
            .collect();
        let power = patch.sum();
        assert!(
            explained.contains(&power),
            "lines of one orientation make the patch"
        );
        there += power as usize / 10;
        blank += usize::from(power == 0.0);
    }
    let share = |count: usize| count as f64 / COUNT as f64;
    assert!((share(there) - 2.0).abs() < 0.1, "{there} lines");
    assert!(
        (share(blank) - 0.8f64.powi(10)).abs() < 0.02,
        "{blank} blanks"
    );
}
