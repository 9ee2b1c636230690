"""Races cellscope against its peers on the same arrays, and writes race.json and race.md.

Usage: race.py STAGES --images TRAIN --held-out VAL --out DIR [--tables FILE] [--quick]

All solvers take turns, so that what slows the machine for a while slows them alike; medians count.
"""

import argparse
import datetime
import json
import platform
import subprocess
import time
from importlib.metadata import version
from itertools import islice
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

import energies
import learners
import solvers
import table

GAPS = (1e-4, 1e-6)
# Patches on which the settings of peers are chosen, and which stand for all where those would take too long.
SAMPLE = 500
LONG_SECS = 20.0
# FISTA on E2 goes on until this share of the movies is at the gap, looked at every so many rounds, at most so many.
INVARIANT_GAP, INVARIANT_SHARE = 1e-4, 0.9
INVARIANT_EVERY, INVARIANT_ROUNDS = 20, 3000
# The same on the joint energy, until that share of the first movies is at most so far above the energy that ours
# reached. It is given up where no energy moves any more: there is more than one minimum.
JOINT_GAP, JOINT_STILL, JOINT_MOVIES = 1e-4, 1e-7, 96
# Energies that we tell and that our codes have agree to this share, far below the gap; ours are sums of f32 residuals.
JOINT_TOLD = JOINT_GAP / 20
LIBRARIES = ("numpy", "scipy", "scikit-learn", "spams-bin")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stages", type=Path, help="the benchmark of whole stages, as tests/peers/run builds it")
    parser.add_argument("--images", required=True, help="pictures to learn from")
    parser.add_argument("--held-out", required=True, help="pictures to code")
    parser.add_argument("--out", type=Path, required=True, help="folder for the arrays and results")
    parser.add_argument("--tables", "--readme", type=Path, help="Markdown file whose speed tables are replaced")
    parser.add_argument("--units", default="400,1000")
    parser.add_argument("--alphas", help="sparsities of z [default: those of the benchmark of whole stages]")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--patches", type=int, default=4000)
    parser.add_argument("--seconds-to-train", type=float, default=20)
    parser.add_argument("--learn-seconds", type=int, default=60, help="what peers get for a dictionary")
    parser.add_argument("--learn-patches", type=int, default=50_000)
    parser.add_argument("--learn-alpha", type=float, default=0.5)
    parser.add_argument("--quick", action="store_true", help="few and small, to see that it works")
    given = parser.parse_args()
    if given.quick:
        given.units, given.alphas, given.runs, given.patches = "400", "0.6,0.25", 1, 400
        given.seconds_to_train, given.learn_seconds, given.learn_patches = 2, 3, 5000
    return given


def main():
    given = arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    report = {
        "date": datetime.date.today().isoformat(),
        "threads": given.threads,
        "runs": given.runs,
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }
    with threadpool_limits(given.threads):
        report["bench"] = bench_all(given)
        report["blas_flop_per_second"] = blas_peak(given.runs)
        subjects = report["bench"]["subjects"]
        stages = {
            "codes": lambda: [point for subject in subjects for point in race_codes(given, subject)],
            "invariant": lambda: [race_invariant(given, subject) for subject in subjects],
            "joint": lambda: [race_joint(given, subject) for subject in subjects],
            "learning": lambda: race_learning(given),
        }
        for name, race in stages.items():
            report[name] = race()
            # A race that is broken off later leaves what it has.
            (given.out / "race.json").write_text(json.dumps(report, indent=2) + "\n")
    (given.out / "race.md").write_text(table.everything(report))
    print(table.everything(report))
    if given.tables:
        table.insert(given.tables, table.speeds(report))


def run_stages(given, *words):
    """Runs the benchmark of whole stages and returns what it measured."""
    command = [given.stages, *words, "--json", "-"]
    done = subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def bench_all(given):
    """Trains the dictionaries, writes all arrays, and measures every stage of the program's own."""
    return run_stages(
        given, "--images", given.images, "--held-out", given.held_out, "--units", given.units,
        *(("--alphas", given.alphas) if given.alphas else ()), "--patches", given.patches, "--seconds-to-train", given.seconds_to_train,
        "--threads", f"1,{given.threads}", "--runs", given.runs, "--export", given.out,
    )


def ours(given, subject, stage, gaps):
    """One run of a stage on the exported arrays."""
    found = run_stages(
        given, "--from", given.out, "--units", subject["simple"], "--alphas", subject["alpha"], "--threads",
        given.threads, "--runs", 1, "--only", stage, "--gaps", ",".join(map(str, gaps)),
    )
    return found["subjects"][0]


def blas_peak(runs, side=2048):
    """The fastest product of large float32 matrices by numpy's BLAS, operations per second."""
    factor = np.full((side, side), 0.5, np.float32)
    return max(2 * side**3 / timed(lambda: factor @ factor)[1] for _ in range(runs + 1))


