"""Parse the program's options."""

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ...errors import ParameterError
from ...meteor15.java_strings import JAVA_WHITESPACE

_WITH_VALUE: Final = MappingProxyType(
    {
        "-l": "language",
        "-t": "task",
        "-p": "parameters",
        "-m": "modules",
        "-w": "weights",
        "-r": "references",
        "-x": "beam",
        "-s": "word_list",
        "-d": "synonym_folder",
        "-a": "paraphrase_file",
        "-f": "prefix",
        "-new": "new_language",
        "--meteor-home": "meteor_home",
        "--correct": "corrections",
        "--align": "align",
    }
)
_ALONE: Final = MappingProxyType(
    {
        "-ch": "characters",
        "-q": "quiet",
        "-writeAlignments": "write_alignments",
        "-norm": "normalize",
        "-lower": "lower",
        "-noPunct": "no_punctuation",
        "-sgml": "sgml",
        "-stdio": "stdio",
        "-mira": "stdio",
        "-vOut": "verbose",
        "-ssOut": "statistics",
    }
)
_JAVA_NUMBER: Final = re.compile(
    r"[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[fFdD]?"
)
_JAVA_INTEGER: Final = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramOptions:
    """The options on the command line; ``None`` or False where one is not given.

    Attributes:
        test: file of hypotheses.
        reference: file of references.
        language: -l, under one of the program's names.
        task: -t.
        parameters: -p, alpha, beta, gamma and delta.
        modules: -m, names of stages.
        weights: -w, by place.
        references: -r, how many lines of references there are for each hypothesis.
        beam: -x, alignments that the search keeps.
        word_list: -s, file of function words.
        synonym_folder: -d.
        paraphrase_file: -a.
        prefix: -f, what names of written files begin with.
        new_language: -new, folder of a language that the program does not know.
        meteor_home: --meteor-home, folder or jar of METEOR 1.5.
        corrections: --correct, METEOR 1.5 bugs to fix.
        align: --align, name of a search.
        characters: -ch, lengths and matches count characters.
        quiet: -q, segment scores go to standard error.
        write_alignments: -writeAlignments.
        normalize: -norm.
        lower: -lower.
        no_punctuation: -noPunct.
        sgml: -sgml, what the files are.
        stdio: -stdio or -mira, lines of standard input are answered.
        verbose: -vOut, precision, recall and penalty beside the score.
        statistics: -ssOut, statistics in place of scores.
    """

    test: str
    reference: str
    language: str | None = None
    task: str | None = None
    parameters: tuple[float, ...] | None = None
    modules: tuple[str, ...] | None = None
    weights: tuple[float, ...] | None = None
    references: int = 1
    beam: int | None = None
    word_list: str | None = None
    synonym_folder: str | None = None
    paraphrase_file: str | None = None
    prefix: str = "meteor"
    new_language: str | None = None
    meteor_home: str | None = None
    corrections: tuple[str, ...] = ()
    align: str | None = None
    characters: bool = False
    quiet: bool = False
    write_alignments: bool = False
    normalize: bool = False
    lower: bool = False
    no_punctuation: bool = False
    sgml: bool = False
    stdio: bool = False
    verbose: bool = False
    statistics: bool = False


def parse_options(words: Sequence[str]) -> ProgramOptions:
    """Parse a command line: two files, then options in any order.

    Of an option that is given twice the last counts.

    Raises:
        ParameterError: a file is missing, an option unknown or without its value, or a value is
            not what it must be.
    """
    if len(words) < 2:
        raise ParameterError("give a test file and a reference file; with -stdio - and -")
    values, flags = sorted_words(words[2:], _WITH_VALUE, _ALONE)
    return _options(words[0], words[1], values, flags)


def sorted_words(
    words: Iterable[str], with_value: Mapping[str, str], alone: Mapping[str, str]
) -> tuple[dict[str, str], set[str]]:
    """Split words of a command line into options with values, and flags.

    Raises:
        ParameterError: an option is unknown or without its value.
    """
    values: dict[str, str] = {}
    flags: set[str] = set()
    rest = iter(words)
    for word in rest:
        if word in alone:
            flags.add(alone[word])
        elif word in with_value:
            values[with_value[word]] = _value(word, next(rest, None))
        else:
            raise _unknown(word)
    return values, flags


def java_words(text: str) -> list[str]:
    """Split a text into words as ``StringTokenizer`` does."""
    return re.findall(f"[^{JAVA_WHITESPACE}]+", text)


def java_number(text: str) -> float:
    """Parse a number like ``Double.parseDouble``, except hexadecimal ones.

    Raises:
        ValueError: it is not a number for Java, be it one for Python.
    """
    if not _JAVA_NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is not a number")
    return float(text.rstrip("fFdD") if text[-1] in "fFdD" else text)


def _unknown(word: str) -> ParameterError:
    if word == "-e":
        return ParameterError(
            "-e is not an option of METEOR 1.5's jar, only of source published after it; "
            "leave it out"
        )
    return ParameterError(f'Unknown option "{word}"; --help has the known ones')


def _value(option: str, word: str | None) -> str:
    if word is None:
        raise ParameterError(f"{option} is the last word, but needs a value after it")
    return word


def _options(
    test: str, reference: str, values: Mapping[str, str], flags: AbstractSet[str]
) -> ProgramOptions:
    modules, corrections = values.get("modules"), values.get("corrections", "")
    return ProgramOptions(
        test=test,
        reference=reference,
        language=values.get("language"),
        task=values.get("task"),
        parameters=_numbers("-p", values.get("parameters"), at_least=4),
        modules=None if modules is None else tuple(name.lower() for name in java_words(modules)),
        weights=_numbers("-w", values.get("weights"), at_least=0),
        references=_whole_number("-r", values.get("references", "1")),
        beam=_whole_number("-x", values["beam"]) if "beam" in values else None,
        word_list=values.get("word_list"),
        synonym_folder=values.get("synonym_folder"),
        paraphrase_file=values.get("paraphrase_file"),
        prefix=values.get("prefix", "meteor"),
        new_language=values.get("new_language"),
        meteor_home=values.get("meteor_home"),
        corrections=tuple(name.strip() for name in corrections.split(",") if name.strip()),
        align=values.get("align"),
        characters="characters" in flags,
        quiet="quiet" in flags,
        write_alignments="write_alignments" in flags,
        normalize="normalize" in flags,
        lower="lower" in flags,
        no_punctuation="no_punctuation" in flags,
        sgml="sgml" in flags,
        stdio="stdio" in flags,
        verbose="verbose" in flags,
        statistics="statistics" in flags,
    )


def _numbers(option: str, text: str | None, *, at_least: int) -> tuple[float, ...] | None:
    if text is None:
        return None
    try:
        numbers = tuple(map(java_number, java_words(text)))
    except ValueError as error:
        raise ParameterError(
            f"{option} is '{text}', but {error}; for example '0.85 0.2 0.6 0.75'"
        ) from None
    if len(numbers) < at_least:
        raise ParameterError(
            f"{option} is '{text}', but must be {at_least} numbers: alpha, beta, gamma and delta"
        )
    return numbers


def _whole_number(option: str, text: str) -> int:
    if not _JAVA_INTEGER.fullmatch(text) or int(text) < 1:
        raise ParameterError(f"{option} is '{text}', but must be a whole number, 1 or more")
    return int(text)
