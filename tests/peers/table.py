"""The race as tables in markdown."""

import re
from statistics import median

BEGIN, END = "<!-- speed: begin, written by tests/peers/run -->", "<!-- speed: end -->"
PEERS = ("spams lasso", "scikit-learn lasso_cd", "scikit-learn lasso_lars", "numpy FISTA")


def speeds(report):
    """What the guide shows: codes of each layer and of both at once, and learning."""
    return "\n".join([head(report), codes(report), invariant(report), joint(report), learning(report)])


def everything(report):
    """The same, with what the program measured of itself."""
    return "\n".join([speeds(report), threads(report), learning_parts(report), roofline(report), scaling(report)])


def insert(page, text):
    """Puts the tables between the two marks of a file."""
    before = page.read_text()
    if BEGIN not in before or END not in before:
        raise SystemExit(f"{page}: no marks to put the table between")
    replaced = re.sub(
        f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: f"{BEGIN}\n{text.strip()}\n{END}", before, flags=re.S
    )
    page.write_text(replaced)


def head(report):
    bench, machine = report["bench"], report["bench"]["machine"]
    libraries = ", ".join(f"{name} {version}" for name, version in report["libraries"].items())
    return (
        f"{machine['processor']}, {report['threads']} threads; cellscope {bench['version']}, {libraries}, "
        f"Python {report['python']}; {report['date']}. Medians of {report['runs']} runs in turns; "
        f"{bench['patches']} patches.\n"
    )


def codes(report):
    rows = [["units", "z on", "gap", "cellscope", *PEERS, "times the fastest"]]
    for point in report["codes"]:
        found = point["solvers"]
        mine = found["cellscope"]["per_second"]
        peers = [found[name]["per_second"] if name in found else None for name in PEERS]
        fastest = max(speed for speed in peers if speed)
        rows.append([
            point["units"], percent(point["density"]), short(point["gap"]), whole(mine),
            *map(whole, peers), f"{mine / fastest:.1f}",
        ])
    return "Simple codes, patches per second:\n\n" + markdown(rows)


def invariant(report):
    rows = movies(report, "invariant", "E2")
    gap = short(report["invariant"][0]["gap"])
    return f"Invariant codes at gap {gap}, movies per second; empty where FISTA takes too many rounds:\n\n" + rows


def joint(report):
    rows = movies(report, "joint", "both layers")
    return (
        "Joint codes, z and u in one energy, movies per second; FISTA to our energies, within "
        f"{short(report['joint'][0]['gap'])}, empty where it ends in a higher minimum:\n\n" + rows
    )


def movies(report, stage, solved):
    rows = [["units", "z on", "cellscope", "numpy FISTA", "times", f"time of {solved} over that of E1"]]
    simple = {point["name"]: point for point in report["codes"]}
    for point in report[stage]:
        peer, of = point["numpy FISTA"], simple[point["name"]]
        rows.append([
            of["units"], percent(of["density"]), whole(point["cellscope"]), whole(peer),
            f"{point['cellscope'] / peer:.1f}" if peer else "", f"{point['share_of_simple']:.2f}",
        ])
    return markdown(rows)


def learning(report):
    race = report["learning"]
    rows = [["dictionary learner", "its time, s", "its held-out E1", "cellscope reaches that after, s", "share"]]
    for name in race["rounds"][0]["peers"]:
        of = [rounds["peers"][name] for rounds in race["rounds"]]
        secs, energy = (median(one[key] for one in of) for key in ("secs", "energy"))
        reached = [one["ours_secs"] for one in of]
        known = all(reached)
        rows.append([
            name, f"{secs:.0f}", f"{energy:.4f}", f"{median(reached):.1f}" if known else "not in all runs",
            f"{median(mine / one['secs'] for mine, one in zip(reached, of)):.3f}" if known else "",
        ])
    title = f"Learning {race['units']} filters from {race['patches']} patches, alpha {race['alpha']}:"
    return f"{title}\n\n" + markdown(rows)


