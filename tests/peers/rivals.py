"""Learns invariant units from the same movies in other ways, and measures all alike: rivals.json, a table and a figure.

Usage: rivals.py PROGRAM --out DIR [--images TRAIN --held-out VAL] [--seconds 60] [--quick]
"""

import argparse
import hashlib
import json
import subprocess
import time
from functools import partial
from importlib.metadata import version
from pathlib import Path

import numpy as np
import safetensors.numpy

import physiology
import rival_figure
import rival_models
from physiology import Layer

# Of the embedded scenes too, other movies than those learned from.
HELD_OUT_SEED = 1_000_003
# Our numbers here and those of `cellscope measure` differ by the rounding of codes.
SAME = 0.01
LIBRARIES = ("numpy", "scikit-learn", "deeptime")
# A row of the table each: what it says, and the measure.
ROWS = [
    ("units", "units", "{:.0f}"),
    ("orientation concentration", "concentration", "{:.2f}"),
    ("the same, shuffled", "concentration_shuffled", "{:.2f}"),
    ("width ratio over b", "width_ratio", "{:.2f}"),
    ("at bandwidth ratio", "bandwidth_ratio", "{:.2f}"),
    ("width of the units over b, px", "width_px", "{:.1f}"),
    ("bandwidth of the units, degrees", "bandwidth_deg", "{:.0f}"),
    ("preferred cycles per pixel", "freq", "{:.2f}"),
    ("F2/F0 of the filters", "f2_over_f0_simple", "{:.2f}"),
    ("F2/F0 of the units", "f2_over_f0", "{:.2f}"),
    ("sparseness over frames", "lifetime_sparseness", "{:.2f}"),
    ("sparseness over units, where any responds", "population_sparseness", "{:.2f}"),
    ("change from frame to frame", "change", "{:.2f}"),
    ("movies learned from", "movies", "{:,.0f}"),
    ("seconds to learn", "learn_secs", "{:,.0f}"),
    ("frames coded per second", "frames_per_second", "{:,.0f}"),
]


def numbers(text):
    return [int(number) for number in text.split(",")]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="folder for the arrays and results")
    parser.add_argument("--images", help="pictures to learn from [default: the embedded scenes]")
    parser.add_argument("--held-out", help="pictures to respond to [default: those learned from, other movies]")
    parser.add_argument("--figure", type=Path, help="file of the figure [default: rivals.png in the folder]")
    parser.add_argument("--seconds", type=float, default=60, help="what cellscope gets to learn")
    parser.add_argument("--movies", type=int, default=20_000, help="what the others learn from")
    parser.add_argument("--held-out-movies", type=int, default=2000)
    parser.add_argument("--isa-dims", type=int, default=160, help="principal components that ISA sees")
    parser.add_argument("--isa-sizes", type=numbers, default="4,8", help="filters of a subspace, an ISA for each")
    parser.add_argument("--isa-rounds", type=int, default=200)
    parser.add_argument("--sfa-dims", type=numbers, default="32,64", help="principal components, an SFA for each")
    parser.add_argument("--sfa-units", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="few and small, to see that it works")
    given = parser.parse_args()
    given.program = given.program.resolve()
    if given.quick:
        given.seconds, given.movies, given.held_out_movies = 5, 4000, 200
        given.isa_rounds, given.isa_dims, given.sfa_dims, given.sfa_units = 20, 64, [16], 20
    return given


def main():
    given = arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    run = Runs(given)
    config = run.train()
    normalise, side = config["normalise"], config["movies"]["patch_side"]
    shown = physiology.stimuli(side, normalise["window_px"], normalise["sigma_px"], normalise["gain"])
    held_out = run.movies("held-out.npy", given.held_out or given.images, given.held_out_movies, HELD_OUT_SEED)
    report = {"arguments": {name: str(value) for name, value in vars(given).items()},
              "libraries": {name: version(name) for name in LIBRARIES}, "methods": []}
    drawn = []
    for layer, costs in layers(given, run):
        found, per_unit = physiology.measures(layer, shown, held_out, given.seed)
        found |= {"name": layer.name, **costs}
        if "frames_per_second" not in found:
            found["frames_per_second"] = speed(layer, held_out.reshape(-1, side * side))
        if not drawn:
            check(found, run)
        report["methods"].append(found)
        drawn.append((layer, per_unit))
        print(json.dumps(found), flush=True)
        (given.out / "rivals.json").write_text(json.dumps(report, indent=2) + "\n")
    (given.out / "rivals.md").write_text(table(report))
    print(table(report))
    rival_figure.draw(drawn, shown, given.figure or given.out / "rivals.png")


