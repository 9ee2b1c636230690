//! Which pixels are hidden.

use cellscope::analysis::inpainting::{Mask, MaskKind};

use super::generator;

fn hidden(observed: impl IntoIterator<Item = bool>) -> usize {
    observed.into_iter().filter(|observed| !observed).count()
}

#[test]
fn masks_hide_the_share_asked_for_of_the_patch_and_of_its_margin() {
    for (seed, kind) in (0..).zip(MaskKind::all(20)) {
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
    for kind in MaskKind::all(12) {
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
