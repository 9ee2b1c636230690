"""The figure of the rivals: a unit of each, and the measures of all units."""

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import physiology

# Units whose filters are drawn, and filters of each.
UNITS, FILTERS = 6, 4
# Of so many of them the responses to edges are drawn.
MAPS = 2
MEASURES = (
    ("concentration", "orientation concentration", (0, 1)),
    ("width_ratio", "width ratio over b", (0, 8)),
    ("bandwidth_ratio", "bandwidth ratio", (0, 3)),
    ("f2_over_f0", "F2/F0 of the units", (0, 1.5)),
)


def draw(drawn, shown, path):
    """A column for each method: filters of some units, and responses of two of them to edges. Below, the measures of all."""
    plt.rcParams.update({"font.size": 9, "axes.titlesize": 9})
    figure = plt.figure(figsize=(2.4 * len(drawn), 9), layout="constrained")
    above, below = figure.subfigures(2, 1, height_ratios=[2, 1])
    rows = above.subplots(1 + MAPS, len(drawn), height_ratios=[1.7] + MAPS * [1])
    for column, (layer, _) in zip(rows.T, drawn):
        draw_method(column, layer, shown)
    for axes in rows[1:, 0]:
        axes.set_ylabel("orientation, degrees")
    for axes in rows[-1]:
        axes.set_xlabel("position b, px")
    names = [layer.name.replace(", ", ",\n") for layer, _ in drawn]
    for axes, (name, title, limits) in zip(below.subplots(1, len(MEASURES)), MEASURES):
        spread(axes, [per_unit[name] for _, per_unit in drawn], names, limits)
        axes.set_title(title)
    figure.savefig(path, dpi=100)
    plt.close(figure)


def draw_method(column, layer, shown):
    """The strongest filters of the units in the middle of the order by concentration, and what the first two that respond to
    an edge respond to."""
    concentration, _ = physiology.concentrations(layer, shown.side, 0)
    order = [unit for unit in np.argsort(concentration) if layer.counted[unit]]
    middle = max(len(order) // 2 - UNITS // 2, 0)
    units = order[middle : middle + UNITS]
    column[0].imshow(mosaic(layer, units, shown.side), cmap="gray", vmin=-1, vmax=1, interpolation="nearest")
    column[0].set_axis_off()
    column[0].set_title(layer.name.replace(", ", ",\n"))
    responses = np.maximum(layer.respond(shown.edges)[1], layer.respond(-shown.edges)[1])
    responses = responses.reshape(len(shown.theta_rad), len(shown.b_px), -1)
    extent = (shown.b_px[0], shown.b_px[-1], 0, 180)
    responding = [unit for unit in units if responses[..., unit].any()]
    for axes, unit in zip(column[1:], responding):
        axes.imshow(responses[..., unit], cmap="viridis", aspect="auto", origin="lower", extent=extent)
        axes.set_xticks([-10, 0, 10])
        axes.set_yticks([0, 90, 180])


def mosaic(layer, units, side):
    """A row of filters for each unit, the strongest first, each scaled to its largest pixel."""
    rows = []
    for unit in units:
        strongest = np.argsort(-layer.pooling[:, unit], kind="stable")[:FILTERS]
        tiles = layer.filters[:, strongest].T.reshape(-1, side, side)
        tiles = tiles / np.maximum(np.abs(tiles).max(axis=(1, 2), keepdims=True), 1e-12)
        rows.append(np.hstack([np.pad(tile, 1, constant_values=1) for tile in tiles]))
    return np.vstack(rows)


def spread(axes, values, names, limits):
    """Every unit a dot, and the median of each method as a line."""
    generator = np.random.default_rng(0)
    for at, of in enumerate(values):
        beside = generator.uniform(-0.25, 0.25, len(of))
        axes.plot(at + beside, np.clip(of, *limits), ".", markersize=3, alpha=0.5, color=f"C{at}")
        axes.plot([at - 0.38, at + 0.38], [np.median(of)] * 2, color="black", linewidth=1.6)
    axes.set_xticks(range(len(names)), names, rotation=60, fontsize=7)
    axes.set_ylim(*limits)
    axes.grid(axis="y", alpha=0.3)
