//! Memory that pictures take while they are read, all threads together.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::channels::Channels;

/// Bytes from which on the system is asked whether it has them.
const LARGE: u64 = 32 << 20;
/// Bytes of a pixel that a decoder of movies takes: the frame, the canvas, and the one before it.
const MOVIE_PIXEL_BYTES: u64 = 12;

/// Files of pictures that are read.
pub(in crate::source) static FILES: Budget = Budget::new(512 << 20);
/// What their decoders take.
pub(in crate::source) static DECODING: Budget = Budget::new(1 << 30);

/// Bytes that a decoder of movies takes for frames of this size, with the planes that come out.
pub(in crate::source) fn movie_bytes(width: usize, height: usize, channels: Channels) -> u64 {
    let pixels = (width as u64).saturating_mul(height as u64);
    let planes = (channels.count() * size_of::<f32>()) as u64;
    (MOVIE_PIXEL_BYTES + planes).saturating_mul(pixels)
}

/// So many bytes, to be shared by all threads.
pub(in crate::source) struct Budget {
    bytes: u64,
    taken: Mutex<u64>,
    given_back: Condvar,
}

/// A part of a budget, given back when it is dropped.
pub(in crate::source) struct Share<'a> {
    budget: &'a Budget,
    bytes: u64,
}

impl Budget {
    pub(in crate::source) const fn new(bytes: u64) -> Self {
        Self {
            bytes,
            taken: Mutex::new(0),
            given_back: Condvar::new(),
        }
    }

    /// Takes so many bytes, once others have given enough back. Who has a share takes no other of the same budget, and waits
    /// for no other thread: else all could wait for ever.
    ///
    /// # Errors
    /// When it is more than the whole budget, or more than the system has.
    pub(in crate::source) fn take(&self, bytes: u64) -> Result<Share<'_>, String> {
        let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
        if bytes > self.bytes {
            return Err(format!(
                "it takes {} MB to decode, but pictures may take {} MB; make it smaller",
                megabytes(bytes),
                megabytes(self.bytes)
            ));
        }
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let is_short = |taken: &mut u64| *taken + bytes > self.bytes;
        let taken = self.given_back.wait_while(taken, is_short);
        *taken.unwrap_or_else(PoisonError::into_inner) += bytes;
        let share = Share {
            budget: self,
            bytes,
        };
        // A decoder that finds no memory would end the program.
        let fits = usize::try_from(bytes)
            .is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
        if bytes >= LARGE && !fits {
            return Err(format!(
                "it takes {} MB to decode, but there is not so much memory",
                megabytes(bytes)
            ));
        }
        Ok(share)
    }
}

impl Budget {
    /// Divides work into groups, in its order, of which each fits into the budget; what is larger alone is one by itself.
    /// For work that waits for other threads and so may not hold a share.
    pub(in crate::source) fn groups<T>(
        &self,
        work: Vec<T>,
        bytes: impl Fn(&T) -> u64,
    ) -> Vec<Vec<T>> {
        let mut groups: Vec<Vec<T>> = Vec::new();
        let mut left = 0;
        for one in work {
            let taken = bytes(&one);
            match groups.last_mut() {
                Some(group) if taken <= left => group.push(one),
                _ => {
                    groups.push(vec![one]);
                    left = self.bytes;
                }
            }
            left = left.saturating_sub(taken);
        }
        groups
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        let taken = self.budget.taken.lock();
        *taken.unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.budget.given_back.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn shares_never_exceed_the_budget_and_all_get_one() {
        static BUDGET: Budget = Budget::new(10);
        static NOW: AtomicU64 = AtomicU64::new(0);
        let work = |bytes: u64| {
            for _ in 0..200 {
                let share = BUDGET.take(bytes).expect("within the budget");
                assert!(NOW.fetch_add(bytes, Ordering::SeqCst) + bytes <= 10);
                std::hint::spin_loop();
                NOW.fetch_sub(bytes, Ordering::SeqCst);
                drop(share);
            }
        };
        std::thread::scope(|scope| {
            for bytes in [1, 4, 7, 10] {
                scope.spawn(move || work(bytes));
            }
        });
        let error = BUDGET.take(11).map(drop).expect_err("too much");
        assert!(error.contains("1 MB to decode"), "{error}");
    }

    #[test]
    fn groups_of_work_fit_into_the_budget_and_keep_its_order() {
        static BUDGET: Budget = Budget::new(10);
        let groups = |work: &[u64]| BUDGET.groups(work.to_vec(), |&bytes| bytes);
        assert_eq!(groups(&[4, 6, 1, 9, 9]), [vec![4, 6], vec![1, 9], vec![9]]);
        assert_eq!(groups(&[3, 11, 3]), [vec![3], vec![11], vec![3]]);
        assert!(groups(&[]).is_empty());
    }
}
