"""``meteor-lsp check``: the findings of the server as lines of text or as JSON."""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meteor_core import CorpusResult, InputError, Meteor, ParameterError, configure
from meteor_core.alignment_format import corpus_json
from meteor_core.command_line.output import counted, write_line
from meteor_core.line_files import read_segments

from .findings import Finding, find
from .options import Options
from .pairing import Pair, pair_of
from .scores import PairScores

_DEFAULTS = Options()
_BAD_INPUT = 2


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``check`` to the subcommands."""
    parser = commands.add_parser(
        "check",
        help="print what the server would say of these files",
        description="Print what the server would say of pairs of files, one finding a line: "
        "FILE:LINE:COLUMN: code: message. Name either file of a pair, or both.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a hypothesis X.hyp.EXT")
    parser.add_argument("-v", "--variant", default=_DEFAULTS.variant, metavar="VARIANT")
    parser.add_argument(
        "-l",
        "--language",
        default=_DEFAULTS.language,
        metavar="LANG",
        help="for files whose name does not tell it (default en)",
    )
    parser.add_argument(
        "--low-score",
        type=float,
        default=_DEFAULTS.low_score,
        metavar="SCORE",
        help=f"report segments below this (default {_DEFAULTS.low_score:g})",
    )
    parser.add_argument(
        "--fail-under",
        type=float,
        metavar="SCORE",
        help="exit with status 1 if a file's score is below this",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")


def check(arguments: argparse.Namespace) -> int:
    """Check the files and print what there is to say."""
    if not 0 <= arguments.low_score <= 1:
        raise ParameterError(f"--low-score is {arguments.low_score}, but has to be from 0 to 1")
    configure(variant=arguments.variant, language=arguments.language)  # refuse bad names first
    pairs = dict.fromkeys(_pair(name) for name in arguments.files)
    checked: list[_Checked] = []
    unreadable = False
    for pair in pairs:
        try:
            checked.append(_check_pair(pair, arguments))
        except InputError as error:  # what is wrong with one file says nothing of the others
            unreadable = True
            print(f"meteor-lsp: error: {error}", file=sys.stderr)
            continue
        if arguments.format == "text":
            _print_text(checked[-1])
    if arguments.format == "json":
        write_line(json.dumps([_json(one) for one in checked], indent=2))
    if unreadable:
        return _BAD_INPUT
    limit = arguments.fail_under
    return int(limit is not None and any(one.corpus.score < limit for one in checked))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checked:
    pair: Pair
    findings: list[Finding]
    corpus: CorpusResult


def _pair(name: str) -> Pair:
    pair = pair_of(Path(name))
    if pair is None:
        raise InputError(
            f"{name} has no partner by its name; name pairs X.hyp.EXT and X.ref.EXT, "
            "such as news.hyp.de and news.ref.de, or X.mt.EXT and X.pe.EXT"
        )
    return pair


def _check_pair(pair: Pair, arguments: argparse.Namespace) -> _Checked:
    scores = PairScores(Meteor(arguments.variant, pair.language or arguments.language))
    scores.set_texts(
        list(read_segments(str(pair.hypothesis))), list(read_segments(str(pair.reference)))
    )
    findings = sorted(find(scores, arguments.low_score), key=lambda finding: finding.line)
    return _Checked(pair=pair, findings=findings, corpus=scores.corpus())


def _print_text(checked: _Checked) -> None:
    file = checked.pair.hypothesis
    for finding in checked.findings:
        place = f"{file}:{finding.line + 1}:{finding.columns[0] + 1}"
        write_line(f"{place}: {finding.severity.value}: {finding.code}: {finding.message}")
    corpus, count = checked.corpus, len(checked.findings)
    segments = counted(corpus.segments, "segment", "segments")
    findings = counted(count, "finding", "findings")
    write_line(f"{file}: METEOR {corpus.score:.4f}, {segments}, {findings}  {corpus.signature}")


def _json(checked: _Checked) -> dict[str, Any]:
    return {
        "hypothesis": str(checked.pair.hypothesis),
        "reference": str(checked.pair.reference),
        **corpus_json(checked.corpus),
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity.value,
                "line": finding.line + 1,
                "columns": list(finding.columns),
                "message": finding.message,
                "score": finding.score,
            }
            for finding in checked.findings
        ],
    }