def race_codes(given, subject):
    """E1: every solver at every gap, in turns; one point per gap."""
    folder = given.out / subject["name"]
    w = np.load(folder / "W.npy").astype(float)
    x = np.load(given.out / "patches.npy").astype(float)
    # The program keeps its settings in float32.
    problem = solvers.Problem(w, x, float(np.float32(subject["alpha"])), given.threads)
    entries = entrants(problem)
    speeds = {("cellscope", gap): [] for gap in GAPS}
    for _ in range(given.runs):
        for code in ours(given, subject, "codes", GAPS)["codes"]:
            speeds["cellscope", code["relative_gap_asked"]].append(code["patches_per_second"])
        for entry in entries:
            _, secs = timed(lambda: entry["peer"].solve(entry["problem"], entry["setting"]))
            entry["secs"].append(secs)
    points = []
    for gap in GAPS:
        z = np.load(folder / f"z-{table.short(gap)}.npy").astype(float)
        reached = solvers.gaps_of(problem.first(len(z)), z)
        point = {
            "name": subject["name"], "units": subject["simple"], "alpha": subject["alpha"], "gap": gap,
            "density": float((z != 0).mean()),
            "solvers": {"cellscope": result(np.median(speeds["cellscope", gap]), reached, len(z))},
        }
        for entry in (entry for entry in entries if gap in entry["gaps"]):
            per_second = len(entry["problem"].x) / np.median(entry["secs"])
            reached = entry["reached"]
            point["solvers"][entry["peer"].name] = result(
                per_second, reached, len(entry["problem"].x), entry["setting"]
            )
        points.append(point)
        show(point)
    return points


def entrants(problem):
    """Each peer with the loosest setting for each gap; one entry where one setting serves several gaps."""
    entries = []
    for peer in solvers.PEERS:
        chosen = {}
        for gap, setting in solvers.loosest(peer, problem.first(SAMPLE), GAPS).items():
            chosen.setdefault(setting, []).append(gap)
        for setting, gaps in chosen.items():
            # Timed once it is warm; a run that would take too long stands for all by its first patches.
            sample = problem.first(SAMPLE)
            peer.solve(sample, setting)
            _, secs = timed(lambda: peer.solve(sample, setting))
            long = secs * len(problem.x) / len(sample.x) > LONG_SECS
            part = sample if long else problem.first(len(problem.x))
            reached = solvers.gaps_of(part, peer.solve(part, setting))
            entries.append(
                {"peer": peer, "setting": setting, "gaps": gaps, "problem": part, "reached": reached, "secs": []}
            )
    return entries


def result(per_second, reached, patches, setting=None):
    return {
        "per_second": float(per_second), "median_gap": float(np.median(reached)),
        "worst_gap": float(np.max(reached)), "patches": patches, "setting": str(setting) if setting else None,
    }


def race_invariant(given, subject):
    """E2: ours and batched FISTA, in turns."""
    folder = given.out / subject["name"]
    a, pooled = (np.load(folder / f"{name}.npy") for name in ("A", "pooled"))
    alpha, beta = (float(np.float32(subject[name])) for name in ("alpha", "beta"))

    def gaps(u):
        u, exact, z = (part.astype(float) for part in (u, a, pooled[: len(u)]))
        energy = energies.invariant_energy(exact, z, u, alpha, beta)
        gap = energies.invariant_gap(exact, z, u, alpha, beta)
        # A blank movie has no energy. Where 0 is optimal any solver is exact at once.
        return np.divide(gap, energy, out=np.zeros_like(energy), where=energy > 0)

    # In many movies u = 0 is optimal and exact from the start, so that a median would say little.
    trials = enumerate(solvers.fista_invariant(pooled[:SAMPLE], a, alpha, beta), 1)
    tried = ((rounds, u) for rounds, u in islice(trials, INVARIANT_ROUNDS) if rounds % INVARIANT_EVERY == 0)
    reaches = (rounds for rounds, u in tried if np.quantile(gaps(u), INVARIANT_SHARE) <= INVARIANT_GAP)
    rounds = next(reaches, None)

    def solve():
        return solvers.numpy_fista_invariant(pooled, a, alpha, beta, rounds, given.threads)

    mine, theirs = [], []
    for _ in range(given.runs):
        mine += [movie["movies_per_second"] for movie in ours(given, subject, "movies", GAPS)["movies"]]
        if rounds:
            theirs.append(len(pooled) / timed(solve)[1])
    point = {
        "name": subject["name"], "alpha": alpha, "beta": beta, "gap": INVARIANT_GAP, "rounds": rounds,
        "cellscope": float(np.median(mine)),
        "numpy FISTA": float(np.median(theirs)) if rounds else None,
        "share_of_simple": subject["movies"][-1]["share_of_simple"],
    }
    print(point, flush=True)
    return point


