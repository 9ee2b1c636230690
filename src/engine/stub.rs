//! STUB: a fake engine that shows Gabors sharpening over time.
#![allow(missing_docs, reason = "dropped when the engine arrives")]

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use ndarray::Array2;

use super::{Command, Event, History, Layer, Mark, Point, Run, Snapshot, Status};
use crate::config::Config;
use crate::model::Energies;

#[derive(Clone, Debug, Default)]
pub struct Options {
    pub threads: usize,
    pub open: Option<PathBuf>,
}

pub struct Engine {
    commands: Option<Sender<Command>>,
    events: Receiver<Event>,
    latest: Arc<Mutex<Option<Arc<Snapshot>>>>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    pub fn spawn(config: Config, _options: Options, on_news: impl Fn() + Send + 'static) -> Self {
        let (commands, inbox) = bounded(32);
        let (outbox, events) = bounded(1024);
        let latest = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&latest);
        let thread = std::thread::spawn(move || run(config, inbox, outbox, slot, on_news));
        Self { commands: Some(commands), events, latest, thread: Some(thread) }
    }
    pub fn send(&self, command: Command) -> Result<(), Command> {
        self.commands.as_ref().expect("live").try_send(command).map_err(|e| e.into_inner())
    }
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.events.try_iter()
    }
    pub fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.latest.lock().expect("lock").take()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.commands = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn run(mut config: Config, inbox: Receiver<Command>, events: Sender<Event>, slot: Arc<Mutex<Option<Arc<Snapshot>>>>, on_news: impl Fn()) {
    let (mut step, mut generation, mut run, mut points, mut marks) = (0u64, 0u64, Run::Running, Vec::new(), Vec::<Mark>::new());
    let mut last = Instant::now();
    std::thread::sleep(Duration::from_millis(400));
    let _ = events.try_send(Event::Loaded { pictures: 48, skipped: vec![] });
    loop {
        loop {
            let command = match inbox.try_recv() {
                Ok(c) => c,
                Err(crossbeam_channel::TryRecvError::Empty) => break,
                Err(_) => return,
            };
            let mut mark = |text: String| marks.push(Mark { step, movies_seen: 128 * step, elapsed_secs: 0.02 * step as f64, text });
            match command {
                Command::Pause => run = Run::Paused,
                Command::Resume => run = Run::Running,
                Command::Step(n) => run = Run::Counting(n),
                Command::Alpha(v) => { mark(format!("alpha {} → {v:.2}", config.model.alpha)); config.model.alpha = v },
                Command::Beta(v) => { mark(format!("beta {} → {v:.2}", config.model.beta)); config.model.beta = v },
                Command::Freeze(Layer::Simple, on) => config.learning.freeze_simple = on,
                Command::Freeze(Layer::Invariant, on) => config.learning.freeze_invariant = on,
                Command::Rate(Layer::Simple, r) => config.learning.simple_rate = r,
                Command::Rate(Layer::Invariant, r) => config.learning.invariant_rate = r,
                Command::Reset => { step = 0; generation += 1; points.clear(); marks.clear() },
                Command::NewSeed(s) => { config.seed = s; step = 0; generation += 1; points.clear(); marks.clear() },
                Command::Rebuild(c) => { config = *c; step = 0; generation += 1; points.clear(); marks.clear() },
                Command::NewSource(_) => {
                    for done in 0..40 { let _ = events.try_send(Event::Loading { done, total: 40 }); on_news(); std::thread::sleep(Duration::from_millis(50)); }
                    let _ = events.try_send(Event::Loaded { pictures: 37, skipped: vec!["/home/me/a.png: not a PNG file: the signature is missing".into(), "/home/me/b.tif: 12 x 8 pixels, smaller than patch and motion need (24 x 24)".into()] });
                }
                Command::Save(p) => { let _ = events.try_send(if p.to_string_lossy().contains("crash") { Event::Crashed("index out of bounds: the len is 3 but the index is 5 (src/x.rs:12)".into()) } else { Event::Saved(p) }); }
                Command::Open(p) => { let _ = events.try_send(Event::Failed(format!("{}: not a cellscope model: the header is missing; open a file written by Save or by `cellscope train --out`", p.display()))); }
                Command::Revive(layer) => { let _ = events.try_send(Event::Revived { layer, units: 3 }); }
                Command::CancelLoading => { let _ = events.try_send(Event::LoadingCancelled); }
            }
        }
        match run {
            Run::Running => step += 1,
            Run::Counting(1) => { step += 1; run = Run::Paused },
            Run::Counting(n) => { step += 1; run = Run::Counting(n - 1) },
            _ => {}
        }
        let t = step as f64;
        if run != Run::Paused && step % 4 == 1 {
            points.push(Point { step, movies_seen: 128 * step, elapsed_secs: t * 0.02,
                energies: Energies { reconstruction: 6.0 + 8.0 * (-t / 80.0).exp() + 0.3 * (t * 0.7).sin(), simple_sparsity: 5.0 + 2.0 * (-t / 50.0).exp() + 0.2 * (t * 1.3).sin(), modulated: 3.0 + 3.0 * (-t / 90.0).exp(), invariant_sparsity: 0.6 * (1.0 - (-t / 100.0).exp()) },
                simple_density: 0.04 + 0.1 * (-t / 60.0).exp(), invariant_density: 0.02 + 0.8 * (-t / 40.0).exp(),
                concentration: (step > 50).then_some(0.8 - 0.6 * (-t / 120.0).exp()) });
        }
        if last.elapsed() > Duration::from_millis(60) {
            last = Instant::now();
            *slot.lock().expect("lock") = Some(Arc::new(snapshot(&config, step, generation, run, &points, &marks)));
            on_news();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn noise(a: usize, b: usize) -> f32 {
    let mut x = (a as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (b as u64).wrapping_mul(0xD1B5_4A32_D192_ED03);
    x ^= x >> 31; x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9); x ^= x >> 29;
    (x >> 40) as f32 / 16_777_216.0 - 0.5
}

fn snapshot(config: &Config, step: u64, generation: u64, run: Run, points: &[Point], marks: &[Mark]) -> Snapshot {
    let (p, k, m) = (config.movies.patch_side, config.model.simple, config.model.invariant);
    let s = (step as f32 / 300.0).min(1.0);
    let half = (p as f32 - 1.0) / 2.0;
    let dictionary = Array2::from_shape_fn((k, p * p), |(k, i)| {
        let r = |n| noise(k, n + 7919 * config.seed as usize);
        let (x, y) = ((i % p) as f32 - half, (i / p) as f32 - half);
        let th = r(1) * 3.14159;
        let (cx, cy) = (r(2) * 1.2 * half, r(3) * 1.2 * half);
        let (u, v) = ((x - cx) * th.cos() + (y - cy) * th.sin(), (y - cy) * th.cos() - (x - cx) * th.sin());
        let (su, sv) = (1.8 + r(5), 3.5 + 2.0 * r(6));
        let g = (-(u * u) / (2.0 * su * su) - v * v / (2.0 * sv * sv)).exp() * (u * (1.3 + r(7)) + 6.28 * r(8)).sin();
        s * g + (1.0 - 0.93 * s) * noise(k * 977 + i, step as usize / 40)
    }).reversed_axes();
    let pooling = Array2::from_shape_fn((k, m), |(i, j)| {
        let d = (noise(i, 1 + 7919 * config.seed as usize) - (j as f32 / m as f32 - 0.5)) * 60.0;
        s * 0.45 * (-d * d).exp() + (1.0 - s) * 0.05 * (noise(i, j) + 0.5)
    });
    let last = points.last();
    Snapshot { generation, config: Arc::new(config.clone()), dictionary, pooling,
        simple_use: (0..k).map(|i| 0.04 + 0.03 * noise(i, 5)).collect(), invariant_use: (0..m).map(|j| 0.03 + 0.04 * noise(j, 9)).collect(),
        status: Status { run, step, movies_seen: step * 128, patches_per_sec: 19_234.0 + 1000.0 * f64::from(noise(step as usize, 1)), elapsed_secs: 0.02 * step as f64,
            simple_density: last.map_or(0.0, |p| p.simple_density), invariant_density: last.map_or(0.0, |p| p.invariant_density),
            simple_dead: if step < 100 { 3 } else { 0 }, invariant_dead: 2, concentration: last.and_then(|p| p.concentration), emerged_secs: (step > 220).then_some(4.4),
            pictures: 48, source: "embedded scenes".into() },
        history: Arc::new(History::stub(points.to_vec(), marks.to_vec())) }
}
