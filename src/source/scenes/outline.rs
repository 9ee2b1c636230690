//! Outlines of things, as signed distances in pixels: negative inside, positive outside.

/// An outline around its own middle.
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
    /// Turn from level, clockwise.
    pub(super) angle_rad: f32,
}

impl Outline {
    /// Signed distance of the point (u, v). Near the outline it is right to first order, and that is where
    /// it is looked at; only outside the corners of a rectangle it is too small.
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
                // In the very middle both are 0, and any negative distance will do.
                if slope > 0.0 {
                    level * (level - 1.0) / slope
                } else {
                    -half_width
                }
            }
            Self::Ring { radius, half_width } => (length(u, v) - radius).abs() - half_width,
        }
    }
}

impl Placed {
    /// Half the width and the height of the upright box around the outline, in pixels.
    pub(super) fn half_box(&self) -> [f32; 2] {
        let (sin, cos) = self.angle_rad.sin_cos();
        match self.outline {
            Outline::Rectangle {
                half_width: a,
                half_height: b,
            } => [
                (a * cos).abs() + (b * sin).abs(),
                (a * sin).abs() + (b * cos).abs(),
            ],
            Outline::Ellipse {
                half_width: a,
                half_height: b,
            } => [length(a * cos, b * sin), length(a * sin, b * cos)],
            Outline::Ring { radius, half_width } => [radius + half_width; 2],
        }
    }
}

/// `hypot` guards against overflow at several times the cost; pixels do not overflow.
fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}
