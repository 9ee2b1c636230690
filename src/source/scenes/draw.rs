//! The random numbers of a scene, and its noise.

use ndarray::Array2;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random numbers of one scene.
pub(super) struct Draw(pub(super) Xoshiro256PlusPlus);

impl Draw {
    /// Those of scene `index`: a section of the generator's sequence.
    pub(super) fn section(seed: u64, index: usize) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..index).for_each(|_| generator.jump());
        Self(generator)
    }

    /// True with the given probability.
    pub(super) fn chance(&mut self, share: f32) -> bool {
        self.0.random::<f32>() < share
    }

    /// Uniform between two values.
    pub(super) fn between(&mut self, [low, high]: [f32; 2]) -> f32 {
        low + (high - low) * self.0.random::<f32>()
    }

    /// Between two positive values, every octave with the same chance.
    pub(super) fn octaves(&mut self, [low, high]: [f32; 2]) -> f32 {
        low * (high / low).powf(self.0.random())
    }

    /// Between two positive values with density 1/size^2: every octave has the same total length of
    /// edge.
    pub(super) fn size(&mut self, [low, high]: [f32; 2]) -> f32 {
        self.between([low.recip(), high.recip()]).recip()
    }
}

/// Adds the noise of the film, of at most so many grey levels.
pub(super) fn add_noise(canvas: &mut Array2<f32>, most: f32, draw: &mut Draw) {
    canvas.mapv_inplace(|grey| (grey + draw.between([-most, most])).clamp(0.0, 1.0));
}
