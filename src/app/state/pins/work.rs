//! What threads are to do for pinned runs, and what becomes of it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::job::{PinJob, PinOutcome};
use super::pin::Pin;
use super::{ARE_FULL, Pins};
use crate::app::state::model_view::Colors;
use crate::engine::Snapshot;

impl Pins {
    /// Pins the model of a file once it is read, under this name or that of the file.
    pub(crate) fn add_file(&mut self, path: PathBuf, name: Option<String>) {
        self.files.push_back((path, name));
    }

    /// What threads are to do now: read files, draw filters in these colours and, where it is looked at, match the units of
    /// `run` with those of each, the one compared first.
    pub(crate) fn jobs(&mut self, colors: Colors, run: Option<&Arc<Snapshot>>) -> Vec<PinJob> {
        let mut jobs = Vec::new();
        while !self.is_aside
            && let Some((path, name)) = self.files.pop_front()
        {
            let generation = self.next_generation();
            self.opening += 1;
            jobs.push(PinJob::Open {
                path,
                name,
                generation,
                colors,
            });
        }
        jobs.extend(self.all.iter_mut().filter_map(|pin| pin.redraw(colors)));
        let is_matching = self.is_matching;
        let run = run.filter(|_| !is_matching);
        let pins = self.compared().into_iter().chain(&self.all);
        let job = run.and_then(|run| pins.into_iter().find_map(|pin| pin.matching_with(run)));
        if let Some(job) = job {
            self.is_matching = true;
            jobs.push(job);
        }
        jobs
    }

    /// How long it is until units are to be matched with those of `run` again, where none are being matched now.
    pub(crate) fn match_wait(&self, run: &Snapshot) -> Option<Duration> {
        let pins = self.all.iter().filter(|_| !self.is_matching);
        let due = pins.filter_map(|pin| pin.match_due(run)).min()?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    /// Takes over what a thread did, and says what became of a model that was to be pinned.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) fn take(&mut self, outcome: PinOutcome) -> Result<Option<String>, String> {
        match outcome {
            PinOutcome::Opened { name, file, result } => {
                self.opening = self.opening.saturating_sub(1);
                if self.is_aside
                    && let Some((path, _)) = file
                {
                    self.add_file(path, Some(name));
                    return Ok(None);
                }
                let model = result.map_err(|reason| format!("Not pinned: {reason}"))?;
                let mut all = self.all.iter();
                if let Some(pin) = all.find(|pin| file.is_some() && pin.file == file) {
                    return Ok(Some(format!("{name} is pinned already as {}.", pin.letter)));
                }
                if self.are_full() {
                    return Err(format!("{name} is not pinned: {ARE_FULL}"));
                }
                let letter = self.free_letter().ok_or_else(|| ARE_FULL.to_owned())?;
                let pin = self.put(Pin::of_file(model, file), letter, name);
                Ok(Some(format!("Pinned as {letter}: {}.", pin.name)))
            }
            PinOutcome::Drawn(model) => {
                if let Some(pin) = self.of_generation(model.snapshot.generation) {
                    pin.take_drawn(model);
                }
                Ok(None)
            }
            PinOutcome::Matched {
                generation,
                matched,
            } => {
                self.is_matching = false;
                if let Some(pin) = self.of_generation(generation) {
                    pin.matched = Some(matched);
                }
                Ok(None)
            }
        }
    }

    /// Another run began: the units were matched with those of the one before, and what is pinned may be of another run now.
    pub(crate) fn take_run(&mut self, run: &Snapshot) {
        for pin in &mut self.all {
            pin.matched = None;
            pin.name_beside(run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_its_way_when_a_lesson_begins_is_pinned_at_its_end() {
        let golden = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/golden/version-1-toy.safetensors"
        );
        let (mut pins, colors) = (Pins::default(), Colors::default());
        pins.add_file(golden.into(), None);
        let mut opened = pins.jobs(colors, None).into_iter().map(PinJob::run);
        let opened = opened.next().expect("it is read");
        pins.lay_aside(true);
        assert_eq!(pins.take(opened), Ok(None));
        assert!(pins.jobs(colors, None).is_empty(), "it waits");
        pins.lay_aside(false);
        assert!(pins.all().is_empty());
        for job in pins.jobs(colors, None) {
            let told = pins.take(job.run()).expect("pinned");
            assert_eq!(told.as_deref(), Some("Pinned as B: version-1-toy."));
        }
        assert_eq!(pins.all().len(), 1);
    }
}
