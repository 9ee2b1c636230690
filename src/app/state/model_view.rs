//! What the views draw of a snapshot, made once when it arrives.

use std::cell::Cell;
use std::sync::Arc;

use egui::ColorImage;

use crate::analysis::tuning::EdgeStudy;
use crate::analysis::{GaborFit, Preference, Unit};
use crate::app::textures::{Textures, color_image};
use crate::channels::Channels;
use crate::engine::{Analysis, Layer, Snapshot};
use crate::figure::{
    Atlas, ColorMap, Contrast, PixelColors, STRONGEST, Weight, strongest_invariant,
    strongest_simple,
};
use crate::telemetry::Measured;

/// Why there is no concentration of units left from when they were alive, and no tuning of such, by layer.
const DEAD: [[&str; 2]; 2] = [
    ["most simple units are dead", "all simple units are dead"],
    [
        "most invariant units are dead",
        "all invariant units are dead",
    ],
];

/// How filters are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// From a weight to a colour.
    pub map: ColorMap,
    /// Which weight gets the strongest colour.
    pub contrast: Contrast,
}

impl Colors {
    /// The filters of a snapshot in these colours.
    pub(crate) fn atlas(self, snapshot: &Snapshot) -> Atlas {
        let pixels = self.of_pixels(snapshot.config.movies.channels);
        Atlas::new(snapshot.dictionary().view(), pixels, self.contrast)
    }

    /// The same for pixels of these channels.
    pub(crate) fn of_pixels(self, channels: Channels) -> PixelColors {
        PixelColors {
            map: self.map,
            channels,
        }
    }
}

/// A snapshot with its filters coloured and its pooling weights in order: all that takes time in
/// drawing it.
#[derive(Clone, Debug)]
pub struct RenderedModel {
    /// What is drawn.
    pub snapshot: Arc<Snapshot>,
    /// Its filters.
    pub atlas: Atlas,
    /// The pixels of the atlas as egui wants them.
    pub image: Arc<ColorImage>,
    /// The strongest simple units of each invariant unit.
    pub strongest: Arc<Vec<Vec<Weight>>>,
    /// The colours of the filters.
    pub colors: Colors,
}

impl RenderedModel {
    /// Draws a snapshot.
    pub fn new(snapshot: Arc<Snapshot>, colors: Colors) -> Self {
        let atlas = colors.atlas(&snapshot);
        Self {
            image: Arc::new(color_image(atlas.raster())),
            atlas,
            strongest: Arc::new(strongest_simple(snapshot.pooling().view(), STRONGEST)),
            snapshot,
            colors,
        }
    }

    /// Draws the snapshot after this one. Where nothing was learned between them the filters stay, and with them all that is
    /// drawn from them.
    pub(crate) fn renewed(self, snapshot: Arc<Snapshot>, colors: Colors) -> Self {
        let is_drawn = Arc::ptr_eq(&self.snapshot.learner, &snapshot.learner);
        if is_drawn && self.colors == colors {
            return Self { snapshot, ..self };
        }
        Self::new(snapshot, colors)
    }

    /// How its pixels are coloured where one plane is through a colour map.
    pub(crate) fn pixel_colors(&self, map: ColorMap) -> PixelColors {
        let channels = self.snapshot.config.movies.channels;
        PixelColors { map, channels }
    }

    /// Makes its filters ready to be shown.
    pub(crate) fn prepare(&self, textures: &mut Textures) {
        textures.prepare(self.atlas.raster(), Arc::clone(&self.image));
    }
}

/// A rendered model, and what was measured of an earlier state of it.
#[derive(Clone, Debug)]
pub(crate) struct ModelView {
    rendered: RenderedModel,
    /// What was measured last.
    pub(crate) known: Option<Arc<Analysis>>,
    /// Whether it is not the run as it is now: a moment of its past, a pinned run, or one that learns beside it.
    pub(crate) is_other: bool,
    /// Whether a view looked for measures since the last came.
    is_looked_up: Cell<bool>,
}

impl std::ops::Deref for ModelView {
    type Target = RenderedModel;

    fn deref(&self) -> &RenderedModel {
        &self.rendered
    }
}

impl ModelView {
    /// The view of a model that takes the place of `last`.
    pub(crate) fn new(rendered: RenderedModel, last: Option<&Self>) -> Self {
        let generation = rendered.snapshot.generation;
        let same = last.filter(|last| last.snapshot.generation == generation);
        Self {
            known: same.and_then(|last| last.known.clone()),
            is_other: false,
            is_looked_up: Cell::new(same.is_some_and(|last| last.is_looked_up.get())),
            rendered,
        }
    }

