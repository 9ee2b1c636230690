//! Faults of the program: told, survived, and written into a file that people can send.

use std::path::{Path, PathBuf};

use egui::{Context, ViewportCommand};

use crate::app::background::{LAST_WRITE, background_fault};
use crate::app::window::App;
use crate::config::Config;
use crate::console::tell;
use crate::engine::Status;
use crate::files::{unique_millis, write_atomically};
use crate::source::SourceSpec;
use crate::words::secs_said;

/// Frames that may fail one after the other; after these the window closes, and the model is kept.
const MOST_LOST: u32 = 30;
/// Reports that are kept.
const MOST: usize = 20;
/// Stands for a path.
const PATH: &str = "…";

impl App {
    /// Writes reports of faults into this folder, which is made when one is written.
    pub fn report_into(&mut self, folder: PathBuf) {
        self.reports.folder = Some(folder);
    }

    /// Tells that a frame was not shown to its end. When none is for long the window closes.
    pub(crate) fn lose_frame(&mut self, fault: &str, ctx: &Context) {
        self.lost_frames += 1;
        let text = format!("The window could not be drawn because of {fault}");
        if self.lost_frames > MOST_LOST {
            tell(&text);
            ctx.send_viewport_cmd(ViewportCommand::Close);
        } else {
            self.state.notices.problem(text);
            ctx.request_repaint();
        }
        // A frame that is shown to its end may never come.
        self.report_faults(ctx);
    }

    /// Waits a little for the reports that are being written, when the window closes.
    pub(crate) fn finish_reports(&mut self) {
        while let Some(outcome) = self.reports.writing.last_outcome(LAST_WRITE) {
            match outcome {
                Ok(path) => tell(format_args!(
                    "What happened is written in {}.",
                    path.display()
                )),
                Err(reason) => tell(reason),
            }
        }
    }

    /// Writes a report of each new fault, on a thread, and says where it is.
    pub(crate) fn report_faults(&mut self, ctx: &Context) {
        if let Some(fault) = background_fault(ctx) {
            self.state.notices.problem(fault);
        }
        for fault in self.state.notices.take_faults() {
            let Some(folder) = self.reports.folder.clone() else {
                continue;
            };
            if self.reports.told.insert(fault.clone()) {
                let report = report(&fault, &self.state.live, self.state.now());
                let write = move || write(&folder, &report);
                // Without a thread the fault itself is still told.
                let _ = self.reports.writing.start("fault report", ctx, write);
            }
        }
        match self.reports.writing.outcome() {
            Some(Ok(path)) => self.state.notices.problem(format!(
                "What happened is written in {}, without pictures and paths. Please send it to the authors.",
                path.display()
            )),
            Some(Err(reason)) => self.state.notices.problem(reason),
            None => {}
        }
    }
}

/// What people send: version, system, message, state of the run and configuration.
fn report(fault: &str, config: &Config, status: Option<&Status>) -> String {
    let cores = std::thread::available_parallelism().map_or(0, |cores| cores.get());
    let run = status.map_or_else(String::new, |status| {
        let (movies, secs) = (status.movies_seen, secs_said(status.elapsed_secs, 1));
        format!("step {}, {movies} movies, {secs}", status.step)
    });
    format!(
        "cellscope {}\nsystem: {} {}, {cores} cores\nfault: {}\nrun: {run}\nconfiguration: {}\n",
        crate::VERSION,
        std::env::consts::OS,
        std::env::consts::ARCH,
        without_paths(fault),
        without_sources(config).to_json(),
    )
}

/// The configuration without the paths of its pictures.
fn without_sources(config: &Config) -> Config {
    let source = match &config.source {
        SourceSpec::Images(paths) => SourceSpec::Images(vec![PATH.into(); paths.len()]),
        source => source.clone(),
    };
    Config {
        source,
        ..config.clone()
    }
}

/// A text in which only files of the program's own source are named.
fn without_paths(text: &str) -> String {
    let is_path = |word: &str| word.contains(['/', '\\']);
    let own = |word: &str| {
        word.trim_start_matches(['(', '"', '\''])
            .starts_with("src/")
    };
    let mut words = Vec::new();
    // A path may have spaces in it: it goes on up to a sign that ends it, or a place in the source.
    let mut is_within = false;
    for word in text.split(' ') {
        let place = word.rsplit_once("/src/").map(|(_, file)| file);
        let place = place.filter(|file| file.contains(".rs:"));
        if let Some(word) = place.or(Some(word).filter(|word| own(word))) {
            is_within = false;
            words.push(word);
        } else if is_path(word) {
            if !is_within {
                words.push(PATH);
            }
            is_within = !word.ends_with([':', '"', '\'', ',', ';']);
        } else if !is_within {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Removes reports beyond the newest [`MOST`].
fn remove_oldest(folder: &Path) {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_report = |name: &str| name.starts_with("fault-") && name.ends_with(".txt");
    let reports = files.map(|file| file.path());
    let mut reports: Vec<_> = reports
        .filter(|path| {
            path.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(is_report)
        })
        .collect();
    // Their names are the times when they were written.
    reports.sort();
    let surplus = reports.len().saturating_sub(MOST);
    for path in &reports[..surplus] {
        // Where it cannot be removed there is one more than needed.
        let _ = std::fs::remove_file(path);
    }
}

fn write(folder: &Path, report: &str) -> Result<PathBuf, String> {
    let name = format!("fault-{}.txt", unique_millis(0));
    let path = folder.join(name);
    let written = std::fs::create_dir_all(folder);
    let written = written.and_then(|()| write_atomically(&path, report.as_bytes()));
    let failed = |error| format!("{}: no report is written: {error}", path.display());
    written.map_err(failed)?;
    remove_oldest(folder);
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_the_source_of_the_program_and_nothing_else_of_a_disk() {
        let mut config = Config::default();
        let pictures = ["/home/eva/secret/a.png", "/home/eva/b"].map(PathBuf::from);
        config.source = SourceSpec::Images(pictures.to_vec());
        let fault = "a fault in the program: \"/home/eva/secret/a.png\" is bad (src/model/weights.rs:12, thread cellscope-compute-0)";
        let told = report(fault, &config, Some(&Status::default()));
        assert!(
            told.contains("src/model/weights.rs:12, thread cellscope-compute-0"),
            "{told}"
        );
        assert!(
            told.contains("is bad") && told.contains("\"alpha\""),
            "{told}"
        );
        for part in ["eva", "secret", "home", ".png"] {
            assert!(!told.contains(part), "{part} in {told}");
        }
        let elsewhere =
            "no (/root/.cargo/registry/src/index-1/egui-0.37.0/src/ui.rs:9, thread main)";
        assert_eq!(without_paths(elsewhere), "no ui.rs:9, thread main)");
    }
}
