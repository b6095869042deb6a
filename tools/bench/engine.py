"""The engine's rows: whole runs of `braid run` on bitcode, with tests written, against KLEE.

KLEE's column is measured if a `klee` is on PATH. Otherwise it is the figure of KLEE 3.2 (LLVM 16, STP 2.3.4 in process)
on a reference machine, scaled to this one by what z3 needs for the same stream of queries here and there; such a figure
is right to some ten per cent, and is marked. Everything is compiled with -O0.

Output folders lie on a file system in memory if there is one: what a disk's file system charges for a new file differs
between machines and moments by a factor of ten and says nothing about an engine.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import table
from instructions import collect
from measure import best_of, cpu_time

ROOT = Path(__file__).resolve().parent.parent.parent
KLEE_PROGRAMS = ROOT / "tests" / "engine" / "c" / "klee"
OWN_PROGRAMS = Path(__file__).resolve().parent / "programs"
INCLUDE = ROOT / "runtime" / "include"
CLANG = "clang-14"

# What z3 4.8.12 needs for the stream `cmp` of seed 1 on the machine that KLEE's figures are of, in CPU seconds. There it
# was measured with another stream of the family (0.36 s), for which z3 needs 1/1.13 of the time, on one machine.
REFERENCE_Z3 = 0.36 * 1.13
# KLEE's memory at the start, in MB: no run of it needs less.
KLEE_START_MB = 70


@dataclass
class Row:
    """A program, what KLEE needs for it on the reference machine (CPU seconds), and how many times faster we must be."""

    name: str
    source: Path
    klee_seconds: float | None
    goal: float | None


SYMBOLIC = [
    Row('memspn "ab", n <= 10', KLEE_PROGRAMS / "memspn_two.c", 2.0, 20),
    Row("Regexp", KLEE_PROGRAMS / "regexp.c", 9.4, 20),
    Row("maze", KLEE_PROGRAMS / "maze.c", 0.044, 5),
    Row("sort", KLEE_PROGRAMS / "sort.c", 0.115, None),
]
CONCRETE = [
    Row("crc32 of 256 KiB, fib(20)", OWN_PROGRAMS / "concrete.c", 1.31, 25),
    Row("insertion sort of 2,000", OWN_PROGRAMS / "sorting.c", None, None),
]
# Instructions per second of a concrete run, after our passes.
RATE_GOAL = 100e6
TRIVIAL_GOAL_MS = 10
STATES = 1 << 20
STATES_GOAL_MB = 2000
# Two lengths of a path, and how many times the instructions of the shorter the longer may take.
CHAIN = (10_000, 20_000)
CHAIN_GOAL = 2.2


@dataclass
class Cost:
    """What a run cost."""

    seconds: float
    memory_mb: float
    report: dict


def compile_to_bitcode(row, work):
    """The program as KLEE's users compile it."""
    out = work / f"{row.source.stem}.bc"
    flags = ["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-c", "-emit-llvm", "-I", str(INCLUDE)]
    subprocess.run([CLANG, *flags, str(row.source), "-o", str(out)], check=True)
    return out


def run_braid(braid, bitcode, flags=(), times=3, cap=600):
    """A run of Braid; none, and why is said, if it ended otherwise than a run ends."""
    best = None
    for _ in range(times):
        with scratch() as folder:
            results = [] if "--no-output" in flags else ["--out", f"{folder}/out"]
            done = cpu_time([str(braid), "run", str(bitcode), "--json", *results, *flags], cap=cap)
        if done.stopped or done.code not in (0, 1, 4):
            print(f"{bitcode.name}: {done.stopped or done.errors.strip()}", file=sys.stderr)
            return None
        report = json.loads(done.output)
        if best is None or done.seconds < best.seconds:
            best = Cost(done.seconds, report["peak_memory_mb"], report)
    return best


def scratch():
    """A folder for results, in memory if possible."""
    memory = Path("/dev/shm")
    where = memory if memory.is_dir() and os.access(memory, os.W_OK) else None
    return tempfile.TemporaryDirectory(prefix="braid-bench-", dir=where)


class Klee:
    """KLEE's column: measured, or the reference scaled."""

    def __init__(self, streams):
        self.path = shutil.which("klee")
        self.scale = None
        if not self.path and shutil.which("z3"):
            self.scale = best_of(3, ["z3", str(streams / "cmp.smt2")]).seconds / REFERENCE_Z3

    def title(self):
        return "klee, CPU s" if self.path else "KLEE 3.2, reference scaled, CPU s"

    def seconds(self, row, bitcode):
        """CPU seconds, or none."""
        if self.path:
            with scratch() as folder:
                command = [self.path, "--use-forked-solver=false", f"--output-dir={folder}/out", str(bitcode)]
                done = cpu_time(command, cap=600)
            return None if done.stopped else done.seconds
        return row.klee_seconds * self.scale if self.scale and row.klee_seconds else None


