//! Where a card stands beside what it is about.

use egui::{Pos2, Rect, Vec2, pos2};

/// Space between a card and what it is about, in points.
const GAP: f32 = 14.0;
/// Space between a card and the end of the window, in points.
const MARGIN: f32 = 12.0;

/// The left upper corner of a card of this size in a window: beside what it is about, not over it where there is room;
/// else where it covers least of it. Without that in the lower middle.
pub(super) fn beside(about: Option<Rect>, size: Vec2, window: Rect) -> Pos2 {
    let window = window.shrink(MARGIN);
    let most = (window.max - size).max(window.min);
    let inside = |at: Pos2| at.clamp(window.min, most);
    let lower_middle = inside(pos2(window.center().x - size.x / 2.0, most.y));
    let Some(about) = about.map(|about| about.intersect(window)) else {
        return lower_middle;
    };
    let middle = about.center() - size / 2.0;
    let [right, below] = [about.max.x + GAP, about.max.y + GAP];
    let [left, above] = [about.min.x - GAP - size.x, about.min.y - GAP - size.y];
    let places = [
        pos2(right, middle.y),
        pos2(left, middle.y),
        pos2(middle.x, below),
        pos2(middle.x, above),
        lower_middle,
        window.min,
        pos2(most.x, window.min.y),
        pos2(window.min.x, most.y),
        most,
    ];
    let covered = |at: &Pos2| Rect::from_min_size(*at, size).intersect(about);
    let area = |at: &Pos2| match covered(at) {
        covered if covered.is_positive() => covered.area(),
        _ => 0.0,
    };
    let places = places.into_iter().map(inside);
    let least = places.min_by(|a, b| area(a).total_cmp(&area(b)));
    least.unwrap_or(lower_middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn window() -> Rect {
        Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0))
    }

    #[test]
    fn a_card_never_covers_what_it_is_about_where_there_is_room_beside_it() {
        let size = vec2(360.0, 160.0);
        for x in [0.0, 400.0, 1_100.0] {
            for y in [0.0, 350.0, 760.0] {
                for about in [vec2(180.0, 32.0), vec2(400.0, 700.0), vec2(1_100.0, 300.0)] {
                    let about = Rect::from_min_size(pos2(x, y), about).intersect(window());
                    let card = Rect::from_min_size(beside(Some(about), size, window()), size);
                    assert!(window().contains_rect(card), "{about:?}");
                    assert!(!card.intersect(about).is_positive(), "{about:?} {card:?}");
                }
            }
        }
    }

    #[test]
    fn about_all_of_the_window_a_card_is_inside_it() {
        let (size, window) = (vec2(360.0, 160.0), window());
        for about in [
            None,
            Some(window),
            Some(Rect::from_min_size(pos2(5_000.0, 0.0), size)),
        ] {
            let card = Rect::from_min_size(beside(about, size, window), size);
            assert!(window.contains_rect(card), "{about:?}");
        }
    }
}
