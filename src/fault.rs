//! Panics of the program's own threads, as sentences that people can send.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// What every such sentence has.
const FAULT: &str = "a fault in the program";
/// Panics remembered until somebody asks for where they arose.
const REMEMBERED: usize = 8;

/// A panic as the hook saw it.
struct Seen {
    message: String,
    thread: String,
    place: String,
}

/// The last panics, the newest at the end.
static SEEN: Mutex<VecDeque<Seen>> = Mutex::new(VecDeque::new());

/// What `work` returns; where it panics, a sentence with what the panic said.
///
/// # Errors
/// The sentence.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| sentence(&text_of(panic.as_ref())))
}

/// What people are told where a sentence tells of a panic: all but what the panic said, which belongs into a report.
#[cfg(feature = "window")]
pub(crate) fn plain_fault(text: &str) -> Option<String> {
    let (before, _) = text.split_once(FAULT)?;
    Some(format!("{before}{FAULT}. Everything else goes on."))
}

/// Notes from now on where each panic arises, and on which thread, before it is printed as ever.
pub fn note_places() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        note(panic);
        print(panic);
    }));
}

fn note(panic: &PanicHookInfo<'_>) {
    let thread = std::thread::current();
    let place = panic.location();
    let seen = Seen {
        message: text_of(panic.payload()),
        thread: thread.name().unwrap_or("unnamed").to_owned(),
        place: place.map_or_else(String::new, |at| {
            format!("{}:{}", at.file().replace('\\', "/"), at.line())
        }),
    };
    let mut all = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    all.push_back(seen);
    if all.len() > REMEMBERED {
        all.pop_front();
    }
}

fn sentence(message: &str) -> String {
    let all = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let seen = all.iter().rev().find(|seen| seen.message == message);
    let place = seen.map_or_else(String::new, |seen| {
        format!(" ({}, thread {})", seen.place, seen.thread)
    });
    format!("{FAULT}: {message}{place}")
}

/// The message of a panic.
fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_sentence_that_tells_where_it_arose() {
        assert_eq!(guarded(|| 7), Ok(7));
        note_places();
        let work = || guarded(|| -> u32 { panic!("no {}th", 13) });
        let thread = std::thread::Builder::new().name("test of faults".to_owned());
        let told = thread.spawn(work).expect("a thread").join();
        let told = told.expect("no panic").expect_err("a sentence");
        assert!(
            told.starts_with("a fault in the program: no 13th (src/fault.rs:"),
            "{told}"
        );
        assert!(told.ends_with(", thread test of faults)"), "{told}");
    }
}
