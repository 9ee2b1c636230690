//! The line around what is above a level.

use ndarray::ArrayView2;

/// Lines between the places above `level` and those below: pairs of ends as (row, column), the middle of
/// a cell being whole. Marching squares, ends found by linear interpolation.
///
/// At the border values go on as they are, half a cell further: a line that leaves there stays open.
pub(in crate::figure) fn contour(values: ArrayView2<'_, f32>, level: f32) -> Vec<[[f32; 2]; 2]> {
    let (rows, columns) = values.dim();
    if rows == 0 || columns == 0 {
        return Vec::new();
    }
    let (rows, columns) = (rows as isize, columns as isize);
    let value = |row: isize, column: isize| {
        values[[
            row.clamp(0, rows - 1) as usize,
            column.clamp(0, columns - 1) as usize,
        ]]
    };
    let mut lines = Vec::new();
    for row in -1..rows {
        for column in -1..columns {
            // Around the square: top, right, bottom, left.
            let corners =
                [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(down, right)| (row + down, column + right));
            let heights = corners.map(|(row, column)| value(row, column) - level);
            square(corners, heights, &mut lines);
        }
    }
    lines
}

/// The lines through one square, from where they enter it to where they leave.
fn square(corners: [(isize, isize); 4], heights: [f32; 4], lines: &mut Vec<[[f32; 2]; 2]>) {
    let is_above = heights.map(|height| height >= 0.0);
    let crossing = |edge: usize| {
        let next = (edge + 1) % 4;
        (is_above[edge] != is_above[next]).then(|| {
            let share = heights[edge] / (heights[edge] - heights[next]);
            let between = |from: isize, to: isize| from as f32 + share * (to - from) as f32;
            [
                between(corners[edge].0, corners[next].0),
                between(corners[edge].1, corners[next].1),
            ]
        })
    };
    match [0, 1, 2, 3].map(crossing) {
        // A saddle: the corners above are held together where the middle is above, and else apart.
        [Some(top), Some(right), Some(bottom), Some(left)] => {
            let is_joined = heights.iter().sum::<f32>() >= 0.0;
            if is_above[0] == is_joined {
                lines.extend([[top, right], [bottom, left]]);
            } else {
                lines.extend([[left, top], [right, bottom]]);
            }
        }
        crossings => {
            let mut ends = crossings.into_iter().flatten();
            if let (Some(from), Some(to)) = (ends.next(), ends.next()) {
                lines.push([from, to]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;

    #[test]
    fn a_cone_is_surrounded_by_a_circle() {
        let cone = Array2::from_shape_fn((21, 31), |(row, column)| {
            -(row as f32 - 10.0).hypot(column as f32 - 15.0)
        });
        let lines = contour(cone.view(), -6.0);
        assert!(lines.len() > 30);
        for [row, column] in lines.iter().flatten() {
            let radius = (row - 10.0).hypot(column - 15.0);
            assert!((radius - 6.0).abs() < 0.15, "{radius}");
        }
        let length: f32 = lines
            .iter()
            .map(|[from, to]| (from[0] - to[0]).hypot(from[1] - to[1]))
            .sum();
        let expected = 12.0 * std::f32::consts::PI;
        assert!((length / expected - 1.0).abs() < 0.02, "{length}");
    }

    #[test]
    fn every_end_within_the_border_belongs_to_two_lines() {
        let values =
            Array2::from_shape_fn((9, 9), |(row, column)| ((row * 7 + column * 5) % 11) as f32);
        let lines = contour(values.view(), 4.5);
        let near = |a: &[f32; 2], b: &[f32; 2]| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-4;
        let within = |end: &&[f32; 2]| end.iter().all(|at| (-0.5..=8.5).contains(at));
        let ends: Vec<_> = lines.iter().flatten().collect();
        for end in lines.iter().flatten().filter(within) {
            let shared = ends.iter().filter(|other| near(end, other)).count();
            assert_eq!(shared % 2, 0, "{end:?}");
        }
    }

    #[test]
    fn nothing_above_has_no_line() {
        assert!(contour(Array2::zeros((4, 4)).view(), 0.5).is_empty());
        assert!(contour(Array2::zeros((0, 4)).view(), 0.5).is_empty());
    }
}
