"""Rows that are made from columns, against the JSON of each segment's own result."""

import io
import json
from collections.abc import Callable

import pytest

from meteor_core import Meteor
from meteor_core.batch.batch import ScoredBatch
from meteor_core.command_line import score_writers
from meteor_core.command_line.output import table_cell
from meteor_core.command_line.score_writers import WRITERS
from meteor_core.score.results import SegmentScore
from meteor_core.search import SearchName
from meteor_core.show.alignment_format import SEGMENT_KEYS, segment_json
from tests.command_line.conftest import HYPOTHESES, REFERENCES_A, REFERENCES_B


def json_row(number: int, result: SegmentScore) -> str:
    return "    " + json.dumps(segment_json(number, result))


def tsv_row(number: int, result: SegmentScore) -> str:
    return "\t".join(map(table_cell, segment_json(number, result).values()))


def text_row(number: int, result: SegmentScore) -> str:
    return (
        f"{number:7} {result.score:7.4f} {result.precision:6.3f} {result.recall:6.3f}  "
        f"{result.f_mean:6.3f}  {result.penalty:6.3f} {result.shortfall:9.2f} "
        f"{result.chunks:7} {result.matches:8} "
        f"{result.hypothesis_length:4} {result.reference_length:4}"
        f"  reference {result.reference + 1}" + ("" if result.optimal else "  not proved optimal")
    )


def written(form: str, meteor: Meteor, batches: list[ScoredBatch]) -> list[str]:
    file = io.StringIO()
    writer = WRITERS[form](file, segments=True)
    writer.write(iter(batches), lambda: meteor.corpus(HYPOTHESES, [REFERENCES_A, REFERENCES_B]))
    return file.getvalue().splitlines()


@pytest.mark.parametrize(
    ("form", "row", "first"), [("json", json_row, 2), ("tsv", tsv_row, 1), ("text", text_row, 1)]
)
@pytest.mark.parametrize("align", ["optimal", "greedy"])
def test_rows_are_those_of_the_results(
    form: str,
    row: Callable[[int, SegmentScore], str],
    first: int,
    align: SearchName,
) -> None:
    meteor = Meteor(align=align)
    texts = [HYPOTHESES * 3, REFERENCES_A * 3, REFERENCES_B * 3]
    batches = list(meteor.batches(texts[0], texts[1:], size=4))
    results = meteor.segments(texts[0], texts[1:])
    expected = [row(number, result) for number, result in enumerate(results, start=1)]
    shown = written(form, meteor, batches)[first : first + len(expected)]
    assert [line.removesuffix(",") if form == "json" else line for line in shown] == expected


def test_the_keys_are_those_of_the_format() -> None:
    result = Meteor().score("a cat", ["the cat"])
    assert tuple(segment_json(1, result)) == SEGMENT_KEYS


def test_a_float_is_written_in_full_and_kept_only_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(score_writers, "_MAX_CACHED_FLOATS", 3)
    texts = score_writers._FloatTexts()
    for number in (0.1, 1 / 3, 1e-5, 1.0, 0.1):
        assert texts[number] == repr(number)
    texts.forget()
    assert not texts
