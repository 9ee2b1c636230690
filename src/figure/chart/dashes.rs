//! Dashed lines, which a scene has not.

use crate::figure::scene::{Canvas, Color};

/// Length of a dash, in points.
const DASH: f32 = 5.0;
/// Width of the line, in points.
const WIDTH: f32 = 1.2;

/// A line in dashes of [`DASH`], with gaps as long.
pub(super) fn dashes(points: &[[f32; 2]], color: Color, canvas: &mut Canvas) {
    let mut dash = Vec::new();
    let mut end = |dash: &mut Vec<[f32; 2]>| {
        let points = std::mem::take(dash);
        if points.len() > 1 {
            canvas.line(points, WIDTH, color);
        }
    };
    // Along the line in steps of a dash or less; every other stretch of that length is drawn.
    let (mut drawn, mut left) = (true, DASH);
    for pair in points.windows(2) {
        let ([mut at, to], mut length) = ([pair[0], pair[1]], distance(pair[0], pair[1]));
        while length > 0.0 {
            let step = length.min(left);
            let next = [0, 1].map(|axis| at[axis] + (to[axis] - at[axis]) * step / length);
            if drawn {
                if dash.is_empty() {
                    dash.push(at);
                }
                dash.push(next);
            }
            (at, length, left) = (next, length - step, left - step);
            if left <= 0.0 {
                end(&mut dash);
                (drawn, left) = (!drawn, DASH);
            }
        }
    }
    end(&mut dash);
}

fn distance(from: [f32; 2], to: [f32; 2]) -> f32 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::scene::{Palette, Shape};

    #[test]
    fn half_of_a_dashed_line_is_drawn() {
        let points: Vec<[f32; 2]> = (0..=40).map(|x| [3.0 * x as f32, 7.0]).collect();
        let mut canvas = Canvas::new(Palette::LIGHT);
        dashes(&points, Color(0, 0, 0), &mut canvas);
        let shapes = canvas.into_scene([120.0, 14.0]).shapes;
        let drawn: f32 = shapes
            .iter()
            .map(|shape| match shape {
                Shape::Polyline { points, .. } => distance(points[0], points[points.len() - 1]),
                _ => 0.0,
            })
            .sum();
        assert!((drawn - 60.0).abs() < 1e-3, "{drawn}");
        assert_eq!(shapes.len(), 12);
    }
}
