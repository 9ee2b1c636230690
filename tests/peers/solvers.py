"""The same codes by peers, each as fast as its library lets it be on so many threads, and what they reach.

Codes are rows: z [n, K], u [n, M], frames x [n, P], pooled codes [n, K]. Every peer is brought to the gap asked
for by the loosest of its settings that reaches it as the median over the patches; ours reaches it in every one.
"""

import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import spams
from joblib import Parallel, delayed
from sklearn.decomposition import sparse_encode
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso
from threadpoolctl import ThreadpoolController

import energies

CONTROL = ThreadpoolController()
# Tolerances of coordinate descent, the loosest first, as shares of |x|^2.
TOLERANCES = [10.0**-power for power in np.arange(1.5, 9.01, 0.25)]
# Rounds after which FISTA is looked at, and after which it is given up.
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
    """A solver: `solve(problem, setting)` returns codes; `trials(problem)` are settings with their codes, from the
    loosest to the finest."""

    name: str
    solve: callable
    trials: callable


def spams_lars(problem, _):
    """The LARS homotopy of SPAMS: exact, in float64. Given W'W it is faster than given W."""
    x = problem.prepared("columns", lambda: np.asfortranarray(problem.x.T))
    gram = problem.prepared("fortran gram", lambda: np.asfortranarray(gram_of(problem)))
    correlation = np.asfortranarray((problem.x @ problem.w).T)
    with CONTROL.limit(limits=1, user_api="blas"):
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
    w, x, *rest = fista_parts(problem, dtype)
    batches = [x[start : start + FISTA_BATCH] for start in range(0, len(x), FISTA_BATCH)]
    return over_threads(
        problem.threads, batches, lambda batch: next(islice(fista(batch @ w, *rest), rounds - 1, None))
    )


def numpy_fista_invariant(pooled, a, alpha, beta, rounds, threads):
    """Batched FISTA on E2 for so many rounds."""
    parts = np.array_split(pooled, threads)
    return over_threads(
        threads, parts, lambda part: next(islice(fista_invariant(part, a, alpha, beta), rounds - 1, None))
    )


def over_threads(threads, parts, solve):
    """The parts solved on so many threads, each with a BLAS of one: numpy's fastest way, for its own threads
    share out the products alone, and wait for each other in every round."""
    with CONTROL.limit(limits=1, user_api="blas"), ThreadPoolExecutor(threads) as pool:
        return np.vstack(list(pool.map(solve, parts)))


def fista_trials(problem):
    """FISTA after more and more rounds, in float32 and then in float64, which reaches finer gaps."""
    for dtype in (np.float32, np.float64):
        w, x, *rest = fista_parts(problem, dtype)
        for rounds, z in enumerate(islice(fista(x @ w, *rest), ROUNDS[-1]), 1):
            if rounds in ROUNDS:
                yield (rounds, dtype), z


def fista_parts(problem, dtype):
    """W, x, W'W, the step and the threshold, as numbers of this kind."""

    def make():
        step = 1 / largest_eigenvalue(gram_of(problem))
        arrays = [part.astype(dtype) for part in (problem.w, problem.x, gram_of(problem))]
        return [*arrays, dtype(step), dtype(problem.alpha * step)]

    return problem.prepared(f"fista {np.dtype(dtype).name}", make)


def fista(correlation, gram, step, threshold):
    """The codes after each round."""
    z, y, t = np.zeros_like(correlation), np.zeros_like(correlation), 1.0
    new, clipped = np.empty_like(z), np.empty_like(z)
    while True:
        # new = shrink(y - step (W'W y - c), threshold)
        np.matmul(y, gram, out=new)
        new -= correlation
        new *= -step
        new += y
        np.clip(new, -threshold, threshold, out=clipped)
        new -= clipped
        grown = (1 + (1 + 4 * t * t) ** 0.5) / 2
        np.subtract(new, z, out=y)
        y *= y.dtype.type((t - 1) / grown)
        y += new
        z, new, t = new, z, grown
        yield z


def fista_invariant(pooled, a, alpha, beta):
    """u of all movies after each round of FISTA on E2, the extrapolated point clamped at 0. Each movie has the
    constant that is safe for all u >= 0; movies that are blank or where u = 0 is optimal are at rest."""
    alpha, beta = a.dtype.type(alpha), a.dtype.type(beta)
    lipschitz = alpha * ((pooled * a.sum(1)) @ a).max(1, keepdims=True)
    step = 1 / np.maximum(lipschitz, a.dtype.type(1e-6))
    u, t, rows = np.zeros((len(pooled), a.shape[1]), a.dtype), 1.0, np.ascontiguousarray(a.T)
    y = u.copy()
    while True:
        price = y @ rows
        np.negative(price, out=price)
        np.exp(price, out=price)
        price *= pooled
        new = price @ a
        new *= alpha
        new -= beta
        new *= step
        new += y
        np.maximum(new, 0, out=new)
        grown = (1 + (1 + 4 * t * t) ** 0.5) / 2
        y = new - u
        y *= a.dtype.type((t - 1) / grown)
        y += new
        np.maximum(y, 0, out=y)
        u, t = new, grown
        yield u


