"""What merging saves and costs: two ways to encode a join on growing bounds, the cost of waiting, joining and validating for
each state, and whole runs with and without merging, by which the default of `--merge` is chosen.

Counters are the same on every machine; of CPU times only ratios within one run mean something.
"""
import json
import subprocess
import tempfile
from pathlib import Path

from measure import best_of
from stages import bench_stages
from table import seconds, show

ROOT = Path(__file__).resolve().parent.parent.parent
OWN = Path(__file__).resolve().parent / "programs"
SUITE = ROOT / "tests" / "engine" / "c"
CAP = 10
GROWING = [("span.c", [8, 16, 32, 64]), ("digits.c", [4, 6, 8])]
PARKED = 2000
MODES = [("none", ["--merge=none"]), ("loop", ["--merge=loop"]), ("outermost", ["--merge=loop", "--merge-nesting=outermost"])]
# A program and the flags that bound it where forking alone does not end.
PROGRAMS = [
    (SUITE / "klee" / "memspn.c", []),
    (SUITE / "klee" / "memspn_two.c", []),
    (SUITE / "klee" / "regexp.c", []),
    (SUITE / "klee" / "sort.c", []),
    (SUITE / "klee" / "maze.c", []),
    (SUITE / "klee" / "islower.c", []),
    (SUITE / "control" / "goto_state.c", []),
    (ROOT / "examples" / "calc.c", []),
    (OWN / "json.c", []),
    (OWN / "machine.c", []),
    (OWN / "span.c", []),
    (OWN / "digits.c", []),
]


def bitcode(program, work, bound=None):
    """Compiles once, so that no run pays for it."""
    output = work / f"{program.stem}-{bound}.bc"
    flags = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-w", f"-I{ROOT / 'runtime' / 'include'}"]
    flags += [f"-DN={bound}"] if bound else []
    subprocess.run(["clang-14", *flags, str(program), "-o", str(output)], check=True)
    return output


def run(braid, module, flags, times=1):
    """CPU seconds and report of a run; no report if it was stopped or ended otherwise than a run ends."""
    done = best_of(times, [str(braid), "run", "--json", "--quiet", "--no-output", *flags, str(module)], cap=CAP)
    fine = not done.stopped and done.code in (0, 1, 4)
    return done.seconds, json.loads(done.output) if fine else None


def total(report, name):
    """A count of all places together."""
    return sum(int(row[name]) for row in report["merges"])


def bench_encodings(braid, work):
    """Flat (SM) against tree-shaped (SMOpt) joins."""
    rows, fine = [], True
    for name, bounds in GROWING:
        for bound in bounds:
            module = bitcode(OWN / name, work, bound)
            cells = []
            for form in ("ite-flat", "ite-tree"):
                spent, report = run(braid, module, ["--merge=loop", f"--encode={form}", "--explain-merges"])
                fine &= report is not None
                if report is None:
                    cells.append(["-", "-", "-", f">{seconds(spent)}"])
                    continue
                conflicts = report["counters"].get("conflicts", 0)
                cells.append([total(report, "terms"), total(report, "nodes_after"), conflicts, seconds(spent)])
            pairs = [f"{flat} / {tree}" for flat, tree in zip(*cells)]
            rows.append([name, bound, *pairs])
    show("Encodings of joins, flat / tree", ["program", "N", "new terms", "nodes of conditions", "conflicts", "CPU s"], rows)
    return fine


def bench_states(braid, work):
    """What waiting, joining and validating cost for each of many states."""
    module = bitcode(OWN / "parked.c", work, PARKED)
    steps = [
        ("fork", ["--merge=none"]),
        ("and wait", ["--merge=loop", "--merge-group=0"]),
        ("and join", ["--merge=loop"]),
        ("and validate by models", ["--merge=loop", "--validate-merges"]),
    ]
    rows, before, fine = [], None, True
    for name, flags in steps:
        spent, report = run(braid, module, flags, times=3)
        fine &= report is not None
        more = "" if before is None else f"{(spent - before) / PARKED * 1e6:.1f}"
        rows.append([name, seconds(spent), f"{spent / PARKED * 1e6:.1f}", more])
        before = spent
    show(f"{PARKED} states that leave one loop", ["what they do", "CPU s", "µs for each", "µs more"], rows)
    return fine


def bench_modes(braid, work):
    """Whole runs, with and without merging."""
    rows, fine = [], True
    for program, flags in PROGRAMS:
        module = bitcode(program, work)
        cells, times = [], []
        for _, mode in MODES:
            spent, report = run(braid, module, [*flags, *mode])
            times.append((spent, report is not None))
            numbers = ["states", "queries", "instructions"]
            cells.append([str(report[name]) if report else "-" for name in numbers] + [f"{spent:.2f}" if report else f">{CAP}"])
        rows.append([program.stem, *(" / ".join(column) for column in zip(*cells))])
        fine &= any(ended for _, ended in times)
    names = " / ".join(name for name, _ in MODES)
    show(f"Whole runs, {names}", ["program", "states", "queries", "instructions", "CPU s"], rows)
    return fine


def bench_merge(braid):
    """Prints the tables; whether everything could be measured."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        fine = bench_encodings(braid, work)
        fine &= bench_states(braid, work)
        fine &= bench_stages(braid)
        return bench_modes(braid, work) and fine
