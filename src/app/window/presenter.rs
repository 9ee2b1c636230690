//! Showing to many: full screen, large type, and nothing around the views.

use egui::{Context, Event, Key, Modifiers, Popup, RawInput, ViewportCommand};

use crate::app::commands::{Action, LAYOUTS, Sets};
use crate::app::window::App;

/// Height of the screen in points while it is shown to many: the fewer, the larger the type. A line of text is then a
/// thirtieth of the screen high.
const HEIGHT: f32 = 500.0;
/// The same in a lesson, which has controls beside the views and a step below them.
const LESSON_HEIGHT: f32 = 650.0;
/// Most that everything is enlarged by.
const LARGEST: f32 = 4.0;
/// How much larger everything is in a lecture, and the size that this goes up to.
const LECTURE: f32 = 1.35;
const LARGEST_LECTURE: f32 = 2.0;
/// Least change of the zoom that is worth laying everything out again.
const NOTICED: f32 = 0.005;

/// Keys that go on and back: those of the keyboard, and those of clickers.
const ON: [Key; 3] = [Key::Space, Key::ArrowRight, Key::PageDown];
const BACK: [Key; 2] = [Key::ArrowLeft, Key::PageUp];

/// The kind of the news that tells the keys.
const HINT: &str = "keys of a presenter";

/// How long a pointer may stand still before it counts as laid aside, in seconds.
const REST_SECS: f32 = 3.0;

/// Takes a pointer that nobody moves for gone: people have a clicker in hand, and a card about what it happens to be over
/// would cover what they speak of.
fn let_pointer_rest(ctx: &Context, input: &mut RawInput) {
    let is_moved = input
        .events
        .iter()
        .any(|event| matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. }));
    let rests = ctx.input(|input| {
        let pointer = &input.pointer;
        let is_here = pointer.hover_pos().is_some() && !pointer.any_down();
        is_here.then(|| pointer.time_since_last_movement())
    });
    match rests.filter(|_| !is_moved) {
        Some(secs) if secs > REST_SECS => input.events.push(Event::PointerGone),
        Some(_) => ctx.request_repaint_after_secs(REST_SECS),
        None => {}
    }
}

impl App {
    /// While the window is shown to many, a pointer that rests counts as gone; so does one whose place is in points of another zoom,
    /// until it moves.
    pub(crate) fn lay_pointer_aside(&mut self, ctx: &Context, input: &mut RawInput) {
        if std::mem::take(&mut self.is_zoomed) {
            input.events.push(Event::PointerGone);
        } else if self.state.presents {
            let_pointer_rest(ctx, input);
        }
    }

    /// Begins to show to many, or ends it.
    pub(crate) fn toggle_presenter(&mut self, ctx: &Context) {
        let state = &mut self.state;
        state.presents = !state.presents;
        ctx.send_viewport_cmd(ViewportCommand::Fullscreen(state.presents));
        if state.presents {
            let hint = "Space, the right arrow or a clicker goes on, the left arrow goes back, Escape ends full screen.";
            state.notices.news_instead(HINT, hint);
        } else {
            state.notices.resolve(HINT);
        }
    }

    /// Shows everything as large as was chosen, in a lecture larger, and to many as large as the screen allows.
    pub(crate) fn enlarge(&mut self, ctx: &Context) {
        let state = &mut self.state;
        // A lesson points at controls of every kind.
        let is_lecture = self.dock.layout().sets == Sets::LargeType && state.tour.is_none();
        state.has_few_controls = is_lecture || state.presents;
        let chosen = state.settings.preferences.zoom_percent as f32 / 100.0;
        let now = ctx.zoom_factor();
        let zoom = if state.presents {
            let height = ctx.content_rect().height() * now;
            let is_lesson = state.tour.is_some();
            let least = if is_lesson { LESSON_HEIGHT } else { HEIGHT };
            (height / least).clamp(1.0, LARGEST)
        } else if is_lecture {
            chosen.max((chosen * LECTURE).min(LARGEST_LECTURE))
        } else {
            chosen
        };
        if (zoom - now).abs() > NOTICED {
            ctx.set_zoom_factor(zoom);
            self.is_zoomed = true;
        }
    }

    /// Takes the keys of a presenter before they mean anything else.
    pub(crate) fn take_presenter_keys(&mut self, ctx: &Context) {
        let is_asked = ctx.memory(|memory| memory.top_modal_layer().is_some());
        let is_taken = is_asked || Popup::is_any_open(ctx) || self.state.is_filmed();
        let is_taken = is_taken || self.state.is_covered();
        if !self.state.presents || is_taken {
            return;
        }
        // A focused slider or button keeps its own keys; those of a clicker mean nothing to it.
        let is_free = ctx.memory(|memory| memory.focused().is_none());
        let pressed = |keys: &[Key]| {
            let mut is_pressed = |key: &Key| {
                let is_clicker = matches!(key, Key::PageUp | Key::PageDown);
                (is_free || is_clicker)
                    && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, *key))
            };
            keys.iter().any(&mut is_pressed)
        };
        let (on, back) = (pressed(&ON), pressed(&BACK));
        if is_free && pressed(&[Key::Escape]) {
            self.state.act(Action::Present);
        }
        if on || back {
            self.go_on(if on { 1 } else { -1 }, ctx);
        }
    }

    /// The next step of the lesson; without one the next layout.
    fn go_on(&mut self, by: isize, ctx: &Context) {
        self.state.notices.resolve(HINT);
        if self.state.tour.is_some() {
            return if by > 0 {
                self.skip_step(ctx);
            } else {
                self.step_lesson(by);
            };
        }
        let now = self.dock.layout();
        let place = LAYOUTS.iter().position(|layout| layout == now);
        let next = place.unwrap_or(0) as isize + by;
        let next = next.rem_euclid(LAYOUTS.len() as isize) as usize;
        self.arrange(&LAYOUTS[next]);
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn a_pointer_that_rests_is_gone_until_it_moves() {
        let ctx = Context::default();
        let frame = |secs: f64, events: Vec<Event>| {
            let mut input = RawInput {
                time: Some(secs),
                events,
                ..RawInput::default()
            };
            let_pointer_rest(&ctx, &mut input);
            drop(ctx.run_ui(input, |_| {}));
            ctx.input(|input| input.pointer.hover_pos().is_some())
        };
        let moved = |x: f32| vec![Event::PointerMoved(pos2(x, 10.0))];
        assert!(frame(0.0, moved(10.0)));
        assert!(frame(1.0, vec![]));
        frame(5.0, vec![]);
        assert!(!frame(5.1, vec![]));
        assert!(frame(6.0, moved(20.0)));
        assert!(frame(6.5, vec![]));
    }
}
