//! Loads pictures on a thread of its own while learning goes on.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, bounded};
use rayon::ThreadPool;

use crate::config::Config;
use crate::fault::guarded;
use crate::source::{Pictures, SourceError, load};

/// Progress messages that can wait to be read.
const PROGRESS_QUEUE: usize = 32;

/// Why a thread says nothing more that did not panic.
pub(super) const THREAD_ENDED: &str = "a thread that ended too early";

/// A message of the loader.
pub(crate) enum LoaderNews {
    /// How many pictures of how many were read.
    Progress(usize, usize),
    /// Finished or failed.
    Done(Box<Result<Pictures, SourceError>>),
    /// Broken off by a panic.
    Broken(String),
}

/// What to do with the pictures once they are loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The model goes on, learning from them.
    GoOn,
    /// A new model starts with them.
    Restart,
}

/// Loads the pictures of a configuration. Dropping it stops the loading and waits for the thread.
pub(crate) struct Loader {
    config: Config,
    purpose: Purpose,
    news: Receiver<LoaderNews>,
    cancel: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Loader {
    /// Starts to load the pictures of `config` on the threads of `pool`.
    pub(crate) fn start(
        config: Config,
        purpose: Purpose,
        pool: Arc<ThreadPool>,
    ) -> std::io::Result<Self> {
        let (progress, news) = bounded(2 * PROGRESS_QUEUE);
        let cancel = Arc::new(AtomicBool::new(false));
        let (wanted, cancelled) = (config.clone(), Arc::clone(&cancel));
        let thread = std::thread::Builder::new()
            .name("cellscope-loader".to_owned())
            .spawn(move || {
                let report = |done, total| {
                    // Progress that comes faster than it is read is left out; the outcome always has room.
                    if progress.len() < PROGRESS_QUEUE {
                        let _ = progress.try_send(LoaderNews::Progress(done, total));
                    }
                    if cancelled.load(Ordering::Relaxed) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                };
                let loading = || {
                    load(
                        &wanted.source,
                        wanted.seed,
                        &wanted.normalise,
                        &wanted.movies,
                        &report,
                    )
                };
                let loaded = guarded(|| pool.install(loading));
                // Fails only when the run that asked is gone.
                let _ = progress.send(match loaded {
                    Ok(loaded) => LoaderNews::Done(Box::new(loaded)),
                    Err(fault) => LoaderNews::Broken(fault),
                });
            })?;
        Ok(Self {
            config,
            purpose,
            news,
            cancel,
            thread: Some(thread),
        })
    }

    /// The configuration that asked for the pictures.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// The same, to change what does not concern the pictures.
    pub(crate) fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    /// What the pictures are for.
    pub(crate) fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Where the news come.
    pub(crate) fn news(&self) -> &Receiver<LoaderNews> {
        &self.news
    }

    /// Whether the loader was asked to stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Asks the loader to stop; it answers with [`SourceError::Cancelled`].
    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.cancel();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
