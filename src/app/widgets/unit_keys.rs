//! Drawings of units by keys: while one has the focus, the arrow keys select the neighbour as drawn.

use egui::{Event, Key, Rect, Response, Ui, Vec2};

use super::cards::is_covered;
use super::focus::keep_arrows;
use super::unit_nodes::about;
use crate::analysis::Unit;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::engine::Layer;

/// Moves the selection through the units of a drawing that has the focus, each with where it is: the arrow keys to the neighbour, Home
/// and End to the first and the last. Scrolls to it, and tells screen readers what is known of it.
///
/// Returns the place of the unit that keys have come to, which stands for the pointer: while that is elsewhere, and where Enter or Space
/// clicks it.
pub(crate) fn unit_by_keys(
    ui: &Ui,
    model: &ModelView,
    state: &mut State,
    response: &Response,
    places: impl FnOnce() -> Vec<(Unit, Rect)>,
) -> Option<usize> {
    if !response.has_focus() || is_covered(ui.ctx()) {
        return None;
    }
    keep_arrows(response);
    let places = places();
    let memory = response.id.with("unit by keys");
    let before: Option<usize> = ui.data(|data| data.get_temp(memory));
    let before = before.filter(|&at| at < places.len());
    let (mut at, mut is_moved) = (begin(state, &places, before), false);
    for key in pressed(ui) {
        let Some(next) = step(&places, at, key) else {
            continue;
        };
        let ((layer, unit), _) = places[next];
        state.selection.select(layer, unit);
        at = Some(next);
        is_moved = true;
    }
    let is_key_click = response.clicked() && response.interact_pointer_pos().is_none();
    if is_key_click && !places.is_empty() {
        at = at.or(Some(0));
    }
    let at = at?;
    ui.data_mut(|data| data.insert_temp(memory, at));
    let ((layer, unit), rect) = places[at];
    if is_moved || is_key_click {
        ui.scroll_to_rect(rect, None);
    }
    ui.ctx().accesskit_node_builder(response.id, |node| {
        let known = about(model, state, (layer, unit));
        node.set_value(format!("{} unit {unit}: {known}", layer.title()));
    });
    (is_key_click || response.hover_pos().is_none()).then_some(at)
}

/// The units of a layer that a view shows, each with where it is.
pub(crate) fn unit_places(
    (layer, units): (Layer, &[usize]),
    place: impl Fn(usize) -> Rect,
) -> Vec<(Unit, Rect)> {
    let units = units.iter().enumerate();
    units
        .map(|(at, &unit)| ((layer, unit), place(at)))
        .collect()
}

/// Where keys go on: from the unit that is selected, or else from where they came to `before`. Of a unit that is drawn more than once it is
/// the one that they came to.
fn begin(state: &State, places: &[(Unit, Rect)], before: Option<usize>) -> Option<usize> {
    let is_selected = |&(layer, unit): &Unit| state.selection.of(layer) == Some(unit);
    let is_last = |unit: &Unit| state.selection.last() == Some(*unit);
    let find = |is: &dyn Fn(&Unit) -> bool| places.iter().position(|(unit, _)| is(unit));
    let stays = before.filter(|&at| is_last(&places[at].0));
    let selected = stays.or_else(|| find(&is_last));
    selected.or_else(|| find(&is_selected)).or(before)
}

/// The keys of this frame that were pressed without others.
fn pressed(ui: &Ui) -> Vec<Key> {
    let key = |event: &Event| match event {
        Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } if modifiers.is_none() => Some(*key),
        _ => None,
    };
    ui.input(|input| input.events.iter().filter_map(key).collect())
}

/// Where a key leads from a place, at an edge to the same; `None` of any other key.
fn step(places: &[(Unit, Rect)], from: Option<usize>, key: Key) -> Option<usize> {
    let last = places.len().checked_sub(1)?;
    let ahead = match key {
        Key::Home => return Some(0),
        Key::End => return Some(last),
        Key::ArrowLeft => Vec2::LEFT,
        Key::ArrowRight => Vec2::RIGHT,
        Key::ArrowUp => Vec2::UP,
        Key::ArrowDown => Vec2::DOWN,
        _ => return None,
    };
    let Some(from) = from else { return Some(0) };
    let here = places[from].1;
    let distance = |(_, rect): &(Unit, Rect)| {
        let to = rect.center() - here.center();
        let [along, aside] = [to.dot(ahead), to.dot(ahead.rot90()).abs()];
        // Beside it are those of its row; above and below, where a row is short, also those of other columns.
        let is_beside = ahead.y != 0.0 || aside < here.height() / 2.0;
        let is_ahead = along > (ahead.abs() * here.size()).length() / 2.0;
        (is_ahead && is_beside).then_some(along + aside)
    };
    let ahead = places.iter().map(distance).enumerate();
    let ahead = ahead.filter_map(|(place, distance)| Some((place, distance?)));
    let nearest = ahead.min_by(|a, b| a.1.total_cmp(&b.1));
    Some(nearest.map_or(from, |(place, _)| place))
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    /// Ten tiles in rows of four, or in columns of four.
    fn tiles(in_columns: bool) -> Vec<(Unit, Rect)> {
        let tile = |place: usize| {
            let [major, minor] = [(place / 4) as f32, (place % 4) as f32];
            let [x, y] = if in_columns {
                [major, minor]
            } else {
                [minor, major]
            };
            let at = Rect::from_min_size(pos2(30.0 * x, 12.0 * y), vec2(28.0, 10.0));
            ((Layer::Simple, place), at)
        };
        (0..10).map(tile).collect()
    }

    #[test]
    fn keys_lead_to_the_neighbour_as_drawn_and_stay_at_an_edge() {
        use Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, End, Home};
        for (in_columns, from, key, to) in [
            (false, 0, ArrowRight, 1),
            (false, 3, ArrowRight, 3),
            (false, 4, ArrowLeft, 4),
            (false, 1, ArrowDown, 5),
            (false, 6, ArrowDown, 9),
            (false, 9, ArrowDown, 9),
            (false, 9, ArrowUp, 5),
            (false, 5, Home, 0),
            (false, 5, End, 9),
            (true, 0, ArrowRight, 4),
            (true, 3, ArrowDown, 3),
            (true, 4, ArrowUp, 4),
            (true, 8, ArrowLeft, 4),
            (true, 7, ArrowRight, 7),
        ] {
            let found = step(&tiles(in_columns), Some(from), key);
            assert_eq!(found, Some(to), "{in_columns}: {key:?} from {from}");
        }
        assert_eq!(step(&tiles(false), None, ArrowDown), Some(0));
        assert_eq!(step(&tiles(false), Some(3), Key::Enter), None);
        assert_eq!(step(&[], None, Home), None);
    }
}
