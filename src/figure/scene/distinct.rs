//! Many colours that can be told apart on black.

use super::shapes::Color;

/// Red, green and blue. The first is a clear blue, and each other the colour farthest in OKLab (Ottosson 2020) from all
/// before it, after Glasbey et al., "Colour displays for categorical images" (2007), among colours of a lightness from
/// 0.60 to 0.90, so that none looks much stronger than another, and a chroma of at least 0.09, so that none is taken
/// for a mixture of others.
const COLORS: [u32; 64] = [
    0x3c96ff, 0x00ff00, 0xff0000, 0xff00ff, 0xffc396, 0x4b961e, 0x00f0ff, 0xb469a5, 0xff96f0,
    0xd28700, 0x964bff, 0x87d278, 0x00b4b4, 0xff0096, 0xf0e100, 0xff7887, 0xa5b4ff, 0x00c300,
    0xc378ff, 0x00ffb4, 0xd20fc3, 0xe1b400, 0x87a569, 0xc3695a, 0x4b87b4, 0x00c3ff, 0xf069c3,
    0x8778e1, 0xf0c3ff, 0xb4f0b4, 0xff965a, 0xf0a5b4, 0x0f9678, 0xc300ff, 0x96f05a, 0x5ad2c3,
    0xe13c69, 0x968700, 0x96b400, 0x00b469, 0xff6900, 0xc396d2, 0xff69ff, 0x0fe15a, 0x69a5d2,
    0xd2d278, 0xb45ad2, 0x87d2ff, 0x9696ff, 0x1e78ff, 0xd28787, 0xe14be1, 0xb4d200, 0xb4b469,
    0xd23c96, 0x00e1a5, 0xe14b00, 0xf05a5a, 0x3cc396, 0xe16996, 0xd296ff, 0xb4782d, 0x6969ff,
    0xffc34b,
];

/// The n-th of many colours, of similar lightness and as far apart as can be: the first few are the most distinct, and
/// from the 65th on they come again.
pub fn distinct_color(n: usize) -> Color {
    let [_, red, green, blue] = COLORS[n % COLORS.len()].to_be_bytes();
    Color(red, green, blue)
}
