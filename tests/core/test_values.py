"""Results are values: they can be copied, compared and sent to other processes, and are plain data.

Two pools of processes take 3 s.
"""

import copy
import dataclasses
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType

import pytest

from meteor_core import Meteor, SegmentResult
from meteor_core.analysis.edits import edit_script
from meteor_core.batch.batch import PreparedReferences, ScoredBatch
from meteor_core.show.alignment_format import alignment_json
from tests.usable_variants import METEOR_IS_THERE, USABLE_VARIANTS

HYPOTHESES = ["The cats danced with joys", "", "a dog"]
REFERENCES: list[list[str | None]] = [
    ["A cat dances with pleasure", "empty", None],
    ["THE cat danced", "", None],
]

SCORERS: dict[str, Callable[[], Meteor]] = {
    **{name: partial(Meteor, name) for name in USABLE_VARIANTS},
    "Turkish": partial(Meteor, language="tr"),
}
if METEOR_IS_THERE:  # its paraphrases, which take a minute to compile, are in test_crossings.py
    in_files: list[str] = ["exact", "stem", "synonym"]
    SCORERS["meteor-1.5"] = partial(Meteor, "meteor-1.5", stages=in_files)
    SCORERS["meteor-1.5, corrected"] = partial(
        Meteor, "meteor-1.5", stages=in_files, corrections=["part-of-speech", "exact-words"]
    )

PLAIN = (str, int, float, Path, FunctionType, BuiltinFunctionType, MethodDescriptorType)


def results(meteor: Meteor) -> list[SegmentResult]:
    """The last of them has a problem instead of a score."""
    return list(meteor.segments(HYPOTHESES, REFERENCES))


def parts(value: object) -> Iterator[object]:
    """Everything that a value is made of, down to what has no parts."""
    if isinstance(value, tuple):
        inner: list[object] = list(value)
    elif isinstance(value, partial):
        assert not value.keywords
        inner = [value.func, *value.args]
    elif isinstance(value, MethodType):
        inner = [value.__self__]
    elif dataclasses.is_dataclass(value):
        inner = [getattr(value, field.name) for field in dataclasses.fields(value)]
        assert not hasattr(value, "__dict__"), value
    else:
        yield value
        return
    for each in inner:
        yield from parts(each)


@pytest.fixture(scope="module", params=SCORERS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def meteor(name: str) -> Meteor:
    return SCORERS[name]()


def test_results_are_made_of_plain_data(meteor: Meteor) -> None:
    values = [*results(meteor), meteor.prepare(REFERENCES), meteor.corpus(HYPOTHESES, REFERENCES)]
    for part in parts(tuple(values)):
        assert part is None or isinstance(part, PLAIN), part


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_copies_are_equal(meteor: Meteor, copied: Callable[[object], object]) -> None:
    found = results(meteor)
    values = [*found, *(edit_script(result.alignment) for result in found)]
    for value in [*values, meteor.prepare(REFERENCES), meteor.corpus(HYPOTHESES, REFERENCES)]:
        again = copied(value)
        assert again == value
        assert hash(again) == hash(value)


def test_results_of_equal_scorers_are_equal_those_of_others_are_not(
    name: str, meteor: Meteor
) -> None:
    first, *_ = found = results(meteor)
    assert results(SCORERS[name]()) == found
    assert meteor.score(HYPOTHESES[0] + "!", [REFERENCES[0][0]]) != first
    changed = dataclasses.replace(first, alignment=dataclasses.replace(first.alignment, links=()))
    assert changed != first


def test_results_as_dicts(meteor: Meteor) -> None:
    for result in results(meteor):
        fields = dataclasses.asdict(result)
        assert fields["statistics"] == dataclasses.asdict(result.statistics)
        assert fields["alignment"]["hypothesis"]["text"] == result.alignment.hypothesis.text
        assert fields["alignment"]["links"] == result.alignment.links
    assert dataclasses.asdict(meteor.prepare(REFERENCES))["texts"] == tuple(map(tuple, REFERENCES))


def test_prepared_references_are_used_wherever_they_come_from(meteor: Meteor) -> None:
    batch = meteor.batch(HYPOTHESES, REFERENCES)
    prepared = meteor.prepare(REFERENCES)
    for again in (prepared, copy.deepcopy(prepared), pickle.loads(pickle.dumps(prepared))):
        assert meteor.batch(HYPOTHESES, again) == batch
        assert pickle.loads(pickle.dumps(meteor)).batch(HYPOTHESES, again) == batch


def in_another_process(
    meteor: Meteor, known: list[SegmentResult], prepared: PreparedReferences
) -> tuple[list[SegmentResult], list[object], ScoredBatch]:
    """Results of that process, results of this one as it reads them, and a batch."""
    read: list[object] = [alignment_json(1, result) for result in known]
    return results(meteor), read, meteor.batch(HYPOTHESES, prepared)


@pytest.mark.parametrize(
    "start",
    [
        method
        for method in multiprocessing.get_all_start_methods()
        if method in ("fork", "spawn")  # forkserver starts processes as spawn does
    ],
)
def test_pools_of_processes_take_and_return_results(start: str) -> None:
    scorers = [make() for make in SCORERS.values()]
    found = list(map(results, scorers))
    prepared = [meteor.prepare(REFERENCES) for meteor in scorers]
    with ProcessPoolExecutor(1, multiprocessing.get_context(start)) as pool:
        returned = list(pool.map(in_another_process, scorers, found, prepared))
    for meteor, known, (there, read, batch) in zip(scorers, found, returned, strict=True):
        assert there == known
        assert read == [alignment_json(1, result) for result in known]
        assert [alignment_json(1, result) for result in there] == read
        assert batch == meteor.batch(HYPOTHESES, REFERENCES)
