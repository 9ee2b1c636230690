"""Dictionaries learned by peers in a given time, and what a dictionary is worth: its held-out E1."""

import time

import numpy as np
import spams
from sklearn.decomposition import MiniBatchDictionaryLearning

import energies

# Patches in a minibatch: SPAMS's default, and what scikit-learn gets furthest with, for each of its steps renews
# all filters.
SPAMS_BATCH, SKLEARN_BATCH = 512, 2048


def spams_train(x, units, alpha, seconds, threads, seed):
    """`trainDL`, Mairal's online learning, from patches as first filters."""
    start = np.asfortranarray(first_filters(x, units, seed))
    columns = np.asfortranarray(x.T)
    return spams.trainDL(
        columns, D=start, K=units, lambda1=alpha, mode=2, iter=-seconds, batchsize=SPAMS_BATCH, numThreads=threads,
        verbose=False,
    )


def sklearn_train(x, units, alpha, seconds, threads, seed):
    """`MiniBatchDictionaryLearning`, minibatch by minibatch until the time is over, all patches once and again."""
    generator = np.random.default_rng(seed)
    # Coordinate descent is its faster way, and one process: at each minibatch, more cost more than they save.
    learner = MiniBatchDictionaryLearning(
        n_components=units, alpha=alpha, batch_size=SKLEARN_BATCH, fit_algorithm="cd", n_jobs=1,
        dict_init=np.ascontiguousarray(first_filters(x, units, seed).T), random_state=seed,
    )
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        order = generator.permutation(len(x))
        for first in range(0, len(x), SKLEARN_BATCH):
            if time.perf_counter() - started >= seconds:
                break
            learner.partial_fit(x[order[first:first + SKLEARN_BATCH]])
    return learner.components_.T


def first_filters(x, units, seed):
    """Random patches, each of norm 1."""
    generator = np.random.default_rng(seed)
    bright = np.flatnonzero(np.linalg.norm(x, axis=1) > 0)
    return unit_columns(x[generator.choice(bright, units, replace=False)].T)


def unit_columns(w):
    return w / np.maximum(np.linalg.norm(w, axis=0), 1e-12)


def held_out_energy(w, x, alpha, threads):
    """Mean E1 of exact codes under a dictionary with columns of norm 1."""
    w = unit_columns(w)
    return float(energies.simple_energy(w, x, energies.spams_lars(w, x, alpha, threads), alpha).mean())
