//! What a view shows, and that it failed where it did.

use egui::Ui;

use super::shown::Shown;
use crate::app::commands::{Action, View};

impl Shown<'_> {
    /// What a view shows. One that panics is told, and not shown again until people ask for it; the others go on.
    pub(super) fn contents(&mut self, ui: &mut Ui, view: View) {
        if self.broken.contains(view.key) {
            ui.weak("This view failed.");
            if ui.button("Try again").clicked() {
                self.state.act(Action::Show(view));
            }
            return;
        }
        if let Err(fault) = self.of_both(ui, view) {
            let text = format!("The view {} failed because of {fault}", view.title);
            self.state.notices.problem(text);
            self.broken.insert(view.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use egui::{Role, vec2};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable as _;

    use crate::app::dock::Dock;
    use crate::app::state::State;
    use crate::app::state::model_view::{Colors, ModelView, RenderedModel};
    use crate::app::views::{ViewContent, find_view};
    use crate::config::Config;
    use crate::engine::{Engine, Options};
    use crate::figure::Document;

    /// A view that panics until it is tried again.
    struct Broken(u32);

    impl ViewContent for Broken {
        fn ui(&mut self, ui: &mut egui::Ui, _: &ModelView, _: &mut State) {
            ui.horizontal(|ui| {
                self.0 += 1;
                ui.label("half a view");
                assert!(self.0 > 1, "planted");
            });
        }

        fn document(&self, _: &ModelView, _: &State) -> Option<Document<'static>> {
            None
        }
    }

    #[test]
    fn a_view_that_panics_is_told_the_others_go_on_and_it_can_be_tried_again() {
        let options = Options {
            paused: true,
            ..Options::default()
        };
        let engine = Engine::spawn(Config::default(), options, || {});
        let snapshot = engine.snapshots().recv().expect("a snapshot");
        let model = RenderedModel::new(Arc::clone(&snapshot), Colors::default());
        let mut state = State::default();
        state.on_model(model);
        let mut dock = Dock::default();
        dock.contents.insert("filters", Box::new(Broken(0)));
        let show = |ui: &mut egui::Ui, (dock, state): &mut (Dock, State)| dock.show(ui, state);
        let builder = Harness::builder().with_size(vec2(1_200.0, 800.0));
        let mut harness = builder.build_ui_state(show, (dock, state));
        harness.run_steps(3);
        let told =
            |harness: &mut Harness<'_, (Dock, State)>| harness.state_mut().1.notices.take_faults();
        let faults = told(&mut harness);
        assert_eq!(faults.len(), 1, "once, not in every frame");
        assert!(
            faults[0]
                .contains("The view Filters failed because of a fault in the program: planted")
        );
        assert!(harness.query_by_label("This view failed.").is_some());
        let others = harness.get_all_by_role(Role::Canvas).count();
        assert!(others > 0, "the others are shown");
        harness.get_by_label("Try again").click();
        harness.run_steps(2);
        let actions = std::mem::take(&mut harness.state_mut().1.actions);
        let filters = find_view("filters").expect("a view");
        assert_eq!(actions, [crate::app::Action::Show(filters)]);
        harness.state_mut().0.reveal(filters);
        harness.run_steps(2);
        assert!(harness.query_by_label("half a view").is_some());
        assert!(told(&mut harness).is_empty());
    }
}
