"""Runs a program and prints as JSON how long it took and how much memory, for ``programs.run``.

    python -I -S benchmarks/launch.py COMMAND ...

A program inherits the peak memory of the process that starts it; so that process is this one,
which has imported next to nothing.
"""

import json
import os
import resource
import sys
import time


def main() -> None:
    """Run the command to its end, its output thrown away."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    files = [(os.POSIX_SPAWN_DUP2, nowhere, 1)]
    begin = time.perf_counter()
    process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=files)
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - begin
    print(json.dumps(_answer(seconds, os.waitstatus_to_exitcode(status), usage)))


def _answer(seconds: float, exit_status: int, usage: resource.struct_rusage) -> dict[str, float]:
    return {
        "seconds": seconds,
        "processor_seconds": usage.ru_utime + usage.ru_stime,
        "peak_megabytes": usage.ru_maxrss / 1024,
        "exit_status": exit_status,
    }


if __name__ == "__main__":
    main()
