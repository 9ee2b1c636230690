//! The title of the window.

use crate::app::state::State;
use crate::files::name_with_folder;

impl State {
    /// The title of the window: the model's name, with a star while no file, nor the program itself, holds it as it is now.
    pub fn title(&self) -> String {
        let Some(now) = self.now() else {
            return "cellscope".to_owned();
        };
        let copied = now.copy_of.as_deref().map(name_with_folder);
        let copied = copied.map(|name| format!("copy of {name}"));
        let file = now.file.as_ref().and_then(|file| file.file_stem());
        let name = match (file, now.saved_step) {
            (Some(name), _) => name.to_string_lossy(),
            (None, _) if copied.is_some() => copied.unwrap_or_default().into(),
            (None, _) if now.is_kept => "kept model".into(),
            (None, Some(_)) => "trained model".into(),
            (None, None) => "new model".into(),
        };
        let is_changed = match (&now.file, now.saved_step) {
            (None, None) => now.step > 0,
            (_, saved) => saved != Some(now.step) || now.is_changed,
        };
        let mark = if is_changed { "*" } else { "" };
        format!("{name}{mark} - cellscope")
    }
}
