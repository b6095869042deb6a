"""Table 1 of Sen 2015 (MultiSE) for Braid: value summaries against forking and the other ways of merging, on its fifteen programs written anew in C.

The sizes of each program are the largest that forking ends within about ten and about a hundred CPU seconds on the machine of the figures, whatever other
modes need for it. The part `summary` measures all modes at the first size, `summary-large` forking and summaries at the second, `summary-curve` both
from small sizes on.
Counters are the same on every machine; of CPU times only ratios within one run mean something. The paper's figures, beside ours, are of other programs of
the same kind in JavaScript, at sizes that it does not tell.
"""
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measure import best_of
from table import ratio, seconds, show

ROOT = Path(__file__).resolve().parent.parent.parent
OWN = Path(__file__).resolve().parent / "programs" / "summary"
# CPU seconds of a run at the first size, at the second, and on the curve, which is about how times grow.
CAP = 12
LARGE_CAP = 120
CURVE_CAP = 4
MODES = [
    ("none", ["--merge=none"]),
    ("summary", ["--merge=summary"]),
    ("no-coalesce", ["--merge=summary", "--no-coalesce"]),
    ("qce-static", ["--merge=qce-static"]),
    ("loop", ["--merge=loop"]),
]


@dataclass
class Paper:
    """A row of the table in the paper."""

    diagrams: float  # per cent of the time
    solver: float  # per cent of the time
    leaves: float  # average size of a value summary
    sharing: float  # paths for each value of a summary
    time: float  # forking over summaries, as the next three
    operations: float
    solver_time: float
    solver_call: float
    precise: int  # per cent of the merges that conventional state merging (CSM) can do exactly; summaries do all
    merges: int


@dataclass
class Program:
    """A program, its number of inputs or operations for ten seconds and for a hundred, and what the paper has for it."""

    name: str
    bound: int
    large: int
    paper: Paper


PROGRAMS = [
    Program("find_max", 12, 15, Paper(1.2, 97.9, 1.9, 23.0, 10.0, 28.7, 9.9, 0.8, 100, 102)),
    Program("kadane", 5, 6, Paper(1.0, 98.4, 2.4, 3.2, 2.7, 6.9, 2.6, 0.9, 100, 78)),
    Program("array_index", 5, 6, Paper(5.3, 93.4, 9.1, 9.1, 3.7, 3.3, 3.9, 0.9, 100, 478)),
    Program("calculator", 11, 13, Paper(8.9, 90.2, 20.4, 9.8, 1.6, 2.8, 1.6, 1.0, 100, 898)),
    Program("stack", 11, 13, Paper(6.2, 89.0, 2.4, 7.7, 26.2, 9.1, 29.2, 1.2, 58, 106)),
    Program("queue", 17, 21, Paper(0, 93.1, 1.0, 5.4, 6.7, 4.2, 7.2, 1.1, 100, 106)),
    Program("heap_sort", 7, 8, Paper(1.5, 96.7, 1.7, 5.6, 2.5, 8.5, 2.5, 1.0, 100, 274)),
    Program("quick_sort", 7, 8, Paper(4.6, 94.6, 3.6, 7.1, 2.6, 3.7, 2.7, 3.0, 100, 332)),
    Program("pl0", 9, 12, Paper(18.7, 80.4, 29.3, 45.8, 1.3, 2.7, 1.2, 0.9, 100, 5936)),
    Program("linked_list", 4, 5, Paper(3.6, 95.1, 2.8, 5.3, 11.1, 5.1, 11.6, 0.9, 43, 218)),
    Program("priority_queue", 8, 9, Paper(3.2, 92.3, 1.2, 31.5, 87.7, 47.5, 94.5, 1.3, 90, 100)),
    Program("search_tree", 4, 5, Paper(2.4, 96.6, 2.4, 9.4, 7.3, 5.6, 7.4, 0.9, 22, 240)),
    Program("arithmetic", 3, 4, Paper(9.1, 82.3, 1.8, 39.3, 49.3, 34.0, 51.4, 40.4, 72, 592)),
    Program("bdd", 4, 5, Paper(68.2, 19.6, 2.5, 6.4, 7.5, 5.4, 29.6, 24.3, 41, 26724)),
    Program("red_black", 5, 6, Paper(11.3, 88.0, 3.5, 43.6, 6.5, 8.8, 7.1, 0.7, 42, 1878)),
]


@dataclass
class Ran:
    """What a run cost and told; no report if it did not end."""

    seconds: float
    report: dict | None
    cap: int = CAP

    def proved(self):
        return self.report is not None and self.report["verdict"] == "proved"

    def time(self):
        """CPU seconds, or the verdict if it is another one than expected."""
        if self.report is None:
            return f">{self.cap}"
        return seconds(self.seconds) if self.proved() else self.report["verdict"]

    def count(self, name):
        return f"{self.report[name]:,}" if self.report else "-"


def bitcode(program, bound, work):
    """Compiles once, so that no run pays for it."""
    output = work / f"{program.name}-{bound}.bc"
    flags = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-w", f"-I{ROOT / 'runtime' / 'include'}", f"-DN={bound}"]
    subprocess.run(["clang-14", *flags, str(OWN / f"{program.name}.c"), "-o", str(output)], check=True)
    return output


def run(braid, module, flags, cap=CAP):
    done = best_of(1, [str(braid), "run", "--json", "--quiet", "--no-output", *flags, str(module)], cap=cap)
    fine = not done.stopped and done.code in (0, 1, 4)
    return Ran(done.seconds, json.loads(done.output) if fine else None, cap)


