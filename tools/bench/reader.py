"""The reader's rows: reading and verifying a large module, against the LLVM that produced it, in the same run.

`braid-bench read` decodes every body and verifies the module; `opt --passes=verify -disable-output` does the same.
Memory is the peak of the process above that of a run that reads nothing. Start is opening the module with its bodies
left undecoded.
"""
import shutil
import subprocess
import sys
from pathlib import Path

import table
from measure import best_of

HERE = Path(__file__).resolve().parent
# LLVM versions that can both produce the module and be compared with.
VERSIONS = [14, 15, 16, 19]
# What the reader is held to.
GOALS = "goals: opt / braid at least 4x, memory at most 6x the file, start under 5 ms"


def fields(run):
    """The `name=value` words that braid-bench prints."""
    return dict(word.split("=") for word in run.output.split() if "=" in word)


def module(version, level, work):
    """Compiles the generated program with one clang, or says why not."""
    source, target = work / "big.c", work / f"big-{version}-O{level}.bc"
    clang = shutil.which(f"clang-{version}")
    if not clang or not shutil.which(f"opt-{version}"):
        return None
    if not source.exists() or source.stat().st_mtime < (HERE / "generate_c.py").stat().st_mtime:
        source.write_text(subprocess.run([sys.executable, str(HERE / "generate_c.py")], check=True, capture_output=True, text=True).stdout)
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        subprocess.run([clang, "-g", f"-O{level}", "-c", "-emit-llvm", "-w", str(source), "-o", str(target)], check=True)
    return target


def row(bench, version, level, path):
    """Measures one module; None if braid cannot read it."""
    opt = best_of(5, [f"opt-{version}", "--passes=verify", "-disable-output", str(path)])
    read = best_of(5, [str(bench), "read", str(path)])
    opened = best_of(5, [str(bench), "open", str(path)])
    empty = best_of(5, [str(bench), "empty"])
    if read.code != 0 or opened.code != 0:
        print(f"braid-bench failed on {path.name}: {read.errors or opened.errors}", file=sys.stderr)
        return None
    size = path.stat().st_size
    peak = (int(fields(read)["peak_bytes"]) - int(fields(empty)["peak_bytes"])) / size
    return [f"clang-{version} -O{level} -g", fields(read)["instructions"], f"{size / 1e6:.2f} MB", table.seconds(opt.seconds),
            table.seconds(read.seconds), table.ratio(opt.seconds / read.seconds), f"{peak:.1f}x",
            f"{float(fields(opened)['open_seconds']) * 1000:.2f} ms"]


def bench_reader(bench, work):
    """Measures and prints the table of the reader."""
    rows, complete = [], True
    for version in VERSIONS:
        for level in (0, 2):
            path = module(version, level, work)
            if path is None:
                continue
            measured = row(bench, version, level, path)
            complete &= measured is not None
            rows += [measured] if measured else []
    header = ["module", "instructions", "file", "opt verify, CPU s", "braid, CPU s", "opt / braid", "memory / file", "start"]
    if rows:
        table.show(f"Reader: reading and verifying one module with debug information ({GOALS})", header, rows)
    else:
        print("\nReader: no clang with its opt is installed; nothing measured")
    return complete
