"""Compared systems in a notebook: which is better, where, and whether it could be chance."""

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from os import fspath
from pathlib import Path, PurePath
from typing import Any, Final, Self, Unpack

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core.analysis.all_pairs import Resampling
from meteor_core.analysis.significance import (
    BOOTSTRAP_SAMPLES,
    RANDOMISATION_SAMPLES,
    Bootstrap,
    Significance,
    environment_seed,
)
from meteor_core.comparison.compare_systems import compare_systems
from meteor_core.comparison.comparison import Comparison
from meteor_core.comparison.reading import read_beside, read_test_set
from meteor_core.comparison.texts import same_for_all
from meteor_core.errors import ParameterError, unknown_name
from meteor_core.options import MeteorArguments
from meteor_core.score.results import CorpusResult, SegmentResult

from ..inputs.checks import require_index
from ..inputs.unit_files import FileName
from ..pages.static_preview import StaticPreview
from ..portable_json import json_bytes
from ..scoring.messages import MAX_CELL_CHARS, blocks_of_a_page
from ..scoring.searched_view import SearchedView
from ..scoring.table import Bounds, Filters, shown_rows
from ..scoring.written_table import tsv
from ..static_picture.comparison_picture import Figure, comparison_svg
from ..static_picture.palette import Theme
from ..traits import ListOfStrings, OneOf, strings_of
from ..view import Answer
from .background_significance import DEFAULT_SAMPLES, BackgroundSignificance, chosen_test
from .export import segments_tsv, significance_json, system_rows, text_table
from .messages import segment_pictures, segment_texts, system_columns
from .preview import systems_html
from .systems import (
    COLUMNS,
    PAIR,
    SYSTEM_COLUMNS,
    TABLE_COLUMNS,
    ComparedSystems,
    SystemsCorrelations,
)
from .wording import missing_parts, notes_of

_PICTURES_PER_BLOCK: Final = 10

_ALIGNMENTS_OF_A_PAGE: Final = 2_000
"""Most alignments that a page holds, over all systems and references; each takes kilobytes."""


class CompareOptions(MeteorArguments, total=False):
    """Options of the scorer, and traits that ``CompareView`` accepts."""

    left: str
    right: str
    method: str
    samples: int
    seed: int | None
    selected: int | None
    reference: int | None
    sort_by: str
    descending: bool
    filters: Mapping[str, Bounds]
    find: str
    regular: bool
    where: Mapping[str, str]
    columns: Sequence[str]
    also: Sequence[str]
    systems_by: str
    systems_descending: bool
    plot: str


