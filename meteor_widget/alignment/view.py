"""One segment in a notebook, scored while you type."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Never

import traitlets

from meteor_core import (
    DEFAULT_VARIANT,
    MeteorError,
    MeteorOptions,
    ResourceError,
    SearchName,
    TokenizerName,
    TunedVariant,
    VariantChoice,
    configure,
    read_tuned,
)
from meteor_core.errors import refuse_unknown
from meteor_core.score.results import SegmentResult
from meteor_core.score.signature import Signature
from meteor_core.show.alignment_format import alignment_json
from meteor_core.show.text_picture import picture_text
from meteor_core.text.streams import require_stream, require_string
from meteor_core.tuned import is_tuned_file

from ..pages.static_preview import StaticPreview
from ..scorers import CompilingNotice, in_python
from ..static_picture import Theme, alignment_in_words, alignment_svg
from ..traits import ListOfStrings, TraitValueError, strings_of
from ..view import View
from .scored_input import Input, Scored, score
from .settings import (
    SETTINGS,
    aligner,
    all_choices,
    check_setting,
    chosen_options,
    effective_settings,
)

_TOKENS_IN_STAND_IN: Final = 300
"""Tokens of both sides up to which the static preview is drawn; a drawing adds up to 100 kB."""

_OPTIONS: Final = (
    *("hypothesis", "references", *SETTINGS),
    *("reference", "mode", "colour", "show_settings"),
)
"""Arguments of ``AlignmentView``."""


class AlignmentView(View, kind="alignment"):
    """The alignment of a hypothesis with its references, its score, and the reasons for it.

    Texts and settings are traits: set them, or observe what a person does. ``None`` means the
    variant's default. A value that is wrong by itself raises a ``MeteorError`` that is also a
    ``TraitError``. If values do not go together, ``error`` says why, and the last results are
    kept.

    >>> view = AlignmentView("We danced with glee", ["We danced with joy"])  # doctest: +SKIP
    >>> view.observe(lambda change: print(change.new.score), "result")  # doctest: +SKIP
    >>> view.alpha = 0.5  # doctest: +SKIP
    """

    hypothesis = traitlets.Unicode().tag(sync=True)
    """The segment to score. Line breaks are kept; they separate tokens as spaces do."""
    references = ListOfStrings().tag(sync=True)
    """One or more translations to compare with."""
    reference = traitlets.Int(None, allow_none=True).tag(sync=True)
    """Index of the reference that is shown; ``None`` shows the one with the best score."""

    variant = traitlets.Unicode(DEFAULT_VARIANT).tag(sync=True)
    """Name of the definition that gives all defaults, or the path of a tuned one's file, which is
    read when the trait is set. Front ends can choose a file only if Python has named it."""
    language = traitlets.Unicode("en").tag(sync=True)
    """ISO 639-1 code, or a tag that begins with one."""
    tokenizer = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    """Name of a tokenizer."""
    stages = ListOfStrings(None, allow_none=True).tag(sync=True)
    """Names of stages, in the order in which they are tried."""
    weights = traitlets.List(traitlets.Float(), None, allow_none=True).tag(sync=True)
    """Weight of a match of each stage, from 0 to 1."""
    align = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    """Name of a search."""
    beam_width = traitlets.Int(None, allow_none=True).tag(sync=True)
    """Number of alignments that the search "beam" keeps."""
    task = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    """The task that METEOR 1.5's parameters are tuned to; by default the language's own."""
    corrections = ListOfStrings(None, allow_none=True).tag(sync=True)
    """Names of METEOR 1.5's mistakes to correct."""
    meteor_home = traitlets.Unicode(None, allow_none=True)
    """METEOR 1.5's folder or jar on this machine. It is not sent to front ends."""
    alpha = traitlets.Float(None, allow_none=True).tag(sync=True)
    """Weight of recall against precision, from 0 to 1."""
    beta = traitlets.Float(None, allow_none=True).tag(sync=True)
    """Exponent of the penalty, 0 or more."""
    gamma = traitlets.Float(None, allow_none=True).tag(sync=True)
    """The largest penalty, from 0 to 1."""
    delta = traitlets.Float(None, allow_none=True).tag(sync=True)
    """Weight of content words against function words, from 0 to 1."""

    mode = traitlets.Enum(("auto", "links", "matrix", "inline"), "auto").tag(sync=True)
    """Layout of the diagram."""
    colour = traitlets.Enum(("chunk", "position", "stage"), "chunk").tag(sync=True)
    """Meaning of the diagram's colours."""
    show_settings = traitlets.Bool(default_value=True).tag(sync=True)
    """Whether the settings are open."""

    results = traitlets.Tuple(read_only=True)
    """One ``SegmentResult`` for each reference."""
    result = traitlets.Instance(SegmentResult, read_only=True)
    """The result that is shown."""
    error = traitlets.Unicode("", read_only=True).tag(sync=True)
    """Why the texts and settings cannot be scored, or what failed while they were; else empty.
    For an unexpected error, ``traceback`` has the place."""
    status = traitlets.Unicode("", read_only=True).tag(sync=True)
    """Progress of work that takes long; else empty."""
    effective = traitlets.Dict(read_only=True).tag(sync=True)
    """The settings that the results are computed with, the variant's own included."""
    alignments = traitlets.List(traitlets.Dict(), read_only=True).tag(sync=True)
    """The results in the format of docs/alignment-format.md."""
    improvements = traitlets.List(traitlets.Dict(), read_only=True).tag(sync=True)
    """The edits that gain most against the reference that is shown."""
    choices = traitlets.Dict(read_only=True).tag(sync=True)
    """Choices for all settings."""

    # The front end numbers what it sends, and sends the next when that is answered.
    _asked = traitlets.Int(0).tag(sync=True)
    _answered = traitlets.Int(0).tag(sync=True)

    title = "Alignment"
    pictured = ("result", "error", "colour")

    def __init__(
        self,
        hypothesis: str,
        references: Sequence[str],
        *,
        variant: VariantChoice = DEFAULT_VARIANT,
        language: str = "en",
        tokenizer: TokenizerName | None = None,
        stages: Sequence[str] | None = None,
        weights: Sequence[float] | None = None,
        align: SearchName | None = None,
        beam_width: int | None = None,
        task: str | None = None,
        corrections: Sequence[str] | None = None,
        meteor_home: str | None = None,
        alpha: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        delta: float | None = None,
        reference: int | None = None,
        mode: str = "auto",
        colour: str = "chunk",
        show_settings: bool = True,
        **unknown: Never,
    ) -> None:
        """Create a view; the traits of the same names explain the arguments.

        If files of METEOR 1.5 are missing, the view has no result and says so.

        Raises:
            InputTypeError: a value is of the wrong kind.
            ParameterError: a setting is wrong or unknown, or settings do not go together.
        """
        refuse_unknown(unknown, _OPTIONS, of="AlignmentView")
        require_string("hypothesis", hypothesis)
        if weights is not None:
            require_stream("weights", weights, of="numbers")
        self._is_made = False
        self._tuned: dict[str, TunedVariant] = {}
        self._seen: Input | None = None
        self._scored: Scored | None = None
        settings = {
            "variant": self._named(variant),
            "language": language,
            "tokenizer": tokenizer,
            "stages": None if stages is None else tuple(strings_of(stages, "stages")),
            "weights": None if weights is None else tuple(weights),
            "align": align,
            "beam_width": beam_width,
            "task": task,
            "corrections": None
            if corrections is None
            else tuple(strings_of(corrections, "corrections")),
            "meteor_home": meteor_home,
            "alpha": alpha,
            "beta": beta,
            "gamma": gamma,
            "delta": delta,
        }
        with suppress(ResourceError):  # the view shows it
            # Report errors here that would otherwise appear only later.
            configure(**self._options(settings).arguments())
        super().__init__(
            hypothesis=hypothesis,
            references=strings_of(references, "references"),
            reference=reference,
            mode=mode,
            colour=colour,
            show_settings=show_settings,
            **settings,
        )
        self._is_made = True

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; the file of a tuned variant is read, again if it is the same one."""
        if name != "variant" or not self._is_made:
            super().__setattr__(name, value)
            return
        before = self.variant
        super().__setattr__(name, self._named(value))
        if self.variant == before:  # the trait has not changed, but the file may have
            self._follow(None)

    def _named(self, variant: Any) -> Any:
        """Return what the trait calls a variant; keep the content of a tuned one."""
        if isinstance(variant, TunedVariant):
            name, tuned = variant.name, variant
        elif is_tuned_file(variant):
            try:
                name, tuned = os.fspath(variant), read_tuned(variant)
            except MeteorError as error:
                raise TraitValueError(str(error)) from None
        else:
            return variant
        self._tuned[name] = tuned
        return name

    def _options(self, settings: Mapping[str, Any]) -> MeteorOptions:
        """Return the options of a scorer, with the content of a tuned variant."""
        variant = settings["variant"]
        return chosen_options({**settings, "variant": self._tuned.get(variant, variant)})

    @property
    def signature(self) -> Signature:
        """The text that makes the score reproducible.

        Raises:
            ResourceError: there is no result because files of METEOR 1.5 are missing.
        """
        return self._there().signature

    def text_picture(self) -> str:
        """Return the alignment as lines of text, or the error if missing."""
        return picture_text([(1, self.result)]) if self.results else self.error

    def to_svg(self, *, width: float = 800, theme: Theme = "light") -> str:
        """Return the alignment that is shown as an SVG document, with rows and links, for a paper.

        Args:
            width: width of the picture in px; longer rows are wrapped.
            theme: "light", "dark", or "auto", which follows the preference of the reader's browser.

        Raises:
            ResourceError: there is no alignment because files of METEOR 1.5 are missing.
        """
        alignment = alignment_json(1, self._there())
        return alignment_svg(alignment, width=width, theme=theme, colour=self.colour)

    def static(self) -> StaticPreview:
        """Return the alignment as a static picture, for nbconvert, GitHub and papers."""
        alignment = alignment_json(1, self._there())
        return StaticPreview(
            text=self.text_picture(),
            svg=alignment_svg(alignment, theme="auto", colour=self.colour),
            alternative=alignment_in_words(alignment),
        )

    def static_preview(self) -> StaticPreview:
        """Return the static picture, or only its text if the segment is long."""
        if self.results:
            tokens = self.result.hypothesis_length + self.result.reference_length
            if tokens <= _TOKENS_IN_STAND_IN:
                return self.static()
        return StaticPreview(text=self.text_picture())

    def page_state(self) -> dict[str, Any]:
        """Return the traits, with suggestions for every reference: a page has no kernel to ask."""
        suggestions = [item for result in self.results for item in self._suggestions(result)]
        return {**super().page_state(), "improvements": suggestions}

    def tell(self, error: BaseException) -> None:
        """Show an error in the view."""
        self.set_trait("error", self.in_words(error))

    def _tell_front_end(self, error: Exception, sent: Mapping[str, Any]) -> None:
        with self.hold_sync():
            is_announced = self._scored is None or self._scored.given != self._seen
            if not (is_announced and isinstance(error, traitlets.TraitError)):
                self.tell(error)  # otherwise it still shows the earlier error
            self._answered = sent.get("_asked", self._asked)
        self.send_state([name for name in sent if name in self.keys])

    @traitlets.default("choices")
    def _default_choices(self) -> dict[str, Any]:
        return all_choices(self._tuned)

    @traitlets.validate(*SETTINGS)
    def _valid_setting(self, proposal: Any) -> Any:
        name, value = proposal["trait"].name, proposal["value"]
        if name == "variant" and value in self._tuned:
            return value
        try:
            check_setting(name, value)
        except MeteorError as error:
            raise TraitValueError(str(error)) from None
        return value

    @traitlets.validate("references")
    def _valid_references(self, proposal: Any) -> Any:
        if not proposal["value"]:
            raise TraitValueError("references is empty; give one translation or more")
        return proposal["value"]

    @traitlets.validate("reference")
    def _valid_reference(self, proposal: Any) -> Any:
        index, number = proposal["value"], len(self.references)
        if index is not None and not 0 <= index < number:
            raise TraitValueError(
                f"reference is {index}, but must be from 0 to {number - 1}, or None for the best"
            )
        return index

    @traitlets.observe("hypothesis", "references", "reference", *SETTINGS, "_asked")
    def _follow(self, _: Any) -> None:
        """Score after a change; traits that change together call this one after the other."""
        if self.reference is not None and self.reference >= len(self.references):
            self.reference = None  # it was removed
        self.set_trait("choices", all_choices(self._tuned))
        given = Input(
            variant=self.variant,
            hypothesis=self.hypothesis,
            references=tuple(self.references),
            reference=self.reference,
            settings=self._options({name: getattr(self, name) for name in SETTINGS}),
        )
        try:
            problem = "" if given == self._seen else self._compile(given.settings)
            with self.hold_sync():
                if given != self._seen:
                    self._seen = given
                    self._take(given, problem)
                self._answered = self._asked
        finally:
            self._answered = self._asked  # in any case: the front end waits for it

    def _compile(self, settings: MeteorOptions) -> str:
        """Compile the scorer's data and report progress; return the error message if that fails."""
        notice = CompilingNotice(lambda sentence: self.set_trait("status", sentence))
        try:
            meteor = aligner(settings)
            if meteor.has_to_compile:
                meteor.compile(notice.report)
        except Exception as error:  # noqa: BLE001  # any failure has to reach the person
            return in_python(self.in_words(error))
        finally:
            notice.end()
        return ""

    def _there(self) -> SegmentResult:
        if not self.results:
            raise ResourceError(self.error)
        found: SegmentResult = self.result
        return found

    def _take(self, given: Input, problem: str) -> None:
        if problem:
            self.set_trait("error", problem)
            return
        try:
            scored = score(given, self._scored)
        except Exception as error:
            if self._scored is None and not isinstance(error, MeteorError):
                raise  # no view exists yet that could show it
            self.tell(error)
        except BaseException:
            self._seen = None  # interrupted: the same texts may be tried again
            raise
        else:
            self._scored = scored
            self.set_trait("error", "")
            self._show(scored)

    def _show(self, scored: Scored) -> None:
        values = {
            "effective": effective_settings(
                scored.given.variant, scored.configuration, scored.inherited
            ),
            "alignments": [alignment_json(1, result) for result in scored.results],
            "improvements": self._suggestions(scored.shown),
            "results": scored.results,
            "result": scored.shown,
        }
        raised = []
        for name, value in values.items():
            try:
                self.set_trait(name, value)
            except Exception as error:  # noqa: BLE001  # of an observer; the others go on
                raised.append(error)
        if raised:
            raise raised[0]

    def _suggestions(self, result: SegmentResult) -> list[dict[str, Any]]:
        """Return edits that would raise the score; if that fails, the score is still shown."""
        if self._scored is None:
            return []
        try:
            return self._scored.suggestions(result)
        except Exception as error:  # noqa: BLE001  # any failure has to reach the person
            self.tell(error)
            return []
