//! A scene in the making.

use std::sync::Arc;

use super::palette::Palette;
use super::shapes::{Anchor, Color, Crop, Figure, Raster, Rect, Scene, Shape};

/// Shapes drawn so far, first to last, and the colours to draw with.
pub(in crate::figure) struct Canvas {
    pub(in crate::figure) palette: Palette,
    shapes: Vec<Shape>,
}

impl Canvas {
    pub(in crate::figure) fn new(palette: Palette) -> Self {
        Self {
            palette,
            shapes: Vec::new(),
        }
    }

    pub(in crate::figure) fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    pub(in crate::figure) fn text(
        &mut self,
        at: [f32; 2],
        anchor: Anchor,
        text: impl Into<String>,
        size: f32,
        color: Color,
    ) {
        self.push(Shape::text(at, anchor, text, size, color));
    }

    pub(in crate::figure) fn line(
        &mut self,
        points: impl Into<Vec<[f32; 2]>>,
        width: f32,
        color: Color,
    ) {
        self.push(Shape::line(points, width, color));
    }

    /// A line in dashes of this length, with gaps as long.
    pub(in crate::figure) fn dashed(
        &mut self,
        points: Vec<[f32; 2]>,
        width: f32,
        dash: f32,
        color: Color,
    ) {
        self.push(Shape::Polyline {
            points,
            width,
            color,
            dash: Some(dash),
        });
    }

    /// A line around a rectangle.
    pub(in crate::figure) fn outline(&mut self, at: &Rect, width: f32, color: Color) {
        let (left, top, right, bottom) = (at.x, at.y, at.right(), at.bottom());
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        self.line([&corners[..], &corners[..1]].concat(), width, color);
    }

    pub(in crate::figure) fn rect(&mut self, at: Rect, fill: Color) {
        self.push(Shape::Rect { at, fill });
    }

    pub(in crate::figure) fn disc(&mut self, center: [f32; 2], radius: f32, fill: Color) {
        self.push(Shape::Disc {
            center,
            radius,
            fill,
        });
    }

    /// Part of a raster.
    pub(in crate::figure) fn part(&mut self, raster: &Arc<Raster>, crop: Crop, at: Rect) {
        let raster = Arc::clone(raster);
        self.push(Shape::Raster { raster, crop, at });
    }

    /// The shapes of another scene, its origin at a position.
    pub(in crate::figure) fn scene(&mut self, origin: [f32; 2], scene: &Scene) {
        let shapes = scene.shapes.iter().cloned();
        self.shapes.extend(shapes.map(|shape| shape.moved(origin)));
    }

    /// The scene of what was drawn, on a page of this width and height.
    pub(in crate::figure) fn into_scene(self, [width, height]: [f32; 2]) -> Scene {
        Scene {
            width,
            height,
            background: self.palette.background,
            shapes: self.shapes,
            description: String::new(),
        }
    }

    /// The same with its layout.
    pub(in crate::figure) fn into_figure<Layout>(
        self,
        size: [f32; 2],
        layout: Layout,
    ) -> Figure<Layout> {
        Figure {
            scene: self.into_scene(size),
            layout,
        }
    }
}
