//! Progress of loading, which can be stopped.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::source::error::SourceError;

/// Told how many of how many pictures are done; stops the loading with [`ControlFlow::Break`].
pub(in crate::source) type Report<'a> = &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);

/// The error of a loading that was stopped.
pub(in crate::source) fn proceed(flow: ControlFlow<()>) -> Result<(), SourceError> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(SourceError::Cancelled),
    }
}

/// Counts finished pictures over all threads; the count reported never decreases.
pub(in crate::source) struct Progress<'a> {
    report: Report<'a>,
    total: usize,
    /// Pictures done, or `None` once the report asked to stop.
    done: Mutex<Option<usize>>,
}

impl<'a> Progress<'a> {
    pub(in crate::source) fn start(report: Report<'a>, total: usize) -> Result<Self, SourceError> {
        proceed(report(0, total))?;
        Ok(Self {
            report,
            total,
            done: Mutex::new(Some(0)),
        })
    }

    /// Whether to begin another picture.
    pub(in crate::source) fn check(&self) -> Result<(), SourceError> {
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.map(|_| ()).ok_or(SourceError::Cancelled)
    }

    pub(in crate::source) fn finish_one(&self) -> Result<(), SourceError> {
        self.finish(1)
    }

    /// Counts so many more as finished: loaded, or left out.
    pub(in crate::source) fn finish(&self, more: usize) -> Result<(), SourceError> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let now = done.ok_or(SourceError::Cancelled)? + more;
        let flow = proceed((self.report)(now, self.total));
        *done = flow.is_ok().then_some(now);
        flow
    }

    /// Whether to go on within a long piece of work; reports that it is still under way.
    pub(in crate::source) fn goes_on(&self) -> bool {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let goes_on = done.is_some_and(|done| (self.report)(done, self.total).is_continue());
        if !goes_on {
            *done = None;
        }
        goes_on
    }
}
