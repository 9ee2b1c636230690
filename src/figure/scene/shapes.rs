//! The primitives of a figure. Lengths are in points; y points down; the origin is the top left.

use std::sync::Arc;

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// A colour of which this share, 0 to 1, is this one, and the rest another.
    #[must_use]
    pub fn mixed(self, other: Self, share: f32) -> Self {
        let mixed = |own: u8, other: u8| {
            let mixed = share * f32::from(own) + (1.0 - share) * f32::from(other);
            mixed.round() as u8
        };
        let (Self(r, g, b), Self(r2, g2, b2)) = (self, other);
        Self(mixed(r, r2), mixed(g, g2), mixed(b, b2))
    }
}

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width, >= 0.
    pub width: f32,
    /// Height, >= 0.
    pub height: f32,
}

impl Rect {
    /// A rectangle from its top left corner and its size.
    pub fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// Right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Bottom edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// Whether a position is in it; the right and bottom edges are not.
    pub fn contains(&self, [x, y]: [f32; 2]) -> bool {
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }
}

/// Opaque pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// What the pixels show. A later raster of the same name takes its place on screen.
    pub name: &'static str,
    /// Pixels per row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green, blue and 255 of every pixel: `4 * width * height` bytes.
    pub rgba: Vec<u8>,
}

/// A rectangle of whole pixels within a raster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    /// First column.
    pub x: usize,
    /// First row.
    pub y: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Crop {
    /// A rectangle of this width and height from its first column and row on.
    pub(in crate::figure) fn new(x: usize, y: usize, [width, height]: [usize; 2]) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }
}

/// Where a text stands relative to its position; vertically it is always centred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// One primitive.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A part of a raster, every pixel a sharp rectangle.
    Raster {
        /// The pixels, shared by the shapes that show parts of them.
        raster: Arc<Raster>,
        /// The part shown.
        crop: Crop,
        /// Where it goes.
        at: Rect,
    },
    /// A line through at least two points.
    Polyline {
        /// The points.
        points: Vec<[f32; 2]>,
        /// Line width.
        width: f32,
        /// Line colour.
        color: Color,
        /// Length of its dashes and of the gaps between them; `None` for an unbroken line.
        dash: Option<f32>,
    },
    /// A filled rectangle.
    Rect {
        /// Where it goes.
        at: Rect,
        /// Its colour.
        fill: Color,
    },
    /// A filled disc.
    Disc {
        /// Its centre.
        center: [f32; 2],
        /// Its radius.
        radius: f32,
        /// Its colour.
        fill: Color,
    },
    /// A line of text.
    Text {
        /// Its anchor's position.
        at: [f32; 2],
        /// Where it stands relative to `at`.
        anchor: Anchor,
        /// What it says.
        text: String,
        /// Font size.
        size: f32,
        /// Its colour.
        color: Color,
    },
}

impl Shape {
    /// All of a raster.
    pub fn raster(raster: Arc<Raster>, at: Rect) -> Self {
        let crop = Crop::new(0, 0, [raster.width, raster.height]);
        Self::Raster { raster, crop, at }
    }

    /// A line through points.
    pub fn line(points: impl Into<Vec<[f32; 2]>>, width: f32, color: Color) -> Self {
        Self::Polyline {
            points: points.into(),
            width,
            color,
            dash: None,
        }
    }

    /// A line of text.
    pub fn text(
        at: [f32; 2],
        anchor: Anchor,
        text: impl Into<String>,
        size: f32,
        color: Color,
    ) -> Self {
        Self::Text {
            at,
            anchor,
            text: text.into(),
            size,
            color,
        }
    }
}

impl Shape {
    pub(super) fn moved(mut self, [right, down]: [f32; 2]) -> Self {
        let shift = |[x, y]: &mut [f32; 2]| (*x, *y) = (*x + right, *y + down);
        match &mut self {
            Self::Raster { at, .. } | Self::Rect { at, .. } => {
                (at.x, at.y) = (at.x + right, at.y + down);
            }
            Self::Polyline { points, .. } => points.iter_mut().for_each(shift),
            Self::Disc { center: at, .. } | Self::Text { at, .. } => shift(at),
        }
        self
    }
}

/// A figure: shapes on a background, first to last.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Colour behind everything.
    pub background: Color,
    /// What is drawn, the last on top.
    pub shapes: Vec<Shape>,
    /// What it was made from, which its files carry unseen; may be empty.
    pub description: String,
}

impl Scene {
    /// This scene with another one below it, left edges in line.
    #[must_use]
    pub fn above(mut self, below: Self, gap: f32) -> Self {
        let down = self.height + gap;
        let moved = below.shapes.into_iter();
        self.shapes
            .extend(moved.map(|shape| shape.moved([0.0, down])));
        Self {
            width: self.width.max(below.width),
            height: down + below.height,
            ..self
        }
    }

    /// This scene with another one on its right, upper edges in line.
    #[must_use]
    pub fn beside(mut self, right: Self, gap: f32) -> Self {
        let by = self.width + gap;
        let moved = right.shapes.into_iter();
        self.shapes
            .extend(moved.map(|shape| shape.moved([by, 0.0])));
        Self {
            width: by + right.width,
            height: self.height.max(right.height),
            ..self
        }
    }
}

/// A scene, and where its parts are.
#[derive(Clone, Debug)]
pub struct Figure<Layout> {
    /// What is drawn.
    pub scene: Scene,
    /// Where the units are, in the scene's points.
    pub layout: Layout,
}
