//! What is measured about a trained model.

mod history;
mod orientation;
mod pooling;

pub use history::{History, Mark, Point};
pub use orientation::{Grating, dominant_gratings};
pub use pooling::{Concentration, orientation_concentration};
