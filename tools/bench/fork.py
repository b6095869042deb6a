"""What a path, a decision, a fork and a test cost, in host instructions by callgrind: the same on every machine.

A path costs what a run without output takes beyond that of a program that does nothing. Decisions and forks are the share of the functions
that carry them out, with all that these call; a test is the difference between a run with output and one without. System calls are counted where `strace` is
installed, and KLEE's column is CPU seconds where `klee` is on PATH.
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import table
from engine import KLEE_PROGRAMS, OWN_PROGRAMS, ROOT, scratch
from instructions import collect
from measure import best_of

PARSERS = OWN_PROGRAMS / "parsers"
# Functions, as the symbols of the release build name them.
DECISION = "braid_exec::decide::<impl braid_exec::executor::Executor>::sides"
CASES = "braid_exec::decide::<impl braid_exec::executor::Executor>::possible_cases"
FORK = "braid_exec::executor::Executor::fork"


@dataclass
class Row:
    """A program, the bytes of its input if they can be told, and whether it belongs to those that are held against KLEE."""

    source: Path
    bound: int | None = None
    held: bool = False


PROGRAMS = [
    Row(KLEE_PROGRAMS / "regexp.c", None, True),
    Row(KLEE_PROGRAMS / "memspn_two.c", None, True),
    Row(PARSERS / "tlv.c", 9, True),
    Row(PARSERS / "glob.c", 7, True),
    Row(PARSERS / "tree.c", 5, True),
    Row(PARSERS / "words.c", 5, True),
    Row(PARSERS / "csv.c", 5, True),
    Row(PARSERS / "header.c", 6, True),
    Row(PARSERS / "percent.c", 5, True),
    Row(PARSERS / "machine.c", 4, True),
    Row(PARSERS / "utf8.c", 5, True),
    Row(PARSERS / "numbers.c", 3, True),
    Row(KLEE_PROGRAMS / "sort.c", None, True),
    Row(PARSERS / "echo.c", 4),
    Row(PARSERS / "ini.c", 4),
    Row(PARSERS / "json.c", 6),
    Row(PARSERS / "protocol.c", 6),
    Row(PARSERS / "tokens.c", 4),
    Row(PARSERS / "base64.c", 5),
    Row(PARSERS / "date.c", 5),
    Row(PARSERS / "address.c", 7),
    Row(PARSERS / "escapes.c", 6),
    Row(PARSERS / "comments.c", 7),
    Row(PARSERS / "roman.c", 4),
    Row(PARSERS / "varint.c", 9),
]
CONCRETE = [Row(OWN_PROGRAMS / "concrete.c"), Row(OWN_PROGRAMS / "sorting.c")]
TRIVIAL = Row(OWN_PROGRAMS / "trivial.c")
GOALS = ["goal", "", "15,000", "500", "3,000", "5,000", "0.05", ""]


def compiled(row, work):
    """The bitcode of a program."""
    out = work / f"{row.source.stem}.bc"
    flags = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-w", f"-I{ROOT / 'runtime' / 'include'}"]
    bound = [] if row.bound is None else [f"-DN={row.bound}"]
    subprocess.run(["clang-14", *flags, *bound, str(row.source), "-o", str(out)], check=True)
    return out


def command(braid, bitcode, *flags):
    """A run in which nothing is joined."""
    return [str(braid), "run", "--json", "--quiet", "--merge=none", *flags, str(bitcode)]


def counted(braid, bitcode, *flags):
    """Host instructions of a run, and its report; none if it ended otherwise than a run ends."""
    total, done = collect(command(braid, bitcode, *flags), codes=(0, 1, 4))
    if total is None:
        print(f"{bitcode.name}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None, None
    return total, json.loads(done.stdout)


def inclusive(braid, bitcode, work):
    """Host instructions of functions with all that they call, by name; and of the run."""
    profile = work / "profile"
    run = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", *command(braid, bitcode, "--no-output")]
    done = subprocess.run(run, capture_output=True, text=True)
    total = re.search(r"Collected : (\d+)", done.stderr)
    if not total or done.returncode not in (0, 1, 4):
        print(f"{bitcode.name}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None, None, None
    told = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(profile)], capture_output=True, text=True)
    costs = {}
    for line in told.stdout.splitlines():
        found = re.match(r"\s*([\d,]+)\s.*?:(braid_\S.*?)(?: \[.*\])?$", line)
        if found:
            costs[found.group(2)] = max(costs.get(found.group(2), 0), int(found.group(1).replace(",", "")))
    return int(total.group(1)), json.loads(done.stdout), costs


def system_calls(braid, bitcode):
    """How many system calls a run with output makes; none where they cannot be counted."""
    if not shutil.which("strace"):
        return None
    with scratch() as folder:
        trace = Path(folder) / "calls"
        subprocess.run(["strace", "-f", "-o", str(trace), *command(braid, bitcode, f"--out={folder}/out")], capture_output=True)
        return sum(1 for _ in trace.open(errors="replace")) if trace.exists() else None


def klee_ratio(klee, braid, bitcode):
    """KLEE's CPU seconds, start taken off, over ours."""
    def seconds(run):
        with scratch() as folder:
            return best_of(3, [word.format(folder) for word in run], cap=600).seconds
    _, start = klee
    theirs = seconds(["klee", "--use-forked-solver=false", "--output-dir={}/out", str(bitcode)]) - start[0]
    ours = seconds([*command(braid, bitcode), "--out={}/out"]) - start[1]
    return table.ratio(theirs / max(ours, 0.001))


