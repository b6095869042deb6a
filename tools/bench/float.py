"""The rows of floating point: families of queries against bitwuzla, a process and 10 CPU seconds for each query, and the queries
that the programs of tests/engine/c/floats ask, one incremental process for all of them.

The families are made here from fixed seeds. `single` is one operation with an equation, in the manner of Wintersteiger's
families; `chain` are sums of products in boxes, in the manner of Griggio's; `bound` are claims about ranges as programs make them.
"""
import random
import re
import shutil
import struct

import table
from bits import without_bits
from measure import cpu_time
from solver import Solver, bitwuzla

FORMATS = {"single": (8, 24, ">f", ">I"), "double": (11, 53, ">d", ">Q")}
CAP = 10
COUNTS = {"single": 20, "chain": 12, "bound": 14}


def number(form, value):
    """A constant by its bits."""
    exponent, significand, pack, whole = FORMATS[form]
    bits = f"{struct.unpack(whole, struct.pack(pack, value))[0]:0{exponent + significand}b}"
    return f"(fp #b{bits[0]} #b{bits[1:1 + exponent]} #b{bits[1 + exponent:]})"


def declared(form, names):
    exponent, significand, *_ = FORMATS[form]
    return "(set-logic QF_FP)\n" + "".join(f"(declare-const {name} (_ FloatingPoint {exponent} {significand}))\n" for name in names)


def single(form, seed):
    """One operation whose result is given."""
    draw = random.Random(seed)
    value = lambda: draw.choice([draw.uniform(-1e3, 1e3), draw.uniform(-1, 1), 2.0 ** draw.randint(-100, 100), 1.5, 1e30, 1e-38])
    op = draw.choice(["add", "mul", "div", "sqrt", "sub"])
    other = number(form, value()) if draw.random() < 0.5 else "y"
    applied = "(fp.sqrt RNE x)" if op == "sqrt" else f"(fp.{op} RNE x {other})"
    result = number(form, abs(value()) if op == "sqrt" else value())
    text = declared(form, ["x", "y"]) + f"(assert (= {applied} {result}))\n"
    if draw.random() < 0.5:
        text += f"(assert (fp.lt {number(form, draw.uniform(-10, 10))} x))\n"
    if draw.random() < 0.5:
        text += f"(assert (fp.lt y {number(form, draw.uniform(-10, 10))}))\n"
    return text


def chain(form, seed):
    """Sums of products of numbers in a box."""
    draw, count = random.Random(seed), 2 + seed % 5
    names = [f"x{at}" for at in range(count)]
    text = declared(form, names)
    for name in names:
        text += f"(assert (and (fp.leq {number(form, -10.0)} {name}) (fp.leq {name} {number(form, 10.0)})))\n"
    for _ in range(count):
        total = None
        for name in draw.sample(names, min(count, draw.randint(2, 3))):
            factor = number(form, round(draw.uniform(-1, 1), 3))
            if seed % 2 and draw.random() < 0.5:
                factor = draw.choice(names)
            product = f"(fp.mul RNE {name} {factor})"
            total = product if total is None else f"(fp.add RNE {total} {product})"
        order = draw.choice(["fp.leq", "fp.geq", "fp.lt", "fp.gt"])
        text += f"(assert ({order} {total} {number(form, round(draw.uniform(-8, 8), 3))}))\n"
    return text


def bound(form, seed):
    """Squares, interpolation, a discriminant, a share, a length: do they leave their range?"""
    draw = random.Random(seed)
    low, high = sorted(round(draw.uniform(-100, 100), 2) for _ in range(2))
    n = lambda value: number(form, value)
    between = "(fp.add RNE a (fp.mul RNE t (fp.sub RNE b a)))"
    goals = [
        f"(fp.lt (fp.mul RNE a a) {n(-0.0)})",
        f"(fp.gt (fp.mul RNE b t) {n(abs(high) + abs(low) + 0.5)})",
        f"(fp.lt {between} a)",
        f"(fp.gt {between} b)",
        f"(fp.lt (fp.sub RNE (fp.mul RNE b b) (fp.mul RNE {n(4.0)} (fp.mul RNE a t))) {n(round(draw.uniform(-50, 50), 1))})",
        f"(fp.gt (fp.div RNE (fp.sub RNE t a) (fp.sub RNE b a)) {n(1.0)})",
        f"(fp.gt (fp.sqrt RNE (fp.add RNE (fp.mul RNE a a) (fp.mul RNE b b))) {n(round(draw.uniform(0, 300), 1))})",
    ]
    ranges = f"(fp.leq {n(low)} a) (fp.leq a b) (fp.leq b {n(high)}) (fp.leq {n(0.0)} t) (fp.leq t {n(1.0)})"
    return declared(form, ["a", "b", "t"]) + f"(assert (and {ranges}))\n(assert {goals[seed % len(goals)]})\n"


