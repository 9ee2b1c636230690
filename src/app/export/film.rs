//! The window, filmed: the thread that writes a clip asks for one moment of the run after the other, and the window shows
//! it, takes its picture, and hands that over.

use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded};
use egui::{ColorImage, Context, Rect, Theme};

use crate::figure::{Shot, ShotError};

/// Frames that a moment is on screen before its picture is taken: one lets the views see it, the next shows what they ask.
const STEADY_FRAMES: usize = 3;
/// How long a moment is waited for whose measures do not come; then it is taken as it is.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often a clip that waits for a picture looks whether the window is still filmed: what was asked of a window that is filmed no
/// longer may never come.
const LOOK: Duration = Duration::from_millis(100);

/// A picture of the window, and which part of it belongs to the clip: left, top, width and height.
struct Picture {
    window: Arc<ColorImage>,
    part: [usize; 4],
}

/// A moment whose picture is wanted.
pub(crate) struct Take {
    /// Minibatches learned from by then; `None` for now.
    pub(crate) step: Option<u64>,
    picture: Sender<Picture>,
    begun: Instant,
    steady_frames: usize,
}

impl Take {
    /// Whether its picture can be taken after a frame in which its moment was shown, or was not yet, and in full.
    pub(crate) fn is_due(&mut self, is_shown: bool, is_whole: bool) -> bool {
        let is_steady = is_shown && is_whole;
        self.steady_frames = if is_steady { self.steady_frames + 1 } else { 0 };
        self.steady_frames >= STEADY_FRAMES || (is_shown && self.begun.elapsed() > PATIENCE)
    }

    /// Takes the picture of this part of the window, in points.
    pub(crate) fn shoot(self, ctx: &Context, part: Rect) {
        let pixels = part * ctx.pixels_per_point();
        let (min, max) = (pixels.min.round(), pixels.max.round());
        ctx.request_screenshot(move |window| {
            let [width, height] = window.size;
            let within = |at: f32, most: usize| (at.max(0.0) as usize).min(most);
            let [left, right] = [min.x, max.x].map(|x| within(x, width));
            let [top, bottom] = [min.y, max.y].map(|y| within(y, height));
            let part = [left, top, right - left, bottom - top];
            // A clip that was stopped wants no picture.
            let _ = self.picture.try_send(Picture { window, part });
        });
    }
}

/// The window's side. Dropping it ends the clip.
pub(crate) struct Filming {
    takes: Receiver<Take>,
    /// There while the window is filmed.
    _goes_on: Arc<()>,
    /// What is being shown.
    pub(crate) take: Option<Take>,
    /// The moment that was shown before, by its minibatch; `None` for now.
    pub(crate) before: Option<u64>,
    /// Whether a pinned run was shown before in the place of the run.
    pub(crate) showed_pin: bool,
    /// Whether the stimulus moved by itself before.
    pub(crate) was_sweeping: bool,
    /// The theme of the window while it is filmed.
    pub(crate) theme: Theme,
}

impl Filming {
    /// The next moment; an error when the clip is done.
    pub(crate) fn next(&self) -> Result<Option<Take>, ()> {
        match self.takes.try_recv() {
            Ok(take) => Ok(Some(take)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(()),
        }
    }
}

/// The clip's side.
pub(crate) struct Camera {
    takes: Sender<Take>,
    goes_on: Weak<()>,
    ctx: Context,
    /// Width and height of the first picture.
    size: OnceLock<[usize; 2]>,
}

/// Both sides of a film, in this theme, of a window that shows this moment; see [`Filming::before`].
pub(crate) fn film(ctx: &Context, before: Option<u64>, theme: Theme) -> (Filming, Camera) {
    let (sender, takes) = bounded(1);
    let goes_on = Arc::new(());
    let camera = Camera {
        takes: sender,
        goes_on: Arc::downgrade(&goes_on),
        ctx: ctx.clone(),
        size: OnceLock::new(),
    };
    let film = Filming {
        takes,
        _goes_on: goes_on,
        take: None,
        before,
        showed_pin: false,
        was_sweeping: false,
        theme,
    };
    (film, camera)
}

impl Camera {
    /// The window at a moment, waited for.
    pub(crate) fn shot(&self, step: Option<u64>) -> Result<Shot, ShotError> {
        let stopped = || ShotError::from("the window is no longer filmed");
        let (picture, taken) = bounded(1);
        let take = Take {
            step,
            picture,
            begun: Instant::now(),
            steady_frames: 0,
        };
        self.takes.send(take).map_err(|_| stopped())?;
        self.ctx.request_repaint();
        let Picture { window, part } = loop {
            match taken.recv_timeout(LOOK) {
                Ok(picture) => break picture,
                Err(RecvTimeoutError::Timeout) if self.goes_on.strong_count() > 0 => {}
                Err(_) => return Err(stopped()),
            }
        };
        let [left, top, width, height] = part;
        if *self.size.get_or_init(|| [width, height]) != [width, height] {
            return Err(
                "the size of the window changed; leave it as it is until the clip is made".into(),
            );
        }
        let rows =
            (top..top + height).map(|row| &window.pixels[row * window.width() + left..][..width]);
        let pixels = rows
            .flatten()
            .map(|pixel| [pixel.r(), pixel.g(), pixel.b()]);
        Ok(Shot::picture([width, height], pixels.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clip_does_not_wait_for_the_picture_of_a_window_that_is_filmed_no_longer() {
        let (film, camera) = film(&Context::default(), None, Theme::Dark);
        let shot = std::thread::Builder::new().spawn(move || camera.shot(None).is_err());
        let take = loop {
            if let Ok(Some(take)) = film.next() {
                break take;
            }
            std::thread::yield_now();
        };
        drop(film);
        assert!(shot.expect("a thread").join().expect("no panic"));
        // Until now its picture could have come.
        drop(take);
    }
}
