//! Outlines of things, as signed distances: negative inside, positive outside, in pixels.

/// An outline around its own middle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outline {
    /// A rectangle.
    Plate { half_width: f32, half_height: f32 },
    /// An ellipse.
    Ellipse { half_width: f32, half_height: f32 },
    /// A bent strip: the ring of all points near a circle.
    Arc { radius: f32, half_width: f32 },
}

/// An outline in the scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) outline: Outline,
    /// x to the right and y downwards, in pixels.
    pub(super) centre: [f32; 2],
    /// Turn from level.
    pub(super) angle_rad: f32,
}

impl Outline {
    /// Signed distance of the point (u, v); for the ellipse to first order, exact on its rim.
    #[inline]
    pub(super) fn distance(self, u: f32, v: f32) -> f32 {
        match self {
            Self::Plate {
                half_width,
                half_height,
            } => (u.abs() - half_width).max(v.abs() - half_height),
            Self::Ellipse {
                half_width,
                half_height,
            } => {
                let (x, y) = (u / half_width, v / half_height);
                let level = (x * x + y * y).sqrt();
                let slope = ((x / half_width).powi(2) + (y / half_height).powi(2)).sqrt();
                level * (level - 1.0) / slope.max(f32::MIN_POSITIVE)
            }
            Self::Arc { radius, half_width } => {
                ((u * u + v * v).sqrt() - radius).abs() - half_width
            }
        }
    }

    /// How far from its middle a thing of this kind is aimed at the scene.
    pub(super) fn away_from_middle(self) -> f32 {
        match self {
            Self::Arc { radius, .. } => radius,
            _ => 0.0,
        }
    }

    /// Half the width and height of a box around the outline, turned by `angle_rad`.
    pub(super) fn half_box(self, angle_rad: f32) -> [f32; 2] {
        let (sin, cos) = angle_rad.sin_cos();
        match self {
            Self::Plate {
                half_width: a,
                half_height: b,
            } => [
                (a * cos).abs() + (b * sin).abs(),
                (a * sin).abs() + (b * cos).abs(),
            ],
            Self::Ellipse {
                half_width: a,
                half_height: b,
            } => [(a * cos).hypot(b * sin), (a * sin).hypot(b * cos)],
            Self::Arc { radius, half_width } => [radius + half_width; 2],
        }
    }
}
