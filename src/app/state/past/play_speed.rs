//! How fast the past is played.

use serde::{Deserialize, Serialize};

use crate::app::state::past::time_axis::TimeAxis;
use crate::named::named;

named! {
    /// How fast the past is played.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum PlaySpeed {
        /// The whole run in 5 seconds.
        Fastest = "in 5 s",
        /// The whole run in 10 seconds.
        Fast = "in 10 s",
        /// The whole run in 20 seconds.
        #[default]
        Medium = "in 20 s",
        /// The whole run in a minute.
        Slow = "in 60 s",
        /// As fast as it was learned.
        RealTime = "real time",
    }
}

impl PlaySpeed {
    /// Seconds that the whole run is played in, evenly in log time; `None` in real time.
    fn whole_secs(self) -> Option<f64> {
        match self {
            Self::Fastest => Some(5.0),
            Self::Fast => Some(10.0),
            Self::Medium => Some(20.0),
            Self::Slow => Some(60.0),
            Self::RealTime => None,
        }
    }

    /// The learned time so many seconds of playing after another one.
    pub(crate) fn later(self, axis: &TimeAxis, secs: f64, played_secs: f64) -> f64 {
        match self.whole_secs() {
            Some(whole) => axis.secs(axis.share(secs) + played_secs / whole),
            None => secs + played_secs,
        }
    }

    /// Seconds of playing from one learned time to another.
    pub(crate) fn between(self, axis: &TimeAxis, from: f64, to: f64) -> f64 {
        match self.whole_secs() {
            Some(whole) => whole * (axis.share(to) - axis.share(from)),
            None => to - from,
        }
    }
}
