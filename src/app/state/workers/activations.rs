//! Units that light up in other views.

/// Answers weaker than this share of the strongest do not light up.
const FAINTEST: f32 = 0.08;

/// How strongly the units of a layer answer, as a share of the strongest answer.
pub(crate) struct Activations<'a> {
    responses: &'a [f32],
    peak: f32,
}

impl<'a> Activations<'a> {
    /// By the responses of all units of a layer.
    pub(crate) fn new(responses: &'a [f32]) -> Self {
        let peak = responses.iter().fold(0.0, |peak: f32, r| peak.max(r.abs()));
        Self {
            responses,
            peak: peak.max(f32::MIN_POSITIVE),
        }
    }

    /// The units that answer, the strongest first.
    pub(crate) fn units(&self) -> Vec<usize> {
        let on = |unit: &usize| self.responses[*unit] != 0.0;
        let mut units: Vec<usize> = (0..self.responses.len()).filter(on).collect();
        units.sort_by(|&a, &b| self.strength(b).total_cmp(&self.strength(a)));
        units
    }

    /// The same of a unit that lights up.
    pub(crate) fn light(&self, unit: usize) -> Option<f32> {
        let strength = self.strength(unit);
        (strength >= FAINTEST).then_some(strength)
    }

    /// 0 to 1.
    pub(crate) fn strength(&self, unit: usize) -> f32 {
        self.responses
            .get(unit)
            .map_or(0.0, |r| r.abs() / self.peak)
    }
}
