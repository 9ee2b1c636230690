//! The colours that figures draw with, one set for dark and one for light backgrounds.

use super::shapes::Color;

/// A set of colours. The series colours are told apart by people with any common colour vision: Okabe & Ito's palette,
/// adapted to the background. `tests/figures/vision.rs` measures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything.
    pub background: Color,
    /// Between filters, and behind bars.
    pub recess: Color,
    /// Text.
    pub text: Color,
    /// Text that matters less: units, axes.
    pub weak: Color,
    /// Grid lines.
    pub grid: Color,
    /// Bars and other marks of quantity.
    pub accent: Color,
    /// Curves, by their number.
    pub series: [Color; 7],
}

impl Palette {
    /// Whether it is for a light background.
    pub fn is_light(&self) -> bool {
        let Color(red, green, blue) = self.background;
        [red, green, blue].into_iter().map(u32::from).sum::<u32>() > 3 * 127
    }

    /// On a dark background.
    pub const DARK: Self = Self {
        background: Color(0x14, 0x16, 0x1a),
        recess: Color(0x22, 0x25, 0x2b),
        text: Color(0xe4, 0xe6, 0xea),
        weak: Color(0x8b, 0x91, 0x9c),
        grid: Color(0x2a, 0x2e, 0x35),
        accent: Color(0x4f, 0xa8, 0xe8),
        series: [
            Color(0xe8, 0xea, 0xee),
            Color(0x56, 0xb4, 0xe9),
            Color(0xe6, 0x9f, 0x00),
            Color(0x1f, 0xbf, 0x92),
            Color(0xe0, 0x87, 0xb8),
            Color(0xee, 0x77, 0x4a),
            Color(0xe2, 0xd8, 0x4c),
        ],
    };

    /// On a light background.
    pub const LIGHT: Self = Self {
        background: Color(0xff, 0xff, 0xff),
        recess: Color(0xe9, 0xeb, 0xee),
        text: Color(0x1c, 0x1f, 0x24),
        weak: Color(0x6a, 0x70, 0x7a),
        grid: Color(0xe4, 0xe6, 0xea),
        accent: Color(0x00, 0x72, 0xb2),
        series: [
            Color(0x2b, 0x2f, 0x36),
            Color(0x00, 0x72, 0xb2),
            Color(0xd3, 0x77, 0x01),
            Color(0x00, 0x72, 0x4e),
            Color(0xb5, 0x4b, 0x86),
            Color(0xdb, 0x35, 0x28),
            Color(0x59, 0x67, 0x0c),
        ],
    };
}
