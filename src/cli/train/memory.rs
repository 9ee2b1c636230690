//! Peak memory of the process.

/// Peak resident memory since the process started, in bytes. Only Linux reports it (`VmHWM` in `/proc/self/status`).
pub(super) fn peak_resident_bytes() -> Option<u64> {
    parse_peak(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// The peak in the text of `/proc/self/status`, in bytes.
fn parse_peak(status: &str) -> Option<u64> {
    let rest = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = rest.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read_in_bytes() {
        let status = "Name:\tcellscope\nVmPeak:\t  900 kB\nVmHWM:\t    1234 kB\nVmRSS:\t  7 kB\n";
        assert_eq!(parse_peak(status), Some(1234 * 1024));
        assert_eq!(parse_peak("VmPeak: 900 kB"), None);
        assert_eq!(parse_peak("VmHWM: many kB"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_peak_counts_memory_that_was_freed_since() {
        const BYTES: u64 = 64 << 20;
        let held = vec![1u8; BYTES as usize];
        assert_eq!(std::hint::black_box(&held).len() as u64, BYTES);
        drop(held);
        assert!(peak_resident_bytes().is_some_and(|peak| peak >= BYTES));
    }
}
