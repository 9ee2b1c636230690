//! Lines cut at the edges of a chart.

/// How far outside a point may be and still counts as on the edge, in sides of the chart.
const MARGIN: f64 = 1e-6;

/// The parts of a line within the unit square, each of one point or more (Liang & Barsky 1984, segment by segment).
pub(super) fn clip(points: &[[f64; 2]]) -> Vec<Vec<[f64; 2]>> {
    if let [single] = points {
        let is_inside = inside(*single, *single).is_some();
        return if is_inside {
            vec![points.to_vec()]
        } else {
            Vec::new()
        };
    }
    let mut parts: Vec<Vec<[f64; 2]>> = Vec::new();
    let mut continues = false;
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let Some([first, last]) = inside(from, to) else {
            continues = false;
            continue;
        };
        let at = |share: f64| [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]));
        let begin = if first > 0.0 { at(first) } else { from };
        let end = if last < 1.0 { at(last) } else { to };
        match parts.last_mut() {
            Some(part) if continues => part.push(end),
            _ => parts.push(vec![begin, end]),
        }
        continues = last >= 1.0;
    }
    parts
}

/// Whether a line runs through a rectangle, given by two corners. `points` are in the order of their abscissas; `place` is
/// where one is.
pub fn runs_through<P>(
    points: &[P],
    place: impl Fn(&P) -> [f64; 2],
    [from, to]: [[f64; 2]; 2],
) -> bool {
    let before = points.partition_point(|point| place(point)[0] < from[0]);
    let after = points.partition_point(|point| place(point)[0] <= to[0]);
    let near = &points[before.saturating_sub(1)..(after + 1).min(points.len())];
    let share = |point: &P| {
        let at = place(point);
        [0, 1].map(|axis| (at[axis] - from[axis]) / (to[axis] - from[axis]))
    };
    let shares: Vec<_> = near.iter().map(share).collect();
    !clip(&shares).is_empty()
}

/// Which shares of the way lie in the square.
fn inside(from: [f64; 2], to: [f64; 2]) -> Option<[f64; 2]> {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let along = to[axis] - from[axis];
        let (low, high) = (-MARGIN - from[axis], 1.0 + MARGIN - from[axis]);
        if along == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (enter, leave) = (low / along, high / along);
        first = first.max(enter.min(leave));
        last = last.min(enter.max(leave));
    }
    (first <= last).then_some([first, last])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_runs_through_what_it_crosses_between_two_of_its_points() {
        let line = [[0.0, 0.0], [10.0, 10.0], [20.0, 10.0]];
        let crosses = |from, to| runs_through(&line, |point| *point, [from, to]);
        assert!(crosses([4.0, 4.0], [5.0, 5.0]), "between two points");
        assert!(crosses([12.0, 9.0], [13.0, 11.0]));
        assert!(!crosses([4.0, 6.0], [5.0, 9.0]), "above it");
        assert!(!crosses([21.0, 9.0], [23.0, 11.0]), "after its end");
        assert!(!runs_through(
            &[],
            |point: &[f64; 2]| *point,
            [[0.0; 2], [1.0; 2]]
        ));
    }

    #[test]
    fn what_is_inside_stays_and_what_leaves_is_cut_at_the_edge() {
        let within = [[0.0, 0.0], [0.5, 1.0], [1.0, 0.3]];
        assert_eq!(clip(&within), [within.to_vec()]);
        let parts = clip(&[[0.2, 0.5], [0.4, 1.5], [0.8, 1.5], [0.9, 0.5], [2.0, 0.5]]);
        let expected = [
            vec![[0.2, 0.5], [0.3, 1.0]],
            vec![[0.85, 1.0], [0.9, 0.5], [1.0, 0.5]],
        ];
        assert_eq!(parts.len(), 2);
        for (part, expected) in parts.iter().zip(&expected) {
            assert_eq!(part.len(), expected.len());
            for (found, expected) in part.iter().flatten().zip(expected.iter().flatten()) {
                assert!((found - expected).abs() < 1e-5, "{parts:?}");
            }
        }
        assert!(clip(&[[-1.0, 0.5], [0.5, 2.0]]).is_empty());
        assert!(clip(&[[0.5, 1.1]]).is_empty());
        assert_eq!(clip(&[[0.5, 0.9]]), [[[0.5, 0.9]]]);
    }
}
