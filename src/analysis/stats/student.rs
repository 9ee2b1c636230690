//! Quantiles of Student's t.

/// 0.975 quantile of the normal distribution.
const NORMAL_975: f64 = 1.959_963_984_540_054;

/// 0.975 quantile of Student's t, by its expansion in 1 / degrees of freedom (Abramowitz & Stegun
/// 26.7.5); to 0.2 percent from 5 degrees on.
pub(crate) fn student_975(freedom: f64) -> f64 {
    let x = NORMAL_975;
    let terms = [
        (x.powi(3) + x) / 4.0,
        (5.0 * x.powi(5) + 16.0 * x.powi(3) + 3.0 * x) / 96.0,
        (3.0 * x.powi(7) + 19.0 * x.powi(5) + 17.0 * x.powi(3) - 15.0 * x) / 384.0,
    ];
    let powers = (1..).map(|power| freedom.powi(-power));
    x + terms
        .iter()
        .zip(powers)
        .map(|(term, power)| term * power)
        .sum::<f64>()
}
