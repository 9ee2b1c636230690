//! Many colours that can be told apart on black.

use super::shapes::Color;

/// Red, green and blue. The first is a clear blue, and each other the colour farthest in OKLab (Ottosson 2020) from all
/// before it, after Glasbey et al., "Colour displays for categorical images" (2007), among colours of a lightness from
/// 0.60 to 0.90, so that none looks much stronger than another, and a chroma of at least 0.09, so that none is taken
/// for a mixture of others. Two colours are as far apart as they look to people who see all colours, or twice as far as they
/// look to people with protanopia or deuteranopia (Machado et al. 2009), whichever is least.
const COLORS: [u32; 64] = [
    0x3c96ff, 0x00ff00, 0xff0000, 0xffc3ff, 0xb4b469, 0xff2dd2, 0xa56996, 0x3c965a, 0xa5f0c3,
    0xf087b4, 0xb4a5ff, 0xa53cff, 0xff8700, 0xffc387, 0x3cb4a5, 0x4b87b4, 0x00c32d, 0xa578e1,
    0xff0078, 0x00e1b4, 0xa5d22d, 0xa5782d, 0x69c3e1, 0xe15aff, 0xd25ab4, 0xf0e169, 0xd200e1,
    0xf06978, 0x2de169, 0x78e1f0, 0x1effe1, 0xffa596, 0xa5964b, 0x69ffa5, 0xa5c3ff, 0xe1a5e1,
    0xd287e1, 0x78c387, 0xc37896, 0xe14b5a, 0xe1a54b, 0x1ea5d2, 0xc35a78, 0xe100b4, 0xff69c3,
    0x5a78e1, 0xe17800, 0xe13c96, 0xe18769, 0xe1c369, 0x5ad2c3, 0xa5e196, 0xffb4d2, 0x78f04b,
    0xf05a96, 0x6987d2, 0xc3a52d, 0xc35af0, 0xb4f087, 0x00f0a5, 0xd25a0f, 0x9678c3, 0xffb42d,
    0xe18796,
];

/// The n-th of many colours, of similar lightness and as far apart as can be: the first few are the most distinct, and
/// from the 65th on they come again.
pub fn distinct_color(n: usize) -> Color {
    let [_, red, green, blue] = COLORS[n % COLORS.len()].to_be_bytes();
    Color(red, green, blue)
}
