//! The window's icon: one simple cell.

use egui::IconData;

/// Side of the icon, in pixels.
const SIDE: u32 = 128;

/// A Gabor function in a disc, drawn rather than stored.
pub(crate) fn icon() -> IconData {
    let half = f64::from(SIDE) / 2.0;
    let pixel = |index: u32| {
        let x = (f64::from(index % SIDE) + 0.5) / half - 1.0;
        let y = (f64::from(index / SIDE) + 0.5) / half - 1.0;
        let (across, along) = (0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y);
        let envelope = (-6.0 * across * across - 2.5 * along * along).exp();
        let grey = 127.5 * (1.0 + envelope * (7.0 * across).cos());
        // One pixel of soft edge.
        let alpha = 255.0 * ((1.0 - x.hypot(y)) * half).clamp(0.0, 1.0);
        [grey as u8, grey as u8, grey as u8, alpha as u8]
    };
    IconData {
        rgba: (0..SIDE * SIDE).flat_map(pixel).collect(),
        width: SIDE,
        height: SIDE,
    }
}
