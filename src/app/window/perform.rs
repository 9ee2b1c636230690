//! What each action does.

use std::path::Path;

use egui::{Context, Theme, ThemePreference, ViewportCommand};

use crate::app::commands::mask_shape::MaskShape;
use crate::app::commands::stimulus_kind::StimulusKind;
use crate::app::commands::{Action, View};
use crate::app::dialogs::file_picker::Purpose;
use crate::app::export;
use crate::app::notices::{REFUSED, STEPS};
use crate::app::refusal::refusal;
use crate::app::state::kept::KeptChange;
use crate::app::state::past::OtherShown;
use crate::app::state::pins::Split;
use crate::app::state::sheets::Sheet;
use crate::app::state::units::selection::Selection;
use crate::app::typed_path::typed_path;
use crate::app::views;
use crate::app::window::App;
use crate::command_line::repeating_command;
use crate::config::Preset;
use crate::engine::{Command, Layer};
use crate::model::Coupling;
use crate::source::SourceSpec;
use crate::words::counted;

impl App {
    /// Does what the user asked for.
    pub(crate) fn perform(&mut self, action: Action, ctx: &Context) {
        if let Some(reason) = refusal(action, &self.state, &self.dock) {
            return self.state.notices.news_instead(REFUSED, reason);
        }
        if let Some(view) = seen_in(action) {
            self.dock.reveal(view);
        }
        let state = &mut self.state;
        let name = state.text_of(action);
        if let Some(tour) = &mut state.tour {
            tour.note_pressed(name);
        }
        match action {
            Action::TogglePause => state.toggle_pause(),
            Action::StepOne => self.learn_steps(1),
            Action::StepHundred => self.learn_steps(100),
            Action::Reset => state.send(Command::Reset),
            Action::NewSeed => state.start_with_new_seed(),
            Action::PlayPast => state.toggle_play(ctx.input(|input| input.time)),
            Action::LoopPast => state.settings.loops_past = !state.settings.loops_past,
            Action::PreviousMoment => state.go_by(-1),
            Action::NextMoment => state.go_by(1),
            Action::BackToNow => state.back_to_now(),
            Action::Branch => state.branch(),
            Action::Pin => state.pin(),
            Action::PinModel => self.ask(Purpose::PinModel, ctx),
            Action::Unpin => {
                if let Some(letter) = state.pins.compared().map(|pin| pin.letter) {
                    state.unpin(letter);
                }
            }
            Action::RenamePin => state.pins.asks_name = true,
            Action::ShowPinned => state.show_pin(!state.pins.is_shown()),
            Action::NextPinned => state.compare_next(),
            Action::CompareBeside => self.split_views(Split::Beside),
            Action::CompareDivided => self.split_views(Split::Divided),
            Action::BesideBetas
            | Action::BesideModel
            | Action::BesideStill
            | Action::BesideSeed => state.learn_beside(action),
            Action::OpenSweep => self.ask(Purpose::SweepFolder, ctx),
            Action::UseScenes => state.use_scenes(),
            Action::UseMovie => state.send(Command::NewSource(SourceSpec::Movie)),
            Action::StartToy => state.start(Preset::Toy),
            Action::OpenFolder => self.ask(Purpose::PictureFolder, ctx),
            Action::OpenPictures => self.ask(Purpose::PictureFiles, ctx),
            Action::OpenModel => self.ask(Purpose::OpenModel, ctx),
            Action::SaveModel => match state.model_path().map(Path::to_owned) {
                Some(path) => state.send(Command::Save(path)),
                None => self.ask(Purpose::SaveModel, ctx),
            },
            Action::SaveModelAs => self.ask(Purpose::SaveModel, ctx),
            Action::RestoreModel => state.send(Command::Restore),
            Action::OpenKept => {
                state.sheets.open(Sheet::KeptModels);
                (state.kept.asks_about, state.kept.rows) = (None, None);
                state.kept.opened += 1;
                state.read_kept(KeptChange::None, Path::new(""), ctx);
            }
            Action::ExportView => {
                if state.exports.form.is_none() {
                    let view = self.dock.view_pointed_at(ctx);
                    state.exports.form = Some(state.export_form(view.unwrap_or(views::FILTERS)));
                    state.exports.is_clip_newer = false;
                }
            }
            Action::CopyView => {
                let view = self.dock.view_pointed_at(ctx);
                self.copy_view(view.unwrap_or(views::FILTERS), ctx);
            }
            Action::Export(view) => {
                state.exports.form = Some(state.export_form(view));
                state.exports.is_clip_newer = false;
                // Only what is in front is drawn.
                if !self.dock.visible().any(|shown| shown == view) {
                    self.dock.reveal(view);
                }
            }
            Action::ChooseExport => {
                if let Some(form) = &state.exports.form {
                    let purpose = Purpose::Export(form.target.format);
                    let file = typed_path(&form.target.path);
                    self.ask_from(purpose, &file, ctx);
                }
            }
            Action::WriteExport => self.take_export(export::write, ctx),
            Action::CopyExport => self.take_export(export::copy, ctx),
            Action::ExportClip => self.open_clip(ctx),
            Action::ChooseClip => {
                if let Some(form) = &state.exports.clip {
                    let purpose = Purpose::Clip(form.target.format);
                    let file = typed_path(&form.target.path);
                    self.ask_from(purpose, &file, ctx);
                }
            }
            Action::WriteClip => self.take_clip(ctx),
            Action::StopClip => {
                if let Some(job) = &state.exports.clip_job {
                    job.stop();
                }
            }
            Action::SelectPrevious => state.step(-1),
            Action::SelectNext => state.step(1),
            Action::SelectAbove => state.step(-state.row()),
            Action::SelectBelow => state.step(state.row()),
            // Where nothing is selected Escape brings all views back.
            Action::ClearSelection
                if Layer::ALL
                    .iter()
                    .all(|&layer| state.selection.of(layer).is_none()) =>
            {
                self.dock.show_all();
            }
            Action::ClearSelection => state.selection = Selection::default(),
            Action::Arrange(layout) => self.arrange(layout),
            Action::PreviousLayout => self.arrange_as_before(),
            Action::ResetLayout => self.arrange(self.dock.layout()),
            Action::Show(view) => self.dock.reveal(view),
            Action::ToggleControls => {
                state.settings.shows_controls = !state.settings.shows_controls;
            }
            Action::ToggleTimeline => {
                state.settings.shows_timeline = !state.settings.shows_timeline;
            }
            Action::Present => self.toggle_presenter(ctx),
            Action::ToggleCaptions => {
                state.settings.preferences.captions = !state.settings.preferences.captions;
            }
            Action::ZoomIn => state.settings.preferences.zoom_by(1),
            Action::ZoomOut => state.settings.preferences.zoom_by(-1),
            Action::ZoomReset => state.settings.preferences.zoom_percent = 100,
            Action::ToggleTheme => {
                state.settings.preferences.theme = match ctx.theme() {
                    Theme::Dark => ThemePreference::Light,
                    Theme::Light => ThemePreference::Dark,
                };
            }
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Palette => self.toggle_palette(ctx),
            Action::Preferences => state.sheets.toggle(Sheet::Preferences),
            Action::CopyCommand => {
                let steps = state.now().map_or(1, |status| status.step.max(1));
                let newest = state.newest.as_ref();
                let is_changed = newest.is_some_and(|run| run.snapshot.history.has_changes());
                self.copy(repeating_command(&self.state.live, steps), ctx);
                if is_changed {
                    let text = "Settings were changed during the run: the command uses the present ones from the start.";
                    self.state.notices.news(text);
                }
            }
            Action::CopyConfiguration => self.copy(self.state.live.to_json(), ctx),
            Action::PasteConfiguration => state.sheets.open(Sheet::Configuration),
            Action::FreezeSimple => state.toggle_freeze(Layer::Simple),
            Action::FreezeInvariant => state.toggle_freeze(Layer::Invariant),
            Action::KeepAlive => state.toggle_keep_alive(),
            Action::HoldSimpleShare => state.toggle_share(Layer::Simple),
            Action::HoldInvariantShare => state.toggle_share(Layer::Invariant),
            Action::ReviveSimple => state.send(Command::Revive(Layer::Simple)),
            Action::ReviveInvariant => state.send(Command::Revive(Layer::Invariant)),
            Action::PauseWhenEmerged => state.toggle_pause_when_emerged(),
            Action::SplitModel => state.couple(Coupling::Split),
            Action::JointModel => state.couple(Coupling::Joint),
            Action::ApplySizes => state.apply_draft(),
            Action::TrainBetas => state.train_betas(state.live.learning.extra_betas.is_empty()),
            Action::CancelLoading => state.send(Command::CancelLoading),
            Action::ShowSkipped => state.sheets.open(Sheet::SkippedFiles),
            Action::ShowEdge => state.workers.stimulus.kind = StimulusKind::Edge,
            Action::ShowGrating => state.workers.stimulus.kind = StimulusKind::Grating,
            Action::ShowPatch => state.workers.stimulus.kind = StimulusKind::Patch,
            Action::ShowDrawing => state.workers.stimulus.kind = StimulusKind::Drawing,
            Action::Sweep => {
                let stimulus = &mut state.workers.stimulus;
                stimulus.is_sweeping = !stimulus.is_sweeping;
                // A patch and a drawing stand still.
                if matches!(stimulus.kind, StimulusKind::Patch | StimulusKind::Drawing) {
                    stimulus.kind = StimulusKind::Edge;
                }
            }
            Action::ClearDrawing => state.workers.stimulus.drawn.clear(),
            Action::PreviousMovie => state.step_movie(-1),
            Action::NextMovie => state.step_movie(1),
            Action::MeasureConvergence => state.workers.convergence.measure(),
            Action::StopConvergence => state.workers.convergence.stop(),
            Action::FillPatch => state.workers.inpainting.is_whole = false,
            Action::FillPicture => state.workers.inpainting.is_whole = true,
            Action::HideRandom => state.workers.inpainting.mask_editor.by = MaskShape::Random,
            Action::HideBlock => state.workers.inpainting.mask_editor.by = MaskShape::Block,
            Action::HideByBrush => state.workers.inpainting.mask_editor.by = MaskShape::Brush,
            Action::AnotherMask => state.workers.inpainting.mask_editor.draw_again(),
            Action::ClearMask => state.workers.inpainting.mask_editor.painted.clear(),
            Action::MaskLeft => state.move_mask([-1.0, 0.0]),
            Action::MaskRight => state.move_mask([1.0, 0.0]),
            Action::MaskUp => state.move_mask([0.0, -1.0]),
            Action::MaskDown => state.move_mask([0.0, 1.0]),
            Action::Paint => state.paint_mask(false),
            Action::Erase => state.paint_mask(true),
            Action::FindBest => state.workers.inpainting.search(),
            Action::StopInpainting => state.workers.inpainting.stop(),
            Action::SwitchLayer => {
                state.selection.switch_layer();
                let layer = state.selection.layer;
                if state.selection.of(layer).is_none() {
                    let text = format!("The arrow keys select {} units now.", layer.name());
                    state.notices.news_instead("layer", text);
                }
            }
            Action::DismissNewest => state.notices.dismiss_newest(),
            Action::DismissAll => state.notices.dismiss_all(),
            Action::Maximise(view) => self.dock.toggle_alone(view),
            Action::MaximiseView => {
                if let Some(view) = self.dock.view_pointed_at(ctx) {
                    self.dock.toggle_alone(view);
                }
            }
            Action::Close(view) => self.dock.close(view),
            Action::Move(view) => self.dock.move_on(view),
            Action::TakeLesson(lesson) => self.take_ready_lesson(lesson),
            Action::NextStep => self.step_lesson(1),
            Action::SkipStep => self.skip_step(ctx),
            Action::PreviousStep => self.step_lesson(-1),
            Action::LeaveLesson => self.leave_lesson(),
            Action::Welcome => {
                self.leave_lesson();
                self.state.welcome.get_or_insert_default();
            }
            Action::Help => state.sheets.toggle(Sheet::Help),
            Action::Messages => state.sheets.toggle(Sheet::Messages),
            Action::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// Learns so many minibatches, and says so where what is shown does not.
    fn learn_steps(&mut self, steps: u64) {
        let state = &mut self.state;
        state.send(Command::Step(steps));
        if let Some(other) = state.other_shown() {
            let steps = counted(steps as usize, "step");
            let shown = match other {
                OtherShown::Past => "a past moment",
                OtherShown::Pinned => "the pinned run",
            };
            let text = format!(
                "The run learns {steps} more; you see {shown}. Back to now (End) shows the present."
            );
            state.notices.news_instead(STEPS, text);
        }
    }

    /// Opens or closes the palette; what is kept is in it as soon as it is read.
    fn toggle_palette(&mut self, ctx: &Context) {
        let state = &mut self.state;
        state.shows_palette = !state.shows_palette;
        if state.shows_palette && state.kept.folder.is_some() {
            state.read_kept(KeptChange::None, Path::new(""), ctx);
        }
    }

    fn copy(&mut self, text: String, ctx: &Context) {
        ctx.copy_text(text);
        self.state.notices.news("Copied to the clipboard.");
    }
}

/// The view in which is seen what an action does.
fn seen_in(action: Action) -> Option<View> {
    Some(match action {
        Action::RenamePin => views::COMPARE,
        // Where no dialog appears, the path is typed there.
        Action::OpenSweep => views::SWEEP,
        Action::ShowEdge
        | Action::ShowGrating
        | Action::ShowPatch
        | Action::ShowDrawing
        | Action::Sweep
        | Action::ClearDrawing => views::STIMULUS,
        Action::PreviousMovie | Action::NextMovie => views::INPUT,
        Action::MeasureConvergence => views::CONVERGENCE,
        Action::FillPatch
        | Action::FillPicture
        | Action::HideRandom
        | Action::HideBlock
        | Action::HideByBrush
        | Action::AnotherMask
        | Action::ClearMask
        | Action::FindBest => views::INPAINTING,
        _ => return None,
    })
}
