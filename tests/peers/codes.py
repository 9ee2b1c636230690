"""Compares the codes of `cellscope encode` with those of independent solvers, in float64.

Usage: codes.py CELLSCOPE MODEL X.npy

Solves the same frames with SPAMS and scikit-learn, the same movies with SciPy, prints what each
reached, and exits with 1 when an energy, a duality gap or a promise of `--gap` does not hold.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import energies

ALPHAS = (0.25, 0.5, 1.0)
GAP = 1e-6
FAST_GAP = 1e-4
THREADS = 2
PEER_MOVIES = 100
# What figures summed from float32 may differ from float64 by, as a share of the energy.
ROUNDING = 2e-7
# The same for two sums in float64.
EXACT = 1e-12


class Codes:
    """What `cellscope encode` wrote, as float64."""

    def __init__(self, binary, model, frames, alpha, gap, folder):
        command = [binary, "encode", model, "--frames", frames, "--alpha", alpha, "--gap", gap]
        command += ["--threads", THREADS, "--out", folder]
        subprocess.run([str(part) for part in command], check=True)
        self.report = json.loads((folder / "codes.json").read_text())
        z, self.pooled, self.u = (
            np.load(folder / f"{name}.npy").astype(float) for name in ("z", "pooled", "u")
        )
        self.z = z.reshape(-1, z.shape[-1])
        # The program keeps its settings in float32.
        self.alpha, self.beta = (float(np.float32(self.report[name])) for name in ("alpha", "beta"))

    def reported(self, name):
        return np.array(self.report[name])


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    binary, model, frames = map(Path, sys.argv[1:])
    violations = []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        subprocess.run([binary, "export", model, "--out", scratch], check=True)
        w, a = (np.load(scratch / f"{name}.npy").astype(float) for name in "WA")
        x = np.load(frames).astype(float).reshape(-1, w.shape[0])
        print(f"{len(x)} frames, W {w.shape}, A {a.shape}; {THREADS} threads; gaps as shares of the energy")
        for alpha in ALPHAS:
            fast = Codes(binary, model, frames, alpha, FAST_GAP, scratch / "fast")
            codes = Codes(binary, model, frames, alpha, GAP, scratch / "codes")
            print(f"\nalpha {alpha}: z {100 * codes.report['density_z']:.1f} % on, "
                  f"u {100 * codes.report['density_u']:.1f} % on")
            violations += check_simple(w, x, codes, fast)
            violations += check_invariant(a, codes)
    for violation in violations:
        print("VIOLATION:", violation)
    print("\nevery check holds" if not violations else f"\n{len(violations)} violations")
    sys.exit(bool(violations))


def check_simple(w, x, codes, fast):
    """E1 against both peers; returns what does not hold."""
    alpha, reported = codes.alpha, codes.reported("gap_z")
    energy = energies.simple_energy(w, x, codes.z, alpha)
    gap = energies.simple_gap(w, x, codes.z, alpha)
    show_head("E1")
    for name, one in (("1e-4", fast), ("1e-6", codes)):
        reached = share(energies.simple_gap(w, x, one.z, alpha),
                        energies.simple_energy(w, x, one.z, alpha))
        # The speed of `encode` is that of both layers together.
        show(f"cellscope, gap {name}", one.report["patches_per_second"], reached)
    found = check_own(f"E1 at alpha {alpha}", energy, gap, reported, codes.reported("energy_z"))
    for name, solve in (
        ("spams, LARS", lambda: energies.spams_lars(w, x, alpha, THREADS)),
        ("scikit-learn, descent", lambda: energies.sklearn_descent(w, x, alpha)),
    ):
        z, per_second = timed(solve, len(x))
        found += check_peer(name, energy, reported, energies.simple_energy(w, x, z, alpha),
                            energies.simple_gap(w, x, z, alpha), per_second)
    return found


def check_invariant(a, codes):
    """E2 against its peer; returns what does not hold."""
    alpha, beta, reported = codes.alpha, codes.beta, codes.reported("gap_u")
    energy = energies.invariant_energy(a, codes.pooled, codes.u, alpha, beta)
    gap = energies.invariant_gap(a, codes.pooled, codes.u, alpha, beta)
    show_head("E2")
    show("cellscope, gap 1e-6", None, share(gap, energy))
    found = check_own(f"E2 at alpha {alpha}", energy, gap, reported, codes.reported("energy_u"))
    some = codes.pooled[:PEER_MOVIES]
    u, per_second = timed(lambda: energies.scipy_quasi_newton(a, some, alpha, beta), len(some))
    found += check_peer("scipy, L-BFGS-B", energy[: len(some)], reported[: len(some)],
                        energies.invariant_energy(a, some, u, alpha, beta),
                        energies.invariant_gap(a, some, u, alpha, beta), per_second)
    # u = 0 wherever that is optimal.
    zero_is_optimal = alpha * (codes.pooled @ a).max(1) <= beta
    wrong = np.count_nonzero(zero_is_optimal & codes.u.any(1))
    if wrong:
        found.append(f"E2 at alpha {alpha}: u is on in {wrong} movies where 0 is optimal")
    return found


def check_own(what, energy, gap, reported_gap, reported_energy):
    """The program's own figures against the same in float64."""
    checks = {
        "the gap asked for is not reached": (share(gap, energy), GAP),
        "the reported gap is off": (share(np.abs(gap - reported_gap), energy), ROUNDING),
        "the reported energy is off": (share(np.abs(energy - reported_energy), energy), ROUNDING),
    }
    return [
        f"{what}: {text} in {np.count_nonzero(value > bound)} codes, by {value.max():.2e} at worst"
        for text, (value, bound) in checks.items()
        if value.max() > bound
    ]


def check_peer(name, energy, reported_gap, peer_energy, peer_gap, per_second):
    """A peer's energies: ours may be larger by no more than our reported gap."""
    show(name, per_second, share(peer_gap, peer_energy), share(energy - peer_energy, energy))
    beyond = share(energy - peer_energy - reported_gap, energy)
    count = np.count_nonzero(beyond > EXACT)
    if not count:
        return []
    return [f"{name} is below ours minus our gap in {count} codes, by {beyond.max():.2e} at worst"]


def share(part, energy):
    """Part of an energy; 0 where the energy is, for a blank movie has no u to solve for."""
    return np.divide(part, energy, out=np.zeros_like(energy), where=energy > 0)


def timed(solve, count):
    start = time.perf_counter()
    result = solve()
    return result, count / (time.perf_counter() - start)


def show_head(what):
    print(f"{what:24}{'per second':>12}{'median gap':>12}{'worst gap':>12}{'ours above it by at most':>26}")


def show(name, per_second, gap, above=None):
    speed = f"{per_second:.0f}" if per_second else ""
    excess = f"{above.max():.1e}" if above is not None else ""
    print(f"  {name:22}{speed:>12}{np.median(gap):12.1e}{gap.max():12.1e}{excess:>26}")


if __name__ == "__main__":
    main()
