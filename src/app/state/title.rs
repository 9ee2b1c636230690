//! The title of the window.

use crate::app::state::State;

impl State {
    /// The title of the window: the model's name, with a star while its file lacks what was learned.
    pub fn title(&self) -> String {
        let Some(now) = self.now() else {
            return "cellscope".to_owned();
        };
        let file = now.file.as_ref().and_then(|file| file.file_stem());
        let name = file.map_or("new model".into(), |name| name.to_string_lossy());
        let is_changed = match &now.file {
            Some(_) => now.saved_step != Some(now.step),
            None => now.step > 0,
        };
        let mark = if is_changed { "*" } else { "" };
        format!("{name}{mark} - cellscope")
    }
}
