//! Models kept so that none is lost: each in a file of its own, the newest and those that learned longest.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::learning_time::learning_secs;
use super::{HISTORY_ENDING, MODEL_ENDING, history_path};
use crate::files::{Lock, remove_abandoned, unique_millis};

/// How the name of a kept model ends.
const MODEL: &str = " movies.safetensors";
/// How it ends when no other model is to take its place.
const FOR_EVER: &str = " movies, for ever.safetensors";

/// Most models kept, beside those for ever.
const MOST: usize = 8;
/// A history that was written since may be one whose model is being written now.
const WRITING: Duration = Duration::from_secs(60);
/// Models before the newest that are never removed: up to four runs side by side share the folder.
const NEWEST: usize = 3;

/// A folder of kept models. A file is named by when it was written and how long its model learned:
/// "1763800000000 64000 movies.safetensors", in milliseconds since 1970.
#[derive(Clone, Debug)]
pub(crate) struct AutosaveStore {
    folder: PathBuf,
    /// Of the files that this program needs, which other windows leave alone meanwhile.
    needed: Arc<Mutex<Vec<Lock>>>,
}

/// A kept model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kept {
    pub(super) written_millis: u64,
    pub(super) movies_seen: u64,
    pub(super) is_for_ever: bool,
    pub(super) path: PathBuf,
}

impl AutosaveStore {
    /// The models kept in this folder, which need not be there yet.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            needed: Arc::default(),
        }
    }

    /// Keeps a model that has learned from `movies_seen`, by `save`; returns its file, which is needed from then on. Of too many
    /// besides those `spared`, the one that learned for the shortest time goes, but none of the newest and none that is needed here or in
    /// another window.
    pub(crate) fn keep<E>(
        &self,
        movies_seen: u64,
        spared: &[Option<PathBuf>],
        save: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<PathBuf, E> {
        // Where it cannot be made, saving says so.
        let _ = std::fs::create_dir_all(&self.folder);
        let mut before = self.models();
        // The newest, also where the clock was put back.
        let after = before
            .last()
            .map_or(0, |newest| newest.written_millis.saturating_add(1));
        let name = format!("{} {movies_seen}{MODEL}", unique_millis(after));
        let path = self.folder.join(name);
        save(&path)?;
        // Beside what is needed by now, which may be more than when the save began.
        self.locks().extend(Lock::share(&path));
        let spared = spared.iter().flatten();
        before.retain(|kept| !spared.clone().any(|path| *path == kept.path));
        self.clear(before);
        self.remove_orphaned();
        Ok(path)
    }

    /// Tells other windows that these files are needed here, of those in its folder, and no others.
    pub(crate) fn need<'a>(&self, paths: impl Iterator<Item = &'a PathBuf>) {
        let paths = paths.filter(|path| self.has(path));
        // The new before the old: what is needed still is locked all the time.
        let locked: Vec<_> = paths.filter_map(|path| Lock::share(path)).collect();
        *self.locks() = locked;
    }

    fn locks(&self) -> MutexGuard<'_, Vec<Lock>> {
        self.needed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The models kept, but this one, the newest first.
    pub(crate) fn but(&self, but: Option<&Path>) -> Vec<PathBuf> {
        let models = self.models().into_iter().rev().map(|kept| kept.path);
        models.filter(|path| Some(&**path) != but).collect()
    }

    /// This file of a model, or the one that it became when it was kept for ever; `None` where neither is there.
    pub(crate) fn find(path: PathBuf) -> Option<PathBuf> {
        let for_ever = Kept::for_ever(&path);
        let mut files = std::iter::once(path).chain(for_ever);
        files.find(|path| path.exists())
    }

    /// Whether this is the file of a kept model.
    pub(crate) fn has(&self, path: &Path) -> bool {
        path.parent() == Some(&self.folder) && Kept::of(path.to_owned()).is_some()
    }

    /// Removes a kept model that a later state of it has replaced; leaves any other file alone, what is needed here or in another window,
    /// and what is kept for ever.
    pub(crate) fn remove(&self, path: &Path) {
        let is_for_ever = |kept: Kept| kept.is_for_ever;
        let is_kept = self.has(path) && !Kept::of(path.to_owned()).is_some_and(is_for_ever);
        if is_kept && !Lock::is_shared(path) {
            // Where it cannot be removed there is one more than needed. The history first: nobody would look for it without its model.
            let _ = std::fs::remove_file(history_path(path));
            let _ = std::fs::remove_file(path);
        }
    }

    /// Removes those that learned for the shortest time, but none of the newest, until there is room for one more. A file that does
    /// not say is of no use. The oldest come first.
    fn clear(&self, mut models: Vec<Kept>) {
        // Those that other windows need take no room of this one's.
        models.retain(|kept| !Lock::is_shared(&kept.path));
        let surplus = (models.len() + 1).saturating_sub(MOST);
        if surplus == 0 {
            return;
        }
        models.truncate(models.len().saturating_sub(NEWEST));
        let learned = |kept: Kept| (learning_secs(&kept.path).unwrap_or(0.0), kept.path);
        let mut models: Vec<_> = models.into_iter().map(learned).collect();
        models.sort_by(|a, b| a.0.total_cmp(&b.0));
        let goes = models.iter().take(surplus);
        goes.for_each(|(_, path)| self.remove(path));
    }

    /// Removes the histories of models that a program did not come to write.
    fn remove_orphaned(&self) {
        remove_abandoned(&self.folder, WRITING, |name| {
            let history = self.folder.join(name);
            let model = history.with_extension(MODEL_ENDING);
            let is_history = history
                .extension()
                .is_some_and(|ending| ending == HISTORY_ENDING);
            is_history && self.has(&model) && Self::find(model).is_none()
        });
    }

    /// The models kept but not for ever, the oldest first.
    fn models(&self) -> Vec<Kept> {
        let mut models = Kept::all(&self.folder);
        models.retain(|kept| !kept.is_for_ever);
        models.sort();
        models
    }
}

