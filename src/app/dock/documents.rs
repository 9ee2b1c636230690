//! What views show, as files and clips need it.

use std::sync::Arc;

use super::Dock;
use crate::app::commands::View;
use crate::app::export::MomentDrawing;
use crate::app::state::State;
use crate::app::state::model_view::ModelView;
use crate::app::state::pins::{Split, THE_RUN};
use crate::app::views::ViewContent;
use crate::engine::Snapshot;
use crate::figure::{Document, RUN};

impl Dock {
    /// What a view shows now, to be written to a file; `None` while it shows nothing.
    pub(crate) fn document(&self, view: View, state: &mut State) -> Option<Document<'static>> {
        if !self.is_in_front(view) {
            return None;
        }
        let document = match state.pins.split(view.key) {
            Split::Run => self.of_run(view, state)?,
            Split::Pinned => self.of_pin(view, state)?,
            Split::Beside | Split::Divided => {
                let titles = state
                    .titles_of_both()?
                    .map(|title| title.replace("  ", " "));
                let (run, pin) = (self.of_run(view, state)?, self.of_pin(view, state)?);
                run.beside(pin, titles)
            }
        };
        Some(document.framed())
    }

    /// What is said of a view that has nothing to export.
    pub(crate) fn shows_nothing(&self, view: View, state: &State) -> String {
        let title = view.title;
        if !self.is_in_front(view) {
            return format!("{title} is not in front: bring it to the front to export it.");
        }
        let content = self.contents.get(view.key).zip(state.model());
        let wants = content.map(|(content, model)| content.wants(model, state));
        let wants = wants.unwrap_or("wait until there is a model");
        format!("{title} has nothing to export yet: {wants}.")
    }

    /// How a view draws the model at a moment of the run; `None` of one that is not in front, shows a pinned run as well, or
    /// shows no such thing.
    pub(crate) fn drawing(&self, view: View, state: &State) -> Option<MomentDrawing> {
        let is_of_run = !state.pins.is_shown() && state.pins.split(view.key) == Split::Run;
        let model = state
            .model()
            .filter(|_| is_of_run && self.is_in_front(view) && self.is_drawn(state))?;
        let drawn = self.contents.get(view.key)?.drawing(model, state)?;
        // With a margin, as in other files.
        Some(Arc::new(move |snapshot: &Snapshot| {
            drawn(snapshot).framed()
        }))
    }

    /// Width and height of what a view draws of any moment, in points; `None` of one that does not.
    pub(crate) fn drawn_size(&self, view: View, state: &State) -> Option<[f32; 2]> {
        self.drawing(view, state)?;
        let scene = self.of_run(view, state)?.framed().scene();
        Some([scene.width, scene.height])
    }

    /// The views in front that show the model: what changes along its run.
    pub(crate) fn of_model<'a>(&'a self, state: &'a State) -> impl Iterator<Item = View> + 'a {
        let suits = |view: &View| {
            let content = self.contents.get(view.key).zip(state.model());
            content.is_some_and(|(content, model)| content.suits(model))
        };
        self.visible_that(|content| content.is_of_model())
            .filter(suits)
    }

    /// The views in front that can show two runs.
    pub(crate) fn comparing(&self) -> impl Iterator<Item = View> + '_ {
        self.visible_that(|content| content.compares())
    }

    fn visible_that(&self, is_so: fn(&dyn ViewContent) -> bool) -> impl Iterator<Item = View> + '_ {
        let content = |view: &View| self.contents.get(view.key);
        self.visible()
            .filter(move |view| content(view).is_some_and(|content| is_so(&**content)))
    }

    /// Behind another tab a view may still hold what it showed of an earlier model.
    pub(crate) fn is_in_front(&self, view: View) -> bool {
        self.visible().any(|visible| visible == view)
    }

    /// Whether the views have shown a model of the sizes that the model has now: they hold the units that they showed.
    fn is_drawn(&self, state: &State) -> bool {
        self.sizes == state.model().map(|model| model.sizes())
    }

    fn of_run(&self, view: View, state: &State) -> Option<Document<'static>> {
        let content = self.contents.get(view.key)?;
        let model = match content.is_of_run() {
            true => state.run_model()?,
            false => state.model().filter(|_| self.is_drawn(state))?,
        };
        let document = content.document(model, state)?;
        if !content.is_of_model() {
            return Some(document);
        }
        let names_runs = document.names_runs();
        let told = match content.is_of_whole_run() {
            true => state.newest.as_ref()?,
            false => model,
        };
        let document = with_origin(document, told);
        if !names_runs {
            return Some(document);
        }
        let title = match content.is_of_whole_run() {
            true => THE_RUN.to_owned(),
            false => state.run_title(),
        };
        let title = title.replace("  ", " ").replace('\u{a0}', "");
        Some(document.with_comments(format!("{RUN}{title}\n")))
    }

    fn of_pin(&self, view: View, state: &mut State) -> Option<Document<'static>> {
        let content = self.pinned.get(view.key)?;
        let made = state.through_pin(|state, model| {
            let document = content.document(model, state)?;
            Some(with_origin(document, model))
        });
        // What panics here would have panicked when it was shown.
        made?.ok()?
    }
}

/// With what the model was trained with until its moment.
fn with_origin(document: Document<'static>, model: &ModelView) -> Document<'static> {
    let snapshot = &model.snapshot;
    document.of_run(&snapshot.config, snapshot.status.step, &snapshot.history)
}
