//! Which moment each frame shows, and for how long.

use super::options::ClipFormat;

/// Minibatches added to the time of a moment before its logarithm is taken: the very first moments, far apart in log time,
/// pass in a few frames.
const FIRST_STEPS: f64 = 10.0;
/// Seconds that the last frame stays, at most a quarter of the clip.
const HOLD_SECS: f64 = 1.0;

/// The number of each moment shown, `frames` of them, evenly spaced in log time; the first is the first of `steps` and the
/// last its last. Each is the moment whose time is nearest.
///
/// # Panics
/// When there are no moments, or they are not in order.
#[must_use]
pub fn moments_shown(steps: &[u64], frames: usize) -> Vec<usize> {
    assert!(steps.is_sorted(), "moments in order");
    let times: Vec<f64> = steps
        .iter()
        .map(|&step| (step as f64 + FIRST_STEPS).ln())
        .collect();
    let [first, last] = [0, times.len() - 1].map(|at| times[at]);
    let nearest = |time: f64| {
        let after = times.partition_point(|&other| other < time);
        let around = after.saturating_sub(1)..(after + 1).min(times.len());
        let distance = |&at: &usize| (times[at] - time).abs();
        around
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .expect("there are moments")
    };
    let last_frame = frames.saturating_sub(1).max(1) as f64;
    (0..frames)
        .map(|frame| nearest(first + (last - first) * frame as f64 / last_frame))
        .collect()
}

/// The frames of a clip, the last of which stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Schedule {
    /// Frames drawn, at least 2.
    pub(super) frames: usize,
    pub(super) frames_per_sec: u32,
    /// How long the last frame stays, in frames.
    last_ticks: u32,
}

impl Schedule {
    pub(super) fn new(seconds: f64, frames_per_sec: u32) -> Self {
        let rate = f64::from(frames_per_sec);
        let ticks = (seconds * rate).round().max(2.0) as u32;
        let hold = (HOLD_SECS.min(seconds / 4.0) * rate).round() as u32;
        let last_ticks = hold.clamp(1, ticks - 1);
        Self {
            frames: (ticks - last_ticks + 1) as usize,
            frames_per_sec,
            last_ticks,
        }
    }

    /// The frames in the file, of which so many are drawn: a video has the last one again and again while it stays.
    pub(super) fn in_file(&self, drawn: usize, format: ClipFormat) -> usize {
        match drawn {
            all if all == self.frames && format.needs_ffmpeg() => {
                all - 1 + self.last_ticks as usize
            }
            drawn => drawn,
        }
    }

    /// So many frames at the same pace, the last as short as any.
    pub(super) fn of(self, frames: usize) -> Self {
        Self {
            frames,
            last_ticks: 1,
            ..self
        }
    }

    /// How long a frame stays, in frames.
    pub(super) fn ticks(&self, frame: usize) -> u32 {
        if frame + 1 == self.frames {
            self.last_ticks
        } else {
            1
        }
    }

    /// How long a frame stays, in hundredths of a second: rounded so that all of them sum to the whole.
    pub(super) fn centiseconds(&self, frame: usize) -> u16 {
        let at = |tick: u32| (f64::from(100 * tick) / f64::from(self.frames_per_sec)).round();
        let start = frame as u32;
        (at(start + self.ticks(frame)) - at(start)) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_even_in_log_time_and_end_at_both_ends() {
        let steps: Vec<u64> = (0..400).chain((400..4000).step_by(40)).collect();
        let shown = moments_shown(&steps, 101);
        assert_eq!((shown[0], shown[100]), (0, steps.len() - 1));
        assert!(shown.is_sorted());
        let time = |frame: usize| (steps[shown[frame]] as f64 + FIRST_STEPS).ln();
        let even = (time(100) - time(0)) / 100.0;
        for frame in 0..=100 {
            let expected = time(0) + even * frame as f64;
            assert!((time(frame) - expected).abs() < 0.06, "frame {frame}");
        }
    }

    #[test]
    fn the_frames_last_as_long_as_was_asked_for() {
        for seconds in [1.0, 1.37, 2.5, 10.0, 120.0] {
            for rate in [1, 3, 7, 20, 24, 30, 50] {
                let schedule = Schedule::new(seconds, rate);
                let frames = 0..schedule.frames;
                let sum: u32 = frames
                    .map(|frame| u32::from(schedule.centiseconds(frame)))
                    .sum();
                let half_a_frame = 0.5 / f64::from(rate) + 0.006;
                let is_two_frames = schedule.frames == 2;
                let off = (f64::from(sum) / 100.0 - seconds).abs();
                assert!(
                    off <= half_a_frame || is_two_frames,
                    "{seconds} {rate}: {sum}"
                );
            }
        }
        let schedule = Schedule::new(10.0, 20);
        assert_eq!((schedule.frames, schedule.centiseconds(180)), (181, 100));
    }
}
