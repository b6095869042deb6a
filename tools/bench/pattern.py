"""Loops on growing bounds, in every mode: how states, queries, the size of joined conditions and time grow.

A mode that did not end within the cap is not tried on larger bounds. Instructions are counted by callgrind with the bound
doubled; what a trivial program takes is subtracted, so that the ratio is that of the work itself. Counters and instructions are the
same on every machine.
"""
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from instructions import collect
from measure import best_of
from table import seconds, show

ROOT = Path(__file__).resolve().parent.parent.parent
OWN = Path(__file__).resolve().parent / "programs"
BOUNDS = [10, 20, 40, 80, 160, 320]
CAP = 10
# Host instructions with the bound doubled may be at most so many times as many.
RATIO = 2.3
MODES = [
    ("none", ["--merge=none"]),
    ("flat", ["--merge=loop", "--encode=ite-flat"]),
    ("tree", ["--merge=loop"]),
    ("pattern", ["--merge=pattern"]),
    ("not incremental", ["--merge=pattern", "--no-incremental"]),
]
# A name, the source, and what the compiler is told.
PROGRAMS = [
    ('memspn "a"', "memspn", []),
    ('memspn "ab"', "memspn", ['-DCHARS="ab"']),
    ("strchr", "strchr", []),
    ('strspn "ab"', "strspn", []),
    ("strcmp", "strcmp", []),
    ("skip whitespace", "skip", []),
    ("token parser", "token", []),
    ("atoi", "atoi", []),
    ("chained memspn x2", "memspn", ["-DTIMES=2"]),
    ("chained memspn x3", "memspn", ["-DTIMES=3"]),
]
# CPU seconds of the best peer, of a reference machine; goal: at least 30 times less.
REFERENCE = {('memspn "ab"', 40): 1.94, ("chained memspn x3", 20): 4.35}


def bitcode(source, work, name, flags):
    """Compiles once, so that no run pays for it."""
    output = work / f"{name}.bc"
    fixed = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-w", f"-I{ROOT / 'runtime' / 'include'}"]
    subprocess.run(["clang-14", *fixed, *flags, str(source), "-o", str(output)], check=True)
    return output


def command(braid, module, bound, flags):
    size = ["--sizes=lazy", f"--capacity={bound}"]
    return [str(braid), "run", "--json", "--quiet", "--no-output", "--explain-merges", *size, *flags, str(module)]


def run(braid, module, bound, flags):
    """States, queries, nodes of the joined conditions and CPU seconds; none if it did not end."""
    done = best_of(1, command(braid, module, bound, flags), cap=CAP)
    if done.stopped or done.code not in (0, 1, 4):
        return None
    report = json.loads(done.output)
    nodes = sum(int(row["nodes_after"]) for row in report["merges"])
    return report["states"], report["queries"], nodes, done.seconds


def bench_growth(braid, work):
    """A table for each program, a row for each bound, a cell for each mode; the programs that patterns did not end."""
    against, unfinished = [], set()
    for name, source, flags in PROGRAMS:
        stopped, rows = set(), []
        for bound in BOUNDS:
            module = bitcode(OWN / "pattern" / f"{source}.c", work, f"{source}-{bound}", [*flags, f"-DM={bound}"])
            cells = []
            for mode, choice in MODES:
                found = None if mode in stopped else run(braid, module, bound, choice)
                if found is None:
                    stopped.add(mode)
                    cells.append(f">{CAP} s")
                    continue
                states, queries, nodes, spent = found
                cells.append(f"{states:,} {queries:,} {nodes:,} {seconds(spent)}")
                if mode == "pattern" and (name, bound) in REFERENCE:
                    reference = REFERENCE[name, bound]
                    against.append([name, bound, f"{spent:.3f}", reference, f"{reference / spent:.0f}", "30"])
            rows.append([bound, *cells])
        show(f"{name}: states, queries, nodes, CPU s", ["m", *(mode for mode, _ in MODES)], rows)
        if "pattern" in stopped:
            unfinished.add(name)
    header = ["program", "m", "CPU s", "best peer, reference", "times less", "at least"]
    show("Against the reference figures of another machine", header, against)
    return unfinished


def instructions_of(braid, module, bound):
    """Host instructions of a run by patterns; none if they could not be counted."""
    return collect(command(braid, module, bound, ["--merge=pattern"]), codes=(0, 1, 4))[0]


def bench_instructions(braid, work, unfinished):
    """How the work grows with the bound; callgrind is fifty times slower, so what did not end is not tried."""
    if not shutil.which("valgrind"):
        print("\nvalgrind is not installed: instructions are not counted")
        return True
    trivial = bitcode(OWN / "trivial.c", work, "trivial", [])
    start = instructions_of(braid, trivial, BOUNDS[0])
    rows, fine = [], True
    for name, source, flags in PROGRAMS:
        if name in unfinished:
            rows.append([name, "-", "-", f"more than {CAP} s"])
            continue
        counts = []
        for bound in BOUNDS[-2:]:
            module = bitcode(OWN / "pattern" / f"{source}.c", work, f"{source}-{bound}", [*flags, f"-DM={bound}"])
            counts.append(instructions_of(braid, module, bound))
        if None in counts or start is None:
            rows.append([name, "-", "-", "not counted"])
            fine = False
            continue
        less, more = (counted - start for counted in counts)
        rows.append([name, f"{less / 1e6:,.1f}", f"{more / 1e6:,.1f}", f"{more / less:.2f}"])
    header = ["program", f"m = {BOUNDS[-2]}", f"m = {BOUNDS[-1]}", f"ratio (at most {RATIO})"]
    show("Host instructions of --merge=pattern, millions, by callgrind", header, rows)
    return fine


def bench_pattern(braid):
    """Prints the tables; whether everything could be measured."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        return bench_instructions(braid, work, bench_growth(braid, work))
