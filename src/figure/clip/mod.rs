//! Figures of a model at many moments of its run, one after the other, as a file that plays.
//!
//! - `options`: what is asked for; `schedule`: which moment each frame shows, and for how long;
//! - `frame`: a figure as pixels; `colors`: the palette of a GIF;
//! - `gif`, `apng`, `video`: the encoders, each a `frame_writer`; `encoder`: which one a format takes;
//! - `make`: from figures to the file, and how large it will be; `about`: the same before anything is drawn;
//! - `error`: why there is none.

mod about;
mod apng;
mod colors;
mod encoder;
mod error;
mod frame;
mod frame_writer;
mod gif;
mod make;
mod options;
mod schedule;
mod video;

pub use error::{ClipError, ShotError};
pub use frame::Shot;
pub use make::{Clip, ClipProgress, ClipSize};
pub use options::{ClipFormat, ClipOptions};
pub use schedule::moments_shown;
