"""The same codes by peers, each as fast as its library lets it be on so many threads, and what they reach.

Codes are rows: z [n, K], u [n, M], frames x [n, P], pooled codes [n, K]. Every peer is brought to the gap asked
for by the loosest of its settings that reaches it as the median over the patches; ours reaches it in every one.
"""

import warnings
from dataclasses import dataclass, field

import numpy as np
import spams
from joblib import Parallel, delayed
from sklearn.decomposition import sparse_encode
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso

import energies

# Tolerances of coordinate descent, the loosest first, as shares of |x|^2.
TOLERANCES = [10.0**-power for power in np.arange(1.5, 9.01, 0.25)]
# Rounds of FISTA tried.
ROUNDS = [int(round(10 * 1.15**step)) for step in range(45)]
# Frames in one batch of FISTA: its arrays stay in the second cache.
FISTA_BATCH = 256
# Rounds of power iteration for the largest eigenvalue of W'W, and what the result is enlarged by.
POWER_ROUNDS, POWER_MARGIN = 200, 1.01


@dataclass
class Problem:
    """A dictionary w [P, K], frames x [n, P] and alpha, with all that may be prepared before the clock starts."""

    w: np.ndarray
    x: np.ndarray
    alpha: float
    threads: int
    kept: dict = field(default_factory=dict)

    def prepared(self, name, make):
        """Computed once, outside of every time that counts: the first call is for warming up."""
        if name not in self.kept:
            self.kept[name] = make()
        return self.kept[name]

    def first(self, count):
        return Problem(self.w, self.x[:count], self.alpha, self.threads)


@dataclass
class Peer:
    """A solver: `solve(problem, setting)` returns codes; `settings` run from the loosest to the finest."""

    name: str
    solve: callable
    settings: list


def spams_lars(problem, _):
    """The LARS homotopy of SPAMS: exact, in float64. Given W'W it is faster than given W."""
    x = problem.prepared("columns", lambda: np.asfortranarray(problem.x.T))
    gram = problem.prepared("fortran gram", lambda: np.asfortranarray(gram_of(problem)))
    correlation = np.asfortranarray((problem.x @ problem.w).T)
    return spams.lasso(x, Q=gram, q=correlation, lambda1=problem.alpha, mode=2, numThreads=problem.threads)


def sklearn_lars(problem, _):
    """`sparse_encode` with lasso_lars: exact. It divides alpha by P itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return sparse_encode(
            problem.x, problem.w.T, gram=gram_of(problem), algorithm="lasso_lars", alpha=problem.alpha,
            n_jobs=problem.threads, max_iter=10_000,
        )


def sklearn_descent(problem, tolerance):
    """`sparse_encode` with lasso_cd, which takes no tolerance: its own steps, with one."""
    parts = np.array_split(problem.x, problem.threads)
    solved = Parallel(n_jobs=problem.threads)(
        delayed(descend)(problem.w, gram_of(problem), part, problem.alpha, tolerance) for part in parts
    )
    return np.vstack(solved)


def descend(w, gram, x, alpha, tolerance):
    """What `sparse_encode` does in each of its processes; Lasso divides the squares by P."""
    solver = Lasso(
        alpha=alpha / len(w), fit_intercept=False, precompute=gram, tol=tolerance, max_iter=100_000,
        warm_start=True,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return solver.fit(w, x.T, check_input=False).coef_


def numpy_fista(problem, setting):
    """Plain batched FISTA for so many rounds, W'W and its largest eigenvalue known before."""
    rounds, dtype = setting
    key = np.dtype(dtype).name
    w, x, gram = problem.prepared(
        key, lambda: [part.astype(dtype) for part in (problem.w, problem.x, gram_of(problem))]
    )
    step = dtype(1 / problem.prepared("lipschitz", lambda: largest_eigenvalue(gram_of(problem))))
    threshold = dtype(problem.alpha) * step
    codes = np.empty((len(x), w.shape[1]), dtype)
    for start in range(0, len(x), FISTA_BATCH):
        part = slice(start, start + FISTA_BATCH)
        codes[part] = fista(x[part] @ w, gram, step, threshold, rounds)
    return codes


