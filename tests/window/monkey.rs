//! A monkey at the window: random commands, sliders, keys, clicks, sizes, pictures and files, on a real engine.
//!
//! The short form runs with the other tests. The long form goes on for a time and writes a log:
//!
//! ```text
//! MONKEY_MINUTES=60 MONKEY_SEED=7 MONKEY_LOG=monkey.log cargo test --release --test window -- --ignored --nocapture monkey
//! ```
//!
//! A seed gives the same wishes; what comes of them depends on when the engine answers.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cellscope::app::{
    Action, App, Colors, Connect, EngineLink, Link, News, PastRequest, Settings, views,
};
use cellscope::config::{Config, Preset};
use cellscope::engine::{Command, Event, Keep, Options, Question, Snapshot};
use cellscope::source::SourceSpec;
use egui::{Key, Modifiers, PointerButton, Pos2, Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Wishes of the short form.
const FEW: u64 = 250;
/// Wishes between two looks at the model.
const LOOK_EVERY: u64 = 10;
/// Wishes that a failure tells of.
const REMEMBERED: usize = 25;
/// How far the norm of a filter may be from 1.
const NORM: f32 = 1e-3;
/// A history of a run, in bytes.
const HISTORY: u64 = 20_000_000;

/// What the window would open a dialog of the system for, or close itself.
const LEFT_OUT: [Action; 8] = [
    Action::Quit,
    Action::OpenFolder,
    Action::OpenPictures,
    Action::OpenModel,
    Action::SaveModel,
    Action::SaveModelAs,
    Action::ChooseExport,
    Action::ChooseClip,
];
/// Buttons that do the same.
const NOT_TO_PRESS: [&str; 7] = [
    "Quit",
    "Folder",
    "Files",
    "Open model",
    "Open a model",
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
const KEYS: [Key; 16] = [
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

/// What the engine said last.
#[derive(Default)]
struct Heard {
    snapshot: Option<Arc<Snapshot>>,
    crash: Option<String>,
    faults: Vec<String>,
}

/// An engine that is overheard.
struct Tapped {
    link: EngineLink,
    heard: Rc<RefCell<Heard>>,
}

impl Link for Tapped {
    fn send(&self, command: Command) -> Result<(), Command> {
        self.link.send(command)
    }

    fn ask(&self, question: Question) {
        self.link.ask(question);
    }

    fn show_past(&self, request: PastRequest) {
        self.link.show_past(request);
    }

    fn news(&self) -> Vec<News> {
        let news = self.link.news();
        let mut heard = self.heard.borrow_mut();
        for item in &news {
            match item {
                News::Model(model) => heard.snapshot = Some(Arc::clone(&model.snapshot)),
                News::Event(Event::Crashed(reason)) => heard.crash = Some(reason.clone()),
                News::Event(Event::Problem(text))
                | News::Answer(cellscope::engine::Answer::Fault(text)) => {
                    heard.faults.push(text.clone());
                }
                _ => {}
            }
        }
        news
    }

    fn recolor(&self, colors: Colors) {
        self.link.recolor(colors);
    }
}

struct Monkey {
    harness: Harness<'static, Option<App>>,
    heard: Rc<RefCell<Heard>>,
    generator: Xoshiro256PlusPlus,
    folder: tempfile::TempDir,
    actions: Vec<Action>,
    /// The last wishes.
    wishes: Vec<String>,
    /// What each frame took, in milliseconds.
    frames_ms: Vec<f32>,
    log: Option<std::fs::File>,
    started: Instant,
}

impl Monkey {
    fn new(seed: u64, log: Option<&Path>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let heard = Rc::new(RefCell::new(Heard::default()));
        let (far_end, kept) = (Rc::clone(&heard), folder.path().join("kept"));
        let show = move |ui: &mut egui::Ui, app: &mut Option<App>| {
            let app = app.get_or_insert_with(|| {
                let (heard, kept) = (Rc::clone(&far_end), kept.clone());
                let connect: Connect = Box::new(move |config, ctx| {
                    let options = Options {
                        threads: 2,
                        keep: Some(Keep {
                            folder: kept.clone(),
                            every: Duration::from_secs(3),
                        }),
                        in_background: true,
                        history_bytes: HISTORY,
                        ..Options::default()
                    };
                    let ctx = ctx.clone();
                    let on_news = move || ctx.request_repaint();
                    let link = EngineLink::open(config, options, on_news.clone(), on_news);
                    let heard = Rc::clone(&heard);
                    Box::new(Tapped { link, heard })
                });
                App::new(ui.ctx(), config(), Settings::default(), connect)
            });
            app.logic(ui.ctx());
            app.ui(ui);
        };
        let builder = Harness::builder().with_size(vec2(1280.0, 800.0));
        let mut harness = builder.build_ui_state(show, None);
        let app = harness
            .state_mut()
            .as_mut()
            .expect("made in the first frame");
        app.state_mut().kept.folder = Some(folder.path().join("kept"));
        app.use_recents(folder.path().join("recent-files.json"));
        app.report_into(folder.path().join("reports"));
        let mut actions = Action::every(&views());
        actions.retain(|action| !LEFT_OUT.contains(action));
        pictures(folder.path());
        Self {
            harness,
            heard,
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
            folder,
            actions,
            wishes: Vec::new(),
            frames_ms: Vec::new(),
            log: log.map(|path| std::fs::File::create(path).expect("a log")),
            started: Instant::now(),
        }
    }

    fn below(&mut self, count: usize) -> usize {
        self.generator.random_range(0..count)
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn wish(&mut self, text: String) {
        self.log(&text);
        self.wishes.push(text);
        if self.wishes.len() > REMEMBERED {
            self.wishes.remove(0);
        }
    }

    fn log(&mut self, text: &str) {
        use std::io::Write as _;
        let secs = self.started.elapsed().as_secs_f64();
        if let Some(log) = &mut self.log {
            writeln!(log, "{secs:.1} {text}").expect("written");
        }
    }

    fn app(&mut self) -> &mut App {
        let app = self.harness.state_mut().as_mut();
        app.expect("made in the first frame")
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            let begun = Instant::now();
            self.harness.step();
            self.frames_ms.push(1e3 * begun.elapsed().as_secs_f32());
        }
    }

    /// Wishes for something.
    fn go_on(&mut self) {
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
    fn direct_files(&mut self) {
        let folder = self.folder.path().to_owned();
        let state = self.app().state_mut();
        let inside = |path: &str| Path::new(path).starts_with(&folder);
        if let Some(form) = &mut state.export
            && !inside(&form.target.path)
        {
            form.target.path = folder.join("figure").display().to_string();
        }
        if let Some(form) = &mut state.clip
            && !inside(&form.target.path)
        {
            form.target.path = folder.join("clip").display().to_string();
        }
        // Of what is written without end the disk would be full.
        state.settings.history_mb = state.settings.history_mb.min(HISTORY / 1_000_000);
    }

    /// Looks at the model and at what was said.
    ///
    /// # Panics
    /// Where something is broken, with the last wishes.
    fn look(&mut self) {
        let heard = self.heard.borrow();
        let wishes = || self.wishes.join("\n");
        assert_eq!(heard.crash, None, "after\n{}", wishes());
        let broken = heard
            .faults
            .iter()
            .find(|fault| fault.contains("fault in the program"));
        assert_eq!(broken, None, "after\n{}", wishes());
        let mut told = self
            .harness
            .query_all_by_label_contains("a fault in the program");
        assert!(told.next().is_none(), "a panic, after\n{}", wishes());
        let Some(snapshot) = &heard.snapshot else {
            return;
        };
        let (dictionary, pooling) = (snapshot.dictionary(), snapshot.pooling());
        for filter in dictionary.columns() {
            let norm = filter.dot(&filter).sqrt();
            assert!(
                (norm - 1.0).abs() < NORM,
                "a filter of norm {norm}, after\n{}",
                wishes()
            );
        }
        let is_weight = |weight: &f32| weight.is_finite() && *weight >= 0.0;
        assert!(pooling.iter().all(is_weight), "A, after\n{}", wishes());
        if let Some(point) = snapshot.history.points().last() {
            let energy = point.energies.total();
            assert!(
                energy.is_finite(),
                "an energy of {energy}, after\n{}",
                wishes()
            );
        }
    }

    /// Percentiles of what frames took, in milliseconds.
    fn percentiles(&self) -> String {
        let mut sorted = self.frames_ms.clone();
        sorted.sort_by(f32::total_cmp);
        let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
        let mut text = format!("{} frames:", sorted.len());
        for (name, share) in [("50 %", 0.5), ("95 %", 0.95), ("99 %", 0.99), ("most", 1.0)] {
            let _ = write!(text, " {name} {:.1} ms", at(share));
        }
        text
    }
}

fn config() -> Config {
    let mut config = Config::preset(Preset::Quick);
    (config.model.simple, config.model.invariant) = (36, 9);
    config.movies.patch_side = 8;
    config.learning.batch_movies = 16;
    config
}

/// A folder with three pictures and a file that is none.
fn pictures(folder: &Path) {
    let folder = folder.join("pictures");
    std::fs::create_dir(&folder).expect("made");
    for number in 0..3_u32 {
        let picture = image::GrayImage::from_fn(64, 48, |x, y| {
            image::Luma([((x * (7 + number) + y * y) % 251) as u8])
        });
        picture
            .save(folder.join(format!("{number}.png")))
            .expect("written");
    }
    std::fs::write(folder.join("broken.png"), "no picture").expect("written");
}

/// Memory of the process, in megabytes, where the system tells.
fn memory_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1e3)
}

#[test]
fn a_monkey_breaks_nothing_in_a_few_hundred_wishes() {
    let mut monkey = Monkey::new(1, None);
    for wish in 0..FEW {
        monkey.go_on();
        if wish % LOOK_EVERY == 0 {
            monkey.look();
        }
    }
    monkey.look();
}

#[test]
#[ignore = "the long form takes as many minutes as MONKEY_MINUTES says, 10 without"]
fn a_monkey_breaks_nothing_for_minutes_and_memory_stays_flat() {
    let number = |name: &str, usual: u64| {
        let text = std::env::var(name).ok();
        text.map_or(usual, |text| text.parse().expect("a whole number"))
    };
    let (minutes, seed) = (number("MONKEY_MINUTES", 10), number("MONKEY_SEED", 1));
    let log = std::env::var_os("MONKEY_LOG").map(PathBuf::from);
    let mut monkey = Monkey::new(seed, log.as_deref());
    let whole = Duration::from_secs(60 * minutes);
    let (mut wishes, mut next_minute) = (0, 0);
    // The most in each minute, in megabytes.
    let mut most_mb: Vec<f64> = Vec::new();
    while monkey.started.elapsed() < whole {
        monkey.go_on();
        wishes += 1;
        if wishes % LOOK_EVERY == 0 {
            monkey.look();
            let minute = (monkey.started.elapsed().as_secs() / 60) as usize;
            if let Some(now_mb) = memory_mb() {
                most_mb.resize(most_mb.len().max(minute + 1), 0.0);
                most_mb[minute] = most_mb[minute].max(now_mb);
            }
            if minute >= next_minute {
                next_minute = minute + 1;
                let text = format!(
                    "minute {minute}: {wishes} wishes, memory {:?} MB, {}",
                    memory_mb(),
                    monkey.percentiles()
                );
                monkey.log(&text);
                println!("{text}");
            }
        }
    }
    monkey.look();
    let rounded: Vec<_> = most_mb.iter().map(|megabytes| megabytes.round()).collect();
    println!(
        "seed {seed}: {wishes} wishes in {minutes} minutes; {}; most memory in each minute, MB: {rounded:?}",
        monkey.percentiles()
    );
    let half = most_mb.len() / 2;
    if half >= 3 {
        let most = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
        let (before, after) = (most(&most_mb[..half]), most(&most_mb[half..]));
        assert!(
            after < 1.5 * before,
            "memory grew from {before} to {after} MB"
        );
    }
}
