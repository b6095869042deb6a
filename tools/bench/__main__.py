"""Measures Braid against its peers and prints one table per part. Run by `make bench`.

    python3 tools/bench [reader] [solver] [engine] [search] [merge] [pattern] [qce] [fork] [lattice] [summary] [summary-large] [summary-curve] [float] [--cap SECONDS] [--families cmp,u32,...] [--streams DIR]

Needs the release build (target/release/braid and braid-bench). Everything it makes or downloads goes to .bench/, which is
ignored by version control. Ends with 1 if something could not be measured or an answer was wrong.
"""
import argparse
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import engine  # noqa: E402  (the path to the sibling modules is set above)
import float as numbers  # noqa: E402
import fork  # noqa: E402
import instructions  # noqa: E402
import lattice  # noqa: E402
import memory  # noqa: E402
import merge  # noqa: E402
import pattern  # noqa: E402
import qce  # noqa: E402
import reader  # noqa: E402
import search  # noqa: E402
import solver  # noqa: E402
import summary  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
RELEASE = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"


def arguments():
    parser = argparse.ArgumentParser(prog="bench", description="Measures Braid against its peers.")
    parser.add_argument("parts", nargs="*", default=[], help="reader, solver, engine, search, merge, pattern, qce, fork, lattice, summary, float; all if none is named; also summary-large and summary-curve, which take an hour")
    parser.add_argument("--cap", type=int, default=60, help="CPU seconds per solver and stream")
    parser.add_argument("--families", default=",".join(solver.FAMILIES))
    parser.add_argument("--streams", type=Path, help="streams to use instead of generated ones")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def streams(options, work):
    """The folder with one stream per family; made by our own generator unless one is given."""
    if options.streams:
        return options.streams
    folder = work / f"streams-{options.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    made = subprocess.run([str(RELEASE / "braid-bench"), "generate", str(folder), str(options.seed)], capture_output=True, text=True)
    if made.returncode != 0:
        print(f"not all streams could be made: {made.stderr.strip()}", file=sys.stderr)
    return folder


def main():
    options = arguments()
    parts = options.parts or ["reader", "solver", "engine", "search", "merge", "pattern", "qce", "fork", "lattice", "summary", "float"]
    work = ROOT / ".bench"
    work.mkdir(exist_ok=True)
    fine = True
    if "reader" in parts:
        fine &= reader.bench_reader(RELEASE / "braid-bench", work)
    if "solver" in parts:
        families = options.families.split(",")
        seed = None if options.streams else options.seed
        fine &= solver.bench_solver(RELEASE / "braid", RELEASE / "braid-bench", streams(options, work), seed, work, options.cap, families)
        memory.bench_memory(RELEASE / "braid-bench")
        fine &= instructions.bench_instructions(RELEASE / "braid-bench")
    if "engine" in parts:
        fine &= engine.bench_engine(RELEASE / "braid", streams(options, work), work)
    if "search" in parts:
        fine &= search.bench_search(RELEASE / "braid")
    if "merge" in parts:
        fine &= merge.bench_merge(RELEASE / "braid")
    if "pattern" in parts:
        fine &= pattern.bench_pattern(RELEASE / "braid")
    if "qce" in parts:
        fine &= qce.bench_qce(RELEASE / "braid")
    if "fork" in parts:
        fine &= fork.bench_fork(RELEASE / "braid")
    if "lattice" in parts:
        fine &= lattice.bench_lattice(RELEASE / "braid")
    if "summary" in parts:
        fine &= summary.bench_summary(RELEASE / "braid")
    if "summary-large" in parts:
        fine &= summary.bench_large(RELEASE / "braid")
    if "summary-curve" in parts:
        fine &= summary.bench_curve(RELEASE / "braid")
    if "float" in parts:
        fine &= numbers.bench_float(RELEASE / "braid", ROOT / "tests" / "engine" / "c" / "floats", work)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
