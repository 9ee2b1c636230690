//! Units that light up in other views.

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

    /// 0 to 1.
    pub(crate) fn strength(&self, unit: usize) -> f32 {
        self.responses
            .get(unit)
            .map_or(0.0, |r| r.abs() / self.peak)
    }
}
