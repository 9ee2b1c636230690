//! What a lesson changes, as it was before.

use crate::app::dock::Places;
use crate::app::state::settings::Settings;
use crate::app::state::tour::BeforeTour;

/// What a lesson changes of how things are shown, as it was before.
pub(crate) struct BeforeLesson {
    pub(crate) settings: Settings,
    pub(crate) places: Places,
    pub(crate) state: BeforeTour,
}
