"""A metric and people's ratings in a notebook: how far they agree, with any parameters."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final, Unpack

import numpy as np
import traitlets

from meteor_core import MeteorError, Parameters
from meteor_core.agreement.agreement import (
    MetricScores,
    SetAgreement,
    measure_agreement,
)
from meteor_core.agreement.counted_outputs import CountedOutputs, count_outputs
from meteor_core.agreement.rated_set import RatedSet
from meteor_core.agreement.rating_arrays import Floats, RatingArrays
from meteor_core.agreement.reading import Choices
from meteor_core.command_line.agreement_writers import WRITERS
from meteor_core.errors import InputError, ParameterError, unknown_name
from meteor_core.options import MeteorArguments
from meteor_core.runtime.writing import write_file
from meteor_core.text.numbers import counted
from meteor_core.tuned import TunedVariant

from ..inputs.checks import require_index
from ..pages.static_preview import StaticPreview
from ..portable_json import json_bytes
from ..scorers import CompilingNotice, has_function_words, scorer
from ..scoring.messages import MAX_CELL_CHARS, blocks_of_a_page
from ..scoring.written_table import tsv
from ..traits import TraitValueError
from ..view import Answer, View
from .messages import columns_of, output_pictures, output_texts
from .preview import agreement_html
from .ratings import Disagreements, disagreements, rated_set_of

_NUMBERS: Final = ("alpha", "beta", "gamma", "delta")
_CHOSEN: Final = (*_NUMBERS, "weights")
_MEASURES: Final = ("pairwise", "pearson")

_PICTURES_PER_BLOCK: Final = 20

_ALIGNMENTS_OF_A_PAGE: Final = 2_000
"""Most alignments that a page holds; each takes kilobytes."""

CHOSEN: Final = "these parameters"
"""The name of the metric with parameters that are not the variant's."""


class AgreementOptions(MeteorArguments, total=False):
    """Options of the scorer, and traits that ``AgreementView`` accepts."""

    across: str
    upward: str
    system: str
    selected: int | None
    output: int | None


