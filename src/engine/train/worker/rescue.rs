//! The model when the training thread panics: as it was in the last snapshot, on its way to a file.

use crate::engine::messages::Event;
use crate::engine::record::Recorded;
use crate::engine::train::worker::Worker;
use crate::engine::train::write::keep;
use crate::fault::guarded;

impl Worker<'_> {
    /// Keeps the model as it was in the last snapshot, and says where. What is visited is not kept, nor what has learned
    /// nothing: what was laid aside for it is.
    pub(in crate::engine::train) fn rescue(&mut self) {
        let (Some(whole), Some(store)) = (self.whole.take(), self.autosaves.clone()) else {
            return;
        };
        let is_nothing = whole.snapshot.status.step == 0 || self.aside.is_some();
        if is_nothing {
            return;
        }
        let spared = self.spared();
        let kept = guarded(|| {
            let recorded = Recorded {
                recording: whole.snapshot.recording.clone(),
                late: None,
                unread: None,
            };
            keep(&whole.checkpoint(), recorded, &store, &spared)
        });
        match kept.and_then(|kept| kept) {
            Ok(written) => {
                let movies_seen = whole.snapshot.status.movies_seen;
                let path = written.path;
                self.publisher.say(Event::Rescued { path, movies_seen });
            }
            Err(error) => {
                let problem = format!("the model could not be kept: {error}");
                self.publisher.say(Event::Problem(problem));
                // As it is, and where that fails too in the folder for temporary files.
                let _ = guarded(|| self.leave());
            }
        }
    }
}
