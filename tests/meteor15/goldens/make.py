"""Makes ``goldens.tsv``: what METEOR 1.5 itself prints for the sentences here.

    python tests/meteor15/goldens/make.py

needs Java and the package pycocoevalcap. Each row has the language and the options, the hypothesis,
its references, the 23 statistics that the program prints with ``-ssOut``, and the score that it
prints without. ``paraphrases.tsv`` is the table of paraphrases that it is given with ``-a``, in
place of its own.
"""

import gzip
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parents[2] / "core"))

from meteor_core.meteor15.home import find_home  # noqa: E402  # from this checkout


class Setting(NamedTuple):
    """How the program is called: its own words for the language, and other options."""

    language: str
    program_language: str
    options: str


_SETTINGS: Final = [
    *(Setting("en", "en", options) for options in ("-norm", "-norm -noPunct", "-lower", "")),
    *(Setting("en", "en", f"-norm -t {t}") for t in ("adq", "hter", "util", "li", "tune")),
    Setting("en", "en", "-norm -t universal"),
    Setting("en", "en", "-norm -m 'exact synonym stem'"),
    Setting("en", "en", "-norm -x 1"),
    Setting("cs", "cz", "-norm -m exact"),
    *(Setting(code, code, "-norm -m 'exact stem'") for code in ("fr", "es", "de", "ru")),
    *(Setting(code, code, "-norm") for code in ("fr", "es", "de", "ru")),
    Setting("cs", "cz", "-norm"),
    *(Setting(code, code, "-lower") for code in ("it", "nl", "pt", "da", "no", "fi", "hu", "ro")),
    Setting("tr", "tr", "-lower"),
    Setting("sv", "se", "-lower"),
    Setting("other", "other", "-lower"),
]


def sentences(language: str) -> list[tuple[str, list[str]]]:
    """Hypotheses with their references; English ones with two, of which one is the next."""
    lines = (FOLDER / "sentences.tsv").read_text(encoding="utf-8").split("\n")[:-1]
    pairs = [line.split("\t")[1:] for line in lines if line.startswith(f"{language}\t")]
    following = [*pairs[1:], pairs[0]]
    if language != "en":
        return [(hypothesis, [reference]) for hypothesis, reference in pairs]
    return [(h, [r, other]) for (h, r), (_, other) in zip(pairs, following, strict=True)]


def rows(setting: Setting) -> list[list[str]]:
    """The rows of the table for one way to call the program."""
    segments = sentences(setting.language)
    with tempfile.TemporaryDirectory() as folder:
        command = _command(setting, segments, Path(folder))
        statistics = _printed([*command, "-ssOut"])
        scores = re.findall(
            r"^Segment \d+ score:\t(.*)$", "\n".join(_printed(command)), re.MULTILINE
        )
    return [
        [setting.language, setting.options, hypothesis, *_two(references), counts, score]
        for (hypothesis, references), counts, score in zip(
            segments, statistics, scores, strict=True
        )
    ]


def _two(references: list[str]) -> list[str]:
    return [references[0], references[1] if len(references) > 1 else "-"]


def _command(setting: Setting, segments: list[tuple[str, list[str]]], folder: Path) -> list[str]:
    hypotheses, references = folder / "hypotheses", folder / "references"
    hypotheses.write_text("".join(f"{h}\n" for h, _ in segments), encoding="utf-8")
    interleaved = [reference for _, several in segments for reference in several]
    references.write_text("".join(f"{r}\n" for r in interleaved), encoding="utf-8")
    table = folder / "paraphrases.gz"
    written = (FOLDER / "paraphrases.tsv").read_text(encoding="utf-8")
    table.write_bytes(gzip.compress(written.replace("\t", "\n").encode()))
    options = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", setting.options)]
    return [
        *("java", "-Xmx1G", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"),
        *("-jar", str(find_home().jar), str(hypotheses), str(references)),
        *("-l", setting.program_language, "-r", str(len(segments[0][1])), "-a", str(table)),
        *options,
    ]


def _printed(command: list[str]) -> list[str]:
    done = subprocess.run(command, check=True, capture_output=True)
    return done.stdout.decode().split("\n")[:-1]


def table() -> list[list[str]]:
    """All rows."""
    return [row for setting in _SETTINGS for row in rows(setting)]


if __name__ == "__main__":
    lines = ("\t".join(row) + "\n" for row in table())
    (FOLDER / "goldens.tsv").write_text("".join(lines), encoding="utf-8")