class AgreementView(View, kind="agreement"):
    """How well METEOR agrees with people's ratings, while its parameters are moved.

    The outputs are aligned once, when the view is made. After that every parameter only changes
    arithmetic, which the front end does by itself. ``None`` means the variant's own parameter.

    >>> from meteor_widget import AgreementView
    >>> view = AgreementView("examples/notices.rated.tsv")  # doctest: +SKIP
    >>> view.agreement.rows[0].measures["pairwise"].value  # doctest: +SKIP
    0.65
    """

    alpha = traitlets.Float(None, allow_none=True).tag(sync=True)
    """Weight of recall against precision, from 0 to 1."""
    beta = traitlets.Float(None, allow_none=True).tag(sync=True)
    """Exponent of the penalty, 0 or more."""
    gamma = traitlets.Float(None, allow_none=True).tag(sync=True)
    """The largest penalty, from 0 to 1."""
    delta = traitlets.Float(None, allow_none=True).tag(sync=True)
    """Weight of content words against function words, from 0 to 1."""
    weights = traitlets.List(traitlets.Float(), None, allow_none=True).tag(sync=True)
    """Weight of a match of each stage, from 0 to 1."""

    across = traitlets.Unicode("alpha").tag(sync=True)
    """The parameter along the map: a number's name, or that of a stage for its weight."""
    upward = traitlets.Unicode("gamma").tag(sync=True)
    """The parameter up the map."""

    system = traitlets.Unicode().tag(sync=True)
    """Name of the system whose outputs are highlighted; empty for all."""
    selected = traitlets.CInt(None, allow_none=True).tag(sync=True)
    """Index, from 0, of the segment that is shown; None for the one with the worst pair."""
    output = traitlets.CInt(None, allow_none=True).tag(sync=True)
    """Index, from 0, of an output of that segment to show; None for the worst pair's."""
    about = traitlets.Dict(read_only=True).tag(sync=True)
    """Constants: how many outputs there are, of which systems, and how they are scored."""

    title = "METEOR and people's ratings"
    pictured = (*_CHOSEN, "system")

    def __init__(
        self,
        ratings: object,
        /,
        *,
        judgements: str | Path | None = None,
        rating: str | None = None,
        reference: str | None = None,
        language_pair: str | None = None,
        **options: Unpack[AgreementOptions],
    ) -> None:
        """Read the ratings, align the outputs, and create a view.

        Args:
            ratings: the name of a table (.tsv, .csv, .jsonl) or of a directory of
                mt-metrics-eval; a table of pandas, polars or Arrow with the columns system,
                segment, rating, hypothesis and reference; or a ``RatedSet``.
            judgements: name of the file of judgements, where ratings are pairs of hypotheses.
            rating: the column of ratings, or the name of a directory's human scores.
            reference: the name of a directory's reference.
            language_pair: the pair of a directory, such as ``en-de``.
            options: see ``AgreementOptions``.

        Raises:
            InputError: the ratings cannot be read, or no output can be scored.
            InputTypeError: an argument is of the wrong kind.
            MissingFilesError: the variant is METEOR 1.5, and its files are missing.
            ParameterError: a name is unknown or a number out of range.
        """
        own = [name for name in self.own_traits() if not getattr(type(self), name).read_only]
        of_scorer = {name: value for name, value in options.items() if name not in own}
        self.meteor: Final = scorer(of_scorer, view=type(self).__name__, traits=own)
        choices = Choices(rating=rating, reference=reference, language_pair=language_pair)
        rated = rated_set_of(ratings, judgements=judgements, choices=choices)
        self._compile()
        self.rated, self.counts = _without_unscored(rated, count_outputs(rated, self.meteor))
        self.arrays: Final = RatingArrays.of(self.rated)
        self._measured: tuple[Parameters, SetAgreement] | None = None
        traits = {name: value for name, value in options.items() if name in own}
        super().__init__(**traits)

    @property
    def parameters(self) -> Parameters:
        """The parameters as they are now."""
        return self._with({name: getattr(self, name) for name in _CHOSEN})

    @property
    def scores(self) -> Floats:
        """The score of each output with these parameters."""
        return self.counts.scores(self.parameters)

    @property
    def signature(self) -> str:
        """The text that makes the scores reproducible."""
        return self._signature(self.parameters)

    @property
    def agreement(self) -> SetAgreement:
        """The variant's agreement with people and, if they differ, that of these parameters.

        Intervals are those of ``meteorscope agree``. The front end draws other samples, so its
        intervals differ a little.
        """
        parameters = self.parameters
        if self._measured is None or self._measured[0] != parameters:
            found = measure_agreement(self.rated, self._metrics(parameters), measures=_MEASURES)
            self._measured = (parameters, found)
        return self._measured[1]

    @property
    def disagreements(self) -> Disagreements:
        """The worst pair of each segment that is ordered otherwise than people do."""
        return disagreements(self.arrays, self.scores)

    def to_tsv(self, path: str | Path | None = None) -> str:
        """Return a row for each output: system, segment, rating, score with these parameters.

        Args:
            path: of a file to write it to.

        Raises:
            OSError: the file cannot be written.
        """
        rows = (
            {
                "system": output.system,
                "segment": output.segment,
                "rating": output.rating,
                "score": score,
            }
            for output, score in zip(self.rated.outputs, self.scores.tolist(), strict=True)
        )
        return _written(tsv(rows), path)

    def to_json(self, path: str | Path | None = None) -> str:
        """Return ``agreement`` as ``meteorscope agree --format json`` prints it.

        Args:
            path: of a file to write it to.

        Raises:
            OSError: the file cannot be written.
        """
        return _written(self._as("json"), path)

    def text_picture(self) -> str:
        """Return the agreement as ``meteorscope agree`` prints it."""
        return f"{self._as('text')}{self.signature}"

    def static(self) -> StaticPreview:
        """Return the agreement, the ratings by score, and the worst pairs."""
        html = agreement_html(
            self.agreement,
            self.rated,
            self.arrays,
            self.scores,
            self.disagreements,
            signature=self.signature,
        )
        return StaticPreview(text=self.text_picture(), html=html)

    def page_data(self) -> tuple[dict[str, Any], Sequence[bytes]]:
        """Return all numbers and texts, and alignments of the segments that disagree most."""
        pictured = self._pictured()
        outputs = self.rated.outputs
        blocks, buffers = blocks_of_a_page(
            [output_texts(output, None) for output in outputs],
            [self._pictures(output) for output in pictured],
            pictures_a_block=_PICTURES_PER_BLOCK,
        )
        columns = self._columns()
        return {"columns": len(columns), "pictured": pictured, **blocks}, [*columns, *buffers]

    def _pictured(self) -> list[int]:
        """Return the outputs that a page draws: of whole segments, the worst first."""
        order = dict.fromkeys(
            [
                *([] if self.selected is None else [self.selected]),
                *self.disagreements.segment.tolist(),
                *range(self.arrays.segments),
            ]
        )
        starts = np.searchsorted(self.arrays.segment, np.arange(self.arrays.segments + 1))
        found: list[int] = []
        left = _ALIGNMENTS_OF_A_PAGE
        for segment in order:
            outputs = range(int(starts[segment]), int(starts[segment + 1]))
            left -= sum(len(self.rated.outputs[output].references) for output in outputs)
            if left < 0 and found:
                break
            found += outputs
        return sorted(found)

    def _compile(self) -> None:
        """Compile the scorer's data, if it has to, and show the progress below the cell."""
        if self.meteor.has_to_compile:
            notice = CompilingNotice(lambda _: None)
            try:
                self.meteor.compile(notice.report)
            finally:
                notice.end()

    @traitlets.default("about")
    def _about(self) -> dict[str, Any]:
        configuration = self.meteor.configuration
        inherited = configuration.parameters
        return {
            "name": self.rated.name,
            "outputs": len(self.rated.outputs),
            "segments": self.arrays.segments,
            "pairs": len(self.arrays.gap),
            "unequal": int((self.arrays.gap != 0).sum()),
            "systems": list(self.rated.systems),
            "judgements": self.rated.judgements,
            "references": len(self.counts.counts),
            "notes": list(self.agreement.notes),
            "untuned": self._untuned,
            "stages": list(self._stages),
            "parameters": {**asdict(inherited), "weights": list(inherited.weights)},
            "delta_possible": has_function_words(configuration),
            "signature": self._signature(inherited),
        }

    @property
    def _untuned(self) -> str:
        variant = self.meteor.options.variant
        if isinstance(variant, TunedVariant):
            return f"variant {variant}"
        return f"untuned {variant}"

    @property
    def _stages(self) -> tuple[str, ...]:
        return tuple(stage.name for stage in self.meteor.configuration.stages)

    def _with(self, chosen: Mapping[str, Any]) -> Parameters:
        known = {name: value for name, value in chosen.items() if value is not None}
        if "weights" in known:
            known["weights"] = tuple(known["weights"])
        return replace(self.meteor.configuration.parameters, **known)

    def _signature(self, parameters: Parameters) -> str:
        configuration = replace(self.meteor.configuration, parameters=parameters)
        return str(configuration.signature(len(self.counts.counts)))

    def _metrics(self, parameters: Parameters) -> list[MetricScores]:
        inherited = self.meteor.configuration.parameters
        named: dict[str, Parameters] = {self.meteor.configuration.variant.name: inherited}
        if parameters != inherited:
            named[CHOSEN] = parameters
        return [
            MetricScores(name=name, signature=self._signature(one), scores=self.counts.scores(one))
            for name, one in named.items()
        ]

    def _as(self, form: str) -> str:
        written = io.StringIO()
        WRITERS[form]([self.agreement], _MEASURES, written)
        return written.getvalue()

    def _columns(self) -> list[bytes]:
        return columns_of(self.rated, self.counts, self.arrays, self._stages)

    def _pictures(self, output: int) -> list[dict[str, Any] | None]:
        there = [bool(of_reference[output]) for of_reference in self.counts.there]
        number = int(self.arrays.segment[output]) + 1
        return output_pictures(number, self.rated.outputs[output], there, self.meteor)

    @traitlets.validate(*_CHOSEN)
    def _check_parameter(self, proposal: Any) -> Any:
        name, value = proposal["trait"].name, proposal["value"]
        stages = self._stages
        try:
            self._with({name: value})
            if name == "weights" and value is not None and len(value) != len(stages):
                raise ParameterError(
                    f"there are {counted(len(stages), 'stage', 'stages')} "
                    f"({', '.join(stages)}), but {counted(len(value), 'weight', 'weights')}"
                )
            if name == "delta" and value is not None:
                self._check_delta()
        except MeteorError as error:
            raise TraitValueError(str(error)) from None
        return value

    def _check_delta(self) -> None:
        configuration = self.meteor.configuration
        if not has_function_words(configuration):
            raise ParameterError(
                "delta needs a list of function words, and there is none for language "
                f"'{configuration.language}'; leave it out"
            )

    @traitlets.validate("across", "upward")
    def _check_axis(self, proposal: Any) -> str:
        name: str = proposal["value"]
        known = (*_NUMBERS, *self._stages)
        if name not in known:
            raise unknown_name("parameter", name, known)
        return name

    @traitlets.validate("system")
    def _check_system(self, proposal: Any) -> str:
        name: str = proposal["value"]
        if name and name not in self.rated.systems:
            raise unknown_name("system", name, self.rated.systems)
        return name

    @traitlets.validate("selected", "output")
    def _check_index(self, proposal: Any) -> int | None:
        index: int | None = proposal["value"]
        if index is not None and proposal["trait"].name == "selected":
            require_index("segment", index, self.arrays.segments)
        elif index is not None:
            require_index("output", index, len(self.rated.outputs))
        return index

    def _answer_outputs(self) -> Answer:
        return Answer(buffers=self._columns())

    def _answer_texts(self, outputs: Sequence[int]) -> Answer:
        texts = [output_texts(self.rated.outputs[output], MAX_CELL_CHARS) for output in outputs]
        return Answer(buffers=[json_bytes(texts)])

    def _answer_pictures(self, outputs: Sequence[int]) -> Answer:
        return Answer(buffers=[json_bytes([self._pictures(output) for output in outputs])])

    requests = {  # noqa: RUF012  # typed in the base class
        "outputs": _answer_outputs,
        "texts": _answer_texts,
        "pictures": _answer_pictures,
    }


def _without_unscored(rated: RatedSet, counts: CountedOutputs) -> tuple[RatedSet, CountedOutputs]:
    """Leave out the outputs that cannot be scored, and say how many.

    Raises:
        InputError: nothing is left.
    """
    known = np.any(counts.there, axis=0)
    left_out = int((~known).sum())
    if left_out == len(known):
        raise InputError(f"{rated.name}: no output can be scored")
    if not left_out:
        return rated, counts
    note = f"{counted(left_out, 'output', 'outputs')} that cannot be scored left out"
    outputs = tuple(o for o, there in zip(rated.outputs, known, strict=True) if there)
    return (
        replace(rated, outputs=outputs, notes=(*rated.notes, note)),
        replace(
            counts,
            counts=tuple(one[known] for one in counts.counts),
            there=tuple(one[known] for one in counts.there),
        ),
    )


def _written(text: str, path: str | Path | None) -> str:
    if path is not None:
        write_file(path, text.encode("utf-8", "replace"), follow=True)
    return text
