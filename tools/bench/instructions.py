"""The rows counted in host instructions: what the evaluator costs for a node, and what a branch query costs an engine.

Instructions do not depend on what else the machine does. callgrind counts a short and a long run of one measurement; the
difference is the work itself, without start and end of the process.
"""
import re
import shutil
import subprocess

import table

# What is run, with its short and its long argument; how many units a step of the argument is; unit, and the goal.
ROWS = [
    (["evaluate"], 10, 40, None, "node evaluated", "100"),
    (["explore", "deepest"], 4_000, 12_000, 2, "branch query, one path after the other", "10,000"),
    (["explore", "oldest"], 4_000, 12_000, 2, "branch query, all states in turn", "10,000"),
    (["explore", "any"], 4_000, 12_000, 2, "branch query, a random state each time", "10,000"),
]


def collect(command, codes=(0,)):
    """Host instructions of a command, and its result; none if it ended with another code than these."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    done = subprocess.run(command, capture_output=True, text=True)
    total = re.search(r"Collected : (\d+)", done.stderr)
    return int(total.group(1)) if total and done.returncode in codes else None, done


def count(bench, arguments):
    """Host instructions of a run, and what it printed."""
    total, done = collect([str(bench), *arguments])
    if total is None:
        return None, done.stderr.strip().splitlines()[-1:]
    return total, dict(word.split("=") for word in done.stdout.split() if "=" in word)


def bench_instructions(bench):
    """Measures and prints the table of instructions."""
    if not shutil.which("valgrind"):
        print("\nvalgrind is not installed: instructions are not counted")
        return True
    rows = []
    for arguments, short, long, per_step, unit, goal in ROWS:
        (less, few), (more, many) = (count(bench, [*arguments, str(n)]) for n in (short, long))
        if less is None or more is None:
            print(f"{' '.join(arguments)} could not be counted: {few} {many}")
            return False
        units = (long - short) * per_step if per_step else int(many["nodes"]) - int(few["nodes"])
        rows.append([unit, f"{(more - less) / units:,.1f}", goal])
    table.show("Host instructions, by callgrind", ["for one", "measured", "at most"], rows)
    return True
