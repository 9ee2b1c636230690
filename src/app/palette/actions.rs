//! Every action as an entry.

use super::entry::{Does, Entry, Known};
use crate::app::commands::{Action, LAYOUTS};
use crate::app::refusal::refusal;
use crate::app::views::views;

/// An entry for every action; those that cannot be done now cannot be chosen.
pub(super) fn entries(known: &Known<'_>) -> Vec<Entry> {
    let all = Action::every(&views()).into_iter();
    all.map(|action| entry(known, action)).collect()
}

fn entry(known: &Known<'_>, action: Action) -> Entry {
    let row = action.row();
    let refusal = refusal(action, known.state, known.dock);
    Entry {
        kind: kind(action),
        text: match action {
            Action::ShowPinned => known.state.text_of(action).to_owned(),
            action => action.name(),
        },
        about: refusal.unwrap_or(row.tooltip).to_owned(),
        also: also(action),
        keys: row.shortcut,
        does: refusal.is_none().then_some(Does::Act(action)),
    }
}

/// What is set in the place that an action opens; what it shows; a view's own name and that on the command line; a layout's number, which is
/// that of its key, and its name on the command line.
fn also(action: Action) -> String {
    match action {
        Action::Preferences => "threads history ffmpeg zoom captions settings".to_owned(),
        Action::TogglePause => "stop start".to_owned(),
        Action::OpenFolder | Action::OpenPictures => "load data pictures".to_owned(),
        Action::Pin => "pin the run".to_owned(),
        Action::Sweep => "drift sweep b".to_owned(),
        Action::Present => "full screen fullscreen".to_owned(),
        Action::Reset => "start again".to_owned(),
        Action::ShowPinned => "pinned run".to_owned(),
        Action::Welcome => "watch cells emerge take a lesson your own pictures".to_owned(),
        Action::Arrange(layout) => {
            let before = LAYOUTS.iter().take_while(|other| *other != layout);
            format!("layout {} layout {}", before.count() + 1, layout.key)
        }
        Action::Show(view) => format!("{} {}", view.title, view.key),
        Action::TakeLesson(lesson) => format!("{} {}", lesson.title, lesson.key),
        _ => String::new(),
    }
}

fn kind(action: Action) -> &'static str {
    match (action, action.row().place) {
        (Action::Export(_) | Action::Maximise(_) | Action::Close(_) | Action::Move(_), _) => "View",
        (_, Some((menu, _))) => menu.name(),
        (_, None) => "Command",
    }
}
