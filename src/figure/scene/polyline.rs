//! Distances to lines, for pointing at them.

/// From a position to the nearest point of a line.
pub(in crate::figure) fn distance([x, y]: [f32; 2], [from, to]: [[f32; 2]; 2]) -> f32 {
    let (along_x, along_y) = (to[0] - from[0], to[1] - from[1]);
    let length_2 = along_x * along_x + along_y * along_y;
    let dot = (x - from[0]) * along_x + (y - from[1]) * along_y;
    let share = if length_2 > 0.0 {
        (dot / length_2).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (x - from[0] - share * along_x).hypot(y - from[1] - share * along_y)
}
