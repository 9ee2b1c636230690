//! Processes of this machine, each at work on a task.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::Context;
use indicatif::ProgressBar;

use crate::cli::io::movies::SKIPPED;
use crate::cli::io::progress;
use crate::console::tell;
use crate::interrupt;
use crate::sweep::{SweepFolder, TaskState};

/// How often processes and requests to end are looked at.
const POLL: Duration = Duration::from_millis(20);
/// Most bytes kept of what a process says.
const MAX_SAID: usize = 64 << 10;

/// What starts the processes of a sweep.
pub(super) struct Pool<'a> {
    folder: &'a SweepFolder,
    program: PathBuf,
    threads: usize,
    retry: bool,
}

/// What came of tasks that their folders do not tell.
#[derive(Default)]
struct Ended {
    /// Tasks that failed, which could not be noted in their folders.
    unnoted: usize,
    /// What tasks said of files that they left out, each line once.
    skipped: BTreeSet<String>,
}

/// A process.
struct Process {
    index: usize,
    /// While its input is open it goes on.
    child: Child,
    said: Option<JoinHandle<String>>,
}

impl<'a> Pool<'a> {
    /// For tasks of so many threads each.
    pub(super) fn new(
        folder: &'a SweepFolder,
        threads: usize,
        retry: bool,
    ) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("the program's own file is not known")?;
        Ok(Self {
            folder,
            program,
            threads,
            retry,
        })
    }

    /// Does these tasks, so many at a time, and waits for them. A request to end the program ends them with what they learned
    /// kept, and so does the end of this process, whatever ends it. Returns how many failed without a note in their folders.
    pub(super) fn work(&self, tasks: &[usize], jobs: usize) -> anyhow::Result<usize> {
        let bar = progress::bar(
            tasks.len() as u64,
            "tasks {bar:30} {pos}/{len} {msg}, {eta} left",
        );
        let mut waiting = tasks.iter().copied();
        let (mut running, mut ended) = (Vec::new(), Ended::default());
        loop {
            let is_ending = interrupt::exit_code().is_some();
            while !is_ending && running.len() < jobs {
                let Some(index) = waiting.next() else { break };
                running.push(self.start(index)?);
            }
            if running.is_empty() {
                bar.finish_and_clear();
                return Ok(ended.unnoted);
            }
            for process in &mut running {
                if is_ending {
                    drop(process.child.stdin.take());
                }
            }
            let mut still = Vec::new();
            for mut process in running {
                match process
                    .child
                    .try_wait()
                    .context("a process cannot be waited for")?
                {
                    None => still.push(process),
                    Some(status) => {
                        self.note(process, status, &bar, &mut ended);
                        bar.inc(1);
                    }
                }
            }
            running = still;
            std::thread::sleep(POLL);
        }
    }

    fn start(&self, index: usize) -> anyhow::Result<Process> {
        let mut command = Command::new(&self.program);
        command.args(["sweep", "task"]).arg(self.folder.path());
        command.args([
            &index.to_string(),
            "--threads",
            &self.threads.to_string(),
            "--while-input",
        ]);
        if self.retry {
            command.arg("--retry");
        }
        let command = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let child = command.spawn();
        let mut child =
            child.with_context(|| format!("{}: cannot be started", self.program.display()))?;
        let said = child.stderr.take().and_then(|stderr| {
            let thread = std::thread::Builder::new().name("cellscope-said".to_owned());
            thread.spawn(move || read(stderr)).ok()
        });
        Ok(Process { index, child, said })
    }

    /// Takes note of how a process ended. One that did not say so itself is a task that failed.
    fn note(&self, process: Process, how: ExitStatus, bar: &ProgressBar, ended: &mut Ended) {
        let index = process.index;
        let said = process
            .said
            .and_then(|said| said.join().ok())
            .unwrap_or_default();
        let say = |problem: &str| bar.suspend(|| tell(format_args!("task {index}: {problem}")));
        for line in said.lines().filter(|line| line.starts_with(SKIPPED)) {
            if ended.skipped.insert(line.to_owned()) {
                say(line);
            }
        }
        match self.folder.state(index) {
            // Another process may be at work on it.
            TaskState::Done(_) | TaskState::Running => {}
            TaskState::Failed(reason) => say(&format!("failed: {reason}")),
            TaskState::Waiting if interrupt::exit_code().is_some() => {}
            // It found another process at work, which was stopped meanwhile.
            TaskState::Waiting if how.success() => {}
            TaskState::Waiting => {
                let last = said.lines().rfind(|line| !line.trim().is_empty());
                let reason = match last {
                    Some(last) => format!("ended with {how}: {last}"),
                    None => format!("ended with {how}"),
                };
                say(&format!("failed: {reason}"));
                if let Err(error) = self.folder.fail(index, &reason) {
                    ended.unnoted += 1;
                    // The task may have said so itself.
                    let error = error.to_string();
                    if !reason.contains(&error) {
                        say(&error);
                    }
                }
            }
        }
    }
}

/// The last that a process says, up to a limit; what was said before is forgotten.
fn read(stderr: impl Read) -> String {
    let mut said = VecDeque::new();
    for byte in BufReader::new(stderr).bytes().map_while(Result::ok) {
        if said.len() == MAX_SAID {
            said.pop_front();
        }
        said.push_back(byte);
    }
    String::from_utf8_lossy(said.make_contiguous()).into_owned()
}
