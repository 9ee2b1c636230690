//! The setups that one can go back to, and when one of them is noted.

use std::collections::BTreeSet;
use std::time::Duration;

use egui::util::undoer::{Settings as UndoerSettings, Undoer};
use egui::{Context, Event, Key};

use super::UndoPoint;

/// Frames after a step in which what egui takes over late settles.
const SETTLING: u8 = 2;
/// For how long a step goes on while something changes, in seconds.
const LONGEST_SECS: f32 = 1.0;
/// For how long a key counts as held that does not repeat, in seconds: one let go while another window had the focus seems to be
/// held for good.
const KEY_SECS: f64 = 1.0;

/// The setups that one can go back to.
pub(crate) struct UndoSteps {
    undoer: Undoer<UndoPoint>,
    /// The run that they belong to: parameters are not carried from one model to another.
    generation: Option<u64>,
    settling: u8,
    /// The keys that are down, by their place on the keyboard: with Shift one may come up under another name than it went down.
    held: BTreeSet<Key>,
    /// When a key was pressed, repeated or let go last, in seconds.
    key_secs: f64,
    /// Whether a lesson has ended whose end brings their run back.
    comes_back: bool,
}

impl Default for UndoSteps {
    fn default() -> Self {
        let settings = UndoerSettings {
            // A step ends when nobody holds a button or a key any more.
            stable_time: 0.0,
            // What changes on and on by itself makes no step longer than this.
            auto_save_interval: LONGEST_SECS,
            ..UndoerSettings::default()
        };
        Self {
            undoer: Undoer::with_settings(settings),
            generation: None,
            settling: 0,
            held: BTreeSet::new(),
            key_secs: 0.0,
            comes_back: false,
        }
    }
}

impl UndoSteps {
    /// Waits for their run, which the end of a lesson brings back where it `comes_back`.
    pub(crate) fn await_run(&mut self, comes_back: bool) {
        self.comes_back = comes_back;
    }

    /// Takes the run of this generation for theirs where that came back after a lesson.
    pub(crate) fn take_run(&mut self, came_back: Option<u64>) {
        if std::mem::take(&mut self.comes_back) && came_back.is_some() {
            self.generation = came_back;
        }
    }

    /// Follows which keys are down, before what they do is taken from the events.
    pub(crate) fn follow_keys(&mut self, ctx: &Context) {
        ctx.input(|input| {
            for event in &input.events {
                match event {
                    Event::Key {
                        key,
                        physical_key,
                        pressed,
                        ..
                    } => {
                        let key = physical_key.unwrap_or(*key);
                        match pressed {
                            true => self.held.insert(key),
                            false => self.held.remove(&key),
                        };
                        self.key_secs = input.time;
                    }
                    Event::WindowFocused(false) => self.held.clear(),
                    _ => {}
                }
            }
        });
    }

    /// Whether a key or a button of the pointer is down.
    fn is_held(&self, ctx: &Context) -> bool {
        let is_key_held =
            !self.held.is_empty() && ctx.input(|input| input.time) < self.key_secs + KEY_SECS;
        if is_key_held {
            ctx.request_repaint_after(Duration::from_secs_f64(KEY_SECS));
        }
        is_key_held || ctx.input(|input| input.pointer.any_down())
    }

    /// Notes what is set in a run, once nobody is changing it any more; whether it changes.
    pub(crate) fn note(
        &mut self,
        generation: Option<u64>,
        ctx: &Context,
        now: impl FnOnce() -> UndoPoint,
    ) -> bool {
        if self.settling > 0 {
            self.settling -= 1;
            return false;
        }
        let is_other = generation != self.generation;
        if !is_other && self.is_held(ctx) {
            return false;
        }
        if is_other {
            *self = Self {
                generation,
                held: std::mem::take(&mut self.held),
                key_secs: self.key_secs,
                ..Self::default()
            };
        }
        self.undoer
            .feed_state(ctx.input(|input| input.time), &now());
        let changes = self.undoer.is_in_flux();
        if changes {
            ctx.request_repaint();
        }
        changes
    }

    /// What was set before the last change.
    pub(crate) fn undo(&mut self, now: &UndoPoint) -> Option<UndoPoint> {
        let then = self.undoer.undo(now).cloned();
        self.settling = SETTLING;
        then
    }

    /// What was taken back last.
    pub(crate) fn redo(&mut self, now: &UndoPoint) -> Option<UndoPoint> {
        let then = self.undoer.redo(now).cloned();
        self.settling = SETTLING;
        then
    }
}
