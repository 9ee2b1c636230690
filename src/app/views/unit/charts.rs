//! How large the maps and the tuning curves of a unit are.

use crate::figure::{EdgeMapLayout, Palette, PanelOptions, TuningLayout};

/// Width of a chart of tuning, in points.
const CURVE_WIDTHS: [f32; 2] = [60.0, 220.0];
/// Height of a chart of tuning, in points.
const CURVE_HEIGHTS: [f32; 2] = [64.0, 140.0];
/// Height of a chart of tuning below the maps, as a part of theirs.
const CURVE_SHARE: f32 = 0.5;
/// Least width of all charts of tuning beside the maps, in points.
const LEAST_CURVES: f32 = 3.0 * 110.0 + TuningLayout::GAPS;
/// Side of a map, in points.
const MAPS: [f32; 2] = [48.0, 320.0];
/// Least side of a map beside the curves, in points.
const LEAST_BESIDE: f32 = 64.0;
/// Least side of a map for which both charts are on the screen at once, in points.
const READABLE: f32 = 100.0;
/// Space for the colour bar of the maps, in points.
const BAR: f32 = 62.0;
/// Space between the maps and the charts beside or below them, in points.
const GAP: f32 = 8.0;

/// Sizes of the two maps of a unit and of its three tuning curves, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ChartSizes {
    /// Whether the curves are beside the maps, not below them.
    pub(super) is_beside: bool,
    map: f32,
    curve: [f32; 2],
}

impl ChartSizes {
    /// The least width that the maps take, in points.
    pub(super) fn least_width() -> f32 {
        EdgeMapLayout::space_of(MAPS[0], 2) + BAR
    }

    /// As large as a width and a height in points allow, with the curves where the maps are larger. Where neither fits, the
    /// maps alone do, and the curves are below them.
    pub(super) fn within([width, height]: [f32; 2]) -> Self {
        let [least, most] = MAPS;
        let [lowest, highest] = CURVE_HEIGHTS;
        let by_width = |room: f32| EdgeMapLayout::width_of(room - BAR, 2).min(most);
        let for_both = height - EdgeMapLayout::LABELS - GAP - TuningLayout::LABELS;
        let shared = (for_both / (1.0 + CURVE_SHARE)).min(for_both - lowest);
        let below = shared.max(for_both - highest).min(by_width(width));
        let beside = by_width(width - LEAST_CURVES).min(height - EdgeMapLayout::LABELS);
        let is_beside = beside >= LEAST_BESIDE && (beside >= below || below < READABLE);
        if is_beside {
            let map = beside.min(most);
            let taken = EdgeMapLayout::space_of(map, 2) + BAR + GAP;
            let high = (height - TuningLayout::LABELS).min(CURVE_SHARE * map);
            return Self {
                is_beside,
                map,
                curve: [curve_width(width - taken), high.clamp(lowest, highest)],
            };
        }
        let map = if below >= READABLE {
            below
        } else {
            // Whole in the height there is.
            let whole = height - EdgeMapLayout::LABELS;
            by_width(width).min(whole).max(least)
        };
        Self {
            is_beside,
            map,
            curve: [curve_width(width), (for_both - map).clamp(lowest, highest)],
        }
    }

    pub(super) fn maps(&self, palette: Palette) -> PanelOptions {
        PanelOptions {
            columns: 2,
            width: self.map,
            height: self.map,
            palette,
        }
    }

    pub(super) fn curves(&self, palette: Palette) -> PanelOptions {
        let [width, height] = self.curve;
        PanelOptions {
            columns: 1,
            width,
            height,
            palette,
        }
    }
}

/// The width of each of three charts in so many points.
fn curve_width(room: f32) -> f32 {
    let [narrowest, widest] = CURVE_WIDTHS;
    ((room - TuningLayout::GAPS) / 3.0).clamp(narrowest, widest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Width and height that the charts take of so many points, with their labels.
    fn taken(sizes: &ChartSizes) -> [f32; 2] {
        let maps = [
            EdgeMapLayout::space_of(sizes.map, 2) + BAR,
            sizes.map + EdgeMapLayout::LABELS,
        ];
        let curves = [
            3.0 * sizes.curve[0] + TuningLayout::GAPS,
            sizes.curve[1] + TuningLayout::LABELS,
        ];
        if sizes.is_beside {
            [maps[0] + GAP + curves[0], maps[1].max(curves[1])]
        } else {
            [maps[0].max(curves[0]), maps[1] + GAP + curves[1]]
        }
    }

    #[test]
    fn charts_fit_wherever_both_are_readable() {
        for width in (430..1500).step_by(35) {
            for height in (300..1100).step_by(15) {
                let room = [width as f32, height as f32];
                let sizes = ChartSizes::within(room);
                let [wide, high] = taken(&sizes);
                let is_within = wide <= room[0] + 0.01 && high <= room[1] + 0.01;
                assert!(is_within, "{room:?}: {sizes:?} takes {wide} x {high}");
            }
        }
    }

    #[test]
    fn curves_are_where_the_maps_are_larger() {
        let high = ChartSizes::within([740.0, 400.0]);
        assert!(!high.is_beside && high.map > 150.0, "{high:?}");
        let low = ChartSizes::within([1000.0, 230.0]);
        assert!(low.is_beside && low.map > 150.0, "{low:?}");
        // Neither fits: the maps can be read, and people scroll to the curves.
        let small = ChartSizes::within([420.0, 200.0]);
        assert!(!small.is_beside && small.map >= 100.0, "{small:?}");
        let low = ChartSizes::within([300.0, 124.0]);
        assert!(low.map + EdgeMapLayout::LABELS <= 124.0, "{low:?}");
        assert!(small.map + EdgeMapLayout::LABELS <= 200.0, "{small:?}");
    }
}