def compared(row, cost, klee):
    """The cells of a comparison: ours, KLEE's, the ratio, and what it should be at least."""
    ratio = table.ratio(klee / cost.seconds) if klee else "-"
    goal = f"{row.goal}x" if row.goal else ""
    return [table.seconds(cost.seconds), table.seconds(klee) if klee else "-", ratio, goal]


def bench_symbolic(braid, klee, work):
    """Programs with symbolic inputs, every path to its end."""
    rows, fine = [], True
    for row in SYMBOLIC:
        bitcode = compile_to_bitcode(row, work)
        cost = run_braid(braid, bitcode)
        if cost is None:
            fine = False
            continue
        report = cost.report
        rows.append([row.name, report["paths"], report["tests"], report["queries"], *compared(row, cost, klee.seconds(row, bitcode)),
                     f"{cost.memory_mb:.1f}", f"{KLEE_START_MB / cost.memory_mb:.1f}x"])
    header = ["program", "paths", "tests", "queries", "braid, CPU s", klee.title(), "klee / braid", "goal", "peak, MB",
              f"KLEE's {KLEE_START_MB} MB at start / peak"]
    table.show("Engine: every path, tests written", header, rows)
    return fine


def bench_concrete(braid, klee, work):
    """Programs without symbolic input. What the start of the process costs is in the time, but not in the rate."""
    start = run_braid(braid, compile_to_bitcode(Row("", OWN_PROGRAMS / "trivial.c", None, None), work), times=5)
    rows, fine = [], start is not None
    for row in CONCRETE:
        bitcode = compile_to_bitcode(row, work)
        cost = run_braid(braid, bitcode, times=5)
        if cost is None or start is None:
            fine = False
            continue
        instructions = int(cost.report["instructions"])
        rate = instructions / max(cost.seconds - start.seconds, 0.001)
        rows.append([row.name, f"{instructions:,}", *compared(row, cost, klee.seconds(row, bitcode)), f"{rate / 1e6:.0f}",
                     f"{RATE_GOAL / 1e6:.0f}"])
    header = ["program, -O0", "instructions after passes", "braid, CPU s", klee.title(), "klee / braid", "goal",
              "million instructions/s", "goal"]
    table.show("Engine: concrete runs", header, rows)
    return fine


def bench_limits(braid, work):
    """Start to finish of nothing, and very many states."""
    start = run_braid(braid, compile_to_bitcode(Row("", OWN_PROGRAMS / "trivial.c", None, None), work), times=10)
    many = run_braid(braid, compile_to_bitcode(Row("", OWN_PROGRAMS / "states.c", None, None), work),
                     flags=["--search", "bfs", "--no-output"], times=1)
    rows = []
    if start:
        rows.append(["trivial program, start to finish", f"{start.seconds * 1000:.1f} ms", f"{TRIVIAL_GOAL_MS} ms", ""])
    if many:
        rows.append([f"{STATES:,} live states, peak memory", f"{many.memory_mb:.0f} MB", f"{STATES_GOAL_MB} MB", f"{many.seconds:.1f} s"])
    table.show("Engine: start, and states", ["what", "measured", "at most", "CPU"], rows)
    return start is not None and many is not None and many.report["paths"] == STATES


def bench_chain(braid, work):
    """Host instructions of a path of twice as many branches, by callgrind."""
    if not shutil.which("valgrind"):
        print("\nvalgrind is not installed: chains of branches are not measured", file=sys.stderr)
        return True
    counts = []
    for branches in CHAIN:
        out = work / f"chain-{branches}.bc"
        flags = ["-O0", "-g", f"-DN={branches}", "-Xclang", "-disable-O0-optnone", "-c", "-emit-llvm", "-I", str(INCLUDE)]
        subprocess.run([CLANG, *flags, str(OWN_PROGRAMS / "chain.c"), "-o", str(out)], check=True)
        count, _ = collect([str(braid), "run", str(out), "--no-output", "--search", "dfs"])
        counts.append(count)
    if None in counts:
        return False
    ratio = counts[1] / counts[0]
    rows = [[f"{branches:,} branches", f"{count:,}"] for branches, count in zip(CHAIN, counts)]
    table.show("Engine: a chain of branches", ["path", "host instructions"], [*rows, ["ratio", f"{ratio:.2f} of at most {CHAIN_GOAL}"]])
    return ratio <= CHAIN_GOAL


def bench_engine(braid, streams, work):
    """Measures and prints the tables of the engine."""
    if not shutil.which(CLANG):
        print(f"\n{CLANG} is not installed: the engine is not measured", file=sys.stderr)
        return False
    klee = Klee(streams)
    if klee.scale:
        print(f"\nKLEE is not installed. Its reference figures are scaled by {klee.scale:.2f}: z3 needs so many times {REFERENCE_Z3:.2f} s here.")
    fine = bench_symbolic(braid, klee, work)
    fine &= bench_concrete(braid, klee, work)
    fine &= bench_limits(braid, work)
    return fine & bench_chain(braid, work)
