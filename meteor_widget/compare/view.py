"""Systems side by side in a notebook: which is better, where, and whether it could be chance."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core.analysis.significance import (
    BOOTSTRAP_SAMPLES,
    RANDOMISATION_SAMPLES,
    Bootstrap,
    Randomisation,
    Significance,
    environment_seed,
)
from meteor_core.errors import unknown_name
from meteor_core.score.results import CorpusResult, SegmentResult
from meteor_core.show.alignment_format import alignment_json

from ..corpus.rows import checked_filters, within
from ..inputs import require_index
from ..pages.page import PageContent
from ..pages.still_picture import StillPicture
from ..scorers import scorer
from ..scoring.messages import LONGEST_CELL, LONGEST_PICTURE, compressed_blocks, json_bytes
from ..scoring.scoring_view import ScoringView
from ..scoring.written_table import tsv
from ..view import Answer
from .background_significance import BackgroundSignificance
from .export import segments_tsv, system_rows, text_table
from .still import systems_html
from .systems import COLUMNS, SYSTEM_COLUMNS, ComparedSystems
from .wording import how_tested, what_it_means

_DEFAULT_SAMPLES: Final = {
    "bootstrap": BOOTSTRAP_SAMPLES,
    "randomisation": RANDOMISATION_SAMPLES,
}

_PLOTS: Final = ("scatter", "length")

_TEXTS_A_BLOCK: Final = 500
_PICTURES_A_BLOCK: Final = 10

_ALIGNMENTS_OF_A_PAGE: Final = 2_000
"""Alignments that a page carries, of all systems and references together; each is kilobytes."""


class CompareView(ScoringView, kind="compare"):
    """Corpus scores with intervals, a test of their differences, and the segments that differ.

    Scoring and testing go on in the background; what asks for their results waits for them.

    >>> from meteor_widget import CompareView
    >>> view = CompareView({"one": ["a b c", "d e"], "other": ["a b", "d e"]}, ["a b c", "d e"])
    >>> round(view.results["one"].score, 4)
    1.0
    """

    baseline = traitlets.Unicode().tag(sync=True)
    """The system that the others are tested against; by default the first."""

    left = traitlets.Unicode().tag(sync=True)
    """One of the two systems whose segments are compared; by default the baseline."""

    right = traitlets.Unicode().tag(sync=True)
    """The other one; differences are its scores less the left one's."""

    method = traitlets.Unicode("bootstrap").tag(sync=True)
    """``bootstrap`` or ``randomisation``; the number of samples changes to the method's own."""

    samples = traitlets.CInt().tag(sync=True)
    """Resampled test sets, or shufflings; by default 1,000 and 10,000, as in sacrebleu."""

    seed = traitlets.CInt(None, allow_none=True).tag(sync=True)
    """By default SACREBLEU_SEED, else 12345; None takes other random numbers every time."""

    selected = traitlets.CInt(None, allow_none=True).tag(sync=True)
    """Index, from 0, of the segment whose alignments are shown; on the screen it is one more."""

    reference = traitlets.CInt(None, allow_none=True).tag(sync=True)
    """Index, from 0, of the reference that both are aligned with; None for each one's best."""

    sort_by = traitlets.Unicode("size").tag(sync=True)
    """One of ``COLUMNS``; by default segments that differ most come first."""

    descending = traitlets.Bool(default_value=True).tag(sync=True)
    """Whether the greatest comes first."""

    filters = traitlets.Dict().tag(sync=True)
    """Bounds by column, both included: ``{"difference": [0.2, None], "length": [1, 10]}``."""

    systems_by = traitlets.Unicode("score").tag(sync=True)
    """What the table of systems is sorted by; one of ``SYSTEM_COLUMNS``."""

    systems_descending = traitlets.Bool(default_value=True).tag(sync=True)
    """Whether the system with the greatest comes first."""

    plot = traitlets.Unicode("scatter").tag(sync=True)
    """``scatter`` (one score by the other) or ``length`` (difference by length); the differences
    in order stand beside it."""

    about = traitlets.Dict(read_only=True).tag(sync=True)
    """What does not change: names, numbers of segments and references, signature."""

    comparison = traitlets.Dict(read_only=True).tag(sync=True)
    """What is known of the systems, and how it was tested; filled as it becomes known."""

    title = "METEOR of systems compared"
    pictured = ("comparison", "left", "right", "baseline")

    def __init__(
        self,
        systems: object,
        /,
        references: object = None,
        *,
        baseline: str | None = None,
        **options: Any,
    ) -> None:
        """Begin to score.

        Args:
            systems: names and hypotheses of two systems or more; hypotheses are a list or other
                iterable of strings, a ``pathlib.Path`` to a file with one segment a line, or a
                pandas, polars or pyarrow column.
            references: one such stream for each set of references, as in sacrebleu. A flat list
                of strings is one set.
            baseline: name of the system that the others are tested against.
            options: of ``Meteor`` (``variant``, ``language``, ...), and the traits above.

        Raises:
            InputError: there are fewer than two systems, no segment, or streams of unequal length.
            InputTypeError: an argument is of the wrong kind.
            MissingFilesError: the variant is METEOR 1.5, and its files are not there.
            ParameterError: a name is unknown or a number out of range.
        """
        traits: dict[str, Any] = {
            name: options.pop(name) for name in _OWN_TRAITS if name in options
        }
        meteor = scorer(options, view="CompareView", traits=(*_OWN_TRAITS, "baseline"))
        self.systems: Final = ComparedSystems(systems, references, meteor)
        traits["baseline"] = self.systems.names[0] if baseline is None else baseline
        others = (name for name in self.systems.names if name != traits["baseline"])
        traits.setdefault("left", traits["baseline"])
        traits.setdefault("right", next(others))
        traits.setdefault("samples", _DEFAULT_SAMPLES.get(traits.get("method", "bootstrap"), 1))
        traits.setdefault("seed", environment_seed())
        self._found: Significance | None = None
        self._share: float | None = None
        self._told = object()
        self._testing: Final = BackgroundSignificance(
            self.guarded(self._progressed), self.guarded(self._tested)
        )
        super().__init__(list(self.systems.corpora.values()), self._scored, **traits)
        self.set_trait("about", _about(self.systems))
        self.observe(self._take_method, names=["method"])
        self.observe(lambda _: self._test(), names=["baseline", "samples", "seed"])
        self._tell()
        self._start()

    def wait(self) -> None:
        """Sleep until all is scored and tested, or cancelled. Ctrl-C ends the waiting."""
        super().wait()
        self._testing.wait()
        for error in self._errors():
            raise error

    def cancel(self) -> None:
        """Stop scoring and testing; what is scored stays, and ``resume`` goes on."""
        super().cancel()
        self._testing.cancel()
        self._tell()

    def resume(self) -> None:
        """Go on after ``cancel``."""
        super().resume()
        if self._found is None and self.done == len(self.systems):
            self._test()

    @property
    def results(self) -> dict[str, CorpusResult]:
        """Each system's corpus score, once all is scored; after ``cancel``, of what is."""
        for scoring in self._scoring:
            scoring.wait()
        return self.systems.totals()

    @property
    def significance(self) -> Significance | None:
        """What the test found, the baseline first; None if it was cancelled."""
        self.wait()
        return self._found

    @property
    def selected_results(self) -> dict[str, SegmentResult] | None:
        """The selected segment of the two systems, with the alignments that are shown."""
        if self.selected is None:
            return None
        return {
            name: self.systems.result(name, self.selected, self.reference)
            for name in (self.left, self.right)
        }

    @property
    def filtered(self) -> NDArray[np.intp]:
        """Indices, from 0, of the segments that the table shows, in its order."""
        self.wait()
        return self._shown()

    def _shown(self) -> NDArray[np.intp]:
        keep = np.ones(self.systems.done, np.bool_)
        for name, bounds in self.filters.items():
            keep &= within(self._column(name), bounds)
        keys = self._column(self.sort_by)
        order = np.argsort(-keys if self.descending else keys, kind="stable")
        return order[keep[order]]

    def to_json(self, path: str | Path | None = None) -> str:
        """The systems as ``sacrebleu --format json`` prints paired tests.

        Args:
            path: of a file to write it to.
        """
        return self._saved("json", path)

    def to_tsv(self, path: str | Path | None = None) -> str:
        """All that is known of the systems, one row each.

        Args:
            path: of a file to write it to.
        """
        return self._saved("tsv", path)

    def segments_to_tsv(self, path: str | Path | None = None) -> str:
        """The segments' scores of all systems, and differences from the baseline.

        Args:
            path: of a file to write it to.
        """
        return self._saved("segments", path)

    def text_picture(self) -> str:
        """The systems as lines of text, as far as they are known."""
        rows = system_rows(self.systems.totals(), self._found)
        return f"{text_table(rows)}\n{self._signature()}"

    def static(self) -> StillPicture:
        """The systems with their intervals, and the segments that differ most."""
        html = systems_html(
            self.systems,
            system_rows(self.systems.totals(), self._found),
            baseline=self.baseline,
            pair=(self.left, self.right),
            notes=[*_notes(self._found), self._signature()],
        )
        return StillPicture(text=self.text_picture(), html=html)

    def page_content(self) -> PageContent:
        """All numbers and texts; alignments of the segments that differ most."""
        self.wait()
        pictured = self._pictured()
        texts = compressed_blocks(
            [self._texts(segment, None) for segment in range(self.systems.done)], _TEXTS_A_BLOCK
        )
        pictures = compressed_blocks(
            [self._pictures(segment, self.systems.names) for segment in pictured],
            _PICTURES_A_BLOCK,
        )
        columns = self._columns(0, self.systems.done)
        return PageContent(
            kind=self.kind,
            state=self.page_state(),
            data={
                "done": self.systems.done,
                "text_blocks": len(texts),
                "texts_a_block": _TEXTS_A_BLOCK,
                "pictures_a_block": _PICTURES_A_BLOCK,
                "pictured": pictured,
                "exports": {"json": self._json(), "tsv": self._tsv()},
            },
            buffers=[*columns, *texts, *pictures],
        )

    def _pictured(self) -> list[int]:
        """The segments that a page has alignments of: the selected, then those that differ most."""
        each = len(self.systems.names) * len(self.systems.references)
        most = max(1, _ALIGNMENTS_OF_A_PAGE // each)
        order = np.argsort(-self._column("size"), kind="stable")[:most].tolist()
        if self.selected is not None and self.selected not in order:
            order = [self.selected, *order[:-1]]
        return sorted(order)

    def _column(self, name: str) -> NDArray[np.number]:
        return self.systems.column(name, self.left, self.right)

    def _make_test(self) -> Bootstrap | Randomisation:
        if self.method == "bootstrap":
            return Bootstrap(samples=self.samples, seed=self.seed)
        return Randomisation(
            samples=self.samples, confidence_samples=_DEFAULT_SAMPLES["bootstrap"], seed=self.seed
        )

    def _signature(self) -> str:
        plain = self.systems.meteor.signature(len(self.systems.references))
        return str(self._found.test.signed(plain) if self._found else plain)

    def _scored(self, start: int, end: int) -> None:
        """Take note of segments that were scored; called in the scoring threads."""
        if self.comm is None:
            return  # closed meanwhile: a test would be begun for nobody
        done = self.systems.done
        if done == len(self.systems) and not any(scoring.running for scoring in self._scoring):
            self._test()
        else:
            self._tell()

    def _test(self) -> None:
        """Test anew, if all is scored."""
        self._found = None
        if self.systems.done < len(self.systems):
            self._tell()
            return
        self._tell(0.0)
        self._testing.start(
            self.systems.counts(self.baseline),
            self.systems.meteor.configuration.parameters,
            self._make_test(),
        )

    def _progressed(self, share: float) -> None:
        self._tell(share)

    def _tested(self, found: Significance | None) -> None:
        self._found = found
        self._tell()

    def _tell(self, share: float | None = None) -> None:
        """Say to every front end what is known.

        Args:
            share: what is done of the test that is under way; None of none.
        """
        self._share = share
        while True:
            told = self._told = object()
            self.guarded(self._tell_once)()  # work goes on though an observer raises
            if self._told is told:
                return  # else another thread told too, and perhaps less: now both are over

    def _tell_once(self) -> None:
        progress, share = self.progress(), self._share
        self.set_trait(
            "comparison",
            {
                "systems": system_rows(self.systems.totals(), self._found),
                "test": None if self._found is None else _test_json(self._found),
                "notes": _notes(self._found),
                "signature": self._signature(),
                **progress,
                "running": progress["running"] or share is not None,
                "share": share,
            },
        )

    def _errors(self) -> list[BaseException]:
        error = self._testing.error
        return [*super()._errors(), *([] if error is None else [error])]

    def _take_method(self, change: Any) -> None:
        if self.samples == _DEFAULT_SAMPLES[change["old"]]:
            self.samples = _DEFAULT_SAMPLES[change["new"]]  # and so is tested anew
        else:
            self._test()

    @traitlets.validate("baseline", "left", "right")
    def _check_name(self, proposal: Any) -> str:
        name: str = proposal["value"]
        self.systems.corpus(name)
        return name

    @traitlets.validate("method", "plot", "sort_by", "systems_by")
    def _check_choice(self, proposal: Any) -> str:
        kind, name = proposal["trait"].name, proposal["value"]
        known = {
            "method": tuple(_DEFAULT_SAMPLES),
            "plot": _PLOTS,
            "sort_by": COLUMNS,
            "systems_by": SYSTEM_COLUMNS,
        }[kind]
        if name not in known:
            raise unknown_name(kind, name, known)
        return str(name)

    @traitlets.validate("samples", "seed")
    def _check_number(self, proposal: Any) -> int | None:
        kind, number = proposal["trait"].name, proposal["value"]
        Bootstrap(**{"seed": None, kind: number})
        return None if number is None else int(number)

    @traitlets.validate("selected", "reference")
    def _check_index(self, proposal: Any) -> int | None:
        kind, index = proposal["trait"].name, proposal["value"]
        what, size = {
            "selected": ("segment", len(self.systems)),
            "reference": ("reference", len(self.systems.references)),
        }[kind]
        if index is not None:
            require_index(what, index, size)
        return None if index is None else int(index)

    @traitlets.validate("filters")
    def _check_filters(self, proposal: Any) -> dict[str, list[float | None]]:
        return checked_filters(proposal["value"], COLUMNS)

    def _columns(self, start: int, end: int) -> list[bytes]:
        """Scores, lengths of references and chosen references, system after system."""
        buffers: list[bytes] = []
        for name in self.systems.names:
            buffers += [
                self.systems.scores(name)[start:end].astype("<f8").tobytes(),
                self.systems.lengths(name)[start:end].astype("<i4").tobytes(),
                self.systems.corpora[name].chosen[start:end].astype("<i4").tobytes(),
            ]
        return buffers

    def _texts(self, segment: int, longest: int | None) -> list[list[str]]:
        """References and hypotheses of a segment."""
        return [
            [stream[segment][:longest] for stream in self.systems.references],
            [corpus.hypotheses[segment][:longest] for corpus in self.systems.corpora.values()],
        ]

    def _pictures(self, segment: int, names: Sequence[str]) -> dict[str, Any]:
        """Alignments of a segment with each reference, by system; None for what has none."""
        return {
            name: [
                alignment_json(segment + 1, result) if _is_drawn(result) else None
                for result in self.systems.each(name, segment)
            ]
            for name in names
        }

    def _answer_columns(self, start: int) -> Answer:
        done = self.systems.done
        return Answer({"start": start, "end": done, "done": done}, self._columns(start, done))

    def _answer_texts(self, segments: Sequence[int]) -> Answer:
        texts = [self._texts(segment, LONGEST_CELL) for segment in segments]
        return Answer(buffers=[json_bytes(texts)])

    def _answer_pictures(self, segment: int, names: Sequence[str]) -> Answer:
        return Answer(buffers=[json_bytes(self._pictures(segment, names))])

    def _json(self) -> str:
        found = self._found
        return json.dumps(found.sacrebleu_json() if found else [], indent=4) + "\n"

    def _tsv(self) -> str:
        return tsv(system_rows(self.systems.totals(), self._found))

    def _segments_tsv(self) -> str:
        return segments_tsv(self.systems, self.baseline)

    def _shown_tsv(self) -> str:
        return segments_tsv(self.systems, self.baseline, self._shown().tolist())

    exports = {  # noqa: RUF012  # typed in the base class
        "json": _json,
        "tsv": _tsv,
        "segments": _segments_tsv,
        "shown": _shown_tsv,
    }

    requests = {  # noqa: RUF012  # typed in the base class
        **ScoringView.requests,
        "columns": _answer_columns,
        "texts": _answer_texts,
        "pictures": _answer_pictures,
    }


_OWN_TRAITS: Final = (
    *("left", "right", "method", "samples", "seed", "selected", "reference"),
    *("sort_by", "descending", "filters", "plot", "systems_by", "systems_descending"),
)


def _about(systems: ComparedSystems) -> dict[str, Any]:
    return {
        "size": len(systems),
        "references": len(systems.references),
        "systems": list(systems.names),
    }


def _test_json(found: Significance) -> dict[str, Any]:
    test = found.test
    return {
        "method": "bootstrap" if isinstance(test, Bootstrap) else "randomisation",
        "samples": test.samples,
        "seed": test.seed,
        "baseline": found.baseline.name,
        "comparisons": len(found.systems) - 1,
    }


def _notes(found: Significance | None) -> list[str]:
    return [] if found is None else [how_tested(found), what_it_means(found)]


def _is_drawn(result: SegmentResult) -> bool:
    lengths = result.hypothesis_length + result.reference_length
    return not result.problem and lengths <= LONGEST_PICTURE
