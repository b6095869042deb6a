"""Parsers without marks: query counts against marks by hand and forking, on growing inputs.

A mode that did not end within the cap is not tried on larger inputs. Counters are the same on every machine; of CPU times only ratios
within one run mean something.
"""
import json
import math
import subprocess
import tempfile
from pathlib import Path

import figures
from measure import best_of
from table import seconds, show

ROOT = Path(__file__).resolve().parent.parent.parent
PARSERS = Path(__file__).resolve().parent / "programs" / "parsers"
CAP = 10
MODES = [
    ("forking", False, ["--merge=none"]),
    ("marks", True, ["--merge=region"]),
    ("static", False, ["--merge=qce-static"]),
    ("dynamic", False, ["--merge=qce-dynamic"]),
]
# A program and the bounds of its input.
PROGRAMS = [
    ("csv", [5, 10, 20, 40, 80]),
    ("words", [5, 10, 20, 40]),
    ("header", [5, 10, 20, 40]),
    ("utf8", [5, 10, 20, 40]),
    ("machine", [5, 10, 20, 40]),
    ("percent", [5, 10, 20, 40]),
    ("echo", [2, 3, 4, 5, 6]),
    ("numbers", [2, 4, 6]),
    ("json", [4, 6, 8, 10]),
    ("ini", [4, 5, 6]),
    ("tokens", [4, 5, 6, 8]),
    ("protocol", [5, 7, 10, 20, 40]),
]
# Programs whose paths are counted, each at these bounds as long as that ends; their joined states have shadows at the middle one.
COUNTED = [
    ("csv", range(1, 9)),
    ("words", range(1, 11)),
    ("header", range(1, 11)),
    ("utf8", range(1, 11)),
    ("machine", range(1, 9)),
    ("percent", range(1, 9)),
    ("echo", range(1, 6)),
    ("numbers", range(1, 6)),
    ("json", range(1, 9)),
    ("ini", range(1, 6)),
    ("tokens", range(1, 7)),
    ("protocol", range(1, 7)),
]
# Where counts come from (equation 3 as printed, or shares of branches that were seen), and what they count (queries that the analysis expects, or
# the work that they took so far).
COUNTS = [
    ("default", []),
    ("even", ["--qce-branches=even"]),
    ("measured", ["--qce-cost=measured"]),
]
# The sweep of the defaults: programs that are in no table above, and the bytes of their input (those of the last two are fixed).
SWEPT = [("machine", 5), ("json", 6), ("span", 32), ("digits", 24)]
ALPHAS = ["0", "0.02", "0.05", "0.1", "0.2", "0.5", "inf"]


def bitcode(source, work, name, flags):
    """Compiles once, so that no run pays for it."""
    output = work / f"{name}.bc"
    fixed = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-w", f"-I{ROOT / 'runtime' / 'include'}"]
    subprocess.run(["clang-14", *fixed, *flags, str(source), "-o", str(output)], check=True)
    return output


def run(braid, module, flags):
    """CPU seconds and report; no report if it did not end."""
    done = best_of(1, [str(braid), "run", "--json", "--quiet", "--no-output", *flags, str(module)], cap=CAP)
    fine = not done.stopped and done.code in (0, 1, 4)
    return done.seconds, json.loads(done.output) if fine else None


def slices(braid, module):
    """How many input bytes the largest independent part of a condition reads, before and after joins."""
    _, report = run(braid, module, ["--merge=qce-static", "--explain-merges"])
    largest = lambda when: max((row[when] for row in report["merges"]), default=0)  # noqa: E731
    return f"{largest('slice_before')}/{largest('slice_after')}" if report else "-"


def bench_growth(braid, work):
    """A table for each parser: a row for each bound, a cell for each mode. Returns the CPU seconds of each mode at each (program, bound), and whether
    every run with joins by query counts ended."""
    fine, measured = True, {}
    for name, bounds in PROGRAMS:
        stopped, rows, spent = set(), [], []
        for bound in bounds:
            cells = []
            for mode, marks, flags in MODES:
                module = bitcode(PARSERS / f"{name}.c", work, f"{name}-{bound}-{marks}", [f"-DN={bound}", *(["-DMARKS"] if marks else [])])
                time, report = (None, None) if mode in stopped else run(braid, module, flags)
                if report is None:
                    stopped.add(mode)
                    cells.append(f">{CAP} s")
                    continue
                conflicts = report["counters"].get("conflicts", 0)
                joined = f" {slices(braid, module)}" if mode == "static" else ""
                cells.append(f"{report['states']:,} {report['queries']:,} {conflicts:,}{joined} {seconds(time)}")
                measured.setdefault((name, bound), {})[mode] = time
                if mode == "static":
                    spent.append((bound, time))
            rows.append([bound, *cells])
        show(f"{name}: states, queries, conflicts, (largest slice before/after joins,) CPU s", ["bytes", *(mode for mode, _, _ in MODES)], rows)
        if len(spent) > 1:
            (less, short), (more, long) = spent[-2], spent[-1]
            print(f"growth of static from {less} to {more}: exponent {math.log(max(long, 1e-3) / max(short, 1e-3)) / math.log(more / less):.1f}")
        fine &= "static" not in stopped
    return measured, fine


