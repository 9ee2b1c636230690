//! The program that shows a file dialog where the desktop has no portal for them: zenity, started by `rfd`. It does not know
//! the window that asked, and would stay on screen when that is gone.

#[cfg(target_os = "linux")]
pub(super) use linux::end_dialog_program;

/// Other systems show their dialogs within this process.
#[cfg(not(target_os = "linux"))]
pub(super) fn end_dialog_program() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{read_dir, read_to_string};

    use rustix::process::{Pid, Signal, kill_process};

    /// Its name among processes.
    const NAME: &str = "zenity";

    /// Asks it to end.
    pub(in crate::app::dialogs) fn end_dialog_program() {
        end_children(NAME);
    }

    /// Asks the processes of this name that this one started to end.
    fn end_children(name: &str) {
        let is_named = |pid: &Pid| {
            let found = read_to_string(format!("/proc/{}/comm", pid.as_raw_nonzero()));
            found.is_ok_and(|found| found.trim_end() == name)
        };
        for pid in children().into_iter().filter(is_named) {
            // One that has ended meanwhile needs no asking.
            let _ = kill_process(pid, Signal::TERM);
        }
    }

    /// The processes that threads of this one started.
    fn children() -> Vec<Pid> {
        let threads = read_dir("/proc/self/task").into_iter().flatten().flatten();
        let lists =
            threads.filter_map(|thread| read_to_string(thread.path().join("children")).ok());
        let of_list = |list: String| {
            let pids = list.split_whitespace().filter_map(|pid| pid.parse().ok());
            pids.filter_map(Pid::from_raw).collect::<Vec<_>>()
        };
        lists.flat_map(of_list).collect()
    }

    #[cfg(test)]
    mod tests {
        use std::os::unix::process::ExitStatusExt as _;
        use std::process::{Child, Command};

        use super::*;

        /// A process of this name, which does nothing for long.
        fn start(name: &str, folder: &tempfile::TempDir) -> Child {
            let program = folder.path().join(name);
            std::os::unix::fs::symlink("/bin/sleep", &program).expect("linked");
            Command::new(program).arg("1000").spawn().expect("started")
        }

        #[test]
        fn a_dialog_ends_with_the_window_and_other_programs_go_on() {
            let folder = tempfile::tempdir().expect("a folder");
            let [mut dialog, mut other] =
                ["asked-dialog", "other"].map(|name| start(name, &folder));
            end_children("asked-dialog");
            let ended = dialog.wait().expect("waited for");
            assert_eq!(ended.signal(), Some(Signal::TERM.as_raw()));
            assert!(other.try_wait().expect("asked").is_none());
            other.kill().expect("ended");
            other.wait().expect("waited for");
        }
    }
}
