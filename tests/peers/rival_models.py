"""Other ways to invariant units from the same movies: independent subspaces, slow features, pools at random."""

import numpy as np
from deeptime.decomposition import TICA
from sklearn.decomposition import PCA
from sklearn.preprocessing import PolynomialFeatures

from physiology import Layer

# Below this the square root of an energy is smoothed.
SMOOTH = 0.1
# Frames whose polynomials are in memory at once.
BLOCK = 6000


def independent_subspaces(movies, size, dims, rounds, seed):
    """ISA (Hyvärinen & Hoyer 2000): orthogonal filters of whitened frames, in groups of `size`, with energies as sparse as
    they get, by the fixed point of Hyvärinen & Köster (2006). The energy's density is exp(-sqrt(energy))."""
    frames = movies.reshape(-1, movies.shape[-1])
    whiten = PCA(dims, whiten=True, svd_solver="covariance_eigh").fit(frames)
    x = whiten.transform(frames).astype(np.float32)
    generator = np.random.default_rng(seed)
    w = orthogonal(generator.standard_normal((dims, dims)).astype(np.float32))
    for _ in range(rounds):
        s = (x @ w).reshape(len(x), -1, size)
        squares = s**2
        slope = 0.5 / np.sqrt(squares.sum(axis=2, keepdims=True) + SMOOTH)
        # The second derivative of the root is -2 slope^3.
        bend = (slope - 4 * squares * slope**3).mean(axis=0).ravel()
        w = orthogonal(x.T @ (s * slope).reshape(len(x), -1) / len(x) - bend * w)
    # What a filter responds to, as W in the sparse model: the pattern whose other responses are 0.
    patterns = whiten.components_.T * np.sqrt(whiten.explained_variance_) @ w
    analysis = whiten.components_.T / np.sqrt(whiten.explained_variance_) @ w

    def respond(frames):
        # The mean of all frames is hardly anything: without it the responses are odd, and 0 to nothing.
        s = frames @ analysis.astype(np.float32)
        return s, np.sqrt(group(s**2, size))

    units = dims // size
    pooling = np.repeat(np.eye(units), size, axis=0) / np.sqrt(size)
    return Layer(f"ISA, {units} subspaces of {size}", patterns, pooling, respond, np.ones(units, bool))


def orthogonal(w):
    """The nearest orthogonal matrix."""
    left, _, right = np.linalg.svd(w, full_matrices=False)
    return left @ right


def group(values, size):
    """Sums over successive columns."""
    return values.reshape(len(values), -1, size).sum(axis=2)


def slow_features(movies, units, dims):
    """Quadratic SFA (Berkes & Wiskott 2005): of all polynomials of degree 2 of the first principal components, those of
    variance 1 that change least from frame to frame, uncorrelated. deeptime's TICA finds them: over pairs of successive
    frames, whose order does not count, the best autocorrelation is the least change. A unit responds by how far it is from
    what it gives to nothing, in the direction of its skewness."""
    frames = movies.reshape(-1, movies.shape[-1])
    reduce = PCA(dims, whiten=True, svd_solver="covariance_eigh").fit(frames)
    expand = PolynomialFeatures(2, include_bias=False).fit(np.zeros((1, dims)))

    def features(frames):
        return expand.transform(reduce.transform(frames))

    estimator = TICA(lagtime=1, dim=units, scaling=None)
    for part in blocks(movies, BLOCK // movies.shape[1]):
        now, next_ = (features(side.reshape(-1, frames.shape[1])) for side in (part[:, :-1], part[:, 1:]))
        estimator.partial_fit((now, next_))
    slow = estimator.fetch_model()
    slopes = slow.singular_vectors_left[:, :units]
    nothing = features(np.zeros((1, frames.shape[1])))

    def outputs(frames):
        return np.concatenate([(features(part) - nothing) @ slopes for part in blocks(frames, BLOCK)])

    sign = np.sign((outputs(frames[: 4 * BLOCK]) ** 3).sum(axis=0))
    directions, pooling = quadratic_filters(slopes * sign, expand.powers_)
    scale = np.sqrt(reduce.explained_variance_)
    filters, analysis = reduce.components_.T * scale @ directions, reduce.components_.T / scale @ directions

    def respond(frames):
        return frames @ analysis, np.maximum(sign * outputs(frames), 0)

    return Layer(f"SFA, {dims} components", filters, pooling, respond, np.ones(units, bool))


def quadratic_filters(slopes, powers, kept=4):
    """Of units that are polynomials of components, with the coefficients `slopes` [features, M] of monomials with these
    powers [features, dims]: the eigenvectors of their quadratic parts that drive them most, [dims, kept M], and the roots of
    the eigenvalues as a pooling matrix [kept M, M], columns of norm 1."""
    dims, units = powers.shape[1], slopes.shape[1]
    quadratic = powers.sum(axis=1) == 2
    first = np.array([np.repeat(np.arange(dims), row) for row in powers[quadratic]])
    forms = np.zeros((units, dims, dims))
    forms[:, first[:, 0], first[:, 1]] += slopes[quadratic].T / 2
    forms[:, first[:, 1], first[:, 0]] += slopes[quadratic].T / 2
    strengths, vectors = np.linalg.eigh(forms)
    strengths, vectors = strengths[:, ::-1][:, :kept], vectors[:, :, ::-1][:, :, :kept]
    weights = np.sqrt(np.maximum(strengths, 0))
    weights /= np.maximum(np.linalg.norm(weights, axis=1, keepdims=True), 1e-12)
    pooling = np.zeros((units, kept, units))
    pooling[np.arange(units), :, np.arange(units)] = weights
    return vectors.transpose(1, 0, 2).reshape(dims, -1), pooling.reshape(-1, units)


def blocks(values, rows):
    return [values[at : at + rows] for at in range(0, len(values), rows)]


def random_pools(layer, seed):
    """The filters and codes z of a layer, in groups at random: a unit is the root of the sum of its squares."""
    filters, units = layer.filters, layer.pooling.shape[1]
    size = filters.shape[1] // units
    order = np.random.default_rng(seed).permutation(filters.shape[1])[: size * units]
    pooling = np.zeros_like(layer.pooling)
    pooling[order, np.repeat(np.arange(units), size)] = size**-0.5

    def respond(frames):
        z, _ = layer.respond(frames)
        return z, np.sqrt(group(z[:, order] ** 2, size))

    return Layer(f"random pools of {size} z", filters, pooling, respond, np.ones(units, bool))
