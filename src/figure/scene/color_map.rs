//! From a signed value to a colour, symmetric about 0.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::shapes::Raster;

use crate::channels::Channels;
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

/// How the pixels of a picture are coloured: one plane through a colour map, three as the colours that they are, about
/// mid grey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PixelColors {
    /// From a value of the one plane to a colour.
    pub map: ColorMap,
    /// What the planes are.
    pub channels: Channels,
}

impl From<ColorMap> for PixelColors {
    /// Those of grey pictures.
    fn from(map: ColorMap) -> Self {
        Self {
            map,
            channels: Channels::Grey,
        }
    }
}

impl PixelColors {
    /// A picture as pixels: its planes one after the other, each row by row; those of magnitude `top` and beyond get the ends
    /// of the colours. One plane goes through the colour map whatever the channels are.
    pub fn raster<'a>(
        self,
        name: &'static str,
        size @ [width, height]: [usize; 2],
        values: impl IntoIterator<Item = &'a f32>,
        top: f32,
    ) -> Arc<Raster> {
        if self.channels == Channels::Grey {
            return self.map.raster(name, size, values, top);
        }
        let values: Vec<f32> = values.into_iter().copied().collect();
        if values.len() == width * height {
            return self.map.raster(name, size, &values, top);
        }
        let top = top * self.channels.rgb_gain();
        let pixels = self.rgb(&values).map(|rgb| rgba(rgb, top));
        Arc::new(Raster {
            name,
            width,
            height,
            rgba: pixels.flatten().collect(),
        })
    }

    /// The deviations from mid grey of R, G and B of each pixel of three planes.
    pub(in crate::figure) fn rgb(self, planes: &[f32]) -> impl Iterator<Item = [f32; 3]> {
        let pixels = planes.len() / 3;
        let colour = move |at| [0, 1, 2].map(|plane| planes[plane * pixels + at]);
        (0..pixels).map(move |at| self.channels.to_rgb(colour(at)))
    }
}

/// A colour about mid grey, all of R, G and B by one factor: to the ends at `top`.
pub(in crate::figure) fn rgba(deviations: [f32; 3], top: f32) -> [u8; 4] {
    let scale = 127.0 / top.max(1e-30);
    let [red, green, blue] =
        deviations.map(|value| (value * scale + 127.5).clamp(0.0, 255.0) as u8);
    [red, green, blue, 255]
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