def bench_counts(braid, work):
    """Equation 3 as printed, and what queries have cost in this run, against the defaults; each parser at its third bound."""
    rows = []
    for name, bounds in PROGRAMS:
        module = bitcode(PARSERS / f"{name}.c", work, f"counts-{name}", [f"-DN={bounds[2]}"])
        cells = []
        for mode in ("qce-static", "qce-dynamic"):
            for _, flags in COUNTS:
                time, report = run(braid, module, [f"--merge={mode}", *flags])
                cells.append(f"{report['forks']:,} {report['queries']:,} {seconds(time)}" if report else f">{CAP} s")
        rows.append([name, bounds[2], *cells])
    show("Where counts come from: forks, queries, CPU s", ["program", "bytes", *(f"{mode} {how}" for mode in ("static", "dynamic") for how, _ in COUNTS)], rows)
    return True


def bench_alpha(braid, work):
    """What the threshold of hot variables does, on programs outside of the tables."""
    rows = []
    for name, size in SWEPT:
        module = bitcode(PARSERS.parent / f"{name}.c", work, f"swept-{name}", [f"-DBYTES={size}"])
        cells = []
        for flags in [["--merge=none"], *([["--merge=qce-static", f"--qce-alpha={alpha}"] for alpha in ALPHAS])]:
            time, report = run(braid, module, flags)
            cells.append(f"{report['states']:,} {seconds(time)}" if report else f">{CAP} s")
        rows.append([name, *cells])
    show("Figure 7, the sweep of alpha: states, CPU s", ["program", "none", *ALPHAS], rows)
    return True


def fitted(points):
    """c1 and c2 of the line y = c1 + c2 x through points by least squares, and the largest and the mean distance from it; none of fewer than
    three points, or of points above each other."""
    count = len(points)
    mean_x, mean_y = sum(x for x, _ in points) / max(count, 1), sum(y for _, y in points) / max(count, 1)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    if count < 3 or spread == 0:
        return None
    c2 = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    c1 = mean_y - c2 * mean_x
    residuals = [abs(y - c1 - c2 * x) for x, y in points]
    return c1, c2, max(residuals), math.sqrt(sum(r * r for r in residuals) / count)


def bench_multiplicity(braid, work):
    """Section 5.2 and figure 3 of the paper: how the number of paths follows from multiplicity, log p = c1 + c2 log m, for each parser. Returns the
    fitted numbers of each."""
    rows, fits = [], {}
    for name, bounds in COUNTED:
        points = []
        for bound in bounds:
            module = bitcode(PARSERS / f"{name}.c", work, f"counted-{name}-{bound}", [f"-DN={bound}"])
            _, report = run(braid, module, ["--merge=qce-static", "--count-paths"])
            if report is None:
                break
            if report["paths_exact"] and int(report["paths"]) > 0:
                points.append((report["multiplicity_log2"], math.log2(int(report["paths"]))))
        fit = fits[name] = fitted(points)
        ends = f"2^{points[-1][0]:.1f}, 2^{points[-1][1]:.1f}" if points else "-"
        cells = ["-"] * 4 if fit is None else [f"{number:.2f}" for number in fit]
        rows.append([name, len(points), ends, *cells])
    show("Figure 3, paths p by multiplicity m: log2 p = c1 + c2 log2 m", ["program", "sizes", "largest m, p", "c1", "c2", "largest error", "rms error"], rows)
    return fits


def bench_shadows(braid, work):
    """Section 5.4 of the paper: what the questions of joined states cost beside those of the states that they stand for."""
    rows, fine = [], True
    for name, bounds in COUNTED:
        bound = bounds[len(bounds) // 2]
        module = bitcode(PARSERS / f"{name}.c", work, f"shadowed-{name}-{bound}", [f"-DN={bound}"])
        _, report = run(braid, module, ["--merge=qce-static", "--shadow"])
        fine &= report is not None
        if report is None:
            rows.append([name, bound, f">{CAP} s"])
            continue
        told = [row["shadowed"] for row in report["merges"] if row.get("shadowed")]
        total = lambda of, what: sum(row[of][what] for row in told)  # noqa: E731
        cells = [f"{total(of, 'queries'):,} {total(of, 'work'):,} {seconds(total(of, 'time_s'))}" for of in ("joined", "alone")]
        rows.append([name, bound, *cells, f"{sum(row['dearer'] for row in told):,} of {sum(row['runs'] for row in told):,}"])
    show("Joined states and their shadows: queries, work, solver s", ["program", "bytes", "joined", "shadows", "runs in which joined is dearer"], rows)
    return fine


def bench_qce(braid):
    """Prints the tables; whether everything could be measured."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        large = lambda name, bound: bitcode(PARSERS / f"{name}.c", work, f"large-{name}", [f"-DN={bound}"])  # noqa: E731
        fits = bench_multiplicity(braid, work)
        fine = None not in fits.values()
        fine &= bench_shadows(braid, work)
        fine &= figures.figure_4(braid, large, run, fits)
        measured, ended = bench_growth(braid, work)
        figures.figure_5(measured)
        figures.figure_6(measured)
        fine &= bench_alpha(braid, work)
        fine &= figures.figure_8(braid, large, run)
        figures.figure_9(measured)
        return bench_counts(braid, work) and fine and ended
