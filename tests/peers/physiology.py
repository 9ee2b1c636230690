"""Stimuli and measures of a layer that pools filters, whoever learned it: in numpy, as src/analysis has them in Rust."""

from dataclasses import dataclass
from typing import Callable

import numpy as np

THETAS, STEP_PX = 60, 0.5
FREQS, LOWEST_FREQ, PHASES = 10, 0.05, 32
PLACES = 8
PADDING, SHUFFLES = 4, 5


@dataclass
class Layer:
    """Filters, the weights with which units pool them, and how both respond to frames [n, P]."""

    name: str
    filters: np.ndarray  # [P, K]
    pooling: np.ndarray  # [K, M]
    respond: Callable  # of frames: signed responses of the filters [n, K], and of the units [n, M], >= 0
    counted: np.ndarray  # [M], which units count


@dataclass
class Stimuli:
    """Edges and gratings as strong as contrast-normalised pictures."""

    side: int
    b_px: np.ndarray
    theta_rad: np.ndarray
    freqs: np.ndarray
    edges: np.ndarray  # [n_theta * n_b, P]
    gratings: np.ndarray  # [n_theta * n_freq * n_phase, P]


def stimuli(side, window_px, sigma_px, gain, k=1.0):
    theta = np.pi * np.arange(THETAS) / THETAS
    steps = int(np.ceil(side * np.sqrt(0.5) / STEP_PX))
    b = STEP_PX * np.arange(-steps, steps + 1)
    freqs = LOWEST_FREQ * 2 ** (np.arange(FREQS) / 3)
    phases = np.pi * np.arange(PHASES) / PHASES
    at = np.arange(side) - (side - 1) / 2
    y, x = np.meshgrid(at, at, indexing="ij")
    along = np.cos(theta)[:, None] * x.ravel() + np.sin(theta)[:, None] * y.ravel()
    edges = edge(k * (along[:, None] + b[:, None]))
    turns = 2 * np.pi * freqs[:, None, None] * along[:, None, None]
    gratings = np.cos(turns - phases[:, None])
    # The root mean square under the window on an edge, and over all phases of a grating, is the gain.
    near = np.arange(-(window_px // 2), window_px // 2 + 1)
    # Edges anywhere between pixels.
    near = (near[:, None] + (np.arange(PLACES) + 0.5) / PLACES - 0.5).ravel()
    weights = np.exp(-0.5 * (near / sigma_px) ** 2)
    strength = gain / np.sqrt((weights * edge(k * near) ** 2).sum() / weights.sum())
    rows = (-1, side * side)
    return Stimuli(side, b, theta, freqs, (strength * edges).reshape(rows).astype(np.float32),
                   (np.sqrt(2) * gain * gratings).reshape(rows).astype(np.float32))


def edge(v):
    """The edge of the paper's section 3.2."""
    return np.exp(-v * v / 4) * np.sin(v)


def measures(layer, shown, movies, seed=0):
    """All measures of a layer; `movies` [N, n_t, P] are held out. Returns the medians, and the values of every unit."""
    of_filters, of_units = edge_tuning(layer, shown)
    strongest = layer.pooling.argmax(axis=0)
    pairs = [unit for unit in np.flatnonzero(layer.counted)
             if of_units["peak"][unit] > 0 and of_filters["peak"][strongest[unit]] > 0]
    ratio = {name: (of_units[name] / np.where(of_filters["peak"] > 0, of_filters[name], np.nan)[strongest])[pairs]
             for name in ("width_px", "bandwidth_rad")}
    modulated_filters, modulated_units, freqs = modulations(layer, shown)
    concentration, shuffled = concentrations(layer, shown.side, seed)
    per_unit = {
        "concentration": concentration[layer.counted],
        "width_ratio": ratio["width_px"],
        "bandwidth_ratio": ratio["bandwidth_rad"],
        "f2_over_f0": modulated_units[layer.counted & np.isfinite(modulated_units)],
    }
    found = {name: float(np.median(values)) for name, values in per_unit.items()}
    found["f2_over_f0_simple"] = float(np.nanmedian(modulated_filters))
    found["width_px"] = float(np.median(of_units["width_px"][pairs]))
    found["bandwidth_deg"] = float(np.degrees(np.median(of_units["bandwidth_rad"][pairs])))
    found["freq"] = float(np.nanmedian(freqs[layer.counted]))
    found["concentration_shuffled"] = shuffled
    found["concentration_of_all"] = float(np.median(concentration))
    frames = movies.reshape(-1, movies.shape[-1])
    codes = layer.respond(frames)[1][:, layer.counted].astype(np.float64)
    found["lifetime_sparseness"] = float(np.median(sparseness(codes, axis=0)))
    found["population_sparseness"] = float(np.mean(sparseness(codes[codes.any(axis=1)], axis=1)))
    steps = np.diff(codes.reshape(*movies.shape[:2], -1), axis=1)
    variance = np.maximum(codes.var(axis=0), 1e-30)
    found["change"] = float(np.median((steps**2).mean(axis=(0, 1)) / variance))
    found["units"] = int(layer.counted.sum())
    return found, per_unit


def edge_tuning(layer, shown):
    """Position tolerance and orientation bandwidth of filters and units."""
    shape = (len(shown.theta_rad), len(shown.b_px), -1)
    (z, u), (_, negative) = layer.respond(shown.edges), layer.respond(-shown.edges)
    # A unit is shown the edge and its negative; only where it has a linear part does that differ.
    return tuned(np.abs(z).reshape(shape)), tuned(np.maximum(u, negative).reshape(shape))


def tuned(responses):
    """Of responses [n_theta, n_b, units]."""
    peak = responses.max(axis=(0, 1))
    found = {"peak": peak, "width_px": np.full(len(peak), np.nan), "bandwidth_rad": np.full(len(peak), np.nan)}
    found["best"] = [np.unravel_index(responses[..., unit].argmax(), responses.shape[:2]) for unit in range(len(peak))]
    for unit in np.flatnonzero(peak > 0):
        theta, _ = found["best"][unit]
        found["width_px"][unit] = STEP_PX * half_width(responses[theta, :, unit])
        circle = half_width(responses[..., unit].max(axis=1), is_circle=True)
        found["bandwidth_rad"][unit] = np.pi / responses.shape[0] * circle
    return found


def half_width(values, is_circle=False):
    """Full width at half maximum around the highest value, in steps."""
    peak, count = int(values.argmax()), len(values)
    if is_circle:
        sides = [values[(peak + way * np.arange(1, count + 1)) % count] for way in (1, -1)]
        return min(sum(to_half(values[peak], side) for side in sides), count)
    return sum(to_half(values[peak], side) for side in (values[peak + 1:], values[:peak][::-1]))


def to_half(peak, beside):
    below = np.flatnonzero(beside < peak / 2)
    if len(below) == 0:
        return len(beside)
    at = below[0]
    last = beside[at - 1] if at else peak
    return at + (last - peak / 2) / (last - beside[at])


def modulations(layer, shown):
    """F2/F0 of abs(filter response) and of the units while the best grating of each drifts by, and the best frequencies of the
    units; NaN for what responds to none."""
    shape = (len(shown.theta_rad), len(shown.freqs), PHASES, -1)
    (z, u), (_, negative) = layer.respond(shown.gratings), layer.respond(-shown.gratings)
    half = np.abs(z).reshape(shape)
    filters, _ = modulation(np.concatenate([half, half], axis=2))
    units, best = modulation(np.concatenate([u.reshape(shape), negative.reshape(shape)], axis=2))
    return filters, units, np.where(best < 0, np.nan, shown.freqs[best])


def modulation(cycles):
    """Of cycles [n_theta, n_freq, n_phase, units], >= 0; with the index of the best frequency, -1 for none."""
    means = cycles.mean(axis=2)
    found, best = np.full(cycles.shape[3], np.nan), np.full(cycles.shape[3], -1)
    for unit in np.flatnonzero(means.max(axis=(0, 1)) > 0):
        at = np.unravel_index(means[..., unit].argmax(), means.shape[:2])
        cycle = cycles[(*at, slice(None), unit)].astype(np.float64)
        found[unit] = 2 * np.abs(np.fft.rfft(cycle)[2]) / cycle.sum()
        best[unit] = at[1]
    return found, best


def concentrations(layer, side, seed):
    """abs(sum_i A_ij^2 exp(2 i theta_i)) / sum_i A_ij^2 of every unit, and the median with the rows of A shuffled."""
    directions = np.exp(2j * orientations(layer.filters, side))
    power = layer.pooling.astype(np.float64) ** 2
    total = np.maximum(power.sum(axis=0), 1e-30)
    resultants = [np.abs(power.T @ directions) / total]
    generator = np.random.default_rng(seed)
    for _ in range(SHUFFLES):
        resultants.append(np.abs(power.T @ generator.permutation(directions)) / total)
    shuffled = [np.median(resultant[layer.counted]) for resultant in resultants[1:]]
    return resultants[0], float(np.mean(shuffled))


def orientations(filters, side):
    """Direction of the strongest grating in each filter [P, K], by the peak of its padded spectrum, between its samples."""
    size = PADDING * side
    centred = (filters - filters.mean(axis=0)).T.reshape(-1, side, side)
    power = np.abs(np.fft.fft2(centred, (size, size))) ** 2
    angles = []
    for spectrum in power:
        at = np.unravel_index(spectrum.argmax(), spectrum.shape)
        frequency = []
        for axis in (0, 1):
            before, here, after = (spectrum[tuple((at[i] + step * (i == axis)) % size for i in (0, 1))] for step in (-1, 0, 1))
            bend = before - 2 * here + after
            offset = np.clip(0.5 * (before - after) / bend, -0.5, 0.5) if bend < 0 else 0.0
            position = at[axis] + offset
            frequency.append(position - size if position > size / 2 else position)
        angles.append(np.arctan2(*frequency) % np.pi)
    return np.array(angles)


def sparseness(responses, axis):
    """Treves and Rolls, scaled to 0 for equal responses and 1 for a single one; 0 where there is none."""
    count = responses.shape[axis]
    square = (responses**2).mean(axis=axis)
    share = np.where(square > 0, responses.mean(axis=axis) ** 2 / np.maximum(square, 1e-300), 1.0)
    return (1 - share) / (1 - 1 / count)