class CompareView(SearchedView, kind="compare"):
    """Corpus scores with intervals, a test of their differences, and the segments that differ.

    Scoring and testing run in the background; methods that need the results wait for them.
    ``to_json`` returns the systems as ``sacrebleu --format json`` prints paired tests, ``to_tsv``
    all results, one row for each system.

    >>> from meteor_widget import CompareView
    >>> view = CompareView({"one": ["a b c", "d e"], "other": ["a b", "d e"]}, ["a b c", "d e"])
    >>> round(view.results["one"].score, 4)
    1.0
    """

    baseline = traitlets.Unicode().tag(sync=True)
    """Name of the system that the others are tested against; by default the first."""

    left = traitlets.Unicode().tag(sync=True)
    """Name of one of the two systems whose segments are compared; by default the baseline."""

    right = traitlets.Unicode().tag(sync=True)
    """Name of the other system; differences are its scores less the left one's."""

    method = OneOf(tuple(DEFAULT_SAMPLES)).tag(sync=True)
    """``bootstrap`` or ``randomisation``; a default number of samples changes with it."""

    samples = traitlets.CInt().tag(sync=True)
    """Number of resampled test sets or shufflings; by default 1,000 or 10,000, as in sacrebleu."""

    seed = traitlets.CInt(None, allow_none=True).tag(sync=True)
    """Random seed; by default SACREBLEU_SEED, else 12345. None draws new numbers every time."""

    reference = traitlets.CInt(None, allow_none=True).tag(sync=True)
    """Index, from 0, of the reference that both are aligned with; None for the best of each."""

    sort_by = OneOf(COLUMNS, "size", further="further_columns").tag(sync=True)
    """The column that the table is sorted by; by default the largest differences come first."""

    descending = traitlets.Bool(default_value=True).tag(sync=True)
    """Whether the greatest comes first."""

    filters = Filters(COLUMNS).tag(sync=True)
    """Bounds by column, both included: ``{"difference": [0.2, None], "length": [1, 10]}``."""

    columns = ListOfStrings().tag(sync=True)
    """Columns that the table shows: some of ``TABLE_COLUMNS``, and of what came with the texts."""

    also = ListOfStrings().tag(sync=True)
    """Names of further systems whose alignments are drawn below those of the two."""

    systems_by = OneOf(SYSTEM_COLUMNS, "score", further="_means").tag(sync=True)
    """The column that the table of systems is sorted by."""

    systems_descending = traitlets.Bool(default_value=True).tag(sync=True)
    """Whether the system with the greatest comes first."""

    plot = OneOf(("scatter", "length"), further="_scores").tag(sync=True)
    """``scatter`` (one score by the other), ``length`` (difference by length) or the name of a
    score that came with the texts (difference by its difference); the differences in order stand
    beside it."""

    comparison = traitlets.Dict(read_only=True).tag(sync=True)
    """Results of the systems so far, and how they were tested."""

    title = "METEOR of systems compared"
    pictured = ("comparison", "left", "right", "baseline")

    def __init__(
        self,
        systems: object,
        /,
        references: object = None,
        *,
        baseline: str | None = None,
        scores: object = None,
        metadata: object = None,
        errors: object = None,
        ids: object = None,
        **options: Unpack[CompareOptions],
    ) -> None:
        """Create a view and start to score.

        Args:
            systems: names and hypotheses of two systems or more; hypotheses are a list or other
                iterable of strings, a ``pathlib.Path`` to a file with one segment a line, or a
                pandas, polars or pyarrow column.
            references: one such stream for each set of references, as in sacrebleu. A flat list
                of strings is one set.
            baseline: name of the system that the others are tested against.
            scores: people's ratings, or scores of other metrics, by name and system: a number for
                each segment, None or NaN if missing.
            metadata: texts to filter by, such as documents and domains, by name: one for each
                segment.
            errors: what people marked, by system: of each hypothesis, a list of ``(start, end,
                severity, category)``, or of mappings with these names; places are code points
                from 0, half-open.
            ids: what the segments are called.
            options: see ``CompareOptions``.

        Raises:
            InputError: there are fewer than two systems, no segment, or streams of unequal length.
            InputTypeError: an argument is of the wrong kind.
            MissingFilesError: the variant is METEOR 1.5, and its files are missing.
            ParameterError: a name is unknown or a number out of range.
        """
        meteor, traits = self._divide(options)
        self.systems: Final = ComparedSystems(
            systems,
            references,
            meteor,
            scores=scores,
            metadata=metadata,
            errors=errors,
            ids=ids,
        )
        self.beside = self.systems.beside
        traits.setdefault("columns", self._columns_at_first())
        traits["baseline"] = self.systems.names[0] if baseline is None else baseline
        others = (name for name in self.systems.names if name != traits["baseline"])
        traits.setdefault("left", traits["baseline"])
        traits.setdefault("right", next(others))
        traits.setdefault("samples", DEFAULT_SAMPLES.get(traits.get("method", "bootstrap"), 1))
        traits.setdefault("seed", environment_seed())
        self._found: Significance | None = None
        self._share: float | None = None
        self._announced = object()
        self._testing: Final = BackgroundSignificance(
            self.guarded(self._progressed), self.guarded(self._tested)
        )
        super().__init__(list(self.systems.corpora.values()), self._scored, **traits)
        self.observe(self._take_method, names=["method"])
        self.observe(lambda _: self._test(), names=["baseline", "samples", "seed"])
        self._start()

    @classmethod
    def from_file(
        cls,
        name: FileName,
        *,
        systems: Sequence[str] = (),
        references: str | Sequence[str] = (),
        baseline: str | None = None,
        language_pair: str | None = None,
        scores: Sequence[str] | None = None,
        metadata: object = None,
        errors: object = None,
        **options: Unpack[CompareOptions],
    ) -> Self:
        """Create a view of the systems of a test set: WMT's XML, a directory, a table, ...

        Segments that lack a text are left out, with a warning that counts them. ``unit_ids`` has
        the ids of the others.

        Args:
            name: of the file or directory.
            systems: names of systems or of fields; by default all systems.
            references: names of references or of fields; by default all that are complete.
            baseline: name of the system that the others are tested against.
            language_pair: of a directory: such as "en-de"; None where it has only one.
            scores: of a table or a directory: names of ratings and of scores of other metrics; by
                default the ratings that there are.
            metadata: names of columns of a table; of other files, by name, one for each segment
                that is compared.
            errors: the name of a column of a table, with JSON; of other files, by system, one list
                for each segment that is compared.
            options: see ``CompareOptions``; the language is by default the file's.

        Raises:
            MeteorError: the file cannot be read, or has no two systems.
        """
        found = read_test_set(
            fspath(name),
            systems=systems,
            references=(references,) if isinstance(references, str) else references,
            language_pair=language_pair,
            columns=scores,
        )
        for note in found.notes:
            warnings.warn(note, stacklevel=2)
        if found.language is not None:
            options.setdefault("language", found.language)
        named = [metadata] if isinstance(metadata, str) else metadata
        if named is not None and not isinstance(named, Mapping):
            columns = strings_of(named, "metadata")
            named = read_beside(fspath(name), found, metadata=columns).metadata
        if isinstance(errors, str):
            errors = read_beside(fspath(name), found, errors=errors).errors
        return cls(
            found.systems,
            same_for_all(found.references, PurePath(name).name),
            baseline=baseline,
            scores={column.name: column.values for column in found.columns},
            ids=found.ids or None,
            metadata=named,
            errors=errors,
            **options,
        )

    def _wait(self, seconds: float | None = None) -> None:
        super()._wait(seconds)
        self._testing.wait(seconds)

    def cancel(self) -> None:
        """Stop scoring and testing. Scores are kept, and ``resume`` continues."""
        super().cancel()
        self._testing.cancel()
        self._tell()

    def resume(self) -> None:
        """Continue after ``cancel``."""
        super().resume()
        if self._found is None and self.done == len(self.systems):
            self._test()

    @property
    def results(self) -> dict[str, CorpusResult]:
        """Each system's corpus score, once scoring ends; after ``cancel``, of the scored part."""
        for scoring in self._scoring:
            scoring.wait()
        return self.systems.totals()

    @property
    def significance(self) -> Significance | None:
        """The result of the test, the baseline first; None if it was cancelled."""
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

    def correlations(self) -> dict[str, SystemsCorrelations]:
        """Return how well METEOR agrees with each score that came with the texts, by its name.

        Scores of which the lower are the better are turned, so that agreement is positive.

        ``compared().agreement(name)`` has intervals, too.
        """
        self.wait()
        return self.systems.correlations()

    @property
    def further_columns(self) -> tuple[str, ...]:
        """Names of columns of numbers that came with the texts, for the two systems compared."""
        of_pair = (f"{name} {which}" for name in self.beside.scores for which in PAIR)
        return (*of_pair, *self.beside.metadata)

    @property
    def _scores(self) -> tuple[str, ...]:
        return tuple(self.beside.scores)

    @property
    def _means(self) -> tuple[str, ...]:
        return tuple(f"mean {name}" for name in self.beside.scores)

    def _columns_at_first(self) -> list[str]:
        shown = [name for name in TABLE_COLUMNS if name != "id" or self.beside.ids is not None]
        own = [name for name in self.further_columns if not name.endswith((" left", " right"))]
        return [*shown, *own]

    def compared(
        self,
        *,
        others: Sequence[str] = (),
        columns: Mapping[str, Mapping[str, Iterable[float | None]]] | None = None,
    ) -> Comparison:
        """Return the systems as data: all pairs, clusters, and where differences come from.

        It has the view's systems, baseline, method, number of samples and seed.

        Args:
            others: names of further metrics, which sacrebleu computes: BLEU, chrF, chrF++, TER.
            columns: by name, people's ratings or scores of other metrics: one a segment, by
                system; None or NaN if missing. By default the view's.

        Raises:
            ParameterError: a name is unknown.
            MissingExtraError: sacrebleu is needed and not installed.
        """
        drawn = self.samples if self.method == "bootstrap" else BOOTSTRAP_SAMPLES
        shuffled = RANDOMISATION_SAMPLES if self.method == "bootstrap" else self.samples
        systems = self.systems
        return compare_systems(
            {name: corpus.hypotheses for name, corpus in systems.corpora.items()},
            systems.references,
            scorers=[systems.meteor],
            others=others,
            columns={name: each.values for name, each in self.beside.scores.items()}
            if columns is None
            else columns,
            baseline=self.baseline,
            resampling=Resampling(bootstrap=drawn, randomisation=shuffled, seed=self.seed),
            test=self.method,
        )

    def to_svg(self, figure: Figure = "forest", *, theme: Theme = "auto") -> str:
        """Return a figure for a paper as an SVG document.

        Args:
            figure: ``forest``, the systems' scores on their intervals; ``scatter``, METEOR of
                outputs by each score that came with the texts, or, without any, of two systems by
                each other; ``histogram``, how METEOR of segments is distributed.
            theme: "light", "dark", or "auto", which follows the preference of the reader's browser.

        Raises:
            ParameterError: there is no such figure or theme.
        """
        return comparison_svg(
            self.compared(), figure=figure, pair=(self.left, self.right), theme=theme
        )

    def segments_to_tsv(self, path: str | Path | None = None) -> str:
        """Return the segments' scores of all systems, and differences from the baseline.

        Args:
            path: of a file to write it to.

        Raises:
            OSError: the file cannot be written.
        """
        return self._saved("segments", path)

    def text_picture(self) -> str:
        """Return the results of the systems so far as lines of text."""
        rows = system_rows(self.systems.totals(), self._found)
        return "\n".join((text_table(rows), *self._missing(), self._signature()))

    def static_preview(self) -> StaticPreview:
        """Return the systems with their intervals, and the segments that differ most."""
        html = systems_html(
            self.systems,
            system_rows(self.systems.totals(), self._found),
            baseline=self.baseline,
            pair=(self.left, self.right),
            notes=[*notes_of(self._found), *self._missing(), self._signature()],
        )
        return StaticPreview(text=self.text_picture(), html=html)

    def page_data(self) -> tuple[dict[str, Any], Sequence[bytes]]:
        """Return all numbers and texts, and alignments of the segments that differ most."""
        systems, pictured = self.systems, self._pictured()
        blocks, buffers = blocks_of_a_page(
            [segment_texts(systems, segment, None) for segment in range(systems.done)],
            [segment_pictures(systems, segment, systems.names) for segment in pictured],
            pictures_a_block=_PICTURES_PER_BLOCK,
        )
        data = {
            "done": systems.done,
            "pictured": pictured,
            "exports": {"json": self._json(), "tsv": self._tsv()},
            **blocks,
        }
        return data, [*system_columns(systems, 0, systems.done), *buffers]

    def _pictured(self) -> list[int]:
        """Return the segments that a page draws: the selected, then the most different."""
        each = len(self.systems.names) * len(self.systems.references)
        most = max(1, _ALIGNMENTS_OF_A_PAGE // each)
        order = np.argsort(-self._column("size"), kind="stable")[:most].tolist()
        if self.selected is not None and self.selected not in order:
            order = [self.selected, *order[:-1]]
        return sorted(order)

    def _column(self, name: str) -> NDArray[np.number]:
        return self.systems.column(name, self.left, self.right)

    def _about(self) -> dict[str, Any]:
        return {
            "size": len(self.systems),
            "references": len(self.systems.references),
            "systems": list(self.systems.names),
            **self._described(),
        }

    def _searched(self, segment: int) -> tuple[str, ...]:
        systems = self.systems
        streams = (*systems.references, *(each.hypotheses for each in systems.corpora.values()))
        return tuple(stream[segment] for stream in streams)

    def _rows(self) -> list[dict[str, Any]]:
        return system_rows(self.systems.totals(), self._found, self._means_of_scores)

    @cached_property
    def _means_of_scores(self) -> dict[str, dict[str, float | None]]:
        scores = self.beside.scores
        return {
            system: {name: column.mean(system) for name, column in scores.items()}
            for system in self.systems.names
        }

    def _shown(self) -> NDArray[np.intp]:
        return shown_rows(
            self._column,
            filters=self.filters,
            sort_by=self.sort_by,
            descending=self.descending,
            others=self._passing,
        )

    def _signature(self) -> str:
        plain = self.systems.meteor.signature(len(self.systems.references))
        return str(self._found.test.signed(plain) if self._found else plain)

    def _scored(self, start: int, end: int) -> None:
        """Handle newly scored segments; called in the scoring threads."""
        if self.comm is None:
            return  # the view was closed: a test would not be shown
        done = self.systems.done
        if done == len(self.systems) and not any(scoring.running for scoring in self._scoring):
            self._test()
        else:
            self._tell()

    def _test(self) -> None:
        """Start a new test if all is scored."""
        self._found = None
        if self.systems.done < len(self.systems):
            self._tell()
            return
        self._tell(0.0)
        self._testing.start(
            self.systems.counts(self.baseline),
            self.systems.meteor.configuration.parameters,
            chosen_test(self.method, samples=self.samples, seed=self.seed),
        )

    def _progressed(self, share: float) -> None:
        self._tell(share)

    def _tested(self, found: Significance | None) -> None:
        self._found = found
        self._tell()

    def _tell(self, share: float | None = None) -> None:
        """Send the results so far to every front end.

        Args:
            share: the share that is done of the test under way; None if missing.
        """
        self._share = share
        while True:
            token = self._announced = object()
            self.guarded(self._tell_once)()  # work continues even if an observer raises
            if self._announced is token:
                return  # else another thread has sent, perhaps an older state: send again

    def _missing(self) -> list[str]:
        """Return what the results so far lack, as sentences."""
        return missing_parts(self.done, len(self.systems), is_tested=self._found is not None)

    def _tell_once(self) -> None:
        self.set_trait("comparison", self._known())

    @traitlets.default("comparison")
    def _known(self) -> dict[str, Any]:
        """Return the value of ``comparison``."""
        progress, share = self.progress(), self._share
        return {
            "systems": self._rows(),
            "correlations": self._agreement if progress["done"] == len(self.systems) else {},
            "test": None if self._found is None else significance_json(self._found),
            "notes": notes_of(self._found),
            "signature": self._signature(),
            **progress,
            "running": progress["running"] or share is not None,
            "share": share,
        }

    def _errors(self) -> list[BaseException]:
        error = self._testing.error
        return [*super()._errors(), *([] if error is None else [error])]

    def _take_method(self, change: Any) -> None:
        if self.samples == DEFAULT_SAMPLES[change["old"]]:
            self.samples = DEFAULT_SAMPLES[change["new"]]  # which starts a new test
        else:
            self._test()

    @traitlets.validate("baseline", "left", "right")
    def _check_name(self, proposal: Any) -> str:
        name: str = proposal["value"]
        self.systems.corpus(name)
        return name

    @traitlets.validate("columns")
    def _check_columns(self, proposal: Any) -> list[str]:
        ids = ("id",) if self.beside.ids is not None else ()
        known = [*(name for name in TABLE_COLUMNS if name != "id"), *ids, *self.further_columns]
        for name in proposal["value"]:
            if name not in known:
                raise unknown_name("column", name, known)
        if not proposal["value"]:
            raise ParameterError("columns is empty; name one column or more")
        order = (*TABLE_COLUMNS, *self.further_columns)
        return [name for name in order if name in proposal["value"]]

    @traitlets.validate("also")
    def _check_also(self, proposal: Any) -> list[str]:
        names: list[str] = proposal["value"]
        for name in names:
            self.systems.corpus(name)
        return list(dict.fromkeys(names))

    @traitlets.validate("samples", "seed")
    def _check_number(self, proposal: Any) -> int | None:
        kind, number = proposal["trait"].name, proposal["value"]
        Bootstrap(**{"seed": None, kind: number})
        return None if number is None else int(number)

    @traitlets.validate("reference")
    def _check_reference(self, proposal: Any) -> int | None:
        reference: int | None = proposal["value"]
        if reference is not None:
            require_index("reference", reference, len(self.systems.references))
        return reference

    def _answer_columns(self, start: int) -> Answer:
        done = self.systems.done
        block = {"start": start, "end": done, "done": done}
        return Answer(block, system_columns(self.systems, start, done))

    def _answer_texts(self, segments: Sequence[int]) -> Answer:
        texts = [segment_texts(self.systems, segment, MAX_CELL_CHARS) for segment in segments]
        return Answer(buffers=[json_bytes(texts)])

    def _answer_pictures(self, segment: int, names: Sequence[str]) -> Answer:
        return Answer(buffers=[json_bytes(segment_pictures(self.systems, segment, names))])

    def _json(self) -> str:
        found = self._found
        return json.dumps(found.sacrebleu_json() if found else [], indent=4) + "\n"

    def _tsv(self) -> str:
        return tsv(self._rows())

    def _segments_tsv(self, segments: Iterable[int] | None = None) -> str:
        return segments_tsv(self.systems, self.baseline, segments)

    @cached_property
    def _agreement(self) -> dict[str, Any]:
        return {name: asdict(each.together) for name, each in self.systems.correlations().items()}

    requests = {  # noqa: RUF012  # typed in the base class
        **SearchedView.requests,
        "columns": _answer_columns,
        "texts": _answer_texts,
        "pictures": _answer_pictures,
    }
