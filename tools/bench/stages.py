"""Which stage answers queries with quantifiers, after table 14 of "State Merging with Quantifiers in Symbolic Execution".

Counters, the same on every machine.
"""
import json
import subprocess
from pathlib import Path

from table import show

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = [ROOT / "tests" / "merge" / "patterns", ROOT / "tests" / "merge" / "unmerge"]
SUITE = [ROOT / "tests" / "engine" / "c" / "klee" / name for name in ("memspn.c", "memspn_two.c", "regexp.c", "maze.c")]
GROWN = [(Path(__file__).resolve().parent / "programs" / name, bound) for name, bound in (("span.c", 64), ("digits.c", 8))]
STAGES = ["strip_hits", "duplicate_hits", "repair_hits", "instantiation_hits"]


def counters(braid, program, bound):
    """The counters of a run; none if it did not end as a run ends."""
    flags = ["--merge=pattern", "--no-pattern-cost", *([f"--cflags=-DN={bound}"] if bound else [])]
    command = [str(braid), "run", "--json", "--quiet", "--no-output", *flags, str(program)]
    done = subprocess.run(command, capture_output=True)
    return json.loads(done.stdout)["counters"] if done.returncode in (0, 1, 4) else None


def bench_stages(braid):
    """Prints the table; whether everything could be measured."""
    programs = [program for folder in FOLDERS for program in sorted(folder.glob("*.c"))] + SUITE
    rows, fine = [], True
    for program, bound in [(program, None) for program in programs] + GROWN:
        found = counters(braid, program, bound)
        fine &= found is not None
        if found and int(found["quantified"]) > 0:
            rows.append([program.stem, *(int(found[name]) for name in ["quantified", *STAGES])])
    rows.append(["all", *(sum(row[at] for row in rows) for at in range(1, 2 + len(STAGES)))])
    show("Queries with quantifiers, by the stage that answered", ["program", "queries", "S", "S + D", "S + D + R", "instances"], rows)
    return fine