def measure(braid, program, bound, work, modes=MODES, cap=CAP):
    """The runs of a program, by mode."""
    module = bitcode(program, bound, work)
    return {mode: run(braid, module, flags, cap) for mode, flags in modes}


def over(above, below, form=ratio):
    """A ratio; a dash if one of the two is not known or nothing. Counts beyond what JSON's numbers hold exactly are texts."""
    return form(float(above) / float(below)) if above and below else "-"


def time_ratio(forking, summary):
    """How many times forking's time is that of summaries; a bound if one of them was stopped."""
    if forking.report is None and summary.report is None:
        return "-"
    sign = ">" if forking.report is None else "<" if summary.report is None else ""
    times = forking.seconds / summary.seconds
    return sign + (ratio(times) if times >= 1 else f"{times:.2f}x")


def times_row(program, runs):
    times = [runs[mode].time() for mode, _ in MODES]
    ratios = [time_ratio(runs[mode], runs["summary"]) for mode in ("none", "no-coalesce")]
    return [program.name, program.bound, *times, *ratios, ratio(program.paper.time)]


def counts_row(program, runs):
    none, summary = runs["none"], runs["summary"]
    cells = [run.count(name) for name in ("forks", "queries") for run in (none, summary)]
    return [program.name, *cells, summary.count("joins"), summary.count("states")]


def solver_call(report):
    """Seconds of an average search of the solver."""
    calls = report["counters"].get("back_end_queries")
    return report["solver_time_s"] / calls if calls else None


def shares_row(program, runs):
    """The columns of the paper that are not times or counts, ours / the paper's. Those of summaries are dashes where a run does not count them."""
    none, summary, paper = runs["none"].report or {}, runs["summary"].report or {}, program.paper
    counters = summary.get("counters", {})
    per_cent = lambda value: f"{100 * value:.1f}"  # noqa: E731
    plain = lambda value: f"{value:,.1f}" if value >= 1 else f"{value:.2g}"  # noqa: E731
    joins = summary.get("joins", 0)
    refused = sum(sum(row["refused"].values()) for row in summary.get("merges", []))
    ours = [
        over(summary.get("diagram_time_s"), summary.get("time_s"), per_cent),
        over(summary.get("solver_time_s"), summary.get("time_s"), per_cent),
        over(counters.get("summary_leaves"), counters.get("summary_values"), plain),
        over(counters.get("summary_sharing"), 1000 * counters.get("summary_joins", 0), plain),
        over(none.get("instructions"), summary.get("instructions"), plain),
        over(none.get("solver_time_s"), summary.get("solver_time_s"), plain),
        over(solver_call(none), solver_call(summary), plain) if none and summary else "-",
        over(joins, joins + refused, per_cent),
        f"{joins:,}" if summary else "-",
    ]
    theirs = [paper.diagrams, paper.solver, paper.leaves, paper.sharing, paper.operations, paper.solver_time, paper.solver_call, f"100 ({paper.precise})", f"{paper.merges:,}"]
    return [program.name, *(f"{our} / {their}" for our, their in zip(ours, theirs))]


def show_tables(measured):
    """Prints what was measured of (program, runs)."""
    header = ["program", "N", *(mode for mode, _ in MODES), "none/summary", "no-coalesce/summary", "paper"]
    show("Table 1, CPU s; ratios beside the paper's, which is that to its own tool without coalescing", header, [times_row(*row) for row in measured])
    header = ["program", "forks none", "summary", "queries none", "summary", "joins", "states left"]
    show("Forks, queries, joins of none and summary", header, [counts_row(*row) for row in measured])
    header = ["program", "diagrams %", "solver %", "leaves", "sharing", "operations ratio", "solver ratio", "call ratio", "precise % (CSM)", "merges"]
    show("The paper's other columns, summary / paper", header, [shares_row(*row) for row in measured])


def bench_summary(braid):
    """Prints the tables; whether no run found another verdict than `proved` and forking ended everywhere."""
    with tempfile.TemporaryDirectory() as folder:
        measured = [(program, measure(braid, program, program.bound, Path(folder))) for program in PROGRAMS]
    show_tables(measured)
    ended = all(runs["none"].report for _, runs in measured)
    return ended and all(run.proved() for _, runs in measured for run in runs.values() if run.report)


def bench_large(braid):
    """Prints forking and summaries at the second size, row by row as they come; whether no run found another verdict than `proved`."""
    rows, fine = [], True
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            runs = measure(braid, program, program.large, Path(folder), MODES[:2], LARGE_CAP)
            row = [program.name, program.large, *(run.time() for run in runs.values()), time_ratio(runs["none"], runs["summary"]), ratio(program.paper.time)]
            print(f"# {row}", file=sys.stderr)
            rows.append(row)
            fine &= all(run.proved() for run in runs.values() if run.report)
    show("Table 1 at sizes that forking ends in about 100 s, CPU s", ["program", "N", "none", "summary", "none/summary", "paper"], rows)
    return fine


def curve_cells(braid, program, work):
    """Times of forking and of summaries for growing sizes, until both need more than the cap."""
    cells = []
    for bound in range(max(1, program.bound - 4), program.large + 3):
        runs = measure(braid, program, bound, work, MODES[:2], CURVE_CAP)
        cells.append(f"{bound}: {' / '.join(run.time() for run in runs.values())}")
        if not any(run.report for run in runs.values()):
            break
    return "; ".join(cells)


def bench_curve(braid):
    """Prints how times grow with the size."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [[program.name, curve_cells(braid, program, Path(folder))] for program in PROGRAMS]
    show("Table 1 by size: N: none / summary, CPU s", ["program", "times"], rows)
    return True
