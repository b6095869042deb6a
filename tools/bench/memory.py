"""The memory rows: what terms cost, and whether a long run of queries keeps growing."""
import table
from measure import cpu_time

# The goals that these figures are held to.
TERMS = 10_000_000
TERMS_LIMIT = 400_000_000
QUERIES = 1_000_000


def fields(run):
    """The `name=value` words that braid-bench prints."""
    return dict(word.split("=") for word in run.output.split() if "=" in word)


def bench_memory(bench):
    """Measures and prints the table of memory."""
    terms = fields(cpu_time([str(bench), "terms", str(TERMS)], cap=300))
    queries = fields(cpu_time([str(bench), "queries", str(QUERIES)], cap=600))
    rows = []
    if terms:
        rows.append([f"{TERMS:,} distinct small terms, peak", f"{int(terms['peak_bytes']) / 1e6:.0f} MB", f"{TERMS_LIMIT / 1e6:.0f} MB",
                     f"{float(terms['cpu_seconds']):.1f} s"])
    if queries:
        rows.append([f"resident after {QUERIES // 10:,} queries", f"{int(queries['early_bytes']) / 1e6:.1f} MB", "", ""])
        rows.append([f"resident after {QUERIES:,} queries", f"{int(queries['late_bytes']) / 1e6:.1f} MB", "no growth",
                     f"{float(queries['cpu_seconds']):.1f} s"])
    table.show("Memory", ["what", "measured", "goal", "CPU"], rows)
