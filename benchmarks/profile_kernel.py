"""Where the compiled kernel spends its time: shares by source file, by function, and of calls out.

    python -m benchmarks.profile_kernel [--tool callgrind|perf] [--segments N] [--data FOLDER]
                                        [--variant V] [--functions 25] [--unprepared]

The kernel is compiled with debug information (into ``build/``, the installed one stays as it is)
and scores real segments, every so-manyth of all English ones, once to know their words and then
again under the profiler. ``callgrind`` counts instructions, so its figures are the same in every
run and what is called out of the kernel (memory, Python) is told by who called; ``perf`` samples
time, on as many passes as fit into ``--seconds``. What the compiler put inline is told by where it
was written.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.contenders import ScorerProcess, scorer_process
from benchmarks.corpora import ROOT, english_corpora, every, write_corpora

SOURCES: Final = ROOT / "core" / "kernel"
OUTSIDE: Final = "outside the kernel"
DEFAULT_SEGMENTS: Final = {"callgrind": 2_000, "perf": 24_000}
_MAPPED = re.compile(r"^([0-9a-f]+)-[0-9a-f]+ \S+ ([0-9a-f]+) \S+ \S+ +(/.*)$", re.MULTILINE)
_SAMPLE = re.compile(r"^\s*([0-9a-f]+) (.*) \((.*)\)$")


class Place(NamedTuple):
    """Where something was written."""

    file: str
    function: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What was spent, in samples or instructions.

    Attributes:
        segments: that it was spent on.
        inside: by address in the kernel.
        outside: by function elsewhere, whoever called it.
        calls: by address in the kernel and function elsewhere that it called; part of the cost
            outside.
    """

    segments: int = 0
    inside: Counter[int] = field(default_factory=Counter)
    outside: Counter[str] = field(default_factory=Counter)
    calls: Counter[tuple[int, str]] = field(default_factory=Counter)


def main() -> None:
    """Build, profile and print the tables."""
    arguments = _arguments()
    extension = build_with_debug_information()
    corpora = english_corpora(arguments.data)
    step = max(1, sum(corpus.segments for corpus in corpora) // arguments.segments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_corpora(every(step, corpora), folder / "texts")
        profile = callgrind if arguments.tool == "callgrind" else perf
        costs = profile(arguments, extension, folder)
    unit = "instructions" if arguments.tool == "callgrind" else "samples"
    print_tables(costs, places_of(extension, costs), unit, arguments.functions)


def build_with_debug_information() -> Path:
    """The kernel, compiled as for the package but with the names of files and functions."""
    os.environ["CFLAGS"] = "-g"
    sys.path.insert(0, str(ROOT / "core"))
    from hatch_build import build_extension

    return build_extension()


def callgrind(arguments: argparse.Namespace, extension: Path, folder: Path) -> Costs:
    """Instructions of one pass over known words."""
    output = folder / "callgrind.out"
    under = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", "--dump-instr=yes"]
    under += ["--dump-line=no", "--compress-pos=no", "--compress-strings=no"]
    under += [f"--callgrind-out-file={output}"]
    with _process(arguments, extension, folder, under=under) as process:
        process.run()
        _control(process, "on")
        segments = process.run().segments
        _control(process, "off")
    return read_callgrind(output.read_text(encoding="utf-8"), str(extension), segments)


def perf(arguments: argparse.Namespace, extension: Path, folder: Path) -> Costs:
    """Samples of time of passes over known words."""
    data = str(folder / "perf.data")
    segments = 0
    with _process(arguments, extension, folder) as process:
        process.run()
        command = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "5000", "-o", data]
        with subprocess.Popen([*command, "-p", str(process.pid)]) as recorder:
            end = time.monotonic() + arguments.seconds
            while time.monotonic() < end:
                segments += process.run().segments
            recorder.send_signal(signal.SIGINT)
        base = _base_address(process, extension)
        script = ["perf", "script", "-i", data, "-F", "ip,sym,dso"]
        samples = subprocess.run(script, check=True, capture_output=True, text=True).stdout
    return read_samples(samples, str(extension), base, segments)


def read_samples(samples: str, extension: str, base: int, segments: int) -> Costs:
    """The lines that ``perf script`` prints, one a sample."""
    costs = Costs(segments=segments)
    for line in samples.splitlines():
        if found := _SAMPLE.match(line):
            address, function, shared_object = found.groups()
            if shared_object == extension:
                costs.inside[int(address, 16) - base] += 1
            else:
                costs.outside[f"{function} ({Path(shared_object).name})"] += 1
    return costs


def read_callgrind(text: str, extension: str, segments: int) -> Costs:
    """What callgrind wrote: before each cost stands the address in the object that had it."""
    costs = Costs(segments=segments)
    now = {"ob": "", "fn": "", "cob": "", "cfn": ""}
    called = False
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and name in now:
            now[name] = value
            if name == "fn":
                now["cob"] = now["ob"]
        elif line.startswith("calls="):
            called = True
        elif line.startswith("0x"):
            address, cost = (int(number, 0) for number in line.split())
            ours = now["ob"] == extension and not _is_library(now["fn"])
            if called:
                if ours and (now["cob"] != extension or _is_library(now["cfn"])):
                    costs.calls[address, now["cfn"]] += cost
                now["cob"] = now["ob"]  # written only where it differs from the caller's
            elif ours:
                costs.inside[address] += cost
            else:
                costs.outside[f"{_short(now['fn'])} ({Path(now['ob']).name})"] += cost
            called = False
    return costs


