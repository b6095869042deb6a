"""The solver's rows: seven families of queries, `braid solve` against z3, cvc5 and bitwuzla on the same files.

Every answer is compared with the expected one, which stands in the file before each query. A solver that is stopped at
the cap counts with the cap, so a ratio with it is a lower bound and is marked so; one that gives a wrong answer, or none,
is out of the comparison for that family.
"""
import math
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import table
from measure import best_of

FAMILIES = ["cmp", "u32", "ite", "idx", "mul", "quantx", "quant"]
HERE = Path(__file__).resolve().parent


@dataclass
class Solver:
    """A solver and the command that runs it on a file."""

    name: str
    command: list


@dataclass
class Result:
    """One solver on one file."""

    seconds: float
    # "ok", or why its time says nothing: ">60", "wrong", "unknown", "error".
    verdict: str

    def cell(self):
        if self.verdict == "ok":
            return table.seconds(self.seconds)
        return self.verdict


def expected(path):
    """The answers that a stream's comments promise."""
    return re.findall(r"^; expect (sat|unsat)$", path.read_text(), re.MULTILINE)


def run(solver, path, cap, times=1):
    """Runs one solver on one stream and judges its answers."""
    done = best_of(times, [*solver.command, str(path)], cap=cap)
    answers = [line for line in done.output.split() if line in ("sat", "unsat", "unknown")]
    want = expected(path)
    if any(got != wanted for got, wanted in zip(answers, want) if got != "unknown"):
        return Result(done.seconds, "WRONG")
    if done.stopped:
        return Result(float(cap), done.stopped)
    if "unknown" in answers:
        return Result(done.seconds, "unknown")
    return Result(done.seconds, "ok" if len(answers) == len(want) else "error")


def bitwuzla(work):
    """bitwuzla lives on PyPI as a module: it gets a virtual environment of its own."""
    python = work / "venv" / "bin" / "python"
    if not python.exists():
        print("installing bitwuzla from PyPI into a virtual environment", file=sys.stderr)
        made = subprocess.run([sys.executable, "-m", "venv", str(work / "venv")], capture_output=True, text=True)
        if made.returncode != 0:
            return None, f"no virtual environment: {made.stderr.strip() or made.stdout.strip()}"
    have = subprocess.run([python, "-c", "import bitwuzla"], capture_output=True)
    if have.returncode != 0:
        got = subprocess.run([python, "-m", "pip", "-q", "install", "bitwuzla"], capture_output=True, text=True)
        if got.returncode != 0:
            return None, f"pip could not install it: {got.stderr.strip().splitlines()[-1:]}"
    return Solver("bitwuzla", [str(python), str(HERE / "run_bitwuzla.py")]), None


def peers(work):
    """The other solvers that are here; what is missing is said."""
    found = []
    for name, arguments in (("z3", []), ("cvc5", ["--incremental"])):
        path = shutil.which(name)
        if path:
            found.append(Solver(name, [path, *arguments]))
        else:
            print(f"{name} is not installed and left out")
    wuzla, why = bitwuzla(work)
    if wuzla:
        found.append(wuzla)
    else:
        print(f"bitwuzla is left out: {why}")
    return found


def ratio_to_best(ours, others):
    """How many times the best peer needs of our time, and whether that is only a lower bound."""
    timed = [result for result in others if result.verdict == "ok"]
    if ours.verdict != "ok":
        return None, False
    if timed:
        return min(result.seconds for result in timed) / ours.seconds, False
    capped = [result for result in others if result.verdict.startswith(">")]
    return (min(result.seconds for result in capped) / ours.seconds, True) if capped else (None, False)


def api_rates(bench, seed, families):
    """Queries and CPU seconds through the Rust API, by family: the same streams without a file."""
    rates = {}
    for family in families:
        done = best_of(3, [str(bench), "stream", family, str(seed)], cap=120)
        fields = dict(pair.split("=") for pair in done.output.split() if "=" in pair)
        if done.code == 0 and "cpu_seconds" in fields:
            rates[family] = (int(fields["queries"]), float(fields["cpu_seconds"]))
        else:
            print(f"API run on {family} failed: {done.errors.strip()}", file=sys.stderr)
    return rates


def bench_solver(braid, bench, streams, seed, work, cap, families):
    """Measures and prints the table of the solver. `seed` is that of the streams, or None if they are not ours."""
    others = peers(work)
    missing = [family for family in families if not (streams / f"{family}.smt2").exists()]
    families = [family for family in families if family not in missing]
    rows, ratios, capped = [], [], False
    rates = api_rates(bench, seed, families) if seed is not None else {}
    for family in families:
        path = streams / f"{family}.smt2"
        ours = run(Solver("braid", [str(braid), "solve"]), path, cap, times=3)
        theirs = [run(solver, path, cap) for solver in others]
        ratio, bound = ratio_to_best(ours, theirs)
        capped |= bound
        if ratio is not None:
            ratios.append(ratio)
        rows.append([family, len(expected(path)), ours.cell(), *(result.cell() for result in theirs),
                     ("≥" if bound else "") + table.ratio(ratio) if ratio is not None else "-",
                     *api_cells(rates.get(family), theirs)])
    header = ["family", "queries", "braid solve", *(solver.name for solver in others), "best peer / braid", "API queries/s", "best peer / API"]
    table.show(f"Solver: CPU seconds per stream, at most {cap} s each", header, rows)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\n  geometric mean of best peer / braid: {'≥' if capped else ''}{table.ratio(mean)}")
    if missing:
        print(f"\n  no stream for: {', '.join(missing)}")
    return not missing and all(row[2][0].isdigit() for row in rows)


def api_cells(rate, theirs):
    """Queries per second through the API, and the best peer's time over ours."""
    if rate is None:
        return ["-", "-"]
    queries, seconds = rate
    ratio, bound = ratio_to_best(Result(seconds, "ok"), theirs)
    return [f"{queries / seconds:.0f}", ("≥" if bound else "") + table.ratio(ratio) if ratio is not None else "-"]
