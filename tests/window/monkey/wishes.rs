//! What the monkey wishes for.

use std::path::{Path, PathBuf};

use cellscope::app::Action;
use cellscope::engine::Command;
use cellscope::source::SourceSpec;
use egui::{Key, Modifiers, PointerButton, Pos2, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rand::RngExt;

use super::{HISTORY, Monkey, config};

/// What the window would open a dialog of the system for, or close itself.
pub(super) const LEFT_OUT: [Action; 10] = [
    Action::Quit,
    Action::OpenFolder,
    Action::OpenPictures,
    Action::OpenModel,
    Action::PinModel,
    Action::OpenSweep,
    Action::SaveModel,
    Action::SaveModelAs,
    Action::ChooseExport,
    Action::ChooseClip,
];
/// Buttons that do the same.
const NOT_TO_PRESS: [&str; 9] = [
    "Quit",
    "Folder",
    "Files",
    "Open model",
    "Open a model",
    "Pin a model",
    "Open sweep",
    "Save",
    "Choose file",
];
/// Roles that one can click.
const CLICKED: [Role; 6] = [
    Role::Button,
    Role::CheckBox,
    Role::ComboBox,
    Role::DisclosureTriangle,
    Role::Canvas,
    Role::ListBoxOption,
];
const KEYS: [Key; 20] = [
    Key::Space,
    Key::Escape,
    Key::Tab,
    Key::Enter,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::Period,
    Key::L,
    Key::P,
    Key::B,
    Key::V,
    Key::F2,
    Key::F1,
    Key::F11,
    Key::OpenBracket,
    Key::CloseBracket,
    Key::End,
    Key::Backspace,
];
const TYPED: [&str; 8] = [
    "0,2", "nan", "-5", "1e9", "beta 0.1", "unit 3", "é漢", "~/x",
];

impl Monkey {
    /// Wishes for something.
    pub(super) fn go_on(&mut self) {
        match self.below(20) {
            0..=4 => self.act(),
            5..=9 => self.click(),
            10..=12 => self.slide(),
            13..=15 => self.press(),
            16 => self.drag(),
            17 => self.load_or_save(),
            18 => self.resize(),
            _ => self.enter(),
        }
        let count = 1 + self.below(4);
        self.frames(count);
        self.direct_files();
    }

    fn act(&mut self) {
        let index = self.below(self.actions.len());
        let action = self.actions[index];
        self.wish(format!("act {}", action.name()));
        self.app().state_mut().act(action);
    }

    /// What is on screen of these roles: names and places.
    fn on_screen(&self, roles: &[Role]) -> Vec<(String, egui::Rect)> {
        let screen = self.harness.ctx.content_rect();
        let of_role = |role: &Role| self.harness.query_all_by_role(*role).collect::<Vec<_>>();
        let nodes = roles.iter().flat_map(of_role);
        let nodes = nodes.map(|node| {
            (
                node.accesskit_node().label().unwrap_or_default(),
                node.rect(),
            )
        });
        nodes
            .filter(|(_, rect)| screen.contains(rect.center()))
            .collect()
    }

    fn click(&mut self) {
        let role = self.one_of(&CLICKED);
        let mut there = self.on_screen(&[role]);
        there.retain(|(name, _)| !NOT_TO_PRESS.iter().any(|not| name.starts_with(not)));
        if there.is_empty() {
            return;
        }
        let (name, rect) = there.swap_remove(self.below(there.len()));
        self.wish(format!("click {role:?} {name}"));
        let across = vec2(self.generator.random(), self.generator.random());
        let at = rect.lerp_inside(across * 0.9 + vec2(0.05, 0.05));
        self.button(at, true);
        self.frames(1);
        self.button(at, false);
    }

    fn button(&mut self, at: Pos2, pressed: bool) {
        self.harness.event(egui::Event::PointerMoved(at));
        self.harness.event(egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }

    fn slide(&mut self) {
        let sliders = self.on_screen(&[Role::Slider]);
        if sliders.is_empty() {
            return;
        }
        let (name, rect) = sliders[self.below(sliders.len())].clone();
        let to = rect.lerp_inside(vec2(self.generator.random(), 0.5));
        self.wish(format!("slide {name}"));
        self.button(rect.center(), true);
        self.frames(1);
        self.button(to, true);
        self.frames(1);
        self.button(to, false);
    }

    fn place(&mut self) -> Pos2 {
        let screen = self.harness.ctx.content_rect();
        screen.lerp_inside(vec2(self.generator.random(), self.generator.random()))
    }

    fn drag(&mut self) {
        let (from, to) = (self.place(), self.place());
        self.wish(format!("drag {from:?} {to:?}"));
        self.button(from, true);
        for step in 1..5_u8 {
            let at = from.lerp(to, f32::from(step) / 4.0);
            self.harness.event(egui::Event::PointerMoved(at));
            self.frames(1);
        }
        self.button(to, false);
        self.harness
            .event(egui::Event::Zoom(self.generator.random_range(0.5..2.0)));
    }

    fn press(&mut self) {
        let key = self.one_of(&KEYS);
        let modifiers = self.one_of(&[Modifiers::NONE, Modifiers::SHIFT, Modifiers::ALT]);
        self.wish(format!("press {modifiers:?} {key:?}"));
        self.harness.key_press_modifiers(modifiers, key);
    }

    fn enter(&mut self) {
        let text = self.one_of(&TYPED);
        self.wish(format!("type {text}"));
        self.harness.event(egui::Event::Text(text.to_owned()));
    }

    fn resize(&mut self) {
        let size = vec2(
            self.generator.random_range(100.0..1_920.0),
            self.generator.random_range(100.0..1_080.0),
        );
        self.wish(format!("resize {size:?}"));
        self.harness.set_size(size);
    }

    fn load_or_save(&mut self) {
        let number = self.below(3);
        let model = self
            .folder
            .path()
            .join(format!("model-{number}.safetensors"));
        let images = SourceSpec::Images(vec![self.folder.path().join("pictures")]);
        let commands = [
            Command::NewSource(SourceSpec::Scenes),
            Command::NewSource(images),
            Command::NewSource(SourceSpec::Images(vec![PathBuf::from("/no/such/folder")])),
            Command::Save(model.clone()),
            Command::Replace(model.clone()),
            Command::Open(model),
            Command::Restore,
            Command::Branch(u64::MAX),
            Command::Resume,
            Command::Rebuild(Box::new(config())),
        ];
        let command = commands[self.below(commands.len())].clone();
        self.wish(format!("send {command:?}").chars().take(120).collect());
        self.app().state_mut().send(command);
    }

    /// Whatever is written goes into the monkey's own folder.
    pub(super) fn direct_files(&mut self) {
        let folder = self.folder.path().to_owned();
        let state = self.app().state_mut();
        let inside = |path: &str| Path::new(path).starts_with(&folder);
        if let Some(form) = &mut state.exports.form
            && !inside(&form.target.path)
        {
            form.target.path = folder.join("figure").display().to_string();
        }
        if let Some(form) = &mut state.exports.clip
            && !inside(&form.target.path)
        {
            form.target.path = folder.join("clip").display().to_string();
        }
        // Of what is written without end the disk would be full.
        state.settings.preferences.history_mb = state
            .settings
            .preferences
            .history_mb
            .min(HISTORY / 1_000_000);
    }
}
