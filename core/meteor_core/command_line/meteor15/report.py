"""Format the program's output besides the scores of segments, and its file of alignments."""

from collections.abc import Callable, Iterator
from typing import Final

from ...meteor15.eval_statistics import EvalStatistics
from ...meteor15.java_strings import java_double
from ...meteor15.languages import METEOR_LANGUAGES
from ...score.alignment import Alignment, TokenRow
from .scorer import Scored
from .settings import ProgramSettings

VERSION: Final = "1.5"

_TASKS: Final = {
    "adq": "Adequacy",
    "rank": "Ranking",
    "hter": "HTER",
    "li": "Language-Independent",
    "tune": "Tune",
    "util": "Translator-Utility",
    "universal": "Universal",
    "custom": "Custom",
}
_CONTROLS: Final = "".join(map(chr, range(0x21)))  # what Java's trim takes away
_COLUMNS: Final = "Line2Start:Length\tLine1Start:Length\tModule\t\tScore"
_SHORT_NAMES: Final = {"exact": "ex", "stem": "st", "synonym": "sy", "paraphrase": "pa"}
_RULER: Final = (
    "           Test Matches                  Reference Matches\n"
    "Stage      Content  Function    Total    Content  Function    Total"
)


def header(settings: ProgramSettings, *, sgml: bool) -> Iterator[str]:
    """Yield the first lines of the output."""
    name = settings.language_name
    yield f"Meteor version: {VERSION}"
    yield ""
    yield f"Eval ID:        {evaluation_id(settings)}"
    yield ""
    yield f"Language:       {name[0].upper()}{name[1:]}"
    yield f"Format:         {'SGML' if sgml else 'plaintext'}"
    yield f"Task:           {_TASKS[settings.task]}"
    yield f"Modules:        {' '.join(settings.modules)}"
    yield f"Weights:        {' '.join(map(java_double, settings.weights))}"
    yield f"Parameters:     {' '.join(map(java_double, settings.parameters))}"
    yield ""


def evaluation_id(settings: ProgramSettings) -> str:
    """Return the program's signature, which omits the beam, references and files."""
    return "-".join(
        (
            f"meteor-{VERSION}",
            "ch" if settings.characters else "wo",
            METEOR_LANGUAGES[settings.language].short_name,
            settings.normalization,
            "_".join(map(java_double, settings.parameters)),
            "_".join(_SHORT_NAMES[name] for name in settings.modules),
            "_".join(map(java_double, settings.weights)),
        )
    )


def table(scored: Scored, settings: ProgramSettings, title: str) -> Iterator[str]:
    """Yield the statistics of a system and its score, under a title."""
    statistics, measures = scored.statistics, scored.measures
    rows = [_row(statistics, stage) for stage in range(len(settings.weights))]
    unit = "char" if settings.characters else "word"
    yield title
    yield ""
    yield _RULER
    for number, row in enumerate(rows, 1):
        yield f"{number:<11}{_cells(row)}"
    yield f"Total      {_cells([sum(column) for column in zip(*rows, strict=True)] or [0.0] * 6)}"
    yield ""
    yield f"Test {unit}s:             {_whole(statistics.hypothesis_length)}"
    yield f"Reference {unit}s:        {_whole(statistics.reference_length)}"
    yield f"Chunks:                 {_whole(statistics.chunks)}"
    yield f"Precision:              {java_double(measures.precision)}"
    yield f"Recall:                 {java_double(measures.recall)}"
    yield f"f1:                     {java_double(measures.f1)}"
    yield f"fMean:                  {java_double(measures.f_mean)}"
    yield f"Fragmentation penalty:  {java_double(measures.penalty)}"
    yield ""
    yield f"Final score:            {java_double(measures.score)}"


def alignment_block(header: str, alignment: Alignment, fold: Callable[[str], str]) -> str:
    """Return a block: a header, both texts, the matches, an empty line."""
    links = sorted(alignment.links, key=lambda link: link[2])
    rows = [
        f"{reference}:{reference_end - reference}\t\t\t{start}:{end - start}\t\t\t{stage}\t\t1.0"
        for start, end, reference, reference_end, stage in links
    ]
    texts = [_folded_text(row, fold) for row in (alignment.hypothesis, alignment.reference)]
    return "\n".join([header, *texts, _COLUMNS, *rows, "", ""])


def _folded_text(row: TokenRow, fold: Callable[[str], str]) -> str:
    return " ".join(map(fold, row.surfaces())).strip(_CONTROLS)


def _row(statistics: EvalStatistics, stage: int) -> list[float]:
    test = statistics.hypothesis_content_matches[stage]
    test_function = statistics.hypothesis_function_matches[stage]
    reference = statistics.reference_content_matches[stage]
    reference_function = statistics.reference_function_matches[stage]
    return [
        *(test, test_function, test + test_function),
        *(reference, reference_function, reference + reference_function),
    ]


def _cells(row: list[float]) -> str:
    return "{:>7}   {:>7}  {:>7}    {:>7}   {:>7}  {:>7}".format(*map(_whole, row))


def _whole(number: float) -> str:
    """Format a whole number like Java's ``DecimalFormat("#.##########")``."""
    return str(int(number))
