//! The true values of hidden pixels, and the SNR of a fill.

use ndarray::ArrayView2;

/// SNR of a fill without error, in dB: about what f32 can tell apart.
pub const MAX_SNR_DB: f64 = 120.0;
/// A hole whose mean square is below this share of the pictures' (gain^2 after contrast normalisation) holds
/// no signal, such as sky: its SNR would be that of noise.
pub const EMPTY_SHARE: f64 = 0.01;

/// The hidden pixels of one patch, or of all frames of a movie under the same mask.
#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    hidden: Vec<usize>,
    /// Their true values, frame by frame.
    truth: Vec<f32>,
    /// Sum of its squares.
    energy: f64,
}

impl Hole {
    /// From the true frames `[n_t, P]` and whether each pixel is observed, `[P]`; `None` when all are.
    pub fn new(truth: ArrayView2<'_, f32>, observed: &[bool]) -> Option<Self> {
        let hidden: Vec<usize> = (0..observed.len())
            .filter(|&pixel| !observed[pixel])
            .collect();
        if hidden.is_empty() {
            return None;
        }
        let truth = values_at(truth, &hidden);
        let energy = truth.iter().map(|&x| f64::from(x).powi(2)).sum();
        Some(Self {
            hidden,
            truth,
            energy,
        })
    }

    /// Sum of the squares of the truth.
    pub fn energy(&self) -> f64 {
        self.energy
    }

    /// Mean square of the true values: near 0 where there is no signal.
    pub fn power(&self) -> f64 {
        self.energy / self.truth.len() as f64
    }

    /// Sum over the hidden pixels of (x - x^)^2, for filled frames `[n_t, P]`.
    pub fn squared_error(&self, filled: ArrayView2<'_, f32>) -> f64 {
        let filled = values_at(filled, &self.hidden);
        assert_eq!(
            filled.len(),
            self.truth.len(),
            "frames filled, and true ones"
        );
        let errors = self
            .truth
            .iter()
            .zip(&filled)
            .map(|(&x, &fill)| f64::from(x) - f64::from(fill));
        errors.map(|error| error * error).sum()
    }

    /// 10 log10(sum x^2 / sum (x - x^)^2) over the hidden pixels, in dB; at most [`MAX_SNR_DB`], which a
    /// perfect fill has; 0 for a fill with 0. `None` where the true values are 0.
    pub fn snr_db(&self, filled: ArrayView2<'_, f32>) -> Option<f64> {
        let ratio = self.energy / self.squared_error(filled);
        (self.energy > 0.0).then(|| (10.0 * ratio.log10()).min(MAX_SNR_DB))
    }
}

/// The values at these pixels, frame by frame.
fn values_at(frames: ArrayView2<'_, f32>, pixels: &[usize]) -> Vec<f32> {
    let rows = frames.outer_iter();
    rows.flat_map(|row| pixels.iter().map(move |&pixel| row[pixel]))
        .collect()
}
