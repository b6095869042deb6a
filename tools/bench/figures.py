"""Figures 4 to 9 of Kuznetsov et al. (2012) in small: parsers instead of coreutils, seconds instead of hours.

Ratios are within one run on one machine. Budgets are wall-clock time, so the machine has to be otherwise idle.
"""
import math

from table import seconds, show

# Programs with an input that keeps forking busy for longer than any budget below.
LARGE = [("csv", 60), ("words", 60), ("header", 60), ("utf8", 60), ("machine", 40), ("percent", 40), ("protocol", 40), ("echo", 12), ("numbers", 12), ("json", 40), ("ini", 24), ("tokens", 24)]
BUDGET_PATHS = "5s"
BUDGET_COVERAGE = "500ms"
SEEDS = range(1, 6)
# A run below this many CPU seconds is mostly the start of the process.
SHORT = 0.05


def mean(values):
    """The geometric mean; none of nothing."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def times(value):
    """How many times, or a dash."""
    return "-" if value is None else f"{value:.2f}x"


def pairs(measured, first, second):
    """The CPU seconds of two modes at each program and size at which both ended, one of them not at once."""
    for (program, bound), found in sorted(measured.items()):
        both = found.get(first), found.get(second)
        if None not in both and max(both) >= SHORT:
            yield program, bound, *both


def figure_4(braid, bitcode, run, fits):
    """Paths in a fixed budget: those that forking ended, and those that joined states stand for, estimated by multiplicity."""
    rows = []
    for name, bound in LARGE:
        module = bitcode(name, bound)
        logs = []
        for mode in ("none", "qce-dynamic"):
            _, report = run(braid, module, [f"--merge={mode}", "--search=random-state", f"--max-time={BUDGET_PATHS}"])
            logs.append(math.log2(max(int(report["paths"]), 1)) if report else None)
            if report and mode != "none" and fits.get(name):
                c1, c2 = fits[name][:2]
                logs[-1] = max(c1 + c2 * report["multiplicity_log2"], 0)
        ratio = "-" if None in logs else f"{(logs[1] - logs[0]) * math.log10(2):+.1f}"
        rows.append([name, bound, *("-" if log is None else f"2^{log:.1f}" for log in logs), ratio])
    show(f"Figure 4: paths in {BUDGET_PATHS}, and the orders of magnitude between them", ["program", "bytes", "forking", "dynamic", "10^"], rows)
    return all("-" not in row for row in rows)


def figure_5(measured):
    """Speed-up of joins over forking, by size."""
    rows = []
    for program in dict.fromkeys(program for program, _ in measured):
        cells = [f"{bound}: {forked / max(joined, 1e-3):.1f}x" for name, bound, forked, joined in pairs(measured, "forking", "static") if name == program]
        rows.append([program, ", ".join(cells) or "-"])
    show("Figure 5: CPU of forking over CPU of static, by bytes of input", ["program", "speed-up"], rows)


def figure_6(measured):
    """The scatter plot of forking and static in numbers."""
    points = list(pairs(measured, "forking", "static"))
    late = [key for key, found in measured.items() if found.get("forking") is None and found.get("static") is not None]
    lost = [f"{name} {bound}" for name, bound, forked, joined in points if joined > forked]
    rows = [
        ["both ended", len(points)],
        ["of these static faster", len(points) - len(lost)],
        ["geometric mean of the speed-up", times(mean(forked / max(joined, 1e-3) for _, _, forked, joined in points))],
        ["only static ended", len(late)],
        ["static slower", ", ".join(lost) or "-"],
    ]
    show("Figure 6: forking against static", ["points", ""], rows)


def figure_8(braid, bitcode, run):
    """Lines covered in a short budget under the search for new lines: mean over seeds."""
    rows, modes = [], ("none", "qce-static", "qce-dynamic")
    for name, bound in LARGE:
        module, cells, total = bitcode(name, bound), [], 0
        for mode in modes:
            covered = []
            for seed in SEEDS:
                flags = [f"--merge={mode}", f"--seed={seed}", f"--max-time={BUDGET_COVERAGE}"]
                _, report = run(braid, module, flags + ([] if mode == "qce-static" else ["--search=nurs:covnew"]))
                if report:
                    covered.append(report["coverage"]["lines_covered"])
                    total = report["coverage"]["lines_total"]
            cells.append(f"{sum(covered) / len(covered):.1f}" if covered else "-")
        rows.append([name, bound, total, *cells])
    show(f"Figure 8: lines covered in {BUDGET_COVERAGE}, mean of {len(SEEDS)} seeds", ["program", "bytes", "lines", "forking", "static", "dynamic"], rows)
    return all("-" not in row for row in rows)


def figure_9(measured):
    """Dynamic against static in exhaustive runs."""
    points = list(pairs(measured, "static", "dynamic"))
    rows = [[name, bound, seconds(static), seconds(dynamic), times(dynamic / max(static, 1e-3))] for name, bound, static, dynamic in points]
    late = [f"{name} {bound}" for (name, bound), found in measured.items() if found.get("static") is not None and found.get("dynamic") is None]
    show("Figure 9: CPU of static and dynamic, where one takes more than 0.05 s", ["program", "bytes", "static", "dynamic", "ratio"], rows)
    print(f"geometric mean {times(mean(dynamic / max(static, 1e-3) for _, _, static, dynamic in points))} (paper: 1.15x); only static ended: {', '.join(late) or '-'}")