def race_joint(given, subject):
    """The joint model: ours and batched FISTA on z and u together, in turns."""
    folder = given.out / subject["name"]
    w, a, z, u, told = (np.load(folder / name) for name in (
        "W.npy", "A.npy", "joint-z-1e-4.npy", "joint-u-1e-4.npy", "joint-energy-1e-4.npy"
    ))
    x = np.load(given.out / "movies.npy")[: len(told)]
    alpha, beta = (float(np.float32(subject[name])) for name in ("alpha", "beta"))
    problem = solvers.Joint(w, a, x[:JOINT_MOVIES], alpha, beta)

    def energy_of(x, z, u):
        parts = (w, a, x.reshape(-1, len(w)), z.reshape(-1, w.shape[1]), u)
        return energies.joint_energy(*(part.astype(float) for part in parts), alpha, beta)

    worst = np.max(np.abs(energy_of(x, z, u) - told) / np.maximum(told, 1e-12))
    if worst > JOINT_TOLD:
        raise SystemExit(f"{subject['name']}: joint energies are not those of the codes, by {worst:.1e}")
    rounds, above = joint_rounds(problem, energy_of, told[: len(problem.x)])

    mine, theirs = [], []
    for _ in range(given.runs):
        mine += [joint["movies_per_second"] for joint in ours(given, subject, "joint", GAPS)["joint"]]
        if rounds:
            secs = timed(lambda: solvers.numpy_fista_joint(problem, rounds, given.threads))[1]
            theirs.append(len(problem.x) / secs)
    point = {
        "name": subject["name"], "alpha": alpha, "beta": beta, "gap": JOINT_GAP, "rounds": rounds,
        "cellscope": float(np.median(mine)),
        "numpy FISTA": float(np.median(theirs)) if rounds else None,
        "energy_above_ours": above,
        "share_of_simple": subject["joint"][-1]["share_of_simple"],
    }
    print(point, flush=True)
    return point


def joint_rounds(problem, energy_of, told):
    """After how many rounds enough movies are at our energy, None where they never are; and by which share the
    energies were above ours then: of the middle movie, of that which decides, and of the last."""
    before = np.full(len(told), np.inf)
    trials = enumerate(solvers.fista_joint(problem, problem.x), 1)
    for rounds, (z, u) in islice(trials, INVARIANT_EVERY - 1, INVARIANT_ROUNDS, INVARIANT_EVERY):
        energy = energy_of(problem.x, z, u)
        # A blank movie has no energy.
        above = np.divide(energy - told, told, out=np.zeros_like(energy), where=told > 0)
        quantiles = np.quantile(above, (0.5, INVARIANT_SHARE, 1.0)).tolist()
        if quantiles[1] <= JOINT_GAP:
            return rounds, quantiles
        if np.all(before - energy <= JOINT_STILL * told) and np.all(energy - before <= JOINT_STILL * told):
            break
        before = energy
    return None, quantiles


def race_learning(given):
    """Seconds until ours reaches the held-out E1 that each peer has after its time, on the same patches."""
    held_out = np.load(given.out / "patches.npy").astype(float)
    units, threads, alpha = int(given.units.split(",")[0]), given.threads, given.learn_alpha
    peers = {"spams trainDL": learners.spams_train, "scikit-learn MiniBatch": learners.sklearn_train}
    energy_of = lambda w: learners.held_out_energy(w.astype(float), held_out, alpha, threads)
    rounds = []
    for seed in range(given.runs):
        folder = given.out / "learning"
        found = run_stages(
            given, "--images", given.images, "--held-out", given.held_out, "--units", units, "--alphas", alpha,
            "--patches", 10, "--seconds-to-train", 0.1, "--threads", threads, "--runs", 1, "--only", "codes",
            "--seed", seed, "--export", folder, "--learn-seconds", given.learn_seconds,
            "--learn-patches", given.learn_patches, "--learn-alpha", alpha,
        )
        curve = [
            {**kept, "energy": energy_of(np.load(folder / kept["file"]))} for kept in found["learned"]
        ]
        x = np.load(folder / "train.npy").astype(float)
        round_of = {"curve": curve, "peers": {}}
        for name, train in peers.items():
            w, secs = timed(lambda: train(x, units, alpha, given.learn_seconds, threads, seed))
            energy = energy_of(w)
            reached = next((kept["secs"] for kept in curve if kept["energy"] <= energy), None)
            round_of["peers"][name] = {"secs": secs, "energy": energy, "ours_secs": reached}
        print(json.dumps(round_of["peers"]), [round(kept["energy"], 4) for kept in curve], flush=True)
        rounds.append(round_of)
    return {"units": units, "alpha": alpha, "patches": given.learn_patches, "rounds": rounds}


def timed(solve):
    start = time.perf_counter()
    solved = solve()
    return solved, time.perf_counter() - start


def show(point):
    speeds = ", ".join(f"{name} {found['per_second']:.0f}" for name, found in point["solvers"].items())
    print(f"{point['name']}, gap {point['gap']}, {100 * point['density']:.1f} % on: {speeds}", flush=True)


if __name__ == "__main__":
    main()
