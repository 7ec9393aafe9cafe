"""The tables of docs/performance.md on speed: Meteorscope, NLTK and METEOR 1.5 in one run.

    python benchmarks/compare.py [--data FOLDER] [--meteor-jar FILE] [--rounds 5] [--every N]
                                 [--only speed,first-pass,meteor-1.5,one-by-one,lengths,...]
                                 [--clock wall|processor]
                                 [--write]

Scores every ``hyp.SYSTEM.en`` against every ``ref.NAME.en`` beside it, anywhere in the folder;
without a folder, real data beside the repository, or else its own examples, which are enough to
see that the program works and too few to measure. METEOR 1.5 is run where its jar is given or the
package pycocoevalcap is installed, the compiled kernel where it was built. ``--write`` puts the
tables into docs/performance.md.

The rules, which are the same for everybody:

- All contenders run on one core, each in a process of its own, in turn, round after round; a
  figure is the median of the rounds. METEOR 1.5 gets one processor too.
- Texts come as lists of strings (METEOR 1.5: as files). Tokenisation is included, and every
  segment gets a score of its own.
- Warm: all words of the texts have been seen in a pass before, and a turn takes a second at least,
  in as many passes as that needs. METEOR 1.5 is timed without its start-up, as the time for all
  texts twice less the time for all texts once.
- Cold: the first pass of a process, in which everything is loaded and every word is new.
"""

import argparse
import platform
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from benchmarks import files, first_pass, lengths, meteor_1_5, one_by_one, scale, speed, start_up
from benchmarks.contenders import installed_jar
from benchmarks.corpora import ROOT, all_pairs, english_corpora, every
from benchmarks.programs import implementations
from benchmarks.setting import Setting
from benchmarks.tables import replace_section
from tests.core.wordnet_files import write_dictionary

DOCUMENT: Final = ROOT / "docs" / "performance.md"
SECTIONS: Final = {
    "speed": speed.section,
    "first-pass": first_pass.section,
    "meteor-1.5": meteor_1_5.section,
    "one-by-one": one_by_one.section,
    "lengths": lengths.section,
    "scale": scale.section,
    "start-up": start_up.section,
    "files": files.section,
}


def main() -> None:
    """Measure, print, and write what was asked for."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_dictionary(folder / "nltk" / "corpora" / "wordnet")
        setting = Setting(
            corpora=every(arguments.every, english_corpora(arguments.data)),
            rounds=arguments.rounds,
            clock=arguments.clock,
            sizes=arguments.sizes,
            implementations=implementations(),
            jar=arguments.meteor_jar,
            folder=folder,
        )
        print(described(setting), end="\n\n")
        for section in arguments.only:
            content = SECTIONS[section](setting)
            print(f"## {section}\n\n{content}\n", flush=True)
            if arguments.write:
                replace_section(DOCUMENT, section, content)
        if arguments.write:
            replace_section(DOCUMENT, "machine", described(setting))


def described(setting: Setting) -> str:
    """The machine, the programs and the texts."""
    pairs = all_pairs(setting.corpora)
    words = sum(len(hypothesis.split()) for hypothesis, _ in pairs) / len(pairs)
    texts = ", ".join(f"{len(each.systems)} systems of {each.name}" for each in setting.corpora)
    return (
        f"{_processor()}, Python {platform.python_version()}, {_java()}. {len(pairs):,} segments "
        f"of {words:.1f} words between spaces on average: {texts}."
    )


def _processor() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(": ")[2]
    return platform.processor() or platform.machine()


def _java() -> str:
    with suppress(OSError):
        done = subprocess.run(["java", "-version"], check=False, capture_output=True, text=True)
        return " ".join(done.stderr.split("\n", 1)[0].replace('"', "").split()[::2])
    return "no Java"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the speed of METEOR programs.")
    parser.add_argument("--data", type=Path, help="hyp.*.en and ref.*.en, at any depth")
    parser.add_argument("--meteor-jar", type=Path, default=installed_jar())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th segment")
    parser.add_argument("--only", type=_sections, default=list(SECTIONS), metavar="SECTION,...")
    parser.add_argument("--sizes", type=_sizes, default=scale.SIZES, metavar="LINES,...")
    parser.add_argument("--clock", choices=["wall", "processor"], default="wall")
    parser.add_argument("--write", action="store_true", help=f"into {DOCUMENT.relative_to(ROOT)}")
    return parser.parse_args()


def _sections(names: str) -> list[str]:
    sections = names.split(",")
    if unknown := set(sections) - set(SECTIONS):
        raise argparse.ArgumentTypeError(f"{sorted(unknown)}; choose from {sorted(SECTIONS)}")
    return sections


def _sizes(numbers: str) -> list[int]:
    return [int(number) for number in numbers.split(",")]


if __name__ == "__main__":
    main()
