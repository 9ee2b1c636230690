//! From a signed value to a colour, symmetric about 0.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::shapes::Raster;

use crate::named::named;

named! {
    /// How a weight between -1 and 1 is coloured; 0 is always the middle.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ColorMap {
        /// Black, mid grey, white.
        #[default]
        Grey = "Grey",
        /// Blue, white, red: ColorBrewer's RdBu.
        Diverging = "Blue–red",
        /// Purple, white, orange, safe for red-green colour blindness: ColorBrewer's PuOr.
        PurpleOrange = "Purple–orange",
    }
}

impl ColorMap {
    /// Values as pixels, row by row; those of magnitude `top` and beyond get the ends of the colours.
    pub fn raster<'a>(
        self,
        name: &'static str,
        [width, height]: [usize; 2],
        values: impl IntoIterator<Item = &'a f32>,
        top: f32,
    ) -> Arc<Raster> {
        let table = self.table();
        // Small, but not so small that the scale is infinite and 0 has no colour.
        let scale = 127.0 / top.max(1e-30);
        let color = |value: &f32| table[(value * scale + 127.5).clamp(0.0, 254.0) as usize];
        Arc::new(Raster {
            name,
            width,
            height,
            rgba: values.into_iter().flat_map(color).collect(),
        })
    }

    /// The colours of 255 values equally spaced from -1 (index 0) over 0 (index 127) to 1
    /// (index 254), each red, green, blue and 255. An odd number, so that 0 has its own colour.
    pub fn table(self) -> [[u8; 4]; 255] {
        std::array::from_fn(|i| {
            let t = i as f64 / 254.0;
            let gradient = match self {
                Self::Grey => {
                    let grey = (t * 255.0).round() as u8;
                    return [grey, grey, grey, 255];
                }
                Self::Diverging => colorous::RED_BLUE,
                Self::PurpleOrange => colorous::PURPLE_ORANGE,
            };
            let at = if self == Self::Diverging { 1.0 - t } else { t };
            let colorous::Color { r, g, b } = gradient.eval_continuous(at);
            [r, g, b, 255]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_its_own_colour_where_all_is_zero() {
        for map in ColorMap::ALL {
            let raster = map.raster("nothing", [2, 1], &[0.0, 0.0], 0.0);
            let middle = map.table()[127];
            assert_eq!(raster.rgba, [middle, middle].concat(), "{map:?}");
        }
    }
}
