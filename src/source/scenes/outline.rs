//! Outlines of objects, as signed distances in pixels: negative inside, positive outside.

/// An outline around its own centre.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outline {
    Rectangle {
        half_width: f32,
        half_height: f32,
    },
    Ellipse {
        half_width: f32,
        half_height: f32,
    },
    /// All points within `half_width` of a circle.
    Ring {
        radius: f32,
        half_width: f32,
    },
}

/// An outline in the scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) outline: Outline,
    /// Of the middle: x to the right and y downwards, in pixels.
    pub(super) centre: [f32; 2],
    /// Rotation from horizontal, clockwise.
    pub(super) angle_rad: f32,
}

impl Outline {
    /// Signed distance of the point (u, v). Near the outline, where it is used, it is exact to
    /// first order; only outside the corners of a rectangle it is too small.
    pub(super) fn distance(self, u: f32, v: f32) -> f32 {
        match self {
            Self::Rectangle {
                half_width,
                half_height,
            } => (u.abs() - half_width).max(v.abs() - half_height),
            Self::Ellipse {
                half_width,
                half_height,
            } => {
                let (x, y) = (u / half_width, v / half_height);
                let level = length(x, y);
                let slope = length(x / half_width, y / half_height);
                // At the centre both are 0; any negative distance serves.
                if slope > 0.0 {
                    level * (level - 1.0) / slope
                } else {
                    -half_width
                }
            }
            Self::Ring { radius, half_width } => (length(u, v) - radius).abs() - half_width,
        }
    }

    /// Half the sizes of the box around it, in its own directions, in pixels.
    fn half_sizes(self) -> [f32; 2] {
        match self {
            Self::Rectangle {
                half_width,
                half_height,
            }
            | Self::Ellipse {
                half_width,
                half_height,
            } => [half_width, half_height],
            Self::Ring { radius, half_width } => [radius + half_width; 2],
        }
    }
}

impl Placed {
    /// Where a row of the scene, `dy` below the middle, can meet the outline widened by `margin`: a
    /// range of x from the middle, empty (from a higher to a lower value) when nowhere.
    pub(super) fn reach(&self, dy: f32, margin: f32) -> [f32; 2] {
        let (sin, cos) = self.angle_rad.sin_cos();
        let [half_u, half_v] = self.outline.half_sizes();
        let [from_u, to_u] = band(cos, sin * dy, half_u + margin);
        let [from_v, to_v] = band(-sin, cos * dy, half_v + margin);
        [from_u.max(from_v), to_u.min(to_v)]
    }
}

/// Where abs(slope x + offset) <= half. A slope of 0 gives infinite ends, which is correct.
fn band(slope: f32, offset: f32, half: f32) -> [f32; 2] {
    let (one, other) = ((-half - offset) / slope, (half - offset) / slope);
    [one.min(other), one.max(other)]
}

/// `hypot` guards against overflow at several times the cost; pixels do not overflow.
fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}