def ask(solver, path, cap):
    """Answers and CPU seconds."""
    done = cpu_time([*solver.command, str(path)], cap=cap)
    return re.findall(r"^(sat|unsat)$", done.output, re.MULTILINE), done.seconds


def family_rows(solvers, work):
    """A row for each family and format: how many each solver answers, and the CPU seconds of those that both do."""
    rows, fine = [], True
    folder = work / "float"
    folder.mkdir(exist_ok=True)
    for name, make in (("single", single), ("chain", chain), ("bound", bound)):
        for form in FORMATS:
            answered, seconds, both = [0] * len(solvers), [0.0] * len(solvers), 0
            for seed in range(COUNTS[name]):
                path = folder / f"{name}-{form}-{seed:02}.smt2"
                path.write_text(make(form, seed) + "(check-sat)\n")
                results = [ask(solver, path, CAP) for solver in solvers]
                found = {answers[0] for answers, _ in results if answers}
                if len(found) > 1:
                    print(f"{path.name}: answers differ: {[answers for answers, _ in results]}")
                    fine = False
                for at, (answers, _) in enumerate(results):
                    answered[at] += bool(answers)
                if all(answers for answers, _ in results):
                    both += 1
                    seconds = [sum(pair) for pair in zip(seconds, (spent for _, spent in results))]
            cells = [cell for at in range(len(solvers)) for cell in (answered[at], table.seconds(seconds[at]))]
            rows.append([f"{name} {form}", COUNTS[name], *cells, both])
    return rows, fine


def recorded(braid, programs, work):
    """One script with the queries about numbers that the programs ask, and how many they are. What cannot be said without the bits of numbers, which are
    told by a function that not every solver has, is left out."""
    parts = []
    for program in sorted(programs.glob("*.c")):
        folder = work / "float-recorded" / program.stem
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        cpu_time([str(braid), "run", "--no-output", "--max-time", "60", "--dump-queries", str(folder), str(program)], cap=90)
        for query in sorted(folder.glob("*.smt2")):
            text = query.read_text()
            if "fp." in text or "to_fp" in text:
                body = re.sub(r"^\((set-logic|set-info|set-option|exit).*\)$\n?", "", text, flags=re.MULTILINE)
                plain = without_bits(body)
                if plain is not None:
                    parts.append(f"(push 1)\n{plain}(pop 1)\n")
    path = work / "float-recorded.smt2"
    path.write_text("(set-logic QF_ABVFP)\n" + "".join(parts))
    return path, len(parts)


def bench_float(braid, programs, work):
    """Measures and prints both tables."""
    solvers = [Solver("braid", [str(braid), "solve"])]
    wuzla, why = bitwuzla(work)
    if wuzla is None:
        print(f"bitwuzla is left out: {why}")
    else:
        solvers.append(wuzla)
    rows, fine = family_rows(solvers, work)
    header = ["family", "queries"] + [cell for solver in solvers for cell in (f"{solver.name} answers", "CPU s")] + ["by all"]
    table.show(f"Floating point: answers within {CAP} CPU seconds, and CPU seconds of the queries that all answer", header, rows)
    path, count = recorded(braid, programs, work)
    path_to_z3 = shutil.which("z3")
    solvers += [Solver("z3", [path_to_z3])] if path_to_z3 else []
    results = [ask(solver, path, 120) for solver in solvers]
    answers = [answers for answers, _ in results]
    fine &= count > 0 and all(ours == theirs for other in answers[1:] for ours, theirs in zip(answers[0], other))
    rows = [["recorded", count, *(f"{len(answers)} in {table.seconds(seconds)} s" for answers, seconds in results)]]
    table.show("Floating point: queries of tests/engine/c/floats, one process", ["", "queries", *(s.name for s in solvers)], rows)
    return fine
