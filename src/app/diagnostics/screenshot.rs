//! A picture of the window, taken by itself after a while of learning; the README's pictures are
//! made with it.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use egui::{ColorImage, Context, ThemePreference, ViewportCommand};
use image::{ExtendedColorType, ImageFormat};

use crate::files::write_atomically;

/// A picture to be taken; then the window closes.
#[derive(Clone, Debug, PartialEq)]
pub struct Screenshot {
    /// The PNG file.
    pub path: PathBuf,
    /// Seconds before it is taken, from the first snapshot shown.
    pub after_secs: f64,
    /// Width of the window's inside, in points.
    pub width: f32,
    /// Height of the window's inside, in points.
    pub height: f32,
    /// Dark or light.
    pub theme: ThemePreference,
}

/// Takes one screenshot and says how it went.
pub(crate) struct Camera {
    plan: Option<(PathBuf, Duration)>,
    /// When the first snapshot was shown.
    first: Option<Instant>,
    outcome: Sender<Result<(), String>>,
}

impl Camera {
    /// A camera, and the place where its outcome arrives.
    pub(crate) fn new(screenshot: &Screenshot) -> (Self, Receiver<Result<(), String>>) {
        let (outcome, receiver) = bounded(1);
        let after = Duration::try_from_secs_f64(screenshot.after_secs).unwrap_or(Duration::MAX);
        let camera = Self {
            plan: Some((screenshot.path.clone(), after)),
            first: None,
            outcome,
        };
        (camera, receiver)
    }

    /// Asks for the picture once it is time; the window closes when the file is written, or where learning ended before.
    pub(crate) fn attend(&mut self, ctx: &Context, has_snapshot: bool, crash: Option<&str>) {
        if let Some(reason) = crash
            && self.plan.take().is_some()
        {
            let _ = self.outcome.try_send(Err(reason.to_owned()));
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        if !has_snapshot {
            return;
        }
        let waited = self.first.get_or_insert_with(Instant::now).elapsed();
        if let Some((_, after)) = &self.plan {
            ctx.request_repaint_after(after.saturating_sub(waited));
        }
        let is_due = |(_, after): &mut (_, Duration)| waited >= *after;
        let Some((path, _)) = self.plan.take_if(is_due) else {
            return;
        };
        let (outcome, close) = (self.outcome.clone(), ctx.clone());
        let (told, open) = (outcome.clone(), ctx.clone());
        ctx.request_screenshot(move |image| {
            let work = move || {
                // The receiver outlives the window, and only one outcome is ever sent.
                let _ = outcome.try_send(write(&image, &path));
                close.send_viewport_cmd(ViewportCommand::Close);
            };
            let spawned = thread::Builder::new()
                .name("screenshot".to_owned())
                .spawn(work);
            if let Err(error) = spawned {
                let _ = told.try_send(Err(format!("no thread to write it on: {error}")));
                open.send_viewport_cmd(ViewportCommand::Close);
            }
        });
    }
}

fn write(image: &ColorImage, path: &Path) -> Result<(), String> {
    let failed = |reason: &dyn std::fmt::Display| format!("{}: {reason}", path.display());
    let [width, height] = image.size.map(|side| side as u32);
    let mut bytes = Cursor::new(Vec::new());
    let pixels: Vec<u8> = image
        .pixels
        .iter()
        .flat_map(|pixel| pixel.to_array())
        .collect();
    let color = ExtendedColorType::Rgba8;
    image::write_buffer_with_format(&mut bytes, &pixels, width, height, color, ImageFormat::Png)
        .map_err(|error| failed(&error))?;
    write_atomically(path, bytes.get_ref()).map_err(|error| failed(&error))
}