impl Kept {
    /// The models kept in a folder, in any order.
    pub(super) fn all(folder: &Path) -> Vec<Self> {
        let files = std::fs::read_dir(folder).into_iter().flatten();
        files
            .filter_map(|file| Self::of(file.ok()?.path()))
            .collect()
    }

    /// The file of a kept model once no other is to take its place; `None` for any other file.
    pub(super) fn for_ever(path: &Path) -> Option<PathBuf> {
        let stem = path.file_name()?.to_str()?.strip_suffix(MODEL)?;
        Some(path.with_file_name(format!("{stem}{FOR_EVER}")))
    }

    /// The kept model in this file, if its name is one of a kept model.
    fn of(path: PathBuf) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let (written, rest) = name.split_once(' ')?;
        let (movies, is_for_ever) = match rest.strip_suffix(MODEL) {
            Some(movies) => (movies, false),
            None => (rest.strip_suffix(FOR_EVER)?, true),
        };
        Some(Self {
            written_millis: written.parse().ok()?,
            movies_seen: movies.parse().ok()?,
            is_for_ever,
            path,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::KeptModel;

    /// What tells of a model how long it has learned.
    fn model(secs: u64) -> Vec<u8> {
        let state = format!("{{\\\"elapsed_secs\\\":{secs}.5,\\\"step\\\":1}}");
        let header = format!("{{\"__metadata__\":{{\"state\":\"{state}\"}},\"W\":{{}}}}");
        let length = (header.len() as u64).to_le_bytes();
        [&length, header.as_bytes()].concat()
    }

    /// Keeps a model; those that were needed before are not any more.
    fn keep(
        store: &AutosaveStore,
        movies_seen: u64,
        spared: &[Option<PathBuf>],
        content: Vec<u8>,
    ) -> PathBuf {
        store.need(std::iter::empty());
        let kept = store.keep(movies_seen, spared, |path| std::fs::write(path, content));
        kept.expect("written")
    }

    #[test]
    fn the_newest_and_those_that_learned_longest_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let autosaves = AutosaveStore::new(folder.path().join("kept"));
        assert_eq!(autosaves.but(None).first(), None);
        let keep = |secs, movies| keep(&autosaves, movies, &[], model(secs));
        // A deep model sees few movies in a long time.
        let long = keep(40, 5);
        for secs in 1..=2 * MOST as u64 {
            let newest = keep(secs, 1_000_000);
            assert_eq!(autosaves.but(None).first(), Some(&newest));
        }
        let short = keep(0, 0);
        let kept = autosaves.models();
        assert_eq!(kept.len(), MOST);
        assert!(kept.iter().any(|kept| kept.path == long));
        assert_eq!(autosaves.but(None).first(), Some(&short));
        let before = autosaves.but(Some(&short));
        assert_eq!(before[0], kept[MOST - 2].path);
        assert_eq!(
            learning_secs(&before[0]),
            Some(2.0 * MOST as f64 + 0.5),
            "the one before is the last of those"
        );
        // A later state of a model takes its own place and none of another.
        let later = autosaves.keep(1, &[Some(short.clone())], |path| {
            std::fs::write(path, model(1))
        });
        let later = later.expect("written");
        autosaves.need(std::iter::once(&later));
        autosaves.remove(&short);
        let kept_then = autosaves.models();
        assert_eq!(kept_then[..MOST - 1], kept[..MOST - 1]);
        assert_eq!(kept_then[MOST - 1].path, later);
        // Files of other names are left alone, and no file outside is removed.
        std::fs::write(folder.path().join("kept/notes.txt"), "mine").expect("written");
        let outside = folder.path().join("1 2 movies.safetensors");
        std::fs::write(&outside, "mine").expect("written");
        autosaves.remove(&outside);
        // Nor one that is kept for ever, which takes no other's place.
        let newest = autosaves.but(None).swap_remove(0);
        let for_ever = KeptModel::keep_for_ever(&newest).expect("renamed");
        autosaves.remove(&for_ever);
        for secs in 1..=2 * MOST as u64 {
            keep(secs, 1);
        }
        assert!(for_ever.exists() && autosaves.has(&for_ever));
        assert_eq!(autosaves.models().len(), MOST);
        assert!(outside.exists() && folder.path().join("kept/notes.txt").exists());
    }

    #[test]
    fn the_model_replaced_last_stays_also_where_others_learned_longer_and_is_found_when_kept_for_ever()
     {
        let folder = tempfile::tempdir().expect("a folder");
        let autosaves = AutosaveStore::new(folder.path().to_owned());
        let keep = |secs, spared: &[Option<PathBuf>]| keep(&autosaves, 9, spared, model(secs));
        let previous = keep(1, &[]);
        let spared = [None, Some(previous.clone())];
        (2..=3 * MOST as u64).for_each(|secs| drop(keep(secs, &spared)));
        assert!(previous.exists());
        assert_eq!(autosaves.models().len(), MOST + 1);
        assert_eq!(
            AutosaveStore::find(previous.clone()),
            Some(previous.clone())
        );
        let for_ever = KeptModel::keep_for_ever(&previous).expect("renamed");
        assert_eq!(
            AutosaveStore::find(previous.clone()),
            Some(for_ever.clone())
        );
        std::fs::remove_file(for_ever).expect("removed");
        assert_eq!(AutosaveStore::find(previous), None);
    }

    #[test]
    fn a_model_that_another_window_needs_stays_until_that_is_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let [window, other] = [(); 2].map(|()| AutosaveStore::new(folder.path().to_owned()));
        let keep = |store: &AutosaveStore, secs| keep(store, 9, &[], model(secs));
        let needed = keep(&window, 1);
        (2..=3 * MOST as u64).for_each(|secs| drop(keep(&other, secs)));
        assert!(needed.exists());
        assert_eq!(other.models().len(), MOST + 1);
        drop(window);
        keep(&other, 100);
        assert!(!needed.exists());
        assert_eq!(other.models().len(), MOST);
    }

