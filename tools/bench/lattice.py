"""Joins in a lattice: tables 3 and 4 of Scheurer, Hähnle, Bubel 2016 made with Braid, and loops without a bound beside CBMC.

Table 3 counts what the paper's rule applications stand for: paths, states, queries, conflicts, instructions. Table 4 gives the largest bound that is
proved for each method of TimSort in an equal budget. CBMC unwinds loops; it is given as many iterations as fit in the same time.
"""
import json
import os
import shutil
from pathlib import Path

import table
from measure import cpu_time

PROGRAMS = Path(__file__).resolve().parent.parent.parent / "tests" / "merge" / "lattice"

# Rule applications of table 3: without merging, with ITE, with predicates.
PAPER = {"dist": ("219", "254", "206"), "abs": ("156", "137", "132"), "gcd": ("9,056", "8,758", "7,591"), "pos_sum": ("1,422", "926", "911")}
# Closing loops is left out where the paper has none.
UNWOUND = "--lattice-peel=1000000"
WAYS = {
    "without": ("", ["--merge=none"]),
    "ITE": ("-DITE", ["--merge=lattice", "--lattice-joins=marked", UNWOUND]),
    "predicates": ("-DPREDICATES", ["--merge=lattice", "--lattice-joins=marked", UNWOUND]),
    "inferred": ("", ["--merge=lattice"]),
}
METHODS = {
    "ensureCapacity": (3, [8, 64, 1024, 1 << 20, 1 << 30]),
    "gallopLeft": (1, [2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128]),
    "gallopRight": (2, [2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128]),
    "mergeLo": (4, [2, 3, 4, 5, 6, 7, 8, 9, 10]),
    "mergeHi": (5, [2, 3, 4, 5, 6, 7, 8, 9, 10]),
    "mergeAt": (6, [2, 3, 4, 5, 6, 7, 8, 9, 10]),
    "mergeCollapse": (7, [3, 4, 5, 6, 8, 10, 12, 16, 20]),
    "mergeForceCollapse": (8, [3, 4, 5, 6, 8, 10, 12, 16, 20]),
    "all": (9, [2, 3, 4, 5, 6]),
}
MODES = ["none", "loop", "qce-static", "summary", "lattice"]
BUDGET = 10


def environment():
    found = os.environ.get("BRAID_CC") or next((name for name in ("clang-14", "clang-19", "clang") if shutil.which(name)), "clang")
    return dict(os.environ, BRAID_CC=found)


def braid(binary, program, flags, cap=60):
    """The report of a run, and its CPU time; none if it took too long."""
    command = [str(binary), "run", str(program), "--json", "--quiet", "--no-output", f"--max-time={cap}", *flags]
    run = cpu_time(command, cap=cap + 5, env=environment())
    try:
        return json.loads(run.output), run.seconds
    except json.JSONDecodeError:
        return None, run.seconds


def bench_table3(binary):
    rows, fine = [], True
    for name, paper in PAPER.items():
        for number, (way, (define, flags)) in enumerate(WAYS.items()):
            # What the loop of gcd computes is beyond what is guessed; the paper has a contract for it.
            more = [UNWOUND] if (name, way) == ("gcd", "inferred") else []
            report, _ = braid(binary, PROGRAMS / "paper" / f"{name}.c", [*flags, *more, f"--cflags={define}"])
            fine &= report is not None and report["verdict"] == "proved"
            if report:
                rows.append([name, way, report["verdict"], *figures(report), paper[number] if number < len(paper) else ""])
    report, _ = braid(binary, PROGRAMS / "paper" / "pos_sum.c", ["--merge=lattice", "--cflags=-DUNBOUNDED"])
    fine &= report is not None and report["verdict"] == "proved"
    if report:
        rows.append(["pos_sum, no bound", "inferred", report["verdict"], *figures(report), ""])
    header = ["program", "joined by", "verdict", "paths", "states", "joins", "queries", "conflicts", "instructions", "paper: rules"]
    table.show("Table 3: joins by conditions, by the paper's predicates, by inferred ones", header, rows)
    return fine


def figures(report):
    conflicts = report["counters"].get("conflicts", report["counters"].get("solver_conflicts", "-"))
    return [report["paths"], report["states"], report["joins"], report["queries"], conflicts, report["instructions"]]


def largest(binary, method, bounds, mode):
    """The largest bound that is proved in the budget, and what came of the next."""
    best = "-"
    for bound in bounds:
        flags = [f"--merge={mode}", f"--cflags=-DMETHOD={method} -DBOUND={bound} -DFIXED"]
        report, _ = braid(binary, PROGRAMS / "timsort" / "methods.c", flags, cap=BUDGET)
        if report and report["verdict"] == "bug":
            return f"{best}, then a bug", False
        if not report or report["verdict"] != "proved":
            return best, True
        best = bound
    return f"{best}+", True


def bench_timsort(binary):
    rows, fine = [], True
    for name, (method, bounds) in METHODS.items():
        row = [name]
        for mode in MODES:
            found, right = largest(binary, method, bounds, mode)
            fine &= right
            row.append(found)
        rows.append(row)
    table.show(f"Table 4: the largest bound proved in {BUDGET} s, TimSort as in JDK 9", ["method", *MODES], rows)
    rows = []
    for mode in MODES:
        report, taken = braid(binary, PROGRAMS / "timsort" / "methods.c", [f"--merge={mode}", "--cflags=-DMETHOD=7 -DBOUND=5"], cap=BUDGET)
        rows.append([mode, report["verdict"] if report else "-", table.seconds(taken)])
        fine &= report is None or report["verdict"] != "proved"
    table.show("mergeCollapse as it was before, 5 runs: de Gouw's bug", ["mode", "verdict", "seconds"], rows)
    return fine


def cbmc(program, cap):
    """What CBMC says with an unwinding that doubles until the time is up."""
    said, unwind, left = "-", 2, cap
    while left > 0:
        checks = ["--bounds-check", "--pointer-check", "--signed-overflow-check", "--unwinding-assertions"]
        command = ["cbmc", *checks, "--unwind", str(unwind), "-I", str(PROGRAMS / "cbmc"), str(program)]
        run = cpu_time(command, cap=max(1, int(left)), env=environment())
        left -= run.seconds
        if run.stopped:
            break
        if run.code == 0:
            return f"proved by {unwind}"
        failures = [line for line in run.output.splitlines() if line.endswith(": FAILURE") and "unwinding assertion" not in line]
        if failures:
            return f"bug by {unwind}"
        if run.code not in (0, 10):
            return f"error {run.code}"
        said, unwind = f"open at {unwind}", unwind * 2
    return said


def bench_unbounded(binary):
    rows, fine, has_cbmc = [], True, shutil.which("cbmc")
    for folder in ("true", "false"):
        for program in sorted((PROGRAMS / folder).glob("*.c")):
            report, taken = braid(binary, program, ["--merge=lattice"], cap=BUDGET)
            verdict = report["verdict"] if report else "-"
            fine &= verdict != ("bug" if folder == "true" else "proved")
            rows.append([program.stem, folder, verdict, table.seconds(taken), cbmc(program, BUDGET) if has_cbmc else "not installed"])
    table.show(f"Loops without a bound, {BUDGET} s each", ["program", "property", "lattice", "seconds", "CBMC"], rows)
    return fine


def bench_lattice(binary):
    return all([bench_table3(binary), bench_timsort(binary), bench_unbounded(binary)])
