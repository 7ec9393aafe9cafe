"""Filter and sort the segments of a review."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from re import _parser  # type: ignore[attr-defined]  # the syntax tree of an expression
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ..errors import ParameterError, unknown_name
from ..files.states import STATES, State
from .diagnostics.diagnostic import CHECKS
from .edits import REVIEW_KINDS
from .segments import EXTENTS, ReviewedSegment
from .texts import ReviewTexts

Order: TypeAlias = Literal["file", "score", "hter", "edit-share", "time"]

ORDERS: Final[tuple[Order, ...]] = ("file", "score", "hter", "edit-share", "time")

ANY: Final = "any"
"""Matches all codes of diagnostics."""

_LISTS: Final[Mapping[str, str]] = {
    name: name for name in ("states", "classes", "kinds", "diagnostics")
}
_LIMITS: Final[Mapping[str, str]] = {"scoreFrom": "score_from", "scoreBelow": "score_below"}
_TEXTS: Final[Mapping[str, str]] = {name: name for name in ("text", "expression")}
_SWITCHES: Final[Mapping[str, str]] = {name: name for name in ("untouched", "comments")}

FILTER_FIELDS: Final[Mapping[str, str]] = {**_LISTS, **_LIMITS, **_TEXTS, **_SWITCHES}
"""JSON names of a filter's fields, as front ends and clients write them, with their names here."""

