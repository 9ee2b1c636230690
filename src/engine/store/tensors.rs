//! The tensors of a model file: those to write, and those of a file that is read.

use std::cell::RefCell;
use std::collections::BTreeSet;

use ndarray::{Array1, Array2, ArrayView, Dimension, ShapeBuilder};
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, SafeTensorError, TensorView};

use super::learner_tensors::LearnerTensors;

/// How far from 1 the norm of a stored column may be.
const NORM_TOLERANCE: f32 = 1e-3;

/// A tensor to write.
pub(super) struct Tensor {
    name: String,
    shape: Vec<usize>,
    /// Little-endian floats in row-major order.
    bytes: Vec<u8>,
}

impl Tensor {
    pub(super) fn new<D: Dimension>(
        name: impl Into<String>,
        values: ArrayView<'_, f32, D>,
    ) -> Self {
        Self {
            name: name.into(),
            shape: values.shape().to_vec(),
            bytes: values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        }
    }

    /// Its name and its values, to be serialised.
    pub(super) fn view(&self) -> Result<(&str, TensorView<'_>), SafeTensorError> {
        let view = TensorView::new(Dtype::F32, self.shape.clone(), &self.bytes)?;
        Ok((&self.name, view))
    }
}

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

    /// A tensor's values in row-major order, all finite.
    fn floats(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let tensor = self.file.tensor(name);
        let tensor = tensor.map_err(|_| format!("tensor {name} is missing"))?;
        self.read.borrow_mut().insert(name.to_owned());
        if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
            return Err(format!(
                "tensor {name} should be F32 {shape:?}, but is {:?} {:?}",
                tensor.dtype(),
                tensor.shape()
            ));
        }
        let (quadruples, _) = tensor.data().as_chunks();
        let values: Vec<f32> = quadruples.iter().map(|&b| f32::from_le_bytes(b)).collect();
        match values.iter().find(|value| !value.is_finite()) {
            Some(value) => Err(format!("tensor {name} holds {value}")),
            None => Ok(values),
        }
    }
}

impl LearnerTensors for Tensors<'_> {
    fn dictionary(&self, shape: [usize; 2]) -> Result<Array2<f32>, String> {
        let values = self.floats("W", &shape)?;
        let mut dictionary = Array2::zeros(shape.f());
        let pairs = dictionary.iter_mut().zip(values);
        pairs.for_each(|(to, from)| *to = from);
        check_norms("W", &dictionary)?;
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

    fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, String> {
        self.floats(name, &[length]).map(Array1::from)
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