    /// The view of a moment of the past that takes the place of `last`. Until it is measured itself it has the measures of the
    /// moment before, but for the start, at which there is nothing to measure.
    pub(crate) fn past(rendered: RenderedModel, last: Option<&Self>) -> Self {
        let is_start = rendered.snapshot.status.movies_seen == 0;
        let mut view = Self {
            is_other: true,
            ..Self::new(rendered, last)
        };
        view.known = view.known.filter(|_| !is_start);
        view
    }

    /// The view of a model that is pinned, and of which this was measured, then or near to it.
    pub(crate) fn still(rendered: RenderedModel, known: Option<Arc<Analysis>>) -> Self {
        Self {
            known: known.filter(|known| is_near(known, &rendered.snapshot)),
            is_other: true,
            is_looked_up: Cell::new(false),
            rendered,
        }
    }

    /// The view of a run that learns beside the run, which takes the place of `last`.
    pub(crate) fn beside(rendered: RenderedModel, last: Option<&Self>) -> Self {
        Self {
            is_other: true,
            ..Self::new(rendered, last)
        }
    }

    /// Takes measures of it into its curves.
    pub(crate) fn note(&mut self, measured: Measured) {
        let snapshot = Arc::make_mut(&mut self.rendered.snapshot);
        Arc::make_mut(&mut snapshot.history).note(measured);
    }

    /// Rows and columns of W and of the weights of each layer.
    pub(crate) fn sizes(&self) -> Vec<(usize, usize)> {
        let weights = &self.snapshot.learner.weights;
        let layers = weights.layers.iter().map(|layer| layer.weights.dim());
        let first = std::iter::once(weights.dictionary.dim());
        first.chain(layers).collect()
    }

    /// All that was measured of it: last, or earlier along its run. Its step is that of the tuning. No concentration where most
    /// units are dead.
    pub(crate) fn measured(&self) -> Measured {
        let mut measured = self.measured_last();
        if self.snapshot.status.are_most_dead(&self.snapshot.config) {
            measured.take_concentration(None);
        }
        measured
    }

    fn measured_last(&self) -> Measured {
        let (history, step) = (&self.snapshot.history, self.snapshot.status.step);
        let noted = history.measured_by(step);
        let Some(known) = self.known_still() else {
            return noted;
        };
        let is_newer = known.is_of_edges() && known.step >= noted.step;
        let tuning = if is_newer {
            known.or(&noted)
        } else {
            noted.or(&known)
        };
        let concentration = history.concentration_point_by(step);
        let is_outdated = concentration.is_some_and(|point| point.step > known.step);
        let concentrated = if is_outdated { noted } else { known.or(&noted) };
        tuning.with_concentration_of(&concentrated)
    }

    /// What was measured last, where it still tells of the model: it has not learned as much again since, and of what is not the
    /// run as it is now the moment is near.
    fn known_still(&self) -> Option<Measured> {
        let tells = |known: &&Arc<Analysis>| match self.is_other {
            true => is_near(known, &self.snapshot),
            false => !known.is_outgrown_by(&self.snapshot),
        };
        let known = self.known.as_ref().filter(tells);
        known.map(|known| known.measured)
    }

    /// Movies learned from when the concentration of [`Self::measured`] was measured.
    pub(crate) fn concentration_movies(&self) -> Option<u64> {
        let step = self.snapshot.status.step;
        let noted = self.snapshot.history.concentration_point_by(step);
        let known = self.known_still();
        let known = known.filter(|known| known.concentration.is_some());
        let known = known.filter(|known| noted.is_none_or(|point| point.step <= known.step));
        let known = known.map(|known| known.movies_seen);
        known.or(noted.map(|point| point.movies_seen))
    }

    /// The orientation concentration of a moment of the past; `None` until it is measured, where it was not noted near to it.
    pub(crate) fn concentration_then(&self) -> Option<f64> {
        let status = &self.snapshot.status;
        let known = self.known.as_ref();
        let known = known.filter(|known| known.snapshot.status.step == status.step);
        let measured = known.and_then(|known| known.measured.concentration);
        measured.or(self.snapshot.history.measured_by(status.step).concentration)
    }