    #[test]
    fn a_model_that_any_window_needs_is_not_removed_for_a_later_state_of_it_either() {
        let folder = tempfile::tempdir().expect("a folder");
        let [window, other] = [(); 2].map(|()| AutosaveStore::new(folder.path().to_owned()));
        let needed = keep(&window, 9, &[], model(1));
        std::fs::write(history_path(&needed), "its history").expect("written");
        for store in [&window, &other] {
            store.remove(&needed);
            assert!(needed.exists() && history_path(&needed).exists());
        }
        window.need(std::iter::empty());
        other.remove(&needed);
        assert!(!needed.exists() && !history_path(&needed).exists());
    }

    #[test]
    fn what_is_needed_since_a_save_began_is_needed_when_it_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let autosaves = AutosaveStore::new(folder.path().to_owned());
        let opened = keep(&autosaves, 9, &[], model(1));
        autosaves.need(std::iter::empty());
        let kept = autosaves.keep(9, &[], |path| {
            autosaves.need(std::iter::once(&opened));
            std::fs::write(path, model(2))
        });
        assert!(Lock::is_shared(&opened));
        assert!(Lock::is_shared(&kept.expect("written")));
    }

    #[test]
    fn a_history_is_deleted_before_its_model() {
        let folder = tempfile::tempdir().expect("a folder");
        let model = folder.path().join("1 2 movies.safetensors");
        let history = history_path(&model);
        std::fs::write(&history, "what a killed program left").expect("written");
        assert!(KeptModel::delete(&model).is_err());
        assert!(!history.exists());
    }

    #[test]
    fn the_history_of_a_model_that_a_killed_program_did_not_write_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let autosaves = AutosaveStore::new(folder.path().to_owned());
        let write = |name: &str, age| {
            let path = folder.path().join(name);
            let file = std::fs::File::create(&path).expect("a file");
            let written = std::time::SystemTime::now() - Duration::from_secs(age);
            file.set_modified(written).expect("set");
            path
        };
        let old = write("1 2 movies.history", 60);
        let young = write("2 2 movies.history", 0);
        let others = [write("notes.history", 60), write("3 2 movies.txt", 60)];
        let of_models = ["4 2 movies", "5 2 movies, for ever"].map(|stem| {
            write(&format!("{stem}.safetensors"), 60);
            write(&format!("{stem}.history"), 60)
        });
        keep(&autosaves, 9, &[], model(1));
        assert!(!old.exists() && young.exists());
        assert!(others.iter().chain(&of_models).all(|path| path.exists()));
    }

    #[test]
    fn four_runs_side_by_side_keep_their_models_each() {
        let folder = tempfile::tempdir().expect("a folder");
        let autosaves = AutosaveStore::new(folder.path().to_owned());
        let keep = |secs, spared: &[Option<PathBuf>]| keep(&autosaves, 9, spared, model(secs));
        (0..MOST).for_each(|_| drop(keep(1000, &[])));
        let mut own: [Option<PathBuf>; 4] = Default::default();
        for secs in 1..=3 {
            for own in &mut own {
                let kept = keep(secs, std::slice::from_ref(own));
                if let Some(before) = own.replace(kept) {
                    autosaves.remove(&before);
                }
            }
        }
        assert!(own.iter().flatten().all(|path| path.exists()));
        assert_eq!(autosaves.models().len(), MOST);
    }

    #[test]
    fn a_file_that_does_not_say_how_long_it_learned_goes_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let autosaves = AutosaveStore::new(folder.path().to_owned());
        let keep = |content: Vec<u8>| keep(&autosaves, 9, &[], content);
        let huge = u64::MAX.to_le_bytes().to_vec();
        let useless = [Vec::new(), b"no model".to_vec(), huge].map(keep);
        (1..MOST as u64).for_each(|secs| drop(keep(model(secs))));
        keep(model(1));
        assert!(useless.iter().all(|path| !path.exists()));
        assert_eq!(autosaves.models().len(), MOST);
    }
}
