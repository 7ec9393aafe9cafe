"""Arguments that several subcommands share."""

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from ..search import DEFAULT_BEAM_WIDTH
from ..variants import DEFAULT_VARIANT, VARIANTS


class OneLineParser(argparse.ArgumentParser):
    """Answers a mistake in one line instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        """Say what was wrong and where help is; exit status 2."""
        self.exit(2, f"{self.prog}: error: {message}; see {self.prog} --help\n")


def add_files(parser: argparse.ArgumentParser) -> argparse.Action:
    """The hypothesis and its references, which are returned."""
    parser.add_argument("hypothesis", metavar="HYP", help="hypothesis file, one segment a line")
    return parser.add_argument(
        "references",
        metavar="REF",
        nargs="+",
        help="reference file, aligned line by line; with several the best counts for each "
        "segment; - reads standard input",
    )


def add_metric(parser: argparse.ArgumentParser) -> None:
    """The variant and what overrides it."""
    metric = parser.add_argument_group("metric", "a variant, and what to change in it")
    metric.add_argument(
        "-v",
        "--variant",
        default=DEFAULT_VARIANT,
        metavar="VARIANT",
        help=f"{', '.join(VARIANTS)} (default {DEFAULT_VARIANT}); see 'meteorscope variants'",
    )
    metric.add_argument(
        "-l",
        "--language",
        default="en",
        metavar="LANG",
        help="language of the target text, a code such as de or pt-BR (default en); decides "
        "stems and synonyms",
    )
    metric.add_argument(
        "--tokenize",
        metavar="NAME",
        help="words, words-no-punctuation, whitespace or characters; for METEOR 1.5 meteor-1.5, "
        "meteor-1.5-no-punctuation, meteor-1.5-lower or meteor-1.5-none",
    )
    metric.add_argument(
        "--stages",
        type=_names,
        metavar="NAMES",
        help="what counts as a match, in order: exact,stem,synonym,paraphrase or fewer",
    )
    metric.add_argument(
        "--weights", type=_numbers, metavar="NUMBERS", help="one for each stage, such as 1,.6,.8"
    )
    metric.add_argument(
        "--align",
        metavar="SEARCH",
        help="optimal (fewest chunks, proved), staged (stage after stage, fewest crossings), "
        "greedy (as NLTK) or beam (as METEOR 1.5)",
    )
    metric.add_argument(
        "--beam-width",
        type=int,
        default=DEFAULT_BEAM_WIDTH,
        metavar="N",
        help=f"alignments that the search beam keeps (default {DEFAULT_BEAM_WIDTH})",
    )
    metric.add_argument("--alpha", type=float, metavar="A", help="weight of recall, 0 to 1")
    metric.add_argument("--beta", type=float, metavar="B", help="exponent of the penalty")
    metric.add_argument("--gamma", type=float, metavar="G", help="largest penalty, 0 to 1")
    metric.add_argument(
        "--delta",
        type=float,
        metavar="D",
        help="weight of content against function words, 0 to 1 (default: both count alike)",
    )
    _add_meteor_1_5(parser)


def _add_meteor_1_5(parser: argparse.ArgumentParser) -> None:
    program = parser.add_argument_group(
        "METEOR 1.5", "for --variant meteor-1.5; its files come with 'meteorscope[meteor-1-5]'"
    )
    program.add_argument(
        "--task",
        metavar="TASK",
        help="what its parameters are tuned to: rank, adq, hter, util, li, tune or universal",
    )
    program.add_argument(
        "--correct",
        type=_names,
        default=(),
        metavar="NAMES",
        help="what it shall not get wrong: function-words (those of the language, not English "
        "ones), part-of-speech (synonyms of the same one), exact-words (not their hash codes)",
    )
    program.add_argument(
        "--meteor-home",
        metavar="PATH",
        help="its folder or jar (default: METEOR_HOME, else the package pycocoevalcap)",
    )


def meteor_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The arguments of ``Meteor`` that the command line asks for."""
    return {
        "variant": arguments.variant,
        "language": arguments.language,
        "tokenizer": arguments.tokenize,
        "stages": arguments.stages,
        "weights": arguments.weights,
        "align": arguments.align,
        "alpha": arguments.alpha,
        "beta": arguments.beta,
        "gamma": arguments.gamma,
        "delta": arguments.delta,
        "beam_width": arguments.beam_width,
        "task": arguments.task,
        "corrections": arguments.correct,
        "meteor_home": arguments.meteor_home,
    }


def _names(text: str) -> Sequence[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _numbers(text: str) -> Sequence[float]:
    try:
        return [float(number) for number in text.split(",")]
    except ValueError:
        message = f"'{text}' is not a list of numbers such as 1,.6,.8"
        raise argparse.ArgumentTypeError(message) from None
