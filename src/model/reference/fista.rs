//! FISTA (Beck & Teboulle 2009) with backtracking: the reference solver, in f64.

/// A smooth convex function plus one with a simple proximal step.
pub trait Composite {
    /// Number of variables.
    fn len(&self) -> usize;
    /// Whether there are no variables.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The smooth part f at `point`.
    fn smooth(&self, point: &[f64]) -> f64;
    /// The gradient of f at `point`, into `gradient`.
    fn gradient(&self, point: &[f64], gradient: &mut [f64]);
    /// The other part h at `point`.
    fn penalty(&self, point: &[f64]) -> f64;
    /// argmin over v of h(v) + abs(v - point)^2 / (2 step), in place.
    fn prox(&self, point: &mut [f64], step: f64);
    /// Moves an extrapolated point back to where f is Lipschitz; all of space by default.
    fn project(&self, _point: &mut [f64]) {}
    /// f + h.
    fn energy(&self, point: &[f64]) -> f64 {
        self.smooth(point) + self.penalty(point)
    }
}

/// How the inverse step L is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepSize {
    /// A constant no less than the Lipschitz constant of the gradient.
    Constant(f64),
    /// L grows by `growth` > 1 from `initial` > 0 until the quadratic bound holds; never shrinks.
    Backtracking {
        /// The first L tried.
        initial: f64,
        /// eta, the factor by which L grows.
        growth: f64,
    },
}

/// How much of the last move is added to the next point; r_k of eq. (14).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Momentum {
    /// r_k = 0 (ISTA): the energy never rises.
    None,
    /// r_k = (t_k - 1) / t_(k+1) (FISTA).
    Full,
    /// FISTA that starts its momentum anew whenever the energy would rise; the energy never rises.
    Restart,
    /// The same, with r_k never above this share, from 0 to 1: where 1/k^2 is not promised, a full
    /// momentum may run around the minimum.
    Capped(f64),
}

impl Momentum {
    /// Whether a rise of the energy starts the momentum anew.
    pub(crate) fn restarts(self) -> bool {
        matches!(self, Self::Restart | Self::Capped(_))
    }

    /// r_k and t_(k+1), from t_k.
    pub(crate) fn advance(self, inertia: f64) -> (f64, f64) {
        let next = (1.0 + (1.0 + 4.0 * inertia * inertia).sqrt()) / 2.0;
        let full = (inertia - 1.0) / next;
        let ratio = match self {
            Self::None => 0.0,
            Self::Full | Self::Restart => full,
            Self::Capped(cap) => full.min(cap),
        };
        (ratio, next)
    }
}

/// How to minimise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The inverse step.
    pub step: StepSize,
    /// The momentum.
    pub momentum: Momentum,
    /// At most so many iterations.
    pub max_iterations: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            step: StepSize::Backtracking {
                initial: 1.0,
                growth: 1.5,
            },
            momentum: Momentum::Restart,
            max_iterations: 20_000,
        }
    }
}

/// Where a minimisation ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimum {
    /// The point.
    pub point: Vec<f64>,
    /// Its energy.
    pub energy: f64,
    /// Iterations made.
    pub iterations: usize,
    /// The last inverse step L.
    pub lipschitz: f64,
}

/// Minimises `problem` from `start` until `done(point, energy, iteration)` or the iterations are used up.
/// `done` also sees the start, as iteration 0.
pub fn minimise<P: Composite>(
    problem: &P,
    start: &[f64],
    options: &Options,
    mut done: impl FnMut(&[f64], f64, usize) -> bool,
) -> Minimum {
    assert_eq!(start.len(), problem.len(), "start against variables");
    let mut stepper = Stepper::new(problem, options.step);
    let mut best = start.to_vec();
    let mut energy = problem.energy(&best);
    let mut extrapolated = best.clone();
    let mut inertia = 1.0f64;
    let mut iterations = 0;
    while !done(&best, energy, iterations) && iterations < options.max_iterations {
        iterations += 1;
        let mut next = stepper.step(&extrapolated);
        let mut next_energy = problem.energy(&next);
        if options.momentum.restarts() && next_energy > energy {
            inertia = 1.0;
            next = stepper.step(&best);
            next_energy = problem.energy(&next);
        }
        let (ratio, next_inertia) = options.momentum.advance(inertia);
        for ((extrapolated, &next), &last) in extrapolated.iter_mut().zip(&next).zip(&best) {
            *extrapolated = next + ratio * (next - last);
        }
        problem.project(&mut extrapolated);
        inertia = next_inertia;
        best = next;
        energy = next_energy;
    }
    Minimum {
        point: best,
        energy,
        iterations,
        lipschitz: stepper.lipschitz,
    }
}

/// Proximal gradient steps that remember L.
struct Stepper<'a, P> {
    problem: &'a P,
    lipschitz: f64,
    growth: Option<f64>,
    gradient: Vec<f64>,
}

impl<'a, P: Composite> Stepper<'a, P> {
    fn new(problem: &'a P, step: StepSize) -> Self {
        let (lipschitz, growth) = match step {
            StepSize::Constant(lipschitz) => (lipschitz, None),
            StepSize::Backtracking { initial, growth } => (initial, Some(growth)),
        };
        Self {
            problem,
            lipschitz,
            growth,
            gradient: vec![0.0; problem.len()],
        }
    }

    /// p_L(from) of eq. (11), with L grown until f(p) <= f + <p - from, grad f> + L/2 abs(p - from)^2.
    fn step(&mut self, from: &[f64]) -> Vec<f64> {
        self.problem.gradient(from, &mut self.gradient);
        let smooth = self.problem.smooth(from);
        loop {
            let mut next: Vec<f64> = from
                .iter()
                .zip(&self.gradient)
                .map(|(&from, &gradient)| from - gradient / self.lipschitz)
                .collect();
            self.problem.prox(&mut next, 1.0 / self.lipschitz);
            let Some(growth) = self.growth else {
                return next;
            };
            let (mut linear, mut square) = (0.0, 0.0);
            for ((&next, &from), &gradient) in next.iter().zip(from).zip(&self.gradient) {
                linear += (next - from) * gradient;
                square += (next - from) * (next - from);
            }
            let bound = smooth + linear + self.lipschitz / 2.0 * square;
            // Near the minimum both sides agree to the last digits: a relative allowance for rounding
            // keeps L from growing without reason.
            let is_above = self.problem.smooth(&next) > bound + 1e-14 * smooth.abs();
            // What is no number is above nothing, and L does not grow for it.
            if !is_above {
                return next;
            }
            self.lipschitz *= growth;
        }
    }
}
