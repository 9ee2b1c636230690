//! The duality gap of E1.

/// The duality gap of E1 from abs(r)^2 with r = x - W z, `price` = alpha abs(z)_1 (in general the sum of each unit's price
/// times abs(z_i)), x'r, and the largest abs(W'r)_i as a share of unit i's price.
pub(crate) fn duality_gap(
    residual_norm_sq: f64,
    price: f64,
    frame_dot_residual: f64,
    largest_share: f64,
) -> f64 {
    let scale = if largest_share > 1.0 {
        1.0 / largest_share
    } else {
        1.0
    };
    0.5 * residual_norm_sq * (1.0 + scale * scale) + price - scale * frame_dot_residual
}
