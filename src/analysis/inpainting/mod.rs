//! In-painting: pixels of a patch are hidden, the code of the others fills them in, by one layer and by two.
//!
//! W z is a whole patch. So the code of the observed pixels, computed with their rows of W alone, also predicts
//! the hidden ones:
//!
//! ```text
//! one layer    z = argmin E1(W_o, x_o, z)
//! two layers   z, u = argmin of the joint energy of W_o, A and x_o
//! fill         x^ = W z at every pixel
//! ```
//!
//! Two layers may predict better: a unit of u that the observed part of an edge activates reduces the penalty of all
//! the filters it pools by up to half, including those along the hidden part. Where u is 0 the joint
//! energy is E1, so with beta large enough two layers give the same fill as one. Frames of a movie share u.
//!
//! 1. [`Mask`]: which pixels are hidden; [`MaskKind`] says how they are drawn.
//! 2. [`Filler`]: W on the observed pixels, for all patches under one mask.
//! 3. [`Hole`]: the true hidden pixels, and the SNR of a fill on them.
//! 4. [`Paired`]: two ways of filling on the same patches, and the interval of their difference.
//! 5. [`tune`]: the sparsities that fill best, for each way separately.
//! 6. [`fill_picture`]: a whole picture by overlapping patches.
//! 7. [`Fills`]: a patch or a picture filled both ways, for display.

mod filler;
mod fills;
mod hole;
mod mask;
mod paired;
mod picture;
mod tuning;

pub use filler::{Fill, Filler, Sparsities};
pub use fills::{Covered, FilledBy, Fills};
pub use hole::{EMPTY_SHARE, Hole, MAX_SNR_DB};
pub use mask::{HIDDEN_PERCENT, Mask, MaskKind};
pub use paired::{Paired, Verdict};
pub use picture::{fill_picture, tiled};
pub use tuning::{Tuned, tune};
