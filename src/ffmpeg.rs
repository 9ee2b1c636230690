//! Which ffmpeg decodes and encodes videos.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Where programs are beside PATH: what is opened from the Finder does not have these there.
const FOLDERS: &[&str] = match cfg!(target_os = "macos") {
    true => &["/opt/homebrew/bin", "/usr/local/bin"],
    false => &[],
};
/// The environment variable that names ffmpeg.
const VARIABLE: &str = "CELLSCOPE_FFMPEG";

/// The ffmpeg that the user chose while the program runs.
static CHOSEN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Chooses the ffmpeg of the whole program, as the environment variable does, and before it. `None` leaves it to that.
pub fn choose_ffmpeg(program: Option<PathBuf>) {
    *CHOSEN.lock().unwrap_or_else(PoisonError::into_inner) = program;
}

/// The ffmpeg to use: the one [chosen](choose_ffmpeg), else the one that `CELLSCOPE_FFMPEG` names, else the first on PATH.
/// A name without a folder is looked for on PATH as well.
///
/// # Errors
/// One line that says what to do, when there is none.
pub fn find_ffmpeg() -> Result<PathBuf, String> {
    let chosen = CHOSEN.lock().unwrap_or_else(PoisonError::into_inner);
    let chosen = chosen.clone().map(|program| ("the setting", program));
    let of_environment = || {
        let named = std::env::var_os(VARIABLE).filter(|named| !named.is_empty());
        Some((VARIABLE, named?.into()))
    };
    find_in(chosen.or_else(of_environment), std::env::var_os("PATH"))
}

/// Checks that a program of this name is there.
///
/// # Errors
/// One line that says what to do, when there is none.
#[cfg(feature = "window")]
pub(crate) fn check_ffmpeg(named: PathBuf) -> Result<(), String> {
    find_in(Some(("the setting", named)), std::env::var_os("PATH")).map(drop)
}

/// The name of a program as its file is called.
fn with_suffix(name: &Path) -> PathBuf {
    let is_whole = name.extension().is_some();
    let suffix = if is_whole {
        ""
    } else {
        std::env::consts::EXE_SUFFIX
    };
    let mut file = name.as_os_str().to_owned();
    file.push(suffix);
    file.into()
}

/// Keeps from a program what is for this one: Ctrl-C, which then stops it, and on Windows a console of its own.
pub(crate) fn set_apart(command: &mut Command) {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        command.process_group(0);
    }
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        /// CREATE_NO_WINDOW and CREATE_NEW_PROCESS_GROUP.
        const APART: u32 = 0x0800_0000 | 0x0000_0200;
        command.creation_flags(APART);
    }
    #[cfg(not(any(unix, windows)))]
    let _ = command;
}

/// The program named, with who named it, or the first on the path.
fn find_in(named: Option<(&str, PathBuf)>, path: Option<OsString>) -> Result<PathBuf, String> {
    let on_path = |name: &Path| {
        let usual = FOLDERS.iter().map(PathBuf::from);
        let folders = path.iter().flat_map(std::env::split_paths).chain(usual);
        let mut programs = folders.map(|folder| folder.join(name));
        programs.find(|program| program.is_file())
    };
    let Some((who, named)) = named else {
        return on_path(&with_suffix(Path::new("ffmpeg"))).ok_or_else(|| {
            format!(
                "install ffmpeg, or name it: in Preferences of the window, or by the variable {VARIABLE}"
            )
        });
    };
    // As the system finds programs: a name alone only on the path.
    let is_bare = named.components().count() == 1;
    let found = match is_bare {
        true => on_path(&with_suffix(&named)),
        false => Some(named.clone()).filter(|named| named.is_file()),
    };
    found.ok_or_else(|| {
        format!(
            "{who} names {}, which is not a file: name the ffmpeg program",
            named.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_ffmpeg_one_line_says_what_to_do() {
        let folder = tempfile::tempdir().expect("a folder");
        let empty = Some(folder.path().as_os_str().to_owned());
        let none = find_in(None, empty.clone()).expect_err("no program there");
        assert!(none.contains("install ffmpeg"), "{none}");
        for wrong in ["/no/such/program", "no-such-program"] {
            let named = Some(("the setting", wrong.into()));
            let said = find_in(named, empty.clone()).expect_err("no such file");
            assert!(
                said.contains(&format!("the setting names {wrong},")),
                "{said}"
            );
        }
    }

    #[test]
    fn a_name_is_a_file_or_a_program_on_the_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("ffmpeg-7");
        std::fs::write(&program, "").expect("written");
        let path = Some(folder.path().as_os_str().to_owned());
        for named in [program.clone(), "ffmpeg-7".into()] {
            let found = find_in(Some((VARIABLE, named)), path.clone());
            assert_eq!(found.as_ref(), Ok(&program));
        }
    }
}
