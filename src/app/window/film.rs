//! The window while it is filmed: it goes to the moments that the clip asks for, and comes back to where it was.

use egui::{Context, Event, Key, Modifiers, RawInput, Rect};

use crate::app::commands::Action;
use crate::app::controls::film::FILM_BAR;
use crate::app::export::{ClipSource, ClipSubject, Filming};
use crate::app::state::State;
use crate::app::window::App;
use crate::channels::Channels;

impl State {
    /// Whether the window is filmed.
    #[must_use]
    pub fn is_filmed(&self) -> bool {
        self.exports.film.is_some()
    }

    /// Begins to film the window.
    pub(crate) fn begin_film(&mut self, mut film: Filming) {
        self.timeline.playing = None;
        film.showed_pin = self.pins.is_shown();
        // Its answers to one moment would never stand still.
        film.was_sweeping = std::mem::take(&mut self.workers.stimulus.is_sweeping);
        self.exports.film = Some(film);
    }

    /// Shows what was shown before the film, and what came meanwhile.
    pub(crate) fn end_film(&mut self) {
        let Some(film) = self.exports.film.take() else {
            return;
        };
        self.workers.stimulus.is_sweeping = film.was_sweeping;
        self.go_to_step(film.before);
        if film.showed_pin {
            self.show_pin(true);
        }
        if let Some(model) = self.exports.held.take() {
            self.on_model(model);
        }
    }

    fn go_to_step(&mut self, step: Option<u64>) {
        match step {
            Some(step) => {
                self.show_pin(false);
                self.timeline.wanted = Some(step);
            }
            None => self.back_to_now(),
        }
    }

    /// Whether the model of this moment is on screen.
    fn shows_step(&self, step: Option<u64>) -> bool {
        let shown = self.timeline.past().map(|past| past.snapshot.status.step);
        self.timeline.wanted == step && shown == step
    }
}

impl App {
    /// Where the frames of a clip come from, if it can be made: of the window, or of a view in front.
    pub(crate) fn clip_source(&self, subject: ClipSubject, ctx: &Context) -> Option<ClipSource> {
        let is_colored = self.state.live.movies.channels != Channels::Grey;
        let film = |rect: Rect| ClipSource {
            subject,
            is_colored,
            is_filmed: true,
            size: (rect.size() * ctx.pixels_per_point()).round().into(),
        };
        match subject {
            ClipSubject::Window => Some(film(filmed_window(ctx))),
            ClipSubject::View(view) => match self.dock.drawn_size(view, &self.state) {
                Some(size) => Some(ClipSource {
                    subject,
                    is_colored,
                    is_filmed: false,
                    size,
                }),
                None => self.dock.rect(view).map(film),
            },
        }
    }

    /// Goes on with the film, if there is one: to the next moment, and when it is shown in full, takes its picture.
    pub(crate) fn film_on(&mut self, ctx: &Context) {
        let state = &mut self.state;
        let Some(film) = &mut state.exports.film else {
            return;
        };
        // The question whether to quit is no part of it.
        if state.asks_to_quit || ctx.input(|input| input.viewport().close_requested()) {
            return;
        }
        let job = state.exports.clip_job.as_ref();
        let is_stopping = job.is_none_or(|job| job.is_stopping());
        if film.take.is_none() && !is_stopping {
            match film.next() {
                Ok(None) => return,
                Ok(Some(take)) => {
                    let step = take.step;
                    film.take = Some(take);
                    state.go_to_step(step);
                    return ctx.request_repaint();
                }
                Err(()) => return state.end_film(),
            }
        }
        if is_stopping {
            return state.end_film();
        }
        let (part, views) = match self.filmed {
            ClipSubject::Window => (Some(filmed_window(ctx)), self.dock.visible().collect()),
            // What other views wait for is not in the film.
            ClipSubject::View(view) => (self.dock.rect(view), vec![view]),
        };
        let step = film.take.as_ref().and_then(|take| take.step);
        let (is_shown, is_whole) = (state.shows_step(step), !state.is_waiting(&views));
        let film = state.exports.film.as_mut();
        let take = film.and_then(|film| film.take.take_if(|take| take.is_due(is_shown, is_whole)));
        match (take, part) {
            (Some(take), Some(part)) => take.shoot(ctx, part),
            (Some(_), None) => state.end_film(),
            (None, _) => {}
        }
        ctx.request_repaint();
    }

