//! Requests of the system to end the program: Ctrl-C, the end of a session, a terminal that closes.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};
use std::time::{Duration, Instant};

/// Requests within this time of the first are the same one: a terminal that closes sends several.
const SAME_REQUEST: Duration = Duration::from_secs(2);

/// The exit code where the terminal was closed.
const HANGUP: usize = 129;

/// The exit code of the first request, or of the last one where no thread hears them; 0 before there is one.
static EXIT_CODE: AtomicUsize = AtomicUsize::new(0);

/// The exit code of a program that was asked to end, by convention 128 and the number of the signal: 130 after Ctrl-C, 143
/// after a request to terminate, 129 where the terminal was closed. `None` while nobody asks.
pub fn exit_code() -> Option<u8> {
    match EXIT_CODE.load(Ordering::Relaxed) {
        0 => None,
        code => Some(u8::try_from(code).unwrap_or(1)),
    }
}

/// Asks the program to end as a terminal that closes would.
pub fn request() {
    note(HANGUP);
}

/// Keeps the exit code of a request, unless there was one before.
fn note(exit_code: usize) {
    let _ = EXIT_CODE.compare_exchange(0, exit_code, Ordering::Relaxed, Ordering::Relaxed);
}

/// Has a write beyond the largest size of a file that the system allows fail, as on a full disk, instead of end the program.
pub fn outlive_size_limit() {
    #[cfg(unix)]
    {
        // Without a handler the limit ends the program as ever.
        let _ = signal_hook::flag::register(libc::SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

/// How a request becomes known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listening {
    /// A function is called, on a thread of its own.
    Called,
    /// There is no thread for that: [`exit_code`] is to be asked now and then.
    Asked,
}

/// Calls `on_request`, on a thread of its own, when the system asks the program to end. A later request ends it at once;
/// within two seconds of the first it is the same one. Without a thread nothing is called, and a later request changes but the
/// exit code. A signal that the program was started to ignore stays ignored; only Linux tells.
///
/// # Errors
/// When the system gives no handler.
pub fn listen(on_request: impl FnOnce() + Send + 'static) -> io::Result<Listening> {
    system::listen(Requests {
        first: None,
        on_request: Some(Box::new(on_request)),
    })
}

/// The requests so far.
struct Requests {
    first: Option<Instant>,
    on_request: Option<Box<dyn FnOnce() + Send>>,
}

impl Requests {
    /// Takes a request; true when the program is to end at once.
    fn take(&mut self, exit_code: usize, now: Instant) -> bool {
        let first = *self.first.get_or_insert(now);
        if let Some(on_request) = self.on_request.take() {
            note(exit_code);
            on_request();
        }
        now.duration_since(first) >= SAME_REQUEST
    }
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::time::Instant;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::register_usize;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::exit;

    use super::{EXIT_CODE, Listening, Requests};

    /// Added to the number of a signal in the exit code.
    const BY_SIGNAL: i32 = 128;

    pub(super) fn listen(mut requests: Requests) -> io::Result<Listening> {
        let ignored = ignored();
        let mut asked = vec![SIGINT, SIGTERM, SIGHUP];
        asked.retain(|signal| ignored & (1 << (signal - 1)) == 0);
        let mut signals = Signals::new(&asked)?;
        let thread = std::thread::Builder::new().name("cellscope-signals".to_owned());
        let started = thread.spawn(move || {
            for signal in signals.forever() {
                if requests.take(exit_code(signal), Instant::now()) {
                    // Nothing else is run: other threads are at work.
                    exit(BY_SIGNAL + signal);
                }
            }
        });
        if started.is_ok() {
            return Ok(Listening::Called);
        }
        for signal in asked {
            register_usize(signal, &EXIT_CODE, exit_code(signal))?;
        }
        Ok(Listening::Asked)
    }

    fn exit_code(signal: i32) -> usize {
        (BY_SIGNAL + signal).unsigned_abs() as usize
    }

    /// The signals that the program was started to ignore, a bit each: `nohup` has it outlive its terminal, and a script that
    /// starts it with `&` keep Ctrl-C for what is in front. None where the system does not tell: only Linux does.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut lines = status.lines();
        let ignored = lines.find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.unwrap_or(0)
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::time::Instant;

    use super::{Listening, Requests};

    /// What shells of other systems report after Ctrl-C.
    const BY_CTRL_C: usize = 130;

    pub(super) fn listen(mut requests: Requests) -> io::Result<Listening> {
        let handler = ctrlc::set_handler(move || {
            if requests.take(BY_CTRL_C, Instant::now()) {
                std::process::exit(BY_CTRL_C as i32);
            }
        });
        handler.map_err(io::Error::other)?;
        Ok(Listening::Called)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[test]
    fn requests_within_two_seconds_are_one_and_a_later_one_ends_the_program() {
        let called = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&called);
        let mut requests = Requests {
            first: None,
            on_request: Some(Box::new(move || {
                count.fetch_add(1, Ordering::Relaxed);
            })),
        };
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        // The program's own request comes before those of the system.
        request();
        assert!(!requests.take(143, start));
        assert!(!requests.take(130, after(50)));
        assert!(!requests.take(129, after(1_999)));
        assert!(requests.take(130, after(2_000)));
        assert_eq!(called.load(Ordering::Relaxed), 1);
        assert_eq!(exit_code(), Some(129), "that of the first");
    }
}
