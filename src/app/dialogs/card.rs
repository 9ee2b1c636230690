//! Where a card stands beside what it is about.

use egui::{Pos2, Rect, Vec2, pos2};

/// Space between a card and what it is about, in points.
const GAP: f32 = 14.0;
/// Space between a card and the end of the window, in points.
const MARGIN: f32 = 12.0;

/// The left upper corner of a card of this size in a window: beside what it is about, not over it where there is room;
/// else where it covers least of it. It leaves free as well what is `around` that, where it can, and stands where most space
/// is. Without anything in the lower middle.
pub(super) fn beside(about: Option<Rect>, around: Option<Rect>, size: Vec2, window: Rect) -> Pos2 {
    let window = window.shrink(MARGIN);
    let most = (window.max - size).max(window.min);
    let inside = |at: Pos2| at.clamp(window.min, most);
    let lower_middle = inside(pos2(window.center().x - size.x / 2.0, most.y));
    let Some(about) = about.map(|about| about.intersect(window)) else {
        return lower_middle;
    };
    let around = around.map_or(about, |around| around.intersect(window));
    let corners = [
        lower_middle,
        window.min,
        pos2(most.x, window.min.y),
        pos2(window.min.x, most.y),
        most,
    ];
    let sides = [around, about].map(|rect| sides(rect, size, window));
    let places = sides.into_iter().flatten().chain(corners).map(inside);
    let covered = |at: &Pos2, rect: Rect| {
        let covered = Rect::from_min_size(*at, size).intersect(rect);
        if covered.is_positive() {
            covered.area()
        } else {
            0.0
        }
    };
    // Of equals the first.
    let least = places.min_by(|a, b| {
        let of = |rect| covered(a, rect).total_cmp(&covered(b, rect));
        of(about).then_with(|| of(around))
    });
    least.unwrap_or(lower_middle)
}

/// The places of a card on the four sides of a rectangle, that with the most space to spare first.
fn sides(rect: Rect, size: Vec2, window: Rect) -> [Pos2; 4] {
    let middle = rect.center() - size / 2.0;
    // Beside what is taller than the card, low: people look at the top first.
    let low = middle.y.max(rect.max.y - size.y);
    let [right, below] = [rect.max.x + GAP, rect.max.y + GAP];
    let [left, above] = [rect.min.x - GAP - size.x, rect.min.y - GAP - size.y];
    let mut sides = [
        (window.max.x - size.x - right, pos2(right, low)),
        (left - window.min.x, pos2(left, low)),
        (window.max.y - size.y - below, pos2(middle.x, below)),
        (above - window.min.y, pos2(middle.x, above)),
    ];
    sides.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    sides.map(|(_, place)| place)
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
                    let card = Rect::from_min_size(beside(Some(about), None, size, window()), size);
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
            let card = Rect::from_min_size(beside(about, None, size, window), size);
            assert!(window.contains_rect(card), "{about:?}");
        }
    }

    #[test]
    fn a_card_about_a_button_leaves_the_view_of_the_button_free() {
        let size = vec2(360.0, 160.0);
        let view = Rect::from_min_size(pos2(280.0, 60.0), vec2(480.0, 400.0));
        let button = Rect::from_min_size(pos2(620.0, 70.0), vec2(80.0, 24.0));
        let at = beside(Some(button), Some(view), size, window());
        let card = Rect::from_min_size(at, size);
        assert!(!card.intersect(view).is_positive(), "{card:?}");
    }

    #[test]
    fn a_card_stands_where_most_space_is() {
        let size = vec2(360.0, 160.0);
        let view = Rect::from_min_size(pos2(700.0, 60.0), vec2(200.0, 700.0));
        let card = Rect::from_min_size(beside(Some(view), None, size, window()), size);
        assert!(card.max.x < view.min.x, "{card:?}");
    }
}
