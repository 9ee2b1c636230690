//! How much of a filter is colour.

use ndarray::ArrayView2;

use crate::channels::Channels;

/// A filter with at least this share of its energy in colour is colour-opponent.
pub const CHROMATIC_SHARE: f64 = 0.5;

/// The share of each filter's energy, of a dictionary `[P, K]`, that is colour, 0 to 1: in opponent channels the energy of
/// red-green and blue-yellow, in R, G and B what differs from their mean. Of a filter without weights it is 0.
pub fn chromatic_shares(dictionary: ArrayView2<'_, f32>, channels: Channels) -> Vec<f64> {
    let plane = dictionary.nrows() / channels.count();
    let share = |filter: ndarray::ArrayView1<'_, f32>| {
        let weight = |of: usize, pixel: usize| f64::from(filter[of * plane + pixel]);
        let (mut colour, mut all) = (0.0, 0.0);
        for pixel in 0..plane {
            let weights = || (0..channels.count()).map(|of| weight(of, pixel));
            let energy: f64 = weights().map(|w| w * w).sum();
            let grey = match channels {
                Channels::Grey => energy,
                Channels::Rgb => weights().sum::<f64>().powi(2) / 3.0,
                Channels::Opponent => weight(0, pixel).powi(2),
            };
            colour += energy - grey;
            all += energy;
        }
        if all > 0.0 { colour / all } else { 0.0 }
    };
    dictionary.columns().into_iter().map(share).collect()
}
