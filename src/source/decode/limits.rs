//! What decoders may take, and what is said of a file that they refuse.

use std::fmt::Display;

/// Largest size of a file, and of a decoder's buffers, in bytes: stops decompression bombs.
pub(in crate::source) const MAX_BYTES: u64 = 512 << 20;
/// Longest side in pixels that is decoded.
pub(in crate::source) const MAX_SIDE: u32 = 16_384;

/// Why a file cannot be used that a decoder refuses.
pub(in crate::source) fn damaged(error: impl Display) -> String {
    format!("damaged or of an unsupported kind: {error}")
}
