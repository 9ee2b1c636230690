//! Logarithmically spaced iterations, and the power of k with which an excess falls.

/// Iterations per decade.
const PER_DECADE: f64 = 20.0;
/// The first iteration of the window in which a slope is fitted.
pub const SLOPE_FIRST: usize = 10;
/// The window ends where the excess first falls below this share of that at the start, where rounding becomes visible.
pub const SLOPE_FLOOR: f64 = 1e-10;
/// Minimum number of iterations in the window to fit a slope.
const FEWEST: usize = 5;

/// Iterations from 1 to `last`, both included, evenly spaced on a logarithmic scale, each once.
pub fn log_spaced(last: usize) -> Vec<usize> {
    let steps = ((last.max(1) as f64).log10() * PER_DECADE).ceil() as usize;
    let at = |step: usize| 10f64.powf(step as f64 / PER_DECADE).round() as usize;
    let mut ks: Vec<usize> = (0..steps).map(at).filter(|&k| k < last).collect();
    ks.push(last.max(1));
    ks.dedup();
    ks
}

/// The slope of log(excess) over log(k), by least squares over the logarithmically spaced k of the
/// window from [`SLOPE_FIRST`] to where the excess falls below [`SLOPE_FLOOR`] of `excess[0]`: -2 is
/// 1/k^2. `excess[k]` is that after k iterations. `None` where the window holds too few iterations.
pub fn log_log_slope(excess: &[f64]) -> Option<f64> {
    let floor = SLOPE_FLOOR * excess.first()?;
    let end = excess.iter().position(|&e| e <= floor);
    let end = end.unwrap_or(excess.len());
    let window = log_spaced(excess.len().saturating_sub(1)).into_iter();
    let points: Vec<[f64; 2]> = window
        .filter(|&k| (SLOPE_FIRST..end).contains(&k))
        .map(|k| [(k as f64).ln(), excess[k].ln()])
        .collect();
    if points.len() < FEWEST {
        return None;
    }
    let count = points.len() as f64;
    let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
    let (mean_k, mean_excess) = (mean(0), mean(1));
    let (mut along, mut square) = (0.0, 0.0);
    for [k, excess] in points {
        along += (k - mean_k) * (excess - mean_excess);
        square += (k - mean_k) * (k - mean_k);
    }
    Some(along / square)
}