def threads(report):
    rows = [["weights", "gap", "threads", "patches per second", "times one thread"]]
    for subject in report["bench"]["subjects"]:
        one = {code["relative_gap_asked"]: code["patches_per_second"]
               for code in subject["codes"] if code["threads"] == 1}
        for code in subject["codes"]:
            gap, speed = code["relative_gap_asked"], code["patches_per_second"]
            rows.append([subject["name"], short(gap), code["threads"], whole(speed), f"{speed / one[gap]:.2f}"])
    return "Threads, E1:\n\n" + markdown(rows)


def learning_parts(report):
    found = [(subject["name"], learning) for subject in report["bench"]["subjects"] for learning in subject["learning"]]
    names = [part["name"] for part in found[0][1]["parts"]]
    rows = [["weights", "threads", "movies per second", "apart", *names, "rest"]]
    for name, learning in found:
        shares = [percent(part["share"]) for part in learning["parts"]]
        rows.append([
            name, learning["threads"], whole(learning["movies_per_second"]),
            whole(learning["movies_per_second_apart"]), *shares,
            percent(learning["share_of_rest"]),
        ])
    return "A minibatch of learning, on all threads together and on each one apart, and shares of its time:\n\n" + markdown(rows)


def roofline(report):
    rates = report["bench"]["machine"]["rates"]
    peaks = ", ".join(f"{giga(rate['matrix_flop_per_second'])} on {rate['threads']}" for rate in rates)
    memory = ", ".join(f"{giga(rate['memory_bytes_per_second'])} on {rate['threads']}" for rate in rates)
    rows = [["weights", "stage", "threads", "GFLOP/s needed", "of our peak", "of the BLAS peak", "FLOP per byte"]]
    blas = report["blas_flop_per_second"]
    for subject in report["bench"]["subjects"]:
        for roof in subject["roofline"]:
            share = roof["flop_per_second"] / (blas * roof["threads"] / report["threads"])
            rows.append([
                subject["name"], roof["stage"], roof["threads"], giga(roof["flop_per_second"]),
                percent(roof["share_of_peak"]), percent(share), f"{roof['flop_per_byte']:.1f}",
            ])
    return (
        f"Roofline. Product of f32 matrices, GFLOP/s: {peaks} threads; by numpy's BLAS {giga(blas)} on "
        f"{report['threads']}. Memory, GB/s: {memory} threads. Only operations that no solver gets around count.\n\n"
        + markdown(rows)
    )


def scaling(report):
    rows = [["varied", "value", "z on", "E1, us per frame", "kFLOP needed", "E2, us per movie", "kFLOP needed "]]
    for cost in report["bench"]["scaling"]:
        rows.append([
            cost["varied"], f"{cost['value']:.3g}", percent(cost["density"]), f"{1e6 * cost['secs_per_frame']:.1f}",
            f"{cost['flop_per_frame'] / 1e3:.0f}", f"{1e6 * cost['secs_per_movie']:.1f}",
            f"{cost['flop_per_movie'] / 1e3:.0f}",
        ])
    powers = [["grows with", "E1", "its operations", "E2", "its operations "]]
    for growth in report["bench"]["growth"]:
        keys = ("secs_per_frame", "flop_per_frame", "secs_per_movie", "flop_per_movie")
        powers.append([growth["varied"], *(f"{growth[key]:.2f}" for key in keys)])
    return "Cost at gap 1e-4:\n\n" + markdown(rows) + "\nBy which power:\n\n" + markdown(powers)


def markdown(rows):
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


def short(gap):
    """1e-4, not 1e-04."""
    return re.sub(r"e-0*", "e-", f"{gap:.0e}")


def percent(share):
    return f"{100 * share:.1f} %"


def giga(rate):
    return f"{rate / 1e9:.1f}"


def whole(number):
    return f"{number:,.0f}" if number else ""