    /// Gives a moment of the past the curves of the newest snapshot, and its pictures as far as they fit.
    pub(crate) fn follow(&mut self, newest: &Snapshot) {
        self.rendered.snapshot = Arc::new(Snapshot {
            pictures: newest.pictures_cut_as(&self.rendered.snapshot.config.movies),
            history: Arc::clone(&newest.history),
            recording: newest.recording.clone(),
            ..Snapshot::clone(&self.rendered.snapshot)
        });
    }

    /// Takes over new measures, if they are of this model; true when they were. In the past those of another moment are not
    /// where there are such of this one, or where it is the start.
    pub(crate) fn take_answer(&mut self, analysis: Arc<Analysis>) -> bool {
        let status = &self.snapshot.status;
        let is_of_now = |known: &Analysis| known.snapshot.status.step == status.step;
        let is_measured = self.known.as_deref().is_some_and(is_of_now);
        let is_passed = (is_measured || status.movies_seen == 0) && !is_of_now(&analysis);
        if analysis.snapshot.generation != self.snapshot.generation || (self.is_other && is_passed)
        {
            return false;
        }
        self.known = Some(analysis);
        self.is_looked_up.set(false);
        true
    }

    /// The unit of the other layer that a unit has the strongest weight to.
    pub(crate) fn strongest_partner(&self, (layer, unit): Unit) -> Option<usize> {
        let partner = match layer {
            Layer::Invariant => self.strongest.get(unit)?.first().copied(),
            Layer::Simple => self.pooled_by(unit, 1).first().copied(),
        };
        partner.map(|weight| weight.unit)
    }

    /// The invariant units that pool a simple one most strongly, at most so many; none of one that is not in the model.
    pub(crate) fn pooled_by(&self, simple: usize, count: usize) -> Vec<Weight> {
        let pooling = self.snapshot.pooling().view();
        if simple < pooling.nrows() {
            strongest_invariant(pooling, simple, count)
        } else {
            Vec::new()
        }
    }

    /// What was measured last, for who shows it.
    pub(crate) fn look_up(&self) -> Option<&Arc<Analysis>> {
        self.is_looked_up.set(true);
        self.known.as_ref()
    }

    /// The same once the filters were fitted.
    pub(crate) fn look_up_fits(&self) -> Option<&Arc<Analysis>> {
        self.look_up().filter(|known| known.is_fitted())
    }

    /// Whether somebody waits for measures: they looked, and there are none, or such as the model has outgrown; in the
    /// past such as are of another moment.
    pub(crate) fn is_missed(&self) -> bool {
        let is_old = |known: &Arc<Analysis>| {
            if self.is_other {
                known.snapshot.status.step != self.snapshot.status.step
            } else {
                !known.is_fitted() || known.is_outgrown_by(&self.snapshot)
            }
        };
        self.is_looked_up.get() && self.known.as_ref().is_none_or(is_old)
    }

    /// Which of the first two layers has so many dead units.
    pub(crate) fn dead_words(&self, are_so_many: fn(usize, usize) -> bool) -> Option<&'static str> {
        let (config, status) = (&self.snapshot.config, &self.snapshot.status);
        let sizes = [config.model.simple, config.model.invariant];
        let mut layers = sizes.into_iter().enumerate();
        layers.find_map(|(layer, units)| {
            let dead = status.known_dead(layer, config)?;
            are_so_many(dead, units).then(|| DEAD[layer][usize::from(dead == units)])
        })
    }

    /// How often each unit of a layer is on.
    pub(crate) fn usage(&self, layer: Layer) -> &[f32] {
        layer.of(self.snapshot.simple_use(), self.snapshot.invariant_use())
    }

    /// The responses to edges measured last, if any were.
    pub(crate) fn edges(&self) -> Option<&Arc<EdgeStudy>> {
        self.known.as_ref()?.edges.as_ref()
    }

    /// The Gabor fits measured last, or none.
    pub(crate) fn fits(&self) -> &[Option<GaborFit>] {
        self.look_up().map_or(&[], |known| &known.fits)
    }

    /// The preferences of the invariant units measured last, or none.
    pub(crate) fn preferences(&self) -> &[Option<Preference>] {
        self.look_up().map_or(&[], |known| &known.preferences)
    }
}

/// Whether measures are of the moment of a snapshot or of one near to it: between them the model has seen at most twice as
/// many movies.
fn is_near(analysis: &Analysis, snapshot: &Snapshot) -> bool {
    let movies_seen = |snapshot: &Snapshot| snapshot.status.movies_seen;
    let (one, other) = (movies_seen(&analysis.snapshot), movies_seen(snapshot));
    one.max(other) <= 2 * one.min(other)
}