def _is_library(function: str) -> bool:
    """Whether it is of the standard library: its templates lie in the kernel's own file."""
    return _short(function).rpartition(" ")[2].startswith(("std::", "__gnu_cxx::"))


def places_of(extension: Path, costs: Costs) -> dict[int, Place]:
    """Where the code at each address was written: in the kernel's sources, however far inlined."""
    addresses = sorted({*costs.inside, *(address for address, _ in costs.calls)})
    answer = subprocess.run(
        ["addr2line", "-a", "-i", "-f", "-C", "-e", str(extension)],
        input="".join(f"{address:#x}\n" for address in addresses),
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    places = {}
    for block in re.split(r"^(?=0x[0-9a-f]+$)", answer, flags=re.MULTILINE):
        if block:
            address, *lines = block.splitlines()
            frames = list(zip(lines[::2], lines[1::2], strict=True))
            places[int(address, 16)] = _innermost(frames)
    return places


def _innermost(frames: Iterable[tuple[str, str]]) -> Place:
    """The innermost frame that is ours; a library's template counts for whoever used it."""
    for function, position in frames:
        path = Path(position.rpartition(":")[0])
        if SOURCES in path.parents:
            return Place(path.name, _short(function))
    return Place("libraries' templates", _short(next(iter(frames), ("?", ""))[0]))


def _short(function: str) -> str:
    """Its name without arguments of templates and functions."""
    previous, function = "", re.sub(r" \[clone [^]]*\]", "", function)
    while previous != function:
        previous, function = function, re.sub(r"<[^<>]*>|\([^()]*\)( const)?", "", function)
    return function.replace("meteorscope::", "").strip() or "?"


def print_tables(costs: Costs, places: dict[int, Place], unit: str, functions: int) -> None:
    """Shares of all cost: by file, by function, and of what the kernel called elsewhere."""
    total = costs.inside.total() + costs.outside.total()
    print(f"{total:,} {unit} for {costs.segments:,} segments: {total / costs.segments:,.3g} each")
    files, functions_own, files_called, calls = (Counter[str]() for _ in range(4))
    for address, cost in costs.inside.items():
        place = places[address]
        files[place.file] += cost
        functions_own[f"{place.file}: {place.function}"] += cost
    for (address, function), cost in costs.calls.items():
        place = places[address]
        files_called[place.file] += cost
        calls[f"{place.file}: {place.function} → {_short(function)}"] += cost
    files[OUTSIDE] = costs.outside.total() - costs.calls.total()
    _print_files(files, files_called, total)
    _print("function, without what it calls", functions_own, total, functions)
    if calls:
        _print("called out of the kernel's sources", calls, total, functions)
    _print("outside, whoever called it", costs.outside, total, functions)


def _print_files(files: Counter[str], called: Counter[str], total: int) -> None:
    print("\n| source file | share | of it, library calls |\n|---|---|---|")
    for file, cost in (files + called).most_common():
        print(f"| {file} | {cost / total:.1%} | {called[file] / total:.1%} |")


def _print(title: str, costs: Counter[str], total: int, rows: int) -> None:
    print(f"\n| {title} | share |\n|---|---|")
    for name, cost in costs.most_common(rows):
        print(f"| {name} | {cost / total:.1%} |")


def _process(
    arguments: argparse.Namespace, extension: Path, folder: Path, under: Sequence[str] = ()
) -> AbstractContextManager[ScorerProcess]:
    options = ["--variant", arguments.variant, "--extension", str(extension)]
    options += ["--unprepared"] if arguments.unprepared else []
    return scorer_process(
        "meteorscope", folder / "texts", *options, implementation="compiled", under=under
    )


def _control(process: ScorerProcess, state: str) -> None:
    command = ["callgrind_control", "-i", state, str(process.pid)]
    subprocess.run(command, check=True, capture_output=True)


def _base_address(process: ScorerProcess, extension: Path) -> int:
    """Where the kernel's first byte was loaded."""
    mapped = Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")
    for start, offset, file in _MAPPED.findall(mapped):
        if file == str(extension) and not int(offset, 16):
            return int(start, 16)
    raise SystemExit(f"{extension} was not loaded; is the compiled implementation there?")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Profile the compiled kernel.")
    parser.add_argument("--tool", choices=["callgrind", "perf"], default="callgrind")
    parser.add_argument("--data", type=Path, help="hyp.*.en and ref.*.en, at any depth")
    parser.add_argument("--segments", type=int, help="about how many; by default as fits the tool")
    parser.add_argument("--seconds", type=float, default=10.0, help="of sampling, for perf")
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--unprepared", action="store_true", help="analyse references every time")
    parser.add_argument("--functions", type=int, default=25, help="rows of a table")
    arguments = parser.parse_args()
    arguments.segments = arguments.segments or DEFAULT_SEGMENTS[arguments.tool]
    return arguments


if __name__ == "__main__":
    main()
