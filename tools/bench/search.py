"""Compares search orders: what each finds within a budget of instructions.

Instructions are counted, so the numbers are the same on every machine. For each program the best order is 100; the share of
an order is the mean over programs and budgets, for lines, for bugs and for both together.
"""
import json
import subprocess
import tempfile
from pathlib import Path

from table import show

ROOT = Path(__file__).resolve().parent.parent.parent
SUITE = ROOT / "tests" / "engine" / "c"
PROGRAMS = [
    SUITE / "klee" / "maze.c",
    SUITE / "klee" / "regexp.c",
    SUITE / "klee" / "sort.c",
    SUITE / "control" / "goto_state.c",
    SUITE / "faults" / "several_bugs.c",
    SUITE / "sizes" / "osip_via.c",
    ROOT / "examples" / "calc.c",
    Path(__file__).resolve().parent / "programs" / "json.c",
    Path(__file__).resolve().parent / "programs" / "machine.c",
]
BUDGETS = [500, 2_000, 10_000]
SEEDS = [0, 1]
ORDERS = [
    "dfs",
    "bfs",
    "random-state",
    "random-path",
    "nurs:covnew",
    "nurs:md2u",
    "nurs:depth",
    "nurs:rp",
    "nurs:icnt",
    "nurs:cpicnt",
    "nurs:qc",
    "topological",
    "random-path,nurs:covnew",
    "random-path,nurs:md2u",
    "random-path,nurs:icnt",
    "nurs:covnew,nurs:md2u",
    "dfs,nurs:covnew",
    "dfs,random-path",
    "random-path,nurs:covnew,nurs:md2u",
]


def bitcode(program, work):
    """Compiles once, so that no run pays for it."""
    output = work / f"{program.stem}.bc"
    flags = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-w", f"-I{ROOT / 'runtime' / 'include'}"]
    subprocess.run(["clang-14", *flags, str(program), "-o", str(output)], check=True)
    return output


def measure(braid, program, order, budget, seed):
    """Lines, paths and bugs of one run; none if it did not end as it should."""
    command = [str(braid), "run", "--json", "--quiet", "--no-output", "--merge", "none", "--search", order]
    command += ["--max-instructions", str(budget), "--batch", "100", "--seed", str(seed), str(program)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1, 4):
        return None
    report = json.loads(done.stdout)
    return report["coverage"]["lines_covered"], int(report["paths"]), len(report["bugs"])


def bench_search(braid):
    """Prints the table; whether everything could be measured."""
    sums = {order: [0.0, 0.0, 0, 0] for order in ORDERS}
    cells, with_bugs, fine = 0, 0, True
    with tempfile.TemporaryDirectory() as work:
        for program in PROGRAMS:
            module = bitcode(program, Path(work))
            for budget in BUDGETS:
                for seed in SEEDS:
                    found = {order: measure(braid, module, order, budget, seed) for order in ORDERS}
                    fine &= all(found.values())
                    found = {order: numbers or (0, 0, 0) for order, numbers in found.items()}
                    most = [max(numbers[at] for numbers in found.values()) for at in range(3)]
                    cells += 1
                    with_bugs += most[2] > 0
                    for order, (lines, paths, bugs) in found.items():
                        row = sums[order]
                        row[0] += lines / max(most[0], 1)
                        row[1] += bugs / most[2] if most[2] else 0
                        row[2] += paths
                        row[3] += bugs
    rows = []
    for order, (lines, bugs, paths, count) in sums.items():
        lines, bugs = 100 * lines / cells, 100 * bugs / max(with_bugs, 1)
        rows.append((lines + bugs, [order, f"{lines:.1f}", f"{bugs:.1f}", f"{(lines + bugs) / 2:.1f}", str(count), str(paths)]))
    rows.sort(key=lambda row: -row[0])
    show("Search orders", ["order", "lines %", "bugs %", "both", "bugs", "paths"], [row for _, row in rows])
    return fine
