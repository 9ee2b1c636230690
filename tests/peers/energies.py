"""E1, E2 and the joint energy, duality gaps of the first two and their independent minimisers, in float64.

Nothing here is shared with the program: the formulas are written anew from the model's equations.
Codes are rows: z [n, K], u [n, M], frames x [n, P], pooled codes [n, K].
"""

import warnings

import numpy as np
import spams
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import lasso_path


def simple_energy(w, x, z, alpha):
    """E1 = 1/2 |x - W z|^2 + alpha |z|_1 of every frame."""
    residual = x - z @ w.T
    return 0.5 * (residual**2).sum(1) + alpha * np.abs(z).sum(1)


def simple_gap(w, x, z, alpha):
    """E1(z) minus the dual 1/2 |x|^2 - 1/2 |x - y|^2 at y, the residual scaled so that |W'y| <= alpha."""
    residual = x - z @ w.T
    largest = np.abs(residual @ w).max(1)
    y = residual * np.minimum(1.0, alpha / np.maximum(largest, 1e-300))[:, None]
    dual = 0.5 * (x**2).sum(1) - 0.5 * ((x - y) ** 2).sum(1)
    return simple_energy(w, x, z, alpha) - dual


def spams_lars(w, x, alpha, threads):
    """Minimisers of E1 by the LARS homotopy of SPAMS."""
    codes = spams.lasso(
        np.asfortranarray(x.T), np.asfortranarray(w), lambda1=alpha, mode=2, numThreads=threads
    )
    return codes.T.toarray()


def sklearn_descent(w, x, alpha):
    """Minimisers of E1 by the coordinate descent of scikit-learn, one frame after another."""
    gram, pixels = w.T @ w, w.shape[0]
    codes = np.empty((len(x), w.shape[1]))
    with warnings.catch_warnings():
        # It may warn that the last digits of 1e-12 were not reached; the gaps below say what was.
        warnings.simplefilter("ignore", ConvergenceWarning)
        for row, frame in enumerate(x):
            _, path, _ = lasso_path(
                w, frame, alphas=[alpha / pixels], precompute=gram, Xy=w.T @ frame,
                tol=1e-12, max_iter=100_000,
            )
            codes[row] = path[:, 0]
    return codes


def invariant_energy(a, pooled, u, alpha, beta):
    """E2 = alpha sum_i z*_i exp(-(A u)_i) + beta |u|_1 of every movie."""
    return alpha * (pooled * np.exp(-u @ a.T)).sum(1) + beta * u.sum(1)


def invariant_gap(a, pooled, u, alpha, beta):
    """E2(u) minus the dual sum_i y_i (1 - log(y_i / (alpha z*_i))), 0 <= y and A'y <= beta.

    y are the prices alpha z* o exp(-A u) scaled into that set by one factor k, so that
    log(y_i / (alpha z*_i)) = log k - (A u)_i.
    """
    drive = u @ a.T
    price = alpha * pooled * np.exp(-drive)
    largest = (price @ a).max(1)
    k = np.minimum(1.0, beta / np.maximum(largest, 1e-300))[:, None]
    dual = (k * price * (1.0 - np.log(k) + drive)).sum(1)
    return invariant_energy(a, pooled, u, alpha, beta) - dual


def joint_energy(w, a, x, z, u, alpha, beta):
    """sum_t 1/2 |x_t - W z_t|^2 + alpha sum_i z*_i (1 + exp(-(A u)_i)) / 2 + beta |u|_1 of every movie, of which the
    frames x and codes z are successive rows; z* are the sums of |z| over them."""
    movies = len(u)
    misfit = 0.5 * ((x - z @ w.T) ** 2).reshape(movies, -1).sum(1)
    pooled = np.abs(z).reshape(movies, -1, z.shape[1]).sum(1)
    return misfit + 0.5 * alpha * (pooled * (1.0 + np.exp(-u @ a.T))).sum(1) + beta * u.sum(1)


def scipy_quasi_newton(a, pooled, alpha, beta):
    """Minimisers of E2 over u >= 0 by L-BFGS-B, one movie after another."""
    units = a.shape[1]

    def solve(movie):
        def energy_and_gradient(u):
            price = alpha * movie * np.exp(-(a @ u))
            return price.sum() + beta * u.sum(), beta - a.T @ price

        options = {"maxiter": 20_000, "maxfun": 40_000, "ftol": 1e-15, "gtol": 1e-10, "maxcor": 30}
        return minimize(
            energy_and_gradient, np.zeros(units), jac=True, method="L-BFGS-B",
            bounds=[(0.0, None)] * units, options=options,
        ).x

    return np.array([solve(movie) for movie in pooled])
