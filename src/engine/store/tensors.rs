//! The tensors of a model file that is read.

use std::cell::RefCell;
use std::collections::BTreeSet;

use ndarray::{Array2, ShapeBuilder};
use safetensors::{Dtype, SafeTensors};

use super::learner_tensors::{DICTIONARY, LearnerTensors, bytes_of};

/// How far from 1 the norm of a stored column may be.
const NORM_TOLERANCE: f32 = 1e-3;

/// The tensors of a file, and which of them were read.
pub(super) struct Tensors<'a> {
    file: SafeTensors<'a>,
    read: RefCell<BTreeSet<String>>,
}

impl<'a> Tensors<'a> {
    pub(super) fn new(file: SafeTensors<'a>) -> Self {
        Self {
            file,
            read: RefCell::default(),
        }
    }

    /// A tensor that nothing has asked for; of several the first by name.
    pub(super) fn unread(&self) -> Option<&str> {
        let read = self.read.borrow();
        let names = self.file.names().into_iter();
        names.filter(|&name| !read.contains(name)).min()
    }
}

impl LearnerTensors for Tensors<'_> {
    fn dictionary(&self, shape: [usize; 2]) -> Result<Array2<f32>, String> {
        let values = self.floats(DICTIONARY, &shape)?;
        let mut dictionary = Array2::zeros(shape.f());
        let pairs = dictionary.iter_mut().zip(values);
        pairs.for_each(|(to, from)| *to = from);
        check_norms(DICTIONARY, &dictionary)?;
        Ok(dictionary)
    }

    fn pooling(&self, name: &str, shape: [usize; 2]) -> Result<Array2<f32>, String> {
        let weights = self.floats(name, &shape)?;
        if let Some(negative) = weights.iter().find(|&&weight| weight < 0.0) {
            return Err(format!("{name} should be >= 0, but holds {negative}"));
        }
        let weights = Array2::from_shape_vec(shape, weights);
        let weights = weights.map_err(|error| format!("tensor {name}: {error}"))?;
        check_norms(name, &weights)?;
        Ok(weights)
    }

    fn bytes(&self, name: &str, dtype: Dtype, shape: &[usize]) -> Result<&[u8], String> {
        self.read.borrow_mut().insert(name.to_owned());
        bytes_of(&self.file, name, dtype, shape)
    }
}

fn check_norms(name: &str, weights: &Array2<f32>) -> Result<(), String> {
    for (unit, column) in weights.columns().into_iter().enumerate() {
        let norm = column.dot(&column).sqrt();
        if (norm - 1.0).abs() > NORM_TOLERANCE {
            return Err(format!(
                "column {unit} of {name} should have norm 1, but has {norm}"
            ));
        }
    }
    Ok(())
}