_MAX_REPEATS: Final = 3
_MAX_EXPRESSION_CHARS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewFilter:
    """A conjunction of conditions; empty fields match every segment.

    Attributes:
        states: has any of these states.
        classes: has any of these extents.
        kinds: has an edit of any of these kinds.
        diagnostics: has one of these codes, or any at all.
        score_from: minimum score.
        score_below: exclusive maximum score.
        text: in source, machine translation or post-edit, in any letter case.
        expression: matches in one of these.
        untouched: whether the post-edit equals the machine translation in every character.
        comments: whether there is a comment, or a note in the file.
    """

    states: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    diagnostics: frozenset[str] = frozenset()
    score_from: float | None = None
    score_below: float | None = None
    text: str = ""
    expression: str = ""
    untouched: bool | None = None
    comments: bool | None = None
    _compiled: "re.Pattern[str] | None" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Reject unknown names, and expressions that may take exponential time.

        Raises:
            ParameterError: a name is unknown, or the expression is invalid or may take very long.
        """
        for what, names, known in (
            ("state", self.states, STATES),
            ("class", self.classes, EXTENTS),
            ("kind of edit", self.kinds, REVIEW_KINDS),
            ("diagnostic", self.diagnostics, (*CHECKS, ANY)),
        ):
            for name in sorted(names):
                if name not in known:
                    raise unknown_name(what, name, known)
        compiled = _compiled(self.expression) if self.expression else None
        object.__setattr__(self, "_compiled", compiled)

    @property
    def needs_numbers(self) -> bool:
        """Return whether the filter needs more than texts, state and comments."""
        return bool(
            self.classes
            or self.kinds
            or self.diagnostics
            or self.score_from is not None
            or self.score_below is not None
        )

    def matches_texts(self, texts: ReviewTexts, state: State, *, has_comments: bool) -> bool:
        """Return whether texts, state and comments of a segment match."""
        return (
            (not self.states or state in self.states)
            and (self.untouched is None or self.untouched == (texts.mt == texts.post_edit))
            and (self.comments is None or self.comments == has_comments)
            and (not self.text or self._contains_text(texts))
            and (self._compiled is None or any(map(self._compiled.search, _texts(texts))))
        )

    def matches_numbers(self, segment: ReviewedSegment) -> bool:
        """Return whether the numbers of a segment match."""
        return (
            (not self.classes or segment.extent in self.classes)
            and self._matches_score(segment)
            and (not self.kinds or self._has_kind(segment))
            and (not self.diagnostics or self._has_diagnostic(segment))
        )

    def _matches_score(self, segment: ReviewedSegment) -> bool:
        if self.score_from is None and self.score_below is None:
            return True
        score = segment.score
        return (
            not score.problem
            and (self.score_from is None or score.score >= self.score_from)
            and (self.score_below is None or score.score < self.score_below)
        )

    def _has_kind(self, segment: ReviewedSegment) -> bool:
        return any(segment.counts.edits[_INDEX[kind]] for kind in self.kinds)

    def _has_diagnostic(self, segment: ReviewedSegment) -> bool:
        if ANY in self.diagnostics:
            return bool(segment.diagnostics)
        return any(one.code in self.diagnostics for one in segment.diagnostics)

    def _contains_text(self, texts: ReviewTexts) -> bool:
        wanted = self.text.casefold()
        return any(wanted in text.casefold() for text in _texts(texts))


def filter_from_json(values: Mapping[str, Any]) -> ReviewFilter:
    """Parse a filter of a front end or of a client.

    Args:
        values: by the names of ``FILTER_FIELDS``.

    Raises:
        ParameterError: a name is unknown, or a value has the wrong type.
    """
    return ReviewFilter(**{FILTER_FIELDS[name]: _value(name, one) for name, one in values.items()})


def filter_from_words(query: str) -> ReviewFilter:
    """Return the filter that a person typed.

    >>> chosen = filter_from_words("state=to-do,in-work score<0.5 changed the house")
    >>> sorted(chosen.states), chosen.score_below, chosen.untouched, chosen.text
    (['in-work', 'to-do'], 0.5, False, 'the house')

    Words are ``state=``, ``class=``, ``kind=`` and ``diagnostic=`` with names between commas;
    ``score<`` and ``score>=`` with a number; ``untouched``, ``changed``, ``commented``,
    ``uncommented``; ``/expression/``. All other words, and anything in quotation marks, are a text.

    Raises:
        ParameterError: a name is unknown, or a value has the wrong type.
    """
    values: dict[str, Any] = {}
    words = []
    for expression, quoted, word in _WORD.findall(query):
        name, sign, value = _PARTS.match(word).groups() if word else ("", "", "")  # type: ignore[union-attr]  # matches anything
        if expression:
            values["expression"] = expression[1:-1]
        elif word in _SWITCH_WORDS:
            field_name, values[field_name] = _SWITCH_WORDS[word]
        elif sign == "=":
            if name not in _LIST_WORDS:
                raise unknown_name("filter", name, _LIST_WORDS)
            values[_LIST_WORDS[name]] = [one for one in value.split(",") if one]
        elif sign and name == "score":
            values["scoreBelow" if sign == "<" else "scoreFrom"] = _number(value)
        else:
            words.append(quoted[1:-1] or word)
    if words:
        values["text"] = " ".join(words)
    return filter_from_json(values)


_WORD: Final = re.compile(r'(/(?:[^/\\]|\\.)+/)(?!\S)|("[^"]+")|(\S+)')
_PARTS: Final = re.compile(r"([a-z]*)(=|<|>=?)?(.*)", re.DOTALL)
_LIST_WORDS: Final[Mapping[str, str]] = {
    "state": "states",
    "class": "classes",
    "kind": "kinds",
    "diagnostic": "diagnostics",
}
_SWITCH_WORDS: Final[Mapping[str, tuple[str, bool]]] = {
    "untouched": ("untouched", True),
    "changed": ("untouched", False),
    "commented": ("comments", True),
    "uncommented": ("comments", False),
}


def _number(value: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise ParameterError(f"score must be compared with a number, not {value!r}") from None


def _value(name: str, value: Any) -> Any:
    if name in _LISTS:
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise ParameterError(f"{name} of filter must be a list of names, not {value!r}")
        return frozenset(map(str, value))
    if name in _LIMITS:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ParameterError(f"{name} of filter must be a number, not {value!r}")
        return float(value)
    if not isinstance(value, str if name in _TEXTS else bool):
        kind = "a text" if name in _TEXTS else "true or false"
        raise ParameterError(f"{name} of filter must be {kind}, not {value!r}")
    return value


class Row(NamedTuple):
    """The data of a segment to filter.

    Attributes:
        texts: of the segment.
        state: its review state.
        has_comments: whether there is a comment, or a note in the file.
        segment: the reviewed segment; None if not reviewed yet.
    """

    texts: ReviewTexts
    state: State
    has_comments: bool
    segment: ReviewedSegment | None


def listed(
    rows: Iterable[Row], chosen: ReviewFilter, order: Order = "file", *, is_reversed: bool = False
) -> list[int]:
    """Return the indices of matching segments in an order; ties are ordered by index.

    Unreviewed segments are left out if the filter or the order need their numbers.

    Raises:
        ParameterError: the order is unknown.
    """
    if order not in ORDERS:
        raise unknown_name("order", order, ORDERS)
    sign = -1.0 if is_reversed else 1.0
    number = _NUMBERS.get(order)
    found = list(_places(rows, chosen, number, sign))
    if number is None:
        return [place for _, place in (reversed(found) if is_reversed else found)]
    found.sort()
    return [place for _, place in found]


def _places(
    rows: Iterable[Row],
    chosen: ReviewFilter,
    number: Callable[[ReviewedSegment], float] | None,
    sign: float,
) -> Iterator[tuple[float, int]]:
    for texts, state, has_comments, segment in rows:
        if not chosen.matches_texts(texts, state, has_comments=has_comments):
            continue
        if segment is None:
            if number is None and not chosen.needs_numbers:
                yield 0.0, texts.number
        elif chosen.matches_numbers(segment):
            yield (0.0 if number is None else sign * number(segment)), texts.number


_INDEX: Final[Mapping[str, int]] = {kind: at for at, kind in enumerate(REVIEW_KINDS)}

_NUMBERS: Final[Mapping[str, Callable[[ReviewedSegment], float]]] = {
    "score": lambda segment: 2.0 if segment.score.problem else segment.score.score,
    "hter": lambda segment: -segment.ter.rate,
    "edit-share": lambda segment: -segment.counts.edit_share,
    "time": lambda segment: -(segment.texts.facts.editing_seconds or 0.0),
}
"""The lowest number comes first."""


def _texts(texts: ReviewTexts) -> Sequence[str]:
    return [text for text in (texts.source, texts.mt, texts.post_edit) if text]


def _compiled(expression: str) -> "re.Pattern[str]":
    """Compile an expression, unless its search may take long.

    Time grows with a power of a text's length for each repeat, and exponentially if repeats contain
    repeats or alternatives.
    """
    if len(expression) > _MAX_EXPRESSION_CHARS:
        raise ParameterError(
            f"the expression has more than {_MAX_EXPRESSION_CHARS:,} characters; use a shorter one"
        )
    try:
        tree = _parser.parse(expression, re.IGNORECASE)
        compiled = re.compile(expression, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise ParameterError(f"{expression!r} is no regular expression: {error}") from None
    if _repeats(tree) > _MAX_REPEATS:
        raise ParameterError(
            f"{expression!r} may take very long: use {_MAX_REPEATS} repeats at most, without "
            "repeats or alternatives inside"
        )
    return compiled


_REPEATS: Final = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})
_CHOICES: Final = frozenset({*_REPEATS, "BRANCH"})


def _repeats(tree: Any) -> int:
    """Return the number of repeats in a parsed expression; too many if one contains a choice."""
    found = 0
    for operation, argument in tree:
        parts = list(_parts(argument))
        inside = sum(map(_repeats, parts))
        if str(operation) in _REPEATS and argument[1] != 1:
            inside = _MAX_REPEATS + 1 if any(map(_has_choice, parts)) else 1
        found += inside
    return found


def _has_choice(tree: Any) -> bool:
    """Return whether an expression can match in several ways at one place."""
    return any(
        str(operation) in _CHOICES or any(map(_has_choice, _parts(argument)))
        for operation, argument in tree
    )


def _parts(argument: Any) -> Iterator[Any]:
    """Yield the subexpressions of an argument."""
    if isinstance(argument, _parser.SubPattern):
        yield argument
    elif isinstance(argument, list | tuple):
        for each in argument:
            yield from _parts(each)
