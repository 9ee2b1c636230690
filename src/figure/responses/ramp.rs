//! From a response to a colour: perceptual ramps, each even in lightness from dark to light.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::edge_map::SMALL;
use crate::figure::scene::{Anchor, Axis, Canvas, Raster, Rect, Shape, short_number};
use crate::named::named;

named! {
    /// How a response between 0 and 1 is coloured.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ResponseRamp {
        /// Violet, green, yellow: matplotlib's default.
        #[default]
        Viridis = "Viridis",
        /// Black, purple, cream.
        Magma = "Magma",
        /// Black, red, yellow.
        Inferno = "Inferno",
        /// Blue, grey, yellow: alike for all common colour visions.
        Cividis = "Cividis",
        /// Black, grey, white.
        Grey = "Grey",
    }
}

impl ResponseRamp {
    /// Red, green and blue of 256 values evenly spaced from 0 to 1.
    pub fn table(self) -> [[u8; 3]; 256] {
        let gradient = match self {
            Self::Viridis => colorous::VIRIDIS,
            Self::Magma => colorous::MAGMA,
            Self::Inferno => colorous::INFERNO,
            Self::Cividis => colorous::CIVIDIS,
            Self::Grey => return std::array::from_fn(|i| [i as u8; 3]),
        };
        std::array::from_fn(|i| gradient.eval_rational(i, 256).into_array())
    }
}

/// A ramp from the lower to the upper end of an axis, with numbers at these ticks. On screen bars of one name are one.
pub(in crate::figure) fn color_bar(
    at: &Rect,
    (name, ramp): (&'static str, ResponseRamp),
    axis: &Axis,
    ticks: &[f64],
    canvas: &mut Canvas,
) {
    let (table, weak) = (ramp.table(), canvas.palette.weak);
    let rows = table.iter().rev();
    let bar = Raster {
        name,
        width: 1,
        height: table.len(),
        rgba: rows.flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect(),
    };
    canvas.push(Shape::raster(Arc::new(bar), *at));
    for &tick in ticks {
        let Some(place) = axis.place(tick) else {
            continue;
        };
        let (x, y) = (at.right(), at.bottom() - place * at.height);
        canvas.line([[x, y], [x + 3.5, y]], 1.0, weak);
        canvas.text([x + 6.0, y], Anchor::Start, short_number(tick), SMALL, weak);
    }
}