def per(total, count):
    """So many for one."""
    return f"{total / count:,.0f}" if total and count else "-"


def row_of(braid, row, work, start, start_calls):
    """The cells of one program; none if it could not be measured."""
    bitcode = compiled(row, work)
    total, report, costs = inclusive(braid, bitcode, work)
    if total is None:
        return None
    with scratch() as folder:
        written, with_output = counted(braid, bitcode, f"--out={folder}/out")
    if written is None:
        return None
    paths, tests, forks = (int(report[name]) for name in ("paths", "tests", "forks"))
    counters = report["counters"]
    decisions = int(report["queries"]) + int(counters.get("decisions", 0))
    calls = system_calls(braid, bitcode)
    per_call = f"{max(calls - start_calls, 0) / tests:.2f}" if calls and start_calls else "-"
    decided = costs.get(DECISION, 0) + costs.get(CASES, 0)
    return [f"{row.source.stem} {row.bound or ''}".strip(), f"{paths:,}", per(total - start, paths), per(decided, decisions),
            per(costs.get(FORK, 0), forks), per(written - total, int(with_output["tests"])), per_call, f"{decisions:,}"]


def bench_concrete(braid, work, start):
    """Host instructions for an instruction of the program."""
    rows = []
    for row in CONCRETE:
        total, report = counted(braid, compiled(row, work), "--no-output")
        if total is None:
            return False
        rows.append([row.source.stem, f"{int(report['instructions']):,}", f"{(total - start) / int(report['instructions']):.1f}", "35"])
    rows.append(["start to finish of nothing", "", f"{start:,}", ""])
    table.show("Concrete runs, host instructions", ["program", "instructions", "for one", "at most"], rows)
    return True


def bench_klee(braid, work):
    """How many times KLEE's time ours is, where there is a KLEE."""
    if not shutil.which("klee"):
        print("\nklee is not on PATH: it is not measured")
        return
    trivial = compiled(TRIVIAL, work)
    with scratch() as folder:
        theirs = best_of(3, ["klee", f"--output-dir={folder}/out", str(trivial)]).seconds
    ours = best_of(3, command(braid, trivial, "--no-output")).seconds
    rows = [[row.source.stem, klee_ratio(("klee", (theirs, ours)), braid, compiled(row, work))] for row in PROGRAMS if row.held]
    table.show("KLEE's CPU seconds over Braid's, start taken off both", ["program", "ratio"], rows)


def bench_fork(braid):
    """Measures and prints the tables; whether everything could be measured."""
    if not shutil.which("valgrind") or not shutil.which("clang-14"):
        print("\nvalgrind or clang-14 is not installed: forks are not measured", file=sys.stderr)
        return False
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        start, _ = counted(braid, compiled(TRIVIAL, work), "--no-output")
        if start is None:
            return False
        start_calls = system_calls(braid, compiled(TRIVIAL, work))
        rows = [row_of(braid, row, work, start, start_calls) for row in PROGRAMS]
        header = ["program", "paths", "for a path", "for a decision", "for a fork", "for a test", "system calls for a test", "decisions"]
        table.show("Forking, host instructions by callgrind", header, [row for row in rows if row] + [GOALS])
        fine = bench_concrete(braid, work, start)
        bench_klee(braid, work)
    return fine and all(rows)