@dataclass
class Joint:
    """The joint model of movies x [n, n_t, P]: w [P, K], a [K, M] and what is known before the clock starts, float32."""

    w: np.ndarray
    a: np.ndarray
    x: np.ndarray
    alpha: float
    beta: float
    gram: np.ndarray = None
    step: float = None

    def __post_init__(self):
        self.gram = self.w.T @ self.w
        self.step = np.float32(1 / largest_eigenvalue(self.gram.astype(float)))

    def batches(self, threads):
        """Movies in batches that stay in the cache, of equal size, as many for each thread."""
        rounds = -(-self.x.shape[0] * self.x.shape[1] // (FISTA_BATCH * threads))
        return np.array_split(self.x, rounds * threads)


def numpy_fista_joint(joint, rounds, threads):
    """Batched FISTA on the joint energy for so many rounds; z [n, n_t * K] and u side by side."""
    return over_threads(
        threads, joint.batches(threads), lambda batch: np.hstack(next(islice(fista_joint(joint, batch), rounds - 1, None)))
    )


def fista_joint(joint, x):
    """z [n, n_t * K] and u [n, M] of these movies after each round of FISTA on both. In a round z takes a step at the
    prices that u sets, and then u one at the z* that it finds, each from its extrapolated point. The constant of
    z is the largest eigenvalue of W'W; that of u is safe for this z* and all u >= 0, movie by movie."""
    movies, frames, pixels = x.shape
    units, rows, sums = joint.w.shape[1], np.ascontiguousarray(joint.a.T), joint.a.sum(1)
    half, beta, tiny = np.float32(joint.alpha / 2), np.float32(joint.beta), np.float32(1e-6)
    correlation = x.reshape(-1, pixels) @ joint.w
    z = np.zeros_like(correlation)
    u, t = np.zeros((movies, joint.a.shape[1]), np.float32), 1.0
    y, v, new = z.copy(), u.copy(), np.empty_like(z)
    decay = np.ones((movies, units), np.float32)
    while True:
        # new = shrink(y - step (W'W y - c), step alpha (1 + exp(-A v)) / 2)
        np.matmul(y, joint.gram, out=new)
        new -= correlation
        new *= -joint.step
        new += y
        threshold = ((1 + decay) * (half * joint.step))[:, None]
        by_movie = new.reshape(movies, frames, units)
        by_movie -= np.clip(by_movie, -threshold, threshold)
        pooled = np.abs(by_movie).sum(1)
        # u, at the z* just found.
        lipschitz = half * ((pooled * sums) @ joint.a).max(1, keepdims=True)
        slope = (pooled * decay) @ joint.a
        slope *= half
        slope -= beta
        slope /= np.maximum(lipschitz, tiny)
        slope += v
        on = np.maximum(slope, 0, out=slope)
        grown = (1 + (1 + 4 * t * t) ** 0.5) / 2
        momentum = np.float32((t - 1) / grown)
        np.subtract(new, z, out=y)
        y *= momentum
        y += new
        v = np.maximum(on + momentum * (on - u), 0)
        decay = v @ rows
        np.negative(decay, out=decay)
        np.exp(decay, out=decay)
        z, new, u, t = new, z, on, grown
        yield z.reshape(movies, -1), u


def gram_of(problem):
    return problem.prepared("gram", lambda: problem.w.T @ problem.w)


def largest_eigenvalue(gram):
    vector = np.ones(len(gram)) + 1e-3 * np.arange(len(gram))
    for _ in range(POWER_ROUNDS):
        vector = gram @ vector
        vector /= np.linalg.norm(vector)
    return POWER_MARGIN * vector @ gram @ vector


def exact(solve):
    """The trials of a solver that has one setting."""
    return lambda problem: ((setting, solve(problem, setting)) for setting in (None,))


def descent_trials(problem):
    return ((tolerance, sklearn_descent(problem, tolerance)) for tolerance in TOLERANCES)


PEERS = [
    Peer("spams lasso", spams_lars, exact(spams_lars)),
    Peer("scikit-learn lasso_cd", sklearn_descent, descent_trials),
    Peer("scikit-learn lasso_lars", sklearn_lars, exact(sklearn_lars)),
    Peer("numpy FISTA", numpy_fista, fista_trials),
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


def loosest(peer, problem, goals):
    """For each goal, the first setting that reaches it as the median over the patches; goals that none reaches
    are left out."""
    left, found = sorted(goals, reverse=True), {}
    for setting, codes in peer.trials(problem):
        reached = np.median(gaps_of(problem, codes))
        while left and reached <= left[0]:
            found[left.pop(0)] = setting
        if not left:
            break
    return found
