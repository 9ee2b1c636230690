//! The line around what is above a level.

use ndarray::ArrayView2;

/// Lines between the places above `level` and those below: pairs of ends as (row, column), the middle of
/// a cell being whole. Marching squares, ends found by linear interpolation.
///
/// At the border values go on as they are, half a cell further: a line that leaves there stays open.
pub fn contour(values: ArrayView2<'_, f32>, level: f32) -> Vec<[[f32; 2]; 2]> {
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
