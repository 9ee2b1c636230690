//! Preferences in a plain TOML file that people may write too. What it says holds from the start on; what is changed in the
//! window is written to it.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::app::background::{LAST_WRITE, OneAtATime};
use crate::app::state::preferences::{MOST_HISTORY_MB, Preferences, ZOOM_PERCENT};
use crate::engine::MAX_THREADS;
use crate::files::{Lock, line_of, read_text_if_there, write_atomically};
use crate::range::OutOfRange;
use crate::words::of_parser;

/// Name of the file in the program's folder.
const FILE: &str = "preferences.toml";
/// What the file begins with.
const HEAD: &str = "# Preferences of cellscope. The window writes this file; what is changed here holds from the next start.\n";

impl Preferences {
    /// Reads the file; `None` where there is none.
    ///
    /// # Errors
    /// A sentence that names the file, and the key or value that cannot be.
    pub fn read(path: &Path) -> Result<Option<Self>, String> {
        let text = read_text_if_there(path).map_err(|error| error.to_string());
        let read = text.and_then(|text| text.map(|text| Self::from_toml(&text)).transpose());
        read.map_err(|error| {
            format!(
                "{}: {error}; the file is not used, and not changed: correct it, or delete it for the defaults",
                path.display()
            )
        })
    }

    fn from_toml(text: &str) -> Result<Self, String> {
        let read: Self = toml::from_str(text).map_err(|error| {
            let at = error.span().map(|span| line_of(text, span.start));
            let at = at.map_or(String::new(), |line| format!("line {line}: "));
            format!("{at}{}", of_parser(error.message().trim_end()))
        })?;
        let range = OutOfRange::within("zoom_percent", read.zoom_percent, ZOOM_PERCENT, "");
        let range = range.and(OutOfRange::within(
            "threads",
            read.threads,
            0..=MAX_THREADS,
            "",
        ));
        let range = range.and(OutOfRange::within(
            "history_mb",
            read.history_mb,
            0..=MOST_HISTORY_MB,
            "",
        ));
        range.map_err(|error| error.to_string())?;
        Ok(read)
    }

    /// Writes what differs from `before` into the file: what another window has written there meanwhile stays.
    fn write(&self, before: &Self, path: &Path) -> Result<(), String> {
        let not_saved =
            |error: String| format!("{}: the preferences are not saved: {error}", path.display());
        let table =
            |of: &Self| toml::Table::try_from(of).map_err(|error| not_saved(error.to_string()));
        let (before, now) = (table(before)?, table(self)?);
        let _alone = Lock::wait_beside(path);
        let mut file = table(&Self::read(path)?.unwrap_or_default())?;
        let changed = now
            .into_iter()
            .filter(|(key, value)| before.get(key) != Some(value));
        file.extend(changed);
        let text = file.to_string();
        let written = write_atomically(path, format!("{HEAD}{text}").as_bytes());
        written.map_err(|error| not_saved(error.to_string()))
    }
}

/// The file, and what is in it.
pub(crate) struct PreferencesFile {
    path: PathBuf,
    /// What is in the file.
    written: Preferences,
    /// What was to be written last.
    tried: Preferences,
    writing: OneAtATime<Result<Preferences, String>>,
}

impl PreferencesFile {
    /// The file, in which these are.
    pub(crate) fn new(path: PathBuf, written: Preferences) -> Self {
        Self {
            path,
            tried: written.clone(),
            written,
            writing: OneAtATime::default(),
        }
    }

    /// Takes these as what is in the file, though they are not: they hold for this start alone.
    pub(crate) fn take_for_once(&mut self, now: Preferences) {
        self.tried = now.clone();
        self.written = now;
    }

    /// Writes preferences that changed, on a thread, once nobody is changing them any more, and an earlier change is written. What could
    /// not be written is tried again with the next change. Returns whether one was written since the last call.
    ///
    /// # Errors
    /// A sentence for the user: what became of an earlier call, or that there is no thread to write on.
    pub(crate) fn keep(&mut self, now: Preferences, ctx: &Context) -> Result<bool, String> {
        let outcome = self.writing.outcome().transpose()?;
        let was_written = outcome.is_some();
        if let Some(written) = outcome {
            self.written = written;
        }
        let is_held = ctx.input(|input| input.pointer.any_down());
        let is_typing = ctx.text_edit_focused();
        if now == self.tried
            || self.writing.is_on()
            || is_held
            || (is_typing && now.ffmpeg != self.tried.ffmpeg)
        {
            return Ok(was_written);
        }
        self.tried = now.clone();
        let (before, path) = (self.written.clone(), self.path.clone());
        let write = move || now.write(&before, &path).map(|()| now);
        let started = self.writing.start("preferences", ctx, write);
        let not_saved = |error| format!("The preferences are not saved: {error}");
        started.map(|()| was_written).map_err(not_saved)
    }

    /// Writes what changed last, for a window that closes.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub(crate) fn finish(&mut self, now: &Preferences) -> Result<(), String> {
        let was_on = self.writing.is_on();
        match self.writing.last_outcome(LAST_WRITE) {
            Some(Ok(written)) => self.written = written,
            // A disk that does not answer is not waited for again.
            None if was_on => return Ok(()),
            _ => {}
        }
        if *now == self.written {
            return Ok(());
        }
        now.write(&self.written, &self.path)
    }
}

/// The file of preferences, in the program's folder.
pub(crate) fn preferences_file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_that_write_at_once_keep_what_each_has_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = preferences_file(folder.path());
        let before = Preferences::default();
        let zoomed = Preferences {
            zoom_percent: 150,
            ..before.clone()
        };
        let threaded = Preferences {
            threads: 2,
            ..before.clone()
        };
        for _ in 0..20 {
            before.write(&threaded, &path).expect("written");
            before.write(&zoomed, &path).expect("written");
            std::thread::scope(|scope| {
                for now in [&zoomed, &threaded] {
                    let (before, path) = (&before, &path);
                    scope.spawn(move || now.write(before, path).expect("written"));
                }
            });
            let read = Preferences::read(&path).expect("read").expect("a file");
            assert_eq!((read.zoom_percent, read.threads), (150, 2));
        }
    }
}