def layers(given, run):
    """Ours first, then those of the others, each with what it cost."""
    ours = run.ours()
    costs = {"movies": run.learned["movies_seen"], "learn_secs": run.learned["elapsed_secs"],
             "frames_per_second": run.encode(given.out / "held-out.npy")[1]}
    yield ours, costs
    movies = run.movies("train.npy", given.images, given.movies, given.seed)
    learners = [partial(rival_models.independent_subspaces, movies, size, given.isa_dims, given.isa_rounds, given.seed)
                for size in given.isa_sizes]
    learners += [partial(rival_models.slow_features, movies, given.sfa_units, dims) for dims in given.sfa_dims]
    for learn in learners:
        started = time.perf_counter()
        layer = learn()
        yield layer, {"movies": len(movies), "learn_secs": time.perf_counter() - started}
    yield rival_models.random_pools(ours, given.seed), costs


class Runs:
    """What the program does: it learns, writes movies, codes and measures."""

    def __init__(self, given):
        self.given, self.model, self.kept = given, given.out / "model.safetensors", {}

    def call(self, *words):
        subprocess.run([self.given.program, *map(str, words)], check=True)

    def pictures(self, images):
        return ["--images", images] if images else []

    def train(self):
        """Trains the model, and returns its configuration."""
        given, curve = self.given, self.given.out / "curve.json"
        self.call("train", "--preset", "paper", *self.pictures(given.images), "--seconds", given.seconds, "--seed", given.seed,
                  "--history", 0, "--out", self.model, "--json", curve)
        self.call("export", self.model, "--out", given.out)
        self.call("measure", self.model, *self.pictures(given.held_out), "--json", given.out / "measure.json")
        self.measured = json.loads((given.out / "measure.json").read_text())
        self.learned = json.loads(curve.read_text())
        config = json.loads((given.out / "config.json").read_text())
        self.frames = config["movies"]["frames"]
        return config

    def movies(self, name, images, count, seed):
        path = self.given.out / name
        self.call("frames", "--preset", "paper", *self.pictures(images), "--count", count, "--seed", seed, "--out", path)
        return np.load(path)

    def ours(self):
        """The model as a layer: frames are shown to it as movies that stand still."""
        weights = safetensors.numpy.load_file(self.model)
        active = np.array(self.measured["use_u"]) >= 1e-3
        return Layer("cellscope", weights["W"], weights["A"], self.codes, active)

    def codes(self, frames):
        """z and u of frames [n, P]; kept, since two layers have the same z."""
        key = hashlib.blake2b(np.ascontiguousarray(frames)).digest()
        if key not in self.kept:
            still = self.given.out / "still.npy"
            np.save(still, np.repeat(frames[:, None].astype(np.float32), self.frames, axis=1))
            folder, _ = self.encode(still)
            self.kept[key] = np.load(folder / "z.npy")[:, 0], np.load(folder / "u.npy")
        return self.kept[key]

    def encode(self, movies):
        folder = self.given.out / "codes"
        self.call("encode", self.model, "--frames", movies, "--out", folder)
        return folder, json.loads((folder / "codes.json").read_text())["patches_per_second"]


def speed(layer, frames, least_secs=2.0):
    """Frames coded per second."""
    started, coded = time.perf_counter(), 0
    while time.perf_counter() - started < least_secs:
        layer.respond(frames)
        coded += len(frames)
    return coded / (time.perf_counter() - started)


def check(found, run):
    """What is computed here of our own model is what the program says of it."""
    tuning = run.measured["tuning"]
    told = {
        "concentration_of_all": run.learned["orientation_concentration"],
        "width_ratio": tuning["edges"]["width_ratio"],
        "bandwidth_ratio": tuning["edges"]["bandwidth_ratio"],
        "f2_over_f0_simple": tuning["gratings"]["simple"]["f2_over_f0"],
        "f2_over_f0": tuning["gratings"]["invariant"]["f2_over_f0"],
    }
    for name, value in told.items():
        print(f"{name}: {found[name]:.4f} here, {value:.4f} by the program", flush=True)
        if abs(found[name] - value) > SAME * abs(value):
            raise SystemExit(f"{name} differs by more than {SAME:.0%}")


def table(report):
    """Methods as columns."""
    methods = report["methods"]
    rows = [["", *(method["name"] for method in methods)]]
    rows += [[says, *(form.format(method[name]) for method in methods)] for says, name, form in ROWS]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


main()
