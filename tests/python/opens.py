"""Runs the Python of the guide on files of the program, and checks what it gives. Usage: opens.py PROGRAM"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy
import pandas
import polars
import pyarrow.parquet
from pandas.api.types import is_numeric_dtype

GUIDE = pathlib.Path(__file__).resolve().parents[2] / "assets" / "guide"
SIZES = "--preset quick --patch 8 --frames 2 --simple 20 --invariant 5 --batch 4"
PLAN = """
preset = "quick"
steps = [5, 10]
seed = [0, 1]
movies = { patch_side = 8, frames = 2 }
learning.batch_movies = 4
[model]
alpha = [0.2, 0.5]
simple = 20
invariant = 5
coupling = ["split", "joint"]
"""
COMMANDS = f"""
train {SIZES} --steps 50 --out model.safetensors
frames --preset quick --patch 8 --frames 2 --count 7 --out X.npy
figures model.safetensors --only curves --format csv --out DIR
sweep plan plan.toml --out sweep
sweep run sweep
sweep collect sweep --out results.parquet
sweep collect sweep --out results.csv
sweep collect sweep --out results.json
"""


def check_model(model):
    assert {name: model[name].shape for name in ("W", "A")} == {"W": (64, 20), "A": (20, 5)}
    for name in ("W", "A"):
        assert model[name].dtype == numpy.float32
        assert numpy.allclose(numpy.linalg.norm(model[name], axis=0), 1, atol=1e-5)
    assert (model["A"] >= 0).all()


def check_frames(frames):
    assert frames.shape == (7, 2, 64) and frames.dtype == numpy.float32 and numpy.isfinite(frames).all()


def check_curves(curves):
    assert len(curves) > 1 and curves.shape[1] > 1
    assert all(map(is_numeric_dtype, curves.dtypes)), curves.dtypes


def check_results(results):
    assert len(results) == 16 and (results["state"] == "done").all()
    kinds = {name: str(results[name].dtype) for name in ("task", "steps", "seed", "model.alpha", "energy")}
    assert kinds == {"task": "int64", "steps": "int64", "seed": "int64", "model.alpha": "float64", "energy": "float64"}, kinds
    assert set(results["model.coupling"]) == {"split", "joint"}
    csv, json = pandas.read_csv("results.csv"), pandas.read_json("results.json")
    for name in results:
        for other in (csv, json):
            if is_numeric_dtype(csv[name]):
                assert numpy.allclose(results[name].astype(float), other[name].astype(float), rtol=1e-12, equal_nan=True), name
            else:
                assert list(results[name]) == list(other[name]), name
    # What does not apply is null in every reader.
    assert results["purity"].isna().all()
    frame = polars.read_parquet("results.parquet")
    assert frame["purity"].null_count() == 16 and frame["energy"].to_list() == list(results["energy"])
    table = pyarrow.parquet.read_table("results.parquet")
    assert table.column_names == list(csv.columns), "the columns of CSV, in their order"


CHECKS = {"model": check_model, "frames": check_frames, "curves": check_curves, "results": check_results}


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)).resolve()
    blocks = [block for page in sorted(GUIDE.glob("*.md"))
              for block in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.S | re.M)]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pathlib.Path("plan.toml").write_text(PLAN)
        for words in COMMANDS.strip().splitlines():
            subprocess.run([program, *words.split()], check=True, stderr=subprocess.DEVNULL)
        checked = set()
        for block in blocks:
            assert len(block.splitlines()) <= 3, f"more than three lines:\n{block}"
            found = {}
            exec(block, found)
            for name in CHECKS.keys() & found.keys():
                CHECKS[name](found[name])
                checked.add(name)
        os.chdir("/")
    missing = CHECKS.keys() - checked
    assert not missing, f"no Python in the guide for {missing}"
    print(f"{len(blocks)} blocks of Python: {', '.join(sorted(checked))} opened")


main()
