//! The strongest pooling weights of a unit, in order.

use crate::figure::write::Csv;
use ndarray::ArrayView2;

/// Weights looked at together.
const CHUNK: usize = 16;

/// A unit and the weight that connects to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// The unit at the other end.
    pub unit: usize,
    /// The weight, an entry of A.
    pub weight: f32,
}

/// The `count` strongest simple units of every invariant unit, strongest first, from A `[K, M]`.
///
/// One pass over A in the order of its memory; zero weights are left out, equal weights keep the
/// order of the units.
pub fn strongest_simple(pooling: ArrayView2<'_, f32>, count: usize) -> Vec<Vec<Weight>> {
    let mut best = vec![Vec::with_capacity(count + 1); pooling.ncols()];
    let mut thresholds = vec![0.0_f32; pooling.ncols()];
    let mut row = vec![0.0_f32; pooling.ncols()];
    for (unit, weights) in pooling.rows().into_iter().enumerate() {
        row.iter_mut()
            .zip(weights)
            .for_each(|(to, &from)| *to = from);
        let chunks = row.chunks(CHUNK).zip(thresholds.chunks_mut(CHUNK));
        for ((weights, thresholds), best) in chunks.zip(best.chunks_mut(CHUNK)) {
            // Few rows hold a weight that counts: most chunks need no more than this one look.
            let above = weights.iter().zip(&*thresholds);
            if !above.fold(false, |any, (weight, threshold)| any | (weight > threshold)) {
                continue;
            }
            for ((&weight, threshold), best) in weights.iter().zip(thresholds).zip(best) {
                if weight > *threshold {
                    insert(best, Weight { unit, weight }, count);
                    if best.len() == count {
                        *threshold = best.last().map_or(0.0, |weakest| weakest.weight);
                    }
                }
            }
        }
    }
    best
}

/// The `count` invariant units that pool `simple` most strongly, strongest first, from A `[K, M]`.
pub fn strongest_invariant(
    pooling: ArrayView2<'_, f32>,
    simple: usize,
    count: usize,
) -> Vec<Weight> {
    let mut best = Vec::with_capacity(count + 1);
    for (unit, &weight) in pooling.row(simple).iter().enumerate() {
        if weight > 0.0 {
            insert(&mut best, Weight { unit, weight }, count);
        }
    }
    best
}

/// Puts `new` behind everything at least as strong and keeps the first `count`.
fn insert(best: &mut Vec<Weight>, new: Weight, count: usize) {
    let place = best.partition_point(|old| old.weight >= new.weight);
    best.insert(place, new);
    best.truncate(count);
}

/// The columns of tables of A: an invariant unit, and the simple units that it pools.
pub const POOLED: [&str; 2] = ["invariant_unit", "simple_unit"];
/// The columns of tables of the layer above: a unit of it, and the invariant units that it pools.
pub const POOLED_ON_TOP: [&str; 2] = ["top_unit", "invariant_unit"];

/// The strongest units of `units`, strongest first; `columns` are the names of a unit and of those it pools. With `usage` the share of
/// movies that each unit is on in stands behind them, empty where it is not known.
///
/// # Panics
/// When `strongest` has no entry for one of `units`.
pub fn weights_table(
    [unit, pooled]: [&str; 2],
    units: &[usize],
    strongest: &[Vec<Weight>],
    usage: Option<&[f32]>,
) -> String {
    let share_on = usage.map_or("", |_| ",share_on");
    let mut table = Csv::new(&format!("{unit},rank,{pooled},weight{share_on}"));
    for &of in units {
        let share_on = usage.map_or_else(String::new, |usage| {
            let share = usage.get(of).map(f32::to_string);
            format!(",{}", share.unwrap_or_default())
        });
        for (rank, Weight { unit, weight }) in strongest[of].iter().enumerate() {
            table.line(format_args!("{of},{},{unit},{weight}{share_on}", rank + 1));
        }
    }
    table.finish()
}

/// All weights of a layer `[units below, units]` that are not 0, strongest first.
pub fn all_weights(columns: [&str; 2], weights: ArrayView2<'_, f32>) -> String {
    let units: Vec<usize> = (0..weights.ncols()).collect();
    weights_table(
        columns,
        &units,
        &strongest_simple(weights, weights.nrows()),
        None,
    )
}