    /// What the window hears while it is filmed: the pointer over the bar, Escape, which stops the film, and the keys that close a
    /// window.
    pub(crate) fn hear_while_filmed(ctx: &Context, input: &mut RawInput) {
        input.dropped_files.clear();
        input.hovered_files.clear();
        let filmed = filmed_window(ctx);
        for event in &mut input.events {
            if matches!(event, Event::PointerMoved(at) if at.y >= filmed.top()) {
                *event = Event::PointerGone;
            }
        }
        // What a pointer rests on is no part of the film.
        let rests_at = ctx.input(|input| input.pointer.hover_pos());
        if rests_at.is_some_and(|at| at.y >= filmed.top()) {
            input.events.push(Event::PointerGone);
        }
        input.events.retain(|event| match event {
            Event::PointerMoved(_) | Event::PointerGone | Event::WindowFocused(_) => true,
            Event::PointerButton { pos, .. } => pos.y < filmed.top(),
            // A key that seems held would not be heard when it is next pressed.
            Event::Key { pressed: false, .. } => true,
            Event::Key { key, modifiers, .. } => {
                *key == Key::Escape || is_of_quit(*key, *modifiers)
            }
            _ => false,
        });
    }

    /// The keys of a frame: while the window is filmed only Escape.
    pub(crate) fn keys(&self, ctx: &Context) -> Vec<Action> {
        if !self.state.is_filmed() {
            let state = &self.state;
            let focused = ctx.memory(|memory| memory.focused());
            let is_on_timeline = focused.is_some() && focused == state.timeline.track;
            let in_lesson = state.tour.is_some() && !is_on_timeline;
            let mut pressed = Action::pressed(ctx, self.focus, in_lesson, state.is_covered());
            if state.timeline.is_playing() {
                // What moves is what people want to stop.
                let of_run = pressed
                    .iter_mut()
                    .filter(|action| **action == Action::TogglePause);
                of_run.for_each(|action| *action = Action::PlayPast);
            }
            return pressed;
        }
        let stops = ctx.input(|input| input.key_pressed(Key::Escape));
        // It closes the question whether to quit, if that is open.
        let stops = stops && !self.state.asks_to_quit;
        stops.then_some(Action::StopClip).into_iter().collect()
    }
}

/// The window without the bar of the film above it, in points.
fn filmed_window(ctx: &Context) -> Rect {
    let window = ctx.content_rect();
    window.with_min_y(window.top() + FILM_BAR)
}

/// Whether these are the keys of [`Action::Quit`].
fn is_of_quit(key: Key, modifiers: Modifiers) -> bool {
    let quit = Action::Quit.row().shortcut;
    quit.is_some_and(|quit| key == quit.logical_key && modifiers.matches_logically(quit.modifiers))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;

    #[derive(Debug)]
    struct Dropped;

    impl egui::DroppedFile for Dropped {
        fn path(&self) -> &Path {
            Path::new("a.png")
        }
        fn bytes(&self) -> Result<Vec<u8>, String> {
            Err("not read".to_owned())
        }
    }

    #[test]
    fn files_that_are_dropped_while_the_window_is_filmed_are_not_heard() {
        let mut input = RawInput {
            dropped_files: vec![Arc::new(Dropped)],
            hovered_files: vec![egui::HoveredFile::default()],
            ..RawInput::default()
        };
        App::hear_while_filmed(&Context::default(), &mut input);
        assert!(input.dropped_files.is_empty() && input.hovered_files.is_empty());
    }

    #[test]
    fn a_key_that_was_let_go_while_the_window_is_filmed_is_not_taken_as_held() {
        let key = |key, pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let mut input = RawInput {
            events: vec![key(Key::P, true), key(Key::Q, false)],
            ..RawInput::default()
        };
        App::hear_while_filmed(&Context::default(), &mut input);
        assert_eq!(input.events, [key(Key::Q, false)]);
    }
}
