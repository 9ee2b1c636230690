//! A monkey at the window: random commands, sliders, keys, clicks, sizes, pictures and files, on a real engine.
//!
//! The short form runs with the other tests. The long form goes on for a time and writes a log:
//!
//! ```text
//! MONKEY_MINUTES=60 MONKEY_SEED=7 MONKEY_LOG=monkey.log cargo test --release --test window -- --ignored --nocapture monkey
//! ```
//!
//! A seed gives the same wishes; what comes of them depends on when the engine answers.

mod wishes;

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use cellscope::app::{Action, App, Connect, EngineLink, EngineRole, Settings, views};
use cellscope::config::{Config, Preset};
use cellscope::engine::{Keep, Options};
use cpu_time::ThreadTime;
use egui::vec2;
use egui_kittest::Harness;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::tapped::{Heard, Tapped};
use wishes::LEFT_OUT;

/// Wishes of the short form.
const FEW: u64 = 250;
/// Wishes between two looks at the model.
const LOOK_EVERY: u64 = 10;
/// Wishes that a failure tells of.
const REMEMBERED: usize = 25;
/// Minutes after which the memory in use is flat.
const SETTLED: usize = 10;
/// How much more may be in use in the second half of the minutes after these than in the first.
const GROWTH: f64 = 1.25;
/// How far the norm of a filter may be from 1.
const NORM: f32 = 1e-3;
/// A history of a run, in bytes.
const HISTORY: u64 = 20_000_000;

struct Monkey {
    harness: Harness<'static, Option<App>>,
    heard: Rc<RefCell<Heard>>,
    generator: Xoshiro256PlusPlus,
    folder: tempfile::TempDir,
    actions: Vec<Action>,
    /// The last wishes.
    wishes: Vec<String>,
    /// What each frame took of a core, in milliseconds: the window's thread, without waiting for those that learn.
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
                let connect: Connect = Box::new(move |config, role, ctx| {
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
                    if matches!(role, EngineRole::Beside(_)) {
                        return Box::new(link);
                    }
                    let heard = Rc::clone(&heard);
                    Box::new(Tapped { link, heard })
                });
                App::new(ui.ctx(), config(), Settings::default(), connect)
            });
            app.logic(ui.ctx());
            app.ui(ui);
        };
        // As the window itself, which draws a box for a letter that no font has.
        let builder = Harness::builder()
            .with_size(vec2(1280.0, 800.0))
            .allow_missing_glyphs();
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
            let begun = ThreadTime::now();
            self.harness.step();
            self.frames_ms.push(1e3 * begun.elapsed().as_secs_f32());
        }
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
        let reports = std::fs::read_dir(self.folder.path().join("reports"));
        let report = reports.into_iter().flatten().flatten().next();
        let report = report.map(|file| std::fs::read_to_string(file.path()));
        assert!(report.is_none(), "{report:?}, after\n{}", wishes());
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

    /// Percentiles of what frames took of a core, in milliseconds.
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

/// Memory that is in use, in megabytes.
fn used_mb() -> f64 {
    crate::ALLOCATOR.allocated() as f64 / 1e6
}

/// Memory of the process, in megabytes, where the system tells: what is in use, and what the allocator keeps for later.
fn resident_mb() -> Option<f64> {
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
    // What was in use at each look of each minute, in megabytes.
    let mut in_use_mb: Vec<Vec<f64>> = Vec::new();
    while monkey.started.elapsed() < whole {
        monkey.go_on();
        wishes += 1;
        if wishes % LOOK_EVERY == 0 {
            monkey.look();
            let minute = (monkey.started.elapsed().as_secs() / 60) as usize;
            in_use_mb.resize(in_use_mb.len().max(minute + 1), Vec::new());
            in_use_mb[minute].push(used_mb());
            if minute >= next_minute {
                next_minute = minute + 1;
                let text = format!(
                    "minute {minute}: {wishes} wishes, {:.0} MB in use of {:?} MB, {}",
                    used_mb(),
                    resident_mb(),
                    monkey.percentiles()
                );
                monkey.log(&text);
                eprintln!("{text}");
            }
        }
    }
    monkey.look();
    // A minute without a look, on a busy machine, tells nothing.
    in_use_mb.retain(|minute| !minute.is_empty());
    let middles_mb: Vec<_> = in_use_mb.iter().map(|minute| middle(minute)).collect();
    let most_mb = in_use_mb.iter().flatten().copied().fold(0.0, f64::max);
    let rounded: Vec<_> = middles_mb.iter().map(|mb| mb.round()).collect();
    eprintln!(
        "seed {seed}: {wishes} wishes in {minutes} minutes; {}; {most_mb:.0} MB in use at most, medians of the minutes {rounded:?}",
        monkey.percentiles()
    );
    // How many runs there are, and how large, differs by chance: what is lost for good raises the middle.
    let settled = &middles_mb[SETTLED.min(middles_mb.len() / 3)..];
    let (before, after) = settled.split_at(settled.len() / 2);
    if before.len() >= 2 {
        let [before, after] = [before, after].map(middle);
        assert!(
            after < GROWTH * before,
            "memory in use grew from {before} to {after} MB"
        );
    }
}

fn middle(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
