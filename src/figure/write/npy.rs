//! Arrays as NPY.

use ndarray::ArrayD;
use ndarray_npy::WriteNpyExt;

/// An array as the bytes of a file.
pub(in crate::figure) fn npy_bytes(array: &ArrayD<f32>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = array.write_npy(&mut bytes);
    written.expect("memory can be written to");
    bytes
}
