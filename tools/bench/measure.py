"""CPU time of a command: what the kernel accounts to it (user + system), with a cap.

Wall-clock time on a shared machine measures the neighbours as well. The cap is a limit on CPU time too, so that a solver
that is slow is stopped after the same amount of work everywhere; a command that sleeps is stopped by the clock.
"""
import os
import resource
import signal
import subprocess
import threading
from dataclasses import dataclass

# A command that waits instead of computing is stopped after this many times its CPU cap.
WALL_FACTOR = 20


@dataclass
class Measured:
    """What a run cost and said."""

    seconds: float
    output: str
    errors: str
    # None: ended by itself with `code`; otherwise why it was stopped.
    stopped: str | None
    code: int


def cpu_time(command, cap=60, stdin=None, env=None):
    """Runs `command` and returns its CPU time and output; its children count as well."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (cap, cap + 1))

    child = subprocess.Popen(
        command,
        stdin=stdin if stdin is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        preexec_fn=limit,
        env=env,
    )
    late = threading.Event()

    def stop():
        late.set()
        child.kill()

    clock = threading.Timer(cap * WALL_FACTOR, stop)
    clock.start()
    streams = {}
    readers = [threading.Thread(target=lambda n=n, s=s: streams.__setitem__(n, s.read()))
               for n, s in (("out", child.stdout), ("err", child.stderr))]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    _, status, usage = os.wait4(child.pid, 0)
    clock.cancel()
    spent = usage.ru_utime + usage.ru_stime
    child.returncode = os.waitstatus_to_exitcode(status)
    stopped = None
    if late.is_set():
        stopped = f">{cap} (waiting)"
    elif child.returncode in (-signal.SIGXCPU, -signal.SIGKILL) or (child.returncode and spent > 0.98 * cap):
        # Some solvers catch the signal of the limit and end with a code of their own.
        stopped = f">{cap}"
    return Measured(spent, streams["out"], streams["err"], stopped, child.returncode)


def best_of(times, command, **options):
    """The cheapest of several runs: what disturbs a run only ever makes it slower."""
    return min((cpu_time(command, **options) for _ in range(times)), key=lambda run: run.seconds)