def fista(correlation, gram, step, threshold, rounds):
    z, y, t = np.zeros_like(correlation), np.zeros_like(correlation), 1.0
    gradient, clipped = np.empty_like(z), np.empty_like(z)
    for _ in range(rounds):
        np.matmul(y, gram, out=gradient)
        gradient -= correlation
        gradient *= step
        np.subtract(y, gradient, out=gradient)
        np.clip(gradient, -threshold, threshold, out=clipped)
        gradient -= clipped
        grown = (1 + (1 + 4 * t * t) ** 0.5) / 2
        np.subtract(gradient, z, out=y)
        y *= z.dtype.type((t - 1) / grown)
        y += gradient
        z, gradient, t = gradient, z, grown
    return z


def numpy_fista_invariant(pooled, a, alpha, beta, rounds):
    """E2 of all movies at once by FISTA, the extrapolated point clamped at 0; a safe constant for each movie."""
    lipschitz = alpha * ((pooled * a.sum(1)) @ a).max(1, keepdims=True)
    step = 1 / np.maximum(lipschitz, np.finfo(a.dtype).tiny)
    u = np.zeros((len(pooled), a.shape[1]), a.dtype)
    y, t, rows = u.copy(), 1.0, np.ascontiguousarray(a.T)
    for _ in range(rounds):
        price = y @ rows
        np.negative(price, out=price)
        np.exp(price, out=price)
        price *= pooled
        new = price @ a
        new *= a.dtype.type(alpha)
        new -= a.dtype.type(beta)
        new *= step
        new += y
        np.maximum(new, 0, out=new)
        grown = (1 + (1 + 4 * t * t) ** 0.5) / 2
        y = np.maximum(new + a.dtype.type((t - 1) / grown) * (new - u), 0)
        u, t = new, grown
    return u


def gram_of(problem):
    return problem.prepared("gram", lambda: problem.w.T @ problem.w)


def largest_eigenvalue(gram):
    vector = np.ones(len(gram)) + 1e-3 * np.arange(len(gram))
    for _ in range(POWER_ROUNDS):
        vector = gram @ vector
        vector /= np.linalg.norm(vector)
    return POWER_MARGIN * vector @ gram @ vector


PEERS = [
    Peer("spams lasso", spams_lars, [None]),
    Peer("scikit-learn lasso_cd", sklearn_descent, TOLERANCES),
    Peer("scikit-learn lasso_lars", sklearn_lars, [None]),
    Peer("numpy FISTA", numpy_fista, [(r, kind) for kind in (np.float32, np.float64) for r in ROUNDS]),
]


def dense(codes):
    """Codes as rows of float64; SPAMS returns them sparse and as columns."""
    return codes.T.toarray() if hasattr(codes, "toarray") else np.asarray(codes, float)


def gaps_of(problem, codes):
    """The relative duality gap of every code, in float64, the same for every solver."""
    z = dense(codes)
    energy = energies.simple_energy(problem.w, problem.x, z, problem.alpha)
    gap = energies.simple_gap(problem.w, problem.x, z, problem.alpha)
    return np.divide(gap, energy, out=np.zeros_like(energy), where=energy > 0)


def loosest(peer, problem, goal):
    """The first setting that reaches the goal as the median over the patches; None when none does."""

    def reaches(setting):
        return np.median(gaps_of(problem, peer.solve(problem, setting))) <= goal

    # Within a kind of number, a finer setting reaches no larger gap: bisect.
    kinds = {}
    for setting in peer.settings:
        kinds.setdefault(setting[1] if isinstance(setting, tuple) else None, []).append(setting)
    for settings in kinds.values():
        if not reaches(settings[-1]):
            continue
        low, high = 0, len(settings) - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if reaches(settings[middle]) else (middle + 1, high)
        return (settings[low],)
    return None
